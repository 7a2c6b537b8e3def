"""``riverlight selfplay``: many games of random moves and bots, fully checked."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import click

from riverlight.commands.arguments import BOT_SEATS, BOTS, GAME, SEED, players_for, read_given, seats_of
from riverlight.commands.contest import compare_levels
from riverlight.commands.workers import EFFORT, WORKERS, Workers
from riverlight.games.bots import Effort
from riverlight.games.chance import uniform
from riverlight.games.contract import Seat
from riverlight.games.game import Game
from riverlight.games.generator import SEED_BITS
from riverlight.games.registry import game_named
from riverlight.games.simulate import bots_for, play_out
from riverlight.simulation.contests import RANDOM, SEEDS_APART
from riverlight.simulation.runs import Outcome

__all__ = ["command"]

_WORTH_PROCESSES = 1000
"""Minimum number of games for which more processes pay off."""

_GAMES_A_SHARE = 250


class _Measured(NamedTuple):
    """The result of a run; the fields are those of the JSON."""

    game: str
    seats: int
    options: Mapping[str, str]
    seed: int
    games: int
    decisions: int
    seconds: float
    decisions_per_second: int
    ends: Mapping[str, int]
    jobs: int
    bots: Sequence[Seat]
    bots_won: int


class _Share(NamedTuple):
    """A batch of games for one process, starting with number ``first``."""

    number: int
    game: str
    options: dict[str, str]
    seats: int
    seed: int
    first: int
    games: int
    bots: tuple[Seat, ...]


def _play_share(share: _Share) -> Outcome:
    game = game_named(share.game)
    player = uniform if share.bots else game.chance_player
    ways: Counter[str] = Counter()
    decisions = bots_won = 0
    began = time.process_time()
    for number in range(share.first, share.first + share.games):
        own_seed = (share.seed * SEEDS_APART + number) % (1 << SEED_BITS)
        state = game.new(share.options, share.seats, own_seed)
        decisions += play_out(state, bots_for(game, state, share.bots), player, random.Random(own_seed))
        result = state.result()
        ways[result.way if result else "unfinished"] += 1
        bots_won += bool(result and set(result.winners) & set(share.bots))
    busy_s = time.process_time() - began
    return {"number": share.number, "decisions": decisions, "busy_s": busy_s, "ways": ways, "bots_won": bots_won}


def _measure(whole: _Share, workers: Workers) -> _Measured:
    """Play all games on ``workers``, with a progress bar on a terminal."""
    size = max(1, min(_GAMES_A_SHARE, -(-whole.games // workers.jobs)))
    shares = [
        whole._replace(number=number, first=first, games=min(size, whole.games - first))
        for number, first in enumerate(range(0, whole.games, size))
    ]
    began = time.perf_counter()
    done = workers.run(shares, _play_share, f"{whole.games} games", {"selfplay": whole._asdict(), "size": size})
    seconds = time.perf_counter() - began
    decisions = sum(each["decisions"] for each in done)
    ways = sum((Counter(each["ways"]) for each in done), Counter[str]())
    return _Measured(
        whole.game,
        whole.seats,
        whole.options,
        whole.seed,
        whole.games,
        decisions,
        round(seconds, 3),
        round(decisions / max(sum(each["busy_s"] for each in done), 0.001)),
        dict(sorted(ways.items())),
        workers.jobs,
        list(whole.bots),
        sum(each["bots_won"] for each in done),
    )


@click.command(epilog="Example: riverlight selfplay canyon --games 400 --bots strong,easy,easy,easy")
@click.argument("game", type=GAME)
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="Number of games.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--seats", type=int, help="Number of seats. Default: as many as --bots has levels, or 4 if allowed.")
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A house rule; repeatable.")
@BOTS
@BOT_SEATS
@EFFORT
@WORKERS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: Game,
    games: int,
    seed: int,
    seats: int | None,
    given: tuple[str, ...],
    bots: str,
    bot_seats: str | None,
    effort: Effort,
    workers: Workers,
    as_json: bool,
) -> None:
    """Play many games of GAME; print the speed (decisions per CPU second) and the outcomes.

    Seats without a bot move at random. With bots, cards and dice come from the app. With levels, such as --bots
    strong,easy,easy, it prints how often each wins: players change seats from game to game, with the same cards and
    dice for each in turn.
    """
    is_contest = not bots.isdecimal()
    if is_contest and seats is None and bot_seats is None and bots.count(",") + 1 in game.seat_counts:
        seats = bots.count(",") + 1
    seats = seats_of(game, seats)
    options = read_given(given)
    players = players_for(seats, bots, bot_seats)
    with_bots = tuple(seat for seat, owner in enumerate(game.owners(seats)) if owner in players)
    if with_bots:
        options = {**game.app_options, **options}
    if is_contest:
        levels = [players.get(place, RANDOM) for place in range(seats)]
        click.echo(compare_levels(game, options, levels, games, seed, effort, workers, as_json=as_json))
        return
    if workers.asked_jobs is None and games < _WORTH_PROCESSES:
        workers = workers._replace(asked_jobs=1)
    whole = _Share(0, game.name, options, seats, seed, 0, games, with_bots)
    found = _measure(whole, workers)
    if as_json:
        click.echo(json.dumps(found._asdict()))
        return
    click.echo(
        f"{games} games of {game.title} with {seats} seats: {found.decisions} decisions in {found.seconds} s, "
        f"{found.decisions_per_second} a second of processor time."
    )
    for way, count in found.ends.items():
        click.echo(f"  {way:14} {count}")
    if with_bots:
        click.echo(f"  {'won by bots':14} {found.bots_won}")
