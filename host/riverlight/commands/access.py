"""``riverlight access``: manage access from the local network."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click
import segno

from riverlight.errors import OptionError, RecordError
from riverlight.folders import data_folder
from riverlight.games.seats import LETTERS
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.access import TableAccess
from riverlight.web.control import RunningServer
from riverlight.web.seat_links import SeatLinks

__all__ = ["command"]


@click.group(epilog="Example: riverlight access close-link Ada")
def command() -> None:
    """Show who has access, make a new table code, renew or close a seat's link.

    Changes take effect immediately if Riverlight is running, otherwise at the next start.
    """


@command.command(epilog="Example: riverlight access show")
def show() -> None:
    """Show addresses, table code and opened links."""
    with _server_or_record() as opened:
        if isinstance(opened, Store):
            click.echo(f"Riverlight is not running. Table code: {TableAccess(opened.folder, ()).code}")
            return
        report = opened.report()
    if report["code"] is None:
        click.echo("The pages are for this computer only. For phones, start Riverlight with --lan.")
    else:
        click.echo(f"Addresses: {', '.join(report['addresses'])}\nTable code: {report['code']}")
    for seat in report["seats"]:
        click.echo(f"{seat['letter']}  {seat['name']:20}  {_use(seat)}")


@command.command("new-code", epilog="Example: riverlight access new-code")
def new_code() -> None:
    """Make a new table code.

    Every device has to enter the new code.
    """
    with _server_or_record() as opened:
        if isinstance(opened, Store):
            access = TableAccess(opened.folder, ())
            access.renew()
            code = access.code
        else:
            code = opened.renew_code()
    click.echo(f"The new table code is {code}. Every device has to enter the new code.")


@command.command("new-link", epilog="Example: riverlight access new-link B")
@click.argument("seat")
def new_link(seat: str) -> None:
    """Make a new link for a seat.

    SEAT is a letter or a name. Pages that are open with the old link are closed.
    """
    with _server_or_record() as opened:
        if isinstance(opened, Store):
            _close_in_record(opened, seat)
            return
        number, name = _find_seat(seat, _seats_at(opened))
        link = opened.renew_link(number)
    click.echo(f"{name}'s new link: {link['address']}")
    if link["reach"] is None:
        segno.make(link["address"], error="m", micro=False).terminal(compact=True)
    else:
        click.echo(link["reach"])


@command.command("close-link", epilog="Example: riverlight access close-link Ada")
@click.argument("seat")
def close_link(seat: str) -> None:
    """Close the link of a seat.

    SEAT is a letter or a name. Pages that are open with the link are closed.
    """
    with _server_or_record() as opened:
        if isinstance(opened, Store):
            _close_in_record(opened, seat)
            return
        number, name = _find_seat(seat, _seats_at(opened))
        opened.close_link(number)
    click.echo(_closed(name))


@contextmanager
def _server_or_record() -> Iterator[RunningServer | Store]:
    """Open the record for writing, or find the running server that holds it.

    Raises:
        RecordError: if the record cannot be written and no server holds it.
    """
    folder = data_folder()
    server = None
    try:
        store = Store(folder)
    except RecordError:
        server = RunningServer.find(folder)
        if server is None:
            raise
    if server is not None:
        yield server
        return
    with store:
        yield store


def _close_in_record(store: Store, seat: str) -> None:
    """Close a seat's link of the last unfinished game."""
    game = max((game for game in store.games() if game.is_under_way), key=lambda game: game.last_ms, default=None)
    if game is None:
        message = "No game is in progress, so no seat has a link that could be used."
        raise RecordError(message)
    table = Table.resume(store, game.game_id)
    people = [(at, name) for at, name in enumerate(table.head.seat_names) if at not in table.head.bot_seats]
    number, name = _find_seat(seat, people)
    SeatLinks(store.folder).move(table, number)
    click.echo(_closed(name))


def _seats_at(server: RunningServer) -> list[tuple[int, str]]:
    return [(each["seat"], each["name"]) for each in server.report()["seats"]]


def _find_seat(asked: str, seats: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """Return number and name of the seat with the letter or name ``asked``.

    Raises:
        OptionError: if there is none.
    """
    for number, name in seats:
        if asked.casefold() in (LETTERS[number].casefold(), name.casefold()):
            return number, name
    listed = ", ".join(f"{LETTERS[number]} ({name})" for number, name in seats)
    message = f"SEAT takes a letter or a name of {listed or 'a game, and none is on the table'}; not {asked!r:.60}."
    raise OptionError(message)


def _closed(name: str) -> str:
    return f"{name}'s link is closed. A new one is made when you show it on the table page, or with new-link."


def _use(seat: dict[str, Any]) -> str:
    """Describe the use of a seat's link."""
    if not seat["devices"]:
        return "not opened"
    devices = "1 device" if seat["devices"] == 1 else f"{seat['devices']} devices, the last"
    shown = "" if seat["shown"] is None else f"; link shown again at {_time(seat['shown'])}"
    return f"opened on {devices} at {_time(seat['since'])}{shown}"


def _time(ms: int) -> str:
    return time.strftime("%H:%M", time.localtime(ms / 1000))
