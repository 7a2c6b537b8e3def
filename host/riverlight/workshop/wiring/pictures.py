"""Pictures of manual work for the build guide: layers, solder joints, printed pages, first steps."""

from __future__ import annotations

from typing import Final

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
    group,
    line,
    path,
    picture,
    text,
)

__all__ = ["joint", "pages", "stack", "usb"]

_WOOD: Final = "#d8b98a"
_GLOW: Final = ("#ffd27a", "#8fd3ff", "#9ee6b5", "#f7a6c4")
_TIN: Final = "#b9c0c4"


def stack() -> str:
    """Return a cross section of the board: map, walls, lights, wires, feet."""
    width, height = 1160.0, 450.0
    left, right = 60.0, 780.0
    svg = text((40, 48), "The board, cut open", 26, bold=True)
    centres = [left + 90 + 180 * step for step in range(4)]
    for centre, colour in zip(centres, _GLOW, strict=True):
        cone = f"M{centre - 10} 300L{centre - 66} 168H{centre + 66}L{centre + 10} 300z"
        svg += path(cone, colour, extra=' fill-opacity=".55"')
    svg += box((left, 128), (right - left, 14), "#8fbf9a", radius=3)
    svg += box((left, 144), (right - left, 20), "#f2f7f7", edge=FAINT, radius=3)
    for centre, colour in zip(centres, _GLOW, strict=True):
        svg += path(f"M{centre - 30} 128h60l8-16q-38-14-76 0z", colour, extra=' fill-opacity=".8"')
    for wall in [left, *(centre + 90 for centre in centres)]:
        x = min(max(wall - 14, left), right - 28)
        svg += box((x, 166), (28, 132), "#f5efe2", edge="#b8ac93", radius=2)
    svg += box((left, 300), (right - left, 34), _WOOD, edge="#a98758", radius=3)
    for centre in centres:
        svg += box((centre - 34, 300), (68, 34), "#fbfaf5", radius=0)
        svg += box((centre - 27, 306), (54, 12), "#ffffff", edge=INK, radius=3)
        svg += box((centre - 20, 318), (40, 7), "#3d474d", radius=2)
    for offset, colour in ((0, PLUS), (9, DATA), (18, GROUND)):
        points: list[Place] = []
        for centre in centres:
            points += [(centre - 60, 352 + offset), (centre - 14 + offset, 336), (centre + 60, 352 + offset)]
        svg += line([(left - 10, 352 + offset), *points, (right + 4, 352 + offset)], colour, 3.5)
    for x in (left + 4, right - 40):
        svg += box((x, 334), (36, 76), _WOOD, edge="#a98758", radius=3)
    words = [
        (118, "the map: printed, or on film", "riverlight boards print, overlay"),
        (156, "white acrylic 3 mm spreads the light", ""),
        (232, "light shield: a wall round every space", "boards print, shield"),
        (317, "base plate: a light in each hole", "boards print, drill"),
        (362, "power and data from light to light", ""),
        (402, "feet as high as the Pico and its wires", ""),
    ]
    for y, what, how in words:
        svg += line([(right + 12, y), (right + 34, y)], FAINT, 1.5)
        svg += text((right + 42, y + (0 if how else 5)), what, 14, bold=True)
        if how:
            svg += text((right + 42, y + 18), how, 13, colour=FAINT)
    return picture(width, height, "The layers of the board: map, acrylic, light shield, lights in the base plate", svg)


def joint() -> str:
    """Return three solder joints: a good one, a cold one, one with too much solder."""
    width, height = 1100.0, 420.0
    svg = text((40, 48), "A solder joint", 26, bold=True)
    # Making it.
    svg += _pads(250, 150) + path("M118 250Q140 246 145 204h10Q160 246 182 250z", _TIN, edge="#8d969b")
    svg += path("M196 244l92-132 20 14-96 128q-12 8-16-10z", "#9a6b3c", edge=INK)
    svg += path("M196 244q4 18 16 10l30-40-16-12z", _TIN, edge=INK)
    svg += line([(20, 150), (112, 236)], "#8d969b", 7)
    svg += text((310, 108), "iron", 15) + text((16, 138), "solder", 15)
    svg += text((150, 336), "Heat pin and pad together,", 15, align="middle")
    svg += text((150, 356), "count to two, then feed solder", 15, align="middle")
    svg += text((150, 376), "at the joint, not at the iron.", 15, align="middle")
    # The results.
    good = path("M418 250Q448 246 455 204h10Q472 246 502 250z", _TIN, edge="#8d969b")
    cold = path("M655 250q-30-34 4-46 30 2 26 46z", "#a3a39b", edge="#7a7a72")
    much = path("M842 250Q844 194 882 190H948Q986 194 988 250z", _TIN, edge="#8d969b")
    shine = line([(438, 240), (452, 222)], "#ffffff", 3) + line([(866, 206), (892, 202)], "#ffffff", 3)
    svg += _pads(250, 460) + good + _pads(250, 680) + cold + _pads(250, 880, 950) + much + shine
    for x, sign, colour, name, why in (
        (460, "✓", DATA, "good", ("a shiny cone", "that wets pin and pad")),
        (680, "✗", PLUS, "cold", ("dull, beside the pin:", "heat it again")),
        (915, "✗", PLUS, "too much", ("it joins two pads:", "take it off with braid")),
    ):
        svg += text((x - 6, 150), sign, 34, colour=colour, align="middle", bold=True)
        svg += text((x, 334), name, 17, align="middle", bold=True)
        for row, words in enumerate(why):
            svg += text((x, 356 + 20 * row), words, 15, align="middle")
    return picture(width, height, "How a solder joint is made, and a good, a cold and an overdone one", svg)


def _pads(y: float, *pins: float) -> str:
    """Draw the edge of a circuit board with a pad and a pin at each position."""
    svg = box((min(pins) - 80, y), (max(pins) - min(pins) + 160, 26), BOARD, radius=2)
    for x in pins:
        svg += box((x - 33, y - 4), (66, 8), COPPER, radius=2) + box((x - 33, y + 22), (66, 8), COPPER, radius=2)
        svg += box((x - 5, y - 52), (10, 106), "#d9b44a", edge="#9c7f2c", radius=2)
    return svg


def pages() -> str:
    """Return how to check, cut and assemble printed pages."""
    width, height = 1100.0, 440.0
    svg = text((40, 48), "Printed pages become one", 26, bold=True)
    svg += _page(60, 90, "A1", None)
    svg += line([(150, 118), (290, 118)], INK, 2) + line([(150, 112), (150, 124)], INK, 2)
    svg += line([(290, 112), (290, 124)], INK, 2)
    svg += box((138, 70), (170, 34), "#f1d98a", edge="#a98a2e", radius=3)
    for step in range(18):
        svg += line([(148 + 9 * step, 104), (148 + 9 * step, 96 if step % 2 else 91)], "#7a6420", 1.5)
    svg += text((190, 418), "1  Print at 100 %, measure 100 mm.", 15, align="middle")
    svg += _page(430, 90, "B1", (430 + 22, 90 + 46))
    scissors = path("M-6 0l34-11m-34 11l34 11", edge=INK, width=3)
    scissors += "".join(circle((-14, offset), 8, "none", edge=INK, width=3) for offset in (-9, 9))
    svg += group(scissors, (404, 136))
    svg += text((525, 418), "2  Cut at its left and top marks.", 15, align="middle")
    svg += _page(750, 90, "A1", None) + _page(906, 136, "B1", None, is_cut=True)
    svg += text((905, 418), "3  Lay it on the dashed line, glue.", 15, align="middle")
    return picture(width, height, "Measuring, cutting and gluing printed pages", svg)


_INNER: Final = (150.0, 216.0)
"""The window of a drawn page; the next page overlaps it from _STEP on."""
_STEP: Final = 134.0


def _page(x: float, y: float, name: str, cut: Place | None, *, is_cut: bool = False) -> str:
    """Draw a printed page; if ``is_cut``, its window starts at ``x``, ``y``."""
    inner = (x, y) if is_cut else (x + 22, y + 46)
    size = (_INNER[0] + 18, _INNER[1] + 22) if is_cut else (_INNER[0] + 40, _INNER[1] + 68)
    svg = box((x + 4, y + 5), size, "#d9d6cc", radius=2) + box((x, y), size, "#ffffff", edge=FAINT, radius=2)
    wave = f"q{_STEP / 4} -22 {_STEP / 2} 0t{_STEP / 2} 0"
    svg += path(
        f"M{inner[0]} {inner[1] + 50}{wave}q4 -6 {_INNER[0] - _STEP} -9v110q-12 3 -{_INNER[0] - _STEP} 9"
        f"q-{_STEP / 4} 22 -{_STEP / 2} 0t-{_STEP / 2} 0z",
        "#8ecad3",
    )
    for step in range(4):
        place = (inner[0] + _STEP * (0.125 + 0.25 * step), inner[1] + 84 + 36 * (step % 2))
        svg += circle(place, 10, "#ffffff", edge="#5da2b8")
    if not is_cut:
        svg += text((x + 22, y + 32), name, 20, bold=True) + _marks(inner)
        seam = inner[0] + _STEP
        svg += line([(seam, inner[1]), (seam, inner[1] + _INNER[1])], FAINT, 1.5, dash="6 5")
    if cut is not None:
        svg += line([(cut[0], y - 10), (cut[0], y + size[1] + 10)], PLUS, 2, dash="8 6")
        svg += line([(x - 4, cut[1]), (x + size[0] + 12, cut[1])], PLUS, 2, dash="8 6")
    return svg


def _marks(inner: Place) -> str:
    """Draw crop marks outside the corners of a window."""
    svg = ""
    for x, right in ((inner[0], -1), (inner[0] + _INNER[0], 1)):
        for y, down in ((inner[1], -1), (inner[1] + _INNER[1], 1)):
            svg += line([(x + 4 * right, y), (x + 14 * right, y)], INK, 1.5)
            svg += line([(x, y + 4 * down), (x, y + 14 * down)], INK, 1.5)
    return svg


def usb() -> str:
    """Return how to install MicroPython: hold the button while plugging in."""
    width, height = 1100.0, 300.0
    svg = text((40, 48), "The program, before any soldering", 26, bold=True)
    svg += box((330, 110), (430, 128), BOARD, radius=12)
    svg += box((294, 142), (74, 64), "#c9cfd2", edge=FAINT, radius=6)
    svg += box((60, 150), (190, 48), "#39444a", radius=10) + box((246, 156), (50, 36), "#9fa8ac", edge=INK, radius=4)
    svg += line([(60, 174), (10, 174)], "#39444a", 14)
    svg += box((460, 128), (54, 40), "#e9ecec", edge=INK, radius=6) + circle((487, 148), 13, "#ffffff", edge=INK)
    svg += text((487, 188), "BOOTSEL", 13, colour="#e9f3ee", align="middle")
    svg += box((580, 140), (70, 68), "#30383d", radius=4)
    for step in range(20):
        for y in (122, 226):
            svg += circle((376 + 19.2 * step, y), 4.5, COPPER)
    svg += path("M487 70v44m-9-12l9 14 9-14", edge=PLUS, width=3.5) + text((503, 84), "1  hold it down", 17, bold=True)
    svg += text((150, 232), "2  plug in,", 17, align="middle", bold=True)
    svg += text((150, 254), "then let go", 17, align="middle")
    svg += text((800, 140), "A drive named RPI-RP2 appears:", 16)
    svg += text((800, 164), "copy MicroPython's .uf2 file to it.", 16)
    svg += text((800, 198), "The Pico restarts by itself; then", 16)
    svg += text((800, 222), "riverlight device install", 16, bold=True)
    return picture(width, height, "Holding BOOTSEL while the Pico is plugged in", svg)
