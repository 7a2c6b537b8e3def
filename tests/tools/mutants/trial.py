"""Runs mutants: in copies of the tree, one module after another is changed and tested."""

from __future__ import annotations

import os
import queue
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from tests.tools.mutants.limits import SECONDS
from tests.tools.mutants.mutant import Mutant

LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "docs", "*.egg-info")
"""What no test of a rule reads."""

SLOWER = 3
"""How much more of the processor's time than the module itself a mutant may take before it counts as endless, …"""

GRACE_S = 5
"""… with these seconds on top."""

_LONGEST_S = 600  # of the tests of a module as it is
_WALL = 6  # a run that only waits uses no processor: it may take this much longer by the clock
_PASSED, _FAILED, _BROKEN = 0, 1, 2  # pytest's exit codes; a module that cannot be imported breaks the collection
_UNSOUND = "raise RuntimeError('the mutant that every test must notice')\n"


class Outcome(Enum):
    """What came of a mutant."""

    KILLED = "killed"
    ENDLESS = "endless"
    SURVIVED = "survived"


class TrialError(Exception):
    """The tests of a module cannot judge its mutants; with the reason in one sentence."""


class Trees:
    """Copies of a tree, one for each job; a module is changed only in the copy that a job has borrowed."""

    def __init__(self, root: Path, into: Path, jobs: int) -> None:
        self.jobs = jobs
        self._free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for job in range(jobs):
            copy = into / f"tree{job}"
            shutil.copytree(root, copy, ignore=LEFT_BEHIND)
            self._free.put(copy)
        self._changes = 0

    @contextmanager
    def borrowed(self) -> Iterator[Path]:
        """Lend a copy that no other job has."""
        tree = self._free.get()
        try:
            yield tree
        finally:
            self._free.put(tree)

    @contextmanager
    def changed(self, module: str, source: str) -> Iterator[Path]:
        """Lend a copy in which ``module`` has the text ``source``."""
        with self.borrowed() as tree:
            path = tree / module
            whole, stat = path.read_bytes(), path.stat()
            path.write_text(source, encoding="utf-8")
            self._changes += 1
            # Python takes compiled code for that of its source by time in whole seconds and size: no two share both.
            os.utime(path, (self._changes, self._changes))
            try:
                yield tree
            finally:
                path.write_bytes(whole)
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


@contextmanager
def copies(root: Path, jobs: int) -> Iterator[Trees]:
    """Lend ``jobs`` copies of the tree at ``root``; they are gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="riverlight-mutants-") as folder:
        yield Trees(root, Path(folder), jobs)


def run_in(tree: Path, tests: Sequence[str], seconds: int) -> tuple[int, str]:
    """Run ``tests`` in ``tree``; return pytest's exit code and its last lines.

    ``tests`` are arguments of pytest. The code is negative, a signal's, for a run that was ended: it may use up
    ``seconds`` of processor time.
    """
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=line"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST_"))}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # to load those installed takes longer than most tests
    environment[SECONDS] = str(seconds)
    # What is tested comes from the copy, which is named first; only the plug-in may come from here.
    environment["PYTHONPATH"] = os.pathsep.join((str(tree / "host"), str(tree), str(Path(__file__).parents[3])))
    run = subprocess.Popen(
        [*command, "-p", "tests.tools.mutants.limits", *tests],
        cwd=tree,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        told, _ = run.communicate(timeout=seconds * _WALL)
    except subprocess.TimeoutExpired:
        return -signal.SIGXCPU, ""
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
    return run.returncode, told[-2000:]


def _processor_s() -> float:
    """Return the seconds of processor time that all runs up to now have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def limit_s(trees: Trees, module: str, tests: Sequence[str]) -> int:
    """Return the seconds that a mutant of ``module`` may take.

    Raises:
        TrialError: when ``tests`` fail without any mutant, or do not notice that the module is broken.
    """
    with trees.borrowed() as tree:
        before = _processor_s()
        code, told = run_in(tree, tests, _LONGEST_S)
        took = _processor_s() - before
    if code != _PASSED:
        raise TrialError(f"The tests of {module} fail without any mutant:\n{told}")
    with trees.changed(module, _UNSOUND) as tree:
        code, _ = run_in(tree, tests, _LONGEST_S)
    if code not in (_FAILED, _BROKEN):
        raise TrialError(f"The tests of {module} do not notice that it cannot be imported (pytest ended with {code}).")
    return GRACE_S + int(SLOWER * took)


def outcome_of(trees: Trees, mutant: Mutant, tests: Sequence[str], seconds: int) -> Outcome:
    """Return what came of ``mutant``.

    Raises:
        TrialError: when pytest found nothing to do.
    """
    with trees.changed(mutant.module, mutant.source) as tree:
        code, told = run_in(tree, tests, seconds)
    if code == -signal.SIGXCPU:
        return Outcome.ENDLESS
    if code > _BROKEN + 1:
        raise TrialError(f"pytest ended with {code}:\n{told}")
    return Outcome.SURVIVED if code == _PASSED else Outcome.KILLED


def tried(
    trees: Trees, mutants: Sequence[Mutant], tests: Sequence[str], until: float, done: Callable[[], None]
) -> list[Outcome | None]:
    """Return what came of each of ``mutants``; None for those whose turn came after ``until``.

    Args:
        trees: the copies to try them in, all at once.
        mutants: of one module.
        tests: that judge them.
        until: the moment of ``time.monotonic`` after which none is started.
        done: is called after each.
    """
    seconds = limit_s(trees, mutants[0].module, tests)

    def one(mutant: Mutant) -> Outcome | None:
        outcome = outcome_of(trees, mutant, tests, seconds) if time.monotonic() < until else None
        done()
        return outcome

    with ThreadPoolExecutor(trees.jobs) as pool:
        return list(pool.map(one, mutants))
