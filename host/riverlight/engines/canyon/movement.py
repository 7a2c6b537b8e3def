"""The canoes' turn, the end of a round and of the game (CAN-11 to 23). Where a canoe may go, ``shared_rules`` knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverlight.engines.canyon import events, moves, phases, rounds
from riverlight.engines.canyon.phases import Phase, seat_name, unexpected
from riverlight.engines.contract import TABLE, Event, Result
from riverlight.errors import IllegalMove
from riverlight.languages.text import listed, plural, text
from shared_rules import canyon as rules
from shared_rules.board import CAVE, CURRENT, LANDING, START, WATERFALL

if TYPE_CHECKING:
    from riverlight.engines.canyon.state import CanyonState

__all__ = ["MOVE", "NOT_HOME", "begin", "bonus", "must_drift", "points", "points_to_move"]

NOT_HOME = -1
"""In the place of the surplus of a canoe that is not home."""

_BONUS = (1, 2, 3)
"""For a pace of 0, 1, and 2 or more that is met exactly."""


def bonus(pace: int, won: int) -> int:
    """Return the bonus points of a seat, 0 unless it met its pace (CAN-12)."""
    return _BONUS[min(pace, 2)] if pace == won else 0


def begin(state: CanyonState) -> tuple[Event, ...]:
    """Begin the canoes' turns, the start seat first (CAN-11)."""
    state.phase = phases.MOVE
    state.turn = state.start_seat
    return tuple(
        Event(events.EARNED, seat, (pace, won, bonus(pace, won), points(state, seat)))
        for seat, (pace, won) in enumerate(zip(state.paces, state.tricks, strict=True))
    )


def points(state: CanyonState, seat: int) -> int:
    """Return what ``seat`` earned in the round: its tricks and its bonus (CAN-12)."""
    pace, won = state.paces[seat], state.tricks[seat]
    return won + bonus(pace, won)


def is_bonus_only(state: CanyonState, seat: int) -> bool:
    """Return whether the canoe starts where only the bonus counts (CAN-18, CAN-20)."""
    kind = state.setup.kinds[state.canoes[seat]]
    return kind == CURRENT or (kind == CAVE and state.setup.is_cave_current)


def points_to_move(state: CanyonState, seat: int) -> int:
    """Return the points that the canoe of ``seat`` moves by from where it stands (CAN-12, CAN-17, CAN-18)."""
    return bonus(state.paces[seat], state.tricks[seat]) if is_bonus_only(state, seat) else points(state, seat)


def must_drift(state: CanyonState, seat: int) -> bool:
    """Return whether the canoe stands on an arrow and its seat missed its pace (CAN-18)."""
    return state.setup.kinds[state.canoes[seat]] == CURRENT and state.paces[seat] != state.tricks[seat]


def _legal_move(state: CanyonState, seat: int) -> tuple[int, ...]:
    """Return the ends of an ordinary move, or what alone is possible: to drift or to stay."""
    if must_drift(state, seat):
        return (moves.DRIFT,) if rules.drift(state.setup.core, state.canoes, seat) else (moves.STAY,)
    points = points_to_move(state, seat)
    return _ends(state, seat, points) if points else (moves.STAY,)


def _ends(state: CanyonState, seat: int, points: int) -> tuple[int, ...]:
    """Return the moves to the legal ends of CAN-15."""
    setup = state.setup
    search = rules.ends(setup.core, setup.distance, state.canoes, seat, points, setup.movement)
    ends = rules.finish(search)
    return (moves.STAY,) if ends == (state.canoes[seat],) else tuple(moves.MOVE + end for end in ends)


def _play_move(state: CanyonState, seat: int, move: int) -> tuple[Event, ...]:
    state.spent |= 1 << seat
    state.way = None
    if move == moves.STAY:
        state.walk = None
        happened = _stay(state, seat)
    elif move == moves.DRIFT:
        happened = _drift(state, seat)
    else:
        happened = _go(state, seat, move - moves.MOVE)
    seats = state.setup.seats
    following = (seat + 1) % seats
    while following != state.start_seat:
        if not state.spent >> following & 1:
            state.turn = following
            return happened
        following = (following + 1) % seats
    return happened + _end_round(state)


def _stay(state: CanyonState, seat: int) -> tuple[Event, ...]:
    at = state.setup.board.space_ids[state.canoes[seat]]
    points = 0 if must_drift(state, seat) else points_to_move(state, seat)
    return (Event(events.STAYED, seat, (at, points)),)


def _drift(state: CanyonState, seat: int) -> tuple[Event, ...]:
    """Drift, push, and send into the cave whoever falls: those lose a turn still to come (CAN-18 to 20)."""
    kinds, space_ids = state.setup.kinds, state.setup.board.space_ids
    happened = []
    for canoe, source, target in rules.drift(state.setup.core, state.canoes, seat):
        event_type = events.DRIFTED if canoe == seat else events.PUSHED
        if kinds[target] == CAVE:
            event_type = events.FELL
            state.spent |= 1 << canoe
        if canoe == seat:
            state.walk = (seat, source, target)
        state.canoes[canoe] = target
        happened.append(Event(event_type, canoe, (space_ids[source], space_ids[target])))
    return tuple(happened)


def _go(state: CanyonState, seat: int, end: int) -> tuple[Event, ...]:
    setup = state.setup
    space_ids = setup.board.space_ids
    points = points_to_move(state, seat)
    source = state.canoes[seat]
    state.walk = (seat, end, points, *state.canoes)
    happened: tuple[Event, ...] = (Event(events.MOVED, seat, (space_ids[source], space_ids[end], points)),)
    if setup.kinds[end] == LANDING:
        steps = len(rules.way(setup.core, state.canoes, seat, end, points, setup.movement)) - 1
        state.surplus[seat] = points - steps
        happened += (Event(events.HOME, seat, (space_ids[end], points - steps)),)
    state.canoes[seat] = end
    return happened


def _end_round(state: CanyonState) -> tuple[Event, ...]:
    if max(state.surplus) == NOT_HOME:
        return rounds.go_on(state)
    state.phase, state.turn = phases.OVER, phases.NO_SEAT
    state.outcome = _outcome(state)
    return (Event(events.GAME_OVER, TABLE, (state.outcome.winners, state.outcome.way)),)


def _outcome(state: CanyonState) -> Result:
    """Return who won: the largest surplus of those who came home, then the higher pace, else shared (CAN-23)."""
    home = [seat for seat, surplus in enumerate(state.surplus) if surplus != NOT_HOME]
    if len(home) == 1:
        return Result(tuple(home), "single")
    most = max(state.surplus)
    home = [seat for seat in home if state.surplus[seat] == most]
    if len(home) == 1:
        return Result(tuple(home), "surplus")
    highest = max(state.paces[seat] for seat in home)
    home = [seat for seat in home if state.paces[seat] == highest]
    return Result(tuple(home), "pace" if len(home) == 1 else "shared")


def _refuse_move(state: CanyonState, seat: int, move: int) -> IllegalMove:
    setup = state.setup
    legal = _legal_move(state, seat)
    expected = listed([state.move_text(each) for each in legal])
    came = state.move_text(move)
    if not moves.is_canoe_move(move):
        return unexpected(state, move, "CAN-11", expected)
    if must_drift(state, seat):
        reason = text(
            "The canoe stands on the current and the pace of {pace} was missed with {won} won: "
            "expected {expected}; {came} came.",
            pace=state.paces[seat],
            won=state.tricks[seat],
            expected=expected,
            came=came,
        )
        return IllegalMove("CAN-18", reason)
    points = points_to_move(state, seat)
    if points == 0:
        clause = "CAN-20" if is_bonus_only(state, seat) else "CAN-12"
        return IllegalMove(
            clause,
            text("There are no points to move by: expected {expected}; {came} came.", expected=expected, came=came),
        )
    if move == moves.DRIFT:
        return IllegalMove(
            "CAN-18",
            text("Only a pace missed on the current drifts: expected {expected}; drift came.", expected=expected),
        )
    if move == moves.STAY:
        return IllegalMove(
            "CAN-16", text("Points are never given up by choice: expected {expected}; stay came.", expected=expected)
        )
    end = move - moves.MOVE
    space = setup.board.space_ids[end]
    if setup.kinds[end] in (START, WATERFALL):
        if setup.kinds[end] == START:
            reason = text(
                "No move enters a start space: expected {expected}; {came} came.", expected=expected, came=came
            )
        else:
            reason = text(
                "No move enters the waterfall: expected {expected}; {came} came.", expected=expected, came=came
            )
        return IllegalMove("CAN-14", reason)
    if end in state.canoes and setup.kinds[end] != CAVE:
        holder = seat_name(state.canoes.index(end))
        return IllegalMove(
            "CAN-14",
            text(
                "{space} is held by {holder}'s canoe: expected {expected}; {came} came.",
                space=space,
                holder=holder,
                expected=expected,
                came=came,
            ),
        )
    if legal == (moves.STAY,):
        return IllegalMove(
            "CAN-15", text("The river is closed and nothing nearer is free: expected stay; {came} came.", came=came)
        )
    return IllegalMove(
        "CAN-15",
        plural(
            "{space} is not as near as {n} point can bring it: expected {expected}; {came} came.",
            "{space} is not as near as {n} points can bring it: expected {expected}; {came} came.",
            points,
            space=space,
            expected=expected,
            came=came,
        ),
    )


MOVE: Phase = Phase("CAN-11", text("move its canoe"), _legal_move, _play_move, _refuse_move)
