"""Searching bots for Pyramid: a mummy that weighs the hunters' probable spaces, hunters that know what it can infer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from riverlight.boards import Board
from riverlight.games.bots import Appraisal, Choice, Effort
from riverlight.games.contract import Seat
from riverlight.games.pyramid.belief import Belief, Maze
from riverlight.games.pyramid.bot import wanted_treasures
from riverlight.games.pyramid.moves import PyramidMove
from riverlight.games.pyramid.stalk import best_walks, nearness
from riverlight.games.pyramid.view import HunterView, PyramidView
from riverlight.games.search import appraise, compare, random_of
from riverlight.languages.text import text
from shared_rules import pyramid as maze
from shared_rules.board import ENTRANCE, NONE, TREASURE

__all__ = ["Searcher"]

_DICE: Final = 5
_FACES: Final = {"1": 1, "2": 2, "3": 3, "4": 4, "arrow": maze.ARROW, "A": maze.ARROW}

_TURN: Final = 0.22
"""The value of reaching the next treasure a turn earlier, in treasures."""

_STEPS_A_TURN: Final = 2.6
"""The average steps of a hunter in a turn."""

_LAST: Final = 0.5
"""The additional value of a treasure for each that its hunter has already played."""

_CAUGHT: Final = 1.1
"""The value of an amulet, in treasures."""

_FEW: Final = 12
"""Number of partial walks of the mummy that a hunter follows up (beam width)."""

_SPREAD: Final = 0.5
"""How far the mummy's weight of a space may differ from the assumed one."""


_THROWS: Final = 200
"""So many rolls of dice are tried to appraise a reroll."""


class _Prey(NamedTuple):
    """What the mummy may believe: how likely a hunter is on each space, and how close it is to them on each."""

    mass: Sequence[float]
    near: Mapping[int, float]


class Searcher:
    """See :class:`riverlight.games.bots.Adviser`: the mummy on seat 0, a hunter on every other."""

    def __init__(self, seat: Seat, seats: int, board: Board | None, options: Mapping[str, str], effort: Effort) -> None:
        assert board is not None  # noqa: S101  (Pyramid always has a board)
        self._seat = seat
        self._board = board
        self._effort = effort
        self._tools = Maze(board, options["reenter_safe"] == "on")
        respawn = maze.sarcophagus(board.core) if options["respawn"] == "dungeon" else maze.entrance(board.core)
        self._markers = 2 if seats == 2 else seats - 1
        self._belief = Belief(board, self._tools, self._markers, respawn, random.Random(seat))

    def watch(self, view: PyramidView) -> None:
        """Update the public knowledge of the hunters' positions."""
        self._belief.watch(view)

    def choose(self, view: HunterView, moves: Sequence[PyramidMove]) -> Choice:
        """Return the best of ``moves``."""
        best = self.appraise(view, moves)[0]
        return Choice(best.move, best.why)

    def appraise(self, view: HunterView, moves: Sequence[PyramidMove]) -> list[Appraisal]:
        """Return the value of each of ``moves``, in treasures or amulets, best first."""
        if self._seat == 0:
            found = self._appraise_steps(view, moves)
        elif moves[0].verb == "move":
            found = self._appraise_ends(view, moves)
        elif moves[0].verb in ("throw", "reset"):
            found = self._appraise_start(view, moves)
        else:
            found = self._appraise_dice(view, moves)
        return sorted(found, key=lambda each: -each.worth)

    # The mummy

    def _mass(self, view: PyramidView, but: int = -1) -> list[float]:
        """Return the probability of a hunter on each space, weighted by the value of catching it."""
        total = [0.0] * self._tools.core.n
        for marker in range(self._markers):
            if marker != but and view["amulets"][marker]:
                weight = self._weight(view, marker)
                total = [sum_ + weight * each for sum_, each in zip(total, self._belief.mass(marker), strict=True)]
        return total

    def _weight(self, view: PyramidView, marker: int) -> float:
        """Return the value of catching a hunter: the nearer it is to winning, the more."""
        return 1 + 0.15 * sum(player == marker for _, _, player in view["played"])

    def _appraise_steps(self, view: PyramidView, moves: Sequence[PyramidMove]) -> list[Appraisal]:
        mummy = self._board.index[view["mummy"]]
        mass = self._mass(view)
        near = nearness(self._tools, mass, mummy, view["steps_left"])
        directions = [-1 if move.direction is None else maze.DIRECTIONS.index(move.direction) for move in moves]

        def sample(chance: random.Random) -> list[float]:
            # The belief itself is sampled: each world adds noise to it.
            doubted = [each * (0.9 + 0.2 * chance.random()) for each in mass]
            walks = best_walks(self._tools, doubted, near, mummy, view["steps_left"])
            return [walks[direction].worth for direction in directions]

        effort = self._effort._replace(samples=min(self._effort.samples or 3, 3))
        why = text("Given the dice announced, this way is likeliest to meet a hunter.")
        return appraise(view, self._seat, [move.text for move in moves], why, sample, effort)

    # The hunters

    def _standing(self, view: HunterView, end: int, plays: bool, targets: Sequence[int]) -> float:
        """Return the value of standing on ``end`` to a hunter, ignoring the mummy."""
        marker = view["marker"] or 0
        played = sum(player == marker for _, _, player in view["played"])
        worth = 0.0
        left = [target for target in targets if not (plays and target == end)]
        if plays:
            worth += 1 + _LAST * played
        to_go = sorted(self._tools.away[end][target] for target in left)
        if to_go:
            worth -= _TURN * (max(to_go[0], 1) / _STEPS_A_TURN + 0.25 * sum(to_go[1:]) / _STEPS_A_TURN / len(to_go))
        elif not plays:
            worth -= 0.3 * (self._tools.core.kinds[end] == TREASURE)
        return worth

    def _prey(self, view: HunterView, mass: Sequence[float]) -> _Prey:
        return _Prey(mass, nearness(self._tools, mass, self._board.index[view["mummy"]], 3 + _DICE))

    def _believed(self, view: HunterView, faces: Sequence[int]) -> dict[int, _Prey]:
        """Return the mummy's possible belief after the hunter to act has moved by each of ``faces``."""
        marker = view["marker"] or 0
        mummy = self._board.index[view["mummy"]]
        weight, others = self._weight(view, marker), self._mass(view, but=marker)
        chance = random_of(view, self._seat)
        found = {}
        for face in faces:
            own = self._belief.after_die(marker, face, mummy, chance)
            mass = [weight * each + other for each, other in zip(own, others, strict=True)]
            found[face] = self._prey(view, mass)
        return found

    def _steps(self, view: HunterView, chance: random.Random) -> int:
        """Return how many steps the mummy may have after this round: its die, the dice set aside, and those to come."""
        aside: int = view["set_aside"]
        marker = view["marker"] or 0
        for space in view["hunters"][marker + 1 :]:
            if space is not None:
                aside += sum(chance.randrange(6) == 0 for _ in range(_DICE - aside))
        return chance.randint(1, 3) + aside

    def _threats(self, view: HunterView, believed: _Prey, steps: int, chance: random.Random) -> set[int]:
        """Return the spaces that the mummy would enter in ``steps`` steps, in one sampled walk."""
        mass = [each and each * (1 - _SPREAD + 2 * _SPREAD * chance.random()) for each in believed.mass]
        walks = best_walks(self._tools, mass, believed.near, self._board.index[view["mummy"]], steps, _FEW)
        return set(max(walks.values(), key=lambda walk: walk.worth).spaces)

    def _cost_of_catch(self, view: HunterView) -> float:
        """Return the cost to the hunters if the one to act is caught."""
        marker = view["marker"] or 0
        is_last = view["taken"] + 1 >= view["needed"] or view["amulets"][marker] <= 1
        return _CAUGHT * (2.5 if is_last else 1.0)

    def _danger_near(self, view: HunterView, end: int) -> float:
        """Return the chance that an uninformed mummy catches the hunter, by distance alone."""
        away = self._tools.away[self._board.index[view["mummy"]]][end]
        return 0.0 if away > 2 + view["set_aside"] else 0.25 / (1 + max(away - 1, 0))

    def _worth_of_end(
        self, view: HunterView, end: int, plays: bool, targets: Sequence[int], threats: set[int], steps: int
    ) -> float:
        worth = self._standing(view, end, plays, targets)
        if self._tools.core.kinds[end] >= ENTRANCE:
            return worth
        if plays:  # which reveals its space to the mummy
            away = self._tools.away[self._board.index[view["mummy"]]][end]
            caught = float(away <= steps)
        else:
            caught = 0.6 * (end in threats) + self._danger_near(view, end)
        return worth - caught * self._cost_of_catch(view)

    def _appraise_ends(self, view: HunterView, moves: Sequence[PyramidMove]) -> list[Appraisal]:
        face = _FACES[view["die"] or "1"]
        targets = wanted_treasures(self._board, view)
        index = self._board.index
        ends = [(index[str(move.space)], bool(move.plays)) for move in moves]
        plays_alone = not any(plays for _, plays in ends)
        # With option treasure=mandatory a treasure in reach is played.
        known = [(end, plays or (plays_alone and end in targets)) for end, plays in ends]

        believed = self._believed(view, [face])[face]

        def sample(chance: random.Random) -> list[float]:
            steps = self._steps(view, chance)
            threats = self._threats(view, believed, steps, chance)
            return [self._worth_of_end(view, end, plays, targets, threats, steps) for end, plays in known]

        why = text("There a treasure is near, and the mummy is unlikely to look.")
        return appraise(view, self._seat, [move.text for move in moves], why, sample, self._effort)

    def _free_ends(self, view: HunterView, face: int) -> list[int]:
        """Return the ends of a die for the hunter to act."""
        index = self._board.index
        hunters = bytes(NONE if space is None else index[space] for space in view["hunters"])
        mummy = index[view["mummy"]]
        return [*maze.die_ends(self._tools.core, hunters, view["marker"] or 0, mummy, face, self._tools.may_reenter)]

    def _appraise_dice(self, view: HunterView, moves: Sequence[PyramidMove]) -> list[Appraisal]:
        targets = wanted_treasures(self._board, view)
        ends = {face: self._free_ends(view, face) for face in (1, 2, 3, 4, maze.ARROW)}
        believed = self._believed(view, [*ends])

        options = [(face, end) for face in ends for end in ends[face]]

        def sample(chance: random.Random) -> list[float]:
            steps = self._steps(view, chance)
            threats = {face: self._threats(view, believed[face], steps, chance) for face in ends if ends[face]}
            return [
                self._worth_of_end(view, end, end in targets, targets, threats[face], steps) for face, end in options
            ]

        # The hunter chooses its end before the mummy walks: the best end on average, not the best one in each world.
        chance = random_of(view, self._seat)
        means = compare(len(options), sample, self._effort, chance).means if options else ()
        by_face = dict.fromkeys(ends, -2.0)
        for (face, _), worth in zip(options, means, strict=True):
            by_face[face] = max(by_face[face], worth)
        why = text("With these dice this leads nearest to a treasure, at the least risk.")
        return [Appraisal(move.text, self._worth_of_die(view, move, by_face, chance), why) for move in moves]

    def _worth_of_die(
        self, view: HunterView, move: PyramidMove, by_face: Mapping[int, float], chance: random.Random
    ) -> float:
        if move.die is not None:
            return by_face[_FACES[move.die]]
        if move.faces is None:
            return -0.1
        return sum(self._thrown_again(view, move.faces, by_face, chance) for _ in range(_THROWS)) / _THROWS

    @staticmethod
    def _thrown_again(
        view: HunterView, faces: Sequence[str], by_face: Mapping[int, float], chance: random.Random
    ) -> float:
        """Return the value of rolling ``faces`` again: the best die, less a step of the mummy for each mummy face."""
        kept = [*view["faces"]]
        for face in faces:
            kept.remove(face)
        thrown = [chance.randint(1, 6) for _ in faces]
        mummies = thrown.count(6)
        options = [by_face[face] for face in thrown if face != 6] + [by_face[_FACES[face]] for face in kept]
        return max(options, default=-0.4) - 0.12 * mummies

    def _appraise_start(self, view: HunterView, moves: Sequence[PyramidMove]) -> list[Appraisal]:
        index = self._board.index
        hunters = [None if space is None else index[space] for space in view["hunters"]]
        mummy = index[view["mummy"]]
        aside = view["set_aside"]
        everybody = [space for space in hunters if space is not None and self._tools.core.kinds[space] < ENTRANCE]

        believed = self._prey(view, self._mass(view))

        def caught(chance: random.Random, steps: int) -> float:
            walked = self._threats(view, believed, steps, chance)
            return sum(
                0.6 * (space in walked) + (0.15 if self._tools.away[mummy][space] <= steps else 0.0)
                for space in everybody
            )

        def sample(chance: random.Random) -> list[float]:
            later = chance.randint(1, 3)
            found = []
            for move in moves:
                if move.verb == "reset":
                    found.append(-_CAUGHT * caught(chance, aside) - _CAUGHT * caught(chance, later))
                elif move.verb == "throw":
                    more = sum(chance.randint(1, 6) == 6 for _ in range(_DICE - aside))
                    found.append(-_CAUGHT * caught(chance, later + aside + more) - 0.04 * aside * aside)
                else:
                    found.append(-0.8 - _CAUGHT * caught(chance, later + aside))
            return found

        why = text("So the mummy is least likely to catch a hunter.")
        return appraise(view, self._seat, [move.text for move in moves], why, sample, self._effort)
