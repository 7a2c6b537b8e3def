"""Canyon's moves as integers, and as people write them.

``dealer 2``, ``draw``, ``first 1``, ``place a1``, ``deal``, ``trump R7`` or ``trump R``, ``pace 3``, ``play V10``,
``tricks 2``, ``move d3``, ``stay``, ``drift``. Seats are numbered from 0, spaces are named by the board.
"""

from __future__ import annotations

from riverlight.boards import Board
from riverlight.engines.canyon.cards import CARD_TEXTS, SUITS
from riverlight.errors import MoveTextError
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
    "is_canoe_move",
    "is_card",
    "is_pace",
    "is_place",
    "is_tricks",
    "move_text",
    "parse_move",
]

_QUOTED = 40

PACE_MOST = 10
"""The pace cards 0 to 4 add up to ten (CAN-6)."""

# A move is one of these or, where a word follows, its sum with a number. A card to play is the card itself.
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

_TEXT_OF: dict[int, str] = {DRAW: "draw", DEAL: "deal", STAY: "stay", DRIFT: "drift"}
_TEXT_OF.update({card: f"play {text}" for card, text in enumerate(CARD_TEXTS)})
_TEXT_OF.update({TRUMP_CARD + card: f"trump {text}" for card, text in enumerate(CARD_TEXTS)})
_TEXT_OF.update({TRUMP_SUIT + suit: f"trump {letter}" for suit, letter in enumerate(SUITS)})
_TEXT_OF.update({PACE + number: f"pace {number}" for number in range(PACE_MOST + 1)})
_TEXT_OF.update({TRICKS + number: f"tricks {number}" for number in range(PACE_MOST + 1)})
_TEXT_OF.update({DEALER + seat: f"dealer {seat}" for seat in range(6)})
_TEXT_OF.update({FIRST + seat: f"first {seat}" for seat in range(6)})

_MOVE_OF = {text: move for move, text in _TEXT_OF.items()}


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
    """Return whether ``move`` is one of a canoe in its turn."""
    return move >= MOVE or move in (STAY, DRIFT)


def move_text(move: int, board: Board) -> str:
    """Return ``move`` as people write it."""
    if move >= MOVE:
        return f"move {board.space_ids[move - MOVE]}"
    if move >= PLACE:
        return f"place {board.space_ids[move - PLACE]}"
    return _TEXT_OF[move]


def parse_move(written: str, board: Board) -> int:
    """Return the move that ``written`` means.

    Raises:
        MoveTextError: when it is no move of Canyon on this board.
    """
    words = written.split()
    move = _MOVE_OF.get(" ".join(words))
    if move is not None:
        return move
    if len(words) == 2 and words[0] in ("place", "move"):
        space = board.index.get(words[1])
        if space is None:
            came = repr(words[1])[:_QUOTED]
            message = text("The board {board} has no space {space}.", board=repr(board.id), space=came)
            raise MoveTextError(message)
        return (PLACE if words[0] == "place" else MOVE) + space
    message = text(
        "{came} is no move of Canyon; moves are written dealer 2, first 1, place a1, trump R7, trump R, "
        "pace 3, play V10, tricks 2, move d3, stay, drift, draw, deal.",
        came=repr(written)[:_QUOTED],
    )
    raise MoveTextError(message)
