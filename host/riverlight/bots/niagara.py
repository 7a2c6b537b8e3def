"""A player of Niagara: brings gems ashore, keeps canoes from the fall, and looks one flow ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverlight.boards import Board
from riverlight.bots import Choice
from riverlight.engines.contract import Seat
from riverlight.engines.niagara import moves as m
from riverlight.engines.niagara.turns import Turn, outcomes
from riverlight.languages.text import text
from shared_rules import niagara as river

_USUAL_FLOW = 2
"""How far the river flows in most rounds, when nothing is known yet."""


class Bot:
    """See :class:`riverlight.bots.Bot`."""

    def __init__(self, seat: Seat, seats: int, board: Board | None) -> None:  # noqa: ARG002  (every river is the same)
        self._seat = seat

    def watch(self, view: Mapping[str, Any]) -> None:
        """Remember nothing: all that counts stands in the view of the moment."""

    def choose(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        """Return the move for the phase that the game is in."""
        word = moves[0].split()[0]
        if word == "paddle":
            return self._card(view, moves)
        if word == "weather":
            return Choice(moves[0], text("A slower river is kinder to canoes on their way home."))
        if word == "buy":
            return Choice(self._cheapest(view, moves), text("A canoe is worth more than this gem."))
        return self._paddle(view, moves)

    def _card(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        canoes, cargo, sites = _position(view)
        best = (-1_000, moves[0])
        for move in moves:
            card = move.split()[1]
            if card == "cloud":
                worth = -8
            else:
                turns = outcomes(canoes, cargo, sites, self._seat, int(card))
                worth = max(self._worth(turn, view) for turn in turns)
            best = max(best, (worth, move))
        return Choice(best[1], text("With this card the canoes fare best."))

    def _paddle(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        canoes, cargo, sites = _position(view)
        best = (-10_000, moves[0])
        for each in moves:
            if each == "done":
                worth = self._worth(Turn((), tuple(canoes), tuple(cargo), tuple(sites), ()), view)
            else:
                move = m.move_of(each)
                after = (list(canoes), list(cargo), list(sites))
                scored = river.carry_out(m.plan_of(move), self._seat * 2 + m.canoe_of(move), *after)
                gems = () if scored == river.NO_GEM else (scored,)
                worth = self._worth(Turn((move,), tuple(after[0]), tuple(after[1]), tuple(after[2]), gems), view)
            best = max(best, (worth, each))
        return Choice(best[1], text("It brings a gem ashore, or a canoe nearer to one, out of reach of the fall."))

    def _worth(self, turn: Turn, view: Mapping[str, Any]) -> int:
        flow = max(0, _USUAL_FLOW + view["weather"])
        worth = sum(100 + self._wanted(gem, view) for gem in turn.scored)
        for canoe in (self._seat * 2, self._seat * 2 + 1):
            place = turn.canoes[canoe]
            depth = river.DEPTH[place] + (flow if river.SHORE < place < river.LOST else 0)
            if place == river.LOST:
                worth -= 60
            elif depth > 7:
                worth -= 25
            if turn.cargo[canoe] != river.NO_GEM:
                worth += 60 + self._wanted(turn.cargo[canoe], view) - 5 * depth
            elif river.SHORE < place < river.LOST:
                worth += 4 - abs(river.DEPTH[place] - 3)
        return worth

    def _wanted(self, gem: int, view: Mapping[str, Any]) -> int:
        """Return what another gem of this colour is worth towards a goal (NIA-24)."""
        scored = view["scored"][self._seat]
        have = scored[river.COLOURS[gem]]
        return 6 * have if have else 8

    def _cheapest(self, view: Mapping[str, Any], moves: Sequence[str]) -> str:
        scored = view["scored"][self._seat]
        colours = [move for move in moves if move != "keep"]
        return min(colours, key=lambda move: -scored[move.split()[1]] if scored[move.split()[1]] > 1 else 1)


def _position(view: Mapping[str, Any]) -> tuple[list[int], list[int], list[int]]:
    """Return canoes, cargo and sites of a view, as the rules number them."""
    canoes = [river.PLACE_NAMES.index(place) for pair in view["canoes"] for place in pair]
    cargo = [river.COLOURS.index(gem) if gem else river.NO_GEM for pair in view["cargo"] for gem in pair]
    sites = [view["sites"][site].get(gem, 0) for site in river.COLOURS for gem in river.COLOURS]
    return canoes, cargo, sites
