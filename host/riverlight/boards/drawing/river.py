"""Draw a river valley: the scenery shared by Canyon and Niagara.

Land in layers like cut paper, darker towards the water; a hatched bank; pines away from the spaces; lines of flow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import hypot

from riverlight.boards.drawing.brush import (
    Box,
    Point,
    closed_curve,
    fmt,
    noise,
    noise_rows,
    open_curve,
    random_at,
    scatter,
)
from riverlight.boards.drawing.contours import Landscape, area, simplify

__all__ = ["DAY", "NIGHT", "STYLE", "Current", "box_around", "draw_beach", "draw_land"]

Current = tuple[Point, Point]
"""A place and the direction in which the water flows there, a vector of length 1."""

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
"""The colours of a river valley; drawn as custom properties ``--rb-…``, so that a page can change them."""

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

_LAYERS = (
    *((-13, "deep", True), (-7, "mid", True), (0, "shallow", True), (5, "rim", False)),
    *((17, "hill h1", False), (30, "hill h2", False), (44, "hill h3", False), (58, "hill h4", False)),
)
"""Each layer: all that is lower than a height, its class, whether it is drawn to a tenth of a millimetre."""

_WATER_LAYERS = 3
_BANK_LAYER = 3
_PINES = "".join(
    f'<g id="rb-pine{size}"><path style="fill:var(--rb-pine-shade)" d="{shade}"/>'
    f'<path style="fill:var(--rb-pine)" d="{tree}"/></g>'  # in the copies of a use, rules by class need not hold
    for size, shade, tree in (
        (1, "M0 1l7 1.6l-3.6-4.4z", "M0-9.6l3 4.8h-1.1l2 4.8h-7.8l2-4.8h-1.1z"),
        (2, "M0 .8l5 1.2l-2.6-3.2z", "M0-6.8l2.1 3.4h-.8l1.4 3.4h-5.4l1.4-3.4h-.8z"),
    )
)
_PINES_APART_MM = 13
_FLOW_DEPTH_MM = 6
_FLOW_STEP_MM = 5
_FLOW_REACH_MM = 50
_FLOW_APART_MM = 6
_FIELD_CELL_MM = 20
_NEIGHBOURS = (-1, 0, 1)
_SPECK_MM2 = 160
_SPECK_POINTS = 40
"""A hole or a hill smaller than this is an accident of the strokes; a line of more points is no speck."""


def draw_land(
    landscape: Landscape, size_mm: tuple[float, float], title: str, beach: str, currents: Iterable[Current]
) -> tuple[str, str]:
    """Return the SVG of the valley without its spaces, and of its title, drawn last.

    Args:
        landscape: the valley; hatching, pines and title avoid its reserved areas.
        size_mm: size of the board.
        title: title of the board.
        beach: SVG drawn between land and water.
        currents: where the water flows.
    """
    box = (0.0, 0.0, *size_mm)
    contours = [
        [points for points in lines if len(points) > _SPECK_POINTS or area(points) > _SPECK_MM2]
        for lines in landscape.contours([height for height, _, _ in _LAYERS])
    ]
    layers = [
        f'<path class="{name}" d="{_contour_path(lines, fine)}"/>'
        for lines, (_, name, fine) in zip(contours, _LAYERS, strict=True)
    ]
    hatching = _hatching(landscape, contours[_BANK_LAYER])
    words = _title(landscape, title, size_mm)
    parts = [
        '<rect class="ground" width="100%" height="100%"/>',
        *layers[: _WATER_LAYERS - 1 : -1],
        beach,
        *layers[_WATER_LAYERS - 1 :: -1],
        hatching,
        _flow_lines(landscape, box, _flow_field(currents)),
        _pines(landscape, size_mm),
    ]
    return "".join(parts), words


def box_around(places: Sequence[Point], margin_mm: float) -> Box:
    """Return the box that holds all ``places`` with a margin."""
    across, down = [x for x, _ in places], [y for _, y in places]
    return min(across) - margin_mm, min(down) - margin_mm, max(across) + margin_mm, max(down) + margin_mm


def draw_beach(shore: Landscape, box: Box) -> str:
    """Return a beach: wet sand at the water, dry sand above it, grains on that."""
    grains = [
        f"M{fmt(x)} {fmt(y)}h.1"
        for x, y in scatter(box, 10, 61)
        if shore.height_at(x, y) < -5 and random_at(int(x), int(y), 62) < 0.7
    ]
    dry, wet = (_contour_path(lines) for lines in shore.contours((-5, 0)))
    return (
        f'<path class="sand-wet" d="{wet}"/><path class="sand" d="{dry}"/><path class="grain" d="{"".join(grains)}"/>'
    )


def _contour_path(lines: Sequence[Sequence[Point]], fine: bool = False) -> str:
    """Return path data of contour lines; fill it by the even-odd rule."""
    return "".join(closed_curve(simplify(points, 0.8 if fine else 1.2), fine) for points in lines)


def _hatching(landscape: Landscape, lines: Sequence[Sequence[Point]]) -> str:
    """Return hatching: short strokes up the banks with random gaps, as on old maps."""
    strokes = []
    for points in lines:
        travelled = 0.0
        before_x, before_y = points[-1]
        for number, (x, y) in enumerate(points):
            travelled += hypot(x - before_x, y - before_y)
            before_x, before_y = x, y
            if travelled < 5.2 or not landscape.is_free(x, y) or noise(x / 34, y / 34, 71) < -0.22:
                continue
            travelled = 0.0
            length = 3.2 + 5.2 * random_at(number, int(x), 72)
            up_x, up_y = landscape.slope_at(x, y)
            lean = 0.25 * (random_at(number, int(y), 73) - 0.5)
            strokes.append(
                f"M{round(x)} {round(y)}l{round(length * (up_x - lean * up_y))} {round(length * (up_y + lean * up_x))}"
            )
    return f'<path class="hatching" d="{"".join(strokes)}"/>'


def _pines(landscape: Landscape, size_mm: tuple[float, float]) -> str:
    """Return woods of pines on the higher land."""
    width, height = size_mm
    columns, rows = int(width / _PINES_APART_MM) + 1, int(height / _PINES_APART_MM) + 1
    trees = []
    for row, woods in enumerate(noise_rows(columns, rows, _PINES_APART_MM / 62, 33)):
        for column, wood in enumerate(woods):
            if wood < 0.2:
                continue
            x = round((column + random_at(column, row, 31)) * _PINES_APART_MM)
            y = round((row + random_at(column, row, 32)) * _PINES_APART_MM)
            is_inside = 8 < x < width - 8 and 16 < y < height - 4
            if is_inside and landscape.height_at(x, y) > 17 and landscape.is_free(x, y):
                trees.append(f'<use href="#rb-pine{1 + (random_at(x, y, 34) < 0.6)}" x="{x}" y="{y}"/>')
    return f"<defs>{_PINES}</defs>{''.join(trees)}"


def _title(landscape: Landscape, title: str, size_mm: tuple[float, float]) -> str:
    """Return the title on the widest dry area and reserve it; "" if there is none."""
    width, height = size_mm
    half = 5.6 * len(title)
    best, place = 12.0, None
    for y in range(26, int(height) - 18, 10):
        for x in range(int(half) + 14, int(width - half) - 13, 16):
            # A little lower on the page reads as a caption.
            if landscape.height_at(x, y - 4) + 0.02 * y > best:
                lowest = landscape.lowest_in((x - half, y - 14, x + half, y + 6)) + 0.02 * y
                if lowest > best:
                    best, place = lowest, (x, y)
    if place is None:
        return ""
    x, y = place
    landscape.reserve((x - half, y - 1), (x + half, y - 1), 21)
    return f'<text class="title" x="{x}" y="{y}">{escape(title)}</text>'


def _flow_field(currents: Iterable[Current]) -> dict[tuple[int, int], Point]:
    """Return the direction of flow, a unit vector, by cell of a coarse grid.

    Near currents count most.
    """
    sums: dict[tuple[int, int], Point] = {}
    cells = _FLOW_REACH_MM // _FIELD_CELL_MM
    for (at_x, at_y), (to_x, to_y) in currents:
        middle, centre = int(at_x / _FIELD_CELL_MM), int(at_y / _FIELD_CELL_MM)
        for column in range(middle - cells, middle + cells + 1):
            across = (column + 0.5) * _FIELD_CELL_MM - at_x
            for row in range(centre - cells, centre + cells + 1):
                down = (row + 0.5) * _FIELD_CELL_MM - at_y
                away_2 = across * across + down * down
                if away_2 < _FLOW_REACH_MM * _FLOW_REACH_MM:
                    weight = 1 / (away_2 + 500)
                    x, y = sums.get((column, row), (0.0, 0.0))
                    sums[column, row] = (x + weight * to_x, y + weight * to_y)
    return {cell: (x / length, y / length) for cell, (x, y) in sums.items() if (length := hypot(x, y)) > 0}


def _flow_lines(landscape: Landscape, box: Box, field: dict[tuple[int, int], Point]) -> str:
    """Return faint lines that run downstream, none close to another."""
    lines: list[str] = []
    taken: set[tuple[int, int]] = set()
    for x, y in scatter(box, 20, 51):
        if _flow_cell(x, y) in taken or landscape.height_at(x, y) > -_FLOW_DEPTH_MM:
            continue
        steps = int((15 + 30 * random_at(int(x), int(y), 52)) / _FLOW_STEP_MM)
        bend = 0.8 * (random_at(int(x), int(y), 53) - 0.5)
        line = [*reversed(_follow(landscape, field, (x, y), -steps, bend)), (x, y)]
        line += _follow(landscape, field, (x, y), steps, bend)
        cells = {_flow_cell(*place) for place in line}
        if len(line) >= 5 and taken.isdisjoint(cells):
            taken |= {
                (column + right, row + down) for column, row in cells for right in _NEIGHBOURS for down in _NEIGHBOURS
            }
            lines.append(open_curve([*line[:-1:2], line[-1]]))
    return f'<path class="flow" d="{"".join(lines)}"/>'


def _flow_cell(x: float, y: float) -> tuple[int, int]:
    return int(x / _FLOW_APART_MM), int(y / _FLOW_APART_MM)


def _follow(
    landscape: Landscape, field: dict[tuple[int, int], Point], start: Point, steps: int, bend: float
) -> list[Point]:
    """Return points downstream, or upstream if ``steps`` is negative, in deep water.

    ``bend`` turns the line away from the stream, to opposite sides upstream and downstream.
    """
    line = []
    x, y = start
    step = _FLOW_STEP_MM if steps > 0 else -_FLOW_STEP_MM
    for number in range(abs(steps)):
        along_x, along_y = field.get((int(x / _FIELD_CELL_MM), int(y / _FIELD_CELL_MM)), (0.0, 0.0))
        turn = bend * number / 9
        x += step * (along_x - turn * along_y)
        y += step * (along_y + turn * along_x)
        if along_x == along_y == 0 or landscape.height_at(x, y) > -_FLOW_DEPTH_MM:
            break
        line.append((x, y))
    return line
