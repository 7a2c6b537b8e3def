"""The breadboard: where the Pico and the level shifter sit, and every jumper between them, hole by hole.

A half-size breadboard lies with its columns 1 to 30 from left to right. Of each column the holes a to e are joined, and
the holes f to j; two rails run along the top and two along the bottom. The Pico lies with its USB socket at the left,
its pins 1 to 20 in row c and 40 to 21 in row h; the 74AHCT125 with its notch at the left, pins 1 to 7 in row e and 14
to 8 in row f. A test holds these jumpers to the wires of the built board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from firmware import pins
from riverlight.wiring.ink import (
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
from riverlight.wiring.model import Terminal
from riverlight.wiring.rp2040 import HEADER

__all__ = ["Hole", "Jumper", "breadboard", "column_of", "jumpers", "terminal_at"]

_COLUMNS: Final = 30
_SHIFTER_COLUMN: Final = 23
_SHIFTER_PINS: Final = (
    *("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND"),
    *("3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"),
)
_ROWS: Final = "jihgfedcba"
_DATA_PIN: Final = f"GP{pins.CHAINS[0]}"

Hole = str
"""``j12``, or a rail: ``+top``, ``-top``, ``+bottom``, ``-bottom`` with a column, as ``-top 12``."""


class Jumper(NamedTuple):
    """A wire or a part between two holes: ``wire``, ``R1`` or ``C1``; ``to`` may lead off the board."""

    start: Hole
    end: Hole
    what: str
    colour: str
    why: str


def jumpers(is_usb: bool) -> list[Jumper]:
    """Return what is plugged in for the first chain of lights."""
    rail_feed = (
        Jumper("j1", "+top 1", "wire", PLUS, "VBUS of the Pico feeds the + rail")
        if is_usb
        else Jumper("+top 1", "X1", "wire", PLUS, "the + rail comes from the block of +5 V")
    )
    return [
        rail_feed,
        Jumper("j3", "-top 3", "wire", GROUND, "ground of the Pico, pin 38"),
        *([] if is_usb else [Jumper("-top 2", "X2", "wire", GROUND, "the − rail comes from the block of ground")]),
        Jumper("-top 22", "-bottom 22", "wire", GROUND, "both − rails are one"),
        Jumper("j23", "+top 23", "wire", PLUS, "VCC of the level shifter"),
        Jumper("g23", "-top 21", "C1", COPPER, "100 nF from VCC to ground, right beside the chip"),
        Jumper("a29", "-bottom 29", "wire", GROUND, "GND of the level shifter"),
        Jumper("a23", "-bottom 23", "wire", GROUND, "1OE: gate 1 is open"),
        Jumper("a26", "-bottom 26", "wire", GROUND, "2OE"),
        Jumper("a27", "-bottom 27", "wire", GROUND, "2A, not used"),
        Jumper("j24", "-top 24", "wire", GROUND, "4OE"),
        Jumper("j25", "-top 25", "wire", GROUND, "4A, not used"),
        Jumper("j27", "-top 27", "wire", GROUND, "3OE"),
        Jumper("j28", "-top 28", "wire", GROUND, "3A, not used"),
        Jumper(_data_hole(), "c24", "wire", DATA, f"{_DATA_PIN} to 1A: data of the lights, 3.3 V"),
        Jumper("c25", "c30", "R1", COPPER, "330 Ω from 1Y"),
        Jumper("a30", "DIN", "wire", DATA, "data of the lights, 5 V"),
    ]


def _data_hole() -> Hole:
    """Return the hole at the top beside the pin that drives the first chain."""
    return f"j{column_of(('U1', _DATA_PIN))[1]}"


def column_of(terminal: Terminal) -> tuple[str, int]:
    """Return the half (``a`` or ``f``, its first row) and the column of a pin of the Pico or the level shifter."""
    ref, name = terminal
    if ref == "U1":
        number = HEADER.index(name) + 1
        return ("a", number) if number <= 20 else ("f", 41 - number)
    number = _SHIFTER_PINS.index(name)
    return ("a", _SHIFTER_COLUMN + number) if number < 7 else ("f", _SHIFTER_COLUMN + 13 - number)


def terminal_at(half: str, column: int) -> Terminal | None:
    """Return the pin in a half column, None where there is none."""
    terminals = [("U1", name) for name in HEADER] + [("U2", name) for name in _SHIFTER_PINS]
    return next((terminal for terminal in terminals if column_of(terminal) == (half, column)), None)


# The drawing.

_PITCH: Final = 38.0
_LEFT: Final = 150.0
_TOP: Final = 150.0
_GAP_ROWS: Final = 2


def _hole(name: Hole) -> Place:
    if name[0] in "+-":
        rail, _, column = name.partition(" ")
        row = {"+top": -2.6, "-top": -1.6, "+bottom": 13.6, "-bottom": 12.6}[rail]
        return (_LEFT + _PITCH * (int(column) - 1), _TOP + _PITCH * row)
    row = _ROWS.index(name[0])
    return (_LEFT + _PITCH * (int(name[1:]) - 1), _TOP + _PITCH * (row + (_GAP_ROWS if row > 4 else 0)))


def breadboard(is_usb: bool) -> str:
    """Return the picture of the plugged breadboard."""
    width, height = _LEFT + _PITCH * 34, _TOP + _PITCH * 15.2
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
    svg += _pico() + _chip()
    svg += "".join(_jumper(jumper) for jumper in jumpers(is_usb))
    svg += _words(is_usb)
    return picture(width, height, "The breadboard with the Pico, the level shifter and all jumpers", svg)


def _holes() -> Iterator[Hole]:
    for column in range(1, _COLUMNS + 1):
        for row in _ROWS:
            yield f"{row}{column}"
        for rail in ("+top", "-top", "+bottom", "-bottom"):
            yield f"{rail} {column}"


def _pico() -> str:
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
        is_used = name in ("VBUS", "GND38", _DATA_PIN)
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
    if jumper.end in ("X1", "X2", "DIN"):
        off = {"X1": (start[0], 14.0), "X2": (start[0], 14.0), "DIN": (_LEFT + _PITCH * 31.2, start[1])}[jumper.end]
        return _drawn([start, off], jumper.colour) + circle(start, 5, jumper.colour)
    end = _hole(jumper.end)
    ends = circle(start, 5, jumper.colour if jumper.what == "wire" else INK)
    ends += circle(end, 5, jumper.colour if jumper.what == "wire" else INK)
    if jumper.what == "R1":
        middle = (start[0] + end[0]) / 2
        body = line([start, end], FAINT, 3) + box((middle - 36, start[1] - 10), (72, 20), "#e9d9b6", edge=INK, radius=9)
        for offset, colour in zip((-24, -12, 0, 22), ("#d07a1c", "#d07a1c", "#7a4a21", "#c8a23a"), strict=True):
            body += line([(middle + offset, start[1] - 9), (middle + offset, start[1] + 9)], colour, 4.5)
        return body + ends
    if jumper.what == "C1":
        x, y = (start[0] + end[0]) / 2 - 4, (start[1] + end[1]) / 2 + 6
        body = line([start, (x + 8, y + 8), (x - 6, y + 2), end], FAINT, 2.5)
        body += circle((x, y), 14, "#e0a23c", edge=INK) + text((x, y + 4), "104", 10, align="middle")
        return body + ends
    if jumper.start == _data_hole():
        lane, low = _hole("i21")[0], _hole("b24")[1]
        above = start[1] - 20
        return _drawn([start, (start[0], above), (lane, above), (lane, low), (end[0], low), end], jumper.colour) + ends
    return _drawn([start, end], jumper.colour) + ends


def _drawn(points: list[Place], colour: str) -> str:
    return line(points, "#fffefa", 9) + line(points, colour, 5)


def _words(is_usb: bool) -> str:
    svg = "" if is_usb else text((_hole("+top 3")[0] - 10, 30), "from X1, +5 V, and X2, ground", 15)
    x, y = _hole("a30")
    svg += text((x + 62, y + 26), "to DIN of the", 14) + text((x + 62, y + 44), "first light", 14)
    x, y = _hole("i22")
    svg += text((x + 16, y - 2), "C1", 15, bold=True)
    x, y = _hole("c27")
    return svg + text((x + 19, y + 30), "R1 330 Ω", 14, align="middle", bold=True)
