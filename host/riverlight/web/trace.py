"""The server's side of the tracing page: it checks boards, lays their lights, keeps them, and lights a device.

Boards come and go whole, as JSON; nothing of a photo ever comes here. A board is kept under its id in the user's own
folder: no request names a path.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, ExceptionHandler, Scope

from riverlight.boards import content, shipped, shipped_ids
from riverlight.boards.calibrate import calibrated, doubts, question
from riverlight.boards.files import load, save
from riverlight.boards.kept import kept_ids, kept_path
from riverlight.boards.lights import chain_of, laid, spaces_along
from riverlight.boards.lint import faults
from riverlight.boards.new import blank_board, new_board
from riverlight.boards.places import places_of
from riverlight.boards.reading import FILE_BYTES_MAX, parsed
from riverlight.boards.wire import wire_of
from riverlight.boards.wiring_order import proposed
from riverlight.devices.lamp import Lamp
from riverlight.errors import BoardTaken, RiverlightError
from riverlight.languages.text import spoken, spoken_all, text
from riverlight.web.languages import Languages, switched
from riverlight.web.pages import error_page
from riverlight.web.security import Guard
from riverlight.web.trace_page import Opening, trace_page
from riverlight.web.trace_requests import Asked, mentioned
from shared_rules.board import GAMES

__all__ = ["LARGEST_BODY", "make_trace_app"]

_STATIC: Final = Path(__file__).parent / "static"

LARGEST_BODY: Final = FILE_BYTES_MAX
"""Bytes of a request at most: of a whole board file and what is said of it."""

Answer = Callable[[Asked], dict[str, Any]]


def make_trace_app(lamp: Lamp, hosts: frozenset[str], opening: Opening | None = None) -> ASGIApp:
    """Return the tracing page and what it asks for, guarded.

    Args:
        lamp: the device whose lights are followed.
        hosts: the names that the page answers to.
        opening: what the page begins with.
    """
    desk = _Desk(lamp)

    async def start(_request: Request) -> Response:
        return RedirectResponse("/trace")

    async def show(_request: Request) -> Response:
        return trace_page(opening or Opening())

    app = Starlette(
        routes=[
            Route("/", start, methods=["GET"]),
            Route("/trace", show, methods=["GET"]),
            Route("/trace/boards", _list_boards, methods=["GET"]),
            Route("/trace/boards/{name:str}", _read_board, methods=["GET"]),
            *(Route(f"/trace/{name}", _asked(answer), methods=["POST"]) for name, answer in desk.answers().items()),
            Route("/language", switched, methods=["POST"]),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        exception_handlers={
            HTTPException: cast("ExceptionHandler", _refused),
            RiverlightError: _failed,
            500: lambda _request, _error: _sentence(500, text("Riverlight made a mistake here; your work is kept.")),
        },
    )
    return Languages(Guard(app, hosts, _refuse, largest_body=LARGEST_BODY))


async def _list_boards(_request: Request) -> Response:
    return JSONResponse({"boards": await asyncio.to_thread(_listed)})


def _listed() -> list[dict[str, Any]]:
    boards = [(shipped(name), False) for name in shipped_ids()]
    for name in kept_ids():
        try:
            boards.append((load(name), True))
        except RiverlightError:
            continue  # 'boards list' says why it cannot be used
    return [
        {"id": board.id, "title": board.title, "game": board.game, "spaces": len(board.space_ids), "is_yours": is_yours}
        for board, is_yours in boards
    ]


async def _read_board(request: Request) -> Response:
    name: str = request.path_params["name"]
    if name not in shipped_ids() and kept_path(name) is None:
        raise HTTPException(404, text("There is no board of this id."))
    return JSONResponse({"document": parsed(await asyncio.to_thread(content, name))})


def _asked(answer: Answer) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        asked = Asked.in_body(await request.body())
        return JSONResponse(spoken_all(await asyncio.to_thread(answer, asked)))

    return endpoint


async def _refused(_request: Request, error: HTTPException) -> Response:
    sentence = error.detail
    if sentence == HTTPStatus(error.status_code).phrase:
        return error_page(error.status_code, text("There is nothing at this address."))
    return _sentence(error.status_code, sentence)


async def _failed(_request: Request, error: Exception) -> Response:
    refused = cast("RiverlightError", error).sentence
    return _sentence(409, refused, is_taken=isinstance(error, BoardTaken))


def _refuse(scope: Scope, status: int, sentence: str) -> ASGIApp:
    return error_page(status, sentence) if scope.get("method") == "GET" else _sentence(status, sentence)


def _sentence(status: int, sentence: str, *, is_taken: bool = False) -> Response:
    return JSONResponse({"sentence": spoken(sentence), "is_taken": is_taken}, status)


class _Desk:
    """What the page asks for, each by a name of its own."""

    def __init__(self, lamp: Lamp) -> None:
        self._lamp = lamp

    def answers(self) -> dict[str, Answer]:
        return {
            "save": self._save,
            "start": self._start,
            "check": self._check,
            "chain": self._chain,
            "device": self._device,
            "light": self._light,
            "question": self._question,
            "calibrated": self._calibrated,
        }

    def _save(self, asked: Asked) -> dict[str, Any]:
        document = asked.any("document")
        path = save(document, replaces=asked.is_true("replaces"))
        return {"id": document["id"], "folder": str(path.parent)}

    def _start(self, asked: Asked) -> dict[str, Any]:
        game, name, title = asked.word("game", GAMES), asked.word("id"), asked.word("title")
        size_mm = asked.size_mm("size_mm")
        make = blank_board if asked.is_true("is_blank") else new_board
        return {"document": make(game, name, title, size_mm)}

    def _check(self, asked: Asked) -> dict[str, Any]:
        document = asked.any("document")
        spaces = document.get("spaces") if isinstance(document, dict) else None
        listed = spaces if isinstance(spaces, list) else []
        ids = [space["id"] for space in listed if isinstance(space, dict) and isinstance(space.get("id"), str)]
        found = [(fault, mentioned(fault.sentence, ids)) for fault in faults(document)]
        return {
            "faults": [{**fault._asdict(), "english": str(fault.sentence), "spaces": spaces} for fault, spaces in found]
        }

    def _chain(self, asked: Asked) -> dict[str, Any]:
        """Lay the lights of a panel along an order, the proposed one where none is given; tell of its wire."""
        document, panel = asked.board(), asked.word("panel")
        if asked.has("laying"):
            laying = asked.laying()
            order = asked.order(document)
            if order is None:
                places = places_of(document)
                start, end = asked.space("start", document), asked.space("end", document)
                ids = list(places)
                order = [ids[number] for number in proposed(list(places.values()), asked.way(), start, end)]
            document = laid(document, panel, order, laying, asked.counts())
        wire = wire_of(document, panel, asked.supply_ma(), is_strip=asked.is_true("is_strip"))
        return {"document": document, "order": spaces_along(document, panel), "wire": wire._asdict()}

    def _device(self, asked: Asked) -> dict[str, Any]:
        document, panel = asked.board(), asked.word("panel")
        lights = self._lamp.look_at(document, panel)
        return {
            "lights": lights,
            "by_file": len(chain_of(document, panel)) or len(document["spaces"]),
            "is_simulated": self._lamp.is_simulated,
        }

    def _light(self, asked: Asked) -> dict[str, Any]:
        panel, light = asked.word("panel"), asked.light()
        self._lamp.light(panel, light, asked.number("colour", 0, 0xFFFFFF))
        shining = [] if light is None else self._lamp.shining(panel, light)
        return {"shining": shining, "keys": self._lamp.pressed()}

    def _question(self, asked: Asked) -> dict[str, Any]:
        document = asked.board()
        answers = asked.answers(document)
        now = question(document, asked.word("panel"), asked.lights(), answers)
        return {"question": None if now is None else now._asdict(), "doubts": doubts(answers)}

    def _calibrated(self, asked: Asked) -> dict[str, Any]:
        document = asked.board()
        return {"document": calibrated(document, asked.word("panel"), asked.lights(), asked.answers(document))}
