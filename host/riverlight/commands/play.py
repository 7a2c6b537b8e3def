"""``riverlight play``: serve the table page and drive a device."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from riverlight.boards import Board
from riverlight.boards.files import load_playable
from riverlight.commands.arguments import (
    BOT_SEATS,
    BOTS,
    COLOURS,
    GAME,
    LAN,
    SEED,
    WithLan,
    players_for,
    read_colours,
    read_given,
    seats_of,
    sensing_board,
)
from riverlight.commands.opened_record import record_to_serve
from riverlight.errors import OptionError
from riverlight.games.game import Game
from riverlight.games.generator import random_seed
from riverlight.table.head import Head
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.table.summary import usual_colours
from riverlight.web.game_labels import GameLabels, tidy_label

__all__ = ["DEVICES", "command", "serve_table"]

DEVICES = ("pico", "raspberry", "wled", "emulator")


@click.command(cls=WithLan, epilog="Example: riverlight play canyon --seats 4 --bots 3")
@click.argument("game", type=GAME, required=False)
@click.option("--port", metavar="PORT", help="Serial port of a Pico. Default: a simulated Pico.")
@click.option("--device", type=click.Choice(DEVICES), default="pico", help="The kind of device.")
@click.option(
    "--uf2",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="MicroPython image for --device emulator.",
)
@click.option(
    "--wled", metavar="ADDRESS", help="Address of the controller for --device wled; keys come from the pages."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="TCP port of the pages; 0 for any free port.")
@LAN
@click.option("--seats", type=int, help="Number of seats. Default: 4 if the game allows it.")
@BOTS
@BOT_SEATS
@COLOURS
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A house rule; repeatable.")
@click.option("--no-hints", is_flag=True, help="No hints from the computer.")
@click.option("--name", help="A name for the game in the list of saved games.")
@click.option("--board", metavar="BOARD", help="Board id or file. Default: the built-in board.")
@click.option("--sensors", is_flag=True, help="Add sensors under the board's spaces, unless it has some.")
@click.option("--seed", type=SEED, help="Seed of deals, dice and draws. Default: random.")
def command(
    game: Game | None,
    port: str | None,
    device: str,
    uf2: Path | None,
    wled: str | None,
    no_browser: bool,
    http_port: int | None,
    lan: str | None,
    seats: int | None,
    bots: str,
    bot_seats: str | None,
    colours: str | None,
    given: tuple[str, ...],
    no_hints: bool,
    name: str | None,
    board: str | None,
    sensors: bool,
    seed: int | None,
) -> None:
    """Serve the table page of a new GAME; without GAME, the set-up page.

    With bots, cards and dice come from the app unless an option says otherwise.
    """
    head: Head | None = None
    label = "" if name is None else tidy_label(name)
    if game is not None:
        chosen: Board | None = None if board is None else load_playable(board, game.name)
        if sensors:
            chosen = sensing_board(game, chosen)
        count = seats_of(game, seats)
        played = players_for(count, bots, bot_seats)
        drawn = random_seed() if seed is None else seed
        options = {**(game.app_options if played else {}), **read_given(given)}
        levels = list(played.values())
        head = Head.create(game.name, options, [""] * count, drawn, chosen, played, levels=levels)
        head = head._replace(has_hints=not no_hints)
        if colours is not None:
            head = head._replace(colours=read_colours(head, colours))
    elif (
        bots != "0"
        or given
        or no_hints
        or sensors
        or any(each is not None for each in (seats, bot_seats, colours, name, board, seed))
    ):
        message = (
            "--seats, --bots, --bot-seats, --colours, --option, --no-hints, --name, --board, --sensors and --seed are "
            "for a game: name it, as in riverlight play canyon --seats 5."
        )
        raise OptionError(message)
    with record_to_serve() as store:
        begin = None if head is None else partial(_start, store, head, label)
        is_open = not no_browser
        serve_table(begin, store, port, http_port, lan=lan, open_browser=is_open, device=device, uf2=uf2, wled=wled)


def _start(store: Store, head: Head, name: str) -> Table:
    if not head.colours:
        head = head._replace(colours=usual_colours(store.latest(), head.game, len(head.seat_names)))
    table = Table.start(store, head)
    if name:
        GameLabels(store.folder).rename(table.game_id, table.started_ms, name)
    return table


def serve_table(
    begin: Callable[[], Table] | None,
    store: Store,
    port: str | None,
    http_port: int | None,
    *,
    lan: str | None,
    open_browser: bool,
    device: str = "pico",
    uf2: Path | None = None,
    wled: str | None = None,
) -> None:
    """Serve the pages and drive a device until Ctrl-C.

    Args:
        begin: returns the game of the table page; None to open the set-up page.
        store: the record.
        port: the serial port of a Pico; None for a simulated one.
        http_port: the port to serve on, None for the default.
        lan: the address for phones on the local network, "" for all private addresses, None for none.
        open_browser: whether to open a browser.
        device: one of DEVICES.
        uf2: the image that the emulator boots.
        wled: the address of a WLED controller.

    Raises:
        DeviceError: if the device is unavailable, or port, device and image do not match.
        ServerError: if the port is in use, or there is no local network.
    """
    # Imported here, as the web modules are slow to import.
    from riverlight.web.access import TableAccess  # noqa: PLC0415
    from riverlight.web.addresses import choose_addresses  # noqa: PLC0415
    from riverlight.web.devices import device_named  # noqa: PLC0415
    from riverlight.web.server import serve  # noqa: PLC0415

    access = TableAccess(store.folder, [] if lan is None else [each.address for each in choose_addresses(lan)])
    with device_named(device, store, port, uf2, wled) as beside:
        serve(begin, store, beside, port=http_port, access=access, lan=lan or "", open_browser=open_browser)
