"""The keypads of one side: the keys typed on each, the seat it enters for, and the codes it accepts.

A common keypad accepts no code that would reveal a hand, and none for a bot's seat.
"""

from __future__ import annotations

from typing import Final

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Seat
from riverlight.games.interface import Code
from riverlight.games.sides import HANDED, TABLE_PAGE, Keypad
from riverlight.languages.text import text
from riverlight.table.changes import Change
from riverlight.table.entry import Match, match
from riverlight.table.history import History
from riverlight.table.observers import Outcome
from riverlight.table.prompts import prompt_for, prompted_seat
from riverlight.table.secrecy import knows_more

__all__ = ["SEALED", "TOO_QUICK", "Keypads"]

SEALED: Final = text("That can be entered only on that seat's own page.")
TOO_QUICK: Final = Outcome("refused", text("That key came too soon after the previous entry. Press it again."))
"""Why a key is refused that would start the entry of another seat."""


class Keypads:
    """The keypads of one side, updated by the journal. They never change the game."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._interface = history.head.game.interface
        self._sides = history.head.game.sides
        self._typed: dict[Keypad, str] = {}
        self._tails: dict[Keypad, str] = {}
        self._last_seats: dict[Keypad, Seat] = {}
        self._correcting: dict[Keypad, int] = {}

    def typed(self, keypad: Keypad) -> str:
        """Return the keys of an unfinished code."""
        return self._typed.get(keypad, "")

    def tail(self, keypad: Keypad) -> str:
        """Return the rest of an accepted code, which may still be typed."""
        return self._tails.get(keypad, "")

    def correcting(self, keypad: Keypad) -> int | None:
        """Return the place of the entry being corrected; 0 while its number is typed, None if there is none."""
        return self._correcting.get(keypad)

    def shown(self, keypad: Keypad) -> History:
        """Return the game that ``keypad`` enters into: the game before the entry being corrected, if there is one."""
        place = self._correcting.get(keypad)
        return self._history.until(place - 1) if place else self._history

    def follow(self, change: Change) -> None:
        """Update from a change: every step discards unfinished codes.

        All codes of a separate side have one key, so steps that it may not know of have nothing to discard there.
        """
        for row in change.rows:
            body = row.details
            if row.kind != "typed":
                self._typed.clear()
                self._correcting.clear()
                if not row.automatic:
                    self._tails.clear()
            if "keypad" in body:
                self._typed[body["keypad"]] = body.get("keys", "")
                self._tails[body["keypad"]] = body.get("tail", "")
                self._correcting.pop(body["keypad"], None)
                if 0 <= body.get("correcting", -1) <= len(self._history.entries):
                    self._correcting[body["keypad"]] = body["correcting"]
        if change.keypad is not None and change.entry is not None:
            self._last_seats[change.keypad] = change.entry.seat

    def is_left_over(self, keypad: Keypad) -> bool:
        """Return whether a quick key would start the entry of another seat than the key before it."""
        try:
            return not self.typed(keypad) and self._last_seats.get(keypad) not in (None, self.seat(keypad))
        except IllegalMove:
            return False

    def seat(self, keypad: Keypad) -> Seat:
        """Return the seat that ``keypad`` enters for now.

        Raises:
            IllegalMove: there is none, or its entry is private.
        """
        place = self.correcting(keypad)
        seat = self._history.entries[place - 1].seat if place else prompted_seat(self._history, keypad)
        if seat is None:
            prompt = prompt_for(self._history, self._sides.page_of(keypad))
            raise IllegalMove(
                prompt.clause, text("This keypad has nothing to enter now. {sentence}", sentence=prompt.sentence)
            )
        is_common = isinstance(keypad, str) and keypad != HANDED
        if is_common and (refusal := self._interface.private(self.shown(keypad).state, seat)) is not None:
            raise refusal
        return seat

    def table_seat(self, version: int | None) -> Seat:
        """Return the seat that the table page asked at ``version`` of the game, or now if that is None.

        Raises:
            IllegalMove: it asked none.
        """
        history = self._history
        since = [] if version is None else history.steps[max(version, 0) :]
        entries = (history.opening, *history.entries)
        made = sum(not step.automatic for step in since)
        if made >= len(entries) or any(step.kind != "move" for step in since):
            made = 0  # that version was undone, so nothing can be entered in it
        to_act = entries[-1 - made].after.view(self._sides.engine_viewer(TABLE_PAGE))["to_act"]
        if not to_act or not isinstance(to_act[0], int):
            prompt = prompt_for(history, TABLE_PAGE)
            raise IllegalMove(
                prompt.clause, text("Nothing is entered at the table now. {prompt}", prompt=prompt.sentence)
            )
        return to_act[0]

    def match(self, keypad: Keypad, seat: Seat, typed: str) -> Match:
        """Return the meaning of ``typed`` on ``keypad``.

        Raises:
            IllegalMove: no code of ``seat`` starts with it.
        """
        found = match(self.codes(keypad, seat), typed)
        if found.certain is None and not found.open:
            raise self._explain(self.shown(keypad), seat, typed)
        return found

    def codes(self, keypad: Keypad, seat: Seat) -> tuple[Code, ...]:
        """Return the codes of ``seat`` that ``keypad`` accepts."""
        codes = self._interface.codes(self.shown(keypad).state, seat)
        return tuple(code for code in codes if not self._is_sealed(keypad, seat, code))

    def choices(self, keypad: Keypad) -> tuple[Code, ...]:
        """Return the codes that the page of ``keypad`` offers, without dice, whose keys may come in any order."""
        place = self.correcting(keypad)
        if place == 0:
            return ()
        state = self.shown(keypad).state
        seat = self._history.entries[place - 1].seat if place else prompted_seat(self._history, keypad)
        if seat is None or (isinstance(keypad, str) and self._interface.private(state, seat) is not None):
            return ()
        is_own = isinstance(keypad, int)
        codes = [code for code in self._interface.codes(state, seat) if is_own or not code.is_private]
        return tuple(code for code in codes if not (code.any_order and seat == TABLE))

    def hides(self, keypad: Keypad, seat: Seat) -> bool:
        """Return whether ``seat`` has a secret from ``keypad``, which then must not learn its move."""
        return knows_more(self._history, seat, self._sides.engine_viewer(self._sides.page_of(keypad)))

    def check(self, keypad: Keypad, seat: Seat, move: str) -> None:
        """Raise IllegalMove if ``move`` of ``seat`` is private, or must be entered on another keypad."""
        if isinstance(keypad, str) and (refusal := self._interface.private(self.shown(keypad).state, seat)) is not None:
            raise refusal
        codes = self._interface.codes(self.shown(keypad).state, seat) if isinstance(keypad, str) else ()
        if any(code.move == move and self._is_sealed(keypad, seat, code) for code in codes):
            raise IllegalMove(self._sides.secrecy, SEALED)

    def _is_sealed(self, keypad: Keypad, seat: Seat, code: Code) -> bool:
        """Return whether a code of ``seat`` is entered elsewhere alone."""
        is_private = seat in self._history.head.bot_seats or (code.is_private and keypad != HANDED)
        return is_private and isinstance(keypad, str)

    def _explain(self, history: History, seat: Seat, typed: str) -> IllegalMove:
        """Return the reason why no code of ``seat`` starts with ``typed``."""
        refusal = self._interface.explain(history.state, seat, typed)
        if refusal is None:
            prompt = prompt_for(history, self._sides.page_of(seat))
            refusal = IllegalMove(
                prompt.clause,
                text("No move has the keys {typed} now. {sentence}", typed=typed, sentence=prompt.sentence),
            )
        return refusal
