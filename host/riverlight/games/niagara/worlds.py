"""Sampled positions of Niagara consistent with what a seat has seen, and their playout: for searching bots (NIA-25)."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final

from riverlight.games.contract import Seat
from riverlight.games.generator import FIRST, seeded
from riverlight.games.niagara import moves as m
from riverlight.games.niagara import worth
from riverlight.games.niagara.goals import goal_met
from riverlight.games.niagara.position import ACT, BUY, CARDS, FLOW, REVEAL
from riverlight.games.niagara.state import NiagaraState
from riverlight.games.niagara.view import NiagaraSeatView
from shared_rules import niagara as river

__all__ = ["UsedCards", "chance_to_win", "go_on", "position", "seal_cards"]

_ALL: Final = 127
_KEENNESS: Final = 1.6
"""Log odds of winning for each gem more."""

_WHIM: Final = 0.25
"""How far from the best, in gems, a seat's chosen card can be."""

_SEED_BITS: Final = 62


def _number_of(card: str | int) -> int:
    return river.CLOUD if card == "cloud" else int(card)


class UsedCards:
    """The paddle cards that each seat has used, remembered from when they were public."""

    def __init__(self, seats: int) -> None:
        self.masks = [0] * seats

    def watch(self, view: NiagaraSeatView) -> None:
        """Remember the revealed cards; all are back when a seat has seven."""
        for seat, left in enumerate(view["cards_left"]):
            if left == 7:
                self.masks[seat] = 0
            card = view["revealed"][seat]
            if card is not None:
                self.masks[seat] |= 1 << _number_of(card)


def position(view: NiagaraSeatView, seat: Seat, options: Mapping[str, str], used: UsedCards) -> NiagaraState:
    """Return the position of a view, without the cards that others have sealed.

    Args:
        view: of the seat.
        seat: the seat to act, or to choose a card.
        options: the house rules; the app draws forks that people would enter.
        used: the cards that each seat has used.
    """
    fork = options["fork"] if options["fork"] == "alternate" else "random"
    played = {**options, "cards": "app", "fork": fork, "life_ring": "chosen"}
    state = NiagaraState(played, tuple(view["owners"]), seeded(0, FIRST))
    state.canoes = [river.PLACE_NAMES.index(place) for pair in view["canoes"] for place in pair]
    state.cargo = [river.COLOURS.index(gem) if gem else river.NO_GEM for pair in view["cargo"] for gem in pair]
    state.sites = [view["sites"][site].get(gem, 0) for site in river.COLOURS for gem in river.COLOURS]
    state.note_sites()
    state.scored = [gems[gem] for gems in view["scored"] for gem in river.COLOURS]
    state.used = [*used.masks]
    state.used[seat] = _ALL & ~sum(1 << _number_of(card) for card in view["hand"])
    state.revealed = [-1 if card is None else _number_of(card) for card in view["revealed"]]
    state.chosen = [*state.revealed]
    if view["chosen"] is not None:
        state.chosen[seat] = _number_of(view["chosen"])
    state.met = [*view["met"]]
    goals = [goal_met(state.scored[each * 5 : each * 5 + 5]) for each in state.met]
    state.goals = [0 if goal is None else goal for goal in goals]
    state.weather, state.life_ring, state.round = view["weather"], view["life_ring"], view["round"]
    state.last_arm = river.RIGHT if view["fork_preset"] == "left" else river.LEFT
    state.seat, state.turn = seat, (seat - state.life_ring) % state.seats
    state.phase = view["phase"]
    if state.phase in (BUY, ACT) and view["card"] is not None:
        state.card = _number_of(view["card"])
        state.must_move = sum(1 << number for number in view["must_move"])
        state.may_launch = sum(1 << number for number in view["may_launch"])
        state.must_launch = view["must_launch"]
    return state


def seal_cards(state: NiagaraState, but: Seat, chance: random.Random) -> None:
    """Choose a card for every seat except ``but`` without a revealed one: one it may have, likelier a good one."""
    state.generator = seeded(chance.getrandbits(_SEED_BITS), FIRST)
    is_chosen = state.phase in (CARDS, REVEAL) or (state.phase == BUY and state.card < 0)
    for seat in range(state.seats):
        if seat != but and state.revealed[seat] < 0 and (state.phase == CARDS or not is_chosen):
            state.chosen[seat] = _likely_card(state, seat, chance)


def _likely_card(state: NiagaraState, seat: Seat, chance: random.Random) -> int:
    """Return a card that is good, or nearly the best, for both canoes."""
    first, second = state.canoes[2 * seat : 2 * seat + 2]
    gem, other = state.cargo[2 * seat : 2 * seat + 2]
    used = state.used[seat]
    best, found = -9.0, 0
    for card in range(7):
        if not used >> card & 1:
            good = worth.card_worth(first, gem, card) + worth.card_worth(second, other, card) + _WHIM * chance.random()
            if good > best:
                best, found = good, card
    return found


def go_on(state: NiagaraState, rounds: int, chance: random.Random) -> None:
    """Play to the end of so many rounds, or of the game, every seat greedily for its canoes."""
    last = state.round + rounds
    apply = state.apply
    while state.ended is None and state.round < last:
        phase = state.phase
        if phase == ACT:
            apply(state.seat, _act(state))
        elif phase == FLOW:
            move = state.automatic()
            apply(-1, move if move is not None else m.FORK + chance.getrandbits(1))
        elif phase == CARDS:
            for seat, card in enumerate(state.chosen):
                if card < 0:
                    apply(seat, _likely_card(state, seat, chance))
        else:
            apply(state.seat, _payment(state))


def _act(state: NiagaraState) -> int:
    seat = state.seat
    legal = state.legal(seat)
    if len(legal) == 1:
        return legal[0]
    if state.card == river.CLOUD:
        deep = [place for place in state.canoes[2 * seat : 2 * seat + 2] if place != river.SHORE]
        return legal[0] if deep else legal[-1]
    wants = worth.wanted(tuple(state.scored[5 * seat : 5 * seat + 5]))
    best, chosen = (0.0, m.DONE) if legal[0] == m.DONE else (-9.0, legal[0])
    cargo = tuple(state.cargo)
    for number in (0, 1):
        moves = tuple([move for move in legal if move >= m.CANOE and m.canoe_of(move) == number])
        if moves:
            canoe = 2 * seat + number
            gain, move = worth.best_move(moves, state.canoes[canoe], cargo[canoe], wants, cargo)
            if gain > best:
                best, chosen = gain, move
    return chosen


def _payment(state: NiagaraState) -> int:
    """Buy a canoe back with the most frequent gem ashore."""
    scored = state.scored[5 * state.seat : 5 * state.seat + 5]
    return m.BUY + scored.index(max(scored))


def chance_to_win(state: NiagaraState, owner: int) -> float:
    """Return the chance that the seats of ``owner`` win: known at the end, estimated from their value before."""
    if state.ended is not None:
        winners = state.ended.winners
        return sum(state.owners[seat] == owner for seat in winners) / len(winners)
    weights = [_weight(state, seat) for seat in range(state.seats)]
    own: Sequence[float] = [weight for seat, weight in enumerate(weights) if state.owners[seat] == owner]
    return sum(own) / sum(weights)


def _weight(state: NiagaraState, seat: Seat) -> float:
    scored = tuple(state.scored[5 * seat : 5 * seat + 5])
    wants = worth.wanted(scored)
    total = worth.gems_worth(scored) + sum(
        worth.canoe_worth(state.canoes[canoe], state.cargo[canoe], wants) for canoe in (2 * seat, 2 * seat + 1)
    )
    return math.exp(_KEENNESS * total)
