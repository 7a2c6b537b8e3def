"""The text of a tutorial: a game's text whose comments are the coach's.

``seeds/lessons/<name>.txt`` has, after its tags, steps like this one::

    #= Follow suit [CAN-7]
    # Ben leads blue. You must play a blue card if you have one. Tap one that beats his 7.
    #~ Ben leads blue. You must play a blue card if you have one. Take one that beats his 7, and tap it here.
    1 play B7
    #? You have two blue cards. Only one of them is higher than 7.
    #+ play B10
    #- play B3: That follows suit, but it loses to Ben's 7.
    0 play B9
    #! Your 9 is the highest blue card so far.

``#=`` has the heading and the clauses that the step teaches, ``#`` what the coach says, ``#~`` what is said instead
where people have the real game. The moves that follow are played as the step begins; the one after ``#?`` is the
learner's, and those after that are played at once. ``#?`` has the hint that answers any other move, ``#-`` what is said
of one move before that, ``#+`` a move that will do as well, ``#!`` what is said afterwards. A step without ``#?`` only
explains. After ``#??`` in place of ``#?`` the page offers only the moves that the step names: where there are many,
nobody would find them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from riverlight.clauses import seeds_folder
from riverlight.errors import OptionError
from riverlight.games.contract import TABLE, Seat, State
from riverlight.games.registry import GAMES
from riverlight.games.transcript import Transcript, read
from riverlight.languages.text import text
from riverlight.table.game_text import head_of
from riverlight.table.head import Head

__all__ = ["Choice", "Script", "Step", "lesson_names", "parse_lesson", "script_of"]

_HEADING: Final = re.compile(r"(.+?) \[(.+)\]")


class Choice(NamedTuple):
    """What the learner is asked.

    Attributes:
        seat: whose move it is.
        moves: those that will do, the one that the text plays first.
        hint: what answers any other move.
        answers: what is said before that of some moves.
        after: the moves that are played at once after it.
        told: what is said then; "" where the next step follows at once.
        offers_all: whether the page offers all legal moves, or only ``moves`` and those that ``answers`` has.
    """

    seat: Seat
    moves: tuple[str, ...]
    hint: str
    answers: Mapping[str, str]
    after: tuple[tuple[Seat, str], ...]
    told: str
    offers_all: bool


class Step(NamedTuple):
    """One step.

    Attributes:
        heading: two or three words.
        clauses: the clauses that it teaches.
        sentence: what the coach says.
        sentence_at_table: what the coach says where people have the real game.
        before: the moves that are played as it begins.
        choice: what the learner is asked; None where the step only explains.
    """

    heading: str
    clauses: tuple[str, ...]
    sentence: str
    sentence_at_table: str
    before: tuple[tuple[Seat, str], ...]
    choice: Choice | None


class Script(NamedTuple):
    """A tutorial: what its game starts with, and its steps."""

    head: Head
    steps: tuple[Step, ...]


def lesson_names() -> tuple[str, ...]:
    """Return the names of all tutorials."""
    return tuple(name for game in GAMES.values() for name in game.start.lessons)


@cache
def script_of(name: str) -> Script:
    """Return the tutorial called ``name``.

    Raises:
        OptionError: when there is no such tutorial.
    """
    if name not in lesson_names():
        message = text(
            "There is no tutorial for {game}. There is one for {games}.",
            game=repr(name)[:40],
            games=", ".join(lesson_names()),
        )
        raise OptionError(message)
    return parse_lesson((seeds_folder() / "lessons" / f"{name}.txt").read_text(encoding="utf-8"))


def parse_lesson(written: str) -> Script:
    """Return the tutorial that ``written`` holds."""
    game = read(written)
    head = head_of(game._replace(bots=()))._replace(bots=game.bots)  # the coach sees real dice, which no bot could
    moves = {line: (seat, move) for seat, move, line in _entered(game, head.new_state())}
    lines = [*enumerate(written.splitlines(), start=1)]
    starts = [number for number, line in lines if line.startswith("#= ")]
    ends = [*starts[1:], len(lines) + 1]
    return Script(
        head, tuple(_step(lines[start - 1 : end - 1], moves) for start, end in zip(starts, ends, strict=True))
    )


def _entered(game: Transcript, state: State) -> Iterator[tuple[Seat, str, int]]:
    """Yield the moves that somebody enters: not those that the app makes by itself."""
    for seat, move, line in game.moves:
        if seat != TABLE or state.automatic() is None:
            yield seat, move, line
        state.apply(seat, state.parse_move(move))


def _step(lines: list[tuple[int, str]], moves: Mapping[int, tuple[Seat, str]]) -> Step:
    said: dict[str, str] = {}
    before: list[tuple[Seat, str]] = []
    after: list[tuple[Seat, str]] = []
    chosen: tuple[Seat, str] | None = None
    also: list[str] = []
    answers: dict[str, str] = {}
    for number, line in lines:
        mark, _, words = line.partition(" ")
        if mark == "#+":
            also.append(words)
        elif mark == "#-":
            move, _, answer = words.partition(": ")
            answers[move] = text(answer)
        elif mark.startswith("#"):
            said[mark] = words
        elif number in moves and said.keys() & {"#?", "#??"} and chosen is None:
            chosen = moves[number]
        elif number in moves:
            (before if chosen is None else after).append(moves[number])
    heading, clauses = _HEADING.fullmatch(said["#="]).groups()  # type: ignore[union-attr]  # the texts are our own
    choice = None
    if chosen is not None:
        told = text(said["#!"]) if "#!" in said else ""
        hint = said.get("#?") or said["#??"]
        moves_asked = (chosen[1], *also)
        choice = Choice(chosen[0], moves_asked, text(hint), answers, tuple(after), told, offers_all="#?" in said)
    at_table = said.get("#~", said["#"])
    return Step(text(heading), tuple(clauses.split()), text(said["#"]), text(at_table), tuple(before), choice)
