"""The server of the tracing page: checks boards, assigns their lights, saves them, and lights a device.

Boards are sent whole, as JSON; photos never leave the browser. A board is saved under its id in the user's own folder:
no request contains a path.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Set
from http import HTTPStatus
from typing import Any, Final, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, ExceptionHandler, Scope

from riverlight.boards import read_board_file, shipped, shipped_ids
from riverlight.boards.files import load, save
from riverlight.boards.kinds import kind_for, kind_names
from riverlight.boards.lint import find_problems
from riverlight.boards.places import places_of
from riverlight.boards.problems import STEPS, current_step
from riverlight.boards.reading import FILE_BYTES_MAX, parse_json
from riverlight.boards.saved import saved_ids, saved_path
from riverlight.boards.sensors import propose_sensors
from riverlight.errors import BoardError, BoardTaken, RiverlightError
from riverlight.languages.text import spoken, spoken_all, text
from riverlight.web.languages import Languages, switch_language
from riverlight.web.names import game_title
from riverlight.web.pages import error_page
from riverlight.web.security import Guard
from riverlight.web.static_files import static_route
from riverlight.web.trace_page import Opening, trace_page
from riverlight.web.trace_requests import TraceRequest
from riverlight.workshop.calibrate import apply_answers, doubts, question
from riverlight.workshop.lights import assign_lights, chain_of, spaces_along
from riverlight.workshop.new import blank_board, new_board
from riverlight.workshop.single_light import SingleLight
from riverlight.workshop.wiring.lengths import wire_of
from riverlight.workshop.wiring_order import propose_order

__all__ = ["LARGEST_BODY", "make_trace_app"]

LARGEST_BODY: Final = FILE_BYTES_MAX
"""Maximum size of a request: a whole board file and its parameters."""

Answer = Callable[[TraceRequest], dict[str, Any]]


def make_trace_app(single_light: SingleLight, hosts: Set[str], opening: Opening | None = None) -> ASGIApp:
    """Return the app of the tracing page, with request checks.

    Args:
        single_light: the device whose lights are tested.
        hosts: the allowed Host values.
        opening: what the page opens with.
    """
    actions = _Actions(single_light)

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
            *(
                Route(f"/trace/{name}", _endpoint(answer), methods=["POST"])
                for name, answer in actions.by_name().items()
            ),
            Route("/language", switch_language, methods=["POST"]),
            static_route(),
        ],
        exception_handlers={
            HTTPException: cast("ExceptionHandler", _refused),
            RiverlightError: _failed,
            500: lambda _request, _error: _sentence(500, text("Internal error. Your work is saved in this browser.")),
        },
    )
    return Languages(Guard(app, hosts, _refuse, largest_body=LARGEST_BODY))


async def _list_boards(_request: Request) -> Response:
    return JSONResponse({"boards": await asyncio.to_thread(_listed)})


def _listed() -> list[dict[str, Any]]:
    boards = [(shipped(name), False) for name in shipped_ids()]
    for name in saved_ids():
        try:
            boards.append((load(name), True))
        except RiverlightError:
            continue  # 'boards list' shows its problem
    return [
        {"id": board.id, "title": board.title, "game": board.game, "spaces": len(board.space_ids), "is_yours": is_yours}
        for board, is_yours in boards
    ]


async def _read_board(request: Request) -> Response:
    name: str = request.path_params["name"]
    if name not in shipped_ids() and saved_path(name) is None:
        raise HTTPException(404, text("There is no board with this id."))
    return JSONResponse({"document": parse_json(await asyncio.to_thread(read_board_file, name))})


def _endpoint(answer: Answer) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        parts = TraceRequest.in_body(await request.body())
        return JSONResponse(spoken_all(await asyncio.to_thread(answer, parts)))

    return endpoint


async def _refused(_request: Request, error: HTTPException) -> Response:
    sentence = error.detail
    if sentence == HTTPStatus(error.status_code).phrase:
        return error_page(error.status_code, text("There is no page at this address."))
    return _sentence(error.status_code, sentence)


async def _failed(_request: Request, error: Exception) -> Response:
    refused = cast("RiverlightError", error).sentence
    return _sentence(409, refused, is_taken=isinstance(error, BoardTaken))


def _refuse(scope: Scope, status: int, sentence: str) -> ASGIApp:
    return error_page(status, sentence) if scope.get("method") == "GET" else _sentence(status, sentence)


def _sentence(status: int, sentence: str, *, is_taken: bool = False) -> Response:
    return JSONResponse({"sentence": spoken(sentence), "is_taken": is_taken}, status)


class _Actions:
    """The page's requests, by the last part of the path."""

    def __init__(self, single_light: SingleLight) -> None:
        self._single_light = single_light

    def by_name(self) -> dict[str, Answer]:
        return {
            "save": self._save,
            "start": self._start,
            "check": self._check,
            "chain": self._chain,
            "sensors": self._sensors,
            "device": self._device,
            "light": self._light,
            "question": self._question,
            "calibrated": self._calibrated,
        }

    def _save(self, parts: TraceRequest) -> dict[str, Any]:
        document = parts.any("document")
        save(document, replaces=parts.is_true("replaces"))
        return {"id": document["id"], "problems": len(find_problems(document))}

    def _start(self, parts: TraceRequest) -> dict[str, Any]:
        game, name, title = parts.word("game", kind_names()), parts.word("id"), parts.word("title")
        size_mm = parts.size_mm("size_mm")
        make = blank_board if parts.is_true("is_blank") else new_board
        return {"document": make(game, name, title, size_mm)}

    def _check(self, parts: TraceRequest) -> dict[str, Any]:
        """Find a board's problems; those of a step are due when a later step has been started, or it is the last."""
        document = parts.any("document")
        problems = find_problems(document)
        is_readable = not any(problem.is_malformed and problem.step == "file" for problem in problems)
        current = current_step(document["spaces"]) if is_readable else STEPS[-1]
        due = STEPS if current == STEPS[-1] else ("file", *STEPS[1 : STEPS.index(current)])
        return {"problems": [{**problem._asdict(), "is_due": problem.step in due} for problem in problems]}

    def _chain(self, parts: TraceRequest) -> dict[str, Any]:
        """Assign a panel's lights along an order, the proposed one if none is given; return what its wire needs."""
        document, panel = parts.board(), parts.word("panel")
        if parts.has("laying"):
            laying = parts.laying()
            order = parts.order(document)
            if order is None:
                places = places_of(document)
                start, end = parts.space("start", document), parts.space("end", document)
                ids = list(places)
                order = [ids[number] for number in propose_order(list(places.values()), parts.way(), start, end)]
            document = assign_lights(document, panel, order, laying, parts.counts())
        wire = wire_of(document, panel, parts.supply_ma(), is_strip=parts.is_true("is_strip"))
        return {"document": document, "order": spaces_along(document, panel), "wire": wire._asdict()}

    def _sensors(self, parts: TraceRequest) -> dict[str, Any]:
        document = parts.board()
        if not kind_for(document["game"]).sensed_kinds:
            message = text("The pieces of {game} cannot be sensed.", game=game_title(document["game"]))
            raise BoardError(message)
        return {"document": propose_sensors(document)}

    def _device(self, parts: TraceRequest) -> dict[str, Any]:
        document, panel = parts.board(), parts.word("panel")
        lights = self._single_light.select_panel(document, panel)
        return {
            "lights": lights,
            "by_file": len(chain_of(document, panel)) or len(document["spaces"]),
            "is_simulated": self._single_light.is_simulated,
        }

    def _light(self, parts: TraceRequest) -> dict[str, Any]:
        panel, light = parts.word("panel"), parts.light()
        self._single_light.light(panel, light, parts.number("colour", 0, 0xFFFFFF))
        shining = [] if light is None else self._single_light.shining(panel, light)
        return {"shining": shining, "keys": self._single_light.pressed()}

    def _question(self, parts: TraceRequest) -> dict[str, Any]:
        document = parts.board()
        answers = parts.answers(document)
        now = question(document, parts.word("panel"), parts.lights(), answers)
        return {"question": None if now is None else now._asdict(), "doubts": doubts(answers)}

    def _calibrated(self, parts: TraceRequest) -> dict[str, Any]:
        document = parts.board()
        return {"document": apply_answers(document, parts.word("panel"), parts.lights(), parts.answers(document))}
