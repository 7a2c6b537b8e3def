"""What every engine offers, so that table, record, pages and tests know one kind of game.

An engine is a module with a :class:`Game` named ``GAME``. Its :class:`State` is the only thing that changes.
A game is exactly its options, seats, seed and list of (seat, move): everything else follows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from riverlight.errors import OptionError
from riverlight.languages.text import text

__all__ = [
    "EVERYONE",
    "NOBODY",
    "ONLY_SEAT",
    "SPECTATOR",
    "TABLE",
    "Event",
    "EventType",
    "Game",
    "Move",
    "Option",
    "Panel",
    "Result",
    "Seat",
    "State",
    "Viewer",
    "departures",
    "read_options",
    "visible_events",
]

Seat = int
"""A player's place, numbered clockwise from 0."""

TABLE: Seat = -1
"""The seat of chance: deals, trumps, dice, forks. Played by the app or entered by the people at the table."""

SPECTATOR = "spectator"
"""A viewer who may see only what is open to everyone."""

Panel = str
"""A chain of lights as a viewer: ``"main"``, and in Pyramid ``"tomb"`` and ``"shrine"``."""

Viewer = int | str
"""A seat, :data:`SPECTATOR`, or a :data:`Panel`."""

Move = Any
"""A move, as its engine codes it: hashable, sortable among the legal moves of one seat, opaque to all others."""

EVERYONE = "everyone"
ONLY_SEAT = "only_seat"
NOBODY = "nobody"


class EventType(NamedTuple):
    """A kind of event, and who may see it. There is no default audience.

    ``audience`` is :data:`EVERYONE`, :data:`ONLY_SEAT` (the event's own seat), :data:`NOBODY`, or a word of the
    game's own that its ``Game.may_see`` explains. ``reveals`` is true where the event shows something that nobody,
    or not everybody, knew and that cannot be unseen: cards dealt or turned up by the app, dice thrown.
    """

    name: str
    fields: tuple[str, ...]
    audience: str
    reveals: bool = False


class Event(NamedTuple):
    """Something that happened, frozen. ``data`` stands in the order of ``type.fields``."""

    type: EventType
    seat: Seat
    data: tuple[Any, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return ``{"event": name, "seat": seat, field: value, …}``."""
        return {"event": self.type.name, "seat": self.seat, **dict(zip(self.type.fields, self.data, strict=True))}


class Option(NamedTuple):
    """A house-rule option: ``values[0]`` is its default. ``help`` is one line, ``clause`` the rule it stands in."""

    name: str
    values: tuple[str, ...]
    clause: str
    help: str


class Result(NamedTuple):
    """How a game ended: the seats that won, and one word for the way (``"surplus"``, ``"shared"`` …)."""

    winners: tuple[Seat, ...]
    way: str


S = TypeVar("S", bound="State")


class State(Protocol):
    """A game under way. All methods but :meth:`apply` leave it unchanged."""

    options: Mapping[str, str]
    seats: int

    def to_act(self) -> tuple[Seat, ...]:
        """Return who may move now: one seat; several for sealed choices; ``(TABLE,)`` for chance; ``()`` = over."""

    def legal(self, seat: Seat) -> tuple[Move, ...]:
        """Return the legal moves of ``seat``, sorted; ``()`` for a seat not to act."""

    def verify(self, seat: Seat, move: Move) -> None:
        """Raise :class:`~riverlight.errors.IllegalMove` with clause and reason unless ``move`` is legal now."""

    def apply(self, seat: Seat, move: Move) -> tuple[Event, ...]:
        """Play ``move`` and return what happened. An illegal one raises ``IllegalMove`` and changes nothing."""

    def automatic(self) -> Move | None:
        """Return the move of :data:`TABLE` that the app makes now by itself; None when people enter it or none is due.

        It comes from the generator inside the state, so the same seed gives the same game.
        """

    def move_text(self, move: Move) -> str:
        """Return the move as people write it: ``pace 3``, ``play R7``, ``move r7c2``, ``deal``."""

    def parse_move(self, text: str) -> Move:
        """Return the move that ``text`` means, legal or not; raises :class:`~riverlight.errors.MoveTextError`."""

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Return all that ``viewer`` may see, ready for JSON. Built up from nothing; never cut down from everything."""

    def result(self) -> Result | None:
        """Return the result, None while the game goes on."""

    def copy(self: S) -> S:
        """Return an independent copy."""

    def key(self) -> bytes:
        """Return canonical bytes of everything in the state, the generator included: equal keys, equal states."""


class Game(Protocol):
    """A kind of game: what the table needs to know before there is a state."""

    name: str
    title: str
    seat_counts: tuple[int, ...]
    options: tuple[Option, ...]
    panels: tuple[Panel, ...]
    clause_prefix: str
    event_types: tuple[EventType, ...]

    def new(self, options: Mapping[str, str], seats: int, seed: int, board: object | None = None) -> State:
        """Return a fresh game; ``board`` is a :class:`riverlight.boards.Board`, the shipped one when None.

        Raises:
            OptionError: for an unknown option, value, or number of seats.
        """

    def owners(self, people: int) -> tuple[int, ...]:
        """Return which of ``people`` plays each seat of their game: its own, unless the rules let one play several."""

    def may_see(self, event: Event, viewer: Viewer) -> bool:
        """Return whether ``viewer`` may see ``event``."""


def visible_events(game: Game, events: Iterable[Event], viewer: Viewer) -> list[dict[str, Any]]:
    """Return the events that ``viewer`` may see, ready for JSON."""
    return [event.to_json() for event in events if game.may_see(event, viewer)]


def read_options(declared: Sequence[Option], given: Mapping[str, Hashable]) -> dict[str, str]:
    """Return every declared option with its given or default value.

    Raises:
        OptionError: for a name or a value that is not declared.
    """
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            message = text(
                "There is no option {name} in this game; it has: {options}.",
                name=repr(name)[:40],
                options=", ".join(sorted(known)) or text("none"),
            )
            raise OptionError(message)
    chosen = {}
    for option in declared:
        value = given.get(option.name, option.values[0])
        if value not in option.values:
            message = text(
                "Option {name} is one of {values}, not {value}.",
                name=option.name,
                values=", ".join(option.values),
                value=repr(value)[:40],
            )
            raise OptionError(message)
        chosen[option.name] = str(value)
    return chosen


def departures(declared: Sequence[Option], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return each option that is not at its default, with its value: what of the options stands in a state's key.

    So a game that was kept before an option was declared still has its digests.
    """
    return [(option.name, options[option.name]) for option in declared if options[option.name] != option.values[0]]
