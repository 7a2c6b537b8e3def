"""Bots search in a separate process, which may end or hang at any time; levels are stored and exported."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.errors import OptionError
from riverlight.games import transcript
from riverlight.games.bots import EASY, MEDIUM, STRONG, Effort
from riverlight.games.contract import SPECTATOR
from riverlight.games.registry import game_named
from riverlight.games.seating import levels_of
from riverlight.games.simulate import bots_for
from riverlight.table import thinking
from riverlight.table.game_text import import_game, transcript_of
from riverlight.table.head import Head
from riverlight.table.hints import Hints
from riverlight.table.opponents import Opponents
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.table.thinking import DistantBot, Thinker

from tests.host.table.test_opponents import NAMES, at_play, begun, person_moves, play_on, play_out

QUICK = Effort(STRONG, None, 1)


@pytest.fixture(scope="module")
def thinker() -> Iterator[Thinker]:
    game = game_named("niagara")
    thinker = Thinker(game, 3, shipped("niagara"), {option.name: option.values[0] for option in game.options})
    yield thinker
    thinker.close()


def at_cards() -> tuple[Any, list[Any]]:
    state: Any = game_named("niagara").new({"cards": "app", "fork": "random"}, 3, 2)
    return state, [state.move_data(move) for move in state.legal(1)]


def test_a_bot_in_a_process_of_its_own_chooses_as_it_would_here_also_when_that_process_is_killed(
    thinker: Thinker,
) -> None:
    """It is handed all views again."""
    state, moves = at_cards()
    here: Any = bots_for(game_named("niagara"), state, [1], {1: QUICK})[1]
    there = DistantBot(thinker, 1, QUICK)
    for _ in range(2):
        here.watch(state.view(1))
        there.watch(state.view(1))
    assert there.choose(state.view(1), moves) == here.choose(state.view(1), moves)
    thinker._process.kill()  # type: ignore[union-attr]
    thinker._process.join()  # type: ignore[union-attr]
    assert there.appraise(state.view(1), moves) == here.appraise(state.view(1), moves)
    assert thinker.starts == 2


def test_an_easy_bot_chooses_when_no_answer_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(Thinker):
        def start(self) -> None:
            pass

        def ask(self, task: Any) -> None:
            asked.append(task)

    asked: list[Any] = []
    state, moves = at_cards()
    game = game_named("niagara")
    deaf = DistantBot(Deaf(game, 3, shipped("niagara"), state.options), 1, QUICK)
    deaf.watch(state.view(1))
    easy = bots_for(game, state, [1])[1]
    assert deaf.choose(state.view(1), moves) == easy.choose(state.view(1), moves)
    assert deaf.appraise(state.view(1), moves) == []
    assert len(asked) == 4
    assert monkeypatch is not None


def in_process(monkeypatch: pytest.MonkeyPatch, where: str = "riverlight.table.opponents.Thinker") -> None:
    """Let bots that search do so here, without a process."""

    class Here(Thinker):
        def start(self) -> None:
            self.starts = 1

        def ask(self, task: Any) -> Any:
            bots = self.__dict__.setdefault("bots", {})
            if task.seat not in bots:
                make: Any = self.game.make_adviser
                bots[task.seat] = make(task.seat, self.seats, self.board, self.options, task.effort)
            for view in task.views:
                bots[task.seat].watch(view)
            bot = bots[task.seat]
            return bot.appraise(task.view, task.moves) if task.is_appraisal else bot.choose(task.view, task.moves)

        def close(self) -> None:
            self.__dict__.pop("bots", None)

    monkeypatch.setattr(where, Here)
    assert thinking.Thinker is Thinker


@pytest.mark.parametrize(("game", "bots"), [("canyon", (1, 2)), ("niagara", (0, 2)), ("pyramid", (1, 2))])
def test_a_game_with_bots_that_search_is_played_and_taken_back_like_any_other(
    store: Store, monkeypatch: pytest.MonkeyPatch, game: str, bots: tuple[int, ...]
) -> None:
    """Against hunters who search, the mummy sees all that happens up to its own next view at once (PYR-18)."""
    in_process(monkeypatch)
    options = {**game_named(game).app_options}
    table = Table.new(store, game, options, NAMES[:3], 5, bots=bots, levels=(MEDIUM, STRONG))
    opponents = Opponents(table, lambda: None, 0.0, Effort(samples=1, seconds=0.0))
    opponents._least_s = 0.0
    choose = random.Random(1)
    play_on(opponents)
    for step in range(60):
        seen = table.history.state.view(SPECTATOR)
        if not person_moves(table, choose):
            break
        play_on(opponents)
        if step == 20:
            table.undo(agreed=True)
            play_on(opponents)
        assert table.history.state.view(SPECTATOR) != seen or game != "pyramid"
    assert len(table.history.entries) > 60
    people = set(table.history.state.to_act()) - table.head.bot_seats
    assert table.history.state.result() is not None or people
    told = opponents.reasons.by_seat()
    assert game == "pyramid" or all(choice["why"].endswith(".") for bot in told for choice in bot["choices"])


# Hints.


def test_a_hint_is_that_of_the_seats_own_view_and_all_see_in_how_many_rounds_it_asked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_process(monkeypatch, "riverlight.table.hints.Thinker")
    table = Table.new(store, "niagara", {"cards": "app", "fork": "random"}, NAMES[:3], 2)
    changes: list[str] = []
    hints = Hints(table, lambda: changes.append("asked"), QUICK)
    assert hints.used() == {}
    hint = hints.ask(1)
    assert hint is not None
    costs = [move["cost"] for move in hint["moves"]]
    assert costs[0] == 0
    assert costs == sorted(costs)
    assert len(costs) == 4
    assert hint["why"].endswith(".")
    assert hints.ask(1) is hint  # the same moment, the same answer
    assert hints.used() == {1: 1}
    table.enter(1, hint["moves"][0]["move"])
    assert hints.ask(1) is None  # it has chosen
    hidden = table.history.state.copy()
    assert hints.used() == {1: 1}
    table.enter(0, "paddle 2")
    assert hints.ask(2) is not None
    assert hints.used() == {1: 1, 2: 1}
    assert len(changes) == 4
    assert hidden.view(2) != table.history.state.view(2)
    hints.close()


def test_hints_can_be_turned_off_for_a_game_and_stay_off(store: Store) -> None:
    head = Head.create("canyon", {"cards": "app"}, NAMES[:3], 1, None)._replace(has_hints=False)
    table = Table.start(store, head)
    assert Hints.for_table(table, lambda: None) is None
    assert not Table.resume(store, table.game_id).head.has_hints
    assert not table.head.rotated(2).has_hints
    offered = Hints.for_table(Table.new(store, "canyon", {"cards": "app"}, NAMES[:3], 1), lambda: None)
    assert offered is not None
    offered.close()


# Levels.


def test_levels_are_kept_in_the_record_and_in_the_text_of_a_game(store: Store) -> None:
    table = Table.new(store, "niagara", {"cards": "app"}, NAMES[:2], 1, bots=(1,), levels=(STRONG,))
    assert table.head.bot_levels == {1: STRONG, 3: STRONG}
    assert Table.resume(store, table.game_id).head.levels == (STRONG,)
    written = transcript.write(transcript_of(table.history))
    assert '[Levels "strong"]' in written
    assert import_game(store, written).head.levels == (STRONG,)
    easy = Table.new(store, "niagara", {"cards": "app"}, NAMES[:2], 1, bots=(1,), levels=(EASY,))
    assert "levels" not in (store.rows(easy.game_id)[0].body or {})
    assert "Levels" not in transcript.write(transcript_of(easy.history))


def test_who_plays_again_keeps_the_level_of_each_bot() -> None:
    head = Head.create("canyon", {"cards": "app"}, NAMES, 1, None, (0, 2), levels=(STRONG, EASY))
    turned = head.rotated(2)
    assert (turned.bots, turned.levels, turned.names) == ((1, 3), (EASY, STRONG), ("Ben", "Cleo", "Dan", "Ada"))


@pytest.mark.parametrize("levels", [("strong",), ("strong", "best"), ("easy", "easy", "easy")])
def test_a_wrong_level_is_one_sentence(levels: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match=r"Expected one level for each computer player \(easy, medium, strong\)"):
        levels_of((1, 2), levels)
    assert levels_of((1, 2), ("easy", "easy")) == levels_of((1, 2), ()) == ()


def test_bots_build_no_page_to_find_out_whether_to_wait(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even in a game that was resumed, with a page's question open, or with a person on a separate side."""

    def no_page(*_given: object) -> None:
        pytest.fail("a whole page was built")

    for game, seats, bots in (("niagara", 3, (0, 2)), ("pyramid", 3, (1, 2))):
        table = begun(store, game, seats, bots)
        play_out(table, at_play(table), random.Random(2), 5)
        table.undo()
        resumed = Table.resume(store, table.game_id)
        opponents = at_play(resumed)
        entered = len(resumed.history.entries)
        with monkeypatch.context() as patched:
            patched.setattr(Table, "snapshot", no_page)
            opponents.play()
            opponents.board_is_set()
            play_out(resumed, opponents, random.Random(3), 5)
        assert len(resumed.history.entries) > entered
