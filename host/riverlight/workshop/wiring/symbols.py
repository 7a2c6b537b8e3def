"""Schematic symbols of the parts, each with the positions of its terminals.

Every function draws one part relative to its corner and returns its SVG and its terminals' positions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from firmware.settings import LEGEND
from riverlight.workshop.wiring.ink import (
    BOARD,
    COPPER,
    DATA,
    FAINT,
    GROUND,
    INK,
    KEYS,
    PLUS,
    THREE,
    Place,
    box,
    circle,
    line,
    path,
    text,
)
from riverlight.workshop.wiring.model import Part
from riverlight.workshop.wiring.rp2040 import HEADER

__all__ = [
    "PITCH",
    "Drawn",
    "block",
    "buzzer",
    "capacitor",
    "diode",
    "earth",
    "fuse",
    "key",
    "keypad",
    "pico",
    "pull_down",
    "reader",
    "resistor",
    "shifter",
    "strip",
    "supply",
]

PITCH: Final = 36
"""Distance of two pins."""

_GATE_HEIGHTS: Final = (0, 2 * PITCH, 4.5 * PITCH, 6.5 * PITCH)
"""The first two gates are level with pins of the Pico, the others between pins, so that no wires overlap."""

_LED: Final = "#f7f3e6"
_METAL: Final = "#c9cfd2"
_CHIP: Final = "#30383d"


class Drawn(NamedTuple):
    """A drawn part and the position of each of its terminals."""

    svg: str
    at: dict[str, Place]


def pico(x: float, y: float, used: set[str]) -> Drawn:
    """Draw the Pico, its first pin ``PITCH`` below its top edge, with unused pins pale."""
    width, height = 190, PITCH * 20.6
    svg = box((x + 66, y - 22), (58, 44), _METAL, edge=FAINT, radius=5)
    svg += box((x, y), (width, height), BOARD, radius=12)
    svg += box((x + 66, y - 22), (58, 34), _METAL, edge=FAINT, radius=5)
    svg += text((x + 95, y - 1), "USB", 13, align="middle", colour=INK)
    middle = (x + width / 2, y + height / 2)
    svg += box((middle[0] - 30, middle[1] - 100), (60, 60), _CHIP, radius=4)
    svg += text((middle[0], middle[1] - 66), "RP2040", 11, align="middle", colour="#cfd6d9")
    svg += text((middle[0], middle[1] + 10), "Pico", 24, align="middle", colour="#e9f3ee", bold=True)
    svg += text((middle[0], middle[1] + 32), "U1", 15, align="middle", colour="#bcd8cc")
    at = {}
    for number, name in enumerate(HEADER, 1):
        is_left = number <= 20
        row = number - 1 if is_left else 40 - number
        place = (x if is_left else x + width, y + PITCH * (row + 0.8))
        at[name] = place
        inward = 1 if is_left else -1
        is_used = name in used
        svg += circle((place[0] + 9 * inward, place[1]), 6.5, COPPER if is_used else "#6f9a86")
        shown = "GND" if name.startswith("GND") else name
        colour = "#ffffff" if is_used else "#8fb5a4"
        align = "start" if is_left else "end"
        svg += text((place[0] + 22 * inward, place[1] + 5), shown, 14, colour=colour, align=align, bold=is_used)
        if is_used:
            outer = "end" if is_left else "start"
            svg += text((place[0] - 6 * inward, place[1] - 5), str(number), 11, colour=FAINT, align=outer)
    return Drawn(svg, at)


def keypad(x: float, y: float, part: Part, rows: tuple[float, ...], columns: tuple[float, ...]) -> Drawn:
    """Draw a keypad with terminals at its right edge, at the heights ``rows`` and ``columns``."""
    heights = (*rows, *columns)
    top, bottom = min(heights) - 22, max(heights) + 22
    width, side = 210, 148
    svg = box((x, top), (width, bottom - top), "#e6e3da", edge=FAINT, radius=10)
    left, up = x + 14, y
    svg += box((left - 4, up - 4), (side + 4, side + 4), "#2e3a40", radius=8)
    for number, sign in enumerate(LEGEND):
        row, column = divmod(number, 4)
        corner = (left + 36.5 * column + 1, up + 36.5 * row + 1)
        fill = "#3c6ea3" if column == 3 else "#8a9aa2" if sign in "*#" else "#f4f2ea"
        svg += box(corner, (32, 32), fill, radius=5)
        ink = "#ffffff" if fill != "#f4f2ea" else INK
        svg += text((corner[0] + 16, corner[1] + 22), sign, 16, align="middle", bold=True, colour=ink)
    name = f"{part.label} keypad" if part.label else "keypad"
    svg += text((x + 12, bottom - 12), f"{part.ref}  {name}", 15, bold=True)
    at = {}
    for letter, lines, colour in (("R", rows, KEYS[0]), ("C", columns, KEYS[1])):
        for number, height in enumerate(lines, 1):
            at[f"{letter}{number}"] = (x + width, height)
            svg += circle((x + width - 8, height), 5, colour)
            svg += text((x + width - 18, height + 5), f"{letter}{number}", 13, align="end", colour=colour, bold=True)
    return Drawn(svg, at)


def shifter(x: float, y: float, part: Part, used: int, gates: tuple[tuple[str, str, str], ...]) -> Drawn:
    """Draw the level shifter as four gates, inputs left, outputs right, power on top; ``y`` is the first gate's."""
    width, top = 150, y - 62
    high = 62 + _GATE_HEIGHTS[-1] + 52
    svg = box((x, top), (width, high), "#eef2ef", edge=INK, radius=8)
    svg += text((x + width / 2, top + high - 12), f"{part.ref}  74AHCT125", 16, align="middle", bold=True)
    at = {"VCC": (x + 45, top), "GND": (x + 105, top)}
    svg += text((x + 45, top + 18), "VCC", 13, align="middle", colour=PLUS, bold=True)
    svg += text((x + 105, top + 18), "GND", 13, align="middle", bold=True)
    svg += text((x + 52, top - 6), "14", 11, colour=FAINT) + text((x + 112, top - 6), "7", 11, colour=FAINT)
    numbers = {"1OE": 1, "1A": 2, "1Y": 3, "2OE": 4, "2A": 5, "2Y": 6, "3Y": 8, "3A": 9, "3OE": 10}
    numbers |= {"4Y": 11, "4A": 12, "4OE": 13}
    for number, (enable, data, out) in enumerate(gates):
        height = y + _GATE_HEIGHTS[number]
        ink = INK if number < used else FAINT
        svg += path(f"M{x + 58} {height - 17}l34 17l-34 17z", "#ffffff", edge=ink, width=2)
        svg += line([(x, height), (x + 58, height)], ink) + line([(x + 92, height), (x + width, height)], ink)
        svg += line([(x, height - 28), (x + 75, height - 28), (x + 75, height - 13)], ink)
        svg += circle((x + 75, height - 11), 3.5, "#ffffff", edge=ink)
        at |= {data: (x, height), out: (x + width, height), enable: (x, height - 28)}
        for name, place, align in ((data, x - 5, "end"), (out, x + width + 5, "start"), (enable, x - 5, "end")):
            svg += text((place, at[name][1] - 5), str(numbers[name]), 11, colour=FAINT, align=align)
        svg += text((x + 7, height - 5), data, 13, colour=ink, bold=number < used)
        svg += text((x + width - 7, height - 5), out, 13, colour=ink, align="end", bold=number < used)
        svg += text((x + 7, height - 33), enable, 11, colour=ink)
    return Drawn(svg, at)


def strip(x: float, y: float, part: Part, lights: int) -> Drawn:
    """Draw a strip of lights to the right of its data input at ``x``, ``y``."""
    width, half = 330, 25
    svg = box((x, y - half), (width, 2 * half), "#fffdf6", edge=INK, radius=5)
    for step in range(7):
        left = x + 36 + 40 * step + (16 if step > 3 else 0)
        if step == 4:
            svg += line([(left - 24, y - half - 5), (left - 16, y), (left - 24, y + half + 5)], "#fbfaf5", 9)
            svg += text((left - 20, y + 5), "…", 20, align="middle")
        svg += box((left, y - 13), (26, 26), _LED, edge=FAINT, radius=4)
        svg += circle((left + 13, y), 8, ("#ffd27a", "#8fd3ff", "#9ee6b5", "#f7a6c4")[step % 4])
    name = f"{part.ref}  {part.label}: {lights} {'light' if lights == 1 else 'lights'}"
    svg += text((x + width / 2, y + half + 24), name, 16, align="middle", bold=True)
    at: dict[str, Place] = {"DIN": (x, y)}
    svg += text((x + 5, y + 5), "DIN", 11, bold=True)
    feeds = sorted({int(name.partition("@")[2]) for name in part.extra if "@" in name})
    for feed in feeds:
        middle = x + 30 + (width - 60) * ((feed - 1) / max(1, lights - 1))
        for rail, offset, colour in (("5V", -18, PLUS), ("GND", 18, GROUND)):
            at[f"{rail}@{feed}"] = (middle + offset, y - half)
            svg += circle((middle + offset, y - half), 4.5, colour)
    return Drawn(svg, at)


def resistor(x: float, y: float, part: Part) -> Drawn:
    """Draw a resistor, its first end at ``x``, ``y``."""
    svg = line([(x, y), (x + 62, y)], FAINT, 2.5) + box((x + 10, y - 8), (42, 16), "#e9d9b6", edge=INK, radius=7)
    for place, colour in zip((18, 26, 34, 43), ("#d07a1c", "#d07a1c", "#7a4a21", "#c8a23a"), strict=True):
        svg += line([(x + place, y - 7), (x + place, y + 7)], colour, 3.2)
    svg += text((x + 31, y - 15), f"{part.ref} {part.value:g} Ω", 13, align="middle", bold=True)
    return Drawn(svg, {"1": (x, y), "2": (x + 62, y)})


def capacitor(x: float, y: float, width: float, words: str, *, is_polar: bool) -> Drawn:
    """Draw a capacitor between two vertical wires ``width`` apart, its plus at the left."""
    middle = x + width / 2
    svg = line([(x, y), (middle - 5, y)], PLUS, 3) + line([(middle + 5, y), (x + width, y)], GROUND, 3)
    svg += line([(middle - 5, y - 15), (middle - 5, y + 15)], INK, 3.5)
    if is_polar:
        svg += path(f"M{middle + 9} {y - 15}Q{middle + 1} {y} {middle + 9} {y + 15}", edge=INK, width=3.5)
        svg += text((middle - 12, y - 20), "+", 18, colour=PLUS, bold=True)
    else:
        svg += line([(middle + 5, y - 15), (middle + 5, y + 15)], INK, 3.5)
    svg += text((x + width + 10, y + 5), words, 13, bold=True)
    return Drawn(svg, {"+": (x, y), "-": (x + width, y)})


def supply(x: float, y: float, part: Part) -> Drawn:
    """Draw the 5 V supply, its terminals at the right."""
    svg = box((x, y), (150, 104), "#39444a", radius=10)
    svg += text((x + 16, y + 34), part.ref, 16, colour="#dfe6e8", bold=True)
    svg += text((x + 16, y + 62), f"5 V  {part.value:g} A", 20, colour="#ffffff", bold=True)
    svg += text((x + 16, y + 86), "for the lights", 13, colour="#b7c2c6")
    svg += text((x + 134, y + 37), "+", 22, colour="#ff9d97", align="middle", bold=True)
    svg += text((x + 134, y + 87), "−", 22, colour="#ffffff", align="middle", bold=True)
    return Drawn(svg, {"+": (x + 150, y + 30), "-": (x + 150, y + 80)})


def fuse(x: float, y: float, part: Part) -> Drawn:
    """Draw a vertical fuse in its holder, its upper end at ``x``, ``y``."""
    svg = box((x - 10, y), (20, 44), "#fff6d9", edge=INK, radius=7)
    svg += line([(x, y + 4), (x, y + 13), (x - 4, y + 18), (x + 4, y + 28), (x, y + 32), (x, y + 40)], PLUS, 2.2)
    svg += text((x + 25, y + 40), f"{part.ref} {part.value:g} A", 13, bold=True, turn=-90)
    return Drawn(svg, {"1": (x, y), "2": (x, y + 44)})


def diode(x: float, y: float, part: Part) -> Drawn:
    """Draw a Schottky diode with its cathode (the ring) at the left."""
    svg = line([(x, y), (x + 50, y)], INK, 2.5) + box((x + 10, y - 8), (30, 16), "#30383d", radius=3)
    svg += line([(x + 16, y - 8), (x + 16, y + 8)], "#e4e9eb", 4)
    svg += text((x + 25, y - 14), f"{part.ref} Schottky", 12, align="middle", bold=True)
    return Drawn(svg, {"K": (x, y), "A": (x + 50, y)})


def pull_down(x: float, y: float, part: Part) -> Drawn:
    """Draw a small resistor from a wire down to a ground symbol."""
    svg = line([(x, y), (x, y + 34)], FAINT, 2.5) + box((x - 6, y + 7), (12, 22), "#e9d9b6", edge=INK, radius=5)
    svg += circle((x, y), 4, DATA)
    svg += text((x - 11, y + 24), f"{part.ref} {part.value / 1000:g} kΩ", 11, align="end", bold=True)
    return Drawn(svg, {"1": (x, y), "2": (x, y + 34)})


def block(x: float, y: float, part: Part, pitch: float) -> Drawn:
    """Draw a terminal block with wires below."""
    colour = PLUS if part.label.startswith("+") else GROUND
    places = len(part.extra)
    width = pitch * places + 10
    svg = box((x, y), (width, 34), colour, radius=7)
    at = {}
    for number, name in enumerate(part.extra):
        middle = x + 5 + pitch * (number + 0.5)
        svg += circle((middle, y + 17), 8, "#e4e7e8")
        svg += line([(middle - 5, y + 17), (middle + 5, y + 17)], "#788388", 2.5)
        at[name] = (middle, y + 34)
    svg += text((x + width / 2, y - 9), f"{part.ref}  {part.label}", 16, align="middle", bold=True, colour=colour)
    return Drawn(svg, at)


def key(x: float, y: float, part: Part) -> Drawn:
    """Draw a push button with its two terminals at the left, ``PITCH`` apart."""
    svg = box((x, y - 14), (64, PITCH + 28), "#39444a", radius=9) + circle((x + 34, y + PITCH / 2), 18, "#c2488f")
    svg += text((x + 32, y + PITCH + 34), f"{part.ref}  peek key", 14, align="middle", bold=True)
    return Drawn(svg, {"1": (x, y), "2": (x, y + PITCH)})


def buzzer(x: float, y: float, part: Part) -> Drawn:
    """Draw the buzzer with its terminals at the right, ``PITCH`` apart."""
    middle = (x + 38, y + PITCH / 2)
    svg = "".join(line([(middle[0], height), (x + 84, height)], GROUND, 2.5) for height in (y, y + PITCH))
    svg += circle(middle, 33, _CHIP) + circle(middle, 8, "#777f84")
    svg += text((middle[0], y - 24), f"{part.ref}  buzzer", 15, align="middle", bold=True)
    return Drawn(svg, {"+": (x + 84, y), "-": (x + 84, y + PITCH)})


def reader(x: float, y: float, part: Part) -> Drawn:
    """Draw the card reader with its eight terminals at the left, in the order of the module."""
    pitch = 27
    high = pitch * len(part.terminals) + 12
    svg = box((x, y), (230, high), "#2f5f9e", radius=10)
    for inset in (0, 12, 24, 36):
        corner, size = (x + 100 + inset, y + 20 + inset), (114 - 2 * inset, high - 40 - 2 * inset)
        svg += box(corner, size, "none", edge="#7fa9dc", width=2, radius=12)
    svg += text((x + 157, y + high / 2 + 5), "MFRC522", 14, align="middle", colour="#ffffff", bold=True)
    svg += text((x + 115, y + high + 24), f"{part.ref}  card reader", 16, align="middle", bold=True)
    at: dict[str, Place] = {}
    for number, name in enumerate(reversed(part.terminals)):
        place = (x, y + 6 + pitch * (number + 0.5))
        at[name] = place
        svg += circle((x + 10, place[1]), 5.5, THREE if name == "3.3V" else COPPER)
        svg += text((x + 22, place[1] + 5), name, 13, colour="#ffffff", bold=name != "IRQ")
    return Drawn(svg, at)


def earth(place: Place, *, is_below: bool = False) -> str:
    """Return the ground symbol to the left of a point, or below it."""
    x, y = place
    if is_below:
        halves = enumerate((9, 6, 3))
        return "".join(line([(x - half, y + 5 * step), (x + half, y + 5 * step)], GROUND, 2) for step, half in halves)
    svg = line([(x, y), (x - 22, y)], GROUND, 2)
    for step, half in enumerate((9, 6, 3)):
        svg += line([(x - 22 - 5 * step, y - half), (x - 22 - 5 * step, y + half)], GROUND, 2)
    return svg
