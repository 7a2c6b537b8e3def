"""What a step of the flow does to a game: discs go down, those at the end over the fall (NIA-19, NIA-21, NIA-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverlight.engines.contract import TABLE, Event
from riverlight.engines.niagara import options as e
from shared_rules import niagara as river
from shared_rules.niagara_flow import flow_one

if TYPE_CHECKING:
    from riverlight.engines.niagara.state import NiagaraState


def carry(state: NiagaraState, arm: int, events: list[Event]) -> None:
    """Let the river take every canoe one step down, the disc from M5 into ``arm``; gems that fall go home."""
    if not state.arms:
        state.before_flow = tuple(state.canoes)
    state.arms = (*state.arms, arm)
    events.append(Event(e.FLOWED, TABLE, (arm,)))
    fallen = []
    for canoe, place in enumerate(state.canoes):
        after = flow_one(place, arm)
        if after != place:
            state.canoes[canoe] = after
            if after == river.LOST:
                fallen.append(canoe)
    for canoe in fallen:
        gem = state.cargo[canoe]
        state.cargo[canoe] = river.NO_GEM
        if gem != river.NO_GEM:
            state.sites[gem * 6] += 1
        events.append(Event(e.LOST_CANOE, canoe >> 1, (canoe & 1, gem)))
    for canoe in fallen:
        give_back(state, canoe, events)


def give_back(state: NiagaraState, canoe: int, events: list[Event]) -> None:
    """Give a seat that has just lost ``canoe`` one for nothing, where it has no other and no gem (NIA-23)."""
    seat = canoe >> 1
    both = state.canoes[seat * 2] == state.canoes[seat * 2 + 1] == river.LOST
    if both and not any(state.scored[seat * 5 : seat * 5 + 5]):
        state.canoes[canoe] = river.SHORE
        events.append(Event(e.RETURNED, seat, (canoe & 1,)))
