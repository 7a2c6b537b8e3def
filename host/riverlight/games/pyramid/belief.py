"""The mummy's belief about the hunters' positions: a particle filter on public facts (PYR-18, PYR-19).

A particle is a hunter with a space and the treasures that it may want. With each announced die it moves as a hunter
would: towards one of its treasures and away from the mummy. Particles that contradict the facts are replaced.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from riverlight.boards import Board
from riverlight.games.pyramid import possible_spaces as aid
from riverlight.games.pyramid.bot import distances
from riverlight.games.pyramid.options import COLOURS
from riverlight.games.pyramid.public_facts import Moved, PublicFacts, StandsOn
from riverlight.games.pyramid.view import PyramidView
from shared_rules import pyramid as maze
from shared_rules.board import ENTRANCE, NONE, TREASURE
from shared_rules.board import Board as CompiledBoard

__all__ = ["Belief", "Maze", "Sampled"]

_HUNTERS: Final = 120
"""Number of particles for each hunter."""

_TEMPERATURE: Final = 6.0
"""How far from the best, in units of ``Maze.attraction``, a hunter's choice can be."""

_AT_TREASURE: Final = 40.0
_STEP: Final = 3.0
_FEAR: Final = 9.0
_NOTICES: Final = 4
"""The distance in steps at which a hunter fears the mummy."""

_FAR: Final = 99


class Sampled(NamedTuple):
    """A particle: a hunter's possible space and wanted treasures."""

    space: int
    targets: tuple[int, ...]


class Maze:
    """A board with cached values for searches."""

    def __init__(self, board: Board, may_reenter: bool) -> None:
        self.core: CompiledBoard = board.core
        self.may_reenter = may_reenter
        self.away = [distances(board.core, space) for space in range(board.core.n)]
        self.treasures = [
            [
                space
                for space in range(board.core.n)
                if board.core.kinds[space] == TREASURE and board.core.data[space] == c
            ]
            for c in range(len(COLOURS))
        ]
        self.ends = lru_cache(maxsize=65536)(self._ends)
        self.safe = [space for space in range(board.core.n) if board.core.kinds[space] >= ENTRANCE]
        self.closeness = [[1 / (1 + steps) for steps in away] for away in self.away]
        self.mummy_steps = [self._mummy_steps(space) for space in range(board.core.n)]

    def _mummy_steps(self, space: int) -> list[tuple[int, int]]:
        """Return each direction in which a mummy on ``space`` can step, and where that leads."""
        core = self.core
        return [(way, core.neighbours[space * 4 + way]) for way in maze.mummy_steps(core, space)]

    def _ends(self, space: int, face: int, mummy: int) -> bytes:
        """Return the ends of die ``face`` from ``space``, ignoring other hunters."""
        core, may_reenter = self.core, self.may_reenter
        if face == maze.ARROW:
            found = {maze.arrow_end(core, maze.line(core, space, way, may_reenter), b"", mummy) for way in range(4)}
            return bytes(sorted(found - {NONE}))
        return maze.walk_ends(core, space, face, mummy, may_reenter)

    def attraction(self, space: int, targets: Sequence[int], mummy: int) -> float:
        """Return how much a hunter that wants ``targets`` likes to stand on ``space``."""
        from_here = self.away[space]
        nearest = min([from_here[target] for target in targets], default=0)
        away = self.away[mummy][space]
        fear = _FEAR * (_NOTICES + 1 - away) if away <= _NOTICES and self.core.kinds[space] < ENTRANCE else 0.0
        return (_AT_TREASURE if nearest == 0 and targets else -_STEP * nearest) - fear


class Belief:
    """The probability of each hunter's space, from public facts.

    Args:
        board: the maze.
        tools: its cached values.
        markers: the number of hunters.
        respawn: where caught hunters restart.
        chance: the random generator; equal views and generators give equal beliefs.

    Attributes:
        hunters: the particles of each hunter; none of one that has left the game.
    """

    def __init__(self, board: Board, tools: Maze, markers: int, respawn: int, chance: random.Random) -> None:
        self._tools = tools
        self._index = board.index
        self._chance = chance
        self._facts = PublicFacts(board, markers, respawn)
        self._start = maze.entrance(board.core)
        self._masks = [aid.only(self._start)] * markers
        self._held: list[list[int]] = []
        self._played: set[int] = set()
        self.hunters: list[list[Sampled]] = [[] for _ in range(markers)]

    def watch(self, view: PyramidView) -> None:
        """Update from the new facts of a view."""
        self._played = {self._index[str(space)] for space, _, _ in view["played"]}
        self._held = [list(held.values()) for held in view["held"]]
        if not any(self.hunters):
            self.hunters = [self._drawn(marker) if mask else [] for marker, mask in enumerate(self._masks)]
        for fact in self._facts.new_in(view):
            if isinstance(fact, Moved):
                self._move(fact)
            elif isinstance(fact, StandsOn):
                self._masks[fact.marker] = aid.only(fact.space)
                self.hunters[fact.marker] = self._drawn(fact.marker) if fact.space != NONE else []
            else:
                self._masks = [mask & ~fact.spaces for mask in self._masks]
                self._keep_what_fits()

    def mass(self, marker: int) -> list[float]:
        """Return the probability of each space for the hunter."""
        found = [0.0] * self._tools.core.n
        hunters = self.hunters[marker]
        for hunter in hunters:
            found[hunter.space] += 1 / len(hunters)
        return found

    def after_die(self, marker: int, face: int, mummy: int, chance: random.Random) -> list[float]:
        """Return these probabilities after a move by die ``face`` without a treasure played."""
        found = [0.0] * self._tools.core.n
        moved = [self._moved(hunter, face, mummy, chance) for hunter in self.hunters[marker]]
        fitting = [hunter for hunter in moved if hunter is not None]
        for hunter in fitting:
            found[hunter.space] += 1 / len(fitting)
        return found

    def _move(self, fact: Moved) -> None:
        tools = self._tools
        mask = self._masks[fact.marker]
        self._masks[fact.marker] = aid.after_die(tools.core, mask, fact.face, fact.mummy, tools.may_reenter)
        moved = [self._moved(hunter, fact.face, fact.mummy, self._chance) for hunter in self.hunters[fact.marker]]
        self.hunters[fact.marker] = [hunter for hunter in moved if hunter is not None]
        self._keep_what_fits()

    def _moved(self, hunter: Sampled, face: int, mummy: int, chance: random.Random) -> Sampled | None:
        """Return the particle after its move; None if it cannot have moved so, or would have played a treasure."""
        tools = self._tools
        ends = tools.ends(hunter.space, face, mummy)
        if not ends:
            return None
        worths = [tools.attraction(end, hunter.targets, mummy) for end in ends]
        best = max(worths)
        end = chance.choices(ends, [math.exp((worth - best) / _TEMPERATURE) for worth in worths])[0]
        return None if end in hunter.targets else Sampled(end, hunter.targets)

    def _keep_what_fits(self) -> None:
        """Drop particles on impossible spaces, and replace them."""
        for marker, mask in enumerate(self._masks):
            fitting = [hunter for hunter in self.hunters[marker] if mask >> hunter.space & 1]
            if not mask:
                self.hunters[marker] = []
            elif fitting:
                missing = _HUNTERS - len(fitting)
                self.hunters[marker] = fitting + (self._chance.choices(fitting, k=missing) if missing > 0 else [])
            else:
                self.hunters[marker] = self._drawn(marker)

    def _drawn(self, marker: int) -> list[Sampled]:
        """Return particles on all possible spaces, with treasures of the colours still held."""
        spaces = aid.spaces(self._tools.core, self._masks[marker])
        held = self._held[marker if len(self._held) > 1 else 0]
        found = []
        for _ in range(_HUNTERS):
            targets: list[int] = []
            for colour, count in enumerate(held):
                left = [space for space in self._tools.treasures[colour] if space not in self._played]
                targets += self._chance.sample(left, min(count, len(left)))
            found.append(Sampled(self._chance.choice(spaces), tuple(targets)))
        return found
