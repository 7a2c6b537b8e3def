"""Games between bots and chance: whoever has no bot moves at random."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from riverlight.boards import Board, shipped
from riverlight.bots import Bot, bot_for
from riverlight.engines.contract import TABLE, Game, Seat, State

__all__ = ["bots_for", "play_match"]

_GAMES_WITH_BOARD = frozenset({"canyon", "pyramid"})


def bots_for(game: Game, state: State, seats: Collection[Seat]) -> dict[Seat, Bot]:
    """Return a fresh bot for each of ``seats`` in a game on the shipped board."""
    board: Board | None = shipped(game.name) if game.name in _GAMES_WITH_BOARD else None
    return {seat: bot_for(game.name, seat, state.seats, board) for seat in seats}


def play_match(state: State, bots: Mapping[Seat, Bot], choose: random.Random) -> int:
    """Play ``state`` to its end and return how many decisions were made, the app's own moves not counted."""
    decisions = 0
    while acting := state.to_act():
        automatic = state.automatic()
        if automatic is not None:
            state.apply(TABLE, automatic)
        else:
            seat = acting[0]
            legal = state.legal(seat)
            bot = bots.get(seat)
            if bot is None:
                move = choose.choice(legal)
            else:
                texts = [state.move_text(each) for each in legal]
                move = legal[texts.index(bot.choose(state.view(seat), texts).move)]
            state.apply(seat, move)
            decisions += 1
        for seat, bot in bots.items():
            bot.watch(state.view(seat))
    return decisions
