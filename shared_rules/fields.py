"""Schema of the lines to a device: kind and range of each field, by line type.

The checksum proves integrity, not origin. Fields that match the schema need no further validation: the firmware drops
all others, and handles the line without them. The fields of a position are declared in the same way, as ``FIELDS`` of
each game's lights module.
"""

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Field = tuple[object, ...]

COUNT_MOST = const(0x3FFFFFFF)
"""The largest count: larger integers are allocated on the Pico's heap."""

# Kinds of fields, and the items that follow each in its tuple.
NUMBER = const(0)  # least, most
NUMBERS = const(1)  # a list: least, most of each; the most of them
TEXT = const(2)  # the most characters
LETTERS = const(3)  # the characters allowed, the fewest and the most of them

LIGHTS = "abcdefghijk"
"""The letters of the lights that pieces can have, in the order of ``roles.SEAT_COLOURS``."""

_COUNT = (NUMBER, 0, COUNT_MOST)
_PANEL = (TEXT, 12)

LINES: "dict[str, dict[str, Field]]" = {
    "hail": {"v": _COUNT},
    "beat": {"n": _COUNT, "a": _COUNT},
    "board": {"h": (TEXT, 8), "o": _COUNT, "z": _COUNT, "d": (TEXT, 240)},
    "show": {"p": (TEXT, 240), "r": _COUNT, "l": (LETTERS, LIGHTS, 1, 6)},
    "cue": {"p": _PANEL, "k": (TEXT, 12)},
    "took": {"b": (TEXT, 16), "n": _COUNT},
    "seen": {"b": (TEXT, 16), "n": _COUNT},
    "probe": {"n": _COUNT, "p": _PANEL, "i": (NUMBER, -1, 999), "c": (NUMBER, 0, 0xFFFFFF)},
}
"""The fields of each line to a device. ``shared_rules.line.FROM_HOST`` has the same types."""


def fits(value: "Any", field: "Any") -> bool:
    """Return whether a value has the kind and range of a field."""
    kind = field[0]
    if kind == NUMBER:
        return type(value) is int and bool(field[1] <= value <= field[2])
    if kind == NUMBERS:
        if type(value) is not list or len(value) > field[3]:
            return False
        # No loop, which takes five times as long on the Pico. Types are checked before values are compared.
        if not value:
            return True
        if list(map(type, value)).count(int) != len(value):
            return False
        return bool(min(value) >= field[1] and max(value) <= field[2])
    if type(value) is not str:
        return False
    if kind == TEXT:
        return bool(len(value) <= field[1])
    return field[2] <= len(value) <= field[3] and not value.strip(field[1])


def drop_misfits(message: "dict[str, object]", fields: "Mapping[str, Field]") -> int:
    """Remove invalid fields from ``message``; return their number."""
    dropped = 0
    for name in fields:
        if name in message and not fits(message[name], fields[name]):
            del message[name]
            dropped += 1
    return dropped


def all_fit(message: "Mapping[str, object]", fields: "Mapping[str, Any]", optional: "tuple[str, ...]") -> bool:
    """Return whether fields are present and valid; ``optional`` ones may be missing."""
    for name in fields:
        if name in message:
            field: "Any" = fields[name]
            value: "Any" = message[name]
            if type(value) is int and field[0] == NUMBER:  # the common case, without a call
                if not field[1] <= value <= field[2]:
                    return False
            elif not fits(value, field):
                return False
        elif name not in optional:
            return False
    return True
