"""``riverlight selfplay``: many games of random moves, or of bots against them, with all checks and events."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import Progress

from riverlight.bots.match import bots_for, play_out
from riverlight.bots.seating import FROM_THE_APP
from riverlight.commands.arguments import BOT_SEATS, BOTS, SEED, players_for, read_given, seats_of
from riverlight.engines.chance import player_of, uniform
from riverlight.engines.contract import Seat
from riverlight.engines.games import GAME_NAMES, game_named

__all__ = ["command"]

_WORTH_PROCESSES = 1000
"""From so many games on, starting more processes is worth it."""

_GAMES_A_SHARE = 250

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
    jobs: int
    bots: Sequence[Seat]
    bots_won: int


class _Share(NamedTuple):
    """What one process plays: so many games, from number ``first`` on."""

    game: str
    options: dict[str, str]
    seats: int
    seed: int
    first: int
    games: int
    bots: tuple[Seat, ...]


class _Played(NamedTuple):
    decisions: int
    busy_s: float
    ways: Counter[str]
    bots_won: int


def _play_share(share: _Share) -> _Played:
    game = game_named(share.game)
    player = uniform if share.bots else player_of(game)
    ways: Counter[str] = Counter()
    decisions = bots_won = 0
    began = time.process_time()
    for number in range(share.first, share.first + share.games):
        own_seed = share.seed * _SEEDS_APART + number
        state = game.new(share.options, share.seats, own_seed)
        decisions += play_out(state, bots_for(game, state, share.bots), player, random.Random(own_seed))
        result = state.result()
        ways[result.way if result else "unfinished"] += 1
        bots_won += bool(result and set(result.winners) & set(share.bots))
    return _Played(decisions, time.process_time() - began, ways, bots_won)


def _measure(whole: _Share, jobs: int, *, is_quiet: bool) -> _Measured:
    """Play all games, in as many processes as ``jobs`` says, with a bar on a terminal that waits."""
    size = max(1, min(_GAMES_A_SHARE, -(-whole.games // jobs)))
    shares = [
        whole._replace(first=first, games=min(size, whole.games - first)) for first in range(0, whole.games, size)
    ]
    began = time.perf_counter()
    console = Console(stderr=True, quiet=is_quiet or not sys.stderr.isatty())
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(console=console, transient=True))
        bar = progress.add_task(f"{whole.games} games", total=whole.games)
        played: Iterable[_Played]
        if jobs > 1:
            played = stack.enter_context(multiprocessing.get_context("spawn").Pool(jobs)).imap(_play_share, shares)
        else:
            played = map(_play_share, shares)
        done = []
        for share, each in zip(shares, played, strict=True):
            done.append(each)
            progress.advance(bar, share.games)
    seconds = time.perf_counter() - began
    decisions = sum(each.decisions for each in done)
    ways = sum((each.ways for each in done), Counter[str]())
    return _Measured(
        whole.game,
        whole.seats,
        whole.options,
        whole.seed,
        whole.games,
        decisions,
        round(seconds, 3),
        round(decisions / max(sum(each.busy_s for each in done), 0.001)),
        dict(sorted(ways.items())),
        jobs,
        list(whole.bots),
        sum(each.bots_won for each in done),
    )


@click.command(epilog="Example: riverlight selfplay canyon --games 200 --bots 1 --json")
@click.argument("game", type=click.Choice(GAME_NAMES))
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--seats", type=int, help="How many seats; 4 where the game has that.")
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@BOTS
@BOT_SEATS
@click.option("--jobs", type=click.IntRange(1, 256), help="How many processes; all cores where that is worth it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str,
    games: int,
    seed: int,
    seats: int | None,
    given: tuple[str, ...],
    bots: int,
    bot_seats: str | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Play many games of GAME, and tell how fast (decisions a second of processor time) and how they ended.

    Seats that Riverlight does not play move at random. Where it plays some, cards and dice come from the app.
    """
    chosen = game_named(game)
    seats = seats_of(chosen, seats)
    options = read_given(given)
    players = players_for(seats, bots, bot_seats)
    with_bots = tuple(seat for seat, owner in enumerate(chosen.owners(seats)) if owner in players)
    if with_bots:
        options = {**FROM_THE_APP[game], **options}
    if jobs is None:
        jobs = (os.cpu_count() or 1) if games >= _WORTH_PROCESSES else 1
    whole = _Share(game, options, seats, seed, 0, games, with_bots)
    found = _measure(whole, jobs, is_quiet=as_json)
    if as_json:
        click.echo(json.dumps(found._asdict()))
        return
    click.echo(
        f"{games} games of {chosen.title} with {seats} seats: {found.decisions} decisions in {found.seconds} s, "
        f"{found.decisions_per_second} a second of processor time."
    )
    for way, count in found.ends.items():
        click.echo(f"  {way:14} {count}")
    if with_bots:
        click.echo(f"  {'won by bots':14} {found.bots_won}")
