"""The review of a finished game, seat by seat; refused while anything in it is secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from riverlight.games.bots import Effort
from riverlight.simulation.reviews import Decision, SeatReview, SeatTask, tasks_for
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.secrecy import check_is_open

__all__ = ["cost_text", "even_share", "review_facts", "review_lines", "review_tasks", "seat_title"]


def review_tasks(history: History, effort: Effort) -> list[SeatTask]:
    """Return the tasks for the review of a game, one for each seat.

    Raises:
        SecretError: something in the game is still secret.
    """
    head = history.head
    check_is_open(head.game, history.state)
    facts = (head.options, len(head.names), head.seed, head.generator, list(history.moves))
    return tasks_for(head.game, head.board, *facts, range(len(head.seat_names)), effort)


def cost_text(cost: float) -> str:
    """Format a cost with two decimals."""
    return f"{cost:.2f}"


def seat_title(head: Head, review: SeatReview) -> str:
    """Return the name of the reviewed seat."""
    return head.seat_names[review.seat]


def review_lines(head: Head, reviews: Sequence[SeatReview]) -> list[str]:
    """Format the review as text for a terminal."""
    lines = []
    for review in reviews:
        lines.append(
            f"{seat_title(head, review)}: {review.best} of {review.decisions} decisions as good as the best; others "
            f"cost {cost_text(review.cost)} in all ({head.game.worth_title})."
        )
        if review.luck is not None:
            expected, got = review.luck
            lines.append(
                f"  {head.game.luck_title}: {expected:.1f} by the hands dealt, {got:.0f} taken: "
                f"luck {_signed(expected - even_share(reviews))}, play {_signed(got - expected)}."
            )
        lines += [f"  {_format_decision(decision)}" for decision in review.worst]
    return lines


def even_share(reviews: Sequence[SeatReview]) -> float:
    """Return the average luck: what chance brought to all seats, divided by their number."""
    expected = [review.luck[0] for review in reviews if review.luck is not None]
    return sum(expected) / len(expected)


def _format_decision(decision: Decision) -> str:
    return (
        f"Round {decision.round}, move {decision.move}: {decision.played}; better {decision.better} "
        f"(by {cost_text(decision.cost)}). {decision.why}"
    )


def _signed(value: float) -> str:
    return f"{value:+.1f}"


def review_facts(head: Head, reviews: Sequence[SeatReview]) -> list[Mapping[str, object]]:
    """Return the review as data for JSON."""
    return [
        {
            **review._asdict(),
            "name": seat_title(head, review),
            "worst": [decision._asdict() for decision in review.worst],
        }
        for review in reviews
    ]
