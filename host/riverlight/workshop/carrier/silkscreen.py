"""The silkscreen of the carrier board: references, labels and orientations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from riverlight.workshop.carrier.circuit import REVISION
from riverlight.workshop.carrier.footprints import POLE_MM
from riverlight.workshop.carrier.layout import Placed, Point, placed

__all__ = ["Word", "words"]


class Word(NamedTuple):
    """A printed text: ``at`` is the left or right end of its midline, or its centre."""

    text: str
    at: Point
    height_mm: float = 1.0
    align: str = "middle"
    turn: int = 0


@cache
def words() -> tuple[Word, ...]:
    """Return every text."""
    found: list[Word] = []
    for part in placed():
        found += _header(part) if part.component.words else _labels(part)
    found += [
        Word("RIVERLIGHT CARRIER", (28.575, 59.055), 1.6),
        Word(f"revision {REVISION}  CERN-OHL-P-2.0", (28.575, 61.595), 0.9),
        Word("5 V only. 10 A in all, 3 A a chain.", (28.575, 64.135), 0.9),
        Word("CHAIN 4 or BUZZER, READER or SENSORS", (28.575, 66.675), 0.9),
    ]
    return tuple(found)


def _labels(part: Placed) -> Iterator[Word]:
    """Yield the reference and value of a part, inside its outline if they fit."""
    component, shape, on_board = part.component, part.footprint.name, part.place.on_board
    middle = ((part.footprint.body[0] + part.footprint.body[2]) / 2, 0.0)
    value = component.value.replace(" Ω", "").replace("4700", "4.7k")
    if shape == "fuse":
        yield Word(component.ref, on_board(-3.6, 1.2))
        yield Word(component.value, on_board(4.6, 3.2), 0.9)
    elif shape == "radial":
        yield Word(component.ref, on_board(2.5, -3.0))
        yield Word("1000 uF", on_board(2.5, 2.6), 0.9)
        yield Word("+", on_board(0.0, -1.9))
    elif shape == "dip14":
        yield Word(f"{component.ref} {component.value}", on_board(3.81, 8.5), 1.0, turn=90)
    elif shape == "pico":
        yield Word(component.ref + " PICO", on_board(8.89, 24.0), 1.6)
        yield Word("USB", on_board(8.89, 1.3))
    elif shape == "resistor":
        yield Word(f"{component.ref} {value}", on_board(*middle), 0.9)
    else:
        yield Word(component.ref, on_board(*middle), 0.9)


def _header(part: Placed) -> Iterator[Word]:
    """Yield the labels of a connector's poles, and its title."""
    component, turn = part.component, part.place.turn
    first, last = part.pads[0][1], part.pads[-1][1]
    if part.footprint.name.startswith("header"):
        for word, (_, at, _) in zip(component.words, part.pads, strict=True):
            if turn:
                yield Word(word, (at[0], at[1] - 1.7), 0.9, "left", 90)
            else:
                yield Word(word, (at[0] + 1.7, at[1]), 0.9, "left")
        place = (last[0] + 2.3, last[1]) if turn else (first[0] - 1.6, first[1] - 2.3)
        yield Word(f"{component.ref} {component.title}", place, 1.0, "left")
        return
    for number, word in enumerate(component.words):
        at = part.place.on_board(number * POLE_MM, -6.0)
        yield Word(word, at, 0.9, "right" if turn == 90 else "middle")
    places = {
        90: (first[0] - 6.0, first[1] + 2.3),
        180: (first[0] + 3.2, first[1]),
        0: (first[0] - 3.0, first[1] - 6.0),
    }
    title = f"{component.ref} {component.title}"
    yield Word(title, places[turn], 1.0, "left" if turn == 180 else "right")
