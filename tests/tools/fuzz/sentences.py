"""Checks that a refusal is one sentence for people."""

from __future__ import annotations

import re

__all__ = ["LONGEST", "demand_sentence"]

LONGEST = 500
"""Characters of a refusal at most: so nothing huge comes back in it."""

_SHORTEST = 8
_END = re.compile(r"[.!?…。！？]( ?[(（][A-Z]{3}-\d+[a-z]?[)）])?")  # the clause may stand behind


def demand_sentence(refusal: object) -> None:
    """Raise AssertionError for an error, or its text, that is no sentence."""
    text = str(refusal)
    shown = f"{text[:LONGEST]!r} of {len(text)} characters"
    assert _SHORTEST <= len(text) <= LONGEST, f"neither short nor long: {shown}"
    assert text.isprintable(), f"one line of what can be printed: {shown}"
    assert text == text.strip(), f"no blanks about it: {shown}"
    found = list(_END.finditer(text))
    assert found, f"it ends as a sentence does: {shown}"
    assert found[-1].end() == len(text), f"it ends as a sentence does: {shown}"
    assert "Traceback" not in text, shown
