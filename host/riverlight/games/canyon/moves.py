"""Canyon's moves as integers and as text.

``dealer 2``, ``draw``, ``first 1``, ``place a1``, ``deal``, ``trump R7`` or ``trump R``, ``pace 3``, ``play V10``,
``tricks 2``, ``move d3``, ``stay``, ``drift``. Seats are numbered from 0, spaces are named by the board.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from riverlight.boards import Board
from riverlight.errors import MoveTextError
from riverlight.games.canyon.cards import CARD_TEXTS, SUITS
from riverlight.games.contract import move_words
from riverlight.languages.text import text

__all__ = [
    "DEAL",
    "DEALER",
    "DRAW",
    "DRIFT",
    "FIRST",
    "MOVE",
    "PACE",
    "PACE_MOST",
    "PLACE",
    "STAY",
    "TRICKS",
    "TRUMP_CARD",
    "TRUMP_SUIT",
    "CanyonCodec",
    "CanyonMove",
    "is_canoe_move",
    "is_card",
    "is_pace",
    "is_place",
    "is_tricks",
]

_QUOTED = 40

PACE_MOST = 10
"""The pace cards 0 to 4 add up to ten (CAN-6)."""

# A move is one of these, or the sum of one and its argument. Playing a card is the card itself.
TRUMP_CARD = 64  # + card
TRUMP_SUIT = 128  # + suit
PACE = 144  # + pace
TRICKS = 160  # + tricks won
DEALER = 176  # + seat
FIRST = 184  # + seat
DRAW = 192
DEAL = 193
STAY = 194
DRIFT = 195
PLACE = 256  # + space
MOVE = 512  # + space


class CanyonMove(NamedTuple):
    """A move as data; fields that its verb does not use are None. A trump has its card or only its suit."""

    text: str
    verb: str
    card: str | None = None
    suit: str | None = None
    number: int | None = None
    seat: int | None = None
    space: str | None = None


_DATA_OF: Final[dict[int, CanyonMove]] = {
    **{
        move: CanyonMove(verb, verb)
        for move, verb in ((DRAW, "draw"), (DEAL, "deal"), (STAY, "stay"), (DRIFT, "drift"))
    },
    **{card: CanyonMove(f"play {name}", "play", card=name) for card, name in enumerate(CARD_TEXTS)},
    **{TRUMP_CARD + card: CanyonMove(f"trump {name}", "trump", card=name) for card, name in enumerate(CARD_TEXTS)},
    **{TRUMP_SUIT + number: CanyonMove(f"trump {suit}", "trump", suit=suit) for number, suit in enumerate(SUITS)},
    **{
        first + number: CanyonMove(f"{verb} {number}", verb, number=number)
        for first, verb in ((PACE, "pace"), (TRICKS, "tricks"))
        for number in range(PACE_MOST + 1)
    },
    **{
        first + seat: CanyonMove(f"{verb} {seat}", verb, seat=seat)
        for first, verb in ((DEALER, "dealer"), (FIRST, "first"))
        for seat in range(6)
    },
}
_MOVE_OF: Final = {data.text: move for move, data in _DATA_OF.items()}


def is_card(move: int) -> bool:
    """Return whether ``move`` plays a card."""
    return 0 <= move < len(CARD_TEXTS)


def is_pace(move: int) -> bool:
    """Return whether ``move`` shows a pace."""
    return PACE <= move <= PACE + PACE_MOST


def is_tricks(move: int) -> bool:
    """Return whether ``move`` enters tricks won."""
    return TRICKS <= move <= TRICKS + PACE_MOST


def is_place(move: int) -> bool:
    """Return whether ``move`` places a canoe."""
    return PLACE <= move < MOVE


def is_canoe_move(move: int) -> bool:
    """Return whether ``move`` is a canoe's move in its turn."""
    return move >= MOVE or move in (STAY, DRIFT)


class CanyonCodec:
    """See :class:`riverlight.games.contract.Codec`; spaces are those of ``board``."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._data_of = dict(_DATA_OF)
        for space, name in enumerate(board.space_ids):
            self._data_of[PLACE + space] = CanyonMove(f"place {name}", "place", space=name)
            self._data_of[MOVE + space] = CanyonMove(f"move {name}", "move", space=name)

    def is_move(self, move: object) -> bool:
        """Return whether ``move``, any value, is a move of Canyon, legal or not."""
        return type(move) is int and move in self._data_of

    def data(self, move: int) -> CanyonMove:
        """Return ``move`` as data."""
        return self._data_of[move]

    def text(self, move: int) -> str:
        """Return ``move`` as text."""
        return self._data_of[move].text

    def parse(self, written: object) -> int:
        """Parse a move, legal or not.

        Raises:
            MoveTextError: it is not a move of Canyon on this board.
        """
        words = move_words(written)
        move = _MOVE_OF.get(" ".join(words))
        if move is not None:
            return move
        if len(words) == 2 and words[0] in ("place", "move"):
            space = self._board.index.get(words[1])
            if space is None:
                came = repr(words[1])[:_QUOTED]
                message = text("The board {board} has no space {space}.", board=repr(self._board.id), space=came)
                raise MoveTextError(message)
            return (PLACE if words[0] == "place" else MOVE) + space
        message = text(
            "{came} is not a move of Canyon. Moves are written dealer 2, first 1, place a1, trump R7, trump R, pace "
            "3, play V10, tricks 2, move d3, stay, drift, draw, deal.",
            came=repr(written)[:_QUOTED],
        )
        raise MoveTextError(message)
