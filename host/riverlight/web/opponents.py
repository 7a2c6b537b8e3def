"""The parts of a page for computer players; ``static/opponents.js`` fills them."""

from __future__ import annotations

from riverlight.games.sides import PageViewer
from riverlight.languages.text import text
from riverlight.table.observers import Outcome
from riverlight.table.opponents import Opponents
from riverlight.web.markup import Markup, element
from riverlight.web.messages import Bots, Ready

__all__ = ["asking_parts", "hint_part", "lead", "pace_part", "reasons_dialog", "reasons_part"]


def asking_parts() -> list[Markup]:
    """Return the elements next to the prompt: a bot is thinking, and "is the board set up?"."""
    return [
        element("p", id="thinking", role="status", hidden=True),
        element("button", text("The board is set up: continue"), type="button", id="ready", hidden=True),
    ]


def lead(opponents: Opponents, viewer: PageViewer, request: Ready | Bots) -> Outcome:
    """Let bots continue, or set their pace, as requested by the page of ``viewer``."""
    if isinstance(request, Ready):
        opponents.board_is_set()
        opponents.go_on()
    elif not opponents.is_led_by(viewer):
        return Outcome("refused", text("The pace of computer players is set on the table page."))
    elif request.pace == "step":
        opponents.step()
    else:
        opponents.set_pace(request.pace)
    return Outcome("typed")


def pace_part() -> Markup:
    """Return the buttons that set the pace of the bots."""
    speeds = [
        element("option", text("Slow"), value="slow"),
        element("option", text("Normal"), value="usual", selected=True),
        element("option", text("Fast"), value="quick"),
    ]
    return element(
        "div",
        element("button", "❚❚", type="button", id="pause_bots", aria_pressed="false", aria_label=text("Pause")),
        element("button", "▶|", type="button", id="step_bots", aria_label=text("One move")),
        element("select", *speeds, id="pace_bots", aria_label=text("Speed")),
        class_="pace",
        role="group",
        aria_label=text("Computer players"),
    )


def hint_part() -> Markup:
    """Return the hint button, and the element for the hint."""
    return element(
        "section",
        element("button", text("Hint"), type="button", id="ask_hint", class_="quiet", disabled=True),
        element("p", id="hint", role="status", hidden=True),
        element("span", text("Everybody sees that you ask.")),
        class_="own",
        aria_label=text("Hint"),
    )


def reasons_part() -> Markup:
    """Return the button for the reasons of the last round."""
    return element("button", text("Why these moves?"), type="button", id="ask_reasons", hidden=True)


def reasons_dialog() -> Markup:
    """Return the dialog for the reasons, which are fetched when it is opened."""
    return element(
        "dialog",
        element("h2", text("Why these moves?")),
        element("div", id="reasons_told"),
        element("form", element("button", text("Done"), autofocus=True), method="dialog"),
        id="reasons",
        class_="reasons",
        aria_label=text("Why these moves?"),
    )
