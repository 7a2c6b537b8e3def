"""The simulated Pico's clock: virtual microseconds, due Timers, and how to wait.

Runs under MicroPython and CPython. Three modes:

- in tests, nothing is set: a wait advances the clock at once, so seconds take microseconds;
- ``source`` is a function that returns real microseconds, which the clock follows at every read;
- ``idle`` is a function ``idle(until_us, poll)``, called when the firmware waits, instead of advancing the clock
  (``poll`` is the waiting ``select.poll``, or None in a sleep). It may return early.
"""

import micropython

TICKS_MASK = (1 << 30) - 1
"""The Pico's ticks wrap here."""

now = 0
source = None
idle = None

_alarms = []
_firing = False


class Alarm:
    """A callback at ``due_us``, repeated every ``period_us`` unless that is 0; hard ones must not allocate."""

    def __init__(self, due_us, period_us, callback, argument, hard):
        self.due_us = due_us
        self.period_us = period_us
        self.callback = callback
        self.argument = argument
        self.hard = hard


def reset(at_us=0):
    """Reset the clock to ``at_us``, with no alarms and no functions set."""
    global now, source, idle, _firing
    now = at_us
    source = None
    idle = None
    _firing = False
    del _alarms[:]


def now_us():
    """Return microseconds since the start, after calling the alarms that are due."""
    if source is not None and not _firing:
        advance_to(source())
    return now


def call_at(due_us, callback, argument=None, period_us=0, hard=False):
    """Call ``callback(argument)`` at ``due_us``; return the Alarm, for :func:`cancel`."""
    alarm = Alarm(due_us, period_us, callback, argument, hard)
    _alarms.append(alarm)
    return alarm


def cancel(alarm):
    """Cancel an alarm; no effect if it is gone already."""
    if alarm in _alarms:
        _alarms.remove(alarm)


def timers_running():
    """Return the number of periodic alarms."""
    return sum([1 for alarm in _alarms if alarm.period_us])


def next_due_us():
    """Return the time of the next alarm, or None."""
    due_us = None
    for alarm in _alarms:
        if due_us is None or alarm.due_us < due_us:
            due_us = alarm.due_us
    return due_us


def advance(us):
    """Advance the clock by ``us`` microseconds, calling each alarm at its own time."""
    advance_to(now + us)


def advance_to(until_us):
    """Advance the clock to ``until_us``; no effect for a time in the past."""
    global now
    if _firing:
        return
    while True:
        first = None
        for alarm in _alarms:
            if alarm.due_us <= until_us and (first is None or alarm.due_us < first.due_us):
                first = alarm
        if first is None:
            break
        now = max(now, first.due_us)
        if first.period_us:
            first.due_us += first.period_us
        else:
            _alarms.remove(first)
        _fire(first)
    now = max(now, until_us)


def _fire(alarm):
    global _firing
    _firing = True
    if alarm.hard:
        micropython.heap_lock()
    try:
        alarm.callback(alarm.argument)
    except KeyboardInterrupt:
        if not alarm.hard:
            raise
        # Like port rp2: print the exception of a hard callback, and do not restart that Timer.
        print("Uncaught exception in IRQ callback handler")  # noqa: T201
        cancel(alarm)
    finally:
        if alarm.hard:
            micropython.heap_unlock()
        _firing = False


def wait(until_us, poll=None):
    """Let time pass until ``until_us`` at the latest."""
    if idle is not None:
        idle(until_us, poll)
    else:
        advance_to(until_us)
