"""The people of a demo: they deal real cards, hold them, and choose with some sense, all by one seed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from riverlight.engines import generator
from riverlight.engines.chance import player_of
from riverlight.engines.contract import Seat
from riverlight.table.adaptor import Code
from riverlight.table.session import Table

__all__ = ["Players", "players_of"]


class Players(Protocol):
    """Choose for whoever is to act."""

    def choose(self, table: Table, seat: Seat) -> Code:
        """Return one of the codes of ``seat``."""


def players_of(game: str, seed: int) -> Players:
    """Return the people who play ``game`` in a demo."""
    return _CanyonPlayers(seed) if game == "canyon" else _ChancePlayers(seed)


class _ChancePlayers:
    """Take the moves of the game's chance player."""

    def __init__(self, seed: int) -> None:
        self._chance = generator.seeded(seed)

    def choose(self, table: Table, seat: Seat) -> Code:
        player, state = player_of(table.head.game), table.history.state
        codes = {code.move: code for code in reversed(table.codes(seat))}
        while True:
            self._chance, move = player(state, seat, self._chance)
            # Of two canoes of which it is all one which moves, only one has codes.
            if (text := state.move_text(move)) in codes:
                return codes[text]


class _CanyonPlayers:
    """Deal the fifty cards, bid what the hand promises, follow suit, and try to meet the pace."""

    _DECK: Final = [f"{suit}{number}" for suit in "RBGYV" for number in range(1, 11)]

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._hands: list[list[str]] = []

    def choose(self, table: Table, seat: Seat) -> Code:
        codes = table.codes(seat)
        word = codes[0].move.split()[0]
        if word == "trump":
            return self._deal(table, codes)
        if word in ("pace", "play") and table.head.options["entry"] == "cards":
            view = table.snapshot(seat)["view"]
            hand = view.get("hand") or self._hands[seat]
            wanted = self._pace(view, hand) if word == "pace" else self._card(view, seat, hand)
            return next(code for code in codes if code.label == wanted)
        return self._dice.choice(codes)

    def _deal(self, table: Table, codes: Sequence[Code]) -> Code:
        view = table.snapshot("table")["view"]
        deck = self._dice.sample(self._DECK, len(self._DECK))
        each = view["cards_each"]
        seats = len(table.head.names)
        self._hands = [deck[each * seat : each * (seat + 1)] for seat in range(seats)]
        turned_up = deck[each * seats]
        return next(code for code in codes if code.label == turned_up)

    def _pace(self, view: Mapping[str, Any], hand: Sequence[str]) -> str:
        good = sum(1 for card in hand if _number(card) >= 9 or (card[0] == view["trump"] and _number(card) >= 5))
        return str(max(0, min(good + self._dice.choice((-1, 0, 0, 0)), view["cards_each"])))

    def _card(self, view: Mapping[str, Any], seat: Seat, hand: list[str]) -> str:
        following = [card for card in hand if card[0] == view["led"]] or list(hand)
        wants_more = view["tricks"][seat] < view["paces"][seat]
        strengths = sorted(following, key=lambda card: (card[0] == view["trump"], _number(card), card))
        card = strengths[-1] if wants_more else strengths[0]
        if "hand" not in view:
            hand.remove(card)
        return card


def _number(card: str) -> int:
    return int(card[1:])
