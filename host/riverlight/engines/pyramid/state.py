"""A game of Pyramid under way: hunters' turns, the mummy's walk, treasures and catches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riverlight.boards import Board
from riverlight.engines import generator
from riverlight.engines.contract import TABLE, Event, Result, Seat, Viewer
from riverlight.engines.pyramid import aid, legality, view
from riverlight.engines.pyramid import moves as m
from riverlight.engines.pyramid import options as e
from riverlight.engines.pyramid.legality import (
    CHOOSE,
    DEAL,
    INTERRUPT,
    MOVE,
    MUMMY,
    MUMMY_ROLL,
    MUMMY_SEAT,
    OVER,
    ROLL,
    START,
    TREASURE,
)
from shared_rules import pyramid as maze
from shared_rules.board import NONE

_DICE = 5
_NO_DIE = 0
_MUTABLE = ("hunters", "amulets", "cards", "held", "played", "guesses", "walk")
_PLAIN = (
    "mummy",
    "phase",
    "marker",
    "set_aside",
    "faces",
    "thrown",
    "die",
    "steps_left",
    "taken",
    "round",
    "last_caught",
    "due",
    "generator",
    "ended",
)


class PyramidState:
    """See :class:`riverlight.engines.contract.State`. Seat 0 is the mummy; a *marker* is a hunter's piece.

    With two people the second plays two markers, otherwise each hunter seat has one. A *holder* has cards: a marker, or
    both together.
    """

    __slots__ = ("board", "may_reenter", "options", "owners", "seats", *_MUTABLE, *_PLAIN)

    options: Mapping[str, str]
    seats: int
    board: Board
    owners: tuple[Seat, ...]
    may_reenter: bool
    hunters: list[int]
    amulets: list[int]
    cards: list[tuple[int, ...]]
    held: list[tuple[int, ...]]
    played: list[tuple[int, int]]
    guesses: list[int]
    walk: list[int]
    mummy: int
    phase: str
    marker: int
    set_aside: int
    faces: tuple[int, ...]
    thrown: int
    die: int
    steps_left: int
    taken: int
    round: int
    last_caught: int
    due: int
    generator: int
    ended: Result | None

    @classmethod
    def first(cls, options: Mapping[str, str], seats: int, seed: int, board: Board) -> PyramidState:
        """Return the set-up of PYR-3 and PYR-4."""
        state = cls()
        state.options = options
        state.seats = seats
        state.board = board
        state.owners = (1, 1) if seats == 2 else tuple(range(1, seats))
        state.may_reenter = options["reenter_safe"] == "on"
        markers = len(state.owners)
        entrance = maze.entrance(board.core)
        state.hunters = [entrance] * markers
        state.mummy = maze.sarcophagus(board.core)
        state.amulets = [3] * markers
        holders = 1 if seats == 2 and options["two_player_cards"] == "shared" else markers
        state.cards = [()] * holders
        state.held = [(markers // holders,) * 5] * holders
        state.played = []
        state.guesses = [aid.only(entrance)] * markers
        state.walk = []
        state.marker = 0
        state.set_aside = 0
        state.faces = ()
        state.thrown = 0
        state.die = _NO_DIE
        state.steps_left = 0
        state.taken = 0
        state.round = 1
        state.last_caught = -1
        state.due = 0
        state.generator = generator.seeded(seed)
        state.ended = None
        state.phase = START
        if options["cards"] == "app":
            state.phase = DEAL
            state.due = m.DEAL
        return state

    # The contract

    def to_act(self) -> tuple[Seat, ...]:
        """Return who may move now."""
        if self.phase == OVER:
            return ()
        if self.phase in {DEAL, ROLL, MUMMY_ROLL}:
            return (TABLE,)
        return (MUMMY_SEAT,) if self.phase in {MUMMY, INTERRUPT} else (self.owners[self.marker],)

    def legal(self, seat: Seat) -> tuple[int, ...]:
        """Return the legal moves of ``seat``, sorted."""
        return legality.legal_moves(self, seat)

    def verify(self, seat: Seat, move: int) -> None:
        """Raise :class:`~riverlight.errors.IllegalMove` unless ``move`` is legal."""
        if move not in legality.legal_moves(self, seat):
            raise legality.refusal(self, seat, move)

    def apply(self, seat: Seat, move: int) -> tuple[Event, ...]:
        """Play ``move``; an illegal one raises and changes nothing."""
        self.verify(seat, move)
        events: list[Event] = []
        phase = self.phase
        if phase in {MUMMY, INTERRUPT}:
            self._walk(move, events)
        elif phase == ROLL:
            self._rolled(m.faces_of(move), events)
        elif phase == CHOOSE:
            self._choose(move, events)
        elif phase == MOVE:
            self._move(move - m.MOVE, events)
        elif phase == START:
            self._start(move, events)
        elif phase == TREASURE:
            self._treasure(move, events)
        elif phase == MUMMY_ROLL:
            self._mummy_rolled(m.faces_of(move)[0], events)
        else:
            self._deal(events)
        return tuple(events)

    def automatic(self) -> int | None:
        """Return the deal or the throw that the app makes by itself (PYR-20)."""
        return self.due or None

    def move_text(self, move: int) -> str:
        """Return the move as people write it."""
        return m.text_of(move, self.board.space_ids)

    def parse_move(self, text: str) -> int:
        """Return the move that ``text`` means; raises :class:`~riverlight.errors.MoveTextError`."""
        return m.move_of(text, self.board.index)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Return all that ``viewer`` may see."""
        return view.view_of(self, viewer)

    def result(self) -> Result | None:
        """Return the result, None while the game goes on."""
        return self.ended

    def copy(self) -> PyramidState:
        """Return an independent copy."""
        twin = PyramidState()
        twin.options = self.options
        twin.seats = self.seats
        twin.board = self.board
        twin.owners = self.owners
        twin.may_reenter = self.may_reenter
        for name in _MUTABLE:
            setattr(twin, name, getattr(self, name)[:])
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        return twin

    def key(self) -> bytes:
        """Return canonical bytes of everything in the state."""
        parts = [self.board.core.hash, sorted(self.options.items()), self.seats]
        parts += [getattr(self, name) for name in (*_MUTABLE, *_PLAIN)]
        return repr(parts).encode()

    def holder(self) -> int:
        """Return who has the cards of the hunter in turn."""
        return self.marker if len(self.held) > 1 else 0

    def is_played(self, space: int) -> bool:
        """Return whether the treasure of ``space`` has been played."""
        return any(played == space for played, _ in self.played)

    # Cards and dice

    def _deal(self, events: list[Event]) -> None:
        """Deal one card of each colour, two to a shared hand; the rest leaves the game unseen (PYR-3)."""
        self.due = 0
        core = self.board.core
        hands: list[list[int]] = [[] for _ in self.held]
        for colour in range(5):
            cards = [space for space in range(core.n) if core.kinds[space] == 1 and core.data[space] == colour]
            self.generator, cards = generator.shuffled(self.generator, cards)
            for holder, hand in enumerate(hands):
                hand.extend(cards[holder :: len(hands)][: self.held[holder][colour]])
        self.cards = [tuple(sorted(hand)) for hand in hands]
        for holder, dealt in enumerate(self.cards):
            names = [self.board.space_ids[space] for space in dealt]
            events.append(Event(e.DEALT, self.owners[holder], (names,)))
        self.phase = START

    def _throw(self, dice: int) -> None:
        self.phase = ROLL
        self.thrown = dice
        if self.options["dice"] == "app":
            faces = []
            for _ in range(dice):
                self.generator, face = generator.below(self.generator, 6)
                faces.append(face + 1)
            self.due = m.with_faces(m.ROLL, tuple(faces))

    def _rolled(self, faces: tuple[int, ...], events: list[Event]) -> None:
        kind = e.ROLLED if self.due else e.ROLL_ENTERED
        self.due = 0
        events.append(Event(kind, TABLE, ([m.face_name(face) for face in faces],)))
        mummies = faces.count(m.MUMMY)
        self.thrown = 0
        self.faces = tuple(sorted((*self.faces, *(face for face in faces if face != m.MUMMY))))
        if mummies:
            self.set_aside += mummies
            events.append(Event(e.SET_ASIDE, TABLE, (self.set_aside,)))
        self.phase = CHOOSE

    # A hunter's turn (PYR-5 to PYR-11)

    def _start(self, move: int, events: list[Event]) -> None:
        if move == m.PASS:
            self._pass(events)
        elif move == m.RESET:
            self.steps_left = self.set_aside
            self.set_aside = 0
            self.phase = INTERRUPT
            self.walk = [self.mummy]
            events.append(Event(e.RESET, self.owners[self.marker], (self.steps_left,)))
        else:
            self._throw(_DICE - self.set_aside)

    def _choose(self, move: int, events: list[Event]) -> None:
        if move == m.PASS:
            self._pass(events)
        elif move >= m.REROLL:
            again = m.faces_of(move)
            kept = list(self.faces)
            for face in again:
                kept.remove(face)
            self.faces = tuple(kept)
            self._throw(len(again))
        else:
            self.die = move - m.DIE
            self.phase = MOVE
            name = "arrow" if self.die == maze.ARROW else str(self.die)
            events.append(Event(e.DIE, self.owners[self.marker], (self.marker, name)))

    def _move(self, end: int, events: list[Event]) -> None:
        start = self.hunters[self.marker]
        ids = self.board.space_ids
        self.hunters[self.marker] = end
        if self.options["mummy_aid"] == "on":
            guess = self.guesses[self.marker]
            guess = aid.after_die(self.board.core, guess, self.die, self.mummy, self.may_reenter)
            self.guesses[self.marker] = guess
        events.append(Event(e.MOVED, self.owners[self.marker], (self.marker, ids[start], ids[end])))
        if legality.may_hold_treasure_here(self):
            self.phase = TREASURE
        else:
            self._end_turn()

    def _treasure(self, move: int, events: list[Event]) -> None:
        seat = self.owners[self.marker]
        if move == m.KEEP:
            events.append(Event(e.KEPT, seat))
            self._end_turn()
            return
        space = self.hunters[self.marker]
        colour = self.board.core.data[space]
        holder = self.holder()
        counts = list(self.held[holder])
        counts[colour] -= 1
        self.held[holder] = tuple(counts)
        self.cards[holder] = tuple(card for card in self.cards[holder] if card != space)
        self.played.append((space, self.marker))
        self.guesses[self.marker] = aid.only(space)
        events.append(Event(e.TREASURE, seat, (self.marker, self.board.space_ids[space], e.COLOURS[colour])))
        if not any(counts) and (self.seats > 2 or not any(map(any, self.held))):
            self._end_game(Result((seat,), "treasures"), events)
        else:
            self._end_turn()

    def _pass(self, events: list[Event]) -> None:
        events.append(Event(e.PASSED, self.owners[self.marker], (self.marker,)))
        self._end_turn()

    def _end_turn(self) -> None:
        self.faces = ()
        self.die = _NO_DIE
        self._begin_turn(self.marker + 1)

    def _begin_turn(self, marker: int) -> None:
        """Begin the turn of the next hunter still in the game from ``marker`` on, or the mummy's (PYR-12)."""
        while marker < len(self.owners) and self.hunters[marker] == NONE:
            marker += 1
        if marker < len(self.owners):
            self.marker = marker
            self.phase = START
            return
        self.phase = MUMMY_ROLL
        if self.options["dice"] == "app":
            self.generator, face = generator.below(self.generator, 3)
            self.due = m.MUMMY_ROLLS[face]

    # The mummy (PYR-12 to PYR-15)

    def _mummy_rolled(self, face: int, events: list[Event]) -> None:
        kind = e.MUMMY_ROLLED if self.due else e.MUMMY_ENTERED
        self.due = 0
        self.steps_left = face + self.set_aside
        self.walk = [self.mummy]
        self.last_caught = -1
        self.phase = MUMMY
        events.append(Event(kind, TABLE, (face, self.steps_left)))

    def _walk(self, move: int, events: list[Event]) -> None:
        if move == m.STOP:
            events.append(Event(e.STOPPED, MUMMY_SEAT))
            self._end_walk(events)
            return
        core = self.board.core
        ids = self.board.space_ids
        space = core.neighbours[self.mummy * 4 + move - m.STEP]
        events.append(Event(e.STEPPED, MUMMY_SEAT, (ids[self.mummy], ids[space])))
        self.mummy = space
        self.walk.append(space)
        self.steps_left -= 1
        if space in self.hunters:
            self._catch(self.hunters.index(space), events)
            return
        self.guesses = [guess & ~(1 << space) for guess in self.guesses]
        if not self.steps_left:
            self._end_walk(events)

    def _catch(self, marker: int, events: list[Event]) -> None:
        space = self.hunters[marker]
        self.amulets[marker] -= 1
        self.taken += 1
        self.last_caught = marker
        names = self.board.space_ids
        events.append(Event(e.CAUGHT, self.owners[marker], (marker, names[space], self.amulets[marker])))
        if self.amulets[marker]:
            is_dungeon = self.options["respawn"] == "dungeon"
            core = self.board.core
            self.hunters[marker] = maze.sarcophagus(core) if is_dungeon else maze.entrance(core)
        else:
            self.hunters[marker] = NONE
            events.append(Event(e.LEFT_GAME, self.owners[marker], (marker,)))
        self.guesses[marker] = aid.only(self.hunters[marker])
        if self.taken >= e.AMULETS_TO_WIN[self.seats]:
            self._end_game(Result((MUMMY_SEAT,), "amulets"), events)
        else:
            self._end_walk(events)

    def _end_walk(self, events: list[Event]) -> None:
        self.steps_left = 0
        if self.phase == INTERRUPT:
            if self.hunters[self.marker] == NONE:
                self._begin_turn(self.marker + 1)
            else:
                self.phase = START
            return
        self.round += 1
        events.append(Event(e.ROUND, TABLE, (self.round,)))
        self._begin_turn(0)

    def _end_game(self, result: Result, events: list[Event]) -> None:
        self.phase = OVER
        self.faces = ()
        self.die = _NO_DIE
        self.ended = result
        events.append(Event(e.OVER, TABLE, (list(result.winners), result.way)))
