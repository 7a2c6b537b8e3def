"""A short guided first game: a written opening, played key by key with a coach's sentence for each.

``seeds/lessons/<game>.txt`` is a game's text whose comments are the coach's. Who learns presses the keys for everyone
at the table; a side apart plays by itself. Nothing of it is kept.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from riverlight.clauses import seeds_folder
from riverlight.engines.contract import Seat
from riverlight.engines.games import GAME_NAMES
from riverlight.engines.transcript import read
from riverlight.errors import IllegalMove, OptionError
from riverlight.languages.text import text
from riverlight.table.game_text import head_of
from riverlight.table.history import History
from riverlight.table.keypads import Outcome
from riverlight.table.record import KeyPress, Store
from riverlight.table.sides import TABLE_PAGE, Keypad, PageViewer
from riverlight.table.unkept import Unkept

__all__ = ["Lesson", "Step", "script_of"]

_DONE: Final = text("That was the opening; the game goes on so, round by round. Begin one of your own.")
_BY_ITSELF: Final = text("In this first game the other side plays by itself.")


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


class Lesson(Unkept):
    """A guided first game under way."""

    @classmethod
    def of(cls, store: Store, game: str) -> Lesson:
        """Return the opening of ``game`` at its beginning; ``store`` is not written.

        Raises:
            OptionError: when there is no such game.
        """
        lesson = cls(store, 0, History(head_of(read(_text_of(game)))), 0)
        lesson.script = script_of(game)
        return lesson

    script: tuple[Step, ...] = ()

    def snapshot(self, viewer: PageViewer) -> dict[str, Any]:
        """Return what the page shows; for the table page ``coach`` has the coach's sentence and the keys to press."""
        with self._lock:
            shown = {**super().snapshot(viewer), "arrange": None}
            step = self._step()
            if step is None:
                done = len(self.script)
                return {**shown, "coach": {"sentence": _DONE, "keys": "", "at": done, "of": done}}
            codes = self.codes(step.seat)
            keys = next((code.keys for code in codes if code.move == step.move), "")
            at = len(self.history.entries)
            coach = {"sentence": step.coach, "keys": keys, "at": at, "of": len(self.script)}
            return {**shown, "coach": coach if viewer == TABLE_PAGE else None}

    def _move(self, seat: Seat, move: Any, keypad: Keypad | None, tail: str, press: KeyPress | None) -> Outcome:
        if keypad is not None and self.sides.is_apart(keypad):
            raise IllegalMove("", _BY_ITSELF)  # and not what the coach says: that tells of the hunters
        step = self._step()
        move_text = move if isinstance(move, str) else self.history.state.move_text(move)
        if step is None:
            raise IllegalMove("", _DONE)
        if (seat, move_text) != (step.seat, step.move):
            raise IllegalMove("", text("You could, but in this first game: {coach}", coach=step.coach))
        outcome = super()._move(seat, move, keypad, tail, press)
        while (step := self._step()) is not None and self.sides.is_apart(step.seat):
            super()._move(step.seat, step.move, step.seat, "", None)
        return outcome

    def _step(self) -> Step | None:
        at = len(self.history.entries)
        return self.script[at] if at < len(self.script) else None


def _text_of(game: str) -> str:
    if game not in GAME_NAMES:
        message = text(
            "There is no guided first game of {game}; there is one of {games}.",
            game=repr(game)[:40],
            games=", ".join(GAME_NAMES),
        )
        raise OptionError(message)
    return (seeds_folder() / "lessons" / f"{game}.txt").read_text(encoding="utf-8")
