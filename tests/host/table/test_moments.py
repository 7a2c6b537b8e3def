"""Highlights show the whole entry, most important first, long enough to read; nobody learns more from them."""

from __future__ import annotations

import random

import pytest
from riverlight.games.registry import GAMES
from riverlight.table.moments import hold_ms, moment
from riverlight.table.opponents import USUAL_DELAY_S, Opponents
from riverlight.table.record import Store
from riverlight.table.replay import open_replay
from riverlight.table.session import Table

from tests.host.table.at_table import press_all
from tests.host.table.test_corrections import evening, random_game
from tests.host.table.test_other_side_agrees import begun, enter


def test_the_last_trick_of_a_round_is_told_with_the_round_and_its_cards_stay(store: Store) -> None:
    table = evening(store, 8)
    shown = table.snapshot("table")
    assert shown["moment"]["lines"] == ["Dan wins trick 8."]
    assert shown["moment"]["summary"]["columns"] == ["Pace", "Tricks", "Bonus", "Points"]
    assert shown["moment"]["summary"]["rows"][0]["cells"][:2] == ["0", "1"]
    assert shown["latest"].startswith("Dan wins trick 8. ")
    assert shown["view"]["last_trick"] is not None
    assert shown["moment"]["hold_ms"] > 4000


def test_a_round_is_summed_up_with_its_movement_once_all_canoes_have_moved(store: Store) -> None:
    table = evening(store, 8)
    while table.history.state.view("spectator")["phase"] == "move":
        press_all(table, table.codes(table.history.state.to_act()[0])[0].keys)
    summary = table.snapshot("table")["moment"]["summary"]
    assert summary["columns"][-1] == "Movement"
    assert all(row["cells"][-1] != "–" for row in summary["rows"])
    table.undo()
    assert table.snapshot("table")["moment"] is None


@pytest.mark.parametrize("name", sorted(set(GAMES) - {"toy"}))
def test_each_weight_is_of_an_event_of_its_game_and_has_a_sentence(name: str) -> None:
    game = GAMES[name]
    assert set(game.interface.weights) <= {kind.name for kind in game.event_types}
    assert game.interface.summed_up <= set(game.interface.weights)
    assert set(game.interface.cues) <= set(game.interface.weights)
    for seed in range(3):
        history = random_game(name, seed, 150)
        weights = game.interface.weights
        for at in range(len(history.entries)):
            shown = moment(history.until(at + 1), "table")
            if shown is not None:
                assert shown["lines"] or shown["summary"]
                assert shown["weight"] in weights.values()


def test_what_hunters_do_unseen_neither_ends_nor_begins_a_moment_of_the_mummy(store: Store) -> None:
    """PYR-18."""
    table = begun(store)
    enter(table, "1 throw")
    before = [table.snapshot(page)["moment"] for page in (0, "watch")]
    enter(table, "table roll 1 1 2 3 4")
    assert [table.snapshot(page)["moment"] for page in (0, "watch")] == before


def bots(store: Store) -> tuple[Table, Opponents]:
    table = Table.new(store, "canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"], 5, bots=(1, 2))
    opponents = Opponents(table, lambda: None, USUAL_DELAY_S)
    choose = random.Random(3)
    while table.snapshot("table")["moment"] is None or table.history.state.to_act()[0] == 0:
        seat = table.history.state.to_act()[0]
        table.enter(seat, table.history.state.move_text(choose.choice(table.history.state.legal(seat))))
    return table, opponents


def test_bots_wait_as_long_as_a_moment_is_shown_unless_somebody_goes_on(store: Store) -> None:
    table, opponents = bots(store)
    hold_s = hold_ms(table.history, "table") / 1000
    waits_s = opponents.play()
    assert waits_s is not None
    assert USUAL_DELAY_S < hold_s - 0.5 < waits_s <= hold_s
    opponents.set_pace("slow")
    assert (opponents.play() or 0) > hold_s
    opponents.go_on()
    version = table.version
    opponents.play()
    assert table.version > version


def test_bots_pause_and_make_one_move_when_asked(store: Store) -> None:
    table, opponents = bots(store)
    opponents.set_pace("pause")
    opponents.go_on()
    assert opponents.play() is None
    assert opponents.shown("table", table.snapshot("table"))["pace"] == "pause"
    version = table.version
    opponents.step()
    opponents.play()
    after = table.version
    assert after > version
    opponents.go_on()
    assert opponents.play() is None
    assert table.version == after


def test_the_table_sets_the_pace_and_where_it_is_closed_the_only_person(store: Store) -> None:
    table, opponents = bots(store)
    assert [opponents.is_led_by(page) for page in ("table", "watch", 0)] == [True, False, False]
    lone = Table.new(store, "pyramid", {"cards": "app", "dice": "app"}, ["Ada", "Ben"], 5, bots=(1,))
    assert [Opponents(lone, lambda: None, 1.0).is_led_by(page) for page in ("table", 0)] == [False, True]
    assert table.head.bots


@pytest.mark.parametrize("name", ["canyon", "niagara"])
def test_a_game_that_is_over_is_told_by_its_turning_points_and_a_replay_goes_to_them(store: Store, name: str) -> None:
    history = random_game(name, 2, 5000)
    assert history.state.result() is not None
    table = Table.from_moves(store, history.head, history.moves)
    told = table.snapshot("table")["story"]
    assert 0 < len(told) <= 6
    assert not any("wins." in sentence for sentence in told)
    replay = open_replay(store, table.game_id)
    place = replay.snapshot("table")["replay"]
    assert len(place["rounds"]) >= table.history.state.view("spectator")["round"] - 1
    assert place["events"][-1] == place["of"] == len(history.entries)
    replay.go_to(place["events"][0])
    assert replay.snapshot("table")["moment"]["weight"] >= 4
