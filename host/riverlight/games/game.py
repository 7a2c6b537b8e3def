"""A game as one value: its rules, and everything needed for people, boards, lights, bots and plots.

``riverlight.games.registry`` lists the games. All other code receives such a value; nothing outside a game's package
depends on which game it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import TypeVar

from riverlight.boards import Board
from riverlight.boards.kinds import BoardKind
from riverlight.games.bots import EASY, EASY_LEVEL, Adviser, Bot, Effort
from riverlight.games.chance import ChancePlayer, uniform
from riverlight.games.contract import (
    EVERYONE,
    ONLY_SEAT,
    Event,
    EventFacts,
    EventType,
    Option,
    Panel,
    Seat,
    Secret,
    State,
    Viewer,
)
from riverlight.games.how_to_play import Section, no_sections
from riverlight.games.interface import DemoPlayers, Interface
from riverlight.games.plots import Plot
from riverlight.games.question import Question
from riverlight.games.sides import ONE_TABLE, Sides
from riverlight.games.start import NO_START, Start
from riverlight.languages.text import text

R = TypeVar("R")

__all__ = ["Game", "all_app_options", "audience_only", "later", "one_seat_each", "visible_events"]


def later(load: Callable[[], Callable[..., R]]) -> Callable[..., R]:
    """Return a function that imports the real one with ``load`` on its first call."""
    loaded = cache(load)

    def call(*given: object, **named: object) -> R:
        return loaded()(*given, **named)

    return call


def one_seat_each(people: int) -> tuple[int, ...]:
    """Return the player of each seat: everyone their own."""
    return tuple(range(people))


def audience_only(event: Event, viewer: Viewer) -> bool:
    """Return whether ``viewer`` may see ``event``, if audiences are everyone or the event's own seat."""
    is_own = type(viewer) is int and viewer == event.seat
    return event.type.audience == EVERYONE or (event.type.audience == ONLY_SEAT and is_own)


def all_app_options(game: Game, _bots: Collection[int], _players: int) -> tuple[str, ...]:
    """Return the options that must be ``app`` for a bot to play: all of :attr:`Game.app_options`."""
    return tuple(game.app_options)


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game.

    Attributes:
        name: its name in files, records and commands.
        title: its name for people.
        seat_counts: how many people can play.
        options: its house rules.
        event_types: every kind of event, with its audience.
        clause_prefix: what its clause ids begin with.
        panels: its chains of lights.
        sides: who sits at the table, and who apart from it.
        new: (options, people, seed, board, *, generator) → a fresh state; the board is the shipped one when None,
            ``generator`` the name of the random generator, an older one for an older record. Raises OptionError for an
            unknown option, value, generator or number of people, BoardError for a board that it cannot be played on.
        owners: (people) → which of the people plays each seat.
        may_see: (event, viewer) → whether the viewer may see the event.
        secrets: (state) → what is secret now, and from whom; ``()`` once the game is over. Cards that everybody saw and
            that the rules cover again are secret too.
        make_interface: returns its keys, sentences and lights; called once, when they are first needed.
        boards: its kind of board; None for a game without boards.
        make_bot: (seat, seats, board, options) → an easy player for a seat, which keeps to the house rules.
        make_adviser: (seat, seats, board, options, effort) → one that searches, which appraises moves and plays at the
            other levels; None for a game whose bots are all easy.
        app_options: the options whose value ``app`` lets bots play any seat.
        bot_needs: (game, bots, players) → those of them needed where ``bots`` are among so many players.
        make_chance_player: returns who chooses moves for random games; called once, when they are first needed.
        make_demo_players: (seed) → who plays a demonstration with real cards; None for the chance player.
        scores: (state) → how far each seat has got, once the game is over: what ``score_title`` names.
        score_title: what is counted; what more of it means, it says.
        worth_title: what an adviser's appraisals are counted in.
        luck: (the states after each move, seat) → what chance should have brought the seat, and what it got; None where
            nothing of that kind can be counted, as with real cards. ``luck_title`` names it.
        studied: the kinds of events whose number a study of many games tells.
        plots: (public events, names, board) → the plots of a game.
        answer: answers a question of ``riverlight moves``.
        how_to_play: returns the sections of the page that explains it.
        start: what a set-up page says of it, and what follows from what people have.
        piece_colours: the colours of its pieces where nobody chose others, in the order of the seats.
        first_piece: the first seat whose pieces have them.
    """

    name: str
    title: str
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    event_types: tuple[EventType, ...]
    clause_prefix: str
    new: Callable[..., State]
    secrets: Callable[[State], tuple[Secret, ...]]
    make_interface: Callable[[], Interface]
    panels: tuple[Panel, ...] = ("main",)
    sides: Sides = ONE_TABLE
    owners: Callable[[int], tuple[int, ...]] = one_seat_each
    may_see: Callable[[Event, Viewer], bool] = audience_only
    boards: BoardKind | None = None
    make_bot: Callable[[Seat, int, Board | None, Mapping[str, str]], Bot] | None = None
    make_adviser: Callable[[Seat, int, Board | None, Mapping[str, str], Effort], Adviser] | None = None
    app_options: Mapping[str, str]
    bot_needs: Callable[[Game, Collection[int], int], tuple[str, ...]] = all_app_options
    make_chance_player: Callable[[], ChancePlayer] = lambda: uniform
    make_demo_players: Callable[[int], DemoPlayers] | None = None
    scores: Callable[[State], tuple[float, ...]] = lambda state: (0.0,) * state.seats
    score_title: str = ""
    worth_title: str = text("chance to win")
    luck: Callable[[Sequence[State], Seat], tuple[float, float] | None] | None = None
    luck_title: str = ""
    studied: tuple[str, ...] = ()
    plots: Callable[[Sequence[EventFacts], Sequence[str], Board | None], list[Plot]] | None = None
    answer: Callable[[Question], dict[str, object]] | None = None
    how_to_play: Callable[[], tuple[Section, ...]] = no_sections
    start: Start = NO_START
    piece_colours: tuple[str, ...] = ("blue", "orange", "green", "pink", "yellow", "sky")
    first_piece: Seat = 0

    @cached_property
    def interface(self) -> Interface:
        """Its keys, sentences and lights."""
        return self.make_interface()

    @cached_property
    def chance_player(self) -> ChancePlayer:
        """Who chooses moves for random games."""
        return self.make_chance_player()

    def bots(
        self,
        of: Collection[Seat],
        seats: int,
        board: Board | None,
        options: Mapping[str, str],
        efforts: Mapping[Seat, Effort] = MappingProxyType({}),
    ) -> dict[Seat, Bot]:
        """Return a bot for each seat in ``of``, which has seen nothing of the game yet; none where it has no bots.

        A seat that ``efforts`` does not name is played by an easy one.
        """
        if self.make_bot is None:
            return {}
        found: dict[Seat, Bot] = {}
        for seat in of:
            effort = efforts.get(seat, EASY_LEVEL)
            if effort.level == EASY or self.make_adviser is None:
                found[seat] = self.make_bot(seat, seats, board, options)
            else:
                found[seat] = self.make_adviser(seat, seats, board, options, effort)
        return found

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def visible_events(game: Game, events: Iterable[Event], viewer: Viewer) -> list[EventFacts]:
    """Return the events that ``viewer`` may see, ready for JSON."""
    return [event.to_json() for event in events if game.may_see(event, viewer)]
