"""A separate side after a restart: its pages find the versions that they saw, and no move counts twice."""

import random

import pytest
from riverlight.table.session import Table

NAMES = ["Ada", "Ben", "Cleo"]
MUMMY = 0


def played(table, steps, dice):
    """Make some steps by chance, at the table and apart, now and then one back; yield after each."""
    player = table.head.game.chance_player
    for _ in range(steps):
        state = table.history.state
        if not state.to_act():
            return
        _, move = player(state, state.to_act()[0], dice.getrandbits(63))
        assert table.enter(state.to_act()[0], state.move_text(move)).kind == "accepted"
        if dice.random() < 0.1:
            table.undo(agreed=True, keypad=dice.choice(["main", MUMMY]))
        yield


def can_be_made_twice(state):
    """Return the text of a move that the mummy may make now, and then again; None when there is none."""
    for move in state.legal(MUMMY):
        after = state.copy()
        after.apply(MUMMY, move)
        if move in after.legal(MUMMY):
            return state.move_text(move)
    return None


@pytest.mark.parametrize("seed", range(3))
def test_its_version_of_the_game_follows_from_the_record(store, seed):
    table = Table.new(store, "pyramid", {}, NAMES, seed)
    for _ in played(table, 60, random.Random(seed)):
        again = Table.resume(store, table.game_id)
        for page in (MUMMY, "watch"):
            assert again.snapshot(page)["version"] == table.snapshot(page)["version"]


def test_a_mummys_step_sent_again_to_a_host_that_has_started_anew_counts_once(store):
    table = Table.new(store, "pyramid", {}, NAMES, 1)
    steps = played(table, 1000, random.Random(1))
    while (move := can_be_made_twice(table.history.state)) is None:
        next(steps)
    seen = table.snapshot(MUMMY)["version"]
    assert table.enter(MUMMY, move, version=seen).kind == "accepted"
    again = Table.resume(store, table.game_id)
    assert again.enter(MUMMY, move, version=seen).kind == "repeated"
    assert again.history.moves == table.history.moves
    assert again.enter(MUMMY, move, version=again.snapshot(MUMMY)["version"]).kind == "accepted"


def test_the_count_of_entries_that_a_viewer_sees_follows_take_backs(store):
    table = Table.new(store, "pyramid", {}, NAMES, 2)
    for _ in played(table, 80, random.Random(2)):
        for viewer in (MUMMY, 1, "spectator"):
            may_see = table.head.game.may_see
            seen = [entry for entry in table.history.entries if any(may_see(event, viewer) for event in entry.events)]
            assert table.history.seen_by(viewer) == len(seen)
