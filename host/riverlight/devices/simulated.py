"""The simulated Pico: the real firmware files in a separate process, behind a port that pyserial opens.

They run under a real MicroPython with a Pico's heap if one is available, else under this CPython
(``SimulatedPico.interpreter`` says which). ``/`` is a private folder whose files survive restarts.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from firmware import pins, settings
from riverlight.closeable import Closeable
from riverlight.devices import interpreter as interpreters
from riverlight.devices.fitting import fits, settings_for
from riverlight.devices.relay import Relay
from riverlight.devices.settings_file import read_settings
from riverlight.errors import DeviceError
from riverlight.folders import PassingFolder
from shared_rules.board import Board

__all__ = ["HOLD_MS", "PEEK", "Frame", "SimulatedPico", "install", "settings_in"]

HOLD_MS = 40
"""Duration of a key press: longer than the debounce time, much shorter than a long press."""

GAP_MS = 30
"""Time between two key presses."""

_STEP_MS = 500
"""Step size of the stepped clock, so that listeners can send a heartbeat every second."""

STEP_SECONDS = 20.0
"""Real time that the firmware may take to use the time granted by a stepped clock."""

_LAUNCHER = Path(__file__).with_name("pico_shims") / "launcher.py"

PEEK = "peek"
"""The name of the peek key, which is not on a keypad."""

_WIRES = {"main": (pins.ROWS, pins.COLUMNS), "second": (pins.SECOND_ROWS, pins.SECOND_COLUMNS)}
_GROUND = 30  # the ground pin in the simulated board's key matrix

_SENSOR_BYTES = 32  # the length of the longest chain

Frame = Sequence[int]
"""One frame as the PIO received it: one 32-bit word for each light."""


def install(folder: Path) -> None:
    """Copy the firmware's files into ``folder`` with a Pico's layout; unchanged files are not written."""
    import firmware  # noqa: PLC0415  (to find its folder, not to run it)
    import shared_rules  # noqa: PLC0415

    for package in (firmware, shared_rules):
        home = Path(str(package.__file__)).parent
        for source in home.glob("*.py"):
            _put(folder / home.name / source.name, source.read_bytes())
    _put(folder / "main.py", (Path(str(firmware.__file__)).parent / "root_main.py").read_bytes())


def _put(target: Path, content: bytes) -> None:
    if target.is_file() and target.read_bytes() == content:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


class SimulatedPico(Closeable):
    """A simulated Pico; close it, or use it as a context manager.

    Args:
        folder: the Pico's flash; None makes a temporary one.
        clock: ``"real"``, or ``"stepped"``, where time passes for the firmware only by :meth:`advance`.
        is_installed: False leaves the folder's files unchanged, to run a program other than this firmware.
        interpreter: replaces the one that would be found.
        wired_as: settings that replace those on its flash and the defaults.

    Attributes:
        on_frame: called with each frame sent to the lights, ``on_frame(chain, words)``, in another thread.
    """

    def __init__(
        self,
        folder: Path | None = None,
        clock: Literal["real", "stepped"] = "real",
        *,
        is_installed: bool = True,
        interpreter: interpreters.Interpreter | None = None,
        wired_as: Mapping[str, Any] | None = None,
    ) -> None:
        self.clock = clock
        self.on_frame: Callable[[int, Frame], None] | None = None
        self._interpreter = interpreter or interpreters.find()
        # Deleted automatically if this is interrupted before there is anything to close.
        self._passing: PassingFolder | None = None
        if folder is None:
            self._passing = PassingFolder("pico")
            folder = self._passing.path
        self.folder = folder
        self.folder.mkdir(parents=True, exist_ok=True)
        if is_installed:
            install(self.folder)
        if wired_as is not None:
            (self.folder / settings.PATH).write_text(json.dumps(wired_as), encoding="utf-8")
        self._changed = threading.Condition()
        self._now_ms = 0
        self._is_idle = False
        self._is_program_over = False
        self._boots = 0
        self._granted_ms = 0
        self._frames: dict[int, array[int]] = {}
        self._orders, self._panels = _chains_in(self.folder)
        self._listeners: list[Callable[[], None]] = []
        self._closed_switches: list[tuple[int, int]] = []
        self._magnets = 0
        self._presses_end_at = 0.0
        self._relay = Relay(self._command, self._on_message, on_terminal=self._interpreter.is_micropython)
        self._relay.start()

    def close(self) -> None:
        """End the process and close the port; closing again has no effect."""
        if self._boots < 0:
            return
        self._boots = -1
        self._relay.close()
        if self._passing is not None:
            self._passing.close()

    @property
    def interpreter(self) -> str:
        """The interpreter that runs the firmware, as ``"MicroPython 1.28"``."""
        return self._interpreter.name

    @property
    def is_micropython(self) -> bool:
        """Whether the firmware runs under a real MicroPython with a Pico's heap."""
        return self._interpreter.is_micropython

    @property
    def port(self) -> str:
        """The port for ``open_serial``; may change when plugged in again. Empty while unplugged."""
        return self._relay.port

    @property
    def process_id(self) -> int | None:
        """The id of the firmware's process; None if none is running."""
        return self._relay.process_id

    @property
    def boots(self) -> int:
        """How often the firmware's process has been started."""
        return self._boots

    @property
    def now_ms(self) -> int:
        """Milliseconds since the firmware started, as last reported; exact on the stepped clock."""
        with self._changed:
            return self._now_ms

    @property
    def panels(self) -> tuple[str, ...]:
        """The panel of each chain of lights, by the chain's number."""
        with self._changed:
            return self._panels

    def wire_for(self, board: Board) -> None:
        """Ensure that it has all lights of ``board``; if some are missing, change the settings and restart."""
        if not fits(settings_in(self.folder), board):
            self.pull()
            (self.folder / settings.PATH).write_text(json.dumps(self._settings_for(board)), encoding="utf-8")
            self.plug()

    def _settings_for(self, board: Board) -> dict[str, Any]:
        return settings_for(board)

    # The cable and the power.

    def pull(self) -> None:
        """Unplug the cable: the port disappears and the Pico, without power, is off."""
        self._relay.pull()

    def plug(self) -> None:
        """Plug the cable in: the firmware starts, with its files unchanged."""
        self._relay.plug()

    def kill(self) -> None:
        """Crash the Pico with its port still present: it is silent until unplugged and plugged in."""
        self._relay.kill()

    # Keys.

    def hold(self, pins: tuple[int, int]) -> None:
        """Close the switch between two pins."""
        with self._changed:
            if pins not in self._closed_switches:
                self._closed_switches.append(pins)
            self._send_switches()

    def let_go(self, pins: tuple[int, int]) -> None:
        """Open the switch between two pins."""
        with self._changed:
            if pins in self._closed_switches:
                self._closed_switches.remove(pins)
            self._send_switches()

    def press(self, key: str, hold_ms: int = HOLD_MS, keypad: str = "main") -> None:
        """Press and release a key of the ``main`` or ``second`` keypad, after earlier presses have ended.

        On the real clock this returns at once; on the stepped clock when the key has been released.

        Raises:
            DeviceError: the keypad has no such key.
        """
        pins = _pins_of(key, keypad)
        if self.clock == "stepped":
            self.hold(pins)
            self.advance(hold_ms)
            self.let_go(pins)
            self.advance(GAP_MS)
            return
        with self._changed:
            start_at = max(time.monotonic(), self._presses_end_at)
            self._presses_end_at = start_at + (hold_ms + GAP_MS) / 1000
        wait_seconds = start_at - time.monotonic()
        self._relay.later(wait_seconds, lambda: self.hold(pins))
        self._relay.later(wait_seconds + hold_ms / 1000, lambda: self.let_go(pins))

    # Magnets over the sensors.

    def set_magnets(self, occupied: int, ms: int = 0) -> None:
        """Place magnets on exactly the sensor positions whose bits are set.

        On the stepped clock this returns after ``ms`` milliseconds.
        """
        with self._changed:
            self._magnets = occupied
            self._send_magnets()
        if ms and self.clock == "stepped":
            self.advance(ms)

    # The stepped clock.

    def advance(self, ms: int) -> None:
        """Advance the stepped clock by ``ms`` milliseconds; return when the firmware has used them and waits.

        Returns at once if no firmware is running (unplugged, killed, or at the REPL).

        Raises:
            DeviceError: on the real clock, or if the firmware does not use the time within STEP_SECONDS.
        """
        if self.clock != "stepped":
            raise DeviceError("Time can be granted to a simulated Pico on the stepped clock only, not on the real one.")
        left_ms = ms
        while True:
            self._step(min(left_ms, _STEP_MS))
            for listener in list(self._listeners):
                listener()
            left_ms -= _STEP_MS
            if left_ms <= 0:
                return

    def _step(self, ms: int) -> None:
        with self._changed:
            boots = self._boots
            if self._is_program_over or not self._relay.send(b"A", ms.to_bytes(4, "little")):
                return
            self._granted_ms += ms
            self._is_idle = False

            def is_used() -> bool:
                is_gone = self._boots != boots or self._relay.process_id is None
                return self._is_idle or self._is_program_over or is_gone

            if not self._changed.wait_for(is_used, STEP_SECONDS):
                raise DeviceError(f"The simulated Pico did not use {ms} ms within {STEP_SECONDS:.0f} s.")

    def on_advance(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` after each :meth:`advance`, in its thread; return the function that removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # Lights.

    def frame(self, chain: int) -> list[int]:
        """Return the words of the last frame sent to a chain, unchanged; empty before the first."""
        with self._changed:
            return list(self._frames.get(chain, ()))

    def lights(self, chain: int = 0) -> list[tuple[int, int, int]]:
        """Return the last frame of a chain as its strip shows it: (red, green, blue), 0–255 each.

        Empty before the first frame.
        """
        words = self.frame(chain)[1:]  # the first tells the PIO how many bits follow
        # A word's highest byte is sent first: the strip uses it for the first colour of its order.
        red, green, blue = (24 - 8 * self._orders[chain].index(letter) for letter in "RGB")
        return [(word >> red & 0xFF, word >> green & 0xFF, word >> blue & 0xFF) for word in words]

    # Communication with the process.

    def _command(self, wire: str, way: str, cause: int) -> Sequence[str]:
        launch = (_LAUNCHER.as_posix(), wire, self.folder.resolve().as_posix(), self.clock, way, str(cause))
        return (*self._interpreter.command, *launch)

    def _send_switches(self) -> None:
        with self._changed:  # held while sending, so that the newest state is sent last
            self._relay.send(b"S", bytes(pin for pins in self._closed_switches for pin in pins))

    def _send_magnets(self) -> None:
        with self._changed:
            self._relay.send(b"M", self._magnets.to_bytes(_SENSOR_BYTES, "little"))

    def _on_message(self, kind: bytes, body: bytes) -> None:
        """Handle a message from the process; in the relay's thread."""
        if kind == b"F":
            words = array("I")
            words.frombytes(body[1:])
            if sys.byteorder == "big":
                words.byteswap()
            with self._changed:
                self._frames[body[0]] = words
            if self.on_frame is not None:
                self.on_frame(body[0], words)
            return
        if kind == b"N":
            self._on_bitstream(body[0], body[1:])
            return
        with self._changed:
            if kind == b"I":
                self._now_ms = int.from_bytes(body, "little")
                self._is_idle = self._now_ms >= self._granted_ms
            elif kind == b"Q":
                self._is_program_over = True
            elif kind == b"B":
                self._boots += 1
                self._now_ms = self._granted_ms = 0
                self._is_idle = self._is_program_over = False
                self._orders, self._panels = _chains_in(self.folder)
            self._changed.notify_all()
        if kind == b"B":
            self._relay.later(0.0, self._send_switches)  # when the process is ready to receive them
            if self._magnets:
                self._relay.later(0.0, self._send_magnets)

    def _on_bitstream(self, pin: int, levels: bytes) -> None:
        """Handle data sent to a pin by bitstream, without a state machine, as a frame of that pin's chain."""
        if pin not in pins.CHAINS:
            return
        words = array("I", [8 * len(levels) - 1])
        words.extend(int.from_bytes(levels[at : at + 3], "big") << 8 for at in range(0, len(levels) - 2, 3))
        wired = [chain["panel"] for chain in settings_in(self.folder).chains]
        number = pins.CHAINS.index(pin)
        chain = sorted(wired).index(wired[number]) if number < len(wired) else number
        with self._changed:
            self._frames[chain] = words
        if self.on_frame is not None:
            self.on_frame(chain, words)


def settings_in(folder: Path) -> settings.Settings:
    """Return the settings of the firmware in ``folder``; the defaults if there are none or they are invalid."""
    try:
        return read_settings(folder / settings.PATH)
    except DeviceError:
        return settings.Settings()


def _chains_in(folder: Path) -> tuple[list[str], tuple[str, ...]]:
    """Return the colour order and panel of each chain; chains are numbered by the order of panel names."""
    chains = sorted(settings_in(folder).chains, key=lambda chain: str(chain["panel"]))
    return [chain["order"] for chain in chains], tuple(chain["panel"] for chain in chains)


def _pins_of(key: str, keypad: str) -> tuple[int, int]:
    if key == PEEK:
        return pins.PEEK, _GROUND
    rows, columns = _WIRES[keypad]
    place = settings.LEGEND.find(key)
    if len(key) != 1 or place < 0:
        raise DeviceError(f"The {keypad} keypad has the keys {' '.join(settings.LEGEND)}, not {key!r}.")
    return rows[place // len(columns)], columns[place % len(columns)]
