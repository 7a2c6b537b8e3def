"""The contract of every game's rules: states, moves, events, options and views.

Only a :class:`State` changes. A game is determined by its options, seats, seed and list of (seat, move).
``riverlight.games.game`` defines what belongs to a game besides its rules.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypedDict, TypeVar, cast

from riverlight.errors import IllegalMove, MoveTextError, OptionError
from riverlight.languages.text import Text, text

__all__ = [
    "EVERYONE",
    "NOBODY",
    "ONLY_SEAT",
    "SPECTATOR",
    "TABLE",
    "Argument",
    "Codec",
    "Event",
    "EventFacts",
    "EventType",
    "Move",
    "MoveData",
    "Option",
    "Panel",
    "PlainMove",
    "Result",
    "Seat",
    "Secret",
    "State",
    "View",
    "Viewer",
    "arguments",
    "departures",
    "move_words",
    "not_a_move",
    "quoted",
    "read_options",
    "type_name",
]

_QUOTED: Final = 40
_QUOTED_BITS: Final = 128
_NAME: Final = type.__dict__["__name__"]  # type's own: a metaclass may override __name__

Seat = int
"""A player's place, numbered clockwise from 0."""

TABLE: Seat = -1
"""The seat of chance: deals, trumps, dice, forks; entered by the app or by the people at the table."""

SPECTATOR = "spectator"
"""A viewer who may see public information only."""

Panel = str
"""A chain of lights as a viewer: ``"main"``, and in Pyramid ``"tomb"`` and ``"shrine"``."""

Viewer = int | str
"""A seat, :data:`SPECTATOR`, or a :data:`Panel`."""

Move = int
"""A move as a small integer; its game's :class:`Codec` converts it to text and data."""

Argument = str | int | tuple[str, ...] | None
"""An argument of a move: a card, a space, a seat, a number, several dice."""

EventValue = str | int | None | tuple["EventValue", ...]
"""The value of an event's field."""


class EventFacts(TypedDict):
    """An event as data for JSON; each game has its own type with the fields of its events."""

    event: str
    seat: Seat


class View(TypedDict):
    """What a viewer may see, as data for JSON; each game has its own types, one for each kind of viewer.

    ``winners`` and ``way`` (the outcome) are empty and None while the game is in progress.
    """

    round: int
    phase: str
    to_act: list[Seat]
    winners: list[Seat]
    way: str | None


EVERYONE = "everyone"
ONLY_SEAT = "only_seat"
NOBODY = "nobody"


class EventType(NamedTuple):
    """A kind of event and its audience, which has no default.

    ``audience`` is :data:`EVERYONE`, :data:`ONLY_SEAT` (the event's own seat), :data:`NOBODY`, or a word of the game
    that its ``Game.may_see`` handles. ``reveals``: the event reveals something that was not known to everyone and
    cannot be unseen, such as cards dealt or turned up by the app, or dice rolled.
    """

    name: str
    fields: tuple[str, ...]
    audience: str
    reveals: bool = False


class Event(NamedTuple):
    """An immutable event; ``data`` has the values of ``type.fields`` in order."""

    type: EventType
    seat: Seat
    data: tuple[EventValue, ...] = ()

    def to_json(self) -> EventFacts:
        """Return ``{"event": name, "seat": seat, field: value, …}``."""
        facts: EventFacts = {"event": self.type.name, "seat": self.seat}
        return cast("EventFacts", {**facts, **dict(zip(self.type.fields, self.data, strict=True))})


class Option(NamedTuple):
    """A house rule.

    Attributes:
        name: its name in records, texts and commands.
        values: the possible values; the first is the default.
        clause: the clause of the rules that defines it.
        help: a one-line description.
        title: its name for people; ``name`` if empty.
        value_titles: the values' names for people; the values themselves if empty.
    """

    name: str
    values: tuple[str, ...]
    clause: str
    help: str
    title: str = ""
    value_titles: tuple[str, ...] = ()

    def title_of(self, value: str) -> str:
        """Return the name of a value for people."""
        return dict(zip(self.values, self.value_titles, strict=False)).get(value, value)


class Result(NamedTuple):
    """The result of a game: the winning seats, and one word for the outcome (``"surplus"``, ``"shared"`` …)."""

    winners: tuple[Seat, ...]
    way: str


class Secret(NamedTuple):
    """Secret facts of a state: ``what`` they are, in the plural, and which viewers know them.

    An empty ``known_to``: nobody knows them, such as cards still to be dealt. Neither field depends on the facts'
        values.
    """

    what: str
    known_to: frozenset[Viewer]


class MoveData(Protocol):
    """A move as data. Each game has its own NamedTuple: text, verb, then its arguments, None if not given."""

    @property
    def text(self) -> str:
        """The move as text: ``pace 3``, ``play R7``, ``move r7c2``, ``deal``."""

    @property
    def verb(self) -> str:
        """The kind of move: ``pace``, ``play``, ``move``, ``deal``."""

    def _asdict(self) -> dict[str, Argument]: ...


class PlainMove(NamedTuple):
    """A move with a verb and one value, for games that need no class of their own."""

    text: str
    verb: str
    value: str | None = None


def arguments(move: MoveData) -> dict[str, str | int | list[str]]:
    """Return the arguments of a move by name, as data for JSON: ``{"card": "R7"}``."""
    given = [(name, value) for name, value in move._asdict().items() if name not in ("text", "verb")]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in given if value is not None}


D_co = TypeVar("D_co", bound=MoveData, covariant=True)
S = TypeVar("S", bound="State")


class Codec(Protocol[D_co]):
    """Converts a game's moves between integers, text and data; a board defines the names of spaces."""

    def is_move(self, move: object) -> bool:
        """Return whether ``move``, any value, is a move of the game, legal or not."""

    def text(self, move: Move) -> str:
        """Return ``move`` as text."""

    def parse(self, written: object) -> Move:
        """Parse a move, legal or not; raises :class:`~riverlight.errors.MoveTextError`."""

    def data(self, move: Move) -> D_co:
        """Return ``move`` as data."""


class State(Protocol):
    """A game in progress. All methods but :meth:`apply` leave it unchanged."""

    @property
    def options(self) -> Mapping[str, str]:
        """Every option with its value."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats to act: one; several for sealed choices; ``(TABLE,)`` for chance; ``()`` at the end."""

    def legal(self, seat: Seat) -> tuple[Move, ...]:
        """Return the legal moves of ``seat``, sorted; ``()`` for a seat not to act or an invalid seat."""

    def verify(self, seat: Seat, move: Move) -> None:
        """Raise :class:`~riverlight.errors.IllegalMove` with clause and reason unless ``move`` is legal now.

        No other exception is raised, whatever ``seat`` and ``move`` are.
        """

    def apply(self, seat: Seat, move: Move) -> tuple[Event, ...]:
        """Play ``move`` and return the events. An illegal one raises ``IllegalMove`` and changes nothing."""

    def automatic(self) -> Move | None:
        """Return the move of :data:`TABLE` that the app makes now; None if people enter it or none is due.

        It is drawn from the generator in the state, so the same seed gives the same game.
        """

    def move_text(self, move: Move) -> str:
        """Return the move as text: ``pace 3``, ``play R7``, ``move r7c2``, ``deal``."""

    def parse_move(self, text: str) -> Move:
        """Parse a move, legal or not; raises :class:`~riverlight.errors.MoveTextError`."""

    def move_data(self, move: Move) -> MoveData:
        """Return the move as data: verb, arguments, text."""

    def view(self, viewer: Viewer) -> View:
        """Return what ``viewer`` may see, as data for JSON; built from nothing, never by removing secrets."""

    def result(self) -> Result | None:
        """Return the result; None while the game is in progress."""

    def copy(self: S) -> S:
        """Return an independent copy."""

    def key(self) -> bytes:
        """Return canonical bytes of the whole state, generator included: equal keys, equal states."""


def read_options(declared: Sequence[Option], given: Mapping[str, Hashable]) -> dict[str, str]:
    """Return every declared option with its given or default value.

    Raises:
        OptionError: an undeclared name or value.
    """
    known = {option.name: option for option in declared}
    for name in given:
        if type(name) is not str or name not in known:
            message = text(
                "This game has no option {name}. Its options: {options}.",
                name=quoted(name),
                options=", ".join(sorted(known)) or text("none"),
            )
            raise OptionError(message)
    chosen = {}
    for option in declared:
        value = given.get(option.name, option.values[0])
        if type(value) is not str or value not in option.values:
            message = text(
                "Option {name} must be one of {values}, not {value}.",
                name=option.name,
                values=", ".join(option.values),
                value=quoted(value),
            )
            raise OptionError(message)
        chosen[option.name] = value
    return chosen


def type_name(value: object) -> str:
    """Return the type name of ``value``, truncated, without calling anything that its class defines."""
    name: str = _NAME.__get__(type(value))
    return name[:_QUOTED]


def quoted(value: object) -> str | Text:
    """Quote any value for a refusal: a string in quotation marks, truncated; a number; otherwise its type."""
    if type(value) is str:
        return repr(value[:_QUOTED])
    if type(value) is int and value.bit_length() <= _QUOTED_BITS:
        return str(value)
    return text("a value of type {type}", type=type_name(value))


def not_a_move(clause: str, game: str, seat: object, move: object) -> IllegalMove:
    """Return the refusal of an invalid seat, or of a value that is not a move of ``game``."""
    if type(seat) is not int:
        reason = text("Expected the number of a seat, got a value of type {type}.", type=type_name(seat))
    else:
        reason = text(
            "Expected a move of {game}, got a value of type {type}.",
            game=game,
            type=type_name(move),
        )
    return IllegalMove(clause, reason)


def move_words(written: object) -> list[str]:
    """Split a move's text into words; raise MoveTextError if it is not a string."""
    if type(written) is not str:
        message = text("Expected a move as text, got a value of type {type}.", type=type_name(written))
        raise MoveTextError(message)
    return written.split()


def departures(declared: Sequence[Option], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the options that differ from their defaults: the part of the options in a state's key.

    So older games keep their digests when a new option is declared.
    """
    return [(option.name, options[option.name]) for option in declared if options[option.name] != option.values[0]]
