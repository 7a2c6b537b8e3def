"""The tutorial of a game: a written opening, played key by key with a coach's sentence for each.

``seeds/lessons/<game>.txt`` is a game's text whose comments are the coach's. The player presses the keys for everyone
at the table; a separate side plays by itself. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from riverlight.clauses import seeds_folder
from riverlight.errors import IllegalMove, OptionError
from riverlight.games.contract import Seat
from riverlight.games.registry import GAMES
from riverlight.games.sides import TABLE_PAGE, Keypad, PageViewer
from riverlight.games.transcript import read
from riverlight.languages.text import text
from riverlight.table.game_text import head_of
from riverlight.table.history import History
from riverlight.table.journal import InMemoryJournal, Journal
from riverlight.table.observers import Outcome
from riverlight.table.play import Play
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table
from riverlight.table.snapshot_types import Coach, Snapshot

__all__ = ["Lesson", "Step", "open_lesson", "script_of"]

_DONE: Final = text("That's the end of the tutorial. Start a game of your own.")
_BY_ITSELF: Final = text("In this tutorial the computer plays the other side.")


class Step(NamedTuple):
    """One move of the script, and what the coach says before it."""

    seat: Seat
    move: str
    coach: str


@cache
def script_of(game: str) -> tuple[Step, ...]:
    """Return the written opening of ``game``.

    Raises:
        OptionError: when there is no such game.
    """
    written = _text_of(game)
    coaches: dict[int, str] = {}
    for number, line in enumerate(written.splitlines(), start=1):
        if line.startswith("#"):
            coaches[number + 1] = text(line.removeprefix("#").strip())
    return tuple(Step(move.seat, move.text, coaches.get(move.line, "")) for move in read(written).moves)


def open_lesson(store: Store, game: str) -> Table:
    """Return a table with the opening of ``game`` at its beginning; ``store`` is not written.

    Raises:
        OptionError: when there is no such game.
    """
    history = History(head_of(read(_text_of(game))))
    return Table(Lesson(InMemoryJournal(store, 0, history), script_of(game)))


class Lesson(Play):
    """The entry policy of a tutorial: only the next move of the script is played; a separate side plays by itself."""

    is_sensed = False

    def __init__(self, journal: Journal, script: Sequence[Step]) -> None:
        super().__init__(journal)
        self._script = script

    def shown(self, snapshot: Snapshot, viewer: PageViewer) -> Snapshot:
        """Return what the page shows; for the table page ``coach`` has the coach's sentence and the keys to press."""
        step, length = self._step(), len(self._script)
        coach: Coach = {"sentence": _DONE, "keys": "", "at": length, "of": length}
        if step is not None:
            codes = self.head.game.interface.codes(self.history.state, step.seat)
            keys = next((code.keys for code in codes if code.move == step.move), "")
            coach = {"sentence": step.coach, "keys": keys, "at": len(self.history.entries), "of": length}
        is_told = step is None or viewer == TABLE_PAGE
        return {**snapshot, "arrange": None, "coach": coach if is_told else None}

    def move(self, seat: Seat, move: str, keypad: Keypad, press: KeyPress | None, *, tail: str = "") -> Outcome:
        """Play the next move of the script, then those of a separate side; refuse any other."""
        if self.head.game.sides.is_apart(keypad):
            raise IllegalMove("", _BY_ITSELF)  # not what the coach says, which depends on the hunters
        step = self._step()
        if step is None:
            raise IllegalMove("", _DONE)
        if (seat, move) != (step.seat, step.move):
            raise IllegalMove("", text("That would be legal, but in this tutorial: {coach}", coach=step.coach))
        outcome = super().move(seat, move, keypad, press, tail=tail)
        while (step := self._step()) is not None and self.head.game.sides.is_apart(step.seat):
            super().move(step.seat, step.move, step.seat, None)
        return outcome

    def _step(self) -> Step | None:
        at = len(self.history.entries)
        return self._script[at] if at < len(self._script) else None


def _text_of(game: str) -> str:
    if game not in GAMES:
        message = text(
            "There is no tutorial for {game}. There is one for {games}.",
            game=repr(game)[:40],
            games=", ".join(GAMES),
        )
        raise OptionError(message)
    return (seeds_folder() / "lessons" / f"{game}.txt").read_text(encoding="utf-8")
