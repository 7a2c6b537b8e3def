"""Invariants of a soak: records equal their replays, nothing is left open, the heap does not grow."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from riverlight.games.sides import TABLE_PAGE, WATCH_PAGE, PageViewer
from riverlight.table.record import Store
from riverlight.table.session import Table

FLAT_BYTES = 2048
"""How much more of a Pico's heap may be in use in its last games than in its first; chance alone makes less."""

FEWEST_GAMES = 200
"""Fewer samples are not enough: the heap is sampled between two collections, so a trend needs many."""

_OF_THE_MOMENT = ("device", "refusal", "question", "arrange")
"""What a page shows that no record keeps."""


class SoakFailure(Exception):
    """Something that has to hold does not."""


def check_record(store: Store, table: Table) -> None:
    """See that a game's record leads to the same game and the same pages as it has now.

    Raises:
        SoakFailure: naming what differs.
    """
    again = Table.resume(store, table.game_id)
    if again.history.state.key() != table.history.state.key():
        raise SoakFailure(f"The record of game {table.game_id} leads to another state than the game is in.")
    if again.history.moves != table.history.moves or again.version != table.version:
        raise SoakFailure(f"The record of game {table.game_id} tells other steps than were made.")
    seats = range(len(table.head.seat_names))
    viewers: tuple[PageViewer, ...] = (TABLE_PAGE, WATCH_PAGE, *seats)
    for viewer in viewers:
        ours, theirs = _kept(table, viewer), _kept(again, viewer)
        for name in ours:
            if ours[name] != theirs[name]:
                raise SoakFailure(
                    f"Game {table.game_id}, page {viewer}: {name} is {theirs[name]!r} once taken up again, "
                    f"and was {ours[name]!r}."
                )


def _kept(table: Table, viewer: PageViewer) -> dict[str, Any]:
    return {name: value for name, value in table.snapshot(viewer).items() if name not in _OF_THE_MOMENT}


def rows_digest(store: Store, game_id: int) -> str:
    """Return a digest of all that the record has of a game."""
    return hashlib.sha256(repr(store.rows(game_id)).encode()).hexdigest()


def left_open() -> dict[str, int]:
    """Return how many file handles, threads and child processes this process has.

    The pool that answers pages keeps its few threads, and is not counted.
    """
    counts = {"threads": sum(1 for thread in threading.enumerate() if not thread.name.startswith("asyncio_"))}
    with suppress(OSError):
        counts["file handles"] = len(list(Path("/dev/fd").iterdir()))
    with suppress(OSError):
        tasks = Path("/proc/self/task").iterdir()
        counts["child processes"] = sum(len((task / "children").read_text().split()) for task in tasks)
    return counts


class HeapSample(NamedTuple):
    """What a Pico said of its heap at the end of a game: the id of its start, and the most bytes free in some looks."""

    boot: str
    free_bytes: int


class Life(NamedTuple):
    """One start of a Pico: games it lived through, and the most bytes free in the first and last tenth of them."""

    games: int
    first_bytes: int
    last_bytes: int


def longest_life(samples: Sequence[HeapSample]) -> Life | None:
    """Return the longest life among ``samples``, None where none is long enough to judge.

    Raises:
        SoakFailure: when the heap was not flat in a life that is.
    """
    longest: Life | None = None
    for life in _lives(samples):
        if life.first_bytes - life.last_bytes > FLAT_BYTES:
            raise SoakFailure(
                f"The Pico's heap had {life.first_bytes} bytes free in the first tenth of {life.games} games and "
                f"{life.last_bytes} in the last; more than {FLAT_BYTES} bytes were never given back."
            )
        if longest is None or life.games > longest.games:
            longest = life
    return longest


def _lives(samples: Sequence[HeapSample]) -> Iterator[Life]:
    for boot in dict.fromkeys(sample.boot for sample in samples):
        free = [sample.free_bytes for sample in samples if sample.boot == boot]
        if len(free) >= FEWEST_GAMES:
            tenth = len(free) // 10
            yield Life(len(free), max(free[:tenth]), max(free[-tenth:]))
