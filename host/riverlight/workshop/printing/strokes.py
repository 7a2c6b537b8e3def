"""A single-stroke typeface for engraving: laser cutters trace lines, and most of their programs drop text.

Each letter is a list of grid points: pairs of digits, x and y upwards from the bottom of descenders; the baseline is at
2, lower-case letters reach 6, capitals 8. Corners are cut rather than rounded. It has only the characters of space ids
and numbers.
"""

from __future__ import annotations

from riverlight.workshop.printing.paths import Point

__all__ = ["strokes_of", "width_mm"]

_BASE, _TOP = 2, 8
_GAP = 1.6
_BLANK = 2.4

_LETTERS = {
    "+": "05 45/27 23",
    "0": "06 04 12 22 34 36 28 18 06",
    "1": "06 28 22",
    "2": "07 18 38 47 46 02 42",
    "3": "08 48 25 35 44 43 32 12 03",
    "4": "32 38 04 44",
    "5": "48 08 05 35 44 43 32 12 03",
    "6": "47 38 18 07 03 12 32 43 44 35 15 04",
    "7": "08 48 12",
    "8": "15 06 07 18 38 47 46 35 15 04 03 12 32 43 44 35",
    "9": "46 35 15 06 07 18 38 47 43 32 12 03",
    "A": "02 06 28 46 42/04 44",
    "B": "35 05/35 46 47 38 08 02 32 43 44 35",
    "C": "47 38 18 07 03 12 32 43",
    "D": "02 08 28 46 44 22 02",
    "E": "48 08 02 42/05 35",
    "F": "48 08 02/05 35",
    "G": "47 38 18 07 03 12 32 43 45 25",
    "H": "02 08/42 48/05 45",
    "I": "02 08",
    "J": "03 12 22 33 38",
    "K": "02 08/48 05 42",
    "L": "08 02 42",
    "M": "02 08 25 48 42",
    "N": "02 08 42 48",
    "O": "07 03 12 32 43 47 38 18 07",
    "P": "02 08 38 47 46 35 05",
    "Q": "07 03 12 32 43 47 38 18 07/24 42",
    "R": "02 08 38 47 46 35 05/25 42",
    "S": "47 38 18 07 06 15 35 44 43 32 12 03",
    "T": "08 48/28 22",
    "U": "08 03 12 32 43 48",
    "V": "08 22 48",
    "W": "08 12 25 32 48",
    "X": "08 42/02 48",
    "Y": "08 25 48/25 22",
    "Z": "08 48 02 42",
    "a": "36 32/35 26 16 05 03 12 22 33",
    "b": "08 02/05 16 26 35 33 22 12 03",
    "c": "35 26 16 05 03 12 22 33",
    "d": "38 32/35 26 16 05 03 12 22 33",
    "e": "04 34 35 26 16 05 03 12 22 33",
    "f": "38 28 17 12/06 26",
    "g": "36 31 20 10 01/35 26 16 05 03 12 22 33",
    "h": "08 02/05 16 26 35 32",
    "i": "02 06/07 08",
    "j": "26 21 10 00/27 28",
    "k": "08 02/36 04 32",
    "l": "08 03 12",
    "m": "02 06/05 16 25 22/25 36 45 42",
    "n": "02 06/05 16 26 35 32",
    "o": "05 03 12 22 33 35 26 16 05",
    "p": "06 00/05 16 26 35 33 22 12 03",
    "q": "36 30/35 26 16 05 03 12 22 33",
    "r": "02 06/05 16 26",
    "s": "36 16 05 14 24 33 22 02",
    "t": "18 13 22 32/06 26",
    "u": "06 03 12 22 33/36 32",
    "v": "06 22 46",
    "w": "06 12 24 32 46",
    "x": "06 32/02 36",
    "y": "06 22/46 10",
    "z": "06 36 02 32",
    "_": "01 41",
    ".": "02 03",
    ",": "13 01",
    ":": "02 03/05 06",
    "-": "05 35",
}


def width_mm(text: str, height_mm: float) -> float:
    """Return the width of ``text`` with capitals of ``height_mm``."""
    widths = [_width(letter) for letter in text]
    return (sum(widths) + _GAP * max(0, len(widths) - 1)) * height_mm / (_TOP - _BASE)


def strokes_of(text: str, at: Point, height_mm: float, align: str = "left") -> list[list[Point]]:
    """Return the lines that draw ``text``; ``at`` is the left, middle or right end of the baseline.

    Missing characters leave a blank.
    """
    scale = height_mm / (_TOP - _BASE)
    x = at[0] - width_mm(text, height_mm) * {"left": 0, "middle": 0.5, "right": 1}[align]
    lines = []
    for letter in text:
        for stroke in _LETTERS.get(letter, "").split("/"):
            points = [(x + int(pair[0]) * scale, at[1] - (int(pair[1]) - _BASE) * scale) for pair in stroke.split()]
            if points:
                lines.append(points)
        x += (_width(letter) + _GAP) * scale
    return lines


def _width(letter: str) -> float:
    drawing = _LETTERS.get(letter)
    return max(int(pair[0]) for pair in drawing.replace("/", " ").split()) if drawing else _BLANK
