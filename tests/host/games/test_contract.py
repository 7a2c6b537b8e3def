"""The engine contract, for every registered game, on random games with random options."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from riverlight.clauses import clauses
from riverlight.errors import IllegalMove, MoveTextError, OptionError
from riverlight.games.contract import EVERYONE, NOBODY, ONLY_SEAT, SPECTATOR, TABLE, State, Viewer, arguments
from riverlight.games.game import visible_events
from riverlight.games.registry import GAMES, game_named
from riverlight.games.transcript import Transcript, TranscriptMove, digest, read, replay, write

from tests.host.games.registrations import REGISTERED, chosen_move, new_random_game, played_through

GAMES_EACH = 12

every_game = pytest.mark.parametrize("name", GAMES)
random_games = pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in GAMES for seed in range(GAMES_EACH)])


def states(name: str, seed: int, every: int) -> Iterator[Any]:
    """Yield the state of a random game again and again, about once in ``every`` moves, and when it is over."""
    state = new_random_game(name, seed)
    choose = random.Random(seed)
    while state.to_act():
        if choose.randrange(every) == 0:
            yield state
        state.apply(*chosen_move(state, choose))
    yield state


def viewers(state: State, name: str) -> list[Viewer]:
    return [*range(state.seats), SPECTATOR, *game_named(name).panels]


def test_every_game_is_registered_for_these_tests() -> None:
    assert sorted(REGISTERED) == sorted(GAMES)


@random_games
def test_legal_moves_are_sorted_distinct_and_accepted(name: str, seed: int) -> None:
    for state in states(name, seed, every=5):
        for seat in (TABLE, *range(state.seats)):
            legal = state.legal(seat)
            assert isinstance(legal, tuple)
            assert list(legal) == sorted(set(legal))
            assert bool(legal) == (seat in state.to_act())
            for move in legal:
                state.verify(seat, move)


@random_games
def test_every_other_move_is_refused_with_a_clause_and_changes_nothing(name: str, seed: int) -> None:
    prefix = game_named(name).clause_prefix
    for state in states(name, seed, every=60):
        before = state.key()
        for seat in (TABLE, *range(state.seats)):
            for move in set(REGISTERED[name].every_move(state)) - set(state.legal(seat)):
                with pytest.raises(IllegalMove) as refused:
                    state.apply(seat, move)
                assert refused.value.clause in clauses()
                assert refused.value.clause.startswith(f"{prefix}-")
                assert refused.value.reason.endswith(".")
        assert state.key() == before


@random_games
def test_a_phase_refuses_exactly_the_moves_that_it_does_not_list(name: str, seed: int) -> None:
    """So a reason cannot drift from its rule."""
    for state in states(name, seed, every=60):
        phase = state.PHASES[state.phase]
        writable = {move for move in REGISTERED[name].every_move(state) if state.codec.is_move(move)}
        for seat in state.to_act():
            legal = set(state.legal(seat))
            assert {move for move in writable | legal if phase.refuse(state.copy(), seat, move) is None} == legal
            assert all(phase.wait(state, other).reason for other in range(state.seats) if other not in state.to_act())


@random_games
def test_a_copy_is_equal_and_independent(name: str, seed: int) -> None:
    for state in states(name, seed, every=20):
        if state.to_act():
            before = state.key()
            twin = state.copy()
            assert twin.key() == before
            assert twin.to_act() == state.to_act()
            played_through(twin, seed, most=40)
            assert twin.key() != before
            assert state.key() == before


@random_games
def test_a_game_is_its_list_of_moves(name: str, seed: int) -> None:
    """Replayed they give equal events and an equal state; without the last few, the state before those: undo."""
    state = new_random_game(name, seed)
    moves, events = played_through(state, seed)
    again = new_random_game(name, seed)
    repeated = []
    undone = random.Random(seed).randrange(len(moves))
    key_then = b""
    for number, (seat, move) in enumerate(moves):
        if number == undone:
            key_then = again.key()
        repeated.extend(again.apply(seat, move))
    assert repeated == events
    assert again.key() == state.key()
    shorter = new_random_game(name, seed)
    for seat, move in moves[:undone]:
        shorter.apply(seat, move)
    assert shorter.key() == key_then


@every_game
def test_the_seed_decides_all_chance(name: str) -> None:
    """The same seed and choices give the same game; the seed stands in the key from the beginning."""
    options = REGISTERED[name].options(random.Random(3))
    seats = game_named(name).seat_counts[0]
    first, second, other = (game_named(name).new(options, seats, seed) for seed in (5, 5, 6))
    assert first.key() == second.key() != other.key()
    assert played_through(first, 1) == played_through(second, 1)
    assert first.key() == second.key()


@every_game
def test_an_option_stands_in_the_key_only_where_it_departs_from_its_default(name: str) -> None:
    """So a game stored before an option was declared keeps its digest."""
    game = game_named(name)
    keys = {game.new({}, game.seat_counts[-1], 1).key(): "the default"}
    assert not [option.name for option in game.options if option.name.encode() in next(iter(keys))]
    for option in game.options:
        for value in option.values[1:]:
            key = game.new({option.name: value}, game.seat_counts[-1], 1).key()
            assert key not in keys, (option.name, value, keys[key])
            assert option.name.encode() in key
            keys[key] = f"{option.name} = {value}"


@random_games
def test_moves_round_trip_through_their_text(name: str, seed: int) -> None:
    state = new_random_game(name, seed)
    for move in REGISTERED[name].every_move(state):
        text = state.move_text(move)
        assert state.parse_move(text) == move
        assert text == " ".join(text.split())
        assert text.isascii()
    for nonsense in ("", "hello", "play", "move nowhere", "1 2 3", "\x00"):
        with pytest.raises(MoveTextError):
            state.parse_move(nonsense)


@random_games
def test_a_move_as_data_says_all_that_its_text_says(name: str, seed: int) -> None:
    """So nobody has to take a text apart: other data, another text; and its arguments are ready for JSON."""
    state = new_random_game(name, seed)
    moves = list(dict.fromkeys(REGISTERED[name].every_move(state)))
    data = [state.move_data(move) for move in moves]
    assert [each.text for each in data] == [state.move_text(move) for move in moves]
    assert all(each.text.split()[0] == each.verb for each in data)
    assert len({json.dumps([each.verb, arguments(each)]) for each in data}) == len(moves)


@random_games
def test_a_game_round_trips_through_its_transcript(name: str, seed: int) -> None:
    state = new_random_game(name, seed)
    moves, events = played_through(state, seed)
    names = tuple(f'Name {seat} \\ | "x"' for seat in range(state.seats))
    written = Transcript(
        game=name,
        board=name,
        seats=state.seats,
        names=names,
        seed=seed,
        options=state.options,
        moves=tuple(TranscriptMove(seat, state.move_text(move)) for seat, move in moves),
        result=state.result(),
        digest=digest(state),
    )
    text = write(written)
    found = read(text)
    assert found._replace(moves=tuple(move._replace(line=0) for move in found.moves)) == written
    assert write(found) == text
    last, repeated = replay(found)
    assert last.key() == state.key()
    assert repeated == events


@every_game
def test_every_event_type_says_who_may_see_it(name: str) -> None:
    game = game_named(name)
    own_words = {event_type.audience for event_type in game.event_types} - {EVERYONE, ONLY_SEAT, NOBODY}
    assert len({event_type.name for event_type in game.event_types}) == len(game.event_types)
    for event_type in game.event_types:
        assert event_type.audience, event_type
    assert all(isinstance(word, str) for word in own_words)


@random_games
def test_events_are_declared_json_and_shown_to_whom_they_may_be(name: str, seed: int) -> None:
    game = game_named(name)
    state = new_random_game(name, seed)
    _moves, events = played_through(state, seed)
    for event in events:
        assert event.type in game.event_types
        assert len(event.data) == len(event.type.fields)
        assert TABLE <= event.seat < state.seats
        json.dumps(event.to_json(), allow_nan=False)
        hash(event)
        for viewer in viewers(state, name):
            may_see = game.may_see(event, viewer)
            assert visible_events(game, [event], viewer) == ([event.to_json()] if may_see else [])
            if event.type.audience in (EVERYONE, ONLY_SEAT, NOBODY):
                audience = event.type.audience
                assert may_see is (audience == EVERYONE or (audience == ONLY_SEAT and viewer == event.seat))


@random_games
def test_a_view_is_json_for_every_viewer_and_changes_nothing(name: str, seed: int) -> None:
    for state in states(name, seed, every=30):
        before = state.key()
        for viewer in viewers(state, name):
            shown = state.view(viewer)
            assert json.loads(json.dumps(shown, allow_nan=False)) == shown
            assert state.view(viewer) == shown
        assert state.key() == before


@random_games
def test_there_is_a_result_exactly_when_nobody_is_to_act(name: str, seed: int) -> None:
    for state in states(name, seed, every=10):
        result = state.result()
        assert (result is None) == bool(state.to_act())
        if result is not None:
            assert result.winners
            assert list(result.winners) == sorted(set(result.winners) & set(range(state.seats)))
            assert result.way in REGISTERED[name].ways
            assert state.automatic() is None


@random_games
def test_the_app_moves_only_for_the_table(name: str, seed: int) -> None:
    for state in states(name, seed, every=1):
        automatic = state.automatic()
        if automatic is not None:
            assert state.to_act() == (TABLE,)
            assert automatic in state.legal(TABLE)


@every_game
def test_options_are_read_with_their_defaults(name: str) -> None:
    game = game_named(name)
    fresh = game.new({}, game.seat_counts[-1], 1)
    assert fresh.options == {option.name: option.values[0] for option in game.options}
    assert fresh.seats == game.seat_counts[-1]


@every_game
def test_unknown_options_values_and_seat_counts_are_refused(name: str) -> None:
    game = game_named(name)
    for options, seats in (
        ({"no such option": "on"}, game.seat_counts[0]),
        ({game.options[0].name: "no such value"}, game.seat_counts[0]),
        ({}, max(game.seat_counts) + 1),
        ({}, 0),
        ({}, -1),
    ):
        with pytest.raises(OptionError):
            game.new(options, seats, 1)


@every_game
def test_every_option_stands_in_a_clause(name: str) -> None:
    for option in game_named(name).options:
        assert option.clause in clauses()
        assert option.help.endswith(".")
        assert len(option.values) > 1
