"""Requests and WebSockets of the pages, as the app gets them: at the table, from the local network, and for tracing."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock
from urllib.parse import quote_plus, unquote

from riverlight.boards import read_board_file
from riverlight.errors import DeviceError
from riverlight.table.record import Store
from riverlight.web.access import TableAccess
from riverlight.web.app import make_app
from riverlight.web.room import Room
from riverlight.web.trace import make_trace_app
from riverlight.workshop.single_light import SingleLight
from starlette.types import ASGIApp, Message

from tests.tools.fuzz.boards import NAMES, small_boards
from tests.tools.fuzz.games import SEEDS
from tests.tools.fuzz.mutate import in_json, in_parts, in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_HOST = "127.0.0.1:8275"
_FAR_HOST = "192.0.2.7:8275"
_ANSWERED = (200, 303, 304, 307, 400, 403, 404, 405, 409, 413, 429)
_LONGEST_ANSWER = 400_000
_SENTENCE = re.compile(r'<p(?: class="refusal" role="alert")?>(.*?)</p>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_GAMES_MOST = 12
_PATIENCE_S = 20.0


class _Answer:
    """What an app sends: the status, the body, and on a live line each message."""

    def __init__(self) -> None:
        self.status = 0
        self.body = b""
        self.is_whole = False
        self.said: list[Any] = []

    async def send(self, message: Message) -> None:
        kind = message["type"]
        if kind == "http.response.start":
            assert self.status == 0, "a second answer"
            self.status = message["status"]
        elif kind == "http.response.body":
            self.body += message.get("body", b"")
            self.is_whole = not message.get("more_body", False)
        elif kind == "websocket.close":
            assert 1000 <= message["code"] < 5000
        elif kind == "websocket.send" and message.get("text") is not None:
            self.said.append(json.loads(message["text"]))


def _scope(head: str, *, is_line: bool) -> dict[str, Any] | None:
    """Return the ASGI scope of a request whose first line and headers are given; None for what is no request at all."""
    first, *lines = head.split("\n")
    words = first.split(" ")
    if len(words) < 3 or not words[2].startswith("/"):
        return None
    path, _mark, query = words[2].partition("?")
    headers = [
        (name.strip().lower().encode("latin-1", "replace"), value.strip().encode("latin-1", "replace"))
        for name, _colon, value in (line.partition(":") for line in lines)
    ]
    is_far = words[0] == "far"
    headers.append((b"host", (_FAR_HOST if is_far else _HOST).encode()))
    return {
        "type": "websocket" if is_line else "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": words[1],
        "scheme": "ws" if is_line else "http",
        "path": unquote(path, errors="replace"),
        "raw_path": path.encode("utf-8", "replace"),
        "query_string": query.encode("latin-1", "replace"),
        "root_path": "",
        "headers": headers,
        "client": ("192.0.2.9" if is_far else "127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8275),
        "subprotocols": [],
    }


async def _asked(app: ASGIApp, head: str, body: bytes) -> _Answer | None:
    is_line = head.split(" ")[1:2] == ["LINE"]
    scope = _scope(head, is_line=is_line)
    if scope is None:
        return None
    if is_line:
        said: list[Message] = [{"type": "websocket.connect"}]
        said += [{"type": "websocket.receive", "text": line.decode("utf-8", "replace")} for line in body.split(b"\n")]
        said.append({"type": "websocket.disconnect", "code": 1001})
    else:
        said = [{"type": "http.request", "body": body, "more_body": False}]
    answer = _Answer()

    async def receive() -> Message:
        if not said:
            await asyncio.Event().wait()  # who asked waits for the answer, however long it takes
        return said.pop(0)

    await app(scope, receive, answer.send)
    assert is_line or answer.is_whole
    return answer


class _Pages:
    """An app and a loop in a thread of its own: a browser's driver may have one in this."""

    def __init__(self, app: ASGIApp, said_of: Callable[[], object], secrets: Callable[[bytes], list[str]]) -> None:
        self._app = app
        self._said_of = said_of
        self._secrets = secrets
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._loop = asyncio.Runner()

    def close(self) -> None:
        self._thread.submit(self._loop.close).result()
        self._thread.shutdown()

    def ask(self, data: bytes) -> bool:
        """Send one request; a refusal is a sentence and has changed nothing."""
        head, _blank, body = data.partition(b"\n\n")
        before = self._said_of()
        asked = asyncio.wait_for(_asked(self._app, head.decode("utf-8", "replace"), body), _PATIENCE_S)
        answer = self._thread.submit(self._loop.run, asked).result()
        if answer is None:
            return False
        told = answer.body.decode("utf-8", "replace")
        assert len(told) <= _LONGEST_ANSWER
        assert "Traceback" not in told
        if b"/seats/" not in head and b"/keep" not in head:  # which answer with a link
            assert not [secret for secret in self._secrets(head) if secret in told and secret.encode() not in data]
        if not answer.status:
            _demand_sentences(answer.said)
            return bool(answer.said)
        assert answer.status in _ANSWERED, answer.status
        if answer.status < 400:
            return True
        demand_sentence(_sentence_in(told))
        assert self._said_of() == before
        return False


def _sentence_in(told: str) -> str:
    if told.startswith("{"):
        return str(json.loads(told)["sentence"])
    found = [unescape(_TAG.sub("", each)).strip() for each in _SENTENCE.findall(told)]
    return next(each for each in found if each)


def _demand_sentences(said: list[dict[str, Any]]) -> None:
    for message in said:
        if "error" in message:
            demand_sentence(message["error"])
        elif message.get("result") in ("refused", "asks"):
            demand_sentence(message["sentence"])


@contextmanager
def _table_pages() -> Iterator[Run]:
    """Serve a record with a game of Canyon in progress, on this machine and in the local network."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(TemporaryDirectory()))
        opened.enter_context(mock.patch.dict("os.environ", {"RIVERLIGHT_DATA": str(folder)}))
        store = opened.enter_context(Store(folder))
        room = Room(store, None, bot_delay_s=0.0)
        opened.callback(room.close)
        access = TableAccess(folder, ["192.0.2.7"])
        room.begin("canyon", {}, ["Ada", "Ben", "Cleo"])
        app = make_app(room, frozenset({_HOST, _FAR_HOST}), access)

        def secrets(head: bytes) -> list[str]:
            return [*_tokens(room), *([access.code] if head.startswith(b"far") else [])]

        pages = _Pages(app, lambda: _said_of(store), secrets)
        opened.callback(pages.close)

        def ask(data: bytes) -> bool:
            if len(store.games()) > _GAMES_MOST and b" /games" in data[:20]:
                return False  # every one that is begun makes the next list longer
            token = next(iter(_tokens(room)), "")
            return pages.ask(data.replace(b"TOKEN", token.encode()).replace(b"CODE", access.code.encode()))

        yield ask


def _said_of(store: Store) -> object:
    return [(game.game_id, game.entries) for game in store.games()]


def _tokens(room: Room) -> list[str]:
    return [] if room.sitting is None else list(room.sitting.seats)


class _NoLight(SingleLight):
    """A lamp whose device is never there."""

    def _ready(self) -> Any:
        message = "The device is unplugged. Plug it in."
        raise DeviceError(message)


@contextmanager
def _trace_pages() -> Iterator[Run]:
    with ExitStack() as opened:
        folder = Path(opened.enter_context(TemporaryDirectory()))
        opened.enter_context(mock.patch.dict("os.environ", {"RIVERLIGHT_DATA": str(folder)}))
        single_light = opened.enter_context(_NoLight("PORT"))
        boards = folder / "boards"
        pages = _Pages(
            make_trace_app(single_light, frozenset({_HOST})),
            lambda: sorted((path.name, path.read_bytes()) for path in boards.glob("*")),
            lambda _head: [],
        )
        opened.callback(pages.close)
        yield pages.ask


_ORIGIN = f"origin: http://{_HOST}"
_FAR_ORIGIN = f"origin: http://{_FAR_HOST}"
_NEW_GAME = "game=canyon&seats=3&name_0=Ada&name_1=Ben&name_2=Cleo&option_cards=app"


def _request(line: str, body: str = "", *headers: str) -> bytes:
    return "\n".join((line, _ORIGIN, *headers, "", body)).encode()


def _table_requests() -> list[bytes]:
    text = (SEEDS / "lessons" / "canyon.txt").read_text(encoding="utf-8")
    plain = (
        *("/", "/?game=niagara", "/games", "/games/1/statistics", "/games/1/text", "/table", "/clauses/CAN-1"),
        *("/watch", "/seat/TOKEN", "/reasons", "/join", "/access", "/static/table.js"),
    )
    chosen = (f"referer: http://{_HOST}/games?x=1", "accept-language: de, en;q=0.5")
    said = ({"id": "k-1", "press": "7"}, {"id": "k-2", "enter": "dealer 1"}, {"id": "k-3", "redo": True})
    return [
        *(_request(f"here GET {path}") for path in plain),
        _request("here POST /games", _NEW_GAME),
        _request("here POST /games", "game=pyramid&seats=3&name_0=Ada&bots=1"),
        *(_request(f"here POST /games/1{way}") for way in ("", "/arrange", "/replay")),
        _request("here POST /games/text", f"text={quote_plus(text)}"),
        _request("here POST /seats/0", "move=1"),
        *(_request(f"here POST {path}") for path in ("/seats/1/close", "/seat/TOKEN/keep", "/table-code")),
        _request("here POST /language", "language=de", *chosen),
        _request("here LINE /live", "\n".join(map(json.dumps, said))),
        _request("here LINE /live/TOKEN", '{"id":"k-1","take_back":true}\n{"id":"k-2","go_to":1}'),
        f"far GET /table\n{_FAR_ORIGIN}\ncookie: riverlight_table=x; riverlight_language=zh-Hant\n\n".encode(),
        f"far POST /join\n{_FAR_ORIGIN}\n\ncode=CODE".encode(),
        _request("here POST /lessons/niagara"),  # last: a tutorial has no links of seats
    ]


_SMALL = json.loads(small_boards()[0])
_STRIP = {"kind": "strip", "each": 1, "a_metre": 60}
_LAYING = {"kind": "matrix", "each": 1, "a_metre": 60, "pitch_mm": 16, "columns": 8, "rows": 8, "at_mm": [5, 5]}
_CHAIN = {"document": _SMALL, "panel": "main", "supply_ma": 2000, "order": None, "counts": {}, "way": "short"}
_TRACED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("check", {"document": _SMALL}),
    ("save", {"document": _SMALL, "replaces": True}),
    ("start", {"game": "pyramid", "id": "mine", "title": "Mine", "size_mm": [600, 500], "is_blank": False}),
    ("chain", {**_CHAIN, "laying": _STRIP, "start": "a1", "end": "l", "is_strip": True}),
    ("chain", {**_CHAIN, "laying": _LAYING, "order": ["a1", "b1"], "counts": {"a1": 2}}),
    ("question", {"document": _SMALL, "panel": "main", "lights": 7, "answers": {"0": "a1", "1": None}}),
    ("calibrated", {"document": _SMALL, "panel": "main", "lights": 3, "answers": {"0": "a1", "1": None, "2": "b1"}}),
)
_TRACE_NAMES = (
    *("document", "replaces", "id", "title", "is_blank", "panel", "supply_ma", "order", "counts", "way", "laying"),
    *("each", "a_metre", "pitch_mm", "columns", "rows", "is_zigzag", "strip", "matrix", "apart", "short", "rows"),
    *("lights", "answers"),
)


def _trace_requests() -> list[bytes]:
    return [
        *(_request(f"here POST /trace/{name}", json.dumps(parts)) for name, parts in _TRACED),
        *(_request(f"here GET {path}") for path in ("/trace", "/trace/boards", "/trace/boards/canyon")),
        _request("here POST /trace/check", json.dumps({"document": json.loads(read_board_file("pyramid"))})),
    ]


_WORDS = (
    *("here", "far", "GET", "POST", "HEAD", "PUT", "LINE", "/", "/games", "/games/1", "/games/2/text", "/live"),
    *(_ORIGIN, _FAR_ORIGIN, "origin: null", "host: evil.example", "content-length: 9999999", "content-length: -1"),
    *(
        "cookie: riverlight_table=é",
        "cookie: riverlight_language=xx",
        "accept-language: *;q=0,de;q=x",
        "referer: http://[",
    ),
    "cookie: riverlight_device=x",
    *("content-encoding: gzip", "content-type: multipart/form-data", "/static/../app.py", "/%00", "?game=%ff"),
    *("/seat/%2e%2e", "/table"),
)
_FORM_WORDS = ("game=", "seats=9", "name_0=", "option_cards=none", "&", "%ff", "%00", "+", "&&", "bots=0", "move=1")

TARGETS = (
    Target(
        "page-requests",
        _table_requests,
        in_parts(b"\n\n", in_words(_WORDS), in_words(_FORM_WORDS)),
        _table_pages,
        lambda: [
            _request("here POST /games", "&".join(f"a{number}=1" for number in range(200))),
            _request("here POST /games/text", "text=" + "%5B" * 50_000),
            _request("here GET /games/" + "9" * 150 + "/text"),
            _request("here GET /seat/" + "é" * 190),
            _request("here LINE /live", "[" * 60_000),
            _request("here POST /language", "language=de", "referer: http://[::1"),
        ],
        50,
    ),
    Target(
        "trace-requests",
        _trace_requests,
        in_parts(b"\n\n", in_words(_WORDS), in_json((*NAMES, *_TRACE_NAMES))),
        _trace_pages,
        lambda: [
            _request("here POST /trace/check", "[" * 60_000),
            _request("here POST /trace/question", json.dumps({**_TRACED[5][1], "answers": {"0": ["a1"]}})),
        ],
        100,
    ),
)
