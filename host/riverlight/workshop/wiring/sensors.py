"""The sensors under the spaces as parts and wires: a chain of 74HC165 shift registers with their inputs.

Position 8 × n + k of the board file is input k of register n, both counted from 0; register 0 is next to the Pico.
Hall switches are named by position, as on the drill template. Supply and ground run from register to register, and from
each register along its switches.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import Final, NamedTuple

from firmware import pins
from riverlight.workshop.wiring.model import Kind, Part, Terminal, Wire

__all__ = [
    "HALL_MA",
    "INPUTS",
    "PULL_UP_MA",
    "PULL_UP_OHM",
    "REGISTER_MA",
    "SENSOR_KINDS",
    "SLEEPING_HALL_MA",
    "THREE_VOLTS_MA",
    "SensorPlace",
    "position_of",
    "sensor_parts",
    "three_volts_ma",
]

INPUTS: Final = ("A", "B", "C", "D", "E", "F", "G", "H")
"""The inputs of a register in position order (74HC165: Nexperia's data sheet, D0 to D7)."""

SENSOR_KINDS: Final[frozenset[Kind]] = frozenset({"register", "network", "hall"})
"""The kinds of parts that only a build with sensors has."""

HALL_MA: Final = 4.0
"""Current of a Hall switch that is always awake."""
SLEEPING_HALL_MA: Final = 0.1
"""Average current of a Hall switch that sleeps between samples."""
PULL_UP_OHM: Final = 10_000
PULL_UP_MA: Final = 3.3 / PULL_UP_OHM * 1000
"""Through the pull-up of an input with a magnet."""
REGISTER_MA: Final = 0.1
"""Of a 74HC165 read a hundred times a second: its quiescent current and a little more."""
THREE_VOLTS_MA: Final = 300
"""The Pico's regulator can supply this to others at 3V3 (Raspberry Pi Pico Datasheet, 2.1)."""

_BYPASS_F: Final = 100e-9
_SUPPLY_MM2: Final = 0.25
_SIGNAL_MM2: Final = 0.14
_FIRST_MM: Final = 300
_USUAL_MM: Final = 60.0
"""Between two spaces with unknown positions."""
_BEND_MM: Final = 20.0
_NEAR_MM: Final = 20
_JOBS: Final = ("SPI0 SCK", "IO", "SPI0 MISO")


class SensorPlace(NamedTuple):
    """A sensor of the board file: its position in the chain, its space, and its coordinates, None if unknown."""

    position: int
    space_id: str
    at_mm: tuple[float, float] | None


def position_of(part: Part) -> int | None:
    """Return the position in the reference of a Hall switch, as 12 for ``HS12``; None if there is none."""
    digits = part.ref.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return int(digits) if digits.isdecimal() else None


def three_volts_ma(parts: Sequence[Part]) -> float:
    """Return the largest 3V3 current of sensors, pull-ups and registers: with a magnet on every sensor."""
    halls = [part for part in parts if part.kind == "hall"]
    registers = sum(part.kind == "register" for part in parts)
    return sum((part.value * 1000 or HALL_MA) + PULL_UP_MA for part in halls) + registers * REGISTER_MA


def sensor_parts(places: Sequence[SensorPlace], *, is_usb: bool) -> tuple[list[Part], list[Wire]]:
    """Return the parts and wires of a sensor chain; ``places`` are in ascending order of position.

    Sleeping switches are used on USB power, and wherever the others would draw too much.
    """
    registers = places[-1].position // len(INPUTS) + 1 if places else 0
    awake_ma = len(places) * (HALL_MA + PULL_UP_MA) + registers * REGISTER_MA
    hall_ma = SLEEPING_HALL_MA if is_usb or awake_ma > THREE_VOLTS_MA else HALL_MA
    parts: list[Part] = []
    wires: list[Wire] = []

    def join(start: Terminal, end: Terminal, area_mm2: float, length_mm: float, job: str = "") -> None:
        wires.append(Wire(start, end, area_mm2, round(length_mm), job))

    groups: list[list[SensorPlace]] = [[] for _ in range(registers)]
    for place in places:
        groups[place.position // len(INPUTS)].append(place)
    clock, load, data = (("U1", f"GP{gpio}") for gpio in pins.SENSORS)
    for number, group in enumerate(groups):
        ref, network, capacitor = f"U{number + 11}", f"RN{number + 1}", f"C{number + 11}"
        parts += [
            Part(ref, "register"),
            Part(network, "network", PULL_UP_OHM),
            Part(capacitor, "capacitor", _BYPASS_F),
        ]
        if number == 0:
            way_mm: float = _FIRST_MM
            join(("U1", "3V3"), (ref, "VCC"), _SUPPLY_MM2, way_mm)
            join(("U1", "GND23"), (ref, "GND"), _SUPPLY_MM2, way_mm)
            for pin, name, job in zip((clock, load, data), ("CLK", "SH/LD", "QH"), _JOBS, strict=True):
                join(pin, (ref, name), _SUPPLY_MM2, way_mm, job)
        else:
            before = f"U{number + 10}"
            way_mm = _way_mm(groups[number - 1][:1], group[:1])
            for name in ("VCC", "GND", "CLK", "SH/LD"):
                join((before, name), (ref, name), _SUPPLY_MM2, way_mm)
            join((ref, "QH"), (before, "SER"), _SUPPLY_MM2, way_mm)
        join((ref, "CLK_INH"), (ref, "GND"), _SIGNAL_MM2, _NEAR_MM)
        if number == registers - 1:
            join((ref, "SER"), (ref, "GND"), _SIGNAL_MM2, _NEAR_MM)
        join((ref, "VCC"), (capacitor, "+"), _SIGNAL_MM2, 10)
        join((ref, "GND"), (capacitor, "-"), _SIGNAL_MM2, 10)
        join((ref, "VCC"), (network, "COM"), _SIGNAL_MM2, _NEAR_MM)
        for element, name in enumerate(INPUTS, 1):
            join((network, str(element)), (ref, name), _SIGNAL_MM2, _NEAR_MM)
        halls = [(f"HS{place.position}", place) for place in group]
        parts += [Part(hall, "hall", hall_ma / 1000, place.space_id) for hall, place in halls]
        for hall, place in halls:
            name = INPUTS[place.position % len(INPUTS)]
            join((hall, "OUT"), (ref, name), _SIGNAL_MM2, _way_mm(group[:1], [place]))
        for name in ("VCC", "GND"):
            for hall, _ in halls[:1]:
                join((ref, name), (hall, name), _SUPPLY_MM2, _USUAL_MM)
            for (here, one), (there, other) in pairwise(halls):
                join((here, name), (there, name), _SUPPLY_MM2, _way_mm([one], [other]))
    return parts, wires


def _way_mm(here: Sequence[SensorPlace], there: Sequence[SensorPlace]) -> float:
    """Return the length of wire between two sensors, a default if unknown."""
    ends = [place.at_mm for place in (*here, *there)]
    if len(ends) < 2 or ends[0] is None or ends[1] is None:
        return _USUAL_MM
    return max(_USUAL_MM, dist(ends[0], ends[1]) + _BEND_MM)
