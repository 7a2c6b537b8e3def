"""Searching bots in a process of their own, so that pages and lights never wait for them.

The process runs one bot for each seat of a table. It receives the views that the seats have seen, as the pages would
show them, and the legal moves; it never has the game itself. If it ends or does not answer in time, it is restarted and
receives the views again; if that fails too, an easy bot chooses.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from multiprocessing.process import BaseProcess
from typing import Final, NamedTuple, Protocol, TypeVar

from riverlight.boards import Board
from riverlight.games.bots import Adviser, Appraisal, Bot, Choice, Effort
from riverlight.games.contract import MoveData, Seat, View
from riverlight.games.game import Game
from riverlight.games.registry import game_named

__all__ = ["DistantBot", "Thinker"]

_START_S: Final = 20.0
"""The longest time for the process to start and read what happened so far, on a slow machine."""

_TRIES: Final = 2


class _Task(NamedTuple):
    """A request to the process: for the seat's choice, or for all appraisals; with the new views."""

    seat: Seat
    effort: Effort
    views: Sequence[View]
    view: View
    moves: Sequence[MoveData]
    is_appraisal: bool


_Answer = list[Appraisal] | Choice

_Sent_contra = TypeVar("_Sent_contra", contravariant=True)
_Received_co = TypeVar("_Received_co", covariant=True)


class _Pipe(Protocol[_Sent_contra, _Received_co]):
    """One end of a pipe; its class differs on Windows."""

    def send(self, message: _Sent_contra, /) -> None:
        """Send a message; raises OSError if the other end is closed."""

    def recv(self) -> _Received_co:
        """Return the next message; raises EOFError if the other end is closed."""

    def poll(self, timeout: float, /) -> bool:
        """Return whether a message arrives within so many seconds."""

    def close(self) -> None:
        """Close this end."""


class Thinker:
    """The process in which the bots of one table search; started on first use, or by :meth:`start`.

    Args:
        game: the game.
        seats: the number of seats.
        board: the board.
        options: the house rules.
    """

    def __init__(self, game: Game, seats: int, board: Board | None, options: Mapping[str, str]) -> None:
        self.game = game
        self.seats = seats
        self.board = board
        self.options = options
        self.starts = 0
        self._process: BaseProcess | None = None
        self._pipe: _Pipe[_Task, _Answer] | None = None

    def start(self) -> None:
        """Start the process if none is running."""
        if self._process is not None and self._process.is_alive():
            return
        self.close()
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        document = None if self.board is None else self.board.document
        given = (other, self.game.name, self.seats, document, dict(self.options))
        self._process = context.Process(target=_serve, args=given, daemon=True, name="riverlight-bots")
        self._process.start()
        other.close()
        self.starts += 1

    def ask(self, task: _Task) -> _Answer | None:
        """Return the answer to ``task``; end the process and return None if there is no answer in time."""
        self.start()
        assert self._pipe is not None  # noqa: S101  (start has made it)
        try:
            self._pipe.send(task)
            if self._pipe.poll(_START_S + 2 * (task.effort.seconds or 0.0)):
                return self._pipe.recv()
        except (EOFError, OSError):
            pass
        self.close()
        return None

    def close(self) -> None:
        """End the process."""
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()
            process.close()


class DistantBot:
    """A seat's bot in the process of a :class:`Thinker`; see :class:`riverlight.games.bots.Adviser`."""

    def __init__(self, thinker: Thinker, seat: Seat, effort: Effort) -> None:
        self._thinker = thinker
        self._seat = seat
        self._effort = effort
        self._views: list[View] = []
        self._handed = 0
        self._start = -1

    def watch(self, view: View) -> None:
        """Remember the view; it is sent with the next question."""
        self._views.append(view)

    def choose(self, view: View, moves: Sequence[MoveData]) -> Choice:
        """Return the choice of the process's bot; if there is no answer, an easy bot's."""
        answer = self._ask(view, moves, is_appraisal=False)
        return answer if isinstance(answer, Choice) else self._easy().choose(view, moves)

    def appraise(self, view: View, moves: Sequence[MoveData]) -> list[Appraisal]:
        """Return the appraisals of ``moves`` by the process's bot, best first; ``[]`` if there is no answer."""
        answer = self._ask(view, moves, is_appraisal=True)
        return answer if isinstance(answer, list) else []

    def _ask(self, view: View, moves: Sequence[MoveData], *, is_appraisal: bool) -> _Answer | None:
        for _ in range(_TRIES):
            self._thinker.start()
            if self._thinker.starts != self._start:  # a new process has seen nothing
                self._start, self._handed = self._thinker.starts, 0
            views = self._views[self._handed :]
            answer = self._thinker.ask(_Task(self._seat, self._effort, views, view, moves, is_appraisal))
            if answer is not None:
                self._handed = len(self._views)
                return answer
        return None

    def _easy(self) -> Bot:
        thinker = self._thinker
        bot = thinker.game.bots([self._seat], thinker.seats, thinker.board, thinker.options)[self._seat]
        for view in self._views:
            bot.watch(view)
        return bot


def _serve(
    pipe: _Pipe[_Answer, _Task],
    game_name: str,
    seats: int,
    document: Mapping[str, object] | None,
    options: Mapping[str, str],
) -> None:
    """Answer tasks until the other end is closed."""
    game = game_named(game_name)
    board = None if document is None else Board(document)
    bots: dict[tuple[Seat, Effort], Adviser] = {}
    assert game.make_adviser is not None  # noqa: S101  (no process is started for games without one)
    while True:
        try:
            task = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        key = task.seat, task.effort
        if key not in bots:
            bots[key] = game.make_adviser(task.seat, seats, board, options, task.effort)
        bot = bots[key]
        for view in task.views:
            bot.watch(view)
        pipe.send(bot.appraise(task.view, task.moves) if task.is_appraisal else bot.choose(task.view, task.moves))
