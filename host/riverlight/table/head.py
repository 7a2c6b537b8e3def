"""The head of a game: its settings, stored in the first row of its record."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from riverlight.boards import Board, shipped, shipped_ids
from riverlight.games.bots import EASY
from riverlight.games.colours import choose_colours, seat_colours, stored_colours
from riverlight.games.contract import Seat, State, read_options
from riverlight.games.game import Game
from riverlight.games.generator import CURRENT, FIRST
from riverlight.games.registry import game_named
from riverlight.games.seating import levels_of, seated
from riverlight.games.seats import LETTERS, SeatCard, seat_cards, tidy_names
from riverlight.games.start import ALL_KIT, KITS, Kit
from riverlight.games.transcript import digest
from riverlight.table.rows import Row, RowBody

__all__ = ["UNSOUND", "Head"]

UNSOUND: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Exceptions that replaying a damaged record may raise."""


class Head(NamedTuple):
    """The settings that a game starts with.

    Attributes:
        game: the name of the game.
        options: every option with its value.
        names: the players, bots included.
        seed: of the random generator.
        board: None if the game has no board.
        bots: indices in ``names`` of the computer players.
        generator: the name of the random generator.
        kit: which parts of the game people have on their table.
        levels: the level of each of ``bots``; empty if all are easy.
        has_hints: whether players may ask for hints on their private pages.
        colours: the colours of the pieces, in the order of the seats; empty for the game's own.
    """

    game: Game
    options: dict[str, str]
    names: tuple[str, ...]
    seed: int
    board: Board | None
    bots: tuple[int, ...] = ()
    generator: str = CURRENT
    kit: Kit = ALL_KIT
    levels: tuple[str, ...] = ()
    has_hints: bool = True
    colours: tuple[str, ...] = ()

    @classmethod
    def create(
        cls,
        game_name: str,
        options: Mapping[str, str],
        names: Sequence[str],
        seed: int,
        board: Board | None,
        bots: Collection[int] = (),
        generator: str = CURRENT,
        levels: Sequence[str] = (),
    ) -> Head:
        """Check the players' choices and return the head; without a ``board`` the shipped one is used.

        Raises:
            OptionError: for an invalid game, option, value, number of seats, name or level, or one that bots cannot
                play.
        """
        game = game_named(game_name)
        chosen = read_options(game.options, options)
        if board is None and game_name in shipped_ids():
            board = shipped(game_name)
        tidy = tidy_names(names, game.seat_counts)
        played = seated(game, chosen, len(tidy), bots)
        return cls(game, chosen, tidy, seed, board, played, generator, levels=levels_of(played, levels))

    def rotated(self, seed: int) -> Head:
        """Return the head of a new game like this one: the second name starts, and all keep their pieces."""
        count = len(self.names)
        levels = {(bot - 1) % count: level for bot, level in self.levels_by_bot.items()}
        bots = sorted(levels)
        options = {**self.options, **dict.fromkeys(self.game.bot_needs(self.game, bots, count), "app")}
        names = (*self.names[1:], *self.names[:1])
        game, played = self.game.name, [levels[bot] for bot in bots]
        head = Head.create(game, options, names, seed, self.board, bots, levels=played)
        colours = (*self.colours[1:], *self.colours[:1])
        return head._replace(kit=self.kit, has_hints=self.has_hints, colours=colours)

    @property
    def levels_by_bot(self) -> dict[int, str]:
        """The level of each bot, by its index in ``names``."""
        return dict(zip(self.bots, self.levels or (EASY,) * len(self.bots), strict=True))

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The name of each seat's player, with the seat's letter if one person plays several seats."""
        owners = self.game.owners(len(self.names))
        if len(owners) == len(self.names):
            return self.names
        return tuple(f"{self.names[owner]} {letter}" for owner, letter in zip(owners, LETTERS, strict=False))

    @property
    def seat_colours(self) -> tuple[str, ...]:
        """The colour of each seat by name."""
        return seat_colours(self.game, choose_colours(self.game, len(self.seat_names), self.colours))

    @property
    def seat_cards(self) -> list[SeatCard]:
        """Each seat as pages show it."""
        return seat_cards(self.seat_names, self.bot_seats, self.seat_colours)

    @property
    def bot_seats(self) -> frozenset[Seat]:
        """The seats of the computer players."""
        owners = self.game.owners(len(self.names)) if self.bots else ()
        return frozenset(seat for seat, owner in enumerate(owners) if owner in self.bots)

    @property
    def lone_seats(self) -> tuple[Seat, ...]:
        """The seats of the only person in a game with bots; empty in all other games."""
        owners = self.game.owners(len(self.names))
        people = set(owners).difference(self.bots)
        return tuple(seat for seat, owner in enumerate(owners) if owner in people) if len(people) == 1 else ()

    @property
    def bot_levels(self) -> dict[Seat, str]:
        """The level of each bot's seat."""
        owners, levels = self.game.owners(len(self.names)), self.levels_by_bot
        return {seat: levels[owners[seat]] for seat in sorted(self.bot_seats)}

    def new_state(self) -> State:
        """Return the game before its first move."""
        return self.game.new(self.options, len(self.names), self.seed, self.board, generator=self.generator)

    def row(self) -> Row:
        """Return the first row of the record. It includes the board, so that the record is self-contained."""
        body: RowBody = {
            "game": self.game.name,
            "options": self.options,
            "names": list(self.names),
            "seed": self.seed,
            "board": None if self.board is None else self.board.document,
        }
        if self.generator != FIRST:
            body["generator"] = self.generator
        if self.bots:
            body["bots"] = list(self.bots)
        if self.kit != ALL_KIT:
            body["kit"] = self.kit
        if not self.has_hints:
            body["hints"] = False
        if self.levels:
            body["levels"] = list(self.levels)
        if self.colours:
            body["colours"] = list(self.colours)
        return Row("new", body=body, digest=digest(self.new_state()))

    @classmethod
    def from_body(cls, body: RowBody) -> Head:
        """Return the head that :meth:`row` stored.

        Raises:
            OptionError, and one of UNSOUND: ``body`` is damaged.
        """
        names, seed, bots = body["names"], body["seed"], body.get("bots", [])
        are_names = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if not (are_names and isinstance(seed, int) and all(isinstance(player, int) for player in bots)):
            message = "names, a seed and bots of other kinds"
            raise ValueError(message)
        board = None if body["board"] is None else Board(body["board"])
        # The rules for names may have changed since; a stored game opens with any names.
        generator = str(body.get("generator", FIRST))
        game, levels = str(body["game"]), [str(level) for level in body.get("levels", ())]
        head = cls.create(game, body["options"], [""] * len(names), seed, board, bots, generator, levels)
        kit = next((each for each in KITS if each == body.get("kit")), ALL_KIT)
        colours = stored_colours(head.game, len(head.seat_names), body["colours"]) if "colours" in body else ()
        return head._replace(names=tuple(names), kit=kit, has_hints=body.get("hints") is not False, colours=colours)
