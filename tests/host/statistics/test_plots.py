"""Plots of games: what they count is what happened, drawn for every game that is kept as text."""

import re
from pathlib import Path

import pytest
from riverlight.clauses import seeds_folder
from riverlight.engines.transcript import read
from riverlight.statistics import plots_of
from riverlight.statistics.canyon import paces, race
from riverlight.statistics.niagara import by_round
from riverlight.statistics.plot import Lines, Scatter, running
from riverlight.table.game_text import head_of, transcript_of
from riverlight.table.history import History
from riverlight.table.seats import seat_cards
from riverlight.web.plots import draw_plot

from shared_rules.board import distances

GOLDEN = sorted((seeds_folder() / "games").glob("*.txt"))


def history_of(path: Path) -> History:
    game = read(path.read_text(encoding="utf-8"))
    history, _rows = History.of_moves(head_of(game), [(move.seat, move.text) for move in game.moves])
    return history


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_game_has_plots_with_a_place_for_each_seat_and_round(path):
    history = history_of(path)
    plots = plots_of(history)
    assert plots
    cards = seat_cards(history.head.seat_names)
    for plot in plots:
        assert len(plot.points if isinstance(plot, Scatter) else plot.series) == len(cards)
        if isinstance(plot, Lines):
            assert len({len(line) for line in plot.series}) == 1
        drawing = draw_plot(plot, cards)
        assert "nan" not in drawing
        assert " style=" not in drawing
        for card in cards:
            assert card["name"] in drawing


@pytest.mark.parametrize("name", [path.stem for path in GOLDEN if path.stem.startswith("canyon")])
def test_the_race_ends_at_home_for_those_who_came_home(name):
    history = history_of(seeds_folder() / "games" / f"{name}.txt")
    lines, scatter = plots_of(history)
    view = history.state.view("spectator")
    home = {seat for seat, landing in enumerate(view["home"]) if landing}
    assert {seat for seat, line in enumerate(lines.series) if line[-1] == 0} == home
    assert all(len(points) == view["round"] for points in scatter.points)


def test_the_race_and_the_paces_are_counted_round_by_round():
    river = history_of(GOLDEN[0]).head.board
    first, second = river.space_ids[:2]
    events = [
        {"event": "placed", "seat": 0, "space": first},
        {"event": "round", "seat": -1},
        {"event": "earned", "seat": 0, "pace": 2, "won": 1},
        {"event": "moved", "seat": 0, "from": first, "to": second},
        {"event": "round", "seat": -1},
        {"event": "earned", "seat": 0, "pace": 1, "won": 1},
        {"event": "home", "seat": 0, "landing": "-"},
    ]
    far = distances(river.core)
    assert race(events, 1, river) == ((far[0], far[1], 0),)
    assert paces(events, 1) == (((2, 1), (1, 1)),)


def test_counts_by_round_and_their_sums():
    events = [
        {"event": "scored", "seat": 1},
        {"event": "round", "seat": -1},
        {"event": "scored", "seat": 1},
        {"event": "scored", "seat": 0},
        {"event": "lost", "seat": 0},
    ]
    counts = by_round(events, "scored", 2)
    assert counts == [[0, 1], [1, 1]]
    assert running(counts) == ((0, 0, 1), (0, 1, 2))


def test_a_game_that_has_hardly_begun_is_drawn_too():
    cards = seat_cards(["Ada", "Ben"])
    for plot in (
        Lines("Nothing yet", "gems", 0, ((0,), (0,))),
        Lines("Not placed", "steps", 0, ((None,), (None,)), is_down=True),
        Scatter("No round", "pace", "tricks", "tricks of pace", ((), ())),
    ):
        drawing = draw_plot(plot, cards)
        assert re.search(r'<svg viewBox="0 0 640 320" role="img" aria-label="', drawing)


def test_a_game_written_and_read_again_has_the_same_plots():
    history = history_of(GOLDEN[0])
    game = transcript_of(history)
    again, _rows = History.of_moves(head_of(game), [(move.seat, move.text) for move in game.moves])
    assert plots_of(again) == plots_of(history)
