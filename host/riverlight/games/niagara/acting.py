"""The phase in which a seat uses its card: canoes paddle, load and steal, or the weather moves (NIA-6 to NIA-16)."""

from __future__ import annotations

from riverlight.errors import IllegalMove
from riverlight.games.contract import Event, Seat
from riverlight.games.niagara import course
from riverlight.games.niagara import moves as m
from riverlight.games.niagara import options as e
from riverlight.games.niagara.choosing import in_turn, waits
from riverlight.games.niagara.flowing import give_back
from riverlight.games.niagara.options import GEM_NAMES
from riverlight.games.niagara.paddling import paddle
from riverlight.games.niagara.position import ACT, NiagaraPosition
from riverlight.games.niagara.reach import reach, with_gems, with_thefts
from riverlight.games.phases import Phase
from riverlight.languages.text import plural, text
from shared_rules import niagara as river

__all__ = ["PHASE"]


def _moves_of(state: NiagaraPosition, canoe: int) -> tuple[int, ...]:
    """Return the legal moves of a canoe that may move or be launched, sorted."""
    cargo = state.cargo
    reached = reach(canoe & 1, state.canoes[canoe], cargo[canoe], state.card)
    moves = with_gems(reached, state.lying & reached.gems)
    return with_thefts(reached, moves, canoe >> 1, state.canoes, cargo) if reached.thefts else moves


def _legal(state: NiagaraPosition, seat: Seat) -> tuple[int, ...]:
    if state.card == river.CLOUD:
        return (m.WEATHER_DOWN,) * (state.weather > -1) + (m.WEATHER_UP,) * (state.weather < 2)
    movable = state.must_move | state.may_launch
    legal: tuple[int, ...] = () if state.must_move or state.must_launch else (m.DONE,)
    if movable & 1:
        legal += _moves_of(state, 2 * seat)
    if movable & 2:
        legal += _moves_of(state, 2 * seat + 1)
    return legal


def _refuse(state: NiagaraPosition, seat: Seat, move: int) -> IllegalMove | None:
    if state.card == river.CLOUD:
        if move not in (m.WEATHER_UP, m.WEATHER_DOWN):
            return IllegalMove(
                "NIA-6", text("The cloud changes the weather by one step, up or down. Canoes do not move.")
            )
        if move in _legal(state, seat):
            return None
        reason = text("The weather marker is at the end of its track: it can only go the other way.")
        return IllegalMove("NIA-6", reason)
    if move == m.DONE:
        if state.must_launch:
            return IllegalMove("NIA-8", text("You must launch a canoe."))
        return IllegalMove("NIA-8", text("Every canoe on the river must move.")) if state.must_move else None
    if move < m.CANOE:
        return IllegalMove("NIA-8", text("A number card moves canoes."))
    return _refuse_canoe(state, 2 * seat + m.canoe_of(move), move)


def _refuse_canoe(state: NiagaraPosition, canoe: int, move: int) -> IllegalMove | None:
    number = canoe & 1
    name = text("Canoe {number}", number=number + 1)
    place = state.canoes[canoe]
    if place == river.LOST:
        return IllegalMove("NIA-21", text("{name} is lost.", name=name))
    if not (state.must_move | state.may_launch) >> number & 1:
        if place == river.SHORE:
            return IllegalMove("NIA-8", text("{name} stays ashore this turn.", name=name))
        return IllegalMove("NIA-8", text("{name} has already moved this turn.", name=name))
    legal = _moves_of(state, canoe)
    if move in legal:
        return None
    plan = m.plan_of(move)
    carries = state.cargo[canoe]
    if move | river.NO_STEAL in legal:
        return IllegalMove("NIA-15", text("{name} {why}.", name=name, why=_why_no_theft(state, canoe, plan)))
    clause, why = _why_no_act(state, place, carries, plan) or ("NIA-11", "")
    if why:
        return IllegalMove(clause, text("{name} {why}.", name=name, why=why))
    acts = river.acts(plan)
    points = text("{points} points minus {spent} for loading or unloading", points=state.card, spent=2 * acts)
    has = points if acts else plural("{n} point", "{n} points", state.card)
    return IllegalMove(clause, text("{name} has {has} and must use them all; it cannot end there.", name=name, has=has))


def _why_no_theft(state: NiagaraPosition, canoe: int, plan: int) -> str | None:
    """Return why a canoe whose plan is legal except for the theft may not steal; None if it may."""
    victim = river.steals_from(plan)
    if river.direction(plan) != river.UP:
        return text("can steal only after a step upstream")
    if not river.is_empty_after(plan, state.cargo[canoe]):
        return text("can steal only while it is on the river and empty")
    if victim >> 1 == canoe >> 1:
        return text("can steal only from other players")
    if victim >= len(state.canoes) or state.canoes[victim] != river.end(plan):
        return text("can steal only from a canoe on the same disc")
    return text("cannot steal: that canoe has no gem") if state.cargo[victim] == river.NO_GEM else None


def _why_no_act(state: NiagaraPosition, place: int, carries: int, plan: int) -> tuple[str, str] | None:
    """Return the clause and reason why a canoe may not load or unload as in ``plan``; None if it may."""
    first = river.unloads_first(plan), river.loads_first(plan)
    last = river.unloads_last(plan), river.loads_last(plan)
    is_first = first != (0, river.NO_GEM)
    if is_first and last != (0, river.NO_GEM):
        return "NIA-12", text("can load and unload before or after moving, not both")
    unloads, loads = first if is_first else last
    if not unloads and loads == river.NO_GEM:
        return None
    at = place if is_first else river.end(plan)
    site = river.SITE_OF[at]
    if site == river.NO_SITE:
        return "NIA-12", text("cannot load or unload at {place}: there is no site", place=river.PLACE_NAMES[at])
    if unloads and carries == river.NO_GEM:
        return "NIA-12", text("has no gem to unload")
    if unloads and carries == site:
        return "NIA-13", text("cannot unload a {colour} gem at its own site", colour=GEM_NAMES[carries])
    if loads == river.NO_GEM:
        return None
    if not unloads and carries != river.NO_GEM:
        return "NIA-12", text("already carries a gem, and has room for only one")
    if loads == carries:
        return "NIA-13", text("must load a different colour from the gem it has just unloaded")
    if not state.sites[site * 5 + loads]:
        return "NIA-12", text(
            "cannot load: no {colour} gem is at the {site} site", colour=GEM_NAMES[loads], site=GEM_NAMES[site]
        )
    return None


def _play(state: NiagaraPosition, seat: Seat, move: int) -> tuple[Event, ...]:
    state.last_way = state.arms = state.before_flow = ()
    if state.card == river.CLOUD:
        state.weather += 1 if move == m.WEATHER_UP else -1
        happened = [Event(e.WEATHER, seat, (state.weather,))]
        course.end_turn(state, happened)
        return tuple(happened)
    if move == m.DONE:
        happened = [Event(e.STAYED, seat)]
        state.may_launch = 0
    else:
        happened = _paddle(state, seat, move)
    course.go_on(state, happened)
    return tuple(happened)


def _paddle(state: NiagaraPosition, seat: Seat, move: int) -> list[Event]:
    number = m.canoe_of(move)
    canoe = 2 * seat + number
    cargo = state.cargo
    start = state.canoes[canoe]
    stolen = river.NO_GEM
    victim = river.steals_from(move)
    if victim != river.NO_STEAL:
        stolen = cargo[victim]
        cargo[victim] = river.NO_GEM
    paddled = paddle(seat, move, start, cargo[canoe], stolen)
    state.canoes[canoe] = paddled.end
    cargo[canoe] = paddled.carries
    for index, count in paddled.gems:
        state.add_gems(index, count)
    state.last_way = paddled.way
    happened = [*paddled.events]
    if state.must_launch or start == river.SHORE:
        state.may_launch = 0
        state.must_launch = False
    state.must_move &= ~(1 << number)
    if paddled.scored != river.NO_GEM:
        state.scored[seat * 5 + paddled.scored] += 1
        course.note_goal(state, seat, happened)
    elif paddled.end == river.LOST:
        give_back(state, canoe, happened)
    return happened


PHASE: Phase[NiagaraPosition] = Phase(
    ACT, "NIA-8", in_turn, _legal, _refuse, _play, waits("NIA-4", text("It is another player's turn."))
)
