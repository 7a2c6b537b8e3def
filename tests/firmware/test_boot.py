"""Booting the Pico: slots, trials, failed boots, safe mode, the crash log."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import clock
import machine
import matrix
import pytest
import rp2

from firmware import main, pins, power, root_main
from tests.firmware.pico_bench import Stream
from tests.firmware.power_cuts import PowerCut, cut_power_at


@pytest.fixture(autouse=True)
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "sync", lambda: None)  # this computer's disks are none of the matter
    monkeypatch.setattr(sys, "path", list(sys.path))
    clock.reset()
    matrix.reset()
    rp2.on_frame = None
    rp2.DMA._free[:] = list(range(12))
    return tmp_path


def slot_file(flash: Path) -> str:
    return (flash / "slot").read_text().strip()


def start_with(monkeypatch: pytest.MonkeyPatch, program: Callable[[root_main.Start], object]) -> BaseException | None:
    """Start once with ``program`` in the firmware's place; return what ended it."""
    monkeypatch.setattr(main, "main", lambda start: program(start))  # noqa: PLW0108 - it is called by that name
    try:
        root_main.run()
    except BaseException as ended:  # noqa: BLE001 - that is the question
        return ended
    return None


def fail(_start: root_main.Start) -> None:
    raise ImportError("no module named 'firmware.leds'")


def test_a_board_whose_files_were_copied_by_hand_runs_without_a_slot(
    flash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    start_with(monkeypatch, lambda start: seen.append((start.slot, start.is_on_trial, sys.path[0])))
    assert seen == [(".", False, sys.path[0])]
    assert slot_file(flash) == ". 1"


def test_the_slot_in_force_is_where_the_firmware_is_looked_for(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (flash / "slot").write_text("b 0\n")
    seen = []
    start_with(monkeypatch, lambda start: seen.append((start.slot, sys.path[0])))
    assert seen == [("b", "b")]


@pytest.mark.parametrize("foreign", ["", "c 0", "a", "a x", "a -9", "a 0 b b", "\0\0", "a 0" * 100_000])
def test_a_slot_file_that_is_none_of_ours_is_no_slot(flash: Path, foreign: str) -> None:
    (flash / "slot").write_text(foreign)
    assert root_main.read_slot() == (".", 0, "")


def test_a_healthy_start_clears_the_count(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (flash / "slot").write_text("a 1\n")
    assert start_with(monkeypatch, lambda start: start.confirm(is_heard=False)) is None
    assert slot_file(flash) == "a 0"


def test_three_failed_starts_lead_to_safe_mode_and_the_next_is_a_new_try(
    flash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[int, bytes]] = []
    monkeypatch.setattr(machine, "on_bitstream", lambda pin, levels: sent.append((pin, levels)))
    (flash / "slot").write_text("a 0\n")
    for _ in range(3):
        ended = start_with(monkeypatch, fail)
        assert isinstance(ended, SystemExit), "the board restarts by itself"
        assert sent == []
    assert start_with(monkeypatch, fail) is None, "the prompt has the line"
    assert [pin for pin, _ in sent] == list(pins.CHAINS)
    assert all(set(levels[:3]) == {2} and len(levels) == 900 for _, levels in sent)
    assert slot_file(flash) == "a 0"
    assert isinstance(start_with(monkeypatch, fail), SystemExit)
    assert slot_file(flash) == "a 1"


def test_a_trial_goes_back_to_the_old_slot_by_itself_after_three_failed_starts(
    flash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (flash / "slot").write_text("b 0 a\n")
    for _ in range(3):
        start_with(monkeypatch, fail)
    seen = []
    start_with(monkeypatch, lambda start: seen.append((start.slot, start.is_on_trial, start.is_safe)))
    assert seen == [("a", False, False)]
    assert slot_file(flash) == "a 1"


def test_a_trial_that_no_host_has_heard_goes_back_too(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Alive is not enough: firmware that cannot be spoken to could not be replaced without a person at the prompt."""
    (flash / "slot").write_text("b 0 a\n")
    for _ in range(3):
        start_with(monkeypatch, lambda start: start.confirm(is_heard=False))
    seen = []
    start_with(monkeypatch, lambda start: seen.append(start.slot))
    assert seen == ["a"]


def test_a_trial_that_a_host_has_heard_is_kept(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (flash / "slot").write_text("b 0 a\n")
    start_with(monkeypatch, lambda start: (start.confirm(is_heard=False), start.confirm(is_heard=True)))
    assert slot_file(flash) == "b 0"


def test_a_persons_ctrl_c_is_no_failed_start(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults that others met: the start program swallows Ctrl-C."""

    def interrupted(_start: root_main.Start) -> None:
        raise KeyboardInterrupt

    (flash / "slot").write_text("b 1 a\n")
    for _ in range(5):
        assert isinstance(start_with(monkeypatch, interrupted), KeyboardInterrupt)
    assert slot_file(flash) == "b 1 a"


def test_the_bottom_right_key_held_leads_to_safe_mode(
    flash: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (flash / "slot").write_text("a 0\n")
    started: list[bool] = []
    matrix.close(pins.ROWS[3], pins.COLUMNS[3])
    assert start_with(monkeypatch, lambda _: started.append(True)) is None
    assert started == []
    assert "safe mode" in capsys.readouterr().out
    assert slot_file(flash) == "a 0"
    matrix.release(pins.ROWS[3], pins.COLUMNS[3])
    matrix.close(pins.ROWS[3], pins.COLUMNS[2])
    start_with(monkeypatch, lambda _: started.append(True))
    assert started == [True], "another key starts as ever"
    assert matrix.drive[pins.ROWS[3]] == matrix.FLOATING


def test_the_lights_of_safe_mode_keep_to_what_a_usb_port_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without settings or limiter: for as many lights as the port feeds at all, less a few."""
    sent: list[bytes] = []
    monkeypatch.setattr(machine, "bitstream", lambda _pin, _encoding, _timing, levels: sent.append(bytes(levels)))
    root_main.enter_safe_mode(pins)
    assert len(sent) == len(pins.CHAINS)
    for lights in (1, 60, 150, 190):
        levels = [sum(sent[0][colour : 3 * lights : 3]) for colour in (1, 0, 2)]
        drawn = power.Limiter(lights, 1000)
        drawn.record([*levels, 0])
        assert drawn.estimate_ma <= power.SUPPLY_MA - power.PICO_MA
    assert any(sent[0][:3]), "the first light shines"


def test_a_slot_without_even_a_pin_table_reaches_safe_mode_without_lights(
    flash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(root_main, "_pins", lambda: None)
    (flash / "slot").write_text("a 3\n")
    assert start_with(monkeypatch, fail) is None


def test_errors_are_kept_on_flash_the_last_few_of_them(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (flash / "slot").write_text("a 0\n")
    start_with(monkeypatch, fail)
    log = (flash / "crash.log").read_text()
    assert log.startswith("slot a, 0 ms after its start:")
    assert "no module named 'firmware.leds'" in log

    def crash_often(start: root_main.Start) -> None:
        for number in range(20):
            start.log(ValueError("x" * 2000 + str(number)))

    for _ in range(3):
        start_with(monkeypatch, crash_often)
    log = (flash / "crash.log").read_text()
    assert len(log) <= 4000
    assert log.rstrip().endswith("x7"), "eight of each start: flash wears out"


def test_a_log_of_any_length_and_content_is_cut_to_its_end(flash: Path) -> None:
    (flash / "crash.log").write_bytes(b"\xff\0\xc3" * 100_000)
    root_main.Start().log(ValueError("the newest"))
    log = (flash / "crash.log").read_bytes()
    assert len(log) == 4000
    assert log.rstrip().endswith(b"the newest")


def test_a_heap_too_full_for_the_log_ends_nothing(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_error: object) -> str:
        raise MemoryError

    monkeypatch.setattr(root_main, "_trace", full)
    start = root_main.Start()
    start.log(MemoryError())
    assert not (flash / "crash.log").exists()


def test_a_crash_of_the_app_is_kept_too_and_ends_a_trial(flash: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_at_once(*_: object) -> None:
        raise RuntimeError("no state machine")

    monkeypatch.setattr(main, "make_chains", fail_at_once)
    (flash / "slot").write_text("b 0 a\n")
    trial = root_main.Start()
    with pytest.raises(RuntimeError):
        main.main(Stream(), Stream(), trial)
    (flash / "slot").write_text("b 0\n")
    settled = root_main.Start()
    clock.call_at(1_000_000, throw_power_cut)
    with pytest.raises(PowerCut):
        main.main(Stream(), Stream(), settled)
    assert "no state machine" in (flash / "crash.log").read_text()
    assert slot_file(flash) == "b 1"


def throw_power_cut(_: object) -> None:
    raise PowerCut


def test_the_firmware_calls_itself_healthy_after_two_seconds(flash: Path) -> None:
    (flash / "slot").write_text("a 2\n")
    start = root_main.Start()
    assert slot_file(flash) == "a 3"
    clock.call_at(1_900_000, lambda _: seen.append(slot_file(flash)))
    clock.call_at(2_100_000, throw_power_cut)
    seen: list[str] = []
    with pytest.raises(PowerCut):
        main.main(Stream(), Stream(), start)
    assert seen == ["a 3"]
    assert slot_file(flash) == "a 0"


def test_a_trial_that_no_host_hears_restarts_after_half_a_minute_and_so_goes_back_by_itself(flash: Path) -> None:
    (flash / "slot").write_text("b 0 a\n")
    for failed in (1, 2, 3):
        clock.reset()
        rp2.DMA._free[:] = list(range(12))
        with pytest.raises(SystemExit):
            main.main(Stream(), Stream(), root_main.Start())
        assert 30_000_000 <= clock.now <= 30_100_000
        assert slot_file(flash) == f"b {failed} a"
    assert root_main.Start().slot == "a"


def test_a_full_flash_is_no_reason_not_to_start(
    flash: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_path: str, _text: str) -> None:
        raise OSError(28)

    (flash / "slot").write_text("a 0\n")
    monkeypatch.setattr(root_main, "_write", full)
    seen = []
    start_with(monkeypatch, lambda start: (seen.append(start.slot), start.log(ValueError("?"))))
    assert seen == ["a"]
    assert "cannot be noted" in capsys.readouterr().out


@pytest.mark.parametrize("before", ["a 0", "a 2", "b 0 a", "b 3 a", "a 3"])
def test_power_lost_at_any_moment_of_a_start_leaves_a_slot_to_start_from(flash: Path, before: str) -> None:
    for moment in range(50):
        (flash / "slot").write_text(before)
        try:
            with cut_power_at(moment):
                root_main.Start()
            break
        except PowerCut:
            slot, failed, old = root_main.read_slot()
            assert slot in {before[0], before[-1]}
            assert failed <= 3
            assert old in {"", "a"}
    assert moment > 3
