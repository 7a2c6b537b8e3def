"""Lift and place: what sensors see becomes moves, refusals with their reasons, and guides back."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.boards.sensors import with_sensors
from riverlight.commands.demo_hands import REST_MS, Hands
from riverlight.errors import RecordError
from riverlight.games.registry import game_named
from riverlight.games.simulate import demo_players
from riverlight.table.observers import Outcome
from riverlight.table.placements import pieces_on
from riverlight.table.prompts import prompted_seat
from riverlight.table.record import Store
from riverlight.table.sensing import FLICKERS, Sensing
from riverlight.table.session import Table
from riverlight.table.set_up import open_set_up

from tests.host.table.sensed_tables import Magnets, canyon, pyramid, two_sides, until


@pytest.fixture
def magnets(kept: Store) -> Magnets:
    """A game of three canoes, placed by hand, at its first turn of the canoes."""
    made = Magnets(canyon(kept))
    made.feel()
    until(made.table, "place")
    while made.table.history.state.view("main")["phase"] == "place":
        state = made.table.history.state
        made.put(state.move_text(state.legal(state.to_act()[0])[0]).split()[1])
    until(made.table, "move")
    assert made.guide == ""
    assert made.lying == made.expected
    assert made.refusals == []
    return made


def own(magnets: Magnets) -> tuple[str, list[str]]:
    """Return the space of the canoe in turn, and the spaces that it may go to."""
    view: Any = magnets.table.history.state.view("main")
    return view["canoes"][view["to_act"][0]], view["ends"]


def moves(magnets: Magnets) -> list[str]:
    return [move for _, move in magnets.table.history.moves]


def test_a_canoe_is_placed_lifted_and_put_down_where_it_may_go(magnets: Magnets) -> None:
    source, ends = own(magnets)
    magnets.lift(source)
    assert magnets.table.snapshot("table")["view"]["ends"] == ends
    assert magnets.guide == ""
    magnets.put(ends[-1])
    assert moves(magnets)[-1] == f"move {ends[-1]}"
    assert magnets.lying == magnets.expected


def test_lifted_for_minutes_and_put_back_nothing_happens(magnets: Magnets) -> None:
    source, ends = own(magnets)
    before = moves(magnets)
    magnets.lift(source)
    for _ in range(300):
        magnets.feel()
    magnets.put(source)
    assert (moves(magnets), magnets.guide, magnets.refusals) == (before, "", [])
    magnets.lift(source)
    magnets.put(ends[0])
    assert moves(magnets)[-1] == f"move {ends[0]}"


def test_a_wrong_space_is_refused_with_the_reason_and_the_way_back_is_lit(magnets: Magnets) -> None:
    source, ends = own(magnets)
    before = moves(magnets)
    board = magnets.table.head.board
    assert board is not None
    wrong = next(space for space in board.space_ids if space not in (*ends, *magnets.lying, "fall") and space[0] == "r")
    magnets.lift(source)
    magnets.put(wrong)
    assert moves(magnets) == before
    assert f"{wrong} is not as near as possible" in magnets.refusals[-1][1]
    assert magnets.table.snapshot("table")["prompt"]["sentence"] == magnets.guide
    assert f"canoe on {source}." in magnets.guide
    lit: Any = magnets.table.position("main")["c"]
    assert [space for space in lit if space != 255] == [board.index[source]]
    assert magnets.table.press("1").sentence == magnets.guide
    assert magnets.table.enter(None, f"move {ends[0]}").sentence == magnets.guide
    magnets.lift(wrong)
    assert magnets.guide == ""
    assert magnets.table.snapshot("table")["refusal"] is None
    magnets.put(ends[0])
    assert moves(magnets)[-1] == f"move {ends[0]}"


def test_a_piece_out_of_turn_two_pieces_and_a_bump_are_led_back_while_the_game_waits(magnets: Magnets) -> None:
    source, _ends = own(magnets)
    before = moves(magnets)
    others = sorted(magnets.expected - {source})
    magnets.lift(others[0])
    assert "cannot move now" in magnets.refusals[-1][1]
    assert others[0] in magnets.guide
    magnets.put(others[0])
    assert magnets.guide == ""
    magnets.lift(source, others[1])
    magnets.put(source)
    assert others[1] in magnets.guide
    magnets.put(others[1])
    assert magnets.guide == ""
    magnets.lift(source, *others)
    magnets.put("r1" if "r1" in magnets._at else next(iter(magnets._at)))
    assert magnets.guide != ""
    magnets.lying = set()
    magnets.put(*others)
    assert source in magnets.guide
    assert magnets.table.press("1").kind == "refused"
    magnets.put(source)
    assert (moves(magnets), magnets.guide) == (before, "")
    assert magnets.table.press("1").kind in ("accepted", "typed")


def test_a_piece_that_goes_on_or_back_before_anybody_acts_corrects_its_move(magnets: Magnets) -> None:
    """Faults that others met: a piece slid slowly was taken as a move to each space it passed."""
    source, ends = own(magnets)
    before = moves(magnets)
    magnets.lift(source)
    magnets.put(ends[0])
    magnets.lift(ends[0])
    assert magnets.guide == ""
    magnets.put(ends[1])
    assert moves(magnets) == [*before, f"move {ends[1]}"]
    magnets.lift(ends[1])
    magnets.put(source)
    assert (moves(magnets), magnets.guide) == (before, "")
    assert magnets.refusals == []


def test_after_keys_or_an_undo_the_guide_leads_each_piece_and_nothing_is_a_move_before(magnets: Magnets) -> None:
    source, ends = own(magnets)
    assert magnets.table.enter(None, f"move {ends[0]}").kind == "accepted"
    assert ends[0] in magnets.guide
    magnets.lift(source)
    magnets.put(ends[0])
    assert magnets.guide == ""
    magnets.table.undo(agreed=True)
    assert source in magnets.guide
    magnets.lift(ends[0])
    magnets.put(source)
    assert magnets.guide == ""
    assert magnets.lying == magnets.expected


def test_a_stray_piece_is_taken_off(magnets: Magnets) -> None:
    free = next(space for space in magnets._at if space not in magnets.expected and space not in own(magnets)[1])
    magnets.put(free)
    assert magnets.guide == f"Take the piece off {free}."
    magnets.lift(free)
    assert magnets.guide == ""


def test_a_flickering_magnet_is_reported_and_ignored_until_its_piece_moves(magnets: Magnets) -> None:
    source, _ends = own(magnets)
    weak = min(magnets.expected - {source})
    for _ in range(FLICKERS):
        magnets.lift(weak)
        magnets.put(weak)
    assert f"The sensor of {weak} flickers" in magnets.refusals[-1][1]
    magnets.refusals.clear()
    magnets.lift(weak)
    assert (magnets.guide, magnets.refusals) == ("", [])
    source, ends = own(magnets)
    magnets.lift(source)
    magnets.put(ends[0])
    assert moves(magnets)[-1] == f"move {ends[0]}"
    assert weak in magnets.guide


@pytest.mark.parametrize("is_missing", [True, False])
def test_a_stuck_sensor_is_ignored_when_people_say_so(magnets: Magnets, is_missing: bool) -> None:
    source, ends = own(magnets)
    if is_missing:
        stuck = min(magnets.expected - {source})
        magnets.lift(stuck)
    else:
        stuck = next(space for space in magnets._at if space not in (*magnets.expected, *ends))
        magnets.put(stuck)
    assert magnets.guide != ""
    magnets.table.press("#")
    assert magnets.guide == ""
    assert magnets.refusals[-1][1] == f"The sensor of {stuck} is ignored from now on."
    magnets.lift(source)
    magnets.put(ends[0])
    assert moves(magnets)[-1] == f"move {ends[0]}"
    assert magnets.guide == ""


def test_an_end_without_a_sensor_is_keyed_while_the_piece_is_up(kept: Store) -> None:
    plain = canyon(kept)
    until(plain, "move")
    view: Any = plain.history.state.view("main")
    magnets = Magnets(canyon(kept, without=view["ends"][:1]))
    magnets.feel()
    until(magnets.table, "place")
    while magnets.table.history.state.view("main")["phase"] == "place":
        state = magnets.table.history.state
        magnets.put(state.move_text(state.legal(state.to_act()[0])[0]).split()[1])
    until(magnets.table, "move")
    source, ends = own(magnets)
    assert ends == view["ends"]
    magnets.lift(source)
    magnets.put(ends[0])
    assert magnets.guide == ""
    for key in magnets.table.codes(magnets.table.history.state.to_act()[0])[0].keys:
        magnets.table.press(key)
    assert moves(magnets)[-1] == f"move {ends[0]}"
    assert magnets.guide == ""


def test_a_move_that_cannot_be_stored_is_not_made_and_comes_again(
    magnets: Magnets, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, ends = own(magnets)
    before = moves(magnets)
    magnets.lift(source)

    def full(*_: object) -> None:
        message = "disk is full"
        raise RecordError(message)

    with monkeypatch.context() as broken:
        broken.setattr(magnets.table.play.journal._store, "append", full)
        with pytest.raises(RecordError):
            magnets.put(ends[0])
    assert moves(magnets) == before
    magnets.feel()
    assert moves(magnets) == [*before, f"move {ends[0]}"]


def test_a_host_that_starts_again_finds_the_move_made_meanwhile(magnets: Magnets, kept: Store) -> None:
    source, ends = own(magnets)
    table = Table.resume(kept, magnets.table.game_id)
    again = Magnets(table)
    again.lying = {*magnets.lying} - {source} | {ends[0]}
    again.feel()
    assert source in again.guide  # nothing stood as expected yet: no move is guessed
    again.lying = magnets.lying
    again.feel()
    again.lift(source)
    again.put(ends[0])
    assert [move for _, move in table.history.moves][-1] == f"move {ends[0]}"


def test_without_a_device_or_in_a_replay_nothing_waits(magnets: Magnets) -> None:
    source, _ends = own(magnets)
    magnets.lift(*magnets.expected - {source})
    assert magnets.guide != ""
    magnets.sensing.disconnect()
    assert magnets.guide == ""
    assert magnets.table.press("1").kind in ("accepted", "typed")


def bytes_of(table: Table, side: str) -> str:
    """Return all that the pages and the lights of one side of a game of Pyramid show."""
    pages: tuple[Any, ...] = (0, "watch") if side == "mummy" else ("table", 1, 2, 3)
    panel = "shrine" if side == "mummy" else "tomb"
    return json.dumps([[table.snapshot(page) for page in pages], table.position(panel)])


def test_what_one_side_senses_never_changes_a_byte_for_the_other(kept: Store) -> None:
    """PYR-18."""
    table = pyramid(kept)
    hunters, mummy = two_sides(table)
    for lain, felt, other in ((hunters, "hunters", "mummy"), (mummy, "mummy", "hunters")):
        before, own = bytes_of(table, other), bytes_of(table, felt)
        for lying in (set(), {*list(lain._at)[:5]}, {*lain.expected, list(lain._at)[7]}):
            lain.lying = lying
            lain.feel()
            assert lain.guide != ""
            assert bytes_of(table, felt) != own
            assert bytes_of(table, other) == before
        lain.set_up()
        assert lain.guide == ""


def test_while_the_hunters_put_their_side_right_the_mummy_goes_on(kept: Store) -> None:
    """PYR-18: how long the hunters' side waits is theirs alone."""
    table = pyramid(kept)
    hunters, _mummy = two_sides(table)
    for seat, move in ((1, "throw"), (-1, "roll M M M M M"), (1, "pass")):
        assert table.enter(seat, move).kind == "accepted"
    hunters.lift(*hunters.expected)
    assert table.press("B").kind == "refused"
    assert table.enter(2, "reset").kind == "refused"
    hunters.set_up()
    assert table.enter(2, "reset").kind == "accepted"
    hunters.lift(*hunters.expected)
    assert hunters.guide != ""
    way = next(code for code in table.codes(0) if code.data.direction)  # type: ignore[attr-defined]
    assert table.press(way.keys, "second") == Outcome("accepted")


def test_the_board_of_a_resumed_game_is_set_up_by_placing_each_piece_on_its_light(
    magnets: Magnets, kept: Store
) -> None:
    ready: list[bool] = []
    table = open_set_up(kept, magnets.table.game_id, lambda: ready.append(True))
    again = Magnets(table)
    again.feel()
    for space in [piece.space for piece in pieces_on(table.history, table.history.state, "main")]:
        assert space in again.guide
        assert not ready
        again.put(space)
    assert ready == [True]


@pytest.mark.parametrize(("name", "seats", "options"), [
    ("canyon", 3, {}), ("canyon", 6, {"movement": "nearest"}), ("pyramid", 2, {}), ("pyramid", 4, {}),
])  # fmt: skip
def test_whole_games_are_played_by_hands_that_slip(kept: Store, name: str, seats: int, options: dict[str, str]) -> None:
    game = game_named(name)
    table = Table.new(kept, name, options, [f"P{seat}" for seat in range(seats)], seats, with_sensors(shipped(name)))
    sensing = Sensing(table)
    table.subscribe(sensing.follow)
    players = demo_players(game, seats)
    keys: list[str] = []

    def press(typed: str) -> None:
        is_theirs = table.sides.apart and prompted_seat(table.history, "second") is not None
        for key in typed:
            table.press(key, "second" if is_theirs else "handed")
        keys.append(typed)

    hands = Hands(
        table, lambda occupied, ms: sensing.update_sensors(occupied) if ms == REST_MS else None, random.Random(seats)
    )
    hands.begin()
    while to_act := table.history.state.to_act():
        seat = to_act[0]
        panel = table.sides.apart_panels[0] if seat in table.sides.apart else table.sides.table_panel
        version = table.version
        code = players.choose(table.history.state, seat, table.codes(seat))
        hands.play(seat, code, panel, press)
        assert table.version > version
        assert hands.differing() == []
        assert all(table.guide(each) is None for each in game.panels)
    assert set(hands.slips) == {"slide", "wrong", "bump"}
    assert hands.guided > 0
