"""Plots as SVG: each seat by its colour, sign and letter, with all figures in a table below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.games.plots import Lines, Parts, Plot, Scatter
from riverlight.games.seats import SeatCard
from riverlight.languages.text import spoken, text
from riverlight.web.markup import Markup, element, join

__all__ = ["draw_plot"]

_WIDTH: Final = 640
_HEIGHT: Final = 320
_LEFT: Final = 56
_RIGHT: Final = 48
_TOP: Final = 16
_BOTTOM: Final = 78
_SIGN: Final = 26
_MOST_MARKS: Final = 8
_NICE: Final = (1, 2, 5, 10, 20, 50, 100)
_ROW: Final = 52  # height of a seat's row of pieces
_PITCH: Final = 44  # largest distance of two pieces
_SPREAD: Final = 9  # offset of seats that share a point


def draw_plot(plot: Plot, cards: Sequence[SeatCard]) -> Markup:
    """Return the plot as a figure, with its data as a table to unfold."""
    height = _HEIGHT
    match plot:
        case Lines():
            draw, table = _lines(plot, cards), _lines_table(plot, cards)
        case Scatter():
            draw, table = _scatter(plot, cards), _scatter_table(plot, cards)
        case Parts():
            draw, table = _parts(plot, cards), _parts_table(plot, cards)
            height = _ROW * len(cards)
    picture = element("svg", draw, viewBox=f"0 0 {_WIDTH} {height}", role="img", aria_label=plot.title)
    return element(
        "figure",
        element("figcaption", plot.title),
        picture,
        element("details", element("summary", text("Show numbers")), element("div", table, class_="figures")),
        class_="plot",
    )


class _Scale:
    """Maps values to positions on one axis."""

    def __init__(self, low: int, high: int, begin: float, end: float) -> None:
        self.low, self.high = low, max(high, low + 1)
        self._begin, self._end = begin, end

    def __call__(self, value: float) -> float:
        """Return the position of ``value``."""
        share = (value - self.low) / (self.high - self.low)
        return round(self._begin + share * (self._end - self._begin), 1)

    def marks(self) -> range:
        """Return a few round values for tick marks."""
        span = self.high - self.low
        step = next((each for each in _NICE if span / each <= _MOST_MARKS), _NICE[-1])
        return range(-(-self.low // step) * step, self.high + 1, step)


def _lines(plot: Lines, cards: Sequence[SeatCard]) -> Markup:
    steps = max((len(line) for line in plot.series), default=1)
    values = [value for line in plot.series for value in line if value is not None]
    across = _Scale(plot.first, plot.first + steps - 1, _LEFT, _WIDTH - _RIGHT)
    up = _up(0, max(values, default=1), is_down=plot.is_down)
    drawn: list[Markup] = []
    ends: list[tuple[float, float, SeatCard]] = []
    for card, line in zip(cards, plot.series, strict=True):
        known = [(across(plot.first + step), up(value)) for step, value in enumerate(line) if value is not None]
        if known:
            points = " ".join(f"{x},{y}" for x, y in known)
            drawn.append(element("polyline", points=points, stroke=card["colour"], class_="line"))
            ends.append((*known[-1], card))
    return join(_axes(across, up, text("round"), plot.up), *drawn, *_apart(ends))


def _scatter(plot: Scatter, cards: Sequence[SeatCard]) -> Markup:
    pairs = [pair for seat in plot.points for pair in seat]
    most = max([max(pair) for pair in pairs], default=1)
    across = _Scale(0, most, _LEFT + _SIGN, _WIDTH - _RIGHT)
    up = _up(0, most, is_down=False)
    met = element("path", d=f"M{across(0)} {up(0)}L{across(most)} {up(most)}", class_="met")
    drawn = []
    for seat, (card, points) in enumerate(zip(cards, plot.points, strict=True)):
        for pair in sorted(set(points)):
            size = _SIGN * (0.6 + 0.25 * min(points.count(pair), 4))
            aside, above = ((seat % 3) - 1) * 2.4 * _SPREAD, (seat // 3 - 0.5) * 2 * _SPREAD
            drawn.append(_sign(_of(card), across(pair[0]) + aside, up(pair[1]) + above, size))
    return join(_axes(across, up, plot.across, plot.up), met, *drawn)


def _parts(plot: Parts, cards: Sequence[SeatCard]) -> Markup:
    """Draw a row for each seat: its sign, its pieces, and their number."""
    most = max((sum(counts) for counts in plot.counts), default=0)
    pitch = min(_PITCH, (_WIDTH - _LEFT - _RIGHT) / max(most, 1))
    drawn = []
    for row, (card, counts) in enumerate(zip(cards, plot.counts, strict=True)):
        middle = (row + 0.5) * _ROW
        drawn.append(_sign(_of(card), _LEFT / 2, middle, _SIGN * 1.3))
        pieces = [part.sign for part, count in zip(plot.parts, counts, strict=True) for _ in range(count)]
        drawn += [_sign(piece, _LEFT + (at + 0.5) * pitch, middle, pitch * 0.86) for at, piece in enumerate(pieces)]
        number = str(len(pieces))
        drawn.append(element("text", number, x=_WIDTH - 8, y=middle, text_anchor="end", dominant_baseline="central"))
        if row:
            drawn.append(element("path", d=f"M0 {row * _ROW}H{_WIDTH}", class_="rule"))
    return join(*drawn)


def _up(low: int, high: int, *, is_down: bool) -> _Scale:
    top, bottom = float(_TOP), float(_HEIGHT - _BOTTOM)
    return _Scale(low, high, top, bottom) if is_down else _Scale(low, high, bottom, top)


def _axes(across: _Scale, up: _Scale, across_name: str, up_name: str) -> Markup:
    left, right, bottom = _LEFT, _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    rules = [element("path", d=f"M{left} {up(value)}H{right}", class_="rule") for value in up.marks()]
    sides = [element("text", str(value), x=left - 10, y=up(value) + 6, text_anchor="end") for value in up.marks()]
    below = [
        element("text", str(value), x=across(value), y=bottom + 28, text_anchor="middle") for value in across.marks()
    ]
    names = [
        element("text", across_name, x=right, y=_HEIGHT - 8, text_anchor="end"),
        element("text", up_name, x=4, y=_HEIGHT - 8),
    ]
    return join(*rules, *sides, *below, *names)


def _apart(ends: list[tuple[float, float, SeatCard]]) -> list[Markup]:
    """Return the signs at the ends of lines; those at one height are spread vertically."""
    placed = []
    free = -1e9
    for x, y, card in sorted(ends, key=lambda end: end[1]):
        height = max(y, free)
        free = height + _SIGN * 0.9
        placed.append(_sign(_of(card), x + 16, height, _SIGN))
    return placed


def _of(card: SeatCard) -> str:
    return f"seat-{card['letter']}"


def _sign(name: str, x: float, y: float, size: float) -> Markup:
    return element(
        "use",
        href=f"#{name}",
        x=round(x - size / 2, 1),
        y=round(y - size / 2, 1),
        width=round(size, 1),
        height=round(size, 1),
    )


def _lines_table(plot: Lines, cards: Sequence[SeatCard]) -> Markup:
    steps = max((len(line) for line in plot.series), default=0)
    head = [element("th", str(plot.first + step), scope="col") for step in range(steps)]
    rows = [
        element(
            "tr",
            element("th", card["name"], scope="row"),
            *[element("td", "–" if value is None else str(value)) for value in line],
        )
        for card, line in zip(cards, plot.series, strict=True)
    ]
    return element("table", element("tr", element("th", text("Round"), scope="col"), *head), *rows)


def _scatter_table(plot: Scatter, cards: Sequence[SeatCard]) -> Markup:
    rows = []
    for card, points in zip(cards, plot.points, strict=True):
        met = sum(wanted == came for wanted, came in points)
        told = ", ".join(spoken(text("{came} of {wanted}", came=came, wanted=wanted)) for wanted, came in points) or "–"
        cells = (element("td", text("{came} of {wanted}", came=met, wanted=len(points))), element("td", told))
        rows.append(element("tr", element("th", card["name"], scope="row"), *cells))
    head = [element("th", word, scope="col") for word in (text("Seat"), text("Made"), plot.by_round)]
    return element("table", element("tr", *head), *rows)


def _parts_table(plot: Parts, cards: Sequence[SeatCard]) -> Markup:
    rows = []
    for card, counts in zip(cards, plot.counts, strict=True):
        cells = [element("td", str(count)) for count in (*counts, sum(counts))]
        rows.append(element("tr", element("th", card["name"], scope="row"), *cells))
    heads = [text("Seat"), *[part.name for part in plot.parts], text("total")]
    return element("table", element("tr", *[element("th", head, scope="col") for head in heads]), *rows)
