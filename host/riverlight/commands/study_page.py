"""The page of ``riverlight study``: one HTML file that needs nothing else, with a plot for each answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from riverlight.simulation.intervals import Interval
from riverlight.web.markup import Markup, element, join

__all__ = ["Bars", "study_page"]

_WIDTH: Final = 640
_HEIGHT: Final = 240
_LEFT: Final = 56
_TOP: Final = 16
_FOOT: Final = 40
_LINES: Final = 4
_PITCH: Final = 140
_STYLE: Final = """
:root{color-scheme:light dark;--ink:#0b2a33;--back:#f4f8f6;--bar:#2f7f9a;--soft:#4a6670}
@media (prefers-color-scheme:dark){:root{--ink:#e2eeea;--back:#0c2129;--bar:#6fc3dd;--soft:#a3bcc2}}
body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:17px/1.5 system-ui,sans-serif}
body{color:var(--ink);background:var(--back)}
svg{width:100%;height:auto}svg text{font-size:16px;fill:var(--ink)}rect{fill:var(--bar)}
path{stroke:var(--ink);stroke-width:2;fill:none}path.rule{stroke:var(--soft);stroke-width:.5}
table{border-collapse:collapse}td,th{padding:.2rem 1rem .2rem 0;text-align:left;font-variant-numeric:tabular-nums}
"""


class Bars(NamedTuple):
    """A plot: a bar for each label, with its interval as a line where it has one; ``level`` is a line across."""

    title: str
    up: str
    bars: Sequence[tuple[str, Interval]]
    level: float | None = None


def study_page(title: str, sentences: Sequence[str], plots: Sequence[Bars]) -> str:
    """Return the page: what was found in sentences, then each plot with its figures as a table."""
    body = element(
        "main",
        element("h1", title),
        *[element("p", sentence) for sentence in sentences],
        *[_figure(plot) for plot in plots],
    )
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("title", title),
        element("style", Markup(_STYLE)),
    )
    return "<!doctype html>\n" + element("html", head, element("body", body), lang="en") + "\n"


def _figure(plot: Bars) -> Markup:
    rows = [
        element(
            "tr", element("th", label, scope="row"), element("td", f"{found.mean:.3g}"), element("td", _reach(found))
        )
        for label, found in plot.bars
    ]
    heads = [element("th", words, scope="col") for words in ("", plot.up, "95 %")]
    table = element("table", element("thead", element("tr", *heads)), element("tbody", *rows))
    picture = element("svg", _draw(plot), viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img", aria_label=plot.title)
    return element(
        "section", element("h2", plot.title), picture, element("details", element("summary", "Figures"), table)
    )


def _reach(found: Interval) -> str:
    return "" if found.low == found.high else f"{found.low:.3g} to {found.high:.3g}"


def _draw(plot: Bars) -> Markup:
    """Draw the bars from 0 up, to the highest end of an interval."""
    top = max([found.high for _, found in plot.bars] + [plot.level or 0.0]) or 1.0
    bottom, pitch = _HEIGHT - _FOOT, min(_PITCH, (_WIDTH - _LEFT) / max(len(plot.bars), 1))

    def height(value: float) -> float:
        return round(bottom - (bottom - _TOP) * max(value, 0.0) / top, 1)

    drawn = []
    for line in range(_LINES + 1):
        value = top * line / _LINES
        drawn.append(element("path", d=f"M{_LEFT} {height(value)}H{_WIDTH}", class_="rule"))
        drawn.append(element("text", f"{value:.2g}", x=_LEFT - 8, y=height(value) + 5, text_anchor="end"))
    every = -(-len(plot.bars) // 16)  # labels that would run into each other are left out
    for place, (label, found) in enumerate(plot.bars):
        left, middle = _LEFT + (place + 0.15) * pitch, round(_LEFT + (place + 0.5) * pitch, 1)
        y = height(found.mean)
        drawn.append(element("rect", x=round(left, 1), y=y, width=round(0.7 * pitch, 1), height=round(bottom - y, 1)))
        if found.low != found.high:
            drawn.append(element("path", d=f"M{middle} {height(found.low)}V{height(found.high)}"))
        if place % every == 0:
            drawn.append(element("text", label, x=middle, y=_HEIGHT - 14, text_anchor="middle"))
    if plot.level is not None:
        drawn.append(element("path", d=f"M{_LEFT} {height(plot.level)}H{_WIDTH}", stroke_dasharray="6 6"))
    return join(*drawn)
