"""Positions of Niagara for tests: canoes on chosen places, gems ashore."""

from __future__ import annotations

from collections.abc import Mapping

from riverlight.games.niagara import GAME
from riverlight.games.niagara.state import NiagaraState

from shared_rules import niagara as river

NO_GEM = river.NO_GEM
VIOLET, CLEAR, YELLOW, BLUE, PINK = range(5)


def new_game(seats: int = 3, seed: int = 1, **options: str) -> NiagaraState:
    return GAME.new(options, seats, seed)


def placed(state: NiagaraState, canoes: Mapping[int, str], cargo: Mapping[int, int] | None = None) -> None:
    """Put canoes (2 × seat + number) on places, with gems taken from their own sites."""
    for canoe, name in canoes.items():
        state.canoes[canoe] = river.PLACE_NAMES.index(name)
    for canoe, gem in (cargo or {}).items():
        state.cargo[canoe] = gem
        state.sites[gem * 6] -= 1
    state.note_sites()


def scored(state: NiagaraState, seat: int, gems: Mapping[int, int]) -> None:
    for gem, count in gems.items():
        state.scored[seat * 5 + gem] = count
        state.sites[gem * 6] -= count
    state.note_sites()


def conserved(state: NiagaraState) -> bool:
    """Return whether all 35 gems are there, seven of each colour, and no canoe has two."""
    counts = [0] * 5
    for at, count in enumerate(state.sites + state.scored):
        counts[at % 5] += count
    for gem in state.cargo:
        if gem != NO_GEM:
            counts[gem] += 1
    return counts == [7] * 5
