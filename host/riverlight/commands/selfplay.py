"""``riverlight selfplay``: many games of random moves in this process, with all checks and events."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import click

from riverlight.commands.arguments import read_given, usual_seats
from riverlight.engines.chance import ChancePlayer, player_of, uniform
from riverlight.engines.contract import TABLE, Game, State
from riverlight.engines.games import GAME_NAMES, game_named

__all__ = ["command", "play_random_game"]

_SEEDS_APART = 1_000_003
"""A prime between the seeds of two games, so that neighbouring runs share none of their first games."""


class _Measured(NamedTuple):
    """What the run came to; its fields are those of the JSON."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int
    games: int
    decisions: int
    seconds: float
    decisions_per_second: int
    ends: Mapping[str, int]


def play_random_game(state: State, choose: random.Random, player: ChancePlayer = uniform) -> int:
    """Play ``state`` to its end, each move at random among the legal ones, or by the game's own chance player.

    Returns:
        How many decisions people took: all moves but those that the app makes by itself.
    """
    decisions = 0
    chance = choose.random
    drawn = choose.getrandbits(64)
    is_uniform = player is uniform  # which is quicker by the standard library's generator
    while True:
        automatic = state.automatic()
        if automatic is not None:
            state.apply(TABLE, automatic)
            continue
        acting = state.to_act()
        if not acting:
            return decisions
        seat = acting[0] if len(acting) == 1 else acting[int(chance() * len(acting))]
        if is_uniform:
            legal = state.legal(seat)
            move = legal[int(chance() * len(legal))]
        else:
            drawn, move = player(state, seat, drawn)
        state.apply(seat, move)
        decisions += 1


def _measure(game: Game, options: dict[str, str], seats: int, games: int, seed: int) -> _Measured:
    ways: Counter[str] = Counter()
    player = player_of(game)
    decisions = 0
    began = time.perf_counter()
    for number in range(games):
        own_seed = seed * _SEEDS_APART + number
        state = game.new(options, seats, own_seed)
        decisions += play_random_game(state, random.Random(own_seed), player)
        result = state.result()
        ways[result.way if result else "unfinished"] += 1
    seconds = time.perf_counter() - began
    ends = dict(sorted(ways.items()))
    speed = round(decisions / seconds)
    return _Measured(game.name, seats, options, seed, games, decisions, round(seconds, 3), speed, ends)


@click.command(epilog="Example: riverlight selfplay canyon --games 200 --option cards=app --json")
@click.argument("game", type=click.Choice(GAME_NAMES))
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--seats", type=int, help="How many seats; 4 where the game has that.")
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(game: str, games: int, seed: int, seats: int | None, given: tuple[str, ...], as_json: bool) -> None:
    """Play many random games of GAME in this process, and tell how fast and how they ended."""
    chosen = game_named(game)
    if seats is None:
        seats = usual_seats(chosen)
    found = _measure(chosen, read_given(given), seats, games, seed)
    if as_json:
        click.echo(json.dumps(found._asdict()))
        return
    click.echo(
        f"{games} games of {chosen.title} with {seats} seats: {found.decisions} decisions in {found.seconds} s, "
        f"{found.decisions_per_second} a second."
    )
    for way, count in found.ends.items():
        click.echo(f"  {way:14} {count}")
