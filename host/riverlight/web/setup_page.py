"""The set-up page: games under way to go on with, and a new one to begin. It works without scripts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final, NamedTuple

from starlette.responses import HTMLResponse

from riverlight.engines.contract import Game, Option
from riverlight.engines.games import GAME_NAMES, game_named
from riverlight.table.record import Store, Summary
from riverlight.table.seats import NAMES, SHAPES, seat_cards
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element
from riverlight.web.pages import page
from riverlight.web.shapes import seat_sign

__all__ = ["Choice", "setup_page"]

_MOST_LISTED: Final = 12
_LONGEST_NAME: Final = 20


class Choice(NamedTuple):
    """What the form asks for: a game, its options, a name for each seat."""

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...]

    @classmethod
    def asked(cls, game: str | None) -> Choice:
        """Return the choice that a fresh page shows; an unknown game is the first one."""
        return cls(game if game in GAME_NAMES else GAME_NAMES[0], {}, ("",) * 4)

    @classmethod
    def filled_in(cls, fields: Mapping[str, str]) -> Choice:
        """Return what the fields of a form sent say; the table judges whether it will do."""
        seats = fields.get("seats", "")
        count = int(seats) if seats.isascii() and seats.isdecimal() and len(seats) == 1 else 0
        names = tuple(fields.get(f"name_{seat}", "") for seat in range(count))
        options = {name.removeprefix("option_"): value for name, value in fields.items() if name.startswith("option_")}
        return cls(fields.get("game", ""), options, names)


def setup_page(store: Store, choice: Choice, refusal: str | None = None, under_way: int | None = None) -> HTMLResponse:
    """Return the page that shows ``choice``, with the reason when it was refused; ``under_way`` is the table's game."""
    game = game_named(choice.game if choice.game in GAME_NAMES else GAME_NAMES[0])
    main = element(
        "main",
        element(
            "header",
            element("h1", "Riverlight"),
            element("p", "Light under a tabletop copy of your river games."),
            language_switch(),
        ),
        element(
            "form",
            element("button", f"Learn {game.title}: a guided opening", class_="quiet"),
            element("a", "All games kept", href="/games", class_="button quiet"),
            method="post",
            action=f"/lessons/{game.name}",
            class_="ways",
        ),
        _kept([kept for kept in store.games() if kept.is_under_way][:_MOST_LISTED], under_way),
        _new_game(game, choice, refusal),
    )
    return page("Riverlight", main, kind="setup", status=200 if refusal is None else 400)


def _kept(games: list[Summary], under_way: int | None) -> Markup | None:
    if not games:
        return None
    items = [element("li", _kept_game(kept, is_open=kept.game_id == under_way)) for kept in games]
    return element(
        "section",
        element("h2", "Go on with a game", id="kept"),
        element("ul", *items),
        class_="kept",
        aria_labelledby="kept",
    )


def _kept_game(kept: Summary, *, is_open: bool) -> Markup:
    last = datetime.fromtimestamp(kept.last_ms / 1000, tz=UTC).astimezone()
    people = [
        element("span", seat_sign(card["letter"]), card["name"], class_="person") for card in seat_cards(kept.names)
    ]
    known = kept.game in GAME_NAMES
    about = element(
        "p",
        element("b", game_named(kept.game).title if known else kept.game),
        element(
            "span",
            f"game {kept.game_id}, ",
            element("time", f"{last.day} {last:%B, %H:%M}", datetime=last.isoformat()),
        ),
    )
    return element(
        "form",
        about,
        element("p", *people, class_="people"),
        element("button", "To the table" if is_open else "Go on", aria_label=f"Go on with game {kept.game_id}"),
        method="post",
        action=f"/games/{kept.game_id}",
    )


def _new_game(game: Game, choice: Choice, refusal: str | None) -> Markup:
    return element(
        "form",
        element("h2", "Begin a new game", id="new"),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        _games(game),
        _seats(game, choice.names),
        _options(game, choice.options),
        element("button", f"Begin {game.title}", class_="begin"),
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
            game_named(name).title,
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
        aria_label="Game",
    )


def _seats(game: Game, names: tuple[str, ...]) -> Markup:
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
                element("span", f"Seat {card['letter']}, {SHAPES[card['seat']]}", class_="spoken"),
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
        )
        for card in seat_cards(NAMES[: max(game.seat_counts)])
    ]
    return element(
        "fieldset",
        element("legend", "Seats, clockwise round the table"),
        element("div", *counts, class_="segments", role="radiogroup", aria_label="How many seats"),
        element("ol", *rows, class_="names"),
    )


def _options(game: Game, chosen: Mapping[str, str]) -> Markup:
    return element(
        "details",
        element("summary", "House rules"),
        *[_option(option, chosen.get(option.name, option.values[0])) for option in game.options],
        class_="options",
        open=any(chosen.get(option.name, option.values[0]) != option.values[0] for option in game.options),
    )


def _option(option: Option, value: str) -> Markup:
    name = f"option_{option.name}"
    segments = [
        _segment(name, word, _plain(word), checked=word == value, id_=f"{name}-{word}") for word in option.values
    ]
    return element(
        "fieldset",
        element("legend", _plain(option.name).capitalize()),
        element("p", option.help, " ", element("cite", option.clause), id=f"{name}-help"),
        element("div", *segments, class_="segments", aria_describedby=f"{name}-help"),
    )


def _segment(name: str, value: str, text: str, *, checked: bool, id_: str) -> Markup:
    return element(
        "label", element("input", type="radio", name=name, value=value, checked=checked, id=id_), element("span", text)
    )


def _plain(word: str) -> str:
    return word.replace("_", " ")
