"""The first holder of the life ring in Niagara."""

from __future__ import annotations

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.contract import SPECTATOR, TABLE

from tests.host.games.niagara_states import new_game
from tests.host.games.states import names, play, refused, texts


@pytest.mark.parametrize("cards", ["physical", "app"])
@pytest.mark.parametrize("buy_back", ["turn_start", "card_phase"])
@pytest.mark.parametrize(("people", "seats"), [(2, 4), (3, 3), (5, 5)])
def test_the_table_chooses_who_has_the_life_ring_first(cards: str, buy_back: str, people: int, seats: int) -> None:
    """NIA-3: any seat; nobody else moves before it is named, and the first round starts with that seat."""
    for chosen in range(seats):
        state = new_game(people, life_ring="chosen", cards=cards, buy_back=buy_back)
        assert state.to_act() == (TABLE,)
        assert state.automatic() is None
        assert texts(state) == [f"ring {seat}" for seat in range(seats)]
        with pytest.raises(IllegalMove, match=r"First choose who has the life ring\. \(NIA-3\)"):
            state.verify(chosen, state.parse_move("paddle 1"))
        assert refused(state, "paddle 1") == "NIA-3"
        assert names(play(state, f"ring {chosen}")) == ["round"]
        assert (state.view(SPECTATOR)["life_ring"], state.round) == (chosen, 1)
        if cards == "app":
            play(state, *(f"paddle {seat + 1}" for seat in range(seats)))
        assert state.to_act() == (chosen,)


def test_unless_the_table_chooses_the_first_seat_has_the_life_ring() -> None:
    """NIA-3: so games from before the table could choose keep their moves and digests."""
    state = new_game(4)
    assert state.options["life_ring"] == "first_seat"
    assert (state.life_ring, state.to_act(), b"life_ring" in state.key()) == (0, (0,), False)
    assert refused(state, "ring 1") == "NIA-4"
