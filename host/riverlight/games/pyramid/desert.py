"""A desert at dusk in flat layers: sky, a low moon, dunes, palms; the landscape around Pyramid's maze."""

from __future__ import annotations

from math import cos, pi, sin

from riverlight.boards.drawing.brush import Point, circle_path, fmt, noise, open_curve, random_at

__all__ = ["DAY", "NIGHT", "STYLE", "dunes", "palms", "sky"]

NIGHT = {
    "sky-5": "#20172a",
    "sky-4": "#2a1c31",
    "sky-3": "#3a2436",
    "sky-2": "#502d38",
    "sky-1": "#6b3a38",
    "glow": "#86503d",
    "moon": "#d8b58c",
    "mare": "#c39c76",
    "star": "#d9c5b0",
    "dune-3": "#4a3034",
    "dune-2": "#553832",
    "dune-1": "#604030",
    "dune-line": "#7a5340",
    "palm": "#2a2026",
}
DAY = {
    "sky-5": "#cfe0e4",
    "sky-4": "#dbe6e2",
    "sky-3": "#e8ebdc",
    "sky-2": "#f3ead0",
    "sky-1": "#f8e2bc",
    "glow": "#fcdcaa",
    "moon": "#fff6da",
    "mare": "#fbe8bd",
    "star": "#cfe0e4",
    "dune-3": "#ecd2a0",
    "dune-2": "#e6c892",
    "dune-1": "#dfbd84",
    "dune-line": "#f5e3bd",
    "palm": "#8a7a4c",
}
STYLE = """
.sky-5{fill:var(--rb-sky-5)}.sky-4{fill:var(--rb-sky-4)}.sky-3{fill:var(--rb-sky-3)}.sky-2{fill:var(--rb-sky-2)}
.sky-1{fill:var(--rb-sky-1)}.glow{fill:var(--rb-glow);opacity:.28}.moon{fill:var(--rb-moon)}.mare{fill:var(--rb-mare)}
.star{fill:var(--rb-star);opacity:.6}
.dune-3{fill:var(--rb-dune-3)}.dune-2{fill:var(--rb-dune-2)}.dune-1{fill:var(--rb-dune-1)}
.dune-line{fill:none;stroke:var(--rb-dune-line);stroke-width:1;stroke-linecap:round;opacity:.5}
.palm{fill:none;stroke:var(--rb-palm);stroke-linecap:round}
"""


def sky(width: float, height: float, foot: float) -> str:
    """Return the sky above a horizon at ``foot``, with stars and the moon."""
    bands = [f'<path class="sky-5" d="M0 0h{fmt(width)}v{fmt(height)}H0z"/>']
    for band, share in ((4, 0.3), (3, 0.5), (2, 0.68), (1, 0.84)):
        line = [
            (x, share * foot + 5 * noise(x / 90, band, 7) + 10 * noise(x / 240, band, 8))
            for x in _steps(-10, width + 10, 26)
        ]
        shape = open_curve(line) + f"V{fmt(height)}H-10z"
        bands.append(f'<path class="sky-{band}" d="{shape}"/>')
    stars = [
        circle_path(
            width * random_at(number, 1, 5),
            0.55 * foot * random_at(number, 2, 5) ** 1.3,
            0.4 + 0.5 * random_at(number, 3, 5),
        )
        for number in range(90)
    ]
    at = (0.87 * width, 0.16 * foot)
    rings = "".join(f'<path class="glow" d="{circle_path(*at, radius)}"/>' for radius in (40, 29))
    moon = f'<path class="moon" d="{circle_path(*at, 19)}"/><path class="mare" d="{_maria(at)}"/>'
    return "".join(bands) + f'<path class="star" d="{"".join(stars)}"/>' + rings + moon


def _maria(at: Point) -> str:
    return "".join(
        circle_path(at[0] + across, at[1] + down, radius)
        for across, down, radius in ((-6, -5, 4.5), (2, -8, 3), (5, 3, 5), (-5, 6, 3), (9, -4, 2.2))
    )


def dunes(width: float, height: float, foot: float) -> str:
    """Return three rows of dunes below ``foot``, the nearest with ripples."""
    found = []
    for dune, (above, long, high) in enumerate(((24, 150, 9), (8, 120, 8), (-12, 170, 6)), start=1):
        crest = [
            (x, foot - above + high * noise(x / long + dune, dune, 11) + 2 * noise(x / 40, dune, 12))
            for x in _steps(-10, width + 10, 18)
        ]
        line = open_curve(crest)
        found.append(
            f'<path class="dune-{4 - dune}" d="{line}V{fmt(height + 5)}H-10z"/><path class="dune-line" d="{line}"/>'
        )
    ripples = []
    for number in range(26):
        x = width * random_at(number, 1, 21)
        y = foot + 14 + (height - foot - 18) * random_at(number, 2, 21)
        reach, rise = 12 + 22 * random_at(number, 3, 21), 2 + 2 * random_at(number, 4, 21)
        ripples.append(f"M{fmt(x)} {fmt(y)}q{fmt(reach / 2)}-{fmt(rise)} {fmt(reach)} 0")
    return "".join(found) + f'<path class="dune-line" opacity=".6" d="{"".join(ripples)}"/>'


def palms(width: float, height: float, foot: float) -> str:
    """Return palms at both ends of the nearest dune."""
    found = []
    for share, tall, lean, seed in ((0.045, 62, 9, 31), (0.085, 44, -8, 32), (0.955, 54, -9, 33)):
        x, y = share * width, min(height - 8, foot + 26)
        top = (x + lean, y - tall)
        leaves = []
        for leaf in range(8):
            angle = pi * (0.04 + 0.92 * leaf / 7) + 0.2 * (random_at(leaf, 1, seed) - 0.5)
            long = 17 + 6 * random_at(leaf, 2, seed)
            end = (top[0] + long * cos(angle), top[1] - 0.42 * long * sin(angle) + 7)
            bend = (top[0] + 0.6 * long * cos(angle), top[1] - 0.62 * long * sin(angle) - 3)
            leaves.append(f"M{_spot(top)}Q{_spot(bend)} {_spot(end)}")
        trunk = f"M{_spot((x, y))}Q{_spot((x + 0.1 * lean, y - 0.6 * tall))} {_spot(top)}"
        found.append(
            f'<path class="palm" stroke-width="3" d="{trunk}"/>'
            f'<path class="palm" stroke-width="2" d="{"".join(leaves)}"/>'
        )
    return "".join(found)


def _spot(point: Point) -> str:
    return f"{fmt(point[0])} {fmt(point[1])}"


def _steps(start: float, end: float, apart: float) -> list[float]:
    return [start + number * apart for number in range(int((end - start) / apart) + 2)]
