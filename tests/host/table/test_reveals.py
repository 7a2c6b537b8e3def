"""Whatever showed some viewer what it could not know is marked as a reveal: worked out from the views, not from a list.

Two games that a viewer cannot tell apart are given the same move. Where it can tell them apart afterwards, that entry
showed it something, and is not undone by who learned it alone.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from riverlight.games.contract import SPECTATOR, TABLE, Seat, State, Viewer
from riverlight.games.game import visible_events
from riverlight.games.pyramid import prowl
from riverlight.games.registry import GAMES, game_named
from riverlight.table.entries import Entry
from riverlight.table.head import Head
from riverlight.table.history import History

from tests.host.games.registrations import REGISTERED, chosen_move
from tests.host.games.test_canyon_secrecy import swapped_cards, swapped_paces
from tests.host.table import pyramid_twins

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")


def entry_of(name: str, state: State, seat: Seat, move: Any) -> Entry:
    """Return the entry that ``move`` makes after ``state``, the app's own moves included."""
    head = Head(game_named(name), dict(state.options), NAMES[: state.seats], 1, None)
    history = History(head)
    history.opening = Entry(TABLE, (), (), reveals=False, after=state)
    entry = history.prepare_move(seat, move).entry
    assert entry is not None
    return entry


def seen(name: str, entry: Entry, viewer: Viewer) -> str:
    """Return what ``viewer`` sees of an entry: its events, and the view after it."""
    return json.dumps([visible_events(game_named(name), entry.events, viewer), entry.after.view(viewer)])


def viewers(name: str, state: State) -> list[Viewer]:
    return [*range(state.seats), SPECTATOR, *game_named(name).panels]


def learned(name: str, one: State, other: State) -> Iterator[tuple[Viewer, Entry]]:
    """Yield who learns something, and from which entry, of viewers who could not distinguish two states."""
    blind = [viewer for viewer in viewers(name, one) if json.dumps(one.view(viewer)) == json.dumps(other.view(viewer))]
    for seat in set(one.to_act()) & set(other.to_act()):
        for move in sorted(set(one.legal(seat)) & set(other.legal(seat)))[:4]:
            if one.automatic() is not None or other.automatic() is not None:
                continue
            entries = [entry_of(name, state, seat, move) for state in (one, other)]
            for viewer in blind:
                if seen(name, entries[0], viewer) != seen(name, entries[1], viewer):
                    yield viewer, entries[0]
                    yield viewer, entries[1]


def twins(name: str, seed: int) -> Iterator[tuple[State, State]]:
    """Yield pairs of states of a random game that differ in what some viewers may not know."""
    choose = random.Random(seed)
    if name == "pyramid":
        # A hunter that must play a treasure reveals something by not playing one, but learns nothing itself.
        for state in pyramid_twins.random_states(seed, 2, treasure="optional"):
            if state.result() is None:
                yield state, pyramid_twins.swapped(state, choose)
        return
    options = REGISTERED[name].options(choose) | {"cards": "app"} | ({"entry": "cards"} if name == "canyon" else {})
    game = game_named(name)
    state: Any = game.new(options, choose.choice(game.seat_counts), seed)
    for _ in range(150):
        if not state.to_act():
            return
        if name == "canyon":
            for swap in (swapped_cards, swapped_paces):
                twin = swap(state, SPECTATOR, choose)
                if twin is not None:
                    yield state.copy(), twin
        else:
            yield from _sealed_otherwise(state, choose)
        state.apply(*chosen_move(state, choose))


def _sealed_otherwise(state: Any, choose: random.Random) -> Iterator[tuple[State, State]]:
    """Yield a state of Niagara and one in which a sealed card is another that its seat still has."""
    for seat in range(state.seats):
        if state.chosen[seat] >= 0 and state.revealed[seat] < 0:
            twin = state.copy()
            left = [card for card in range(7) if not state.used[seat] >> card & 1]
            twin.chosen[seat] = choose.choice(left)
            if twin.chosen[seat] != state.chosen[seat]:
                yield state.copy(), twin


def entries_that_teach(name: str, seeds: range) -> list[tuple[Viewer, Entry]]:
    return [found for seed in seeds for one, other in twins(name, seed) for found in learned(name, one, other)]


@pytest.mark.parametrize("name", GAMES)
def test_what_shows_a_viewer_a_hidden_fact_is_a_reveal(name: str) -> None:
    """A step of the mummy, a sealed card or pace that is shown, a card from a hidden hand, a treasure."""
    found = entries_that_teach(name, range(3))
    assert len(found) > 10
    unmarked = {(viewer, entry.moves[0][1].split()[0]) for viewer, entry in found if not entry.reveals}
    assert unmarked == set()


@pytest.mark.parametrize("name", GAMES)
def test_what_shows_a_draw_of_the_app_is_a_reveal(name: str) -> None:
    """Two games of other seeds, played alike, differ first in an entry that shows something drawn."""
    compared = 0
    for seed in range(12):
        choose = random.Random(seed)
        options = REGISTERED[name].options(choose)
        game = game_named(name)
        heads = [Head.create(name, options, NAMES[: game.seat_counts[-1]], seed + 100 * each, None) for each in (0, 1)]
        one, other = (History(head) for head in heads)
        for history in (one, other):
            history.make_due_moves()
        for _ in range(80):
            states = one.state, other.state
            views = [json.dumps([state.view(each) for each in viewers(name, state)]) for state in states]
            if views[0] != views[1]:
                assert one.last.reveals, one.last.moves
                assert other.last.reveals, other.last.moves
                compared += 1
                break
            if not states[0].to_act():
                break
            seat = states[0].to_act()[0]
            move = choose.choice(states[0].legal(seat))
            for history in (one, other):
                history.apply(history.prepare_move(seat, move))
    assert compared > 0


def test_a_reveal_that_nobody_marked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-12: as if a step of the mummy showed nothing."""
    monkeypatch.setattr(prowl.e, "STEPPED", prowl.e.STEPPED._replace(reveals=False))
    assert {viewer for viewer, entry in entries_that_teach("pyramid", range(3)) if not entry.reveals} >= {0, SPECTATOR}


@pytest.mark.parametrize("name", GAMES)
def test_the_game_names_as_secret_whatever_a_viewer_could_not_tell_apart(name: str) -> None:
    """And what it names does not depend on the facts themselves."""
    compared = 0
    for seed in range(3):
        for one, other in twins(name, seed):
            if one.key() == other.key():
                continue
            named, again = (game_named(name).secrets(state) for state in (one, other))
            assert named == again
            for viewer in (SPECTATOR, *range(one.seats)):
                if json.dumps(one.view(viewer)) == json.dumps(other.view(viewer)):
                    assert any(viewer not in secret.known_to for secret in named), viewer
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_secret_once_a_game_is_over(name: str) -> None:
    choose = random.Random(5)
    game = game_named(name)
    state: Any = game.new(REGISTERED[name].options(choose), game.seat_counts[-1], 5)
    while state.to_act():
        state.apply(*chosen_move(state, choose))
    assert game.secrets(state) == ()
