"""Crash handler: breathe red, report the error, keep the serial link alive.

The next board or position from the host restarts the app. Ctrl-C still works.
"""

import io
import sys

from firmware import render
from firmware.ticks import ticks_add, ticks_diff, ticks_ms, ticks_us
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.leds import Chain
    from firmware.link import Link
    from firmware.watchdog import Watchdog

_FRAME_US = const(40000)
_LOOK_MS = const(5)


def describe(error: BaseException) -> str:
    """Describe an exception and its location in at most 120 plain characters."""
    text = "%s: %s" % (type(error).__name__, error)
    if hasattr(sys, "print_exception"):  # MicroPython's
        trace = io.StringIO()
        sys.print_exception(error, trace)
        lines = [line.strip() for line in trace.getvalue().split("\n") if line.strip()]
        text = " ".join(lines[-1:] + lines[-2:-1])
    plain = ""
    for character in text[:120]:  # avoid characters that the line codec escapes: up to six bytes each
        plain += character if " " <= character <= "~" and character not in '"\\' else "'"
    return plain


def run(error: BaseException, link: "Link", chains: "list[Chain]", watchdog: "Watchdog") -> "dict[str, Any]":
    """Show and report the error until the host sends a board or position; return it."""
    link.crash = describe(error)
    link.send_crash()
    deadline_us = ticks_us()
    while True:
        if ticks_diff(deadline_us, ticks_us()) <= 0:
            deadline_us = ticks_add(ticks_us(), _FRAME_US)
            _glow(chains, ticks_ms())
            watchdog.feed()
            link.tick(ticks_ms())
        link.pump(_LOOK_MS, deadline_us)
        message = link.next_message()
        if message is not None and message["t"] != "cue":
            link.crash = ""
            return message


def _glow(chains: "list[Chain]", now_ms: int) -> None:
    try:
        for chain in chains:
            render.breathe(chain.values, render.RED, now_ms)
            chain.show()
    except Exception:  # noqa: BLE001 - if the lights caused the crash, the link still works
        del chains[:]
