"""The host's process, from outside: started on its record, asked, ended, and killed."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.tools.soak.checks import SoakFailure

ROOT = Path(__file__).parents[3]

_ANSWER_SECONDS = 120.0
_LOOK_SECONDS = 0.004
_LAST_WORDS = 2000


class HostProcess:
    """One host at a time; :meth:`start` it, and :meth:`end` it.

    Args:
        folder: of its record.
        port: the path at which it finds the board.
        counts: to which what it counted is added when it is no more.
        while_waiting: called while an answer is waited for that may take the board's time.

    Attributes:
        told: how many steps of the game it said were safe since the last request.
    """

    def __init__(self, folder: Path, port: Path, counts: Counter[str], while_waiting: Callable[[], None]) -> None:
        self.told = 0
        self._folder = folder
        self._port = port
        self._counts = counts
        self._while_waiting = while_waiting
        self._counted: Counter[str] = Counter()
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""
        self._words = folder.with_suffix(".words")

    def start(self) -> None:
        """Start it on the record as it is."""
        with self._words.open("ab") as words:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "always", "-m", "tests.tools.soak.host", str(self._folder), str(self._port)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=words,
                cwd=ROOT,
                start_new_session=True,  # a Ctrl-C is for those who play
            )
        self._read = b""
        self._counted.clear()

    def end(self) -> None:
        """End it as its people do, and see that it had nothing to complain of."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            code = process.wait(_ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            raise self._failure("The host did not end.") from None
        self._forget()
        if code or self._last_words():
            raise SoakFailure(f"The host ended with code {code} and the words: {self._last_words()}")

    def kill(self) -> None:
        """Kill it, whatever it does; none that runs is no error."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._note_rest()
            self._forget()

    def send(self, do: str, **fields: Any) -> None:
        """Ask for something without waiting for the answer."""
        assert self._process is not None
        assert self._process.stdin is not None
        self.told = 0
        self._process.stdin.write(json.dumps({"do": do, **fields}).encode() + b"\n")
        self._process.stdin.flush()

    def ask(self, do: str, **fields: Any) -> Any:
        """Ask for something and return the answer.

        Raises:
            SoakFailure: with what the host says is wrong, or that it says nothing.
        """
        self.send(do, **fields)
        until = time.monotonic() + _ANSWER_SECONDS
        while (answer := self._answer()) is None:
            if time.monotonic() > until:
                raise self._failure(f"The host did not answer when asked to {do}.")
            self._while_waiting()
        if "error" in answer:
            raise SoakFailure(f"The host, asked to {do}: {answer['error']}")
        self._counted = Counter(answer["counts"])
        return answer["ok"]

    def _answer(self) -> dict[str, Any] | None:
        """Return the answer once there is one; wait a moment for it."""
        assert self._process is not None
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], _LOOK_SECONDS)[0]:
            return None
        data = os.read(self._process.stdout.fileno(), 65536)
        if not data:
            raise self._failure("The host has ended by itself.")
        return self._split(data)

    def _split(self, data: bytes) -> dict[str, Any] | None:
        *lines, self._read = (self._read + data).split(b"\n")
        for line in lines:
            message: dict[str, Any] = json.loads(line)
            if "at" not in message:
                return message
            self.told = message["at"]
        return None

    def _note_rest(self) -> None:
        """Take what a killed one had still said."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._split(self._process.stdout.read())

    def _forget(self) -> None:
        assert self._process is not None
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process = None
        self._counts.update(self._counted)
        self._counted.clear()

    def _failure(self, sentence: str) -> SoakFailure:
        """Return the failure with ``sentence`` and the stacks of the host's threads."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGUSR1)
            time.sleep(0.5)
        return SoakFailure(f"{sentence} Its last words: {self._last_words() or 'none'}")

    def _last_words(self) -> str:
        return self._words.read_text(errors="replace")[-_LAST_WORDS:]
