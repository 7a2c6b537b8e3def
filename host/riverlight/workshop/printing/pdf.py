"""Writes PDF: vector drawings in millimetres, to be printed at 1:1.

Boards need only flat paths, a little text and translucency, for which PDF 1.7 (ISO 32000-1) has plain text operators;
characters missing from its standard font are embedded (:mod:`riverlight.workshop.printing.fonts`). Lengths are
millimetres from the top left corner of the page. The file asks print dialogues not to scale it.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from riverlight.workshop.printing.fonts import Embedded, Typefaces
from riverlight.workshop.printing.paths import IDENTITY, Matrix, Outline
from riverlight.workshop.printing.typeface import width_em

__all__ = ["Canvas", "Colour", "Pdf", "in_typeface"]

Colour = tuple[float, float, float]
"""Red, green and blue, each 0 to 1."""

_POINTS_A_MM = 72 / 25.4
_TO_UNICODE = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapType 2 def
1 begincodespacerange
<00> <ff>
endcodespacerange
{blocks}
endcmap
end
end"""
"""The code-to-Unicode table, in blocks of at most a hundred."""
_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


class Canvas:
    """The content of one page, or a drawing shared by several pages.

    Args:
        typefaces: the document's fonts for characters missing from PDF's standard font.
    """

    def __init__(self, typefaces: Typefaces | None = None) -> None:
        self._words: list[str] = []
        self._typefaces = Typefaces() if typefaces is None else typefaces
        self.opacities: set[int] = set()
        """The opacities used, in hundredths."""

    @property
    def content(self) -> bytes:
        """The operators written so far."""
        return "\n".join(self._words).encode("cp1252")

    def save(self) -> None:
        """Save clip, matrix and style, for :meth:`restore`."""
        self._words.append("q")

    def restore(self) -> None:
        """Restore what :meth:`save` saved."""
        self._words.append("Q")

    def transform(self, matrix: Matrix) -> None:
        """Apply ``matrix`` to everything that follows."""
        self._words.append(f"{_numbers(matrix)} cm")

    def clip(self, outline: Outline) -> None:
        """Clip everything that follows to ``outline``."""
        self._words += [*_path(outline), "W n"]

    def path(
        self,
        outline: Outline,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        width_mm: float = 0.25,
        dash_mm: Sequence[float] = (),
        even_odd: bool = False,
        fill_opacity: float = 1,
        stroke_opacity: float = 1,
        round_ends: bool = True,
    ) -> None:
        """Draw an outline: its inside in ``fill``, then its line in ``stroke``."""
        if not outline or (fill is None and stroke is None):
            return
        opacities = (round(100 * stroke_opacity), round(100 * fill_opacity))
        has_opacity = opacities != (100, 100)
        if has_opacity:
            self.save()
            self._opacity(*opacities)
        if fill is not None:
            self._words.append(f"{_numbers(fill)} rg")
        if stroke is not None:
            style = 1 if round_ends else 0
            self._words.append(f"{_numbers(stroke)} RG {_number(width_mm)} w {style} J {style} j")
            self._words.append(f"[{_numbers(dash_mm)}] 0 d")
        self._words += _path(outline)
        paint = "S" if fill is None else "f" if stroke is None else "B"
        self._words.append(paint + ("*" if even_odd and fill is not None else ""))
        if has_opacity:
            self.restore()

    def _opacity(self, stroke: int, fill: int) -> None:
        self.opacities |= {stroke, fill}
        self._words.append(f"/S{stroke} gs /F{fill} gs")

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size_mm: float,
        bold: bool = False,
        colour: Colour = (0, 0, 0),
        align: str = "left",
        spacing_mm: float = 0,
        matrix: Matrix = IDENTITY,
        opacity: float = 1,
    ) -> None:
        """Write ``text`` on its baseline; ``align`` is left, middle or right of ``at``.

        Characters that are in neither the standard font nor a font of this computer become question marks.
        """
        words = in_typeface(text)
        name, shown = "B" if bold else "R", ""
        if words.replace("\u2013", "\u2212") != text.replace("\u2013", "\u2212") and (
            found := self._typefaces.name_for(text)
        ):
            name, font = found, self._typefaces.embedded[found]
            shown = f"<{''.join(f'{font.code(letter):02x}' for letter in text)}>"
            width = sum(map(font.width, text)) / font.units * size_mm + spacing_mm * len(text)
        else:
            width = width_em(words, bold) * size_mm + spacing_mm * len(words)
            escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            shown = f"({escaped})"
        x, y = at[0] - width * {"left": 0, "middle": 0.5, "right": 1}[align], at[1]
        self.save()
        if opacity < 1:
            self._opacity(100, round(100 * opacity))
        self.transform(matrix)
        self._words.append(
            f"BT {_numbers(colour)} rg /{name} {_number(size_mm)} Tf {_number(spacing_mm)} Tc "
            f"1 0 0 -1 {_number(x)} {_number(y)} Tm {shown} Tj ET"
        )
        self.restore()

    def stamp(self, name: str) -> None:
        """Draw what :meth:`Pdf.keep` stored as ``name``."""
        self._words.append(f"/{name} Do")


def in_typeface(text: str) -> str:
    """Return ``text`` with a question mark for each character missing from the standard font; minus becomes a dash."""
    return text.replace("\u2212", "\u2013").encode("cp1252", "replace").decode("cp1252")


class Pdf:
    """A PDF document.

    Args:
        title: shown by PDF readers.
        typefaces: used by its canvases.
    """

    def __init__(self, title: str, typefaces: Typefaces | None = None) -> None:
        self._title = title
        self._typefaces = Typefaces() if typefaces is None else typefaces
        self._objects: list[bytes] = [b""] * 4  # catalogue, tree of pages, information, resources
        self._pages: list[int] = []
        self._stamps: dict[str, int] = {}
        self._opacities: set[int] = set()

    def keep(self, name: str, canvas: Canvas, spill_mm: float, width_mm: float, height_mm: float) -> None:
        """Store a drawing of the given size plus a margin ``spill_mm``, to be drawn on pages by its ``name``."""
        self._opacities |= canvas.opacities
        box = _numbers((-spill_mm, -spill_mm, width_mm + spill_mm, height_mm + spill_mm))
        head = f"/Type /XObject /Subtype /Form /BBox [{box}] /Resources 4 0 R"
        self._stamps[name] = self._add(_stream(head, canvas.content))

    def add_page(self, canvas: Canvas, width_mm: float, height_mm: float) -> None:
        """Add a page of the given size."""
        self._opacities |= canvas.opacities
        width, height = width_mm * _POINTS_A_MM, height_mm * _POINTS_A_MM
        scale = f"{_POINTS_A_MM:.9f} 0 0 {-_POINTS_A_MM:.9f} 0 {height:.6f} cm\n".encode()
        content = self._add(_stream("", scale + canvas.content))
        page = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4f} {height:.4f}] /Resources 4 0 R "
            f"/Contents {content} 0 R >>"
        )
        self._pages.append(self._add(page.encode()))

    def _add(self, content: bytes) -> int:
        self._objects.append(content)
        return len(self._objects)

    def _embed(self, font: Embedded) -> int:
        """Add a font with the characters in use, and return its number."""
        letters = sorted(font.codes, key=font.codes.__getitem__)
        glyphs = " ".join(
            f"/g{font.codes[letter]} {self._add(_stream('', font.outline(letter).encode()))} 0 R" for letter in letters
        )
        pairs = [f"<{font.codes[each]:02x}> <{each.encode('utf-16-be').hex()}>" for each in letters]
        blocks = [pairs[start : start + 100] for start in range(0, len(pairs), 100)]
        words = "\n".join("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar"]) for block in blocks)
        unicode = self._add(_stream("", _TO_UNICODE.format(blocks=words).encode()))
        names = " ".join(f"/g{font.codes[letter]}" for letter in letters)
        widths = " ".join(f"{font.width(letter):.0f}" for letter in letters)
        scale = f"{1 / font.units:.8f}"
        words = (
            f"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [{scale} 0 0 {scale} 0 0] "
            f"/CharProcs << {glyphs} >> /Encoding << /Type /Encoding /Differences [1 {names}] >> "
            f"/FirstChar 1 /LastChar {len(letters)} /Widths [{widths}] /Resources << >> /ToUnicode {unicode} 0 R >>"
        )
        return self._add(words.encode())

    def content(self) -> bytes:
        """Return the file; the same drawing always gives the same bytes."""
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        title = self._title.encode("utf-16-be").hex()
        fonts = " ".join(
            f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"
            for name, font in (("R", "Helvetica"), ("B", "Helvetica-Bold"))
        )
        embedded = {name: self._embed(font) for name, font in self._typefaces.embedded.items()}
        fonts += "".join(f" /{name} {number} 0 R" for name, number in embedded.items())
        looks = " ".join(
            f"/{letter}{share} << /{key} {_number(share / 100)} >>"
            for share in sorted(self._opacities)
            for letter, key in (("S", "CA"), ("F", "ca"))
        )
        stamps = " ".join(f"/{name} {number} 0 R" for name, number in self._stamps.items())
        self._objects[:4] = [
            text.encode()
            for text in (
                "<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
                f"<< /Type /Pages /Count {len(self._pages)} /Kids [{kids}] >>",
                f"<< /Title <feff{title}> /Producer (Riverlight) >>",
                f"<< /Font << {fonts} >> /ExtGState << {looks} >> /XObject << {stamps} >> >>",
            )
        ]
        file = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, each in enumerate(self._objects, 1):
            places.append(len(file))
            file += b"%d 0 obj\n%b\nendobj\n" % (number, each)
        start = len(file)
        file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        file += b"".join(b"%010d 00000 n \n" % place for place in places)
        file += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\n" % (len(places) + 1)
        return bytes(file + b"startxref\n%d\n%%%%EOF\n" % start)


def _stream(head: str, content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    return b"<< %b /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (head.encode(), len(packed), packed)


def _path(outline: Outline) -> list[str]:
    return [
        " ".join([*(_number(float(number)) for number in numbers), _OPERATORS[str(letter)]])
        for letter, *numbers in outline
    ]


def _numbers(values: Sequence[float]) -> str:
    return " ".join(_number(value) for value in values)


def _number(value: float) -> str:
    """Format a number with four decimals: a tenth of a micrometre."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
