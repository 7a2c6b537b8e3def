"""Boot loader, installed as ``main.py``: selects one of two slots and starts it.

The file ``slot`` has one line: the current slot (``a`` or ``b``; ``.`` if the packages are next to main.py, copied by
hand), the number of failed boots, and, while that slot is on trial, the previous slot. A boot counts as failed until
the firmware has run for some seconds; a slot on trial must also have been heard by a host. After three failed boots a
trial is rolled back to the previous slot; otherwise the Pico enters safe mode: dim white lights, no firmware, a free
REPL. Holding the bottom right key enters safe mode, too.

Only this file is outside the slots, so it works without anything in them.
"""

import io
import os
import sys
import time

import machine
from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

SLOT_PATH = "slot"
CRASH_PATH = "crash.log"

_SLOTS = ("a", "b", ".")
_MOST_FAILED = const(3)
_MOST_ENTRIES = const(8)  # per boot
_ENTRY_CHARACTERS = const(1000)
_LOG_BYTES = const(4000)
_SLOT_CHARACTERS = const(32)  # longer than any valid slot file
_REST_MS = const(1000)
_SETTLE_US = const(200)  # settling time of a pulled-up line

# Bits of a WS2812, in nanoseconds: 0 high and low, 1 high and low.
_TIMING_NS = (400, 850, 800, 450)
# Every fourth light white at 1/127 of full light, the others dark: always within the current of a USB port.
_DIM = b"\x02\x02\x02" + bytes(9)
_DIM_TIMES = const(75)  # 300 lights of three colours


def _write(path: str, content: bytes) -> None:
    """Write a file atomically."""
    with open(path + ".new", "wb") as file:
        file.write(content)
    os.sync()
    os.rename(path + ".new", path)


def read_slot() -> "tuple[str, int, str]":
    """Return slot, number of failed boots, and the slot before a trial ("" if none)."""
    try:
        with open(SLOT_PATH) as file:
            words = file.read(_SLOT_CHARACTERS).split()
        failed = int(words[1])
        if words[0] in _SLOTS and failed >= 0 and len(words) <= 3:
            old = words[2] if len(words) == 3 and words[2] in _SLOTS else ""
            return words[0], failed, old
    except (OSError, ValueError, IndexError):
        pass
    return ".", 0, ""


class Start:
    """This boot and its health.

    Attributes:
        slot: ``a``, ``b`` or ``.``.
        is_on_trial: whether the slot is on trial.
        is_safe: whether too many boots have failed, so that safe mode is entered.
    """

    def __init__(self) -> None:
        slot, failed, old = read_slot()
        self.is_safe = failed >= _MOST_FAILED and not old
        if failed >= _MOST_FAILED:
            slot, failed, old = old or slot, 0, ""
        self.slot = slot
        self._failed = failed
        self._old = old
        self._entries = 0
        self.is_on_trial = old != ""
        self._is_new = True
        if not self.is_safe:
            self._failed += 1
        self._keep()

    def _keep(self) -> None:
        try:
            _write(SLOT_PATH, ("%s %d %s\n" % (self.slot, self._failed, self._old)).encode())
        except OSError as error:  # a full flash must not prevent the start
            print("The start cannot be noted:", error)

    def confirm(self, is_heard: bool) -> bool:
        """Mark the boot as healthy; return False if a slot on trial needs a host first."""
        if self.is_on_trial and not is_heard:
            return False
        if self._is_new:
            self._is_new = self.is_on_trial = False
            self._failed = 0
            self._old = ""
            self._keep()
        return True

    def forgive(self) -> None:
        """Do not count this boot as failed, as a person ended it."""
        if self._is_new and self._failed > 0:
            self._is_new = False
            self._failed -= 1
            self._keep()

    def log(self, error: BaseException) -> None:
        """Append an error to ``crash.log``, which holds the last few of all boots."""
        self._entries += 1
        if self._entries > _MOST_ENTRIES:
            return
        try:
            text = "slot %s, %s ms after its start:\n%s\n" % (self.slot, time.ticks_ms(), _trace(error))
            _write(CRASH_PATH, (_end_of(CRASH_PATH, _LOG_BYTES) + text.encode())[-_LOG_BYTES:])
        except (OSError, MemoryError) as failure:  # the flash may be full, and so may the heap after this error
            print("The crash cannot be saved:", failure)


def _end_of(path: str, most_bytes: int) -> bytes:
    """Return the last bytes of a file, empty if it does not exist."""
    try:
        with open(path, "rb") as file:
            file.seek(max(0, os.stat(path)[6] - most_bytes))
            return file.read()
    except OSError:
        return b""


def _trace(error: BaseException) -> str:
    text = io.StringIO()
    if hasattr(sys, "print_exception"):  # MicroPython's
        sys.print_exception(error, text)
    else:
        text.write("%s: %s" % (type(error).__name__, error))
    return text.getvalue().strip()[-_ENTRY_CHARACTERS:]


def _pins() -> "ModuleType | None":
    """Return the firmware's pin table; None if the slot is broken."""
    try:
        from firmware import pins  # noqa: PLC0415 - importable once the slot is selected
    except Exception:  # noqa: BLE001 - continue whatever is wrong with the slot
        return None
    return pins


def is_key_held(pins: "ModuleType") -> bool:
    """Return whether the bottom right key is held; False without a keypad."""
    row = machine.Pin(pins.ROWS[-1], machine.Pin.OPEN_DRAIN, value=0)
    column = machine.Pin(pins.COLUMNS[-1], machine.Pin.IN, machine.Pin.PULL_UP)
    is_held = True
    for _ in range(4):
        time.sleep_us(_SETTLE_US)
        if column.value():
            is_held = False
    row.value(1)
    return is_held


def enter_safe_mode(pins: "ModuleType | None") -> None:
    """Light every fourth light dimly and print a note; the REPL comes next."""
    print("Riverlight is in safe mode: no program runs. Ctrl-D starts it again; crash.log holds the last errors.")
    if pins is None:
        return
    for chain in pins.CHAINS:
        data = machine.Pin(chain, machine.Pin.OUT, value=0)
        machine.bitstream(data, 0, _TIMING_NS, _DIM * _DIM_TIMES)


def run() -> None:
    """Start the Pico; returns to the REPL only in safe mode."""
    start = Start()
    if start.slot != ".":
        sys.path.insert(0, start.slot)
    try:
        pins = _pins()
        if pins is not None and not start.is_safe and is_key_held(pins):
            start.forgive()
            start.is_safe = True
        if start.is_safe:
            enter_safe_mode(pins)
            return
        from firmware import loading  # noqa: PLC0415 - importable once the slot is selected

        loading.begin()
        from firmware.main import main  # noqa: PLC0415 - the same

        loading.end()
        main(start=start)
    except KeyboardInterrupt:
        start.forgive()
        raise
    except Exception as error:  # noqa: BLE001 - another boot may succeed
        start.log(error)
        print("The firmware does not start:", _trace(error))
        time.sleep_ms(_REST_MS)  # a chance for Ctrl-C
        machine.reset()


if __name__ == "__main__":
    run()
