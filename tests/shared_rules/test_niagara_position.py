"""The content of a ``show`` line of Niagara: packed by the host, unpacked on both sides."""

from __future__ import annotations

import binascii
import random
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.games.niagara.lights import pack

from shared_rules import niagara_lights as lights
from shared_rules import niagara_position as at
from tests.shared_rules.canyon_scenarios import Chance
from tests.shared_rules.niagara_scenarios import in_bytes, random_position

BOARD = shipped("niagara").core
ABSENT: dict[str, Any] = {"v": (), "f": b"", "o": b"", "e": ()}


def shown(position: dict[str, Any]) -> None:
    """Work out all that a position lights."""
    frame = bytearray(2 * BOARD.n)
    lights.pieces(BOARD, position, frame)
    for steps in (lights.choices(BOARD, position, frame), lights.passage(BOARD, position, frame)):
        for _ in steps:
            pass


def test_a_position_comes_back_as_it_was_packed() -> None:
    chance = Chance(11)
    for _ in range(300):
        position = random_position(chance)
        expected = {**ABSENT, **in_bytes(position), "v": tuple(position.get("v", ()))}
        del expected["g"]
        assert at.unpack(pack(position)) == expected


def test_the_longest_position_has_52_characters() -> None:
    chance = Chance(12)
    assert max(len(pack(random_position(chance))) for _ in range(500)) == 52


@pytest.mark.parametrize("text", [None, 7, [], "", "AAAA", "é", "=", "x" * 63, "A" * 64])
def test_what_is_no_position_is_refused(text: object) -> None:
    assert at.unpack(text) is None


def test_no_piece_of_a_position_is_one() -> None:
    body = binascii.a2b_base64(pack(random_position(Chance(15))))
    for length in range(len(body)):
        assert at.unpack(binascii.b2a_base64(body[:length]).decode()) is None


def test_no_change_of_bytes_makes_a_position_that_cannot_be_lit() -> None:
    """Each byte of the head with each value, and thousands of mixtures: refused, or lit without an error."""
    chance, mixed = Chance(13), random.Random(14)
    accepted = 0
    for _ in range(3):
        body = bytearray(binascii.a2b_base64(pack(random_position(chance))))
        changed = [(place, value) for place in range(10) for value in range(256)]
        changed += [(mixed.randrange(len(body)), mixed.randrange(256)) for _ in range(400)]
        for place, value in changed:
            before, body[place] = body[place], value
            position = at.unpack(binascii.b2a_base64(body).decode())
            if position is not None:
                accepted += 1
                shown(position)
            if position is None or mixed.random() < 0.9:
                body[place] = before
    assert accepted > 300
