"""A player of Canyon: bids what its hand should win, then takes tricks up to its pace and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riverlight.boards import Board
from riverlight.bots import Choice
from riverlight.engines.contract import Seat
from riverlight.languages.text import plural, text

_TOP = 10
_PER_MILLE = 1000

_TRUMP_WINS = (200, 260, 330, 410, 500, 590, 690, 790, 890, 980)
_SIDE_WINS = (10, 20, 30, 50, 80, 130, 210, 330, 500, 740)
"""Per mille: how often a trump, or another card, of rank 1 to 10 takes its trick against three others."""


def _card(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


class Bot:
    """See :class:`riverlight.bots.Bot`. It needs cards dealt by the app: without a hand it can only guess."""

    def __init__(self, seat: Seat, seats: int, board: Board | None) -> None:
        assert board is not None  # noqa: S101  (Canyon is always played on a board)
        self._seat = seat
        self._seats = seats

    def watch(self, view: Mapping[str, Any]) -> None:
        """Remember nothing: all that counts stands in the view of the moment."""

    def choose(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        """Return the move for the phase that the game is in."""
        word = moves[0].split()[0]
        if word == "pace":
            return self._pace(view, moves)
        if word == "play":
            return self._play(view, moves)
        if word == "tricks":
            return Choice(moves[0], text("With real cards it can only guess."))
        return Choice(moves[len(moves) // 2], text("All these ends are as near to the village."))

    def _pace(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        hoped = sum(self._wins(card, view) for card in view.get("hand", ()))
        pace = min((hoped + _PER_MILLE // 2) // _PER_MILLE, len(view.get("hand", ())))
        wanted = f"pace {pace}"
        tricks = view["cards_each"]
        why = plural(
            "The hand should win {pace} of {n} trick.", "The hand should win {pace} of {n} tricks.", tricks, pace=pace
        )
        return Choice(wanted if wanted in moves else moves[0], why)

    def _wins(self, card: str, view: Mapping[str, Any]) -> int:
        """Return how often a card of the hand should take a trick, per mille."""
        suit, rank = _card(card)
        table = _TRUMP_WINS if suit == view["trump"] else _SIDE_WINS
        others = self._seats - 1
        won = table[rank - 1]
        lost = _PER_MILLE - won
        return max(0, _PER_MILLE - lost * (others + 1) // 4) if others > 3 else won

    def _play(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        pace = view["paces"][self._seat] or 0
        needs = pace - view["tricks"][self._seat]
        cards = [_card(move.split()[1]) for move in moves]
        trump = view["trump"]
        strength = [self._strength(card, trump, view["led"]) for card in cards]
        order = sorted(range(len(moves)), key=lambda at: strength[at])
        if not view["trick"]:
            if needs > 0:
                why = plural(
                    "{n} trick is still wanted: lead the strongest card.",
                    "{n} tricks are still wanted: lead the strongest card.",
                    needs,
                )
                return Choice(moves[order[-1]], why)
            return Choice(moves[order[0]], text("No more tricks are wanted: lead the weakest card."))
        best = max(self._strength(_card(laid), trump, view["led"]) for _, laid in view["trick"])
        winning = [at for at in order if strength[at] > best]
        losing = [at for at in order if strength[at] < best]
        is_last = len(view["trick"]) == self._seats - 1
        if needs > 0 and winning:
            at = winning[0] if is_last else winning[-1]
            why = plural(
                "{n} trick is still wanted: this card is ahead.",
                "{n} tricks are still wanted: this card is ahead.",
                needs,
            )
            return Choice(moves[at], why)
        if needs > 0:
            return Choice(moves[order[0]], text("The trick is lost: throw the weakest card."))
        if losing:
            return Choice(moves[losing[-1]], text("No more tricks are wanted: the strongest card that loses."))
        ahead = moves[order[-1] if is_last else order[0]]
        return Choice(ahead, text("No more tricks are wanted, but every card is ahead."))

    @staticmethod
    def _strength(card: tuple[str, int], trump: str, led: str | None) -> int:
        suit, rank = card
        if suit == trump:
            return 2 * _TOP + rank
        return _TOP + rank if led is None or suit == led else rank
