"""Languages of the pages, and language negotiation.

Texts are English in the source, marked by :mod:`riverlight.languages.text`; the catalogues in ``locale/`` hold the
translations. Terminal, log and record are always English.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ENGLISH", "LANGUAGES", "LOCALES", "language_of"]

ENGLISH: Final = "en"

LANGUAGES: Final = {ENGLISH: "English", "zh-Hant": "繁體中文", "zh-Hans": "简体中文", "de": "Deutsch"}
"""Language tags (RFC 5646) with their native names."""

LOCALES: Final = {tag: tag.replace("-", "_") for tag in LANGUAGES if tag != ENGLISH}
"""The gettext locale of each language tag."""

_TRADITIONAL: Final = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
_MOST_ASKED: Final = 20


def language_of(accepted: str) -> str:
    """Return the language for an ``Accept-Language`` header (RFC 9110, 12.5.4).

    Chinese without a script gets the script of its region; a malformed header, or one without a supported language,
    gets English.
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
