"""Players of a demonstration of Canyon: they deal and hold real cards, and choose sensibly, from one seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import cast

from riverlight.games.canyon.cards import CARD_TEXTS
from riverlight.games.canyon.view import CanyonSeatView, CanyonView
from riverlight.games.contract import SPECTATOR, Seat, State
from riverlight.games.interface import Code

__all__ = ["DemoPlayers"]


class DemoPlayers:
    """Deal the fifty cards, bid by the hand, follow suit, and try to meet the bid."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._hands: list[list[str]] = []

    def choose(self, state: State, seat: Seat, codes: Sequence[Code]) -> Code:
        """Return one of ``codes``, those of the seat's legal moves."""
        verb = codes[0].data.verb
        if verb == "trump":
            return self._deal(state, codes)
        if verb in ("pace", "play") and state.options["entry"] == "cards":
            view = cast("CanyonSeatView", state.view(seat))
            hand = view.get("hand") or self._hands[seat]
            wanted = self._pace(view, hand) if verb == "pace" else self._card(view, seat, hand)
            return next(code for code in codes if code.label == wanted)
        return self._dice.choice(codes)

    def _deal(self, state: State, codes: Sequence[Code]) -> Code:
        view = cast("CanyonView", state.view(SPECTATOR))
        deck = self._dice.sample(CARD_TEXTS, len(CARD_TEXTS))
        each = view["cards_each"]
        seats = state.seats
        self._hands = [deck[each * seat : each * (seat + 1)] for seat in range(seats)]
        turned_up = deck[each * seats]
        return next(code for code in codes if code.label == turned_up)

    def _pace(self, view: CanyonSeatView, hand: Sequence[str]) -> str:
        good = sum(1 for card in hand if _number(card) >= 9 or (card[0] == view["trump"] and _number(card) >= 5))
        return str(max(0, min(good + self._dice.choice((-1, 0, 0, 0)), view["cards_each"])))

    def _card(self, view: CanyonSeatView, seat: Seat, hand: list[str]) -> str:
        following = [card for card in hand if card[0] == view["led"]] or list(hand)
        wants_more = view["tricks"][seat] < (view["paces"][seat] or 0)
        strengths = sorted(following, key=lambda card: (card[0] == view["trump"], _number(card), card))
        card = strengths[-1] if wants_more else strengths[0]
        if "hand" not in view:
            hand.remove(card)
        return card


def _number(card: str) -> int:
    return int(card[1:])
