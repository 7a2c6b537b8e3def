"""Turn a game of Canyon that the app dealt into what people would have entered, had they held those cards."""

from __future__ import annotations

from collections.abc import Iterable

from riverlight.games.canyon.cards import CARD_TEXTS
from riverlight.games.canyon.state import CanyonState
from riverlight.games.contract import TABLE


def reentered(state: CanyonState, moves: Iterable[tuple[int, int]], entry: str) -> list[tuple[int, str]]:
    """Play ``moves`` from the fresh ``state`` and return the moves of the same game with real cards.

    Args:
        state: a fresh game with option cards=app; it is played.
        moves: seats and moves, the app's own among them.
        entry: the option entry of the game to return, ``"cards"`` or ``"tricks"``.
    """
    entered: list[tuple[int, str]] = []
    for seat, move in moves:
        text = state.move_text(move)
        state.apply(seat, move)
        word = text.split()[0]
        if word == "draw":
            if state.dealer >= 0:
                entered.append((TABLE, f"dealer {state.dealer}"))
        elif word == "deal":
            if entry == "cards":
                entered.append((TABLE, f"trump {CARD_TEXTS[state.trump_card]}"))
        elif word == "play" and entry == "tricks":
            if len(state.history) == state.cards_each:
                order = [(state.start_seat + place) % state.seats for place in range(state.seats)]
                entered.extend((each, f"tricks {state.tricks[each]}") for each in order)
        else:
            entered.append((seat, text))
    return entered
