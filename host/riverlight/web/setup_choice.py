"""The choices on the set-up page, from its form, or from the query of a button on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from riverlight.boards.files import load_playable
from riverlight.games.bots import EASY
from riverlight.games.colours import choose_colours
from riverlight.games.game import Game
from riverlight.games.registry import GAMES
from riverlight.games.start import KITS, USUAL_KIT, Kit
from riverlight.table.head import Head

__all__ = ["Choice", "known_game"]

_USUAL_COUNT: Final = 4


class Choice(NamedTuple):
    """The content of the set-up form.

    Attributes:
        game: the name of the game.
        options: its options, as far as given.
        names: one for each player as in the form; empty ones are filled in later.
        bots: the computer players, by index in ``names``.
        kit: which parts of the game people have.
        first: who has the first seat, by index in ``names``.
        board: the id of a board; empty for the shipped one.
        has_hints: whether private pages give hints.
        levels: the level of each of ``names`` as a computer player; empty if all are easy.
        colours: the colours of the pieces in seat order; empty for the game's own.
    """

    game: str
    options: Mapping[str, str]
    names: tuple[str, ...]
    bots: tuple[int, ...] = ()
    kit: Kit = USUAL_KIT
    first: int = 0
    board: str = ""
    levels: tuple[str, ...] = ()
    has_hints: bool = True
    colours: tuple[str, ...] = ()

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> Choice:
        """Return the choice for a page: the defaults, or the form when a button on it was pressed.

        ``to_kit`` and ``to_game`` are those buttons. Options that depend on the kit and the players are preset then.
        """
        game = known_game(query.get("to_game") or query.get("game"))
        kit = _kit(query.get("to_kit") or query.get("kit"))
        count = _USUAL_COUNT if _USUAL_COUNT in game.seat_counts else game.seat_counts[0]
        if "seats" not in query:
            return cls(game.name, game.start.options(kit), ("",) * count, _usual_bots(kit, count), kit)
        filled = cls.from_form(query)
        if "to_game" in query:
            known = {option.name: option.values for option in game.options}
            kept = {name: value for name, value in filled.options.items() if value in known.get(name, ())}
            count = len(filled.names) if len(filled.names) in game.seat_counts else count
            names = (*filled.names, *("",) * count)[:count]
            bots = tuple(bot for bot in filled.bots if bot < count)
            first = filled.first if filled.first < count else 0
            options = {**kept, **game.start.options(kit)}
            filled = filled._replace(
                game=game.name, options=options, names=names, bots=bots, kit=kit, first=first, board="", colours=()
            )
        if "to_kit" in query:
            usual = {option.name: option.values[0] for option in game.options if option.name in game.start.on_screen}
            options = {**filled.options, **usual, **game.start.options(kit)}
            filled = filled._replace(options=options, bots=_usual_bots(kit, len(filled.names)), kit=kit)
        return filled

    @classmethod
    def from_form(cls, fields: Mapping[str, str]) -> Choice:
        """Return the choice of a submitted form; it is validated later.

        With computer players, the app provides the cards and dice that they could not see.
        """
        seats = fields.get("seats", "")
        count = int(seats) if seats.isascii() and seats.isdecimal() and len(seats) == 1 else 0
        names = tuple(fields.get(f"name_{seat}", "") for seat in range(count))
        options = {name.removeprefix("option_"): value for name, value in fields.items() if name.startswith("option_")}
        bots = tuple(seat for seat in range(count) if f"bot_{seat}" in fields)
        game, kit = fields.get("game", ""), _kit(fields.get("kit"))
        first = next((seat for seat in range(count) if fields.get("first") == str(seat)), 0)
        levels = tuple(fields.get(f"level_{seat}", EASY) for seat in range(count))
        choice = cls(game, options, names, bots, kit, first, fields.get("board", ""), levels, "no_hints" not in fields)
        if game in GAMES and count in GAMES[game].seat_counts:
            pieces = len(GAMES[game].owners(count)) - GAMES[game].first_piece
            given = [fields.get(f"colour_{piece}", "") for piece in range(pieces)]
            choice = choice._replace(colours=tuple(given) if all(given) else ())
        if bots and game in GAMES:
            # The form also sends unchanged fields, such as real cards, which no bot can see.
            needs = GAMES[game].bot_needs(GAMES[game], choice._bot_seats, count)
            return choice._replace(options={**options, **dict.fromkeys(needs, "app")})
        return choice

    def head(self, seed: int) -> Head:
        """Return the head of the game, with the names in order from ``first`` on.

        Raises:
            OptionError: invalid options, names, bots or colours.
            BoardError: a board that is missing, or not ready to play.
        """
        board = load_playable(self.board, self.game) if self.board else None
        names = (*self.names[self.first :], *self.names[: self.first])
        levels = {seat: self.level_of(bot) for seat, bot in zip(self._bot_seats, self.bots, strict=True)}
        bots = sorted(levels)
        played = [levels[bot] for bot in bots]
        head = Head.create(self.game, self.options, names, seed, board, bots, levels=played)
        colours = choose_colours(head.game, len(head.seat_names), self.colours)
        return head._replace(kit=self.kit, has_hints=self.has_hints, colours=colours)

    def level_of(self, place: int) -> str:
        """Return the level of the player at an index in ``names``, if it is a computer player."""
        return self.levels[place] if place < len(self.levels) else EASY

    @property
    def _bot_seats(self) -> list[int]:
        return [(bot - self.first) % len(self.names) for bot in self.bots]


def known_game(name: str | None) -> Game:
    """Return the game called ``name``, or the first game if there is none."""
    return GAMES.get(name or "") or next(iter(GAMES.values()))


def _kit(word: str | None) -> Kit:
    return next((kit for kit in KITS if kit == word), USUAL_KIT)


def _usual_bots(kit: Kit, count: int) -> tuple[int, ...]:
    """Return the default computer players: with only a screen, one person plays against the computer."""
    return tuple(range(1, count)) if kit == "app" else ()
