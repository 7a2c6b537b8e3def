"""Bots: each sees its own seat's view and the legal moves as data, nothing else.

``Game.bots`` makes one for each seat, at the chosen level.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from riverlight.games.contract import MoveData, Seat, State, View

__all__ = [
    "DEFAULT_SECONDS",
    "EASY",
    "EASY_LEVEL",
    "LEVELS",
    "MEDIUM",
    "STRONG",
    "Adviser",
    "Appraisal",
    "Bot",
    "Choice",
    "Effort",
    "choice_of",
]

EASY, MEDIUM, STRONG = LEVELS = ("easy", "medium", "strong")

DEFAULT_SECONDS: Final = 1.0
"""Search time of a strong bot for a decision."""


class Effort(NamedTuple):
    """A bot's level, and its limits for one decision.

    Attributes:
        level: one of :data:`LEVELS`; an easy bot does not search.
        seconds: the time limit; None for none.
        samples: the most worlds to sample; None for as many as time allows. With a number and without a time limit,
            equal views give equal choices on every machine.
    """

    level: str = EASY
    seconds: float | None = DEFAULT_SECONDS
    samples: int | None = None


EASY_LEVEL: Final = Effort()


class Choice(NamedTuple):
    """A move as text, and the reason in one sentence, which may contain secrets of the bot's own seat."""

    move: str
    why: str


class Appraisal(NamedTuple):
    """The expected value of a legal move for its seat, in the units of ``Game.worth_title``."""

    move: str
    worth: float
    why: str


class Bot(Protocol):
    """The player of one seat, with its memory of its own views."""

    def watch(self, view: View) -> None:
        """Update from the seat's view; called whenever it has changed, even when others move."""

    def choose(self, view: View, moves: Sequence[MoveData]) -> Choice:
        """Return one of ``moves``, the legal ones of the seat, from its view alone."""


class Adviser(Bot, Protocol):
    """A searching bot, which can compare moves."""

    def appraise(self, view: View, moves: Sequence[MoveData]) -> list[Appraisal]:
        """Return the value of each of ``moves``, best first."""


def choice_of(bot: Bot, state: State, seat: Seat) -> Choice:
    """Return the choice of ``bot`` for ``seat``, which is to act in ``state``; a forced move has no reason."""
    moves = [state.move_data(move) for move in state.legal(seat)]
    return Choice(moves[0].text, "") if len(moves) == 1 else bot.choose(state.view(seat), moves)
