"""The games kept: a list to go on with, look back on, carry away and bring in; and one game seen from afar."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.engines.games import GAME_NAMES, game_named
from riverlight.statistics import plots_of
from riverlight.table.history import History
from riverlight.table.record import Summary
from riverlight.table.seats import seat_cards
from riverlight.web.markup import Markup, element
from riverlight.web.pages import page
from riverlight.web.plots import draw_plot
from riverlight.web.shapes import seat_sign

__all__ = ["games_page", "statistics_page"]

_MOST_LISTED: Final = 100


def games_page(games: Sequence[Summary], refusal: str | None = None) -> HTMLResponse:
    """Return the list of games, the latest begun first, with the reason when a text was refused."""
    items = [element("li", _kept(game)) for game in games[:_MOST_LISTED]]
    more = len(games) - len(items)
    main = element(
        "main",
        element("header", element("h1", "Games kept"), _way_back()),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        element("ul", *items, class_="games-kept") if items else element("p", "No game is kept yet."),
        element("p", f"And {more} older: riverlight games list shows them.") if more else None,
        _bring_in(),
    )
    return page("Games kept", main, kind="kept-games", script="games.js", status=400 if refusal else 200)


def statistics_page(game_id: int, history: History) -> HTMLResponse:
    """Return one game from afar."""
    head = history.head
    cards = seat_cards(head.seat_names)
    people = [element("span", seat_sign(card["letter"]), card["name"], class_="person") for card in cards]
    main = element(
        "main",
        element("header", element("h1", f"{head.game.title}, game {game_id}"), _way_back("/games", "All games")),
        element("p", *people, class_="people"),
        *[draw_plot(plot, cards) for plot in plots_of(history)],
    )
    return page(f"{head.game.title} from afar", main, kind="kept-games")


def _kept(game: Summary) -> Markup:
    if game.is_damaged:
        rescue = f"riverlight games export {game.game_id} --sound"
        return element("p", f"Game {game.game_id} is damaged; {rescue} writes what stands before the damage.")
    is_known = game.game in GAME_NAMES
    title = game_named(game.game).title if is_known else game.game
    seats = game_named(game.game).owners(len(game.names)) if is_known else range(len(game.names))
    last = datetime.fromtimestamp(game.last_ms / 1000, tz=UTC).astimezone()
    people = [
        element("span", seat_sign(card["letter"]), card["name"], class_="person") for card in seat_cards(game.names)
    ]
    if game.result is None:
        progress = f"under way, {game.entries} entries"
    else:
        winners = dict.fromkeys(game.names[seats[seat]] for seat in game.result["winners"])
        progress = f"{' and '.join(winners)} won"
    what = element("b", title), element("span", f"game {game.game_id}, {progress}, "), _time(last)
    place = f"/games/{game.game_id}"
    ways = (
        element("button", "Go on", formaction=place) if game.result is None else None,
        element("button", "Look back", formaction=f"{place}/replay", class_="quiet"),
        element("a", "From afar", href=f"{place}/statistics", class_="button quiet"),
        element("a", "As text", href=f"{place}/text", class_="button quiet"),
    )
    return element(
        "form",
        element("p", *what),
        element("p", *people, class_="people"),
        element("p", *ways, class_="ways") if is_known else None,
        method="post",
        action=place,
        aria_label=f"Game {game.game_id}",
    )


def _time(moment: datetime) -> Markup:
    return element("time", f"{moment.day} {moment:%B %Y, %H:%M}", datetime=moment.isoformat())


def _way_back(address: str = "/", text: str = "New game") -> Markup:
    return element("a", text, href=address, class_="button quiet")


def _bring_in() -> Markup:
    return element(
        "form",
        element("h2", "Bring a game in", id="bring"),
        element("p", "The text of a game, as a button above gives it; each move is checked before it is kept."),
        element("label", "From a file: ", element("input", type="file", id="file", accept=".txt,text/plain")),
        element("textarea", name="text", id="text", rows=6, required=True, aria_label="Text of the game"),
        element("button", "Bring in"),
        method="post",
        action="/games/text",
        class_="bring",
        aria_labelledby="bring",
    )
