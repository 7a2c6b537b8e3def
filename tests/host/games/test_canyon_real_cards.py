"""A game that the app dealt goes the same way when people hold the cards (CAN-8, CAN-9)."""

from __future__ import annotations

import pytest
from riverlight.games.canyon import GAME
from riverlight.games.contract import SPECTATOR, TABLE

from tests.host.games.real_cards import reentered
from tests.host.games.registrations import played_through


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("entry", ["cards", "tricks"])
def test_dealt_and_entered_games_agree(entry: str, seed: int) -> None:
    """CAN-8, CAN-9: the same canoes, the same result, and no revoke where suit was followed."""
    seats = 3 + seed % 4
    options = {"cards": "app", "overbid": "off", "skip_dark_rounds": "on"}
    dealt = GAME.new(options, seats, seed)
    moves, _events = played_through(dealt, seed)
    entered = reentered(GAME.new(options, seats, seed), moves, entry)
    state = GAME.new({**options, "cards": "physical", "entry": entry}, seats, seed)
    happened = []
    for seat, text in entered:
        happened += state.apply(seat, state.parse_move(text))
    assert "revoke" not in {event.type.name for event in happened}
    assert state.result() == dealt.result()
    shown, expected = state.view(SPECTATOR), dealt.view(SPECTATOR)
    for fact in ("canoes", "home", "paces", "tricks", "points", "round", "step", "dealer", "last_way"):
        assert shown[fact] == expected[fact], fact
    if entry == "cards":
        assert sum(seat == TABLE for seat, _text in entered) == 1 + state.round
