"""Uploading a board to the Pico's flash, and reading it."""

from __future__ import annotations

import binascii
import json
import os
from pathlib import Path

import pytest
from riverlight.boards import shipped

from firmware import root_main
from firmware.board_store import MOST_BYTES, BoardStore
from tests.firmware.flash import put_board
from tests.firmware.pico_bench import Bench
from tests.firmware.power_cuts import PowerCut, cut_power_at

BOARD = shipped("canyon")
PIECE = 96


@pytest.fixture(autouse=True)
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "sync", lambda: None)
    return tmp_path


def piece(offset: int, blob: bytes = BOARD.blob, name: str = BOARD.core.hash) -> dict[str, object]:
    text = binascii.b2a_base64(blob[offset : offset + PIECE]).decode().strip()
    return {"t": "board", "h": name, "o": offset, "z": len(blob), "d": text}


def send(store: BoardStore, blob: bytes = BOARD.blob, name: str = BOARD.core.hash) -> dict[str, object]:
    """Send all pieces as they are asked for; return the last answer."""
    answer = store.take(piece(0, blob, name))
    while "e" not in answer and isinstance(answer["o"], int) and 0 < answer["o"] < len(blob):
        answer = store.take(piece(answer["o"], blob, name))
    return answer


def loaded() -> BoardStore:
    store = BoardStore()
    store.load()
    return store


def test_a_board_arrives_piece_by_piece_and_stays() -> None:
    store = BoardStore()
    assert send(store) == {"t": "boarded", "h": BOARD.core.hash, "o": len(BOARD.blob)}
    assert store.hash() == loaded().hash() == BOARD.core.hash


def test_a_board_that_is_there_already_is_not_asked_for() -> None:
    store = BoardStore()
    send(store)
    assert store.take(piece(0)) == {"t": "boarded", "h": BOARD.core.hash, "o": len(BOARD.blob)}


def test_a_piece_that_comes_twice_or_too_early_changes_nothing() -> None:
    store = BoardStore()
    store.take(piece(0))
    assert store.take(piece(PIECE))["o"] == 2 * PIECE
    assert store.take(piece(PIECE))["o"] == 2 * PIECE
    assert store.take(piece(5 * PIECE))["o"] == 2 * PIECE
    assert send(store)["o"] == len(BOARD.blob)


def test_pieces_without_a_beginning_are_asked_for_from_the_beginning() -> None:
    assert BoardStore().take(piece(3 * PIECE)) == {"t": "boarded", "h": BOARD.core.hash, "o": 0}


def test_an_upload_broken_off_begins_again() -> None:
    store = BoardStore()
    store.take(piece(0))
    store.take(piece(PIECE))
    assert send(store)["o"] == len(BOARD.blob)


def test_another_board_in_the_middle_of_one_wins() -> None:
    other = bytearray(BOARD.blob)
    other[7] = 5
    name = f"{binascii.crc32(other):08x}"
    store = BoardStore()
    store.take(piece(0))
    assert store.take(piece(PIECE, bytes(other), name))["o"] == 0
    send(store, bytes(other), name)
    assert store.hash() == name


def test_a_board_that_does_not_match_its_hash_is_refused() -> None:
    store = BoardStore()
    wrong = bytearray(BOARD.blob)
    wrong[100] ^= 1
    answer = send(store, bytes(wrong))
    assert answer["o"] == 0
    assert "arrived as" in str(answer["e"])
    assert store.hash() == ""
    assert loaded().hash() == ""


def test_bytes_that_are_no_board_are_refused_with_the_reason() -> None:
    nothing = bytes(200)
    answer = send(BoardStore(), nothing, f"{binascii.crc32(nothing):08x}")
    assert "RB" in str(answer["e"])
    assert loaded().hash() == ""


@pytest.mark.parametrize(
    "message",
    [
        {"t": "board"},
        {"t": "board", "h": 5, "o": 0, "z": 9, "d": ""},
        {"t": "board", "h": "00000000", "o": 0, "z": MOST_BYTES + 1, "d": ""},
        {"t": "board", "h": "00000000", "o": 0, "z": 0, "d": ""},
        {"t": "board", "h": "00000000", "o": 0, "z": 9, "d": ""},
        {"t": "board", "h": "00000000", "o": 0, "z": 9, "d": "A"},
        {"t": "board", "h": "00000000", "o": 0, "z": 9, "d": "AAAAAAAAAAAAAAAAAAAAAAAA"},
        {"t": "board", "h": "x" * 200, "o": 0, "z": 0, "d": ""},
    ],
)
def test_a_line_that_cannot_be_is_refused_with_a_sentence(message: dict[str, object]) -> None:
    answer = BoardStore().take(message)
    assert answer["o"] == 0
    assert answer["e"]


def test_every_torn_file_is_set_aside_and_said(flash: Path) -> None:
    send(BoardStore())
    whole = (flash / "board.bin").read_bytes()
    for length in range(0, len(whole), 7):
        (flash / "board.bin").write_bytes(whole[:length])
        store = loaded()
        assert store.board is None
        assert store.fault[:2] == ("board.bin", "board")


def test_a_file_too_long_for_any_board_is_not_even_read(flash: Path) -> None:
    put_board(flash, bytes(100_000))
    assert loaded().fault == ("board.bin", "board", "", "a board has at most 6144 bytes, not 100000.")


def test_a_file_with_a_good_hash_of_no_board_is_set_aside(flash: Path) -> None:
    put_board(flash, b"what?")
    assert "RB" in loaded().fault[3]


def test_power_lost_at_any_write_leaves_the_old_board_or_the_new() -> None:
    other = bytearray(BOARD.blob)
    other[7] = 5
    name = f"{binascii.crc32(other):08x}"
    for moment in range(100):
        send(BoardStore())
        try:
            with cut_power_at(moment):
                send(BoardStore(), bytes(other), name)
            break
        except PowerCut:
            assert loaded().hash() in (BOARD.core.hash, name), moment
    assert moment > 4
    assert loaded().hash() == name


@pytest.mark.parametrize("is_counted", [False, True])
def test_the_board_of_another_game_restarts_the_pico_and_is_there_after_that(flash: Path, is_counted: bool) -> None:
    """The rules of several games would fill the heap; one of the same game only replaces the picture."""
    other = shipped("niagara")
    (flash / "slot").write_text("a 0\n")
    start = root_main.Start() if is_counted else None
    send(BoardStore())
    bench = Bench()
    bench.app._start = start
    bench.send({"t": "hail", "v": 1})
    bench.run(50)
    with pytest.raises(SystemExit, match=r"machine\.soft_reset"):
        bench.bring(other.core.hash, other.blob)
    assert bench.said("boarded")[-1] == {"t": "boarded", "h": other.core.hash, "o": len(other.blob)}
    assert loaded().hash() == other.core.hash
    assert (flash / "slot").read_text().split() == ["a", "0"], "it is no failed start"


def test_flash_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(os, "rename", refuse)
    answer = send(BoardStore())
    assert answer["o"] == 0
    assert "28" in str(answer["e"])


def test_a_whole_upload_over_the_line_keeps_the_frames_coming_and_ends_in_hello(flash: Path) -> None:
    (flash / "settings.json").write_text(
        json.dumps({"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 9}]})
    )
    bench = Bench()
    bench.run(300)
    for offset in range(0, len(BOARD.blob), PIECE):
        bench.send(piece(offset))
        bench.run(30)
        assert bench.said("boarded")[-1] == {
            "t": "boarded",
            "h": BOARD.core.hash,
            "o": min(offset + PIECE, len(BOARD.blob)),
        }
    bench.send({"t": "hail", "v": 1})
    bench.run(30)
    assert bench.said("hello")[0]["h"] == BOARD.core.hash
    again = Bench()
    again.send({"t": "hail", "v": 1})
    again.run(30)
    assert again.said("hello")[0]["h"] == BOARD.core.hash
