"""Canoe moves, the end of a round and of the game (CAN-11 to 23). Legal ends come from ``shared_rules``."""

from __future__ import annotations

from riverlight.errors import IllegalMove
from riverlight.games.canyon import events, moves, rounds
from riverlight.games.canyon.phases import in_turn, seat_name, unexpected, waits
from riverlight.games.canyon.position import MOVE, NO_SEAT, NOT_HOME, OVER, CanyonPosition
from riverlight.games.contract import TABLE, Event, Result
from riverlight.games.phases import Phase
from riverlight.languages.text import listed, plural, text
from shared_rules import canyon as rules
from shared_rules.board import CAVE, CURRENT, LANDING, START, WATERFALL

__all__ = ["PHASE", "begin", "bonus", "must_drift", "points", "points_to_move"]

_BONUS = (1, 2, 3)
"""The bonus for a pace of 0, 1, and 2 or more that is met exactly."""


def bonus(pace: int, won: int) -> int:
    """Return the bonus points of a seat; 0 unless it met its pace (CAN-12)."""
    return (_BONUS[pace] if pace < 2 else _BONUS[2]) if pace == won else 0


def begin(state: CanyonPosition) -> tuple[Event, ...]:
    """Start the canoes' turns with the start seat (CAN-11)."""
    state.phase = MOVE
    state.turn = state.start_seat
    return tuple(
        [
            events.earned(seat, pace, won, bonus(pace, won))
            for seat, (pace, won) in enumerate(zip(state.paces, state.tricks, strict=True))
        ]
    )


def points(state: CanyonPosition, seat: int) -> int:
    """Return the points that ``seat`` earned in the round: its tricks and its bonus (CAN-12)."""
    pace, won = state.paces[seat], state.tricks[seat]
    return won + bonus(pace, won)


def is_bonus_only(state: CanyonPosition, seat: int) -> bool:
    """Return whether only the bonus counts for the canoe's space (CAN-18, CAN-20)."""
    kind = state.setup.kinds[state.canoes[seat]]
    return kind == CURRENT or (kind == CAVE and state.setup.is_cave_current)


def points_to_move(state: CanyonPosition, seat: int) -> int:
    """Return the points by which the canoe of ``seat`` moves from its space (CAN-12, CAN-17, CAN-18)."""
    won = state.tricks[seat]
    extra = bonus(state.paces[seat], won)
    return extra if is_bonus_only(state, seat) else won + extra


def must_drift(state: CanyonPosition, seat: int) -> bool:
    """Return whether the canoe is on an arrow and its seat missed its pace (CAN-18)."""
    return state.setup.kinds[state.canoes[seat]] == CURRENT and state.paces[seat] != state.tricks[seat]


def _legal_move(state: CanyonPosition, seat: int) -> tuple[int, ...]:
    """Return the ends of an ordinary move, or the forced drift or stay."""
    if must_drift(state, seat):
        return (moves.DRIFT,) if rules.drift(state.setup.core, state.canoes, seat) else (moves.STAY,)
    points = points_to_move(state, seat)
    return _ends(state, seat, points) if points else (moves.STAY,)


def _ends(state: CanyonPosition, seat: int, points: int) -> tuple[int, ...]:
    """Return the moves to the legal ends of CAN-15."""
    ends = state.setup.reach.ends(state.canoes, seat, points)
    return (moves.STAY,) if ends == (state.canoes[seat],) else tuple([moves.MOVE + end for end in ends])


def _play_move(state: CanyonPosition, seat: int, move: int) -> tuple[Event, ...]:
    state.spent |= 1 << seat
    state.way = None
    if move == moves.STAY:
        state.walk = None
        happened = _stay(state, seat)
    elif move == moves.DRIFT:
        happened = _drift(state, seat)
    else:
        happened = _go(state, seat, move - moves.MOVE)
    seats = state.seats
    following = (seat + 1) % seats
    while following != state.start_seat:
        if not state.spent >> following & 1:
            state.turn = following
            return happened
        following = (following + 1) % seats
    return happened + _end_round(state)


def _stay(state: CanyonPosition, seat: int) -> tuple[Event, ...]:
    at = state.setup.board.space_ids[state.canoes[seat]]
    points = 0 if must_drift(state, seat) else points_to_move(state, seat)
    return (Event(events.STAYED, seat, (at, points)),)


def _drift(state: CanyonPosition, seat: int) -> tuple[Event, ...]:
    """Drift, push, and send canoes that fall to the cave, which lose a turn still to come (CAN-18 to 20)."""
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


def _go(state: CanyonPosition, seat: int, end: int) -> tuple[Event, ...]:
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


def _end_round(state: CanyonPosition) -> tuple[Event, ...]:
    if max(state.surplus) == NOT_HOME:
        return rounds.go_on(state)
    state.phase, state.turn = OVER, NO_SEAT
    state.ended = _outcome(state)
    return (Event(events.GAME_OVER, TABLE, (state.ended.winners, state.ended.way)),)


def _outcome(state: CanyonPosition) -> Result:
    """Return the result: the largest surplus of those at home wins, then the higher pace, else shared (CAN-23)."""
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


def _refuse_move(state: CanyonPosition, seat: int, move: int) -> IllegalMove | None:
    setup = state.setup
    legal = state.legal(seat)
    if move in legal:
        return None
    expected = listed([state.move_text(each) for each in legal])
    came = state.move_text(move)
    if not moves.is_canoe_move(move):
        return unexpected(state, move, "CAN-11", expected)
    if must_drift(state, seat):
        reason = text(
            "The canoe is on the current and missed its pace of {pace} with {won} won: expected {expected}; got "
            "{came}.",
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
            text("There are no points to move with: expected {expected}; got {came}.", expected=expected, came=came),
        )
    if move == moves.DRIFT:
        return IllegalMove(
            "CAN-18",
            text(
                "A canoe drifts only on the current after a missed pace: expected {expected}; got drift.",
                expected=expected,
            ),
        )
    if move == moves.STAY:
        return IllegalMove(
            "CAN-16", text("You cannot choose to give up points: expected {expected}; got stay.", expected=expected)
        )
    end = move - moves.MOVE
    space = setup.board.space_ids[end]
    if setup.kinds[end] in (START, WATERFALL):
        if setup.kinds[end] == START:
            reason = text(
                "No move enters a start space: expected {expected}; got {came}.", expected=expected, came=came
            )
        else:
            reason = text(
                "No move enters the waterfall: expected {expected}; got {came}.", expected=expected, came=came
            )
        return IllegalMove("CAN-14", reason)
    if end in state.canoes and setup.kinds[end] != CAVE:
        holder = seat_name(state.canoes.index(end))
        return IllegalMove(
            "CAN-14",
            text(
                "{space} is taken by {holder}'s canoe: expected {expected}; got {came}.",
                space=space,
                holder=holder,
                expected=expected,
                came=came,
            ),
        )
    if legal == (moves.STAY,):
        return IllegalMove(
            "CAN-15", text("The river is blocked and nothing nearer is free: expected stay; got {came}.", came=came)
        )
    return IllegalMove(
        "CAN-15",
        plural(
            "{space} is not as near as possible with {n} point: expected {expected}; got {came}.",
            "{space} is not as near as possible with {n} points: expected {expected}; got {came}.",
            points,
            space=space,
            expected=expected,
            came=came,
        ),
    )


PHASE: Phase[CanyonPosition] = Phase(
    MOVE, "CAN-11", in_turn, _legal_move, _refuse_move, _play_move, waits("CAN-11", text("move its canoe"))
)
