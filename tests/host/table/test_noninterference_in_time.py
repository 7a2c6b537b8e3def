"""The timing of messages to the mummy's pages reveals nothing about the hunters' actions (PYR-18)."""

from __future__ import annotations

import asyncio

import pytest
from riverlight.web import live

from tests.aside import run_aside


class _Socket:
    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def send_bytes(self, _data: bytes) -> None:
        raise AssertionError


class _Watcher:
    """A page to which nothing is shown, woken or not by what happens at the table."""

    def __init__(self) -> None:
        self.wake = asyncio.Event()
        self.is_state_due = True
        self.pictures: dict[int, bytes] = {}


class _Room:
    def state(self, _watcher: object) -> dict[str, str]:
        return {"table": "the game"}


def sent_in(seconds: float, wakes: bool) -> list[str]:
    """Return what a page of the mummy's side is sent while hunters are, or are not, at work."""

    async def go() -> list[str]:
        socket, watcher = _Socket(), _Watcher()
        task = asyncio.create_task(live._send_at_beats(socket, _Room(), watcher))  # type: ignore[arg-type]
        ends_at = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < ends_at:
            if wakes:
                watcher.is_state_due = True
                watcher.wake.set()
            await asyncio.sleep(0.004)
        task.cancel()
        return socket.sent

    return run_aside(go())


def look_for_a_difference_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_BEAT_S", 0.02)
    monkeypatch.setattr(live, "_BEATS_A_HEARTBEAT", 4)
    quiet, busy = (sent_in(0.6, wakes) for wakes in (False, True))
    assert set(quiet) == set(busy)
    assert abs(len(quiet) - len(busy)) <= 2


def test_what_happens_at_the_table_moves_nothing_that_a_page_apart_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18: states at fixed beats, and the sign of life too."""
    look_for_a_difference_in_time(monkeypatch)


def test_a_leak_in_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18: a page notified of each change would learn of hunters at work."""

    async def send_when_woken(socket: _Socket, room: _Room, watcher: _Watcher) -> None:
        while True:
            await watcher.wake.wait()
            watcher.wake.clear()
            await socket.send_text(str(room.state(watcher)))

    monkeypatch.setattr(live, "_send_at_beats", send_when_woken)
    with pytest.raises(AssertionError):
        look_for_a_difference_in_time(monkeypatch)
