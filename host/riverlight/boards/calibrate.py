"""Find out which light shines under which space: the device lights one after another, a person says where.

Everything follows from the answers so far, so they are all that needs to be kept to go on another day, and correcting
one is giving it anew. After a few answers the way the strip was laid is usually plain: as the file has it, backwards,
in rows to and fro, all in one direction, one or several lights a space. Then each next light can be shown with the
space where it is expected, for the person to nod at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from riverlight.boards.lights import chain_of, with_lights
from riverlight.boards.places import Place, places_of, usual_gap
from riverlight.boards.wiring_order import Way, proposed
from riverlight.languages.text import text

__all__ = ["Answers", "Question", "calibrated", "doubts", "practice_strip", "question"]

Answers = Mapping[int, str | None]
"""For each light that was asked the id of its space; None where it shines under none, or not at all."""

ENOUGH: Final = 4
"""So many spaces in a row, each where a way of laying has it, and that way is taken to be the one."""

_AS_FILED: Final = text("as the board file has it")
_FILED_BACK: Final = text("the other way round than the board file has it")
_AS_LISTED: Final = text("in the order of the file's list")
_LISTED_BACK: Final = text("in the order of the file's list, backwards")
_TO_AND_FRO: Final = {"rows": text("in rows to and fro"), "columns": text("in columns to and fro")}
_ONE_WAY: Final = {
    "rows": text("in rows, all in one direction"),
    "columns": text("in columns, all in one direction"),
}
_SHORTEST: Final = text("by the shortest way")

_MOST_EACH: Final = 4
_HELD: Final = 400
"""Answers looked back at, at most."""

Document = Mapping[str, Any]


class Question(NamedTuple):
    """The next light to be asked.

    Attributes:
        light: its position in the chain.
        expected: the space where it most likely is; None where nothing speaks for any, or for a spare light.
        pattern: how the strip seems to be laid, in words; "" where that is not plain.
        is_sure: whether the answers so far show that, and every way of laying that fits them expects the same.
        answered: how many lights have an answer.
    """

    light: int
    expected: str | None
    pattern: str
    is_sure: bool
    answered: int


class _Laying(NamedTuple):
    """A way in which the strip may lie: the space of each light, from some light on.

    ``has_spares`` is true where None stands for spare lights; else lights without a space count for nothing.
    """

    words: str
    spaces: tuple[str | None, ...]
    has_spares: bool


class _Fit(NamedTuple):
    run: int
    spaces: int
    laying: _Laying
    expected: str | None


def question(document: Document, panel: str, lights: int, answers: Answers) -> Question | None:
    """Return the next light to ask, the first without an answer; None when all of the chain's ``lights`` have one."""
    light = next((number for number in range(lights) if number not in answers), None)
    if light is None:
        return None
    answered = sum(number < lights for number in answers)
    fits = _fits(document, panel, answers, light)
    if not fits:
        return Question(light, _nearest_free(document, answers, light), "", is_sure=False, answered=answered)
    longest = max(fit.run for fit in fits)
    best = [fit for fit in fits if fit.run == longest]
    is_sure = best[0].spaces >= ENOUGH and len({fit.expected for fit in best}) == 1
    return Question(light, best[0].expected, best[0].laying.words if is_sure else "", is_sure, answered)


def doubts(answers: Answers) -> list[tuple[str, tuple[int, ...]]]:
    """Return the spaces whose lights do not follow each other in the chain, with these lights: perhaps a slip."""
    lights: dict[str, list[int]] = {}
    for light, name in sorted(answers.items()):
        if name is not None:
            lights.setdefault(name, []).append(light)
    return [(name, tuple(those)) for name, those in lights.items() if those[-1] - those[0] >= len(those)]


def calibrated(document: Document, panel: str, lights: int, answers: Answers) -> dict[str, Any]:
    """Return the board with the lights of ``panel`` where the answers have them, its chain ``lights`` long."""
    found: dict[str, list[int]] = {}
    for light, name in sorted(answers.items()):
        if name is not None and light < lights:
            found.setdefault(name, []).append(light)
    return with_lights(document, panel, found, lights)


def practice_strip(document: Document) -> tuple[str, ...]:
    """Return the spaces of a strip as someone in a hurry may have laid it: rows to and fro, two lights exchanged."""
    places = places_of(document)
    ids = list(places)
    laid = [ids[number] for number in reversed(proposed(list(places.values()), "rows"))]
    laid[1:3] = reversed(laid[1:3])
    return tuple(laid)


def _fits(document: Document, panel: str, answers: Answers, light: int) -> list[_Fit]:
    """Return each way of laying with the longest run of answers before ``light`` that it explains."""
    told = [(number, answers[number]) for number in range(light - 1, max(-1, light - _HELD), -1) if number in answers]
    if not told or all(name is None for _, name in told) or told[0][0] != light - 1:
        return []
    named = [name for _, name in told if name is not None]
    fits = []
    for laying in _layings(document, panel):
        back = [name for _, name in told] if laying.has_spares else named
        for at in _where(laying.spaces, back[0]):
            run = 0
            while run < len(back) and at - run >= 0 and laying.spaces[at - run] == back[run]:
                run += 1
            after = laying.spaces[at + 1] if at + 1 < len(laying.spaces) else None
            fits.append(_Fit(run, len({*back[:run]} - {None}), laying, after))
    return fits


def _where(spaces: Sequence[str | None], name: str | None) -> Iterator[int]:
    return (at for at, other in enumerate(spaces) if other == name)


def _layings(document: Document, panel: str) -> Iterator[_Laying]:
    """Yield the ways in which the strip may lie, the likeliest first."""
    places = places_of(document)
    ids, spots = tuple(places), tuple(places.values())
    filed = tuple(chain_of(document, panel))
    yield from _both_ways(_AS_FILED, _FILED_BACK, filed)
    for each in range(1, _MOST_EACH + 1):
        for there, back, order in _orders(ids, spots):
            words = _each(there, each), _each(back, each)
            yield from _both_ways(*words, tuple(name for name in order for _ in range(each)))


def _each(words: str, each: int) -> str:
    return words if each == 1 else text("{words}, {number} lights a space", words=words, number=each)


def _both_ways(there: str, back: str, spaces: tuple[str | None, ...]) -> Iterator[_Laying]:
    has_spares = None in spaces
    yield _Laying(there, spaces, has_spares)
    yield _Laying(back, spaces[::-1], has_spares)


@lru_cache(maxsize=4)
def _orders(ids: tuple[str, ...], places: tuple[Place, ...]) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return orders in which people lay strips, each with words for it and for its reverse."""
    found = []
    ways: tuple[tuple[Way, int], ...] = (("rows", 0), ("columns", 1))
    for way, along in ways:
        lines = _lines(places, along)
        for from_end, lines_in_order in ((False, lines), (True, lines[::-1])):
            to_and_fro: list[int] = []
            one_way: list[int] = []
            for number, line in enumerate(lines_in_order):
                to_and_fro += line if number % 2 == 0 else line[::-1]
                one_way += line
            words = _TO_AND_FRO[way]
            found.append((words, words, tuple(ids[number] for number in to_and_fro)))
            if not from_end:
                words = _ONE_WAY[way]
                found.append((words, words, tuple(ids[number] for number in one_way)))
                found.append((words, words, tuple(ids[number] for line in lines[::-1] for number in line)))
        for corner in (0, -1):
            order = proposed(places, way, sorted(range(len(ids)), key=lambda number: sum(places[number]))[corner])
            found.append((_TO_AND_FRO[way], _TO_AND_FRO[way], tuple(ids[number] for number in order)))
    for start in (None, 0, len(ids) - 1):
        order = proposed(places, "short", start)
        found.append((_SHORTEST, _SHORTEST, tuple(ids[number] for number in order)))
    return (*found, (_AS_LISTED, _LISTED_BACK, ids))


def _lines(places: Sequence[Place], along: int) -> list[list[int]]:
    """Return the rows (``along`` 0) or columns (1) of the places, a new one where the next lies clearly apart."""
    across = 1 - along
    apart = usual_gap(places) / 2
    lines: list[list[int]] = []
    last = 0.0
    for number in sorted(range(len(places)), key=lambda number: places[number][across]):
        if not lines or places[number][across] - last > apart:
            lines.append([])
        lines[-1].append(number)
        last = places[number][across]
    return [sorted(line, key=lambda number: places[number][along]) for line in lines]


def _nearest_free(document: Document, answers: Answers, light: int) -> str | None:
    """Return the space nearest to the last one that has no light yet: strips go on to what lies beside them."""
    name = answers.get(light - 1)
    at = places_of(document)
    if name is None or name not in at:
        return None
    lit = Counter(answers.values())
    free = [other for other in at if not lit[other]]
    x, y = at[name]
    return min(free, key=lambda other: (at[other][0] - x) ** 2 + (at[other][1] - y) ** 2, default=None)
