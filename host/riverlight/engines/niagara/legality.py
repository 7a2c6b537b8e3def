"""What is legal in Niagara: what lists the moves, what knows one by sight, and what says why another is refused."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from riverlight.engines.contract import TABLE, Seat
from riverlight.engines.niagara import moves as m
from riverlight.engines.niagara.options import GEM_NAMES
from riverlight.errors import IllegalMove
from riverlight.languages.text import plural, text
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


@lru_cache(maxsize=16384)
def _moves(
    number: int, place: int, carries: int, points: int, site_masks: tuple[int, ...]
) -> tuple[list[int], frozenset[int]]:
    """Return the moves of one canoe without thefts, sorted and as a set."""
    found = sorted(m.canoe_move(number, plan) for plan in river.plans(place, carries, points, list(site_masks)))
    return found, frozenset(found)


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
        moves, _ = _moves(number, state.canoes[canoe], carries, state.card, state.site_masks)
        stealing = river.with_steals(moves, seat, carries, state.canoes, state.cargo)
        found += moves if len(stealing) == len(moves) else sorted(stealing)
    return tuple(found)


def is_legal(state: NiagaraState, seat: Seat, move: int) -> bool:
    """Return whether ``move`` is among the legal moves of ``seat``, without listing those of canoes."""
    is_paddling = state.phase == ACT and state.card != river.CLOUD and seat == state.seat
    if not is_paddling or not isinstance(move, int) or move < m.CANOE:
        return move in legal_moves(state, seat)
    number = m.canoe_of(move)
    if not (state.must_move | state.may_launch) >> number & 1:
        return False
    canoe = seat * 2 + number
    _, known = _moves(number, state.canoes[canoe], state.cargo[canoe], state.card, state.site_masks)
    if move in known:
        return True
    return move | river.NO_STEAL in known and _why_no_theft(state, canoe, m.plan_of(move)) is None


def refusal(state: NiagaraState, seat: Seat, move: object) -> IllegalMove:
    """Return why ``move`` is refused. The reason rests on public facts and the seat's own cards alone."""
    phase = state.phase
    if phase == OVER:
        return IllegalMove("NIA-24", text("The game is over."))
    if seat not in state.to_act():
        return _not_its_turn(state, seat)
    expected = {
        CARDS: ("NIA-4", text("Choose a paddle card: a number or the cloud.")),
        REVEAL: ("NIA-4", text("Enter the paddle card that was revealed: a number or the cloud.")),
        BUY: ("NIA-22", text("Buy a lost canoe back with a gem brought ashore, or keep the gems.")),
        FLOW: ("NIA-20", text("Enter the arm that the disc took: left or right.")),
    }
    if phase in expected:
        clause, sentence = expected[phase]
        if phase in {CARDS, REVEAL} and isinstance(move, int) and 0 <= move <= 6:
            card = text("cloud") if move == river.CLOUD else str(move)
            reason = text("The {card} is used in this cycle; another card has to be played.", card=card)
            return IllegalMove("NIA-5", reason, only_seat=phase == CARDS)
        if phase == BUY and isinstance(move, int) and m.BUY <= move < m.BUY + 5:
            return IllegalMove(
                "NIA-22", text("There is no {colour} gem ashore to pay with.", colour=GEM_NAMES[move - m.BUY])
            )
        if phase == FLOW and move in _FORKS:
            return IllegalMove("NIA-20", text("The disc takes the other arm this time."))
        return IllegalMove(clause, sentence)
    if state.card == river.CLOUD:
        if move in {m.WEATHER_UP, m.WEATHER_DOWN}:
            return IllegalMove(
                "NIA-6", text("The weather marker is at the end of its track: it can only go the other way.")
            )
        return IllegalMove("NIA-6", text("The cloud moves the weather one step, up or down; the canoes rest."))
    if move == m.DONE:
        if state.must_launch:
            return IllegalMove("NIA-8", text("One canoe has to be launched."))
        return IllegalMove("NIA-8", text("Every canoe that was afloat has to move."))
    if not isinstance(move, int) or move < m.CANOE:
        return IllegalMove("NIA-8", text("A number card moves canoes."))
    return _canoe_refusal(state, seat, move)


def _not_its_turn(state: NiagaraState, seat: Seat) -> IllegalMove:
    if state.phase == CARDS and 0 <= seat < state.seats:
        return IllegalMove("NIA-4", text("This seat has chosen its paddle card."))
    if state.phase == FLOW:
        return IllegalMove("NIA-19", text("The river is flowing."))
    return IllegalMove("NIA-4", text("It is another seat's turn."))


def _canoe_refusal(state: NiagaraState, seat: Seat, move: int) -> IllegalMove:
    number = m.canoe_of(move)
    canoe = seat * 2 + number
    name = text("Canoe {number}", number=number + 1)
    place = state.canoes[canoe]
    if place == river.LOST:
        return IllegalMove("NIA-21", text("{name} is lost.", name=name))
    if not (state.must_move | state.may_launch) >> number & 1:
        if place == river.SHORE:
            return IllegalMove("NIA-8", text("{name} stays ashore this turn.", name=name))
        return IllegalMove("NIA-8", text("{name} has moved this turn.", name=name))
    plan = m.plan_of(move)
    carries = state.cargo[canoe]
    if move | river.NO_STEAL in _moves(number, place, carries, state.card, state.site_masks)[1]:
        return IllegalMove("NIA-15", text("{name} {why}.", name=name, why=_why_no_theft(state, canoe, plan)))
    clause, why = _why_no_act(state, place, carries, plan) or ("NIA-11", "")
    if why:
        return IllegalMove(clause, text("{name} {why}.", name=name, why=why))
    acts = river.acts(plan)
    points = text("{points} points less {spent} to load or unload", points=state.card, spent=2 * acts)
    has = points if acts else plural("{n} point", "{n} points", state.card)
    return IllegalMove(clause, text("{name} has {has} and must use them all; it cannot end there.", name=name, has=has))


def _why_no_theft(state: NiagaraState, canoe: int, plan: int) -> str | None:
    """Return why a canoe whose plan is legal but for the theft may not steal; None where it may."""
    victim = river.steals_from(plan)
    if river.direction(plan) != river.UP:
        return text("takes a gem only after a step upstream")
    if not river.is_empty_after(plan, state.cargo[canoe]):
        return text("takes another's gem only while it is afloat and empty")
    if victim >> 1 == canoe >> 1:
        return text("takes gems of other seats only")
    if victim >= len(state.canoes) or state.canoes[victim] != river.end(plan):
        return text("takes the gem of a canoe on its own disc only")
    return text("finds no gem in that canoe") if state.cargo[victim] == river.NO_GEM else None


def _why_no_act(state: NiagaraState, place: int, carries: int, plan: int) -> tuple[str, str] | None:
    """Return the clause that keeps a canoe from loading or unloading as in ``plan``, and why; None where none does."""
    first = river.unloads_first(plan), river.loads_first(plan)
    last = river.unloads_last(plan), river.loads_last(plan)
    is_first = first != (0, river.NO_GEM)
    if is_first and last != (0, river.NO_GEM):
        return "NIA-12", text("loads and unloads before its steps or after them, not both")
    unloads, loads = first if is_first else last
    if not unloads and loads == river.NO_GEM:
        return None
    at = place if is_first else river.end(plan)
    site = river.SITE_OF[at]
    if site == river.NO_SITE:
        return "NIA-12", text("finds no site at {place}", place=river.PLACE_NAMES[at])
    if unloads and carries == river.NO_GEM:
        return "NIA-12", text("has no gem to unload")
    if unloads and carries == site:
        return "NIA-13", text("cannot unload a {colour} gem at its own site", colour=GEM_NAMES[carries])
    if loads == river.NO_GEM:
        return None
    if not unloads and carries != river.NO_GEM:
        return "NIA-12", text("carries a gem, and has room for one")
    if loads == carries:
        return "NIA-13", text("loads a gem of another colour than the one it has just put down")
    if not state.sites[site * 5 + loads]:
        return "NIA-12", text("finds no {colour} gem at the {site} site", colour=GEM_NAMES[loads], site=GEM_NAMES[site])
    return None
