"""The coach of a tutorial on a page; ``static/lesson.js`` fills it."""

from __future__ import annotations

from urllib.parse import urlencode

from riverlight.languages.text import text, text_in
from riverlight.table.head import Head
from riverlight.table.lesson import Lesson
from riverlight.table.session import Table
from riverlight.web.markup import Markup, element

__all__ = ["is_lesson", "lesson_part"]


def is_lesson(table: Table) -> bool:
    """Return whether ``table`` shows a tutorial."""
    return isinstance(table.play, Lesson)


def lesson_part(head: Head) -> Markup:
    """Return what the coach says, how far the tutorial is, and the ways on, back and to a game of one's own."""
    start = urlencode({"game": head.game.name, "kit": head.kit})
    return element(
        "section",
        element(
            "div",
            element("span", id="lesson_at"),
            element("progress", id="lesson_progress", value=0, max=1, aria_hidden="true"),
            element("button", text_in("tutorial", "Back"), type="button", id="lesson_back", class_="quiet"),
            element("button", text("Restart"), type="button", id="lesson_restart", class_="quiet"),
        ),
        element("p", id="lesson_sentence", role="status"),
        element("p", id="lesson_keys", hidden=True),
        element("div", id="lesson_reply", role="alert", hidden=True),
        element(
            "p",
            element("button", text_in("tutorial", "Next"), type="button", id="lesson_next"),
            element("a", text("Start a game"), href=f"/?{start}", id="lesson_start", class_="button", hidden=True),
        ),
        id="lesson",
        class_="lesson",
        aria_label=text("Tutorial"),
    )
