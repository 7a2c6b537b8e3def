"""Take-back by agreement: one's own last entry at once, others' by asking those seats, reveals by asking all."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from riverlight.errors import RecordError
from riverlight.games.transcript import digest
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table


@pytest.fixture
def three(store):
    """A toy game of three seats whose die people roll; the pages of all three are open."""
    table = Table.new(store, "toy", {"dice": "physical"}, ["Ada", "Ben", "Cleo"], 7)
    table.enter(-1, "roll 4")
    table.attend(lambda: frozenset({0, 1, 2}))
    return table


def question(table, viewer="table"):
    return table.snapshot(viewer)["question"]


def test_ones_own_last_entry_is_taken_back_at_once(three):
    three.enter(0, "pick 3")
    assert three.snapshot(0)["can"]["take_back"]
    assert three.undo(keypad=0).kind == "accepted"
    assert len(three.history.entries) == 1


def test_a_seat_that_has_entered_nothing_has_nothing_to_take_back(three):
    three.enter(0, "pick 3")
    assert not three.snapshot(1)["can"]["take_back"]
    assert three.undo(keypad=1).sentence == "You have no move to undo."


def test_what_others_entered_since_goes_with_it_once_they_agree(three):
    three.enter(0, "pick 3")
    three.enter(1, "pick 4")
    asks = three.undo(keypad=0)
    assert asks == ("asks", "Waiting for agreement: Ben.", "")
    asked = question(three, 1)
    assert asked["yours"]
    assert asked["waiting"] == ["Ben"]
    assert asked["sentence"].startswith("Ada wants to undo:")
    assert not question(three, 0)["yours"]
    assert not question(three, 2)["yours"]
    assert three.answer(asked["number"], agrees=True, keypad=2).kind == "refused"
    assert three.answer(asked["number"], agrees=True, keypad=1).kind == "accepted"
    assert len(three.history.entries) == 1
    assert question(three) is None
    assert three.redo(keypad=2).kind == "accepted"
    assert three.redo(keypad=2).kind == "accepted"
    assert [move for _, move in three.history.moves] == ["roll 4", "pick 3", "pick 4"]


def test_who_does_not_agree_ends_the_question_and_the_asker_is_told(three):
    three.enter(0, "pick 3")
    three.enter(1, "pick 4")
    three.undo(keypad=0)
    number = question(three)["number"]
    assert three.answer(number, agrees=False, keypad=1).kind == "typed"
    assert three.snapshot(0)["refusal"]["sentence"] == "Ben does not agree."
    assert question(three) is None
    assert three.answer(number, agrees=True, keypad=1).kind == "refused"
    assert len(three.history.entries) == 3


def test_past_a_reveal_all_are_asked_and_each_counts_once(three):
    for seat in range(3):
        three.enter(seat, f"pick {seat + 1}")
    assert three.history.last.reveals
    asks = three.undo(keypad=2)
    assert asks.sentence == "Waiting for agreement: Ada, Ben."
    number = question(three)["number"]
    assert three.answer(number, agrees=True, keypad=0) == ("typed", "Waiting for agreement: Ben.", "")
    assert three.answer(number, agrees=True, keypad=0).kind == "refused"
    assert three.press("#", 1).kind == "accepted"
    assert len(three.history.entries) == 3


def test_the_table_answers_for_seats_without_an_open_page(three):
    three.attend(lambda: frozenset({0}))
    three.enter(0, "pick 3")
    three.enter(1, "pick 4")
    assert three.undo(keypad=0).sentence == "Waiting for agreement: the table."
    assert question(three)["yours"]
    assert three.press("#", "second").kind == "accepted"
    assert len(three.history.entries) == 1


def test_the_table_asks_a_seat_that_enters_on_its_own_page_there(three):
    three.enter(0, "pick 3")
    assert three.press("#").sentence == "Waiting for agreement: Ada."
    assert three.press("#").kind == "asks"
    assert three.answer(question(three)["number"], agrees=True, keypad=0).kind == "accepted"


def test_what_was_keyed_in_at_the_table_the_table_corrects_itself(three):
    assert [three.press(key).kind for key in "03"] == ["typed", "accepted"]
    assert three.press("#").kind == "accepted"


@pytest.fixture
def asked_at_the_table(three):
    """A reveal that somebody at the table wants to undo; Ada's page is open, Ben and Cleo have none."""
    present = {0}
    three.attend(lambda: frozenset(present))
    for seat in range(3):
        three.enter(seat, f"pick {seat + 1}")
    assert three.press("#").kind == "asks"
    return three, present


def test_the_table_page_tells_what_its_keypad_waits_for_as_it_is_now(asked_at_the_table):
    three, present = asked_at_the_table
    both = "Players who must agree on their own pages: Ada. If everyone at the table agrees too, press # again."
    assert three.snapshot("table")["refusal"]["sentence"] == both
    three.answer(question(three)["number"], agrees=True, keypad=0)
    left = "This undoes something that was revealed. If everyone agrees, press # again."
    assert three.snapshot("table")["refusal"]["sentence"] == left
    present.clear()
    assert three.snapshot("table")["refusal"]["sentence"] == left
    assert three.press("#").kind == "accepted"
    assert three.snapshot("table")["refusal"] is None


def test_who_has_no_keypad_is_told_of_no_key(asked_at_the_table):
    """Nor that the one who asks has not agreed: it is for the others at the table that the table speaks."""
    three, _present = asked_at_the_table
    for viewer in (0, 1, 2, "watch"):
        assert three.snapshot(viewer)["refusal"] is None
        assert question(three, viewer)["sentence"].startswith("Somebody at the table wants to undo: ")
        assert question(three, viewer)["waiting"] == ["Ada", "everyone at the table"]
    three.undo(keypad=2)
    assert three.snapshot(2)["refusal"]["sentence"] == "Waiting for agreement: Ada, the table."
    assert [three.snapshot(viewer)["refusal"] for viewer in ("table", "watch", 0, 1)] == [None] * 4


def test_what_nobody_is_left_to_answer_is_done_by_who_asked(three):
    three.enter(0, "pick 3")
    present = {0}
    three.attend(lambda: frozenset(present))
    assert three.press("#").sentence == "Waiting for agreement: Ada."
    present.clear()
    told = three.snapshot("table")["refusal"]["sentence"]
    assert told == "That player has left. Press # again to confirm."
    assert question(three)["waiting"] == ["everyone at the table"]
    assert three.press("#").kind == "accepted"


def test_a_page_that_closes_meanwhile_leaves_its_answer_to_the_table(three):
    present = {0, 1}
    three.attend(lambda: frozenset(present))
    three.enter(0, "pick 3")
    three.enter(1, "pick 4")
    three.undo(keypad=0)
    present.discard(1)
    assert question(three)["waiting"] == ["the table"]
    assert three.press("#").kind == "accepted"


def test_a_new_entry_ends_the_question(three):
    three.enter(0, "pick 3")
    three.enter(1, "pick 4")
    three.undo(keypad=0)
    three.enter(2, "pick 5")
    assert question(three) is None


def test_who_took_back_what_and_who_agreed_is_shown_to_all_and_kept(store, three):
    three.enter(0, "pick 3")
    three.enter(1, "pick 4")
    three.undo(keypad=0)
    three.answer(question(three)["number"], agrees=True, keypad=1)
    for viewer in ("table", 0, 1, 2):
        assert three.snapshot(viewer)["log"][-1]["sentence"] == "Ada undid (Ben agreed): Ada: sealed"
    rows = [row for row in store.rows(three.game_id) if row.kind == "undo"]
    assert [row.body for row in rows] == [{"by": 0, "agreed": [1]}] * 2
    resumed = Table.resume(store, three.game_id)
    assert resumed.snapshot("table")["log"][-1] == three.snapshot("table")["log"][-1]
    three.redo(keypad="main")
    assert three.snapshot(2)["log"][-1]["sentence"] == "The table redid it."


def test_a_question_tells_nobody_what_another_seat_keeps_secret(three):
    for seat in range(3):
        three.enter(seat, f"pick {seat + 1}")
    stone = three.history.state.hands[0][0]
    three.enter(0, f"take {stone}")
    three.undo(keypad=0)
    three.enter(0, f"take {three.history.state.hands[0][0]}")
    three.enter(1, f"take {three.history.state.hands[1][0]}")
    three.undo(keypad=0)
    for viewer in ("table", 1, 2):
        assert "You hold" not in question(three, viewer)["sentence"]


# A question outlives the host.

# A host in which Ada requests an undo that needs the agreement of Ben and Cleo; Ben has when it says so.
HOST = """
import sys, time
from pathlib import Path
from riverlight.games.registry import register
from tests.host import toy as toy_game
register(toy_game.GAME)
from riverlight.table.record import Store
from riverlight.table.session import Table

with Store(Path(sys.argv[1])) as store:
    table = Table.new(store, "toy", {"dice": "physical"}, ["Ada", "Ben", "Cleo"], 7)
    table.attend(lambda: frozenset({0, 1, 2}))
    table.enter(-1, "roll 4")
    for seat in range(3):
        table.enter(seat, f"pick {seat + 1}")
    table.undo(keypad=0)
    number = table.snapshot(0)["question"]["number"]
    print("asked", number, flush=True)
    if sys.argv[2] == "agreed":
        table.answer(number, agrees=True, keypad=1)
        print("agreed", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("last", ["asked", "agreed"])
def test_a_question_stands_again_after_the_host_was_killed_and_its_answers_count(tmp_path, last):
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", HOST, str(folder), last]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3]) as host:
        number = int(host.stdout.readline().split()[1])
        if last == "agreed":
            assert host.stdout.readline() == "agreed\n"
        host.kill()
    waiting = ["Ben", "Cleo"] if last == "asked" else ["Cleo"]
    with Store(folder) as store:
        table = Table.resume(store, 1)
        assert question(table)["waiting"] == ["the table"], "no page is open yet"
        table.attend(lambda: frozenset({0, 1, 2}))
        for viewer in (0, 1, 2, "table"):
            asked = question(table, viewer)
            assert (asked["number"], asked["waiting"]) == (number, waiting)
            assert asked["sentence"].startswith("Ada wants to undo:")
        assert [question(table, seat)["yours"] for seat in range(3)] == [False, last == "asked", True]
        assert table.answer(number + 1, agrees=True, keypad=2).sentence == "There is no request to answer now."
        if last == "asked":
            assert table.answer(number, agrees=True, keypad=1).kind == "typed"
        assert table.answer(number, agrees=True, keypad=2).kind == "accepted"
        assert len(table.history.entries) == 1
        late = table.answer(number, agrees=True, keypad=1)
        assert (late.kind, late.sentence) == ("refused", "There is no request to answer now.")
        body = next(row.body for row in store.rows(1) if row.kind == "undo")
        assert body == {"by": 0, "agreed": [1, 2]}


def test_a_page_that_comes_back_after_the_others_answers_for_itself(store, three):
    """The table speaks for it only as long as it is away."""
    for seat in range(3):
        three.enter(seat, f"pick {seat + 1}")
    three.undo(keypad=0)
    number = question(three)["number"]
    resumed = Table.resume(store, three.game_id)
    present = {0, 1}
    resumed.attend(lambda: frozenset(present))
    assert question(resumed)["waiting"] == ["Ben", "the table"]
    assert resumed.answer(number, agrees=True, keypad=1).kind == "typed"
    present.add(2)
    assert question(resumed)["waiting"] == ["Cleo"]
    assert resumed.answer(number, agrees=True, keypad=2).kind == "accepted"


def test_a_question_that_ended_does_not_stand_again(store, three):
    """By a no, by another entry, by another key of who asked; the next one has another number."""
    for seat in range(3):
        three.enter(seat, f"pick {seat + 1}")
    numbers = []
    for end in (
        lambda: three.answer(numbers[-1], agrees=False, keypad=1),
        lambda: three.press("0", 0),
        lambda: three.enter(0, f"take {three.history.state.hands[0][0]}"),
    ):
        three.undo(keypad=0)
        numbers.append(question(three)["number"])
        assert question(Table.resume(store, three.game_id))["number"] == numbers[-1]
        end()
        assert question(three) is None
        assert question(Table.resume(store, three.game_id)) is None
    assert len(set(numbers)) == 3
    assert Table.resume(store, three.game_id).answer(numbers[0], agrees=True, keypad=1).kind == "refused"


def test_what_cannot_be_kept_is_not_asked(store, three, monkeypatch):
    for seat in range(3):
        three.enter(seat, f"pick {seat + 1}")
    three.undo(keypad=0)
    before = question(three)

    def full(*_):
        raise RecordError("The disk is full.")

    monkeypatch.setattr(store, "append", full)
    for attempt in (
        lambda: three.answer(before["number"], agrees=True, keypad=1),
        lambda: three.answer(before["number"], agrees=False, keypad=1),
        lambda: three.undo(keypad=2),
    ):
        with pytest.raises(RecordError):
            attempt()
        assert question(three) == before
        assert three.snapshot(0)["refusal"]["sentence"].startswith("Waiting for agreement")


@pytest.mark.parametrize(
    "damage",
    [
        {},
        {"number": "1"},
        {"back": 99},
        {"back": 0},
        {"asker": None},
        {"waiting": 3},
        {"waiting": ["nobody"]},
        {"agreed": None},
        {"waiting": [[]]},
    ],
)
def test_a_damaged_question_stands_no_more_and_harms_nothing(store, three, damage):
    three.enter(0, "pick 3")
    three.enter(1, "pick 4")
    three.undo(keypad=0)
    last = store.rows(three.game_id)[-1]
    asked = {**last.body["question"], **damage} if damage else "yes"
    store.append(three.game_id, last.n, [last._replace(body={**last.body, "question": asked})])
    resumed = Table.resume(store, three.game_id)
    assert question(resumed) is None
    assert resumed.undo(keypad=0).kind == "asks"


def test_two_hundred_random_take_backs_with_answers_keep_game_and_record_equal(tmp_path):
    dice = random.Random(9)
    with Store(tmp_path / "record") as store:
        table = Table.new(store, "toy", {}, ["Ada", "Ben", "Cleo"], 3)
        present: set[int] = set()
        table.attend(lambda: frozenset(present))
        number = 0
        for _ in range(200):
            keypad = dice.choice(["main", "second", 0, 1, 2])
            match dice.randrange(6):
                case 0:
                    table.undo(keypad=keypad, agreed=dice.random() < 0.3)
                case 1:
                    table.redo(keypad=keypad)
                case 2 if question(table):
                    table.answer(question(table)["number"], agrees=dice.random() < 0.8, keypad=keypad)
                case 3:
                    number += 1
                    table.press("#", keypad, press=KeyPress("f00", number))
                case 4:
                    present ^= {dice.randrange(3)}
                case _ if table.history.state.to_act():
                    seat = dice.choice(table.history.state.to_act())
                    table.enter(seat, dice.choice(table.history.state.legal(seat)))
            assert store.last_press("f00") == number
            again = Table.resume(store, table.game_id)
            again.attend(lambda: frozenset(present))  # noqa: B023  (it is asked at once)
            assert question(again) == question(table)
        replayed = History.from_rows(table.game_id, store.rows(table.game_id))
        assert digest(replayed.state) == digest(table.history.state)
        assert replayed.steps == table.history.steps
        assert replayed.moves == table.history.moves
