"""What keypads hold, who sits apart, and which steps a side apart knows of."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from riverlight.games.contract import SPECTATOR, TABLE
from riverlight.games.registry import GAMES, game_named
from riverlight.games.sides import HANDED, MAIN, SECOND, TABLE_PAGE, WATCH_PAGE
from riverlight.table.agreement import Agreement
from riverlight.table.changes import Change
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.observers import Outcome
from riverlight.table.record import Store
from riverlight.table.rows import Row
from riverlight.table.session import Table
from riverlight.table.side import SeparateSide, Side
from riverlight.table.snapshot_types import Permissions

NAMES = ["Ada", "Ben", "Cleo"]
PYRAMID = game_named("pyramid").sides
CANYON = game_named("canyon").sides
REFUSED = Outcome("refused", "No.")


def typed(keypad: str | int, keys: str, tail: str = "") -> Change:
    return Change((Row("typed", body={"keypad": keypad, "keys": keys, "tail": tail}),))


def side_of(game: str, kind: type[Side] = Side) -> Side:
    history = History(Head.create(game, {}, NAMES, 7, None))
    return kind(history, Agreement(history))


# Keypads.


def test_half_a_code_stands_until_a_step_ends_it_on_every_keypad() -> None:
    keypads = side_of("canyon").keypads
    keypads.follow(typed("main", "A"))
    keypads.follow(typed(2, "B1"))
    assert [keypads.typed(keypad) for keypad in ("main", 2, "second")] == ["A", "B1", ""]
    keypads.follow(Change((Row("move", 0, "pace 3"),)))
    assert [keypads.typed(keypad) for keypad in ("main", 2)] == ["", ""]


def test_the_rest_of_a_code_may_follow_on_its_own_keypad_until_somebody_else_moves() -> None:
    keypads = side_of("canyon").keypads
    keypads.follow(Change((Row("move", 0, "play R10", body={"keypad": "main", "tail": "0"}),)))
    assert (keypads.tail("main"), keypads.tail("second")) == ("0", "")
    keypads.follow(Change((Row("move", TABLE, "deal", automatic=True),)))
    assert keypads.tail("main") == "0"
    keypads.follow(Change((Row("move", 1, "play R2"),)))
    assert keypads.tail("main") == ""


def test_a_page_shows_what_was_refused_on_its_own_keypad_else_on_the_common_one_of_its_side() -> None:
    side = side_of("canyon")
    side.note("main", REFUSED)
    assert side.refusal(1) == REFUSED
    own = Outcome("refused", "Not you.")
    side.note(1, own)
    assert (side.refusal(1), side.refusal(2)) == (own, REFUSED)
    side.note(1, Outcome("typed"))
    assert side.refusal(1) == REFUSED
    side.note(2, Outcome("accepted"))
    assert side.refusal(1) is None


def test_what_was_refused_apart_goes_only_by_what_is_known_there() -> None:
    """PYR-18: that a hunter entered something must not be seen by a sentence that goes away."""
    sides = table, apart = side_of("pyramid"), side_of("pyramid", SeparateSide)
    for keypad in ("main", SECOND):
        for side in sides:
            side.note(keypad, REFUSED)
    apart.has_news = False
    for side in sides:
        side.note(1, Outcome("accepted"))
    assert (table.refusal(1), apart.refusal(0)) == (None, REFUSED)
    apart.has_news = True
    apart.note(1, Outcome("accepted"))
    assert apart.refusal(0) is None


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
    games = [game for game in GAMES.values() if game.sides.apart]
    assert games
    for game in games:
        sides = game.sides
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
    assert "moved on" in late.sentence
    assert hunt.enter(0, "step n", version=hunt.snapshot(0)["version"] - 1).kind == "repeated"
    assert hunt.enter(0, "stop", version=hunt.snapshot(0)["version"]).kind == "accepted"


def rights(table: Table) -> Permissions:
    return table.snapshot(0)["can"]


def test_a_side_apart_takes_back_its_own_last_step_while_it_is_its_turn_and_no_other(hunt: Table) -> None:
    """PYR-12: once the hunters agree, since a step shows whether a hunter stands there."""
    assert not rights(hunt)["take_back"]
    enter(hunt, "1 throw", "table roll M M M M M", "1 pass", "2 reset")
    assert not rights(hunt)["take_back"]
    enter(hunt, "0 step n")
    assert rights(hunt)["take_back"]
    assert [hunt.undo(keypad=0).kind for _ in range(3)] == ["asks"] * 3
    assert hunt.press("#", "main").kind == "accepted"
    assert rights(hunt)["redo"]
    assert hunt.redo(keypad=0).kind == "accepted"
    enter(hunt, "0 stop")
    assert not rights(hunt)["take_back"]
    assert hunt.undo(keypad=0).kind == "refused"


def test_the_die_that_its_keypad_took_may_be_taken_back_there(hunt: Table) -> None:
    """PYR-12: what the mummy's die shows is for all to see."""
    enter(hunt, "1 throw", "table roll M M M M M", "1 pass", "2 pass")
    assert [hunt.press(key, SECOND).kind for key in "2C"] == ["typed", "accepted"]
    assert rights(hunt)["take_back"]
    assert hunt.press("#", SECOND).kind == "accepted"
    assert hunt.snapshot(0)["view"]["phase"] == "mummy_roll"
    assert rights(hunt)["redo"]


HUNTERS = ("1 throw", "table roll M M M M M", "1 pass", "2 reset")


@pytest.mark.parametrize("undone", [2, 4, 5])
def test_what_hunters_redo_and_what_they_enter_again_is_the_same_to_the_mummy(store: Store, undone: int) -> None:
    """PYR-18: nor does its own right to redo depend on whether they made the same hidden moves."""
    seen: list[list[str]] = []
    for redoes in (True, False):
        table = Table.new(store, "pyramid", {}, NAMES, 7)
        enter(table, *HUNTERS, "0 step n")
        for _ in range(undone):
            table.undo(agreed=True)
            question = table.snapshot(0)["question"]
            if question is not None:
                table.answer(question["number"], agrees=True, keypad=0)
        assert len(table.history.entries) == 1 + len(HUNTERS) - undone
        seen.append([])
        for line in HUNTERS[1 - undone :]:
            if redoes:
                assert table.redo().kind == "accepted"
            else:
                enter(table, line)
            seen[-1] += [json.dumps(table.snapshot(page)) for page in (0, "watch")]
        seen[-1].append(str(table.redo(keypad=0)))
    assert seen[0] == seen[1]
    assert "refused" in seen[0][-1]


def test_a_game_in_which_nobody_sits_apart_counts_every_step(table: Table) -> None:
    before = table.snapshot("watch")["version"]
    table.enter(0, "pick 3")
    assert table.snapshot("watch")["version"] == table.snapshot("table")["version"] == before + 1


def test_a_key_has_the_codes_of_its_seat_made_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.new(store, "canyon", {}, NAMES, 1)
    keypads, made = table.play.sides[0].keypads, []

    def counted(state: Any, seat: int) -> Any:
        made.append(seat)
        return table.head.game.interface.codes(state, seat)

    monkeypatch.setattr(keypads, "_interface", table.head.game.interface._replace(codes=counted))
    assert table.press("1").kind == "accepted"
    assert len(made) == 1
