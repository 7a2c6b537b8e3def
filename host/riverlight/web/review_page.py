"""The review of a finished game: each seat's most costly decisions. It is worked out in processes of its own."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from starlette.responses import HTMLResponse

from riverlight.games.bots import STRONG, Effort
from riverlight.games.seats import seat_cards
from riverlight.languages.text import plural, text
from riverlight.simulation.reviews import SeatReview, SeatTask, review_seat
from riverlight.simulation.runs import all_cores, run
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.review import cost_text, even_share, review_tasks
from riverlight.web.languages import language_switch
from riverlight.web.markup import Markup, element
from riverlight.web.names import game_title
from riverlight.web.pages import page
from riverlight.web.shapes import seat_sign

__all__ = ["Reviews", "review_page"]

_EFFORT: Final = Effort(STRONG, None, 16)
_MOST_KEPT: Final = 8
_AGAIN_S: Final = 2


class Reviews:
    """The reviews asked for last, done or in progress; one is worked out at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()
        self._of: OrderedDict[tuple[SeatTask, ...], list[SeatReview]] = OrderedDict()

    def of(self, history: History) -> tuple[list[SeatReview], int]:
        """Return what is done of a game's review, by seat, and how many seats it has; start it if it is new.

        Raises:
            SecretError: while something in the game is secret.
        """
        tasks = tuple(review_tasks(history, _EFFORT))
        with self._lock:
            is_new = tasks not in self._of
            done = self._of.setdefault(tasks, [])
            self._of.move_to_end(tasks)
            while len(self._of) > _MOST_KEPT:
                self._of.popitem(last=False)
        if is_new:
            self._start(tasks, done)
        return sorted(done, key=lambda review: review.seat), len(tasks)

    def _start(self, tasks: Sequence[SeatTask], done: list[SeatReview]) -> None:
        threading.Thread(target=self._work, args=(tasks, done), name="review", daemon=True).start()

    def _work(self, tasks: Sequence[SeatTask], done: list[SeatReview]) -> None:
        with self._one_at_a_time:
            for outcome in run(tasks, review_seat, jobs=max(2, all_cores())):
                done.append(SeatReview.of(outcome))


def review_page(game_id: int, history: History, reviews: Reviews) -> HTMLResponse:
    """Return the review of a game; while it is worked out, how far it has come.

    Raises:
        SecretError: while something in the game is secret.
    """
    done, seats = reviews.of(history)
    head = history.head
    title = game_title(head.game.name)
    if len(done) < seats:
        waits = plural("{done} of {n} seat reviewed…", "{done} of {n} seats reviewed…", seats, done=len(done))
        body = [element("p", waits, role="status")]
    else:
        body = [_seat(head, review, done) for review in done]
    main = element(
        "main",
        element(
            "header",
            element("h1", text("{game}, game {number}", game=title, number=game_id)),
            element("a", text("All games"), href="/games", class_="button quiet"),
            language_switch(),
        ),
        *body,
    )
    answer = page(text("{game}: review", game=title), main, kind=f"kept-games {head.game.name}")
    if len(done) < seats:
        answer.headers["refresh"] = str(_AGAIN_S)
    return answer


def _seat(head: Head, review: SeatReview, all_reviews: Sequence[SeatReview]) -> Markup:
    card = seat_cards(head.seat_names)[review.seat]
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
        _worst(head, review) if review.worst else None,
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


def _worst(head: Head, review: SeatReview) -> Markup:
    cost = text("Cost ({what})", what=head.game.worth_title)
    heads = [text("Round"), text("Played"), text("Better"), cost, text("Why")]
    rows = [
        element(
            "tr",
            element("td", str(decision.round)),
            element("td", element("code", decision.played)),
            element("td", element("code", decision.better)),
            element("td", cost_text(decision.cost)),
            element("td", decision.why),
        )
        for decision in review.worst
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
