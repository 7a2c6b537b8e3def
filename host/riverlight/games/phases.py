"""A phase machine for all games: a table of phases defines who acts, what is legal, why not, and what happens.

A :class:`Phase` is a row of that table, made of pure functions of the state. ``refuse`` *is* the rule: it returns None
exactly for the legal moves, so a reason always matches its rule. ``legal`` lists the same moves; :func:`allowed` can
derive it from ``refuse``. :class:`GameState` implements the engine contract from such a table, for all games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import get_annotations
from typing import ClassVar, Generic, Self, TypeVar, cast

from riverlight.errors import IllegalMove
from riverlight.games.contract import TABLE, Codec, Event, Move, MoveData, Result, Seat, not_a_move

__all__ = ["GameState", "Phase", "allowed", "nobody", "over", "the_table"]

_NOT_LISTED: Seat = -9
"""In place of the seat whose legal moves are cached."""

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

Actors = Callable[[S], tuple[Seat, ...]]
Legal = Callable[[S, Seat], tuple[Move, ...]]
Refuse = Callable[[S, Seat, Move], IllegalMove | None]
Play = Callable[[S, Seat, Move], tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Phase(Generic[S_contra]):
    """One phase of a game.

    Attributes:
        name: its name in views and records.
        clause: the rule that defines what to do.
        actors: (state) → the seats to act.
        legal: (state, seat) → the legal moves of a seat to act, sorted.
        refuse: (state, seat, move) → why a seat to act may not make this move; None if it may.
        play: (state, seat, move) → makes a legal move and returns the events.
        wait: (state, seat) → why a seat that is not to act may make no move.
        automatic: (state) → the move that the app makes now, None if people enter it; None if it never makes any.
    """

    name: str
    clause: str
    actors: Actors[S_contra]
    legal: Legal[S_contra]
    refuse: Refuse[S_contra]
    play: Play[S_contra]
    wait: Callable[[S_contra, Seat], IllegalMove]
    automatic: Callable[[S_contra], Move | None] | None = None


def allowed(candidates: Callable[[S], Iterable[Move]], refuse: Refuse[S]) -> Legal[S]:
    """Return the ``legal`` of a phase: the ``candidates`` that ``refuse`` accepts."""
    return lambda state, seat: tuple(move for move in candidates(state) if refuse(state, seat, move) is None)


def nobody(_state: object) -> tuple[Seat, ...]:
    """Return no actors: the game is over."""
    return ()


def the_table(_state: object) -> tuple[Seat, ...]:
    """Return the actors if chance or the people at the table decide."""
    return (TABLE,)


def over(clause: str, sentence: str) -> Phase[S]:
    """Return the phase of a finished game: nobody acts."""

    def wait(_state: S, _seat: Seat) -> IllegalMove:
        return IllegalMove(clause, sentence)

    def refuse(state: S, seat: Seat, _move: Move) -> IllegalMove:
        return wait(state, seat)

    def play(state: S, seat: Seat, _move: Move) -> tuple[Event, ...]:
        raise wait(state, seat)

    return Phase("over", clause, nobody, lambda _state, _seat: (), refuse, play, wait)


class GameState:
    """Base class of all games' states; see :class:`riverlight.games.contract.State`.

    A subclass declares its fields as annotations and ends with ``__slots__ = tuple(__annotations__)``; lists are
    changed in place and copied. ``phase`` is the index into its ``PHASES``.

    Class arguments:
        constant: fields that never change in a game, shared by all copies.
        derived: fields that are computed from others, and not part of the key.
    """

    __slots__ = ("_legal", "_listed")

    TITLE: ClassVar[str]
    KEY_FIELDS: ClassVar[tuple[str, ...]]
    PHASES: Mapping[str, Phase[Self]]

    phase: str
    seats: int
    codec: Codec[MoveData]
    ended: Result | None
    _legal: tuple[Move, ...]
    _listed: Seat

    def __init__(self) -> None:
        self._legal = ()
        self._listed = _NOT_LISTED

    def __init_subclass__(cls, constant: tuple[str, ...] = (), derived: tuple[str, ...] = ()) -> None:
        fields = get_annotations(cls)
        if fields:
            cls.KEY_FIELDS = tuple(name for name in fields if name not in (*constant, *derived))
            setattr(cls, "copy", _copier(fields))  # noqa: B010  (below it stands for its type)

    def to_act(self: Self) -> tuple[Seat, ...]:
        """Return the seats to act: one; several for sealed choices; ``(TABLE,)`` for chance; ``()`` at the end."""
        return self.PHASES[self.phase].actors(self)

    def legal(self: Self, seat: Seat) -> tuple[Move, ...]:
        """Return the legal moves of ``seat``, sorted; ``()`` for a seat not to act or an invalid seat."""
        if type(seat) is not int:
            return ()
        if seat == self._listed:
            return self._legal
        phase = self.PHASES[self.phase]
        if seat not in phase.actors(self):
            return ()
        legal = self._legal = phase.legal(self, seat)
        self._listed = seat
        return legal

    def verify(self: Self, seat: Seat, move: Move) -> None:
        """Raise :class:`~riverlight.errors.IllegalMove` with clause and reason unless ``move`` is legal now."""
        phase = self.PHASES[self.phase]
        acting = phase.actors(self)
        if not acting:
            raise phase.wait(self, TABLE)
        if type(seat) is not int or not self._is_move(move):
            raise not_a_move(phase.clause, self.TITLE, seat, move)
        if seat not in acting:
            raise phase.wait(self, seat)
        refusal = phase.refuse(self, seat, move)
        if refusal is not None:
            raise refusal

    def apply(self: Self, seat: Seat, move: Move) -> tuple[Event, ...]:
        """Play ``move`` and return the events. An illegal one raises ``IllegalMove`` and changes nothing."""
        if type(seat) is not int or type(move) is not int or seat != self._listed or move not in self._legal:
            self.verify(seat, move)
        self._listed = _NOT_LISTED
        return self.PHASES[self.phase].play(self, seat, move)

    def automatic(self: Self) -> Move | None:
        """Return the move of the table that the app makes now; None if people enter it or none is due."""
        automatic = self.PHASES[self.phase].automatic
        return None if automatic is None else automatic(self)

    def move_text(self, move: Move) -> str:
        """Return ``move`` as text."""
        return self.codec.text(move)

    def parse_move(self, text: str) -> Move:
        """Parse a move, legal or not; raises :class:`~riverlight.errors.MoveTextError`."""
        return self.codec.parse(text)

    def result(self) -> Result | None:
        """Return the result; None while the game is in progress."""
        return self.ended

    def copy(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError

    def key(self) -> bytes:
        """Return canonical bytes of the whole state: the constant part, then each field."""
        return repr([*self._played_with(), *(getattr(self, name) for name in self.KEY_FIELDS)]).encode()

    def _is_move(self, move: object) -> bool:
        """Return whether ``move``, any value, is a move that a phase can refuse with a reason."""
        return self.codec.is_move(move)

    def _played_with(self) -> tuple[object, ...]:
        """Return the constant part of the key."""
        raise NotImplementedError


def _copier(fields: Mapping[str, str]) -> Callable[[GameState], GameState]:
    """Return a function that copies a state field by field, generated like dataclasses' methods: three times as fast.

    A copy computes its legal moves itself, so that they are right even after its fields are changed, as in tests.
    """
    slices = {name: "[:]" if kind.startswith("list[") else "" for name, kind in fields.items()}
    copied = "".join(f" twin.{name} = self.{name}{end}\n" for name, end in slices.items())
    made: dict[str, object] = {"begin": GameState.__init__}
    exec(f"def copy(self):\n twin = self.__new__(self.__class__)\n begin(twin)\n{copied} return twin", made)  # noqa: S102
    return cast("Callable[[GameState], GameState]", made["copy"])
