"""The keypad: a 4 × 4 matrix, scanned by a hard Timer, debounced by the main loop.

The interrupt only records: while any key is closed, and for a few scans after, it stores the state of all keys in a
ring buffer. It allocates nothing, so it keeps its 5 ms period during collections and searches. The main loop reads the
ring buffer later.

A press counts after two equal scans, 10 ms at most after the contact closed; a release after four, so that a bouncing
contact makes no second press. Keys may overlap in any order. Without diodes, three keys at the corners of a rectangle
make the fourth appear pressed (ghosting); such scans are ignored.
"""

from array import array

from machine import Pin, Timer

from firmware.ticks import ticks_diff, ticks_ms
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SCAN_MS = const(5)
LONG_MS = const(800)
"""Hold time of a long press."""

LONG_KEYS = "#"
"""Keys with a long-press function; their short press is reported on release."""

_RING = const(64)  # scans, a power of two: 320 ms, longer than any pause of the loop except a flash write
_LINGER = const(5)  # scans recorded after the last closed contact: one more than a release needs
_PEEK = const(1 << 16)
_EVENTS = const(16)


class Keypad:
    """A keypad, and optionally the peek key.

    Args:
        rows: the four driven pins.
        columns: the four input pins.
        legend: the sixteen keys, row by row.
        peek: the pin of the peek key, -1 for none.

    Attributes:
        is_peeking: whether the peek key is held.
        lost: number of scans or events dropped since the start.
    """

    def __init__(self, rows: "Sequence[int]", columns: "Sequence[int]", legend: str, peek: int = -1) -> None:
        # Open drain: otherwise two pressed keys of one column would short a high row to a low one.
        self._rows = tuple([Pin(row, Pin.OPEN_DRAIN, value=0) for row in rows])
        self._columns = tuple([Pin(column, Pin.IN, Pin.PULL_UP) for column in columns])
        self._peek = Pin(peek, Pin.IN, Pin.PULL_UP) if peek >= 0 else None
        self._legend = legend
        self.is_peeking = False
        self.lost = 0
        self._ring_scans = array("i", [0] * _RING)
        self._ring_times = array("i", [0] * _RING)
        self._head = 0  # written by the Timer only
        self._tail = 0  # written by the loop only
        self._linger = 0
        self._overflows = 0  # written by the Timer only
        self._overflows_seen = 0
        self._last = self._last_but_one = self._last_but_two = 0  # valid scans
        self._down = 0
        self._held_since = 0  # of the key with a long-press function
        self._held = -1
        self._events: "list[tuple[str, bool, int]]" = []
        self._timer = Timer(-1)
        # Bound once: each access to a bound method allocates, which a hard Timer must not do.
        self._scan_callback = self._scan

    def start(self) -> None:
        """Start scanning."""
        self._timer.init(mode=Timer.PERIODIC, period=SCAN_MS, callback=self._scan_callback, hard=True)

    def stop(self) -> None:
        """Stop scanning."""
        self._timer.deinit()

    def is_active(self) -> bool:
        """Return whether a key is closed or was a moment ago."""
        return self._linger > 0

    def is_waiting(self) -> bool:
        """Return whether :meth:`read` has scans to process."""
        return self._tail != self._head or bool(self._events)

    def _scan(self, _timer: Timer) -> None:
        """Scan the keys once, in a hard interrupt, without allocating."""
        scan = 0
        is_closed = False
        for column in self._columns:  # all rows are low, so this detects any closed key
            if not column():
                is_closed = True
        if is_closed:
            scan = self._scan_rows()
        if self._peek is not None and not self._peek():
            scan |= _PEEK
        if scan:
            self._linger = _LINGER
        elif self._linger == 0:
            return
        else:
            self._linger -= 1
        head = self._head
        following = (head + 1) & (_RING - 1)
        if following == self._tail:
            self._overflows = (self._overflows + 1) & 0xFFFFFF
            return
        self._ring_scans[head] = scan
        self._ring_times[head] = ticks_ms()
        self._head = following

    def _scan_rows(self) -> int:
        """Return a bit for each closed key, the first key of the first row lowest."""
        scan = 0
        bit = 1
        for row in self._rows:
            row(1)
        for row in self._rows:
            row(0)
            for column in self._columns:
                if not column():
                    scan |= bit
                bit <<= 1
            row(1)
        for row in self._rows:
            row(0)
        return scan

    def read(self) -> "tuple[str, bool, int] | None":
        """Return the next event (key, is long press, time in ticks_ms), None if none."""
        if self._overflows != self._overflows_seen:
            self.lost += (self._overflows - self._overflows_seen) & 0xFFFFFF
            self._overflows_seen = self._overflows
        while self._tail != self._head:
            tail = self._tail
            self._debounce(self._ring_scans[tail], self._ring_times[tail])
            self._tail = (tail + 1) & (_RING - 1)
        return self._events.pop(0) if self._events else None

    def _debounce(self, scan: int, at_ms: int) -> None:
        if _is_ghostly(scan):
            return
        pressed = scan & self._last & ~self._down
        released = self._down & ~(scan | self._last | self._last_but_one | self._last_but_two)
        self._last_but_two = self._last_but_one
        self._last_but_one = self._last
        self._last = scan
        if pressed or released:
            self._down = (self._down | pressed) & ~released
            self.is_peeking = self._down & _PEEK != 0
            key = 0
            changed = (pressed | released) & 0xFFFF
            while changed:
                if changed & 1:
                    if pressed >> key & 1:
                        self._press(key, at_ms)
                    elif key == self._held:
                        self._held = -1
                        self._tell(key, False, at_ms)
                changed >>= 1
                key += 1
        if self._held >= 0 and ticks_diff(at_ms, self._held_since) >= LONG_MS:
            self._tell(self._held, True, at_ms)
            self._held = -1

    def _press(self, key: int, at_ms: int) -> None:
        if self._legend[key] in LONG_KEYS:
            self._held = key
            self._held_since = at_ms
        else:
            self._tell(key, False, at_ms)

    def _tell(self, key: int, is_long: bool, at_ms: int) -> None:
        if len(self._events) >= _EVENTS:
            self.lost += 1
        else:
            self._events.append((self._legend[key], is_long, at_ms))


def _is_ghostly(scan: int) -> bool:
    """Return whether a scan may show a ghost key: two rows share two columns."""
    if not scan & (scan - 1):  # one key: the common case
        return False
    for row in range(0, 12, 4):
        keys = scan >> row & 15
        if keys & (keys - 1):
            for other in range(row + 4, 16, 4):
                shared = keys & (scan >> other)
                if shared & (shared - 1):
                    return True
    return False
