"""A private page's bones: one seat's own cards and choices, filled by ``static/seat.js``."""

from __future__ import annotations

import json
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.languages.text import text
from riverlight.table.seats import seat_cards
from riverlight.web.languages import language_switch
from riverlight.web.markup import element
from riverlight.web.pages import data_block, error_page, page
from riverlight.web.room import Sitting
from riverlight.web.shapes import seat_sign

__all__ = ["seat_page", "waiting_page"]

_LOOK_AGAIN_S: Final = 4


def seat_page(sitting: Sitting, token: str) -> HTMLResponse:
    """Return the private page of the seat with ``token``, which that seat alone knows: it stands in no title."""
    head = sitting.table.head
    card = seat_cards(head.seat_names)[sitting.seats[token]]
    setting = {"table": sitting.id, "game": head.game.name, "line": f"/live/{token}"}
    main = element(
        "main",
        element("p", seat_sign(card["letter"]), card["name"], class_="whose"),
        element(
            "section",
            element("h1", "…", id="sentence", aria_live="polite"),
            element("div", id="refusal", role="alert", hidden=True),
            element("div", id="question", role="alert", class_="question", hidden=True),
            class_="prompt",
            aria_label=text("What now"),
            data_lost=text("This page has lost the table; it goes on trying."),
        ),
        element("section", id="hand", class_="hand", aria_label=text("Your hand")),
        element("section", id="choices", class_="choices", aria_label=text("Your choices")),
        element("section", id="middle", aria_label=text("On the table")),
        element(
            "section",
            element(
                "button", text("Take back my last entry"), type="button", id="take_back", class_="quiet", disabled=True
            ),
            element("p", id="last"),
            class_="own",
            aria_label=text("Last entry"),
        ),
        language_switch(),
    )
    return page(
        text("Your seat"),
        main,
        data_block("setting", json.dumps(setting)),
        kind=f"seat {head.game.name}",
        script="seat.js",
    )


def waiting_page() -> HTMLResponse:
    """Return what a good link shows while another game, or none, lies on the table; it looks again by itself."""
    answer = error_page(
        409, text("The game of this seat is not on the table now. This page comes back with it by itself.")
    )
    answer.headers["Refresh"] = str(_LOOK_AGAIN_S)
    return answer
