"""The template of the tracing page; the modules in ``static/trace/`` make it work."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from starlette.responses import HTMLResponse

from riverlight.boards import shipped
from riverlight.boards.kinds import BoardKind, kind_names, kinds
from riverlight.boards.reading import FILE_BYTES_MAX
from riverlight.boards.sensors import SENSORS_MOST
from riverlight.languages.text import text, text_in
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title
from riverlight.web.pages import data_block, page
from riverlight.web.trace_fields import button, number, radio, radios, select
from riverlight.workshop.lights import A_METRE, EACH_MAX, LIGHTS_MAX
from riverlight.workshop.wiring_order import WAYS

__all__ = ["Opening", "trace_page"]

_MODES: Final = (
    ("photo", text("Photo")),
    ("spaces", text("Spaces")),
    ("lights", text("Lights")),
    ("sensors", text("Sensors")),
    ("calibrate", text("Calibrate")),
)
_TOOLS: Final = (
    ("move", text_in("tool", "Move"), "free fixed grid"),
    ("place", text_in("tool", "Place"), "free fixed"),
    ("join", text_in("tool", "Join"), "free"),
    ("arrow", text_in("tool", "Arrow"), "free"),
    ("shape", text_in("tool", "Shape"), "grid"),
    ("wall", text_in("tool", "Walls"), "grid"),
    ("kind", text_in("tool", "Kind"), "free grid"),
)
_LAYINGS: Final = (
    ("apart", text("Single lights, or cut strip")),
    ("strip", text("Uncut strip")),
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
"""Current for the lights in mA, by supply: USB less the Pico's current, others at four fifths of their rating."""


class Opening(NamedTuple):
    """What the page opens with: a board, or None for what the browser saved; a mode, or "" for the last one."""

    document: dict[str, Any] | None = None
    mode: str = ""


def trace_page(opening: Opening) -> HTMLResponse:
    """Return the page on which a board is traced, lit and calibrated."""
    setting = {
        "opening": opening._asdict(),
        "kinds": {kind.game: list(kind.space_kinds) for kind in kinds()},
        "counts": {kind.game: kind.counts for kind in kinds()},
        "colours": {kind.game: kind.colours for kind in kinds() if kind.colours},
        "panels": {kind.game: kind.panels for kind in kinds()},
        "sizes": {kind.game: kind.size_mm for kind in kinds()},
        "titles": {kind.game: game_title(kind.game) for kind in kinds()},
        "layouts": {kind.game: kind.layout for kind in kinds()},
        "places": {kind.game: _places(kind) for kind in kinds() if kind.layout == "fixed"},
        "sensed": {kind.game: kind.sensed_kinds for kind in kinds()},
        "last_sensor": SENSORS_MOST - 1,
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


def _places(kind: BoardKind) -> list[dict[str, Any]]:
    """Return the fixed positions of a kind of board, in the order in which they are set."""
    fields = ("id", "kind", "site", "touches")
    return [
        {**{name: space[name] for name in fields if name in space}, "label": kind.label(space)}
        for space in shipped(kind.game).document["spaces"]
    ]


def _top() -> Markup:
    return element(
        "header",
        element("h1", "…", id="sentence", aria_live="polite"),
        element("div", radios("mode", _MODES), class_="segments", role="radiogroup", aria_label=text("What to do")),
        element("div", button("open", text("Open…")), button("save", text("Save"), class_="primary"), class_="files"),
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
    panels = element("div", _photo(), _spaces(), _lights(), _sensors(), _calibrate(), class_="panels")
    return element("aside", panels, _problems(), id="side", aria_label=text("Settings"))


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
            number("width", text("Width, mm"), 50, 2000),
            number("height", text("Height, mm"), 50, 2000),
            class_="pair",
        ),
        button("straighten", text("Straighten"), class_="primary"),
        element(
            "div",
            element(
                "label",
                text("Photo under the board"),
                element("input", type="range", id="dim", min=0, max=100, value=70),
            ),
            element(
                "div",
                button("corners_again", text("Set the corners again")),
                button("photo_away", text("Remove the photo"), class_="quiet"),
                class_="row",
            ),
            id="photo_shown",
            class_="group",
        ),
    )


def _spaces() -> Markup:
    tools = [radio("tool", name, words, data_for=games) for name, words, games in _TOOLS]
    return _panel(
        "spaces",
        element("div", *tools, class_="segments tools", role="radiogroup", aria_label=text("Tool")),
        element("div", id="kinds", class_="kinds", role="radiogroup", aria_label=text("Kind")),
        element("ol", id="river_places", class_="places", aria_label=text("Spaces of the river"), hidden=True),
        element(
            "form",
            number("within", text("Join all within, mm"), 5, 500),
            element("button", text("Join")),
            id="join_within",
            class_="row",
            data_for="free",
        ),
        element(
            "form",
            number("columns", text("Columns"), 2, 24),
            number("rows", text("Rows"), 2, 24),
            element("button", text("Set")),
            id="grid_form",
            class_="row",
            data_for="grid",
        ),
        element("section", id="selected", class_="group", aria_label=text("Chosen space"), hidden=True),
    )


def _lights() -> Markup:
    return _panel(
        "lights",
        element(
            "div",
            select("panel", text("Chain"), ()),
            number("each", text("Lights per space"), 1, EACH_MAX),
            class_="pair",
        ),
        select("laying", text("Lights"), _LAYINGS),
        element(
            "div",
            select("a_metre", text("Lights per metre"), [(number, str(number)) for number in A_METRE]),
            select("supply", text("Supply"), _SUPPLIES),
            class_="pair",
        ),
        element(
            "div",
            number("matrix_columns", text("Across"), 1, LIGHTS_MAX),
            number("matrix_rows", text("Down"), 1, LIGHTS_MAX),
            number("matrix_pitch", text("Spacing, mm"), 1, 200),
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
            radios("way", [(way, _WAY_WORDS[way]) for way in WAYS]),
            class_="segments",
            role="radiogroup",
            aria_label=text("How the chain runs"),
        ),
        element(
            "div",
            button("propose", text("Propose an order"), class_="primary"),
            button("reverse", text("Reverse")),
            class_="row",
        ),
        element("dl", id="wire"),
        button("follow", text("Follow the chain with a light")),
        element("section", id="lit_space", class_="group", aria_label=text("Chosen space"), hidden=True),
    )


def _sensors() -> Markup:
    return _panel(
        "sensors",
        element(
            "p",
            text("A sensor under a space detects a magnet in a piece: lift the piece and its ends light up."),
            class_="note",
        ),
        element(
            "div",
            button("sense", text("Propose an order"), class_="primary"),
            button("sense_none", text("Remove all sensors"), class_="quiet"),
            class_="row",
        ),
        element("section", id="sensed_space", class_="group", aria_label=text("Chosen space"), hidden=True),
    )


def _calibrate() -> Markup:
    return _panel(
        "calibrate",
        element(
            "div",
            select("strip", text("Chain"), ()),
            number("strip_lights", text("Number of lights"), 1, LIGHTS_MAX),
            class_="pair",
        ),
        element("p", id="strip_note", class_="note"),
        element("progress", id="strip_progress", value=0, max=1, aria_label=text("Lights assigned")),
        element(
            "div",
            button("strip_start", text("Light the first one"), class_="primary"),
            button("strip_walk", text("Step automatically"), class_="primary"),
            button("strip_yes", text("Yes")),
            button("strip_none", text("Under no space")),
            button("strip_back", text("Back")),
            class_="row",
        ),
        element("ul", id="strip_doubts", class_="places"),
        element(
            "div",
            button("strip_end", text("The chain ends before this light")),
            button("strip_take", text("Use these lights"), class_="primary"),
            button("strip_anew", text("Start again"), class_="quiet"),
            class_="row",
        ),
    )


def _problems() -> Markup:
    return element(
        "section",
        element("h2", text("Problems"), id="problems_head"),
        element("ol", id="problems"),
        class_="problems",
        aria_labelledby="problems_head",
        data_modes="spaces lights sensors",
    )


def _foot() -> Markup:
    return element(
        "footer",
        button("undo", text_in("short", "Undo")),
        button("redo", text_in("short", "Redo")),
        button("zoom_out", "−", aria_label=text("Smaller")),
        button("fit", text_in("short", "Fit"), aria_label=text("Show the whole board")),
        button("zoom_in", "+", aria_label=text("Larger")),
        element("span", id="saved_note"),
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
        element("h2", text("Or start a new one")),
        element(
            "form",
            select("new_game", text("Game"), [(game, game_title(game)) for game in kind_names()]),
            select(
                "new_start",
                text("Starting with"),
                (("blank", text("nothing")), ("start", text("a simple playable board"))),
            ),
            element("button", text("Start"), class_="primary"),
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
            element("label", text("Name"), element("input", type="text", id="board_title", maxlength=80)),
            element(
                "label",
                text("Id: lowercase letters, digits, - and _"),
                element("input", type="text", id="board_id", maxlength=32, autocapitalize="none", spellcheck="false"),
            ),
            element("p", id="save_note", role="status", class_="note"),
            element(
                "div",
                element("button", text("Save to my boards"), id="save_board", class_="primary"),
                button("download", text("Download the file")),
                button("save_close", text("Close"), class_="quiet"),
                class_="row",
            ),
            id="save_form",
        ),
        id="save_dialog",
        aria_label=text("Save this board"),
    )


def _panel(mode: str, *children: Markup) -> Markup:
    return element("section", *children, class_="panel", data_modes=mode, hidden=True)
