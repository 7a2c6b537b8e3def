"""``riverlight device teach``: lay the cards down one by one and say which keys each of them presses."""

from __future__ import annotations

import click

from firmware.settings import MOST_KEYS
from riverlight.commands.arguments import Number
from riverlight.commands.device_install import the_board
from riverlight.devices.ports import open_serial
from riverlight.devices.talk import Talk
from riverlight.devices.teaching import begin_lesson, teach_tags, write_tags

__all__ = ["teach"]


@click.command(epilog="Example: riverlight device teach --keys 'A1 A2 A3'")
@click.option("--port", "path", metavar="PORT", help="The board's serial port; the one board plugged in if left out.")
@click.option("--keys", "listed", default="", help="What the cards press, in the order in which they are laid down.")
@click.option("--seconds", type=Number(0.1, 3600), default=30.0, help="How long to wait for a card.")
@click.option("--forget", is_flag=True, help="Have the board forget all its cards first.")
def teach(path: str | None, listed: str, seconds: float, forget: bool) -> None:
    """Teach a board with a card reader what its cards mean: a card of Canyon presses its suit and its number.

    Lay each card on the reader and type its keys, as A7 for a red seven; Enter alone leaves a card out, q ends. The
    board keeps what it was taught.
    """
    path = the_board(path)
    legend = begin_lesson(path, forgets=forget)["legend"]
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
    with Talk(open_serial(path), path) as talk:
        taught = teach_tags(talk, ask, seconds, legend)
    if not taught:
        click.echo("No new card was taught.")
        return
    click.echo(f"The board knows {write_tags(path, taught)} cards now, {len(taught)} of them new.")
