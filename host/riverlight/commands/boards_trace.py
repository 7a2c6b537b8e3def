"""``riverlight boards trace``: the page on which a board is traced from a photo, lit and calibrated."""

from __future__ import annotations

import click

from riverlight.boards import content
from riverlight.boards.lint import refuse_malformed
from riverlight.boards.reading import parsed

__all__ = ["serve_trace", "trace"]


@click.command(epilog="Example: riverlight boards trace")
@click.argument("board", required=False)
@click.option("--port", metavar="PORT", help="The serial port of a Pico; a simulated one where none is named.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="The port of the page; 0 is any free one.")
def trace(board: str | None, port: str | None, no_browser: bool, http_port: int | None) -> None:
    """Trace a board from a photo, lay its lights, find them on the table: a page of this machine's own.

    BOARD, an id or a file, is opened; without it whatever the browser kept. The photo never leaves the browser.
    """
    serve_trace(board, "", port, http_port, open_browser=not no_browser)


def serve_trace(board: str | None, mode: str, port: str | None, http_port: int | None, *, open_browser: bool) -> None:
    """Serve the page, opened at a board and a mode, beside the Pico on ``port`` or a simulated one, until Ctrl-C."""
    # The pages' own modules take longer to load than all other commands need.
    from riverlight.devices.lamp import Lamp  # noqa: PLC0415
    from riverlight.web.server import serve_app  # noqa: PLC0415
    from riverlight.web.trace import make_trace_app  # noqa: PLC0415
    from riverlight.web.trace_page import Opening  # noqa: PLC0415

    document = None
    if board is not None:
        document = parsed(content(board))
        refuse_malformed(document)
    with Lamp(port) as lamp:
        serve_app(
            lambda hosts: make_trace_app(lamp, hosts, Opening(document, mode)),
            "/trace",
            port=http_port,
            open_browser=open_browser,
            farewell=lambda: "Riverlight has stopped; what you traced is kept in your browser.",
        )
