"""The tasks of a soak's lanes, and their reports."""

from __future__ import annotations

import faulthandler
import multiprocessing
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from riverlight.errors import RiverlightError

from tests.tools.soak.checks import HeapSample, Life, SoakFailure, longest_life
from tests.tools.soak.lane import Lane
from tests.tools.soak.plan import plan_of

__all__ = ["Errand", "News", "run_errand"]

_LONGEST_GAME_SECONDS = 180.0


class Errand(NamedTuple):
    """What one lane is to do.

    Attributes:
        kind: of its games.
        numbers: of them.
        seed: of all that is drawn.
        ends_at: when the last game may start, by :func:`time.time`.
    """

    kind: str
    numbers: Sequence[int]
    seed: int
    ends_at: float


class News(NamedTuple):
    """The report of a lane.

    Attributes:
        lane: its number.
        kind: of its games.
        games: how many it has played.
        is_over: whether it is at its end; the rest is told then only.
        counts: what was done, by its name.
        life: the longest life of its board whose heap could be judged.
        failure: "" or what did not hold.
    """

    lane: int
    kind: str
    games: int
    is_over: bool = False
    counts: Counter[str] | None = None
    life: Life | None = None
    failure: str = ""


def run_errand(lane: int, errand: Errand, news: Any) -> None:
    """Play the games of ``errand`` in this process, and ``put`` into ``news`` how it goes.

    A SIGTERM ends it with all that it began, and so does the end of the process that sent it. One that does not come to
    an end tells where it is, and goes.
    """
    faulthandler.dump_traceback_later(errand.ends_at - time.time() + _LONGEST_GAME_SECONDS, exit=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sender = multiprocessing.parent_process()
    played = 0
    where = "as it began"
    counts: Counter[str] = Counter()
    life: Life | None = None
    failure = ""
    news.put(News(lane, errand.kind, 0))  # its queue begins a thread, which is not to be counted among what is left
    try:
        with Lane(errand.kind, counts) as people:
            samples: Sequence[HeapSample] = people.samples
            for number in errand.numbers:
                if time.time() >= errand.ends_at or (sender is not None and not sender.is_alive()):
                    break
                plan = plan_of(errand.kind, number, errand.seed)
                where = f"in game {number} ({plan.trial}); {_again(errand, number)}"
                people.play(plan)
                played += 1
                news.put(News(lane, errand.kind, played))
            where = "as it ended"
        life = longest_life(samples)
    except (SoakFailure, RiverlightError) as error:
        failure = f"{errand.kind} failed {where}\n  {error}"
    except Exception:  # noqa: BLE001 - whatever it was, the other lanes go on, and people are notified
        failure = f"{errand.kind} failed {where}\n{traceback.format_exc()}"
    news.put(News(lane, errand.kind, played, True, counts, life, failure))


def _again(errand: Errand, number: int) -> str:
    """Return how to repeat that game."""
    return f"again: make soak ARGS='{errand.kind} --seed {errand.seed} --first {number} --games 1'"
