"""Pages served for real on a free port, a device that only remembers, and a plain client."""

from __future__ import annotations

import http.client
import json
import posixpath
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

from riverlight import web
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.access import TableAccess
from riverlight.web.app import make_app
from riverlight.web.board import board_picture
from riverlight.web.room import Device, Room
from riverlight.web.security import local_hosts
from riverlight.web.server import PageServer
from starlette.types import ASGIApp
from websockets.sync.client import ClientConnection, connect

DEADLINE_S = 40
STATIC = Path(web.__file__).parent / "static"


class RememberingDevice:
    """A device without keys of its own that remembers who was attached and who watches."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.see: Callable[[int, bytes], None] = lambda _chain, _colours: None

    def attach(self, table: Table) -> None:
        """Remember ``table``."""
        self.tables.append(table)

    def press(self, _key: str) -> bool:
        """Have no keys."""
        return False

    def magnets(self, _panel: str) -> None:
        """Have no simulated board."""

    def move_magnet(self, _panel: str, _space: str, *, is_put: bool) -> bool:  # noqa: ARG002
        """Have none to move."""
        return False

    def watch(self, see: Callable[[int, bytes], None]) -> None:
        """Remember who watches."""
        self.see = see


def remembering(_store: Store) -> AbstractContextManager[RememberingDevice]:
    """A device that only remembers."""
    return nullcontext(RememberingDevice())


class Served:
    """A running server: ``ask`` for requests, ``line`` for the live line."""

    def __init__(self, room: Room, device: Device, port: int) -> None:
        self.room = room
        self.device = device
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        """Return status, headers and text of the answer, as a page of our own gets it unless ``headers`` say else."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE_S)
        try:
            connection.request(method, path, body, {"Origin": self.origin, **(headers or {})})
            answer = connection.getresponse()
            return (
                answer.status,
                {name.lower(): value for name, value in answer.getheaders()},
                answer.read().decode(errors="replace"),
            )
        finally:
            connection.close()

    def line(self, path: str = "/live", **options: Any) -> ClientConnection:
        """Return an open live line."""
        return connect(
            f"ws://127.0.0.1:{self.port}{path}", **{"origin": self.origin, "open_timeout": DEADLINE_S, **options}
        )


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def decoded_message(text: str) -> dict[str, Any]:
    """Return a message of a live line; the choices are in its snapshot, as its page has them."""
    message: dict[str, Any] = json.loads(text)
    if "choices" in message:
        tables = message.pop("choices")
        message["snapshot"]["choices"] = [
            {
                "verb": table["verb"],
                "move": " ".join(map(str, chain([table["verb"]], *map(_listed, row[len(table["fields"]) :])))),
                **dict(zip(table["fields"], row, strict=False)),
                "arguments": dict(zip(table["arguments"], row[len(table["fields"]) :], strict=True)),
            }
            for table in tables
            for row in table["rows"]
        ]
    return message


def next_message(
    line: ClientConnection, wanted: Callable[[Any], bool], decode: Callable[[str], Any] = decoded_message
) -> Any:
    """Return the next message that is ``wanted``: a dict for text, bytes for a picture of the lights.

    Those before it are lost: what may come in any order is looked for on two lines.
    """
    ends_at = time.monotonic() + DEADLINE_S
    while True:
        message = line.recv(timeout=max(0.0, ends_at - time.monotonic()))
        decoded = decode(message) if isinstance(message, str) else message
        if wanted(decoded):
            return decoded


def say(line: ClientConnection, **message: Any) -> dict[str, Any]:
    """Send a message and return what is answered to it."""
    line.send(json.dumps(message))
    answer: dict[str, Any] = next_message(line, lambda heard: "answer" in heard or "error" in heard)
    return answer


def loaded_by(page: str, game: str) -> set[str]:
    """Return the names of the static files that a page of ``game`` loads, those that its scripts import among them.

    A script that is imported for a part of the page alone counts where the page has that part; one that a function
    imports, indented, is loaded when it is needed, later than the page.
    """
    found = set(re.findall(r'(?:src|href)="/static/\w+/([\w./-]+)"', page))
    waiting = [name for name in found if name.endswith(".js")]
    while waiting:
        name = waiting.pop()
        script = (STATIC / name).read_text(encoding="utf-8").replace("${setting.game}", game)
        for part, only_for_it in re.findall(
            r'(?:page|setting)\.(\w+)(?: &&|\)) \(await import\("(\./.+?\.js)"\)', script
        ):
            has_part = f'id="{part}"' in page or f'"{part}": ' in page
            script = script if has_part else script.replace(only_for_it, "")
        script = re.sub(r"^ .*await import\(.*$", "", script, flags=re.MULTILINE)
        imported = re.findall(r'["`](\.{1,2}/[\w./-]+\.js)["`]', script)
        names = {posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in imported} - found
        found |= names
        waiting += names
    return found


def page_bytes(served: Served, page: str, game: str) -> int:
    """Return the bytes of a page of ``game`` with all that it loads, as they are sent."""
    files = [len(served.ask("GET", f"/static/{name}")[2].encode()) for name in loaded_by(page, game)]
    sitting = served.room.sitting
    assert sitting is not None
    assert sitting.table.head.board is not None
    return len(page.encode()) + len(board_picture(sitting.table.head.board)) + sum(files)


@contextmanager
def answering(app: ASGIApp, listener: socket.socket) -> Iterator[None]:
    """Have ``app`` answer on ``listener`` while the block continues."""
    ready = threading.Event()
    server = PageServer(app, ready.set)
    thread = threading.Thread(target=server.run, args=[[listener]])
    thread.start()
    try:
        assert ready.wait(DEADLINE_S)
        yield
    finally:
        server.should_exit = True
        thread.join(DEADLINE_S)
        assert not thread.is_alive()


@contextmanager
def serving(
    folder: Path,
    port: int = 0,
    beside: Callable[[Store], AbstractContextManager[Device]] = remembering,
    lan: str | None = None,
    resumes: int | None = None,
) -> Iterator[Served]:
    """Serve pages without a game yet, their record in ``folder``, on ``port`` or any free one, next to a device.

    ``lan`` is this machine's name in a local network from which the pages are reached, too. ``resumes`` is
    the game that is on the table from the first answer on.
    """
    with (
        socket.create_server(("127.0.0.1", port)) as listener,
        Store(folder) as store,
        beside(store) as device,
    ):
        port = listener.getsockname()[1]
        room = Room(store, device, bot_delay_s=0.0)
        if resumes is not None:
            room.resume(resumes)
        hosts = local_hosts(port) if lan is None else local_hosts(port) | {f"{lan}:{port}"}
        access = None if lan is None else TableAccess(folder, [lan])
        with answering(make_app(room, hosts, access), listener), closing(room):
            yield Served(room, device, port)
