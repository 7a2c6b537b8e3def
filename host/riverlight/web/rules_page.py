"""The page that explains how to play a game; it works without scripts and depends on no game in progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from starlette.responses import HTMLResponse

from riverlight.clauses import clause
from riverlight.games.colours import seat_colours
from riverlight.games.contract import Option
from riverlight.games.game import Game
from riverlight.games.how_to_play import Section, no_sections
from riverlight.languages.text import language, series, text
from riverlight.web.markup import Markup, element, join
from riverlight.web.names import game_title
from riverlight.web.pages import page, page_header
from riverlight.web.rules_pictures import draw_picture

__all__ = ["is_explained", "rules_link", "rules_page"]

_FIELD = "option_"


def is_explained(game: Game) -> bool:
    """Return whether ``game`` has a rules page, without loading its sections."""
    return game.how_to_play is not no_sections


def rules_link(game: Game, options: Mapping[str, str], *, is_short: bool = False) -> Markup | None:
    """Return a link to the rules of ``game``, with the house rules in its address, so that the page needs no table.

    It opens in a new tab. None if the game has no rules page.
    """
    if not is_explained(game):
        return None
    changed = {
        _FIELD + option.name: options[option.name]
        for option in game.options
        if options.get(option.name, option.values[0]) != option.values[0]
    }
    return element(
        "a",
        text("Rules") if is_short else text("How to play"),
        href=f"/rules/{game.name}" + (f"?{urlencode(changed)}" if changed else ""),
        target="_blank",
        rel="noopener",
        class_="button quiet",
    )


def rules_page(game: Game, asked: Mapping[str, str]) -> HTMLResponse:
    """Return the rules page of ``game``; ``asked`` are the fields of the address, which name the house rules."""
    title = text("How to play {game}", game=game_title(game.name))
    main = element(
        "main",
        page_header(title, element("p", game.start.about)),
        *[_section(section) for section in game.how_to_play()],
        _house_rules(game, asked),
    )
    return page(title, main, kind=f"rules {game.name}", colours=seat_colours(game, game.piece_colours))


def _section(section: Section) -> Markup:
    return element(
        "section",
        element("h2", section.heading),
        element("ul", *[element("li", sentence) for sentence in section.sentences]),
        draw_picture(section.picture) if section.picture else None,
        _sources(section.clauses),
    )


def _sources(clause_ids: Sequence[str]) -> Markup:
    """Return the ids of clauses, which unfold to show their texts."""
    found = [clause(each, language()) for each in clause_ids]
    texts = [
        join(
            element("h3", each.id, " ", each.title),
            *[element("p", _emphasised(paragraph)) for paragraph in each.text.split("\n\n")],
        )
        for each in found
    ]
    return element("details", element("summary", series(clause_ids)), *texts, class_="sources")


def _emphasised(paragraph: str) -> Markup:
    """Return a paragraph of a clause with text between stars emphasised, as the scripts show it."""
    pieces = paragraph.replace("`", "").split("*")
    return join(*[element("em", piece) if at % 2 else piece for at, piece in enumerate(pieces)])


def _house_rules(game: Game, asked: Mapping[str, str]) -> Markup:
    """Return the list of house rules; unfolded if one differs from its default."""
    values = {option: asked.get(_FIELD + option.name, "") for option in game.options}
    known = {option: value if value in option.values else option.values[0] for option, value in values.items()}
    return element(
        "details",
        element("summary", text("House rules in force")),
        element("dl", *[_house_rule(option, value) for option, value in known.items()]),
        class_="in-force",
        open=any(value != option.values[0] for option, value in known.items()),
    )


def _house_rule(option: Option, value: str) -> Markup:
    return element(
        "div",
        element("dt", option.title or option.name, " ", element("cite", option.clause)),
        element("dd", option.title_of(value)),
        class_="changed" if value != option.values[0] else None,
    )
