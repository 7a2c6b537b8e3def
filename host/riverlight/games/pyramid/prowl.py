"""The mummy's walk: its die, its steps, its catches (PYR-12 to PYR-16)."""

from __future__ import annotations

from functools import lru_cache

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Event, Result, Seat
from riverlight.games.phases import Phase, the_table
from riverlight.games.pyramid import hunt
from riverlight.games.pyramid import moves as m
from riverlight.games.pyramid import options as e
from riverlight.games.pyramid import possible_spaces as aid
from riverlight.games.pyramid.position import (
    INTERRUPT,
    MUMMY,
    MUMMY_ROLL,
    MUMMY_SEAT,
    START,
    PyramidPosition,
)
from riverlight.languages.text import text
from shared_rules import pyramid as maze
from shared_rules.board import NONE, Board

__all__ = ["PHASES"]


def _legal_roll(state: PyramidPosition, _seat: Seat) -> tuple[int, ...]:
    return (state.due,) if state.due else m.MUMMY_ROLLS


def _refuse_roll(state: PyramidPosition, seat: Seat, move: int) -> IllegalMove | None:
    if move in _legal_roll(state, seat):
        return None
    return IllegalMove("PYR-2", text("The mummy's die shows 1, 2 or 3."))


def _play_roll(state: PyramidPosition, _seat: Seat, move: int) -> tuple[Event, ...]:
    """Handle the mummy's die (PYR-12)."""
    (face,) = m.faces_of(move)
    kind = e.MUMMY_ROLLED if state.due else e.MUMMY_ENTERED
    state.due = 0
    state.steps = state.steps_left = face + state.set_aside
    state.walk = [state.mummy]
    state.last_caught = -1
    state.phase = MUMMY
    return (Event(kind, TABLE, (face, state.steps_left)),)


@lru_cache(maxsize=1024)
def _steps(board: Board, mummy: int) -> tuple[int, ...]:
    return (m.STOP, *(m.STEP + direction for direction in maze.mummy_steps(board, mummy)))


def _legal_walk(state: PyramidPosition, _seat: Seat) -> tuple[int, ...]:
    return _steps(state.board.core, state.mummy)


def _refuse_walk(state: PyramidPosition, seat: Seat, move: int) -> IllegalMove | None:
    if move in _legal_walk(state, seat):
        return None
    if m.STEP <= move < m.STEP + 4:
        return IllegalMove(
            "PYR-12", text("The mummy cannot step there: there is a wall, or it may not enter that space.")
        )
    return IllegalMove("PYR-12", text("The mummy steps north, east, south or west, or stops."))


def _play_walk(state: PyramidPosition, _seat: Seat, move: int) -> tuple[Event, ...]:
    """Step once, or stop."""
    if move == m.STOP:
        events = [Event(e.STOPPED, MUMMY_SEAT)]
        _end_walk(state, events)
        return tuple(events)
    ids = state.board.space_ids
    space = state.board.core.neighbours[state.mummy * 4 + move - m.STEP]
    events = [Event(e.STEPPED, MUMMY_SEAT, (ids[state.mummy], ids[space]))]
    state.mummy = space
    state.walk.append(space)
    state.steps_left -= 1
    if space in state.hunters:
        _catch(state, state.hunters.index(space), events)
        return tuple(events)
    elsewhere = ~(1 << space)
    state.guesses = [guess & elsewhere for guess in state.guesses]
    if not state.steps_left:
        _end_walk(state, events)
    return tuple(events)


def _catch(state: PyramidPosition, marker: int, events: list[Event]) -> None:
    space = state.hunters[marker]
    state.amulets[marker] -= 1
    state.taken += 1
    state.last_caught = marker
    names = state.board.space_ids
    events.append(Event(e.CAUGHT, state.owners[marker], (marker, names[space], state.amulets[marker])))
    if state.amulets[marker]:
        core = state.board.core
        is_dungeon = state.options["respawn"] == "dungeon"
        state.hunters[marker] = maze.sarcophagus(core) if is_dungeon else maze.entrance(core)
    else:
        state.hunters[marker] = NONE
        events.append(Event(e.LEFT_GAME, state.owners[marker], (marker,)))
    state.guesses = [
        aid.only(state.hunters[marker]) if other == marker else guess & ~(1 << space)
        for other, guess in enumerate(state.guesses)
    ]
    if state.taken >= e.AMULETS_TO_WIN[state.seats]:
        hunt.end_game(state, Result((MUMMY_SEAT,), "amulets"), events)
    else:
        _end_walk(state, events)


def _end_walk(state: PyramidPosition, events: list[Event]) -> None:
    state.steps_left = 0
    if state.phase == INTERRUPT:
        if state.hunters[state.marker] == NONE:
            hunt.begin_turn(state, state.marker + 1)
        else:
            state.phase = START
        return
    state.round += 1
    events.append(Event(e.ROUND, TABLE, (state.round,)))
    hunt.begin_turn(state, 0)


def _the_mummy(_state: PyramidPosition) -> tuple[Seat, ...]:
    return (MUMMY_SEAT,)


PHASES: tuple[Phase[PyramidPosition], ...] = (
    Phase(
        MUMMY_ROLL,
        "PYR-12",
        the_table,
        _legal_roll,
        _refuse_roll,
        _play_roll,
        hunt.not_its_turn,
        lambda state: state.due or None,
    ),
    *(
        Phase(name, "PYR-12", _the_mummy, _legal_walk, _refuse_walk, _play_walk, hunt.not_its_turn)
        for name in (MUMMY, INTERRUPT)
    ),
)
