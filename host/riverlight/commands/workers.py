"""What commands that play many games share: how long bots search, where games are played, and the bar meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from riverlight.games.bots import STRONG, Effort
from riverlight.simulation.runs import Numbered, Outcome, all_cores, run

__all__ = ["EFFORT", "WORKERS", "Workers"]

_SAMPLES: Final = 32
_MOST_JOBS: Final = 256

Command = Callable[..., object]
T = TypeVar("T", bound=Numbered)


def EFFORT(command: Command) -> Command:  # noqa: N802  (as click's own options are written)
    """Add the options that say how long bots search; ``command`` gets them as ``effort``."""

    @wraps(command)
    def with_effort(samples: int, seconds: float | None, **given: object) -> object:
        # So many samples, or so long, whatever that is in samples.
        effort = Effort(STRONG, None, samples) if seconds is None else Effort(STRONG, seconds, None)
        return command(effort=effort, **given)

    with_seconds = click.option(
        "--seconds",
        type=click.FloatRange(0.001, 600),
        help="Time limit of strong bots for each decision; results then depend on the machine.",
    )(with_effort)
    return click.option(
        "--samples",
        type=click.IntRange(1, 1_000_000),
        default=_SAMPLES,
        show_default=True,
        help="Worlds that a strong bot samples for each decision; medium samples a twelfth.",
    )(with_seconds)


def WORKERS(command: Command) -> Command:  # noqa: N802  (as click's own options are written)
    """Add the options that say where games are played and written; ``command`` gets them as ``workers``.

    It has ``--json`` as ``as_json``: then no bar is drawn.
    """

    @wraps(command)
    def with_workers(
        jobs: int | None, cluster: str | None, out: Path | None, *, as_json: bool, **given: object
    ) -> object:
        workers = Workers(jobs, cluster, out, is_quiet=as_json)
        return command(workers=workers, as_json=as_json, **given)

    path = click.Path(dir_okay=False, path_type=Path)
    with_out = click.option(
        "--out", type=path, help="Append each result to this JSON Lines file; resume the run if the file exists."
    )(with_workers)
    with_cluster = click.option(
        "--cluster", metavar="ADDRESS", help="A Dask scheduler whose workers play: pip install 'riverlight[cluster]'."
    )(with_out)
    return click.option(
        "--jobs", type=click.IntRange(1, _MOST_JOBS), help="Number of processes. Default: all cores if that is faster."
    )(with_cluster)


class Workers(NamedTuple):
    """Where games are played: in ``jobs`` processes or on a ``cluster``; written to ``out``, no bar if ``is_quiet``.

    ``asked_jobs`` is None where nobody chose: then all cores are used.
    """

    asked_jobs: int | None
    cluster: str | None
    out: Path | None
    is_quiet: bool

    @property
    def jobs(self) -> int:
        """The number of processes."""
        return self.asked_jobs or all_cores()

    def run(
        self, tasks: Sequence[T], play: Callable[[T], Outcome], title: str, about: Mapping[str, object]
    ) -> list[Outcome]:
        """Return what comes of all ``tasks``, by number, with a bar on a terminal; see ``simulation.runs.run``."""
        console = Console(stderr=True, quiet=self.is_quiet or not sys.stderr.isatty())
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        done = []
        with Progress(*columns, console=console, transient=True) as progress:
            bar = progress.add_task(title, total=len(tasks))
            for outcome in run(tasks, play, jobs=self.jobs, cluster=self.cluster, out=self.out, about=about):
                done.append(outcome)
                progress.advance(bar)
        return sorted(done, key=lambda outcome: int(outcome["number"]))
