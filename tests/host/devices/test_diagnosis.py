"""Each common problem is found, and reported with how to fix it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from riverlight.devices.diagnosis import RULE_NAME, find_board_problems, holder_of, no_permission, udev_rule
from riverlight.devices.ports import FoundPort

PICO = FoundPort("/dev/ttyACM0", "E661", "Raspberry Pi Pico", kind="micropython")


def usb(root: Path, vendor: str, product: str, /, **words: str) -> None:
    device = root / "sys" / "bus" / "usb" / "devices" / f"1-{product}"
    device.mkdir(parents=True)
    for name, said in words.items():
        (device / name).write_text(said + "\n")
    (device / "idVendor").write_text(vendor + "\n")
    (device / "idProduct").write_text(product + "\n")


def process(root: Path, name: str, number: int = 4711) -> Path:
    folder = root / "proc" / str(number)
    (folder / "fd").mkdir(parents=True)
    (folder / "comm").write_text(name + "\n")
    return folder


def sentences(root: Path, *ports: FoundPort) -> str:
    return "\n".join(f"{grade} {sentence}" for grade, sentence in find_board_problems(list(ports), root))


def test_a_board_in_use_has_no_trouble(tmp_path: Path) -> None:
    usb(tmp_path, "2e8a", "0005")
    assert sentences(tmp_path, PICO) == ""


def test_a_cable_for_charging_only_looks_like_no_board_and_is_named(tmp_path: Path) -> None:
    assert "charge-only: use a data cable" in sentences(tmp_path)


def test_a_pico_in_its_bootloader_is_told_by_its_usb_ids_or_its_drive(tmp_path: Path) -> None:
    usb(tmp_path / "one", "2e8a", "0003")
    assert sentences(tmp_path / "one").startswith("bad A Pico is in its bootloader: copy MicroPython's UF2")
    drive = tmp_path / "two" / "media" / "ada" / "RPI-RP2"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("Model: Raspberry Pi RP2")
    assert "bootloader" in sentences(tmp_path / "two")


def test_a_pico_2_in_its_bootloader_gets_an_image_of_its_own(tmp_path: Path) -> None:
    usb(tmp_path / "one", "2e8a", "000f")
    assert sentences(tmp_path / "one") == (
        "bad A Pico 2 is in its bootloader: copy MicroPython's UF2 file for the Pico 2 onto its drive RP2350."
    )
    drive = tmp_path / "two" / "run" / "media" / "ada" / "RP2350"
    drive.mkdir(parents=True)
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350")
    assert sentences(tmp_path / "two").startswith("bad A Pico 2 is in its bootloader")


def test_a_debug_probe_is_no_board_and_said_to_be_left_alone(tmp_path: Path) -> None:
    usb(tmp_path, "2e8a", "0005")
    usb(tmp_path, "2e8a", "000c", product="Debug Probe (CMSIS-DAP)")
    probe = FoundPort("/dev/ttyACM1", "E662", "debug probe", kind="debug probe")
    assert sentences(tmp_path, PICO, probe).startswith("note A debug probe is plugged in and not used")
    assert "No Raspberry Pi board is plugged in" not in sentences(tmp_path, PICO, probe)
    assert "No Raspberry Pi board is plugged in" in sentences(tmp_path, probe)


def test_an_adafruit_board_with_micropython_is_a_board_like_any_other(tmp_path: Path) -> None:
    usb(tmp_path, "239a", "80f2", manufacturer="MicroPython", product="Board in FS mode")
    feather = FoundPort("/dev/ttyACM0", "E663", "Adafruit board with MicroPython", kind="micropython")
    assert sentences(tmp_path, feather) == ""


def test_circuitpython_is_told_from_micropython(tmp_path: Path) -> None:
    usb(tmp_path / "one", "239a", "80f4")
    assert "runs CircuitPython, and Riverlight needs MicroPython: put" in sentences(tmp_path / "one")
    drive = tmp_path / "two" / "Volumes" / "CIRCUITPY"
    drive.mkdir(parents=True)
    (drive / "boot_out.txt").write_text("Adafruit CircuitPython")
    assert "runs CircuitPython" in sentences(tmp_path / "two")
    port = FoundPort("/dev/ttyACM1", "", "CircuitPython board", kind="circuitpython")
    assert "runs CircuitPython" in sentences(tmp_path / "three", port)


def test_modemmanager_is_told_unless_the_rule_keeps_it_away(tmp_path: Path) -> None:
    """Faults that others met: ModemManager types AT commands into a fresh port."""
    process(tmp_path, "ModemManager")
    assert "note ModemManager types into fresh ports" in sentences(tmp_path, PICO)
    rules = tmp_path / "etc" / "udev" / "rules.d"
    rules.mkdir(parents=True)
    (rules / RULE_NAME).write_text("")
    assert sentences(tmp_path, PICO) == ""


def test_the_rule_ships_and_speaks_of_the_pico_alone() -> None:
    lines = [line for line in udev_rule().read_text().splitlines() if not line.startswith("#")]
    assert lines
    for line in lines:
        assert '{idVendor}=="2e8a"' in line
        assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in line
        assert 'TAG+="uaccess"' in line


def test_no_permission_names_the_rule_and_the_group() -> None:
    told = no_permission(PICO).sentence
    assert str(udev_rule()) in told
    assert "dialout" in told


def test_the_program_that_holds_a_port_is_named(tmp_path: Path) -> None:
    held = process(tmp_path, "picocom") / "fd" / "5"
    held.symlink_to("/dev/ttyACM0")
    process(tmp_path, "bash", 12)
    assert holder_of("/dev/ttyACM0", tmp_path) == "picocom (process 4711)"
    assert holder_of("/dev/ttyACM9", tmp_path) == ""
    (tmp_path / "proc" / "4711" / "comm").unlink()
    assert holder_of("/dev/ttyACM0", tmp_path) == "another program (process 4711)"


@pytest.mark.parametrize("name", ["fd", "comm"])
def test_what_may_not_be_looked_into_is_passed_over(tmp_path: Path, name: str) -> None:
    folder = process(tmp_path, "secret")
    if name == "fd":
        (folder / "fd").rmdir()
    else:
        (folder / "comm").unlink()
    assert holder_of("/dev/ttyACM0", tmp_path) == ""
    assert sentences(tmp_path, PICO) == ""


def test_on_windows_the_bootloader_is_found_by_its_drive_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "E:").mkdir()
    (tmp_path / "E:" / "INFO_UF2.TXT").write_text("Model: Raspberry Pi RP2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "platform", "win32")
    assert "A Pico is in its bootloader" in sentences(tmp_path)
