"""Searching bots: decisions a second, two processes compared with one, and a local cluster with processes."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterator
from typing import Any

from riverlight.boards import shipped
from riverlight.games.bots import STRONG, Effort
from riverlight.games.game import Game
from riverlight.games.registry import GAMES, game_named
from riverlight.simulation.contests import Contest, contests, play_contest
from riverlight.simulation.runs import run

from tests.tools.bench.rows import Row, skipped

SAMPLES = 8
GAMES_EACH = 2
SCALED = 40
LEAST_OF_DOUBLE = 0.85


def _tasks(game: Game, level: str, games: int, samples: int) -> list[Contest]:
    options = {**game.app_options, **({"fork": "random"} if game.name == "niagara" else {})}
    return list(contests(game, shipped(game.name), options, [level] * 4, games, 1, Effort(STRONG, None, samples)))


def _decisions(name: str) -> Row:
    tasks = _tasks(game_named(name), STRONG, GAMES_EACH, SAMPLES)
    began = time.process_time()
    decisions = sum(play_contest(task)["decisions"] for task in tasks)
    rate = decisions / (time.process_time() - began)
    return Row(f"{name}: strong bots, {SAMPLES} samples", f"{rate:,.0f} decisions/s", remark="of processor time")


def _games_per_second(tasks: list[Contest], **where: Any) -> float:
    """Return the rate from the first answer on: workers have started by then."""
    arrivals = [time.perf_counter() for _ in run(tasks, play_contest, **where)]
    return (len(arrivals) - 1) / (arrivals[-1] - arrivals[0])


def rows() -> Iterator[Row]:
    """Yield the rows of the table."""
    for name in GAMES:
        yield _decisions(name)
    tasks = _tasks(game_named("canyon"), STRONG, SCALED, SAMPLES)
    one, two = (_games_per_second(tasks, jobs=jobs) for jobs in (1, 2))
    remark = f"one process; at least {LEAST_OF_DOUBLE} of double"
    yield Row(
        "games of strong bots, two processes", f"{two:.2f} games/s", f"{one:.2f} games/s", f"{two / one:.2f}", remark
    )
    what = "games of strong bots, a local cluster of two"
    if importlib.util.find_spec("distributed") is None:
        yield skipped(what, "Dask distributed, of the extra cluster, is not installed")
        return
    distributed = importlib.import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        clustered = _games_per_second(tasks, jobs=1, cluster=cluster.scheduler_address)
    yield Row(what, f"{clustered:.2f} games/s", f"{two:.2f} games/s", f"{clustered / two:.2f}", "two processes")
