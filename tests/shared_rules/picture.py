"""Positions of Canyon drawn as text, for the vectors of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from shared_rules import canyon
from shared_rules.board import CAVE, CURRENT, LANDING, NONE, START, WATER, WATERFALL, Board, distances
from tests.oracle import canyon_movement as oracle
from tests.shared_rules.canyon_scenarios import compiled, grid

Cell = tuple[int, int]

KINDS = {"~": WATER, "s": START, "L": LANDING, "J": CAVE, "W": WATERFALL}
ARROWS = {"v": (1, 0), "^": (-1, 0), "<": (0, -1), ">": (0, 1), "\\": (1, 1), "/": (1, -1)}
NAMES = {START: "start", WATER: "water", CURRENT: "current", LANDING: "landing", CAVE: "cave", WATERFALL: "waterfall"}
SEATS = "ABCDEF"


class Picture:
    r"""A drawn position. One character a space, one line a row; spaces touch over sides and corners.

    ``~`` water, ``#`` land, ``s`` start, ``L`` landing, ``J`` cave jetty, ``W`` waterfall, ``v < > ^ \ /`` current with
    its arrow, ``A`` to ``F`` a canoe, on water unless ``on`` gives the character of what it stands on.
    """

    def __init__(self, drawing: str, on: Mapping[str, str] | None = None) -> None:
        rows = [row.strip() for row in drawing.strip().splitlines()]
        seen = {(r, c): what for r, row in enumerate(rows) for c, what in enumerate(row) if what != "#"}
        stands_on = dict.fromkeys(SEATS, "~") | dict(on or {})
        self.cells: list[Cell] = sorted(seen)
        self.index = {cell: number for number, cell in enumerate(self.cells)}
        kinds, flows = [], {}
        for space, cell in enumerate(self.cells):
            what = stands_on.get(seen[cell], seen[cell])
            kinds.append(CURRENT if what in ARROWS else KINDS[what])
            if what in ARROWS:
                down, right = ARROWS[what]
                flows[space] = self.index.get((cell[0] + down, cell[1] + right), NONE)
        touches = grid(self.cells)
        self.board = Board(compiled(kinds, touches, flows))
        places = {what: space for space, cell in enumerate(self.cells) if (what := seen[cell]) in SEATS}
        self.canoes = [places.get(seat, NONE) for seat in SEATS[: SEATS.index(max(places)) + 1]]
        self.oracle = oracle.OracleBoard(
            {cell: NAMES[kind] for cell, kind in zip(self.cells, kinds, strict=True)},
            {cell: {self.cells[other] for other in touches[space]} for space, cell in enumerate(self.cells)},
            {self.cells[space]: self.cells[to] for space, to in flows.items() if to != NONE},
        )

    def ends(self, seat: str, points: int, movement: int = canyon.EXACT) -> set[Cell]:
        """Return the legal ends as (row, column); the oracle must agree."""
        mover = SEATS.index(seat)
        found = canyon.finish(canyon.ends(self.board, distances(self.board), self.canoes, mover, points, movement))
        assert list(found) == sorted(found)
        cells = {self.cells[space] for space in found}
        word = "exact" if movement == canyon.EXACT else "nearest"
        assert oracle.ends(self.oracle, self.oracle_canoes(), mover, points, word) == cells
        for end in found:
            way = canyon.way(self.board, self.canoes, mover, end, points, movement)
            assert (way[0], way[-1]) == (self.canoes[mover], end)
            assert len(set(way)) == len(way) <= points + 1
            assert all(after in self.board.around[before] for before, after in pairwise(way))
        return cells

    def drifted(self, seat: str) -> list[Cell | None]:
        """Return where all canoes stand after the drift of one; the oracle must agree."""
        mover = SEATS.index(seat)
        canoes = list(self.canoes)
        for canoe, at, to in canyon.drift(self.board, self.canoes, mover):
            assert canoes[canoe] == at
            canoes[canoe] = to
        cells = [None if space == NONE else self.cells[space] for space in canoes]
        assert oracle.drifted(self.oracle, self.oracle_canoes(), mover) == cells
        return cells

    def oracle_canoes(self) -> list[Cell | None]:
        """Return the canoes as the oracle takes them."""
        return [None if space == NONE else self.cells[space] for space in self.canoes]
