"""Canyon's scenery: a beach to start from, jetties to land at, a cave, a waterfall, arrows on the current.

Everything follows from the spaces and their touches, so that a map traced from an owner's copy is drawn as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any

from riverlight.boards import river
from riverlight.boards.brush import Point, blob, chance, dot, polyline, ring, short
from riverlight.boards.contours import Landscape
from riverlight.boards.files import Board
from riverlight.boards.places import place_of
from shared_rules.board import NONE, distances

__all__ = ["DAY", "NIGHT", "STYLE", "land", "pad", "valley_of"]

NIGHT = river.NIGHT | {
    "pad": "#15495c",
    "pad-edge": "#33758a",
    "current": "#1c5c70",
    "arrow": "#8fbcc8",
    "touch": "#3b7788",
    "grass": "#857a5c",
}
DAY = river.DAY | {
    "pad": "#a5d8dd",
    "pad-edge": "#e6f6f4",
    "current": "#bfe6e6",
    "arrow": "#1f5d70",
    "touch": "#e2f3f2",
    "grass": "#b79f62",
}
STYLE = (
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
"""From a space to the bank."""

_PAD_MM = 12
_DROP = "M22 0Q13 3 8 9A12 12 0 1 1 8-9Q13-3 22 0z"
_TIP = "M17.6-3.6L22 0l-4.4 3.6"
_WATERS = ("water", "current")

Space = Mapping[str, Any]


def land(board: Board) -> str:
    """Return the valley with everything in it but the spaces."""
    spaces: dict[str, Space] = {space["id"]: space for space in board.document["spaces"]}
    width, height = board.size_mm
    landscape = valley_of(board)
    kept_free = [(place_of(space), 26.0) for space in spaces.values() if space["kind"] not in _WATERS]
    kept_free += [(place_of(space), 40.0) for space in spaces.values() if space["kind"] in ("cave", "waterfall")]

    def is_free(x: float, y: float) -> bool:
        return all(hypot(x - far_x, y - far_y) > radius for (far_x, far_y), radius in kept_free)

    tunnels = [(place_of(fall), place_of(cave)) for fall in _of(spaces, "waterfall") for cave in _of(spaces, "cave")]

    def is_solid(x: float, y: float) -> bool:
        return all(
            hypot(x - far_x, y - far_y) > 17
            for start, end in tunnels
            for far_x, far_y in (_between(start, end, share / 8) for share in range(9))
        )

    title, title_box = river.title(board.title, landscape, *board.size_mm, is_free)

    def is_wild(x: float, y: float) -> bool:
        left, top, right, bottom = title_box
        return is_free(x, y) and is_solid(x, y) and not (left < x < right and top < y < bottom)

    currents = list(_directions(board, spaces))
    return "".join(
        [
            river.valley(landscape, _beach(board, spaces)),
            river.hatching(landscape, is_free),
            river.flow_lines(landscape, width, height, currents),
            river.pines(landscape, width, height, is_wild),
            *(_underground(*tunnel) for tunnel in tunnels),
            *(_waterfall(fall, spaces) for fall in _of(spaces, "waterfall")),
            *(_cave(cave, spaces) for cave in _of(spaces, "cave")),
            *(_jetty(landing, spaces) for landing in _of(spaces, "landing")),
            _touches(spaces),
            title,
        ]
    )


def pad(board: Board, index: int) -> str:
    """Return what a canoe stands on: a ring in the water, with its arrow in the current."""
    space = board.document["spaces"][index]
    kind = space["kind"]
    if kind != "current":
        return f'<circle class="pad {kind}" r="{_PAD_MM}"/>'
    end = board.core.data[index]
    if end == NONE:
        return f'<circle class="pad swift" r="{_PAD_MM}"/>'
    angle = _angle(place_of(space), place_of(board.document["spaces"][end]))
    return f'<g transform="rotate({angle})"><path class="pad swift" d="{_DROP}"/><path class="arrow" d="{_TIP}"/></g>'


def valley_of(board: Board) -> Landscape:
    """Return the valley: water along the touches, low land at the starts, dry land at the landings."""
    spaces: dict[str, Space] = {space["id"]: space for space in board.document["spaces"]}
    landscape = Landscape(*board.size_mm)
    for name, space in spaces.items():
        kind = space["kind"]
        if kind == "start":
            landscape.lay(place_of(space), place_of(space), 31, bed_mm=3.2)
        elif kind in _WATERS:
            landscape.lay(place_of(space), place_of(space), _WATER_MM)
            for other in space["touches"]:
                other_kind = spaces[other]["kind"]
                if other_kind in _WATERS and other < name:
                    landscape.lay(place_of(space), place_of(spaces[other]), _WATER_MM)
                elif other_kind == "cave":
                    landscape.lay(place_of(space), place_of(spaces[other]), 11)
    for fall in _of(spaces, "waterfall"):
        edge = [place_of(spaces[other]) for other in fall["touches"] if spaces[other]["kind"] in _WATERS]
        for number, place in enumerate(edge):
            landscape.lay(place, _between(place, place_of(fall), 0.6), _WATER_MM - 3)
            for other_place in edge[:number]:
                landscape.lay(place, other_place, _WATER_MM)
                half, other_half = (_between(end, place_of(fall), 0.5) for end in (place, other_place))
                landscape.lay(half, other_half, _WATER_MM - 4)
    for landing in _of(spaces, "landing"):
        landscape.dam(place_of(landing), 15)
    landscape.rise()
    landscape.roughen(5)
    return landscape


def _directions(board: Board, spaces: Mapping[str, Space]) -> Iterator[tuple[Point, Point]]:
    """Yield where the water runs: along the arrows, elsewhere toward the landings."""
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


def _beach(board: Board, spaces: Mapping[str, Space]) -> str:
    starts = [place_of(space) for space in _of(spaces, "start")]
    if not starts:
        return ""
    shore = Landscape(*board.size_mm)
    for number, (x, y) in enumerate(starts):
        shore.lay((x, y), (x, y), 33)
        for other_x, other_y in starts[:number]:
            if hypot(x - other_x, y - other_y) < 60:
                shore.lay((x, y), (other_x, other_y), 30)
    shore.rise()
    shore.roughen(9)
    return river.sand(shore, *board.size_mm)


def _jetty(landing: Space, spaces: Mapping[str, Space]) -> str:
    """Return a landing: a deck on its rock, and a jetty toward the water."""
    at = place_of(landing)
    turn = _angle(at, _centre(landing, spaces, _WATERS))
    stone = ring(blob((0, 0), 19, int(at[0]), 0.12))
    planks = "".join(f"M{x}-6v12" for x in range(-12, 24, 4))
    return (
        f'<g transform="translate({short(at[0])} {short(at[1])}) rotate({turn})">'
        f'<path class="rock-shade" d="{stone}"/><path class="rock" d="{ring(blob((-1, -1), 16, int(at[1]), 0.12))}"/>'
        '<path class="plank" d="M-14-7h28v1h9v12h-9v1h-28z"/>'
        f'<path class="gap" d="{planks}"/>'
        '<circle class="post" cx="22" cy="-6" r="1.8"/><circle class="post" cx="22" cy="6" r="1.8"/>'
        '<circle class="post" cx="-13" cy="-7" r="1.8"/><circle class="post" cx="-13" cy="7" r="1.8"/></g>'
    )


def _cave(cave: Space, spaces: Mapping[str, Space]) -> str:
    """Return the cave: a rock with a mouth that is open to the water, teeth of stone, a jetty."""
    at = place_of(cave)
    turn = _angle(at, _centre(cave, spaces, _WATERS))
    seed = int(at[0] + at[1])
    teeth = []
    for step in range(9):
        angle = pi * (0.58 + 0.84 * step / 8)
        x, y = 19.5 * cos(angle), 18.5 * sin(angle)
        long = 4 + 4 * chance(step, 4, seed)
        side_x, side_y = -2.6 * sin(angle), 2.6 * cos(angle)
        teeth.append(
            f"M{short(x + side_x)} {short(y + side_y)}L{short(x - side_x)} {short(y - side_y)}"
            f"L{short(x - long * cos(angle))} {short(y - long * sin(angle))}z"
        )
    return (
        f'<g transform="translate({short(at[0])} {short(at[1])}) rotate({turn})">'
        f'<path class="rock-shade" d="{ring(blob((-15, 1), 35, seed, 0.12, 13))}"/>'
        f'<path class="rock" d="{ring(blob((-17, -1), 30, seed + 1, 0.14, 11))}"/>'
        f'<path class="rock-light" d="{ring(blob((-26, -5), 16, seed + 2, 0.2, 9))}"/>'
        f'<path class="rock" d="{ring(blob((-23, -2), 13, seed + 3, 0.2, 9))}"/>'
        '<path class="hollow" d="M22-15C8-24-20-22-20 0S8 24 22 15Q17 0 22-15z"/>'
        '<path class="mid" d="M27-13Q14-11 4-8Q-2 0 4 8Q14 11 27 13z"/>'
        f'<path class="rock" d="{"".join(teeth)}"/></g>'
    )


def _underground(start: Point, end: Point) -> str:
    """Return the hidden way from the pool under the waterfall to the cave (CAN-20)."""
    (ax, ay), (bx, by) = start, end
    bend_x, bend_y = 0.18 * (by - ay), 0.18 * (ax - bx)
    way = [
        (ax, ay),
        (ax + (bx - ax) / 3 + bend_x, ay + (by - ay) / 3 + bend_y),
        (ax + 2 * (bx - ax) / 3 - bend_x, ay + 2 * (by - ay) / 3 - bend_y),
        (bx, by),
    ]
    line = polyline(way)
    return f'<path class="tunnel" d="{line}"/><path class="underground" d="{line}"/>'


def _waterfall(fall: Space, spaces: Mapping[str, Space]) -> str:
    """Return the waterfall: a brink, streaks of falling water, foam, and the pool below."""
    at = place_of(fall)
    seed = int(at[0])
    edge = [place_of(spaces[other]) for other in fall["touches"] if spaces[other]["kind"] in _WATERS]
    turn = _angle(_centre(fall, spaces, _WATERS), at)
    across = [_turned((x - at[0], y - at[1]), -turn)[1] for x, y in edge] or [0]
    low, high = min(across) - 15, max(across) + 15
    middle, half = (low + high) / 2, (high - low) / 2
    count = int(half / 1.3)
    streaks = []
    for step in range(count + 1):
        share = 2 * step / count - 1
        brink = -25 - 5 * share * share
        foot = -8 - 5 * share * share + 9 * chance(step, 1, seed)
        above, below = middle + half * share, 0.5 * middle + 0.72 * half * share
        streaks.append(f"M{short(brink)} {short(above)}Q{short(brink + 7)} {short(above)} {short(foot)} {short(below)}")
    froth = []
    for step in range(22):
        share = 2 * step / 21 - 1
        x = -7 - 5 * share * share + 8 * chance(step, 2, seed)
        y = 0.5 * middle + 0.74 * half * share
        radius = 1.4 + 3.4 * chance(step, 3, seed) ** 2
        froth.append(dot(x, y, radius))
    mist = [dot(-2 + 5 * chance(step, 4, seed), 0.5 * middle + 8 * step - 20, 9) for step in range(6)]
    ripples = "".join(f"M{x}-{y}Q{x + 6} 0 {x} {y}" for x, y in ((17, 11), (22, 13), (27, 9)))
    brink_line = f"M-31 {short(low - 1)}Q-19 {short(middle)} -31 {short(high + 1)}"
    return (
        f'<g transform="translate({short(at[0])} {short(at[1])}) rotate({turn})">'
        f'<path class="rock-shade" d="{ring(blob((5, 0), 41, seed, 0.1, 15))}"/>'
        f'<path class="hollow" d="{ring(blob((4, 0), 36, seed + 1, 0.1, 13))}"/>'
        f'<path class="deep" d="{ring(blob((3, 0), 32, seed + 2, 0.08, 13))}"/>'
        f'<path class="mid" d="{ring(blob((1, 0), 24, seed + 3, 0.1, 11))}"/>'
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


def _of(spaces: Mapping[str, Space], kind: str) -> list[Space]:
    return [space for space in spaces.values() if space["kind"] == kind]


def _centre(space: Space, spaces: Mapping[str, Space], kinds: tuple[str, ...]) -> Point:
    """Return the middle of the touching spaces of these kinds; a place to the right where there are none."""
    places = [place_of(spaces[other]) for other in space["touches"] if spaces[other]["kind"] in kinds]
    if not places:
        return place_of(space)[0] + 1, place_of(space)[1]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _angle(start: Point, end: Point) -> int:
    """Return the direction from ``start`` to ``end`` in whole degrees, clockwise from the right."""
    return round(degrees(atan2(end[1] - start[1], end[0] - start[0])))


def _turned(vector: Point, angle: int) -> Point:
    turn = angle * pi / 180
    return vector[0] * cos(turn) - vector[1] * sin(turn), vector[0] * sin(turn) + vector[1] * cos(turn)
