"""Drawings of the five gems, which differ in shape as well as in colour: for boards and pages."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["GEMS", "Gem"]


class Gem(NamedTuple):
    """One gem in a box of 48: its letter, its outline, and the lines of its facets, both as path data."""

    letter: str
    outline: str
    facets: str


GEMS = {
    # A hexagonal crystal, from above.
    "violet": Gem(
        "V",
        "M24 2.5L42 13v22L24 45.5L6 35V13z",
        "M24 13l9 5.5v11L24 35l-9-5.5v-11zM24 2.5V13M42 13l-9 5.5M42 35l-9-5.5M24 45.5V35M6 35l9-5.5M6 13l9 5.5",
    ),
    # A brilliant cut, from the side.
    "clear": Gem("C", "M13 6h22l11.5 13L24 45L1.5 19z", "M1.5 19h45M13 6l4 13l7 26l7-26l4-13M17 19l7-13l7 13"),
    # A drop of amber with an inclusion.
    "yellow": Gem(
        "Y",
        "M24 2c9 0 18 15 18 25.5a18 18 0 0 1-36 0c0-10.5 9-25.5 18-25.5z",
        "M12.5 28c0-8 4-14 8-17M27 32l7 4M28 37l5-7",
    ),
    # An emerald cut, longer than wide.
    "blue": Gem(
        "B",
        "M15 2h18l8 8v28l-8 8h-18l-8-8V10z",
        "M19 12h10l4 4v16l-4 4H19l-4-4V16zM15 2l4 10M33 2l-4 10M41 10l-8 6M41 38l-8-6M33 46l-4-10M15 46l4-10M7 38l8-6"
        "M7 10l8 6",
    ),
    # A heart.
    "pink": Gem(
        "P",
        "M24 45L5.5 24.5C0 17 4 5.5 14 5.5c5 0 8 3 10 7c2-4 5-7 10-7c10 0 14 11.5 8.5 19z",
        "M24 12.5L14 20l10 25l10-25zM14 20L5.5 24.5M34 20l8.5 4.5M14 20l-2-14.5M34 20l2-14.5",
    ),
}
"""By colour, in the order of ``shared_rules.niagara.COLOURS``."""
