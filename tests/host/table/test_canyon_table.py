"""Canyon at the table: its key codes, refusals, lights and sentences."""

import json
import random
from itertools import pairwise

import pytest
from riverlight.games.canyon import GAME, messages
from riverlight.games.contract import TABLE, Event
from riverlight.games.transcript import digest
from riverlight.table.history import History
from riverlight.table.session import Table

from tests.host.table.at_table import press_all, sentence, unstored

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def begun(store, seed=7, names=NAMES, **options):
    return Table.new(store, "canyon", options, names, seed)


def until(table, phase, dice=None):
    """Play random codes until the game is in ``phase``."""
    dice = dice or random.Random(1)
    while table.snapshot("table")["view"]["phase"] != phase:
        seat = table.history.state.to_act()[0]
        table.enter(seat, dice.choice(table.codes(seat)).move)
    return table


def until_sentence(store, words, **options):
    """Return a game in which the table page says ``words``."""
    for seed in range(40):
        table = begun(store, seed, **options)
        dice = random.Random(seed)
        while table.history.state.to_act():
            if words in sentence(table):
                return table
            seat = table.history.state.to_act()[0]
            table.enter(seat, dice.choice(table.codes(seat)).move)
    raise AssertionError(words)


GAMES = [
    {},
    {"cards": "app", "bid_mode": "simultaneous"},
    {"entry": "tricks", "placement": "chosen", "overbid": "off"},
]


@pytest.mark.parametrize("options", GAMES)
def test_a_whole_game_is_played_by_the_codes_and_none_begins_with_another(kept, options):
    table, dice = begun(kept, **options), random.Random(3)
    while table.history.state.to_act():
        seat = table.history.state.to_act()[0]
        codes = table.codes(seat)
        assert [code.move for code in codes] == [
            table.history.state.move_text(move) for move in table.history.state.legal(seat)
        ]
        keys = sorted(code.keys for code in codes)
        assert not any(after.startswith(before) for before, after in pairwise(keys))
        shown = table.snapshot("table")
        assert len(json.dumps(table.position("main"), separators=(",", ":"))) < 190
        assert all(line["sentence"] for line in shown["log"])
        before = table.version
        for key in dice.choice(codes).keys:
            assert table.press(key, "main" if shown["choices"] else seat).kind in ("accepted", "typed")
        assert table.version > before
    assert table.snapshot("table")["status"] == "over"
    assert sentence(table).endswith(("wins.", "share the win."))
    assert table.position("main")["w"] == list(table.history.state.result().winners)


def test_every_event_of_canyon_has_its_sentence_but_the_deal_that_trump_tells():
    silent = []
    for event_type in GAME.event_types:
        values = {"suit": "R", "card": "R7", "cards": ("R1",), "tricks": (1, 3), "winners": [0, 2], "way": "shared"}
        spaces = {"space": "start1", "from": "start2", "to": "d3", "at": "cave"}
        data = tuple({**values, **spaces}.get(field, 1) for field in event_type.fields)
        told = messages.tell(Event(event_type, 1, data).to_json(), NAMES)
        if told is None:
            silent.append(event_type.name)
        else:
            assert told.endswith(".")
    assert silent == ["dealt"]


@pytest.mark.parametrize(
    ("phase", "options", "words"),
    [
        ("dealer", {}, "Who deals? 1 Ada, 2 Ben, 3 Cleo or 4 Dan."),
        ("first", {"placement": "chosen"}, "Who places the first canoe? 1 Ada, 2 Ben, 3 Cleo or 4 Dan."),
        ("place", {}, "Cleo, choose a start space: 1 to 6."),
        ("trump", {}, "Deal, turn up a card, and enter it."),
        ("pace", {}, "Cleo, set your pace."),
        ("tricks", {}, "Cleo, lead a card."),
        ("entry", {"entry": "tricks"}, "Cleo, how many tricks did you win?"),
    ],
)
def test_each_phase_asks_in_one_sentence(kept, phase, options, words):
    assert sentence(until(begun(kept, **options), phase)) == words


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        (": choose 1 or 2.", "CAN-15"),
        ("but cannot move. Press 1 to confirm.", "CAN-15"),
        ("canoe stays. Press 1 to confirm.", "CAN-12"),
        ("canoe drifts. Press 1 to confirm.", "CAN-18"),
        (": green is led.", "CAN-7"),
    ],
)
def test_the_canoes_and_tricks_are_asked_for_in_one_sentence(kept, words, clause):
    shown = until_sentence(kept, words).snapshot("table")
    assert shown["prompt"]["clause"] == clause
    assert shown["prompt"]["why"]


def refusal(table, keys, keypad="main"):
    outcome = press_all(table, keys, keypad)
    assert outcome.kind == "refused"
    return outcome.clause, outcome.sentence


def test_keys_that_are_refused_say_why(kept):
    table = begun(kept)
    assert refusal(table, "9") == ("CAN-2", "No move has the keys 9 now. Who deals? 1 Ada, 2 Ben, 3 Cleo or 4 Dan.")
    table.press("1")
    assert refusal(table, "0") == ("CAN-3", "There is no start space 0: choose 1, 2, 3, 4, 5 or 6.")
    until(table, "trump")
    assert refusal(table, "7")[1].startswith("Expected a suit first (A red, B blue")
    told = "After the suit, expected its number, 0 for ten, or * for the suit alone; got A."
    assert refusal(table, "AA") == ("CAN-5", told)
    assert press_all(table, "A7").kind == "accepted"
    assert table.snapshot("table")["view"]["trump_card"] == "R7"
    assert refusal(table, "B")[0] == "CAN-6"
    until(table, "tricks")
    assert refusal(table, "A7")[0] == "CAN-8"
    assert "turned up" in table.snapshot("table")["refusal"]["sentence"]
    assert refusal(table, "A*")[1] == "After the suit, expected its number, 0 for ten; got *."
    assert press_all(table, "V1").kind == "refused"
    assert press_all(table, "*1").kind == "accepted"
    assert "played in trick 1" in refusal(table, "*1")[1]


def test_trump_by_its_suit_alone_is_the_suit_and_a_star(kept):
    table = until(begun(kept), "trump")
    assert press_all(table, "**").kind == "accepted"
    view = table.snapshot("table")["view"]
    assert (view["trump"], view["trump_card"]) == ("V", None)


def test_a_pace_above_the_cards_in_hand_is_refused_with_overbid_off(kept):
    table = until(begun(kept, overbid="off"), "pace")
    assert refusal(table, "9")[0] == "CAN-6"
    assert refusal(table, "*")[0] == "CAN-6"
    assert table.press("8").kind == "accepted"


def test_tricks_that_do_not_add_up_are_refused(kept):
    table = until(begun(kept, entry="tricks"), "entry")
    assert refusal(table, "9")[0] == "CAN-9"
    assert table.press("8").kind == "accepted"
    assert refusal(table, "1")[0] == "CAN-9"


def test_an_end_that_is_not_lit_is_refused_with_those_that_are(kept):
    table = until_sentence(kept, ": choose 1 or 2.")
    assert refusal(table, "3") == ("CAN-15", "There is no destination 3: choose 1 or 2.")
    assert [choice["keys"] for choice in table.snapshot("table")["choices"]] == ["1", "2"]
    assert table.snapshot("table")["choices"][0]["space"] == table.snapshot("table")["view"]["ends"][0]


def test_refusals_call_people_by_their_names(kept):
    table = begun(kept)
    table.press("1")
    told = table.enter(0, "place start1")
    assert told.clause == "CAN-3"
    assert "Ben" in told.sentence
    assert "seat" not in told.sentence


def test_all_cards_of_a_suit_seen_are_told(kept):
    table = until(begun(kept, names=["A", "B", "C", "D", "E", "F"]), "trump")
    press_all(table, "A1")
    until(table, "tricks")
    for number in range(2, 11):
        table.enter(table.history.state.to_act()[0], f"play R{number}")
    assert refusal(table, "A") == ("CAN-8", "All red cards have been seen in this round.")


def test_a_dealt_hand_is_played_on_its_own_page_only(kept):
    table = until(begun(kept, cards="app"), "tricks")
    seat = table.history.state.to_act()[0]
    assert table.snapshot("table")["choices"] == []
    assert table.snapshot((seat + 1) % 4)["choices"] == []
    hand = table.snapshot(seat)["view"]["hand"]
    assert [choice["label"] for choice in table.snapshot(seat)["choices"]] == hand
    assert refusal(table, "A")[0] == "CAN-24"
    missing = (
        next(key for key, suit in zip("ABCD*", "RBGYV", strict=True) if suit not in "".join(hand))
        if len({card[0] for card in hand}) < 5
        else None
    )
    if missing:
        assert refusal(table, missing, seat)[0] == "CAN-7"


def test_in_a_following_hand_the_wrong_suit_is_refused_on_its_own_page(kept):
    table = until_sentence(kept, " is led.", cards="app")
    view = table.snapshot("table")["view"]
    seat = table.history.state.to_act()[0]
    hand = table.snapshot(seat)["view"]["hand"]
    while not {card[0] for card in hand} > {view["led"]}:
        table.enter(seat, table.codes(seat)[0].move)
        view = table.snapshot("table")["view"]
        seat = table.history.state.to_act()[0]
        hand = table.snapshot(seat)["view"]["hand"]
    other = next(card[0] for card in hand if card[0] != view["led"])
    clause, told = refusal(table, "ABCD*"["RBGYV".index(other)], seat)
    assert clause == "CAN-7"
    assert "can be played now: choose " in told


def standing_at(table, state):
    """Return a table like ``table``, but that its last entry led to ``state``."""
    history = History(table.head)
    history.opening, history.steps = table.history.opening, list(table.history.steps)
    history.entries = [*table.history.entries[:-1], table.history.last._replace(after=state)]
    return unstored(table, history)


def test_a_swap_of_two_unseen_cards_changes_no_byte_for_the_others(kept):
    """CAN-24: what one seat alone knows reaches no other page, light, refusal or log."""
    table = until(begun(kept, cards="app"), "tricks")
    table.enter(table.history.state.to_act()[0], table.codes(table.history.state.to_act()[0])[0].move)
    acting = table.history.state.to_act()[0]
    others = [seat for seat in range(4) if seat != acting]
    dice = random.Random(5)
    for _ in range(5):
        give, take = dice.sample(others, 2)
        state = table.history.state.copy()
        one = dice.choice([card for card in range(50) if state.hands[give] >> card & 1])
        two = dice.choice([card for card in range(50) if state.hands[take] >> card & 1])
        state.hands[give] ^= 1 << one | 1 << two
        state.hands[take] ^= 1 << one | 1 << two
        twins = standing_at(table, table.history.state), standing_at(table, state)
        for card in range(50):
            text = state.move_text(card)
            for seat, keypad in [(acting, "main"), *((other, other) for other in others)]:
                asked, swapped = (twin.enter(seat, text, keypad=keypad) for twin in twins)
                assert asked == swapped
                assert asked.kind == "refused"
        for viewer in ("table", *(seat for seat in range(4) if seat not in (give, take))):
            asked, swapped = (json.dumps(twin.snapshot(viewer)) for twin in twins)
            assert asked == swapped
        assert twins[0].position("main") == twins[1].position("main")
        assert twins[0].snapshot(give) != twins[1].snapshot(give)


def test_a_game_taken_up_again_tells_where_the_canoes_stand(kept):
    table = begun(kept)
    assert Table.resume(kept, table.game_id).snapshot("table")["arrange"] is None
    table.press("1")
    table.press("2")
    resumed = Table.resume(kept, table.game_id)
    assert resumed.snapshot("table")["arrange"] == "Set up the board like this: Ben on start space 2."


def test_sealed_paces_are_asked_in_order_at_the_common_keypad_and_by_seat_on_pages(kept):
    table = until(begun(kept, bid_mode="simultaneous"), "pace")
    assert sentence(table) == "Ada, set your pace."
    assert sentence(table, 2) == "Cleo, set your pace."
    table.press("3", 2)
    table.press("1")
    assert sentence(table) == "Ben, set your pace."
    assert table.snapshot("table")["view"]["paces"] == [None] * 4
    assert [line["sentence"] for line in table.snapshot("table")["log"]][-2:] == [
        "Cleo has chosen a pace.",
        "Ada has chosen a pace.",
    ]
    table.press("*")
    table.press("0")
    assert table.snapshot("table")["view"]["paces"] == [1, 10, 3, 0]
    assert table.snapshot("table")["can"]["needs_agreement"]


def test_the_glide_is_told_once_by_the_position_after_the_move(kept):
    table, dice = begun(kept, 3), random.Random(3)
    told = before = None
    glides = moves = 0
    while table.history.state.to_act():
        seat = table.history.state.to_act()[0]
        move = dice.choice(table.codes(seat)).move
        table.enter(seat, move)
        position = table.position("main")
        moves += move.startswith(("move", "drift"))
        if "v" in position:
            glides += 1
            assert move.startswith(("move", "drift"))
            assert position["v"][0] == seat
            assert position["v"][-1] == position["c"][seat]
            assert position["v"][1] == before[seat]
            assert position["v"] != told
        told, before = position.get("v"), position["c"]
    assert glides == moves > 20


def test_positions_tell_place_ends_drift_and_rest(kept):
    table = begun(kept, movement="nearest")
    index = table.head.board.index
    assert table.position("main") == {"c": [255] * 4, "s": 255, "a": 0, "n": 0, "m": 1}
    table.press("4")
    assert table.position("main") == {"c": [255] * 4, "s": 0, "a": 1, "n": 0, "m": 1}
    table.press("2")
    assert table.position("main")["c"] == [index["start2"], 255, 255, 255]
    drifting = until_sentence(kept, "drifts").position("main")
    assert (drifting["a"], drifting["n"]) == (3, 0)


@pytest.mark.parametrize("options", GAMES[:2])
def test_two_hundred_random_take_backs_and_redos_of_canyon_agree_with_the_record(kept, options):
    dice = random.Random(9)
    table = begun(kept, 5, **options)
    for _ in range(200):
        step = dice.random()
        if step < 0.3:
            table.undo(agreed=True)
        elif step < 0.5:
            table.redo()
        else:
            seat = dice.choice(table.history.state.to_act())
            table.enter(seat, dice.choice(table.codes(seat)).move)
    resumed = Table.resume(kept, table.game_id)
    assert digest(resumed.history.state) == digest(table.history.state)
    fresh = Table.from_moves(kept, table.head, table.history.moves)
    assert digest(fresh.history.state) == digest(table.history.state)
    assert fresh.history.state.to_act() != (TABLE,) or "cards" not in options
