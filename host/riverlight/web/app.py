"""The addresses of the pages, and what each answers."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from pathlib import Path
from typing import Final, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, ExceptionHandler
from starlette.websockets import WebSocket

from riverlight.clauses import clause
from riverlight.engines.transcript import write
from riverlight.errors import RiverlightError, ServerError
from riverlight.languages.text import language, spoken_all, text
from riverlight.table.game_text import kept_from, transcript_of
from riverlight.table.history import History
from riverlight.table.sides import TABLE_PAGE, PageViewer, sides_of
from riverlight.web.board import board_name, board_picture
from riverlight.web.door import Door, Doorkeeper, door_page, opened
from riverlight.web.forms import fields_of
from riverlight.web.games_page import games_page, statistics_page
from riverlight.web.languages import Languages, switched
from riverlight.web.live import converse
from riverlight.web.pages import error_page
from riverlight.web.qr import qr_code
from riverlight.web.room import Room
from riverlight.web.seat_page import seat_page, waiting_page
from riverlight.web.security import Guard
from riverlight.web.setup_page import Choice, setup_page
from riverlight.web.table_page import apart_page, table_page
from riverlight.web.tries import Tries

__all__ = ["make_app"]

_STATIC: Final = Path(__file__).parent / "static"
_LARGEST_ID: Final = (1 << 63) - 1
_SENTENCES: Final = {
    404: text("There is no page at this address."),
    405: text("This address does not take that kind of request."),
}


def make_app(room: Room, hosts: frozenset[str], door: Door | None = None) -> ASGIApp:
    """Return the pages of ``room``, guarded; ``hosts`` are the names that they answer to.

    ``door`` is the one to the local network, None where there is none.
    """
    pages = _Pages(room, door)
    app = Starlette(
        routes=[
            Route("/", pages.setup, methods=["GET"]),
            Route("/lessons/{game:str}", pages.teach, methods=["POST"]),
            Route("/games", pages.games, methods=["GET"]),
            Route("/games", pages.begin, methods=["POST"]),
            Route("/games/text", pages.bring_in, methods=["POST"]),
            Route("/games/{game_id:int}", pages.resume, methods=["POST"]),
            Route("/games/{game_id:int}/arrange", pages.arrange, methods=["POST"]),
            Route("/games/{game_id:int}/replay", pages.look_back, methods=["POST"]),
            Route("/games/{game_id:int}/statistics", pages.statistics, methods=["GET"]),
            Route("/games/{game_id:int}/text", pages.text, methods=["GET"]),
            Route("/table", pages.table, methods=["GET"]),
            Route("/boards/{name:str}.svg", pages.board, methods=["GET"]),
            Route("/clauses/{clause_id:str}", pages.clause, methods=["GET"]),
            Route("/reasons", pages.reasons, methods=["GET"]),
            Route("/seats/{seat:int}", pages.link, methods=["POST"]),
            Route("/watch", pages.watch, methods=["GET"]),
            Route("/seat/{token:str}", pages.seat, methods=["GET"]),
            WebSocketRoute("/live", pages.live_table),
            WebSocketRoute("/live/{token:str}", pages.live_seat),
            Route("/door", pages.door, methods=["GET", "POST"]),
            Route("/language", pages.language, methods=["POST"]),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        exception_handlers={HTTPException: cast("ExceptionHandler", _refused), RiverlightError: _failed, 500: _broken},
    )
    inside: ASGIApp = app if door is None else Doorkeeper(app, door)
    return Languages(Guard(inside, hosts, lambda _scope, status, sentence: error_page(status, sentence)))


class _Pages:
    def __init__(self, room: Room, door: Door | None) -> None:
        self._room = room
        self._door = door
        self._tries = Tries(each=12, together=200)

    async def setup(self, request: Request) -> Response:
        return self._setup(Choice.asked(request.query_params.get("game")))

    async def begin(self, request: Request) -> Response:
        choice = Choice.filled_in(await fields_of(request))
        try:
            await asyncio.to_thread(self._room.begin, choice.game, choice.options, choice.names, choice.bots)
        except RiverlightError as error:
            return self._setup(choice, error.sentence)
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def resume(self, request: Request) -> Response:
        await asyncio.to_thread(self._room.resume, _game_id(request))
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def arrange(self, request: Request) -> Response:
        await asyncio.to_thread(self._room.arrange, _game_id(request))
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def look_back(self, request: Request) -> Response:
        await asyncio.to_thread(self._room.look_back, _game_id(request))
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def teach(self, request: Request) -> Response:
        await asyncio.to_thread(self._room.teach, request.path_params["game"])
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def games(self, _request: Request) -> Response:
        return await asyncio.to_thread(games_page, self._room.store)

    async def statistics(self, request: Request) -> Response:
        game_id = _game_id(request)
        return statistics_page(game_id, await asyncio.to_thread(self._history, game_id))

    async def text(self, request: Request) -> Response:
        history = await asyncio.to_thread(self._history, _game_id(request))
        head = history.head
        if history.state.result() is None and (head.options.get("cards") == "app" or sides_of(head.game).apart):
            return error_page(
                409, text("This game is given as text once it is over: its text holds what seats keep secret.")
            )
        name = f"{head.game.name}-{_game_id(request)}.txt"
        told = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return PlainTextResponse(write(transcript_of(history)), headers=told)

    async def bring_in(self, request: Request) -> Response:
        given = (await fields_of(request)).get("text", "")
        try:
            await asyncio.to_thread(kept_from, self._room.store, given)
        except RiverlightError as error:
            refusal = text("This text cannot be kept: {reason}", reason=error.sentence)
            return await asyncio.to_thread(games_page, self._room.store, refusal)
        return RedirectResponse("/games", HTTPStatus.SEE_OTHER)

    def _history(self, game_id: int) -> History:
        return History.replayed(game_id, self._room.store.rows(game_id))

    async def table(self, request: Request) -> Response:
        sitting = self._room.sitting
        if sitting is None:
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        if sitting.lone_token is not None:
            return RedirectResponse(f"/seat/{sitting.lone_token}", HTTPStatus.SEE_OTHER)
        code = None if self._door is None else self._door.code
        return table_page(sitting, self._origin(request), code)

    async def door(self, request: Request) -> Response:
        if self._door is None:
            return RedirectResponse("/table", HTTPStatus.SEE_OTHER)
        if request.method != "POST":
            return door_page()
        try:
            key = self._door.open((await fields_of(request)).get("code", "").strip(), _address(request))
        except ServerError as error:
            return door_page(error.sentence, 429)
        return door_page(text("This is not the table's code."), 403) if key is None else opened(key)

    async def language(self, request: Request) -> Response:
        return await switched(request)

    async def seat(self, request: Request) -> Response:
        sitting, token, who = self._room.sitting, request.path_params["token"], _address(request)
        if self._tries.is_shut(who):
            return error_page(429, text("Too many wrong links came from here; wait a minute."))
        viewer = None if sitting is None else sitting.viewer(token)
        if sitting is not None and viewer is not None:
            is_plain = isinstance(viewer, int) and not sitting.table.sides.is_apart(viewer)
            return seat_page(sitting, token) if is_plain else apart_page(sitting, token)
        if self._room.links.knows(token):
            return waiting_page()
        self._tries.wrong(who)
        return error_page(
            404, text("This link no longer opens a seat: the seat was moved to another phone, or its game is gone.")
        )

    async def watch(self, _request: Request) -> Response:
        sitting = self._room.sitting
        if sitting is None:
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        return apart_page(sitting, sitting.watch)

    async def link(self, request: Request) -> Response:
        sitting, seat = self._room.sitting, request.path_params["seat"]
        if sitting is None or seat >= len(sitting.table.head.seat_names):
            return error_page(404, text("There is no such seat at the table."))
        if seat in sitting.table.head.bot_seats:
            return error_page(404, text("Riverlight plays this seat."))
        fields = await fields_of(request)
        token = await asyncio.to_thread(self._room.token_of, sitting, seat, moved=fields.get("move") == "1")
        address = f"{self._origin(request)}/seat/{token}"
        name = sitting.table.head.seat_names[seat]
        told = {
            "address": address,
            "code": qr_code(address, text("The code of {name}'s seat", name=name)),
            "reach": None if self._door else text("Phones reach it once the game is served by riverlight play --lan."),
        }
        return JSONResponse(spoken_all(told), headers={"Cache-Control": "no-store"})

    def _origin(self, request: Request) -> str:
        """Return where a phone finds the pages; where there is no door, only this machine does."""
        if self._door is None:
            return f"http://{request.url.netloc}"
        return f"http://{self._door.address}:{request.url.port}"

    async def board(self, request: Request) -> Response:
        sitting = self._room.sitting
        board = None if sitting is None else sitting.table.head.board
        if board is None or board_name(board) != request.path_params["name"]:
            return error_page(404, text("That board is not on the table now."))
        return Response(
            await asyncio.to_thread(board_picture, board),
            media_type="image/svg+xml",
            headers={"Content-Encoding": "gzip", "Cache-Control": "private, max-age=31536000, immutable"},
        )

    async def clause(self, request: Request) -> Response:
        try:
            found = clause(request.path_params["clause_id"], language())
        except KeyError:
            return error_page(404, text("There is no rule clause of this name."))
        return JSONResponse(found._asdict())

    async def reasons(self, _request: Request) -> Response:
        opponents = None if self._room.sitting is None else self._room.sitting.opponents
        told = [] if opponents is None else spoken_all(await asyncio.to_thread(opponents.reasons.told))
        return JSONResponse(told, headers={"Cache-Control": "no-store"})

    async def live_table(self, socket: WebSocket) -> None:
        await self._converse(socket, TABLE_PAGE)

    async def live_seat(self, socket: WebSocket) -> None:
        sitting, token, who = self._room.sitting, socket.path_params["token"], _address(socket)
        seat = None if sitting is None or self._tries.is_shut(who) else sitting.viewer(token)
        if seat is None and not self._room.links.knows(token):
            self._tries.wrong(who)
        await self._converse(socket, seat, token)

    async def _converse(self, socket: WebSocket, viewer: PageViewer | None, token: str | None = None) -> None:
        sitting = self._room.sitting
        if sitting is None or viewer is None:
            await socket.close(1008, "There is no such page.")
        else:
            await converse(socket, self._room, sitting, viewer, token)

    def _setup(self, choice: Choice, refusal: str | None = None) -> Response:
        sitting = self._room.sitting
        return setup_page(self._room.store, choice, refusal, None if sitting is None else sitting.table.game_id)


def _game_id(request: Request) -> int:
    game_id: int = request.path_params["game_id"]
    if game_id > _LARGEST_ID:
        raise HTTPException(404, text("There is no such game in the record."))
    return game_id


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


async def _refused(_request: Request, error: HTTPException) -> Response:
    sentence = error.detail
    if sentence == HTTPStatus(error.status_code).phrase:
        sentence = _SENTENCES.get(error.status_code, sentence)
    answer = error_page(error.status_code, sentence)
    answer.headers.update(error.headers or {})
    return answer


async def _failed(_request: Request, error: Exception) -> Response:
    return error_page(409, cast("RiverlightError", error).sentence)


async def _broken(_request: Request, _error: Exception) -> Response:
    return error_page(
        500, text("Riverlight made a mistake here. The game is safe in its record; go back and try again.")
    )
