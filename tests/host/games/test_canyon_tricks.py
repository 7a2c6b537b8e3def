"""Canyon's tricks: following, winning, real cards and the app's, revokes, tricks entered alone (CAN-7 to CAN-9)."""

from __future__ import annotations

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.canyon import GAME
from riverlight.games.canyon.cards import ALL_CARDS, CARD_TEXTS, cards_in
from riverlight.games.canyon.state import CanyonState
from riverlight.games.contract import SPECTATOR

from tests.host.games.rivers import do, names, placed, texts


def real_cards(trump: str = "G", **options: str) -> CanyonState:
    """Return a game of four seats where seat 0 is about to lead a real card."""
    state = placed(options)
    do(state, f"table trump {trump}", *(f"{seat} pace 2" for seat in range(4)))
    return state


def dealt(hands: list[str], trump: str, **options: str) -> CanyonState:
    """Return a game with these hands dealt by the app, seat 0 to lead; fewer cards than the round would have."""
    state = placed({"cards": "app", **options}, len(hands))
    do(state, "table deal", *(f"{seat} pace 1" for seat in range(len(hands))))
    state.hands = [sum(1 << CARD_TEXTS.index(card) for card in hand.split()) for hand in hands]
    state.cards_each = len(hands[0].split())
    state.trump_card = CARD_TEXTS.index(trump)
    state.trump = state.trump_card // 10
    state.seen = 1 << state.trump_card
    return state


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("B7 B8 B3 R9", 1),  # the rule text's own example
        ("B7 B8 B3 G1", 3),
        ("B7 G2 B10 G1", 1),
        ("G3 G2 B10 G1", 0),
        ("B1 R10 V10 Y10", 0),
        ("Y1 R10 Y3 Y2", 2),
    ],
)
def test_the_highest_trump_else_the_highest_of_the_led_suit_wins_and_leads(cards: str, winner: int) -> None:
    """CAN-7 with green trump."""
    state = real_cards()
    events = do(state, *(f"{seat} play {card}" for seat, card in enumerate(cards.split())))
    assert names(events) == ["played"] * 4 + ["trick"]
    assert (events[-1].seat, events[-1].data) == (winner, (1, 1))
    assert state.to_act() == (winner,)
    assert state.view(SPECTATOR)["tricks"] == [int(seat == winner) for seat in range(4)]


def test_all_cards_are_a_hand_of_fifty() -> None:
    """CAN-1: a bit for each, and none next to them."""
    assert ALL_CARDS.bit_count() == len(CARD_TEXTS) == 50
    assert cards_in(ALL_CARDS) == tuple(range(50))


def test_a_suit_is_followed_if_it_can_be_and_otherwise_anything_goes() -> None:
    """CAN-7: no duty to trump or to beat."""
    state = dealt(["B1 R1", "B5 G9", "R7 G3", "B9 B2"], "G10")
    assert texts(state, 0) == ["play R1", "play B1"]
    do(state, "0 play B1")
    assert texts(state, 1) == ["play B5"]
    with pytest.raises(
        IllegalMove, match=r"You must follow suit: expected a blue card; got green 9\. \(CAN-7\)"
    ) as refused:
        do(state, "1 play G9")
    assert refused.value.only_seat
    do(state, "1 play B5")
    assert texts(state, 2) == ["play R7", "play G3"]
    do(state, "2 play R7")
    assert texts(state, 3) == ["play B2", "play B9"]
    assert names(do(state, "3 play B2")) == ["played_from_hand", "trick"]
    assert state.to_act() == (1,)


def test_it_is_the_led_suit_that_is_followed_whatever_was_played_since() -> None:
    """CAN-7."""
    state = dealt(["B1 R1", "R5 G9", "B7 R3"], "G10")
    do(state, "0 play B1", "1 play R5")
    with pytest.raises(IllegalMove, match="expected a blue card; got red 3"):
        do(state, "2 play R3")
    assert texts(state, 2) == ["play B7"]


def test_a_card_not_in_hand_is_refused_without_telling_where_it_is() -> None:
    """CAN-7, CAN-24: a refusal that follows from a hand is marked for its seat alone; one from open cards is not."""
    state = dealt(["B1 R1", "B5 G9", "R7 G3", "B9 B2"], "G10")
    reasons = set()
    for card in ("G9", "R7", "Y4"):  # another's, another's, nobody's
        with pytest.raises(IllegalMove) as refused:
            do(state, f"0 play {card}")
        assert refused.value.only_seat
        reasons.add(refused.value.reason.replace(card, "?"))
    assert reasons == {"? is not in this hand: expected one of its cards."}
    with pytest.raises(IllegalMove, match="G10 was turned up for trump") as refused:
        do(state, "0 play G10")
    assert not refused.value.only_seat
    do(state, "0 play B1")
    with pytest.raises(IllegalMove, match="B1 was played in trick 1"):
        do(state, "1 play B1")
    with pytest.raises(IllegalMove, match=r"Expected play and a card \(play R7\), got stay"):
        do(state, "1 stay")


def test_real_cards_are_accepted_until_they_have_been_seen() -> None:
    """CAN-8: the turned-up card counts as seen if entered whole; its suit alone will do."""
    assert len(real_cards("G").legal(0)) == 50
    state = real_cards("G4")
    assert len(state.legal(0)) == 49
    with pytest.raises(IllegalMove, match="G4 was turned up for trump: expected a card not seen") as refused:
        do(state, "0 play G4")
    assert refused.value.clause == "CAN-8"
    do(state, "0 play B1", "1 play B2", "2 play B3", "3 play B4", "3 play R1")
    assert len(state.legal(0)) == 44
    with pytest.raises(IllegalMove, match="B3 was played in trick 1"):
        do(state, "0 play B3")
    with pytest.raises(IllegalMove, match="R1 was played in trick 2"):
        do(state, "0 play R1")


def test_a_revoke_is_reported_with_its_trick_and_not_undone() -> None:
    """CAN-8: as soon as the suit shows that was not followed before."""
    state = real_cards()
    do(state, "0 play B1", "1 play R2", "2 play B3", "3 play B4")
    assert names(do(state, "3 play R1", "0 play R3", "1 play R9", "2 play R4")) == ["played"] * 4 + ["trick"]
    events = do(state, "1 play B7")
    assert names(events) == ["played", "revoke"]
    assert (events[1].seat, events[1].data) == (1, ("B7", "B", (1,)))
    assert state.view(SPECTATOR)["reports"] == [{"seat": 1, "card": "B7", "tricks": [1]}]
    assert state.view(SPECTATOR)["trick"] == [[1, "B7"]]
    assert names(do(state, "2 play B8", "3 play B9", "0 play B10")) == ["played"] * 3 + ["trick"]
    assert names(do(state, "0 play Y1", "1 play B2")) == ["played"] * 2


def test_a_revoke_names_every_trick_that_was_failed() -> None:
    """CAN-8: several tricks, one report; a later failure is reported again; the next round forgets."""
    state = real_cards()
    do(state, "0 play B1", "1 play R2", "2 play B3", "3 play B4")
    do(state, "3 play B5", "0 play B6", "1 play R3", "2 play B7")
    do(state, "2 play V1", "3 play V2", "0 play V3", "1 play V4")
    events = do(state, "1 play B8")
    assert events[1].data == ("B8", "B", (1, 2))
    do(state, "2 play V5", "3 play B9", "0 play B10")
    assert state.to_act() == (0,)
    do(state, "0 play B2", "1 play Y1", "2 play R5", "3 play R6")
    do(state, "0 play R7", "1 play R8", "2 play R9", "3 play R10")
    assert state.view(SPECTATOR)["reports"] == [{"seat": 1, "card": "B8", "tricks": [1, 2]}]
    do(state, "3 play Y2", "0 play Y3", "1 play Y4", "2 play Y5", "2 play V6", "3 play V7", "0 play V8", "1 play V9")
    while state.round == 1:
        state.apply(state.turn, state.legal(state.turn)[0])
    assert state.view(SPECTATOR)["reports"] == []


def test_the_app_reports_no_revoke_since_it_allows_none() -> None:
    """CAN-8."""
    state = GAME.new({"cards": "app"}, 4, 3)
    happened = []
    while state.round < 6 and state.to_act():
        seat = state.turn
        automatic = state.automatic()
        happened += state.apply(seat, state.legal(seat)[-1] if automatic is None else automatic)
    assert "revoke" not in names(happened)
    assert "played" not in names(happened)


def test_tricks_won_stay_hidden_but_the_last_one_shows_until_the_next_lead() -> None:
    """CAN-7: everybody sees the last card before the trick is turned face down."""
    state = real_cards()
    do(state, "0 play B1", "1 play R2", "2 play B3", "3 play B4")
    shown = state.view(SPECTATOR)
    assert shown["trick"] == []
    assert shown["last_trick"] == {"winner": 3, "cards": [[0, "B1"], [1, "R2"], [2, "B3"], [3, "B4"]]}
    do(state, "3 play V1")
    shown = state.view(SPECTATOR)
    assert (shown["last_trick"], shown["tricks_played"], shown["led"]) == (None, [], "V")


def test_the_last_trick_of_a_round_shows_until_the_first_canoe_moves() -> None:
    """CAN-7."""
    state = real_cards()
    while state.view(SPECTATOR)["phase"] == "tricks":
        state.apply(state.turn, state.legal(state.turn)[0])
    assert len(state.view(SPECTATOR)["last_trick"]["cards"]) == 4
    state.apply(state.turn, state.legal(state.turn)[0])
    assert state.view(SPECTATOR)["last_trick"] is None


def test_tricks_won_can_be_read_with_the_option_shown() -> None:
    """CAN-7, option trick_history."""
    state = real_cards(trick_history="shown")
    do(state, "0 play B1", "1 play R2", "2 play B3", "3 play B4", "3 play V1")
    expected = {"winner": 3, "cards": [[0, "B1"], [1, "R2"], [2, "B3"], [3, "B4"]]}
    assert state.view(SPECTATOR)["tricks_played"] == [expected]


def test_only_tricks_won_may_be_entered_and_must_add_up() -> None:
    """CAN-9: no trump, no cards; the last count is certain."""
    state = placed({"entry": "tricks"})
    assert state.view(SPECTATOR)["phase"] == "pace"
    do(state, *(f"{seat} pace 2" for seat in range(4)))
    assert texts(state, 0) == [f"tricks {number}" for number in range(9)]
    none_left = state.copy()
    do(none_left, "0 tricks 8")
    with pytest.raises(IllegalMove, match="add up to 8 and 8 are entered: expected tricks 0; got tricks 1"):
        do(none_left, "1 tricks 1")
    do(state, "0 tricks 3", "1 tricks 4")
    assert texts(state, 2) == ["tricks 0", "tricks 1"]
    with pytest.raises(IllegalMove, match="7 are entered: expected tricks and a number from 0 to 1; got tricks 2"):
        do(state, "2 tricks 2")
    do(state, "2 tricks 0")
    assert texts(state, 3) == ["tricks 1"]
    with pytest.raises(IllegalMove, match="add up to 8 and 7 are entered: expected tricks 1; got tricks 0") as refused:
        do(state, "3 tricks 0")
    assert refused.value.clause == "CAN-9"
    with pytest.raises(IllegalMove, match="Expected tricks 1, got play R1"):
        do(state, "3 play R1")
    events = do(state, "3 tricks 1")
    assert names(events) == ["tricks", "earned", "earned", "earned", "earned"]
    assert state.view(SPECTATOR)["phase"] == "move"
