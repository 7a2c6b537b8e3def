"""Find out which light shines under which space, by lighting them one by one.

A person answers for each light. All state derives from the answers, so saving them is enough to resume later, and an
answer is corrected by giving it again. A few answers usually determine how the strip was laid: in file order,
reversed, in zigzag rows, in rows of one direction, with one or several lights per space. From then on each light comes
with its expected space, which the person only confirms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from riverlight.boards.places import Place, places_of, usual_gap
from riverlight.languages.text import text
from riverlight.workshop.lights import chain_of, with_lights
from riverlight.workshop.wiring_order import Way, propose_order

__all__ = ["Answers", "Question", "apply_answers", "doubts", "practice_strip", "question"]

Answers = Mapping[int, str | None]
"""The space id of each answered light; None if it shines under no space, or is dead."""

ENOUGH: Final = 4
"""After this many consecutive spaces that match, a layout is considered detected."""

_AS_FILED: Final = text("as in the board file")
_FILED_BACK: Final = text("in the reverse order of the board file")
_AS_LISTED: Final = text("in the order of the file's list")
_LISTED_BACK: Final = text("in the reverse order of the file's list")
_TO_AND_FRO: Final = {"rows": text("in rows, back and forth"), "columns": text("in columns, back and forth")}
_ONE_WAY: Final = {
    "rows": text("in rows, all in one direction"),
    "columns": text("in columns, all in one direction"),
}
_SHORTEST: Final = text("along the shortest path")

_MOST_EACH: Final = 4
_HELD: Final = 400
"""Maximum number of previous answers considered."""

Document = Mapping[str, Any]


class Question(NamedTuple):
    """The next light to ask about.

    Attributes:
        light: its position in the chain.
        expected: its most likely space; None if unknown, or for a spare light.
        pattern: description of the detected layout; "" if none is detected.
        is_sure: whether a layout is detected and all matching layouts expect the same space.
        answered: how many lights have an answer.
    """

    light: int
    expected: str | None
    pattern: str
    is_sure: bool
    answered: int


class _Laying(NamedTuple):
    """A possible layout of the strip: the space of each light.

    If ``has_spares``, None stands for a spare light; otherwise lights without a space are ignored. ``lights`` is the
    number of lights per space.
    """

    words: str
    spaces: tuple[str | None, ...]
    has_spares: bool
    lights: Mapping[str | None, Sequence[int]]


class _Fit(NamedTuple):
    run: int
    spaces: int
    laying: _Laying
    expected: str | None


def question(document: Document, panel: str, lights: int, answers: Answers) -> Question | None:
    """Return the question for the first unanswered light, None if there is none."""
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
    """Return spaces with non-consecutive lights, and these lights: likely mistakes."""
    lights: dict[str, list[int]] = {}
    for light, name in sorted(answers.items()):
        if name is not None:
            lights.setdefault(name, []).append(light)
    return [(name, tuple(those)) for name, those in lights.items() if those[-1] - those[0] >= len(those)]


def apply_answers(document: Document, panel: str, lights: int, answers: Answers) -> dict[str, Any]:
    """Return the board with the lights of ``panel`` assigned by the answers."""
    found: dict[str, list[int]] = {}
    for light, name in sorted(answers.items()):
        if name is not None and light < lights:
            found.setdefault(name, []).append(light)
    return with_lights(document, panel, found, lights)


def practice_strip(document: Document) -> tuple[str, ...]:
    """Return the spaces of a simulated strip: zigzag rows with two lights swapped."""
    places = places_of(document)
    ids = list(places)
    laid = [ids[number] for number in reversed(propose_order(list(places.values()), "rows"))]
    laid[1:3] = reversed(laid[1:3])
    return tuple(laid)


def _fits(document: Document, panel: str, answers: Answers, light: int) -> list[_Fit]:
    """Return each layout with its longest matching run of answers before ``light``."""
    told = [(number, answers[number]) for number in range(light - 1, max(-1, light - _HELD), -1) if number in answers]
    if not told or all(name is None for _, name in told) or told[0][0] != light - 1:
        return []
    named = [name for _, name in told if name is not None]
    fits = []
    places = places_of(document)
    everything = [name for _, name in told]
    for laying in _layouts(tuple(places), tuple(places.values()), tuple(chain_of(document, panel))):
        back = everything if laying.has_spares else named
        for at in laying.lights.get(back[0], ()):
            run = 0
            while run < len(back) and at - run >= 0 and laying.spaces[at - run] == back[run]:
                run += 1
            after = laying.spaces[at + 1] if at + 1 < len(laying.spaces) else None
            fits.append(_Fit(run, len({*back[:run]} - {None}), laying, after))
    return fits


@lru_cache(maxsize=4)
def _layouts(ids: tuple[str, ...], spots: tuple[Place, ...], filed: tuple[str | None, ...]) -> tuple[_Laying, ...]:
    """Return possible layouts, likeliest first; ``filed`` is that of the board file."""
    found = [*_both_ways(_AS_FILED, _FILED_BACK, filed)]
    for each in range(1, _MOST_EACH + 1):
        for there, back, order in _orders(ids, spots):
            found += _both_ways(
                _each(there, each), _each(back, each), tuple(name for name in order for _ in range(each))
            )
    return tuple(found)


def _each(words: str, each: int) -> str:
    return words if each == 1 else text("{words}, {number} lights per space", words=words, number=each)


def _both_ways(there: str, back: str, spaces: tuple[str | None, ...]) -> Iterator[_Laying]:
    for words, order in ((there, spaces), (back, spaces[::-1])):
        lights: dict[str | None, list[int]] = {}
        for light, name in enumerate(order):
            lights.setdefault(name, []).append(light)
        yield _Laying(words, order, None in spaces, lights)


def _orders(ids: tuple[str, ...], places: tuple[Place, ...]) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return common strip orders, each with a description of it and of its reverse."""
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
            order = propose_order(places, way, sorted(range(len(ids)), key=lambda number: sum(places[number]))[corner])
            found.append((_TO_AND_FRO[way], _TO_AND_FRO[way], tuple(ids[number] for number in order)))
    for start in (None, 0, len(ids) - 1):
        order = propose_order(places, "short", start)
        found.append((_SHORTEST, _SHORTEST, tuple(ids[number] for number in order)))
    return (*found, (_AS_LISTED, _LISTED_BACK, ids))


def _lines(places: Sequence[Place], along: int) -> list[list[int]]:
    """Group the places into rows (``along`` 0) or columns (1), split at clear gaps."""
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
    """Return the unlit space nearest to the last answer, as strips run to neighbours."""
    name = answers.get(light - 1)
    at = places_of(document)
    if name is None or name not in at:
        return None
    lit = Counter(answers.values())
    free = [other for other in at if not lit[other]]
    x, y = at[name]
    return min(free, key=lambda other: (at[other][0] - x) ** 2 + (at[other][1] - y) ** 2, default=None)
