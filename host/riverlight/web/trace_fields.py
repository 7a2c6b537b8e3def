"""Buttons and fields of the tracing page, by the ids under which its scripts find them."""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.web.markup import Markup, element, join

__all__ = ["button", "number", "radio", "radios", "select"]


def button(name: str, words: str, *, class_: str | None = None, aria_label: str | None = None) -> Markup:
    """Return a button without a form."""
    return element("button", words, type="button", id=name, class_=class_, aria_label=aria_label)


def radios(name: str, choices: Sequence[tuple[str, str]]) -> Markup:
    """Return radio buttons, one a choice of value and words."""
    return join(*[radio(name, value, words) for value, words in choices])


def radio(name: str, value: str, words: str, **attributes: str) -> Markup:
    """Return one radio button with its words."""
    button = element("input", type="radio", name=name, value=value)
    return element("label", button, element("span", words), **attributes)


def number(name: str, words: str, low: int, high: int) -> Markup:
    """Return a field for a number from ``low`` to ``high``."""
    field = element("input", type="number", id=name, min=low, max=high, step="any", inputmode="decimal", required=True)
    return element("label", words, field)


def select(name: str, words: str, choices: Sequence[tuple[str | int, str]]) -> Markup:
    """Return a list to choose one value from, with its words."""
    options = [element("option", shown, value=value) for value, shown in choices]
    return element("label", words, element("select", *options, id=name))
