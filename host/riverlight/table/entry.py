"""Keys become moves: the typed keys are matched against the codes of the legal moves.

A code is taken as soon as it is certain: when no other legal code begins with what was typed. The rest of such a code
(its *tail*) may still be typed by someone who did not look up; it is then swallowed, so a code typed in full always
does exactly one thing. Where the order of the keys does not count, a code is certain only when it is complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from firmware.settings import LEGEND
from riverlight.games.interface import Code

__all__ = ["KEYS", "UNDO", "Match", "match", "without_tail"]

KEYS = LEGEND
"""The keys of a keypad, row by row."""

UNDO = "#"
"""Takes back a typed key, else the last entry; pressed long, plays it again."""

_STAR = "*"


class Match(NamedTuple):
    """What typed keys mean: ``certain`` once one code is, with the ``tail`` not yet typed; ``open`` while several fit.

    Neither: no legal code begins so.
    """

    certain: Code | None
    tail: str
    open: tuple[Code, ...]


def match(codes: Iterable[Code], typed: str) -> Match:
    """Return what ``typed`` (one key at least) means among ``codes``."""
    fitting = tuple(code for code in codes if _fits(code, typed))
    if len(fitting) == 1 and (not fitting[0].any_order or len(typed) == len(fitting[0].keys)):
        return Match(fitting[0], fitting[0].keys[len(typed) :], ())
    return Match(None, "", fitting)


def _fits(code: Code, typed: str) -> bool:
    if not code.any_order:
        return code.keys.startswith(typed)
    start, end = _STAR * code.keys.startswith(_STAR), code.keys[-1]
    between, is_whole = Counter(code.keys[len(start) : -1]), len(typed) > len(start) and typed.endswith(end)
    named = Counter(typed[len(start) :].removesuffix(end) if is_whole else typed[len(start) :])
    return typed.startswith(start) and (named == between if is_whole else named <= between)


def without_tail(tail: str, key: str) -> str | None:
    """Return what is left of ``tail`` after ``key``; None when ``key`` does not belong to it."""
    return tail[1:] if tail and tail[0] == key else None
