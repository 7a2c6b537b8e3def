"""Pyramid at the table: its key codes, refusals, lights, sentences."""

from __future__ import annotations

import itertools

import pytest
from riverlight.games.contract import TABLE
from riverlight.games.pyramid import GAME, legality, messages, position
from riverlight.games.pyramid import keys as pyramid
from riverlight.games.pyramid.state import PyramidState
from riverlight.games.sides import HANDED, SECOND
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules import pyramid_position as at
from shared_rules.board import NONE
from shared_rules.line import encode
from tests.host.table.at_table import changed, press_all, sentence

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve"]
GAMES: list[dict[str, str]] = [
    {},
    {"reroll": "select", "cards": "app"},
    {"treasure": "mandatory", "cards": "app", "reenter_safe": "on"},
    {"mummy_aid": "on", "respawn": "entrance", "two_player_cards": "per_marker"},
]


def begun(store: Store, people: int = 4, **options: str) -> Table:
    return Table.new(store, "pyramid", options, NAMES[:people], 7)


def state_of(table: Table) -> PyramidState:
    state = table.history.state
    assert isinstance(state, PyramidState)
    return state


def spaces(table: Table, *names: str) -> list[int]:
    return [state_of(table).board.index[name] for name in names]


# Keys.


@pytest.mark.parametrize("people", [2, 3, 5])
@pytest.mark.parametrize("options", GAMES)
def test_a_whole_game_is_played_by_the_codes_and_none_begins_with_another(
    kept: Store, options: dict[str, str], people: int
) -> None:
    """Each side on its own keypad, and entries that reveal a hand on the keypad that is handed round."""
    table, chance, player = begun(kept, people, **options), 3, GAME.chance_player
    for _ in range(400):
        to_act = state_of(table).to_act()
        if not to_act:
            break
        seat = to_act[0]
        codes = table.codes(seat)
        state = state_of(table)
        assert {code.move for code in codes} == {state.move_text(move) for move in state.legal(seat)}
        keys = sorted(code.keys for code in codes)
        assert len(set(keys)) == len(keys)
        if state_of(table).phase != position.CHOOSE:  # where * throws all again, ** would be another's beginning
            assert not any(after.startswith(before) for before, after in itertools.pairwise(keys))
        for panel in ("tomb", "shrine"):
            assert len(encode({"t": "show", "p": panel, "r": 1 << 20, **table.position(panel)})) <= 250
        for viewer in ("table", "watch", *range(people)):
            shown = table.snapshot(viewer)
            assert shown["prompt"]["sentence"].endswith(".")
            assert all(line["sentence"].endswith(".") for line in shown["log"])
        chance, move = player(state_of(table), seat, chance)
        text = state_of(table).move_text(move)
        code = next(code for code in codes if code.move == text)
        before = table.version
        for key in code.keys:
            assert table.press(key, SECOND if seat == 0 else HANDED).kind in ("accepted", "typed"), (code, key)
        assert table.version > before


def test_a_throw_is_keyed_in_any_order_with_letters_for_arrow_and_mummy(kept: Store) -> None:
    """PYR-2, PYR-6."""
    for keys in ("1A2D3", "D321A", "A123D"):
        table = begun(kept)
        table.press("*")
        assert press_all(table, keys).kind == "typed"
        assert table.press("C").kind == "accepted"
        state = state_of(table)
        assert (state.faces, state.set_aside) == ((1, 2, 3, 5), 1)


def thrown(store: Store, keys: str, **options: str) -> Table:
    table = begun(store, **options)
    assert press_all(table, f"*{keys}C").kind == "accepted"
    return table


def test_all_remaining_dice_are_thrown_again_by_one_key_or_those_that_are_named(kept: Store) -> None:
    """PYR-6: house rule reroll."""
    table = thrown(kept, "1A2D3")
    assert table.press("*").kind == "accepted"
    assert state_of(table).thrown == 4
    for keys in ("*A1*", "*1A*"):
        table = thrown(kept, "1A2D3", reroll="select")
        assert [table.press(key).kind for key in keys] == ["typed", "typed", "typed", "accepted"]
        assert (state_of(table).thrown, state_of(table).faces) == (2, (2, 3))
    table = thrown(kept, "1AA2D", reroll="select")
    assert press_all(table, "*AA*").kind == "accepted"
    assert (state_of(table).thrown, state_of(table).faces) == (2, (1, 2))


def test_ends_are_numbered_by_their_spaces_and_a_star_before_one_plays_the_treasure_there(kept: Store) -> None:
    """PYR-8, PYR-10."""
    table = thrown(kept, "3A2D3")
    changed(table, lambda state: state.hunters.__setitem__(0, state.board.index["b1"]))
    assert table.press("2").kind == "accepted"
    state = state_of(table)
    ends = list(legality.die_ends(state, 2))
    codes = {code.keys: (code.move, code.label, code.space) for code in table.codes(1)}
    ids = state.board.space_ids
    for number, space in enumerate(ends, start=1):
        assert codes[str(number)] == (f"move {ids[space]}", str(number), ids[space])
    plays = {key: code for key, code in codes.items() if key.startswith("*")}
    assert plays
    for key, (move, label, space) in plays.items():
        assert (move, label) == (f"{codes[key[1:]][0]} play", "play")
        assert space == codes[key[1:]][2]
    key, (_, _, space) = plays.popitem()
    press_all(table, key)
    assert [ids[at_] for at_, _ in state_of(table).played] == [space]


def test_more_than_nine_ends_have_two_digits_each(kept: Store) -> None:
    table = begun(kept)
    most: tuple[int, PyramidState] | None = None
    for space in range(state_of(table).board.core.n):
        state = state_of(table).copy()
        state.hunters[0], state.phase, state.die = space, position.MOVE, 4
        count = len(legality.die_ends(state, 4))
        if most is None or count > most[0]:
            most = count, state
    assert most is not None
    count, state = most
    assert count > 9
    keys = [code.keys for code in pyramid.codes(state, 1) if not code.move.endswith(" play")]
    assert keys == [f"{number:02}" for number in range(1, count + 1)]


def test_the_mummy_steps_as_the_keys_lie_and_stops_by_two_of_them(kept: Store) -> None:
    """PYR-12."""
    table = changed(begun(kept), lambda state: setattr(state, "phase", position.MUMMY_ROLL))
    assert press_all(table, "3C", SECOND).kind == "accepted"
    codes = {code.keys: code for code in table.codes(0)}
    assert {key: code.move for key, code in codes.items()} == {"2": "step n", "6": "step e", "5": "stop", "0": "stop"}
    assert (codes["2"].space, codes["6"].space) == ("g2", "h1")
    assert table.press("2", SECOND).kind == "accepted"
    assert state_of(table).mummy == state_of(table).board.index["g2"]
    assert table.press("0", SECOND).kind == "accepted"
    assert state_of(table).phase == position.START


@pytest.mark.parametrize("cards", ["app", "physical"])
def test_only_a_treasure_of_a_secret_hand_is_private(kept: Store, cards: str) -> None:
    """PYR-18, PYR-20: with real cards everybody at the table sees the card."""
    table = begun(kept, cards=cards)

    def stand_by_a_treasure(state: PyramidState) -> None:
        state.hunters[0], state.phase, state.die = state.board.index["b1"], position.MOVE, 1
        if cards == "app":
            state.cards[0] = tuple(spaces(table, "a1"))

    changed(table, stand_by_a_treasure)
    plays = {code.move: code.is_private for code in table.codes(1) if code.move.endswith(" play")}
    assert plays == ({"move a1 play": True} if cards == "app" else {"move a1 play": False, "move b2 play": False})
    assert pyramid.private(state_of(table), 1) is None


# Refusals.


def refused(table: Table, keys: str, keypad: str | int = "main") -> tuple[str, str]:
    outcome = press_all(table, keys, keypad)
    assert outcome.kind == "refused"
    return str(outcome.sentence), outcome.clause


def test_each_wrong_key_is_refused_with_the_rule_that_forbids_it(kept: Store) -> None:
    table = begun(kept)
    assert refused(table, "B") == ("No dice are set aside.", "PYR-5")
    assert refused(table, "0") == (
        "Start your turn with a roll, or take back the dice that are set aside.",
        "PYR-5",
    )
    table.press("*")
    assert refused(table, "9") == ("Expected 1 to 4, A (arrow) or D (mummy), got 9.", "PYR-6")
    assert refused(table, "11B") == ("Expected 1 to 4, A (arrow) or D (mummy), got B.", "PYR-6")
    press_all(table, "122DDC")
    assert refused(table, "4") == ("No die shows 4.", "PYR-7")
    assert refused(table, "A") == ("No die shows A.", "PYR-7")
    assert refused(table, "0") == ("You can move with one of the dice: choose one, or roll again.", "PYR-7")
    assert refused(table, "C")[0].startswith("No move has the keys C now. ")
    table.press("1")
    sentence_, clause = refused(table, "9")
    assert sentence_.startswith("There is no destination 9: choose 1")
    assert clause == "PYR-8"
    assert refused(table, "*") == ("You have no treasure card to play at any destination.", "PYR-10")


def test_the_mummys_wrong_keys_are_refused_without_a_word_of_the_hunters(kept: Store) -> None:
    """PYR-12, PYR-18."""
    table = begun(kept)
    assert refused(table, "2", 0)[0].startswith("This keypad has nothing to enter now. Ben is moving (hidden).")
    changed(table, lambda state: setattr(state, "phase", position.MUMMY_ROLL))
    assert refused(table, "4", SECOND) == ("The mummy's die shows 1, 2 or 3; got 4.", "PYR-2")
    press_all(table, "1C", SECOND)
    wall = ("The mummy cannot step there: there is a wall, or it may not enter that space.", "PYR-12")
    assert refused(table, "8", SECOND) == wall
    assert refused(table, "A", SECOND) == ("The mummy steps north, east, south or west, or stops.", "PYR-12")


def test_dice_that_are_thrown_again_are_named_between_two_stars(kept: Store) -> None:
    table = thrown(kept, "122DD", reroll="select")
    assert refused(table, "**") == ("Expected *, the dice to reroll, then another *; got **.", "PYR-6")
    assert refused(table, "*11") == ("Expected *, the dice to reroll, then another *; got *11.", "PYR-6")
    assert refused(table, "*4") == ("Expected *, the dice to reroll, then another *; got *4.", "PYR-6")


# Lights.


def test_the_hunters_panel_is_told_where_everybody_stands_and_what_may_be_chosen(kept: Store) -> None:
    """PYR-1, PYR-7, PYR-8."""
    table = thrown(kept, "1A2D3", reenter_safe="on", mummy_light="on_catch")
    board = state_of(table).board
    is_hunters, body = at.unpacked(board.core, table.position("tomb"))
    assert is_hunters
    entrance, sarcophagus = spaces(table, "f1", "g1")
    assert body[at.MUMMY] == sarcophagus
    assert list(body[at.HUNTERS : at.HUNTERS + at.HUNTERS_MOST]) == [entrance] * 3 + [NONE]
    assert (body[at.MARKER], body[at.ACTIVITY], body[at.DICE]) == (0, at.CHOOSE_DIE, 0b10111)
    assert (at.mummy_light(body), at.may_reenter(body)) == (at.ON_CATCH, True)
    table.press("2")
    body = at.unpacked(board.core, table.position("tomb"))[1]
    assert (body[at.ACTIVITY], body[at.DICE]) == (at.CHOOSE_END, 0b10)
    assert body[at.CAUGHT] == NONE


def test_the_mummys_panel_is_told_its_steps_the_dice_aside_and_the_amulets(kept: Store) -> None:
    """PYR-12, PYR-18, PYR-19."""
    table = begun(kept, mummy_aid="on")

    def walks(state: PyramidState) -> None:
        state.phase, state.set_aside, state.taken = position.MUMMY_ROLL, 2, 3
        state.guesses[0] = 1 << state.board.index["c1"]

    changed(table, walks)
    press_all(table, "1C2", SECOND)
    is_hunters, body = at.unpacked(state_of(table).board.core, table.position("shrine"))
    assert not is_hunters
    assert (body[at.ACTIVITY], body[at.STEPS], body[at.STEPS_LEFT]) == (at.PROWL, 3, 2)
    assert (body[at.ASIDE], body[at.TAKEN]) == (2, 3)
    assert list(body[at.WALK : at.WALK + 3]) == [*spaces(table, "g1", "g2"), NONE]
    core = state_of(table).board.core
    possible = body[len(body) - at.bits(core.n) :]
    lit = [space for space in range(core.n) if possible[space >> 3] >> (space & 7) & 1]
    assert lit == sorted(spaces(table, "c1", "f1"))


def test_treasures_played_and_winners_are_told_to_both_panels(kept: Store) -> None:
    """PYR-10, PYR-16."""
    table = begun(kept)
    core = state_of(table).board.core
    (treasure,) = spaces(table, "a1")
    changed(table, lambda state: state.played.append((treasure, 1)))
    number = at.treasures(core).index(treasure)
    for panel, place in (("tomb", at.HUNTERS_PLAYED), ("shrine", at.MUMMYS_PLAYED)):
        body = at.unpacked(core, table.position(panel))[1]
        assert body[place + (number >> 3)] >> (number & 7) & 1
        assert body[at.WINNERS] == 0
    last_colour = (0, 0, 0, 0, 0)

    def reach_the_last(state: PyramidState) -> None:
        state.played.clear()
        state.held[0] = tuple(int(each == core.data[treasure]) for each in range(5))
        state.hunters[0], state.phase, state.die = state.board.index["b1"], position.MOVE, 1

    changed(table, reach_the_last)
    assert table.enter(1, "move a1 play").kind == "accepted"
    assert state_of(table).held[0] == last_colour
    assert sentence(table) == "Ben wins."
    for panel in ("tomb", "shrine"):
        body = at.unpacked(core, table.position(panel))[1]
        assert (body[at.WINNERS], body[at.ACTIVITY]) == (0b10, at.OVER)


def test_a_walk_is_shown_on_the_hunters_panel_until_the_next_throw(kept: Store) -> None:
    """PYR-12: its glide has been seen by then."""
    table = changed(begun(kept), lambda state: setattr(state, "phase", position.MUMMY_ROLL))
    press_all(table, "2C20", SECOND)
    core = state_of(table).board.core
    assert at.unpacked(core, table.position("tomb"))[1][at.WALK] == spaces(table, "g1")[0]
    table.press("*")
    assert at.unpacked(core, table.position("tomb"))[1][at.WALK] == NONE


# Sentences.


def test_two_hunters_of_one_player_are_told_apart(kept: Store) -> None:
    """PYR-17."""
    table = begun(kept, 2)
    assert sentence(table) == "Ben's first hunter, roll the dice."
    changed(table, lambda state: setattr(state, "marker", 1))
    assert sentence(table) == "Ben's second hunter, roll the dice."


def test_each_part_of_a_turn_asks_the_table_for_what_it_needs_and_the_mummy_for_nothing(kept: Store) -> None:
    """PYR-18: what a hunter does is one hunt to the mummy."""
    table = begun(kept)
    asked, heard = [sentence(table)], [sentence(table, 0)]
    for keys in ("*", "112DDC", "1", "1"):
        press_all(table, keys)
        asked.append(sentence(table))
        heard.append(sentence(table, 0))
    assert asked[0] == "Ben, roll the dice."
    assert asked[1].startswith("Ben rolls 5 dice")
    assert asked[2].startswith("Ben, choose a die: 1 or 2")
    assert asked[3].startswith("Ben moves 1: ")
    assert asked[4].startswith("Cleo, roll 3 dice")
    assert heard == ["Ben is moving (hidden)."] * 3 + ["Ben moves 1.", "Cleo is moving (hidden)."]


def test_the_arrangement_names_each_hunter_to_the_table_and_none_to_the_mummy(kept: Store) -> None:
    """PYR-18."""
    table = changed(begun(kept, 3), lambda state: setattr(state, "set_aside", 2))
    names = table.head.seat_names
    told = str(messages.arrangement(state_of(table).view("tomb"), names))
    assert told == "the mummy on g1, Ben on f1, Cleo on f1. 2 dice are set aside."
    assert str(messages.arrangement(state_of(table).view(0), names)) == "the mummy on g1. 2 dice are set aside."


def test_the_die_of_the_mummy_is_keyed_on_either_keypad(kept: Store) -> None:
    """PYR-20: whoever threw it."""
    for keypad in ("main", SECOND, 0):
        table = changed(begun(kept), lambda state: setattr(state, "phase", position.MUMMY_ROLL))
        assert state_of(table).to_act() == (TABLE,)
        assert press_all(table, "3C", keypad).kind == "accepted"
