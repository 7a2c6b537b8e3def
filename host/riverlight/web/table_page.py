"""The table page's template; ``static/table.js`` fills it from the newest snapshot."""

from __future__ import annotations

import json
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.games.sides import WATCH_PAGE
from riverlight.languages.text import text
from riverlight.table.head import Head
from riverlight.table.replay import Replay
from riverlight.table.secrecy import lone_seat_apart
from riverlight.web.board import board_data, board_element
from riverlight.web.corrections import correct_button, correcting_parts, entries_dialog
from riverlight.web.languages import language_switch
from riverlight.web.lesson_part import is_lesson, lesson_part
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title
from riverlight.web.network import NetworkCard, network_part
from riverlight.web.opponents import asking_parts, hint_part, pace_part, reasons_dialog, reasons_part
from riverlight.web.page_types import Setting
from riverlight.web.pages import data_block, page
from riverlight.web.rules_page import rules_link
from riverlight.web.shapes import seat_sign
from riverlight.web.sitting import Sitting

__all__ = ["apart_page", "table_page"]


_SPEEDS: Final = ("0.5", "1", "2", "5", "20")
_HALF: Final = {"0.5": "½"}  # decimal separators depend on the language


def table_page(sitting: Sitting, network: NetworkCard) -> HTMLResponse:
    """Return the page of the game in progress."""
    head = sitting.table.head
    board = head.board
    setting: Setting = {
        "table": sitting.id,
        "game": head.game.name,
        "board": board_data(board) if board else None,
    }
    own = sitting.own_tokens
    if own:
        setting["own"] = [f"/live/{token}" for token in own]
    main = element(
        "main",
        _prompt(
            head.names[1],
            has_bots=sitting.opponents is not None,
            game_id=sitting.table.game_id if sitting.table.is_stored else None,
            lesson=lesson_part(head) if is_lesson(sitting.table) else None,
        ),
        element("section", board_element(board) if board else None, class_="board", aria_label=text("Board")),
        element(
            "section",
            _replay(sitting.table.game_id) if isinstance(sitting.table.play, Replay) else None,
            _own_cards() if own else None,
            element("div", id="seats"),
            element("ul", id="story", aria_label=text("The story of the game"), hidden=True),
            _plots(sitting.table.game_id) if sitting.table.is_stored else None,
            element("div", id="middle"),
            pace_part() if sitting.opponents is not None else None,
            reasons_part() if sitting.opponents is not None else None,
            hint_part() if sitting.hints is not None and own else None,
            None if is_lesson(sitting.table) else _private_pages(sitting, network),
            class_="round",
            aria_label=text("Round"),
        ),
        element("section", id="keypad", class_="keypad", aria_label=text("Keypad")),
    )
    return page(
        game_title(head.game.name),
        main,
        element("aside", id="moment", class_="moment", role="status", hidden=True),
        _foot(
            head,
            has_device=head.kit != "app",
            has_sounds=not sitting.table.sides.apart,
            may_correct=sitting.table.is_stored,
        ),
        reasons_dialog() if sitting.opponents is not None else None,
        _agreement(),
        entries_dialog() if sitting.table.is_stored else None,
        _link(),
        _walk(sitting.table.game_id) if head.kit == "lights" else None,
        data_block("setting", json.dumps(setting)),
        kind=f"table {head.game.name}",
        more=[*([f"seat {head.game.name}"] if own else []), *(["lesson"] if is_lesson(sitting.table) else [])],
        colours=head.seat_colours,
        script="table.js",
    )


def apart_page(sitting: Sitting, token: str) -> HTMLResponse:
    """Return the page of spectators, or of a seat on a separate side: board and keypad as on the table page.

    It has no links to other pages, unless nobody is left at the table; the spectators' page has no keys.
    """
    head = sitting.table.head
    board = head.board
    is_alone = lone_seat_apart(head) is not None
    is_watching = sitting.viewer(token) == WATCH_PAGE
    folder = "/boards" if is_watching else f"/seat/{token}"  # a seat's link gives access to its own paths only
    setting: Setting = {
        "table": sitting.id,
        "game": head.game.name,
        "board": board_data(board) if board else None,
        "line": f"/live/{token}",
    }
    main = element(
        "main",
        _prompt(
            head.names[1],
            is_table=is_alone,
            has_bots=sitting.opponents is not None,
            lesson=lesson_part(head) if is_lesson(sitting.table) and not is_watching else None,
        ),
        element("section", board_element(board, folder) if board else None, class_="board", aria_label=text("Board")),
        element(
            "section",
            element("div", id="seats"),
            element("ul", id="story", aria_label=text("The story of the game"), hidden=True),
            element("div", id="middle"),
            pace_part() if sitting.opponents is not None and is_alone else None,
            reasons_part() if sitting.opponents is not None else None,
            hint_part() if sitting.hints is not None and is_alone and not is_watching else None,
            class_="round",
            aria_label=text("Round"),
        ),
        None if is_watching else element("section", id="keypad", class_="keypad", aria_label=text("Keypad")),
    )
    return page(
        game_title(head.game.name),
        main,
        element("aside", id="moment", class_="moment", role="status", hidden=True),
        _foot(head, is_table=is_alone, is_watching=is_watching),
        reasons_dialog() if sitting.opponents is not None else None,
        None if is_watching else _agreement(),
        data_block("setting", json.dumps(setting)),
        kind=f"table {head.game.name}",
        more=["lesson"] if is_lesson(sitting.table) else [],
        colours=head.seat_colours,
        script="table.js",
    )


def _plots(game_id: int) -> Markup:
    """Return where the plots of the game are shown once it is over."""
    return element("div", id="plots", data_from=f"/games/{game_id}/statistics", hidden=True)


def _own_cards() -> Markup:
    """Return the element for the cards and choices of the only person."""
    return element(
        "div",
        element("div", id="hand", class_="hand", role="group", aria_label=text("Your hand")),
        element("div", id="choices", class_="choices", role="group", aria_label=text("Your choices")),
        id="own",
        class_="own-cards",
    )


def _replay(game_id: int) -> Markup:
    speeds = [
        element("option", text("{speed} per second", speed=_HALF.get(speed, speed)), value=speed, selected=speed == "2")
        for speed in _SPEEDS
    ]
    return element(
        "div",
        _control("first", "M12 10v28M38 10L20 24l18 14z", text("To the start")),
        _control("round_back", "M24 10L8 24l16 14zM42 10L26 24l16 14z", text("Previous round")),
        _control("back", "M34 10L16 24l18 14z", text("Previous move")),
        element("button", "▶", type="button", id="play", aria_label=text("Play"), aria_pressed="false"),
        _control("on", "M14 10l18 14l-18 14z", text("Next move")),
        _control("round_on", "M6 10l16 14l-16 14zM24 10l16 14l-16 14z", text("Next round")),
        _control("end", "M36 10v28M10 10l18 14l-18 14z", text("To the end")),
        element("button", text("Next event"), type="button", id="event", class_="quiet"),
        element("input", type="range", id="at", min=0, max=0, value=0, aria_label=text("Move shown")),
        element("select", *speeds, id="speed", aria_label=text("Speed")),
        element("a", text("Statistics"), href=f"/games/{game_id}/statistics", class_="button quiet"),
        element("a", text("All games"), href="/games", class_="button quiet"),
        id="replay",
        class_="replay",
        role="group",
        aria_label=text("Replay"),
    )


def _control(name: str, drawn: str, label: str) -> Markup:
    """Return a replay button with its usual symbol."""
    picture = element("svg", element("path", d=drawn), viewBox="0 0 48 48", class_="control", aria_hidden="true")
    return element("button", picture, type="button", id=name, aria_label=label)


def _walk(game_id: int) -> Markup:
    """Return the button to set up the board of a resumed game; the scripts place it next to the prompt."""
    return element(
        "form",
        element("button", text("Set up step by step with the lights")),
        method="post",
        action=f"/games/{game_id}/arrange",
        id="walk",
        hidden=True,
    )


def _private_pages(sitting: Sitting, network: NetworkCard) -> Markup | None:
    """Return how phones join, with a button for each seat; None if no seat needs a page.

    A seat's link is fetched when its button is pressed, so that this page's source contains none. The scripts add to
    each name how many devices have opened its link.
    """
    head = sitting.table.head
    if not (network.origins or network.may_switch or head.options.get("cards") == "app" or sitting.table.sides.apart):
        return None
    cards = [card for card in head.seat_cards if card["seat"] not in head.bot_seats]
    buttons = [
        element(
            "li",
            element(
                "button",
                seat_sign(card["letter"]),
                element("span", card["name"]),
                element("small"),
                type="button",
                data_seat=card["seat"],
            ),
        )
        for card in cards
    ]
    return element(
        "details",
        element("summary", text("Players' phones")),
        *network_part(network),
        element("p", text("Scan a player's code to see that hand on a phone.")),
        element("ul", *buttons),
        element(
            "p", element("a", text("Spectator view"), href="/watch", target="_blank", rel="noopener", class_="button")
        ),
        class_="private",
        id="private",
    )


def _link() -> Markup:
    return element(
        "dialog",
        element("h2", id="link_whose"),
        element("div", id="link_code"),
        element("p", id="link_only"),
        element("p", element("a", text("Open here"), id="link_here", target="_blank", rel="noopener", class_="button")),
        element("p", id="link_told", role="status"),
        element(
            "form",
            element("button", text("Done"), value="", autofocus=True),
            element("button", text("New link"), type="button", id="link_move", class_="quiet"),
            element("button", text("Close link"), type="button", id="link_close", class_="quiet"),
            method="dialog",
        ),
        id="link",
        aria_label=text("A seat's code"),
    )


def _after(game_id: int) -> list[Markup]:
    """Return the actions for a stored game that is over."""
    place = f"/games/{game_id}"
    return [
        element("button", text("Replay"), formaction=f"{place}/replay", class_="quiet"),
        element("a", text("Export"), href=f"{place}/text", class_="button quiet"),
        element("button", text("Copy the result"), type="button", id="share", class_="quiet"),
        element("button", text("Share as picture"), type="button", id="picture", class_="quiet"),
    ]


def _prompt(
    first_name: str,
    *,
    is_table: bool = True,
    has_bots: bool,
    game_id: int | None = None,
    lesson: Markup | None = None,
) -> Markup:
    """Return the prompt; ``game_id`` is of a stored game, whose entries can be corrected.

    ``lesson`` is the coach of a tutorial.
    """
    again = element(
        "form",
        element("button", text("Play again")),
        element("a", text("New game"), href="/", class_="button quiet"),
        *(_after(game_id) if game_id is not None else []),
        element("span", text("Seats move on by one: {name} is first.", name=first_name)),
        method="post",
        action="/games/again",
        id="again",
        hidden=True,
    )
    return element(
        "section",
        element("span", id="turn"),
        element("h1", "…", id="sentence", aria_live="polite"),
        element(
            "button", "?", type="button", id="ask", aria_label=text("Why?"), aria_expanded="false", aria_controls="why"
        ),
        element("p", id="connection", role="status", hidden=True),
        element("p", id="coach", role="status", hidden=True),
        lesson,
        element("p", id="foreseen", role="status", hidden=True),
        element("div", id="refusal", role="alert", hidden=True),
        element("div", id="question", role="alert", class_="question", hidden=True),
        *(correcting_parts() if game_id is not None else []),
        element("div", id="access", role="status", class_="question", hidden=True),
        element("div", id="why", hidden=True),
        element("p", id="arrange", hidden=True),
        *(asking_parts() if has_bots else []),
        again if is_table else None,
        element("p", id="typed", aria_label=text("Keys typed so far"), hidden=True),
        element("noscript", element("p", text("This page needs JavaScript to follow the game."))),
        class_="prompt",
        aria_label=text("Next"),
    )


def _foot(
    head: Head,
    *,
    is_table: bool = True,
    is_watching: bool = False,
    has_device: bool = True,
    has_sounds: bool = False,
    may_correct: bool = False,
) -> Markup:
    log = element(
        "details",
        element("summary", element("span", "…", id="last"), " ", element("span", id="before")),
        element("ol", id="log", reversed=True, aria_label=text("Last moves")),
        class_="log",
    )
    return element(
        "footer",
        log,
        None if is_watching else element("button", text("Undo"), type="button", id="take_back", disabled=True),
        None if is_watching else element("button", text("Redo"), type="button", id="redo", disabled=True),
        correct_button() if may_correct else None,
        element(
            "details",
            element("summary", element("i", class_="dot", aria_hidden="true"), element("span", id="health")),
            element("ul", id="device_facts"),
            id="device",
            hidden=not has_device,
        ),
        _volume() if has_sounds else None,
        rules_link(head.game, head.options, is_short=True),
        language_switch(),
        element("a", "☰", href="/", class_="button", aria_label=text("All games")) if is_table else None,
    )


def _volume() -> Markup:
    """Return the slider of the sounds; at its left end they are off."""
    return element(
        "details",
        element("summary", "♪", aria_label=text("Sounds")),
        element(
            "label",
            text("Volume"),
            element("input", type="range", id="volume", min=0, max=100, step=5, value=0),
            class_="volume",
        ),
        id="sounds",
    )


def _agreement() -> Markup:
    return element(
        "dialog",
        element("h2", text("Undo?")),
        element("p", text("This undoes a revealed card or a die roll. Is everyone OK with that?")),
        element("p", id="undoes"),
        element(
            "form",
            element("button", text("Everyone agrees: undo"), value="agreed"),
            element("button", text("Cancel"), value="", class_="quiet", autofocus=True),
            method="dialog",
        ),
        id="agree",
        aria_label=text("Undo"),
    )
