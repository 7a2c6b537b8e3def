"""Character widths of Helvetica, which every PDF reader has (Adobe's font metrics, thousandths of an em)."""

from __future__ import annotations

import unicodedata

__all__ = ["width_em"]

_REGULAR = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 "
    "584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 "
    "278 556 500 722 500 500 500 334 260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 "
    "584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 "
    "667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 "
    "333 611 556 778 556 556 500 389 280 389 584"
)
_WIDTHS = {bold: [int(width) for width in table.split()] for bold, table in ((False, _REGULAR), (True, _BOLD))}
_FIRST = 32
_OTHER = 556


def width_em(text: str, bold: bool) -> float:
    """Return the width of ``text`` in ems; accents are ignored, unknown characters count as a digit."""
    widths = _WIDTHS[bold]
    total = 0
    for letter in text:
        place = ord(unicodedata.normalize("NFD", letter)[0]) - _FIRST
        total += widths[place] if 0 <= place < len(widths) else _OTHER
    return total / 1000
