"""The languages of the pages: which there are, and which of them somebody reads.

Texts are written in English where they are needed, by :mod:`riverlight.languages.text`; the catalogues in ``locale/``
hold them in the other languages. Terminal, log and record stay English.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ENGLISH", "LANGUAGES", "LOCALES", "language_of"]

ENGLISH: Final = "en"

LANGUAGES: Final = {ENGLISH: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文", "de": "Deutsch"}
"""The tag of each language (RFC 5646), and its own name for itself."""

LOCALES: Final = {tag: tag.replace("-", "_") for tag in LANGUAGES if tag != ENGLISH}
"""The folder of each language's catalogues, as gettext names it."""

_TRADITIONAL: Final = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
_MOST_ASKED: Final = 20


def language_of(accepted: str) -> str:
    """Return the language for a browser that sends ``accepted`` as its ``Accept-Language`` (RFC 9110, 12.5.4).

    Chinese without a script is written as its region writes it; what cannot be read, or is in no language of ours, is
    English.
    """
    asked: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")[:_MOST_ASKED]):
        tag, _, weight = part.strip().partition(";")
        asked.append((-_weight(weight), place, tag.strip().lower()))
    for negative_weight, _place, tag in sorted(asked):
        if negative_weight and (found := _ours(tag)) is not None:
            return found
    return ENGLISH


def _weight(text: str) -> float:
    name, _, number = text.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(number)
    except ValueError:
        return 0.0
    return weight if name.strip() == "q" and 0 <= weight <= 1 else 0.0


def _ours(tag: str) -> str | None:
    if tag.startswith("zh"):
        return "zh-Hant" if tag.startswith(_TRADITIONAL) else "zh-Hans"
    primary = tag.partition("-")[0]
    return primary if primary in LANGUAGES else None
