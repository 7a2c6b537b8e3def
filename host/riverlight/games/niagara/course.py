"""The course of a game of Niagara: the start of a round, the order of turns, what follows what (NIA-4 to NIA-24)."""

from __future__ import annotations

from riverlight.games.contract import TABLE, Event, Seat
from riverlight.games.niagara import options as e
from riverlight.games.niagara.goals import GOALS, goal_met, result_of
from riverlight.games.niagara.position import ACT, BUY, CARDS, FLOW, OVER, REVEAL, NiagaraPosition
from shared_rules import niagara as river
from shared_rules.niagara_flow import flow_steps

__all__ = [
    "after_buying",
    "begin_round",
    "begin_turn",
    "end_round",
    "end_turn",
    "go_on",
    "next_step",
    "note_goal",
    "reveal",
]

_ALL_CARDS = 127
_MOVABLE = tuple(
    tuple(river.movable((first, second), 0) for second in range(river.LOST + 1)) for first in range(river.LOST + 1)
)
"""For the places of a seat's canoes: which must move, and which may be launched."""


def begin_round(state: NiagaraPosition, events: list[Event]) -> None:
    """Start a round: used-up cards come back, then seats may buy early, or choose cards (NIA-4, NIA-5)."""
    state.round += 1
    events.append(Event(e.ROUND, TABLE, (state.round, state.life_ring)))
    for seat in range(state.seats):
        state.chosen[seat] = state.revealed[seat] = -1
        if state.used[seat] == _ALL_CARDS:
            state.used[seat] = 0
            events.append(Event(e.CARDS_BACK, seat))
    state.turn = 0
    state.seat = state.life_ring
    if state.options["buy_back"] == "card_phase":
        _offer_early(state, events)
    else:
        _ask_for_cards(state, events)


def _offer_early(state: NiagaraPosition, events: list[Event]) -> None:
    """Let each seat in turn buy before cards are chosen (NIA-22, ``card_phase``); then ask for the cards."""
    while state.turn < state.seats:
        state.seat = (state.life_ring + state.turn) % state.seats
        if _can_buy(state, state.seat):
            state.phase = BUY
            return
        state.turn += 1
    state.turn = 0
    state.seat = state.life_ring
    _ask_for_cards(state, events)


def _ask_for_cards(state: NiagaraPosition, events: list[Event]) -> None:
    if state.options["cards"] == "app":
        state.phase = CARDS
    else:
        begin_turn(state, events)


def begin_turn(state: NiagaraPosition, events: list[Event]) -> None:
    """Start the next seat's turn by revealing its card; people enter it if cards are real (NIA-4)."""
    state.seat = (state.life_ring + state.turn) % state.seats
    if state.options["cards"] == "physical":
        state.phase = REVEAL
        return
    card = state.chosen[state.seat]
    events.append(Event(e.REVEALED, state.seat, (card,)))
    reveal(state, card, events)


def reveal(state: NiagaraPosition, card: int, events: list[Event]) -> None:
    """Set the card that the seat to act has revealed."""
    seat = state.seat
    state.card = card
    state.chosen[seat] = state.revealed[seat] = card
    state.used[seat] |= 1 << card
    if state.options["buy_back"] == "turn_start" and _can_buy(state, seat):
        state.phase = BUY
    else:
        _begin_acting(state, events)


def _can_buy(state: NiagaraPosition, seat: Seat) -> bool:
    first, second = 2 * seat, 2 * seat + 1
    lost = state.canoes[first] == river.LOST or state.canoes[second] == river.LOST
    return lost and any(state.scored[seat * 5 : seat * 5 + 5])


def after_buying(state: NiagaraPosition, events: list[Event]) -> None:
    """Continue after a seat has bought a canoe back, or declined."""
    if state.options["buy_back"] == "card_phase":
        state.turn += 1
        _offer_early(state, events)
    else:
        _begin_acting(state, events)


def _begin_acting(state: NiagaraPosition, events: list[Event]) -> None:
    """Record which canoes must move and which may be launched (NIA-8)."""
    state.phase = ACT
    if state.card == river.CLOUD:
        state.must_move = state.may_launch = 0
        return
    first = 2 * state.seat
    must_move, may_launch = _MOVABLE[state.canoes[first]][state.canoes[first + 1]]
    state.must_move, state.may_launch = must_move, may_launch
    state.must_launch = not must_move and may_launch != 0
    go_on(state, events)


def go_on(state: NiagaraPosition, events: list[Event]) -> None:
    """End the turn if no canoe is left to act with."""
    if not state.must_move and not state.may_launch:
        end_turn(state, events)


def end_turn(state: NiagaraPosition, events: list[Event]) -> None:
    """Start the next turn; after the last one the river flows (NIA-18)."""
    state.card = -1
    state.turn += 1
    if state.turn < state.seats:
        begin_turn(state, events)
        return
    steps = flow_steps(state.revealed, state.weather, int(state.options["min_flow"]))
    state.flow_left = steps
    events.append(Event(e.FLOW, TABLE, (steps,)))
    next_step(state, events)


def next_step(state: NiagaraPosition, events: list[Event]) -> None:
    """Let the river flow one more step; after the last one the round ends (NIA-19, NIA-20)."""
    if not state.flow_left:
        end_round(state, events)
        return
    state.phase = FLOW
    if state.options["fork"] == "alternate":
        state.arm_due = 1 - state.last_arm
    elif state.options["fork"] == "random":
        state.generator, (state.arm_due,) = state.generator.draw("fork", (2,))


def note_goal(state: NiagaraPosition, seat: Seat, events: list[Event]) -> None:
    """Record the first goal of NIA-24 that a seat meets; it stays met."""
    if seat in state.met:
        return
    goal = goal_met(state.scored[seat * 5 : seat * 5 + 5])
    if goal is not None:
        state.met.append(seat)
        state.goals.append(goal)
        events.append(Event(e.GOAL, seat, (GOALS[goal],)))


def end_round(state: NiagaraPosition, events: list[Event]) -> None:
    """Start the next round, or end the game if a seat has met a goal (NIA-24)."""
    if not state.met:
        state.life_ring = (state.life_ring + 1) % state.seats
        begin_round(state, events)
        return
    state.phase = OVER
    gems = [sum(state.scored[seat * 5 : seat * 5 + 5]) for seat in state.met]
    state.ended = result_of(state.met, state.goals, gems, state.options["tie"])
    events.append(Event(e.OVER, TABLE, (state.ended.winners, state.ended.way)))
