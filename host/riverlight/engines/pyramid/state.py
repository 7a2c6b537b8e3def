"""A game of Pyramid under way: hunters' turns, the mummy's walk, treasures and catches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riverlight.boards import Board
from riverlight.engines import generator
from riverlight.engines.contract import TABLE, Event, Result, Seat, Viewer, departures
from riverlight.engines.parts import StateOfParts
from riverlight.engines.pyramid import aid, hunt, legality, prowl, view
from riverlight.engines.pyramid import moves as m
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
)
from riverlight.engines.pyramid.options import OPTIONS
from shared_rules import pyramid as maze

_NO_DIE = 0
_LISTS = ("hunters", "amulets", "cards", "held", "played", "guesses", "walk")
_PLAIN = (
    "mummy",
    "phase",
    "marker",
    "set_aside",
    "faces",
    "thrown",
    "die",
    "steps",
    "steps_left",
    "taken",
    "round",
    "last_caught",
    "due",
    "generator",
    "ended",
)


class PyramidState(StateOfParts):
    """See :class:`riverlight.engines.contract.State`. Seat 0 is the mummy; a *marker* is a hunter's piece.

    With two people the second plays two markers, otherwise each hunter seat has one. A *holder* has cards: a marker, or
    both together. ``walk`` and ``last_caught`` tell of the mummy's last way, of at most ``steps`` steps, until the next
    thing that everybody may know.
    """

    CONSTANT = ("board", "may_reenter", "options", "owners", "seats")
    LISTS = _LISTS
    PLAIN = _PLAIN

    __slots__ = (*CONSTANT, *_LISTS, *_PLAIN)

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
    steps: int
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
        state.steps = 0
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
            prowl.walk(self, move, events)
        elif phase == ROLL:
            hunt.rolled(self, m.faces_of(move), events)
        elif phase == CHOOSE:
            hunt.choose(self, move, events)
        elif phase == MOVE:
            hunt.move(self, move, events)
        elif phase == START:
            hunt.start(self, move, events)
        elif phase == MUMMY_ROLL:
            prowl.rolled(self, m.faces_of(move)[0], events)
        else:
            hunt.deal(self, events)
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

    def _played_with(self) -> list[Any]:
        return [self.board.core.hash, sorted(departures(OPTIONS, self.options)), self.seats]

    def holder(self) -> int:
        """Return who has the cards of the hunter in turn."""
        return self.marker if len(self.held) > 1 else 0

    def is_played(self, space: int) -> bool:
        """Return whether the treasure of ``space`` has been played."""
        return any(played == space for played, _ in self.played)
