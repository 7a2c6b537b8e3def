"""Validates messages of a device: each field has the type and size that the firmware sends.

The checksum proves that a line arrived unchanged, not who sent it: other or faulty firmware may send anything. Messages
that pass need no further checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

__all__ = ["NEEDED", "PARTS", "Part", "readable", "sound"]

_PANELS: Final = 4
_COUNTED: Final = (1 << 31) - 1
_LIGHTS: Final = 0xFFFF


class Part(NamedTuple):
    """One field of a message: ``take`` returns the accepted value, None for an invalid one.

    Attributes:
        kind: the accepted values, in words.
    """

    take: Callable[[Any], Any]
    kind: str


def readable(words: str, longest: int) -> str:
    """Return words cut to ``longest`` characters, with a question mark for each unprintable one."""
    return "".join(sign if sign.isprintable() else "?" for sign in words[:longest])


def _whole(most: int) -> Part:
    kind = "0 or 1" if most == 1 else "whole number" if most == _COUNTED else f"whole number up to {most}"
    return Part(lambda value: value if type(value) is int and 0 <= value <= most else None, kind)


def _name(longest: int, shortest: int = 0) -> Part:
    """Return the field for an identifier, which must not be cut or changed."""

    def take(value: Any) -> str | None:
        is_name = isinstance(value, str) and shortest <= len(value) <= longest and value.isprintable()
        return value if is_name else None

    some = f"{shortest} to {longest}" if shortest else f"up to {longest}"
    return Part(take, "one character" if longest == 1 else f"text of {some} characters")


def _words(longest: int) -> Part:
    """Return the field for text that people read."""
    return Part(lambda value: readable(value, longest) if isinstance(value, str) else None, f"words, cut to {longest}")


_panel: Final = _name(12)
_lights: Final = _whole(_LIGHTS)
_pair: Final = Part(
    lambda value: (
        value if isinstance(value, list) and len(value) == 2 and None not in map(_lights.take, value) else None
    ),
    "two whole numbers",
)


def _by_panel(part: Part) -> Part:
    def take(value: Any) -> dict[str, Any] | None:
        if not isinstance(value, dict) or len(value) > _PANELS:
            return None
        sound_ones = all(_panel.take(name) and part.take(each) is not None for name, each in value.items())
        return value if sound_ones else None

    return Part(take, f"of each panel, {_PANELS} at most: {part.kind}")


_count: Final = _whole(_COUNTED)
_hash: Final = _name(8)
_boot: Final = _name(16, shortest=1)

PARTS: Final[Mapping[str, Mapping[str, Part]]] = {
    "hello": {
        "v": _count,
        "f": _words(16),
        "h": _hash,
        "b": _boot,
        "u": _words(32),
        "l": _by_panel(_lights),
        "k": _whole(2),
        "a": _count,
        "s": _whole(256),
        "w": _words(120),
    },
    "pulse": {"n": _count, "up": _count, "bad": _count, "lost": _count, "free": _count, "ma": _by_panel(_pair)},
    "boarded": {"h": _hash, "o": _count, "e": _words(120)},
    "lit": {"p": _panel, "r": _count, "d": _hash},
    "key": {"b": _boot, "n": _count, "k": _name(1), "l": _whole(1), "x": _whole(1)},
    "tag": {"b": _boot, "n": _count, "i": _name(20)},
    "sense": {"b": _boot, "n": _count, "p": _whole(255), "s": _whole(1)},
    "sensed": {"b": _boot, "n": _count, "d": _name(64, shortest=2)},
    "crash": {"e": _words(120)},
    "fault": {"f": _words(16), "k": _name(20), "n": _words(20), "v": _words(120), "m": _count},
    "probed": {"n": _count, "m": _words(16), "s": _words(8), "r": _words(8), "y": _whole(1)},
}
"""The fields of each line from a device. ``shared_rules.line.FROM_PICO`` has the same types."""

NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "hello": ("v", "b"),
    "pulse": ("n",),
    "boarded": ("h", "o"),
    "lit": ("p", "r"),
    "key": ("b", "n", "k"),
    "tag": ("b", "n", "i"),
    "sense": ("b", "n", "p", "s"),
    "sensed": ("b", "n", "d"),
    "crash": ("e",),
    "fault": ("f", "k"),
    "probed": ("n",),
}


def sound(message: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the valid fields of a message; None if its type or a required field is invalid.

    Of a type that no device sends, such as an echo of our own line, only the type is returned.
    """
    kind = message.get("t")
    if not isinstance(kind, str):
        return None
    taken: dict[str, Any] = {"t": kind}
    for name, part in PARTS.get(kind, {}).items():
        value = part.take(message.get(name))
        if value is not None:
            taken[name] = value
    return taken if all(name in taken for name in NEEDED.get(kind, ())) else None
