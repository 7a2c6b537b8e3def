"""The template of a private page: a seat's own cards and choices, and the public state; ``static/seat.js`` fills it."""

from __future__ import annotations

import json

from starlette.responses import HTMLResponse

from riverlight.languages.text import text
from riverlight.web.board import board_data, board_element
from riverlight.web.corrections import correct_button, correcting_parts, entries_dialog
from riverlight.web.languages import language_switch
from riverlight.web.markup import element
from riverlight.web.opponents import hint_part, reasons_dialog, reasons_part
from riverlight.web.page_types import Setting
from riverlight.web.pages import data_block, error_page, page
from riverlight.web.rules_page import rules_link
from riverlight.web.shapes import seat_sign
from riverlight.web.sitting import Sitting

__all__ = ["seat_page", "waiting_page"]


def seat_page(sitting: Sitting, token: str) -> HTMLResponse:
    """Return the private page of the seat with ``token``, which is secret: it must not be in the title."""
    head = sitting.table.head
    card = head.seat_cards[sitting.seats[token]]
    has_bots = sitting.opponents is not None
    setting: Setting = {"table": sitting.id, "game": head.game.name, "line": f"/live/{token}"}
    if head.board is not None:
        setting["board"] = board_data(head.board)
    main = element(
        "main",
        element("p", seat_sign(card["letter"]), card["name"], class_="whose"),
        element(
            "section",
            element("h1", "…", id="sentence", aria_live="polite"),
            element("p", id="connection", role="status", hidden=True),
            element("div", id="refusal", role="alert", hidden=True),
            element("div", id="question", role="alert", class_="question", hidden=True),
            *correcting_parts(),
            element("div", id="access", role="status", class_="question", hidden=True),
            class_="prompt",
            aria_label=text("Next"),
        ),
        element("section", id="hand", class_="hand", aria_label=text("Your hand")),
        element("section", id="choices", class_="choices", aria_label=text("Your choices")),
        element(
            "section",
            board_element(head.board, f"/seat/{token}", is_shown=False),
            id="map",
            class_="board",
            aria_label=text("Board"),
            hidden=True,
        )
        if head.board is not None
        else None,
        hint_part() if sitting.hints is not None else None,
        element("section", id="middle", aria_label=text("On the table")),
        element("section", id="seats", aria_label=text("All players")),
        reasons_part() if has_bots else None,
        element(
            "section",
            element("button", text("Undo my last move"), type="button", id="take_back", class_="quiet", disabled=True),
            correct_button(),
            element("p", id="last"),
            class_="own",
            aria_label=text("Last move"),
        ),
        element("div", rules_link(head.game, head.options), language_switch(), class_="foot"),
    )
    return page(
        text("Your seat"),
        main,
        reasons_dialog() if has_bots else None,
        entries_dialog(),
        data_block("setting", json.dumps(setting)),
        kind=f"seat {head.game.name}",
        colours=head.seat_colours,
        script="seat.js",
    )


def waiting_page(sentence: str) -> HTMLResponse:
    """Return the page of a valid link while another game, or none, is on the table; it reloads by itself."""
    return error_page(409, sentence, script="waiting.js")
