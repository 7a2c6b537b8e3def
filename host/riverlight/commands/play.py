"""``riverlight play``: serve the table page beside a device."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from riverlight.boards import Board
from riverlight.boards.files import playable
from riverlight.bots.seating import FROM_THE_APP
from riverlight.commands.arguments import BOT_SEATS, BOTS, SEED, players_for, read_given, seats_of
from riverlight.engines.games import GAME_NAMES, game_named
from riverlight.errors import OptionError
from riverlight.folders import data_folder
from riverlight.table.record import Store
from riverlight.table.session import Table

__all__ = ["DEVICES", "command", "serve_table"]

DEVICES = ("pico", "raspberry", "emulator")


@click.command(epilog="Example: riverlight play canyon --seats 4 --bots 3")
@click.argument("game", type=click.Choice(GAME_NAMES), required=False)
@click.option("--port", metavar="PORT", help="The serial port of a Pico; a simulated one where none is named.")
@click.option("--device", type=click.Choice(DEVICES), default="pico", help="Another device than a Pico.")
@click.option(
    "--uf2",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An image of MicroPython for the Pico, which --device emulator boots.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="The port of the pages; 0 is any free one.")
@click.option("--lan", is_flag=True, help="Open the pages to the local network too, behind a table code.")
@click.option("--seats", type=int, help="How many seats; 4 where the game has that.")
@BOTS
@BOT_SEATS
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--board", metavar="BOARD", help="The id of a board, or its file; Riverlight's own where none is named.")
@click.option("--seed", type=SEED, help="Of what the app draws and deals; another each time where none is given.")
def command(
    game: str | None,
    port: str | None,
    device: str,
    uf2: Path | None,
    no_browser: bool,
    http_port: int | None,
    lan: bool,
    seats: int | None,
    bots: int,
    bot_seats: str | None,
    given: tuple[str, ...],
    board: str | None,
    seed: int | None,
) -> None:
    """Serve the table page of a new GAME; without GAME the page on which one is set up.

    Where Riverlight plays seats, cards and dice come from the app unless an option says otherwise.
    """
    with Store(data_folder()) as store:
        table = None
        if game is not None:
            chosen: Board | None = None if board is None else playable(board, game)
            count = seats_of(game_named(game), seats)
            played = players_for(count, bots, bot_seats)
            drawn = secrets.randbits(32) if seed is None else seed
            options = {**(FROM_THE_APP[game] if played else {}), **read_given(given)}
            table = Table.new(store, game, options, [""] * count, drawn, chosen, played)
        elif bots or given or any(each is not None for each in (seats, bot_seats, board, seed)):
            message = (
                "--seats, --bots, --bot-seats, --option, --board and --seed are for a game: "
                "name it, as in riverlight play canyon --seats 5."
            )
            raise OptionError(message)
        serve_table(table, store, port, http_port, lan=lan, open_browser=not no_browser, device=device, uf2=uf2)


def serve_table(
    table: Table | None,
    store: Store,
    port: str | None,
    http_port: int | None,
    *,
    lan: bool,
    open_browser: bool,
    device: str = "pico",
    uf2: Path | None = None,
) -> None:
    """Serve the pages until Ctrl-C, with ``lan`` also to phones, beside a device.

    That is the Pico on ``port``, a simulated one without, or another of DEVICES; the emulator boots ``uf2``.

    Raises:
        DeviceError: when the device cannot be used, or the port, the device and the image do not go together.
        ServerError: when the port is taken, or there is no local network.
    """
    # The pages' own modules take longer to load than all other commands need.
    from riverlight.web.devices import device_named  # noqa: PLC0415
    from riverlight.web.door import Door, local_address  # noqa: PLC0415
    from riverlight.web.server import serve  # noqa: PLC0415

    door = Door(store.folder, local_address()) if lan else None
    with device_named(device, store, port, uf2) as beside:
        serve(table, store, beside, port=http_port, door=door, open_browser=open_browser)
