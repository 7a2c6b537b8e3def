"""What is legal in Niagara: one place that lists the moves, and one that says why another is refused."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from riverlight.engines.contract import TABLE, Seat
from riverlight.engines.niagara import moves as m
from riverlight.errors import IllegalMove
from shared_rules import niagara as river

if TYPE_CHECKING:
    from riverlight.engines.niagara.state import NiagaraState

CARDS = "cards"
REVEAL = "reveal"
BUY = "buy"
ACT = "act"
FLOW = "flow"
OVER = "over"

_UNUSED = tuple(tuple(card for card in range(7) if not used >> card & 1) for used in range(128))
_FORKS = (m.FORK + river.LEFT, m.FORK + river.RIGHT)


@lru_cache(maxsize=8192)
def _plans(place: int, carries: int, points: int, site_masks: tuple[int, ...]) -> list[int]:
    return sorted(river.plans(place, carries, points, list(site_masks)))


def legal_moves(state: NiagaraState, seat: Seat) -> tuple[int, ...]:
    """Return the legal moves of ``seat``, sorted; ``()`` when it is not to act."""
    phase = state.phase
    if phase == CARDS:
        return _UNUSED[state.used[seat]] if 0 <= seat < state.seats and state.chosen[seat] < 0 else ()
    if phase == FLOW:
        if seat != TABLE:
            return ()
        return _FORKS if state.arm_due < 0 else (m.FORK + state.arm_due,)
    if phase == OVER or seat != state.seat:
        return ()
    if phase == REVEAL:
        return _UNUSED[state.used[seat]]
    if phase == BUY:
        scored = state.scored[seat * 5 : seat * 5 + 5]
        return (*[m.BUY + colour for colour in range(5) if scored[colour]], m.KEEP)
    if state.card == river.CLOUD:
        return tuple(
            move
            for move, possible in ((m.WEATHER_DOWN, state.weather > -1), (m.WEATHER_UP, state.weather < 2))
            if possible
        )
    return _canoe_moves(state, seat)


def _canoe_moves(state: NiagaraState, seat: Seat) -> tuple[int, ...]:
    found = [] if state.must_move or state.must_launch else [m.DONE]
    movable = state.must_move | state.may_launch
    for number in (0, 1):
        if not movable >> number & 1:
            continue
        canoe = seat * 2 + number
        carries = state.cargo[canoe]
        plans = _plans(state.canoes[canoe], carries, state.card, state.site_masks)
        base = m.canoe_move(number, 0)
        stealing = river.with_steals(plans, seat, carries, state.canoes, state.cargo)
        if len(stealing) > len(plans):
            stealing.sort()
        found += [base + plan for plan in stealing]
    return tuple(found)


def refusal(state: NiagaraState, seat: Seat, move: object) -> IllegalMove:
    """Return why ``move`` is refused. The reason rests on public facts and the seat's own cards alone."""
    phase = state.phase
    if phase == OVER:
        return IllegalMove("NIA-24", "The game is over.")
    if seat not in state.to_act():
        return _not_its_turn(state, seat)
    expected = {
        CARDS: ("NIA-4", "Choose a paddle card: a number or the cloud."),
        REVEAL: ("NIA-4", "Enter the paddle card that was revealed: a number or the cloud."),
        BUY: ("NIA-22", "Buy a lost canoe back with a gem brought ashore, or keep the gems."),
        FLOW: ("NIA-20", "Enter the arm that the disc took: left or right."),
    }
    if phase in expected:
        clause, sentence = expected[phase]
        if phase in {CARDS, REVEAL} and isinstance(move, int) and 0 <= move <= 6:
            card = "cloud" if move == river.CLOUD else str(move)
            return IllegalMove("NIA-5", f"The {card} is used in this cycle; another card has to be played.")
        if phase == BUY and isinstance(move, int) and m.BUY <= move < m.BUY + 5:
            return IllegalMove("NIA-22", f"There is no {river.COLOURS[move - m.BUY]} gem ashore to pay with.")
        if phase == FLOW and move in _FORKS:
            return IllegalMove("NIA-20", "The disc takes the other arm this time.")
        return IllegalMove(clause, sentence)
    if state.card == river.CLOUD:
        if move in {m.WEATHER_UP, m.WEATHER_DOWN}:
            return IllegalMove("NIA-6", "The weather marker is at the end of its track: it can only go the other way.")
        return IllegalMove("NIA-6", "The cloud moves the weather one step, up or down; the canoes rest.")
    if move == m.DONE:
        if state.must_launch:
            return IllegalMove("NIA-8", "One canoe has to be launched.")
        return IllegalMove("NIA-8", "Every canoe that was afloat has to move.")
    if not isinstance(move, int) or move < m.CANOE:
        return IllegalMove("NIA-8", "A number card moves canoes.")
    return _canoe_refusal(state, seat, move)


def _not_its_turn(state: NiagaraState, seat: Seat) -> IllegalMove:
    if state.phase == CARDS and 0 <= seat < state.seats:
        return IllegalMove("NIA-4", "This seat has chosen its paddle card.")
    if state.phase == FLOW:
        return IllegalMove("NIA-19", "The river is flowing.")
    return IllegalMove("NIA-4", "It is another seat's turn.")


def _canoe_refusal(state: NiagaraState, seat: Seat, move: int) -> IllegalMove:
    number = m.canoe_of(move)
    canoe = seat * 2 + number
    name = f"Canoe {number + 1}"
    place = state.canoes[canoe]
    if place == river.LOST:
        return IllegalMove("NIA-21", f"{name} is lost.")
    if not (state.must_move | state.may_launch) >> number & 1:
        if place == river.SHORE:
            return IllegalMove("NIA-8", f"{name} stays ashore this turn.")
        return IllegalMove("NIA-8", f"{name} has moved this turn.")
    plan = m.plan_of(move)
    carries = state.cargo[canoe]
    plans = _plans(place, carries, state.card, state.site_masks)
    if plan | river.NO_STEAL in plans:
        reason = f"{name} cannot steal so: it takes an empty canoe that came upstream to that disc."
        return IllegalMove("NIA-15", reason)
    steps = {(river.direction(p), river.end(p)) for p in plans}
    if (river.direction(plan), river.end(plan)) not in steps:
        return IllegalMove("NIA-11", f"{name} has {state.card} points and must use them all; it cannot end there.")
    if river.loads_first(plan) != river.NO_GEM and river.unloads_last(plan):
        return IllegalMove("NIA-12", f"{name} cannot load a gem and unload it again in one turn.")
    if river.unloads_first(plan) or river.unloads_last(plan):
        reason = f"{name} cannot unload so: only a carried gem, at a site not of its own colour, for 2."
        return IllegalMove("NIA-13", reason)
    return IllegalMove("NIA-12", f"{name} cannot load so: one gem that lies at its site, for 2 points, first or last.")
