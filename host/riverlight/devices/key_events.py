"""Key and tag events of a device: each handled once, in order, and acknowledged when stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from riverlight.devices.status import Key, Tag

__all__ = ["KeyEvents"]


class KeyEvents:
    """Passes key and tag events to their handlers.

    Args:
        on_key: handles a Key and returns once it is on disk; None leaves keys in the device's buffer.
        on_tag: the same for tags. With on_key but no on_tag, tags are acknowledged and ignored: an assigned tag comes
            as keys, and an unassigned one must not block the keys after it.
        last_press: returns the number of the last event of a boot id that an earlier run stored, 0 for none.
    """

    def __init__(
        self,
        on_key: Callable[[Key], None] | None,
        on_tag: Callable[[Tag], None] | None,
        last_press: Callable[[str], int],
    ) -> None:
        self._on_key = on_key
        self._on_tag = on_tag
        self._last_press = last_press
        self._boot = ""
        self._taken = 0

    def start_session(self, boot: str, kept_after: object) -> None:
        """Start a session with a device whose boot id is ``boot`` and which has dropped events up to ``kept_after``."""
        taken = self._taken if boot == self._boot else self._last_press(boot)
        self._boot = boot
        self._taken = max(taken, kept_after if isinstance(kept_after, int) else 0)

    def is_of_another_start(self, message: Mapping[str, object]) -> bool:
        """Return whether a ``key`` or ``tag`` line has a boot id that no ``hello`` has announced yet."""
        return message.get("b") != self._boot

    def handle(self, message: Mapping[str, object]) -> dict[str, object] | None:
        """Handle a ``key`` or ``tag`` line; return the ``took`` line to send, None for none.

        Raises:
            RiverlightError: whatever on_key or on_tag raises; the event is not acknowledged.
        """
        number = message.get("n")
        if not isinstance(number, int) or number > self._taken + 1:
            return None  # an event before it is missing: the device sends both again
        if number == self._taken + 1:
            if not self._deliver(number, message):
                return None
            self._taken = number
        return {"t": "took", "b": self._boot, "n": self._taken}

    def _deliver(self, number: int, message: Mapping[str, object]) -> bool:
        """Call the handler of its type; return whether the event is handled."""
        if message.get("t") == "key" and self._on_key is not None:
            keypad = 1 if message.get("x") else 0
            self._on_key(Key(self._boot, number, str(message.get("k")), bool(message.get("l")), keypad))
            return True
        if message.get("t") == "tag" and self._on_tag is not None:
            self._on_tag(Tag(self._boot, number, str(message.get("i"))))
            return True
        return message.get("t") == "tag" and self._on_key is not None
