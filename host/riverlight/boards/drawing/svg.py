"""Draw a board as SVG, for ``riverlight boards draw`` and the table page.

The structure is the same in every game: the land, then each space as ``<g class="space" data-space="ID"
data-kind="KIND" data-index="INDEX">`` with a title, its pad and a ``<circle class="light">``. What land and pads look
like comes from the game's ``Scenery`` (``riverlight.boards.kinds``): its colours become custom properties
``--rb-NAME``, and each of its style rules is put below ``.riverlight-board``.

All lengths are millimetres from the board's top left corner. The same board always gives the same bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from riverlight.boards.drawing.brush import fmt
from riverlight.boards.files import Board
from riverlight.boards.kinds import Scenery, kind_for
from riverlight.errors import BoardError

__all__ = ["draw"]

_STYLE = """
.light{fill:var(--rb-glass);fill-opacity:.6}
.name{fill:var(--rb-name);font-size:7px;font-weight:600;text-anchor:middle}
"""
_NIGHT = {"glass": "#06202b", "name": "#dcebe6"}
_DAY = {"glass": "#24505c", "name": "#f4fbf6"}


@lru_cache(maxsize=8)
def draw(board: Board, light: str = "auto", names: bool = False) -> str:
    """Return the SVG of ``board``.

    Args:
        board: a well-formed board with positions.
        light: ``"night"``, ``"day"``, or ``"auto"`` to follow the viewer's colour scheme.
        names: whether to label the spaces with their ids.

    Raises:
        BoardError: if the board lacks its size or the position of a space.
    """
    unplaced = [space["id"] for space in board.document["spaces"] if "at_mm" not in space]
    if unplaced or board.size_mm == (0, 0):
        what = f"at_mm of {', '.join(unplaced)}" if unplaced else "size_mm"
        message = f"Board {board.id} cannot be drawn: it lacks {what}."
        raise BoardError(message)
    scenery = kind_for(board.game).load_tools().scenery
    width, height = (fmt(length) for length in board.size_mm)
    spaces = "".join(_space(board, scenery, index, names) for index in range(len(board.space_ids)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="riverlight-board {light}" viewBox="0 0 {width} {height}" '
        f'role="group" aria-label="Board: {escape(board.title)}">'
        f"<style>{_style(scenery, light)}</style>"
        f'<g class="land" aria-hidden="true">{_land(board)}</g>'
        f'<g class="spaces">{spaces}</g></svg>'
    )


@lru_cache(maxsize=8)  # the same by night and by day, with names and without
def _land(board: Board) -> str:
    return kind_for(board.game).load_tools().scenery.draw_land(board)


def _space(board: Board, scenery: Scenery, index: int, names: bool) -> str:
    space = board.document["spaces"][index]
    x, y = (fmt(length) for length in space["at_mm"])
    name, kind = escape(space["id"]), space["kind"]
    small = "" if len(space["id"]) <= 4 else ' style="font-size:4.6px"'
    written = f'<text class="name" y="2.4"{small}>{name}</text>' if names else ""
    return (
        f'<g class="space" data-space="{name}" data-kind="{kind}" data-index="{index}" role="img" '
        f'transform="translate({x} {y})"><title>{name}, {kind}</title>{scenery.draw_space(board, index)}'
        f'<circle class="light" r="7"/>{written}</g>'
    )


def _style(scenery: Scenery, light: str) -> str:
    night = _declared(_NIGHT | scenery.night)
    day = _declared(_DAY | scenery.day)
    rules = f".riverlight-board{{font-family:system-ui,sans-serif;{day if light == 'day' else night}}}"
    if light == "auto":
        rules += f"@media(prefers-color-scheme:light){{.riverlight-board{{{day}}}}}"
    own = (scenery.style + _STYLE).replace("\n", "")
    return rules + re.sub(r"(^|})\s*([^{}]+?)\s*{", _below_the_board, own)


def _declared(colours: dict[str, str]) -> str:
    return "".join(f"--rb-{name}:{colour};" for name, colour in colours.items())


def _below_the_board(rule: re.Match[str]) -> str:
    """Return the selector of a style rule, scoped to the board."""
    selectors = ",".join(f".riverlight-board {selector.strip()}" for selector in rule[2].split(","))
    return f"{rule[1]}{selectors}{{"
