"""Canyon before its first round: material, dealer, placing (CAN-1 to CAN-3)."""

from __future__ import annotations

import pytest
from riverlight.errors import BoardError, IllegalMove, OptionError
from riverlight.games.canyon import GAME
from riverlight.games.canyon.cards import ALL_CARDS, CARD_TEXTS, cards_in
from riverlight.games.contract import TABLE

from tests.host.games.rivers import STARTS, do, names, river, texts


def test_there_are_fifty_cards_and_three_to_six_seats() -> None:
    """CAN-1: five suits of ten."""
    assert len(set(CARD_TEXTS)) == 50
    assert [CARD_TEXTS[card] for card in cards_in(ALL_CARDS)] == [f"{s}{n}" for s in "RBGYV" for n in range(1, 11)]
    for seats in (3, 4, 5, 6):
        assert len(GAME.new({}, seats, 1).canoes) == seats
    for seats in (2, 7):
        with pytest.raises(OptionError, match=f"3 to 6 players, not {seats}"):
            GAME.new({}, seats, 1)


def test_the_table_enters_the_dealer_of_real_cards() -> None:
    """CAN-2: the seat to the dealer's left starts."""
    state = GAME.new({}, 4, 1)
    assert state.to_act() == (TABLE,)
    assert state.automatic() is None
    assert texts(state, TABLE) == ["dealer 0", "dealer 1", "dealer 2", "dealer 3"]
    with pytest.raises(IllegalMove, match=r"a seat from 0 to 3, got dealer 5\. \(CAN-2\)"):
        do(state, "table dealer 5")
    do(state, "table dealer 3")
    assert (state.dealer, state.start_seat, state.to_act()) == (3, 0, (0,))


def test_the_app_draws_for_the_dealer_and_ties_draw_again_from_the_rest() -> None:
    """CAN-2: the highest number deals, whatever its suit; only the tied seats draw again."""
    ties = 0
    for seed in range(60):
        state = GAME.new({"cards": "app"}, 6, seed)
        drawing = set(range(6))
        seen: set[str] = set()
        while state.start_seat < 0:
            automatic = state.automatic()
            assert automatic is not None
            assert state.move_text(automatic) == "draw"
            events = state.apply(TABLE, automatic)
            drawn = {event.seat: event.data[0] for event in events if event.type.name == "drawn"}
            assert set(drawn) == drawing
            assert not seen & set(drawn.values())
            seen |= set(drawn.values())
            assert len(set(drawn.values())) == len(drawn)
            best = max(int(card[1:]) for card in drawn.values())
            drawing = {seat for seat, card in drawn.items() if int(card[1:]) == best}
            ties += len(drawing) > 1
        assert {state.dealer} == drawing
        assert state.start_seat == (state.dealer + 1) % 6
        assert events[-1].seat == state.dealer
    assert ties > 5


def test_canoes_are_placed_clockwise_on_any_free_start() -> None:
    """CAN-3."""
    state = GAME.new({}, 3, 1)
    do(state, "table dealer 0")
    starts = [f"place start{number}" for number in range(1, 7)]
    assert texts(state, 1) == starts
    assert names(do(state, "1 place start3")) == ["placed"]
    assert texts(state, 2) == [start for start in starts if start != "place start3"]
    with pytest.raises(IllegalMove, match=r"start3 is taken by seat B. Free start spaces: start1, start2, start4"):
        do(state, "2 place start3")
    with pytest.raises(IllegalMove, match="a1 is not a start space"):
        do(state, "2 place a1")
    with pytest.raises(IllegalMove, match="It is up to seat C to place a canoe, not seat A"):
        do(state, "0 place start1")
    assert names(do(state, "2 place start1", "0 place start6")) == ["placed", "placed", "round"]
    assert state.view("main")["canoes"] == ["start6", "start3", "start1"]


def test_the_table_may_name_who_places_first() -> None:
    """CAN-3, option placement: the start seat of the tricks stays left of the dealer."""
    state = GAME.new({"placement": "chosen"}, 3, 1)
    do(state, "table dealer 0")
    assert texts(state, TABLE) == ["first 0", "first 1", "first 2"]
    with pytest.raises(IllegalMove, match="first and a seat from 0 to 2, got first 4"):
        do(state, "table first 4")
    do(state, "table first 2", "2 place start1", "0 place start2", "1 place start3", "table trump R")
    assert state.to_act() == (1,)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (("SSS", "~~~", "LC."), "has 3 start spaces, 1 landings and 1 caves; for 4 seats it needs 4"),
        ((STARTS, "~~~", "~C."), "0 landings"),
        ((STARTS, "~~~", "LL."), "0 caves"),
        ((STARTS, "~~~C", ">L.."), "arrow of r2c0 leads to landing r2c1"),
    ],
)
def test_a_board_that_cannot_be_played_to_the_end_is_refused(rows: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BoardError, match=reason):
        GAME.new({}, 4, 1, river(*rows))


def test_a_board_of_another_kind_is_refused() -> None:
    with pytest.raises(BoardError, match="Expected a Riverlight board, got 'canyon'"):
        GAME.new({}, 4, 1, "canyon")
