"""Draw a board as SVG: for ``riverlight boards draw``, and for the table page, which puts its lights on it.

The frame is the same in every game: the picture of the land, then each space as ``<g class="space" data-space="ID"
data-kind="KIND" data-index="INDEX">`` with a title, its pad and a ``<circle class="light">``. What land and pads look
like is told by the game's module of scenery, which has

* ``NIGHT`` and ``DAY``: the same names with their colours, drawn as custom properties ``--rb-NAME``;
* ``STYLE``: style rules for its own classes, each of which is put below ``.riverlight-board``;
* ``land(board)``: the SVG beneath the spaces;
* ``pad(board, index)``: the SVG of one space about the point 0, 0, in millimetres.

All lengths are millimetres from the board's top left corner. The same board always gives the same bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from importlib import import_module
from typing import Protocol, cast

from riverlight.boards.brush import short
from riverlight.boards.files import Board
from riverlight.errors import BoardError

__all__ = ["draw"]

_STYLE = """
.light{fill:var(--rb-glass);fill-opacity:.6}
.name{fill:var(--rb-name);font-size:7px;font-weight:600;text-anchor:middle}
"""
_NIGHT = {"glass": "#06202b", "name": "#dcebe6"}
_DAY = {"glass": "#24505c", "name": "#f4fbf6"}


class _Scenery(Protocol):
    NIGHT: dict[str, str]
    DAY: dict[str, str]
    STYLE: str

    def land(self, board: Board) -> str: ...

    def pad(self, board: Board, index: int) -> str: ...


@lru_cache(maxsize=8)
def draw(board: Board, light: str = "auto", names: bool = False) -> str:
    """Return the picture of ``board``.

    Args:
        board: any well-formed board that says where its spaces lie.
        light: ``"night"``, ``"day"``, or ``"auto"``: as the reader's screen is set.
        names: whether the spaces' ids are written on them.

    Raises:
        BoardError: when the board lacks its size or the place of a space.
    """
    lost = [space["id"] for space in board.document["spaces"] if "at_mm" not in space]
    if lost or board.size_mm == (0, 0):
        what = f"at_mm of {', '.join(lost)}" if lost else "size_mm"
        message = f"Board {board.id} cannot be drawn: it lacks {what}."
        raise BoardError(message)
    scenery = cast("_Scenery", import_module(f"riverlight.boards.scenery_{board.game}"))
    width, height = (short(length) for length in board.size_mm)
    spaces = "".join(_space(board, scenery, index, names) for index in range(len(board.space_ids)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="riverlight-board {light}" viewBox="0 0 {width} {height}" '
        f'role="group" aria-label="Board: {escape(board.title)}">'
        f"<style>{_style(scenery, light)}</style>"
        f'<g class="land" aria-hidden="true">{scenery.land(board)}</g>'
        f'<g class="spaces">{spaces}</g></svg>'
    )


def _space(board: Board, scenery: _Scenery, index: int, names: bool) -> str:
    space = board.document["spaces"][index]
    x, y = (short(length) for length in space["at_mm"])
    name, kind = escape(space["id"]), space["kind"]
    small = "" if len(space["id"]) <= 4 else ' style="font-size:4.6px"'
    written = f'<text class="name" y="2.4"{small}>{name}</text>' if names else ""
    return (
        f'<g class="space" data-space="{name}" data-kind="{kind}" data-index="{index}" role="img" '
        f'transform="translate({x} {y})"><title>{name}, {kind}</title>{scenery.pad(board, index)}'
        f'<circle class="light" r="7"/>{written}</g>'
    )


def _style(scenery: _Scenery, light: str) -> str:
    night = _declared(_NIGHT | scenery.NIGHT)
    day = _declared(_DAY | scenery.DAY)
    rules = f".riverlight-board{{font-family:system-ui,sans-serif;{day if light == 'day' else night}}}"
    if light == "auto":
        rules += f"@media(prefers-color-scheme:light){{.riverlight-board{{{day}}}}}"
    own = (scenery.STYLE + _STYLE).replace("\n", "")
    return rules + re.sub(r"(^|})\s*([^{}]+?)\s*{", _below_the_board, own)


def _declared(colours: dict[str, str]) -> str:
    return "".join(f"--rb-{name}:{colour};" for name, colour in colours.items())


def _below_the_board(rule: re.Match[str]) -> str:
    """Return the head of a style rule such that it holds on the board and nowhere else on a page."""
    selectors = ",".join(f".riverlight-board {selector.strip()}" for selector in rule[2].split(","))
    return f"{rule[1]}{selectors}{{"
