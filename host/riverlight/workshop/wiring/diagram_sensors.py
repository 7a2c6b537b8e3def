"""Draws the sensor chain in the wiring diagram: a row for each register, with pull-ups and Hall switches above."""

from __future__ import annotations

from typing import Final

from riverlight.workshop.wiring.ink import COPPER, FAINT, GROUND, INK, THREE, Place, box, circle, line, text
from riverlight.workshop.wiring.model import Build, Part, Wire
from riverlight.workshop.wiring.sensors import INPUTS, position_of
from riverlight.workshop.wiring.symbols import Drawn

__all__ = ["SENSORS_WIDE", "draw_sensors", "sensor_way"]

_STEP: Final = 104
"""Between two inputs."""
_LEFT: Final = 90
"""From a register's left edge to its first input."""
SENSORS_WIDE: Final = _LEFT + 8 * _STEP
_ROW: Final = 410
_NETWORK_HIGH: Final = 36
_HALL_Y, _HALL_WIDE, _HALL_HIGH = 84, 64, 44
_REGISTER_Y: Final = 180
_PIN: Final = 24
_EDGE: Final = ("VCC", "GND", "CLK_INH", "QH", "SER", "SH/LD", "CLK")
"""The terminals at a register's left edge from the top; with QH above SER no two data wires overlap."""
_LANES: Final = {"VCC": 14, "GND": 28, "SER": 42, "QH": 42, "SH/LD": 56, "CLK": 70}
"""How far left of the registers the wires between two of them run."""
_TIES: Final = {"CLK_INH": 84, "SER": 98}
"""How far left a wire to the register's own ground runs."""
_CAPACITOR: Final = 122
_CHIP: Final = "#30383d"


def draw_sensors(build: Build, x: float, y: float) -> dict[str, Drawn]:
    """Return all parts of the chain by reference; ``x``, ``y`` is the top left corner of its rows."""
    found: dict[str, Drawn] = {}
    networks = build.of_kind("network")
    for number, part in enumerate(build.of_kind("register")):
        top = y + _ROW * number
        found[part.ref] = _register(x, top + _REGISTER_Y, part)
        found[networks[number].ref] = _network(x, top, networks[number])
        at = found[part.ref].at
        capacitor = f"C{number + 11}"
        found[capacitor] = _capacitor(x - _CAPACITOR, at["VCC"][1], at["GND"][1], capacitor)
    for part in build.of_kind("hall"):
        row, column = divmod(position_of(part) or 0, len(INPUTS))
        found[part.ref] = _hall(x + _LEFT + _STEP * column + 28, y + _ROW * row + _HALL_Y, part)
    return found


def sensor_way(build: Build, wire: Wire, a: Place, b: Place) -> list[Place]:
    """Return the route of a wire between two parts of the chain, from ``a`` to ``b``."""
    kinds = {build.by_ref[ref].kind for ref, _ in (wire.start, wire.end)}
    if wire.end[1] in INPUTS:  # from its pull-up or its switch
        return [a, (b[0], a[1]), b]
    if "capacitor" in kinds or kinds == {"hall"}:
        return [a, b]
    own = _TIES if wire.start[0] == wire.end[0] else _LANES
    lane = min(a[0], b[0]) - own[wire.start[1]]
    return [a, (lane, a[1]), (lane, b[1]), b]


def _register(x: float, y: float, part: Part) -> Drawn:
    high = _PIN * len(_EDGE) + 14
    svg = box((x, y), (SENSORS_WIDE, high), _CHIP, radius=8)
    svg += text((x + SENSORS_WIDE / 2, y + high / 2 + 14), f"{part.ref}  74HC165", 20, colour="#e4e9eb", align="middle")
    at: dict[str, Place] = {}
    for number, name in enumerate(_EDGE):
        at[name] = (x, y + 16 + _PIN * number)
        svg += circle((x + 9, at[name][1]), 5.5, THREE if name == "VCC" else COPPER)
        shown = f"{name.replace('_', ' ')}  {part.terminals.index(name) + 1}"
        svg += text((x + 20, at[name][1] + 5), shown, 13, colour="#ffffff")
    for number, name in enumerate(INPUTS):
        at[name] = (x + _LEFT + _STEP * number, y)
        svg += circle((at[name][0], y + 9), 5.5, COPPER)
        shown = f"{name}  {part.terminals.index(name) + 1}"
        svg += text((at[name][0] + 10, y + 14), shown, 13, colour="#ffffff", bold=True)
    return Drawn(svg, at)


def _network(x: float, y: float, part: Part) -> Drawn:
    svg = box((x, y), (SENSORS_WIDE, _NETWORK_HIGH), "#e9d9b6", edge=INK, radius=7)
    at: dict[str, Place] = {"COM": (x, y + _NETWORK_HIGH / 2)}
    svg += text((x + 8, y + _NETWORK_HIGH / 2 + 5), "COM", 12)
    words = f"{part.ref}  8 × {part.value / 1000:g} kΩ"
    svg += text((x + SENSORS_WIDE / 2, y - 8), words, 15, align="middle", bold=True)
    for number, name in enumerate(part.terminals[1:]):
        at[name] = (x + _LEFT + _STEP * number, y + _NETWORK_HIGH)
        svg += text((at[name][0], y + _NETWORK_HIGH - 8), name, 12, align="middle")
    return Drawn(svg, at)


def _hall(x: float, y: float, part: Part) -> Drawn:
    svg = box((x, y), (_HALL_WIDE, _HALL_HIGH), "#ffffff", edge=INK, radius=6)
    svg += text((x + _HALL_WIDE / 2, y + 20), part.ref, 14, align="middle", bold=True)
    svg += text((x + _HALL_WIDE / 2, y + 36), part.label, 12, align="middle", colour=FAINT)
    middle = x + _HALL_WIDE / 2
    at = {"VCC": (middle, y - 12), "GND": (middle, y + _HALL_HIGH + 12), "OUT": (x, y + _HALL_HIGH / 2)}
    svg += line([at["VCC"], (middle, y)], THREE, 2.5) + line([(middle, y + _HALL_HIGH), at["GND"]], GROUND, 2.5)
    return Drawn(svg, at)


def _capacitor(x: float, top: float, low: float, ref: str) -> Drawn:
    middle = (top + low) / 2
    svg = line([(x, top), (x, middle - 4)], THREE, 3) + line([(x, middle + 4), (x, low)], GROUND, 3)
    svg += "".join(line([(x - 12, middle + side), (x + 12, middle + side)], INK, 3) for side in (-4, 4))
    svg += text((x - 16, middle - 12), f"{ref} 100 nF", 12, align="end", bold=True)
    return Drawn(svg, {"+": (x, top), "-": (x, low)})
