"""``python -m tests.tools.soak [KIND …]``: many whole games on simulated Picos, with fault injection."""

from __future__ import annotations

import multiprocessing
import queue
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click
from riverlight.games.registry import GAMES

from tests.tools.soak.crowd import crowd
from tests.tools.soak.errands import Errand, News, run_errand
from tests.tools.soak.plan import is_rough
from tests.tools.soak.report import report

_TELL_SECONDS = 15.0


@click.command(epilog="Example: python -m tests.tools.soak pyramid --games 50 --seed 7")
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games of each kind.")
@click.option("--minutes", default=15.0, show_default=True, type=click.FloatRange(0.1), help="No game begins later.")
@click.option("--seed", default=1, show_default=True, help="Of the games, the damage and the faults.")
@click.option("--first", default=0, show_default=True, help="The number of the first game of each kind.")
def main(kinds: tuple[str, ...], games: int, minutes: float, seed: int, first: int) -> None:
    """Play many games of each KIND, all if none is named, and let go wrong what can; exit code 1 when one fails."""
    unknown = set(kinds) - set(GAMES)
    if unknown:
        message = f"Unknown game {min(unknown)!r}; there are: {', '.join(GAMES)}."
        raise click.BadParameter(message)
    kinds = kinds or GAMES
    began = time.time()
    click.echo(f"{games} games each of {', '.join(kinds)} with seed {seed}; none begins after {minutes:g} minutes.")
    # Two lanes for each kind: the board of one lives through all its games on one start.
    numbers = [[n for n in range(first, first + games) if is_rough(n) == rough] for rough in (False, True)]
    ended = _run([Errand(kind, part, seed, began + minutes * 60) for kind in kinds for part in numbers if part], games)
    click.echo(report(ended, games, time.time() - began))
    failures = [each.failure for each in ended if each.failure]
    for failure in failures:
        click.echo(f"\n{failure}")
    if failures:
        raise SystemExit(1)


def _run(errands: Sequence[Errand], games: int) -> list[News]:
    """Send a lane on each errand; return what they came to, telling now and then how far they are."""
    context = multiprocessing.get_context("spawn")
    news: Any = context.Queue()
    lanes = [context.Process(target=run_errand, args=(lane, errand, news)) for lane, errand in enumerate(errands)]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for lane in lanes:
        lane.start()
    try:
        return _heard(lanes, errands, news, games)
    finally:
        for lane in lanes:
            lane.terminate()
            lane.join()


def _heard(lanes: Sequence[Any], errands: Sequence[Errand], news: Any, games: int) -> list[News]:
    """Hear all lanes to their end."""
    newest = [News(lane, errand.kind, 0) for lane, errand in enumerate(errands)]
    tell_at = time.monotonic() + _TELL_SECONDS
    while not all(each.is_over for each in newest):
        try:
            told: News = news.get(timeout=1.0)
        except queue.Empty:
            for each in newest:
                if not each.is_over and not lanes[each.lane].is_alive() and news.empty():
                    failure = f"{each.kind} failed: its lane ended without a word."
                    newest[each.lane] = each._replace(is_over=True, failure=failure)
            continue
        newest[told.lane] = told
        if time.monotonic() >= tell_at:
            tell_at += _TELL_SECONDS
            far = sum((Counter({each.kind: each.games}) for each in newest), Counter[str]())
            click.echo("  " + ", ".join(f"{kind} {count} of {games}" for kind, count in far.items()))
    for lane in lanes:
        lane.join()
    return newest


if __name__ == "__main__":
    if sys.argv[1:2] == ["crowd"]:
        crowd(sys.argv[2:])
    main()
