"""Embeds characters that PDF's standard fonts lack, from a font of this computer.

They are embedded as a Type 3 font (ISO 32000-1, 9.6.5): each character as its outline, whatever the source format, with
a table to Unicode so that text can be searched and copied. fontTools reads the fonts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

__all__ = ["Embedded", "Typefaces", "font_files"]

_PREFERRED: Final = ("noto", "dejavusans", "source", "liberation", "arial", "pingfang", "hiragino", "yahei", "jhenghei")
_MOST_FILES: Final = 600
_MOST_GLYPHS: Final = 255
"""Size of one Type 3 font, whose codes have one byte."""


def font_files() -> list[Path]:
    """Return the font files of this computer, the most complete families first."""
    home = Path.home()
    folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".fonts", home / ".local/share/fonts"]
    if sys.platform == "darwin":
        folders = [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    elif sys.platform == "win32":
        folders = [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    found = [
        path
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in (".ttf", ".otf", ".ttc")
    ]
    return sorted(found, key=_rank)[:_MOST_FILES]


def _rank(path: Path) -> tuple[int, bool, str]:
    """Return the sort key of a font: known families, then upright ones, then by name."""
    name = path.stem.lower()
    family = next((place for place, word in enumerate(_PREFERRED) if word in name), len(_PREFERRED))
    return family, any(word in name for word in ("italic", "oblique", "mono", "condensed")), name


class Embedded:
    """One embedded font, with the characters in use.

    Args:
        font: opened by fontTools.
    """

    def __init__(self, font: Any) -> None:
        self._font = font
        self._names: dict[int, str] = font.getBestCmap() or {}
        self._glyphs = font.getGlyphSet()
        self.units = int(font["head"].unitsPerEm)
        self.codes: dict[str, int] = {}

    def has(self, letters: str) -> bool:
        """Return whether the font has all characters of ``letters``."""
        return all(ord(letter) in self._names for letter in letters)

    def has_room(self, letters: str) -> bool:
        """Return whether these characters still fit into the one-byte codes."""
        return len({*self.codes, *letters}) <= _MOST_GLYPHS

    def code(self, letter: str) -> int:
        """Return the code of a character, and embed it."""
        return self.codes.setdefault(letter, len(self.codes) + 1)

    def width(self, letter: str) -> float:
        """Return a character's advance width in font units."""
        return float(self._glyphs[self._names[ord(letter)]].width)

    def outline(self, letter: str) -> str:
        """Return a character as the operators of a glyph stream."""
        from fontTools.pens.basePen import BasePen  # noqa: PLC0415  (an extra)

        words = [f"{self.width(letter):.0f} 0 d0"]

        class _Operators(BasePen):  # type: ignore[misc]  # the library has no types
            def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
                words.append(f"{point[0]:.1f} {point[1]:.1f} m")

            def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
                words.append(f"{point[0]:.1f} {point[1]:.1f} l")

            def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
                words.append(" ".join(f"{x:.1f} {y:.1f}" for x, y in points) + " c")

            def _closePath(self) -> None:  # noqa: N802
                words.append("h")

        self._glyphs[self._names[ord(letter)]].draw(_Operators(self._glyphs))
        return "\n".join([*words, "f"])


class Typefaces:
    """The fonts of one document, loaded when first needed.

    Attributes:
        embedded: the fonts in use, by their names on pages.
        missing: the characters that no font of this computer has.
        lacks_library: whether fontTools is missing.
    """

    def __init__(self) -> None:
        self.embedded: dict[str, Embedded] = {}
        self.missing: set[str] = set()
        self.lacks_library = False

    def name_for(self, text: str) -> str:
        """Return the name of an embedded font with all characters of a text, "" if there is none."""
        letters = "".join(sorted(set(text)))
        for name, font in self.embedded.items():
            if font.has(letters) and font.has_room(letters):
                return name
        for path in self._files():
            if _letters(path).issuperset(map(ord, letters)):
                name = f"T{len(self.embedded)}"
                self.embedded[name] = Embedded(_opened(path))
                return name
        self.missing |= {letter for letter in letters if not letter.isascii()}
        return ""

    def _files(self) -> Iterator[Path]:
        """Yield the font files of this computer if fontTools is available."""
        try:
            import fontTools.ttLib  # noqa: F401, PLC0415  (an extra)
        except ImportError:
            self.lacks_library = True
            return
        yield from font_files()


@cache
def _letters(path: Path) -> frozenset[int]:
    """Return a font file's character codes, empty if it is damaged; cached for further documents."""
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415  (an extra)

    try:
        with path.open("rb") as stream, TTFont(stream, lazy=True, fontNumber=0) as font:
            return frozenset(font.getBestCmap() or ())
    except (TTLibError, OSError, KeyError, ValueError, AssertionError):
        return frozenset()


@cache
def _opened(path: Path) -> Any:
    from fontTools.ttLib import TTFont  # noqa: PLC0415  (an extra)

    return TTFont(BytesIO(path.read_bytes()), lazy=True, fontNumber=0)
