"""A searching bot for Canyon: chooses bids and cards by sampled deals, and canoe moves by the race."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from riverlight.boards import Board
from riverlight.games.bots import Appraisal, Choice, Effort
from riverlight.games.canyon import movement, playout
from riverlight.games.canyon.bot import Bot as EasyBot
from riverlight.games.canyon.bot import expected_tricks
from riverlight.games.canyon.cards import CARD_NUMBERS, SUITS
from riverlight.games.canyon.knowledge import Knowledge
from riverlight.games.canyon.moves import CanyonMove
from riverlight.games.canyon.options import Setup
from riverlight.games.canyon.position import MOVE, NO_PACE, NOT_HOME
from riverlight.games.canyon.race import Race
from riverlight.games.canyon.state import CanyonState
from riverlight.games.canyon.view import CanyonSeatView
from riverlight.games.contract import Seat
from riverlight.games.search import appraise
from riverlight.languages.text import text
from shared_rules.board import NONE

__all__ = ["Searcher"]

_AROUND: Final = 3
"""Bids farther from the hand's expected tricks are not tried."""


class Searcher:
    """See :class:`riverlight.games.bots.Adviser`. With real cards, it has no hand and plays like the easy bot."""

    def __init__(self, seat: Seat, seats: int, board: Board | None, options: Mapping[str, str], effort: Effort) -> None:
        assert board is not None  # noqa: S101  (Canyon always has a board)
        self._seat = seat
        self._seats = seats
        self._effort = effort
        self._setup = Setup.read(options, seats, 0, board)
        self._index = board.index
        self._easy = EasyBot(seat, seats, board, options)
        self._race = Race(self._setup)
        self._known = Knowledge(seats)

    def watch(self, view: CanyonSeatView) -> None:
        """Remember the cards played."""
        self._known.watch(view)

    def choose(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> Choice:
        """Return the best of ``moves``."""
        best = self.appraise(view, moves)[0]
        return Choice(best.move, best.why)

    def appraise(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> list[Appraisal]:
        """Return the chance to win with each of ``moves``, best first; moves not worth searching come last."""
        verb = moves[0].verb
        has_hand = bool(view.get("hand"))
        if verb == "pace" and has_hand:
            found = self._appraise_paces(view, moves)
        elif verb == "play" and has_hand:
            found = self._appraise_cards(view, moves)
        elif verb in ("move", "stay", "drift"):
            found = self._appraise_ends(view, moves)
        elif verb == "place":
            found = self._appraise_starts(moves)
        else:
            easy = self._easy.choose(view, moves)
            found = [Appraisal(easy.move, 0.0, easy.why)]
        return sorted(found, key=lambda each: -each.worth)

    # Bids and cards

    def _appraise_paces(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> list[Appraisal]:
        seat, seats, cards_each = self._seat, self._seats, view["cards_each"]
        trump = SUITS.index(str(view["trump"]))
        hoped = expected_tricks([CARD_NUMBERS[name] for name in view["hand"]], trump, seats)
        tried = [
            int(move.number or 0)
            for move in moves
            if (move.number or 0) <= cards_each and abs((move.number or 0) - hoped) <= _AROUND
        ]
        weigh = self._weights_after(view)
        leader = view["start_seat"] or 0

        def sample(chance: random.Random) -> list[float]:
            deal = self._known.deal(view, seat, chance)
            paces = [
                self._guess_pace(cards, trump) if shown is None else shown
                for cards, shown in zip(deal, view["paces"], strict=True)
            ]
            found = []
            for pace in tried:
                paces[seat] = pace
                won = playout.play_out([[*cards] for cards in deal], trump, leader, (), paces, [0] * seats)
                found.append(self._chance_to_win(weigh, paces, won))
            return found

        why = text("This pace does best in the deals that fit what is known.")
        return appraise(view, seat, [f"pace {pace}" for pace in tried], why, sample, self._effort)

    def _guess_pace(self, cards: Sequence[int], trump: int) -> int:
        return min(int(expected_tricks(cards, trump, self._seats) + 0.5), len(cards))

    def _appraise_cards(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> list[Appraisal]:
        seat = self._seat
        trump = SUITS.index(str(view["trump"]))
        table = [CARD_NUMBERS[str(card)] for _, card in view["trick"]]
        leader = int(view["trick"][0][0]) if table else seat
        paces = [pace or 0 for pace in view["paces"]]
        weigh = self._weights_after(view)
        cards = [CARD_NUMBERS[str(move.card)] for move in moves]

        def sample(chance: random.Random) -> list[float]:
            deal = self._known.deal(view, seat, chance)
            found = []
            for card in cards:
                hands = [[*each] for each in deal]
                hands[seat].remove(card)
                won = playout.play_out(hands, trump, leader, [*table, card], paces, view["tricks"])
                found.append(self._chance_to_win(weigh, paces, won))
            return found

        why = text("This card does best in the deals that fit what is known.")
        return appraise(view, seat, [move.text for move in moves], why, sample, self._effort)

    def _weights_after(self, view: CanyonSeatView) -> Callable[[Seat, int, int], float]:
        """Return a function (seat, pace, won) → the weight of the seat's position in the race."""
        spaces = [self._index[str(space)] for space in view["canoes"]]
        step, cards = self._setup.step_after(view["step"]), view["cards_each"]
        known: dict[tuple[int, int], list[float]] = {}

        def weight(seat: Seat, pace: int, won: int) -> float:
            if (seat, pace) not in known:
                known[seat, pace] = self._race.weights(spaces[seat], pace, cards, step)
            return known[seat, pace][won]

        return weight

    def _chance_to_win(
        self, weigh: Callable[[Seat, int, int], float], paces: Sequence[int], won: Sequence[int]
    ) -> float:
        own = weigh(self._seat, paces[self._seat], won[self._seat])
        return own / sum(weigh(seat, paces[seat], won[seat]) for seat in range(self._seats))

    # Canoes

    def _appraise_starts(self, moves: Sequence[CanyonMove]) -> list[Appraisal]:
        distance = self._setup.distance
        why = text("This start is nearest to the village.")
        return [Appraisal(move.text, -float(distance[self._index[str(move.space)]]), why) for move in moves]

    def _appraise_ends(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> list[Appraisal]:
        why = text("From there the canoe is ahead in the race, or in the way of others.")
        return [Appraisal(move.text, self._race_after(view, move.text), why) for move in moves]

    def _race_after(self, view: CanyonSeatView, move: str) -> float:
        """Return the chance to win after the other canoes of this round have moved as far as they can."""
        state = self._position(view)
        state.apply(self._seat, state.parse_move(move))
        while state.phase == MOVE:
            legal = state.legal(state.turn)
            state.apply(state.turn, legal[len(legal) // 2])
        step = self._setup.step_after(view["step"])
        distance = self._setup.distance
        weights = [
            self._race.weight(distance[space], max(surplus, 0), step)
            for space, surplus in zip(state.canoes, state.surplus, strict=True)
        ]
        return weights[self._seat] / sum(weights)

    def _position(self, view: CanyonSeatView) -> CanyonState:
        """Return the position of the view; only canoes matter, which are public."""
        state = CanyonState(self._setup)
        state.round, state.step, state.cards_each = view["round"], view["step"], view["cards_each"]
        state.dealer, state.start_seat = view["dealer"] or 0, view["start_seat"] or 0
        state.canoes = [NONE if space is None else self._index[space] for space in view["canoes"]]
        state.paces = [NO_PACE if pace is None else pace for pace in view["paces"]]
        state.tricks = [*view["tricks"]]
        movement.begin(state)
        state.turn = self._seat
        state.spent = sum(1 << seat for seat, has_moved in enumerate(view["moved"]) if has_moved)
        # Others' surplus is not shown; it is their points beyond the landing.
        state.surplus = [NOT_HOME if space is None else 0 for space in view["home"]]
        return state
