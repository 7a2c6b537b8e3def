"""A landscape as heights on a grid, and the lines of equal height in it.

The height is the distance to the nearest water in millimetres, less than nothing in the water. Rivers are laid by
strokes along the touches of a board, so any board gets banks, islands and hills of its own shape.
"""

from __future__ import annotations

from math import hypot

from riverlight.boards.brush import Point, noise

__all__ = ["Landscape", "area", "simplified"]

_CELL_MM = 5
_MARGIN_CELLS = 8
_FAR_MM = 400.0
_TOP_MM = 75
_NEAR_MM = 16

_Side = tuple[int, int, bool]
"""A side of a grid cell: the column and row of its first point, and whether it goes down (else right)."""


class Landscape:
    """Heights over a board of ``width_mm`` × ``height_mm``, dry at first, with a margin round it."""

    def __init__(self, width_mm: float, height_mm: float) -> None:
        self.columns = int(width_mm / _CELL_MM) + 2 * _MARGIN_CELLS + 1
        self.rows = int(height_mm / _CELL_MM) + 2 * _MARGIN_CELLS + 1
        self.heights = [[_FAR_MM] * self.columns for _ in range(self.rows)]

    def lay(self, start: Point, end: Point, radius: float, bed_mm: float = -_FAR_MM) -> None:
        """Lay a stroke with round ends: water, or land as low as ``bed_mm``.

        Only what is near it gets its height; :meth:`rise` does the rest.
        """
        ax, ay = start
        dx, dy = end[0] - ax, end[1] - ay
        length_2 = dx * dx + dy * dy or 1.0
        reach = radius + _NEAR_MM
        for row in self._span(min(ay, end[1]) - reach, max(ay, end[1]) + reach, self.rows):
            y = (row - _MARGIN_CELLS) * _CELL_MM - ay
            heights = self.heights[row]
            for column in self._span(min(ax, end[0]) - reach, max(ax, end[0]) + reach, self.columns):
                x = (column - _MARGIN_CELLS) * _CELL_MM - ax
                along = (x * dx + y * dy) / length_2
                along = 0.0 if along < 0 else min(along, 1.0)
                height = max(bed_mm, hypot(x - along * dx, y - along * dy) - radius)
                heights[column] = min(heights[column], height)

    def dam(self, centre: Point, radius: float) -> None:
        """Make dry land of a round."""
        for row in self._span(centre[1] - radius, centre[1] + radius, self.rows):
            y = (row - _MARGIN_CELLS) * _CELL_MM - centre[1]
            for column in self._span(centre[0] - radius, centre[0] + radius, self.columns):
                x = (column - _MARGIN_CELLS) * _CELL_MM - centre[0]
                self.heights[row][column] = max(self.heights[row][column], radius - hypot(x, y))

    def rise(self) -> None:
        """Let the land rise with the distance from the water, a millimetre for each."""
        straight, aslant = float(_CELL_MM), 1.4 * _CELL_MM
        heights = self.heights
        for rows, ahead in ((range(self.rows), 1), (range(self.rows - 1, -1, -1), -1)):
            for row in rows:
                here = heights[row]
                beside = heights[row - ahead] if 0 <= row - ahead < self.rows else None
                columns = range(self.columns) if ahead == 1 else range(self.columns - 1, -1, -1)
                for column in columns:
                    height = here[column]
                    before, after = column - ahead, column + ahead
                    if 0 <= before < self.columns:
                        height = min(height, here[before] + straight)
                    if beside is not None:
                        height = min(height, beside[column] + straight)
                        if 0 <= before < self.columns:
                            height = min(height, beside[before] + aslant)
                        if 0 <= after < self.columns:
                            height = min(height, beside[after] + aslant)
                    here[column] = height

    def roughen(self, seed: int) -> None:
        """Make every line a little uneven: by 2 mm at the water, by more the higher the land; the tops stay."""
        for row, heights in enumerate(self.heights):
            for column, height in enumerate(heights):
                if height > _TOP_MM:
                    continue
                coarse = noise(column / 7, row / 7, seed)
                fine = noise(column / 2.7, row / 2.7, seed + 1)
                heights[column] = height + 1.6 * fine + coarse * min(8.0, max(1.5, 0.25 * height))

    def height(self, x_mm: float, y_mm: float) -> float:
        """Return the height at a place; far beyond the edge it is that of the edge."""
        column = min(self.columns - 1.001, max(0.0, x_mm / _CELL_MM + _MARGIN_CELLS))
        row = min(self.rows - 1.001, max(0.0, y_mm / _CELL_MM + _MARGIN_CELLS))
        left, top = int(column), int(row)
        right, down = column - left, row - top
        upper, lower = self.heights[top], self.heights[top + 1]
        above = upper[left] * (1 - right) + upper[left + 1] * right
        below = lower[left] * (1 - right) + lower[left + 1] * right
        return above * (1 - down) + below * down

    def rings(self, height: float) -> list[list[Point]]:
        """Return the closed lines round all that lies lower than ``height``, holes too (marching squares).

        The rim of the grid counts as high, so that every line closes.
        """
        low = [[False, *(here < height for here in heights[1:-1]), False] for heights in self.heights]
        low[0] = low[-1] = [False] * self.columns
        following: dict[_Side, _Side] = {}
        for row in range(self.rows - 1):
            upper, lower = low[row], low[row + 1]
            for column in range(self.columns - 1):
                corners = (upper[column], upper[column + 1], lower[column + 1], lower[column])
                if any(corners) and not all(corners):
                    self._cross(column, row, corners, height, following)
        rings = []
        while following:
            first, side = following.popitem()
            ring = [self._place(first, height)]
            while side != first:
                ring.append(self._place(side, height))
                side = following.pop(side)
            rings.append(ring)
        return rings

    def _span(self, low_mm: float, high_mm: float, count: int) -> range:
        low = int(low_mm / _CELL_MM) + _MARGIN_CELLS - 1
        high = int(high_mm / _CELL_MM) + _MARGIN_CELLS + 2
        return range(max(0, low), min(count, high))

    def _cross(
        self, column: int, row: int, corners: tuple[bool, ...], height: float, following: dict[_Side, _Side]
    ) -> None:
        """Add the steps of the line through one cell, given which of its corners, clockwise, are low."""
        sides = ((column, row, False), (column + 1, row, True), (column, row + 1, False), (column, row, True))
        falls = [sides[side] for side in range(4) if not corners[side] and corners[(side + 1) % 4]]
        rises = [sides[side] for side in range(4) if corners[side] and not corners[(side + 1) % 4]]
        if len(falls) == 2 and corners[0] != (self._middle(column, row) < height):
            rises.reverse()  # in a saddle the middle says which corners hang together
        following.update(zip(rises, falls, strict=True))

    def _middle(self, column: int, row: int) -> float:
        upper, lower = self.heights[row], self.heights[row + 1]
        return (upper[column] + upper[column + 1] + lower[column] + lower[column + 1]) / 4

    def _place(self, side: _Side, height: float) -> Point:
        column, row, is_down = side
        here = self.heights[row][column]
        there = self.heights[row + 1][column] if is_down else self.heights[row][column + 1]
        share = 0.5 if here == there else min(0.95, max(0.05, (height - here) / (there - here)))
        x = (column - _MARGIN_CELLS + (0 if is_down else share)) * _CELL_MM
        y = (row - _MARGIN_CELLS + (share if is_down else 0)) * _CELL_MM
        return x, y


def area(points: list[Point]) -> float:
    """Return the area inside a ring, square millimetres."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def simplified(points: list[Point], tolerance_mm: float) -> list[Point]:
    """Return the ring without the points that lie within ``tolerance_mm`` of the line (Douglas and Peucker)."""
    if len(points) < 5:
        return points
    half = max(range(len(points)), key=lambda at: hypot(points[at][0] - points[0][0], points[at][1] - points[0][1]))
    kept = {0, half}
    spans = [(0, half), (half, len(points))]
    closed = [*points, points[0]]
    while spans:
        start, end = spans.pop()
        (ax, ay), (bx, by) = closed[start], closed[end]
        length = hypot(bx - ax, by - ay) or 1.0
        worst, at = tolerance_mm, 0
        for number in range(start + 1, end):
            x, y = closed[number]
            off = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
            if off > worst:
                worst, at = off, number
        if at:
            kept.add(at)
            spans += [(start, at), (at, end)]
    return [points[at] for at in sorted(kept)]
