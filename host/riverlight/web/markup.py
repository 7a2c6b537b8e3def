"""HTML escaped by construction: only :class:`Markup` is inserted unescaped.

A :class:`riverlight.languages.text.Text` is translated to the current language.
"""

from __future__ import annotations

from html import escape
from typing import Final

from riverlight.languages.text import spoken

__all__ = ["Markup", "element", "join"]

_VOID: Final = frozenset({"img", "input", "link", "meta"})


class Markup(str):
    """A string of HTML, inserted unescaped."""

    __slots__ = ()


def join(*children: Markup | str | None) -> Markup:
    """Concatenate the children; plain text is escaped, None is skipped."""
    return Markup("".join(child if isinstance(child, Markup) else escape(spoken(child)) for child in children if child))


def element(tag: str, *children: Markup | str | None, **attributes: str | float | bool | None) -> Markup:
    """Return ``<tag …>children</tag>``.

    Attribute names lose a trailing underscore and take ``-`` for ``_``: ``class_="why"``, ``aria_label="Keypad"``.
    True stands alone (``checked``); False and None are left out.
    """
    words = [tag]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        plain = name.rstrip("_").replace("_", "-")
        said = spoken(value) if isinstance(value, str) else str(value)
        words.append(plain if value is True else f'{plain}="{escape(said)}"')
    opening = f"<{' '.join(words)}>"
    return Markup(opening if tag in _VOID else f"{opening}{join(*children)}</{tag}>")
