"""A game in memory: what is given to the library is checked, and what it writes can be read again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import riverlight
from riverlight.errors import RiverlightError

from tests.host.games.test_any_value import FAR, OwnText, deep

CALLS: dict[str, Callable[[Any], object]] = {
    "game": riverlight.new,
    "seats": lambda value: riverlight.new("niagara", seats=value),
    "seed": lambda value: riverlight.new("niagara", seed=value),
    "board": lambda value: riverlight.new("pyramid", board=value),
    "option": lambda value: riverlight.new("pyramid", cards=value),
    "text": riverlight.replay,
    "move": lambda value: riverlight.new("canyon").play(value),
    "seat": lambda value: riverlight.new("canyon").play("dealer 1", value),
}


@pytest.mark.parametrize("what", CALLS)
def test_a_far_fetched_argument_is_refused_in_a_sentence(what: str) -> None:
    for value in (*FAR, deep(200_000)):
        if what == "seed" and type(value) is int and abs(value) < 10**39:
            continue
        with pytest.raises(RiverlightError) as refused:
            CALLS[what](value)
        assert len(refused.value.sentence.encode()) < 2000


def test_a_seat_count_that_only_equals_one_is_refused() -> None:
    for seats in (3.0, True, OwnText("3")):
        with pytest.raises(riverlight.OptionError, match="Niagara is for 2 to 5 players, not a value of type"):
            riverlight.new("niagara", seats=seats)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, -1, 10**39 - 1, 1 - 10**39])
def test_every_seed_that_a_game_takes_can_be_written_and_read(seed: int) -> None:
    match = riverlight.new("canyon", seats=3, seed=seed, cards="app")
    assert riverlight.replay(match.text()).state.key() == match.state.key()


def test_a_move_is_written_in_one_line_however_it_was_given() -> None:
    match = riverlight.new("canyon", seats=3, cards="app")
    match.play(" place\n start1 ")
    assert riverlight.replay(match.text()).state.key() == match.state.key()
    assert match.text().endswith("\ntable draw\n0 place start1\n")
