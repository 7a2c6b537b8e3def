"""The local network on the pages: the switch that opens them to phones, and the lobby to choose a seat in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.responses import HTMLResponse

from riverlight.languages.text import listed, text
from riverlight.table.head import Head
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element
from riverlight.web.pages import page
from riverlight.web.qr import qr_code
from riverlight.web.shapes import seat_sign

__all__ = ["NetworkCard", "lobby_page", "network_part"]


class NetworkCard(NamedTuple):
    """The local network's data for a table page.

    Attributes:
        origins: the URLs for phones, most likely first; empty while access is closed.
        code: the table code; empty while access is closed.
        may_switch: whether this page may open and close access: only on the computer that runs Riverlight.
        may_renew: whether it may make a new code.
    """

    origins: Sequence[str] = ()
    code: str = ""
    may_switch: bool = False
    may_renew: bool = False


def network_part(card: NetworkCard) -> list[Markup | None]:
    """Return how phones reach the table, the limits of its protection, and the switch."""
    if not card.origins:
        return [_switch(text("Open to phones"), is_open=False)] if card.may_switch else []
    likely, *others = card.origins
    label = text("The code that leads to the free seats")
    return [
        element("p", text("Scan this to choose a free seat:")),
        element("div", qr_code(f"{likely}/join?code={card.code}", label), class_="scan"),
        element("p", text("Or open {origin} and enter the table code {code}.", origin=likely, code=card.code)),
        element("p", text("If a phone cannot open it, try {origins}.", origins=listed(others))) if others else None,
        element("p", text("Plain HTTP, without encryption: anyone on the same network could read what is sent.")),
        _switch(text("Close to phones"), is_open=True) if card.may_switch else None,
        element(
            "p",
            element("button", text("New code"), type="button", id="new_code", class_="quiet"),
            " ",
            text("Devices that used the old code must enter the new one. Players' own links stay valid."),
        )
        if card.may_renew
        else None,
    ]


def _switch(label: str, *, is_open: bool) -> Markup:
    value = "0" if is_open else "1"
    return element(
        "p",
        element("button", label, type="button", id="network", value=value, class_="quiet" if is_open else None),
        " ",
        element("span", id="network_told", role="status"),
    )


def lobby_page(head: Head, free: Sequence[int], refusal: str = "") -> HTMLResponse:
    """Return the page on which a phone chooses one of the ``free`` seats of the game on the table."""
    rows = [
        element(
            "li",
            element(
                "form",
                element(
                    "button",
                    seat_sign(card["letter"]),
                    card["name"],
                    disabled=card["seat"] not in free,
                    class_="primary" if card["seat"] in free else None,
                ),
                None if card["seat"] in free else element("span", text("taken")),
                method="post",
                action=f"/lobby/{card['seat']}",
            ),
        )
        for card in head.seat_cards
        if card["seat"] not in head.bot_seats
    ]
    main = element(
        "main",
        element("h1", text("Choose your seat")),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        element("ul", *rows, class_="lobby"),
        element("p", text("Lost your seat's page? On the table page, open Players' phones and show its link again.")),
        element(
            "p",
            element("a", text("To the table"), href="/table", class_="button quiet"),
            element("a", text("Spectator view"), href="/watch", class_="button quiet"),
            class_="ways",
        ),
        language_switch(),
    )
    return page(text("Choose your seat"), main, kind="plain", status=409 if refusal else 200, colours=head.seat_colours)
