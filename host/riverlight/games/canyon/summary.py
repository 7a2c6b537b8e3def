"""Canyon's summaries: of a round's tricks once they are won, and of its movement once all canoes have moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from riverlight.games.canyon.events import CanyonEvent
from riverlight.games.interface import Cue, Summary, SummaryRow
from riverlight.languages.text import text

__all__ = ["CUES", "SUMMED_UP", "WEIGHTS", "summary"]

WEIGHTS: Final = {
    "round": 1,
    "trick": 2,
    "pushed": 2,
    "drifted": 2,
    "revoke": 2,
    "earned": 2,
    "fell": 4,
    "home": 4,
    "over": 5,
}
"""The weight of an event as a highlight; events without a weight are none."""

CUES: Final[Mapping[str, Cue]] = {"trick": "gain", "home": "gain", "over": "gain", "fell": "loss"}
"""The lights' sign for an event."""

SUMMED_UP: Final = frozenset({"earned", "round", "over"})


def summary(events: Sequence[CanyonEvent], _names: Sequence[str]) -> Summary | None:
    """Return pace, tricks, bonus, points and movement of each seat in the round of ``events``."""
    earned = {event["seat"]: event for event in events if event["event"] == "earned"}
    if not earned:
        return None
    columns = [text("Pace"), text("Tricks"), text("Bonus"), text("Points")]
    moved = {seat: _moved([event for event in events if event["seat"] == seat]) for seat in earned}
    has_moved = any(moved.values())
    rows: list[SummaryRow] = [
        {
            "seat": seat,
            "cells": [
                str(event["pace"]),
                str(event["won"]),
                str(event["bonus"]),
                str(event["points"]),
                *([moved[seat] or "–"] if has_moved else []),
            ],
        }
        for seat, event in sorted(earned.items())
    ]
    return {"columns": [*columns, *([text("Movement")] if has_moved else [])], "rows": rows}


def _moved(events: Sequence[CanyonEvent]) -> str:
    """Return a canoe's start and end in a round; "" if it did not move."""
    ways = [event for event in events if event["event"] in ("moved", "drifted", "pushed", "fell")]
    if not ways:
        return next((event["at"] for event in events if event["event"] == "stayed"), "")
    return f"{ways[0]['from']} → {ways[-1]['to']}"
