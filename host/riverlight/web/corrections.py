"""The parts of a page for corrections; ``static/corrections.js`` fills them."""

from __future__ import annotations

from riverlight.languages.text import text
from riverlight.web.markup import Markup, element

__all__ = ["correct_button", "correcting_parts", "entries_dialog"]


def correct_button() -> Markup:
    """Return the button that lists the entries."""
    return element("button", text("Correct"), type="button", id="correct", class_="quiet", disabled=True)


def correcting_parts() -> list[Markup]:
    """Return the elements below the prompt: the entry being corrected, and the first one that is no longer legal."""
    return [
        element(
            "div",
            element("p", id="correcting_what"),
            element("button", text("Cancel"), type="button", id="cancel", class_="quiet"),
            id="correcting",
            class_="question",
            role="status",
            hidden=True,
        ),
        element(
            "div",
            element("p", id="misfit_what"),
            element("p", id="misfit_why"),
            element("button", type="button", id="drop", class_="quiet"),
            id="misfit",
            class_="question",
            role="status",
            hidden=True,
        ),
    ]


def entries_dialog() -> Markup:
    """Return the dialog for the list of entries, which is fetched when opened."""
    return element(
        "dialog",
        element("h2", text("Which entry is wrong?")),
        element("p", text("Choose it, then enter what it should be. The later entries are replayed.")),
        element("ol", id="entries_list", class_="entries"),
        element("form", element("button", text("Cancel"), autofocus=True), method="dialog"),
        id="entries",
        aria_label=text("Which entry is wrong?"),
    )
