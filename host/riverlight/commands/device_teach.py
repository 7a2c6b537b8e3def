"""``riverlight device teach``: assign cards to keys with the card reader."""

from __future__ import annotations

import click

from firmware.settings import MOST_KEYS
from riverlight.commands.arguments import Number
from riverlight.commands.device_install import the_board
from riverlight.devices.client import DeviceClient
from riverlight.devices.identity import KnownDevice
from riverlight.devices.teaching import start_teaching, teach_tags, write_tags

__all__ = ["teach"]


@click.command(epilog="Example: riverlight device teach --keys 'A1 A2 A3'")
@click.option("--port", "path", metavar="PORT", help="Serial port of the board. Default: the only board plugged in.")
@click.option("--keys", "listed", default="", help="Keys of the cards, in the order in which they are read.")
@click.option("--seconds", type=Number(0.1, 3600), default=30.0, help="Seconds to wait for each card.")
@click.option("--forget", is_flag=True, help="Delete all assigned cards first.")
def teach(path: str | None, listed: str, seconds: float, forget: bool) -> None:
    """Assign cards to keys on a board with a card reader: a Canyon card presses suit and number.

    Lay each card on the reader and type its keys, such as A7 for a red seven; Enter skips a card, q ends. The board
    saves the cards.
    """
    path = the_board(path)
    legend = start_teaching(path, forgets=forget)["legend"]
    waiting = listed.upper().split()
    has_list = bool(waiting)
    for keys in waiting:
        if keys.strip(legend) or len(keys) > MOST_KEYS:
            raise click.BadParameter(f"a card presses 1 to {MOST_KEYS} of the keys {legend}, not {keys}.")

    def ask(tag: str) -> str | None:
        if has_list:
            if not waiting:
                return None
            click.echo(f"Card {tag} presses {waiting[0]}.")
            return waiting.pop(0)
        typed: str = click.prompt(f"Card {tag}: which keys", default="", show_default=False)
        return None if typed.strip().lower() == "q" else typed.strip().upper()

    click.echo("Lay the cards on the reader, one after the other.")
    with DeviceClient(KnownDevice(path).open(), path) as client:
        taught = teach_tags(client, ask, seconds, legend)
    if not taught:
        click.echo("No new card was assigned.")
        return
    click.echo(f"The board knows {write_tags(path, taught)} cards now, {len(taught)} of them new.")
