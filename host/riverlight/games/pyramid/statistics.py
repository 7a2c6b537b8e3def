"""Pyramid's statistics: catches and treasures. Hunters' positions are secret, so they are not used.

One is public: a caught hunter is seen, on a treasure of some colour or elsewhere (PYR-13).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.boards import Board
from riverlight.games.plots import Lines, Part, Parts, Plot, by_round, running
from riverlight.games.pyramid.options import COLOURS, TREASURE_TITLES, PyramidEvent
from riverlight.games.pyramid.state import PyramidState
from riverlight.languages.text import text
from shared_rules.board import TREASURE

__all__ = ["caught_on", "played_of", "plots", "scores"]

_TREASURES: Final = tuple(Part(TREASURE_TITLES[colour], f"treasure-{colour}") for colour in COLOURS)
_CATCHES: Final = (*_TREASURES, Part(text("no treasure"), "thing-mummy"))

Events = Sequence[PyramidEvent]


def plots(events: Events, names: Sequence[str], board: Board) -> list[Plot]:
    """Return the plots of a game from its public events."""
    seats = len(names)
    return [
        Lines(text("Treasures played"), text("treasures"), 0, running(by_round(events, "treasure", seats))),
        Parts(text("Treasures played by colour"), _TREASURES, played_of(events, seats)),
        Lines(text("Times caught"), text("catches"), 0, running(by_round(events, "caught", seats))),
        Parts(text("Where hunters were caught"), _CATCHES, caught_on(events, seats, board)),
    ]


def played_of(events: Events, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the number of treasures of each colour played."""
    counts = [[0] * len(COLOURS) for _ in range(seats)]
    for event in events:
        if event["event"] == "treasure":
            counts[event["seat"]][COLOURS.index(event["colour"])] += 1
    return tuple(tuple(each) for each in counts)


def caught_on(events: Events, seats: int, board: Board) -> tuple[tuple[int, ...], ...]:
    """Return for each seat how often it was caught on a treasure of each colour, and last elsewhere."""
    counts = [[0] * len(_CATCHES) for _ in range(seats)]
    for event in events:
        if event["event"] == "caught":
            space = board.index[event["space"]]
            is_treasure = board.core.kinds[space] == TREASURE
            counts[event["seat"]][board.core.data[space] if is_treasure else -1] += 1
    return tuple(tuple(each) for each in counts)


def scores(state: PyramidState) -> tuple[float, ...]:
    """Return the amulets taken by the mummy, and the treasures played by each hunter."""
    played = [state.owners[marker] for _, marker in state.played]
    return (float(state.taken), *(float(played.count(seat)) for seat in range(1, state.seats)))
