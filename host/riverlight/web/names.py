"""What the pages call games, house rules and their values, shapes, and moments."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from riverlight.engines.games import GAME_NAMES, game_named
from riverlight.languages.text import text, text_in
from riverlight.web.markup import Markup, element

__all__ = ["game_title", "moment", "option_title", "shape_name", "value_name"]

_GAMES: Final = {"canyon": text("Canyon"), "niagara": text("Niagara"), "pyramid": text("Pyramid")}

_SHAPES: Final = {
    "circle": text("circle"),
    "triangle": text("triangle"),
    "square": text("square"),
    "diamond": text("diamond"),
    "pentagon": text("pentagon"),
    "star": text("star"),
}

# Translators: the names of house rules, each above its few words to choose from.
_OPTIONS: Final = {
    "bid_mode": text("Bid mode"),
    "buy_back": text("Buy back"),
    "card_history": text("Card history"),
    "cards": text("Cards"),
    "cave_is_current": text("Cave is current"),
    "dice": text("Dice"),
    "entry": text("Entry"),
    "fork": text("Fork"),
    "min_flow": text("Min flow"),
    "movement": text("Movement"),
    "mummy_aid": text("Mummy aid"),
    "mummy_light": text("Mummy light"),
    "overbid": text("Overbid"),
    "placement": text("Placement"),
    "reenter_safe": text("Reenter safe"),
    "reroll": text("Reroll"),
    "respawn": text("Respawn"),
    "skip_dark_rounds": text("Skip dark rounds"),
    "tie": text("Tie"),
    "treasure": text("Treasure"),
    "trick_history": text("Trick history"),
    "two_colours": text("Two colours"),
    "two_player_cards": text("Two player cards"),
}

_VALUES: Final = {
    "all": text_in("rule", "all"),
    "alternate": text("alternate"),
    "always": text("always"),
    "app": text("app"),
    "card_phase": text("card phase"),
    "cards": text("cards"),
    "chosen": text("chosen"),
    "dungeon": text("dungeon"),
    "entrance": text_in("rule", "entrance"),
    "exact": text("exact"),
    "hidden": text("hidden"),
    "mandatory": text("mandatory"),
    "most_gems_then_first": text("most gems then first"),
    "nearest": text("nearest"),
    "observed": text("observed"),
    "off": text("off"),
    "on": text("on"),
    "on_catch": text("on catch"),
    "optional": text("optional"),
    "peek": text("peek"),
    "per_marker": text("per marker"),
    "physical": text("physical"),
    "random": text("random"),
    "select": text("select"),
    "sequential": text("sequential"),
    "shared": text("shared"),
    "shown": text("shown"),
    "simultaneous": text("simultaneous"),
    "start_seat": text("start seat"),
    "tricks": text("tricks"),
    "turn_start": text("turn start"),
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
    """Return what a game is called; one that this Riverlight does not know is called as it was kept."""
    return _GAMES.get(game) or (game_named(game).title if game in GAME_NAMES else game)


def option_title(name: str) -> str:
    """Return what a house rule is called."""
    return _OPTIONS.get(name) or _plain(name).capitalize()


def value_name(value: str) -> str:
    """Return what one of the values of a house rule is called; numbers stay as they are."""
    return _VALUES.get(value) or _plain(value)


def shape_name(shape: str) -> str:
    """Return what a seat's shape is called."""
    return _SHAPES[shape]


def moment(at_ms: int, *, has_year: bool) -> Markup:
    """Return the day and minute of ``at_ms``, milliseconds since 1970, on this machine's clock."""
    at = datetime.fromtimestamp(at_ms / 1000, tz=UTC).astimezone()
    month, time = _MONTHS[at.month - 1], f"{at:%H:%M}"
    told = (
        text("{day} {month} {year}, {time}", day=at.day, month=month, year=at.year, time=time)
        if has_year
        else text("{day} {month}, {time}", day=at.day, month=month, time=time)
    )
    return element("time", told, datetime=at.isoformat())


def _plain(word: str) -> str:
    return word.replace("_", " ")
