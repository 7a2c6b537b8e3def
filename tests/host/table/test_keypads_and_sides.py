"""What keypads hold, who sits apart, and which steps a side apart knows of."""

from __future__ import annotations

from itertools import pairwise

import pytest
from riverlight.engines.contract import SPECTATOR, TABLE
from riverlight.engines.games import game_named
from riverlight.table import sides as who
from riverlight.table.keypads import Keypads, Outcome
from riverlight.table.known import may_redo, may_take_back
from riverlight.table.record import Row, Store
from riverlight.table.session import Table
from riverlight.table.sides import HANDED, MAIN, SECOND, TABLE_PAGE, WATCH_PAGE, sides_of

NAMES = ["Ada", "Ben", "Cleo"]
PYRAMID = sides_of(game_named("pyramid"))
CANYON = sides_of(game_named("canyon"))
REFUSED = Outcome("refused", "No.")
ASKS = Outcome("asks", "All?")


def typed(keypad: str | int, keys: str, tail: str = "") -> Row:
    return Row("typed", body={"keypad": keypad, "keys": keys, "tail": tail})


# Keypads.


def test_half_a_code_stands_until_a_step_ends_it_on_every_keypad() -> None:
    keypads = Keypads(CANYON)
    keypads.follow(typed("main", "A"))
    keypads.follow(typed(2, "B1"))
    assert [keypads.typed(keypad) for keypad in ("main", 2, "second")] == ["A", "B1", ""]
    keypads.follow(Row("move", 0, "pace 3"))
    assert [keypads.typed(keypad) for keypad in ("main", 2)] == ["", ""]


def test_the_rest_of_a_code_may_follow_on_its_own_keypad_until_somebody_else_moves() -> None:
    keypads = Keypads(CANYON)
    keypads.follow(Row("move", 0, "play R10", body={"keypad": "main", "tail": "0"}))
    assert (keypads.tail("main"), keypads.tail("second")) == ("0", "")
    keypads.follow(Row("move", TABLE, "deal", automatic=True))
    assert keypads.tail("main") == "0"
    keypads.follow(Row("move", 1, "play R2"))
    assert keypads.tail("main") == ""


def test_a_page_shows_what_was_refused_on_its_own_keypad_else_on_the_common_one_of_its_side() -> None:
    keypads = Keypads(CANYON)
    keypads.note("main", REFUSED, is_known_apart=True)
    assert keypads.refusal(1, MAIN) == REFUSED
    own = Outcome("refused", "Not you.")
    keypads.note(1, own, is_known_apart=True)
    assert (keypads.refusal(1, MAIN), keypads.refusal(2, MAIN)) == (own, REFUSED)
    keypads.note(1, Outcome("typed"), is_known_apart=True)
    assert keypads.refusal(1, MAIN) == REFUSED
    keypads.note(2, Outcome("accepted"), is_known_apart=True)
    assert keypads.refusal(1, MAIN) is None


def test_what_was_refused_apart_goes_only_by_what_is_known_there() -> None:
    """PYR-18: that a hunter entered something must not be seen by a sentence that goes away."""
    keypads = Keypads(PYRAMID)
    for keypad in ("main", SECOND):
        keypads.note(keypad, REFUSED, is_known_apart=True)
    keypads.note(1, Outcome("accepted"), is_known_apart=False)
    assert (keypads.refusal(1, MAIN), keypads.refusal(0, SECOND)) == (None, REFUSED)
    keypads.note(1, Outcome("accepted"), is_known_apart=True)
    assert keypads.refusal(0, SECOND) is None


def test_each_side_has_a_question_of_its_own_that_the_next_press_there_ends() -> None:
    keypads = Keypads(PYRAMID)
    keypads.note("main", ASKS, is_known_apart=True)
    keypads.note(0, ASKS, is_known_apart=True)
    assert (keypads.is_asking("main"), keypads.is_asking(0)) == (True, True)
    assert not keypads.is_asking(SECOND)
    keypads.note(2, Outcome("typed"), is_known_apart=True)
    assert (keypads.is_asking("main"), keypads.is_asking(0)) == (False, True)
    keypads.note("main", Outcome("accepted"), is_known_apart=True)
    assert not keypads.is_asking(0)


# Sides.


def test_in_most_games_all_sit_at_one_table() -> None:
    assert not [each for each in (MAIN, SECOND, HANDED, TABLE_PAGE, WATCH_PAGE, 0, 3) if CANYON.is_apart(each)]
    assert CANYON.engine_viewer(TABLE_PAGE) == CANYON.engine_viewer(WATCH_PAGE) == SPECTATOR
    assert CANYON.engine_viewer(2) == 2
    assert (CANYON.page_of(SECOND), CANYON.page_of(2), CANYON.page_of(TABLE)) == (TABLE_PAGE, 2, TABLE_PAGE)
    assert CANYON.panel_of(SECOND) == CANYON.panel_of(1) == CANYON.table_panel == "main"


def test_the_mummy_the_second_keypad_and_who_watches_are_apart_from_the_hunters() -> None:
    """PYR-1, PYR-18."""
    assert [each for each in (MAIN, SECOND, HANDED, TABLE_PAGE, WATCH_PAGE, 0, 1, 4) if PYRAMID.is_apart(each)] == [
        SECOND,
        WATCH_PAGE,
        0,
    ]
    assert (PYRAMID.engine_viewer(TABLE_PAGE), PYRAMID.engine_viewer(WATCH_PAGE)) == ("tomb", SPECTATOR)
    assert (PYRAMID.page_of(SECOND), PYRAMID.page_of(0), PYRAMID.page_of(HANDED)) == (WATCH_PAGE, 0, TABLE_PAGE)
    assert [PYRAMID.panel_of(keypad) for keypad in (MAIN, HANDED, 1, SECOND, 0)] == ["tomb"] * 3 + ["shrine"] * 2


def test_every_side_apart_has_seats_panels_and_a_clause() -> None:
    for name, sides in who._APART.items():
        game = game_named(name)
        assert sides.apart
        assert {sides.table_panel, *sides.apart_panels} == set(game.panels)
        assert sides.secrecy.startswith(game.clause_prefix)


# What a side apart knows.


@pytest.fixture
def hunt(store: Store) -> Table:
    """A game of Pyramid with real dice: the mummy and two hunters."""
    return Table.new(store, "pyramid", {}, NAMES, 7)


def enter(table: Table, *lines: str) -> None:
    for line in lines:
        seat, _, text = line.partition(" ")
        assert table.enter(TABLE if seat == "table" else int(seat), text, keypad=HANDED).kind == "accepted", line


def test_only_steps_that_it_may_know_of_count_for_a_side_apart(hunt: Table) -> None:
    """PYR-18."""
    known = [hunt.snapshot(0)["version"]]
    lines = ("1 throw", "table roll 1 2 2 3 3", "1 reroll 1 2 2 3 3", "table roll 1 2 3 M 3", "1 die 3", "1 move d2")
    for line in lines:
        enter(hunt, line)
        known.append(hunt.snapshot(0)["version"])
        assert hunt.snapshot("watch")["version"] == known[-1]
    assert [after - before for before, after in pairwise(known)] == [0, 0, 0, 1, 1, 1]
    assert hunt.snapshot("table")["version"] == 1 + len(lines)


def test_what_an_old_page_apart_sends_is_held_against_the_steps_that_it_may_know_of(hunt: Table) -> None:
    seen = hunt.snapshot(0)["version"]
    enter(hunt, "1 throw", "table roll M M M M M", "1 pass", "2 reset", "0 step n")
    late = hunt.enter(0, "stop", version=seen)
    assert late.kind == "refused"
    assert "gone on" in late.sentence
    assert hunt.enter(0, "step n", version=hunt.snapshot(0)["version"] - 1).kind == "repeated"
    assert hunt.enter(0, "stop", version=hunt.snapshot(0)["version"]).kind == "accepted"


def test_a_side_apart_takes_back_its_own_last_step_while_it_is_its_turn_and_no_other(hunt: Table) -> None:
    """PYR-12: once all agree, since a step shows whether a hunter stands there."""
    history = hunt.history
    assert not may_take_back(history)
    enter(hunt, "1 throw", "table roll M M M M M", "1 pass", "2 reset")
    assert not may_take_back(history)
    enter(hunt, "0 step n")
    assert may_take_back(history)
    assert hunt.take_back(keypad=0).kind == "asks"
    assert hunt.take_back(keypad=0).kind == "accepted"
    assert may_redo(history)
    assert hunt.redo(keypad=0).kind == "accepted"
    enter(hunt, "0 stop")
    assert not may_take_back(history)
    assert hunt.take_back(keypad=0).kind == "refused"


def test_the_die_that_its_keypad_took_may_be_taken_back_there(hunt: Table) -> None:
    """PYR-12: what the mummy's die shows is for all to see."""
    enter(hunt, "1 throw", "table roll M M M M M", "1 pass", "2 pass")
    assert hunt.press("2", SECOND).kind == "accepted"
    assert may_take_back(hunt.history)
    assert hunt.press("#", SECOND).kind == "accepted"
    assert hunt.snapshot(0)["view"]["phase"] == "mummy_roll"
    assert may_redo(hunt.history)


def test_a_game_in_which_nobody_sits_apart_counts_every_step(table: Table) -> None:
    before = table.snapshot("watch")["version"]
    table.enter(0, "pick 3")
    assert table.snapshot("watch")["version"] == table.snapshot("table")["version"] == before + 1
