"""The parts of a page that are there where Riverlight plays seats; ``static/opponents.js`` fills them."""

from __future__ import annotations

from riverlight.languages.text import text
from riverlight.web.markup import Markup, element

__all__ = ["asking_parts", "reasons_dialog", "reasons_part"]


def asking_parts() -> list[Markup]:
    """Return what stands beside the sentence that asks: that a bot takes long, and whether the board is set."""
    return [
        element("p", id="thinking", role="status", hidden=True),
        element("button", text("The board is set: play on"), type="button", id="ready", hidden=True),
    ]


def reasons_part() -> Markup:
    """Return the button that asks for the reasons of the round that is over."""
    return element("button", text("Why did they play so?"), type="button", id="ask_reasons", hidden=True)


def reasons_dialog() -> Markup:
    """Return the place for these reasons; they are fetched when they are asked for."""
    return element(
        "dialog",
        element("h2", text("Why did they play so?")),
        element("div", id="reasons_told"),
        element("form", element("button", text("Done"), autofocus=True), method="dialog"),
        id="reasons",
        class_="reasons",
        aria_label=text("Why did they play so?"),
    )
