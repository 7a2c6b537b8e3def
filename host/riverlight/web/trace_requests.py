"""Requests of the tracing page, read as typed values; anything malformed is refused with a sentence.

Sentences about missing parts, which the page always sends, are in English only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeGuard, cast

from riverlight.boards.lint import refuse_malformed
from riverlight.boards.reading import parse_json
from riverlight.errors import BoardError, MessageError
from riverlight.languages.text import text
from riverlight.workshop.lights import A_METRE, EACH_MAX, LIGHTS_MAX, Laying, Matrix
from riverlight.workshop.single_light import ALL
from riverlight.workshop.wiring_order import WAYS, Way

__all__ = ["TraceRequest"]

_MOST_COUNTED: Final = 600
_MOST_MA: Final = 40_000


class TraceRequest:
    """A JSON object of named parts, each read as the type that is expected.

    Every method raises BoardError or MessageError for a part that is missing or of another type.
    """

    def __init__(self, parts: object) -> None:
        if not isinstance(parts, dict):
            message = "A request, and a part that has parts of its own, is a JSON object."
            raise MessageError(message)
        self._parts: dict[str, Any] = parts

    @classmethod
    def in_body(cls, body: bytes) -> TraceRequest:
        """Parse the body of a request."""
        return cls(parse_json(body))

    def has(self, name: str) -> bool:
        """Return whether a part is present and not null."""
        return self._parts.get(name) is not None

    def any(self, name: str) -> Any:
        """Return a part unchanged."""
        if name not in self._parts:
            message = f"A request of this kind has {name}."
            raise MessageError(message)
        return self._parts[name]

    def word(self, name: str, choices: Sequence[str] | None = None) -> str:
        """Return a string, one of ``choices`` if they are given."""
        value = self.any(name)
        if not isinstance(value, str) or (choices is not None and value not in choices):
            message = f"{name} is {', '.join(choices) if choices else 'a text'}, not {value!r:.40}."
            raise MessageError(message)
        return value

    def number(self, name: str, low: int, high: int) -> int:
        """Return a whole number."""
        value = self.any(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            message = f"{name} is a whole number from {low} to {high}, not {value!r:.40}."
            raise MessageError(message)
        return value

    def is_true(self, name: str) -> bool:
        """Return whether a part is true; False if it is missing."""
        return self._parts.get(name) is True

    def size_mm(self, name: str) -> tuple[float, float]:
        """Return width and height."""
        value = self.any(name)
        if not _are_numbers(value) or len(value) != 2:
            message = f"{name} is two numbers, width and height in mm."
            raise MessageError(message)
        return float(value[0]), float(value[1])

    def board(self) -> dict[str, Any]:
        """Return the part ``document``: a well-formed board whose spaces all have a place."""
        document: dict[str, Any] = self.any("document")
        refuse_malformed(document)
        lost = [space["id"] for space in document["spaces"] if "at_mm" not in space]
        if lost:
            message = text("Space {space} has no at_mm.", space=lost[0])
            raise BoardError(message)
        return document

    def space(self, name: str, document: Mapping[str, Any]) -> int | None:
        """Return the index of the space that a part names; None if it names none."""
        if not self.has(name):
            return None
        ids = [space["id"] for space in document["spaces"]]
        return ids.index(self.word(name, ids))

    def order(self, document: Mapping[str, Any]) -> list[str] | None:
        """Return the part ``order``: ids of spaces, each once; None if it is null."""
        if not self.has("order"):
            return None
        value = self.any("order")
        ids = {space["id"] for space in document["spaces"]}
        if not isinstance(value, list) or any(not isinstance(name, str) or name not in ids for name in value):
            message = "order is a list of the ids of spaces of this board."
            raise MessageError(message)
        if len(set(value)) < len(value):
            message = "order names each space once."
            raise MessageError(message)
        return value

    def laying(self) -> Laying:
        """Return the part ``laying``."""
        inner = TraceRequest(self.any("laying"))
        kind = cast("Literal['apart', 'strip', 'matrix']", inner.word("kind", ("apart", "strip", "matrix")))
        matrix = Matrix()
        if kind == "matrix":
            pitch_mm, *at_mm = (*inner._numbers("pitch_mm", 1), *inner._numbers("at_mm", 2))
            if pitch_mm <= 0:
                message = "pitch_mm is more than 0."
                raise MessageError(message)
            matrix = Matrix(
                inner.number("columns", 1, LIGHTS_MAX),
                inner.number("rows", 1, LIGHTS_MAX),
                pitch_mm,
                (at_mm[0], at_mm[1]),
                inner.is_true("is_zigzag"),
            )
        return Laying(
            kind, inner.number("each", 1, EACH_MAX), inner.number("a_metre", min(A_METRE), max(A_METRE)), matrix
        )

    def counts(self) -> dict[str, int]:
        """Return the part ``counts``: how many lights some spaces have."""
        counted = TraceRequest(self.any("counts"))
        return {name: counted.number(name, 1, EACH_MAX) for name in counted._parts}

    def way(self) -> Way:
        """Return the part ``way``."""
        return cast("Way", self.word("way", WAYS))

    def supply_ma(self) -> int:
        """Return the part ``supply_ma``."""
        return self.number("supply_ma", 1, _MOST_MA)

    def light(self) -> int | None:
        """Return the part ``light``: a position in a chain, ALL, or None for none."""
        return self.number("light", ALL, _MOST_COUNTED - 1) if self.has("light") else None

    def lights(self) -> int:
        """Return the part ``lights``, the length of a chain."""
        return self.number("lights", 1, _MOST_COUNTED)

    def answers(self, document: Mapping[str, Any]) -> dict[int, str | None]:
        """Return the part ``answers``: for each light the id of a space, or None.

        Answers with a space that the board no longer has are left out: those lights are asked again.
        """
        ids = {space["id"] for space in document["spaces"]}
        given = TraceRequest(self.any("answers"))._parts
        for light, name in given.items():
            if not light.isascii() or not light.isdecimal() or len(light) > 3:
                message = f"A light is a whole number, not {light!r:.40}."
                raise MessageError(message)
            if name is not None and not isinstance(name, str):
                message = f"The answer for light {light} is the id of a space or null, not {name!r:.40}."
                raise MessageError(message)
        return {int(light): name for light, name in given.items() if name is None or name in ids}

    def _numbers(self, name: str, count: int) -> list[float]:
        value = self.any(name)
        listed = [value] if count == 1 else value
        if not _are_numbers(listed) or len(listed) != count:
            message = f"{name} is {'a number' if count == 1 else f'{count} numbers'}."
            raise MessageError(message)
        return [float(number) for number in listed]


def _are_numbers(value: object) -> TypeGuard[Sequence[float]]:
    return isinstance(value, list) and all(
        isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < 100_000 for number in value
    )
