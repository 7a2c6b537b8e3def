"""The display names of games, shapes and times."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from riverlight.games.registry import GAMES
from riverlight.languages.text import text
from riverlight.web.markup import Markup, element

__all__ = ["game_title", "moment", "shape_name"]

_SHAPES: Final = {
    "circle": text("circle"),
    "triangle": text("triangle"),
    "square": text("square"),
    "diamond": text("diamond"),
    "pentagon": text("pentagon"),
    "star": text("star"),
}

_MONTHS: Final = (
    text("January"),
    text("February"),
    text("March"),
    text("April"),
    text("May"),
    text("June"),
    text("July"),
    text("August"),
    text("September"),
    text("October"),
    text("November"),
    text("December"),
)


def game_title(game: str) -> str:
    """Return the title of a game; of an unknown game, its stored name."""
    return GAMES[game].title if game in GAMES else game


def shape_name(shape: str) -> str:
    """Return the name of a seat's shape."""
    return _SHAPES[shape]


def moment(at_ms: int, *, has_year: bool) -> Markup:
    """Return day and minute of ``at_ms``, milliseconds since 1970, in this machine's time zone."""
    at = datetime.fromtimestamp(at_ms / 1000, tz=UTC).astimezone()
    month, time = _MONTHS[at.month - 1], f"{at:%H:%M}"
    told = (
        text("{day} {month} {year}, {time}", day=at.day, month=month, year=at.year, time=time)
        if has_year
        else text("{day} {month}, {time}", day=at.day, month=month, time=time)
    )
    return element("time", told, datetime=at.isoformat())
