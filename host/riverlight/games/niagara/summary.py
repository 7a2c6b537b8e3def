"""Niagara's summary at the end of a round: gems brought ashore, stolen, and lost with their canoes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from riverlight.games.interface import Cue, Summary, SummaryRow
from riverlight.games.niagara.messages import gem_name
from riverlight.games.niagara.options import NiagaraEvent
from riverlight.languages.text import series, text
from shared_rules.niagara import COLOURS

__all__ = ["CUES", "SUMMED_UP", "WEIGHTS", "summary"]

WEIGHTS: Final = {
    "round": 1,
    "flow": 1,
    "bought": 2,
    "returned": 2,
    "scored": 3,
    "stole": 4,
    "lost": 4,
    "goal": 5,
    "over": 6,
}
"""The weight of an event as a highlight; events without a weight are none."""

CUES: Final[Mapping[str, Cue]] = {"scored": "gain", "goal": "gain", "over": "gain", "stole": "loss", "lost": "loss"}
"""The lights' sign for an event."""

SUMMED_UP: Final = frozenset({"round", "over"})

_NOTHING: Final = "–"


def summary(events: Sequence[NiagaraEvent], names: Sequence[str]) -> Summary | None:
    """Return what each seat won and lost in the round of ``events``; None if nothing."""
    told = [event for event in events if event["event"] in ("scored", "stole", "lost")]
    if not told:
        return None
    kinds = ("scored", "stole", "lost")
    rows: list[SummaryRow] = [
        {"seat": seat, "cells": [_gems(told, seat, kind) for kind in kinds]} for seat in range(len(names))
    ]
    rows = [row for row in rows if any(cell != _NOTHING for cell in row["cells"])]
    return {"columns": [text("Ashore"), text("Stolen"), text("Lost")], "rows": rows}


def _gems(events: Sequence[NiagaraEvent], seat: int, kind: str) -> str:
    own = [event for event in events if event["event"] == kind and event["seat"] == seat]
    named = [gem_name(event) if event["colour"] < len(COLOURS) else text("a canoe") for event in own]
    return series(named) if named else _NOTHING
