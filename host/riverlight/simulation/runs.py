"""Run many tasks in processes or on a cluster, each exactly once, and write what comes of each as it arrives.

A task is known by its number; what comes of it depends on nothing but the task. So it makes no difference how many
workers there are, which of them does what, or how often a run is interrupted and resumed.
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
"""So many tasks are handed out for each worker at a time."""

_LOSSES: Final = 20
"""After so many lost workers without an answer in between a run is given up."""

_CONNECT_S: Final = 20
"""How long the scheduler of a cluster may take to answer."""

_HEAD: Final = "riverlight_run"

Outcome = dict[str, Any]
"""What comes of a task, ready for JSON; ``number`` is that of the task."""


class Numbered(Protocol):
    """A task: anything that can be sent to another process, with a number of its own."""

    @property
    def number(self) -> int:
        """Its number in the run, from 0."""


T = TypeVar("T", bound=Numbered)


def all_cores() -> int:
    """Return how many cores this process may use."""
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
    """Yield what comes of every task, once each, in the order in which it arrives.

    Args:
        tasks: what is to be done.
        play: does a task; a function that other processes can import.
        jobs: how many processes; 1 for none but this one.
        cluster: the address of a Dask scheduler, whose workers do the tasks instead.
        out: a file of JSON lines to write to as answers arrive. If it exists, what it has is yielded first, and only
            what it lacks is done.
        about: what the run is; an existing file has to be of the same.

    Raises:
        OptionError: when ``out`` is of another run, workers are lost again and again, or the cluster does not answer.
        MissingExtra: when Dask is not installed.
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
    """Return the answers in ``out``; what was written of a last line by a run that was killed is cut off."""
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
    except (ValueError, TypeError, KeyError) as error:
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
    """Yield the answers of the workers of a Dask scheduler, which gives the tasks of lost workers to others."""
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
