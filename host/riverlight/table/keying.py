"""What a keypad may key: which seat it enters for, the codes it knows, and why other keys mean nothing on it.

A common keypad knows no code that would tell of a hand, and none of a seat that Riverlight plays.
"""

from __future__ import annotations

from riverlight.engines.contract import Seat
from riverlight.errors import IllegalMove
from riverlight.languages.text import text
from riverlight.table import snapshot
from riverlight.table.adaptor import Adaptor, Code
from riverlight.table.history import History
from riverlight.table.sides import HANDED, TABLE_PAGE, Keypad, Sides

__all__ = ["Keying"]


class Keying:
    """The keypads of one game; asks it and changes nothing."""

    def __init__(self, history: History, adaptor: Adaptor, sides: Sides) -> None:
        self._history = history
        self._adaptor = adaptor
        self._sides = sides

    def seat(self, keypad: Keypad) -> Seat:
        """Return the seat that ``keypad`` may enter for now.

        Raises:
            IllegalMove: when there is none, or what it would enter is private.
        """
        seat = snapshot.asked(self._history, keypad)
        if seat is None:
            prompt = snapshot.prompt_for(self._history, self._adaptor, self._sides.page_of(keypad))
            raise IllegalMove(
                prompt.clause, text("Nothing is asked of this keypad now: {sentence}", sentence=prompt.sentence)
            )
        is_common = isinstance(keypad, str) and keypad != HANDED
        if is_common and (refusal := self._adaptor.private(self._history.state, seat)) is not None:
            raise refusal
        return seat

    def table_seat(self, version: int | None) -> Seat:
        """Return the seat that the table's page asked for at ``version`` of the game, or asks for now.

        Raises:
            IllegalMove: when it asked for none.
        """
        history = self._history
        since = [] if version is None else history.steps[max(version, 0) :]
        entries = (history.opening, *history.entries)
        made = sum(not step.automatic for step in since)
        if made >= len(entries) or any(step.kind != "move" for step in since):
            made = 0  # that game stands no more, and nothing can be entered in it
        to_act = entries[-1 - made].after.view(self._sides.engine_viewer(TABLE_PAGE))["to_act"]
        if not to_act or not isinstance(to_act[0], int):
            prompt = snapshot.prompt_for(history, self._adaptor, TABLE_PAGE)
            raise IllegalMove(
                prompt.clause, text("Nothing is asked of the table now: {prompt}", prompt=prompt.sentence)
            )
        return to_act[0]

    def codes(self, keypad: Keypad, seat: Seat) -> tuple[Code, ...]:
        """Return the codes of ``seat`` that ``keypad`` knows."""
        sealed = self.sealed(keypad, seat)
        return tuple(code for code in self._adaptor.codes(self._history.state, seat) if code not in sealed)

    def sealed(self, keypad: Keypad, seat: Seat) -> tuple[Code, ...]:
        """Return the codes of ``seat`` that are entered elsewhere alone."""
        is_bot = seat in self._history.head.bot_seats
        if not isinstance(keypad, str) or (keypad == HANDED and not is_bot):
            return ()
        return tuple(code for code in self._adaptor.codes(self._history.state, seat) if code.is_private or is_bot)

    def why_not(self, seat: Seat, typed: str) -> IllegalMove:
        """Return why no code of ``seat`` begins with ``typed``."""
        refusal = self._adaptor.explain(self._history.state, seat, typed)
        if refusal is None:
            prompt = snapshot.prompt_for(self._history, self._adaptor, self._sides.page_of(seat))
            refusal = IllegalMove(
                prompt.clause,
                text("The keys {typed} mean nothing here: {sentence}", typed=typed, sentence=prompt.sentence),
            )
        return refusal
