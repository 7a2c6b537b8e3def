"""The table page's bones; ``static/table.js`` fills them from the newest snapshot."""

from __future__ import annotations

import json
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.languages.text import text
from riverlight.table.opponents import lone_seat_apart
from riverlight.table.replay import Replay
from riverlight.table.seats import seat_cards
from riverlight.table.sides import WATCH_PAGE
from riverlight.web.board import board_data, board_element
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title
from riverlight.web.opponents import asking_parts, reasons_dialog, reasons_part
from riverlight.web.pages import data_block, page
from riverlight.web.room import Sitting
from riverlight.web.shapes import seat_sign

__all__ = ["apart_page", "table_page"]


_SPEEDS: Final = ("0.5", "1", "2", "5", "20")
_HALF: Final = {"0.5": "½"}  # decimals have a point or a comma, as the language wants


def table_page(sitting: Sitting, origin: str, code: str | None) -> HTMLResponse:
    """Return the page of the game under way.

    ``code`` opens the pages at ``origin`` to the local network; None where they are for this machine only.
    """
    head = sitting.table.head
    board = head.board
    setting = {"table": sitting.id, "game": head.game.name, "board": board_data(board) if board else None}
    main = element(
        "main",
        _prompt(has_bots=sitting.opponents is not None),
        element("section", board_element(board) if board else None, class_="board", aria_label=text("Board")),
        element(
            "section",
            _replay(sitting.table.game_id) if isinstance(sitting.table, Replay) else None,
            element("div", id="seats"),
            element("div", id="middle"),
            reasons_part() if sitting.opponents is not None else None,
            _private_pages(sitting, origin, code) if code or _has_secrets(sitting) else None,
            class_="round",
            aria_label=text("Round"),
        ),
        element("section", id="keypad", class_="keypad", aria_label=text("Keypad")),
    )
    return page(
        game_title(head.game.name),
        main,
        _foot(has_sounds=not sitting.table.sides.apart),
        reasons_dialog() if sitting.opponents is not None else None,
        _agreement(),
        _link(),
        _walk(sitting.table.game_id),
        data_block("setting", json.dumps(setting)),
        kind=f"table {head.game.name}",
        script="table.js",
    )


def apart_page(sitting: Sitting, token: str) -> HTMLResponse:
    """Return the page of who only watches, or of a seat apart from the table: board and keypad as at the table.

    It leads to no other page, unless nobody is left at the table; a page that only watches has no keys.
    """
    head = sitting.table.head
    board = head.board
    is_alone = lone_seat_apart(head) is not None
    is_watching = sitting.viewer(token) == WATCH_PAGE
    setting = {
        "table": sitting.id,
        "game": head.game.name,
        "board": board_data(board) if board else None,
        "line": f"/live/{token}",
    }
    main = element(
        "main",
        _prompt(is_table=is_alone, has_bots=sitting.opponents is not None),
        element("section", board_element(board) if board else None, class_="board", aria_label=text("Board")),
        element(
            "section",
            element("div", id="seats"),
            element("div", id="middle"),
            reasons_part() if sitting.opponents is not None else None,
            class_="round",
            aria_label=text("Round"),
        ),
        None if is_watching else element("section", id="keypad", class_="keypad", aria_label=text("Keypad")),
    )
    return page(
        game_title(head.game.name),
        main,
        _foot(is_table=is_alone, is_watching=is_watching),
        reasons_dialog() if sitting.opponents is not None else None,
        None if is_watching else _agreement(),
        data_block("setting", json.dumps(setting)),
        kind=f"table {head.game.name}",
        script="table.js",
    )


def _replay(game_id: int) -> Markup:
    speeds = [
        element("option", text("{speed} a second", speed=_HALF.get(speed, speed)), value=speed, selected=speed == "2")
        for speed in _SPEEDS
    ]
    return element(
        "div",
        element("button", "|◀", type="button", id="first", aria_label=text("To the beginning")),
        element("button", "◀", type="button", id="back", aria_label=text("One entry back")),
        element("button", "▶", type="button", id="play", aria_label=text("Play"), aria_pressed="false"),
        element("button", "▶|", type="button", id="on", aria_label=text("One entry on")),
        element("input", type="range", id="at", min=0, max=0, value=0, aria_label=text("Entry shown")),
        element("select", *speeds, id="speed", aria_label=text("Speed")),
        element("a", text("Statistics"), href=f"/games/{game_id}/statistics", class_="button quiet"),
        element("a", text("All games"), href="/games", class_="button quiet"),
        id="replay",
        class_="replay",
        role="group",
        aria_label=text("Looking back"),
    )


def _walk(game_id: int) -> Markup:
    """Return the way to set the board for a game taken up again; the scripts put it beside the sentence that asks."""
    return element(
        "form",
        element("button", text("Set it piece by piece, each by its light")),
        method="post",
        action=f"/games/{game_id}/arrange",
        id="walk",
        hidden=True,
    )


def _has_secrets(sitting: Sitting) -> bool:
    """Return whether seats have something that only they may see: cards from the app, or lights of their own."""
    head = sitting.table.head
    return head.options.get("cards") == "app" or bool(sitting.table.sides.apart)


def _private_pages(sitting: Sitting, origin: str, code: str | None) -> Markup:
    """Return a button a seat; its link is fetched when it is pressed, so that this page's source holds none."""
    head = sitting.table.head
    cards = [card for card in seat_cards(head.seat_names) if card["seat"] not in head.bot_seats]
    buttons = [
        element(
            "li",
            element("button", seat_sign(card["letter"]), card["name"], type="button", data_seat=card["seat"]),
        )
        for card in cards
    ]
    return element(
        "details",
        element("summary", text("Private pages")),
        element("p", text("A phone that scans a seat's code is that seat: its hand, its choices.")),
        element("ul", *buttons),
        element(
            "p", element("a", text("A page to watch"), href="/watch", target="_blank", rel="noopener", class_="button")
        ),
        element("p", text("This table page too: {origin} with the table code {code}.", origin=origin, code=code))
        if code
        else None,
        class_="private",
        id="private",
    )


def _link() -> Markup:
    return element(
        "dialog",
        element("h2", id="link_whose"),
        element("div", id="link_code"),
        element("p", text("Whoever scans this is the seat and sees its secrets: let nobody else scan.")),
        element(
            "p", element("a", text("Open it here"), id="link_here", target="_blank", rel="noopener", class_="button")
        ),
        element("p", id="link_told", role="status"),
        element(
            "form",
            element("button", text("Done"), value="", autofocus=True),
            element("button", text("Move to another phone"), type="button", id="link_move", class_="quiet"),
            method="dialog",
        ),
        id="link",
        aria_label=text("A seat's code"),
    )


def _prompt(*, is_table: bool = True, has_bots: bool) -> Markup:
    again = element("p", element("a", text("Another game"), href="/", class_="button"), id="again", hidden=True)
    return element(
        "section",
        element("span", id="turn"),
        element("h1", "…", id="sentence", aria_live="polite"),
        element(
            "button", "?", type="button", id="ask", aria_label=text("Why?"), aria_expanded="false", aria_controls="why"
        ),
        element("p", id="coach", role="status", hidden=True),
        element("p", id="foreseen", role="status", hidden=True),
        element("div", id="refusal", role="alert", hidden=True),
        element("div", id="question", role="alert", class_="question", hidden=True),
        element("div", id="why", hidden=True),
        element("p", id="arrange", hidden=True),
        *(asking_parts() if has_bots else []),
        again if is_table else None,
        element("p", id="typed", aria_label=text("Keys typed so far"), hidden=True),
        element("noscript", element("p", text("This page needs JavaScript to follow the game."))),
        class_="prompt",
        aria_label=text("What now"),
        data_lost=text("This page has lost the table; it goes on trying."),
    )


def _foot(*, is_table: bool = True, is_watching: bool = False, has_sounds: bool = False) -> Markup:
    log = element(
        "details",
        element("summary", element("span", "…", id="last")),
        element("ol", id="log", reversed=True, aria_label=text("Last entries")),
        class_="log",
    )
    return element(
        "footer",
        log,
        None if is_watching else element("button", text("Take back"), type="button", id="take_back", disabled=True),
        None if is_watching else element("button", text("Redo"), type="button", id="redo", disabled=True),
        element(
            "details",
            element("summary", element("i", class_="dot", aria_hidden="true"), element("span", id="health")),
            element("ul", id="device_facts"),
            id="device",
        ),
        element("button", "♪", type="button", id="sounds", aria_label=text("Sounds")) if has_sounds else None,
        language_switch(),
        element("a", "☰", href="/", class_="button", aria_label=text("All games")) if is_table else None,
    )


def _agreement() -> Markup:
    return element(
        "dialog",
        element("h2", text("Does everyone agree?")),
        element("p", text("This takes back something that was turned up or thrown, and cannot be unseen.")),
        element(
            "form",
            element("button", text("Everyone agrees"), value="agreed"),
            element("button", text("Leave it"), value="", class_="quiet", autofocus=True),
            method="dialog",
        ),
        id="agree",
        aria_label=text("Take back"),
    )
