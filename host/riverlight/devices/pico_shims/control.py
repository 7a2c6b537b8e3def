"""The simulated Pico's control socket: receives switches and granted time, sends frames.

Runs under MicroPython and CPython. A message is its kind (one byte), its length (two bytes, little-endian), its body:

- to the Pico: ``S`` switches: a pair of pins for each closed one; ``M`` magnets: a bit for each position of the sensor
  chain; ``A`` advance: milliseconds granted (four bytes);
- from the Pico: ``F`` frame: the state machine (one byte), then its 32-bit words as the PIO received them; ``N`` bits
  sent to a strip without a state machine: the pin (one byte), then its bytes; ``I`` idle: all granted time is used and
  the firmware waits: milliseconds since the start (four bytes); ``R`` restart requested: its cause (one byte); ``Q``
  the program has ended and the REPL runs; ``U`` up: it listens from now on; ``K`` the interrupt byte, 255 for none.
"""

import clock
import machine
import matrix

_POLLIN = 1
_SLEEP_US = 1000

# Needed only for a Ctrl-C that came just before the wait started and so did not end it.
_LOOK_MS = 500

# A contact is stable for at least five scans, although a busy computer may deliver two changes at once.
_STEADY_US = 25000

# Longer than anything that the firmware does between two reads of the clock.
_PATIENCE_US = 100000

_stream = None
_waiter = None
_native_us = None
_granted_us = 0
_told_idle = False
_start_us = 0
_awaited_us = 0
_switched_us = -_STEADY_US
_closed = []
_frame_head = bytearray(b"F\0\0\0")  # allocated once: 60 frames a second must not fill the heap


def open_wire(stream, native_poll, native_us, is_stepped):
    """Use ``stream``, with the interpreter's own poll class and microsecond clock."""
    global _stream, _waiter, _native_us
    _stream = stream
    _native_us = native_us
    _waiter = native_poll()
    _waiter.register(stream, _POLLIN)
    if is_stepped:
        clock.idle = _idle_stepped
    else:
        _follow_real_time()


def leave():
    """Report that the program has ended; the REPL runs in real time."""
    _follow_real_time()
    send(b"Q")


def _follow_real_time():
    global _start_us
    _start_us = _native_us() - clock.now
    clock.source = _real_us
    clock.idle = _idle_real


def _real_us():
    """Return the Pico's time: real time, less the time in which this process was not scheduled."""
    global _start_us
    us = _native_us() - _start_us
    late_us = us - _PATIENCE_US - max(clock.now, _awaited_us)
    if late_us > 0:
        _start_us += late_us
        us -= late_us
    return us


def send(kind, body=b""):
    """Send one message to the host."""
    _stream.write(kind + len(body).to_bytes(2, "little") + body)


def send_frame(chain, words):
    """Send one frame; ``words`` is a memoryview of 32-bit words."""
    body_bytes = 1 + 4 * len(words)
    _frame_head[1] = body_bytes & 0xFF
    _frame_head[2] = body_bytes >> 8
    _frame_head[3] = chain
    _stream.write(_frame_head)
    _stream.write(words)


def send_bitstream(pin, levels):
    """Send the data of a ``machine.bitstream`` call."""
    send(b"N", bytes([pin]) + levels)


def _idle_real(until_us, poll):
    global _awaited_us
    due_us = clock.next_due_us()
    if due_us is None or until_us < due_us:
        due_us = until_us
    _awaited_us = due_us
    # Rounded up: a wait that ends a little early would only start again.
    _wait(poll, max(0, (due_us - clock.now_us() + 999) // 1000))
    clock.now_us()


def _idle_stepped(until_us, poll):
    global _told_idle
    # A short sleep may exceed the granted time a little: the firmware then waits in a poll, where it receives lines.
    limit_us = _granted_us if poll is not None else _granted_us + _SLEEP_US
    if clock.now < limit_us:
        target_us = min(until_us, limit_us)
        due_us = clock.next_due_us()
        clock.advance_to(target_us if due_us is None else min(due_us, target_us))
        return
    if not _told_idle:
        _told_idle = True
        send(b"I", (clock.now // 1000).to_bytes(4, "little"))
    _wait(poll, _LOOK_MS)


def _wait(poll, timeout_ms):
    """Sleep until a stream of ``poll`` is ready, the host sends a message, or the time-out."""
    if poll is not None:
        for entry in poll.entries:
            _waiter.register(entry[0], entry[1])
    for found in _waiter.poll(timeout_ms):
        is_of_host = found[0] is _stream or found[0] == _stream.fileno()
        if is_of_host and (clock.source is None or clock.now_us() - _switched_us >= _STEADY_US):
            _receive()


def _receive():
    global _granted_us, _told_idle, _switched_us
    head = _stream.read(3)
    if len(head) < 3:
        raise SystemExit("the host has gone")
    body = _stream.read(head[1] | head[2] << 8)
    kind = head[0]
    if kind == 65:  # A
        _granted_us += int.from_bytes(body, "little") * 1000
        _told_idle = False
    elif kind == 83:  # S
        _switched_us = clock.now_us()  # Timers due before have seen the old switches
        pairs = [(body[i], body[i + 1]) for i in range(0, len(body), 2)]
        for pair in _closed:
            if pair not in pairs:
                matrix.release(pair[0], pair[1])
        for pair in pairs:
            matrix.close(pair[0], pair[1])
        _closed[:] = pairs
    elif kind == 77:  # M
        machine.sensors[:] = body + bytes(len(machine.sensors) - len(body))
