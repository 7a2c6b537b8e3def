"""The review of a finished game: each seat's most costly decisions, computed in separate processes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.errors import RiverlightError
from riverlight.games.bots import STRONG, Effort
from riverlight.games.contract import Seat
from riverlight.languages.text import plural, text
from riverlight.simulation.reviews import SeatReview, SeatTask, review_seat
from riverlight.simulation.runs import all_cores, run
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.review import cost_text, even_share, review_tasks
from riverlight.web.games_page import game_header
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title
from riverlight.web.pages import page
from riverlight.web.shapes import seat_sign

__all__ = ["Reviews", "review_page"]

_EFFORT: Final = Effort(STRONG, None, 16)
_MOST_KEPT: Final = 8
_AGAIN_S: Final = 2
_FAILED: Final = text("The review could not be completed. Reload this page to try again.")


@dataclass
class _Progress:
    """How far a review has come: the seats that are done, and whether it ended without the others."""

    seats: int
    done: list[SeatReview] = field(default_factory=list)
    has_failed: bool = False


class Reviews:
    """The latest reviews, finished or in progress; one is computed at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()
        self._of: OrderedDict[tuple[SeatTask, ...], _Progress] = OrderedDict()

    def of(self, history: History) -> _Progress:
        """Return how far a game's review has come; start it if it is new, or has failed and was shown so.

        Raises:
            SecretError: something in the game is still secret.
        """
        tasks = tuple(review_tasks(history, _EFFORT))
        with self._lock:
            is_new = tasks not in self._of
            found = self._of.setdefault(tasks, _Progress(len(tasks)))
            self._of.move_to_end(tasks)
            while len(self._of) > _MOST_KEPT:
                self._of.popitem(last=False)
        if is_new:
            self._start(tasks, found)
        with self._lock:
            seen = replace(found, done=sorted(found.done, key=lambda review: review.seat))
            if seen.has_failed:
                self._of.pop(tasks, None)
        return seen

    def _start(self, tasks: Sequence[SeatTask], found: _Progress) -> None:
        threading.Thread(target=self._work, args=(tasks, found), name="review", daemon=True).start()

    def _work(self, tasks: Sequence[SeatTask], found: _Progress) -> None:
        with self._one_at_a_time:
            try:
                with suppress(RiverlightError):  # its page says that it failed
                    for outcome in run(tasks, review_seat, jobs=max(2, all_cores())):
                        found.done.append(SeatReview.from_outcome(outcome))
            finally:  # whatever ended it, its page must not wait for it for ever
                found.has_failed = len(found.done) < found.seats


def review_page(game_id: int, history: History, reviews: Reviews) -> HTMLResponse:
    """Return the review of a game; while it is worked out, how far it has come; why there is none if that failed.

    Raises:
        SecretError: something in the game is still secret.
    """
    found = reviews.of(history)
    head, has_failed = history.head, found.has_failed
    is_waiting = not has_failed and len(found.done) < found.seats
    if has_failed:
        body = [element("p", _FAILED, class_="refusal", role="alert")]
    elif is_waiting:
        waits = plural(
            "{done} of {n} seat reviewed…", "{done} of {n} seats reviewed…", found.seats, done=len(found.done)
        )
        body = [element("p", waits, role="status")]
    else:
        body = [_seat(history, review, found.done) for review in found.done]
    main = element("main", game_header(game_id, history), *body)
    title, kind = text("{game}: review", game=game_title(head.game.name)), f"kept-games {head.game.name}"
    answer = page(title, main, kind=kind, status=500 if has_failed else 200, colours=head.seat_colours)
    if is_waiting:
        answer.headers["refresh"] = str(_AGAIN_S)
    return answer


def _seat(history: History, review: SeatReview, all_reviews: Sequence[SeatReview]) -> Markup:
    head = history.head
    card = head.seat_cards[review.seat]
    told = plural(
        "{best} of {n} decision was as good as the best.",
        "{best} of {n} decisions were as good as the best.",
        review.decisions,
        best=review.best,
    )
    return element(
        "section",
        element("h2", seat_sign(card["letter"]), card["name"], class_="person"),
        element("p", told),
        _luck(head, review, all_reviews),
        _worst(history, review) if review.worst else None,
    )


def _luck(head: Head, review: SeatReview, all_reviews: Sequence[SeatReview]) -> Markup | None:
    if review.luck is None:
        return None
    expected, got = review.luck
    return element(
        "p",
        text(
            "{what}: {expected} expected from the cards dealt, {got} taken. Luck {luck}, play {skill}.",
            what=head.game.luck_title,
            expected=f"{expected:.1f}",
            got=f"{got:.0f}",
            luck=f"{expected - even_share(all_reviews):+.1f}",
            skill=f"{got - expected:+.1f}",
        ),
    )


def _choices(history: History, seat: Seat, move: int) -> dict[str, str]:
    """Return what a page calls each move that ``seat`` could make as move number ``move`` of the game."""
    entries = (history.opening, *history.entries)
    starts = accumulate((len(entry.moves) for entry in entries), initial=0)
    before = next(entry.after for entry, start in zip(entries, islice(starts, 1, None), strict=True) if start == move)
    return {code.move: code.label for code in history.head.game.interface.codes(before, seat)}


def _worst(history: History, review: SeatReview) -> Markup:
    cost = text("Cost ({what})", what=history.head.game.worth_title)
    heads = [text("Round"), text("Played"), text("Better"), cost, text("Why")]
    choices = [_choices(history, review.seat, decision.move) for decision in review.worst]
    rows = [
        element(
            "tr",
            element("td", str(decision.round)),
            element("td", words.get(decision.played, decision.played)),
            element("td", words.get(decision.better, decision.better)),
            element("td", cost_text(decision.cost)),
            element("td", decision.why),
        )
        for decision, words in zip(review.worst, choices, strict=True)
    ]
    return element(
        "div",
        element(
            "table",
            element("caption", text("Most costly decisions")),
            element("thead", element("tr", *[element("th", words, scope="col") for words in heads])),
            element("tbody", *rows),
        ),
        class_="figures",
        tabindex="0",
        role="region",
        aria_label=text("Most costly decisions"),
    )
