"""Niagara at the table: its key codes, refusals, lights and sentences."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from riverlight.games.contract import TABLE, Event
from riverlight.games.niagara import GAME, messages
from riverlight.games.niagara import moves as m
from riverlight.games.niagara.state import NiagaraState
from riverlight.games.transcript import digest
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules import niagara as river
from shared_rules import niagara_position as at
from shared_rules.line import encode
from tests.host.table.at_table import changed, press_all, sentence
from tests.host.table.niagara_tables import NAMES, acting, begun, keys_of, position_of, refusal, state_of

VIOLET, CLEAR, YELLOW, BLUE, PINK = range(5)
GAMES: list[dict[str, str]] = [
    {},
    {"cards": "app", "fork": "random"},
    {"cards": "app", "buy_back": "card_phase", "card_history": "shown"},
    {"fork": "alternate", "min_flow": "1", "tie": "most_gems_then_first", "life_ring": "chosen"},
]


@pytest.mark.parametrize("people", [2, 3, 5])
@pytest.mark.parametrize("options", GAMES)
def test_a_whole_game_is_played_by_the_codes_and_none_begins_with_another(
    kept: Store, options: dict[str, str], people: int
) -> None:
    table, dice = begun(kept, people, ["Ada", "Ben", "Cleo", "Dan", "Eve"][:people], **options), random.Random(3)
    player, chance = GAME.chance_player, 3
    while to_act := state_of(table).to_act():
        seat = to_act[0]
        codes = table.codes(seat)
        keys = sorted(code.keys for code in codes)
        assert not any(after.startswith(before) for before, after in itertools.pairwise(keys))
        shown = table.snapshot("table")
        assert len(encode({"t": "show", "p": "main", "r": 1 << 20, **table.position("main")})) <= 120
        assert all(line["sentence"] for line in shown["log"])
        chance, move = player(state_of(table), seat, chance)
        text = state_of(table).move_text(move)
        code = next((code for code in codes if code.move == text), None) or dice.choice(codes)
        if code.move.startswith("paddle") and code.move != text:
            continue
        before = table.version
        for key in code.keys:
            assert table.press(key, "main" if shown["choices"] else seat).kind in ("accepted", "typed")
        assert table.version > before
    result = state_of(table).result()
    assert result is not None
    assert table.snapshot("table")["status"] == "over"
    assert sentence(table).endswith(("wins.", "share the win."))
    assert position_of(table)["e"] == list(result.winners)


def canoe_tables(store: Store) -> Iterator[Table]:
    """Yield tables at which a seat is to move canoes, out of games played by chance."""
    player = GAME.chance_player
    for seed in range(6):
        table, chance = begun(store, seed), seed
        while to_act := state_of(table).to_act():
            state = state_of(table)
            if state.phase == "act" and state.card:
                yield table
            chance, move = player(state, to_act[0], chance)
            table.enter(to_act[0], state.move_text(move))


def test_every_canoe_move_can_be_keyed_and_no_key_is_pressed_in_vain(kept: Store) -> None:
    """NIA-8 to NIA-16: one key a choice; two canoes alike are one choice; a code's label has a word a key."""
    seen = 0
    for table in canoe_tables(kept):
        state = state_of(table)
        seat = state.seat
        codes = table.codes(seat)
        moves = {state.parse_move(code.move) for code in codes}
        assert len(moves) == len(codes)
        places, gems = (pairs[2 * seat : 2 * seat + 2] for pairs in (state.canoes, state.cargo))
        twins = places[0] == places[1] and gems[0] == gems[1]
        for move in state.legal(seat):
            twin = m.canoe_move(0, m.plan_of(move)) if move >= m.CANOE else move
            assert move in moves or (twins and twin in moves)
        for code in codes:
            assert len(code.label.split(", ")) == len(code.keys)
            for length in range(len(code.keys) if len(codes) > 1 else 0):
                beside = {other.keys[length] for other in codes if other.keys.startswith(code.keys[:length])}
                assert len(beside) > 1, (code, codes)
        seen += len(codes)
    assert seen > 2000


def test_the_only_thing_possible_is_one(kept: Store) -> None:
    """NIA-8: from the shore with a 1 a canoe is launched to M1, whichever."""
    table = acting(kept, 1, {})
    assert keys_of(table) == {"1": "canoe 1 down to M1"}
    assert press_all(table, "1").kind == "accepted"


def test_a_choice_is_one_key(kept: Store) -> None:
    """NIA-10, NIA-12: the way; then what is done at its end, where there is something to do."""
    assert keys_of(acting(kept, 1, {0: "M2", 1: "lost"})) == {"2": "canoe 1 up to M1", "8": "canoe 1 down to M3"}
    assert keys_of(acting(kept, 1, {0: "M5", 1: "lost"})) == {
        "2": "canoe 1 up to M4",
        "4": "canoe 1 left to L6",
        "6": "canoe 1 right to R6",
    }
    assert keys_of(acting(kept, 2, {0: "M4", 1: "lost"}, {0: VIOLET})) == {
        "2": "canoe 1 up to M2",
        "4": "canoe 1 left to L6",
        "6": "canoe 1 right to R6",
        "5": "canoe 1 unload at M4",
    }
    assert keys_of(acting(kept, 6, {})) == {
        "8": "canoe 1 down to M4 load clear",
        "4": "canoe 1 left to L6",
        "6": "canoe 1 right to R6",
    }


def test_two_canoes_are_told_apart_by_their_number(kept: Store) -> None:
    """NIA-8: the one afloat has to move; the other may be launched, before it or after it, or not at all."""
    table = acting(kept, 1, {0: "M2"})
    assert keys_of(table) == {"12": "canoe 1 up to M1", "18": "canoe 1 down to M3", "2": "canoe 2 down to M1"}
    press_all(table, "12")
    assert keys_of(table) == {"2": "canoe 2 down to M1", "0": "done"}
    assert press_all(table, "0").kind == "accepted"


def test_gems_have_their_keys_and_thefts_are_counted(kept: Store) -> None:
    """NIA-13, NIA-15: the colour that is loaded; the first, second … canoe that may be robbed."""
    table = acting(kept, 4, {0: "M5", 1: "lost", 2: "M3", 4: "M3"}, {0: VIOLET, 2: BLUE, 4: PINK})
    codes = {code.keys: (code.move, code.label) for code in table.codes(0)}
    assert codes["521"] == ("canoe 1 unload up to M3 steal B1", "unload, up, steal blue of B1")
    assert codes["522"] == ("canoe 1 unload up to M3 steal C1", "unload, up, steal pink of C1")
    assert codes["520"] == ("canoe 1 unload up to M3", "unload, up, no more")
    assert codes["5C"] == ("canoe 1 unload load yellow at M5", "unload, load yellow")


def test_the_weather_goes_up_with_two_and_down_with_eight(kept: Store) -> None:
    """NIA-6."""
    table = acting(kept, 0, {})
    assert keys_of(table) == {"2": "weather up", "8": "weather down"}
    assert sentence(table) == "Ada changes the weather: 2 = up or 8 = down."
    press_all(table, "8")
    press_all(table, "*")
    assert sentence(table) == "Ben changes the weather: 2 = up."
    assert refusal(table, "8") == (
        "NIA-6",
        "The weather marker is at the end of its track: it can only go the other way.",
    )
    assert refusal(table, "A") == ("NIA-6", "Expected 2 (weather up) or 8 (weather down), got A.")


def test_the_arm_offered_is_five(kept: Store) -> None:
    """NIA-20: the side not taken last; the first of a game is left."""
    table = begun(kept)

    def flowing(state: NiagaraState) -> None:
        state.phase, state.flow_left = "flow", 3

    changed(table, flowing)
    assert keys_of(table) == {"4": "fork left", "6": "fork right", "5": "fork left"}
    assert sentence(table) == "The river flows 3 steps. Did the disc go left or right?"
    press_all(table, "5")
    assert position_of(table)["f"] == "l"
    assert keys_of(table)["5"] == "fork right"
    assert sentence(table) == "2 steps to go. Did the disc go left or right?"
    press_all(table, "6")
    assert sentence(table) == "1 step to go. Did the disc go left or right?"
    assert refusal(table, "2") == ("NIA-20", "Expected 4 (left), 6 (right) or 5 (the suggested arm), got 2.")


def test_all_seven_cards_are_offered_and_a_used_one_is_refused(kept: Store) -> None:
    """NIA-5, NIA-25, NIA-26: the keys do not reveal which cards are covered."""
    table = begun(kept)
    every = {"*": "paddle cloud", **{str(number): f"paddle {number}" for number in range(1, 7)}}
    assert keys_of(table) == every

    def used(state: NiagaraState) -> None:
        state.used[0] = 0b0001011

    changed(table, used)
    assert keys_of(table) == every
    expected = "The 3 is already used. Play another card."
    assert refusal(table, "3") == ("NIA-5", expected)
    assert refusal(table, "*")[0] == "NIA-5"
    assert refusal(table, "7") == ("NIA-4", "Expected a paddle card (1 to 6, or * for the cloud), got 7.")
    assert press_all(table, "2").kind == "accepted"


def test_a_lost_canoe_is_paid_for_with_a_gems_key(kept: Store) -> None:
    """NIA-22."""

    def poor(state: NiagaraState) -> None:
        state.canoes[0] = river.LOST
        state.scored[VIOLET] = state.scored[PINK] = 1

    table = changed(begun(kept), poor)
    press_all(table, "3")
    assert keys_of(table) == {"A": "buy violet", "*": "buy pink", "0": "keep"}
    assert sentence(table) == "Ada, buy back a canoe? (0 = no)"
    assert position_of(table)["a"] == at.BUY
    assert refusal(table, "B") == ("NIA-22", "There is no clear gem ashore to pay with.")
    assert refusal(table, "7")[0] == "NIA-22"
    press_all(table, "A")
    assert table.snapshot("table")["log"][-1]["sentence"] == "Ada buys canoe 1 back with a violet gem."


@pytest.mark.parametrize(
    ("keys", "clause", "words"),
    [
        ("B", "NIA-12", "You cannot load a clear gem this way with a 3: choose 1 canoe 1 or 2 canoe 2."),
        ("1B", "NIA-12", "choose A load violet, 2 up, 8 down, 4 left arm or 6 right arm."),
        ("15", "NIA-13", "You cannot unload this way with a 3"),
        ("0", "NIA-8", "There is more to do first: choose 1 canoe 1 or 2 canoe 2."),
        ("1A4", "NIA-10", "4 is not possible here: choose 2 up or 8 down."),
        ("19", "NIA-8", "9 is not possible here"),
    ],
)
def test_keys_that_lead_nowhere_are_answered_with_those_that_do(
    kept: Store, keys: str, clause: str, words: str
) -> None:
    table = acting(kept, 3, {0: "M3", 1: "M1"})
    found, told = refusal(table, keys)
    assert found == clause
    assert words in told


@pytest.mark.parametrize(
    ("card", "canoes", "words"),
    [
        (4, {0: "M2", 1: "M3"}, "Ada paddles 4: both canoes."),
        (4, {0: "M2"}, "Ada paddles 4: move canoe 1, launch canoe 2 if you like."),
        (4, {0: "M2", 1: "lost"}, "Ada paddles 4: move the canoe."),
        (4, {}, "Ada paddles 4: launch a canoe."),
    ],
)
def test_a_turn_begins_with_one_sentence(kept: Store, card: int, canoes: dict[int, str], words: str) -> None:
    """NIA-8."""
    table = acting(kept, card, canoes)
    assert sentence(table) == words
    assert table.snapshot("table")["prompt"]["why"].endswith(".")


def test_the_second_canoe_is_asked_for_apart(kept: Store) -> None:
    table = acting(kept, 1, {0: "M2"})
    press_all(table, "12")
    assert sentence(table) == "Ada, launch canoe 2 too? (0 = no)"


def test_the_table_is_asked_who_has_the_life_ring_first(kept: Store) -> None:
    """NIA-3: by the seat's number; the lights show nothing but the canoes ashore, and the entry can be taken back."""
    table = begun(kept, names=NAMES[:3], life_ring="chosen")
    assert sentence(table) == "Who gets the life ring first? 1 Ada, 2 Ben or 3 Cleo."
    assert [(code.keys, code.move, code.label) for code in table.codes(TABLE)] == [
        ("1", "ring 0", "A"),
        ("2", "ring 1", "B"),
        ("3", "ring 2", "C"),
    ]
    assert position_of(table)["a"] == at.REST
    refused = table.press("4")
    assert (refused.kind, refused.clause, refused.sentence) == (
        "refused",
        "NIA-3",
        "Expected a seat from 1 to 3, got 4.",
    )
    press_all(table, "2")
    assert sentence(table) == "Everyone play a card face down. Ben reveals first."
    assert table.snapshot("table")["log"][-1]["sentence"] == "Round 1: Ben has the life ring."
    again = Table.resume(kept, table.game_id)
    assert state_of(again).key() == state_of(table).key()
    press_all(table, "#")
    assert sentence(table).startswith("Who gets the life ring first?")


def test_the_cards_are_asked_for_from_the_life_ring(kept: Store) -> None:
    """NIA-4."""
    table = begun(kept)
    assert sentence(table) == "Everyone play a card face down. Ada reveals first."
    press_all(table, "11")
    assert sentence(table) == "Ben, reveal your paddle card."


def test_every_event_has_its_sentence_but_that_the_app_drew_an_arm() -> None:
    values = {"card": 3, "winners": (0, 2), "way": "shared", "goal": "seven", "start": 0, "end": 4, "weather": -1}
    silent = []
    for event_type in GAME.event_types:
        event = Event(event_type, 1, tuple(values.get(field, 1) for field in event_type.fields))
        told = messages.tell(event.to_json(), NAMES)
        if told is None:
            silent.append(event_type.name)
        else:
            assert told.endswith(".")
    assert silent == ["arm_drawn"]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"event": "paddled", "canoe": 0, "start": 0, "end": 3}, "Ben launches canoe 1 to M3."),
        ({"event": "paddled", "canoe": 1, "start": 8, "end": 2}, "Ben paddles canoe 2 from R6 to M2."),
        ({"event": "paddled", "canoe": 1, "start": 1, "end": 0}, "Ben brings canoe 2 ashore from M1."),
        ({"event": "paddled", "canoe": 1, "start": 7, "end": 10}, "Ben paddles canoe 2 from L7 over the waterfall."),
        (
            {"event": "lost", "canoe": 0, "colour": 4},
            "Ben loses canoe 1 over the waterfall; a pink gem goes back to its site.",
        ),
        ({"event": "lost", "canoe": 0, "colour": 7}, "Ben loses canoe 1 over the waterfall."),
        ({"event": "weather", "weather": 2}, "Ben changes the weather to +2."),
        ({"event": "weather", "weather": -1}, "Ben changes the weather to −1."),
        ({"event": "goal", "goal": "five_different"}, "Ben has gems of all five colours: this is the last round."),
        (
            {"event": "stole", "canoe": 0, "colour": 1, "victim": 2, "victim_canoe": 0},
            "Ben steals a clear gem from Cleo.",
        ),
    ],
)
def test_what_happened_is_told_in_plain_words(event: dict[str, Any], told: str) -> None:
    assert messages.tell({"seat": 1, **event}, NAMES) == told


def test_the_arrangement_sets_the_whole_board(kept: Store) -> None:
    table = acting(kept, 3, {0: "M3", 2: "lost"}, {0: CLEAR})

    def moved(state: NiagaraState) -> None:
        state.sites[6 * PINK] -= 2
        state.sites[5 * VIOLET + PINK] += 2
        state.weather = 1

    view = changed(table, moved).snapshot("table")["view"]
    told = messages.arrangement(view, NAMES)
    assert told.startswith("Ada on M3 with a clear gem and ashore; Ben lost and ashore; Cleo ashore and ashore;")
    assert "7 violet gems at its site" in told
    assert "6 clear gems at its site" in told
    assert "2 pink gems at the violet site" in told
    assert told.endswith("weather +1; life ring: Ada.")


def test_positions_tell_the_turn_the_danger_and_what_moved(kept: Store) -> None:
    """NIA-18, NIA-25: danger from the first card of a round on; between rounds there is none."""
    table = begun(kept, names=["Ada", "Ben", "Cleo"], fork="alternate")
    asked = position_of(table)
    assert (asked["a"], asked["q"], asked["d"], asked["c"], asked["k"]) == (at.CARDS, 1, 0, "000000", "------")
    press_all(table, "6")
    paddling = position_of(table)
    assert (paddling["a"], paddling["s"], paddling["n"], paddling["m"], paddling["q"]) == (at.PADDLE, 0, 6, 12, 0)
    assert paddling["d"] == 8
    press_all(table, "8")
    moved = position_of(table)
    assert (moved["v"], moved["c"][:2], moved["k"][:2]) == ((0, 0, 4), "40", "1-")
    assert moved["f"] == ""
    for keys in ("1", "1", "*", "2"):
        press_all(table, keys)
    flowed = position_of(table)
    assert (flowed["f"], flowed["o"], flowed["c"]) == ("lr", "401000", "803000")
    assert (flowed["d"], flowed["w"]) == (0, 1)
    press_all(table, "4")
    assert position_of(table)["f"] == ""


def test_two_people_have_four_seats_with_names_of_their_own(kept: Store) -> None:
    """NIA-27."""
    table = begun(kept, names=["Ada", "Ben"])
    assert [seat["name"] for seat in table.snapshot("table")["seats"]] == ["Ada A", "Ben B", "Ada C", "Ben D"]
    press_all(table, "11")
    assert sentence(table) == "Ben B, reveal your paddle card."
    assert table.head.names == ("Ada", "Ben")


@pytest.mark.parametrize("options", GAMES)
def test_two_hundred_random_take_backs_and_redos_agree_with_the_record(kept: Store, options: dict[str, str]) -> None:
    dice = random.Random(9)
    table, player = begun(kept, 5, **options), GAME.chance_player
    for _ in range(200):
        step = dice.random()
        if step < 0.25:
            table.undo(agreed=True)
        elif step < 0.45:
            table.redo()
        else:
            seat = dice.choice(state_of(table).to_act())
            _, move = player(state_of(table), seat, dice.getrandbits(64))
            assert table.enter(seat, state_of(table).move_text(move)).kind == "accepted"
    resumed = Table.resume(kept, table.game_id)
    assert digest(resumed.history.state) == digest(table.history.state)
    fresh = Table.from_moves(kept, table.head, table.history.moves)
    assert digest(fresh.history.state) == digest(table.history.state)
    assert options.get("fork", "observed") == "observed" or state_of(fresh).to_act() != (TABLE,)
