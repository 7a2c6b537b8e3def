"""No side goes back alone past what showed it something: the other one has to agree (PYR-12, PYR-18)."""

from __future__ import annotations

import json
import random

import pytest
from riverlight.games.contract import TABLE
from riverlight.table.record import Store
from riverlight.table.session import Table

NAMES = ["Ada", "Ben", "Cleo"]
MUMMY = 0


def begun(store: Store, options: dict[str, str] | None = None, bots: tuple[int, ...] = (), seed: int = 7) -> Table:
    """Return a game in which the mummy may walk four steps: real dice, four of them set aside, but where bots play."""
    table = Table.new(store, "pyramid", options or {}, NAMES, seed, bots=bots)
    table.attend(lambda: frozenset({MUMMY}))
    return table


def enter(table: Table, *lines: str) -> None:
    for line in lines:
        seat, _, text = line.partition(" ")
        assert table.enter(TABLE if seat == "table" else int(seat), text).kind == "accepted", line


@pytest.fixture
def walking(store: Store) -> Table:
    """The mummy has taken one step of six, and met nobody."""
    table = begun(store)
    enter(table, "1 throw", "table roll M M M M M", "1 pass", "2 pass", "table roll 1", "0 step n")
    return table


def test_a_step_that_met_nobody_is_taken_back_only_once_the_hunters_agree(walking: Table) -> None:
    mummy = walking.history.state.view(MUMMY)["mummy"]
    for keypad in (MUMMY, "second"):
        for _ in range(3):
            assert walking.undo(keypad=keypad).sentence == "Waiting for the other side to agree."
            assert walking.undo(keypad=keypad, agreed=True).kind == "asks"
    question = walking.snapshot("table")["question"]
    assert question["yours"]
    assert question["waiting"] == ["the table"]
    assert question["sentence"].startswith("Ada wants to undo: ")
    assert walking.answer(question["number"], agrees=False, keypad="main").kind == "typed"
    assert walking.snapshot(MUMMY)["refusal"]["sentence"] == "The table does not agree."
    assert walking.history.state.view(MUMMY)["mummy"] == mummy
    walking.undo(keypad=MUMMY)
    question = walking.snapshot("table")["question"]
    assert walking.answer(question["number"], agrees=True, keypad="main").kind == "accepted"
    assert walking.history.state.view(MUMMY)["mummy"] != mummy


def test_the_hunters_do_not_play_a_step_again_that_the_mummy_has_taken_back(walking: Table) -> None:
    walking.undo(keypad=MUMMY)
    assert walking.press("#", "main").kind == "accepted"
    there = walking.history.state.view(MUMMY)["mummy"]
    assert not walking.snapshot("table")["can"]["redo"]
    for keypad in ("main", 1):
        assert walking.redo(keypad=keypad) == ("refused", "There is nothing to redo.", "")
    assert walking.history.state.view(MUMMY)["mummy"] == there
    assert walking.snapshot(MUMMY)["can"]["redo"]
    assert walking.redo(keypad=MUMMY).kind == "accepted"


def test_no_number_of_tries_shows_the_mummy_more_spaces_than_it_has_steps(store: Store) -> None:
    """Whatever keys its side presses: hunters who answer nothing are never asked without success."""
    choose = random.Random(4)
    table = begun(store)
    enter(table, "1 throw", "table roll M M M M M", "1 pass", "2 pass", "table roll 1", "0 step n")
    for _ in range(300):
        keypad = choose.choice((MUMMY, "second"))
        if choose.random() < 0.5:
            table.press(choose.choice("2468"), keypad)
        elif choose.random() < 0.5:
            table.undo(keypad=keypad, agreed=choose.random() < 0.5)
        else:
            table.redo(keypad=keypad)
        question = table.snapshot(MUMMY)["question"]
        if question is not None:
            table.answer(question["number"], agrees=True, keypad=choose.choice((MUMMY, "second")))
        if table.history.state.to_act() != (MUMMY,):
            break
    happened = [event.type.name for entry in table.history.entries for event in entry.events]
    assert happened.count("stepped") == 6
    assert not [step for step in table.history.steps if step.kind in ("undo", "redo")]


def test_bots_do_not_agree_that_the_only_person_unsees_a_step(store: Store) -> None:
    table = begun(store, {"cards": "app", "dice": "app"}, bots=(1, 2))
    while table.history.state.to_act() != (MUMMY,):
        state = table.history.state
        seat = state.to_act()[0]
        moves = [state.move_text(move) for move in state.legal(seat)]
        enter(table, f"{seat} {moves[0]}")
    state = table.history.state
    enter(table, f"0 {state.move_text(state.legal(MUMMY)[-1])}")
    assert table.history.state.to_act() == (MUMMY,)
    assert not table.snapshot(MUMMY)["can"]["take_back"]
    for keypad in (MUMMY, "second", "main", "handed"):  # the device's keypads are within its reach, too
        for agreed in (False, True):
            refused = table.undo(keypad=keypad, agreed=agreed)
            assert refused.kind == "refused"
            assert "computer players never agree" in refused.sentence
    assert table.snapshot(MUMMY)["question"] is None
    assert table.history.entries[-1].seat == MUMMY


def test_hunters_go_back_past_a_step_of_the_mummy_only_once_it_agrees(walking: Table) -> None:
    assert walking.undo(agreed=True).sentence == "Waiting for agreement: Ada."
    question = walking.snapshot(MUMMY)["question"]
    assert (question["yours"], question["waiting"]) == (True, ["Ada"])
    assert walking.answer(question["number"], agrees=False, keypad=MUMMY).kind == "typed"
    assert walking.snapshot("table")["refusal"]["sentence"] == "Ada does not agree."
    walking.undo(agreed=True)
    question = walking.snapshot(MUMMY)["question"]
    assert walking.history.last.seat == MUMMY
    assert walking.answer(question["number"], agrees=True, keypad=MUMMY).kind == "accepted"
    assert walking.history.last.seat == TABLE


def test_where_the_mummy_enters_at_the_table_and_has_no_page_the_table_agrees_for_it(store: Store) -> None:
    table = begun(store)
    table.attend(frozenset)
    enter(table, "1 throw", "table roll M M M M M", "1 pass", "2 pass", "table roll 1")
    assert table.press("2", "main").kind == "accepted"
    assert table.press("#", "main").kind == "asks"
    assert table.press("#", "main").kind == "accepted"


def shown_to_the_mummy(table: Table) -> str:
    return json.dumps([table.snapshot(page) for page in (MUMMY, "watch")])


def test_what_hunters_ask_one_another_does_not_reach_the_mummy(store: Store) -> None:
    """PYR-18: nor does it change the number of the next question that does."""
    for seed in range(100):
        table = begun(store, {"dice": "app"}, seed=seed)
        table.attend(lambda: frozenset({MUMMY, 1, 2}))
        enter(table, "1 throw")
        if not any(event.type.name == "set_aside" for event in table.history.last.events):
            break
    before = shown_to_the_mummy(table)
    for _ in range(3):
        assert table.undo(keypad=1).kind == "asks"
        assert shown_to_the_mummy(table) == before
        assert table.answer(table.snapshot(2)["question"]["number"], agrees=False, keypad=2).kind == "typed"
        assert shown_to_the_mummy(table) == before
    assert table.snapshot(MUMMY)["question"] is None
    table.undo(keypad=1)
    assert table.snapshot("table")["question"]["number"] == 4
    refused = table.answer(4, agrees=True, keypad=MUMMY)
    assert refused.sentence == "There is no request to answer now."


def test_a_question_across_sides_outlives_the_host_and_keeps_its_number_there(store: Store, walking: Table) -> None:
    walking.undo(keypad=MUMMY)
    before = walking.snapshot(MUMMY)["question"]
    again = Table.resume(store, walking.game_id)
    again.attend(lambda: frozenset({MUMMY}))
    assert again.snapshot(MUMMY)["question"] == before
    assert again.answer(again.snapshot("table")["question"]["number"], agrees=True, keypad="main").kind == "accepted"


def test_the_end_of_a_game_that_had_secrets_is_a_reveal(store: Store) -> None:
    """From then on everything is open, so the last entry is not undone by one side."""
    table = Table.new(store, "toy", {"dice": "physical"}, ["Ada", "Ben"], 7)
    choose = random.Random(1)
    while table.history.state.to_act():
        seat = table.history.state.to_act()[0]
        table.enter(seat, choose.choice(table.history.state.legal(seat)))
    assert table.history.last.events[-1].type.reveals is False
    assert table.history.last.reveals
