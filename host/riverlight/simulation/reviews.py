"""The review of a finished game: which decisions cost most, what was better, and what was luck.

A strong bot appraises each decision from what its seat saw at the time, never from the others' secrets. So a choice
that was right by what was known costs nothing, even if it turned out badly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from riverlight.boards import Board
from riverlight.games.bots import STRONG, Effort
from riverlight.games.contract import Seat, State
from riverlight.games.game import Game
from riverlight.games.registry import game_named
from riverlight.simulation.contests import board_of, board_text
from riverlight.simulation.runs import Outcome

__all__ = ["Decision", "SeatReview", "SeatTask", "review_seat", "tasks_for"]

_MOST_TOLD: Final = 5
"""Number of decisions of a seat to report, the most costly ones."""

_SMALLEST: Final = 0.01
"""Smaller differences are within the uncertainty of the search."""


class SeatTask(NamedTuple):
    """The decisions of one seat in one game, to be reviewed; ``number`` is the seat."""

    number: int
    game: str
    board: str
    options: tuple[tuple[str, str], ...]
    people: int
    seed: int
    generator: str
    moves: tuple[tuple[Seat, str], ...]
    seconds: float | None
    samples: int | None


class Decision(NamedTuple):
    """A decision with a cost: what was played in which move of the game, what was better, and by how much."""

    move: int
    round: int
    played: str
    better: str
    cost: float
    why: str


class SeatReview(NamedTuple):
    """The review of one seat.

    Attributes:
        seat: the seat.
        decisions: how often it had a choice.
        best: how often it chose the best move, or one as good.
        cost: the total cost of its decisions.
        worst: the most costly decisions, in descending order.
        luck: what chance gave it and what it made of that, by ``Game.luck``; None if the game does not measure luck.
    """

    seat: Seat
    decisions: int
    best: int
    cost: float
    worst: list[Decision]
    luck: tuple[float, float] | None

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> SeatReview:
        """Return the review from the result of :func:`review_seat`."""
        luck = outcome["luck"]
        worst = [Decision(**each) for each in outcome["worst"]]
        totals = outcome["decisions"], outcome["best"], outcome["cost"]
        return cls(outcome["number"], *totals, worst, None if luck is None else (luck[0], luck[1]))


def tasks_for(
    game: Game,
    board: Board | None,
    options: Mapping[str, str],
    people: int,
    seed: int,
    generator: str,
    moves: Sequence[tuple[Seat, str]],
    seats: Sequence[Seat],
    effort: Effort,
) -> list[SeatTask]:
    """Return a task for each of ``seats``; none for a game whose bots do not search."""
    if game.make_adviser is None:
        return []
    facts = (game.name, board_text(board), tuple(sorted(options.items())), people, seed, generator, tuple(moves))
    return [SeatTask(seat, *facts, effort.seconds, effort.samples) for seat in seats]


def review_seat(task: SeatTask) -> Outcome:
    """Review a seat's decisions; see :meth:`SeatReview.from_outcome`."""
    game = game_named(task.game)
    board = board_of(task.board)
    state = game.new(dict(task.options), task.people, task.seed, board, generator=task.generator)
    assert game.make_adviser is not None  # noqa: S101  (other games have no tasks)
    effort = Effort(STRONG, task.seconds, task.samples)
    adviser = game.make_adviser(task.number, state.seats, board, state.options, effort)
    found: list[Decision] = []
    decisions = 0
    states: list[State] = []
    for number, (seat, played) in enumerate(task.moves):
        view = state.view(task.number)
        adviser.watch(view)
        legal = state.legal(seat) if seat == task.number else ()
        if len(legal) > 1:
            appraised = adviser.appraise(view, [state.move_data(move) for move in legal])
            decisions += len(appraised) > 1  # with real cards nobody knows enough to compare
            worths = {each.move: each.worth for each in appraised}
            best = appraised[0]
            # A move not worth trying is at most as good as the worst one tried.
            cost = best.worth - worths.get(played, appraised[-1].worth)
            if cost >= _SMALLEST:
                found.append(Decision(number, view["round"], played, best.move, round(cost, 4), best.why))
        state.apply(seat, state.parse_move(played))
        states.append(state.copy())
    worst = sorted(found, key=lambda decision: -decision.cost)[:_MOST_TOLD]
    return {
        "number": task.number,
        "decisions": decisions,
        "best": decisions - len(found),
        "cost": round(sum(decision.cost for decision in found), 4),
        "worst": [decision._asdict() for decision in worst],
        "luck": None if game.luck is None else game.luck(states, task.number),
    }
