"""Many games on several workers: the same results for any number of them, none lost, none twice, whatever ends."""

from __future__ import annotations

import json
import os
import signal
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from riverlight.boards import shipped
from riverlight.errors import MissingExtra, OptionError
from riverlight.games.bots import Effort
from riverlight.games.registry import game_named
from riverlight.simulation import runs
from riverlight.simulation.contests import contests, play_contest
from riverlight.simulation.runs import Outcome, run


class Square(NamedTuple):
    """A number to be squared; ``killed_at`` names a file, and who finds it is killed."""

    number: int
    killed_at: str = ""


def square(task: Square) -> Outcome:
    """Return the square; the first worker to find the file of ``task`` dies of it."""
    if task.killed_at:
        try:
            Path(task.killed_at).unlink()
        except FileNotFoundError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return {"number": task.number, "square": task.number**2}


def numbers(outcomes: Any) -> list[int]:
    return sorted(outcome["number"] for outcome in outcomes)


def test_a_run_is_resumed_where_it_was_interrupted(tmp_path: Path) -> None:
    """Also in the middle of a line; a task that is done is not done again."""
    out = tmp_path / "run.jsonl"
    tasks = [Square(number) for number in range(10)]
    interrupted = run(tasks, square, jobs=1, out=out, about={"what": "squares"})
    for _ in range(4):
        next(interrupted)
    interrupted.close()
    with out.open("a", encoding="utf-8") as lines:
        lines.write('{"number": 9, "squ')
    asked = []

    def counted(task: Square) -> Outcome:
        asked.append(task.number)
        return square(task)

    found = list(run(tasks, counted, jobs=1, out=out, about={"what": "squares"}))
    assert numbers(found) == list(range(10))
    assert asked == [4, 5, 6, 7, 8, 9]
    written = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert written[0] == {"riverlight_run": {"what": "squares"}}
    assert written[1:] == found
    assert list(run(tasks[:3], counted, jobs=1, out=out, about={"what": "squares"})) == found[:3]


@pytest.mark.parametrize(
    "content",
    ['{"riverlight_run": {"what": "cubes"}}\n', "no run\n", '{"riverlight_run": {}}\n[]\n', "[" * 100_000 + "\n"],
)
def test_a_file_of_something_else_is_refused_and_stays_as_it_is(tmp_path: Path, content: str) -> None:
    out = tmp_path / "other.jsonl"
    out.write_text(content, encoding="utf-8")
    with pytest.raises(OptionError, match="Name a new file"):
        list(run([Square(1)], square, jobs=1, out=out, about={} if "[]" in content else {"what": "squares"}))
    assert out.read_text(encoding="utf-8") == content


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that ends a process at once")
def test_a_killed_worker_loses_and_duplicates_nothing(tmp_path: Path) -> None:
    trap, out = tmp_path / "trap", tmp_path / "run.jsonl"
    trap.touch()
    tasks = [Square(number, str(trap) if number == 5 else "") for number in range(12)]
    found = list(run(tasks, square, jobs=2, out=out))
    assert not trap.exists()
    assert numbers(found) == list(range(12))
    assert len(out.read_text(encoding="utf-8").splitlines()) == 13


def test_workers_that_are_lost_again_and_again_end_the_run_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, *_given: object, **_named: object) -> None:
            pass

        def submit(self, *_given: object) -> None:
            raise BrokenProcessPool

        def shutdown(self, **_named: object) -> None:
            pass

    monkeypatch.setattr(futures, "ProcessPoolExecutor", Broken)
    with pytest.raises(OptionError, match="worker processes end again and again"):
        list(run([Square(1), Square(2)], square, jobs=2))


def test_without_dask_a_cluster_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_given: object) -> None:
        raise MissingExtra("This needs riverlight[cluster].")

    monkeypatch.setattr(runs, "import_extra", missing)
    with pytest.raises(MissingExtra, match="cluster"):
        list(run([Square(1)], square, jobs=1, cluster="tcp://127.0.0.1:1"))


def test_games_are_the_same_in_this_process_and_in_others() -> None:
    """One seed a game: who plays it, and when, makes no difference."""
    game = game_named("niagara")
    tasks = list(contests(game, None, {"cards": "app", "fork": "random"}, ["medium", "easy", "random"], 4, 3, EFFORT))
    here = list(run(tasks, play_contest, jobs=1))
    assert sorted(run(tasks, play_contest, jobs=2), key=lambda each: each["number"]) == here


EFFORT = Effort("strong", None, 1)


def test_players_change_places_and_as_many_games_as_there_are_places_have_one_seed() -> None:
    """Who sits apart stays there."""
    levels = ["strong", "easy", "easy"]
    canyon = list(contests(game_named("canyon"), None, {}, levels, 6, 1, EFFORT))
    assert [each.levels.index("strong") for each in canyon] == [0, 2, 1, 0, 2, 1]
    assert [each.seed == canyon[0].seed for each in canyon] == [True] * 3 + [False] * 3
    hunted = list(contests(game_named("pyramid"), None, {}, ["easy", "strong", "easy"], 4, 1, EFFORT))
    assert [each.levels for each in hunted[:2]] == [("easy", "strong", "easy"), ("easy", "easy", "strong")]
    assert [each.pair for each in hunted] == [0, 0, 1, 1]
    alike = list(contests(game_named("canyon"), None, {}, ["easy"] * 3, 4, 1, EFFORT))
    assert len({each.seed for each in alike}) == 4


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that ends a process at once")
@pytest.mark.filterwarnings("default")
def test_a_cluster_does_every_task_once_also_when_one_of_its_workers_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And its games are those that this process plays."""
    distributed = pytest.importorskip("distributed", reason="Dask distributed, of the extra cluster, is not installed")
    trap = tmp_path / "trap"
    trap.touch()
    easy = ["easy", "easy", "easy"]
    games = list(contests(game_named("canyon"), shipped("canyon"), {"cards": "app"}, easy, 2, 3, EFFORT))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path), silence_logs=50
    ) as cluster:
        address = cluster.scheduler_address
        tasks = [Square(number, str(trap) if number == 5 else "") for number in range(12)]
        found = list(run(tasks, square, jobs=1, cluster=address, out=tmp_path / "run.jsonl"))
        played = sorted(run(games, play_contest, jobs=1, cluster=address), key=lambda each: each["number"])
    assert not trap.exists()
    assert numbers(found) == list(range(12))
    assert played == [play_contest(task) for task in games]
    monkeypatch.setattr(runs, "_CONNECT_S", 0.2)
    with pytest.raises(OptionError, match="No Dask scheduler answers"):
        list(run(tasks, square, jobs=1, cluster="tcp://127.0.0.1:1"))
