"""Limits on open connections, applied before anything of a request is read: so by the client's address alone.

Players have room that strangers cannot use up. An address is a player's when it is this machine's, or when a request
from it carried the table's cookie or a seat's link. All other addresses together get a quarter of the room; when it is
full, the address with most connections loses the one that has waited longest, and a newcomer gets its place. Requests
of strangers are answered one after another, those of players at once.
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
"""Connections that wait to be accepted at most; all are accepted at once, so each may need an open file."""

_MOST: Final = 2000  # 200 browsers that load a page, each with the six connections that browsers open
_OTHER_FILES: Final = 64
_FEWEST: Final = 64
_MOST_OF_A_PLAYER: Final = 256  # a router may hide a whole room behind one address
_MOST_OF_A_STRANGER: Final = 24
_STRANGERS_PART: Final = 4
_MOST_PLAYERS: Final = 1024
_MARK: Final = "riverlight_mark_as_player"

_SEND_BUFFER: Final = 128 * 1024  # the system's own buffer would grow to megabytes for a client that never reads
_LINE_BUFFER: Final = 16 * 1024  # a slow page gets the newest state, not a queue of old ones


class _Connection:
    """An open connection, and since when it waits for a request, or for the client to take what was sent."""

    def __init__(self, transport: asyncio.Transport, group: str, awaits: Callable[[], bool], now_s: float) -> None:
        self.transport = transport
        self.group = group
        self.awaits = awaits
        self.since_s = now_s
        self.stalled_since_s: float | None = None


class Connections:
    """The open connections of a server.

    Args:
        most: of all clients together.
        clock: seconds that only grow.
    """

    REQUEST_S = 20.0
    """From the start of a connection, or the previous answer, to the last byte of a request."""

    STALLED_S = 30.0
    """For how long the client may leave untaken what was sent to it."""

    SWEEP_S = 1.0
    TURN_S = 0.005
    """Between the requests of all strangers together, so that those of players need not wait for many of them."""

    def __init__(self, most: int = _MOST, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._all: dict[asyncio.BaseTransport, _Connection] = {}
        self._groups: dict[str, list[_Connection]] = {}
        self._players: dict[str, None] = dict.fromkeys(LOOPBACK)
        self._sweeping: asyncio.TimerHandle | None = None
        self._turnstile = asyncio.Lock()

    def add(self, transport: asyncio.Transport, group: str, awaits: Callable[[], bool]) -> bool:
        """Return whether a new connection may stay; others may have to go for it.

        Args:
            transport: the connection.
            group: of its address, from :func:`address_group`.
            awaits: tells whether it waits for a request or for the rest of one.
        """
        if not self._has_room(group):
            return False
        connection = _Connection(transport, group, awaits, self._clock())
        self._all[transport] = connection
        self._groups.setdefault(group, []).append(connection)
        return True

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that has ended, if it is still counted."""
        connection = self._all.pop(transport, None)
        if connection is not None:
            others = self._groups[connection.group]
            others.remove(connection)
            if not others:
                del self._groups[connection.group]

    def restart(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the next request of a connection from now on."""
        if transport in self._all:
            self._all[transport].since_s = self._clock()

    def upgrade(self, transport: asyncio.BaseTransport) -> None:
        """Expect no request of a connection any more: it is a web socket now."""
        if transport in self._all:
            self._all[transport].awaits = lambda: False

    def mark(self, group: str) -> None:
        """Count ``group`` among the players."""
        self._players.pop(group, None)
        self._players[group] = None
        while len(self._players) > _MOST_PLAYERS + len(LOOPBACK):
            del self._players[next(each for each in self._players if each not in LOOPBACK)]

    async def take_turn(self, group: str) -> None:
        """Wait until a request from ``group`` may be answered: not at all for a player, in turn for a stranger."""
        if group not in self._players:
            async with self._turnstile:
                await asyncio.sleep(self.TURN_S)

    def sweep(self) -> None:
        """End every connection that has waited too long for a request, or for its client to read."""
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
        """Sweep now and then as long as there are connections."""
        if self._sweeping is None:
            self._sweeping = loop.call_later(self.SWEEP_S, self._sweep_again, loop)

    def _sweep_again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._sweeping = None
        self.sweep()
        if self._all:
            self.start_sweeping(loop)

    def _has_room(self, group: str) -> bool:
        """Return whether a connection of ``group`` has room; make room where that is at others' expense."""
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
        """End one connection of the largest of ``groups``; return whether there was one that may be ended.

        Of players only one that waits for a request: never a page that is open.
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
    """A connection for requests, counted in ``connections``."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._connections = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there is no room."""
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
        """End."""
        self._connections.remove(self.transport)
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._connections.restart(self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a :class:`LimitedWebSocket`."""
        self._connections.upgrade(self.transport)
        self.transport.set_write_buffer_limits(high=_LINE_BUFFER)
        super().handle_websocket_upgrade(event)

    def _awaits_request(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A web socket whose connection is counted in ``connections``."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._connections = connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin on the connection of a :class:`LimitedHttp`."""
        super().connection_made(transport)
        self.app = _in_turn(self.app, self._connections, address_group(self.client[0] if self.client else ""))

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._connections.remove(self.transport)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client leaves untaken what was sent to it: then answers would only pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def _in_turn(app: Any, connections: Connections, group: str) -> Any:
    async def answer_in_turn(scope: Scope, receive: Receive, send: Send) -> None:
        await connections.take_turn(group)
        with suppress(ClientDisconnect):  # else each client that leaves within a request would fill the log
            await app(scope, receive, send)

    return answer_in_turn


def mark_as_player(scope: Scope) -> None:
    """Count the address of a request among the players': it carried the table's cookie or a seat's link."""
    mark: Callable[[], None] = scope.get("state", {}).get(_MARK, lambda: None)
    mark()


def address_group(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the 64 bits of IPv6 that one client can vary freely."""
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
    """Return how many connections this process can hold; raises its limit of open files where it may."""
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
