"""The frame that all pages share, and the plain pages: errors, and a seat link that is no longer good."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.languages import ENGLISH
from riverlight.languages.text import language, spoken, text
from riverlight.web.languages import language_switch, script_texts
from riverlight.web.markup import Markup, element, join
from riverlight.web.shapes import sprite

__all__ = ["data_block", "error_page", "page", "style_sheets"]

_STATIC: Final = Path(__file__).parent / "static"

_SHEETS: Final = {
    "table": ("table.css", "asides.css", "board.css", "controls.css"),
    "seat": ("table.css", "seat.css"),
    "setup": ("fields.css", "setup.css"),
    "kept-games": ("kept-games.css",),
    "plain": ("fields.css", "plain.css"),
    "trace": ("fields.css", "trace/trace.css", "trace/panels.css", "trace/drawing.css"),
}
"""The style sheets of each kind of page, beside those of all pages and those of its game."""

_DOCTYPE: Final = Markup("<!doctype html>")
_TITLES: Final = {
    400: text("That request cannot be read"),
    403: text("Not from here"),
    404: text("Nothing lies here"),
    405: text("That cannot be done here"),
    409: text("Not now"),
    413: text("That is too much"),
    429: text("Too often"),
    500: text("Something broke"),
}


def page(
    title: str,
    *body: Markup | None,
    kind: str,
    script: str | None = None,
    status: int = 200,
) -> HTMLResponse:
    """Return a whole page.

    Args:
        title: what the browser's tab says.
        body: what stands in ``<body>``; None is left out.
        kind: the class of the body: what kind of page it is, and of which game if of one; it picks the style sheets.
        script: the module in ``static/`` that brings the page to life.
        status: the HTTP status.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        element("meta", name="color-scheme", content="dark light"),
        element("title", f"{spoken(title)} · Riverlight" if title != "Riverlight" else title),
        element("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        *[element("link", rel="stylesheet", href=f"/static/{sheet}") for sheet in style_sheets(kind)],
        element("script", type="module", src=f"/static/{script}") if script else None,
    )
    texts = data_block("texts", script_texts(_domain(script))) if script and language() != ENGLISH else None
    html = element("html", head, element("body", sprite(), *body, texts, class_=kind), lang=language())
    return HTMLResponse(join(_DOCTYPE, html), status_code=status, headers={"Cache-Control": "no-store"})


def style_sheets(kind: str) -> list[str]:
    """Return the style sheets in ``static/`` of a page: those of all pages, of its kind, of its game, of both.

    Args:
        kind: the kind of page, as ``seat``; or of a game's page, as ``seat niagara``.
    """
    place, _, game = kind.partition(" ")
    of_game = [f"{game}.css", f"{game}-{place}.css"] if game else []
    return ["colours.css", "riverlight.css", *_SHEETS[place], *(name for name in of_game if (_STATIC / name).exists())]


def _domain(script: str) -> str:
    """Return the catalogue of a script's texts: the tracing page, which is large, has one of its own."""
    return "trace" if script.startswith("trace/") else "page"


def data_block(name: str, json_text: str) -> Markup:
    """Return JSON for the page's scripts, which find it under the id ``name``."""
    # The only way out of a script element is "</": JSON may write "<" as an escape everywhere.
    return element("script", Markup(json_text.replace("<", "\\u003c")), type="application/json", id=name)


def error_page(status: int, sentence: str) -> HTMLResponse:
    """Return the page for a request that went wrong: one sentence, and the way back."""
    main = element(
        "main",
        element("p", str(status), class_="status", aria_hidden="true"),
        element("h1", _TITLES.get(status, text("That did not work"))),
        element("p", sentence),
        element(
            "p",
            element("a", text("To the table"), href="/table", class_="button"),
            element("a", text("To the set-up page"), href="/", class_="button quiet"),
            class_="ways",
        ),
        language_switch(),
    )
    return page(_TITLES.get(status, text("Not done")), main, kind="plain", status=status)
