"""Starts the web server, and shuts it down cleanly."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Collection, Sequence, Set
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext, suppress
from functools import partial
from typing import Final, cast

import click
import uvicorn
from starlette.types import ASGIApp

from riverlight.errors import ServerError
from riverlight.table.key_clock import QUICK_S, KeyClock
from riverlight.table.lesson import Lesson
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.access import TableAccess
from riverlight.web.addresses import choose_addresses
from riverlight.web.app import make_app
from riverlight.web.connections import (
    BACKLOG,
    Connections,
    LimitedHttp,
    LimitedWebSocket,
    available_connections,
)
from riverlight.web.control import announced
from riverlight.web.room import Device, Room
from riverlight.web.security import LARGEST_HEAD, LOOPBACK, local_hosts

__all__ = ["HOST", "PORT", "PageServer", "network_lines", "serve", "serve_app", "switch_network"]

HOST: Final = "127.0.0.1"
PORT: Final = 8275
"""The default port; if it is in use and no port was requested, any free one is used."""

_FREE_PORTS: Final = 20
"""Number of free ports to try."""

_LARGEST_MESSAGE: Final = 64 * 1024  # a longer message closes the WebSocket


def serve(
    begin: Callable[[], Table] | None,
    store: Store,
    device: Device | None = None,
    host: str = HOST,
    port: int | None = None,
    *,
    access: TableAccess | None = None,
    lan: str = "",
    open_browser: bool = True,
) -> None:
    """Serve the pages until Ctrl-C; prints the address once they are ready.

    Args:
        begin: returns the game of the table page, called when everything else is ready; None shows the set-up page.
        store: the record.
        device: for lights and keys; None for pages alone.
        host: a loopback address.
        port: the port, 0 for any free one; None for :data:`PORT`, or a free one if that is in use.
        access: access control, if the pages may be opened to the local network.
        lan: this machine's address in the local network to listen on; empty for all private ones.
        open_browser: open a browser if there is one.

    Raises:
        ServerError: ``host`` is not loopback, or the port is in use.
    """
    room = Room(store, device)
    room.clock = KeyClock(QUICK_S)

    def app_for(hosts: Set[str]) -> ASGIApp:
        if begin is not None:
            room.open(begin())
        return make_app(room, hosts, access)

    with closing(room):
        serve_app(
            app_for,
            "/" if begin is None else "/table",
            host,
            port=port,
            access=access,
            lan=lan,
            open_browser=open_browser,
            farewell=lambda: _farewell(room),
            announce=partial(announced, store.folder),
        )


def serve_app(
    app_for: Callable[[Set[str]], ASGIApp],
    path: str,
    host: str = HOST,
    *,
    port: int | None,
    access: TableAccess | None = None,
    lan: str = "",
    open_browser: bool,
    farewell: Callable[[], str],
    announce: Callable[[int], AbstractContextManager[None]] = lambda _port: nullcontext(),
) -> None:
    """Serve an app until Ctrl-C; prints the address once it is ready.

    Args:
        app_for: makes the app for the allowed Host values.
        path: the page to open in a browser.
        host: a loopback address.
        port: the port, as for :func:`serve`.
        access: access control for the local network; the app must apply it.
        lan: as for :func:`serve`.
        open_browser: open a browser if there is one.
        farewell: returns the text to print at the end.
        announce: publishes the port while its context lasts.

    Raises:
        ServerError: ``host`` is not loopback, or the port is in use.
    """
    with ExitStack() as open_sockets:
        if host not in LOOPBACK:
            message = f"Riverlight's pages are for this machine only: {', '.join(LOOPBACK)}, not {host!r}."
            raise ServerError(message)
        listeners = _listen(open_sockets, [host, *(() if access is None else access.addresses)], port)
        number = listeners[0].getsockname()[1]
        hosts = set(local_hosts(number))
        address = f"http://{f'[{host}]' if ':' in host else host}:{number}{path}"
        if access is not None:
            hosts |= local_hosts(number, access.addresses)
        open_sockets.enter_context(announce(number))

        def answers() -> None:
            click.echo(f"Riverlight is at {address}  (Ctrl-C to stop)")
            if access is not None and access.is_open:
                click.echo(network_lines(access, number))
            if open_browser and _has_screen():
                threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

        server = PageServer(app_for(hosts), answers)
        if access is not None:
            access.switch = partial(switch_network, server, access, hosts, number, lan)
        try:
            server.run(listeners)
        except KeyboardInterrupt:  # everything is closed already, and uvicorn raises the signal again
            click.echo(f"\n{farewell()}")


async def switch_network(
    server: PageServer, access: TableAccess, hosts: set[str], port: int, lan: str, is_open: bool
) -> None:
    """Open the pages to the local network, or close them, with the connections that came from there."""
    if is_open == access.is_open:
        return
    if is_open:
        addresses = [each.address for each in await asyncio.to_thread(choose_addresses, lan)]
        await server.listen_on([(address, port) for address in addresses])
        hosts |= local_hosts(port, addresses)
        access.addresses = tuple(addresses)
        click.echo(network_lines(access, port))
    else:
        addresses, access.addresses = list(access.addresses), ()
        hosts -= local_hosts(port, addresses)
        server.stop_listening(addresses)
        click.echo("The pages are for this computer alone again.")


def network_lines(access: TableAccess, port: int) -> str:
    """Return the text to print about the local network: addresses, table code, and that nothing is encrypted."""
    likely, *others = access.origins(port)
    return "\n".join(
        [
            f"In the local network: {likely} with the table code {access.code}",
            *([f"Also at {', '.join(others)}  (--lan ADDRESS chooses one)"] if others else []),
            "The pages use plain HTTP, without encryption: anyone on the same network could read what is sent.",
        ]
    )


def _farewell(room: Room) -> str:
    """Return the last text to print: about a stored game, if there is one."""
    is_kept = room.sitting is not None and not isinstance(room.sitting.table.play, Lesson)
    return "Riverlight has stopped. The game is saved." if is_kept else "Riverlight has stopped."


class PageServer(uvicorn.Server):
    """Serves one app on given sockets, and calls ``answers`` when ready."""

    def __init__(self, app: ASGIApp, answers: Callable[[], None]) -> None:
        connections = Connections(available_connections())
        super().__init__(
            uvicorn.Config(
                app,
                http=cast("type[asyncio.Protocol]", partial(LimitedHttp, connections)),
                ws=cast("type[asyncio.Protocol]", partial(LimitedWebSocket, connections)),
                loop="asyncio",
                lifespan="off",
                log_level="error",
                access_log=False,  # a path may contain a seat's token
                server_header=False,
                proxy_headers=False,
                ws_max_size=_LARGEST_MESSAGE,
                ws_per_message_deflate=False,  # costs 40 KB and much time a page, for messages of 400 bytes
                h11_max_incomplete_event_size=LARGEST_HEAD,
                backlog=BACKLOG,
                timeout_graceful_shutdown=1,
                ws_ping_interval=5.0,  # a page that does not answer pings is gone, and must not use capacity
                ws_ping_timeout=10.0,
            )
        )
        self._answers = answers

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, then call ``answers``."""
        await super().startup(sockets)
        self._answers()

    async def listen_on(self, places: Sequence[tuple[str, int]]) -> None:
        """Listen on more addresses and ports.

        Raises:
            ServerError: one of them is in use; nothing has changed.
        """
        with ExitStack() as opened:
            listeners = [opened.enter_context(_bind(*place)) for place in places]
            opened.pop_all()
        protocol = partial(
            cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class),
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        loop = asyncio.get_running_loop()
        for listener in listeners:
            self.servers.append(await loop.create_server(protocol, sock=listener, backlog=BACKLOG))

    def stop_listening(self, addresses: Collection[str]) -> None:
        """Stop listening on ``addresses``, and close every connection that came there."""
        for server in [each for each in self.servers if each.sockets[0].getsockname()[0] in addresses]:
            server.close()
            self.servers.remove(server)
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport.get_extra_info("sockname")[0] in addresses:
                transport.abort()


def _listen(opened: ExitStack, hosts: Sequence[str], port: int | None) -> list[socket.socket]:
    """Return a socket for each of ``hosts``, all at ``port``; ``opened`` closes them.

    If any port may be used, one that is free at the first host but in use at another is skipped.
    """
    *others, last = [port] if port else [PORT] * (port is None) + [0] * _FREE_PORTS
    for choice in others:
        with suppress(ServerError):
            return _listen_at(opened, hosts, choice)
    return _listen_at(opened, hosts, last)


def _listen_at(opened: ExitStack, hosts: Sequence[str], port: int) -> list[socket.socket]:
    """Return a socket for each of ``hosts`` at ``port``; 0 for a port that is free at the first host."""
    with ExitStack() as bound:
        listeners = [bound.enter_context(_bind(hosts[0], port))]
        number = listeners[0].getsockname()[1]
        listeners += [bound.enter_context(_bind(host, number)) for host in hosts[1:]]
        opened.enter_context(bound.pop_all())
    return listeners


def _bind(host: str, port: int) -> socket.socket:
    """Return a bound socket; raises ServerError if the address is in use."""
    try:
        return _bound(host, port)
    except OSError as error:
        message = f"Port {port} on {host} is not available ({error.strerror}). Choose another with --http-port."
        raise ServerError(message) from error


def _bound(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if sys.platform != "win32":  # on Windows it would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
