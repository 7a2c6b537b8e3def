"""Where a die leads a hunter, and which treasures it may play there (PYR-7 to PYR-11)."""

from __future__ import annotations

from functools import lru_cache

from riverlight.games.pyramid.position import PyramidPosition
from shared_rules import pyramid as maze
from shared_rules.board import NONE, Board
from shared_rules.board import TREASURE as TREASURE_KIND

__all__ = ["die_ends", "may_hold_treasure_at", "may_play_at", "plays_by_itself", "usable_faces"]


@lru_cache(maxsize=65536)
def _walk_ends(board: Board, start: int, steps: int, mummy: int, may_reenter: bool) -> bytes:
    return maze.walk_ends(board, start, steps, mummy, may_reenter)


@lru_cache(maxsize=4096)
def _lines(board: Board, start: int, may_reenter: bool) -> tuple[bytes, ...]:
    return tuple(maze.line(board, start, direction, may_reenter) for direction in range(4))


@lru_cache(maxsize=65536)
def _ends(board: Board, hunters: bytes, marker: int, mummy: int, face: int, may_reenter: bool) -> bytes:
    others = hunters[:marker] + hunters[marker + 1 :]
    if face == maze.ARROW:
        ways = _lines(board, hunters[marker], may_reenter)
        ends = {maze.arrow_end(board, way, others, mummy) for way in ways} - {NONE}
        return bytes(sorted(ends))
    return maze.free_ends(board, _walk_ends(board, hunters[marker], face, mummy, may_reenter), others)


def die_ends(state: PyramidPosition, face: int) -> bytes:
    """Return the legal ends of die ``face`` for the hunter in turn, ascending (PYR-8, PYR-9)."""
    return _ends(state.board.core, bytes(state.hunters), state.marker, state.mummy, face, state.may_reenter)


def usable_faces(state: PyramidPosition) -> tuple[int, ...]:
    """Return the faces among the remaining dice that have a legal end, ascending (PYR-7)."""
    return tuple([face for face in sorted({*state.faces}) if die_ends(state, face)])


def plays_by_itself(state: PyramidPosition) -> bool:
    """Return whether a treasure that is reached is played without a word, since it has to be (PYR-10).

    With real cards nobody but the hunter knows whether it has to.
    """
    return state.options["treasure"] == "mandatory" and state.options["cards"] == "app"


def may_hold_treasure_at(state: PyramidPosition, space: int) -> bool:
    """Return whether the hunter in turn may hold the card of ``space`` by what all hunters see (PYR-10)."""
    core = state.board.core
    if core.kinds[space] != TREASURE_KIND or state.is_played(space):
        return False
    return state.held[state.holder()][core.data[space]] > 0


def may_play_at(state: PyramidPosition, space: int) -> bool:
    """Return whether the hunter in turn could play the treasure of ``space`` there (PYR-10, PYR-20)."""
    if state.options["cards"] == "app":
        return space in state.cards[state.holder()]
    return may_hold_treasure_at(state, space)
