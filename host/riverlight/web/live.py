"""The WebSocket of a page: sends states and frames of the lights, receives requests.

A malformed message is answered with a sentence, and the connection stays open. A state is sent only if it has changed.
A page of a separate side is updated at fixed intervals, so that timing reveals nothing.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from riverlight.errors import MessageError
from riverlight.games.sides import PageViewer
from riverlight.languages.text import spoken, spoken_all
from riverlight.web.messages import read
from riverlight.web.room import Room
from riverlight.web.sitting import HERE, SEAT_MOVED, TABLE_CODE_CHANGED, Sitting, Visitor, Watcher

__all__ = ["converse"]

_HEARTBEAT_S: Final = 2.0
"""Interval of heartbeats to a page; after 5 s without any message it reconnects."""

_BEAT_S: Final = 0.2
_BEATS_A_HEARTBEAT: Final = 10
_ALIVE: Final = "{}"


async def converse(
    socket: WebSocket,
    room: Room,
    sitting: Sitting,
    viewer: PageViewer,
    token: str | None = None,
    visitor: Visitor = HERE,
) -> None:
    """Serve one page's WebSocket until it closes; ``token`` is a private page's."""
    watcher = room.enter(sitting, viewer, token, visitor)
    if watcher is None:
        await socket.close(1013, "Too many pages are open; close one and reload.")
        return
    sender = None
    try:
        await socket.accept()
        send = _send_at_beats if watcher.is_apart else _send_newest
        sender = asyncio.create_task(send(socket, room, watcher))
        while True:
            await _answer(socket, room, watcher)
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(watcher)
        if sender is not None:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)


async def _answer(socket: WebSocket, room: Room, watcher: Watcher) -> None:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    try:
        if message.get("text") is None:
            sentence = "A message is text; this one is binary."
            raise MessageError(sentence)
        name, request = read(message["text"])
    except MessageError as error:
        await _send_answer(socket, {"error": spoken(error.sentence)})
        return
    await _send_answer(socket, spoken_all(await room.ask(watcher, name, request)))


async def _send_answer(socket: WebSocket, answer: object) -> None:
    if socket.application_state is WebSocketState.DISCONNECTED:  # the other task has found that the page is gone
        raise WebSocketDisconnect(1006)
    await socket.send_json(answer)


async def _send_newest(socket: WebSocket, room: Room, watcher: Watcher) -> None:
    sent = ""
    loop = asyncio.get_running_loop()
    heartbeat_s = loop.time() + _HEARTBEAT_S
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout_at(heartbeat_s):  # asyncio.wait_for may lose a cancellation before 3.12
                await watcher.wake.wait()
        if loop.time() >= heartbeat_s:  # also if it is woken often, but has nothing new to send
            await socket.send_text(_ALIVE)
            heartbeat_s = loop.time() + _HEARTBEAT_S
        watcher.wake.clear()
        if watcher.is_state_due:
            watcher.is_state_due = False
            sent = await _send_state(socket, room, watcher, sent)
        if watcher.is_ended:
            await _close_ended(socket, watcher)
            return
        await _send_pictures(socket, watcher)


async def _send_at_beats(socket: WebSocket, room: Room, watcher: Watcher) -> None:
    """Send changes at fixed intervals, whose timing does not depend on what happens at the table."""
    sent = await _send_state(socket, room, watcher, "")
    began_s = time.monotonic()
    beat = 0
    while True:
        beat += 1
        await asyncio.sleep(max(0.0, began_s + beat * _BEAT_S - time.monotonic()))
        sent = await _send_state(socket, room, watcher, sent)
        if watcher.is_ended:
            await _close_ended(socket, watcher)
            return
        await _send_pictures(socket, watcher)
        if beat % _BEATS_A_HEARTBEAT == 0:
            await socket.send_text(_ALIVE)


async def _close_ended(socket: WebSocket, watcher: Watcher) -> None:
    """Close the WebSocket of a page whose link or table code was revoked; it reloads and shows the reason."""
    if watcher.is_moved:
        await socket.close(SEAT_MOVED, "This seat has a new link.")
    else:
        await socket.close(TABLE_CODE_CHANGED, "The table has a new code.")


async def _send_state(socket: WebSocket, room: Room, watcher: Watcher, sent: str) -> str:
    """Send the state unless it equals the one ``sent`` last; return it."""
    state = spoken_all(await asyncio.to_thread(room.state, watcher))
    text = json.dumps(state, separators=(",", ":"), ensure_ascii=False)
    if text != sent:
        await socket.send_text(text)
    return text


async def _send_pictures(socket: WebSocket, watcher: Watcher) -> None:
    pictures, watcher.pictures = watcher.pictures, {}
    for chain, picture in sorted(pictures.items()):
        await socket.send_bytes(bytes([chain]) + picture)
