"""Pyramid's scenery: a stepped pyramid of sandstone at dusk, its halls cut open, stairs to its gate, dunes about it.

Everything follows from the spaces, where they lie and their exits, so that a maze traced from an owner's copy is drawn
as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from riverlight.boards import desert
from riverlight.boards.brush import Point, chance, short
from riverlight.boards.files import Board
from riverlight.boards.places import place_of, usual_gap
from riverlight.boards.treasures import TREASURES

__all__ = ["DAY", "NIGHT", "STYLE", "land", "pad"]

NIGHT = desert.NIGHT | {
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
DAY = desert.DAY | {
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
STYLE = (
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
.title{fill:var(--rb-word);font-size:13px;font-weight:600;letter-spacing:2.5px;text-anchor:middle}
"""
)

_HALL = 0.68
"""The width of a hall as a share of the way from space to space; the rest is wall."""

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
"""The gate and the coffin, round their lights, on spaces 36 mm apart."""

Space = Mapping[str, Any]


def land(board: Board) -> str:
    """Return sky, dunes, the pyramid and its halls: everything but the spaces."""
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
        ]
    )


def pad(board: Board, index: int) -> str:
    """Return what stands about a space's light: a treasure, the gate, the coffin; nothing in an empty chamber."""
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
    """Return the board's title on the sand, to the right of the stairs; nothing where there is no room."""
    width, height = board.size_mm
    gates = [place_of(space)[0] for space in board.document["spaces"] if space["kind"] == "entrance"]
    stairs_mm = max(gates, default=0.0) + 1.2 * gap
    long = 9.4 * len(board.title)
    if height - foot < 36 or width - stairs_mm < long + 60:
        return ""
    x, y = (stairs_mm + width - 40) / 2, foot + 0.6 * (height - foot)
    return f'<text class="title" x="{short(x)}" y="{short(y)}">{escape(board.title)}</text>'


def _mass(spaces: Mapping[str, Space], gap: float) -> str:
    """Return the stone that the halls are cut into: courses of blocks, lit from the left."""
    half = gap / 2 + gap / 3
    places = [place_of(space) for space in spaces.values()]
    body = "".join(_box(x - half, y - half, 2 * half, 2 * half) for x, y in places)
    shade = "".join(_box(x - half + 3, y - half + 2, 2 * half, 2 * half) for x, y in places)
    lit = "".join(_box(x - half - 1.5, y - half - 1.5, 2 * half, 2 * half) for x, y in places)
    halls = _ways(spaces)
    course, near = gap / 3, 0.3 * gap
    worn: list[str] = []
    joints: list[str] = []

    def is_seen(x: float, y: float) -> bool:
        for ax, ay, bx, by in halls:
            if min(ax, bx) - near < x < max(ax, bx) + near and min(ay, by) - near < y < max(ay, by) + near:
                return False
        return _is_inside(places, (x, y), half - 1)

    for x, y in places:
        for row in range(-2, 4):
            top = y + (row - 0.5) * course
            for part in range(-2, 3):
                at = x + gap * (part - 0.5 + 0.5 * (row & 1)) / 2
                seed = round(at) * 7 + round(top) * 3
                if all(is_seen(at + aside, top + course / 2) for aside in (-0.14 * gap, 0.14 * gap)):
                    joints.append(f"M{short(at + 3 * chance(seed, 1, 41))} {short(top)}v{short(course)}")
                for quarter in (at, at + gap / 4):
                    if is_seen(quarter + gap / 8, top):
                        joints.append(f"M{short(quarter)} {short(top)}h{short(gap / 4)}")
                corners = [(at + 1, top + 1), (at + gap / 2 - 1, top + course - 1)]
                if chance(seed, 2, 41) < 0.3 and all(is_seen(*corner) for corner in corners):
                    worn.append(_box(at, top, gap / 2, course))
    worn, joints = list(dict.fromkeys(worn)), list(dict.fromkeys(joints))
    return (
        f'<path class="stone-shade" d="{shade}"/><path class="stone-light" d="{lit}"/><path class="stone" d="{body}"/>'
        f'<path class="stone-worn" d="{"".join(worn)}"/><path class="joint" d="{"".join(joints)}"/>'
    )


def _is_inside(places: list[Point], place: Point, half: float) -> bool:
    return any(abs(place[0] - x) < half and abs(place[1] - y) < half for x, y in places)


def _plinth(spaces: Mapping[str, Space], gap: float) -> str:
    """Return the low broad course that the pyramid stands on."""
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
    """Return the courses above the topmost halls, and the golden stone at the top."""
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
            f"M{short(middle - half + share * 2 * half)} {short(y)}v{short(0.34 * gap)}" for share in (0.2, 0.43, 0.71)
        )
        found.append(f'<path class="joint" d="{joints}"/>')
    wide = max(0.36 * gap, half - 0.5 * gap)
    high = min(0.62 * gap, y - 2)
    if high > 4:
        tip = f"M{short(middle)} {short(y - high)}L"
        found.append(
            f'<path class="gold" d="{tip}{short(middle - wide)} {short(y)}h{short(2 * wide)}z"/>'
            f'<path class="gold-shade" d="{tip}{short(middle + 0.3 * wide)} {short(y)}h{short(0.7 * wide)}z"/>'
            f'<path class="gold-light" d="{tip}{short(middle - wide)} {short(y)}h{short(0.35 * wide)}z"/>'
        )
    return "".join(reversed(found[: len(found) - (high > 4)])) + (found[-1] if high > 4 else "")


def _halls(spaces: Mapping[str, Space], gap: float) -> str:
    """Return the halls as hollows: dark under their upper and left walls, a bright sill at the lower and right ones."""
    wide = _HALL * gap
    ways = _ways(spaces)
    worn = []
    for x, y, _, _ in ways:
        seed = int(x * 31 + y * 17)
        if chance(seed, 1, 51) < 0.8:
            at_x, at_y = x + 16 * (chance(seed, 2, 51) - 0.5), y + 16 * (chance(seed, 3, 51) - 0.5)
            worn.append(f"M{short(at_x)} {short(at_y)}h{short(2 + 4 * chance(seed, 4, 51))}")
    return (
        f'<path class="hall sill" stroke-width="{short(wide)}" d="{_lines(ways, 1.2)}"/>'
        f'<path class="hall hollow" stroke-width="{short(wide)}" d="{_lines(ways, 0)}"/>'
        f'<path class="hall floor" stroke-width="{short(wide - 3.6)}" d="{_lines(ways, 1.8)}"/>'
        f'<path class="worn" d="{"".join(worn)}"/>'
    )


def _ways(spaces: Mapping[str, Space]) -> list[tuple[float, float, float, float]]:
    """Return the middle line of each hall: every space by itself, and the way through each exit once."""
    ways = []
    for space in spaces.values():
        x, y = place_of(space)
        ways.append((x, y, x, y))
        ways += [(x, y, *place_of(spaces[space["exits"][way]])) for way in ("e", "s") if way in space["exits"]]
    return ways


def _lines(ways: list[tuple[float, float, float, float]], off: float) -> str:
    found = []
    for ax, ay, bx, by in ways:
        to = f"l{short(bx - ax)} {short(by - ay)}" if (ax, ay) != (bx, by) else "h.1"
        found.append(f"M{short(ax + off)} {short(ay + off)}{to}")
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
        upper, lower = short(top), short(bottom)
        foot_left, foot_right = short(x - broad), short(x + broad)
        found.append(
            f'<path class="stone-shade" d="M{short(x - narrow - 6)} {upper}h{short(2 * narrow + 12)}'
            f'L{short(x + broad + 9)} {lower}H{short(x - broad - 9)}z"/>'
            f'<path class="stone-light" d="M{short(x - narrow - 6)} {upper}h6L{foot_left} {lower}h-9z"/>'
            f'<path class="stone" d="M{short(x + narrow + 6)} {upper}h-6L{foot_right} {lower}h9z"/>'
            f'<path class="stair" d="M{short(x - narrow)} {upper}h{short(2 * narrow)}L{foot_right} {lower}'
            f'H{foot_left}z"/>'
        )
        dark, bright = [], []
        for step in range(steps):
            share = ((step + 1) / steps) ** 1.25
            half = narrow + (broad - narrow) * share
            down = top + (bottom - top) * share
            dark.append(f"M{short(x - half)} {short(down)}h{short(2 * half)}")
            bright.append(f"M{short(x - half)} {short(down - 1.3)}h{short(2 * half)}")
        found.append(f'<path class="tread" d="{"".join(dark)}"/><path class="tread-light" d="{"".join(bright)}"/>')
    return "".join(found)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{short(x)} {short(y)}h{short(width)}v{short(height)}h{short(-width)}z"


def _gap(board: Board) -> float:
    """Return how far spaces that lie beside each other are apart, as a rule."""
    return max(12.0, usual_gap([place_of(space) for space in board.document["spaces"]]) or 36.0)
