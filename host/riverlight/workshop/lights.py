"""Assign lights to spaces: single lights, one uncut strip, or an LED matrix.

The board file stores only the result: the chain positions of each space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Any, Final, Literal, NamedTuple

from riverlight.boards.places import Place, places_of
from riverlight.errors import BoardError
from riverlight.languages.text import text

__all__ = ["A_METRE", "LIGHTS_MAX", "Laying", "Matrix", "assign_lights", "chain_of", "spaces_along", "with_lights"]

A_METRE: Final = (30, 60, 144)
"""Common strip densities, in lights per metre."""

LIGHTS_MAX: Final = 300
"""Maximum lights of one chain that a Pico drives at full frame rate."""

EACH_MAX: Final = 16
"""Maximum lights of one space in one chain, as the board file format allows."""

Document = Mapping[str, Any]


class Matrix(NamedTuple):
    """An LED matrix under the board, wired row by row.

    Attributes:
        columns, rows: the number of lights across and down.
        pitch_mm: distance between lights.
        at_mm: position of the top left light.
        is_zigzag: whether every second row runs in the opposite direction.
    """

    columns: int = 16
    rows: int = 16
    pitch_mm: float = 10
    at_mm: Place = (0, 0)
    is_zigzag: bool = True

    def places(self) -> list[Place]:
        """Return the position of each light, in chain order."""
        found = []
        for row in range(self.rows):
            numbers = range(self.columns)
            for column in reversed(numbers) if self.is_zigzag and row % 2 else numbers:
                found.append((self.at_mm[0] + column * self.pitch_mm, self.at_mm[1] + row * self.pitch_mm))
        return found


class Laying(NamedTuple):
    """The layout of lights.

    Attributes:
        kind: ``apart``: single lights, or a strip cut at every space, joined by wire. ``strip``: one uncut strip along
            the spaces; lights between them are spare. ``matrix``: an LED matrix.
        each: default number of lights per space.
        a_metre: lights per metre of strip.
        matrix: the LED matrix.
    """

    kind: Literal["apart", "strip", "matrix"] = "apart"
    each: int = 1
    a_metre: int = 60
    matrix: Matrix = Matrix()

    @property
    def pitch_mm(self) -> float:
        """The distance between two lights on the strip."""
        return 1000 / self.a_metre


def chain_of(document: Document, panel: str) -> list[str | None]:
    """Return the space of each light of a panel's chain, None for spare lights."""
    spaces = {int(light): space["id"] for space in document["spaces"] for light in space.get("leds", {}).get(panel, ())}
    length = max([document.get("panels", {}).get(panel, 0), *(light + 1 for light in spaces)], default=0)
    return [spaces.get(light) for light in range(length)]


def spaces_along(document: Document, panel: str) -> list[str]:
    """Return the spaces in the order of their first light in the chain of ``panel``."""
    return list(dict.fromkeys(name for name in chain_of(document, panel) if name is not None))


def assign_lights(
    document: Document, panel: str, order: Sequence[str], laying: Laying, counts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Return the board with the lights of ``panel`` assigned along ``order``.

    Previous lights of that panel are removed.

    Args:
        document: a board whose spaces have positions.
        panel: the name of the chain.
        order: ids of spaces.
        laying: the layout.
        counts: number of lights of spaces that differ from ``laying.each``.

    Raises:
        BoardError: if this does not fit in one chain.
    """
    places = places_of(document)
    wanted = {name: (counts or {}).get(name, laying.each) for name in order}
    for name, count in wanted.items():
        if not 1 <= count <= EACH_MAX:
            message = text(
                "A space can have 1 to {most} lights of a chain; {space} would have {number}.",
                most=EACH_MAX,
                space=name,
                number=count,
            )
            raise BoardError(message)
    if laying.kind == "matrix":
        found, length = _on_matrix(places, wanted, laying.matrix)
    elif laying.kind == "strip":
        found, length = _on_strip(places, wanted, laying.pitch_mm)
    else:
        found, length = _apart(wanted)
    if length > LIGHTS_MAX:
        message = text(
            "A chain of a Pico can have at most {most} lights; this one would have {number}.",
            most=LIGHTS_MAX,
            number=length,
        )
        raise BoardError(message)
    return with_lights(document, panel, found, length)


def with_lights(document: Document, panel: str, lights: Mapping[str, Sequence[int]], length: int) -> dict[str, Any]:
    """Return the board with ``lights`` as chain positions by space for ``panel``.

    The document contains ``length`` only if there are spare lights.
    """
    spaces = []
    for space in document["spaces"]:
        leds = {name: list(those) for name, those in space.get("leds", {}).items() if name != panel}
        if lights.get(space["id"]):
            leds[panel] = sorted(lights[space["id"]])
        spaces.append({**space, "leds": leds})
    lengths = {name: count for name, count in document.get("panels", {}).items() if name != panel}
    if length > sum(len(those) for those in lights.values()):
        lengths[panel] = length
    changed = {name: value for name, value in document.items() if name not in ("panels", "spaces")}
    return {**changed, **({"panels": lengths} if lengths else {}), "spaces": spaces}


def _apart(wanted: Mapping[str, int]) -> tuple[dict[str, list[int]], int]:
    found: dict[str, list[int]] = {}
    length = 0
    for name, count in wanted.items():
        found[name] = list(range(length, length + count))
        length += count
    return found, length


def _on_strip(
    places: Mapping[str, Place], wanted: Mapping[str, int], pitch_mm: float
) -> tuple[dict[str, list[int]], int]:
    """Assign strip lights by distance, with straight segments between spaces.

    The first space is centred on its lights.
    """
    found: dict[str, list[int]] = {}
    length = 0
    names = list(wanted)
    along_mm = 0.0
    for before, name in pairwise([None, *names]):
        if before is not None and name is not None:
            along_mm += dist(places[before], places[name])
        if name is None:
            continue
        first_offset = (wanted[names[0]] - 1) / 2
        first = round(along_mm / pitch_mm + first_offset - (wanted[name] - 1) / 2)
        if first < length:
            apart_mm = round(dist(places[before or name], places[name]))
            message = text(
                "A strip with {number} lights per metre has no room for the lights of {one} and {other}, {apart} mm "
                "apart. Use a denser strip, or cut it there.",
                number=round(1000 / pitch_mm),
                one=before,
                other=name,
                apart=apart_mm,
            )
            raise BoardError(message)
        found[name] = list(range(first, first + wanted[name]))
        length = first + wanted[name]
    return found, length


def _on_matrix(
    places: Mapping[str, Place], wanted: Mapping[str, int], matrix: Matrix
) -> tuple[dict[str, list[int]], int]:
    """Assign the nearest free lights to each space, closest pair first."""
    lights = matrix.places()
    reach_mm = matrix.pitch_mm * (1 + max(wanted.values(), default=1))
    pairs = sorted(
        (dist(places[name], light), number, name)
        for name in wanted
        for number, light in enumerate(lights)
        if dist(places[name], light) <= reach_mm
    )
    found: dict[str, list[int]] = {name: [] for name in wanted}
    taken: set[int] = set()
    for _far, number, name in pairs:
        if number not in taken and len(found[name]) < wanted[name]:
            taken.add(number)
            found[name].append(number)
    for name, those in found.items():
        if len(those) < wanted[name]:
            message = text(
                "The panel of {columns} × {rows} lights has no free light near {space}. Move it, or use a larger or "
                "finer one.",
                columns=matrix.columns,
                rows=matrix.rows,
                space=name,
            )
            raise BoardError(message)
    return found, len(lights)
