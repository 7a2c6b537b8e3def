"""Keys that are left over from one code never start the entry of another seat, on any keypad of any game."""

from __future__ import annotations

import random

import pytest
from riverlight.games.contract import TABLE
from riverlight.games.registry import GAMES, game_named
from riverlight.games.sides import HANDED, MAIN, SECOND, Keypad
from riverlight.table.entry import KEYS, UNDO
from riverlight.table.key_clock import KeyClock
from riverlight.table.observers import Outcome
from riverlight.table.record import Store
from riverlight.table.session import Table

from tests.host.games.registrations import REGISTERED

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
SEEDS = range(4)


def begun(store: Store, name: str, seed: int) -> Table:
    """Return a new game with random options."""
    choose, game = random.Random(seed), game_named(name)
    options = REGISTERED[name].options(choose)
    if seed % 2:
        options |= dict.fromkeys(game_named(name).app_options, "physical")
    return Table.new(store, name, options, NAMES[: choose.choice(game.seat_counts)], seed)


def keypads_of(table: Table, seat: int) -> list[Keypad]:
    """Return the keypads that several seats share and that may enter for ``seat`` now."""
    if table.sides.apart and (seat in table.sides.apart or table.snapshot("watch")["view"]["to_act"] == [TABLE]):
        return [SECOND, HANDED]
    return [MAIN, HANDED]


def press_all(table: Table, keys: str, keypad: Keypad) -> Outcome:
    """Press a code, each key in its own time; return what came of the last."""
    outcome = Outcome("typed")
    for key in keys:
        outcome = table.press(key, keypad)
        if outcome.kind == "accepted":
            return outcome
    return outcome


def others_moves(table: Table, seat: int) -> int:
    """Return how many entries are of another seat."""
    return sum(entry.seat != seat for entry in table.history.entries)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_surplus_keys_right_after_a_code_enter_nothing_for_another_seat(kept: Store, name: str, seed: int) -> None:
    """Whichever keys they are: the last one again, the whole code again, or any other."""
    choose = random.Random(seed)
    table, tried = begun(kept, name, seed), 0
    for _ in range(120):
        to_act = table.history.state.to_act()
        if not to_act:
            break
        seat = choose.choice(to_act)
        keypad = choose.choice(keypads_of(table, seat))
        legal = [*map(table.history.state.move_text, table.history.state.legal(seat))]
        code = choose.choice([code for code in table.codes(seat) if code.move in legal])
        outcome = press_all(table, code.keys, keypad)
        if outcome.kind != "accepted":  # another seat is asked here first, or the code is private
            assert table.enter(seat, code.move, keypad=None if seat != TABLE else HANDED).kind == "accepted"
            continue
        others = others_moves(table, seat)
        surplus = choose.choice((code.keys[-1] * 3, code.keys, "".join(choose.choices(KEYS, k=5))))
        for key in surplus.replace(UNDO, ""):
            table.press(key, keypad, is_quick=True)
            assert others_moves(table, seat) == others
            tried += 1
        table.press(UNDO, keypad) if table.snapshot("table")["typed"] and keypad != SECOND else None
    assert tried > 30


@pytest.mark.parametrize("keypad", [MAIN, HANDED])
@pytest.mark.parametrize("dice", ["12345", "123AD", "DDDDD", "11111"])
def test_a_sixth_face_is_refused_however_late_it_comes_and_nothing_is_announced(
    kept: Store, keypad: Keypad, dice: str
) -> None:
    """PYR-6, PYR-7: five dice and C are a roll; no face is the choice of a die before that."""
    table = Table.new(kept, "pyramid", {}, NAMES[:3], 1)
    table.press("*", keypad)
    five = dice.replace("5", "A")
    assert [table.press(key, keypad).kind for key in five] == ["typed"] * 5
    sixth = table.press("3", keypad)
    assert sixth.kind == "refused"
    assert sixth.sentence == f"Expected 5 dice, then C; got {five}3."
    assert [entry.moves[0][1] for entry in table.history.entries] == ["throw"]
    assert [table.press(key, keypad).kind for key in f"{five}C"] == ["typed"] * 5 + ["accepted"]
    assert table.press("C", keypad).kind == "refused"
    assert table.history.entries[-1].moves[0][1].startswith("roll ")


@pytest.mark.parametrize("keypad", [MAIN, SECOND, 0])
def test_the_mummys_die_keyed_twice_is_no_step(kept: Store, keypad: Keypad) -> None:
    """PYR-12: a step shows whether a hunter stands there."""
    table = Table.new(kept, "pyramid", {}, NAMES[:2], 1)
    for line in ("1 throw", "-1 roll M M M M M", "1 pass", "1 pass"):
        seat, _, move = line.partition(" ")
        assert table.enter(int(seat), move, keypad=HANDED).kind == "accepted", line
    assert table.press("2", keypad).kind == "typed"
    assert table.press("2", keypad).sentence == "Expected 1 die, then C; got 22."
    assert [table.press(key, keypad).kind for key in "2C"] == ["typed", "accepted"]
    assert table.history.entries[-1].moves[0] == (TABLE, "roll 2")


def test_who_types_one_and_nought_for_ten_enters_nothing_for_the_next_seat(kept: Store) -> None:
    """CAN-6: a pace of ten is the star; a 0 that belongs to the 1 before it comes quickly, and is refused."""
    table = Table.new(kept, "canyon", {}, NAMES[:3], 1)
    for line in ("-1 dealer 2", "0 place start1", "1 place start2", "2 place start3"):
        seat, _, move = line.partition(" ")
        table.enter(int(seat), move)
    assert press_all(table, "A1", MAIN).kind == "accepted"  # trump is red 1, or was to be red 10
    assert table.press("0", is_quick=True).kind == "refused"
    assert table.press("1").kind == "accepted"
    assert table.press("0", is_quick=True).kind == "refused"
    assert table.history.state.view("main")["paces"] == [1, None, None]
    assert table.press("0").kind == "accepted"
    assert table.history.state.view("main")["paces"] == [1, 0, None]


def test_a_key_is_quick_by_the_time_since_the_one_before_it_on_its_keypad() -> None:
    now = iter((10.0, 10.1, 10.2, 11.0, 11.1))
    clock = KeyClock(0.35, lambda: next(now))
    quick = [clock.is_quick(keypad) for keypad in (MAIN, MAIN, SECOND, MAIN, SECOND)]
    assert quick == [False, True, False, False, False]
    assert not KeyClock(0.0, lambda: 1.0).is_quick(MAIN)


def test_a_key_that_came_too_soon_is_said_and_taken_when_pressed_again(kept: Store) -> None:
    table = Table.new(kept, "canyon", {}, NAMES[:3], 1)
    for line in ("-1 dealer 2", "0 place start1", "1 place start2", "2 place start3", "-1 trump R"):
        seat, _, move = line.partition(" ")
        table.enter(int(seat), move)
    assert table.press("3").kind == "accepted"
    late = table.press("3", is_quick=True)
    assert late.kind == "refused"
    assert late.sentence == "That key came too soon after the previous entry. Press it again."
    assert table.press("3").kind == "accepted"
    assert table.history.state.view("main")["paces"] == [3, 3, None]
