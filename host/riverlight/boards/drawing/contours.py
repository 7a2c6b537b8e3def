"""A height map on a grid, and its contour lines.

The height is the distance to the nearest water in millimetres, negative in the water. Rivers are strokes along the
links of a board, so any board gets banks, islands and hills that fit it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from math import hypot, inf

from riverlight.boards.drawing.brush import Box, Point, noise_rows

__all__ = ["Landscape", "area", "simplify"]

_CELL_MM = 9
_MARGIN_MM = 36
_FAR_MM = 400.0
_TOP_MM = 75
_NEAR_MM = 2


def _steps_by_case() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the marching squares table: pairs of sides (in, out) by case.

    Corners and sides count clockwise from the upper left and the upper one; bit n of a case is set where corner n is
    low. The last two are the two saddles, cases 5 and 10, with their middle on the other side.
    """
    cases = []
    for case in range(16):
        low = [bool(case >> corner & 1) for corner in range(4)]
        falls = [side for side in range(4) if not low[side] and low[(side + 1) % 4]]
        rises = [side for side in range(4) if low[side] and not low[(side + 1) % 4]]
        cases.append(tuple(zip(rises, falls, strict=True)))
    turned = [tuple((rise, cases[case][1 - at][1]) for at, (rise, _) in enumerate(cases[case])) for case in (5, 10)]
    return (*cases, *turned)


_STEPS = _steps_by_case()
_SADDLES = {5: 16, 10: 17}


class Landscape:
    """Heights over ``box``, dry at first, with a margin around it."""

    def __init__(self, box: Box) -> None:
        left, top, right, bottom = box
        self._left = int((left - _MARGIN_MM) // _CELL_MM) * _CELL_MM
        self._top = int((top - _MARGIN_MM) // _CELL_MM) * _CELL_MM
        self._columns = int((right + _MARGIN_MM - self._left) / _CELL_MM) + 2
        self._rows = int((bottom + _MARGIN_MM - self._top) / _CELL_MM) + 2
        self._heights = [[_FAR_MM] * self._columns for _ in range(self._rows)]
        self._reserved = [bytearray(self._columns) for _ in range(self._rows)]

    def add_stroke(self, start: Point, end: Point, radius: float, bed_mm: float = -_FAR_MM) -> None:
        """Add a stroke with round ends: water, or land as low as ``bed_mm``.

        Only the cells near it get their height; :meth:`spread` does the rest.
        """
        rows = self._heights
        for row, column, away in self._points_near(start, end, radius + _NEAR_MM):
            height = away - radius
            if height < rows[row][column]:
                rows[row][column] = height if height > bed_mm else min(rows[row][column], bed_mm)

    def add_island(self, centre: Point, radius: float) -> None:
        """Make a round of dry land."""
        for row, column, away in self._points_near(centre, centre, radius):
            self._heights[row][column] = max(self._heights[row][column], radius - away)

    def reserve(self, start: Point, end: Point, radius: float) -> None:
        """Reserve a stroke, so that nothing is drawn there (:meth:`is_free` is false)."""
        for row, column, away in self._points_near(start, end, radius):
            if away <= radius:
                self._reserved[row][column] = 1

    def _points_near(self, start: Point, end: Point, reach: float) -> Iterator[tuple[int, int, float]]:
        """Yield row, column and distance of the grid points near a line.

        Includes all within ``reach``, and some slightly beyond.
        """
        ax, ay = start
        dx, dy = end[0] - ax, end[1] - ay
        length = hypot(dx, dy) or 1.0
        along_x, along_y = dx / length, dy / length
        step_along, step_aside = _CELL_MM * along_x, _CELL_MM * along_y
        aslant = reach / abs(along_y) if dy else inf
        left, right = min(ax, end[0]) - reach, max(ax, end[0]) + reach
        for row in self._span(min(ay, end[1]) - reach, max(ay, end[1]) + reach, self._top, self._rows):
            y = self._top + row * _CELL_MM - ay
            middle = ax + y * dx / dy if dy else 0.0
            columns = self._span(max(left, middle - aslant), min(right, middle + aslant), self._left, self._columns)
            x = self._left + columns.start * _CELL_MM - ax
            along, aside = x * along_x + y * along_y, x * along_y - y * along_x
            for column in columns:
                if along <= 0:
                    yield row, column, hypot(x, y)
                elif along >= length:
                    yield row, column, hypot(x - dx, y - dy)
                else:
                    yield row, column, aside if aside > 0 else -aside
                x += _CELL_MM
                along += step_along
                aside += step_aside

    def spread(self) -> None:
        """Raise the land by 1 mm per millimetre of distance from the water."""
        straight, aslant = float(_CELL_MM), 1.4 * _CELL_MM
        heights = self._heights
        beyond = [inf] * (self._columns + 2)
        for is_down in (True, False):
            beside = beyond  # with a point more at either end, like the row that comes next
            for row in range(self._rows) if is_down else range(self._rows - 1, -1, -1):
                here = [inf, *(heights[row] if is_down else reversed(heights[row])), inf]
                last = inf
                for column in range(1, self._columns + 1):
                    height, last = here[column], last + straight
                    nearest = beside[column] + straight
                    across = beside[column - 1] + aslant
                    across_ahead = beside[column + 1] + aslant
                    # This runs for every point of the grid: min() would take longer than all the rest.
                    if last < height:  # noqa: PLR1730
                        height = last
                    if nearest < height:  # noqa: PLR1730
                        height = nearest
                    if across < height:  # noqa: PLR1730
                        height = across
                    if across_ahead < height:  # noqa: PLR1730
                        height = across_ahead
                    here[column] = last = height
                heights[row] = here[1:-1] if is_down else here[-2:0:-1]
                beside = here

    def roughen(self, seed: int) -> None:
        """Roughen the contours: 2 mm at the water, more on higher land, none at the tops."""
        size = (self._columns, self._rows)
        coarse, fine = noise_rows(*size, _CELL_MM / 35, seed), noise_rows(*size, _CELL_MM / 13.5, seed + 1)
        self._heights = [
            [
                height
                if height > _TOP_MM
                else height + 1.6 * small + large * (1.5 if height < 6 else 8.0 if height > 32 else 0.25 * height)
                for height, large, small in zip(*rows, strict=True)
            ]
            for rows in zip(self._heights, coarse, fine, strict=True)
        ]

    def height_at(self, x_mm: float, y_mm: float) -> float:
        """Return the height of the nearest point of the grid."""
        column, row = self._nearest(x_mm, y_mm)
        return self._heights[row][column]

    def lowest_in(self, box: Box) -> float:
        """Return the least height in ``box``; −inf where a part of it is reserved."""
        (left, top), (right, bottom) = self._nearest(*box[:2]), self._nearest(*box[2:])
        if any(1 in reserved[left : right + 1] for reserved in self._reserved[top : bottom + 1]):
            return -inf
        return min([min(heights[left : right + 1]) for heights in self._heights[top : bottom + 1]])

    def slope_at(self, x_mm: float, y_mm: float) -> Point:
        """Return the direction that leads uphill, a vector of length 1."""
        column, row = self._nearest(x_mm, y_mm)
        column, row = min(max(column, 1), self._columns - 2), min(max(row, 1), self._rows - 2)
        dx = self._heights[row][column + 1] - self._heights[row][column - 1]
        dy = self._heights[row + 1][column] - self._heights[row - 1][column]
        steep = hypot(dx, dy) or 1.0
        return dx / steep, dy / steep

    def is_free(self, x_mm: float, y_mm: float) -> bool:
        """Return whether nothing is reserved at a place."""
        column, row = self._nearest(x_mm, y_mm)
        return not self._reserved[row][column]

    def contours(self, levels: Sequence[float]) -> list[list[list[Point]]]:
        """Return the closed contour lines of each of the ascending ``levels``.

        Uses marching squares. The rim of the grid counts as high, so that every line closes.
        """
        highest = len(levels)
        ranks = [
            bytes([highest, *[bisect_right(levels, height) for height in heights[1:-1]], highest])
            for heights in self._heights
        ]
        ranks[0] = ranks[-1] = bytes([highest]) * self._columns
        following: list[dict[int, int]] = [{} for _ in levels]
        for row in range(self._rows - 1):
            upper, lower = ranks[row], ranks[row + 1]
            for column, corners in enumerate(zip(upper, upper[1:], lower[1:], lower, strict=False)):
                one, two, three, four = corners
                if one == two == three == four:
                    continue
                at = 2 * (row * self._columns + column)
                sides = (at, at + 3, at + 2 * self._columns, at + 1)
                for level in range(min(corners), max(corners)):
                    case = (one <= level) + 2 * (two <= level) + 4 * (three <= level) + 8 * (four <= level)
                    if case in _SADDLES and (case & 1) != (self._middle(column, row) < levels[level]):
                        case = _SADDLES[case]  # in a saddle the middle decides which corners are connected
                    for rise, fall in _STEPS[case]:
                        following[level][sides[rise]] = sides[fall]
        return [self._lines(sides, level) for sides, level in zip(following, levels, strict=True)]

    def _lines(self, following: dict[int, int], level: float) -> list[list[Point]]:
        """Join sides to lines, with points where the height crosses ``level``.

        A side is numbered by its grid point: even if it leads to the right, odd if it leads down.
        """
        heights, columns = self._heights, self._columns
        points: dict[int, Point] = {}
        for side in following:
            row, column = divmod(side >> 1, columns)
            is_down = side & 1
            here = heights[row][column]
            there = heights[row + 1][column] if is_down else heights[row][column + 1]
            share = (level - here) / (there - here) if here != there else 0.5
            share = 0.05 if share < 0.05 else 0.95 if share > 0.95 else share
            x, y = self._left + column * _CELL_MM, self._top + row * _CELL_MM
            points[side] = (x, y + share * _CELL_MM) if is_down else (x + share * _CELL_MM, y)
        lines = []
        while following:
            first, side = following.popitem()
            line = [points[first]]
            while side != first:
                line.append(points[side])
                side = following.pop(side)
            lines.append(line)
        return lines

    def _middle(self, column: int, row: int) -> float:
        upper, lower = self._heights[row], self._heights[row + 1]
        return (upper[column] + upper[column + 1] + lower[column] + lower[column + 1]) / 4

    def _nearest(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        column, row = int((x_mm - self._left) / _CELL_MM + 0.5), int((y_mm - self._top) / _CELL_MM + 0.5)
        if 0 <= column < self._columns and 0 <= row < self._rows:
            return column, row
        return min(self._columns - 1, max(0, column)), min(self._rows - 1, max(0, row))

    def _span(self, low_mm: float, high_mm: float, first_mm: float, count: int) -> range:
        low = int((low_mm - first_mm) / _CELL_MM)
        high = int((high_mm - first_mm) / _CELL_MM) + 2
        return range(max(0, low), min(count, high))


def area(points: Sequence[Point]) -> float:
    """Return the area inside a closed line, square millimetres."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum([ax * by - bx * ay for (ax, ay), (bx, by) in pairs])) / 2


def simplify(points: Sequence[Point], tolerance_mm: float) -> list[Point]:
    """Simplify a closed line to within ``tolerance_mm`` (Douglas–Peucker)."""
    if len(points) < 5:
        return list(points)
    (left, top), *_ = points
    away = [(x - left) * (x - left) + (y - top) * (y - top) for x, y in points]
    half = away.index(max(away))
    kept = {0, half}
    spans = [(0, half), (half, len(points))]
    closed = [*points, points[0]]
    while spans:
        start, end = spans.pop()
        if end - start < 2:
            continue
        (ax, ay), (bx, by) = closed[start], closed[end]
        dx, dy = bx - ax, by - ay
        offset = ax * dy - ay * dx
        away = [abs(x * dy - y * dx - offset) for x, y in closed[start + 1 : end]]
        worst = max(away)
        if worst > tolerance_mm * (hypot(dx, dy) or 1.0):
            at = start + 1 + away.index(worst)
            kept.add(at)
            spans += [(start, at), (at, end)]
    return [points[at] for at in sorted(kept)]
