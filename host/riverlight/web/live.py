"""The live line of a page: whole states and pictures of the lights out, requests in.

A message that cannot be read is answered with a sentence, and the line stays open.
"""

from __future__ import annotations

import asyncio
import json
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from riverlight.errors import MessageError
from riverlight.table.snapshot import PageViewer
from riverlight.web.messages import read
from riverlight.web.room import Room, Sitting, Watcher

__all__ = ["converse"]

_BEAT_S: Final = 8.0


async def converse(
    socket: WebSocket, room: Room, sitting: Sitting, viewer: PageViewer, token: str | None = None
) -> None:
    """Serve one page's line until it closes; ``token`` is a private page's."""
    watcher = room.enter(sitting, viewer, token)
    if watcher is None:
        await socket.close(1013, "Too many pages are open; close one and reload.")
        return
    await socket.accept()
    sender = asyncio.create_task(_send_newest(socket, room, watcher))
    try:
        while True:
            await _answer(socket, room, watcher)
    except WebSocketDisconnect:
        pass
    finally:
        room.leave(watcher)
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
        await socket.send_json({"error": str(error)})
        return
    await socket.send_json(await room.ask(watcher, name, request))


async def _send_newest(socket: WebSocket, room: Room, watcher: Watcher) -> None:
    while True:
        try:
            await asyncio.wait_for(watcher.wake.wait(), _BEAT_S)
        except TimeoutError:
            await socket.send_text("{}")  # tells the page that the line is still there
        watcher.wake.clear()
        if watcher.is_state_due:
            watcher.is_state_due = False
            state = await asyncio.to_thread(room.state, watcher)
            await socket.send_text(json.dumps(state, separators=(",", ":"), ensure_ascii=False))
        if watcher.pictures:
            pictures, watcher.pictures = watcher.pictures, {}
            for chain, picture in sorted(pictures.items()):
                await socket.send_bytes(bytes([chain]) + picture)
