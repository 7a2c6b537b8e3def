"""The phones at a table: they enter moves, and lose connections in every way that phones do."""

from __future__ import annotations

import itertools
import json
import random
import socket
import time
from collections import Counter
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.tools.soak.checks import SoakFailure

_PATIENCE_S = 30.0
_NAMES = itertools.count(1)


class Phones:
    """The pages that are open of one sitting; a context manager that drops them all.

    Args:
        port: of the pages.
        tokens: the seat of each token.
        dice: which of them drop, and how.
        counts: where that is counted.
    """

    def __init__(self, port: int, tokens: dict[str, int], dice: random.Random, counts: Counter[str]) -> None:
        self._port = port
        self._paths = {str(seat): f"/live/{token}" for token, seat in tokens.items()} | {"table": "/live"}
        self._dice = dice
        self._counts = counts
        self._lines: dict[str, _Line] = {}
        self._asleep: list[_Line] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for page in list(self._lines):
            self.drop(page, at_once=self._dice.random() < 0.5)
        for line in self._asleep:
            self._counts["phones dropped"] += 1
            line.cut()

    def begin(self, page: str | int, move: str, version: int) -> str:
        """Send a move from ``page``, as a page does that saw the game at ``version``; return the message."""
        message = json.dumps({"id": f"p-{next(_NAMES)}", "enter": move, "version": version})
        self.send(page, message)
        return message

    def send(self, page: str | int, message: str) -> None:
        """Send a message from ``page``, opening its line first where it has none."""
        if self._dice.random() < 0.2:
            self._asleep.append(self._opened(str(page)))  # in a pocket: it takes nothing that is sent to it
        self._line(str(page)).connection.send(message)
        self._counts["messages of phones"] += 1

    def finish(self, page: str | int, message: str) -> None:
        """Drop the line of ``page`` perhaps; come back with the same message, and see that it counts once.

        Raises:
            SoakFailure: when it is not answered as taken.
        """
        page = str(page)
        way = self._dice.choice(("waits", "drops", "comes back", "sends twice"))
        if way in ("drops", "comes back"):
            self.drop(page, at_once=way == "drops")
            self.send(page, message)
        elif way == "sends twice":
            self.send(page, message)
            self._see_taken(page, message)
        self._see_taken(page, message)

    def drop(self, page: str, *, at_once: bool) -> None:
        """Drop the line of ``page``, with no word of farewell where it is ``at_once``."""
        line = self._lines.pop(page, None)
        if line is not None:
            self._counts["phones dropped"] += 1
            if at_once:
                line.cut()
            else:
                line.close()

    def _see_taken(self, page: str, message: str) -> None:
        name = json.loads(message)["id"]
        answer = self._heard(page, name)
        if answer["result"] not in ("accepted", "repeated"):
            raise SoakFailure(f"Page {page} was answered {answer} to {message}.")

    def _heard(self, page: str, name: str) -> dict[str, Any]:
        until = time.monotonic() + _PATIENCE_S
        line = self._line(page)
        while time.monotonic() < until:
            with suppress(TimeoutError):
                heard = line.connection.recv(timeout=1.0)
                if isinstance(heard, str) and (told := json.loads(heard)).get("answer") == name:
                    return dict(told)
        raise SoakFailure(f"Page {page} was not answered to message {name} within {_PATIENCE_S:.0f} s.")

    def _line(self, page: str) -> _Line:
        if page not in self._lines:
            self._lines[page] = self._opened(page)
        return self._lines[page]

    def _opened(self, page: str) -> _Line:
        return _Line(f"127.0.0.1:{self._port}", self._paths[page])


class _Line:
    """A page's line to the host at ``address``."""

    def __init__(self, address: str, path: str) -> None:
        self._opened = ExitStack()
        opening = connect(
            f"ws://{address}{path}", origin=f"http://{address}", open_timeout=_PATIENCE_S, ping_interval=None
        )
        self.connection = self._opened.enter_context(opening)

    def close(self) -> None:
        """End it as a page does that is left."""
        self._opened.close()

    def cut(self) -> None:
        """End it as a phone does that has gone out of reach, or fell into water."""
        with suppress(OSError):  # the host was killed, and the line with it
            self.connection.socket.shutdown(socket.SHUT_RDWR)
        with suppress(ConnectionClosed):
            while True:  # its thread notices nothing while what came waits to be read
                self.connection.recv(timeout=_PATIENCE_S)
        self.close()
