"""The set-up page: games under way to go on with, and a new one to begin. It works without scripts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from starlette.responses import HTMLResponse

from riverlight.bots.seating import needed
from riverlight.engines.contract import Game, Option
from riverlight.engines.games import GAME_NAMES, game_named
from riverlight.languages.text import text
from riverlight.table.record import Store
from riverlight.table.seats import NAMES, seat_cards
from riverlight.table.summary import Summary
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title, moment, option_title, shape_name, value_name
from riverlight.web.pages import page
from riverlight.web.shapes import seat_sign

__all__ = ["Choice", "setup_page"]

_MOST_LISTED: Final = 12
_LOOKED_AT: Final = 200  # games begun last; older ones stand in the list of all games
_LONGEST_NAME: Final = 20


class Choice(NamedTuple):
    """What the form asks for: a game, its options, a name for each seat, and whom of these Riverlight plays."""

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    bots: tuple[int, ...] = ()

    @classmethod
    def asked(cls, game: str | None) -> Choice:
        """Return the choice that a fresh page shows; an unknown game is the first one."""
        return cls(game if game in GAME_NAMES else GAME_NAMES[0], {}, ("",) * 4)

    @classmethod
    def filled_in(cls, fields: Mapping[str, str]) -> Choice:
        """Return what the fields of a form sent say; the table judges whether it will do.

        Where Riverlight plays seats, what it could not see of real cards and dice comes from the app.
        """
        seats = fields.get("seats", "")
        count = int(seats) if seats.isascii() and seats.isdecimal() and len(seats) == 1 else 0
        names = tuple(fields.get(f"name_{seat}", "") for seat in range(count))
        options = {name.removeprefix("option_"): value for name, value in fields.items() if name.startswith("option_")}
        bots = tuple(seat for seat in range(count) if f"bot_{seat}" in fields)
        game = fields.get("game", "")
        if bots:  # the form sends what is chosen before anybody chooses, too: real cards, which no bot can see
            options |= dict.fromkeys(needed(game, bots, count), "app")
        return cls(game, options, names, bots)


def setup_page(store: Store, choice: Choice, refusal: str | None, under_way: int | None) -> HTMLResponse:
    """Return the page that shows ``choice``, with the reason when it was refused; ``under_way`` is the table's game."""
    game = game_named(choice.game if choice.game in GAME_NAMES else GAME_NAMES[0])
    main = element(
        "main",
        element(
            "header",
            element("h1", "Riverlight"),
            element("p", text("Light under a tabletop copy of your river games.")),
            language_switch(),
        ),
        element(
            "form",
            element("button", text("Learn {game}: a guided opening", game=game_title(game.name)), class_="quiet"),
            element("a", text("All games kept"), href="/games", class_="button quiet"),
            method="post",
            action=f"/lessons/{game.name}",
            class_="ways",
        ),
        _kept([kept for kept in store.games(_LOOKED_AT) if kept.is_under_way][:_MOST_LISTED], under_way),
        _new_game(game, choice, refusal),
    )
    return page("Riverlight", main, kind="setup", status=200 if refusal is None else 400)


def _kept(games: list[Summary], under_way: int | None) -> Markup | None:
    if not games:
        return None
    items = [element("li", _kept_game(kept, is_open=kept.game_id == under_way)) for kept in games]
    return element(
        "section",
        element("h2", text("Go on with a game"), id="kept"),
        element("ul", *items),
        class_="kept",
        aria_labelledby="kept",
    )


def _kept_game(kept: Summary, *, is_open: bool) -> Markup:
    people = [
        element("span", seat_sign(card["letter"]), card["name"], class_="person") for card in seat_cards(kept.names)
    ]
    about = element(
        "p",
        element("b", game_title(kept.game)),
        element(
            "span",
            text("game {number},", number=kept.game_id),
            " ",
            moment(kept.last_ms, has_year=False),
        ),
    )
    return element(
        "form",
        about,
        element("p", *people, class_="people"),
        element(
            "button",
            text("To the table") if is_open else text("Go on"),
            aria_label=text("Go on with game {number}", number=kept.game_id),
        ),
        method="post",
        action=f"/games/{kept.game_id}",
    )


def _new_game(game: Game, choice: Choice, refusal: str | None) -> Markup:
    return element(
        "form",
        element("h2", text("Begin a new game"), id="new"),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        _games(game),
        _seats(game, choice.names, choice.bots),
        _options(game, choice.options, is_open=bool(choice.bots)),
        element("button", text("Begin {game}", game=game_title(game.name)), class_="begin primary"),
        method="post",
        action="/games",
        class_="new",
        aria_labelledby="new",
    )


def _games(chosen: Game) -> Markup:
    if len(GAME_NAMES) == 1:
        return element("input", type="hidden", name="game", value=chosen.name)
    links = [
        element(
            "a",
            game_title(name),
            href=f"/?game={name}",
            class_="button",
            aria_current="page" if name == chosen.name else None,
        )
        for name in GAME_NAMES
    ]
    return element(
        "nav",
        element("input", type="hidden", name="game", value=chosen.name),
        *links,
        class_="games",
        aria_label=text("Game"),
    )


def _seats(game: Game, names: tuple[str, ...], bots: Collection[int]) -> Markup:
    count = len(names) if len(names) in game.seat_counts else game.seat_counts[0]
    counts = [
        _segment("seats", str(number), str(number), checked=number == count, id_=f"seats-{number}")
        for number in game.seat_counts
    ]
    rows = [
        element(
            "li",
            element(
                "label",
                seat_sign(card["letter"]),
                element(
                    "span",
                    text("Seat {letter}, {shape}", letter=card["letter"], shape=shape_name(card["shape"])),
                    class_="spoken",
                ),
                element(
                    "input",
                    type="text",
                    name=f"name_{card['seat']}",
                    value=names[card["seat"]] if card["seat"] < len(names) else "",
                    placeholder=card["name"],
                    maxlength=_LONGEST_NAME,
                    autocomplete="off",
                ),
            ),
            element(
                "label",
                element("input", type="checkbox", name=f"bot_{card['seat']}", checked=card["seat"] in bots),
                element("span", text("Seat {letter}:", letter=card["letter"]), " ", class_="spoken"),
                text("Riverlight plays"),
                class_="bot",
            ),
        )
        for card in seat_cards(NAMES[: max(game.seat_counts)])
    ]
    return element(
        "fieldset",
        element("legend", text("Seats, clockwise round the table")),
        element("div", *counts, class_="segments", role="radiogroup", aria_label=text("How many seats")),
        element("ol", *rows, class_="names"),
    )


def _options(game: Game, chosen: Mapping[str, str], *, is_open: bool) -> Markup:
    return element(
        "details",
        element("summary", text("House rules")),
        *[_option(option, chosen.get(option.name, option.values[0])) for option in game.options],
        class_="options",
        open=is_open or any(chosen.get(option.name, option.values[0]) != option.values[0] for option in game.options),
    )


def _option(option: Option, value: str) -> Markup:
    name = f"option_{option.name}"
    segments = [
        _segment(name, word, value_name(word), checked=word == value, id_=f"{name}-{word}") for word in option.values
    ]
    return element(
        "fieldset",
        element("legend", option_title(option.name)),
        element("p", option.help, " ", element("cite", option.clause), id=f"{name}-help"),
        element("div", *segments, class_="segments", aria_describedby=f"{name}-help"),
    )


def _segment(name: str, value: str, words: str, *, checked: bool, id_: str) -> Markup:
    return element(
        "label", element("input", type="radio", name=name, value=value, checked=checked, id=id_), element("span", words)
    )
