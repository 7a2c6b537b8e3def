"""Keys, moves and undos at a table: scripts of lines, played on an in-memory game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from copy import copy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from riverlight.games.contract import TABLE
from riverlight.games.sides import HANDED, MAIN, SECOND, Keypad
from riverlight.games.transcript import digest
from riverlight.table.entry import KEYS
from riverlight.table.history import History
from riverlight.table.journal import InMemoryJournal
from riverlight.table.observers import Outcome
from riverlight.table.play import Play
from riverlight.table.record import Store
from riverlight.table.rows import Row
from riverlight.table.session import Table

from tests.tools.fuzz import games
from tests.tools.fuzz.mutate import in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_MOST_LINES = 40
_BEGINNINGS = (0, 7, 24)  # moves played before a script begins
_KEYPADS = (MAIN, SECOND, HANDED, "0", "1", "2")
_ENTRIES = tuple(map(str, range(12)))
_KINDS = ("accepted", "typed", "refused", "asks", "repeated")


class _GatheringJournal(InMemoryJournal):
    """A journal whose rows only gather."""

    def __init__(self, store: Store, history: History, rows: Sequence[Row]) -> None:
        super().__init__(store, 1, history)
        self._rows = [*rows]

    @property
    def rows(self) -> list[Row]:
        return [row._replace(n=number) for number, row in enumerate(self._rows, 1)]

    def _write(self, rows: Sequence[Row]) -> None:
        self._rows += rows


@cache
def _begun(game: str, moves: int) -> tuple[History, tuple[Row, ...]]:
    head, written = games.read_game(game)
    history, rows = History.from_moves(head, [(move.seat, move.text) for move in written.moves[:moves]])
    return history, (*rows, *history.make_due_moves())


def _table(store: Store, game: str, moves: int) -> tuple[Table, _GatheringJournal]:
    history, rows = _begun(game, moves)
    fresh = copy(history)
    fresh.entries, fresh.undone, fresh.steps = list(history.entries), [], list(history.steps)
    journal = _GatheringJournal(store, fresh, rows)
    return Table(Play(journal)), journal


def _played(store: Store, game: str, data: bytes) -> bool:
    """Play a script: each line that is none ends it. The record replays to the same game."""
    first, _end, script = data.decode("utf-8", "surrogateescape").partition("\n")
    table, journal = _table(store, game, _BEGINNINGS[len(first) % len(_BEGINNINGS)])
    is_accepted = False
    for line in script.split("\n")[:_MOST_LINES]:
        entries, state = len(table.history.entries), table.history.state
        outcome = _taken(table, line)
        if outcome is None:
            break
        assert outcome.kind in _KINDS
        if outcome.kind in ("refused", "asks"):
            demand_sentence(outcome.sentence)
        if outcome.kind != "accepted":
            assert table.history.state is state
            assert len(table.history.entries) == entries
        is_accepted = is_accepted or outcome.kind == "accepted"
    for viewer in ("table", "watch", 0, len(table.head.seat_names) - 1):
        json.dumps(table.snapshot(viewer))
    told = History.from_rows(1, journal.rows)
    assert digest(told.state) == digest(table.history.state)
    assert told.moves == table.history.moves
    assert len(told.undone) == len(table.history.undone)
    return is_accepted


def _taken(table: Table, line: str) -> Outcome | None:
    verb, _space, rest = line.partition(" ")
    who, _space, what = rest.partition(" ")
    keypad = _keypad(who)
    if keypad is None:
        return None
    if verb in ("press", "hold"):
        return table.press(what, keypad, long=verb == "hold")
    if verb == "enter" and isinstance(keypad, int):
        return table.enter(keypad, what)
    if verb == "offer":  # on the table page, whichever seat is to act
        return table.enter(table.history.state.seats and TABLE, what, keypad=MAIN, version=table.version)
    if verb == "back":
        return table.undo(keypad=keypad, agreed=what == "agreed")
    if verb == "again":
        return table.redo(keypad=keypad)
    if verb == "correct":
        number, _space, move = what.partition(" ")
        return table.correct(int(number), move, keypad=keypad) if number in _ENTRIES else None
    if verb == "drop":
        return table.drop(keypad=keypad)
    if verb in ("yes", "no"):
        return table.answer(len(what), agrees=verb == "yes", keypad=keypad)
    return None


def _keypad(word: str) -> Keypad | None:
    if word in ("0", "1", "2", "-1"):
        return int(word)
    return word if word in (MAIN, SECOND, HANDED) else None


def _seeds(game: str) -> list[bytes]:
    """Return scripts that press and enter what is legal."""
    found = []
    with TemporaryDirectory() as folder, Store.reading(Path(folder)) as store:
        for number, moves in enumerate(_BEGINNINGS):
            table, _journal = _table(store, game, moves)
            lines = ["=" * number]
            for _ in range(6):
                seat = table.history.state.to_act()[0]
                code = table.codes(seat)[0]
                keypad = SECOND if table.sides.is_apart(seat) else HANDED
                lines += [f"press {keypad} {key}" for key in code.keys]
                for key in code.keys:
                    table.press(key, keypad)
            lines += [f"back {MAIN} agreed", f"again {MAIN}", f"enter {seat} {code.move}", f"yes {MAIN} "]
            lines += [f"correct {MAIN} 1 {table.history.entries[0].moves[0][1]}", f"drop {MAIN}"]
            found.append("\n".join(lines).encode())
    return found


def _target(game: str) -> Target:
    @contextmanager
    def ready() -> Iterator[Run]:
        with ExitStack() as opened:
            folder = Path(opened.enter_context(TemporaryDirectory()))
            store = opened.enter_context(Store.reading(folder))
            yield lambda data: _played(store, game, data)

    words = ["press", "hold", "enter", "offer", "back", "again", "correct", "drop", "yes", "no", "agreed"]
    words += [*_KEYPADS, *KEYS, *_ENTRIES]
    words += [text for _seat, text in games.move_texts(game)]
    return Target(f"keys-{game}", cache(lambda: _seeds(game)), in_words(words), ready, examples=40)


TARGETS = tuple(map(_target, games.GAMES))
