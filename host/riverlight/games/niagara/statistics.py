"""Niagara's statistics: gems brought ashore, by colour, and losses to the river and to thieves."""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.games.niagara.options import GEM_NAMES, NiagaraEvent
from riverlight.games.niagara.state import NiagaraState
from riverlight.games.plots import Lines, Part, Parts, Plot, by_round, running
from riverlight.languages.text import text
from shared_rules.niagara import COLOURS

__all__ = ["by_colour", "plots", "scores"]

_GEMS = tuple(Part(name, f"gem-{colour}") for name, colour in zip(GEM_NAMES, COLOURS, strict=True))

Events = Sequence[NiagaraEvent]


def plots(events: Events, names: Sequence[str], _board: object) -> list[Plot]:
    """Return the plots of a game from its public events."""
    seats = len(names)
    scored, bought = by_round(events, "scored", seats), by_round(events, "bought", seats)
    ashore = [[a - b for a, b in zip(won, paid, strict=True)] for won, paid in zip(scored, bought, strict=True)]
    return [
        Lines(text("Gems ashore"), text("gems"), 0, running(ashore)),
        Parts(text("Gems ashore by colour"), _GEMS, by_colour(events, seats)),
        Lines(text("Gems stolen"), text("gems"), 0, running(by_round(events, "stole", seats))),
        Lines(text("Canoes lost over the waterfall"), text("canoes"), 0, running(by_round(events, "lost", seats))),
    ]


def by_colour(events: Events, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the number of gems of each colour ashore, less those paid for canoes."""
    ashore = [[0] * len(COLOURS) for _ in range(seats)]
    for event in events:
        if event["event"] in ("scored", "bought"):
            ashore[event["seat"]][event["colour"]] += 1 if event["event"] == "scored" else -1
    return tuple(tuple(counts) for counts in ashore)


def scores(state: NiagaraState) -> tuple[float, ...]:
    """Return the number of gems that each seat has ashore."""
    return tuple(float(sum(state.scored[5 * seat : 5 * seat + 5])) for seat in range(state.seats))
