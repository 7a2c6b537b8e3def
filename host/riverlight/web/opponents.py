"""The parts of a page that are there where Riverlight plays seats; ``static/opponents.js`` fills them."""

from __future__ import annotations

from riverlight.languages.text import text
from riverlight.web.markup import Markup, element

__all__ = ["asking_parts", "reasons_part"]


def asking_parts() -> list[Markup]:
    """Return what stands beside the sentence that asks: that a bot takes long, and whether the board is set."""
    return [
        element("p", id="thinking", role="status", hidden=True),
        element("button", text("The board is set: play on"), type="button", id="ready", hidden=True),
    ]


def reasons_part() -> Markup:
    """Return the place for the reasons of the round that is over; they are fetched when it is opened."""
    return element(
        "details",
        element("summary", text("Why did they play so?")),
        element("div", id="reasons_told"),
        id="reasons",
        class_="reasons",
        hidden=True,
    )
