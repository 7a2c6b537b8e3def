"""Games that nobody sits at: played to their end by bots, and by chance where a seat has none."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from riverlight.boards import shipped
from riverlight.bots import Bot, bot_for, choice_of
from riverlight.engines.chance import ChancePlayer, uniform
from riverlight.engines.contract import TABLE, Game, Seat, State

__all__ = ["bots_for", "play_out"]


def bots_for(game: Game, state: State, seats: Collection[Seat]) -> dict[Seat, Bot]:
    """Return a fresh bot for each of ``seats`` in a game on the shipped board."""
    board = shipped(game.name)
    return {seat: bot_for(game.name, seat, state.seats, board) for seat in seats}


def play_out(state: State, bots: Mapping[Seat, Bot], player: ChancePlayer, choose: random.Random) -> int:
    """Play ``state`` to its end, each seat by its bot; by ``player`` where it has none.

    Returns:
        How many decisions were taken: all moves but those that the app makes by itself.
    """
    decisions = 0
    chance = choose.random
    drawn = choose.getrandbits(64)
    is_uniform = player is uniform  # which is quicker by the standard library's generator
    while True:
        automatic = state.automatic()
        if automatic is not None:
            state.apply(TABLE, automatic)
        elif acting := state.to_act():
            seat = acting[0] if len(acting) == 1 else acting[int(chance() * len(acting))]
            if seat in bots:
                move = state.parse_move(choice_of(bots[seat], state, seat).move)
            elif is_uniform:
                legal = state.legal(seat)
                move = legal[int(chance() * len(legal))]
            else:
                drawn, move = player(state, seat, drawn)
            state.apply(seat, move)
            decisions += 1
        else:
            return decisions
        for seat, bot in bots.items():
            bot.watch(state.view(seat))
