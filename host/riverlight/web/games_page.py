"""The games kept: a list to go on with, look back on, carry away and bring in; and one game seen from afar."""

from __future__ import annotations

from typing import Final

from starlette.responses import HTMLResponse

from riverlight.engines.games import GAME_NAMES
from riverlight.languages.text import listed, plural, text
from riverlight.statistics import plots_of
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.seats import seat_cards
from riverlight.table.summary import Summary
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title, moment
from riverlight.web.pages import page
from riverlight.web.plots import draw_plot
from riverlight.web.shapes import seat_sign

__all__ = ["games_page", "statistics_page"]

_MOST_LISTED: Final = 100


def games_page(store: Store, refusal: str | None = None) -> HTMLResponse:
    """Return the list of the games in ``store``, the latest begun first, with the reason when a text was refused."""
    items = [element("li", _kept(game)) for game in store.games(_MOST_LISTED)]
    more = store.count() - len(items)
    main = element(
        "main",
        element("header", element("h1", text("Games kept")), _way_back("/", text("New game")), language_switch()),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        element("ul", *items, class_="games-kept") if items else element("p", text("No game is kept yet.")),
        element("p", text("And {number} older: riverlight games list shows them.", number=more)) if more else None,
        _bring_in(),
    )
    return page(text("Games kept"), main, kind="kept-games", script="games.js", status=400 if refusal else 200)


def statistics_page(game_id: int, history: History) -> HTMLResponse:
    """Return one game from afar."""
    head = history.head
    title = game_title(head.game.name)
    cards = seat_cards(head.seat_names)
    people = [element("span", seat_sign(card["letter"]), card["name"], class_="person") for card in cards]
    main = element(
        "main",
        element(
            "header",
            element("h1", text("{game}, game {number}", game=title, number=game_id)),
            _way_back("/games", text("All games")),
            language_switch(),
        ),
        element("p", *people, class_="people"),
        *[draw_plot(plot, cards) for plot in plots_of(history)],
    )
    return page(text("{game} from afar", game=title), main, kind=f"kept-games {head.game.name}")


def _kept(game: Summary) -> Markup:
    if game.is_damaged:
        rescue = f"riverlight games export {game.game_id} --sound"
        told = text(
            "Game {number} is damaged; {command} writes what stands before the damage.",
            number=game.game_id,
            command=rescue,
        )
        return element("p", told)
    is_known = game.game in GAME_NAMES
    people = [
        element("span", seat_sign(card["letter"]), card["name"], class_="person") for card in seat_cards(game.names)
    ]
    if game.result is None:
        progress = plural("under way, {n} entry", "under way, {n} entries", game.entries)
    else:
        progress = plural("{names} won", "{names} won", len(game.winners), names=listed(game.winners, "and"))
    told = text("game {number}, {progress},", number=game.game_id, progress=progress)
    what = element("b", game_title(game.game)), element("span", told, " "), moment(game.last_ms, has_year=True)
    place = f"/games/{game.game_id}"
    ways = (
        element("button", text("Go on"), formaction=place) if game.result is None else None,
        element("button", text("Look back"), formaction=f"{place}/replay", class_="quiet"),
        element("a", text("Statistics"), href=f"{place}/statistics", class_="button quiet"),
        element("a", text("As text"), href=f"{place}/text", class_="button quiet"),
    )
    return element(
        "form",
        element("p", *what),
        element("p", *people, class_="people"),
        element("p", *ways, class_="ways") if is_known else None,
        method="post",
        action=place,
        aria_label=text("Game {number}", number=game.game_id),
    )


def _way_back(address: str, words: str) -> Markup:
    return element("a", words, href=address, class_="button quiet")


def _bring_in() -> Markup:
    return element(
        "form",
        element("h2", text("Bring a game in"), id="bring"),
        element("p", text("The text of a game, as a button above gives it; each move is checked before it is kept.")),
        element("label", text("From a file:"), " ", element("input", type="file", id="file", accept=".txt,text/plain")),
        element("textarea", name="text", id="text", rows=6, required=True, aria_label=text("Text of the game")),
        element("button", text("Bring in")),
        method="post",
        action="/games/text",
        class_="bring",
        aria_labelledby="bring",
    )
