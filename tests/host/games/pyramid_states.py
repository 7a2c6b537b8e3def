"""Positions of Pyramid for tests: the mummy next to its prey, a hunter in front of a treasure."""

from __future__ import annotations

from riverlight.boards import shipped
from riverlight.games.contract import TABLE
from riverlight.games.pyramid import GAME
from riverlight.games.pyramid.state import PyramidState

from shared_rules import pyramid as maze
from tests.host.games.states import play

BOARD = shipped("pyramid")
CORE = BOARD.core
IDS = BOARD.space_ids
ENTRANCE = maze.entrance(CORE)
SARCOPHAGUS = maze.sarcophagus(CORE)


def new_game(seats: int = 3, seed: int = 1, **options: str) -> PyramidState:
    return GAME.new(options, seats, seed)


def open_spaces() -> list[int]:
    return [space for space in range(CORE.n) if not maze.is_safe(CORE, space)]


def treasures_of(colour: int) -> list[int]:
    return [space for space in range(CORE.n) if CORE.kinds[space] == 1 and CORE.data[space] == colour]


def beside(space: int) -> int:
    """Return an open space next to ``space``."""
    return next(other for other in CORE.around[space] if not maze.is_safe(CORE, other))


def way_to(space: int, other: int) -> str:
    exits = [CORE.neighbours[space * 4 + direction] for direction in range(4)]
    return f"step {maze.DIRECTIONS[exits.index(other)]}"


def mummy_next_to(state: PyramidState, marker: int, amulets: int = 3) -> str:
    """Put a hunter on an open space and the mummy next to it, about to walk; return the step that catches."""
    prey = open_spaces()[20]
    state.hunters[marker] = prey
    state.amulets[marker] = amulets
    state.mummy = beside(prey)
    state.phase = "mummy"
    state.steps_left = 3
    state.walk = [state.mummy]
    return way_to(state.mummy, prey)


def before_a_treasure(seats: int = 3, *, holds: bool = True, **options: str) -> tuple[PyramidState, int]:
    """Return a game in which the first hunter can end with a 1 on a red treasure, which it holds the card of or not."""
    state = new_game(seats, **{"cards": "app", **options})
    space = treasures_of(0)[0]
    if state.automatic():
        state.apply(TABLE, state.automatic() or 0)
        space = next(space for space in treasures_of(0) if (space in state.cards[0]) == holds)
    state.hunters[0] = beside(space)
    state.mummy = SARCOPHAGUS
    play(state, "throw", "roll 1 1 1 1 1", "die 1")
    return state, space
