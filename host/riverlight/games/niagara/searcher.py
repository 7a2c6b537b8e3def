"""A searching bot for Niagara: compares its moves against cards that others may have chosen, several rounds ahead."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from riverlight.boards import Board
from riverlight.games.bots import Appraisal, Choice, Effort
from riverlight.games.contract import Seat
from riverlight.games.niagara import moves as m
from riverlight.games.niagara import worlds, worth
from riverlight.games.niagara.state import NiagaraState
from riverlight.games.niagara.view import NiagaraSeatView
from riverlight.games.search import appraise
from riverlight.languages.text import text

__all__ = ["Searcher"]

_ROUNDS_AHEAD: Final = 3
_MOST_TRIED: Final = 10
"""Number of paddle moves to try, the best ones for the canoe itself."""


class Searcher:
    """See :class:`riverlight.games.bots.Adviser`."""

    def __init__(
        self, seat: Seat, seats: int, _board: Board | None, options: Mapping[str, str], effort: Effort
    ) -> None:
        self._seat = seat
        self._options = options
        self._effort = effort
        self._used = worlds.UsedCards(seats)

    def watch(self, view: NiagaraSeatView) -> None:
        """Remember the revealed cards."""
        self._used.watch(view)

    def choose(self, view: NiagaraSeatView, moves: Sequence[m.NiagaraMove]) -> Choice:
        """Return the best of ``moves``."""
        best = self.appraise(view, moves)[0]
        return Choice(best.move, best.why)

    def appraise(self, view: NiagaraSeatView, moves: Sequence[m.NiagaraMove]) -> list[Appraisal]:
        """Return the chance to win with each of ``moves``, best first; moves not worth searching come last."""
        start = worlds.position(view, self._seat, self._options, self._used)
        tried = self._worth_trying(start, [m.CODEC.parse(move.text) for move in moves])
        owner = start.owners[self._seat]

        def sample(chance: random.Random) -> list[float]:
            world = start.copy()
            worlds.seal_cards(world, self._seat, chance)
            seed = chance.getrandbits(62)
            found = []
            for move in tried:
                state = world.copy()
                state.apply(self._seat, move)
                worlds.go_on(state, _ROUNDS_AHEAD, random.Random(seed))
                found.append(worlds.chance_to_win(state, owner))
            return found

        texts = [m.CODEC.text(move) for move in tried]
        found = appraise(view, self._seat, texts, self._why(moves[0].verb), sample, self._effort)
        return sorted(found, key=lambda each: -each.worth)

    def _worth_trying(self, state: NiagaraState, moves: Sequence[int]) -> list[int]:
        """Return ``moves`` without the paddle moves that are bad for the canoe itself."""
        if len(moves) <= _MOST_TRIED:
            return [*moves]
        wants = worth.wanted(tuple(state.scored[5 * self._seat : 5 * self._seat + 5]))

        def gain(move: int) -> float:
            if move < m.CANOE:
                return 0.0
            canoe = 2 * self._seat + m.canoe_of(move)
            now = worth.canoe_worth(state.canoes[canoe], state.cargo[canoe], wants)
            return worth.move_worth(move, state.cargo[canoe], wants, state.cargo) - now

        return sorted(sorted(moves, key=gain, reverse=True)[:_MOST_TRIED])

    @staticmethod
    def _why(verb: str) -> str:
        if verb == "paddle":
            return text("This card does best against the cards that others can still have.")
        return text("This does best once the river has flowed and others have moved.")
