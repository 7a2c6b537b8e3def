"""Start the pages, and end them cleanly."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import Final

import click
import uvicorn
from starlette.types import ASGIApp

from riverlight.errors import ServerError
from riverlight.table.lesson import Lesson
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.app import make_app
from riverlight.web.door import Door
from riverlight.web.room import Device, Room
from riverlight.web.security import LOOPBACK, local_hosts

__all__ = ["HOST", "PORT", "PageServer", "serve", "serve_app"]

HOST: Final = "127.0.0.1"
PORT: Final = 8275
"""The port that is tried first; when it is taken and none was asked for, any free one is used."""

_LARGEST_MESSAGE: Final = 64 * 1024  # what is longer ends the line; what is longer than messages allow gets a sentence
_LARGEST_HEAD: Final = 16 * 1024


def serve(
    table: Table | None,
    store: Store,
    device: Device | None = None,
    host: str = HOST,
    port: int | None = None,
    *,
    door: Door | None = None,
    open_browser: bool = True,
) -> None:
    """Serve the pages until Ctrl-C; the address is printed once they answer.

    Args:
        table: the game on the table page; None lets the set-up page begin one.
        store: the record, for the games that the set-up page begins and goes on with.
        device: what carries lights and keys; None for pages alone.
        host: a loopback address.
        port: the port, any free one for 0; None for :data:`PORT`, or a free one when that is taken.
        door: the one to the local network, if the pages are to be reached from there.
        open_browser: open a browser where there is one.

    Raises:
        ServerError: when ``host`` is not loopback, or the port is taken.
    """
    room = Room(store, device)
    if table is not None:
        room.open(table)
    with closing(room):
        serve_app(
            lambda hosts: make_app(room, hosts, door),
            "/" if table is None else "/table",
            host,
            port=port,
            door=door,
            open_browser=open_browser,
            farewell=lambda: _farewell(room),
        )


def serve_app(
    app_for: Callable[[frozenset[str]], ASGIApp],
    path: str,
    host: str = HOST,
    *,
    port: int | None,
    door: Door | None = None,
    open_browser: bool,
    farewell: Callable[[], str],
) -> None:
    """Serve an app until Ctrl-C; the address is printed once it answers.

    Args:
        app_for: makes the app for the names that it answers to.
        path: of the page that a browser is sent to.
        host: a loopback address.
        port: the port, as for :func:`serve`.
        door: the one to the local network, which the app must keep.
        open_browser: open a browser where there is one.
        farewell: returns what is printed at the end.

    Raises:
        ServerError: when ``host`` is not loopback, or the port is taken.
    """
    with ExitStack() as open_sockets:
        listeners = [open_sockets.enter_context(_listening(host, port))]
        number = listeners[0].getsockname()[1]
        hosts = local_hosts(number)
        address = f"http://{f'[{host}]' if ':' in host else host}:{number}{path}"
        if door is not None:
            listeners.append(open_sockets.enter_context(_had(door.address, number)))
            hosts |= {f"{door.address}:{number}"}

        def answers() -> None:
            click.echo(f"Riverlight is at {address}  (Ctrl-C ends it)")
            if door is not None:
                click.echo(f"In the local network: http://{door.address}:{number} with the table code {door.code}")
            if open_browser and _has_screen():
                threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

        try:
            PageServer(app_for(hosts), answers).run(listeners)
        except KeyboardInterrupt:  # everything is closed by now, and the signal handed on
            click.echo(f"\n{farewell()}")


def _farewell(room: Room) -> str:
    """Return what is said at the end: of a game only where one has been begun that is kept."""
    is_kept = room.sitting is not None and not isinstance(room.sitting.table, Lesson)
    return "Riverlight has stopped; the game is kept." if is_kept else "Riverlight has stopped."


class PageServer(uvicorn.Server):
    """Serves one app on sockets given to it, and calls ``answers`` once it does."""

    def __init__(self, app: ASGIApp, answers: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
                ws="websockets-sansio",
                loop="asyncio",
                lifespan="off",
                log_level="error",
                access_log=False,  # an address may hold a seat's token
                server_header=False,
                proxy_headers=False,
                ws_max_size=_LARGEST_MESSAGE,
                h11_max_incomplete_event_size=_LARGEST_HEAD,
                limit_concurrency=200,
                timeout_graceful_shutdown=1,
            )
        )
        self._answers = answers

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then say so."""
        await super().startup(sockets)
        self._answers()


def _listening(host: str, port: int | None) -> socket.socket:
    if host not in LOOPBACK:
        message = f"Riverlight's pages are for this machine only: {', '.join(LOOPBACK)}, not {host!r}."
        raise ServerError(message)
    if port is not None:
        return _had(host, port)
    try:
        return _bound(host, PORT)
    except OSError:
        return _bound(host, 0)


def _had(host: str, port: int) -> socket.socket:
    try:
        return _bound(host, port)
    except OSError as error:
        message = f"Port {port} of {host} cannot be had ({error.strerror}): choose another with --http-port."
        raise ServerError(message) from error


def _bound(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if sys.platform != "win32":  # there it would let two programs share the port
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
