"""Draw a board's lights in the terminal, two pixels per character.

Each light is at its position on the board, in the colour sent to the strip, with a halo on the water. In a terminal
without colour, a letter shows the meaning of the light.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final, Literal

from riverlight.boards import Board
from riverlight.light_roles import load_light_roles

__all__ = ["Colour", "Depth", "NightView"]

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

_NIGHT: Final[Colour] = (7, 21, 24)
_WATER: Final[Colour] = (9, 38, 48)
_UNLIT: Final[Colour] = (16, 52, 62)
_WATER_REACHES: Final = 0.048  # of the board's width, from each space
_HALO: Final = 0.34
_UPPER_HALF: Final = "▀"
_PLAIN: Final = "\x1b[0m"
_CUBE: Final = (0, 95, 135, 175, 215, 255)

Depth = Literal["truecolor", "256"]
"""The colour depth of the terminal."""

_ARROW: Final = 5  # as a die
_MUMMYS_LIGHT: Final = 7  # instead of a seat


class NightView:
    """A drawing of one panel of a board.

    Args:
        board: the board; its spaces must have positions.
        panel: the chain of lights.
        columns: the width in characters.
        lines: the maximum height in lines.
    """

    def __init__(self, board: Board, panel: str, columns: int, lines: int) -> None:
        places = [space["at_mm"] for space in board.document["spaces"]]
        (self._lights,) = [bytes(lights) for name, lights in board.core.panels if name == panel]
        reach_mm = _WATER_REACHES * board.size_mm[0]
        left_mm = min(x_mm for x_mm, _ in places) - reach_mm
        top_mm = min(y_mm for _, y_mm in places) - reach_mm
        width_mm = max(x_mm for x_mm, _ in places) + reach_mm - left_mm
        height_mm = max(y_mm for _, y_mm in places) + reach_mm - top_mm
        scale = min(columns / width_mm, 2 * lines / height_mm)
        self._columns = int(width_mm * scale)
        self._rows = int(height_mm * scale / 2) * 2
        self._pixels = [
            (min(int((x_mm - left_mm) * scale), self._columns - 1), min(int((y_mm - top_mm) * scale), self._rows - 1))
            for x_mm, y_mm in places
        ]
        self._bed = self._make_bed(reach_mm * scale)

    def draw(self, colours: Sequence[Colour], depth: Depth) -> list[str]:
        """Return the picture line by line; ``colours`` are those sent to the strip."""
        canvas = self._painted(colours)
        lines = []
        for top in range(0, self._rows, 2):
            upper = canvas[top * self._columns : (top + 1) * self._columns]
            lower = canvas[(top + 1) * self._columns : (top + 2) * self._columns]
            runs = groupby(zip(upper, lower, strict=True))
            line = "".join(f"{_two_pixels(*pair, depth)}{_UPPER_HALF * len(list(run))}" for pair, run in runs)
            lines.append(f"{line}{_PLAIN}")
        return lines

    def letters(self, frame: Sequence[int], colours: Sequence[Colour]) -> list[str]:
        """Return the picture in letters, line by line: the role of each lit light.

        ``A`` to ``F`` are canoes, digits the numbers of ends, ``o`` starts, ``.`` water, ``~`` the current, ``=``
        landings, ``u`` the cave, ``#`` the waterfall; in Niagara ``!`` is danger, ``*`` gems, ``x`` a lost canoe,
        ``^`` the weather, ``-`` what is bare. In Pyramid ``B`` to ``E`` are hunters, ``M`` the mummy, digits also dice,
        with ``>`` for the arrow, and counts at the two gates ``o``, lower-case letters treasures by their colours,
        ``*`` one that was played, ``X`` a catch, ``^`` an escape, ``:`` the mummy's way, ``~`` its reach, ``?`` where
        hunters can be, ``!`` the same within its reach.
        """
        lines = [[" "] * self._columns for _ in range(self._rows // 2)]
        for space, colour in zip(self._lights, colours, strict=False):
            if space < len(self._pixels) and any(colour):
                x, y = self._pixels[space]
                letter = _letter(frame[2 * space], frame[2 * space + 1])
                if not letter.isalnum() and lines[y // 2][x].isalnum():
                    continue
                lines[y // 2][x] = letter
        return ["".join(line).rstrip() for line in lines]

    def _painted(self, colours: Sequence[Colour]) -> list[Colour]:
        """Return the pixels, row by row."""
        canvas = list(self._bed)
        for space, colour in zip(self._lights, colours, strict=False):
            if space < len(self._pixels):
                self._light(canvas, self._pixels[space], _seen(colour))
        return canvas

    def _make_bed(self, reach: float) -> list[Colour]:
        bed = []
        for y in range(self._rows):
            for x in range(self._columns):
                nearest = min((x - px) ** 2 + (y - py) ** 2 for px, py in self._pixels)
                bed.append(_WATER if nearest <= reach * reach else _NIGHT)
        for x, y in self._pixels:
            bed[y * self._columns + x] = _UNLIT
        return bed

    def _light(self, canvas: list[Colour], pixel: tuple[int, int], colour: Colour) -> None:
        x, y = pixel
        canvas[y * self._columns + x] = _brighter(_UNLIT, colour, 1.0)
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if 0 <= x + dx < self._columns and 0 <= y + dy < self._rows:
                place = (y + dy) * self._columns + x + dx
                canvas[place] = _brighter(canvas[place], colour, _HALO)


@cache
def _two_pixels(upper: Colour, lower: Colour, depth: Depth) -> str:
    """Return the escape sequence for a half block with two colours."""
    if depth == "truecolor":
        return "\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*upper, *lower)
    return f"\x1b[38;5;{_nearest_of_256(upper)};48;5;{_nearest_of_256(lower)}m"


def _nearest_step(value: int) -> int:
    return min(range(len(_CUBE)), key=lambda step: abs(_CUBE[step] - value))


def _nearest_of_256(colour: Colour) -> int:
    """Return the nearest of the terminal's 256 colours: 6×6×6 cube or grey ramp."""
    cube = [_nearest_step(value) for value in colour]
    grey = max(0, min(23, round((sum(colour) / 3 - 8) / 10)))
    in_cube = sum((_CUBE[step] - value) ** 2 for step, value in zip(cube, colour, strict=True))
    in_grey = sum((8 + 10 * grey - value) ** 2 for value in colour)
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2] if in_cube <= in_grey else 232 + grey


def _letter(role: int, detail: int) -> str:
    match load_light_roles().roles[role].letter:
        case "seats":
            return chr(ord("A") + (detail & -detail).bit_length() - 1)
        case "seat":
            return "M" if detail >> 5 == _MUMMYS_LIGHT else chr(ord("A") + (detail >> 5))
        case "die" if detail & 31 == _ARROW:
            return ">"
        case "die" | "number":
            return str(detail & 31) if detail & 31 < 10 else "+"
        case letter:
            return letter


def _brighter(under: Colour, light: Colour, share: float) -> Colour:
    """Add a share of ``light`` to the colour ``under``."""
    red, green, blue = (max(dark, int(bright * share)) for dark, bright in zip(under, light, strict=True))
    return red, green, blue


def _seen(colour: Colour) -> Colour:
    """Return the perceived colour of LED values: the inverse of the firmware's curve."""
    red, green, blue = (_SEEN[value] for value in colour)
    return red, green, blue


def _lightness(value: int) -> int:
    light = value / 255
    lightness = 903.3 * light if light <= 0.008856 else 116 * light ** (1 / 3) - 16
    return round(2.55 * lightness)


_SEEN: Final = tuple(_lightness(value) for value in range(256))
