"""Pyramid's scenery: a stepped sandstone pyramid at dusk, its halls cut open, stairs to its gate, dunes around it.

Everything is drawn from the spaces, their positions and exits, so that traced mazes look as good.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from typing import Any

from riverlight.boards.drawing.brush import Box, fmt, random_at
from riverlight.boards.files import Board
from riverlight.boards.kinds import Scenery
from riverlight.boards.places import place_of, usual_gap
from riverlight.games.pyramid import desert
from riverlight.games.pyramid.treasures import TREASURES

__all__ = ["SCENERY"]

_NIGHT = desert.NIGHT | {
    "glass": "#0f0a0c",
    "name": "#f1dcc0",
    "stone": "#7b5a41",
    "stone-light": "#9c7653",
    "stone-shade": "#49332a",
    "stone-worn": "#856347",
    "joint": "#5a4032",
    "floor": "#2f211f",
    "floor-worn": "#36271f",
    "hollow": "#1a1114",
    "sill": "#a07a56",
    "stair": "#8a6749",
    "gold": "#d3a253",
    "gold-light": "#f0cf8a",
    "gold-shade": "#7f5a2b",
    "coffin": "#5b4636",
    "word": "#b58d6a",
    "red": "#a8453a",
    "blue": "#476fb0",
    "white": "#c9c0b2",
    "yellow": "#c0963a",
    "green": "#4d8a55",
    "cut": "#160f12",
}
_DAY = desert.DAY | {
    "glass": "#5a4334",
    "name": "#fff4e0",
    "stone": "#dcb885",
    "stone-light": "#f4dcb1",
    "stone-shade": "#a97f53",
    "stone-worn": "#e4c494",
    "joint": "#bf9766",
    "floor": "#a17a54",
    "floor-worn": "#aa845d",
    "hollow": "#7c5a3d",
    "sill": "#f8e6c4",
    "stair": "#e9cb9c",
    "gold": "#e3ad3f",
    "gold-light": "#fbe3a0",
    "gold-shade": "#a8792a",
    "coffin": "#c59b6c",
    "word": "#7a5735",
    "red": "#c9392c",
    "blue": "#2f63bd",
    "white": "#fdf8ec",
    "yellow": "#f0c032",
    "green": "#35823f",
    "cut": "#4b3524",
}
_STYLE = (
    desert.STYLE
    + """
.stone{fill:var(--rb-stone)}.stone-light{fill:var(--rb-stone-light)}.stone-shade{fill:var(--rb-stone-shade)}
.stone-worn{fill:var(--rb-stone-worn);opacity:.75}
.joint{fill:none;stroke:var(--rb-joint);stroke-width:1;stroke-linecap:round}
.edge-light{fill:none;stroke:var(--rb-stone-light);stroke-width:1.4;stroke-linecap:square}
.hall{fill:none;stroke-linecap:square;stroke-linejoin:miter}
.hall.sill{stroke:var(--rb-sill)}.hall.hollow{stroke:var(--rb-hollow)}.hall.floor{stroke:var(--rb-floor)}
.worn{fill:none;stroke:var(--rb-floor-worn);stroke-width:1;stroke-linecap:round}
.stair{fill:var(--rb-stair)}.tread{fill:none;stroke:var(--rb-stone-shade);stroke-width:1.6}
.tread-light{fill:none;stroke:var(--rb-stone-light);stroke-width:1}
.gold{fill:var(--rb-gold)}.gold-light{fill:var(--rb-gold-light)}.gold-shade{fill:var(--rb-gold-shade)}
.glowing{fill:var(--rb-glow)}
.gate{fill:none;stroke:var(--rb-gold);stroke-width:2;stroke-linejoin:round}
.coffin{fill:var(--rb-coffin);stroke:var(--rb-gold);stroke-width:1.2;stroke-linejoin:round}
.band{fill:none;stroke:var(--rb-gold);stroke-width:1}
.sign{stroke:var(--rb-cut);stroke-width:2.4;stroke-linejoin:round}
.fine{fill:none;stroke:var(--rb-cut);stroke-width:2;stroke-linejoin:round;stroke-linecap:round;opacity:.6}
.red{fill:var(--rb-red)}.blue{fill:var(--rb-blue)}.white{fill:var(--rb-white)}
.yellow{fill:var(--rb-yellow)}.green{fill:var(--rb-green)}
.edge{fill:var(--rb-name);font-weight:600;text-anchor:middle;opacity:.75}
.title{fill:var(--rb-word);font-size:13px;font-weight:600;letter-spacing:2.5px;text-anchor:middle}
"""
)

_HALL = 0.68
"""The width of a hall relative to the distance of spaces; the rest is wall."""

_WAYS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}

_SIGNS = {
    "entrance": (
        '<path class="glowing" d="M-9.5 13V-3a9.5 9.5 0 0 1 19 0V13z"/>'
        '<path class="gate" d="M-11 13V-3a11 11 0 0 1 22 0V13M-14 13h6M8 13h6"/>'
    ),
    "sarcophagus": (
        '<path class="coffin" d="M-5-14C-3-16 3-16 5-14C7-11 12-9 12-4L9 14h-18L-12-4C-12-9-7-11-5-14z"/>'
        '<path class="band" d="M-8 9h16M-8.5 11.5h17M-4-11C-3-13 3-13 4-11"/>'
    ),
}
"""The gate and the coffin around their lights, for spaces 36 mm apart."""

_IN_A_GRID = re.compile(r"[a-z]\d{1,2}")

Space = Mapping[str, Any]


def draw_land(board: Board) -> str:
    """Return sky, dunes, the pyramid and its halls, without the spaces."""
    spaces: dict[str, Space] = {space["id"]: space for space in board.document["spaces"]}
    width, height = board.size_mm
    gap = _gap(board)
    foot = max(place_of(space)[1] for space in spaces.values()) + gap
    return "".join(
        [
            desert.sky(width, height, foot),
            desert.dunes(width, height, foot),
            _apex(spaces, gap),
            _plinth(spaces, gap),
            _mass(spaces, gap),
            _stairs(spaces, gap, height),
            _halls(spaces, gap),
            desert.palms(width, height, foot),
            _title(board, foot, gap),
            _edge_names(spaces, gap),
        ]
    )


def draw_space(board: Board, index: int) -> str:
    """Return the drawing around a space's light: a treasure, the gate, the coffin; nothing in an empty chamber."""
    space = board.document["spaces"][index]
    size = _gap(board)
    kind = space["kind"]
    if kind == "treasure" and "colour" in space:
        treasure = TREASURES[space["colour"]]
        scale = round(0.66 * size / 48, 2)
        return (
            f'<g transform="scale({scale}) translate(-24 -24)"><path class="sign {space["colour"]}" '
            f'd="{treasure.outline}"/><path class="fine" d="{treasure.detail}"/></g>'
        )
    scale = round(size / 36, 2)
    if kind in _SIGNS:
        return f'<g transform="scale({scale})">{_SIGNS[kind]}</g>'
    return ""


def _title(board: Board, foot: float, gap: float) -> str:
    """Return the board's title on the sand, to the right of the stairs; "" if there is no room."""
    width, height = board.size_mm
    gates = [place_of(space)[0] for space in board.document["spaces"] if space["kind"] == "entrance"]
    stairs_mm = max(gates, default=0.0) + 1.2 * gap
    long = 9.4 * len(board.title)
    if height - foot < 36 or width - stairs_mm < long + 60:
        return ""
    x, y = (stairs_mm + width - 40) / 2, foot + 0.6 * (height - foot)
    return f'<text class="title" x="{fmt(x)}" y="{fmt(y)}">{escape(board.title)}</text>'


def _edge_names(spaces: Mapping[str, Space], gap: float) -> str:
    """Return column letters below and row numbers to the left, if ids have both, as ``e4``."""
    if not all(_IN_A_GRID.fullmatch(name) for name in spaces):
        return ""
    columns: dict[str, tuple[float, float]] = {}
    rows: dict[str, tuple[float, float]] = {}
    for name, space in spaces.items():
        x, y = place_of(space)
        columns[name[0]] = max(columns.get(name[0], (x, y)), (x, y), key=lambda place: place[1])
        rows[name[1:]] = min(rows.get(name[1:], (x, y)), (x, y), key=lambda place: place[0])
    below = [(word, x, y + 0.72 * gap) for word, (x, y) in columns.items()]
    left = [(word, x - 0.64 * gap, y + 0.12 * gap) for word, (x, y) in rows.items()]
    size = fmt(0.3 * gap)
    return "".join(
        f'<text class="edge" font-size="{size}" x="{fmt(x)}" y="{fmt(y)}">{word}</text>' for word, x, y in below + left
    )


def _mass(spaces: Mapping[str, Space], gap: float) -> str:
    """Return the stone around the halls: courses of blocks, lit from the left."""
    half = gap / 2 + gap / 3
    places = [place_of(space) for space in spaces.values()]
    body = "".join(_box(x - half, y - half, 2 * half, 2 * half) for x, y in places)
    shade = "".join(_box(x - half + 3, y - half + 2, 2 * half, 2 * half) for x, y in places)
    lit = "".join(_box(x - half - 1.5, y - half - 1.5, 2 * half, 2 * half) for x, y in places)
    halls = _ways(spaces)
    course, near = gap / 3, 0.3 * gap
    worn: list[str] = []
    joints: list[str] = []

    dug = _Boxes(
        ((min(ax, bx) - near, min(ay, by) - near, max(ax, bx) + near, max(ay, by) + near) for ax, ay, bx, by in halls),
        gap,
    )
    stone = _Boxes(((x - half + 1, y - half + 1, x + half - 1, y + half - 1) for x, y in places), gap)

    @cache  # neighbouring points share their blocks
    def is_seen(x: float, y: float) -> bool:
        return not dug.cover(x, y) and stone.cover(x, y)

    for x, y in places:
        for row in range(-2, 4):
            top = y + (row - 0.5) * course
            for part in range(-2, 3):
                at = x + gap * (part - 0.5 + 0.5 * (row & 1)) / 2
                seed = round(at) * 7 + round(top) * 3
                if all(is_seen(at + aside, top + course / 2) for aside in (-0.14 * gap, 0.14 * gap)):
                    joints.append(f"M{fmt(at + 3 * random_at(seed, 1, 41))} {fmt(top)}v{fmt(course)}")
                for quarter in (at, at + gap / 4):
                    if is_seen(quarter + gap / 8, top):
                        joints.append(f"M{fmt(quarter)} {fmt(top)}h{fmt(gap / 4)}")
                corners = [(at + 1, top + 1), (at + gap / 2 - 1, top + course - 1)]
                if random_at(seed, 2, 41) < 0.3 and all(is_seen(*corner) for corner in corners):
                    worn.append(_box(at, top, gap / 2, course))
    worn, joints = list(dict.fromkeys(worn)), list(dict.fromkeys(joints))
    return (
        f'<path class="stone-shade" d="{shade}"/><path class="stone-light" d="{lit}"/><path class="stone" d="{body}"/>'
        f'<path class="stone-worn" d="{"".join(worn)}"/><path class="joint" d="{"".join(joints)}"/>'
    )


class _Boxes:
    """Boxes (left, top, right, bottom) with a fast lookup of points."""

    def __init__(self, boxes: Iterable[Box], cell: float) -> None:
        self._cell = cell
        self._by_cell: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            left, top, right, bottom = (int(edge // cell) for edge in box)
            for column in range(left, right + 1):
                for row in range(top, bottom + 1):
                    self._by_cell.setdefault((column, row), []).append(box)

    def cover(self, x: float, y: float) -> bool:
        """Return whether a box contains a point."""
        for left, top, right, bottom in self._by_cell.get((int(x // self._cell), int(y // self._cell)), ()):
            if left < x < right and top < y < bottom:
                return True
        return False


def _plinth(spaces: Mapping[str, Space], gap: float) -> str:
    """Return the low broad base of the pyramid."""
    places = [place_of(space) for space in spaces.values()]
    left, right = (edge(x for x, _ in places) for edge in (min, max))
    y = max(y for _, y in places) + 0.78 * gap
    x, wide = left - 1.15 * gap, right - left + 2.3 * gap
    return (
        f'<path class="stone-shade" d="{_box(x + 3, y + 2, wide, 0.34 * gap)}"/>'
        f'<path class="stone-light" d="{_box(x - 1, y - 1.5, wide, 0.34 * gap)}"/>'
        f'<path class="stone" d="{_box(x, y, wide, 0.34 * gap)}"/>'
    )


def _apex(spaces: Mapping[str, Space], gap: float) -> str:
    """Return the courses above the topmost halls, and the golden capstone."""
    places = [place_of(space) for space in spaces.values()]
    top = min(y for _, y in places)
    row = [x for x, y in places if y < top + gap / 2]
    middle = (min(row) + max(row)) / 2
    half = (max(row) - min(row)) / 2 + 0.83 * gap
    y = top - 0.83 * gap
    found = []
    while y > 26 and half > 0.9 * gap:
        half -= 0.66 * gap
        y -= 0.34 * gap
        found.append(
            f'<path class="stone-shade" d="{_box(middle - half + 3, y + 2, 2 * half, 0.5 * gap)}"/>'
            f'<path class="stone-light" d="{_box(middle - half - 1.5, y - 1.5, 2 * half, 0.5 * gap)}"/>'
            f'<path class="stone" d="{_box(middle - half, y, 2 * half, 0.5 * gap)}"/>'
        )
        joints = "".join(
            f"M{fmt(middle - half + share * 2 * half)} {fmt(y)}v{fmt(0.34 * gap)}" for share in (0.2, 0.43, 0.71)
        )
        found.append(f'<path class="joint" d="{joints}"/>')
    wide = max(0.36 * gap, half - 0.5 * gap)
    high = min(0.62 * gap, y - 2)
    if high > 4:
        tip = f"M{fmt(middle)} {fmt(y - high)}L"
        found.append(
            f'<path class="gold" d="{tip}{fmt(middle - wide)} {fmt(y)}h{fmt(2 * wide)}z"/>'
            f'<path class="gold-shade" d="{tip}{fmt(middle + 0.3 * wide)} {fmt(y)}h{fmt(0.7 * wide)}z"/>'
            f'<path class="gold-light" d="{tip}{fmt(middle - wide)} {fmt(y)}h{fmt(0.35 * wide)}z"/>'
        )
    return "".join(reversed(found[: len(found) - (high > 4)])) + (found[-1] if high > 4 else "")


def _halls(spaces: Mapping[str, Space], gap: float) -> str:
    """Return the halls as hollows: dark below their upper and left walls, with a bright sill at the others."""
    wide = _HALL * gap
    ways = _ways(spaces)
    worn = []
    for x, y, _, _ in ways:
        seed = int(x * 31 + y * 17)
        if random_at(seed, 1, 51) < 0.8:
            at_x, at_y = x + 16 * (random_at(seed, 2, 51) - 0.5), y + 16 * (random_at(seed, 3, 51) - 0.5)
            worn.append(f"M{fmt(at_x)} {fmt(at_y)}h{fmt(2 + 4 * random_at(seed, 4, 51))}")
    return (
        f'<path class="hall sill" stroke-width="{fmt(wide)}" d="{_lines(ways, 1.2)}"/>'
        f'<path class="hall hollow" stroke-width="{fmt(wide)}" d="{_lines(ways, 0)}"/>'
        f'<path class="hall floor" stroke-width="{fmt(wide - 3.6)}" d="{_lines(ways, 1.8)}"/>'
        f'<path class="worn" d="{"".join(worn)}"/>'
    )


def _ways(spaces: Mapping[str, Space]) -> list[tuple[float, float, float, float]]:
    """Return the centre line of each hall: every space, and each exit once."""
    ways = []
    for space in spaces.values():
        x, y = place_of(space)
        ways.append((x, y, x, y))
        ways += [(x, y, *place_of(spaces[space["exits"][way]])) for way in ("e", "s") if way in space["exits"]]
    return ways


def _lines(ways: list[tuple[float, float, float, float]], off: float) -> str:
    found = []
    for ax, ay, bx, by in ways:
        to = f"l{fmt(bx - ax)} {fmt(by - ay)}" if (ax, ay) != (bx, by) else "h.1"
        found.append(f"M{fmt(ax + off)} {fmt(ay + off)}{to}")
    return "".join(found)


def _stairs(spaces: Mapping[str, Space], gap: float, height: float) -> str:
    """Return the stairs from the sand up to the gate."""
    found = []
    for space in spaces.values():
        if space["kind"] != "entrance":
            continue
        x, y = place_of(space)
        top, bottom = y + 0.34 * gap, min(height - 12, y + 1.95 * gap)
        narrow, broad = 0.36 * gap, 0.95 * gap
        steps = 8
        upper, lower = fmt(top), fmt(bottom)
        foot_left, foot_right = fmt(x - broad), fmt(x + broad)
        found.append(
            f'<path class="stone-shade" d="M{fmt(x - narrow - 6)} {upper}h{fmt(2 * narrow + 12)}'
            f'L{fmt(x + broad + 9)} {lower}H{fmt(x - broad - 9)}z"/>'
            f'<path class="stone-light" d="M{fmt(x - narrow - 6)} {upper}h6L{foot_left} {lower}h-9z"/>'
            f'<path class="stone" d="M{fmt(x + narrow + 6)} {upper}h-6L{foot_right} {lower}h9z"/>'
            f'<path class="stair" d="M{fmt(x - narrow)} {upper}h{fmt(2 * narrow)}L{foot_right} {lower}'
            f'H{foot_left}z"/>'
        )
        dark, bright = [], []
        for step in range(steps):
            share = ((step + 1) / steps) ** 1.25
            half = narrow + (broad - narrow) * share
            down = top + (bottom - top) * share
            dark.append(f"M{fmt(x - half)} {fmt(down)}h{fmt(2 * half)}")
            bright.append(f"M{fmt(x - half)} {fmt(down - 1.3)}h{fmt(2 * half)}")
        found.append(f'<path class="tread" d="{"".join(dark)}"/><path class="tread-light" d="{"".join(bright)}"/>')
    return "".join(found)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{fmt(x)} {fmt(y)}h{fmt(width)}v{fmt(height)}h{fmt(-width)}z"


def _gap(board: Board) -> float:
    """Return the usual distance of neighbouring spaces."""
    return max(12.0, usual_gap([place_of(space) for space in board.document["spaces"]]) or 36.0)


SCENERY = Scenery(_NIGHT, _DAY, _STYLE, draw_land, draw_space)
