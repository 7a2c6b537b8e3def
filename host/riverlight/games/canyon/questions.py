"""Canyon's part of ``riverlight moves``: the legal ends of a canoe (CAN-13 to CAN-16), or the result of a drift.

::

    {"game": "canyon", "board": B, "canoes": ["a1", "c4", null], "seat": 0, "points": 3}    → {"ends": ["d3", "d4"]}
    {"game": "canyon", "board": B, "canoes": ["q2", "q3"], "seat": 0, "drift": true}        → {"canoes": ["q3", "cave"]}

``canoes`` has the space of each seat's canoe, null if it is not on the board. ``options`` are those of the rules, of
which only ``movement`` matters. Ends are in the order of the board file; a canoe that must stay has only its own space.
"""

from __future__ import annotations

from riverlight.boards import Board
from riverlight.games.canyon.options import OPTIONS
from riverlight.games.question import Question, refuse
from shared_rules.board import CAVE, NONE, WATERFALL, distances
from shared_rules.canyon import EXACT, NEAREST, drift, ends, finish

__all__ = ["answer"]

_SEATS_MOST = 6
_POINTS_MOST = 11  # CAN-12


def answer(question: Question) -> dict[str, object]:
    """Return ``{"ends": [space ids]}`` or, for a drift, ``{"canoes": [space id or None for each seat]}``."""
    question.only(("board", "canoes", "seat", "points", "drift", "options"))
    board = question.board("canyon")
    options = question.options(OPTIONS)
    canoes = _canoes(question, board)
    seat = question.whole("seat", 0, len(canoes) - 1)
    if canoes[seat] == NONE:
        refuse(f"The canoe of seat {seat} is not on the board.")
    if question.flag("drift"):
        if question.has("points"):
            refuse("A canoe moves by points or drifts, not both.")
        for canoe, _, to in drift(board.core, canoes, seat):
            canoes[canoe] = to
        return {"canoes": [None if space == NONE else board.space_ids[space] for space in canoes]}
    points = question.whole("points", 0, _POINTS_MOST)
    movement = EXACT if options["movement"] == "exact" else NEAREST
    legal = finish(ends(board.core, distances(board.core), canoes, seat, points, movement))
    return {"ends": [board.space_ids[space] for space in legal]}


def _canoes(question: Question, board: Board) -> list[int]:
    canoes = []
    for value in question.items("canoes", 1, _SEATS_MOST, "spaces or nulls"):
        space = NONE if value is None else question.space(board, value, "canoes")
        if space != NONE:
            kind = board.core.kinds[space]
            if kind == WATERFALL:
                refuse(f"A canoe stands in the waterfall {value}; from there it would come to the cave (CAN-20).")
            if kind != CAVE and space in canoes:
                refuse(f"Two canoes stand on {value}; only the cave holds several (CAN-14).")
        canoes.append(space)
    return canoes
