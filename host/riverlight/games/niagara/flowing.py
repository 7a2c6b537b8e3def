"""The phase in which the river flows: discs move, the last ones over the fall (NIA-19 to NIA-21, NIA-23)."""

from __future__ import annotations

from typing import Final

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Event, Seat
from riverlight.games.niagara import course
from riverlight.games.niagara import moves as m
from riverlight.games.niagara import options as e
from riverlight.games.niagara.position import FLOW, NiagaraPosition
from riverlight.games.phases import Phase, the_table
from riverlight.languages.text import text
from shared_rules import niagara as river
from shared_rules.niagara_flow import flow_one

__all__ = ["PHASE", "give_back"]

_FORKS: Final = (m.FORK + river.LEFT, m.FORK + river.RIGHT)
_AFTER: Final = tuple([flow_one(place, arm) for place in range(river.LOST + 1)] for arm in (river.LEFT, river.RIGHT))
"""For each arm, the place of a canoe after one step of flow, by its place before."""


def _legal(state: NiagaraPosition, _seat: Seat) -> tuple[int, ...]:
    return _FORKS if state.arm_due < 0 else (m.FORK + state.arm_due,)


def _refuse(state: NiagaraPosition, _seat: Seat, move: int) -> IllegalMove | None:
    if move not in _FORKS:
        return IllegalMove("NIA-20", text("Enter the arm that the disc took: left or right."))
    if state.arm_due in (-1, move - m.FORK):
        return None
    return IllegalMove("NIA-20", text("The disc takes the other arm this time."))


def _play(state: NiagaraPosition, _seat: Seat, move: int) -> tuple[Event, ...]:
    """Flow one step: move every canoe down, the disc from M5 into an arm; gems that fall return to their sites."""
    arm = move - m.FORK
    happened: list[Event] = []
    if state.arm_due < 0:  # a fork that people enter is an entry of its own; the app's belongs to the entry before
        state.last_way = state.arms = ()
    elif state.options["fork"] == "random":
        happened.append(Event(e.ARM_DRAWN, TABLE, (arm,)))
    if not state.arms:
        state.before_flow = tuple(state.canoes)
    state.arms = (*state.arms, arm)
    state.last_arm = arm
    state.arm_due = -1
    state.flow_left -= 1
    happened.append(_FLOWED[arm])
    before, after = state.canoes, _AFTER[arm]
    state.canoes = [after[place] for place in before]
    if river.LOST in state.canoes:
        _lose(state, [canoe for canoe, place in enumerate(before) if after[place] == river.LOST != place], happened)
    course.next_step(state, happened)
    return tuple(happened)


_FLOWED: Final = tuple(Event(e.FLOWED, TABLE, (arm,)) for arm in (river.LEFT, river.RIGHT))


def _lose(state: NiagaraPosition, fallen: list[int], happened: list[Event]) -> None:
    for canoe in fallen:
        gem = state.cargo[canoe]
        state.cargo[canoe] = river.NO_GEM
        if gem != river.NO_GEM:
            state.add_gems(gem * 6, 1)
        happened.append(Event(e.LOST_CANOE, canoe >> 1, (canoe & 1, gem)))
    for canoe in fallen:
        give_back(state, canoe, happened)


def give_back(state: NiagaraPosition, canoe: int, happened: list[Event]) -> None:
    """Give a seat that has just lost ``canoe`` one for free, if it has no other canoe and no gem (NIA-23)."""
    seat = canoe >> 1
    both = state.canoes[seat * 2] == state.canoes[seat * 2 + 1] == river.LOST
    if both and not any(state.scored[seat * 5 : seat * 5 + 5]):
        state.canoes[canoe] = river.SHORE
        happened.append(Event(e.RETURNED, seat, (canoe & 1,)))


PHASE: Phase[NiagaraPosition] = Phase(
    FLOW,
    "NIA-20",
    the_table,
    _legal,
    _refuse,
    _play,
    lambda _state, _seat: IllegalMove("NIA-19", text("The river is flowing.")),
    lambda state: m.FORK + state.arm_due if state.arm_due >= 0 else None,
)
