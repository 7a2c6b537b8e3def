"""Pictures of wires for the build guide: a light, the first light, the keypad, the power."""

from __future__ import annotations

from typing import Final

from firmware import pins
from riverlight.workshop.wiring import symbols
from riverlight.workshop.wiring.ink import (
    BOARD,
    COPPER,
    DATA,
    FAINT,
    GROUND,
    INK,
    KEYS,
    PAPER,
    PLUS,
    SPI,
    THREE,
    Place,
    box,
    circle,
    line,
    path,
    picture,
    text,
)
from riverlight.workshop.wiring.model import Build, Part
from riverlight.workshop.wiring.rp2040 import HEADER

__all__ = ["first_light", "keypad", "power", "reader", "strip"]

_STRIP: Final = "#fffdf6"
_PADS: Final = (("+5V", PLUS, -46), ("D", DATA, 0), ("GND", GROUND, 46))


def _light(x: float, y: float, *, is_named: bool, glow: str = "#f0ead6") -> str:
    """Draw one light cut from a strip, centred at a point, with three pads at each end."""
    svg = box((x - 110, y - 74), (220, 148), _STRIP, edge=INK, radius=6)
    svg += box((x - 36, y - 36), (72, 72), "#ffffff", edge=FAINT, radius=8) + circle((x, y), 25, glow, edge=FAINT)
    for name, colour, offset in _PADS:
        for side in (-1, 1):
            pad = f"M{x + side * 110} {y + offset - 15}h{-side * 20}a15 15 0 0 {side < 0:d} 0 30h{side * 20}z"
            svg += path(pad, COPPER, edge="#a8842f")
        shown = {"D": ("DIN", "DO")}.get(name, (name, name))
        if is_named:
            for side, word in zip((-1, 1), shown, strict=True):
                align = "start" if side < 0 else "end"
                svg += text((x + side * 66, y + offset + 5), word, 14, colour=colour, align=align, bold=True)
    return svg + path(f"M{x - 22} {y - 56}h34m-10-8l10 8-10 8", edge=INK, width=2.5)


def strip() -> str:
    """Return lights cut from a strip and joined by three wires."""
    width, height = 1100.0, 470.0
    svg = text((40, 48), "From strip to single lights", 26, bold=True)
    for step in range(3):
        svg += _light(170 + 220 * step, 160, is_named=step == 1)
    for step in range(2):
        x = 280 + 220 * step
        svg += line([(x, 70), (x, 250)], PLUS, 2.5, dash="9 7")
    svg += text((290, 82), "cut through the pads", 15, colour=PLUS)
    svg += text((730, 130), "The arrow shows the way of the data:", 16)
    svg += text((730, 154), "into DIN, out of DO (or DOUT).", 16, bold=True)
    svg += text((730, 190), "Turned round, a light stays dark,", 16)
    svg += text((730, 214), "and so do all behind it.", 16)
    for number, glow in enumerate(("#ffd27a", "#8fd3ff", "#9ee6b5")):
        svg += _light(170 + 370 * number, 370, is_named=True, glow=glow)
    for number in range(2):
        start, end = 170 + 370 * number + 100, 170 + 370 * (number + 1) - 100
        for _, colour, offset in _PADS:
            y, low = 370 + offset, 388 + offset + 6 * (offset > 0)
            data = f"M{start} {y}C{start + 50} {low} {end - 50} {low} {end} {y}"
            svg += path(data, edge=PAPER, width=9) + path(data, edge=colour, width=5)
            svg += circle((start, y), 8, "#c6cccf") + circle((end, y), 8, "#c6cccf")
    return picture(width, height, "Cutting single lights from a strip and joining them by three wires", svg)


def first_light() -> str:
    """Return the first light with its resistor and its capacitor."""
    width, height = 1100.0, 430.0
    svg = text((40, 48), "First light", 26, bold=True)
    svg += path("M660 250a160 160 0 1 1 320 0a160 160 0 1 1-320 0z", "#8fd3ff", extra=' fill-opacity=".22"')
    svg += _light(820, 250, is_named=True, glow="#8fd3ff")
    plus, data, ground = ((710.0, 250.0 + offset) for _, _, offset in _PADS)
    svg += _wire([(60, 120), (640, 120), (640, plus[1]), plus], PLUS)
    svg += _wire([(60, 250), data], DATA)
    svg += _wire([(60, 380), (640, 380), (640, ground[1]), ground], GROUND)
    svg += text((60, 104), "from X1, +5 V", 16, colour=PLUS, bold=True)
    svg += text((60, 234), "data, from 1Y", 16, colour=DATA, bold=True)
    svg += text((60, 404), "from X2, ground", 16, bold=True)
    svg += line([(520, 120), (520, 196)], PLUS, 4) + line([(520, 316), (520, 380)], GROUND, 4)
    svg += box((486, 196), (68, 120), "#34424f", edge=INK, radius=9)
    svg += path("M487 280h66v27q0 8-8 8h-50q-8 0-8-8z", "#b3bdc3")
    svg += text((520, 306), "−", 26, align="middle", bold=True)
    svg += text((520, 226), "+", 24, align="middle", colour="#ffffff", bold=True)
    svg += text((470, 336), "C2 1000 µF", 15, align="end", bold=True)
    svg += text((470, 356), "the striped lead is minus", 15, align="end")
    svg += circle((520, 120), 7, PLUS) + circle((520, 380), 7, GROUND)
    svg += box((250, 236), (100, 28), "#e9d9b6", edge=INK, radius=13)
    for place, colour in zip((272, 290, 308, 332), ("#d07a1c", "#d07a1c", "#7a4a21", "#c8a23a"), strict=True):
        svg += line([(place, 237), (place, 263)], colour, 6)
    svg += text((300, 288), "R1 330 Ω", 15, align="middle", bold=True)
    title = "The first light, with the resistor in its data wire and the capacitor across its power"
    return picture(width, height, title, svg)


def _wire(points: list[Place], colour: str) -> str:
    return line(points, PAPER, 11) + line(points, colour, 6)


def keypad() -> str:
    """Return the keypad's eight wires and the Pico's pins they connect to."""
    width, height = 1100.0, 430.0
    names = [f"R{number}" for number in range(1, 5)] + [f"C{number}" for number in range(1, 5)]
    gpios = [*pins.ROWS, *pins.COLUMNS]
    svg = text((40, 48), "The keypad", 26, bold=True)
    rows = tuple(130.0 + 34 * number for number in range(4))
    columns = tuple(130.0 + 34 * number for number in range(4, 8))
    drawn = symbols.keypad(60, 140, Part("K1", "keypad"), rows, columns)
    svg += drawn.svg
    svg += box((640, 96), (210, 310), BOARD, radius=12)
    svg += text((820, 262), "Pico", 24, colour="#e9f3ee", bold=True, align="end")
    for name, gpio, colour in zip(names, gpios, (*(KEYS[0],) * 4, *(KEYS[1],) * 4), strict=True):
        x, y = drawn.at[name]
        svg += line([(x, y), (640, y)], PAPER, 7) + line([(x, y), (640, y)], colour, 4)
        svg += circle((652, y), 7, COPPER) + text((668, y + 5), f"GP{gpio}", 15, colour="#ffffff", bold=True)
        svg += text((630, y - 6), f"pin {HEADER.index(f'GP{gpio}') + 1}", 13, colour=FAINT, align="end")
    svg += text((880, 150), "On most keypads the eight", 15) + text((880, 172), "wires are, seen from the", 15)
    svg += text((880, 194), "keys, R1 … R4, C1 … C4.", 15)
    svg += text((880, 236), "If keys come out turned,", 15) + text((880, 258), "the wires are in another", 15)
    svg += text((880, 280), "order: swap them, nothing", 15) + text((880, 302), "can break.", 15)
    return picture(width, height, "The keypad's eight wires and the Pico's pins", svg)


def reader() -> str:
    """Return the card reader's seven wires and the Pico's pins they connect to."""
    width, height = 1100.0, 380.0
    svg = text((40, 48), "The card reader", 26, bold=True)
    drawn = symbols.reader(560, 96, Part("RD1", "reader"))
    clock, data_out, data_in, select, reset = (f"GP{gpio}" for gpio in pins.READER)
    to = {"SCK": clock, "MOSI": data_out, "MISO": data_in, "SDA": select, "RST": reset, "3.3V": "3V3", "GND": "GND23"}
    svg += drawn.svg + box((60, 86), (210, 246), BOARD, radius=12)
    svg += text((90, 216), "Pico", 24, colour="#e9f3ee", bold=True)
    for name, pin in to.items():
        x, y = drawn.at[name]
        colour = {"3.3V": THREE, "GND": GROUND}.get(name, SPI)
        svg += line([(270, y), (x, y)], PAPER, 7) + line([(270, y), (x, y)], colour, 4)
        shown = "GND" if pin.startswith("GND") else pin
        svg += circle((258, y), 7, COPPER) + text((242, y + 5), shown, 15, colour="#ffffff", bold=True, align="end")
        svg += text((280, y - 5), f"pin {HEADER.index(pin) + 1}", 12, colour=FAINT)
    svg += text((830, 130), "3.3 V, never 5 V.", 17, colour=PLUS, bold=True)
    svg += text((830, 160), "IRQ stays free.", 15) + text((830, 190), "Look at the names printed on", 15)
    svg += text((830, 212), "your module: some stand in", 15) + text((830, 234), "another order.", 15)
    return picture(width, height, "The card reader's seven wires and the Pico's pins", svg)


def power(build: Build) -> str:
    """Return the power distribution: supply, blocks, a fuse for each feed; the Pico, common ground."""
    width, height = 1100.0, 470.0
    svg = text((40, 48), "Power", 26, bold=True)
    supply = symbols.supply(50, 110, build.of_kind("supply")[0])
    plus = symbols.block(330, 92, build.by_ref["X1"], 34)
    ground = symbols.block(330, 350, build.by_ref["X2"], 34)
    svg += _wire([supply.at["+"], (270, supply.at["+"][1]), (270, 109), (330, 109)], PLUS)
    svg += _wire([supply.at["-"], (236, supply.at["-"][1]), (236, 367), (330, 367)], GROUND)
    fuses = ""
    wires = {wire.end[0]: wire.start for wire in build.wires if wire.end[1] == "1"}
    for step, part in enumerate(build.of_kind("fuse")[:3]):
        x, y = plus.at[wires[part.ref][1]]
        drawn = symbols.fuse(x, y + 14, part)
        low = 222 + 20 * step
        svg += _wire([(x, y), drawn.at["1"]], PLUS)
        svg += _wire([drawn.at["2"], (x, low), (800, low)], PLUS)
        fuses += drawn.svg
        where = "the + rail, to the 74AHCT125" if step == 0 else f"lights, feed {step}"
        svg += text((812, low + 5), where, 14)
    ground_end = 340.0 + 34 * len(build.by_ref["X2"].extra)
    svg += _wire([(ground_end, 367), (700, 367), (700, 330), (800, 330)], GROUND)
    svg += text((812, 335), "lights, ground of each feed", 14)
    svg += box((800, 352), (230, 64), BOARD, radius=10)
    svg += text((915, 392), "Pico", 22, colour="#e9f3ee", bold=True, align="middle")
    svg += _wire([(ground_end, 367), (800, 367)], GROUND) + circle((700, 367), 8, GROUND)
    svg += line([(1030, 384), (1085, 384)], "#39444a", 14) + text((1036, 366), "USB", 14)
    svg += text((560, 392), "one ground", 14, colour=FAINT)
    if build.is_one_supply:
        words = ("The diode D1 feeds VSYS of the Pico from", "the + rail: the USB cable may stay plugged in.")
    else:
        svg += path("M760 96l20 20m0-20l-20 20", edge=PLUS, width=4)
        words = ("never join the + of the supply", "to VBUS, VSYS or 3V3 of the Pico")
    for step, line_of_words in enumerate(words):
        svg += text((794, 102 + 22 * step), line_of_words, 15, colour=PLUS, bold=True)
    svg += supply.svg + plus.svg + ground.svg + fuses
    svg += text((50, 446), "Each feed has a fuse, right at the block: what follows it cannot burn.", 16)
    return picture(width, height, "Supply, blocks, fuses and the common ground", svg)
