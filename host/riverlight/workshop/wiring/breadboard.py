"""The breadboard: the positions of the Pico and level shifter, and every jumper between them, hole by hole.

A half-size breadboard has columns 1 to 30 from left to right. In each column holes a to e are joined, and f to j; two
rails run along the top and two along the bottom. The Pico has its USB socket at the left, pins 1 to 20 in row c and 40
to 21 in row h; the 74AHCT125 has its notch at the left, pins 1 to 7 in row e and 14 to 8 in row f. A test compares
these jumpers with the wires of the build.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from firmware import pins
from riverlight.workshop.wiring.ink import (
    BOARD,
    COPPER,
    DATA,
    FAINT,
    GROUND,
    INK,
    PLUS,
    Place,
    box,
    circle,
    line,
    path,
    picture,
    text,
)
from riverlight.workshop.wiring.model import Build, Terminal
from riverlight.workshop.wiring.rp2040 import HEADER

__all__ = ["Hole", "Jumper", "breadboard", "column_of", "jumpers", "terminal_at"]

_COLUMNS: Final = 30
_SHIFTER_COLUMN: Final = 23
_SHIFTER_PINS: Final = (
    *("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND"),
    *("3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"),
)
_ROWS: Final = "jihgfedcba"

Hole = str
"""``j12``, or a rail: ``+top``, ``-top``, ``+bottom``, ``-bottom`` with a column, as ``-top 12``."""


class _Gate(NamedTuple):
    """The holes of one gate of the level shifter; see :data:`_GATES`."""

    enable: tuple[Hole, Hole]
    tie: tuple[Hole, Hole]
    data: Hole
    resistor: tuple[Hole, Hole]
    out: Hole


class Jumper(NamedTuple):
    """A wire or a part between two holes: ``wire``, ``R1``, ``C1`` or ``D1``; its end may leave the board."""

    start: Hole
    end: Hole
    what: str
    colour: str
    why: str


_GATES: Final = (
    _Gate(("a23", "-bottom 23"), ("a24", "-bottom 24"), "d24", ("c25", "c30"), "a30"),
    _Gate(("a26", "-bottom 26"), ("a27", "-bottom 27"), "d27", ("b28", "b22"), "a22"),
    _Gate(("j27", "-top 27"), ("j28", "-top 28"), "i28", ("g29", "g30"), "j30"),
    _Gate(("j24", "-top 24"), ("j25", "-top 25"), "i25", ("h26", "h22"), "j22"),
)
"""For each gate: its enable to ground; its input to ground, by a wire or, if used, by the pull-down; the hole for the
Pico's wire; the resistor at its output; where the data leaves the board."""


def jumpers(build: Build) -> list[Jumper]:
    """Return everything to plug in for all chains of a build."""
    used = len(build.chains)
    found = [
        Jumper("j3", "-top 3", "wire", GROUND, "ground of the Pico, pin 38"),
        Jumper("-top 21", "-bottom 21", "wire", GROUND, "both − rails are one"),
        Jumper("j23", "+top 23", "wire", PLUS, "VCC of the level shifter"),
        Jumper("g23", "-top 20", "C1", COPPER, "100 nF from VCC to ground, right next to the chip"),
        Jumper("a29", "-bottom 29", "wire", GROUND, "GND of the level shifter"),
    ]
    if build.is_usb:
        found.insert(0, Jumper("j1", "+top 1", "wire", PLUS, "VBUS of the Pico feeds the + rail"))
    else:
        found.insert(0, Jumper("+top 1", "F1", "wire", PLUS, "the + rail comes from the fuse F1 on X1"))
        found.insert(2, Jumper("-top 2", "X2", "wire", GROUND, "the − rail comes from the block of ground"))
    if build.is_one_supply:
        found.append(Jumper("+top 5", "j2", "D1", INK, "Schottky diode to VSYS, its ring at the Pico"))
    for number, gate in enumerate(_GATES):
        name = number + 1
        found.append(
            Jumper(*gate.enable, "wire", GROUND, f"{name}OE: " + ("gate is open" if number < used else "unused"))
        )
        if number >= used:
            found.append(Jumper(*gate.tie, "wire", GROUND, f"{name}A, not used"))
            continue
        pin = f"GP{pins.CHAINS[number]}"
        panel = build.chains[number].panel
        found += [
            Jumper(*gate.tie, f"R{name + 10}", COPPER, f"4.7 kΩ from {name}A to ground"),
            Jumper(_pin_hole(pin), gate.data, "wire", DATA, f"{pin} to {name}A: data of {panel}, 3.3 V"),
            Jumper(*gate.resistor, f"R{name}", COPPER, f"330 Ω from {name}Y"),
            Jumper(gate.out, f"DIN {name}", "wire", DATA, f"data of {panel}, 5 V"),
        ]
    return found


def _pin_hole(pin: str) -> Hole:
    """Return the outermost hole in the column of a pin of the Pico."""
    half, column = column_of(("U1", pin))
    return f"{'a' if half == 'a' else 'j'}{column}"


def column_of(terminal: Terminal) -> tuple[str, int]:
    """Return the half (``a`` or ``f``, its first row) and the column of a pin of the Pico or the level shifter."""
    ref, name = terminal
    if ref == "U1":
        number = HEADER.index(name) + 1
        return ("a", number) if number <= 20 else ("f", 41 - number)
    number = _SHIFTER_PINS.index(name)
    return ("a", _SHIFTER_COLUMN + number) if number < 7 else ("f", _SHIFTER_COLUMN + 13 - number)


def terminal_at(half: str, column: int) -> Terminal | None:
    """Return the pin in a half column, None if there is none."""
    terminals = [("U1", name) for name in HEADER] + [("U2", name) for name in _SHIFTER_PINS]
    return next((terminal for terminal in terminals if column_of(terminal) == (half, column)), None)


# The drawing.

_PITCH: Final = 38.0
_LEFT: Final = 150.0
_TOP: Final = 190.0
_GAP_ROWS: Final = 2


def _hole(name: Hole) -> Place:
    if name[0] in "+-":
        rail, _, column = name.partition(" ")
        row = {"+top": -2.6, "-top": -1.6, "+bottom": 13.6, "-bottom": 12.6}[rail]
        return (_LEFT + _PITCH * (int(column) - 1), _TOP + _PITCH * row)
    row = _ROWS.index(name[0])
    return (_LEFT + _PITCH * (int(name[1:]) - 1), _TOP + _PITCH * (row + (_GAP_ROWS if row > 4 else 0)))


def breadboard(build: Build) -> str:
    """Return the picture of the finished breadboard."""
    width, height = _LEFT + _PITCH * 34, _TOP + _PITCH * 15.9
    top, bottom = _hole("+top 1")[1] - 34, _hole("+bottom 1")[1] + 26
    svg = box((_LEFT - 44, top), (_PITCH * 29 + 88, bottom - top), "#fffefa", edge="#d9d5c6", radius=12)
    for rail, colour in (("+top", PLUS), ("-top", GROUND), ("-bottom", GROUND), ("+bottom", PLUS)):
        y = _hole(f"{rail} 1")[1]
        svg += line([(_LEFT - 14, y - 16), (_LEFT + _PITCH * 29 + 14, y - 16)], colour, 1.5)
        svg += text((_LEFT - 30, y + 6), "+" if rail[0] == "+" else "−", 20, colour=colour, bold=True, align="middle")
    svg += "".join(circle(_hole(hole), 3.4, "#cfcabb") for hole in _holes())
    for row in _ROWS:
        y = _hole(f"{row}1")[1]
        for x in (_LEFT - 28, _LEFT + _PITCH * 29 + 28):
            svg += text((x, y + 5), row, 14, colour=FAINT, align="middle")
    for column in (1, 5, 10, 15, 20, 24, 25, 28, 30):
        x, y = _hole(f"a{column}")
        svg += text((x, y + 29), str(column), 13, colour=FAINT, align="middle")
    svg += _pico(build) + _chip()
    svg += "".join(_jumper(jumper) for jumper in jumpers(build))
    svg += _words(build)
    return picture(width, height, "The breadboard with the Pico, the level shifter and all jumpers", svg)


def _holes() -> Iterator[Hole]:
    for column in range(1, _COLUMNS + 1):
        for row in _ROWS:
            yield f"{row}{column}"
        for rail in ("+top", "-top", "+bottom", "-bottom"):
            yield f"{rail} {column}"


def _pico(build: Build) -> str:
    wired = {name for wire in build.wires for ref, name in (wire.start, wire.end) if ref == "U1"}
    shown_pins = {f"GP{gpio}" for gpio in pins.CHAINS[: len(build.chains)]} | {"VBUS", "VSYS", "GND38"}
    left, top = _hole("h1")
    right, bottom = _hole("c20")
    svg = box((left - 34, top - 18), (right - left + 62, bottom - top + 36), BOARD, radius=10)
    svg += box((left - 56, (top + bottom) / 2 - 34), (66, 68), "#c9cfd2", edge=FAINT, radius=5)
    svg += text((left - 40, (top + bottom) / 2 + 6), "USB", 15)
    middle = (left + right) / 2
    svg += box((middle - 34, (top + bottom) / 2 - 34), (68, 68), "#30383d", radius=4)
    svg += text((middle - 60, (top + bottom) / 2 + 8), "Pico  U1", 22, colour="#e9f3ee", bold=True, align="end")
    for name in HEADER:
        half, column = column_of(("U1", name))
        x, y = _hole(f"{'c' if half == 'a' else 'h'}{column}")
        is_used = name in wired and name in shown_pins
        svg += circle((x, y), 7, COPPER if is_used else "#6f9a86")
        shown = "GND" if name.startswith("GND") else name
        colour = "#ffffff" if is_used else "#9cc0b0"
        inward = y - 14 if half == "a" else y + 24
        svg += text((x, inward), shown, 11.5 if len(shown) < 5 else 9.5, colour=colour, align="middle", bold=is_used)
    return svg


def _chip() -> str:
    left, top = _hole(f"f{_SHIFTER_COLUMN}")
    right, bottom = _hole(f"e{_SHIFTER_COLUMN + 6}")
    svg = box((left - 20, top + 2), (right - left + 40, bottom - top - 4), "#30383d", radius=5)
    svg += path(f"M{left - 20} {(top + bottom) / 2 - 12}a12 12 0 0 1 0 24z", "#59656c")
    svg += text(((left + right) / 2 + 6, (top + bottom) / 2 + 7), "U2  74AHCT125", 18, colour="#e4e9eb", align="middle")
    for number, name in enumerate(_SHIFTER_PINS, 1):
        half, column = column_of(("U2", name))
        x, y = _hole(f"{'e' if half == 'a' else 'f'}{column}")
        svg += circle((x, y), 6, "#dfe4e6", edge=FAINT)
        svg += text((x, y - 13 if half == "a" else y + 22), name, 10.5, colour="#cfd6d9", align="middle")
        svg += text((x + 9, y + 14 if half == "a" else y - 8), str(number), 10, colour=FAINT)
    return svg


def _jumper(jumper: Jumper) -> str:
    start = _hole(jumper.start)
    if jumper.end[0] in "XFD" and jumper.what == "wire":
        if jumper.end.startswith("DIN"):
            return _out(jumper, start)
        return _drawn([start, (start[0], 14.0)], jumper.colour) + circle(start, 5, jumper.colour)
    end = _hole(jumper.end)
    ends = circle(start, 5, jumper.colour if jumper.what == "wire" else INK)
    ends += circle(end, 5, jumper.colour if jumper.what == "wire" else INK)
    if jumper.what[0] == "R":
        stripes = _ORANGE if len(jumper.what) == 2 else _PULL_DOWN
        return _resistor(jumper.what, start, end, stripes) + ends
    if jumper.what == "C1":
        x, y = _between(start, end, 0.24)
        body = line([start, (x + 8, y + 8), (x - 6, y + 2), end], FAINT, 2.5)
        body += circle((x, y), 14, "#e0a23c", edge=INK) + text((x, y + 4), "104", 10, align="middle")
        return body + ends + text((x + 18, y - 4), "C1", 15, bold=True)
    if jumper.what == "D1":
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        body = line([start, middle, end], FAINT, 3) + line(
            [_between(start, end, 0.3), _between(start, end, 0.7)], INK, 13
        )
        ring = line([_between(start, end, 0.62), _between(start, end, 0.68)], "#e4e9eb", 13)
        return body + ring + ends + text((middle[0] + 14, middle[1] + 4), "D1", 14, bold=True)
    if jumper.colour == DATA:
        return _drawn(_data_way(jumper, start, end), DATA) + ends
    return _drawn([start, end], jumper.colour) + ends


_ORANGE: Final = ("#d07a1c", "#d07a1c", "#7a4a21", "#c8a23a")
_PULL_DOWN: Final = ("#e0bb1e", "#7b4fa3", "#c0392b", "#c8a23a")


def _resistor(name: str, start: Place, end: Place, stripes: tuple[str, ...]) -> str:
    """Draw a resistor between two holes, with its colour bands starting at the first."""
    middle = _between(start, end, 0.5)
    is_upright = abs(start[0] - end[0]) < abs(start[1] - end[1])
    half = 16 if min(abs(start[0] - end[0]) + abs(start[1] - end[1]), 999) < 100 else 34
    svg = line([start, end], FAINT, 3)
    size = (18, 2 * half) if is_upright else (2 * half, 18)
    svg += box((middle[0] - size[0] / 2, middle[1] - size[1] / 2), size, "#e9d9b6", edge=INK, radius=8)
    for share, colour in zip((-0.62, -0.24, 0.14, 0.62), stripes, strict=True):
        at = (middle[0], middle[1] + half * share) if is_upright else (middle[0] + half * share, middle[1])
        ends = [(at[0] - 8, at[1]), (at[0] + 8, at[1])] if is_upright else [(at[0], at[1] - 8), (at[0], at[1] + 8)]
        svg += line(ends, colour, 3.6 if half < 20 else 4.5)
    label = (middle[0] + 13, middle[1] + 5) if is_upright else (middle[0], middle[1] - 14)
    return svg + text(label, name, 13, align="start" if is_upright else "middle", bold=True)


def _between(start: Place, end: Place, share: float) -> Place:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _out(jumper: Jumper, start: Place) -> str:
    """Draw a data wire that leaves the board at its right or bottom."""
    if jumper.start[0] == "a":
        low = _hole("+bottom 1")[1] + (40 if jumper.start == "a30" else 62)
        points = [start, (start[0], low), (_LEFT + _PITCH * 31.2, low)]
    else:
        high = _hole("+top 1")[1] - (46 if jumper.start == "j30" else 68)
        points = [start, (start[0], high), (_LEFT + _PITCH * 31.2, high)]
    words = text((points[-1][0] + 8, points[-1][1] + 5), f"to {jumper.end}", 14, bold=True)
    return _drawn(points, jumper.colour) + circle(start, 5, jumper.colour) + words


def _data_way(jumper: Jumper, start: Place, end: Place) -> list[Place]:
    """Return the route of a data wire from the Pico's pin around its end to the level shifter."""
    chain = int(jumper.why.partition(" to ")[2][0])
    if jumper.start[0] == "j":
        lane, above = _hole("j21")[0] + 2 + 12 * chain, start[1] - 14 - 9 * chain
        low = end[1] + (14 if chain == 1 else -14)
        return [start, (start[0], above), (lane, above), (lane, low), (end[0], low), end]
    lane, below = _hole("j22")[0] + 13 * (chain - 2), start[1] + 6 + 9 * (chain - 3)
    high = end[1] - 10 - 8 * (chain - 3)
    return [start, (start[0], below), (lane, below), (lane, high), (end[0], high), end]


def _drawn(points: list[Place], colour: str) -> str:
    return line(points, "#fffefa", 9) + line(points, colour, 5)


def _words(build: Build) -> str:
    return "" if build.is_usb else text((_hole("+top 3")[0] - 10, 30), "from F1, +5 V, and X2, ground", 15)
