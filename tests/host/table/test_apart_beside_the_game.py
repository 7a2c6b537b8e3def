"""Replays, guided openings, boards being set and bots keep to what the mummy may know, as games do (PYR-18).

Two games that differ only in what its side may not know are looked back on, set up and played on: it gets the same.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from riverlight.clauses import seeds_folder
from riverlight.games.pyramid.bot import Bot
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.journal import InMemoryJournal
from riverlight.table.lesson import Lesson
from riverlight.table.lesson_text import parse_lesson
from riverlight.table.observers import Outcome
from riverlight.table.record import Store
from riverlight.table.replay import Replay, open_replay
from riverlight.table.session import Table
from riverlight.table.set_up import SetUp, open_set_up

from tests.host.table.pyramid_sides import MummysSide, Pair
from tests.host.table.pyramid_twins import BOARD

SEEDS = range(5)
TURNS = 8


@contextmanager
def beside(seed: int, made: Callable[[Store, int], Table]) -> Iterator[list[MummysSide]]:
    """Give the mummy's side of the tables that ``made`` makes of two games with the same public facts."""
    with tempfile.TemporaryDirectory() as folder, Pair(Path(folder), seed) as pair:
        pair.play(TURNS)
        stores = [Store.reading(Path(folder) / name) for name in ("one", "other")]
        try:
            yield [
                MummysSide(made(store, side.table.game_id), store)
                for store, side in zip(stores, pair.sides, strict=True)
            ]
        finally:
            for store in stores:
                store.close()


def tries(side: MummysSide, choose: random.Random) -> None:
    """Let the mummy do what it may not: press keys, enter moves, undo, answer."""
    table = side.table
    for key in choose.sample("0123456789ABCD*#", 4):
        side.tell(table.press(key, choose.choice((0, "second"))))
    for text in ("step n", "stop", "throw", "roll 2", "die 3", "move d2", "deal"):
        side.tell(table.enter(0, text))
    side.tell(table.undo(keypad=0))
    side.tell(table.redo(keypad="second"))
    side.tell(table.answer(1, agrees=True, keypad=0))


# A game looked back on.


def turn_on(side: MummysSide) -> list[int]:
    """Turn pages to the end; return after how many entries each thing happened that the mummy may know of."""
    replay: Any = side.table
    known, told = [0], len(side.noted)
    for at in range(1, replay.play.length + 1):
        replay.press("5")
        side.look()
        if len(side.noted) > told:
            known.append(at)
            told = len(side.noted)
    return known


def look_for_a_difference_in_replays(seeds: range) -> int:
    """Assert that the mummy's side sees the same of both; return how many things it was sent."""
    count = 0
    for seed in seeds:
        with beside(seed, partial(open_replay, with_secrets=True)) as sides:
            places = [turn_on(side) for side in sides]
            assert len(places[0]) == len(places[1])
            choose = random.Random(seed)
            jumps = [choose.randrange(len(places[0])) for _ in range(12)]
            for side, known in zip(sides, places, strict=True):
                replay: Any = side.table
                again = random.Random(seed)
                for jump in jumps:
                    replay.go_to(known[jump])
                    side.look()
                    at = replay.snapshot("table")["replay"]["at"]
                    tries(side, again)
                    assert replay.snapshot("table")["replay"]["at"] == at == known[jump]
            one, other = sides
            assert one.noted == other.noted
            count += len(one.noted)
    return count


def test_a_game_looked_back_on_shows_the_mummy_no_more_than_the_game_did() -> None:
    """PYR-18: nor how many entries lie between two that it knows of, whoever navigates."""
    assert look_for_a_difference_in_replays(SEEDS) > 400


def test_the_two_games_differ_in_how_many_entries_they_have() -> None:
    """Or the test above would show little."""
    lengths = []
    for seed in SEEDS:
        with beside(seed, partial(open_replay, with_secrets=True)) as sides:
            lengths.append([side.table.snapshot("table")["replay"]["of"] for side in sides])
    assert sum(one != other for one, other in lengths) > len(SEEDS) // 2


def _leak_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Replay.shown
    place = "at"

    def leaky(self: Any, snapshot: Any, viewer: Any) -> dict[str, Any]:
        return {**honest(self, snapshot, viewer), place: len(self.history.entries)}

    monkeypatch.setattr(Replay, "shown", leaky)


def _let_the_mummy_turn_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Replay.press

    def leaky(self: Any, key: str, keypad: Any, **more: Any) -> Outcome:
        return honest(self, key, "main" if keypad == 0 else keypad, **more)

    monkeypatch.setattr(Replay, "press", leaky)


@pytest.mark.parametrize("leak", [_leak_the_place, _let_the_mummy_turn_pages])
def test_a_leak_in_a_replay_is_found(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        look_for_a_difference_in_replays(SEEDS)


# A board being set.


def look_for_a_difference_in_walks(seeds: range) -> int:
    """Assert that the mummy's side sees the same while the hunters set their board; return how many did."""
    for seed in seeds:
        ready: list[int] = []
        with beside(seed, lambda store, game_id: open_set_up(store, game_id, lambda: ready.append(1))) as sides:  # noqa: B023
            for side in sides:
                choose, again = random.Random(seed), random.Random(seed)
                begun = len(ready)
                while len(ready) == begun:
                    side.table.press(choose.choice("5555#"))
                    side.look()
                    sentence = side.table.snapshot("table")["prompt"]["sentence"]
                    if len(ready) == begun:
                        tries(side, again)
                        assert side.table.snapshot("table")["prompt"]["sentence"] == sentence
            one, other = sides
            assert one.noted == other.noted
    return len(seeds)


def test_a_board_being_set_shows_the_mummy_no_hunter() -> None:
    """PYR-18: it is walked through at the table, and from there alone."""
    assert look_for_a_difference_in_walks(SEEDS)


def test_a_leak_in_a_walk_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = SetUp.shown

    def leaky(self: Any, snapshot: Any, viewer: Any) -> dict[str, Any]:
        return {**honest(self, snapshot, viewer), "prompt": honest(self, snapshot, "table")["prompt"]}

    monkeypatch.setattr(SetUp, "shown", leaky)
    with pytest.raises(AssertionError):
        look_for_a_difference_in_walks(SEEDS)


# A guided first game.

HIDDEN = {
    "table roll 1 2 3 A M\n#?": "table roll 2 2 3 A M\n#?",
    "1 reroll 1 2 3 A\n": "1 reroll 2 2 3 A\n",
    "table roll 1 3 3 A": "table roll 2 3 4 A",
    "2 move c1": "2 move h2",
    "2 move a1": "2 move i1",
    "2 move a2": "2 move j1",
}
"""What the mummy may not know of the written tutorial, and what might stand there as well."""

LAST_STEP = "#= The sarcophagus"


def begun(head: Head) -> History:
    """Return a game at its beginning, with the cards dealt."""
    history = History(head)
    history.make_due_moves()
    return history


def told_in_lesson(store: Store, written: str) -> tuple[list[object], list[str]]:
    """Play the tutorial as the coach says; return what the mummy's side got, and the coach's sentences."""
    script = parse_lesson(written)
    lesson = Table(Lesson(InMemoryJournal(store, 0, begun(script.head)), script))
    side = MummysSide(lesson, store)
    coached = []
    for step in script.steps:
        choice = step.choice
        coached += [step.sentence, *([choice.hint, choice.told] if choice else [])]
        tries(side, random.Random(len(coached)))
        if choice:
            assert lesson.enter(choice.seat, choice.moves[0]).kind == "accepted"
            side.look()
        lesson.go_to(lesson.snapshot("table")["lesson"]["at"])
        side.look()
    tries(side, random.Random(0))
    return side.noted, [sentence for sentence in coached if sentence]


def test_a_tutorial_tells_the_mummy_nothing_of_the_hunters(store: Store) -> None:
    """PYR-18: not even by the coach's sentence, when the mummy tries to enter something."""
    written = (seeds_folder() / "lessons" / "pyramid.txt").read_text(encoding="utf-8").partition(LAST_STEP)[0]
    noted, coached = told_in_lesson(store, written)
    for line, another in HIDDEN.items():
        assert line in written
        written = written.replace(line, another, 1)
    otherwise, _ = told_in_lesson(store, written)
    assert noted == otherwise
    assert len(noted) > 100
    heard = repr(noted)
    assert not [sentence for sentence in coached if repr(sentence)[1:-1] in heard]


# Bots.


def test_the_mummys_bot_plays_alike_in_games_that_look_alike_to_it() -> None:
    """PYR-18: it sees its own seat's view and the legal moves; hunters elsewhere change neither move nor reason."""
    chosen = 0
    for seed in range(2):
        with tempfile.TemporaryDirectory() as folder, Pair(Path(folder), seed) as pair:
            seats = len(pair.sides[0].table.head.seat_names)
            bots = [Bot(0, seats, BOARD, side.table.head.options) for side in pair.sides]
            seen = [0, 0]
            for _ in range(40):
                pair.play(1)
                choices = []
                for number, (side, bot) in enumerate(zip(pair.sides, bots, strict=True)):
                    entries = side.table.history.entries
                    for entry in entries[seen[number] :]:
                        bot.watch(entry.after.view(0))
                    seen[number] = len(entries)
                    state = side.table.history.state
                    if state.to_act() == (0,):
                        choices.append(bot.choose(state.view(0), [state.move_data(move) for move in state.legal(0)]))
                if choices:
                    assert choices[0] == choices[1]
                    chosen += 1
    assert chosen > 15
