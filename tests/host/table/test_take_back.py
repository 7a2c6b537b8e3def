"""Any entry can be undone and redone: one by one, in every state, as the record has it."""

import random

import pytest
from riverlight.games.contract import TABLE
from riverlight.games.transcript import digest
from riverlight.table.history import History
from riverlight.table.session import Table

from tests.host.table.toy_play import play_on, type_keys


def test_take_back_goes_first_by_typed_keys_then_by_entries(table):
    type_keys(table, "040")
    assert type_keys(table, "#") == ["typed"]
    assert table.snapshot("table")["typed"] == ""
    before = digest(table.history.state)
    assert type_keys(table, "#") == ["accepted"]
    assert table.history.entries == []
    assert table.press("#", long=True).kind == "accepted"
    assert digest(table.history.state) == before
    assert table.redo() == ("refused", "There is nothing to redo.", "")
    assert table.press("#", long=True).kind == "typed"  # it asks which entry is to be corrected


def test_nothing_is_taken_back_before_the_first_entry(table):
    assert table.press("#") == ("refused", "There is nothing to undo.", "")
    assert table.undo(agreed=True).kind == "refused"


def test_a_new_move_ends_what_could_be_played_again(table):
    table.enter(0, "pick 3")
    table.undo()
    table.enter(0, "pick 4")
    assert table.redo().kind == "refused"


def test_a_reveal_is_taken_back_only_when_all_agree(table):
    table.enter(0, "pick 3")
    table.enter(1, "pick 4")
    assert table.snapshot("table")["can"] == {"take_back": True, "redo": False, "needs_agreement": True}
    asked = table.press("#")
    assert asked.kind == "asks"
    assert "If everyone agrees" in table.snapshot("table")["refusal"]["sentence"]
    assert table.press("#", "second").kind == "asks"
    assert table.press("#").kind == "asks"
    assert table.press("#").kind == "accepted"
    assert len(table.history.entries) == 1


def test_any_other_key_ends_the_question(table):
    table.enter(0, "pick 3")
    table.enter(1, "pick 4")
    assert [table.press(key).kind for key in "#*#"] == ["asks", "refused", "asks"]
    assert table.undo(agreed=True).kind == "accepted"


def test_what_people_entered_for_the_table_is_corrected_without_asking(store):
    table = Table.new(store, "toy", {"dice": "physical"}, ["Ada", "Ben"], 7)
    assert table.press("4").kind == "accepted"
    assert table.press("#").kind == "accepted"
    assert table.press("5").kind == "accepted"
    assert table.history.moves == [(TABLE, "roll 5")]


def test_take_back_works_in_every_state_of_a_game_and_leads_back_exactly(table):
    dice = random.Random(3)
    digests = [digest(table.history.state)]
    while table.history.state.to_act():
        play_on(table, dice, 1)
        assert table.undo(agreed=True).kind == "accepted"
        assert digest(table.history.state) == digests[-1]
        assert table.redo().kind == "accepted"
        digests.append(digest(table.history.state))
    assert table.snapshot("table")["status"] == "over"
    assert table.press("0").kind == "refused"
    while digests:
        assert digest(table.history.state) == digests.pop()
        table.undo(agreed=True)


@pytest.mark.parametrize("seed", [1, 2])
def test_two_hundred_random_take_backs_and_redos_give_the_same_game_as_its_record(store, seed):
    dice = random.Random(seed)
    table = Table.new(store, "toy", {"dice": dice.choice(["app", "physical"])}, ["A", "B", "C"], seed)
    for _ in range(200):
        step = dice.random()
        if step < 0.35:
            table.undo(agreed=True)
        elif step < 0.6:
            table.redo()
        else:
            play_on(table, dice, 1)
    rows = store.rows(table.game_id)
    replayed = History.from_rows(table.game_id, rows)
    assert digest(replayed.state) == digest(table.history.state) == rows[-1].digest
    assert replayed.moves == table.history.moves
    assert len(replayed.steps) == table.version
    fresh = Table.from_moves(store, table.head, table.history.moves)
    assert digest(fresh.history.state) == digest(table.history.state)
    assert len(fresh.history.entries) == len(table.history.entries)
    resumed = Table.resume(store, fresh.game_id)
    assert resumed.history.moves == table.history.moves
