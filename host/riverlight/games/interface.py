"""How people play a game: the functions of a game for key codes, sentences and lights.

Everything for a viewer is made from that viewer's own view, never from the state, so that nothing else can leak.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, Literal, NamedTuple, Protocol, TypedDict, TypeVar, cast

from riverlight.boards import Board
from riverlight.errors import IllegalMove
from riverlight.games.contract import EventFacts, Move, MoveData, Panel, Seat, State, View

__all__ = [
    "Code",
    "Cue",
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
Cue = Literal["gain", "loss"]
"""A brief sign of the lights for what was just won or lost."""
NO_CUES: Final[Mapping[str, Cue]] = {}

Lights = dict[str, object]
"""What is sent to a panel of lights, as data for JSON."""


class Code(NamedTuple):
    """The key code of one legal move.

    Attributes:
        keys: the keys to press; no code is a prefix of another.
        data: the move.
        label: a word or two for people.
        space: the id of the space on which a page shows the keys, None if there is none.
        path: the ids of the spaces that a piece passes, from where it stands; empty if ambiguous.
        any_order: whether the keys may be in any order, as for dice: those between an initial star, if any, and the
            last key, which ends the code.
        is_private: whether the code itself would reveal a hand: the common keypad and its page must not know it.
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
    """Who has to do what, in one sentence; ``why`` is the clause in plain words; no ``seat`` if nobody is to act."""

    sentence: str
    why: str
    clause: str
    seat: Seat | None


class DemoPlayers(Protocol):
    """The player of a demonstration: for all seats, and for real cards and dice."""

    def choose(self, state: State, seat: Seat, codes: Sequence[Code]) -> Code:
        """Return one of ``codes``, those of the legal moves of ``seat``."""


class Piece(NamedTuple):
    """One piece to place when a board is set up.

    Attributes:
        seat: its owner, None if there is none.
        sentence: what to do with it.
        alone: a view with this piece alone, for the lights.
        shown: the view for the page, if that shows more.
        space: the id of its space.
    """

    seat: Seat | None
    sentence: str
    alone: View
    shown: View | None = None
    space: str = ""


class ForecastCard(TypedDict):
    """What is about to happen without anyone's choice; ``arrows`` are pairs of spaces."""

    sentence: str
    arrows: list[list[str]]


class SummaryRow(TypedDict):
    """One seat's row in a summary, with a cell for each column."""

    seat: Seat
    cells: list[str]


class Summary(TypedDict):
    """The summary of a part of a game, as a table."""

    columns: list[str]
    rows: list[SummaryRow]


class Header(Protocol):
    """The settings of a game in progress that keys, sentences and lights depend on."""

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
    """How sensors under the spaces are used in a game.

    Attributes:
        phases: the phases in which moving a piece can enter a move.
        pieces: (view, header) → the pieces that a panel senses, from that panel's own view.
        move_to: (state, space) → the move of the current piece to a space, legal or not, to find out why not; None if
            no single move does that.
    """

    phases: tuple[str, ...]
    pieces: Callable[[V, Header], list[Piece]]
    move_to: Callable[[S, str], str | None]


def no_forecast(_view: View, _header: Header) -> ForecastCard | None:
    """Return None: this game has no forecast."""
    return None


def no_summary(_events: Sequence[EventFacts], _names: Sequence[str]) -> Summary | None:
    """Return None: this game has no summaries."""
    return None


class TypedInterface(NamedTuple, Generic[S, V, E]):
    """What the table needs of a game besides its rules.

    Attributes:
        codes: (state, seat) → a code for each legal move of the seat; no code is a prefix of another.
        explain: (state, seat, keys) → why no legal code of the seat starts with these keys; None if there is no
            particular reason.
        private: (state, seat) → why the common keypad may not prompt this seat now, as its choices would reveal
            secrets; None if it may.
        position: (view, header, panel) → the position that the panel lights, from that panel's own view.
        prompt: (view, names, seat) → the prompt for the seat (TABLE for the people at the table; None if nobody acts,
            or not for this viewer).
        arrangement: (view, names) → where the pieces stand, ``Ada on d3, Ben on c1.``; may be empty.
        tell: (event, names) → the log's sentence for an event that the viewer may see; None if it has none.
        pieces: (view, header) → the pieces on the board, in the order in which they are placed.
        forecast: (view, header) → ``sentence`` and ``arrows``, pairs of spaces, for what is about to happen without
            anyone's choice; None if nothing is.
        card_phases: the phases in which a person looks at dealt cards to answer the prompt.
        sensed: how sensors are used; None in a game whose pieces cannot be sensed.
        narrated_phases: the phases whose prompt is a narration for everyone; in others bots are not prompted.
        weights: the weight of an event as a highlight, by its name; also sorts the sentences of an entry.
        cues: the brief sign of the lights for an event, by its name; those who may see the event see it.
        summed_up: the events after which a summary is shown.
        summary: (events of a round, names) → the summary; None if there is none.
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
    cues: Mapping[str, Cue] = NO_CUES
    summed_up: frozenset[str] = frozenset()
    summary: Callable[[Sequence[E], Sequence[str]], Summary | None] = no_summary


Interface = TypedInterface[State, View, EventFacts]
"""An interface as the rest of the host sees it."""


def for_its_game(interface: TypedInterface[S, V, E]) -> Interface:
    """Return ``interface`` with erased types: a game only receives its own states, views and events."""
    return cast("Interface", interface)


def refusal_of(state: State, seat: Seat, move: Move) -> IllegalMove | None:
    """Return why ``seat`` may not make ``move`` now; None when it may."""
    try:
        state.verify(seat, move)
    except IllegalMove as refusal:
        return refusal
    return None
