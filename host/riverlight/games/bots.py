"""Players for empty seats. Each sees its own seat's view and the legal moves as data, nothing else.

``Game.bots`` makes them, one for each seat, at the level that was chosen for it.
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
"""How long a strong bot searches for a decision."""


class Effort(NamedTuple):
    """How well a bot plays, and how long it may search for one decision.

    Attributes:
        level: one of :data:`LEVELS`; an easy bot does not search.
        seconds: its time limit, by the clock; None for none.
        samples: how many sampled worlds it looks at, at most; None for as many as there is time for. With a number and
            no time limit, equal views give equal choices on every machine.
    """

    level: str = EASY
    seconds: float | None = DEFAULT_SECONDS
    samples: int | None = None


EASY_LEVEL: Final = Effort()


class Choice(NamedTuple):
    """A move as its text, and in one sentence why; the reason may tell secrets of the bot's own seat."""

    move: str
    why: str


class Appraisal(NamedTuple):
    """What a legal move is expected to be worth to its seat, in the units that ``Game.worth_title`` names."""

    move: str
    worth: float
    why: str


class Bot(Protocol):
    """One seat's player, with what it remembers of its own views."""

    def watch(self, view: View) -> None:
        """See the seat's view; called whenever it has changed, also when others move."""

    def choose(self, view: View, moves: Sequence[MoveData]) -> Choice:
        """Return one of ``moves``, the legal ones of the seat, from its view alone."""


class Adviser(Bot, Protocol):
    """A bot that searches, and can therefore compare moves."""

    def appraise(self, view: View, moves: Sequence[MoveData]) -> list[Appraisal]:
        """Return what each of ``moves`` is worth, the best first."""


def choice_of(bot: Bot, state: State, seat: Seat) -> Choice:
    """Return what ``bot`` does for ``seat``, which is to act in ``state``; the only legal move needs no reason."""
    moves = [state.move_data(move) for move in state.legal(seat)]
    return Choice(moves[0].text, "") if len(moves) == 1 else bot.choose(state.view(seat), moves)
