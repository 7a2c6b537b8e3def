"""Public facts on the hunters' positions: dice announced, treasures, catches, the mummy's steps."""

from __future__ import annotations

from typing import NamedTuple

from riverlight.boards import Board
from riverlight.games.pyramid.view import PyramidView
from shared_rules import pyramid as maze
from shared_rules.board import NONE

__all__ = ["Moved", "NobodyOn", "PublicFacts", "StandsOn"]


class Moved(NamedTuple):
    """A hunter has moved by die ``face`` while the mummy was on ``mummy``."""

    marker: int
    face: int
    mummy: int


class StandsOn(NamedTuple):
    """A hunter is on ``space``; ``NONE`` if it has left the game; ``is_treasure``: it played one there."""

    marker: int
    space: int
    is_treasure: bool


class NobodyOn(NamedTuple):
    """No hunter is on any of ``spaces``, a mask: the mummy has entered them."""

    spaces: int


class PublicFacts:
    """Extracts the new facts from each view of a game, starting with the first."""

    def __init__(self, board: Board, markers: int, respawn: int) -> None:
        self._index = board.index
        self._respawn = respawn
        self._announced: Moved | None = None
        self._turn = (0, 0)
        self._played = 0
        self._amulets = [3] * markers

    def new_in(self, view: PyramidView) -> list[Moved | StandsOn | NobodyOn]:
        """Return the facts in ``view`` that earlier views did not have, in order."""
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
        # It has not entered its starting space: at first the sarcophagus, where hunters may be.
        stepped_on = sum(1 << space for space in {self._index[space] for space in view["walk"][1:]})
        if stepped_on:
            found.append(NobodyOn(stepped_on))
        return found
