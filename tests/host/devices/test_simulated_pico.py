"""The simulated Pico itself: its process, its terminal, its clocks, its switches, its flash, its end."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from riverlight.devices import interpreter, simulated
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError

from tests.host.devices.scripted_pico import wait_until
from tests.host.devices.stand_in import STAND_IN
from tests.host.devices.stopwatch import Stopwatch

INTERPRETERS = [interpreter.CPYTHON]
if interpreter.find().is_micropython:
    INTERPRETERS.insert(0, interpreter.find())

needs_micropython = pytest.mark.skipif(
    not interpreter.find().is_micropython, reason="no MicroPython can be had on this machine"
)


class Terminal:
    """A person at the port."""

    def __init__(self, path: str) -> None:
        self.port = open_serial(path)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.port.close()

    def say(self, text: bytes) -> None:
        """Type."""
        self.port.write(text)

    def until(self, text: bytes, seconds: float = 60.0) -> bytes:
        """Return what comes up to and with ``text``."""
        deadline = time.monotonic() + seconds
        seen = b""
        while text not in seen:
            assert time.monotonic() < deadline, f"{text!r} did not come; instead: {seen!r}"
            seen += self.port.read(1)
        return seen

    def ask(self, question: bytes, answer: bytes) -> bytes:
        """Say a line and return the rest of the line that starts with ``answer``."""
        self.say(question + b"\n")
        self.until(answer)
        return self.until(b"\n").strip()


def is_running(process_id: int) -> bool:
    """Tell whether there is such a process."""
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture(scope="module", params=INTERPRETERS, ids=lambda found: found.name)
def folder_and_interpreter(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, interpreter.Interpreter]:
    folder = tmp_path_factory.mktemp("flash")
    (folder / "main.py").write_text(STAND_IN)
    return folder, request.param


@pytest.fixture(scope="module")
def pico(folder_and_interpreter: tuple[Path, interpreter.Interpreter]) -> Iterator[SimulatedPico]:
    folder, found = folder_and_interpreter
    with SimulatedPico(folder, is_installed=False, interpreter=found) as pico:
        yield pico


@pytest.fixture
def terminal(pico: SimulatedPico) -> Iterator[Terminal]:
    if not pico.port:
        pico.plug()
    with Terminal(pico.port) as terminal:
        yield terminal


@pytest.fixture(scope="module")
def stepped(folder_and_interpreter: tuple[Path, interpreter.Interpreter]) -> Iterator[tuple[SimulatedPico, Terminal]]:
    folder, found = folder_and_interpreter
    with (
        SimulatedPico(folder, "stepped", is_installed=False, interpreter=found) as pico,
        Terminal(pico.port) as terminal,
    ):
        yield pico, terminal


def test_it_says_what_runs_the_firmware(pico: SimulatedPico) -> None:
    assert pico.interpreter.split()[0] == ("MicroPython" if pico.is_micropython else "CPython")


def test_the_clock_follows_the_wall(terminal: Terminal) -> None:
    """It stands while a busy computer keeps the Pico waiting, but it never runs ahead."""

    def is_as_fast() -> bool:
        before_s = time.monotonic()
        first, ticks = (int(number) for number in terminal.ask(b"time", b"time ").split())
        time.sleep(0.2)
        second, more_ticks = (int(number) for number in terminal.ask(b"time", b"time ").split())
        assert second - first <= (time.monotonic() - before_s) * 1000 + 1
        assert (more_ticks - ticks) * 10 == pytest.approx(second - first, abs=20)
        return second - first >= 190

    wait_until(is_as_fast)


def test_a_closed_switch_is_seen_on_its_pin(pico: SimulatedPico, terminal: Terminal) -> None:
    assert terminal.ask(b"pin", b"pin ") == b"1"
    pico.hold((5, 30))
    wait_until(lambda: terminal.ask(b"pin", b"pin ") == b"0")
    pico.let_go((5, 30))
    wait_until(lambda: terminal.ask(b"pin", b"pin ") == b"1")


def test_frames_come_as_the_words_that_the_pio_was_given(pico: SimulatedPico, terminal: Terminal) -> None:
    seen: list[tuple[int, list[int]]] = []
    pico.on_frame = lambda chain, words: seen.append((chain, list(words)))
    terminal.say(b"frame\n")
    wait_until(lambda: seen)
    assert seen == [(1, [47, 0x01020300, 0xFFFEFD00])]
    assert pico.frame(1) == [47, 0x01020300, 0xFFFEFD00]
    assert pico.frame(3) == []


def test_ctrl_c_reaches_the_repl_within_a_second_and_ctrl_d_restarts(pico: SimulatedPico, terminal: Terminal) -> None:
    """Faults that others met: tools cannot get in because main.py swallows Ctrl-C."""
    terminal.ask(b"hello", b"heard ")
    watch = Stopwatch(pico)
    terminal.say(b"half a line\x03")
    assert b"KeyboardInterrupt" in terminal.until(b">>> ")
    assert watch.seconds() < (1.0 if pico.is_micropython else 5.0)
    terminal.say(b"\x04")
    terminal.until(b"soft reboot\r\n")
    terminal.until(b"started")
    assert terminal.ask(b"hello", b"heard ") == b"hello"


def test_leaving_the_program_restarts_it(terminal: Terminal) -> None:
    terminal.say(b"exit\n")
    terminal.until(b"soft reboot\r\n")
    terminal.until(b"started")
    assert terminal.ask(b"hello", b"heard ") == b"hello"


def test_files_stay_when_the_power_goes(pico: SimulatedPico, terminal: Terminal) -> None:
    terminal.say(b"keep\n")
    terminal.ask(b"hello", b"heard ")
    pico.pull()
    assert pico.process_id is None
    assert pico.port == ""
    with pytest.raises(OSError):  # noqa: PT011 - pyserial's own, or the socket's
        terminal.port.read(1)
    with pytest.raises(DeviceError, match="unplugged"):
        open_serial(pico.port)
    pico.plug()
    assert (pico.folder / "kept.txt").read_text() == "kept"
    with Terminal(pico.port) as again:
        assert again.ask(b"kept", b"kept ") == b"kept"


def test_a_reset_takes_the_port_away_and_tells_its_cause(pico: SimulatedPico) -> None:
    pico.pull()
    pico.plug()
    with Terminal(pico.port) as terminal:
        assert terminal.ask(b"cause", b"cause ") == b"1"
        boots = pico.boots
        terminal.say(b"reset\n")
        wait_until(lambda: pico.boots == boots + 1)
        with pytest.raises(OSError):  # noqa: PT011 - pyserial's own, or the socket's
            terminal.port.read(1)
    with Terminal(pico.port) as terminal:
        assert terminal.ask(b"cause", b"cause ") == b"3"


def test_a_dead_board_keeps_its_port_and_says_nothing(pico: SimulatedPico, terminal: Terminal) -> None:
    terminal.ask(b"hello", b"heard ")  # what it said at its start is read by then
    pico.kill()
    assert pico.process_id is None
    terminal.say(b"hello\n")
    assert terminal.port.read(1) == b""
    pico.pull()
    pico.plug()
    assert pico.process_id is not None


def test_what_nobody_reads_is_dropped(pico: SimulatedPico) -> None:
    frames: list[int] = []
    pico.on_frame = lambda chain, _words: frames.append(chain)
    with Terminal(pico.port) as terminal:
        terminal.ask(b"hello", b"heard ")
        terminal.say(b"late words\nframe\n")
    wait_until(lambda: frames)  # the words have come by now, while the port was closed
    for _ in range(2):
        pico._relay.do(lambda: None)
    with Terminal(pico.port) as terminal:
        assert b"late" not in terminal.ask(b"hello", b"heard ")


@needs_micropython
def test_mpremote_itself_works(pico: SimulatedPico) -> None:
    if not pico.is_micropython:
        pytest.skip("CPython has no raw REPL")
    mpremote = [sys.executable, "-m", "mpremote", "connect", pico.port]
    run = subprocess.run([*mpremote, "exec", "print(1+1)"], capture_output=True, timeout=120)
    assert (run.returncode, run.stdout.strip(), run.stderr) == (0, b"2", b"")
    (pico.folder / "note.txt").write_text("from outside")
    script = ["fs", "cp", ":note.txt", ":copy.txt", "+", "fs", "cat", ":copy.txt", "+", "soft-reset"]
    run = subprocess.run([*mpremote, *script], capture_output=True, timeout=120)
    assert run.returncode == 0, run
    assert run.stdout.endswith(b"from outside")
    with Terminal(pico.port) as terminal:
        terminal.say(b"\x04")
        terminal.until(b"soft reboot\r\n")
        assert terminal.ask(b"hello", b"heard ") == b"hello"


@needs_micropython
def test_it_has_the_heap_of_a_pico(pico: SimulatedPico) -> None:
    if not pico.is_micropython:
        pytest.skip("CPython has no heap limit")
    code = "import gc; gc.collect(); print(gc.mem_free() + gc.mem_alloc())"
    mpremote = [sys.executable, "-m", "mpremote", "connect", pico.port, "exec", code, "soft-reset"]
    run = subprocess.run(mpremote, capture_output=True, timeout=120)
    assert 200_000 < int(run.stdout) <= 224 * 1024


def test_stepped_time_passes_only_when_granted(stepped: tuple[SimulatedPico, Terminal]) -> None:
    pico, terminal = stepped
    before = int(terminal.ask(b"time", b"time ").split()[0])
    time.sleep(0.05)
    assert int(terminal.ask(b"time", b"time ").split()[0]) == before
    pico.advance(12_340)
    after, ticks = (int(number) for number in terminal.ask(b"time", b"time ").split())
    assert after - before == 12_340
    assert pico.now_ms == after
    assert ticks == after // 10


def test_stepped_time_runs_faster_than_the_wall(stepped: tuple[SimulatedPico, Terminal]) -> None:
    pico, _ = stepped
    watch = Stopwatch(pico)
    pico.advance(60_000)
    assert watch.seconds() < 30


def test_stepped_time_is_told_to_listeners_twice_a_second(stepped: tuple[SimulatedPico, Terminal]) -> None:
    pico, _ = stepped
    heard: list[int] = []
    start_ms = pico.now_ms
    end = pico.on_advance(lambda: heard.append(pico.now_ms - start_ms))
    pico.advance(1300)
    end()
    pico.advance(100)
    assert heard == [500, 1000, 1300]


def test_stepped_time_waits_for_nobody_at_the_repl_or_without_power(
    stepped: tuple[SimulatedPico, Terminal],
) -> None:
    pico, terminal = stepped
    terminal.say(b"\x03")
    terminal.until(b">>> ")
    pico.advance(1000)
    terminal.say(b"\x04")
    terminal.until(b"started")
    pico.advance(1000)
    assert int(terminal.ask(b"time", b"time ").split()[0]) == 1000
    terminal.port.close()
    pico.pull()
    pico.advance(1000)
    pico.plug()
    terminal.port = Terminal(pico.port).port
    pico.advance(70)
    assert int(terminal.ask(b"time", b"time ").split()[0]) == 70


def test_only_a_stepped_clock_takes_time(pico: SimulatedPico) -> None:
    with pytest.raises(DeviceError, match="on the stepped clock only"):
        pico.advance(1)


def test_a_key_that_no_keypad_has_is_refused(pico: SimulatedPico) -> None:
    with pytest.raises(DeviceError, match=r"The main keypad has the keys 1 2 3 A .*, not 'Q'"):
        pico.press("Q")


def test_nothing_is_left_when_it_is_closed() -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0

    before, threads = descriptors(), threading.active_count()
    pico = SimulatedPico()
    process_id, folder = pico.process_id, pico.folder
    assert process_id is not None
    assert folder.is_dir()
    pico.close()
    pico.close()
    assert not is_running(process_id)
    assert not folder.exists()
    assert (descriptors(), threading.active_count()) == (before, threads)


def test_it_ends_with_the_program_that_started_it() -> None:
    code = (
        "import time\n"
        "from riverlight.devices.simulated import SimulatedPico\n"
        "pico = SimulatedPico()\n"
        "print(pico.process_id, pico.folder, flush=True)\n"
        "time.sleep(60)\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    number, folder = owner.stdout.readline().split()
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    wait_until(lambda: not is_running(int(number)))
    shutil.rmtree(folder, ignore_errors=True)  # the next start of another may have cleared it already


def test_installing_twice_writes_nothing_the_second_time(tmp_path: Path) -> None:
    simulated.install(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.py")}
    assert {"main.py", "firmware", "shared_rules"} <= {path.name for path in tmp_path.iterdir()}
    simulated.install(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.py")} == times


def test_one_that_is_interrupted_before_it_runs_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_folder: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("riverlight.devices.simulated.install", interrupt)
    with pytest.raises(KeyboardInterrupt):
        SimulatedPico()
    gc.collect()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("boots", [0, 1])
def test_one_that_is_interrupted_as_it_begins_to_run_ends_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, boots: int
) -> None:
    """Ctrl-C may come when its thread runs already and nobody has hold of it yet."""
    before = set(threading.enumerate())
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    begin = threading.Thread.start
    booted = threading.Event()

    def interrupted(thread: threading.Thread) -> None:
        begin(thread)
        if thread.name == "simulated Pico":
            assert boots == 0 or booted.wait(60)
            raise KeyboardInterrupt

    def note(self: SimulatedPico, kind: bytes, body: bytes) -> None:
        hear(self, kind, body)
        booted.set()

    hear = SimulatedPico._on_message
    monkeypatch.setattr(SimulatedPico, "_on_message", note)
    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        SimulatedPico(tmp_path)
    assert set(threading.enumerate()) == before
    assert failed == []
