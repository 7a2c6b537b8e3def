"""A bot's reasons are shown only once they are harmless; the timing of bot hunters reveals nothing to the mummy."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from riverlight.games.bots import Choice
from riverlight.games.registry import GAMES, game_named
from riverlight.table import opponents as opponents_module
from riverlight.table import reasons as reasons_module
from riverlight.table.moments import moment
from riverlight.table.opponents import Opponents
from riverlight.table.record import Store
from riverlight.table.session import Table

NAMES = ("Ada", "Ben", "Cleo")
BOTS = {"canyon": (1, 2), "niagara": (1, 2), "pyramid": (0, 2)}


class Talkative:
    """A bot whose reasons contain a word and the round."""

    def __init__(self, bot: Any, word: str) -> None:
        self._bot = bot
        self._word = word

    def watch(self, view: Any) -> None:
        """See a view."""
        self._bot.watch(view)

    def choose(self, view: Any, moves: Any) -> Choice:
        """Choose as the bot does."""
        return self._bot.choose(view, moves)._replace(why=f"{self._word} {view['round']}")


def moved(opponents: Opponents, table: Table, game: str, choose: random.Random) -> bool:
    """Let a bot play, or where none is to act a person at random; return whether the game still went on."""
    if opponents.play() is None:
        state = table.history.state
        if not state.to_act():
            return False
        seat = next(seat for seat in state.to_act() if seat not in BOTS[game])
        table.enter(seat, state.move_text(choose.choice(state.legal(seat))))
    return True


def one_game(folder: Path, game: str, word: str, monkeypatch: pytest.MonkeyPatch, turns: int) -> list[Any]:
    """Play a game and return all that any page could get at each of its steps, and the rounds that were explained."""
    real = game_named(game)
    seen: list[Any] = []
    with monkeypatch.context() as patched, Store(folder) as store:
        patched.setitem(GAMES, game, replace(real, make_bot=lambda *what: Talkative(real.make_bot(*what), word)))
        options = {**real.app_options, **({"fork": "random"} if game == "niagara" else {})}
        table = Table.new(store, game, options, NAMES, 7, bots=BOTS[game])
        opponents = Opponents(table, lambda: None, 0.0)
        choose = random.Random(7)

        def look() -> None:
            pages: list[Any] = ["table", "watch", 0, 1, 2]
            for page in pages:
                snapshot = table.snapshot(page)
                seen.append(json.dumps([snapshot, opponents.shown(page, snapshot)]))
                assert word not in seen[-1]
            now = table.snapshot("table")
            told = {int(each["why"].split()[-1]) for bot in opponents.reasons.by_seat() for each in bot["choices"]}
            if now["status"] == "playing":
                assert told <= ({now["view"]["round"] - 1} if game != "pyramid" else set())
            seen.append(sorted(told))

        for _ in range(turns):
            look()
            if not moved(opponents, table, game, choose):
                break
        assert (table.history.state.result() is not None) == (game == "pyramid")
    return seen


@pytest.mark.parametrize(("game", "turns"), [("canyon", 150), ("niagara", 150), ("pyramid", 2000)])
def test_until_its_round_is_over_no_page_differs_by_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, turns: int
) -> None:
    """Nor by how long it is; in Pyramid until the game is over."""
    one = one_game(tmp_path / "one", game, "ONE", monkeypatch, turns)
    other = one_game(tmp_path / "other", game, "SOMETHING ELSE ALTOGETHER", monkeypatch, turns)
    assert one == other
    told = [each for each in one if isinstance(each, list)]
    assert any(told)


@pytest.fixture
def canyon(tmp_path: Path) -> Any:
    """A game of Canyon in its second round, its bots, and the number of entries of the first."""
    with Store(tmp_path / "games") as store:
        table = Table.new(store, "canyon", {"cards": "app"}, NAMES, 3, bots=(1, 2))
        opponents = Opponents(table, lambda: None, 0.0)
        choose = random.Random(3)
        while table.snapshot("table")["view"]["round"] == 1:
            if opponents.play() is None:
                state = table.history.state
                table.enter(0, state.move_text(choose.choice(state.legal(0))))
        yield table, opponents


def test_each_choice_of_the_round_is_told_with_its_reason_and_its_bots_name(canyon: Any) -> None:
    """In the words of the log; where a bot had no choice there is nothing to explain."""
    table, opponents = canyon
    assert opponents.shown("table", table.snapshot("table"))["why"] == 1
    ben, cleo = opponents.reasons.by_seat()
    assert (ben["letter"], ben["name"], cleo["name"]) == ("B", "Ben", "Cleo")
    for bot in (ben, cleo):
        whats = [choice["what"] for choice in bot["choices"]]
        assert whats[0].startswith(f"{bot['name']} starts at ")
        assert whats[1].startswith(f"{bot['name']} shows pace ")
        assert 2 <= sum(what.startswith(f"{bot['name']} plays ") for what in whats) <= 8
        assert all(choice["why"].endswith(".") for choice in bot["choices"])
        assert "dealt" not in json.dumps(bot)


def test_reasons_of_a_round_that_is_taken_back_are_told_no_more(canyon: Any) -> None:
    table, opponents = canyon
    while table.snapshot("table")["view"]["round"] == 2:
        assert table.undo(agreed=True).kind == "accepted"
    assert opponents.reasons.by_seat() == []
    assert opponents.shown("table", table.snapshot("table"))["why"] is None


@pytest.mark.parametrize("game", ["canyon", "niagara", "pyramid"])
def test_reasons_outlive_a_restart_of_the_host(tmp_path: Path, game: str) -> None:
    """They are worked out from the record, round by round, and in Pyramid once the game is over."""
    explained = 0
    with Store(tmp_path) as store:
        table = Table.new(store, game, game_named(game).app_options, NAMES, 7, bots=BOTS[game])
        opponents = Opponents(table, lambda: None, 0.0)
        choose = random.Random(7)
        for _ in range(2000 if game == "pyramid" else 60):
            if not moved(opponents, table, game, choose):
                break
            if opponents.reasons.finished() not in (None, explained):
                explained = opponents.reasons.finished() or 0
                resumed = Opponents(Table.resume(store, table.game_id), lambda: None, 0.0)
                assert resumed.reasons.by_seat() == opponents.reasons.by_seat() != []
                assert resumed.reasons.finished() == explained
    assert explained > 1


def test_a_choice_that_a_bot_would_not_make_is_not_explained(canyon: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As those that another version of this program has made."""
    table, _opponents = canyon
    monkeypatch.setattr(reasons_module, "choice_of", lambda _bot, state, seat: Choice(f"not {state} {seat}", "So."))
    anew = Opponents(table, lambda: None, 0.0)
    assert anew.reasons.by_seat() == []
    assert anew.reasons.finished() is None


class Clock:
    """The time by which bots wait, which only a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 0.0
        monkeypatch.setattr(opponents_module.time, "monotonic", lambda: self.now_s)


def pause_s(table: Table) -> float:
    """Return the pause after what the mummy's side was shown last, of bots that usually wait a second."""
    shown = moment(table.history, "watch")
    return 1.0 if shown is None else max(1.0, shown["hold_ms"] / 1000 / opponents_module.USUAL_DELAY_S)


@pytest.mark.parametrize("seed", range(4))
def test_how_often_hunters_throw_changes_no_moment_at_which_the_mummy_hears_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """PYR-18: everything that it may know comes one pause after the last such thing, whatever lay in between.

    How long the pause is follows from what the mummy's side is shown of that thing.
    """
    clock = Clock(monkeypatch)
    pauses, silent = 0, 0
    with Store(tmp_path / "games") as store:
        options = {"cards": "app", "dice": "app"}
        table = Table.new(store, "pyramid", options, NAMES, seed, bots=(1, 2))
        opponents = Opponents(table, lambda: None, 1.0)
        choose = random.Random(seed)
        heard, heard_s, due_s = table.snapshot("watch")["version"], clock.now_s, pause_s(table)
        for _ in range(400):
            version = table.version
            wait_s = opponents.play()
            if wait_s is None:
                state = table.history.state
                if not state.to_act():
                    break
                clock.now_s += choose.randrange(5)
                table.enter(0, state.move_text(choose.choice(state.legal(0))))
                heard, heard_s, due_s = table.snapshot("watch")["version"], clock.now_s, pause_s(table)
                continue
            clock.now_s += wait_s
            now = table.snapshot("watch")["version"]
            if now != heard:
                assert clock.now_s - heard_s == pytest.approx(due_s)
                pauses += 1
                heard, heard_s, due_s = now, clock.now_s, pause_s(table)
            else:
                silent += table.version != version
    assert pauses > 9
    assert silent > 3
