"""Two records that differ only in what is secret in their games, and in how often a side took a hidden step.

Games 1 and 2 are Pyramid: the mummy is the only person, or one of several. Game 3 is Canyon with real cards and two of
three sealed paces in, game 4 Niagara with two of three sealed paddle cards. Game 5 is over, the same in both.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from riverlight.clauses import seeds_folder
from riverlight.games.contract import Viewer
from riverlight.games.game import visible_events
from riverlight.table import record
from riverlight.table.game_text import import_game
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.session import Table

LONE_MUMMY, MUMMY, CANYON, NIAGARA, OVER = range(1, 6)
RUNNING = (LONE_MUMMY, MUMMY, CANYON, NIAGARA)
IDS = (*RUNNING, OVER)
BLIND_SEAT = {LONE_MUMMY: 0, MUMMY: 0, CANYON: 2, NIAGARA: 2}
"""The seat of each running game that may not know in what its two twins differ; nor may a spectator."""

_NAMES = ("Ada", "Ben", "Cleo", "Dan")
_DAY_MS = 86_400_000
_START_MS = 1_780_000_000_000


def hunt(bots: tuple[int, ...], number: int) -> History:
    """Return a game of Pyramid: the first hunter has moved, after some hidden throws; the second has thrown."""
    seed, throws = _hunts()[number]
    found = _hunted(bots, seed, throws)
    assert found is not None
    return found


@cache
def _hunts() -> tuple[tuple[int, int], tuple[int, int]]:
    """Return two seeds, and after each how many hidden throws the mummy's side has seen the same."""
    after: dict[str, tuple[int, int]] = {}
    for seed in range(100):
        if (history := _hunted((), seed, 0)) is not None:
            after.setdefault(_seen(history, 0), (seed, 0))
    for seed in range(100):
        if (history := _hunted((), seed, 2)) is not None and _seen(history, 0) in after:
            return after[_seen(history, 0)], (seed, 2)
    raise AssertionError


def _hunted(bots: tuple[int, ...], seed: int, throws: int) -> History | None:
    history = History(Head.create("pyramid", {"cards": "app", "dice": "app"}, _NAMES, seed, None, bots))
    history.make_due_moves()

    def play(seat: int, text: str) -> None:
        history.apply(history.prepare_move(seat, history.state.parse_move(text)))

    def legal(word: str) -> list[str]:
        texts = [history.state.move_text(move) for move in history.state.legal(1)]
        return [text for text in texts if text.startswith(word) and not text.endswith("play")]

    play(1, "throw")
    for _ in range(throws):
        if not legal("reroll"):
            return None
        play(1, legal("reroll")[0])
    if not legal("die 2"):
        return None
    play(1, "die 2")
    play(1, legal("move")[-1 if throws else 0])
    play(2, "throw")
    return history


def _seen(history: History, viewer: Viewer) -> str:
    """Return what ``viewer`` sees of a game, and has seen so far."""
    events = [visible_events(history.head.game, entry.events, viewer) for entry in history.entries]
    return json.dumps([history.state.view(viewer), [each for each in events if each]])


def sealed(name: str, options: dict[str, str], before: list[tuple[int, str]], chosen: list[str]) -> History:
    """Return a game in which the first seats have made choices that nobody else may know."""
    head = Head.create(name, options, _NAMES[:3], 7, None)
    return History.from_moves(head, [*before, *enumerate(chosen)])[0]


def histories(number: int) -> list[History]:
    """Return the running games of record ``number``, 0 or 1."""
    placed: list[tuple[int, str]] = [(-1, "dealer 2"), (0, "place start1"), (1, "place start2"), (2, "place start3")]
    paces = [["pace 3", "pace 5"], ["pace 4", "pace 0"]][number]
    cards = [["paddle 3", "paddle cloud"], ["paddle 6", "paddle 1"]][number]
    return [
        hunt((1, 2, 3), number),
        hunt((), number),
        sealed("canyon", {"bid_mode": "simultaneous"}, [*placed, (-1, "trump R")], paces),
        sealed("niagara", {"cards": "app"}, [], cards),
    ]


def differ(game_id: int, viewer: Viewer) -> bool:
    """Return whether the twins of a game look, or have looked, different to ``viewer``."""
    one, other = (_seen(histories(number)[game_id - 1], viewer) for number in (0, 1))
    return one != other


@contextmanager
def written(folder: Path, number: int) -> Iterator[Store]:
    """Open the record ``number`` in ``folder``; in both a game started at the same time, and each row took a while."""
    clock = itertools.count()
    with pytest.MonkeyPatch.context() as patch, Store(folder) as store:
        now_ms = _START_MS

        def time_ns() -> int:
            return (now_ms + 61_000 * next(clock)) * 1_000_000

        patch.setattr(record.time, "time_ns", time_ns)
        for history in histories(number):
            clock = itertools.count()
            now_ms += _DAY_MS
            table = Table.resume(store, store.create([history.head.row()]))
            for entry in history.entries:
                assert table.enter(*entry.moves[0]).kind == "accepted", entry.moves
            assert table.history.moves == history.moves
        clock = itertools.count()
        now_ms += _DAY_MS
        import_game(store, (seeds_folder() / "games" / "pyramid-treasures.txt").read_text(encoding="utf-8"))
        yield store
