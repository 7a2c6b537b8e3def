"""A river valley at night: what the pictures of Canyon and Niagara have in common.

Land in layers like cut paper, darker toward the water; a hatched bank; pines where nobody goes; lines that flow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import atan2, cos, hypot, sin

from riverlight.boards.brush import Point, chance, noise, polyline, ring, scattered, short
from riverlight.boards.contours import Landscape, area, simplified

__all__ = ["DAY", "NIGHT", "STYLE", "flow_lines", "hatching", "pines", "rings_path", "sand", "title", "valley"]

NIGHT = {
    "ground": "#213a36",
    "hill-4": "#1d3431",
    "hill-3": "#192e2c",
    "hill-2": "#162827",
    "hill-1": "#122222",
    "crest": "#37544e",
    "rim": "#2d4547",
    "ink": "#48605c",
    "shallow": "#14485a",
    "middle": "#103b4e",
    "deep": "#0c2f41",
    "flow": "#4d8a9c",
    "foam": "#a9c9cf",
    "pine": "#2c4b40",
    "pine-shade": "#152a26",
    "sand": "#57503f",
    "sand-wet": "#423f35",
    "wood": "#6a5540",
    "wood-shade": "#32291f",
    "plank": "#8d7355",
    "rock": "#33464a",
    "rock-light": "#4a6064",
    "rock-shade": "#1c2a2d",
    "hollow": "#081317",
    "word": "#7f9b93",
}
DAY = {
    "ground": "#dfe3c4",
    "hill-4": "#d3dab8",
    "hill-3": "#c5d0ab",
    "hill-2": "#b6c49e",
    "hill-1": "#a5b691",
    "crest": "#eef0d8",
    "rim": "#8c9f85",
    "ink": "#7b8d74",
    "shallow": "#8ecad3",
    "middle": "#74b6c6",
    "deep": "#5da2b8",
    "flow": "#d5eef0",
    "foam": "#ffffff",
    "pine": "#6f9270",
    "pine-shade": "#93a781",
    "sand": "#efdfb4",
    "sand-wet": "#dcc894",
    "wood": "#b48a5c",
    "wood-shade": "#75552f",
    "plank": "#d9b384",
    "rock": "#9aa39b",
    "rock-light": "#bcc3b9",
    "rock-shade": "#6f7a74",
    "hollow": "#33413f",
    "word": "#4f6152",
}
"""The colours of a river valley; drawn as custom properties ``--rb-…``, so that a page may change them."""

STYLE = """
.land path{fill-rule:evenodd}
.ground{fill:var(--rb-ground)}
.hill{stroke:var(--rb-crest);stroke-width:.5;stroke-opacity:.55}
.h4{fill:var(--rb-hill-4)}.h3{fill:var(--rb-hill-3)}.h2{fill:var(--rb-hill-2)}.h1{fill:var(--rb-hill-1)}
.rim{fill:var(--rb-rim)}
.hatching{fill:none;stroke:var(--rb-ink);stroke-width:.7;stroke-linecap:round;opacity:.8}
.shallow{fill:var(--rb-shallow)}.mid{fill:var(--rb-middle)}.deep{fill:var(--rb-deep)}
.flow{fill:none;stroke:var(--rb-flow);stroke-width:.9;stroke-linecap:round;opacity:.34}
.sand{fill:var(--rb-sand)}.sand-wet{fill:var(--rb-sand-wet)}
.grain{fill:none;stroke:var(--rb-sand-wet);stroke-width:1;stroke-linecap:round}
.plank{fill:var(--rb-wood)}.gap{fill:none;stroke:var(--rb-wood-shade);stroke-width:.8}.post{fill:var(--rb-wood-shade)}
.rock{fill:var(--rb-rock)}.rock-light{fill:var(--rb-rock-light)}.rock-shade{fill:var(--rb-rock-shade)}
.hollow{fill:var(--rb-hollow)}
.foam{fill:var(--rb-foam)}
.title{fill:var(--rb-word);font-size:13px;font-weight:600;letter-spacing:3px;text-anchor:middle}
"""

_LAND = ((58, "hill h4"), (44, "hill h3"), (30, "hill h2"), (17, "hill h1"), (5, "rim"))
_WATER = ((0, "shallow"), (-7, "mid"), (-13, "deep"))
_PINES = "".join(
    f'<g id="rb-pine{size}"><path style="fill:var(--rb-pine-shade)" d="{shade}"/>'
    f'<path style="fill:var(--rb-pine)" d="{tree}"/></g>'  # in the copies of a use, rules by class need not hold
    for size, shade, tree in (
        (1, "M0 1l7 1.6l-3.6-4.4z", "M0-9.6l3 4.8h-1.1l2 4.8h-7.8l2-4.8h-1.1z"),
        (2, "M0 .8l5 1.2l-2.6-3.2z", "M0-6.8l2.1 3.4h-.8l1.4 3.4h-5.4l1.4-3.4h-.8z"),
    )
)
_LINE_DEPTH_MM = 6
_LINES_APART_MM = 6
_BESIDE = (-1, 0, 1)
_SPECK_MM2 = 160
"""A hole or a hill smaller than this is an accident of the strokes."""


def rings_path(landscape: Landscape, height: float, fine: bool = False) -> str:
    """Return the path data of all that lies lower than ``height``; fill it by the even-odd rule."""
    rings = (points for points in landscape.rings(height) if area(points) > _SPECK_MM2)
    return "".join(ring(simplified(points, 0.8 if fine else 1.2), fine) for points in rings)


def valley(landscape: Landscape, on_the_bank: str) -> str:
    """Return the land in layers and the water; ``on_the_bank`` is drawn between the two."""
    land, water = (
        "".join(_layer(landscape, *layer, fine) for layer in layers)
        for layers, fine in ((_LAND, False), (_WATER, True))
    )
    return f'<rect class="ground" width="100%" height="100%"/>{land}{on_the_bank}{water}'


def _layer(landscape: Landscape, height: float, name: str, fine: bool) -> str:
    return f'<path class="{name}" d="{rings_path(landscape, height, fine)}"/>'


def hatching(landscape: Landscape, is_free: Callable[[float, float], bool]) -> str:
    """Return short strokes up the banks, as mapmakers draw cliffs, with gaps where the hand was lifted."""
    strokes = []
    for points in landscape.rings(5.4):
        if area(points) < _SPECK_MM2:
            continue
        travelled = 0.0
        for number, (x, y) in enumerate(points):
            before_x, before_y = points[number - 1]
            along = hypot(x - before_x, y - before_y)
            travelled += along
            lifted = noise(x / 34, y / 34, 71) < -0.22
            if travelled < 5.2 or lifted or along == 0 or not is_free(x, y):
                continue
            travelled = 0.0
            length = 3.2 + 5.2 * chance(number, int(x), 72)
            up_x, up_y = _uphill(landscape, x, y)
            lean = 0.25 * (chance(number, int(y), 73) - 0.5)
            strokes.append(
                f"M{round(x)} {round(y)}l{round(length * (up_x - lean * up_y))} {round(length * (up_y + lean * up_x))}"
            )
    return f'<path class="hatching" d="{"".join(strokes)}"/>'


def pines(landscape: Landscape, width: float, height: float, is_free: Callable[[float, float], bool]) -> str:
    """Return woods of pines on the higher land."""
    trees = []
    for x, y in scattered(width, height, 13, 31):
        inside = 8 < x < width - 8 and 16 < y < height - 4
        if landscape.height(x, y) < 17 or not inside or noise(x / 62, y / 62, 33) < 0.1 or not is_free(x, y):
            continue
        size = 1 + (chance(int(x), int(y), 34) < 0.6)
        trees.append(f'<use href="#rb-pine{size}" x="{round(x)}" y="{round(y)}"/>')
    return f"<defs>{_PINES}</defs>{''.join(trees)}"


def flow_lines(landscape: Landscape, width: float, height: float, currents: Sequence[tuple[Point, Point]]) -> str:
    """Return faint lines that run downstream.

    Args:
        landscape: the valley.
        width: the board's, mm.
        height: the board's, mm.
        currents: places with the direction, a vector of length 1, in which the water runs there.
    """
    lines: list[str] = []
    taken: set[tuple[int, int]] = set()
    for x, y in scattered(width, height, 17, 51):
        if landscape.height(x, y) > -_LINE_DEPTH_MM or _cell(x, y) in taken:
            continue
        reach = 15 + 30 * chance(int(x), int(y), 52)
        line = [*reversed(_streamed(landscape, currents, (x, y), -reach)), (x, y)]
        line += _streamed(landscape, currents, (x, y), reach)
        cells = {_cell(*place) for place in line}
        if len(line) >= 5 and not cells & taken:
            taken |= {(column + right, row + down) for column, row in cells for right in _BESIDE for down in _BESIDE}
            lines.append(polyline([*line[:-1:2], line[-1]]))
    return f'<path class="flow" d="{"".join(lines)}"/>'


def sand(shore: Landscape, width: float, height: float) -> str:
    """Return a beach: wet sand at the water, dry sand above it, grains on that."""
    grains = [
        f"M{short(x)} {short(y)}h.1"
        for x, y in scattered(width, height, 10, 61)
        if shore.height(x, y) < -5 and chance(int(x), int(y), 62) < 0.7
    ]
    wet, dry = (rings_path(shore, at) for at in (0, -5))
    return (
        f'<path class="sand-wet" d="{wet}"/><path class="sand" d="{dry}"/>'
        f'<path class="grain" d="{"".join(grains)}"/>'
    )


def title(
    words: str, landscape: Landscape, width: float, height: float, is_free: Callable[[float, float], bool]
) -> tuple[str, tuple[float, float, float, float]]:
    """Return the title and its box (left, top, right, bottom) on the widest dry place, nothing where there is none."""
    half = 5.6 * len(words)
    best, place = 12.0, None
    for y in range(26, int(height) - 18, 8):
        for x in range(int(half) + 14, int(width - half) - 13, 8):
            if landscape.height(x, y - 4) <= best:
                continue
            spots = [(x + share * half, y - rise) for share in (-1, -0.5, 0, 0.5, 1) for rise in (-6, 4, 14)]
            lowest = min(landscape.height(*spot) for spot in spots)
            # A little lower on the page reads as a caption.
            if lowest + 0.02 * y > best and all(is_free(*spot) for spot in spots):
                best, place = lowest + 0.02 * y, (x, y)
    if place is None:
        return "", (0, 0, 0, 0)
    x, y = place
    text = f'<text class="title" x="{x}" y="{y}">{escape(words)}</text>'
    return text, (x - half - 8, y - 22, x + half + 8, y + 20)


def _cell(x: float, y: float) -> tuple[int, int]:
    return int(x / _LINES_APART_MM), int(y / _LINES_APART_MM)


def _streamed(
    landscape: Landscape, currents: Sequence[tuple[Point, Point]], start: Point, reach: float
) -> list[Point]:
    """Return the places every 5 mm down the stream, up it where ``reach`` is below 0, while the water is deep."""
    line = []
    x, y = start
    step = 5 if reach > 0 else -5
    for _ in range(int(abs(reach) / 5)):
        along_x = along_y = 0.0
        for (at_x, at_y), (to_x, to_y) in currents:
            away_2 = (x - at_x) ** 2 + (y - at_y) ** 2
            if away_2 < 55 * 55:
                weight = 1 / (away_2 + 500)
                along_x += weight * to_x
                along_y += weight * to_y
        if along_x == along_y == 0:
            break
        angle = atan2(along_y, along_x) + 0.5 * noise(x / 26, y / 26, 53)
        x += step * cos(angle)
        y += step * sin(angle)
        if landscape.height(x, y) > -_LINE_DEPTH_MM:
            break
        line.append((x, y))
    return line


def _uphill(landscape: Landscape, x: float, y: float) -> Point:
    dx = landscape.height(x + 4, y) - landscape.height(x - 4, y)
    dy = landscape.height(x, y + 4) - landscape.height(x, y - 4)
    steep = hypot(dx, dy) or 1.0
    return dx / steep, dy / steep
