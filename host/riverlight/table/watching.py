"""Who is told when something happens at a table."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from riverlight.table.keypads import Outcome
from riverlight.table.sides import Keypad

__all__ = ["Watching"]


class Watching:
    """Listeners hear each outcome, then subscribers that something changed; both outside the table's lock."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._subscribers: list[Callable[[], None]] = []
        self._listeners: list[Callable[[Keypad, Outcome], None]] = []

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback`` after every change; return the function that stops it."""
        with self._lock:
            self._subscribers = [*self._subscribers, callback]
        return lambda: self._forget(callback)

    def listen(self, callback: Callable[[Keypad, Outcome], None]) -> Callable[[], None]:
        """Call ``callback`` with each outcome and its keypad; return the function that stops it."""
        with self._lock:
            self._listeners = [*self._listeners, callback]
        return lambda: self._unlisten(callback)

    def announce(self, keypad: Keypad, outcome: Outcome) -> None:
        """Tell all of ``outcome``."""
        for listener in self._listeners:
            listener(keypad, outcome)
        self.changed()

    def changed(self) -> None:
        """Tell subscribers that something changed."""
        for subscriber in self._subscribers:
            subscriber()

    def _forget(self, callback: Callable[[], None]) -> None:
        with self._lock:
            self._subscribers = [each for each in self._subscribers if each != callback]

    def _unlisten(self, callback: Callable[[Keypad, Outcome], None]) -> None:
        with self._lock:
            self._listeners = [each for each in self._listeners if each != callback]
