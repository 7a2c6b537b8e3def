"""An easy bot for Niagara: brings gems ashore, keeps canoes from the fall, and looks one flow ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from riverlight.boards import Board
from riverlight.games.bots import Choice
from riverlight.games.contract import Seat
from riverlight.games.niagara import moves as m
from riverlight.games.niagara.turns import Turn, outcomes
from riverlight.games.niagara.view import NiagaraSeatView
from riverlight.languages.text import text
from shared_rules import niagara as river

_USUAL_FLOW = 2
"""The usual flow, assumed before anything is known."""


class Bot:
    """See :class:`riverlight.games.bots.Bot`."""

    def __init__(self, seat: Seat, _seats: int, _board: Board | None, options: Mapping[str, str]) -> None:
        self._seat = seat
        self._min_flow = int(options["min_flow"])

    def watch(self, view: NiagaraSeatView) -> None:
        """Do nothing: the current view has everything it needs."""

    def choose(self, view: NiagaraSeatView, moves: Sequence[m.NiagaraMove]) -> Choice:
        """Return the move for the current phase."""
        verb = moves[0].verb
        if verb == "paddle":
            return self._card(view, moves)
        if verb == "weather":
            return Choice(moves[0].text, text("A slower river is safer for canoes on the way home."))
        if verb == "buy":
            return Choice(self._cheapest(view, moves), text("A canoe is worth more than this gem."))
        return self._paddle(view, moves)

    def _card(self, view: NiagaraSeatView, moves: Sequence[m.NiagaraMove]) -> Choice:
        canoes, cargo, sites = _position(view)
        best = (-1_000, moves[0].text)
        for move in moves:
            if move.card == "cloud":
                worth = -8
            else:
                turns = outcomes(canoes, cargo, sites, self._seat, int(str(move.card)))
                worth = max(self._worth(turn, view) for turn in turns)
            best = max(best, (worth, move.text))
        return Choice(best[1], text("This card is best for the canoes."))

    def _paddle(self, view: NiagaraSeatView, moves: Sequence[m.NiagaraMove]) -> Choice:
        canoes, cargo, sites = _position(view)
        best = (-10_000, moves[0].text)
        for each in moves:
            if each.verb == "done":
                worth = self._worth(Turn((), tuple(canoes), tuple(cargo), tuple(sites), ()), view)
            else:
                move = m.CODEC.parse(each.text)
                after = (list(canoes), list(cargo), list(sites))
                scored = river.carry_out(m.plan_of(move), self._seat * 2 + m.canoe_of(move), *after)
                gems = () if scored == river.NO_GEM else (scored,)
                worth = self._worth(Turn((move,), tuple(after[0]), tuple(after[1]), tuple(after[2]), gems), view)
            best = max(best, (worth, each.text))
        return Choice(
            best[1], text("This brings a gem ashore, or a canoe nearer to one, out of reach of the waterfall.")
        )

    def _worth(self, turn: Turn, view: NiagaraSeatView) -> int:
        flow = self._expected_flow(view)
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

    def _expected_flow(self, view: NiagaraSeatView) -> int:
        weather: int = view["weather"]
        return max(self._min_flow, _USUAL_FLOW + weather)

    def _wanted(self, gem: int, view: NiagaraSeatView) -> int:
        """Return the value of another gem of this colour towards a goal (NIA-24)."""
        scored = view["scored"][self._seat]
        have = scored[river.COLOURS[gem]]
        return 6 * have if have else 8

    def _cheapest(self, view: NiagaraSeatView, moves: Sequence[m.NiagaraMove]) -> str:
        scored = view["scored"][self._seat]
        gems = [move for move in moves if move.colour is not None]
        counts = [scored[str(gem.colour)] for gem in gems]
        return gems[min(range(len(gems)), key=lambda at: -counts[at] if counts[at] > 1 else 1)].text


def _position(view: NiagaraSeatView) -> tuple[list[int], list[int], list[int]]:
    """Return canoes, cargo and sites of a view, as numbered in the rules."""
    canoes = [river.PLACE_NAMES.index(place) for pair in view["canoes"] for place in pair]
    cargo = [river.COLOURS.index(gem) if gem else river.NO_GEM for pair in view["cargo"] for gem in pair]
    sites = [view["sites"][site].get(gem, 0) for site in river.COLOURS for gem in river.COLOURS]
    return canoes, cargo, sites
