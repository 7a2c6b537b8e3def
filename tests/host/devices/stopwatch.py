"""Measures how long a simulated Pico and its link take, on a computer however busy."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

from riverlight.devices.simulated import SimulatedPico


class Stopwatch:
    """The time since it was made, without that in which the computer had no processor free for the work measured.

    Linux tells for each thread how long it was ready to run and had to wait its turn. That is taken off for the
    simulated Pico's process and for those threads of ours that serve it: on a quiet computer nothing, on a busy one
    what other programs took. Threads that only look on, as the test's own, do not count; where no such figures are to
    be had, nothing is taken off.
    """

    def __init__(self, pico: SimulatedPico) -> None:
        self._pico = pico
        self._started = time.monotonic()
        self._before = dict(self._waits())

    def seconds(self) -> float:
        """Return the seconds until now."""
        passed = time.monotonic() - self._started
        return passed - sum(waited - self._before.get(which, 0.0) for which, waited in self._waits())

    def _waits(self) -> Iterator[tuple[int, float]]:
        served = {thread.native_id for thread in threading.enumerate()} - {threading.get_native_id()}
        for which in {self._pico.process_id, *served} - {None}:
            try:
                words = Path(f"/proc/{which}/schedstat").read_text().split()
            except OSError:
                continue  # another system, or it has just ended
            yield int(str(which)), int(words[1]) / 1e9
