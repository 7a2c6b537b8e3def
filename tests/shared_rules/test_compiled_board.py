"""The compiled form of a board: read in place, and refused with a sentence if damaged."""

from __future__ import annotations

import binascii
import random

import pytest
from riverlight.boards import shipped
from riverlight.boards.kinds import kinds

from shared_rules import board as compiled_form
from shared_rules.board import NONE, Board, distances
from shared_rules.digest import digest
from tests.shared_rules.canyon_scenarios import compiled

BLOB = compiled([0, 1, 2, 3, 4, 5], [[1], [0, 2, 4], [1, 3, 5], [2], [1], [2]], {2: 5}, (("main", [0, 1, NONE, 5]),))


def test_a_board_tells_kinds_arrows_neighbours_and_lights() -> None:
    board = Board(BLOB)
    assert (board.game, board.n, board.degree) == (0, 6, 3)
    assert bytes(board.kinds) == bytes(range(6))
    assert list(board.data) == [NONE, NONE, 5, NONE, NONE, NONE]
    assert bytes(board.neighbours[3:6]) == bytes((0, 2, 4))
    assert board.around == (b"\x01", b"\x00\x02\x04", b"\x01\x03\x05", b"\x02", b"\x01", b"\x02")
    assert [(name, list(lights)) for name, lights in board.panels] == [("main", [0, 1, NONE, 5])]
    assert list(board.lights("main") or ()) == [0, 1, NONE, 5]
    assert board.lights("tomb") is None


def test_each_kind_has_the_number_that_boards_are_compiled_with() -> None:
    for game, names in ((kind.game, kind.space_kinds) for kind in kinds()):
        assert [getattr(compiled_form, name.upper()) for name in names] == list(range(len(names)))
        assert compiled_form.KIND_COUNTS[compiled_form.GAMES.index(game)] == len(names)
    assert [getattr(compiled_form, game.upper()) for game in compiled_form.GAMES] == [0, 1, 2]


def test_the_hash_is_the_checksum_of_the_bytes() -> None:
    assert Board(BLOB).hash == f"{binascii.crc32(BLOB):08x}"


def test_the_digest_of_a_frame_is_its_checksum_in_eight_digits() -> None:
    assert digest(bytearray(b"123456789")) == "cbf43926"
    assert digest(b"a") == "e8b7be43"
    assert digest(b"") == "00000000"


def test_views_are_views() -> None:
    """Nothing of the blob is copied but the neighbours of each space."""
    board = Board(BLOB)
    assert board.kinds.obj is BLOB
    assert board.panels[0][1].obj is BLOB


def test_distance_is_the_fewest_steps_to_a_landing() -> None:
    """CAN-15: not through the waterfall, NONE where no landing can be reached."""
    assert list(distances(Board(BLOB))) == [3, 2, 1, 0, 3, NONE]
    assert list(distances(Board(compiled([1, 5, 3, 1], [[1], [0, 2], [1], []])))) == [NONE, NONE, 0, NONE]
    board = shipped("canyon").core
    assert distances(board) is distances(board)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda b: b[:6], "begins with RB"),
        (lambda b: b[:7], "board of 6 spaces has at least 37 bytes, not 7"),
        (lambda b: b"XB" + b[2:], "begins with RB"),
        (lambda b: b[:2] + b"\x02" + b[3:], "version 1 is expected, not of 2"),
        (lambda b: b[:3] + b"\x03" + b[4:], "game is 0, 1 or 2, not 3"),
        (lambda b: b[:4] + b"\x00" + b[5:], "1 to 254 spaces, not 0"),
        (lambda b: b[:4] + b"\xff" + b[5:], "1 to 254 spaces, not 255"),
        (lambda b: b[:4] + b"\x60" + b[5:], "at least 487 bytes"),
        (lambda b: b[:7] + b"\x06" + b[8:], "kind below 6, not 6"),
        (lambda b: b[:13] + b"\x06" + b[14:], "arrow leads to one of 6 spaces"),
        (lambda b: b[:19] + b"\x06" + b[20:], "neighbour is one of 6 spaces, not 6"),
        (lambda b: b[:-1], "board of 47 bytes breaks off in a panel"),
        (lambda b: b[:43], "board of 43 bytes breaks off in a panel"),
        (lambda b: b[:42], "board of 42 bytes breaks off in a panel"),
        (lambda b: b[:38], "board of 38 bytes breaks off in a panel"),
        (lambda b: b + b"\x00", "ends after 48 bytes, but has 49"),
        (lambda b: b[:-1] + b"\x06", "light of panel main shows one of 6 spaces"),
        (lambda b: b.replace(b"main", b"m\xffin"), "printable ASCII"),
        (lambda b: b.replace(b"main", b"m\x7fin"), "printable ASCII"),
        (lambda b: b.replace(b"main", b"m in"), "printable ASCII"),
        (lambda b: b.replace(b"\x04main", b"\x00"), "printable ASCII"),
    ],
)
def test_what_is_no_board_is_refused_with_a_sentence(change: object, sentence: str) -> None:
    assert callable(change)
    with pytest.raises(ValueError, match=sentence):
        Board(change(BLOB))


def test_one_space_makes_a_board() -> None:
    assert Board(compiled([3], [[]])).n == 1


def test_a_panel_may_have_more_lights_than_a_byte_counts() -> None:
    lights = [0] * 515 + [NONE]
    assert [(name, list(each)) for name, each in Board(compiled([3], [[]], None, (("main", lights),))).panels] == [
        ("main", lights)
    ]


def test_a_panels_name_has_any_printable_sign_but_the_blank() -> None:
    assert Board(BLOB.replace(b"main", b"!z~0")).panels[0][0] == "!z~0"


def test_bytes_spoilt_anywhere_make_a_board_or_a_sentence() -> None:
    """Never an IndexError, which the Pico would take for a fault of its own."""
    chance = random.Random(1)
    for at in range(len(BLOB)):
        for _ in range(8):
            spoilt = bytearray(BLOB)
            spoilt[at] = chance.randrange(256)
            try:
                distances(Board(bytes(spoilt)))
            except ValueError as error:
                assert str(error).endswith(".")  # noqa: PT017 - either outcome is right
