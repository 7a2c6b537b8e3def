"""The Pico's ``select``: polls the firmware's streams on the virtual clock.

A stream with a method ``ready(mask)``, as in tests, reports itself which of POLLIN and POLLOUT are ready. Any other
stream is an operating system's file and is polled through :data:`system_poll`, which must be set to the interpreter's
own ``select.poll``.
"""

import clock

POLLIN = 1
POLLOUT = 4
POLLERR = 8
POLLHUP = 16

system_poll = None


class poll:
    """A set of streams to wait for."""

    def __init__(self):
        self.entries = []  # [stream, mask, whether it has a method ``ready``]
        self.system = None
        self._answer = []

    def register(self, stream, mask=POLLIN | POLLOUT):
        """Watch ``stream``; watching it again changes the mask."""
        # Looked up once: each lookup of a method allocates an object, and waiting must not allocate.
        tells_itself = hasattr(stream, "ready")
        if not tells_itself:
            if self.system is None:
                self.system = system_poll()
            self.system.register(stream, mask)
        for entry in self.entries:
            if entry[0] is stream:
                entry[1] = mask
                return
        self.entries.append([stream, mask, tells_itself])

    def modify(self, stream, mask):
        """Change the events to watch ``stream`` for; OSError if it is not watched."""
        for entry in self.entries:
            if entry[0] is stream:
                entry[1] = mask
                if not entry[2]:
                    self.system.modify(stream, mask)
                return
        raise OSError(2)

    def unregister(self, stream):
        """Stop watching ``stream``."""
        for entry in self.entries:
            if entry[0] is stream:
                if not entry[2]:
                    self.system.unregister(stream)
                self.entries.remove(entry)
                return

    def events(self):
        """Return [(stream, events), ...] that are ready now, without waiting."""
        answer = self._answer
        if answer:
            answer.clear()
        for entry in self.entries:
            if entry[2]:
                happened = entry[0].ready(entry[1])
                if happened:
                    answer.append((entry[0], happened))
        if self.system is not None:
            for found in self.system.poll(0):
                answer.append((self._stream(found[0]), found[1]))
        return answer

    def _stream(self, found):
        # MicroPython returns the stream, CPython its descriptor.
        if isinstance(found, int):
            for entry in self.entries:
                if not isinstance(entry[0], int) and not entry[2] and entry[0].fileno() == found:
                    return entry[0]
        return found

    def poll(self, timeout_ms=-1):
        """Wait up to ``timeout_ms``, -1 for no limit; return a list of (stream, events)."""
        until_us = None if timeout_ms < 0 else clock.now_us() + timeout_ms * 1000
        while True:
            answer = self.events()
            if answer or (until_us is not None and clock.now_us() >= until_us):
                return answer
            next_us = clock.next_due_us()
            if until_us is None and next_us is None and clock.idle is None:
                raise RuntimeError("waiting for ever: no stream is ready and no alarm is set")
            if clock.idle is None:
                # Alarms one at a time: a test's alarm may make a stream ready.
                is_next = next_us is not None and (until_us is None or next_us < until_us)
                clock.advance_to(next_us if is_next else until_us)
            else:
                clock.wait(clock.now_us() + 3600000000 if until_us is None else until_us, self)

    def ipoll(self, timeout_ms=-1, flags=0):  # noqa: ARG002 - one-shot masks are not used by the firmware
        """Wait as :meth:`poll`; return an iterable of (stream, events)."""
        return self.poll(timeout_ms)
