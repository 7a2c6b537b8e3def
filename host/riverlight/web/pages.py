"""The frame of all pages, and the plain pages: errors, and a seat link that is no longer valid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.languages import ENGLISH
from riverlight.languages.text import language, spoken, text
from riverlight.web.languages import language_switch, script_texts
from riverlight.web.markup import Markup, element, join
from riverlight.web.shapes import sprite
from riverlight.web.static_files import has_static_file, static_path

__all__ = ["data_block", "error_page", "page", "page_header", "quiet_link", "style_sheets"]

_SHEETS: Final = {
    "table": (
        *("table.css", "asides.css", "board.css", "controls.css"),
        *("corrections.css", "magnets.css", "moments.css"),
    ),
    "lesson": ("lesson.css",),
    "seat": ("table.css", "board.css", "seat.css", "corrections.css"),
    "setup": ("fields.css", "lights.css", "setup.css"),
    "kept-games": ("fields.css", "lights.css", "plots.css", "kept-games.css"),
    "rules": ("rules.css",),
    "plain": ("fields.css", "plain.css"),
    "trace": ("fields.css", "trace/trace.css", "trace/panels.css", "trace/drawing.css"),
}
"""The style sheets of each kind of page, in addition to those of all pages and of its game."""

_DOCTYPE: Final = Markup("<!doctype html>")
_TITLES: Final = {
    400: text("Invalid request"),
    403: text("Not allowed"),
    404: text("Page not found"),
    405: text("Not possible here"),
    409: text("Not possible now"),
    413: text("Request too large"),
    429: text("Too many attempts"),
    431: text("Request too large"),
    500: text("Something went wrong"),
    503: text("The table is full"),
}


def page(
    title: str,
    *body: Markup | None,
    kind: str,
    more: Sequence[str] = (),
    script: str | None = None,
    status: int = 200,
    colours: Sequence[str] = (),
) -> HTMLResponse:
    """Return a whole page.

    Args:
        title: the title of the browser tab.
        body: the content of ``<body>``; None is skipped.
        kind: the class of the body: the kind of page, and its game if it has one; selects the style sheets.
        more: other kinds of pages whose style sheets are needed too.
        script: the page's script module in ``static/``.
        status: the HTTP status.
        colours: the colours of the seats of the page's game, by name.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        element("meta", name="color-scheme", content="dark light"),
        element("title", f"{spoken(title)} · Riverlight" if title != "Riverlight" else title),
        element("link", rel="icon", href=static_path("icon.svg"), type="image/svg+xml"),
        *[
            element("link", rel="stylesheet", href=static_path(sheet))
            for sheet in dict.fromkeys(sheet for each in (kind, *more) for sheet in style_sheets(each))
        ],
        *[element("script", type="module", src=static_path(name)) for name in ("leaving.js", script) if name],
    )
    texts = data_block("texts", script_texts(_domain(script))) if script and language() != ENGLISH else None
    html = element(
        "html", head, element("body", sprite(colours), *body, _unanswered(), texts, class_=kind), lang=language()
    )
    return HTMLResponse(join(_DOCTYPE, html), status_code=status, headers={"Cache-Control": "no-store"})


def _unanswered() -> Markup:
    """Return what ``leaving.js`` shows when a link or form was pressed and the host does not respond."""
    sentence = text("Riverlight is not answering. Nothing was sent and nothing is lost: try again later.")
    return element("p", sentence, id="unanswered", role="alert", hidden=True)


def page_header(heading: str, *inside: Markup) -> Markup:
    """Return the head of a plain page: its heading, what else stands ``inside``, the switch of languages."""
    return element("header", element("h1", heading), *inside, language_switch())


def quiet_link(address: str, words: str) -> Markup:
    """Return a link that looks like a quiet button."""
    return element("a", words, href=address, class_="button quiet")


def style_sheets(kind: str) -> list[str]:
    """Return the style sheets in ``static/`` of a page: those of all pages, of its kind, of its game, of both.

    Args:
        kind: the kind of page, as ``seat``; or of a game's page, as ``seat niagara``.
    """
    place, _, game = kind.partition(" ")
    of_game = [f"games/{game}.css", f"games/{game}-{place}.css"] if game else []
    return ["colours.css", "riverlight.css", *_SHEETS[place], *(name for name in of_game if has_static_file(name))]


def _domain(script: str) -> str:
    """Return the translation domain of a script; the tracing page, which is large, has its own."""
    return "trace" if script.startswith("trace/") else "page"


def data_block(name: str, json_text: str) -> Markup:
    """Return JSON for the page's scripts in an element with the id ``name``."""
    # Only "</" can end a script element; in JSON "<" can always be written as an escape.
    return element("script", Markup(json_text.replace("<", "\\u003c")), type="application/json", id=name)


def error_page(status: int, sentence: str, script: str | None = None) -> HTMLResponse:
    """Return the error page: one sentence, and a link back."""
    main = element(
        "main",
        element("p", str(status), class_="status", aria_hidden="true"),
        element("h1", _TITLES.get(status, text("That did not work"))),
        element("p", sentence),
        element(
            "p",
            element("a", text("To the table"), href="/table", class_="button"),
            element("a", text("Start page"), href="/", class_="button quiet"),
            class_="ways",
        ),
        language_switch(),
    )
    return page(_TITLES.get(status, text("Not possible")), main, kind="plain", script=script, status=status)
