"""The legal ends of a hunter's die, and the treasures that can be played there (PYR-7 to PYR-11)."""

from __future__ import annotations

from functools import cache, lru_cache

from riverlight.games.pyramid.position import PyramidPosition
from shared_rules import pyramid as maze
from shared_rules.board import NONE, Board
from shared_rules.board import TREASURE as TREASURE_KIND

__all__ = ["die_ends", "may_hold_treasure_at", "may_play_at", "playable", "plays_by_itself", "usable_faces"]


@lru_cache(maxsize=4096)
def _in_the_way(board: Board, start: int, face: int, may_reenter: bool) -> tuple[int, int]:
    """Return masks of the spaces where another hunter, and where the mummy can make a difference to a die."""
    if face == maze.ARROW:
        passed = ends = _mask(b"".join(maze.line(board, start, direction, may_reenter) for direction in range(4)))
    else:
        walks = [maze.walk_ends(board, start, steps, NONE, may_reenter) for steps in range(1, face + 1)]
        passed, ends = _mask(b"".join(walks)), _mask(walks[-1])
    return ends, passed


def _mask(spaces: bytes) -> int:
    return sum(1 << space for space in {*spaces})


@lru_cache(maxsize=65536)
def _ends(board: Board, start: int, face: int, others: int, mummy: int, may_reenter: bool) -> bytes:
    hunters = bytes([start, *[space for space in range(board.n) if others >> space & 1]])
    return maze.die_ends(board, hunters, 0, mummy, face, may_reenter)


def _spaces_of_others(state: PyramidPosition) -> int:
    """Return a mask of the spaces with a hunter that is not in turn."""
    mask = 0
    for marker, space in enumerate(state.hunters):
        if marker != state.marker:
            mask |= 1 << space
    return mask


def _free_ends(board: Board, start: int, face: int, others: int, mummy: int, may_reenter: bool) -> bytes:
    ends, passed = _in_the_way(board, start, face, may_reenter)
    return _ends(board, start, face, others & ends, mummy if passed >> mummy & 1 else NONE, may_reenter)


def die_ends(state: PyramidPosition, face: int) -> bytes:
    """Return the legal ends of die ``face`` for the hunter in turn, ascending (PYR-8, PYR-9)."""
    start, others = state.hunters[state.marker], _spaces_of_others(state)
    return _free_ends(state.board.core, start, face, others, state.mummy, state.may_reenter)


@cache
def _distinct(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*faces}))


def usable_faces(state: PyramidPosition) -> tuple[int, ...]:
    """Return the faces among the remaining dice that have a legal end, ascending (PYR-7)."""
    start, others = state.hunters[state.marker], _spaces_of_others(state)
    core, mummy, may_reenter = state.board.core, state.mummy, state.may_reenter
    return tuple([face for face in _distinct(state.faces) if _free_ends(core, start, face, others, mummy, may_reenter)])


def plays_by_itself(state: PyramidPosition) -> bool:
    """Return whether a treasure in reach is played automatically, because it is mandatory (PYR-10).

    With real cards only the hunter knows whether it is.
    """
    return state.options["treasure"] == "mandatory" and state.options["cards"] == "app"


@cache
def _treasures(board: Board) -> int:
    """Return a mask of the spaces with a treasure."""
    return sum(1 << space for space in range(board.n) if board.kinds[space] == TREASURE_KIND)


def playable(state: PyramidPosition, ends: bytes) -> list[int]:
    """Return the spaces among ``ends`` whose treasure the hunter in turn could play there."""
    treasures = _treasures(state.board.core)
    return [space for space in ends if treasures >> space & 1 and may_play_at(state, space)]


def may_hold_treasure_at(state: PyramidPosition, space: int) -> bool:
    """Return whether the hunter to act may hold the card of ``space``, by what all hunters see (PYR-10)."""
    core = state.board.core
    if core.kinds[space] != TREASURE_KIND or not state.held[state.holder()][core.data[space]]:
        return False
    return not state.is_played(space)


def may_play_at(state: PyramidPosition, space: int) -> bool:
    """Return whether the hunter to act could play the treasure of ``space`` there (PYR-10, PYR-20)."""
    if state.options["cards"] == "app":
        return space in state.cards[state.holder()]
    return may_hold_treasure_at(state, space)
