"""How people play a game: its key codes, its sentences, its lights, as functions that the game brings along.

Everything a viewer gets is made from that viewer's own view, never from the state: what is not in the view cannot leak.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, Protocol, TypedDict, TypeVar, cast

from riverlight.boards import Board
from riverlight.errors import IllegalMove
from riverlight.games.contract import EventFacts, Move, MoveData, Panel, Seat, State, View

__all__ = [
    "Code",
    "DemoPlayers",
    "ForecastCard",
    "Header",
    "Interface",
    "Lights",
    "Piece",
    "Prompt",
    "SensedPieces",
    "Summary",
    "SummaryRow",
    "TypedInterface",
    "View",
    "for_its_game",
    "no_forecast",
    "refusal_of",
]

S = TypeVar("S")
V = TypeVar("V", bound=View)
E = TypeVar("E", bound=EventFacts)

NO_WEIGHTS: Final[Mapping[str, int]] = {}

Lights = dict[str, object]
"""What is sent to a panel of lights, ready for JSON."""


class Code(NamedTuple):
    """One legal move as keys.

    Attributes:
        keys: what is keyed in; no code begins with another.
        data: the move.
        label: a word or two for people.
        space: the id of the space where a page shows the keys, None where it belongs to none.
        path: the ids of the spaces over which a piece would go, from where it stands; empty where that is not certain.
        any_order: whether the keys count however they are ordered, as dice do: those before the last key, which ends
            the code, and after a star that begins it.
        is_private: whether the code itself would show what a seat holds: a common keypad and its page do not know it.
    """

    keys: str
    data: MoveData
    label: str
    space: str | None = None
    path: tuple[str, ...] = ()
    any_order: bool = False
    is_private: bool = False

    @property
    def move(self) -> str:
        """The text of the move."""
        return self.data.text


class Prompt(NamedTuple):
    """Who does what now, in one sentence; ``why`` is the clause in plain words; no ``seat`` when nobody is to act."""

    sentence: str
    why: str
    clause: str
    seat: Seat | None


class DemoPlayers(Protocol):
    """Who plays a demonstration: all seats, and whoever handles real cards and dice."""

    def choose(self, state: State, seat: Seat, codes: Sequence[Code]) -> Code:
        """Return one of ``codes``, those of the legal moves of ``seat``."""


class Piece(NamedTuple):
    """One piece to place when a board is set up.

    Attributes:
        seat: whose it is, None where it is nobody's.
        sentence: what to do with it.
        alone: the view in which it stands alone, for the lights.
        shown: the view for the page, where that shows more.
        space: the id of its space.
    """

    seat: Seat | None
    sentence: str
    alone: View
    shown: View | None = None
    space: str = ""


class ForecastCard(TypedDict):
    """What is about to happen by itself; ``arrows`` are pairs of spaces."""

    sentence: str
    arrows: list[list[str]]


class SummaryRow(TypedDict):
    """What a summary says of one seat, a cell a column."""

    seat: Seat
    cells: list[str]


class Summary(TypedDict):
    """A part of a game summed up as a table."""

    columns: list[str]
    rows: list[SummaryRow]


class Header(Protocol):
    """What a game in progress was started with, as far as keys, sentences and lights depend on it."""

    @property
    def board(self) -> Board | None:
        """The board, None in a game without one."""

    @property
    def options(self) -> Mapping[str, str]:
        """Every option with its value."""

    @property
    def seat_names(self) -> Sequence[str]:
        """The name of each seat."""


class SensedPieces(NamedTuple, Generic[S, V]):
    """What sensors under the spaces mean in a game.

    Attributes:
        phases: the phases in which a move can be made by moving a piece.
        pieces: (view, header) → the pieces that a panel senses, from that panel's own view.
        move_to: (state, space) → the move that puts the piece in turn on a space, legal or not, to learn why not; None
            where no single move would.
    """

    phases: tuple[str, ...]
    pieces: Callable[[V, Header], list[Piece]]
    move_to: Callable[[S, str], str | None]


def no_forecast(_view: View, _header: Header) -> ForecastCard | None:
    """Return None: nothing happens by itself in this game."""
    return None


def no_summary(_events: Sequence[EventFacts], _names: Sequence[str]) -> Summary | None:
    """Return None: this game sums nothing up."""
    return None


class TypedInterface(NamedTuple, Generic[S, V, E]):
    """What the table needs of a game besides its rules.

    Attributes:
        codes: (state, seat) → a code for each legal move of the seat; no code begins with another.
        explain: (state, seat, keys) → why no legal code of the seat begins with these keys; None when they mean
            nothing in particular.
        private: (state, seat) → why the common keypad may not ask this seat now, since its choices would show what it
            holds; None when it may.
        position: (view, header, panel) → the position that the panel lights, from that panel's own view.
        prompt: (view, names, seat) → what to ask the seat (TABLE for the people round it; None when nobody acts, or not
            for this viewer).
        arrangement: (view, names) → where the pieces stand, ``Ada on d3, Ben on c1.``; may be empty.
        tell: (event, names) → the log's sentence for an event that the viewer may see; None for one not worth a line.
        pieces: (view, header) → the pieces on the board, in the order in which they are placed.
        forecast: (view, header) → ``sentence`` and ``arrows``, pairs of spaces, for what is about to happen by itself;
            None when nothing is.
        card_phases: the phases in which a person looks at dealt cards to answer the prompt.
        sensed: what sensors mean; None in a game whose pieces cannot be sensed.
        narrated_phases: the phases whose prompt says what happens, which all read whoever plays; in others a bot is
            asked nothing.
        weights: how much there is to see of an event, by its name; the log's sentences of an entry go by it.
        summed_up: the events after which a summary is shown.
        summary: (events of a round, names) → the round as a table; None where there is nothing to tell.
    """

    codes: Callable[[S, Seat], tuple[Code, ...]]
    explain: Callable[[S, Seat, str], IllegalMove | None]
    private: Callable[[S, Seat], IllegalMove | None]
    position: Callable[[V, Header, Panel], Lights]
    prompt: Callable[[V, Sequence[str], Seat | None], Prompt]
    arrangement: Callable[[V, Sequence[str]], str]
    tell: Callable[[E, Sequence[str]], str | None]
    pieces: Callable[[V, Header], list[Piece]]
    forecast: Callable[[V, Header], ForecastCard | None] = no_forecast
    card_phases: tuple[str, ...] = ()
    narrated_phases: tuple[str, ...] = ()
    sensed: SensedPieces[S, V] | None = None
    weights: Mapping[str, int] = NO_WEIGHTS
    summed_up: frozenset[str] = frozenset()
    summary: Callable[[Sequence[E], Sequence[str]], Summary | None] = no_summary


Interface = TypedInterface[State, View, EventFacts]
"""An interface as the rest of the host knows it."""


def for_its_game(interface: TypedInterface[S, V, E]) -> Interface:
    """Return ``interface`` as the rest of the host knows it: a game is handed its own states, views and events only."""
    return cast("Interface", interface)


def refusal_of(state: State, seat: Seat, move: Move) -> IllegalMove | None:
    """Return why ``seat`` may not make ``move`` now; None when it may."""
    try:
        state.verify(seat, move)
    except IllegalMove as refusal:
        return refusal
    return None
