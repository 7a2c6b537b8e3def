"""When the firmware has died of an error: red breathing, the error told to the host, the line kept alive.

The next board or position that the host sends is a new try. A person's Ctrl-C passes through here as everywhere.
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


def told(error: BaseException) -> str:
    """Return what happened and where, in at most 120 plain characters."""
    text = "%s: %s" % (type(error).__name__, error)
    if hasattr(sys, "print_exception"):  # MicroPython's
        trace = io.StringIO()
        sys.print_exception(error, trace)
        lines = [line.strip() for line in trace.getvalue().split("\n") if line.strip()]
        text = " ".join(lines[-1:] + lines[-2:-1])
    plain = ""
    for character in text[:120]:  # nothing that the line's codec would have to escape: escapes take up to six bytes
        plain += character if " " <= character <= "~" and character not in '"\\' else "'"
    return plain


def run(error: BaseException, link: "Link", chains: "list[Chain]", watchdog: "Watchdog") -> "dict[str, Any]":
    """Show and tell the error until the host sends something to do; return that message."""
    link.crash = told(error)
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
    except Exception:  # noqa: BLE001 - if it was the lights that died, the line still lives on
        del chains[:]
