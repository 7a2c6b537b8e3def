"""The table: keys become moves, and each is safe before it is shown."""

import json
import random
import threading

import pytest
from riverlight.errors import OptionError, RecordError
from riverlight.games.contract import TABLE
from riverlight.games.transcript import digest
from riverlight.table.history import History
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table

from tests.host import toy as toy_game
from tests.host.table.at_table import unstored
from tests.host.table.toy_play import play_on, type_keys


def test_a_new_game_is_in_the_record_with_the_moves_that_the_app_makes_first(store, table):
    rows = store.rows(table.game_id)
    assert [(row.kind, row.seat, row.automatic) for row in rows] == [("new", None, False), ("move", TABLE, True)]
    assert rows[0].body["names"] == ["Ada", "Ben"]


@pytest.mark.parametrize(
    ("game", "options", "names"),
    [
        ("chess", {}, ["a", "b"]),
        ("toy", {"dice": "loaded"}, ["a", "b"]),
        ("toy", {"luck": "on"}, ["a", "b"]),
        ("toy", {}, ["a"]),
        ("toy", {}, ["a", "a"]),
        ("toy", {}, ["a\x07b", "c"]),
        ("toy", {}, ["a" * 21, "c"]),
    ],
)
def test_a_game_that_will_not_do_is_refused_and_leaves_no_trace(store, game, options, names):
    with pytest.raises(OptionError):
        Table.new(store, game, options, names, 1)
    assert store.games() == []


def test_seats_without_a_name_get_one(store):
    assert Table.new(store, "toy", {}, ["", "  Zoë  B. "], 1).head.names == ("Ada", "Zoë B.")


def test_a_seat_that_nobody_named_takes_no_name_that_another_was_given(store):
    assert Table.new(store, "toy", {}, ["Ben", ""], 1).head.names == ("Ben", "Ada")
    assert Table.new(store, "toy", {}, ["", "Ada"], 1).head.names == ("Ben", "Ada")


def test_a_code_is_taken_as_soon_as_it_is_certain_and_its_tail_is_swallowed(table):
    assert type_keys(table, "03") == ["typed", "accepted"]
    assert table.history.moves[-1] == (0, "pick 3")
    table.enter(1, "pick 1")
    stones = [code.keys for code in table.codes(0)]
    assert all(len(keys) == 3 for keys in stones)
    assert type_keys(table, stones[0], 0) == ["typed", "accepted", "typed"]
    assert table.history.state.to_act() == (1,)


def test_another_key_than_the_tail_counts_for_itself(table):
    play_on(table, random.Random(1), 2)
    assert type_keys(table, table.codes(0)[0].keys[:2], 0) == ["typed", "accepted"]
    assert type_keys(table, table.codes(1)[0].keys[:2], 1) == ["typed", "accepted"]
    assert type_keys(table, "0") == ["typed"]
    assert table.snapshot("table")["typed"] == "0"


def test_a_wrong_key_is_refused_with_its_reason_and_ends_the_code(table):
    table.press("1")
    refused = table.press("7")
    assert (refused.kind, refused.clause) == ("refused", "TOY-1")
    assert refused.sentence == "No move has the keys 17 now. Ada is asked."
    assert table.press("7") == ("refused", "Numbers go to 12; 7 is beyond.", "TOY-3")
    shown = table.snapshot("table")
    assert shown["typed"] == ""
    assert shown["refusal"] == {"sentence": "Numbers go to 12; 7 is beyond.", "clause": "TOY-3"}
    table.press("0")
    assert table.snapshot("table")["refusal"] is None


def test_a_key_that_no_keypad_has_is_refused(table):
    for key in ("x", "", "12", "é"):
        assert table.press(key).kind == "refused"


def test_common_keypads_ask_the_seats_in_order_and_private_ones_their_own(table):
    assert type_keys(table, "12", 1) == ["typed", "accepted"]
    assert type_keys(table, "05", "second") == ["typed", "accepted"]
    assert table.history.moves[-2:] == [(1, "pick 12"), (0, "pick 5")]
    assert table.press("*", 1).sentence == "This keypad has nothing to enter now. Ada is asked."


def test_what_is_private_is_not_entered_at_the_common_keypad(table):
    play_on(table, random.Random(1), 2)
    assert table.press("*") == ("refused", "Stones are taken on a page of one's own.", "TOY-4")
    assert table.snapshot("table")["choices"] == []
    assert len(table.snapshot(0)["choices"]) == 3
    move = table.codes(0)[0].move
    assert table.enter(0, move, keypad="main").clause == "TOY-4"
    assert table.enter(0, move).kind == "accepted"


def test_moves_that_are_illegal_or_no_moves_are_refused(table):
    assert table.enter(0, "take A") == ("refused", "take A cannot be played now.", "TOY-1")
    assert table.enter(0, "jump") == ("refused", "'jump' is no move of Toy.", "")
    assert table.enter(TABLE, "roll 3").kind == "refused"
    assert table.snapshot("table")["refusal"]["clause"] == "TOY-1"


def test_half_a_code_ends_with_any_step_on_every_keypad(table):
    table.press("1")
    table.enter(1, "pick 3")
    assert table.snapshot("table")["typed"] == ""


def test_no_press_of_a_device_is_taken_twice_over_a_restart(store, table):
    assert table.press("0", press=KeyPress("f00", 1)).kind == "typed"
    assert table.press("3", press=KeyPress("f00", 2)).kind == "accepted"
    assert table.press("3", press=KeyPress("f00", 2)).kind == "repeated"
    assert table.press("7", press=KeyPress("f00", 3)).kind == "refused"
    again = Table.resume(store, table.game_id)
    kinds = [again.press("1", press=KeyPress("f00", number)).kind for number in (1, 2, 3, 4)]
    assert kinds == ["repeated", "repeated", "repeated", "typed"]
    assert again.press("1", press=KeyPress("bad", 1)).kind == "accepted"
    assert again.history.moves[-1] == (1, "pick 11")


def test_every_outcome_of_a_press_keeps_its_number(store, table):
    kinds = []
    for number, key in enumerate("x7#0#0304#0##", start=1):
        kinds.append(table.press(key, press=KeyPress("f00", number)).kind)
        assert store.last_press("f00") == (0 if key == "x" else number)
    assert set(kinds) == {"refused", "typed", "accepted", "asks"}
    table.press("#", long=True, press=KeyPress("f00", 90))
    table.press("#", long=True, press=KeyPress("f00", 91))
    assert store.last_press("f00") == 91


def test_half_a_code_and_a_tail_outlive_the_host(store, table):
    table.press("0")
    again = Table.resume(store, table.game_id)
    assert again.snapshot("table")["typed"] == "0"
    assert again.press("5").kind == "accepted"
    again.enter(1, "pick 1")
    code = again.codes(0)[0].keys
    assert type_keys(again, code[:2], 0) == ["typed", "accepted"]
    last = Table.resume(store, table.game_id)
    assert last.press(code[2], 0).kind == "typed"
    assert last.history.state.to_act() == (1,)


def test_a_page_that_slept_is_taken_once_and_never_acts_on_an_old_game(table):
    seen = table.version
    assert table.enter(0, "pick 3", version=seen).kind == "accepted"
    assert table.enter(0, "pick 3", version=seen).kind == "repeated"
    assert table.enter(0, "pick 4", version=seen).kind == "refused"
    assert table.enter(1, "pick 2", version=seen).kind == "accepted"
    stale = table.version
    table.undo(agreed=True)
    late = table.enter(1, "pick 5", version=stale)
    assert late == ("refused", "The game has moved on since this page last saw it. Check it and try again.", "")
    assert table.enter(1, "pick 5", version=table.version).kind == "accepted"
    assert table.enter(1, "pick 5", version=-4).kind == "refused"


def test_a_resumed_game_is_the_same_to_every_viewer(store, table):
    play_on(table, random.Random(5), 5)
    again = Table.resume(store, table.game_id)
    for viewer in ("table", 0, 1):
        assert {**again.snapshot(viewer), "arrange": None} == table.snapshot(viewer)
    assert again.position("main") == table.position("main")


def test_a_resumed_game_asks_people_to_set_the_board_until_they_go_on(store, table):
    again = Table.resume(store, table.game_id)
    assert again.snapshot("table")["arrange"] == "Set up the board like this: 2 seats, the die shows 4."
    again.press("0")
    assert again.snapshot(1)["arrange"] is not None
    again.enter(0, "pick 3")
    assert again.snapshot("table")["arrange"] is None


def test_a_change_in_the_record_is_noticed_on_resume_and_named(store, table):
    play_on(table, random.Random(5), 5)
    rows = store.rows(table.game_id)
    changed = next(row for row in rows if row.move and row.move.startswith("pick"))
    other = "pick 2" if changed.move != "pick 2" else "pick 3"
    store._database.execute("UPDATE events SET move = ? WHERE n = ?", (other, changed.n))
    with pytest.raises(RecordError, match=f"game 1 is damaged at row {changed.n}: the game after it does not"):
        Table.resume(store, table.game_id)
    sound = History.from_rows(1, store.rows(1), sound=True)
    assert len(sound.steps) == changed.n - 1
    store._database.execute("UPDATE events SET move = 'nonsense' WHERE n = ?", (changed.n,))
    with pytest.raises(RecordError, match=r"its step cannot be played \('nonsense' is no move of Toy"):
        Table.resume(store, table.game_id)
    store._database.execute("UPDATE events SET body = '{}' WHERE n = 1")
    with pytest.raises(RecordError, match="row 1: it does not start a game"):
        Table.resume(store, table.game_id)
    assert len(store.rows(1)) == len(rows)


def test_a_game_that_stopped_before_the_apps_own_move_goes_on_with_it(store, table):
    store.cut(1, 1)
    again = Table.resume(store, table.game_id)
    assert again.history.moves == table.history.moves
    assert [row.kind for row in store.rows(table.game_id)] == ["new", "move"]


def test_when_the_record_cannot_be_written_nothing_has_happened(store, table, monkeypatch):
    before = digest(table.history.state)

    def full(*_):
        message = "The record cannot be used: disk is full."
        raise RecordError(message)

    with monkeypatch.context() as broken:
        broken.setattr(store, "append", full)
        for act in (lambda: table.enter(0, "pick 3"), lambda: table.press("0"), lambda: table.press("#")):
            with pytest.raises(RecordError, match="disk is full"):
                act()
    assert digest(table.history.state) == before
    assert table.snapshot("table")["typed"] == ""
    assert table.enter(0, "pick 3").kind == "accepted"


def test_watchers_are_called_after_the_commit_and_outside_the_lock(store, table):
    seen, outcomes = [], []

    def look():
        # Another thread can use the table while a watcher is at work.
        other = threading.Thread(target=lambda: seen.append(table.snapshot("table")["version"]))
        other.start()
        other.join(10)
        assert len(store.rows(table.game_id)) == seen[-1]

    table.listen(lambda keypad, outcome: outcomes.append((keypad, outcome.kind)))
    stop = table.subscribe(look)
    table.enter(0, "pick 3")
    table.enter(1, "pick 99")
    assert seen == [3, 3]
    assert outcomes == [(0, "accepted"), (1, "refused")]
    stop()
    table.undo()
    assert len(seen) == 2


def test_threads_that_press_at_once_lose_nothing(store):
    table = Table.new(store, "toy", {"dice": "physical"}, ["Ada", "Ben", "Cleo"], 7)
    table.press("3")
    threads = [threading.Thread(target=type_keys, args=(table, f"0{seat + 1}", seat)) for seat in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    # Any step ends half a code on the other keypads: each seat's pick is in, or its code started again.
    assert digest(History.from_rows(1, store.rows(1)).state) == digest(table.history.state)
    assert len([row for row in store.rows(1) if row.kind == "typed" or row.move]) == 1 + 6


def test_a_snapshot_is_json_and_says_all_that_a_page_needs(table):
    shown = table.snapshot("table")
    assert json.loads(json.dumps(shown)) == shown
    assert list(shown) == [
        *("version", "game", "board", "status", "seats", "view", "prompt", "foreseen", "choices", "typed", "refusal"),
        *("question", "arrange", "correction", "misfit", "moment", "latest", "story", "log", "can", "undoes", "device"),
    ]
    assert shown["seats"][1] == {
        "seat": 1,
        "name": "Ben",
        "letter": "B",
        "shape": "triangle",
        "light": "orange",
        "colour": "#ff9400",
    }
    assert shown["prompt"] == {"sentence": "Ada is asked.", "why": "So the rules say.", "clause": "TOY-1", "seat": 0}
    as_data = {"verb": "pick", "arguments": {"value": "1"}, "path": []}
    assert shown["choices"][0] == {"keys": "01", "move": "pick 1", "label": "1", "space": None, **as_data}
    assert table.snapshot(1)["prompt"]["seat"] == 1
    table.report_device({"state": "connected", "sentence": "x", "mismatches": 0, "bad_lines": 0, "simulated": True})
    assert table.snapshot("table")["device"]["state"] == "connected"


def test_the_log_has_the_last_eight_lines_that_the_viewer_may_read(table):
    assert [line["sentence"] for line in table.snapshot("table")["log"]] == ["The table: rolled 4"]
    assert table.snapshot(0)["log"][1]["sentence"].startswith("You hold ")
    play_on(table, random.Random(2), 12)
    log = table.snapshot("table")["log"]
    assert len(log) == 8
    assert log[-1]["n"] == 12


def swapped(table, change):
    """Return another table like ``table`` but for ``change(state)`` in what only one seat knows."""
    history = History(table.head)
    history.opening, history.steps = table.history.opening, list(table.history.steps)
    last = table.history.last
    state = last.after.copy()
    change(state)
    history.entries = [*table.history.entries[:-1], last._replace(after=state)]
    return unstored(table, history)


def test_a_swap_of_secrets_changes_no_byte_for_other_viewers(table):
    table.enter(0, "pick 3")

    def change(state):
        state.picks[0] = 9
        state.hands[0] = "XYZ"

    twin = swapped(table, change)
    for viewer in ("table", 1):
        assert json.dumps(twin.snapshot(viewer)) == json.dumps(table.snapshot(viewer))
    assert json.dumps(twin.snapshot(0)) != json.dumps(table.snapshot(0))
    assert twin.position("main") == table.position("main")


def test_the_keys_and_refusals_of_a_private_keypad_stay_there(table):
    before = [json.dumps(table.snapshot(viewer)) for viewer in ("table", 1)]
    table.press("0", 0)
    table.press("9", 0)
    table.undo()
    table.press("1", 0)
    table.press("x", 0)
    assert table.snapshot(0)["typed"] == "1"
    assert "got 'x'" in table.snapshot(0)["refusal"]["sentence"]
    assert table.version == 4
    after = [json.dumps({**table.snapshot(viewer), "version": 2, "can": {}}) for viewer in ("table", 1)]
    assert [json.loads(text)["typed"] for text in after] == ["", ""]
    assert [json.loads(text)["refusal"] for text in after] == [json.loads(text)["refusal"] for text in before]


def test_codes_of_the_toy_are_those_that_pages_offer(table):
    assert [code.keys for code in table.codes(0)] == [code.keys for code in toy_game.all_keys(table, 0)]
