"""Canyon's key codes: a code for each legal move, and why other keys are refused.

Suits are ``A`` red, ``B`` blue, ``C`` green, ``D`` yellow, ``*`` violet, then the number, ``0`` for ten; trump without
a number is the suit and ``*``. A pace or tricks won are a digit, ``*`` for ten. Seats, starts and ends are numbered
from 1, with two digits each if there are more than nine; a single possible move is 1.
"""

from __future__ import annotations

from typing import Final, cast

from riverlight.errors import IllegalMove
from riverlight.games.canyon import moves, position
from riverlight.games.canyon.cards import CARD_TEXTS, SUITS
from riverlight.games.canyon.legend import SUIT_HELP, SUIT_KEYS, TEN_KEY
from riverlight.games.canyon.moves import CanyonMove
from riverlight.games.canyon.names import SUIT_NAMES
from riverlight.games.canyon.state import CanyonState
from riverlight.games.contract import Seat, State
from riverlight.games.interface import Code, refusal_of
from riverlight.games.seats import LETTERS
from riverlight.languages.text import listed, text

__all__ = ["codes", "explain", "private"]

_SUIT_OF_KEY: Final = {key: suit for suit, key in SUIT_KEYS.items()}

_ALONE: Final = {"stay": text("stay"), "drift": text("drift")}


def codes(state: State, seat: Seat) -> tuple[Code, ...]:
    """Return a code for each legal move of ``seat``."""
    game = cast("CanyonState", state)
    legal = [game.move_data(move) for move in game.legal(seat)]
    digits = 2 if len(legal) > 9 else 1
    return tuple(_code(move, number, digits) for number, move in enumerate(legal, start=1))


def _code(move: CanyonMove, number: int, digits: int) -> Code:
    """Return the code of ``move``, which has ``number`` in a list numbered with ``digits`` digits."""
    if move.space is not None:
        return Code(f"{number:0{digits}}", move, str(number), move.space)
    if move.suit is not None:
        return Code(SUIT_KEYS[move.suit] + "*", move, move.suit)
    if move.card is not None:
        return Code(SUIT_KEYS[move.card[0]] + move.card[-1], move, move.card)
    if move.number is not None:
        return Code(TEN_KEY if move.number == 10 else str(move.number), move, str(move.number))
    if move.seat is not None:
        return Code(str(move.seat + 1), move, LETTERS[move.seat])
    return Code("1", move, _ALONE[move.verb])  # the only legal move


def explain(state: State, seat: Seat, keys: str) -> IllegalMove | None:
    """Return why no legal move of ``seat`` starts with ``keys``."""
    game = cast("CanyonState", state)
    phase = game.phase
    if phase in (position.TRICKS, position.TRUMP):
        return _explain_card(game, seat, keys)
    if phase in (position.PACE, position.ENTRY) and keys in "0123456789*":
        first = moves.PACE if phase == position.PACE else moves.TRICKS
        return refusal_of(game, seat, first + (10 if keys == TEN_KEY else int(keys)))
    free = listed([code.keys for code in codes(game, seat)])
    if phase == position.PLACE:
        return IllegalMove("CAN-3", text("There is no start space {keys}: choose {free}.", keys=keys, free=free))
    if phase == position.MOVE and moves.STAY not in (legal := game.legal(seat)) and moves.DRIFT not in legal:
        return IllegalMove("CAN-15", text("There is no destination {keys}: choose {free}.", keys=keys, free=free))
    return None


def private(state: State, seat: Seat) -> IllegalMove | None:
    """Return why ``seat`` cannot enter on the common keypad: its legal cards from the app would show its hand."""
    game = cast("CanyonState", state)
    if not game.setup.is_app or game.phase != position.TRICKS or not game.legal(seat):
        return None
    return IllegalMove("CAN-24", text("Play cards from a hidden hand on your own page."))


def _explain_card(state: CanyonState, seat: Seat, keys: str) -> IllegalMove | None:
    is_trump = state.phase == position.TRUMP
    clause = "CAN-5" if is_trump else "CAN-7"
    suit = _SUIT_OF_KEY.get(keys[0])
    if suit is None:
        return IllegalMove(clause, text("Expected a suit first ({suits}), got {keys}.", suits=SUIT_HELP, keys=keys))
    if len(keys) == 1:
        if not state.setup.is_app:
            return IllegalMove("CAN-8", text("All {suit} cards have been seen in this round.", suit=SUIT_NAMES[suit]))
        playable = listed([CARD_TEXTS[card] for card in state.legal(seat)])
        return IllegalMove(
            "CAN-7",
            text(
                "No {suit} card can be played now: choose {playable}.",
                suit=SUIT_NAMES[suit],
                playable=playable,
            ),
        )
    if keys[1] not in "0123456789":
        needed = text("its number, 0 for ten")
        wanted = text("{number}, or * for the suit alone", number=needed) if is_trump else needed
        return IllegalMove(clause, text("After the suit, expected {wanted}; got {keys}.", wanted=wanted, keys=keys[1]))
    card = 10 * SUITS.index(suit) + (int(keys[1]) - 1) % 10
    return refusal_of(state, seat, moves.TRUMP_CARD + card if is_trump else card)
