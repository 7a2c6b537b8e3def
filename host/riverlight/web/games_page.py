"""Saved games: search, resume, replay, rename, delete, export and import; and the statistics of one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from starlette.responses import HTMLResponse

from riverlight.games.registry import GAMES
from riverlight.languages.text import listed, plural, spoken, text
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.statistics import plots_of
from riverlight.table.summary import Summary
from riverlight.web.game_labels import GameLabels
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title, moment
from riverlight.web.pages import page, page_header, quiet_link
from riverlight.web.plots import draw_plot
from riverlight.web.shapes import seat_sign

__all__ = ["Search", "game_header", "games_page", "statistics_page"]

_MOST_LISTED: Final = 100
_MOST_SEARCHED: Final = 5000
_LONGEST_NAME: Final = 40


class Search(NamedTuple):
    """A search: games with all ``words`` in name, players, title or number; either deleted ones or the others.

    ``game`` is the name of the game, ``progress`` a key of ``_PROGRESS``; "" for any.
    """

    words: str = ""
    is_deleted: bool = False
    game: str = ""
    progress: str = ""

    def has(self, game: Summary) -> bool:
        """Return whether game and progress match; unknown values match everything."""
        is_game = self.game not in GAMES or self.game == game.game
        return is_game and (self.progress not in _PROGRESS or (self.progress == "open") == game.is_under_way)


_ALL: Final = Search()
_PROGRESS: Final = {"open": text("In progress"), "over": text("Finished")}


def games_page(
    store: Store,
    labels: GameLabels,
    search: Search = _ALL,
    *,
    deleted: int | None = None,
    refusal: str | None = None,
) -> HTMLResponse:
    """Return the list of the games in ``store``, latest first.

    Args:
        store: the record.
        labels: names of games.
        search: which games to list.
        deleted: a game that was just deleted, to offer its restoration.
        refusal: why an import or a name was refused.
    """
    found = list(islice(_found(store, labels, search), _MOST_LISTED + 1))
    items = [
        element("li", *_saved_game(game, name, is_deleted=search.is_deleted)) for game, name in found[:_MOST_LISTED]
    ]
    main = element(
        "main",
        page_header(text("Saved games"), quiet_link("/", text("New game"))),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        *[element("p", loss.sentence, class_="refusal") for loss in store.losses()],
        _restore(deleted) if deleted is not None else None,
        _search(search),
        element("ul", *items, class_="games-kept") if items else element("p", _nothing(search)),
        element("p", text("There are older games: use the search.")) if len(found) > _MOST_LISTED else None,
        _bring_in(),
    )
    return page(text("Saved games"), main, kind="kept-games", script="saved-games.js", status=400 if refusal else 200)


def _found(store: Store, labels: GameLabels, search: Search) -> Iterator[tuple[Summary, str]]:
    """Yield the matching games, each with its name."""
    words, label_of = search.words.casefold().split(), labels.read()
    for game in islice(store.latest(), _MOST_SEARCHED):
        name, is_deleted = label_of(game)
        where = " ".join((name, spoken(game_title(game.game)), *game.names, str(game.game_id))).casefold()
        if is_deleted == search.is_deleted and search.has(game) and all(word in where for word in words):
            yield game.as_listed(), name


def _nothing(search: Search) -> str:
    if search.words or search.game or search.progress:
        return text("No saved game matches.")
    return text("No deleted games.") if search.is_deleted else text("No saved games yet.")


def _search(search: Search) -> Markup:
    other = (
        quiet_link("/games", text("Saved games"))
        if search.is_deleted
        else quiet_link("/games?show=deleted", text("Deleted games"))
    )
    return element(
        "form",
        element("input", type="hidden", name="show", value="deleted") if search.is_deleted else None,
        element(
            "input",
            type="text",
            name="q",
            value=search.words,
            placeholder=text("Name, player, game"),
            aria_label=text("Search saved games"),
        ),
        _filter("progress", text("Finished or not"), {"": text("Finished or not"), **_PROGRESS}, search.progress),
        _filter(
            "game",
            text("Game"),
            {"": text("Every game"), **{name: game_title(name) for name in GAMES}},
            search.game,
        ),
        element("button", text("Search"), class_="quiet"),
        other,
        element("a", text("Export all"), href="/games/all.zip", class_="button quiet"),
        action="/games",
        class_="ways",
        role="search",
    )


def _filter(name: str, about: str, words: Mapping[str, str], chosen: str) -> Markup:
    choices = [element("option", title, value=value, selected=value == chosen) for value, title in words.items()]
    return element("select", *choices, name=name, aria_label=about)


def _restore(game_id: int) -> Markup:
    return element(
        "form",
        text("Game {number} is deleted.", number=game_id),
        " ",
        element("button", text("Undo")),
        method="post",
        action=f"/games/{game_id}/restore",
        role="status",
    )


def game_header(game_id: int, history: History) -> Markup:
    """Return the head of a page about one saved game."""
    heading = text("{game}, game {number}", game=game_title(history.head.game.name), number=game_id)
    return page_header(heading, quiet_link("/games", text("All games")))


def statistics_page(game_id: int, history: History) -> HTMLResponse:
    """Return the statistics of one game."""
    head = history.head
    title = game_title(head.game.name)
    cards = head.seat_cards
    people = [element("span", seat_sign(card["letter"]), card["name"], class_="person") for card in cards]
    main = element(
        "main",
        game_header(game_id, history),
        element("p", *people, class_="people"),
        *[draw_plot(plot, cards) for plot in plots_of(history)],
    )
    return page(
        text("{game}: statistics", game=title), main, kind=f"kept-games {head.game.name}", colours=head.seat_colours
    )


def _saved_game(game: Summary, name: str, *, is_deleted: bool) -> list[Markup]:
    if game.is_damaged:
        rescue = f"riverlight games export {game.game_id} --sound"
        told = text(
            "Game {number} is damaged. {command} exports the moves before the damage.",
            number=game.game_id,
            command=rescue,
        )
        return [element("p", told)]
    is_known = game.game in GAMES
    people = [
        element("span", seat_sign(card["letter"], card["light"]), card["name"], class_="person")
        for card in game.people_cards
    ]
    if game.entries is None:
        progress = text("in progress")
    elif game.result is None:
        progress = text("in progress, move {number}", number=game.entries)
    else:
        progress = plural("{names} won", "{names} won", len(game.winners), names=listed(game.winners, "and"))
    told = text("game {number}, {progress},", number=game.game_id, progress=progress)
    title = text("{name} ({game})", name=name, game=game_title(game.game)) if name else game_title(game.game)
    what = element("b", title), element("span", told, " "), moment(game.last_ms, has_year=True)
    place = f"/games/{game.game_id}"
    ways = (
        element("button", text("Resume"), formaction=place) if game.result is None else None,
        element("button", text("Replay"), formaction=f"{place}/replay", class_="quiet"),
        element("a", text("Statistics"), href=f"{place}/statistics", class_="button quiet"),
        element("a", text("Review"), href=f"{place}/review", class_="button quiet")
        if game.result is not None
        else None,
        element("a", text("Export"), href=f"{place}/text", class_="button quiet"),
    )
    return [
        element(
            "form",
            element("p", *what),
            element("p", *people, class_="people"),
            element("p", *ways, class_="ways") if is_known else None,
            method="post",
            action=place,
            aria_label=text("Game {number}", number=game.game_id),
        ),
        _changes(place, name, is_deleted=is_deleted),
    ]


def _changes(place: str, name: str, *, is_deleted: bool) -> Markup:
    """Return the form that renames, deletes or restores a game."""
    if is_deleted:
        return element("form", element("button", text("Restore")), method="post", action=f"{place}/restore")
    return element(
        "details",
        element("summary", text("Rename or delete")),
        element(
            "form",
            element(
                "input",
                type="text",
                name="name",
                value=name,
                maxlength=_LONGEST_NAME,
                placeholder=text("Name of the game"),
                aria_label=text("Name of the game"),
            ),
            element("button", text("Rename")),
            element("button", text("Delete"), class_="quiet", formaction=f"{place}/delete"),
            method="post",
            action=f"{place}/name",
            class_="ways",
        ),
    )


def _bring_in() -> Markup:
    return element(
        "form",
        element("h2", text("Import a game"), id="bring"),
        element("p", text("Paste the text of an exported game. Each move is checked before the game is saved.")),
        element("label", text("From a file:"), " ", element("input", type="file", id="file", accept=".txt,text/plain")),
        element("textarea", name="text", id="text", rows=6, required=True, aria_label=text("Text of the game")),
        element("button", text("Import")),
        method="post",
        action="/games/text",
        class_="bring",
        aria_labelledby="bring",
    )
