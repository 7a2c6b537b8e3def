"""How long a durable write takes: our record compared with bare SQLite and a synced text file."""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from riverlight.table.record import Store
from riverlight.table.rows import Row as Event

from tests.tools.bench.rows import Row

EVENTS = 60
ROUNDS = 3
_BODY = {"event": "play", "seat": 2, "card": "R7"}


def _ours(folder: Path, open_things: ExitStack) -> Callable[[int], object]:
    store = open_things.enter_context(Store(folder / "ours"))
    game = store.create([Event("new", body={"game": "canyon"}, digest="0")])
    return lambda n: store.append(game, n + 1, [Event("move", 2, "play R7", digest="89abcdef")])


def _bare(folder: Path, open_things: ExitStack) -> Callable[[int], object]:
    database = open_things.enter_context(closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)))
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE events (n INTEGER PRIMARY KEY, body TEXT)")
    return lambda n: database.execute("INSERT INTO events VALUES (?, ?)", (n, json.dumps(_BODY)))


def _text(folder: Path, open_things: ExitStack) -> Callable[[int], object]:
    file = open_things.enter_context((folder / "events.jsonl").open("w", encoding="utf-8"))

    def append(n: int) -> None:
        file.write(json.dumps({"n": n, **_BODY}) + "\n")
        file.flush()
        os.fsync(file.fileno())

    return append


def rows() -> Iterator[Row]:
    """Yield our time for one event, compared with the two others; all three take turns on one disk."""
    best: dict[str, float] = {}
    ways = {"ours": _ours, "bare": _bare, "text": _text}
    with tempfile.TemporaryDirectory() as name, ExitStack() as open_things:
        appends = {way: make(Path(name), open_things) for way, make in ways.items()}
        for turn in range(ROUNDS):
            for way, append in appends.items():
                began = time.perf_counter()
                for number in range(turn * EVENTS, (turn + 1) * EVENTS):
                    append(number)
                took_ms = (time.perf_counter() - began) / EVENTS * 1e3
                best[way] = min(best.get(way, took_ms), took_ms)
    for way, remark in (("bare", "one INSERT in SQLite, WAL, FULL"), ("text", "one line of JSON and fsync")):
        yield Row(
            "event made safe" if way == "bare" else "  the same",
            f"{best['ours']:.2f} ms",
            f"{best[way]:.2f} ms",
            f"{best['ours'] / best[way]:.2f}×",
            remark,
        )
