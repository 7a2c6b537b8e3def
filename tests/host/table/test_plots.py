"""Plots of games: what they count is what happened, drawn for every game in ``seeds/games``."""

import re
from pathlib import Path

import pytest
from riverlight.clauses import seeds_folder
from riverlight.games.canyon.statistics import paces, race
from riverlight.games.niagara.statistics import by_colour
from riverlight.games.plots import Lines, Part, Parts, Scatter, by_round, running
from riverlight.games.pyramid.statistics import caught_on, played_of
from riverlight.games.seats import seat_cards
from riverlight.games.transcript import read
from riverlight.table.game_text import head_of, transcript_of
from riverlight.table.history import History
from riverlight.table.statistics import plots_of
from riverlight.web.plots import draw_plot

from shared_rules.board import distances

BLUE, PINK = 3, 4
GOLDEN = sorted((seeds_folder() / "games").glob("*.txt"))


def history_of(path: Path) -> History:
    game = read(path.read_text(encoding="utf-8"))
    history, _rows = History.from_moves(head_of(game), [(move.seat, move.text) for move in game.moves])
    return history


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_game_has_plots_with_a_place_for_each_seat_and_round(path):
    history = history_of(path)
    plots = plots_of(history)
    assert plots
    cards = seat_cards(history.head.seat_names)
    for plot in plots:
        places = {Lines: "series", Scatter: "points", Parts: "counts"}
        assert len(getattr(plot, places[type(plot)])) == len(cards)
        if isinstance(plot, Lines):
            assert len({len(line) for line in plot.series}) == 1
        drawing = draw_plot(plot, cards)
        assert not re.search(r"\bnan\b", drawing)
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


@pytest.mark.parametrize("name", [path.stem for path in GOLDEN if path.stem.startswith("niagara")])
def test_gems_by_their_colours_are_those_that_lie_ashore(name):
    """NIA-22: what was paid for a canoe is gone."""
    history = history_of(seeds_folder() / "games" / f"{name}.txt")
    (ashore,) = [plot for plot in plots_of(history) if isinstance(plot, Parts)]
    view = history.state.view("spectator")
    assert [list(counts) for counts in ashore.counts] == [list(each.values()) for each in view["scored"]]
    assert [part.sign.removeprefix("gem-") for part in ashore.parts] == list(view["scored"][0])
    over_rounds = plots_of(history)[0]
    assert [line[-1] for line in over_rounds.series] == [sum(counts) for counts in ashore.counts]


@pytest.mark.parametrize("name", [path.stem for path in GOLDEN if path.stem.startswith("pyramid")])
def test_treasures_and_catches_by_their_colours_are_all_that_there_were(name):
    """PYR-10, PYR-13: each treasure played, and each catch where it was seen."""
    history = history_of(seeds_folder() / "games" / f"{name}.txt")
    played_over_rounds, played, caught_over_rounds, caught = plots_of(history)
    for lines, parts in ((played_over_rounds, played), (caught_over_rounds, caught)):
        assert [line[-1] for line in lines.series] == [sum(counts) for counts in parts.counts]
    view = history.state.view("spectator")
    assert sum(map(sum, caught.counts)) == view["taken"]
    for number, part in enumerate(played.parts):
        colour = part.sign.removeprefix("treasure-")
        told = [owner for owner in range(len(played.counts)) for _ in range(played.counts[owner][number])]
        assert told == sorted(view["owners"][marker] for _, each, marker in view["played"] if each == colour)


def test_a_catch_counts_by_the_treasure_on_which_it_was_seen_and_last_by_none():
    board = history_of(seeds_folder() / "games" / "pyramid-amulets.txt").head.board
    events = [{"event": "caught", "seat": seat, "space": space} for seat, space in ((1, "a1"), (1, "b1"), (2, "h9"))]
    assert caught_on(events, 3, board) == ((0,) * 6, (1, 0, 0, 0, 0, 1), (0, 0, 1, 0, 0, 0))
    events = [{"event": "treasure", "seat": 2, "colour": colour} for colour in ("green", "red", "green")]
    assert played_of(events, 3) == ((0,) * 5, (0,) * 5, (1, 0, 0, 0, 2))


def test_a_gem_that_bought_a_canoe_back_lies_ashore_no_more():
    """NIA-22."""
    events = [{"event": "scored", "seat": 1, "colour": colour} for colour in (BLUE, BLUE, PINK)]
    events.append({"event": "bought", "seat": 1, "colour": BLUE})
    assert by_colour(events, 2) == ((0,) * 5, (0, 0, 0, 1, 1))


def test_each_piece_is_drawn_by_its_own_sign_and_all_of_them_fit():
    cards = seat_cards(["Ada", "Ben"])
    parts = (Part("red", "treasure-red"), Part("blue", "treasure-blue"))
    drawing = draw_plot(Parts("Treasures", parts, ((0, 3), (40, 2))), cards)
    assert drawing.count("#treasure-red") == 40
    assert drawing.count("#treasure-blue") == 5
    assert 'viewBox="0 0 640 104"' in drawing
    found = re.findall(r'<use href="#treasure-\w+" x="(\S+)" y="\S+" width="(\S+)"', drawing)
    places = [(float(x), float(size)) for x, size in found]
    assert len(places) == 45
    assert all(x >= 56 and x + size <= 592 for x, size in places)
    assert re.search(r"<th[^>]*>red</th><th[^>]*>blue</th><th[^>]*>total</th>", drawing)
    assert "<td>40</td><td>2</td><td>42</td>" in drawing


def test_a_game_that_has_hardly_begun_is_drawn_too():
    cards = seat_cards(["Ada", "Ben"])
    for plot in (
        Lines("Nothing yet", "gems", 0, ((0,), (0,))),
        Lines("Not placed", "steps", 0, ((None,), (None,)), is_down=True),
        Scatter("No round", "pace", "tricks", "tricks of pace", ((), ())),
        Parts("Nothing caught", (Part("red", "treasure-red"),), ((0,), (0,))),
    ):
        drawing = draw_plot(plot, cards)
        assert re.search(r'<svg viewBox="0 0 640 (320|104)" role="img" aria-label="', drawing)


def test_a_game_written_and_read_again_has_the_same_plots():
    history = history_of(GOLDEN[0])
    game = transcript_of(history)
    again, _rows = History.from_moves(head_of(game), [(move.seat, move.text) for move in game.moves])
    assert plots_of(again) == plots_of(history)
