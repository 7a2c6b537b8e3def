"""The card reader: every length of id, one event for each presentation, and never a blocking call."""

from __future__ import annotations

import json
from pathlib import Path

import clock
import machine
import matrix
import pytest

from firmware import pins
from firmware.reader import GONE_LOOKS, LOOK_MS, make_reader
from shared_rules import board
from tests.firmware.mfrc522_chip import Chip, Tag
from tests.firmware.pico_bench import Bench, down, up

FOUR = bytes.fromhex("0badf00d")
SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
TEN = bytes.fromhex("04112233445566778899")


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Chip:
    clock.reset()
    matrix.reset()
    chip = Chip(pins.READER[3])
    monkeypatch.setattr(machine, "spi_device", chip)
    return chip


class Table:
    """A reader that is stepped each 3 ms, as the loop does."""

    def __init__(self, chip: Chip) -> None:
        self.reader = make_reader()
        self.read: list[str] = []
        self.most_transfers = 0
        self._chip = chip

    def wait(self, ms: int) -> list[str]:
        """Let time pass; return the tags newly laid down meanwhile."""
        seen = len(self.read)
        until_us = clock.now + 1000 * ms
        while clock.now < until_us:
            before = self._chip.transfers
            tag = self.reader.step(clock.now // 1000)
            self.most_transfers = max(self.most_transfers, self._chip.transfers - before)
            if tag is not None:
                self.read.append(tag)
            clock.advance(3000)
        return self.read[seen:]


@pytest.mark.parametrize("tag", [FOUR, SEVEN, TEN], ids=len)
def test_an_id_of_4_7_or_10_bytes_is_read(chip: Chip, tag: bytes) -> None:
    table = Table(chip)
    assert table.wait(500) == []
    chip.tags = [Tag(tag)]
    assert table.wait(300) == [tag.hex()]


def test_a_tag_left_lying_is_read_once_and_again_when_it_comes_back(chip: Chip) -> None:
    """Faults that others met: a card left lying is read over and over."""
    table = Table(chip)
    tag = Tag(SEVEN)
    chip.tags = [tag]
    assert table.wait(20_000) == [SEVEN.hex()]
    chip.tags = []
    tag.lose_field()
    table.wait((GONE_LOOKS + 2) * (LOOK_MS + 10))
    chip.tags = [tag]
    assert table.wait(500) == [SEVEN.hex()]


def test_another_tag_in_its_place_is_read_at_once(chip: Chip) -> None:
    table = Table(chip)
    chip.tags = [Tag(FOUR)]
    table.wait(500)
    chip.tags = [Tag(TEN)]
    assert table.wait(200) == [TEN.hex()]


def test_a_damaged_answer_is_no_tag_and_does_not_count_as_taken_away(chip: Chip) -> None:
    table = Table(chip)
    chip.tags = [Tag(SEVEN)]
    table.wait(500)
    for _ in range(20):
        chip.deaf = 1
        assert table.wait(400) == []


@pytest.mark.parametrize("damaged", range(1, 8))
def test_a_tag_is_read_after_damage_at_any_step(chip: Chip, damaged: int) -> None:
    table = Table(chip)
    table.wait(200)
    chip.tags = [Tag(TEN)]
    chip.deaf = damaged
    assert table.wait(3000) == [TEN.hex()]


def test_two_tags_at_once_are_not_taken_for_one(chip: Chip) -> None:
    table = Table(chip)
    chip.tags = [Tag(FOUR), Tag(bytes.fromhex("12345678"))]
    assert table.wait(2000) == []


def test_a_wrong_sum_of_an_id_is_not_believed(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> None:
    hear = Tag.hear

    def lying(tag: Tag, frame: bytes, bits: int, has_crc: bool) -> bytes | None:
        answer = hear(tag, frame, bits, has_crc)
        return answer[:4] + b"\x00" if answer is not None and len(answer) == 5 else answer

    monkeypatch.setattr(Tag, "hear", lying)
    table = Table(chip)
    chip.tags = [Tag(FOUR)]
    assert table.wait(2000) == []


@pytest.mark.parametrize("part", [b"\x88abc", b"xabc"])
def test_an_id_that_never_ends_or_goes_on_without_saying_so_is_given_up(
    chip: Chip, monkeypatch: pytest.MonkeyPatch, part: bytes
) -> None:
    monkeypatch.setattr(Tag, "parts", lambda _tag: [part, part, part, part])
    table = Table(chip)
    chip.tags = [Tag(FOUR)]
    assert table.wait(2000) == []
    assert table.reader.is_there


@pytest.mark.parametrize("nothing", [0x00, 0xFF])
def test_a_missing_reader_costs_next_to_nothing_and_is_found_when_it_comes(chip: Chip, nothing: int) -> None:
    """Faults that others met: a card reader that is not there blocks for seconds."""
    chip.is_wired = False
    chip.nothing = nothing
    table = Table(chip)
    table.wait(10_000)
    assert chip.transfers <= 10
    assert not table.reader.is_there
    chip.is_wired = True
    chip.tags = [Tag(FOUR)]
    assert table.wait(4000) == [FOUR.hex()]
    assert table.reader.is_there
    chip.is_wired = False
    table.wait(200)
    assert not table.reader.is_there


def test_a_reader_that_never_says_that_anything_happened_is_given_up(chip: Chip) -> None:
    """Faults that others met: a reader that never answers holds the loop for 700 seconds."""
    table = Table(chip)
    chip.is_mute = True
    table.wait(1000)
    assert not table.reader.is_there
    chip.is_mute = False
    chip.tags = [Tag(FOUR)]
    assert table.wait(4000) == [FOUR.hex()]


def test_no_step_speaks_to_the_chip_for_long(chip: Chip) -> None:
    """A transfer takes the Pico 90 µs: eighteen are within the 1.7 ms that are left before a frame."""
    table = Table(chip)
    chip.tags = [Tag(TEN)]
    table.wait(2000)
    assert table.most_transfers <= 18


def test_an_id_that_is_drawn_anew_at_each_look_is_no_tag(chip: Chip) -> None:
    """ISO 14443-3: an id of four bytes that starts with 08 is random, as phones show it."""
    table = Table(chip)
    for number in range(40):
        tag = Tag(bytes([0x08, number, 1, 2]))
        chip.tags = [tag]
        assert table.wait(300) == []
    chip.tags = [Tag(bytes.fromhex("08a1b2c3d4e5f6"))]  # of seven bytes: a tag of its own
    assert table.wait(300) == ["08a1b2c3d4e5f6"]


def test_cards_never_take_the_room_of_keys_nor_keys_that_of_cards(
    chip: Chip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = start(tmp_path, monkeypatch, card_reader=True, tags={FOUR.hex(): "A7B3"})
    chip._begin()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    for number in range(30):  # another unknown tag at each look, and nobody takes any
        chip.tags = [Tag(bytes([0x04, number, 1, 2]))]
        bench.run(250)
    assert len({tag["i"] for tag in bench.said("tag")}) == 8
    for key in "12345678":
        down(key)
        bench.run(40)
        up(key)
        bench.run(40)
    assert {key["k"] for key in bench.said("key")} == set("12345678")
    bench.send({"t": "took", "b": bench.link.boot_id, "n": 6})  # room for six cards: one code, then half of one
    bench.run(60)
    for tag in (FOUR, SEVEN, FOUR):
        chip.tags = [Tag(tag)]
        bench.run(400)
    numbered = {key["n"]: key["k"] for key in bench.said("key") if key["n"] > 16}
    assert "".join(numbered[number] for number in sorted(numbered)) == "A7B3"


def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **more: object) -> Bench:
    monkeypatch.chdir(tmp_path)
    document = {"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 9}], **more}
    (tmp_path / "settings.json").write_text(json.dumps(document))
    return Bench()


def test_a_tag_that_was_taught_presses_its_keys_and_another_is_told_and_refused_in_red(
    chip: Chip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = start(tmp_path, monkeypatch, card_reader=True, tags={FOUR.hex(): "A7"})
    chip._begin()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    chip.tags = [Tag(FOUR)]
    bench.run(400)
    assert [message["k"] for message in bench.said("key")] == ["A", "7"]
    assert bench.said("tag") == []
    bench.send({"t": "took", "b": bench.link.boot_id, "n": 2})
    chip.tags = [Tag(SEVEN)]
    bench.run(250)
    tags = bench.said("tag")
    assert (tags[0]["i"], tags[0]["n"], tags[0]["b"]) == (SEVEN.hex(), 3, bench.link.boot_id)
    bench.send({"t": "probe", "n": 1})
    bench.run(60)
    assert bench.said("probed")[0]["r"] == "ready"


@pytest.mark.parametrize("trouble", ["none", "mute", "lying"])
def test_whatever_the_reader_does_frames_and_keys_keep_their_times(
    chip: Chip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    """Faults that others met: a reader without a card blocks; here each byte of the SPI costs time."""
    transfer = chip.transfer

    def slow(out: bytes, into: bytearray | None) -> None:
        clock.advance(90)
        transfer(out, into)

    monkeypatch.setattr(chip, "transfer", slow)
    bench = start(tmp_path, monkeypatch, card_reader=True)
    chip._begin()
    bench.send({"t": "hail", "v": 1})
    bench.run(600)
    chip.is_wired = trouble != "none"
    chip.is_mute = trouble == "mute"
    chip.tags = [Tag(TEN)] if trouble == "lying" else []
    started_us = clock.now
    bench.run(3000)
    pressed_us = clock.now
    down("5")
    bench.run(100)
    assert max(bench.gaps_us(started_us)) <= 17_000
    assert bench.said_at("key")[-1] - pressed_us <= 25_000
    bench.send({"t": "probe", "n": 1})
    bench.run(60)
    assert bench.said("probed")[0]["r"] == ("ready" if trouble == "lying" else "missing")


def test_the_buzzer_ticks_for_a_press_and_growls_for_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.tones.clear()
    bench = start(tmp_path, monkeypatch, buzzer=True)
    bench.send({"t": "hail", "v": 1})
    bench.run(100)
    down("5")
    bench.run(15)
    assert machine.tones == [[pins.BUZZER, 2400, 32768]]
    bench.run(60)
    assert machine.tones[0][2] == 0
    bench.send({"t": "cue", "p": "main", "k": "refused"})
    bench.run(60)
    assert machine.tones[0][1:] == [220, 32768]
    bench.run(300)
    assert machine.tones[0][2] == 0
    bench.app.stop()


def test_no_sound_where_one_could_tell_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18."""
    machine.tones.clear()
    bench = start(tmp_path, monkeypatch, buzzer=True)
    bench.app._store.board = pyramid()
    bench.app._use_board()
    bench.send({"t": "hail", "v": 1})
    bench.run(100)
    down("5")
    bench.send({"t": "cue", "p": "main", "k": "refused"})
    bench.run(100)
    assert machine.tones[0][2] == 0


def pyramid() -> board.Board:
    one_space = b"RB\x01\x02\x01\x04\x00" + bytes([0, 255, 255, 255, 255, 255])
    return board.Board(one_space)
