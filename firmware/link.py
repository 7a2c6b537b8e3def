"""The serial link to the host: non-blocking, with acknowledged presses.

The host may be absent, stop reading, or send anything: malformed lines are counted and ignored. Presses are stored
until acknowledged. They are numbered from 1 at each boot, and the boot id distinguishes boots, so that the host can
handle each press exactly once.
"""

import binascii
import os
import select

import micropython

from firmware import VERSION
from firmware.outbox import Outbox
from firmware.ticks import ticks_diff, ticks_ms, ticks_us
from shared_rules.compat import const
from shared_rules.fields import LINES, drop_misfits
from shared_rules.line import PROTOCOL, Splitter, decode, seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence
    from typing import Any, TextIO

    from firmware.leds import Chain

    ptr8 = MutableSequence[int]  # a type of the viper compiler

SILENCE_MS = const(2500)
"""After this time without a message the host is considered absent."""

_RESEND_MS = const(1000)
_MOST_PRESSES = const(8)  # of each keypad, and of cards
_CARDS = const(2)  # the queue of card presses; 0 and 1 are those of the keypads
_CHUNK = const(256)  # a whole line
_PIECE = const(64)  # bytes read between two checks of the clock: 1.6 ms on the Pico
_CTRL_C = const(3)
_PULSE_MARK = const(-2)  # of pulse 0, counting down, as marks of presses count up


@micropython.viper
def _read_line(ipoll: object, readinto: object, byte: object, data: ptr8, chunk: ptr8, filled: int) -> int:
    """Read into ``chunk`` at ``filled``, byte by byte, as longer reads would block.

    Stops at a line end, Ctrl-C, after ``_PIECE`` bytes, when the chunk is full, or when no input is left; returns the
    new fill level. ``data`` is ``byte`` as a viper pointer.
    """
    end = filled + _PIECE
    if end > _CHUNK:
        end = _CHUNK
    while filled < end:
        is_ready = False
        for _ in ipoll(0):  # type: ignore[operator]
            is_ready = True
            break
        if not is_ready or not readinto(byte):  # type: ignore[operator]
            break
        code = data[0]
        chunk[filled] = code
        filled += 1
        if code == 10 or code == 13 or code == 3:
            break
    return filled


class Link:
    """The serial link.

    Args:
        reader: the input, such as ``sys.stdin``: polled itself, read through its ``buffer``.
        writer: the output, such as ``sys.stdout``.
        unique_id: the Pico's unique id, in hex.

    Attributes:
        boot_id: six random hex digits of this boot.
        has_heard: whether a host has ever sent a message.
        is_waiting: whether the host, once heard, has been silent for SILENCE_MS.
        outbox: the output queue.
        sensors: the sensors, None if there are none; their state follows each ``hello``.
        board_hash, keypads: sent in ``hello``: hash of the current board, number of keypads.
        chains: the chains of lights by panel: ``hello`` has their lengths, ``pulse`` their current.
        fault: () or which file was not used at the start and why; sent after each ``hello``.
        overflows: dropped presses and scans of the keypads; part of ``lost`` in ``pulse``.
        crash: "" or the error that ended the firmware; sent after each ``hello``.
        heard_at_ms: time of the last message.
        traffic: number of messages and presses since the app last collected garbage.
        free: free bytes after a collection, at most about a minute old.
    """

    def __init__(self, reader: "TextIO", writer: "TextIO", unique_id: str) -> None:
        self.boot_id = binascii.hexlify(os.urandom(3)).decode()
        self.has_heard = False
        self.is_waiting = False
        self.outbox = Outbox(writer)
        self.sensors: "Any" = None  # Any: each name used here takes heap, even without sensors
        self.board_hash = ""
        self.chains: "dict[str, Chain]" = {}
        self.keypads = 0
        self.fault: "tuple[Any, ...]" = ()
        self.overflows = 0
        self.crash = ""
        self.heard_at_ms = 0
        self.traffic = 0
        self.free = 0
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
        self._lines: "list[bytes]" = []  # read, not yet decoded
        self._messages: "list[dict[str, Any]]" = []
        self._presses: "list[tuple[int, bytes, int]]" = []  # number, line, queue
        self._pressed = 0
        self._resent_at_ms = 0

    def pump(self, wait_ms: int, until_us: int) -> None:
        """Transfer bytes: wait ``wait_ms`` for input, stop after a line or ``until_us``.

        While input is available only one piece of output is written: input has priority.
        """
        if self._is_writing == self.outbox.is_empty():
            self._is_writing = not self._is_writing
            self._poll.modify(self._writer, select.POLLOUT if self._is_writing else 0)
        written = False
        while True:
            is_idle = True
            for _, events in self._poll.ipoll(wait_ms):
                if events & select.POLLIN:
                    is_idle = self._read() == 0
                if events & select.POLLOUT and (is_idle or not written):
                    written = True
                    if self.outbox.write():
                        is_idle = False
            if is_idle or self._lines or ticks_diff(until_us, ticks_us()) <= 0:
                return
            wait_ms = 0

    def _read(self) -> int:
        """Read the available input up to the end of a line; return the bytes read.

        Raises:
            KeyboardInterrupt: for Ctrl-C, which is an input byte while the firmware runs (see ``main``).
        """
        start = self._filled
        byte = self._byte
        filled = _read_line(self._input_poll.ipoll, self._input.readinto, byte, byte, self._chunk, start)
        self._filled = filled
        if filled > start and self._chunk[filled - 1] == _CTRL_C:
            raise KeyboardInterrupt
        if filled == _CHUNK or (filled > start and self._chunk[filled - 1] in (10, 13)):
            self._filled = 0
            self._lines.append(bytes(memoryview(self._chunk)[:filled]))
        return filled - start

    def _decode(self, read: bytes) -> None:
        """Decode and receive the messages in the bytes read: usually one whole line."""
        message = decode(read) if self._splitter.is_empty() else None
        if message is not None:
            self.receive(message)
            return
        for line in self._splitter.feed(read):
            message = self._splitter.read(line)
            if message is not None:
                self.receive(message)

    def receive(self, message: "dict[str, Any]") -> None:
        """Handle a message with a valid checksum."""
        kind = message.get("t")
        if isinstance(kind, str) and kind in LINES:
            self._splitter.bad += 1 if drop_misfits(message, LINES[kind]) else 0
            self._messages.append(message)
            self.traffic += 1
        else:
            self._splitter.bad += 1  # an echo of our own line, or a type of another version

    def is_busy(self) -> bool:
        """Return whether a line has been received in part."""
        return self._filled > 0 or self.is_ready()

    def is_ready(self) -> bool:
        """Return whether input is available."""
        for _ in self._input_poll.ipoll(0):
            return True
        return False

    def next_message(self) -> "dict[str, Any] | None":
        """Return the host's next ``board``, ``show`` or ``cue``, None if there is none.

        Other messages are answered here.
        """
        while self._lines or self._messages:
            if not self._messages:
                self._decode(self._lines.pop(0))
                continue
            message = self._messages.pop(0)
            self.has_heard = True
            self.is_waiting = False
            self.heard_at_ms = ticks_ms()
            kind = message["t"]
            if kind == "hail":
                self._say_hello()
            elif kind == "beat":
                self._receive_pulse(message.get("a"))
                self._send_pulse(message.get("n"))
            elif kind == "took":
                self._take(message)
            else:
                return message
        return None

    def send(self, message: "dict[str, object]") -> None:
        """Queue a message."""
        self.outbox.send(message)

    def _receive_pulse(self, counter: object) -> None:
        """Handle the acknowledgement of the last pulse."""
        if isinstance(counter, int):
            self.outbox.receive(_PULSE_MARK - counter)

    def send_crash(self) -> None:
        """Send the error that ended the firmware."""
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
        if self.sensors is not None:
            hello["s"] = self.sensors.count
        if self.fault:
            hello["w"] = self.fault[0]
        self.send(hello)
        if self.fault:
            self._send_fault()
        if self.crash:
            self.send_crash()
        if self.sensors is not None:
            self.sensors.send()

    def _send_fault(self) -> None:
        fault: "dict[str, object]" = {"t": "fault"}
        for name, value in zip(("f", "k", "n", "v", "m"), self.fault):
            fault[name] = value
        self.send(fault)

    def _send_pulse(self, counter: object) -> None:
        if not isinstance(counter, int):
            counter = 0  # any other value might not fit into the line
        lost = self.outbox.lost + self.overflows
        bad = self._splitter.bad
        drawn = {name: [chain.estimate_ma, chain.scale_permille] for name, chain in self.chains.items()}
        self.outbox.send(
            {"t": "pulse", "n": counter, "up": ticks_ms(), "bad": bad, "lost": lost, "free": self.free, "ma": drawn},
            _PULSE_MARK - counter,
        )

    def press(self, key: str, is_long: bool, keypad: int, room: int = -1) -> bool:
        """Send a press and store it until acknowledged; return False if its queue is full.

        ``room`` is the queue, -1 for that of the keypad.
        """
        text = '{"b":"%s","k":"%s","l":%d,"n":%d,"t":"key","x":%d}'
        return self._keep(text, (key, is_long), (keypad,), keypad if room < 0 else room)

    def press_card(self, keys: str) -> bool:
        """Send all keys of a card, or none if the queue is full; return whether sent."""
        if self._count(_CARDS) + len(keys) > _MOST_PRESSES:
            return False
        for key in keys:
            self.press(key, False, 0, _CARDS)
        return True

    def send_tag(self, tag: str) -> bool:
        """Send the id of a tag; stored, numbered and acknowledged like a press."""
        return self._keep('{"b":"%s","i":"%s","n":%d,"t":"tag"}', (tag,), (), _CARDS)

    def _count(self, room: int) -> int:
        return len([1 for press in self._presses if press[2] == room])

    def _keep(self, text: str, before: "tuple[object, ...]", after: "tuple[object, ...]", room: int) -> bool:
        """Number, send and store a press.

        Args:
            text: its JSON template for the boot id, ``before``, the number, ``after``.
            before: the values of the fields before the number.
            after: the values of the fields after the number.
            room: its queue.
        """
        # Each keypad has its own queue, so that nothing about one can be observed at the other. Cards have one, too, so
        # that a phone, which has a new id at each read, cannot block the keypads.
        if self._count(room) >= _MOST_PRESSES:
            return False
        self._pressed += 1
        number = self._pressed
        line = seal((text % ((self.boot_id,) + before + (number,) + after)).encode())
        self._presses.append((number, line, room))
        self.outbox.send_line(line, number)
        while self.outbox.write():  # now, rather than after a frame or a search step
            pass
        return True

    def _take(self, message: "dict[str, Any]") -> None:
        """Drop the presses that a ``took`` of this boot acknowledges."""
        number = message.get("n")
        if message.get("b") == self.boot_id and isinstance(number, int):
            self.outbox.receive(number)
            while self._presses and self._presses[0][0] <= number:
                self._presses.pop(0)

    def forget_presses(self) -> None:
        """Drop all stored presses, as no host will handle them."""
        del self._presses[:]

    def tick(self, now_ms: int) -> None:
        """Detect a silent host; resend presses that are not acknowledged."""
        if self.has_heard and not self.is_waiting and ticks_diff(now_ms, self.heard_at_ms) >= SILENCE_MS:
            self.is_waiting = True
        # Not while output is queued: a host that does not read would get only copies. The time is updated meanwhile, as
        # its difference would wrap after six days.
        if not self._presses or not self.outbox.is_empty():
            self._resent_at_ms = now_ms
        elif ticks_diff(now_ms, self._resent_at_ms) >= _RESEND_MS:
            self._resent_at_ms = now_ms
            for press in self._presses:
                self.outbox.send_line(press[1])  # without its mark, as a reply may be to the first copy
