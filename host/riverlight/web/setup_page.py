"""The set-up page: games to resume, and a new game for the parts that people have. It works without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.games.bots import EASY, MEDIUM, STRONG
from riverlight.games.colours import filled_up, seat_colours
from riverlight.games.contract import Option
from riverlight.games.game import Game
from riverlight.games.registry import GAMES
from riverlight.games.seats import NAMES, SeatCard, seat_cards
from riverlight.games.start import KITS, Kit
from riverlight.languages.text import text
from riverlight.table.record import Store
from riverlight.table.summary import Summary, usual_colours
from riverlight.web.game_labels import GameLabels
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title, moment, shape_name
from riverlight.web.pages import page, page_header
from riverlight.web.rules_page import rules_link
from riverlight.web.setup_choice import Choice, known_game
from riverlight.web.setup_colours import colours_part
from riverlight.web.shapes import seat_sign
from riverlight.web.static_files import has_static_file, static_path

__all__ = ["setup_page"]

_MOST_LISTED: Final = 12
_LOOKED_AT: Final = 200  # latest games; older ones are in the list of all games
_LONGEST_NAME: Final = 20


_KITS: Final[Mapping[Kit, tuple[str, str]]] = {
    "lights": (text("Real game with lights"), text("The lights under your board show where you can move.")),
    "screen": (text("Real game, this screen helps"), text("You play on your board and enter what happens here.")),
    "app": (text("Only this screen"), text("Everything is on this screen; the computer plays the other seats.")),
}
"""What people may have on their table, and what each means."""


def setup_page(
    store: Store,
    labels: GameLabels,
    choice: Choice,
    boards: Sequence[tuple[str, str]],
    refusal: str | None,
    under_way: int | None,
) -> HTMLResponse:
    """Return the page that shows ``choice``.

    Args:
        store: the record.
        labels: the names of its games.
        choice: what is selected.
        boards: id and title of each of the user's boards for the game.
        refusal: why the choice was refused, if it was.
        under_way: the number of the game on the table.
    """
    games = store.games(_LOOKED_AT)
    game = known_game(choice.game)
    if not choice.colours:
        choice = choice._replace(colours=usual_colours(games, game, max(game.seat_counts)))
    main = element(
        "main",
        page_header("Riverlight", element("p", text("Lights, rules and scores for your board game."))),
        _saved_games(_games_to_resume(games, labels), under_way),
        _new_game(game, choice, boards, refusal),
    )
    colours = seat_colours(game, filled_up(game, max(game.seat_counts), choice.colours))
    return page("Riverlight", main, kind="setup", status=200 if refusal is None else 400, colours=colours)


def _games_to_resume(games: Iterable[Summary], labels: GameLabels) -> list[tuple[Summary, str]]:
    """Return the latest games in progress, each with its name."""
    label_of = labels.read()
    named = ((game, *label_of(game)) for game in games if game.is_under_way)
    return [(game.as_listed(), name) for game, name, is_deleted in named if not is_deleted][:_MOST_LISTED]


def _saved_games(games: list[tuple[Summary, str]], under_way: int | None) -> Markup | None:
    if not games:
        return None
    items = [element("li", _saved_game(kept, name, is_open=kept.game_id == under_way)) for kept, name in games]
    return element(
        "section",
        element("h2", text("Resume a game"), id="kept"),
        element("ul", *items),
        class_="kept",
        aria_labelledby="kept",
    )


def _saved_game(kept: Summary, name: str, *, is_open: bool) -> Markup:
    people = [
        element("span", seat_sign(card["letter"], card["light"]), card["name"], class_="person")
        for card in kept.people_cards
    ]
    about = element(
        "p",
        element("b", text("{name} ({game})", name=name, game=game_title(kept.game)) if name else game_title(kept.game)),
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
            text("To the table") if is_open else text("Resume"),
            aria_label=text("Resume game {number}", number=kept.game_id),
        ),
        method="post",
        action=f"/games/{kept.game_id}",
    )


def _new_game(game: Game, choice: Choice, boards: Sequence[tuple[str, str]], refusal: str | None) -> Markup:
    title = game_title(game.name)
    return element(
        "form",
        # Enter in a field presses the first button of a form.
        element("button", text("Start {game}", game=title), class_="spoken", tabindex="-1", aria_hidden="true"),
        element("h2", text("New game"), id="new"),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        element("input", type="hidden", name="kit", value=choice.kit),
        element("input", type="hidden", name="game", value=game.name),
        _pick(text("What do you have?"), [_kit_card(kit, is_chosen=kit == choice.kit) for kit in KITS], "kits"),
        _pick(text("Game"), [_game_card(each, is_chosen=each is game) for each in GAMES.values()], "games"),
        _seats(game, choice),
        _boards(choice.board, boards) if boards else None,
        colours_part(game, choice.colours, is_open=refusal is not None and bool(choice.colours)),
        _options(game, choice),
        element(
            "p",
            element("button", text("Start {game}", game=title), class_="begin primary"),
            *[
                element("button", title_of_lesson, formaction=f"/lessons/{name}", class_="quiet")
                for name, title_of_lesson in game.start.lessons.items()
            ],
            rules_link(game, choice.options),
            element("a", text("Saved games"), href="/games", class_="button quiet"),
            class_="ways",
        ),
        method="post",
        action="/games",
        class_="new",
        aria_labelledby="new",
    )


def _pick(question: str, cards: Sequence[Markup], class_: str) -> Markup:
    return element("fieldset", element("legend", question), element("div", *cards, class_=f"picks {class_}"))


def _pick_button(name: str, value: str, *inside: Markup, is_chosen: bool) -> Markup:
    """Return a button that reloads the page with ``value`` selected, and keeps the other fields."""
    return element(
        "button",
        *inside,
        name=name,
        value=value,
        formaction="/",
        formmethod="get",
        aria_pressed="true" if is_chosen else "false",
    )


def _kit_card(kit: Kit, *, is_chosen: bool) -> Markup:
    title, about = _KITS[kit]
    return _pick_button("to_kit", kit, element("b", title), element("span", about), is_chosen=is_chosen)


def _game_card(game: Game, *, is_chosen: bool) -> Markup:
    picture = f"games/{game.name}.svg"
    fewest, most = game.seat_counts[0], game.seat_counts[-1]
    facts = text("{fewest}–{most} players, {minutes} minutes", fewest=fewest, most=most, minutes=game.start.minutes)
    return _pick_button(
        "to_game",
        game.name,
        element("img", src=static_path(picture), alt=game_title(game.name), width=160, height=100)
        if has_static_file(picture)
        else Markup(),
        element("b", game_title(game.name)),
        element("span", game.start.about),
        element("small", facts),
        is_chosen=is_chosen,
    )


def _seats(game: Game, choice: Choice) -> Markup:
    count = len(choice.names) if len(choice.names) in game.seat_counts else game.seat_counts[0]
    counts = [
        _segment("seats", str(number), str(number), checked=number == count, id_=f"seats-{number}")
        for number in game.seat_counts
    ]
    rows = [element("li", *_seat(game, choice, card)) for card in seat_cards(NAMES[: max(game.seat_counts)])]
    return element(
        "fieldset",
        element("legend", text("Players, clockwise around the table")),
        element("div", *counts, class_="segments", role="radiogroup", aria_label=text("Number of players")),
        element("ol", *rows, class_="names"),
    )


def _seat(game: Game, choice: Choice, card: SeatCard) -> list[Markup | None]:
    """Return the fields of one player: the name, whether it is a computer player, who sits first."""
    seat, spoken = card["seat"], text("Seat {letter}:", letter=card["letter"])
    role = game.start.first_role
    return [
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
                name=f"name_{seat}",
                value=choice.names[seat] if seat < len(choice.names) else "",
                placeholder=card["name"],
                maxlength=_LONGEST_NAME,
                autocomplete="off",
            ),
        ),
        element(
            "label",
            element("input", type="checkbox", name=f"bot_{seat}", checked=seat in choice.bots),
            element("span", spoken, " ", class_="spoken"),
            text("Computer player"),
            class_="bot",
        ),
        _level(card, choice.level_of(seat)),
        element(
            "div",
            element(
                "label",
                element("input", type="radio", name="first", value=str(seat), checked=seat == choice.first),
                element("span", element("span", spoken, " ", class_="spoken"), role),
            ),
            class_="segments",
        )
        if role
        else None,
    ]


def _level(card: SeatCard, chosen: str) -> Markup:
    """Return the choice of a computer player's level."""
    titles = {EASY: text("easy"), MEDIUM: text("medium"), STRONG: text("strong")}
    return element(
        "select",
        *[element("option", title, value=level, selected=level == chosen) for level, title in titles.items()],
        name=f"level_{card['seat']}",
        class_="level",
        aria_label=text("Seat {letter}: level of the computer player", letter=card["letter"]),
    )


def _boards(chosen: str, boards: Sequence[tuple[str, str]]) -> Markup:
    known = [("", text("Riverlight's own")), *boards]
    segments = [
        _segment("board", name, title, checked=name == chosen, id_=f"board-{name or 'own'}") for name, title in known
    ]
    return element("fieldset", element("legend", text("Board")), element("div", *segments, class_="segments"))


def _options(game: Game, choice: Choice) -> Markup:
    """Return all options to unfold, those for what people have first."""
    follows = [option for option in game.options if option.name in game.start.on_screen]
    preset = game.start.options(choice.kit)
    ordered = [*follows, *(option for option in game.options if option not in follows)]
    values = {option.name: choice.options.get(option.name, option.values[0]) for option in ordered}
    is_changed = any(values[option.name] != preset.get(option.name, option.values[0]) for option in ordered)
    return element(
        "details",
        element("summary", text("House rules")),
        *[_option(option, values[option.name]) for option in ordered],
        element(
            "label",
            element("input", type="checkbox", name="no_hints", checked=not choice.has_hints),
            text("No hints from the computer"),
            class_="bot",
        ),
        class_="options",
        open=is_changed or not choice.has_hints,
    )


def _option(option: Option, value: str) -> Markup:
    name = f"option_{option.name}"
    segments = [
        _segment(name, word, option.title_of(word), checked=word == value, id_=f"{name}-{word}")
        for word in option.values
    ]
    return element(
        "fieldset",
        element("legend", option.title or option.name),
        element("p", option.help, " ", element("cite", option.clause), id=f"{name}-help"),
        element("div", *segments, class_="segments", aria_describedby=f"{name}-help"),
    )


def _segment(name: str, value: str, words: str, *, checked: bool, id_: str) -> Markup:
    return element(
        "label", element("input", type="radio", name=name, value=value, checked=checked, id=id_), element("span", words)
    )
