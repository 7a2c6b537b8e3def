"""The mummy's walk: its die, its steps, whom it catches (PYR-12 to PYR-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverlight.engines.contract import TABLE, Event, Result
from riverlight.engines.pyramid import aid, hunt, legality
from riverlight.engines.pyramid import moves as m
from riverlight.engines.pyramid import options as e
from shared_rules import pyramid as maze
from shared_rules.board import NONE

if TYPE_CHECKING:
    from riverlight.engines.pyramid.state import PyramidState


def rolled(state: PyramidState, face: int, events: list[Event]) -> None:
    """Take the mummy's die (PYR-12)."""
    kind = e.MUMMY_ROLLED if state.due else e.MUMMY_ENTERED
    state.due = 0
    state.steps = state.steps_left = face + state.set_aside
    state.walk = [state.mummy]
    state.last_caught = -1
    state.phase = legality.MUMMY
    events.append(Event(kind, TABLE, (face, state.steps_left)))


def walk(state: PyramidState, move: int, events: list[Event]) -> None:
    """Step once, or stop."""
    if move == m.STOP:
        events.append(Event(e.STOPPED, legality.MUMMY_SEAT))
        _end_walk(state, events)
        return
    ids = state.board.space_ids
    space = state.board.core.neighbours[state.mummy * 4 + move - m.STEP]
    events.append(Event(e.STEPPED, legality.MUMMY_SEAT, (ids[state.mummy], ids[space])))
    state.mummy = space
    state.walk.append(space)
    state.steps_left -= 1
    if space in state.hunters:
        _catch(state, state.hunters.index(space), events)
        return
    state.guesses = [guess & ~(1 << space) for guess in state.guesses]
    if not state.steps_left:
        _end_walk(state, events)


def _catch(state: PyramidState, marker: int, events: list[Event]) -> None:
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
        hunt.end_game(state, Result((legality.MUMMY_SEAT,), "amulets"), events)
    else:
        _end_walk(state, events)


def _end_walk(state: PyramidState, events: list[Event]) -> None:
    state.steps_left = 0
    if state.phase == legality.INTERRUPT:
        if state.hunters[state.marker] == NONE:
            hunt.begin_turn(state, state.marker + 1)
        else:
            state.phase = legality.START
        return
    state.round += 1
    events.append(Event(e.ROUND, TABLE, (state.round,)))
    hunt.begin_turn(state, 0)
