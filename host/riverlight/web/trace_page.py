"""The tracing page's bones; the modules in ``static/trace/`` bring them to life."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from starlette.responses import HTMLResponse

from riverlight.boards import shipped
from riverlight.boards.compile import COLOURS, KINDS
from riverlight.boards.lights import A_METRE, EACH_MAX, LIGHTS_MAX
from riverlight.boards.new import PANELS, SIZES_MM
from riverlight.boards.reading import FILE_BYTES_MAX
from riverlight.boards.wiring_order import WAYS
from riverlight.languages.text import text, text_in
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element, join
from riverlight.web.names import game_title
from riverlight.web.pages import data_block, page
from shared_rules.board import GAMES

__all__ = ["Opening", "trace_page"]

_MODES: Final = (
    ("photo", text("Photo")),
    ("spaces", text("Spaces")),
    ("lights", text("Lights")),
    ("calibrate", text("Calibrate")),
)
_TOOLS: Final = (
    ("move", text_in("tool", "Move"), "canyon niagara pyramid"),
    ("place", text_in("tool", "Place"), "canyon niagara"),
    ("join", text_in("tool", "Join"), "canyon"),
    ("arrow", text_in("tool", "Arrow"), "canyon"),
    ("shape", text_in("tool", "Shape"), "pyramid"),
    ("wall", text_in("tool", "Walls"), "pyramid"),
    ("kind", text_in("tool", "Kind"), "canyon pyramid"),
)
_LAYINGS: Final = (
    ("apart", text("Single lights, or cut strip")),
    ("strip", text("A strip laid whole")),
    ("matrix", text("A panel of lights")),
)
_WAY_WORDS: Final = {"short": text("Short wire"), "rows": text("Rows"), "columns": text("Columns")}
_SUPPLIES: Final = (
    (210, text("USB, 250 mA")),
    (1600, text("5 V, 2 A")),
    (3200, text("5 V, 4 A")),
    (8000, text("5 V, 10 A")),
    (16000, text("5 V, 20 A")),
)
"""What a supply leaves for the lights, in mA, and its name: USB without what the Pico takes, others to four fifths."""


class Opening(NamedTuple):
    """What the page begins with: a board, or None for what the browser kept; a mode, or "" for the last one."""

    document: dict[str, Any] | None = None
    mode: str = ""


def trace_page(opening: Opening) -> HTMLResponse:
    """Return the page on which a board is traced, lit and calibrated."""
    setting = {
        "opening": opening._asdict(),
        "kinds": KINDS,
        "colours": COLOURS,
        "panels": PANELS,
        "sizes": SIZES_MM,
        "river": [
            {name: space[name] for name in ("id", "kind", "site", "touches") if name in space}
            for space in shipped("niagara").document["spaces"]
        ],
        "weather": {"weather_m1": "−1", "weather_0": "0", "weather_1": "+1", "weather_2": "+2"},
        "largest_board": FILE_BYTES_MAX,
    }
    return page(
        text("Trace a board"),
        _top(),
        element("main", _stage(), _side()),
        _foot(),
        _open_dialog(),
        _save_dialog(),
        data_block("setting", json.dumps(setting)),
        kind="trace",
        script="trace/main.js",
    )


def _top() -> Markup:
    return element(
        "header",
        element("h1", "…", id="sentence", aria_live="polite"),
        element("div", _radios("mode", _MODES), class_="segments", role="radiogroup", aria_label=text("What to do")),
        element(
            "div",
            _button("open", text("Open…")),
            _button("save", text("Save"), class_="primary"),
            class_="files",
        ),
        element("p", role="alert", id="refusal", hidden=True),
        element("noscript", element("p", text("This page needs JavaScript."))),
    )


def _stage() -> Markup:
    return element(
        "section",
        element("canvas", id="ground", aria_hidden="true"),
        element(
            "svg",
            id="drawing",
            tabindex="0",
            role="application",
            aria_label=text_in("map", "The board"),
            aria_describedby="told",
        ),
        element("canvas", id="loupe", width=320, height=320, aria_hidden="true", hidden=True),
        element("p", id="told", class_="spoken", role="status", aria_live="polite"),
        id="stage",
        aria_label=text("Board"),
    )


def _side() -> Markup:
    panels = element("div", _photo(), _spaces(), _lights(), _calibrate(), class_="panels")
    return element("aside", panels, _findings(), id="side", aria_label=text("Settings"))


def _photo() -> Markup:
    return _panel(
        "photo",
        element(
            "label",
            element("span", text("Choose a photo…"), id="photo_words"),
            element("input", type="file", id="photo_file", accept="image/jpeg,image/png,image/webp"),
            class_="button",
        ),
        element("p", text("The photo stays in this browser. It is never sent anywhere."), class_="note"),
        element(
            "div",
            _number("width", text("Width, mm"), 50, 2000),
            _number("height", text("Height, mm"), 50, 2000),
            class_="pair",
        ),
        _button("straighten", text("Straighten"), class_="primary"),
        element(
            "div",
            element(
                "label",
                text("Photo under the board"),
                element("input", type="range", id="dim", min=0, max=100, value=70),
            ),
            element(
                "div",
                _button("corners_again", text("Set the corners again")),
                _button("photo_away", text("Take it away"), class_="quiet"),
                class_="row",
            ),
            id="photo_shown",
            class_="group",
        ),
    )


def _spaces() -> Markup:
    tools = [_radio("tool", name, words, data_for=games) for name, words, games in _TOOLS]
    return _panel(
        "spaces",
        element("div", *tools, class_="segments tools", role="radiogroup", aria_label=text("Tool")),
        element("div", id="kinds", class_="kinds", role="radiogroup", aria_label=text("Kind")),
        element("ol", id="river_places", class_="places", aria_label=text("Places of the river"), hidden=True),
        element(
            "form",
            _number("within", text("Join all within, mm"), 5, 500),
            element("button", text("Join")),
            id="join_within",
            class_="row",
            data_for="canyon",
        ),
        element(
            "form",
            _number("columns", text("Columns"), 2, 24),
            _number("rows", text("Rows"), 2, 24),
            element("button", text("Set")),
            id="grid_form",
            class_="row",
            data_for="pyramid",
        ),
        element("section", id="selected", class_="group", aria_label=text("Chosen space"), hidden=True),
    )


def _lights() -> Markup:
    return _panel(
        "lights",
        element(
            "div",
            _select("panel", text("Chain"), ()),
            _number("each", text("Lights a space"), 1, EACH_MAX),
            class_="pair",
        ),
        _select("laying", text("Lights"), _LAYINGS),
        element(
            "div",
            _select("a_metre", text("On a metre"), [(number, str(number)) for number in A_METRE]),
            _select("supply", text("Supply"), _SUPPLIES),
            class_="pair",
        ),
        element(
            "div",
            _number("matrix_columns", text("Across"), 1, LIGHTS_MAX),
            _number("matrix_rows", text("Down"), 1, LIGHTS_MAX),
            _number("matrix_pitch", text("Apart, mm"), 1, 200),
            element(
                "label",
                element("input", type="checkbox", id="matrix_zigzag", checked=True),
                text("Every second row runs back"),
            ),
            id="matrix",
            class_="pair",
        ),
        element(
            "div",
            _radios("way", [(way, _WAY_WORDS[way]) for way in WAYS]),
            class_="segments",
            role="radiogroup",
            aria_label=text("How the chain runs"),
        ),
        element(
            "div",
            _button("propose", text("Propose an order"), class_="primary"),
            _button("reverse", text("Turn round")),
            class_="row",
        ),
        element("dl", id="wire"),
        _button("follow", text("Follow the chain with a light")),
        element("section", id="lit_space", class_="group", aria_label=text("Chosen space"), hidden=True),
    )


def _calibrate() -> Markup:
    return _panel(
        "calibrate",
        element(
            "div",
            _select("strip", text("Chain"), ()),
            _number("strip_lights", text("Lights on it"), 1, LIGHTS_MAX),
            class_="pair",
        ),
        element("p", id="strip_note", class_="note"),
        element("progress", id="strip_progress", value=0, max=1, aria_label=text("Lights told")),
        element(
            "div",
            _button("strip_start", text("Light the first"), class_="primary"),
            _button("strip_walk", text("Go on by itself"), class_="primary"),
            _button("strip_yes", text("Yes")),
            _button("strip_none", text("Under no space")),
            _button("strip_back", text("Back")),
            class_="row",
        ),
        element("ul", id="strip_doubts", class_="places"),
        element(
            "div",
            _button("strip_end", text("The chain ends before this light")),
            _button("strip_take", text("Take these lights"), class_="primary"),
            _button("strip_anew", text("Begin anew"), class_="quiet"),
            class_="row",
        ),
    )


def _findings() -> Markup:
    return element(
        "section",
        element("h2", text("Findings"), id="findings_head"),
        element("ol", id="findings"),
        class_="findings",
        aria_labelledby="findings_head",
        data_modes="spaces lights",
    )


def _foot() -> Markup:
    return element(
        "footer",
        _button("undo", text_in("short", "Undo")),
        _button("redo", text_in("short", "Redo")),
        _button("zoom_out", "−", aria_label=text("Smaller")),
        _button("fit", text_in("short", "Fit"), aria_label=text("The whole board")),
        _button("zoom_in", "+", aria_label=text("Larger")),
        element("span", id="kept_note"),
        element("span", id="counted"),
        language_switch(),
    )


def _open_dialog() -> Markup:
    return element(
        "dialog",
        element("h2", text("Open a board")),
        element(
            "div",
            element(
                "label",
                text("From a file…"),
                element("input", type="file", id="board_file", accept=".json"),
                class_="button",
            ),
            class_="row",
        ),
        element("ul", id="openable", class_="openable"),
        element("h2", text("Or begin one")),
        element(
            "form",
            _select("new_game", text("Game"), [(game, game_title(game)) for game in GAMES]),
            _select(
                "new_start",
                text("Beginning with"),
                (("blank", text("nothing")), ("start", text("a plain sound board"))),
            ),
            element("button", text("Begin"), class_="primary"),
            id="begin",
            class_="row",
        ),
        element("form", element("button", text("Close"), class_="quiet"), method="dialog"),
        id="open_dialog",
        aria_label=text("Open a board"),
    )


def _save_dialog() -> Markup:
    return element(
        "dialog",
        element("h2", text("Save this board")),
        element(
            "form",
            element("label", text("Its name"), element("input", type="text", id="board_title", maxlength=80)),
            element(
                "label",
                text("Its id: small letters, digits, - and _"),
                element("input", type="text", id="board_id", maxlength=32, autocapitalize="none", spellcheck="false"),
            ),
            element("p", id="save_note", role="status", class_="note"),
            element(
                "div",
                element("button", text("Keep it among my boards"), id="keep_board", class_="primary"),
                _button("download", text("Download the file")),
                _button("save_close", text("Close"), class_="quiet"),
                class_="row",
            ),
            id="save_form",
        ),
        id="save_dialog",
        aria_label=text("Save this board"),
    )


def _panel(mode: str, *children: Markup) -> Markup:
    return element("section", *children, class_="panel", data_modes=mode, hidden=True)


def _button(name: str, words: str, *, class_: str | None = None, aria_label: str | None = None) -> Markup:
    return element("button", words, type="button", id=name, class_=class_, aria_label=aria_label)


def _radios(name: str, choices: Sequence[tuple[str, str]]) -> Markup:
    return join(*[_radio(name, value, words) for value, words in choices])


def _radio(name: str, value: str, words: str, **attributes: str) -> Markup:
    button = element("input", type="radio", name=name, value=value)
    return element("label", button, element("span", words), **attributes)


def _number(name: str, words: str, low: int, high: int) -> Markup:
    field = element("input", type="number", id=name, min=low, max=high, step="any", inputmode="decimal", required=True)
    return element("label", words, field)


def _select(name: str, words: str, choices: Sequence[tuple[str | int, str]]) -> Markup:
    options = [element("option", shown, value=value) for value, shown in choices]
    return element("label", words, element("select", *options, id=name))
