"""A small CSS engine for our own SVG pictures: class and element selectors, custom properties, inheritance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

__all__ = ["INITIAL", "OWN", "Compound", "Rule", "declarations", "own_style", "resolved", "rules"]

INITIAL = {
    "fill": "#000",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-dasharray": "none",
    "font-size": "16",
    "font-weight": "400",
    "letter-spacing": "0",
    "text-anchor": "start",
}
"""Inherited properties and their initial values."""

OWN = ("opacity", "display", "transform")
"""Properties that are not inherited."""

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMPOUND = re.compile(r"^([a-z]*)((?:\.[\w-]+)*)$")
_VARIABLE = re.compile(r"var\((--[\w-]+)\)")


class Compound(NamedTuple):
    """An element's name, or "" for any, and its classes."""

    tag: str
    classes: frozenset[str]


class Rule(NamedTuple):
    """A selector of compounds, the outermost first, and its declarations. Rules sort by specificity."""

    weight: tuple[int, int, int]
    compounds: tuple[Compound, ...]
    declared: Mapping[str, str]


def rules(text: str) -> list[Rule]:
    """Parse a style sheet into rules, lowest specificity first; unsupported selectors are skipped."""
    return sorted(_rules(text), key=lambda rule: rule.weight)


def _rules(text: str) -> Iterator[Rule]:
    for number, (selectors, body) in enumerate(_RULE.findall(text)):
        for selector in selectors.split(","):
            matches = [_COMPOUND.match(word) for word in selector.split()]
            compounds = tuple(
                Compound(match[1], frozenset(match[2].split(".")[1:])) for match in matches if match is not None
            )
            if len(compounds) == len(matches):
                classes = sum(len(compound.classes) for compound in compounds)
                tags = sum(compound.tag != "" for compound in compounds)
                yield Rule((classes, tags, number), compounds, declarations(body))


def declarations(body: str) -> dict[str, str]:
    """Parse the declarations ``name:value;name:value``."""
    pairs = (declaration.partition(":") for declaration in body.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def own_style(attributes: Mapping[str, str], lineage: Sequence[Compound], sheet: Sequence[Rule]) -> dict[str, str]:
    """Return the declarations for the last of ``lineage`` itself: by attributes, by rules, by its ``style``."""
    style = {name: value for name, value in attributes.items() if name in INITIAL or name in OWN}
    for rule in sheet:
        if _matches(rule.compounds, lineage):
            style.update(rule.declared)
    style.update(declarations(attributes.get("style", "")))
    return style


def resolved(value: str, style: Mapping[str, str]) -> str:
    """Return a value with its custom property substituted."""
    match = _VARIABLE.fullmatch(value)
    return style[match[1]] if match else value


def _matches(compounds: Sequence[Compound], lineage: Sequence[Compound]) -> bool:
    """Return whether the last compound matches the last element, and the others, in order, its ancestors."""
    if not _fits(compounds[-1], lineage[-1]):
        return False
    wanted = len(compounds) - 2
    for about in reversed(lineage[:-1]):
        if wanted >= 0 and _fits(compounds[wanted], about):
            wanted -= 1
    return wanted < 0


def _fits(compound: Compound, element: Compound) -> bool:
    return compound.tag in ("", element.tag) and compound.classes <= element.classes
