"""An easy bot for Canyon: bids what its hand should win, then tries to take exactly that many tricks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from riverlight.boards import Board
from riverlight.games.bots import Choice
from riverlight.games.canyon.moves import CanyonMove
from riverlight.games.canyon.view import CanyonSeatView
from riverlight.games.contract import Seat
from riverlight.languages.text import plural, text

__all__ = ["Bot", "expected_tricks"]

_TOP = 10
_PER_MILLE = 1000

_TRUMP_WINS = (200, 260, 330, 410, 500, 590, 690, 790, 890, 980)
_SIDE_WINS = (10, 20, 30, 50, 80, 130, 210, 330, 500, 740)
"""Per mille: how often a trump, or another card, of rank 1 to 10 wins its trick against three others."""


_WINS = tuple(
    tuple(
        tuple(
            max(0.0, 1 - (_PER_MILLE - wins) * max(1.0, (others + 1) / 4) / _PER_MILLE)
            for suit in range(5)
            for wins in (_TRUMP_WINS if suit == trump else _SIDE_WINS)
        )
        for trump in range(5)
    )
    for others in range(6)
)


def expected_tricks(cards: Iterable[int], trump: int, seats: int) -> float:
    """Return the expected number of tricks of a hand against ``seats`` - 1 others, from its cards' average wins.

    Args:
        cards: the hand, as numbered in ``canyon.cards``.
        trump: the trump suit.
        seats: the number of players.
    """
    wins = _WINS[seats - 1][trump]
    return sum(wins[card] for card in cards)


def _card(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


class Bot:
    """See :class:`riverlight.games.bots.Bot`. Without a hand dealt by the app it can only guess.

    House rules change what is legal and how far points lead, but not its evaluation.
    """

    def __init__(self, seat: Seat, seats: int, board: Board | None, _options: Mapping[str, str]) -> None:
        assert board is not None  # noqa: S101  (Canyon always has a board)
        self._seat = seat
        self._seats = seats

    def watch(self, view: CanyonSeatView) -> None:
        """Do nothing: the current view has everything it needs."""

    def choose(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> Choice:
        """Return the move for the current phase."""
        verb = moves[0].verb
        if verb == "pace":
            return self._pace(view, moves)
        if verb == "play":
            return self._play(view, moves)
        if verb == "tricks":
            return Choice(moves[0].text, text("With real cards, the computer can only guess."))
        return Choice(moves[len(moves) // 2].text, text("All these spaces are equally near to the village."))

    def _pace(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> Choice:
        hoped = sum(self._wins(card, view) for card in view.get("hand", ()))
        pace = min((hoped + _PER_MILLE // 2) // _PER_MILLE, len(view.get("hand", ())))
        tricks = view["cards_each"]
        why = plural(
            "The hand should win {pace} of {n} trick.", "The hand should win {pace} of {n} tricks.", tricks, pace=pace
        )
        wanted = next((move for move in moves if move.number == pace), moves[0])
        return Choice(wanted.text, why)

    def _wins(self, card: str, view: CanyonSeatView) -> int:
        """Return how often a card of the hand should win a trick, per mille."""
        suit, rank = _card(card)
        table = _TRUMP_WINS if suit == view["trump"] else _SIDE_WINS
        others = self._seats - 1
        won = table[rank - 1]
        lost = _PER_MILLE - won
        return max(0, _PER_MILLE - lost * (others + 1) // 4) if others > 3 else won

    def _play(self, view: CanyonSeatView, moves: Sequence[CanyonMove]) -> Choice:
        pace = view["paces"][self._seat] or 0
        needs = pace - view["tricks"][self._seat]
        cards = [_card(str(move.card)) for move in moves]
        trump = view["trump"]
        strength = [self._strength(card, trump, view["led"]) for card in cards]
        order = sorted(range(len(moves)), key=lambda at: strength[at])
        if not view["trick"]:
            if needs > 0:
                why = plural(
                    "{n} more trick is needed: lead the strongest card.",
                    "{n} more tricks are needed: lead the strongest card.",
                    needs,
                )
                return Choice(moves[order[-1]].text, why)
            return Choice(moves[order[0]].text, text("No more tricks are needed: lead the weakest card."))
        best = max(self._strength(_card(str(laid)), trump, view["led"]) for _, laid in view["trick"])
        winning = [at for at in order if strength[at] > best]
        losing = [at for at in order if strength[at] < best]
        is_last = len(view["trick"]) == self._seats - 1
        if needs > 0 and winning:
            at = winning[0] if is_last else winning[-1]
            why = plural(
                "{n} more trick is needed: this card would win.",
                "{n} more tricks are needed: this card would win.",
                needs,
            )
            return Choice(moves[at].text, why)
        if needs > 0:
            return Choice(moves[order[0]].text, text("This trick cannot be won: discard the weakest card."))
        if losing:
            return Choice(
                moves[losing[-1]].text, text("No more tricks are needed: play the strongest card that loses.")
            )
        ahead = moves[order[-1] if is_last else order[0]]
        return Choice(ahead.text, text("No more tricks are needed, but every card would win."))

    @staticmethod
    def _strength(card: tuple[str, int], trump: str | None, led: str | None) -> int:
        suit, rank = card
        if suit == trump:
            return 2 * _TOP + rank
        return _TOP + rank if led is None or suit == led else rank
