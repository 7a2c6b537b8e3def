"""The review of a finished game as a page: how far it has come, then each seat's costly decisions; none too early."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest
from riverlight.errors import OptionError
from riverlight.games.registry import game_named
from riverlight.simulation.reviews import SeatTask
from riverlight.table.head import Head
from riverlight.table.session import Table
from riverlight.web import review_page

from tests.host.simulation.test_reviews import QUICK, played


@pytest.fixture
def reviewed(served: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Finished games of Pyramid and Canyon; a review is worked out at once, seat by seat."""

    def here(tasks: Sequence[SeatTask], play: Callable[[SeatTask], object], *, jobs: int) -> Iterator[object]:
        assert jobs > 1
        for task in tasks:
            yield play(task)

    monkeypatch.setattr(review_page, "_EFFORT", QUICK)
    monkeypatch.setattr(review_page, "run", here)
    monkeypatch.setattr(review_page.Reviews, "_start", review_page.Reviews._work)
    for name in ("pyramid", "canyon"):
        head = Head.create(name, game_named(name).app_options, ("Ada", "<Ben>", "Cleo"), 4, None)
        Table.from_moves(served.room.store, head, played(name, (0,), 4)[0])
    return served


def test_a_review_names_each_seats_costly_decisions_and_what_was_better(reviewed: Any) -> None:
    status, headers, text = reviewed.ask("GET", "/games/1/review")
    assert status == 200
    assert "refresh" not in headers
    assert text.count("decisions were as good as the best.") == 3
    assert "&lt;Ben&gt;" in text
    assert "Cost (treasures or amulets)" in text
    assert "/games/1/review" in reviewed.ask("GET", "/games")[2]


def test_decisions_are_named_and_explained_in_the_readers_language(reviewed: Any) -> None:
    row = re.compile(r"<tr><td>\d+</td><td>(.*?)</td><td>(.*?)</td><td>.*?</td><td>(.*?)</td></tr>")
    english = row.findall(reviewed.ask("GET", "/games/1/review")[2])
    german = row.findall(reviewed.ask("GET", "/games/1/review", headers={"Accept-Language": "de"})[2])
    assert len(english) == len(german) > 3
    named = [cell for *cells, _why in english for cell in cells]
    assert not [cell for cell in named if re.match("(step|move|die) ", cell)]
    assert not {why for *_cells, why in english if why} & {why for *_cells, why in german}
    assert {cell for *cells, _why in german for cell in cells} != set(named)


def test_luck_is_told_apart_from_play_where_cards_were_dealt(reviewed: Any) -> None:
    text = reviewed.ask("GET", "/games/2/review")[2]
    assert (
        len(re.findall(r"tricks: [\d.]+ expected from the cards dealt, \d+ taken\. Luck [+-][\d.]+, play", text)) == 3
    )


def test_a_review_in_progress_says_how_far_it_is_and_the_page_asks_again(
    served: Any, monkeypatch: pytest.MonkeyPatch, reviewed: Any
) -> None:
    monkeypatch.setattr(review_page.Reviews, "_start", lambda *_given: None)
    status, headers, text = served.ask("GET", "/games/1/review")
    assert (status, headers["refresh"]) == (200, "2")
    assert "0 of 3 seats reviewed…" in text
    assert reviewed is served


def test_a_game_with_secrets_has_no_review(served: Any) -> None:
    served.room.begin("canyon", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    status, _headers, text = served.ask("GET", "/games/1/review")
    assert status != 200
    assert "still secret" in text
    assert "/games/1/review" not in served.ask("GET", "/games")[2]


@pytest.mark.parametrize("error", [OptionError("The worker processes end again and again."), MemoryError()])
def test_a_review_that_fails_says_so_once_and_is_tried_again_only_when_asked(
    reviewed: Any, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Whatever ends the work, the page ends too: it does not ask again by itself for what never comes."""
    tried = []

    def breaks(tasks: Sequence[SeatTask], play: Callable[[SeatTask], object], *, jobs: int) -> Iterator[object]:  # noqa: ARG001
        tried.append(len(tasks))
        yield play(tasks[1])
        raise error

    def start(reviews: review_page.Reviews, *given: Any) -> None:
        with suppress(type(error)):  # it ends the review's own thread
            reviews._work(*given)

    works = review_page.run
    monkeypatch.setattr(review_page, "run", breaks)
    monkeypatch.setattr(review_page.Reviews, "_start", start)
    status, headers, text = reviewed.ask("GET", "/games/1/review")
    assert (status, "refresh" in headers, tried) == (500, False, [3])
    assert "The review could not be completed. Reload this page to try again." in text
    monkeypatch.setattr(review_page, "run", works)
    status, _headers, text = reviewed.ask("GET", "/games/1/review")
    assert (status, text.count("decisions were as good as the best.")) == (200, 3)
