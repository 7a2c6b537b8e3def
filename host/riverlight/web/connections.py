"""Limits on open connections, applied before any of a request is read, so by the client's address alone.

Strangers cannot use up the players' capacity. An address is a player's if it is this machine's, or if a request from it
had the table's cookie or a seat's link. All other addresses share a quarter of the capacity; when that is full, a
newcomer replaces the longest-waiting connection of the address with the most. Requests of strangers are handled one
after another, those of players at once.
"""

from __future__ import annotations

import asyncio
import ipaddress
import itertools
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import h11
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from riverlight.web.security import LOOPBACK

__all__ = [
    "BACKLOG",
    "Connections",
    "LimitedHttp",
    "LimitedWebSocket",
    "address_group",
    "available_connections",
    "mark_as_player",
]

BACKLOG: Final = 512
"""Listen backlog; all waiting connections are accepted at once, so each may need an open file."""

_MOST: Final = 2000  # 200 browsers that load a page with six connections each
_OTHER_FILES: Final = 64
_FEWEST: Final = 64
_MOST_OF_A_PLAYER: Final = 256  # NAT may hide a whole room behind one address
_MOST_OF_A_STRANGER: Final = 24
_STRANGERS_PART: Final = 4
_MOST_PLAYERS: Final = 1024
_MARK: Final = "riverlight_mark_as_player"

_SEND_BUFFER: Final = 128 * 1024  # by default it would grow to megabytes for a client that never reads
_LINE_BUFFER: Final = 16 * 1024  # a slow page gets the newest state, not a queue of old ones


class _Connection:
    """An open connection, and since when it waits for a request, or for the client to read."""

    def __init__(self, transport: asyncio.Transport, group: str, awaits: Callable[[], bool], now_s: float) -> None:
        self.transport = transport
        self.group = group
        self.awaits = awaits
        self.since_s = now_s
        self.stalled_since_s: float | None = None


class Connections:
    """The open connections of a server.

    Args:
        most: for all clients together.
        clock: monotonic seconds.
    """

    REQUEST_S = 20.0
    """Time-out from the start of a connection, or the previous response, to the last byte of a request."""

    STALLED_S = 30.0
    """Time-out for a client that does not read what was sent to it."""

    SWEEP_S = 1.0
    TURN_S = 0.005
    """Interval between the requests of all strangers together, so that players' requests need not wait for many."""

    def __init__(self, most: int = _MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._all: dict[asyncio.BaseTransport, _Connection] = {}
        self._groups: dict[str, list[_Connection]] = {}
        self._players: dict[str, None] = dict.fromkeys(LOOPBACK)
        self._sweeping: asyncio.TimerHandle | None = None
        self._turnstile = asyncio.Lock()

    def add(self, transport: asyncio.Transport, group: str, awaits: Callable[[], bool]) -> bool:
        """Return whether a new connection may stay; others may be closed for it.

        Args:
            transport: the connection.
            group: of its address, from :func:`address_group`.
            awaits: returns whether it waits for a request or for the rest of one.
        """
        if not self._has_room(group):
            return False
        connection = _Connection(transport, group, awaits, self._clock())
        self._all[transport] = connection
        self._groups.setdefault(group, []).append(connection)
        return True

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """Remove a connection that has ended, if it is still counted."""
        connection = self._all.pop(transport, None)
        if connection is not None:
            others = self._groups[connection.group]
            others.remove(connection)
            if not others:
                del self._groups[connection.group]

    def restart(self, transport: asyncio.BaseTransport) -> None:
        """Restart the time-out: wait for the next request of a connection."""
        if transport in self._all:
            self._all[transport].since_s = self._clock()

    def upgrade(self, transport: asyncio.BaseTransport) -> None:
        """Mark a connection as a WebSocket, which has no more requests."""
        if transport in self._all:
            self._all[transport].awaits = lambda: False

    def mark(self, group: str) -> None:
        """Mark ``group`` as a player's."""
        self._players.pop(group, None)
        self._players[group] = None
        while len(self._players) > _MOST_PLAYERS + len(LOOPBACK):
            del self._players[next(each for each in self._players if each not in LOOPBACK)]

    async def take_turn(self, group: str) -> None:
        """Wait until a request from ``group`` may be handled: players at once, strangers in turn."""
        if group not in self._players:
            async with self._turnstile:
                await asyncio.sleep(self.TURN_S)

    def sweep(self) -> None:
        """Close every connection whose time-out has passed."""
        now_s = self._clock()
        for connection in list(self._all.values()):
            if not connection.transport.get_write_buffer_size():
                connection.stalled_since_s = None
            elif connection.stalled_since_s is None:
                connection.stalled_since_s = now_s
            is_late = connection.awaits() and now_s - connection.since_s > self.REQUEST_S
            stalled_since_s = connection.stalled_since_s
            if is_late or (stalled_since_s is not None and now_s - stalled_since_s > self.STALLED_S):
                self._drop(connection)

    def start_sweeping(self, loop: asyncio.AbstractEventLoop) -> None:
        """Sweep periodically while there are connections."""
        if self._sweeping is None:
            self._sweeping = loop.call_later(self.SWEEP_S, self._sweep_again, loop)

    def _sweep_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._sweeping = None
        self.sweep()
        if self._all:
            self.start_sweeping(loop)

    def _has_room(self, group: str) -> bool:
        """Return whether there is room for a connection of ``group``; close others if they must make room."""
        is_player = group in self._players
        strangers = [each for each in self._groups if each not in self._players]
        if group not in LOOPBACK and len(self._groups.get(group, ())) >= (
            _MOST_OF_A_PLAYER if is_player else _MOST_OF_A_STRANGER
        ):
            return self._drop_one([group])
        if not is_player and sum(len(self._groups[each]) for each in strangers) >= self._most // _STRANGERS_PART:
            return self._drop_one(strangers)
        return len(self._all) < self._most or self._drop_one(strangers) or self._drop_one(self._groups)

    def _drop_one(self, groups: Iterable[str]) -> bool:
        """Close one connection of the largest of ``groups``; return whether one could be closed.

        A player's connection is closed only if it waits for a request: never an open page.
        """
        by_size = sorted((self._groups[each] for each in groups), key=len, reverse=True)
        for _size, alike in itertools.groupby(by_size, key=len):
            waiting, busy = [], []
            for connection in itertools.chain.from_iterable(alike):
                if connection.awaits():
                    waiting.append(connection)
                elif connection.group not in self._players:
                    busy.append(connection)
            if waiting or busy:
                self._drop(min(waiting or busy, key=lambda each: each.since_s))
                return True
        return False

    def _drop(self, connection: _Connection) -> None:
        self.remove(connection.transport)
        connection.transport.abort()


class LimitedHttp(H11Protocol):
    """An HTTP connection, counted in ``connections``."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._connections = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection if there is room."""
        super().connection_made(transport)
        group = address_group(self.client[0] if self.client else "")
        self.app = _in_turn(self.app, self._connections, group)
        self.app_state = {**self.app_state, _MARK: partial(self._connections.mark, group)}
        if self._connections.add(transport, group, self._awaits_request):
            self._connections.start_sweeping(self.loop)
            with suppress(OSError):  # it may be gone already
                transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._connections.remove(self.transport)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._connections.restart(self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the connection on to a :class:`LimitedWebSocket`."""
        self._connections.upgrade(self.transport)
        self.transport.set_write_buffer_limits(high=_LINE_BUFFER)
        super().handle_websocket_upgrade(event)

    def _awaits_request(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose connection is counted in ``connections``."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the connection of a :class:`LimitedHttp`."""
        super().connection_made(transport)
        self.app = _in_turn(self.app, self._connections, address_group(self.client[0] if self.client else ""))

    def connection_lost(self, exc: Exception | None) -> None:
        """Handle the end of the connection."""
        self._connections.remove(self.transport)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read: then answers would pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def _in_turn(app: Any, connections: Connections, group: str) -> Any:
    async def answer_in_turn(scope: Scope, receive: Receive, send: Send) -> None:
        await connections.take_turn(group)
        with suppress(ClientDisconnect):  # else each client that disconnects during a request would fill the log
            await app(scope, receive, send)

    return answer_in_turn


def mark_as_player(scope: Scope) -> None:
    """Mark the address of a request as a player's: it had the table's cookie or a seat's link."""
    mark: Callable[[], None] = scope.get("state", {}).get(_MARK, lambda: None)
    mark()


def address_group(address: str) -> str:
    """Return the key of one client: an IPv4 address, or the 64-bit prefix of IPv6, as one client can vary the rest."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(found) if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))


def available_connections() -> int:
    """Return how many connections this process can hold; raise its limit of open files if possible."""
    if sys.platform == "win32" or find_spec("resource") is None:
        return _MOST
    import resource  # noqa: PLC0415

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST + BACKLOG + _OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):  # a sandbox may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
    if soft == resource.RLIM_INFINITY:
        return _MOST
    return max(_FEWEST, min(_MOST, soft - BACKLOG - _OTHER_FILES))
