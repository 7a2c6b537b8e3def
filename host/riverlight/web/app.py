"""The routes of the pages, and their handlers."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from http import HTTPStatus
from typing import Final, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, ExceptionHandler
from starlette.websockets import WebSocket

from riverlight.boards.playable import playable_boards
from riverlight.clauses import clause
from riverlight.errors import OptionError, RiverlightError
from riverlight.games.generator import random_seed
from riverlight.games.sides import TABLE_PAGE, WATCH_PAGE, PageViewer
from riverlight.games.transcript import write
from riverlight.languages.text import language, spoken_all, text
from riverlight.table.game_text import import_game, transcript_of
from riverlight.table.history import History
from riverlight.table.opponents import Opponents
from riverlight.table.secrecy import check_is_open
from riverlight.table.session import Table
from riverlight.web.access import AccessControl, TableAccess, is_local
from riverlight.web.access_routes import AccessRoutes, address_of
from riverlight.web.all_games import zip_games
from riverlight.web.board_pictures import BoardPictures
from riverlight.web.connections import mark_as_player
from riverlight.web.forms import fields_of
from riverlight.web.games_page import Search, games_page, statistics_page
from riverlight.web.languages import Languages, switch_language
from riverlight.web.live import converse
from riverlight.web.pages import error_page
from riverlight.web.rate_limits import RateLimit
from riverlight.web.review_page import Reviews, review_page
from riverlight.web.room import Room
from riverlight.web.rules_routes import rules_routes
from riverlight.web.seat_devices import device_of, name_device
from riverlight.web.seat_page import seat_page, waiting_page
from riverlight.web.security import Guard
from riverlight.web.setup_choice import Choice, known_game
from riverlight.web.setup_page import setup_page
from riverlight.web.sitting import WATCHING, Sitting, Visitor
from riverlight.web.static_files import static_route
from riverlight.web.table_page import apart_page, table_page

__all__ = ["make_app"]

_LARGEST_ID: Final = (1 << 63) - 1
_LONGEST_NUMBER: Final = 18
_NO_GAME: Final = text("There is no saved game with this number.")
_SENTENCES: Final = {
    404: text("There is no page at this address."),
    405: text("This address does not accept that kind of request."),
}


def make_app(room: Room, hosts: Set[str], access: TableAccess | None = None) -> ASGIApp:
    """Return the app with the pages of ``room``, with request checks; ``hosts`` are the allowed Host values.

    ``access`` controls access from the local network; None if the pages are local only.
    """
    pages = _Pages(room, access)
    app = Starlette(
        routes=[
            Route("/", pages.setup, methods=["GET"]),
            Route("/lessons/{name:str}", pages.teach, methods=["POST"]),
            Route("/games", pages.games, methods=["GET"]),
            Route("/games", pages.begin, methods=["POST"]),
            Route("/games/all.zip", pages.all_games, methods=["GET"]),
            Route("/games/text", pages.bring_in, methods=["POST"]),
            Route("/games/again", pages.play_again, methods=["POST"]),
            Route("/games/{game_id:int}", pages.resume, methods=["POST"]),
            Route("/games/{game_id:int}/arrange", pages.arrange, methods=["POST"]),
            Route("/games/{game_id:int}/replay", pages.start_replay, methods=["POST"]),
            Route("/games/{game_id:int}/statistics", pages.statistics, methods=["GET"]),
            Route("/games/{game_id:int}/review", pages.review, methods=["GET"]),
            Route("/games/{game_id:int}/text", pages.text, methods=["GET"]),
            Route("/games/{game_id:int}/name", pages.rename, methods=["POST"]),
            Route("/games/{game_id:int}/delete", pages.delete, methods=["POST"]),
            Route("/games/{game_id:int}/restore", pages.restore, methods=["POST"]),
            Route("/table", pages.table, methods=["GET"]),
            Route("/boards/{name:str}.svg", pages.board, methods=["GET"]),
            Route("/clauses/{clause_id:str}", pages.clause, methods=["GET"]),
            *rules_routes(pages.board_pictures),
            Route("/reasons", pages.reasons, methods=["GET"]),
            Route("/entries", pages.entries, methods=["GET"]),
            Route("/watch", pages.watch, methods=["GET"]),
            Route("/seat/{token:str}", pages.seat, methods=["GET"]),
            Route("/seat/{token:str}/entries", pages.entries_of_seat, methods=["GET"]),
            Route("/seat/{token:str}/hint", pages.hint, methods=["POST"]),
            Route("/seat/{token:str}/reasons", pages.reasons_for_seat, methods=["GET"]),
            Route("/seat/{token:str}/{name:str}.svg", pages.board_of_seat, methods=["GET"]),
            WebSocketRoute("/live", pages.live_table),
            WebSocketRoute("/live/{token:str}", pages.live_seat),
            *pages.access_routes.routes,
            Route("/language", pages.language, methods=["POST"]),
            static_route(),
        ],
        exception_handlers={HTTPException: cast("ExceptionHandler", _refused), RiverlightError: _failed, 500: _broken},
    )
    inside: ASGIApp = app if access is None else AccessControl(app, access)
    return Languages(Guard(inside, hosts, lambda _scope, status, sentence: error_page(status, sentence)))


class _Pages:
    def __init__(self, room: Room, access: TableAccess | None) -> None:
        self._room = room
        self._access = access
        self.access_routes = AccessRoutes(room, access)
        self._rate_limit = RateLimit(each=12, together=200)
        self.board_pictures = BoardPictures()
        self._reviews = Reviews()

    async def setup(self, request: Request) -> Response:
        return await self._setup(Choice.from_query(request.query_params))

    async def begin(self, request: Request) -> Response:
        choice = Choice.from_form(await fields_of(request))
        try:
            await asyncio.to_thread(self._begin, choice)
        except RiverlightError as error:
            return await self._setup(choice, error.sentence)
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    def _begin(self, choice: Choice) -> None:
        self._room.open(Table.start(self._room.store, choice.head(random_seed())))

    async def play_again(self, _request: Request) -> Response:
        sitting = self._room.sitting
        if sitting is not None:
            await asyncio.to_thread(self._room.play_again, sitting.table.head)
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def resume(self, request: Request) -> Response:
        await asyncio.to_thread(self._room.resume, _game_id(request))
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def arrange(self, request: Request) -> Response:
        await asyncio.to_thread(self._room.arrange, _game_id(request))
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def start_replay(self, request: Request) -> Response:
        await asyncio.to_thread(self._room.start_replay, _game_id(request))
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def teach(self, request: Request) -> Response:
        kit = Choice.from_form(await fields_of(request)).kit
        await asyncio.to_thread(self._room.teach, request.path_params["name"], kit)
        return RedirectResponse("/table", HTTPStatus.SEE_OTHER)

    async def games(self, request: Request) -> Response:
        asked = request.query_params
        fields = [asked.get(name, "") for name in ("game", "progress")]
        search = Search(asked.get("q", ""), asked.get("show") == "deleted", *fields)
        number = asked.get("deleted", "")
        deleted = int(number) if number.isascii() and number.isdecimal() and len(number) < _LONGEST_NUMBER else None
        return await asyncio.to_thread(games_page, self._room.store, self._room.labels, search, deleted=deleted)

    async def rename(self, request: Request) -> Response:
        name = (await fields_of(request)).get("name", "")
        game_id, started_ms = await self._started(request)
        try:
            await asyncio.to_thread(self._room.labels.rename, game_id, started_ms, name)
        except OptionError as error:
            return await asyncio.to_thread(games_page, self._room.store, self._room.labels, refusal=error.sentence)
        return RedirectResponse("/games", HTTPStatus.SEE_OTHER)

    async def delete(self, request: Request) -> Response:
        game_id, started_ms = await self._started(request)
        await asyncio.to_thread(self._room.labels.mark, game_id, started_ms, is_deleted=True)
        return RedirectResponse(f"/games?deleted={game_id}", HTTPStatus.SEE_OTHER)

    async def restore(self, request: Request) -> Response:
        game_id, started_ms = await self._started(request)
        await asyncio.to_thread(self._room.labels.mark, game_id, started_ms, is_deleted=False)
        return RedirectResponse("/games", HTTPStatus.SEE_OTHER)

    async def _started(self, request: Request) -> tuple[int, int]:
        """Return the number of a game in the record, and its start time."""
        game_id = _game_id(request)
        started_ms = await asyncio.to_thread(self._room.store.started_ms, game_id)
        if not started_ms:
            raise HTTPException(404, _NO_GAME)
        return game_id, started_ms

    async def statistics(self, request: Request) -> Response:
        game_id = _game_id(request)
        return statistics_page(game_id, await asyncio.to_thread(self._history, game_id))

    async def review(self, request: Request) -> Response:
        history = await asyncio.to_thread(self._history, _game_id(request))
        return await asyncio.to_thread(review_page, _game_id(request), history, self._reviews)

    async def text(self, request: Request) -> Response:
        history = await asyncio.to_thread(self._history, _game_id(request))
        check_is_open(history.head.game, history.state)
        name = f"{history.head.game.name}-{_game_id(request)}.txt"
        told = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return PlainTextResponse(write(transcript_of(history)), headers=told)

    async def all_games(self, _request: Request) -> Response:
        packed = await asyncio.to_thread(zip_games, self._room.store, self._room.labels)
        told = {"Content-Disposition": 'attachment; filename="riverlight-games.zip"', "Cache-Control": "no-store"}
        return Response(packed, media_type="application/zip", headers=told)

    async def bring_in(self, request: Request) -> Response:
        given = (await fields_of(request)).get("text", "")
        try:
            await asyncio.to_thread(import_game, self._room.store, given)
        except RiverlightError as error:
            refusal = text("This game cannot be imported: {reason}", reason=error.sentence)
            return await asyncio.to_thread(games_page, self._room.store, self._room.labels, refusal=refusal)
        return RedirectResponse("/games", HTTPStatus.SEE_OTHER)

    def _history(self, game_id: int) -> History:
        return History.from_rows(game_id, self._room.store.rows(game_id))

    async def table(self, request: Request) -> Response:
        sitting = self._room.sitting
        if sitting is None:
            return RedirectResponse("/", HTTPStatus.SEE_OTHER)
        if sitting.lone_token is not None:
            return RedirectResponse(f"/seat/{sitting.lone_token}", HTTPStatus.SEE_OTHER)
        if self._room.is_full:
            return _full_page()
        answer = table_page(sitting, self.access_routes.network(request))
        return name_device(request, answer) if sitting.own_tokens else answer

    async def language(self, request: Request) -> Response:
        return await switch_language(request)

    async def seat(self, request: Request) -> Response:
        sitting, token, who = self._room.sitting, request.path_params["token"], address_of(request)
        seat = None if sitting is None else sitting.seats.get(token)  # not the spectators' page: that needs the code
        if seat is None and not self._room.links.is_known(token):
            if self._rate_limit.is_exceeded(
                who
            ):  # only checked now: wrong links, which any page can send, must not delay a right one
                return error_page(429, text("Too many wrong links. Wait a minute."))
            self._rate_limit.count_failure(who)
            return error_page(
                404, text("This link is no longer valid: the seat was moved to another phone, or its game is gone.")
            )
        _mark_holder(request, seat)
        if sitting is None or seat is None:
            return waiting_page(
                text("This seat's game is not on the table now. The page opens by itself as soon as it is.")
            )
        if self._room.is_full:
            return _full_page()
        is_apart = sitting.table.sides.is_apart(seat)
        return name_device(request, apart_page(sitting, token) if is_apart else seat_page(sitting, token))

    async def watch(self, _request: Request) -> Response:
        sitting = self._room.sitting
        if sitting is None:
            return waiting_page(text("No game is on the table now. The page opens by itself when the next one starts."))
        if self._room.is_full:
            return _full_page()
        return apart_page(sitting, WATCHING)

    async def board_of_seat(self, request: Request) -> Response:
        self._seat_of(request)
        return await self.board(request)

    async def board(self, request: Request) -> Response:
        sitting = self._room.sitting
        board = None if sitting is None else sitting.table.head.board
        return await self.board_pictures.answer(board, request.path_params["name"])

    async def clause(self, request: Request) -> Response:
        try:
            found = clause(request.path_params["clause_id"], language())
        except KeyError:
            return error_page(404, text("There is no rule with this number."))
        return JSONResponse(found._asdict())

    async def reasons(self, _request: Request) -> Response:
        sitting = self._room.sitting
        return await _reasons(None if sitting is None else sitting.opponents)

    async def reasons_for_seat(self, request: Request) -> Response:
        """Return the reasons that a seat may know; a separate side gets none until the game is over."""
        sitting, seat = self._seat_of(request)
        table = sitting.table
        is_hidden = table.sides.is_apart(seat) and table.history.state.result() is None
        return await _reasons(None if is_hidden else sitting.opponents)

    async def hint(self, request: Request) -> Response:
        """Return a hint for the seat; ``null`` if it has no choice to make."""
        sitting, seat = self._seat_of(request)
        if sitting.hints is None:
            raise HTTPException(404)
        hint = await asyncio.to_thread(sitting.hints.ask, seat)
        return JSONResponse(spoken_all(hint), headers={"Cache-Control": "no-store"})

    async def entries(self, _request: Request) -> Response:
        """Return the entries that the table's keypad may correct."""
        sitting = self._room.sitting
        is_open = sitting is not None and not sitting.table.is_closed
        return await _entries(sitting.table if sitting and is_open else None, TABLE_PAGE)

    async def entries_of_seat(self, request: Request) -> Response:
        """Return the entries that a seat may correct on its own page."""
        sitting, seat = self._seat_of(request)
        return await _entries(sitting.table, seat)

    def _seat_of(self, request: Request) -> tuple[Sitting, int]:
        """Return the game on the table, and the seat of the token in the path."""
        sitting = self._room.sitting
        seat = None if sitting is None else sitting.seats.get(request.path_params["token"])
        if sitting is None or seat is None:
            raise HTTPException(404)
        return sitting, seat

    async def live_table(self, socket: WebSocket) -> None:
        await self._converse(socket, TABLE_PAGE)

    async def live_seat(self, socket: WebSocket) -> None:
        sitting, token = self._room.sitting, socket.path_params["token"]
        seat = None if sitting is None else sitting.viewer(token)
        if seat is not None or self._room.links.is_known(token):
            _mark_holder(socket, seat)
        else:
            self._rate_limit.count_failure(address_of(socket))
        await self._converse(socket, seat, token)

    async def _converse(self, socket: WebSocket, viewer: PageViewer | None, token: str | None = None) -> None:
        sitting = self._room.sitting
        is_open = viewer != WATCH_PAGE or self._access is None or self._access.lets_in(socket)
        if sitting is None or viewer is None or not is_open:
            await socket.close(1008, "There is no such page.")
        else:
            visitor = Visitor(device_of(socket), is_local(socket))
            await converse(socket, self._room, sitting, viewer, token, visitor)

    async def _setup(self, choice: Choice, refusal: str | None = None) -> Response:
        sitting = self._room.sitting
        under_way = None if sitting is None else sitting.table.game_id
        boards = await asyncio.to_thread(playable_boards, known_game(choice.game).name)
        return setup_page(self._room.store, self._room.labels, choice, boards, refusal, under_way)


async def _reasons(opponents: Opponents | None) -> Response:
    told = [] if opponents is None else spoken_all(await asyncio.to_thread(opponents.reasons.by_seat))
    return JSONResponse(told, headers={"Cache-Control": "no-store"})


async def _entries(table: Table | None, page: PageViewer) -> Response:
    told = [] if table is None else spoken_all(await asyncio.to_thread(table.entries, page))
    return JSONResponse(told, headers={"Cache-Control": "no-store"})


def _game_id(request: Request) -> int:
    game_id: int = request.path_params["game_id"]
    if game_id > _LARGEST_ID:
        raise HTTPException(404, _NO_GAME)
    return game_id


def _full_page() -> Response:
    sentence = text("Too many pages are open at this table. Close one: this page then loads by itself.")
    return error_page(503, sentence, script="waiting.js")


def _mark_holder(connection: HTTPConnection, viewer: PageViewer | None) -> None:
    """Mark the address of a seat link's holder as a player's; the spectators' page is not secret."""
    if viewer != WATCH_PAGE:
        mark_as_player(connection.scope)


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
    return error_page(500, text("Something went wrong. Your game is saved: go back and try again."))
