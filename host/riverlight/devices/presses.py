"""Presses and tags: each one is taken once, in order, and acknowledged when it is safe."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from riverlight.devices.status import Key, Tag

__all__ = ["Presses"]


class Presses:
    """Gives presses and tags to those who want them.

    Args:
        on_key: takes a Key and returns when it is safe on disk; None where nobody takes keys: the device keeps them.
        on_tag: the same for tags. Where keys are taken and tags are not, a tag is taken and means nothing: a tag that
            was taught comes as keys, and one that was not must not keep the keys after it waiting.
        last_press: tells the number of the last press of a boot id that is safe from an earlier run, 0 for none.
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

    def begin(self, boot: str, kept_after: object) -> None:
        """Begin with a device's start ``boot``, whose presses up to number ``kept_after`` it no longer keeps."""
        taken = self._taken if boot == self._boot else self._last_press(boot)
        self._boot = boot
        self._taken = max(taken, kept_after if isinstance(kept_after, int) else 0)

    def is_of_another_start(self, message: Mapping[str, object]) -> bool:
        """Return whether a ``key`` or ``tag`` line belongs to a start that has not said hello yet."""
        return message.get("b") != self._boot

    def take(self, message: Mapping[str, object]) -> dict[str, object] | None:
        """Take a ``key`` or ``tag`` line; return the ``took`` line to be sent, None for none.

        Raises:
            RiverlightError: whatever on_key or on_tag raises; the press counts as not taken.
        """
        number = message.get("n")
        if not isinstance(number, int) or number > self._taken + 1:
            return None  # one before it is missing: it will be sent again, and then this one
        if number == self._taken + 1:
            if not self._deliver(number, message):
                return None
            self._taken = number
        return {"t": "took", "b": self._boot, "n": self._taken}

    def _deliver(self, number: int, message: Mapping[str, object]) -> bool:
        """Give it to whom it is for; return whether there is anybody."""
        if message.get("t") == "key" and self._on_key is not None:
            keypad = 1 if message.get("x") else 0
            self._on_key(Key(self._boot, number, str(message.get("k")), bool(message.get("l")), keypad))
            return True
        if message.get("t") == "tag" and self._on_tag is not None:
            self._on_tag(Tag(self._boot, number, str(message.get("i"))))
            return True
        return message.get("t") == "tag" and self._on_key is not None
