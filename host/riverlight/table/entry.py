"""Key entry: match the typed keys against the codes of the legal moves.

A code is accepted as soon as it is certain, that is, when no other legal code starts with the keys typed. People who
do not look up may type the rest of it (its *tail*), which is then ignored: a code typed in full is one move. If the
keys of a code may be in any order, it is certain only when complete.
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
"""Deletes a typed key, or undoes the last entry; a long press redoes it."""

_STAR = "*"


class Match(NamedTuple):
    """The meaning of the typed keys: a ``certain`` code and its untyped ``tail``; ``open`` while several codes match.

    If neither is set, no legal code starts with these keys.
    """

    certain: Code | None
    tail: str
    open: tuple[Code, ...]


def match(codes: Iterable[Code], typed: str) -> Match:
    """Match ``typed``, at least one key, against ``codes``."""
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
    """Return the rest of ``tail`` after ``key``; None if ``key`` is not part of it."""
    return tail[1:] if tail and tail[0] == key else None
