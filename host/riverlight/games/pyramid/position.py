"""All facts of a game of Pyramid, and the names of its phases. The rules of each phase are in modules that use it."""

from __future__ import annotations

from collections.abc import Mapping

from riverlight.boards import Board
from riverlight.games.contract import Move, Result, Seat, departures
from riverlight.games.generator import Generator
from riverlight.games.phases import GameState
from riverlight.games.pyramid import moves
from riverlight.games.pyramid import possible_spaces as aid
from riverlight.games.pyramid.moves import PyramidCodec, PyramidMove
from riverlight.games.pyramid.options import OPTIONS
from shared_rules import pyramid as maze

__all__ = [
    "CHOOSE",
    "DEAL",
    "INTERRUPT",
    "MOVE",
    "MUMMY",
    "MUMMY_ROLL",
    "MUMMY_SEAT",
    "NO_DIE",
    "OVER",
    "ROLL",
    "START",
    "PyramidPosition",
]

DEAL = "deal"
START = "start"
ROLL = "roll"
CHOOSE = "choose"
MOVE = "move"
INTERRUPT = "interrupt"
MUMMY_ROLL = "mummy_roll"
MUMMY = "mummy"
OVER = "over"

MUMMY_SEAT: Seat = 0
NO_DIE = 0


class PyramidPosition(GameState, constant=("board", "codec", "may_reenter", "options", "owners", "seats")):
    """All facts of a game of Pyramid. Seat 0 is the mummy; a *marker* is a hunter's piece.

    With two people the second has two markers, otherwise each hunter's seat has one. A *holder* has cards: a marker, or
    both together. ``walk`` and ``last_caught`` are the mummy's last walk, of at most ``steps`` steps, until the next
    public event.
    """

    TITLE = "Pyramid"

    options: Mapping[str, str]
    seats: int
    board: Board
    codec: PyramidCodec
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
    generator: Generator
    ended: Result | None

    __slots__ = tuple(__annotations__)

    def __init__(self, options: Mapping[str, str], seats: int, generator: Generator, board: Board) -> None:
        """Set up the game (PYR-3, PYR-4)."""
        super().__init__()
        self.options = options
        self.seats = seats
        self.board = board
        self.codec = PyramidCodec(board)
        self.owners = (1, 1) if seats == 2 else tuple(range(1, seats))
        self.may_reenter = options["reenter_safe"] == "on"
        markers = len(self.owners)
        entrance = maze.entrance(board.core)
        self.hunters = [entrance] * markers
        self.mummy = maze.sarcophagus(board.core)
        self.amulets = [3] * markers
        holders = 1 if seats == 2 and options["two_player_cards"] == "shared" else markers
        self.cards = [()] * holders
        self.held = [(markers // holders,) * 5] * holders
        self.played = []
        self.guesses = [aid.only(entrance)] * markers
        self.walk = []
        self.marker = self.set_aside = self.thrown = self.steps = self.steps_left = self.taken = self.due = 0
        self.faces = ()
        self.die = NO_DIE
        self.round = 1
        self.last_caught = -1
        self.generator = generator
        self.ended = None
        self.phase = START
        if options["cards"] == "app":
            self.phase = DEAL
            self.due = moves.DEAL

    def move_data(self, move: Move) -> PyramidMove:
        """Return ``move`` as data."""
        return self.codec.data(move)

    def holder(self) -> int:
        """Return the holder of the cards of the hunter to act."""
        return self.marker if len(self.held) > 1 else 0

    def is_played(self, space: int) -> bool:
        """Return whether the treasure of ``space`` has been played."""
        return space in [played for played, _ in self.played]

    def _played_with(self) -> tuple[object, ...]:
        return (self.board.core.hash, sorted(departures(OPTIONS, self.options)), self.seats)
