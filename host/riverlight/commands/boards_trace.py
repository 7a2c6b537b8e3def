"""``riverlight boards trace``: the page to trace a board from a photo."""

from __future__ import annotations

import click

from riverlight.boards import read_board_file
from riverlight.boards.lint import refuse_malformed
from riverlight.boards.reading import parse_json

__all__ = ["serve_trace", "trace"]


@click.command(epilog="Example: riverlight boards trace")
@click.argument("board", required=False)
@click.option("--port", metavar="PORT", help="Serial port of a Pico. Default: a simulated Pico.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--http-port", type=click.IntRange(0, 65535), help="TCP port of the page; 0 for any free port.")
def trace(board: str | None, port: str | None, no_browser: bool, http_port: int | None) -> None:
    """Trace a board from a photo, plan its lights and calibrate them, on a page of this machine.

    Opens BOARD, an id or a file; without it, the work saved in the browser. The photo never leaves the browser.
    """
    serve_trace(board, "", port, http_port, open_browser=not no_browser)


def serve_trace(board: str | None, mode: str, port: str | None, http_port: int | None, *, open_browser: bool) -> None:
    """Serve the tracing page until Ctrl-C.

    Args:
        board: the board to open, None for the work saved in the browser.
        mode: the mode to open.
        port: the serial port of a Pico; None for a simulated one.
        http_port: the port to serve on, None for the default.
        open_browser: whether to open a browser.
    """
    # Imported here, as the web modules are slow to import and no other command needs them.
    from riverlight.web.server import serve_app  # noqa: PLC0415
    from riverlight.web.trace import make_trace_app  # noqa: PLC0415
    from riverlight.web.trace_page import Opening  # noqa: PLC0415
    from riverlight.workshop.single_light import SingleLight  # noqa: PLC0415

    document = None
    if board is not None:
        document = parse_json(read_board_file(board))
        refuse_malformed(document)
    with SingleLight(port) as single_light:
        serve_app(
            lambda hosts: make_trace_app(single_light, hosts, Opening(document, mode)),
            "/trace",
            port=http_port,
            open_browser=open_browser,
            farewell=lambda: "Riverlight has stopped. Your tracing is saved in the browser.",
        )
