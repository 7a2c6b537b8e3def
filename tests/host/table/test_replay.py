"""A game looked back on: any entry at once, on pages and lights, and its record is not touched."""

import pytest
from riverlight.games.transcript import digest
from riverlight.table.replay import open_replay
from riverlight.table.rows import KeyPress


@pytest.fixture
def played(table):
    """A toy game some entries long, one of them undone."""
    for seat, move in ((0, "pick 3"), (1, "pick 4")):
        table.enter(seat, move)
    for seat in (0, 1):
        table.enter(seat, f"take {table.history.state.hands[seat][0]}")
    table.undo(keypad="main", agreed=True)
    return table


def test_it_begins_at_the_beginning_and_goes_to_any_entry(store, played):
    replay = open_replay(store, played.game_id, with_secrets=True)
    assert replay.snapshot("table")["replay"] == {"at": 0, "of": 3, "rounds": [], "events": []}
    for at in (3, 1, 2, 0, 99, -4):
        replay.go_to(at)
        wanted = min(max(at, 0), 3)
        assert replay.snapshot("table")["replay"]["at"] == wanted
        expected = played.history.entries[wanted - 1] if wanted else played.history.opening
        assert digest(replay.history.state) == digest(expected.after)


def test_its_keys_turn_pages_and_each_turn_is_shown(store, played):
    replay = open_replay(store, played.game_id, with_secrets=True)
    seen = []
    replay.subscribe(lambda: seen.append((replay.version, replay.snapshot("table")["replay"]["at"])))
    for key in "55#5*":
        replay.press(key)
    assert [at for _, at in seen] == [1, 2, 1, 2, 0]
    assert len({version for version, _ in seen}) == len(seen)


def test_nothing_is_entered_taken_back_or_written(store, played):
    before = store.rows(played.game_id)
    replay = open_replay(store, played.game_id, with_secrets=True)
    replay.go_to(2)
    assert replay.enter(0, "pick 3").kind == "refused"
    assert replay.undo().kind == "refused"
    assert replay.redo().kind == "refused"
    shown = replay.snapshot(0)
    assert shown["choices"] == []
    assert not any(shown["can"].values())
    assert store.rows(played.game_id) == before


def test_what_was_taken_back_is_not_part_of_it(store, played):
    replay = open_replay(store, played.game_id, with_secrets=True)
    replay.go_to(99)
    assert replay.history.moves == played.history.moves


def test_a_press_that_the_device_sends_again_turns_one_page(store, played):
    replay = open_replay(store, played.game_id, with_secrets=True)
    kinds = [replay.press("5", press=KeyPress("f00", number)).kind for number in (1, 1, 2, 2, 1)]
    assert kinds == ["typed", "repeated", "typed", "repeated", "repeated"]
    assert replay.snapshot("table")["replay"]["at"] == 2
