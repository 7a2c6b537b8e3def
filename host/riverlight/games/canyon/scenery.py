"""Canyon's scenery: a beach at the start, jetties at the landings, a cave, a waterfall, arrows on the current.

Everything is drawn from the spaces and their touches, so that traced maps look as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any

from riverlight.boards.drawing import river
from riverlight.boards.drawing.brush import Point, circle_path, closed_curve, fmt, open_curve, random_at, rough_circle
from riverlight.boards.drawing.contours import Landscape
from riverlight.boards.files import Board
from riverlight.boards.kinds import Scenery
from riverlight.boards.places import place_of
from shared_rules.board import NONE, distances

__all__ = ["SCENERY", "make_landscape"]

_NIGHT = river.NIGHT | {
    "pad": "#15495c",
    "pad-edge": "#33758a",
    "current": "#1c5c70",
    "arrow": "#8fbcc8",
    "touch": "#3b7788",
    "grass": "#857a5c",
}
_DAY = river.DAY | {
    "pad": "#a5d8dd",
    "pad-edge": "#e6f6f4",
    "current": "#bfe6e6",
    "arrow": "#1f5d70",
    "touch": "#e2f3f2",
    "grass": "#b79f62",
}
_STYLE = (
    river.STYLE
    + """
.touch{fill:none;stroke:var(--rb-touch);stroke-width:1;stroke-linecap:round;stroke-dasharray:0 3.6;opacity:.75}
.pad{fill:var(--rb-pad);fill-opacity:.75;stroke:var(--rb-pad-edge);stroke-width:.7}
.swift{fill:var(--rb-current)}
.arrow{fill:none;stroke:var(--rb-arrow);stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.start{fill:var(--rb-sand-wet);stroke:var(--rb-grass)}
.landing{fill:var(--rb-wood-shade);stroke:var(--rb-plank)}
.cave{fill:none;stroke:var(--rb-rock-light)}
.waterfall{fill:var(--rb-deep);stroke:var(--rb-foam)}
.tunnel{fill:none;stroke:var(--rb-hill-1);stroke-width:13;stroke-linecap:round;opacity:.7}
.underground{fill:none;stroke:var(--rb-flow);stroke-width:1.2;stroke-linecap:round;stroke-dasharray:5 5;opacity:.75}
.fall{fill:none;stroke:var(--rb-foam);stroke-linecap:round}
.ripple{fill:none;stroke:var(--rb-flow);stroke-width:1;stroke-linecap:round;opacity:.7}
"""
)

_WATER_MM = 20
"""Distance from a space to the bank."""

_PAD_MM = 12
_DROP = "M22 0Q13 3 8 9A12 12 0 1 1 8-9Q13-3 22 0z"
_TIP = "M17.6-3.6L22 0l-4.4 3.6"
_WATERS = ("water", "current")

Space = Mapping[str, Any]


def draw_land(board: Board) -> str:
    """Return the valley without the spaces."""
    spaces: dict[str, Space] = {space["id"]: space for space in board.document["spaces"]}
    landscape = make_landscape(board)
    for space in spaces.values():
        if space["kind"] not in _WATERS:
            landscape.reserve(place_of(space), place_of(space), 40 if space["kind"] in ("cave", "waterfall") else 26)
    tunnels = [
        (place_of(fall), place_of(cave)) for fall in _of_kind(spaces, "waterfall") for cave in _of_kind(spaces, "cave")
    ]
    for tunnel in tunnels:
        landscape.reserve(*tunnel, 17)
    valley, title = river.draw_land(landscape, board.size_mm, board.title, _beach(spaces), _currents(board, spaces))
    return "".join(
        [
            valley,
            *(_underground(*tunnel) for tunnel in tunnels),
            *(_waterfall(fall, spaces) for fall in _of_kind(spaces, "waterfall")),
            *(_cave(cave, spaces) for cave in _of_kind(spaces, "cave")),
            *(_jetty(landing, spaces) for landing in _of_kind(spaces, "landing")),
            _touches(spaces),
            title,
        ]
    )


def draw_space(board: Board, index: int) -> str:
    """Return a space: a ring in the water, with an arrow in the current."""
    space = board.document["spaces"][index]
    kind = space["kind"]
    if kind != "current":
        return f'<circle class="pad {kind}" r="{_PAD_MM}"/>'
    end = board.core.data[index]
    if end == NONE:
        return f'<circle class="pad swift" r="{_PAD_MM}"/>'
    angle = _angle(place_of(space), place_of(board.document["spaces"][end]))
    return f'<g transform="rotate({angle})"><path class="pad swift" d="{_DROP}"/><path class="arrow" d="{_TIP}"/></g>'


def make_landscape(board: Board) -> Landscape:
    """Return the valley's landscape: water along the touches, low land at the starts, dry land at the landings."""
    spaces: dict[str, Space] = {space["id"]: space for space in board.document["spaces"]}
    landscape = Landscape((0, 0, *board.size_mm))
    for name, space in spaces.items():
        kind = space["kind"]
        if kind == "start":
            landscape.add_stroke(place_of(space), place_of(space), 31, bed_mm=3.2)
        elif kind in _WATERS:
            landscape.add_stroke(place_of(space), place_of(space), _WATER_MM)
            for other in space["touches"]:
                other_kind = spaces[other]["kind"]
                if other_kind in _WATERS and other < name:
                    landscape.add_stroke(place_of(space), place_of(spaces[other]), _WATER_MM)
                elif other_kind == "cave":
                    landscape.add_stroke(place_of(space), place_of(spaces[other]), 11)
    for fall in _of_kind(spaces, "waterfall"):
        edge = [place_of(spaces[other]) for other in fall["touches"] if spaces[other]["kind"] in _WATERS]
        for number, place in enumerate(edge):
            landscape.add_stroke(place, _between(place, place_of(fall), 0.6), _WATER_MM - 3)
            for other_place in edge[:number]:
                landscape.add_stroke(place, other_place, _WATER_MM)
                half, other_half = (_between(end, place_of(fall), 0.5) for end in (place, other_place))
                landscape.add_stroke(half, other_half, _WATER_MM - 4)
    for landing in _of_kind(spaces, "landing"):
        landscape.add_island(place_of(landing), 15)
    landscape.spread()
    landscape.roughen(5)
    return landscape


def _currents(board: Board, spaces: Mapping[str, Space]) -> Iterator[river.Current]:
    """Yield the water's currents: along the arrows, elsewhere towards the landings."""
    rows = dict(zip(spaces, distances(board.core), strict=True))
    for name, space in spaces.items():
        pulls: list[tuple[str, int]] = []
        if space["kind"] == "current":
            pulls = [(space["flow"], 1)] if space.get("flow") in spaces else []
        elif space["kind"] == "water":
            waters = [other for other in space["touches"] if spaces[other]["kind"] in _WATERS]
            pulls = [(other, rows[name] - rows[other]) for other in waters]
        x, y = place_of(space)
        along_x = sum(pull * (place_of(spaces[end])[0] - x) for end, pull in pulls)
        along_y = sum(pull * (place_of(spaces[end])[1] - y) for end, pull in pulls)
        strength = hypot(along_x, along_y)
        if strength > 0:
            yield (x, y), (along_x / strength, along_y / strength)


def _beach(spaces: Mapping[str, Space]) -> str:
    starts = [place_of(space) for space in _of_kind(spaces, "start")]
    if not starts:
        return ""
    box = river.box_around(starts, 33)
    shore = Landscape(box)
    for number, (x, y) in enumerate(starts):
        shore.add_stroke((x, y), (x, y), 33)
        for other_x, other_y in starts[:number]:
            if hypot(x - other_x, y - other_y) < 60:
                shore.add_stroke((x, y), (other_x, other_y), 30)
    shore.spread()
    shore.roughen(9)
    return river.draw_beach(shore, box)


def _jetty(landing: Space, spaces: Mapping[str, Space]) -> str:
    """Return a landing: a deck on its rock, and a jetty towards the water."""
    at = place_of(landing)
    turn = _angle(at, _centre(landing, spaces, _WATERS))
    shade, stone = (
        closed_curve(rough_circle(centre, radius, seed, 0.12))
        for centre, radius, seed in (((0, 0), 19, int(at[0])), ((-1, -1), 16, int(at[1])))
    )
    planks = "".join(f"M{x}-6v12" for x in range(-12, 24, 4))
    return (
        f'<g transform="translate({fmt(at[0])} {fmt(at[1])}) rotate({turn})">'
        f'<path class="rock-shade" d="{shade}"/><path class="rock" d="{stone}"/>'
        '<path class="plank" d="M-14-7h28v1h9v12h-9v1h-28z"/>'
        f'<path class="gap" d="{planks}"/>'
        '<circle class="post" cx="22" cy="-6" r="1.8"/><circle class="post" cx="22" cy="6" r="1.8"/>'
        '<circle class="post" cx="-13" cy="-7" r="1.8"/><circle class="post" cx="-13" cy="7" r="1.8"/></g>'
    )


def _cave(cave: Space, spaces: Mapping[str, Space]) -> str:
    """Return the cave: a rock with a mouth towards the water, stalactites, a jetty."""
    at = place_of(cave)
    turn = _angle(at, _centre(cave, spaces, _WATERS))
    seed = int(at[0] + at[1])
    teeth = []
    for step in range(9):
        angle = pi * (0.58 + 0.84 * step / 8)
        x, y = 19.5 * cos(angle), 18.5 * sin(angle)
        long = 4 + 4 * random_at(step, 4, seed)
        side_x, side_y = -2.6 * sin(angle), 2.6 * cos(angle)
        teeth.append(
            f"M{fmt(x + side_x)} {fmt(y + side_y)}L{fmt(x - side_x)} {fmt(y - side_y)}"
            f"L{fmt(x - long * cos(angle))} {fmt(y - long * sin(angle))}z"
        )
    return (
        f'<g transform="translate({fmt(at[0])} {fmt(at[1])}) rotate({turn})">'
        f'<path class="rock-shade" d="{closed_curve(rough_circle((-15, 1), 35, seed, 0.12, 13))}"/>'
        f'<path class="rock" d="{closed_curve(rough_circle((-17, -1), 30, seed + 1, 0.14, 11))}"/>'
        f'<path class="rock-light" d="{closed_curve(rough_circle((-26, -5), 16, seed + 2, 0.2, 9))}"/>'
        f'<path class="rock" d="{closed_curve(rough_circle((-23, -2), 13, seed + 3, 0.2, 9))}"/>'
        '<path class="hollow" d="M22-15C8-24-20-22-20 0S8 24 22 15Q17 0 22-15z"/>'
        '<path class="mid" d="M27-13Q14-11 4-8Q-2 0 4 8Q14 11 27 13z"/>'
        f'<path class="rock" d="{"".join(teeth)}"/></g>'
    )


def _underground(start: Point, end: Point) -> str:
    """Return the hidden passage from the pool below the waterfall to the cave (CAN-20)."""
    (ax, ay), (bx, by) = start, end
    bend_x, bend_y = 0.18 * (by - ay), 0.18 * (ax - bx)
    way = [
        (ax, ay),
        (ax + (bx - ax) / 3 + bend_x, ay + (by - ay) / 3 + bend_y),
        (ax + 2 * (bx - ax) / 3 - bend_x, ay + 2 * (by - ay) / 3 - bend_y),
        (bx, by),
    ]
    line = open_curve(way)
    return f'<path class="tunnel" d="{line}"/><path class="underground" d="{line}"/>'


def _waterfall(fall: Space, spaces: Mapping[str, Space]) -> str:
    """Return the waterfall: a brink, streaks of falling water, foam, and the pool below."""
    at = place_of(fall)
    seed = int(at[0])
    edge = [place_of(spaces[other]) for other in fall["touches"] if spaces[other]["kind"] in _WATERS]
    turn = _angle(_centre(fall, spaces, _WATERS), at)
    across = [_rotate((x - at[0], y - at[1]), -turn)[1] for x, y in edge] or [0]
    low, high = min(across) - 15, max(across) + 15
    middle, half = (low + high) / 2, (high - low) / 2
    count = int(half / 1.3)
    streaks = []
    for step in range(count + 1):
        share = 2 * step / count - 1
        brink = -25 - 5 * share * share
        foot = -8 - 5 * share * share + 9 * random_at(step, 1, seed)
        above, below = middle + half * share, 0.5 * middle + 0.72 * half * share
        streaks.append(f"M{fmt(brink)} {fmt(above)}Q{fmt(brink + 7)} {fmt(above)} {fmt(foot)} {fmt(below)}")
    froth = []
    for step in range(22):
        share = 2 * step / 21 - 1
        x = -7 - 5 * share * share + 8 * random_at(step, 2, seed)
        y = 0.5 * middle + 0.74 * half * share
        radius = 1.4 + 3.4 * random_at(step, 3, seed) ** 2
        froth.append(circle_path(x, y, radius))
    mist = [circle_path(-2 + 5 * random_at(step, 4, seed), 0.5 * middle + 8 * step - 20, 9) for step in range(6)]
    ripples = "".join(f"M{x}-{y}Q{x + 6} 0 {x} {y}" for x, y in ((17, 11), (22, 13), (27, 9)))
    brink_line = f"M-31 {fmt(low - 1)}Q-19 {fmt(middle)} -31 {fmt(high + 1)}"
    return (
        f'<g transform="translate({fmt(at[0])} {fmt(at[1])}) rotate({turn})">'
        f'<path class="rock-shade" d="{closed_curve(rough_circle((5, 0), 41, seed, 0.1, 15))}"/>'
        f'<path class="hollow" d="{closed_curve(rough_circle((4, 0), 36, seed + 1, 0.1, 13))}"/>'
        f'<path class="deep" d="{closed_curve(rough_circle((3, 0), 32, seed + 2, 0.08, 13))}"/>'
        f'<path class="mid" d="{closed_curve(rough_circle((1, 0), 24, seed + 3, 0.1, 11))}"/>'
        f'<path class="ripple" d="{ripples}"/>'
        f'<path class="foam" opacity=".1" d="{"".join(mist)}"/>'
        f'<path class="fall" stroke-width="2.4" opacity=".5" d="{"".join(streaks[::2])}"/>'
        f'<path class="fall" stroke-width="1" opacity=".9" d="{"".join(streaks[1::2])}"/>'
        f'<path class="fall" stroke-width="1.2" opacity=".75" d="{brink_line}"/>'
        f'<path class="foam" opacity=".6" d="{"".join(froth)}"/></g>'
    )


def _touches(spaces: Mapping[str, Space]) -> str:
    """Return dotted lines between the spaces that touch."""
    lines = []
    for name, space in spaces.items():
        x, y = place_of(space)
        for other in space["touches"]:
            if other < name:
                continue
            dx, dy = place_of(spaces[other])[0] - x, place_of(spaces[other])[1] - y
            length = hypot(dx, dy)
            gap = length - 2 * (_PAD_MM + 2)
            if gap > 1:
                start, share = (_PAD_MM + 2) / length, gap / length
                from_x, from_y = x + start * dx, y + start * dy
                lines.append(f"M{round(from_x)} {round(from_y)}l{round(share * dx)} {round(share * dy)}")
    return f'<path class="touch" d="{"".join(lines)}"/>'


def _of_kind(spaces: Mapping[str, Space], kind: str) -> list[Space]:
    return [space for space in spaces.values() if space["kind"] == kind]


def _centre(space: Space, spaces: Mapping[str, Space], kinds: tuple[str, ...]) -> Point:
    """Return the centre of the touching spaces of these kinds; a place to the right if there are none."""
    places = [place_of(spaces[other]) for other in space["touches"] if spaces[other]["kind"] in kinds]
    if not places:
        return place_of(space)[0] + 1, place_of(space)[1]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _angle(start: Point, end: Point) -> int:
    """Return the direction from ``start`` to ``end`` in whole degrees, clockwise from the right."""
    return round(degrees(atan2(end[1] - start[1], end[0] - start[0])))


def _rotate(vector: Point, angle: int) -> Point:
    turn = angle * pi / 180
    return vector[0] * cos(turn) - vector[1] * sin(turn), vector[0] * sin(turn) + vector[1] * cos(turn)


SCENERY = Scenery(_NIGHT, _DAY, _STYLE, draw_land, draw_space)
