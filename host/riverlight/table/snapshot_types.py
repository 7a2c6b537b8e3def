"""The types of a snapshot: everything that one page shows of a game, as data for JSON.

Built by ``riverlight.table.snapshot`` and sent to pages. Sentences are in English until they are translated for the
page.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from riverlight.devices.status import DeviceReport
from riverlight.games.contract import Seat
from riverlight.games.interface import Summary, View
from riverlight.games.seats import SeatCard

__all__ = [
    "BotsReport",
    "Choice",
    "Coach",
    "CorrectionCard",
    "Forecast",
    "LessonCard",
    "LogLine",
    "MisfitCard",
    "Moment",
    "Pace",
    "Permissions",
    "PromptCard",
    "QuestionCard",
    "Reason",
    "Refusal",
    "ReplayPosition",
    "SeatReasons",
    "Snapshot",
]


class PromptCard(TypedDict):
    """The prompt of a page, and the rule behind it; ``seat`` is -1 for the table, None if nobody is prompted."""

    sentence: str
    why: str
    clause: str
    seat: Seat | None


class Forecast(TypedDict):
    """What is about to happen without anyone's choice; ``arrows`` are pairs of spaces."""

    sentence: str
    arrows: list[list[str]]


class Choice(TypedDict):
    """A legal move.

    Attributes:
        keys: its key code.
        label: a word or two for people.
        move: its text, which the page sends back.
        space: the space on which the page shows the keys, if any.
        verb: the kind of move: ``"play"``, ``"move"``, ``"paddle"``.
        arguments: the arguments of the verb, by name: ``{"card": "R7"}``.
        path: the spaces that a piece passes, from where it stands; empty if ambiguous.
    """

    keys: str
    label: str
    move: str
    space: str | None
    verb: str
    arguments: dict[str, str | int | list[str]]
    path: list[str]


class Refusal(TypedDict):
    """Why the last input was refused, with the clause of the rule; ``""`` where no clause applies."""

    sentence: str
    clause: str


class QuestionCard(TypedDict):
    """An undo that others must agree to; ``waiting`` names them; ``yours``: this page may answer."""

    number: int
    sentence: str
    waiting: list[str]
    yours: bool


class LogLine(TypedDict):
    """A line of the log; ``n`` counts the entries that this viewer can see, from 1; 0 is the opening."""

    n: int
    sentence: str


class CorrectionCard(TypedDict):
    """The entry that this page is correcting, by its number in the log; 0 while the number is typed."""

    n: int
    sentence: str


class MisfitCard(TypedDict):
    """The first entry that a correction made illegal, the reason, and how many later entries wait with it."""

    n: int
    sentence: str
    why: str
    clause: str
    left: int


class Moment(TypedDict):
    """The highlight of the last entry: its number, its lines (most important first), and how long it is shown."""

    n: int
    weight: int
    lines: list[str]
    summary: Summary | None
    hold_ms: int


class Permissions(TypedDict):
    """What this page may do to the steps of the game."""

    take_back: bool
    redo: bool
    needs_agreement: bool


class Coach(TypedDict):
    """What the table page says of cards that are on private pages."""

    sentence: str


class LessonCard(TypedDict):
    """A step of a tutorial.

    Attributes:
        at: its number, from 1.
        of: how many there are.
        heading: two or three words.
        sentence: what the coach says: of the step, or of what the learner has chosen.
        asks: whether the learner is to make a move now; else only to go on.
        told: whether the sentence is of what the learner has chosen.
        keys: the keys of the move that is asked for, where there is a keypad.
        reply: why the last input was refused, and a hint; "" where it was not.
        clause: the rule of that; "" where there is none.
        tries: how many inputs were refused so far.
    """

    at: int
    of: int
    heading: str
    sentence: str
    asks: bool
    told: bool
    keys: str
    reply: str
    clause: str
    tries: int


class ReplayPosition(TypedDict):
    """A replay shows the game after ``at`` of its ``of`` entries.

    Attributes:
        at: the entry shown last.
        of: the number of entries.
        rounds: the entries that start a round.
        events: the entries with a turning point: a fall, a theft, a catch, a landing, the end.
    """

    at: int
    of: int
    rounds: list[int]
    events: list[int]


Pace = Literal["slow", "usual", "quick", "pause"]
"""The speed of the computer players."""


class BotsReport(TypedDict):
    """The computer players: whether they wait for the board, the round they can explain, any problem, their pace."""

    waits: bool
    why: int | None
    trouble: str
    pace: Pace


class Reason(TypedDict):
    """A computer player's move, and why it was made."""

    what: str
    why: str


class SeatReasons(TypedDict):
    """The reasons of one computer player."""

    letter: str
    name: str
    choices: list[Reason]


class Snapshot(TypedDict):
    """Everything that one page shows.

    Attributes:
        version: the number of steps that the viewer's side has seen; typed keys, refusals and the device do not change
            it.
        game: the name of the game.
        board: the id of the board; None if the game has none.
        status: whether the game is over.
        seats: every seat, in order.
        view: the engine's view for this viewer.
        prompt: what the page asks for.
        foreseen: what is about to happen; None if nothing is.
        choices: the moves that the page offers.
        typed: the keys of an unfinished code.
        refusal: why the last input was refused.
        question: an undo that others must agree to.
        arrange: how to set up the board after a resume or a correction, until the next step.
        correction: the entry being corrected on this page; view, prompt and choices are those before it.
        misfit: the entries that a correction made illegal.
        moment: the highlight of the last entry; None if it is of little weight.
        latest: everything that the last entry did, most important first.
        story: the turning points of a finished game; empty before.
        log: the last lines, oldest first.
        can: what the page may do to the steps of the game.
        undoes: what an undo on this page would undo; "" if nothing, and on a separate side.
        device: the status of the lights.
        coach: only if cards are on private pages.
        lesson: only in a tutorial, on the learner's pages.
        replay: only in a replay; None on a separate side.
        bots: only with computer players.
    """

    version: int
    game: str
    board: str | None
    status: Literal["playing", "over"]
    seats: list[SeatCard]
    view: View
    prompt: PromptCard
    foreseen: Forecast | None
    choices: list[Choice]
    typed: str
    refusal: Refusal | None
    question: QuestionCard | None
    arrange: str | None
    correction: CorrectionCard | None
    misfit: MisfitCard | None
    moment: Moment | None
    latest: str
    story: list[str]
    log: list[LogLine]
    can: Permissions
    undoes: str
    device: DeviceReport
    coach: NotRequired[Coach | None]
    lesson: NotRequired[LessonCard]
    replay: NotRequired[ReplayPosition | None]
    bots: NotRequired[BotsReport]
