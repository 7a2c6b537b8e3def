"""The part of the set-up page where people say which colours their pieces have. It works without scripts."""

from __future__ import annotations

from collections.abc import Sequence

from riverlight.games.colours import COLOUR_TITLES, colour_choices, filled_up
from riverlight.games.game import Game
from riverlight.games.seats import LETTERS
from riverlight.languages.text import text
from riverlight.web.markup import Markup, element
from riverlight.web.shapes import seat_sign

__all__ = ["colours_part"]


def colours_part(game: Game, chosen: Sequence[str], *, is_open: bool) -> Markup:
    """Return the fold in which each piece has its colour; ``chosen`` are those of the first pieces."""
    pieces = {count: len(game.owners(count)) - game.first_piece for count in game.seat_counts}
    colours = filled_up(game, max(pieces.values()), chosen)
    rows = [
        element("li", _piece(game, at, colour), class_=" ".join(f"in-{n}" for n, most in pieces.items() if at < most))
        for at, colour in enumerate(colours)
    ]
    return element(
        "details",
        element("summary", text("Colours of the pieces")),
        element("p", text("Lights and pages use the colours of your pieces. They are stored for the next game.")),
        element("ol", *rows, class_="pieces"),
        class_="options",
        open=is_open,
    )


def _piece(game: Game, at: int, chosen: str) -> Markup:
    letter = LETTERS[at + game.first_piece]
    options = [
        element("option", COLOUR_TITLES[name], value=name, selected=name == chosen) for name in colour_choices(game)
    ]
    spoken = element("span", text("Seat {letter}:", letter=letter), " ", text("colour"), class_="spoken")
    return element("label", seat_sign(letter), spoken, element("select", *options, name=f"colour_{at}"))
