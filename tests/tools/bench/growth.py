"""How costs scale: spaces of a board, lights of a chain, games in one record, tables on one host."""

from __future__ import annotations

import resource
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any

from riverlight.boards import Board
from riverlight.games.contract import TABLE
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules import canyon
from shared_rules.board import distances
from tests.tools.bench import ends, lights
from tests.tools.bench.rows import Row, shortest_s

SPACES = (16, 64, 240)
GAMES = (1, 1_000, 10_000)
TABLES = (1, 8, 64)
CHAINS = (64, 300)

_ACROSS = 4
_BLOCKADES = 1000
_MOVES = 40
_NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def river(spaces: int) -> Board:
    """Return a plain river of about so many spaces, four across: start, water, landing, cave and fall at its end."""
    length = spaces // _ACROSS
    at = {(x, y): f"r{x}c{y}" for x, y in product(range(length), range(_ACROSS))}
    made: list[dict[str, Any]] = []
    for number, ((x, y), name) in enumerate(at.items()):
        near = [at[place] for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if place in at]
        kind = "start" if x == 0 else "landing" if x == length - 1 and y == 0 else "water"
        place = {"at_mm": [20 + 20 * x, 20 + 20 * y], "touches": near, "leds": {"main": [number]}}
        made.append({"id": name, "kind": kind, **place})
    made[-1]["kind"] = "cave"
    size = [40 + 20 * length, 40 + 20 * _ACROSS]
    head = {"riverlight_board": 1, "game": "canyon", "id": "river", "title": "River", "size_mm": size}
    return Board({**head, "spaces": made})


def boards() -> Iterator[Row]:
    """Yield the median search of legal ends among blockades on rivers of growing length, compared with the shortest."""
    first = 0.0
    for spaces in SPACES:
        board = river(spaces)
        distance = distances(board.core)
        took = []
        for canoes in islice(ends.blockades(board), _BLOCKADES):
            began = time.perf_counter()
            canyon.finish(canyon.ends(board.core, distance, canoes, 0, ends.POINTS, canyon.EXACT))
            took.append((time.perf_counter() - began) * 1e6)
        median_us = statistics.median(took)
        first = first or median_us
        what = f"ends, {ends.POINTS} points, {spaces} spaces"
        remark = f"{SPACES[0]} spaces; the worst was {max(took):.0f} µs"
        yield Row(what, f"{median_us:.0f} µs", f"{first:.0f} µs", f"{median_us / first:.1f}×", remark)


def chains() -> Iterator[Row]:
    """Yield the frame of a long chain compared with a short one."""
    found = {cost.lights: cost.ours_pico_us for cost in lights.costs() if cost.lights in CHAINS}
    short, long = (found[number] for number in CHAINS)
    yield Row(
        f"frame, {CHAINS[1]} lights",
        f"{long / 1000:.2f} ms",
        f"{short / 1000:.2f} ms",
        f"{long / short:.1f}×",
        f"{CHAINS[0]} lights; estimates for the Pico",
    )


def games() -> Iterator[Row]:
    """Yield what opening the record, its list of games, and one entry more take with thousands of games in it."""
    first: dict[str, float] = {}
    for count in GAMES:
        with tempfile.TemporaryDirectory() as name:
            _keep_many(Path(name), count)
            began = time.perf_counter()
            with Store(Path(name)) as store:
                seen = {"record opened": time.perf_counter() - began}
                seen["latest 100 listed"] = shortest_s(lambda: store.games(100), times=3)
                seen["all counted"] = shortest_s(store.count, times=3)
                table = Table.resume(store, count)
                seen["game taken up"] = shortest_s(lambda: Table.resume(store, count), times=3)  # noqa: B023
                seen["event made safe"] = min(_seconds_of_moves(table))
        for what, seconds in seen.items():
            first.setdefault(what, seconds)
            beside = f"{first[what] * 1e3:.2f} ms"
            yield Row(
                f"{what}, {count:,} game{'s' * (count > 1)}",
                f"{seconds * 1e3:.2f} ms",
                beside,
                f"{seconds / first[what]:.1f}×",
                "1 game",
            )


def tables() -> Iterator[Row]:
    """Yield the entry of a move, and the memory, with many tables open on one host."""
    first = 0.0
    for count in TABLES:
        before = _resident_mb()
        with tempfile.TemporaryDirectory() as name, Store(Path(name)) as store:
            open_tables = [Table.new(store, "canyon", {"cards": "app"}, _NAMES, seed) for seed in range(count)]
            took = [seconds for table in open_tables for seconds in _seconds_of_moves(table, _MOVES // min(count, 8))]
            median_ms = statistics.median(took) * 1e3
            grown = (_resident_mb() - before) / count
        first = first or median_ms
        what = f"move entered, {count} table{'s' if count > 1 else ''}"
        remark = f"1 table; {max(0.0, grown) * 1000:.0f} kB more each"
        yield Row(what, f"{median_ms:.2f} ms", f"{first:.2f} ms", f"{median_ms / first:.1f}×", remark)


def rows() -> Iterator[Row]:
    """Yield the growth of each."""
    yield from boards()
    yield from chains()
    yield from games()
    yield from tables()


def _keep_many(folder: Path, count: int) -> None:
    """Keep one half-played game so many times."""
    with Store(folder) as store:
        list(_seconds_of_moves(Table.new(store, "canyon", {"cards": "app"}, _NAMES, 7), _MOVES))
    (file,) = folder.glob("*.sqlite3")
    database = sqlite3.connect(file)
    known = "SELECT group_concat(name) FROM pragma_table_info('events') WHERE name <> 'game'"
    (columns,) = database.execute(known).fetchone()
    database.execute("PRAGMA synchronous = OFF")
    for game in range(2, count + 1):
        copy = f"INSERT INTO events (game, {columns}) SELECT ?, {columns} FROM events WHERE game = 1"  # noqa: S608
        database.execute(copy, (game,))
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def _seconds_of_moves(table: Table, moves: int = 10) -> Iterator[float]:
    """Enter so many moves of chance players; yield how long each took to be safe and known."""
    play, chance = table.head.game.chance_player, 7
    for _ in range(moves):
        state = table.history.state
        seat = state.to_act()[0]
        if seat == TABLE:
            return
        chance, move = play(state, seat, chance)
        text = state.move_text(move)
        began = time.perf_counter()
        table.enter(seat, text)
        yield time.perf_counter() - began


def _resident_mb() -> float:
    """Return the megabytes that this process has in memory now; the most so far if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 2**20
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
