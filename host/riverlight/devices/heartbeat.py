"""The heartbeat: a beat each second, its pulse within half a second, and the figures in the pulses."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

__all__ = ["PULSE_SECONDS", "Heartbeat"]

BEAT_SECONDS = 1.0
PULSE_SECONDS = 0.5
PROBE_SECONDS = 0.1

_MISSED_PULSES = 2
_BEATS = 1_000_000
"""Beats are numbered modulo this, to keep the line short."""


class Heartbeat:
    """Counts beats and pulses.

    Args:
        time_scale: multiplies the interval of beats and the time-out of pulses.

    Attributes:
        beat: the number of the last beat.
        pulsed: the number of the last beat that was answered.
        bad_lines: lines that the device could not read since its start.
        dropped: lines and key events that it had no room for since its start.
        free_bytes: of its heap at the last pulse.
        round_trip_ms: of the last beat that was answered.
        currents: for each panel the estimated current in mA, and the brightness left by its power limit, in
            thousandths.
    """

    def __init__(self, time_scale: float) -> None:
        self._scale = time_scale
        self._beat_at = 0.0
        self._missed = 0
        self._up_ms = 0
        self.beat = 0
        self.pulsed = 0
        self.bad_lines = 0
        self.dropped = 0
        self.free_bytes = 0
        self.round_trip_ms = 0
        self.currents: tuple[tuple[str, int, int], ...] = ()

    def start(self) -> None:
        """Start again with a device that has just said hello, perhaps after a restart."""
        self._missed = 0
        self._up_ms = 0
        self.pulsed = self.beat

    def has_answered(self, beat: int) -> bool:
        """Return whether ``beat``, or a later one, has been answered."""
        return (self.pulsed - beat) % _BEATS < _BEATS // 2

    def is_awaited(self) -> bool:
        """Return whether the last beat has not been answered."""
        return self.pulsed != self.beat

    def next_beat(self) -> dict[str, object]:
        """Return the next ``beat`` to send; it also acknowledges what has been received."""
        answered = self.pulsed
        self.beat = (self.beat + 1) % _BEATS
        self._beat_at = time.monotonic()
        return {"t": "beat", "n": self.beat, "a": answered}

    def record_line(self) -> None:
        """Record that the device has sent something: it is alive."""
        self._missed = 0

    def pulse(self, message: Mapping[str, object]) -> bool:
        """Handle a ``pulse``; return False if its time has gone back: the device restarted, or its clock wrapped.

        A Pico's milliseconds wrap after twelve days; its ``hello`` distinguishes the two.
        """
        if message.get("n") == self.beat:
            self.pulsed = self.beat
            self.round_trip_ms = round((time.monotonic() - self._beat_at) * 1000)
        up_ms, bad, lost, free = (message.get(name) for name in ("up", "bad", "lost", "free"))
        if not (isinstance(up_ms, int) and isinstance(bad, int) and isinstance(lost, int) and isinstance(free, int)):
            return True
        self.bad_lines, self.dropped, self.free_bytes = bad, lost, free
        self.currents = tuple(_currents(message.get("ma")))
        is_later = up_ms >= self._up_ms
        self._up_ms = up_ms
        return is_later

    def is_beat_due(self) -> bool:
        """Return whether a beat is due: after a second, or to replace an unanswered one."""
        waited_seconds = (time.monotonic() - self._beat_at) / self._scale
        if self.is_awaited() and waited_seconds >= PULSE_SECONDS:
            self._missed += 1
            return True
        return waited_seconds >= BEAT_SECONDS

    def is_probe_due(self) -> bool:
        """Return whether to send a beat to find out why a line failed its checksum: only if none is pending."""
        waited_seconds = (time.monotonic() - self._beat_at) / self._scale
        return not self.is_awaited() and waited_seconds >= PROBE_SECONDS

    def is_lost(self) -> bool:
        """Return whether the device must be recovered: two unanswered beats, and no other line."""
        return self._missed >= _MISSED_PULSES


def _currents(drawn: object) -> Iterator[tuple[str, int, int]]:
    if isinstance(drawn, dict):
        for panel, figures in drawn.items():
            if isinstance(figures, list) and len(figures) == 2 and all(isinstance(each, int) for each in figures):
                yield panel, figures[0], figures[1]
