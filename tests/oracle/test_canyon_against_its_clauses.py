"""The engine of Canyon and the reference implementation play the same game (CAN-2 to CAN-23)."""

from __future__ import annotations

import pytest
from riverlight.games.contract import SPECTATOR, TABLE

from tests.host.games.registrations import new_random_game, played_through
from tests.oracle.literal_canyon import Referee


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_goes_as_the_referee_says(seed: int) -> None:
    """CAN-2 to CAN-23: who acts, what is allowed, where all stands, who wins; with random options and seats."""
    moves, _events = played_through(new_random_game("canyon", seed), seed)
    state = new_random_game("canyon", seed)
    referee = Referee(state.setup.board.document, state.options, state.seats)
    told = 0
    for seat, move in moves:
        text = state.move_text(move)
        assert list(state.to_act()) == referee.to_act()
        assert seat in referee.to_act()
        allowed = None if seat == TABLE else referee.allowed(seat)
        if allowed is not None:
            told += 1
            assert sorted(map(state.move_text, state.legal(seat))) == allowed
        revoked = referee.revoked_in(seat, text.split()[1]) if text.startswith("play") else []
        events = {event.type.name: event for event in state.apply(seat, move)}
        if state.options["cards"] == "physical" and revoked:
            assert events["revoke"].data[2] == tuple(revoked)
        else:
            assert "revoke" not in events
        if text == "draw":
            if state.dealer >= 0:
                referee.act(TABLE, f"dealer {state.dealer}")
        elif text == "deal":
            hands = {each: state.view(each)["hand"] for each in range(state.seats)}
            referee.deal(hands, state.view(SPECTATOR)["trump_card"])
        else:
            referee.act(seat, text)
        assert_same(state.view(SPECTATOR), referee)
    assert told > len(moves) // 2
    result = state.result()
    assert result is not None
    assert list(result.winners) == referee.winners


def assert_same(shown: dict[str, object], referee: Referee) -> None:
    assert shown["round"] == referee.round_number
    assert shown["step"] == referee.step
    assert shown["phase"] == referee.phase
    assert shown["canoes"] == [referee.canoe.get(seat) for seat in referee.seats]
    if referee.phase not in ("dealer", "first", "place"):
        assert (shown["dealer"], shown["start_seat"]) == (referee.dealer, referee.start)
        assert shown["tricks"] == [referee.won[seat] for seat in referee.seats]
