"""Players of Pyramid: a mummy that follows what it may know, and hunters that keep away from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverlight.boards import Board
from riverlight.bots import Choice
from riverlight.engines.contract import Seat
from riverlight.engines.pyramid import aid
from riverlight.languages.text import text
from shared_rules import pyramid as maze
from shared_rules.board import ENTRANCE, TREASURE

_FAR = 99
_SCALE = 100_000
_DIRECTIONS = maze.DIRECTIONS


def distances(board: Board, start: int) -> list[int]:
    """Return the steps from ``start`` to every space, not through safe ones; ``_FAR`` where there is no way."""
    core = board.core
    found = [_FAR] * core.n
    found[start] = 0
    queue = [start]
    for space in queue:
        for other in core.around[space]:
            if found[other] == _FAR and core.kinds[other] < ENTRANCE:
                found[other] = found[space] + 1
                queue.append(other)
    return found


class Bot:
    """See :class:`riverlight.bots.Bot`: the mummy on seat 0, a hunter on every other."""

    def __init__(self, seat: Seat, seats: int, board: Board | None) -> None:
        assert board is not None  # noqa: S101  (Pyramid is always played on a board)
        self._seat = seat
        self._board = board
        markers = 2 if seats == 2 else seats - 1
        self._guesses = [aid.only(maze.entrance(board.core))] * markers
        self._told: tuple[object, ...] = ()
        self._played = 0
        self._amulets = [3] * markers

    def watch(self, view: Mapping[str, Any]) -> None:
        """Follow where each hunter can be, from what the mummy sees (PYR-19)."""
        if self._seat:
            return
        index, core = self._board.index, self._board.core
        told = (view["round"], view["marker"], view["die"])
        if view["die"] is not None and told != self._told:
            face = maze.ARROW if view["die"] == "arrow" else int(view["die"])
            marker = view["marker"]
            mummy = index[view["mummy"]]
            self._guesses[marker] = aid.after_die(core, self._guesses[marker], face, mummy, may_reenter=False)
        self._told = told
        for space, _, marker in view["played"][self._played :]:
            self._guesses[marker] = aid.only(index[space])
        self._played = len(view["played"])
        for marker, left in enumerate(view["amulets"]):
            if left < self._amulets[marker]:
                self._guesses[marker] = aid.only(maze.sarcophagus(core)) if left else 0
        self._amulets = list(view["amulets"])
        stepped_on = sum(1 << space for space in {index[space] for space in view["walk"]})
        self._guesses = [guess & ~stepped_on or guess for guess in self._guesses]

    def choose(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        """Return the move for the part of the turn that the game is in."""
        if self._seat == 0:
            return self._prowl(view, moves)
        word = moves[0].split()[0]
        if moves[0] == "throw" or "reset" in moves:
            return self._begin(view, moves)
        if word == "move":
            return self._move(view, moves)
        dice = [move for move in moves if move.startswith("die")]
        if dice:
            return self._die(view, dice)
        return Choice(moves[-1] if moves[-1].startswith("reroll") else moves[0], text("No die leads anywhere."))

    # The mummy

    def _prowl(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        core = self._board.core
        mummy = self._board.index[view["mummy"]]
        steps = view["steps_left"]
        weights = [0] * core.n
        for guess in self._guesses:
            spaces = aid.spaces(core, guess)
            for space in spaces:
                weights[space] += _SCALE // len(spaces)
        for space in range(core.n):
            if core.kinds[space] >= ENTRANCE:
                for outside in core.around[space]:
                    weights[outside] += weights[space] // (2 * len(core.around[space]))
        best, move = -1, moves[0]
        for step in moves:
            if step == "stop":
                continue
            space = core.neighbours[mummy * 4 + _DIRECTIONS.index(step.split()[1])]
            worth = self._trail(space, steps - 1, weights)
            if worth > best:
                best, move = worth, step
        return Choice(move, text("Hunters can be that way by the dice that they announced."))

    def _trail(self, start: int, steps: int, weights: list[int]) -> int:
        """Return how good it is to step on ``start`` with ``steps`` more to make: prey near it counts most."""
        away = distances(self._board, start)
        near = sum(weight // (1 + away[at]) for at, weight in enumerate(weights) if away[at] <= steps + 6)
        return weights[start] * 2 + near

    # The hunters

    def _begin(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        here = view["hunters"][view["marker"]]
        space = self._board.index[here]
        away = distances(self._board, self._board.index[view["mummy"]])[space]
        is_safe = self._board.core.kinds[space] >= ENTRANCE
        if "reset" in moves and view["set_aside"] >= 2 and (is_safe or away > view["set_aside"]):
            return Choice("reset", text("The mummy is too far away to use the dice that are set aside."))
        if "throw" in moves:
            return Choice("throw", text("There are dice enough."))
        return Choice(moves[0], text("Without dice there is nothing else."))

    def _targets(self, view: Mapping[str, Any]) -> list[int]:
        """Return the spaces of the cards in hand, or with real cards all treasures of a colour still held."""
        index = self._board.index
        cards = [index[space] for hand in view.get("cards", ()) for space, _ in hand]
        if cards:
            return cards
        holder = view["marker"] if len(view["held"]) > 1 else 0
        held = list(view["held"][holder].values())
        played = {index[space] for space, _, _ in view["played"]}
        core = self._board.core
        return [at for at in range(core.n) if core.kinds[at] == TREASURE and held[core.data[at]] and at not in played]

    def _worth(self, view: Mapping[str, Any], end: str) -> int:
        """Return how good it is for the hunter to stand on ``end``: near a treasure, away from the mummy."""
        space = self._board.index[end]
        away = distances(self._board, self._board.index[view["mummy"]])[space]
        to_go = distances(self._board, space)
        nearest = min((to_go[target] for target in self._targets(view)), default=0)
        reach = 3 + view["set_aside"]
        danger = 12 * (reach + 1 - away) if away <= reach else 0
        return (60 if nearest == 0 else -3 * nearest) - danger

    def _best_end(self, view: Mapping[str, Any], ends: Sequence[str]) -> tuple[int, str]:
        return max((self._worth(view, end), end) for end in ends)

    def _die(self, view: Mapping[str, Any], dice: Sequence[str]) -> Choice:
        ends = view["ends"]
        named = {move: "A" if move == "die arrow" else move.split()[1] for move in dice}
        move = max(dice, key=lambda die: self._best_end(view, ends[named[die]])[0])
        return Choice(move, text("This die leads nearest to a treasure at a safe distance."))

    def _move(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        playing = [move for move in moves if move.endswith(" play")]
        if playing:
            return Choice(playing[0], text("A treasure in hand is a treasure won."))
        _, end = self._best_end(view, [move.split()[1] for move in moves])
        return Choice(f"move {end}", text("That end is nearest to a treasure at a safe distance."))
