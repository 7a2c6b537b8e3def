"""Outcomes of inputs, and the observers of a table."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, Literal, NamedTuple, ParamSpec

from riverlight.games.sides import Keypad

__all__ = ["Observers", "Outcome"]

P = ParamSpec("P")


class Outcome(NamedTuple):
    """The outcome of a key press, a move or a request.

    ``accepted``: the game changed. ``typed``: the keys so far start a valid code. ``refused``: nothing changed, for the
    reason in ``sentence`` and ``clause``. ``asks``: waiting for the agreement of others. ``repeated``: accepted before.
    """

    kind: Literal["accepted", "typed", "refused", "asks", "repeated"]
    sentence: str = ""
    clause: str = ""


class Callbacks(Generic[P]):
    """Callbacks for one kind of event; may be added and removed from any thread, even during a call."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._all: tuple[Callable[P, None], ...] = ()

    def add(self, callback: Callable[P, None]) -> Callable[[], None]:
        """Call ``callback`` from now on; return the function that removes it."""
        with self._lock:
            self._all = (*self._all, callback)

        def stop() -> None:
            with self._lock:
                self._all = tuple(each for each in self._all if each != callback)

        return stop

    def call(self, *arguments: P.args, **named: P.kwargs) -> None:
        """Call all callbacks."""
        for callback in self._all:
            callback(*arguments, **named)


class Observers:
    """The observers of one table: first those of outcomes, then those of changes; called outside the table's lock."""

    def __init__(self) -> None:
        self._of_changes: Callbacks[[]] = Callbacks()
        self._of_outcomes: Callbacks[[Keypad, Outcome]] = Callbacks()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` after every change; return the function that removes it."""
        return self._of_changes.add(callback)

    def listen(self, callback: Callable[[Keypad, Outcome], None]) -> Callable[[], None]:
        """Call ``callback`` with each outcome and its keypad; return the function that removes it."""
        return self._of_outcomes.add(callback)

    def announce(self, keypad: Keypad, outcome: Outcome) -> None:
        """Notify the observers of outcomes."""
        self._of_outcomes.call(keypad, outcome)
        self.changed()

    def changed(self) -> None:
        """Notify the observers of changes."""
        self._of_changes.call()
