"""What the rules of every game offer: states, moves, events, options and views.

A :class:`State` is the only thing that changes. A game is exactly its options, seats, seed and list of (seat, move):
everything else follows. What belongs to a game besides its rules is in ``riverlight.games.game``.
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
_NAME: Final = type.__dict__["__name__"]  # of the class itself: a metaclass may have a __name__ of its own

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

Move = int
"""A move as a small integer; its game's :class:`Codec` turns it into text and into data."""

Argument = str | int | tuple[str, ...] | None
"""What a move is made with: a card, a space, a seat, a number, several dice."""

EventValue = str | int | None | tuple["EventValue", ...]
"""A fact of an event."""


class EventFacts(TypedDict):
    """An event ready for JSON; each game has a type of its own with the fields of its events."""

    event: str
    seat: Seat


class View(TypedDict):
    """What a viewer may see, ready for JSON; each game has types of its own, one for each kind of viewer.

    ``winners`` and ``way`` are empty and None while the game goes on.
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
    data: tuple[EventValue, ...] = ()

    def to_json(self) -> EventFacts:
        """Return ``{"event": name, "seat": seat, field: value, …}``."""
        facts: EventFacts = {"event": self.type.name, "seat": self.seat}
        return cast("EventFacts", {**facts, **dict(zip(self.type.fields, self.data, strict=True))})


class Option(NamedTuple):
    """A house rule that can be chosen.

    Attributes:
        name: its name in records, texts and commands.
        values: what it can be; the first is the default.
        clause: the rule it stands in.
        help: one line about it.
        title: what people call it; its name where nothing is given.
        value_titles: what people call each of its values; the values themselves where nothing is given.
    """

    name: str
    values: tuple[str, ...]
    clause: str
    help: str
    title: str = ""
    value_titles: tuple[str, ...] = ()

    def title_of(self, value: str) -> str:
        """Return what people call a value."""
        return dict(zip(self.values, self.value_titles, strict=False)).get(value, value)


class Result(NamedTuple):
    """How a game ended: the seats that won, and one word for the way (``"surplus"``, ``"shared"`` …)."""

    winners: tuple[Seat, ...]
    way: str


class Secret(NamedTuple):
    """Facts of a state that some viewers may not know: ``what`` they are, in the plural, and who may know them.

    An empty ``known_to`` is for facts that nobody knows, as cards still to be dealt. Neither part depends on the
    facts themselves.
    """

    what: str
    known_to: frozenset[Viewer]


class MoveData(Protocol):
    """A move as data. Each game has a NamedTuple of its own: text, verb, then its arguments, None where not given."""

    @property
    def text(self) -> str:
        """The move as people write it: ``pace 3``, ``play R7``, ``move r7c2``, ``deal``."""

    @property
    def verb(self) -> str:
        """What is done: ``pace``, ``play``, ``move``, ``deal``."""

    def _asdict(self) -> dict[str, Argument]: ...


class PlainMove(NamedTuple):
    """A move that is no more than its verb and one value, for games that need no class of their own."""

    text: str
    verb: str
    value: str | None = None


def arguments(move: MoveData) -> dict[str, str | int | list[str]]:
    """Return what a move is made with, by name: ``{"card": "R7"}``; ready for JSON."""
    given = [(name, value) for name, value in move._asdict().items() if name not in ("text", "verb")]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in given if value is not None}


D_co = TypeVar("D_co", bound=MoveData, covariant=True)
S = TypeVar("S", bound="State")


class Codec(Protocol[D_co]):
    """The moves of a game as integers, as text and as data; on a board where spaces have its names."""

    def is_move(self, move: object) -> bool:
        """Return whether ``move``, any value, is a move of the game, legal or not."""

    def text(self, move: Move) -> str:
        """Return ``move`` as people write it."""

    def parse(self, written: object) -> Move:
        """Return the move that ``written`` means, legal or not; raises :class:`~riverlight.errors.MoveTextError`."""

    def data(self, move: Move) -> D_co:
        """Return ``move`` as data."""


class State(Protocol):
    """A game under way. All methods but :meth:`apply` leave it unchanged."""

    @property
    def options(self) -> Mapping[str, str]:
        """Every option with its value."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    def to_act(self) -> tuple[Seat, ...]:
        """Return who may move now: one seat; several for sealed choices; ``(TABLE,)`` for chance; ``()`` = over."""

    def legal(self, seat: Seat) -> tuple[Move, ...]:
        """Return the legal moves of ``seat``, sorted; ``()`` for a seat not to act, and for whatever is no seat."""

    def verify(self, seat: Seat, move: Move) -> None:
        """Raise :class:`~riverlight.errors.IllegalMove` with clause and reason unless ``move`` is legal now.

        Nothing else is raised, whatever ``seat`` and ``move`` are.
        """

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

    def move_data(self, move: Move) -> MoveData:
        """Return the move as data: its verb, its arguments, its text."""

    def view(self, viewer: Viewer) -> View:
        """Return all that ``viewer`` may see, ready for JSON. Built up from nothing; never cut down from everything."""

    def result(self) -> Result | None:
        """Return the result, None while the game goes on."""

    def copy(self: S) -> S:
        """Return an independent copy."""

    def key(self) -> bytes:
        """Return canonical bytes of everything in the state, the generator included: equal keys, equal states."""


def read_options(declared: Sequence[Option], given: Mapping[str, Hashable]) -> dict[str, str]:
    """Return every declared option with its given or default value.

    Raises:
        OptionError: for a name or a value that is not declared.
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
    """Return the name of the type of ``value``, cut, without calling anything that its class defines."""
    name: str = _NAME.__get__(type(value))
    return name[:_QUOTED]


def quoted(value: object) -> str | Text:
    """Return any value as a refusal quotes it: a text in quotation marks, cut; a number; of anything else its type."""
    if type(value) is str:
        return repr(value[:_QUOTED])
    if type(value) is int and value.bit_length() <= _QUOTED_BITS:
        return str(value)
    return text("a value of type {type}", type=type_name(value))


def not_a_move(clause: str, game: str, seat: object, move: object) -> IllegalMove:
    """Return the refusal of what is no seat's number or stands for no move of ``game`` at all."""
    if type(seat) is not int:
        reason = text("Expected the number of a seat, got a value of type {type}.", type=type_name(seat))
    else:
        reason = text(
            "Expected a move of {game}, got a value of type {type} that stands for none.",
            game=game,
            type=type_name(move),
        )
    return IllegalMove(clause, reason)


def move_words(written: object) -> list[str]:
    """Return the words of a move's text; raise MoveTextError for what is no text."""
    if type(written) is not str:
        message = text("Expected a move as text, got a value of type {type}.", type=type_name(written))
        raise MoveTextError(message)
    return written.split()


def departures(declared: Sequence[Option], options: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return each option that is not at its default, with its value: what of the options stands in a state's key.

    So a game that was kept before an option was declared still has its digests.
    """
    return [(option.name, options[option.name]) for option in declared if options[option.name] != option.values[0]]
