"""The simulated Pico's one clock: virtual microseconds, the Timers that are due, and what to do while waiting.

Runs under MicroPython and CPython. Three ways of use:

- in a test, nothing is set: a wait moves the clock itself, at once, so seconds take microseconds;
- ``source`` is a function that gives real microseconds: the clock follows it whenever anything looks at the time;
- ``idle`` is a function ``idle(until_us, poll)``: it is called in place of moving the clock when the firmware waits
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
    """One thing to call at ``due_us``, then each ``period_us`` unless that is 0; hard ones may not allocate."""

    def __init__(self, due_us, period_us, callback, argument, hard):
        self.due_us = due_us
        self.period_us = period_us
        self.callback = callback
        self.argument = argument
        self.hard = hard


def reset(at_us=0):
    """Start anew at ``at_us`` with no alarms and no functions set."""
    global now, source, idle, _firing
    now = at_us
    source = None
    idle = None
    _firing = False
    del _alarms[:]


def now_us():
    """Return the microseconds since the start, after calling what has become due."""
    if source is not None and not _firing:
        advance_to(source())
    return now


def call_at(due_us, callback, argument=None, period_us=0, hard=False):
    """Call ``callback(argument)`` at ``due_us``; return the Alarm, to be given to :func:`cancel`."""
    alarm = Alarm(due_us, period_us, callback, argument, hard)
    _alarms.append(alarm)
    return alarm


def cancel(alarm):
    """Forget an alarm; one already gone is no error."""
    if alarm in _alarms:
        _alarms.remove(alarm)


def timers_running():
    """Return how many periodic alarms there are."""
    return sum([1 for alarm in _alarms if alarm.period_us])


def next_due_us():
    """Return when the next alarm is due, or None."""
    due = None
    for alarm in _alarms:
        if due is None or alarm.due_us < due:
            due = alarm.due_us
    return due


def advance(us):
    """Move the clock on by ``us`` microseconds, calling each alarm at its own time."""
    advance_to(now + us)


def advance_to(target_us):
    """Move the clock on to ``target_us``; a time in the past changes nothing."""
    global now
    if _firing:
        return
    while True:
        first = None
        for alarm in _alarms:
            if alarm.due_us <= target_us and (first is None or alarm.due_us < first.due_us):
                first = alarm
        if first is None:
            break
        now = max(now, first.due_us)
        if first.period_us:
            first.due_us += first.period_us
        else:
            _alarms.remove(first)
        _fire(first)
    now = max(now, target_us)


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
        # Port rp2 prints what a hard callback raises, and does not start that Timer again.
        print("Uncaught exception in IRQ callback handler")  # noqa: T201
        cancel(alarm)
    finally:
        if alarm.hard:
            micropython.heap_unlock()
        _firing = False


def wait(until_us, poll=None):
    """Let time pass up to ``until_us`` at most."""
    if idle is not None:
        idle(until_us, poll)
    else:
        advance_to(until_us)
