"""An engine refuses any value that is not a legal move or a seat with IllegalMove, and stays unchanged."""

from __future__ import annotations

import random
from enum import IntEnum
from functools import cache
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from riverlight.clauses import clauses
from riverlight.errors import IllegalMove, MoveTextError
from riverlight.games.contract import SPECTATOR, TABLE, Event, State
from riverlight.games.registry import GAMES, game_named

from tests.host.games.registrations import REGISTERED, chosen_move

PHASES = {name: set(game.new({}, game.seat_counts[-1], 1).PHASES) for name, game in GAMES.items()}

every_game = pytest.mark.parametrize("name", GAMES)


class EqualToAll:
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class EqualRaises:
    """Cannot be compared."""

    def __eq__(self, other: object) -> NoReturn:
        raise RuntimeError

    def __hash__(self) -> int:
        return 0


class HashRaises:
    """Cannot be hashed."""

    def __hash__(self) -> NoReturn:
        raise RuntimeError


class Unprintable:
    """Cannot be shown, nor asked whether it is true."""

    def __repr__(self) -> NoReturn:
        raise RuntimeError

    __str__ = __repr__
    __bool__ = __repr__  # type: ignore[assignment]


class LikeAnInteger:
    """Can be made an integer."""

    def __index__(self) -> int:
        return 1

    __int__ = __index__


class OwnInteger(int):
    """An integer of another class."""


class Numbered(IntEnum):
    """A member of an enumeration."""

    ONE = 1


class NameRaises(type):
    """A class that does not say its name."""

    @property
    def __name__(cls) -> NoReturn:  # type: ignore[override]
        raise RuntimeError

    def __repr__(cls) -> NoReturn:
        raise RuntimeError


class Nameless(metaclass=NameRaises):
    """Of a class that does not say its name."""


class NothingWorks:
    """Has no attribute that can be asked for."""

    def __getattribute__(self, _name: str) -> NoReturn:
        raise RuntimeError


class Exits:
    """Ends the program when it is shown."""

    def __repr__(self) -> NoReturn:
        raise SystemExit


class EqualUnsaid:
    """Compares to something that is neither true nor false, as arrays do."""

    def __eq__(self, other: object) -> Any:
        return Unprintable()

    def __hash__(self) -> int:
        return 0


class OwnText(str):
    """A text of another class, equal to all, that cannot be taken apart."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> NoReturn:
        raise RuntimeError

    split = splitlines = __str__ = __format__ = __getitem__ = __repr__  # type: ignore[assignment]


LONG_NAMED = type("x" * 100_000, (), {})

ODD = (EqualToAll, EqualRaises, HashRaises, Unprintable, LikeAnInteger, LONG_NAMED, object)
ODDER = (EqualUnsaid, Exits, Nameless, NothingWorks, OwnText)  # Hypothesis cannot show these itself


def deep(depth: int) -> tuple[Any, ...]:
    """Return tuples in one another, too deep to be shown."""
    nested: tuple[Any, ...] = ()
    for _ in range(depth):
        nested = (nested,)
    return nested


FAR = (
    *(kind() for kind in ODD + ODDER),
    Nameless,
    Numbered.ONE,
    OwnInteger(1),
    OwnText("pace 3"),
    OwnText("tomb"),
    True,
    1.0,
    float("nan"),
    10**1_000_000,
    -(10**1_000_000),
    1 << 63,
    -2,
    99,
    deep(50_000),
    [[]],
    b"pace 3",
    "\ud800",
    "pace \ud800",
    "pace " + "9" * 100_000,
    "pace \u0663",
    "\0",
    "",
)
"""Values that no caller means, each of which is tried everywhere."""

scalars = (
    st.none()
    | st.booleans()
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=20)
    | st.binary(max_size=20)
    | st.integers()
    | st.integers(-3, 600)
    | st.integers(1 << 20, 1 << 22)
    | st.integers(1 << 26, 1 << 28)
    | st.sampled_from([1, -1]).map(lambda sign: sign << 100_000)
    | st.sampled_from([Numbered.ONE, OwnInteger(1), OwnInteger(64), int, range(3)])
    | st.sampled_from(ODD).map(lambda kind: kind())
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=6,
)


def phase_of(state: Any) -> Any:
    return state.phase


@cache
def states(name: str) -> tuple[State, ...]:
    """Return two states of each phase, from random games with random options."""
    found: dict[Any, list[State]] = {}
    for seed in range(80):
        choose = random.Random(f"{name} {seed}")
        game = game_named(name)
        state = game.new(REGISTERED[name].options(choose), choose.choice(game.seat_counts), seed)
        while True:
            here = found.setdefault(phase_of(state), [])
            if not here or (len(here) < 2 and choose.random() < 0.2):
                here.append(state.copy())
            if not state.to_act():
                break
            state.apply(*chosen_move(state, choose))
        if PHASES[name] <= set(found) and all(len(here) == 2 for here in found.values()):
            break
    return tuple(state for here in found.values() for state in here)


@every_game
def test_there_are_states_of_every_phase(name: str) -> None:
    assert {phase_of(state) for state in states(name)} == PHASES[name]


@every_game
@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(value=values)
def test_any_value_as_a_move_is_refused(name: str, value: Any) -> None:
    for state in states(name):
        before = state.key()
        for seat in (TABLE, *range(state.seats)):
            if type(value) is int and value in state.legal(seat):
                continue
            for call in (state.verify, state.apply):
                with pytest.raises(IllegalMove) as refused:
                    call(seat, value)
                assert refused.value.clause in clauses()
                assert len(refused.value.sentence) < 2000
        assert state.key() == before


@every_game
@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(value=values)
def test_any_value_as_a_seat_is_refused(name: str, value: Any) -> None:
    for state in states(name):
        if type(value) is int and TABLE <= value < state.seats:
            continue
        before = state.key()
        assert state.legal(value) == ()
        for move in [move for seat in state.to_act() for move in state.legal(seat)[:1]] or [1]:
            for call in (state.verify, state.apply):
                with pytest.raises(IllegalMove) as refused:
                    call(value, move)
                assert len(refused.value.sentence) < 2000
        assert state.key() == before


@every_game
def test_what_only_equals_a_legal_move_or_a_seat_is_refused(name: str) -> None:
    """1.0, True and an integer's subclass equal 1, and would be stored in the state."""
    for state in states(name):
        before = state.key()
        for seat in state.to_act():
            for move in state.legal(seat):
                for twin in (float(move), OwnInteger(move), complex(move), EqualToAll()):
                    with pytest.raises(IllegalMove):
                        state.apply(seat, twin)
                for other in (float(seat), OwnInteger(seat), EqualToAll(), bool(seat)):
                    with pytest.raises(IllegalMove):
                        state.apply(other, move)
        assert state.key() == before


@every_game
@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(value=values)
def test_any_value_as_the_text_of_a_move_is_read_or_refused(name: str, value: Any) -> None:
    state = states(name)[0]
    try:
        move = state.parse_move(value)
    except MoveTextError:
        return
    assert state.parse_move(state.move_text(move)) == move


@every_game
def test_a_far_fetched_value_is_refused_as_a_move_a_seat_and_a_text(name: str) -> None:
    for value in FAR:
        for state in states(name)[::4]:
            before = state.key()
            seat = state.to_act()[0] if state.to_act() else 0
            assert state.legal(value) == ()
            for asked in ((seat, value), (value, 1)):
                with pytest.raises(IllegalMove) as refused:
                    state.verify(*asked)
                assert len(refused.value.sentence) < 2000
            with pytest.raises(MoveTextError) as unread:
                state.parse_move(value)
            assert len(unread.value.sentence.encode()) < 2000
            assert state.key() == before


@every_game
def test_a_far_fetched_viewer_sees_what_a_spectator_sees(name: str) -> None:
    """Among them seats that the game does not have."""
    for state in states(name):
        seen = state.view(SPECTATOR)
        for value in (*FAR, state.seats, TABLE):
            assert state.view(value) == seen


@every_game
def test_a_far_fetched_viewer_sees_no_event_of_a_seat(name: str) -> None:
    game = game_named(name)
    for kind in game.event_types:
        event = Event(kind, 1, (0,) * len(kind.fields))
        for value in FAR:
            assert game.may_see(event, value) == game.may_see(event, SPECTATOR)


@every_game
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(value=values)
def test_any_value_as_a_viewer_sees_what_a_spectator_sees(name: str, value: Any) -> None:
    """Unless it is a seat or a panel: nobody comes to see a secret by a viewer that nobody expected."""
    if type(value) in (int, str):
        return
    for state in states(name):
        assert state.view(value) == state.view(SPECTATOR)
