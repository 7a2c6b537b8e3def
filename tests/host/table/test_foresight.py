"""Forecasts are shown before an event, and are what then happens."""

import pytest
from riverlight.clauses import seeds_folder
from riverlight.games.transcript import read
from riverlight.table.game_text import head_of
from riverlight.table.history import History

GAMES = sorted(path.stem for path in (seeds_folder() / "games").glob("*.txt"))


def moments(name):
    """Return the head, and for each entry the view before it with the events of it."""
    game = read((seeds_folder() / "games" / f"{name}.txt").read_text(encoding="utf-8"))
    history, _rows = History.from_moves(head_of(game), [(move.seat, move.text) for move in game.moves])
    entries = [history.opening, *history.entries]
    views = [entry.after.view("spectator") for entry in entries]
    return history.head, list(zip(views, [entry.events for entry in entries[1:]], strict=False))


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("canyon")])
def test_the_drift_that_is_foretold_is_the_one_that_comes_with_all_it_pushes(name):
    """CAN-18, CAN-19, CAN-20."""
    head, told = moments(name)
    drifts = 0
    for view, events in told:
        seen = head.game.interface.forecast(view, head)
        if view["activity"]["kind"] != "drift":
            assert seen is None
            continue
        drifts += 1
        came = [event.to_json() for event in events if event.type.name in ("drifted", "pushed", "fell")]
        assert sorted(map(tuple, seen["arrows"])) == sorted((event["from"], event["to"]) for event in came)
        for event in came:
            assert head.seat_names[event["seat"]] in seen["sentence"]
        assert ("back to the cave" in seen["sentence"]) == any(event["event"] == "fell" for event in came)
    assert drifts or name == "canyon-single"  # where nobody drifts


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("niagara")])
def test_no_canoe_goes_over_the_fall_unforetold(name):
    """NIA-18, NIA-19."""
    head, told = moments(name)
    for view, events in told:
        lost = [event.to_json() for event in events if event.type.name == "lost"]
        if view["phase"] != "flow" or not lost:
            continue
        seen = head.game.interface.forecast(view, head)
        assert seen is not None
        for event in lost:
            assert head.seat_names[event["seat"]] in seen["sentence"]
