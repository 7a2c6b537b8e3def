"""Runs many tasks in processes or on a cluster, each exactly once, and writes each result as it arrives.

A task has a number, and its result depends on the task alone. So the number of workers, the distribution of tasks, and
interruptions make no difference.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from riverlight.errors import OptionError
from riverlight.extras import import_extra

__all__ = ["Numbered", "Outcome", "all_cores", "run"]

_AHEAD: Final = 4
"""Tasks handed out at a time for each worker."""

_LOSSES: Final = 20
"""Lost workers in a row, without a result in between, after which a run is aborted."""

_CONNECT_S: Final = 20
"""Time-out for the scheduler of a cluster."""

_HEAD: Final = "riverlight_run"

Outcome = dict[str, Any]
"""The result of a task, as data for JSON; ``number`` is the task's number."""


class Numbered(Protocol):
    """A task: any object that can be sent to another process, with a number."""

    @property
    def number(self) -> int:
        """Its number in the run, from 0."""


T = TypeVar("T", bound=Numbered)


def all_cores() -> int:
    """Return the number of CPU cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    tasks: Sequence[T],
    play: Callable[[T], Outcome],
    *,
    jobs: int,
    cluster: str | None = None,
    out: Path | None = None,
    about: Mapping[str, object] | None = None,
) -> Generator[Outcome, None, None]:
    """Yield the result of every task exactly once, in the order in which they arrive.

    Args:
        tasks: the tasks.
        play: runs a task; a function that other processes can import.
        jobs: the number of processes; 1 uses only this one.
        cluster: the address of a Dask scheduler, whose workers run the tasks instead.
        out: a file of JSON lines to append results to. If it exists, its results are yielded first, and only the
            missing tasks are run.
        about: describes the run; an existing file must have the same description.

    Raises:
        OptionError: ``out`` is of another run, workers are lost repeatedly, or the cluster does not answer.
        MissingExtra: Dask is not installed.
    """
    head = {_HEAD: json.loads(json.dumps(about or {}))}
    numbers = {task.number for task in tasks}
    known = [] if out is None else [each for each in _read(out, head) if each["number"] in numbers]
    yield from known
    done = {outcome["number"] for outcome in known}
    left = [task for task in tasks if task.number not in done]
    if not left:
        return
    if cluster is not None:
        answers = _on_cluster(left, play, cluster)
    elif jobs > 1:
        answers = _in_processes(left, play, jobs)
    else:
        answers = (play(task) for task in left)
    if out is None:
        yield from answers
        return
    with out.open("a", encoding="utf-8") as lines, closing(answers):
        if not lines.tell():
            lines.write(json.dumps(head) + "\n")
        for outcome in answers:
            lines.write(json.dumps(outcome) + "\n")
            lines.flush()
            yield outcome


def _read(out: Path, head: Mapping[str, object]) -> list[Outcome]:
    """Return the results in ``out``; remove an incomplete last line, left by a killed run."""
    if not out.exists():
        return []
    written = out.read_bytes()
    whole = written.rfind(b"\n") + 1
    if whole < len(written):
        with out.open("r+b") as file:
            file.truncate(whole)
    found: dict[int, Outcome] = {}
    lines = written[:whole].splitlines()
    try:
        read = [json.loads(line) for line in lines]
        if read and read[0] != head:
            message = f"{out} holds another run. Name a new file, or repeat that run to resume it."
            raise OptionError(message)
        for outcome in read[1:]:
            found.setdefault(outcome["number"], outcome)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        message = f"{out} is no file of a run: {error}. Name a new file."
        raise OptionError(message) from error
    return list(found.values())


def _in_processes(tasks: Sequence[T], play: Callable[[T], Outcome], jobs: int) -> Generator[Outcome, None, None]:
    """Yield the answers of ``jobs`` processes; the tasks of a process that is killed are given to others."""
    # Imported here: pages that may start a run load this module, and these are slow to import.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    waiting = list(reversed(tasks))
    losses = 0
    while waiting:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(jobs, len(waiting)), mp_context=context)
        running: dict[Future[Outcome], T] = {}
        try:
            while waiting or running:
                while waiting and len(running) < _AHEAD * jobs:
                    running[pool.submit(play, waiting[-1])] = waiting[-1]
                    waiting.pop()
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    outcome = future.result()
                    del running[future]
                    losses = 0
                    yield outcome
        except BrokenProcessPool as error:
            losses += 1
            if losses > _LOSSES:
                message = "The worker processes end again and again: is there enough memory? Try fewer with --jobs."
                raise OptionError(message) from error
            answered = [future for future in running if future.done() and future.exception() is None]
            for future in answered:
                del running[future]
                yield future.result()
            waiting += running.values()
        finally:
            pool.shutdown(cancel_futures=True)


def _on_cluster(tasks: Sequence[T], play: Callable[[T], Outcome], address: str) -> Generator[Outcome, None, None]:
    """Yield the results of a Dask scheduler's workers; it gives the tasks of lost workers to others."""
    distributed = import_extra("distributed", "riverlight[cluster]")
    try:
        client = distributed.Client(address, timeout=_CONNECT_S)
    except (OSError, ValueError) as error:
        message = f"No Dask scheduler answers at {address}: {error}. Start one with: dask scheduler"
        raise OptionError(message) from error
    with client:
        keys = [f"riverlight-{task.number}-{os.urandom(4).hex()}" for task in tasks]
        futures = client.map(play, tasks, key=keys, pure=False, retries=_LOSSES)
        for _, outcome in distributed.as_completed(futures, with_results=True):
            yield outcome
