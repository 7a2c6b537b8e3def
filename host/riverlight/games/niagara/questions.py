"""Niagara's part of ``riverlight moves``: the outcomes of a turn (NIA-8 to NIA-16, NIA-21), or the river's flow.

::

    {"game": "niagara", "canoes": [["shore", "M3"], ["L6", "lost"]], "cargo": [[null, "violet"], [null, null]],
     "sites": {"violet": ["violet", "pink"], "clear": [], …}, "seat": 0, "card": 6}
        → {"moves": [{"move": "canoe 2 up to shore; done",
                      "canoes": …, "cargo": …, "sites": …, "scored": ["violet"]}, …]}
    {"game": "niagara", "cards": [3, "cloud", 5], "weather": -1}
        → {"flow": 2}

``canoes`` and ``cargo`` have a pair for each seat; ``sites`` lists the gems at each colour's site, by default none.
There is one entry for each distinct outcome of the whole turn; ``move`` is one way to reach it. A canoe over the fall
is lost, even if NIA-23 would give it back. ``options`` are those of the rules, of which only ``min_flow`` matters.
"""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.games.niagara import moves as m
from riverlight.games.niagara.options import OPTIONS
from riverlight.games.niagara.turns import Turn, outcomes
from riverlight.games.question import Question, quoted, refuse
from shared_rules import niagara as river
from shared_rules.niagara_flow import flow_steps

__all__ = ["answer"]

_SEATS_MOST = 5
_GEMS_MOST = 35  # NIA-2: five sites with seven gems each
_CARDS = (*range(1, 7), "cloud")


def answer(question: Question) -> dict[str, object]:
    """Return ``{"moves": [outcomes]}`` or, for the cards of a round, ``{"flow": steps}``."""
    if question.has("cards"):
        return _flow(question)
    question.only(("board", "canoes", "cargo", "sites", "seat", "card", "options"))
    _options(question)
    canoes = _pairs(question, "canoes", river.PLACE_NAMES, "pairs of places", may_be_none=False)
    cargo = _pairs(question, "cargo", river.COLOURS, "pairs of gems or nulls", may_be_none=True)
    if len(canoes) != len(cargo):
        refuse(f"There are {len(canoes) // 2} pairs of canoes, but {len(cargo) // 2} of cargo: each seat has both.")
    for canoe, (place, gem) in enumerate(zip(canoes, cargo, strict=True)):
        if gem != river.NO_GEM and place in (river.SHORE, river.LOST):
            who = f"Canoe {canoe % 2 + 1} of seat {canoe // 2}, {river.PLACE_NAMES[place]},"
            refuse(f"{who} has a {river.COLOURS[gem]} gem; only on the river it has one.")
    sites = _sites(question)
    seat = question.whole("seat", 0, len(canoes) // 2 - 1)
    card = question.whole("card", 1, 6)
    return {"moves": [_told(turn) for turn in outcomes(canoes, cargo, sites, seat, card)]}


def _flow(question: Question) -> dict[str, object]:
    question.only(("board", "cards", "weather", "options"))
    options = _options(question)
    cards = []
    for value in question.items("cards", 1, _SEATS_MOST, "paddle cards, 1 to 6 or cloud"):
        if not isinstance(value, int | str) or isinstance(value, bool) or value not in _CARDS:
            refuse(f"The field cards has {quoted(value)}: a paddle card is a number from 1 to 6 or cloud.")
        cards.append(river.CLOUD if value == "cloud" else int(value))
    return {"flow": flow_steps(cards, question.whole("weather", -1, 2), int(options["min_flow"]))}


def _options(question: Question) -> dict[str, str]:
    if question.has("board"):
        question.board("niagara")  # the river is the same on every board
    return question.options(OPTIONS)


def _pairs(question: Question, name: str, words: Sequence[str], expected: str, *, may_be_none: bool) -> list[int]:
    """Return the indices in ``words`` of a field that has a pair for each seat, one after another."""
    found = []
    for pair in question.items(name, 1, _SEATS_MOST, expected):
        if not isinstance(pair, list) or len(pair) != 2:
            refuse(f"The field {name} has {quoted(pair)}: each seat has two canoes.")
        for value in pair:
            if value is None and may_be_none:
                found.append(river.NO_GEM)
            elif isinstance(value, str) and value in words:
                found.append(words.index(value))
            else:
                known = ", ".join(words) + (" or null" if may_be_none else "")
                refuse(f"The field {name} has {quoted(value)}: one of {known} is expected.")
    return found


def _sites(question: Question) -> list[int]:
    """Return 25 counts: of each colour at each site."""
    expected = "an object with a list of gems for each colour"
    value = question.value("sites", expected)
    if not isinstance(value, dict):
        refuse(f"The field sites is {quoted(value)}: {expected} is expected.")
    sites = [0] * 25
    for name, gems in value.items():
        if name not in river.COLOURS:
            refuse(f"There is no site {quoted(name)}; there are: {', '.join(river.COLOURS)}.")
        if not isinstance(gems, list) or len(gems) > _GEMS_MOST:
            refuse(f"The site {name} has {quoted(gems)}: a list of at most {_GEMS_MOST} gems is expected.")
        for gem in gems:
            if not isinstance(gem, str) or gem not in river.COLOURS:
                refuse(f"The site {name} has {quoted(gem)}: a gem is one of {', '.join(river.COLOURS)}.")
            sites[5 * river.COLOURS.index(name) + river.COLOURS.index(gem)] += 1
    return sites


def _told(turn: Turn) -> dict[str, object]:
    gems = (*river.COLOURS, None, None, None)
    pairs = range(0, len(turn.canoes), 2)
    return {
        "move": "; ".join(m.CODEC.text(move) for move in turn.moves) or "nothing",
        "canoes": [[river.PLACE_NAMES[place] for place in turn.canoes[at : at + 2]] for at in pairs],
        "cargo": [[gems[gem] for gem in turn.cargo[at : at + 2]] for at in pairs],
        "sites": {
            name: [gem for colour, gem in enumerate(river.COLOURS) for _ in range(turn.sites[5 * site + colour])]
            for site, name in enumerate(river.COLOURS)
        },
        "scored": [river.COLOURS[gem] for gem in sorted(turn.scored)],
    }
