"""Niagara's scenery: a beach with berths and a jetty, discs on a broad river, gems on its banks, two arms, the fall.

Everything is drawn from the spaces and their positions, so that traced boards look as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any

from riverlight.boards.drawing import river
from riverlight.boards.drawing.brush import Point, circle_path, closed_curve, fmt, noise, random_at, rough_circle
from riverlight.boards.drawing.contours import Landscape
from riverlight.boards.files import Board
from riverlight.boards.kinds import Scenery
from riverlight.boards.places import place_of
from riverlight.games.niagara.gems import GEMS

__all__ = ["SCENERY", "make_landscape"]

_NIGHT = river.NIGHT | {
    "disc": "#1a566a",
    "disc-edge": "#3f879b",
    "disc-grain": "#2a6b80",
    "hull": "#5f4a33",
    "hull-edge": "#9a7f5b",
    "slate": "#1d2c31",
    "cloud": "#8aa3a6",
    "camp": "#2f2c24",
    "violet": "#7355b4",
    "clear": "#9dbcc6",
    "yellow": "#ad8628",
    "blue": "#305db6",
    "pink": "#b54876",
}
_DAY = river.DAY | {
    "disc": "#aee0e4",
    "disc-edge": "#f1fbfa",
    "disc-grain": "#83c3cf",
    "hull": "#b98a55",
    "hull-edge": "#70491f",
    "slate": "#8d9890",
    "cloud": "#ffffff",
    "camp": "#8f7a48",
    "violet": "#8257cf",
    "clear": "#f2ffff",
    "yellow": "#e6b325",
    "blue": "#2f68d8",
    "pink": "#dd4f8a",
}
_STYLE = (
    river.STYLE
    + """
.disc{fill:var(--rb-disc);fill-opacity:.72;stroke:var(--rb-disc-edge);stroke-width:1.1}
.disc-grain{fill:none;stroke:var(--rb-disc-grain);stroke-width:1;stroke-linecap:round}
.edge{fill:none;stroke:var(--rb-plank);stroke-width:.9}
.hull{fill:var(--rb-hull);stroke:var(--rb-hull-edge);stroke-width:1}
.hull-shade{fill:var(--rb-wood-shade);opacity:.5}
.gem{stroke:var(--rb-hollow);stroke-width:1.4;stroke-linejoin:round}
.facets{fill:none;stroke:var(--rb-foam);stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round;opacity:.5}
.violet{fill:var(--rb-violet)}.clear{fill:var(--rb-clear)}.yellow{fill:var(--rb-yellow)}
.blue{fill:var(--rb-blue)}.pink{fill:var(--rb-pink)}
.slate{fill:var(--rb-slate);stroke:var(--rb-rock-light);stroke-width:1}
.cloud{fill:var(--rb-cloud)}
.rain{fill:none;stroke:var(--rb-flow);stroke-width:1.6;stroke-linecap:round}
.streak{fill:none;stroke:var(--rb-foam);stroke-linecap:round}
.land .foam{fill-rule:nonzero}
.place{fill:var(--rb-foam);font-size:9px;font-weight:700;text-anchor:middle}
.sign{fill:var(--rb-word);font-size:12px;font-weight:600;text-anchor:end}
.camp{fill:var(--rb-camp);font-size:17px;font-weight:800;text-anchor:middle}
"""
)

_MAIN_MM = 48
_ARM_MM = 37
_DISC_MM = 21
_LAST_OF_THE_MAIN_RIVER = 5
_HULL = "M0-23C8.5-13 8.5 13 0 23C-8.5 13-8.5-13 0-23z"
_CLOUD = "M-8 4.5a4.6 4.6 0 0 1 .4-9.1a6.2 6.2 0 0 1 11.8-1.3a5.2 5.2 0 0 1 4 10.4z"
_RAYS = "".join(
    f"M{fmt(8 * cos(turn * pi / 4))} {fmt(8 * sin(turn * pi / 4))}"
    f"L{fmt(11 * cos(turn * pi / 4))} {fmt(11 * sin(turn * pi / 4))}"
    for turn in range(8)
)
_SUN = f'<circle class="cloud" r="5.4"/><path class="rain" style="stroke:var(--rb-cloud)" d="{_RAYS}"/>'
_WEATHERS = (("−1", -1), ("0", 0), ("+1", 2), ("+2", 4))
"""The labels of the weather track, each with a number of raindrops; −1 is dry."""

Space = Any


def draw_land(board: Board) -> str:
    """Return the valley without the spaces."""
    landscape = make_landscape(board)
    for space in _spaces(board):
        landscape.reserve(place_of(space), place_of(space), 22 if space["kind"] in ("river", "shore") else 44)
    valley, title = river.draw_land(landscape, board.size_mm, board.title, _beach(board), _currents(board))
    return "".join(
        [
            valley,
            *(_falling(brink, board.size_mm[1]) for brink in _brinks(board)),
            *(_jetty(place_of(shore)) for shore in _of_kind(board, "shore")),
            *(_bank(place_of(site)) for site in _of_kind(board, "site")),
            _weather([place_of(space) for space in _of_kind(board, "weather")]),
            _camps([place_of(space) for space in _of_kind(board, "berth")]),
            title,
        ]
    )


def draw_space(board: Board, index: int) -> str:
    """Return what surrounds a space's light: a disc in the river, a gem on the bank, a canoe on the beach."""
    space = _spaces(board)[index]
    kind = space["kind"]
    if kind == "river":
        disc = f'<circle class="disc" r="{_DISC_MM}"/><path class="disc-grain" d="{_grain(index)}"/>'
        return f'{disc}<text class="place" y="{_DISC_MM - 4}">{escape(space["id"])}</text>'
    if kind == "site" and "site" in space:
        colour = space["site"]
        return (
            f'<g transform="scale(.7) translate(-24 -24)"><path class="gem {colour}" d="{GEMS[colour].outline}"/>'
            f'<path class="facets" d="{GEMS[colour].facets}"/></g>'
        )
    if kind == "berth":
        return (
            f'<path class="hull-shade" transform="translate(2.2 2.6)" d="{_HULL}"/><path class="hull" d="{_HULL}"/>'
            '<path class="gap" d="M-4.6-11h9.2M-4.6 11h9.2"/>'
        )
    return ""


def make_landscape(board: Board) -> Landscape:
    """Return the valley: a broad river along the touches, two arms around an island, low land at the berths."""
    landscape = Landscape((0, 0, *board.size_mm))
    berths = [place_of(space) for space in _of_kind(board, "berth")]
    for first, second in pairwise([*berths[:1], *berths]):
        landscape.add_stroke(first, second, 37, bed_mm=3.4)
    for above, below in _steps(board):
        first, second = _spaces(board)[above], _spaces(board)[below]
        if "fall" not in (first["kind"], second["kind"]):
            radius = _MAIN_MM if max(above, below) <= _LAST_OF_THE_MAIN_RIVER else _ARM_MM
            landscape.add_stroke(place_of(first), place_of(second), 33 if first["kind"] == "shore" else radius)
    for brink in _brinks(board):
        brink.add_to(landscape)
    for site in _of_kind(board, "site"):
        landscape.add_island(place_of(site), 22)
    landscape.spread()
    landscape.roughen(11)
    return landscape


class _Brink:
    """The horseshoe edge that the river falls over; the light of the fall is below it."""

    def __init__(self, arms: Sequence[Point], fall: Point) -> None:
        self.arms = arms
        self.left = min(x for x, _ in arms) - 60
        self.right = max(x for x, _ in arms) + 60
        self.y = fall[1] - 40

    def at(self, share: float) -> Point:
        """Return a point on it, from −1 on the left to 1 on the right."""
        across = (self.left + self.right) / 2 + share * (self.right - self.left) / 2
        return across, self.y + 22 * share**4 - 4 * cos(3 * pi * share)

    def add_to(self, landscape: Landscape) -> None:
        """Add the arms up to the brink, and the water below it to the board's edge."""
        places = [self.at(step / 8 - 1) for step in range(1, 16)]
        for x, y in self.arms:
            for place in places:
                if abs(place[0] - x) < 56:
                    landscape.add_stroke((x, y), place, _ARM_MM - 3)
        for (ax, ay), (bx, by) in pairwise(places):
            landscape.add_stroke((ax, ay), (bx, by), 13)
            landscape.add_stroke((ax, ay + 60), (bx, by + 60), 40)


def _spaces(board: Board) -> list[Space]:
    spaces: list[Space] = board.document["spaces"]
    return spaces


def _of_kind(board: Board, kind: str) -> list[Space]:
    return [space for space in _spaces(board) if space["kind"] == kind]


def _steps(board: Board) -> Iterator[tuple[int, int]]:
    """Yield the touching spaces by index, upstream first."""
    for above, space in enumerate(_spaces(board)):
        for other in space.get("touches", ()):
            if above < board.index[other]:
                yield above, board.index[other]


def _brinks(board: Board) -> list[_Brink]:
    found = []
    for fall in _of_kind(board, "fall"):
        arms = [place_of(_spaces(board)[board.index[other]]) for other in fall.get("touches", ())]
        found.append(_Brink(arms or [(place_of(fall)[0], place_of(fall)[1] - 60)], place_of(fall)))
    return found


def _currents(board: Board) -> Iterator[river.Current]:
    """Yield the water's currents: from each space to the next downstream."""
    for above, below in _steps(board):
        (ax, ay), (bx, by) = place_of(_spaces(board)[above]), place_of(_spaces(board)[below])
        away = hypot(bx - ax, by - ay) or 1.0
        for share in (0.0, 0.5):
            yield (ax + share * (bx - ax), ay + share * (by - ay)), ((bx - ax) / away, (by - ay) / away)


def _beach(board: Board) -> str:
    berths = [place_of(space) for space in _of_kind(board, "berth")]
    if not berths:
        return ""
    landings = [place_of(landing) for landing in _of_kind(board, "shore")]
    box = river.box_around([*berths, *landings], 52)
    shore = Landscape(box)
    for first, second in pairwise([*berths[:1], *berths]):
        shore.add_stroke(first, second, 39)
    for x, y in landings:
        shore.add_stroke((x, y - 50), (x, y - 6), 52)
    shore.spread()
    shore.roughen(9)
    return river.draw_beach(shore, box)


def _grain(seed: int) -> str:
    """Return three arcs that look like a disc turning in the water."""
    arcs = []
    for turn, radius in enumerate((17.5, 14.5, 11.5)):
        start = 2 * pi * random_at(turn, 1, seed)
        end = start + 1.1 + 1.2 * random_at(turn, 2, seed)
        arcs.append(
            f"M{fmt(radius * cos(start))} {fmt(radius * sin(start))}"
            f"A{radius} {radius} 0 0 1 {fmt(radius * cos(end))} {fmt(radius * sin(end))}"
        )
    return "".join(arcs)


def _jetty(at: Point) -> str:
    """Return the jetty: from the beach down to the water, with a landing stage at its end."""
    planks = "".join(f"M-11 {y}h22" for y in range(-38, 18, 5))
    posts = "".join(circle_path(x, y, 2) for y in (-36, -12, 14) for x in (-12.5, 12.5))
    return (
        f'<g transform="translate({fmt(at[0])} {fmt(at[1])})">'
        '<path class="hull-shade" d="M-9-38h24v60h-24z"/><path class="plank" d="M-12-42h24v60h-24z"/>'
        f'<path class="gap" d="{planks}"/><path class="edge" d="M-12-42v60M12-42v60"/>'
        f'<path class="post" d="{posts}"/></g>'
    )


def _bank(at: Point) -> str:
    """Return the rock with a site's gems."""
    seed = int(3 * at[0] + at[1])
    chips = []
    for step in range(7):
        angle = 2 * pi * (step + random_at(step, 5, seed)) / 7
        far, size = 23.5 + 2.5 * random_at(step, 6, seed), 2 + 2.4 * random_at(step, 7, seed)
        chips.append(closed_curve(rough_circle((far * cos(angle), far * sin(angle)), size, seed + step, 0.3, 5)))
    return (
        f'<g transform="translate({fmt(at[0])} {fmt(at[1])})">'
        f'<path class="rock-shade" d="{closed_curve(rough_circle((1, 2), 29, seed, 0.12, 11))}"/>'
        f'<path class="rock" d="{closed_curve(rough_circle((0, 0), 26, seed + 1, 0.12, 11))}"/>'
        f'<path class="hollow" d="{closed_curve(rough_circle((0, 0), 20.5, seed + 2, 0.08, 11))}"/>'
        f'<path class="rock-light" d="{"".join(chips)}"/></g>'
    )


def _weather(places: Sequence[Point]) -> str:
    """Return the weather track: each step's addition to the flow, and its rain."""
    if not places:
        return ""
    left, right = min(x for x, _ in places) - 66, max(x for x, _ in places) + 22
    top, bottom = min(y for _, y in places) - 28, max(y for _, y in places) + 26
    slate = f"M{fmt(left)} {fmt(top)}H{fmt(right)}L{fmt(right + 3)} {fmt(bottom)}H{fmt(left - 2)}z"
    parts = [f'<path class="rock-shade" d="{slate}" transform="translate(3 4)"/><path class="slate" d="{slate}"/>']
    for (x, y), (word, drops) in zip(places, _WEATHERS, strict=False):
        sky = _SUN if drops < 0 else f'<path class="cloud" d="{_CLOUD}"/>'
        rain = "".join(f"M{fmt(5 * step - 2.5 * drops + 3.4)} 7.5l-2.2 5" for step in range(drops))
        parts.append(
            f'<g transform="translate({fmt(x - 25)} {fmt(y - 3)})">{sky}<path class="rain" d="{rain}"/></g>'
            f'<text class="sign" x="{fmt(x - 41)}" y="{fmt(y + 4)}">{word}</text>'
            f'<circle class="hollow" cx="{fmt(x)}" cy="{fmt(y)}" r="11"/>'
        )
    return "".join(parts)


def _camps(berths: Sequence[Point]) -> str:
    """Return the letter of each seat above its two berths."""
    letters = []
    for seat, (first, second) in enumerate(zip(berths[::2], berths[1::2], strict=False)):
        x, y = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
        letters.append(f'<text class="camp" x="{fmt(x)}" y="{fmt(y + 6)}">{"ABCDE"[seat % 5]}</text>')
    return "".join(letters)


def _falling(brink: _Brink, bottom: float) -> str:
    """Return the fall: the depth under the brink, sheets and streaks of water, foam and mist below."""
    edge = [brink.at(step / 16 - 1) for step in range(33)]
    lip = _line([(x, y - 4) for x, y in edge])
    foot = [(x, min(bottom, y + 44 + 5 * noise(x / 16, 1, 81))) for x, y in reversed(edge)]
    sheets: list[str] = []
    streaks: list[str] = []
    froth, mist = [], []
    count = int((brink.right - brink.left) / 2.3)
    for step in range(count + 1):
        share = 2 * step / count - 1
        x, y = brink.at(share)
        lean = -7 * share + 2 * noise(x / 20, 2, 82)
        long = 34 + 9 * noise(x / 13, 3, 83)
        begun = 12 * random_at(step, 4, 84) ** 2
        streak = f"M{fmt(x + lean * begun / 60)} {fmt(y - 3 + begun)}q{fmt(lean * 0.15)} 9 {fmt(lean)} "
        (sheets if noise(x / 9, 5, 85) > 0.15 else streaks).append(streak + fmt(long - begun))
        froth.append(
            circle_path(x + lean, y + long + 9 * random_at(step, 6, 86) - 2, 1 + 3.4 * random_at(step, 7, 87) ** 3)
        )
        if step % 9 == 4:
            mist.append(circle_path(x + lean, y + long + 3, 12 + 6 * random_at(step, 8, 88)))
    return (
        f'<path class="hollow" opacity=".82" d="{lip}L{_line(foot)[1:]}z"/>'
        f'<path class="streak" stroke-width="3.4" opacity=".3" d="{"".join(sheets)}"/>'
        f'<path class="streak" stroke-width="1.1" opacity=".62" d="{"".join(streaks)}"/>'
        f'<path class="streak" stroke-width=".8" opacity=".8" d="{"".join(sheets)}"/>'
        f'<path class="streak" stroke-width="1.5" opacity=".65" d="{lip}"/>'
        f'<path class="foam" opacity=".09" d="{"".join(mist)}"/><path class="foam" opacity=".6" d="{"".join(froth)}"/>'
    )


def _line(points: Sequence[Point]) -> str:
    """Return path data of straight lines through the points."""
    return "M" + "L".join(f"{fmt(x)} {fmt(y)}" for x, y in points)


SCENERY = Scenery(_NIGHT, _DAY, _STYLE, draw_land, draw_space)
