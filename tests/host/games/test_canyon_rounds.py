"""Canyon's round up to the first card: track, deal, trump, paces, rotation (CAN-4 to CAN-6, CAN-10)."""

from __future__ import annotations

import pytest
from riverlight.errors import IllegalMove, OptionError
from riverlight.games.canyon import GAME
from riverlight.games.canyon.cards import cards_in
from riverlight.games.canyon.state import CanyonState
from riverlight.games.contract import TABLE
from riverlight.games.game import visible_events

from tests.host.games.rivers import STARTS, do, names, placed, river, texts

ENDLESS = river(STARTS, "~~~~~~", *["~~~~~~"] * 9, "C....L")


def pass_a_round(state: CanyonState) -> None:
    """Play a round in which the start seat wins all tricks and everyone stands still, by setting the canoes back."""
    canoes = list(state.canoes)
    seats = state.seats
    for offset in range(seats):
        do(state, f"{(state.start_seat + offset) % seats} pace 10")
    for offset in range(seats):
        do(state, f"{(state.start_seat + offset) % seats} tricks {0 if offset else state.cards_each}")
    round_then = state.round
    while state.round == round_then:
        state.apply(state.turn, state.legal(state.turn)[0])
    state.canoes = canoes


@pytest.mark.parametrize(
    ("skip", "track"),
    [
        ("off", [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 7, 6]),
        ("on", [8, 7, 6, 5, 4, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 4]),
    ],
)
def test_the_track_gives_the_cards_and_begins_again(skip: str, track: list[int]) -> None:
    """CAN-4: fourteen steps round and round; with skip_dark_rounds step 10 follows step 5."""
    state = placed({"entry": "tricks", "skip_dark_rounds": skip}, 3, board=ENDLESS)
    steps = []
    cards = []
    for number in range(1, len(track) + 1):
        assert state.round == number
        steps.append(state.step)
        cards.append(state.cards_each)
        pass_a_round(state)
    assert steps[:6] == [1, 2, 3, 4, 5, 6 if skip == "off" else 10]
    assert cards == track


def test_dealer_and_start_seat_go_round_clockwise() -> None:
    """CAN-10: the start seat of the round that ends deals the next."""
    state = placed({"entry": "tricks"}, 3, board=ENDLESS)
    duties = []
    for _ in range(5):
        duties.append((state.dealer, state.start_seat))
        pass_a_round(state)
    assert duties == [(2, 0), (0, 1), (1, 2), (2, 0), (0, 1)]
    assert state.view("main")["step"] == 6


def test_the_app_deals_and_turns_up_trump() -> None:
    """CAN-5: every card at most once; six seats with eight cards use 49 of the 50."""
    for seed in range(20):
        state = placed({"cards": "app"}, 6, seed)
        automatic = state.automatic()
        assert automatic is not None
        events = state.apply(TABLE, automatic)
        assert names(events) == ["dealt", *["hand"] * 6, "trump"]
        hands = [set(event.data[0]) for event in events if event.type.name == "hand"]
        trump, card = events[-1].data
        dealt = [*(each for hand in hands for each in hand), card]
        assert len(dealt) == len(set(dealt)) == 49
        assert card.startswith(trump)
        for seat in range(6):
            shown = visible_events(GAME, events, seat)
            assert [each["seat"] for each in shown if each["event"] == "hand"] == [seat]
            assert set(state.view(seat)["hand"]) == hands[seat]


def test_every_card_is_as_likely_in_every_hand() -> None:
    """CAN-5: over many deals each seat gets each card about as often, and each card is turned up about as often."""
    counts = [[0] * 50 for _ in range(3)]
    turned = [0] * 50
    deals = 2000
    for seed in range(deals):
        state = placed({"cards": "app"}, 3, seed)
        do(state, "table deal")
        for seat in range(3):
            for card in cards_in(state.hands[seat]):
                counts[seat][card] += 1
        turned[state.trump_card] += 1
    expected = deals * 8 / 50
    assert all(expected * 0.75 < count < expected * 1.25 for seat in counts for count in seat)
    assert all(10 < count < 80 for count in turned)


def test_trump_of_real_cards_is_entered_as_a_card_or_a_suit() -> None:
    """CAN-5."""
    state = placed({})
    assert state.automatic() is None
    assert len(state.legal(TABLE)) == 55
    with pytest.raises(IllegalMove, match=r"Expected trump with the card turned up .* or its suit .*, got pace 3"):
        do(state, "table pace 3")
    card, suit = state.copy(), state
    do(card, "table trump V10")
    do(suit, "table trump V")
    assert card.view("main")["trump"] == suit.view("main")["trump"] == "V"
    assert card.view("main")["trump_card"] == "V10"
    assert suit.view("main")["trump_card"] is None


def test_paces_are_shown_in_turn_and_may_add_up_to_anything() -> None:
    """CAN-6: 0 to 10 each, no hook for the last seat, only the sum of a seat's pace cards counts."""
    state = placed({})
    do(state, "table trump R")
    paces = [f"pace {number}" for number in range(11)]
    for seat, pace in enumerate((2, 2, 2, 2)):
        assert state.to_act() == (seat,)
        assert texts(state, seat) == paces
        (event,) = do(state, f"{seat} pace {pace}")
        assert (event.type.name, event.seat, event.data) == ("pace", seat, (pace,))
    assert state.view("main")["paces"] == [2, 2, 2, 2]
    assert state.view("main")["phase"] == "tricks"
    with pytest.raises(IllegalMove, match="It is up to seat A to play a card, not seat B"):
        do(state, "1 pace 2")


def test_overbid_off_refuses_a_pace_above_the_cards_in_hand() -> None:
    """CAN-6, option overbid."""
    state = placed({"overbid": "off"})
    do(state, "table trump R")
    assert texts(state, 0) == [f"pace {number}" for number in range(9)]
    with pytest.raises(IllegalMove, match=r"above the 8 cards in hand .* expected 0 to 8; got 9") as refused:
        do(state, "0 pace 9")
    assert refused.value.clause == "CAN-6"


def test_simultaneous_paces_stay_sealed_until_all_are_in() -> None:
    """CAN-6, option bid_mode: all seats act at once, in any order."""
    state = placed({"bid_mode": "simultaneous"})
    do(state, "table trump R")
    assert state.to_act() == (0, 1, 2, 3)
    assert names(do(state, "2 pace 4")) == ["pace_sealed"]
    assert state.to_act() == (0, 1, 3)
    assert state.legal(2) == ()
    with pytest.raises(IllegalMove, match="It is up to seat A, seat B and seat D to set a pace, not seat C"):
        do(state, "2 pace 3")
    do(state, "0 pace 1", "3 pace 0")
    assert state.view("main")["paces"] == [None, None, None, None]
    assert state.view(2)["paces"] == [None, None, 4, None]
    events = do(state, "1 pace 2")
    assert [(event.type.name, event.seat, event.data) for event in events] == [
        ("pace_sealed", 1, ()),
        ("pace_shown", 0, (1,)),
        ("pace_shown", 1, (2,)),
        ("pace_shown", 2, (4,)),
        ("pace_shown", 3, (0,)),
    ]
    assert state.view("main")["paces"] == [1, 2, 4, 0]
    assert state.to_act() == (0,)


def test_every_hand_has_as_many_cards_as_the_view_says() -> None:
    state = placed({"cards": "app"}, 3, 4)
    assert state.view("main")["hand_sizes"] == [0, 0, 0]
    do(state, "table deal")
    assert state.view("main")["hand_sizes"] == [8, 8, 8]
    do(state, "0 pace 1", "1 pace 1", "2 pace 1")
    while state.view("main")["phase"] == "tricks":
        state.apply(state.turn, state.legal(state.turn)[-1])
        held = [hand.bit_count() for hand in state.hands]
        assert state.view("main")["hand_sizes"] == held


def test_only_tricks_is_refused_with_cards_of_the_app() -> None:
    """CAN-9: what the app deals it sees played."""
    with pytest.raises(OptionError, match="entry=tricks needs cards=physical"):
        placed({"cards": "app", "entry": "tricks"})
