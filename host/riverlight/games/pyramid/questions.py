"""Pyramid's part of ``riverlight moves``: the legal ends of a die (PYR-7 to PYR-11), or those of the mummy.

::

    {"game": "pyramid", "board": B, "hunters": ["d2", "e5"], "mummy": "f3", "seat": 1, "die": "3"}  → {"ends": [...]}
    {"game": "pyramid", "board": B, "hunters": ["d2", null], "mummy": "f3", "steps": 5}  → {"ends": […], "catches": […]}

``hunters`` has the space of each hunter, null for one that has left the game; seat 0 is the mummy, seat 1 the first
hunter. ``die`` is 1 to 4 or arrow. The mummy's ends are all spaces where it may stop, including its own and those of
hunters it can catch, which are also in ``catches``. ``options`` are those of the rules, of which only ``reenter_safe``
matters. Spaces are in the order of the board file.
"""

from __future__ import annotations

from riverlight.boards import Board
from riverlight.games.pyramid.options import OPTIONS
from riverlight.games.question import Question, refuse
from shared_rules import pyramid as maze
from shared_rules.board import NONE

__all__ = ["answer"]

_HUNTERS_MOST = 4
_STEPS_MOST = 8  # PYR-12: three of its own die, five dice set aside
_DICE = ("1", "2", "3", "4", "arrow")


def answer(question: Question) -> dict[str, object]:
    """Return ``{"ends": [space ids]}`` for a hunter's die, ``{"ends": …, "catches": …}`` for the mummy's steps."""
    question.only(("board", "hunters", "mummy", "seat", "die", "steps", "options"))
    board = question.board("pyramid")
    may_reenter = question.options(OPTIONS)["reenter_safe"] == "on"
    mummy = question.space(board, question.value("mummy", "the id of a space"), "mummy")
    hunters = _hunters(question, board, mummy)
    if question.has("steps"):
        if question.has("die") or question.has("seat"):
            refuse("The field steps is the mummy's; seat and die are a hunter's: one or the other.")
        reach = maze.mummy_reach(board.core, mummy, question.whole("steps", 0, _STEPS_MOST), hunters)
        catches = maze.caught(reach, mummy, hunters)
        return {"ends": _names(board, reach), "catches": _names(board, catches)}
    hunter = question.whole("seat", 1, len(hunters)) - 1
    if hunters[hunter] == NONE:
        refuse(f"The hunter of seat {hunter + 1} has left the game.")
    face = _DICE.index(question.word("die", _DICE)) + 1
    return {"ends": _names(board, maze.die_ends(board.core, hunters, hunter, mummy, face, may_reenter))}


def _hunters(question: Question, board: Board, mummy: int) -> bytes:
    hunters: list[int] = []
    for value in question.items("hunters", 1, _HUNTERS_MOST, "spaces or nulls"):
        space = NONE if value is None else question.space(board, value, "hunters")
        if space == mummy:
            refuse(f"A hunter stands on {value} with the mummy; there it would be caught (PYR-13).")
        if space != NONE and space in hunters and not maze.is_safe(board.core, space):
            refuse(f"Two hunters stand on {value}; only the entrance and the sarcophagus hold several (PYR-8).")
        hunters.append(space)
    return bytes(hunters)


def _names(board: Board, spaces: bytes) -> list[str]:
    return [board.space_ids[space] for space in spaces]
