"""Plays whole games without people: by bots, and at random for seats without one."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from riverlight.boards import shipped
from riverlight.games import splitmix
from riverlight.games.bots import Bot, Effort, choice_of
from riverlight.games.chance import ChancePlayer, uniform
from riverlight.games.contract import TABLE, Event, Seat, State
from riverlight.games.game import Game
from riverlight.games.interface import Code, DemoPlayers

__all__ = ["bots_for", "demo_players", "play_out"]


def bots_for(
    game: Game, state: State, seats: Collection[Seat], efforts: Mapping[Seat, Effort] = MappingProxyType({})
) -> dict[Seat, Bot]:
    """Return a new bot for each of ``seats`` in a game on the shipped board; easy if not in ``efforts``."""
    if not seats or game.make_bot is None:
        return {}
    return game.bots(seats, state.seats, shipped(game.name), state.options, efforts)


def play_out(
    state: State,
    bots: Mapping[Seat, Bot],
    player: ChancePlayer,
    choose: random.Random,
    happened: Callable[[tuple[Event, ...]], None] | None = None,
) -> int:
    """Play ``state`` to its end, each seat by its bot, or by ``player`` if it has none.

    ``happened`` is called with the events of each move.

    Returns:
        The number of decisions: all moves except automatic ones.
    """
    decisions = 0
    chance = choose.random
    drawn = choose.getrandbits(64)
    automatic, to_act, legal, apply = state.automatic, state.to_act, state.legal, state.apply
    watchers = tuple(bots.items())
    is_uniform = player is uniform  # faster with the standard library's generator
    while True:
        acting = to_act()
        if not acting:
            return decisions
        seat = acting[0] if len(acting) == 1 else acting[int(chance() * len(acting))]
        move = automatic() if seat == TABLE else None
        if move is not None:
            events = apply(TABLE, move)
        else:
            if seat in bots:
                move = state.parse_move(choice_of(bots[seat], state, seat).move)
            elif is_uniform:
                moves = legal(seat)
                move = moves[int(chance() * len(moves))]
            else:
                drawn, move = player(state, seat, drawn)
            events = apply(seat, move)
            decisions += 1
        if happened is not None:
            happened(events)
        for watching, bot in watchers:
            bot.watch(state.view(watching))


class _ChancePlayers:
    """Plays moves of the game's chance player."""

    def __init__(self, game: Game, seed: int) -> None:
        self._player = game.chance_player
        self._chance = splitmix.seeded(seed)

    def choose(self, state: State, seat: Seat, codes: Sequence[Code]) -> Code:
        """See :meth:`riverlight.games.interface.DemoPlayers.choose`."""
        by_move = {code.move: code for code in reversed(codes)}
        while True:
            self._chance, move = self._player(state, seat, self._chance)
            # Of two equivalent canoes only one has codes.
            if (text := state.move_text(move)) in by_move:
                return by_move[text]


def demo_players(game: Game, seed: int) -> DemoPlayers:
    """Return the player of a demonstration of ``game``: for all seats, and for real cards and dice."""
    return _ChancePlayers(game, seed) if game.make_demo_players is None else game.make_demo_players(seed)
