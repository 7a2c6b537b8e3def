"""What everybody learns of where hunters are, as it happens: dice announced, treasures, catches, the mummy's steps."""

from __future__ import annotations

from typing import NamedTuple

from riverlight.boards import Board
from riverlight.games.pyramid.view import PyramidView
from shared_rules import pyramid as maze
from shared_rules.board import NONE

__all__ = ["Moved", "NobodyOn", "PublicFacts", "StandsOn"]


class Moved(NamedTuple):
    """A hunter has moved by die ``face`` while the mummy stood on ``mummy``."""

    marker: int
    face: int
    mummy: int


class StandsOn(NamedTuple):
    """A hunter stands on ``space``; ``NONE`` when it has left the game. ``is_treasure`` when it played one there."""

    marker: int
    space: int
    is_treasure: bool


class NobodyOn(NamedTuple):
    """No hunter stands on any of ``spaces``, a mask: the mummy has stepped on them."""

    spaces: int


class PublicFacts:
    """Reads the facts that are new in each view of a game, from its first one on."""

    def __init__(self, board: Board, markers: int, respawn: int) -> None:
        self._index = board.index
        self._respawn = respawn
        self._announced: Moved | None = None
        self._turn = (0, 0)
        self._played = 0
        self._amulets = [3] * markers

    def new_in(self, view: PyramidView) -> list[Moved | StandsOn | NobodyOn]:
        """Return what ``view`` tells that the ones before did not, in the order in which it happened."""
        found: list[Moved | StandsOn | NobodyOn] = []
        announced = None
        turn = view["round"], view["marker"] or 0
        if view["die"] is not None:
            face = maze.ARROW if view["die"] == "arrow" else int(view["die"])
            announced = Moved(turn[1], face, self._index[view["mummy"]])
        if self._announced is not None and (announced, turn) != (self._announced, self._turn):
            found.append(self._announced)
        self._announced, self._turn = announced, turn
        for space, _, player in view["played"][self._played :]:
            found.append(StandsOn(int(player), self._index[str(space)], is_treasure=True))
        self._played = len(view["played"])
        for marker, left in enumerate(view["amulets"]):
            if left < self._amulets[marker]:
                found.append(StandsOn(marker, self._respawn if left else NONE, is_treasure=False))
        self._amulets = list(view["amulets"])
        # It has not stepped on the space that it began from: the sarcophagus at first, where hunters can be.
        stepped_on = sum(1 << space for space in {self._index[space] for space in view["walk"][1:]})
        if stepped_on:
            found.append(NobodyOn(stepped_on))
        return found
