"""The line to the host: bytes in and out without waiting, messages by their type, presses kept until they are safe.

The host may be there or not, stop reading, or send anything: what does not check is counted and passed over. A press
has a number that counts from 1 at each start, and the boot id tells one start from another, so that the host can take
each press exactly once.
"""

import binascii
import gc
import os
import select

import micropython

from firmware import VERSION
from firmware.outbox import Outbox
from firmware.ticks import ticks_diff, ticks_ms, ticks_us
from shared_rules.compat import const
from shared_rules.line import FROM_HOST, PROTOCOL, Splitter, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from firmware.leds import Chain

SILENCE_MS = const(2500)
"""A host that has said nothing for so long is waited for."""

_RESEND_MS = const(1000)
_MOST_PRESSES = const(8)  # of each keypad
_CHUNK = const(128)


@micropython.native
def _read_line(ipoll: "Any", readinto: "Any", byte: bytearray, chunk: bytearray, filled: int) -> int:
    """Read into ``chunk`` from ``filled`` on, byte by byte: a longer read would wait for all it asks for.

    Ends with a line's end, a full chunk or when nothing more is there; return how far the chunk is filled.
    """
    while filled < _CHUNK:
        is_ready = False
        for _event in ipoll(0):
            is_ready = True
        if not is_ready or not readinto(byte):
            break
        chunk[filled] = byte[0]
        filled += 1
        if byte[0] == 10 or byte[0] == 13:
            break
    return filled


class Link:
    """One host's end of the line.

    Args:
        reader: what comes in, as ``sys.stdin``: polled itself, read through its ``buffer``.
        writer: what goes out, as ``sys.stdout``.
        unique_id: the Pico's, in hex.

    Attributes:
        boot_id: six hex digits, drawn at each start.
        has_heard: whether a host has ever said anything.
        is_waiting: whether the host, once heard, has been silent for SILENCE_MS.
        outbox: what waits to be written.
        board_hash, keypads: what ``hello`` tells: board in force, how many keypads.
        chains: the chains of lights by panel: ``hello`` tells their lengths, ``pulse`` their current.
        fault: "" or a sentence on what was set aside at the start; ``hello`` tells it too.
        overflows: presses and scans of the keypads that found no room; counted among what ``pulse`` tells as lost.
        crash: "" or what the firmware died of; told after each ``hello``.
    """

    def __init__(self, reader: "TextIO", writer: "TextIO", unique_id: str) -> None:
        self.boot_id = binascii.hexlify(os.urandom(3)).decode()
        self.has_heard = False
        self.is_waiting = False
        self.outbox = Outbox(writer)
        self.board_hash = ""
        self.chains: "dict[str, Chain]" = {}
        self.keypads = 0
        self.fault = ""
        self.overflows = 0
        self.crash = ""
        self._unique_id = unique_id
        self._input: "Any" = reader.buffer
        self._writer = writer
        self._poll = select.poll()
        self._poll.register(reader, select.POLLIN)
        self._poll.register(writer, 0)
        self._input_poll = select.poll()
        self._input_poll.register(reader, select.POLLIN)
        self._is_writing = False
        self._byte = bytearray(1)
        self._chunk = bytearray(_CHUNK)
        self._filled = 0
        self._splitter = Splitter()
        self._messages: "list[dict[str, Any]]" = []
        self._heard_at_ms = 0
        self._presses: "list[tuple[int, bytes, int]]" = []  # number, line, keypad
        self._pressed = 0
        self._resent_at_ms = 0

    def pump(self, wait_ms: int, until_us: int) -> None:
        """Move bytes both ways: wait ``wait_ms`` at most for the first, then go on while any come, to ``until_us``."""
        if self._is_writing == self.outbox.is_empty():
            self._is_writing = not self._is_writing
            self._poll.modify(self._writer, select.POLLOUT if self._is_writing else 0)
        while True:
            is_idle = True
            for _stream, events in self._poll.ipoll(wait_ms):
                if events & select.POLLIN:
                    is_idle = self._read() == 0
                if events & select.POLLOUT and self.outbox.write():
                    is_idle = False
            if is_idle or self._messages or ticks_diff(until_us, ticks_us()) <= 0:
                return
            wait_ms = 0

    def _read(self) -> int:
        """Read what is there, up to the end of a line; return the bytes read."""
        start = self._filled
        filled = self._filled = _read_line(self._input_poll.ipoll, self._input.readinto, self._byte, self._chunk, start)
        if filled == _CHUNK or (filled > start and self._chunk[filled - 1] in (10, 13)):
            self._filled = 0
            for line in self._splitter.feed(memoryview(self._chunk)[:filled]):
                message = self._splitter.read(line)
                if message is None:
                    continue
                if message.get("t") in FROM_HOST:
                    self._messages.append(message)
                else:
                    self._splitter.bad += 1  # our own line come back, or a type of another version
        return filled - start

    def next_message(self) -> "dict[str, Any] | None":
        """Return the host's next ``board``, ``show`` or ``cue``, None when there is none; answer the others here."""
        while self._messages:
            message = self._messages.pop(0)
            self.has_heard = True
            self.is_waiting = False
            self._heard_at_ms = ticks_ms()
            kind = message["t"]
            if kind == "hail":
                self._say_hello()
            elif kind == "beat":
                self._send_pulse(message.get("n"))
            elif kind == "took":
                self._take(message)
            else:
                return message
        return None

    def send(self, message: "dict[str, object]") -> None:
        """Send a message when its turn comes."""
        self.outbox.send(message)

    def send_crash(self) -> None:
        """Tell what the firmware died of."""
        self.send({"t": "crash", "e": self.crash})

    def _say_hello(self) -> None:
        hello: "dict[str, object]" = {
            "t": "hello",
            "v": PROTOCOL,
            "f": VERSION,
            "h": self.board_hash,
            "b": self.boot_id,
            "u": self._unique_id,
            "l": {name: chain.n for name, chain in self.chains.items()},
            "k": self.keypads,
            "a": self._presses[0][0] - 1 if self._presses else self._pressed,
        }
        if self.fault:
            hello["w"] = self.fault[:48]
        self.send(hello)
        if self.crash:
            self.send_crash()

    def _send_pulse(self, counter: object) -> None:
        if not isinstance(counter, int):
            counter = 0  # what is no number might not fit into the line
        lost = self.outbox.lost + self.overflows
        bad = self._splitter.bad
        drawn = {name: [chain.estimate_ma, chain.scale_permille] for name, chain in self.chains.items()}
        free = gc.mem_free()
        self.send(
            {"t": "pulse", "n": counter, "up": ticks_ms(), "bad": bad, "lost": lost, "free": free, "ma": drawn}
        )

    def press(self, key: str, is_long: bool, keypad: int) -> bool:
        """Send a press and keep it until it is safe; return False where too many wait and this one is dropped."""
        return self._keep({"t": "key", "k": key, "l": 1 if is_long else 0, "x": keypad}, keypad)

    def lay(self, tag: str) -> bool:
        """Send the id of a tag laid on the reader; kept and returned as for a press, among which it is numbered."""
        return self._keep({"t": "tag", "i": tag}, 0)

    def _keep(self, message: "dict[str, object]", keypad: int) -> bool:
        # Each keypad has room of its own: how much waits of one must not tell at the other.
        if len([1 for press in self._presses if press[2] == keypad]) >= _MOST_PRESSES:
            return False
        self._pressed += 1
        number = self._pressed
        message["b"] = self.boot_id
        message["n"] = number
        line = encode(message)
        if not self._presses:
            self._resent_at_ms = ticks_ms()
        self._presses.append((number, line, keypad))
        self.outbox.send_line(line)
        return True

    def _take(self, message: "dict[str, Any]") -> None:
        """Forget the presses that a ``took`` tells to be safe; one of another start tells nothing."""
        number = message.get("n")
        if message.get("b") == self.boot_id and isinstance(number, int):
            while self._presses and self._presses[0][0] <= number:
                self._presses.pop(0)

    def forget_presses(self) -> None:
        """Forget the presses that wait: no host will want them."""
        del self._presses[:]

    def tick(self, now_ms: int) -> None:
        """Notice a silent host; send again what it has not called safe."""
        if self.has_heard and not self.is_waiting and ticks_diff(now_ms, self._heard_at_ms) >= SILENCE_MS:
            self.is_waiting = True
        # Not while lines wait: a host that does not read would get nothing but copies.
        if self._presses and self.outbox.is_empty() and ticks_diff(now_ms, self._resent_at_ms) >= _RESEND_MS:
            self._resent_at_ms = now_ms
            for _number, line, _keypad in self._presses:
                self.outbox.send_line(line)
