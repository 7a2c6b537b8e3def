"""All facts of a game of Canyon, and the names of its phases. The rules of each phase are in modules that use it."""

from __future__ import annotations

from collections.abc import Mapping

from riverlight.games.canyon.cards import NO_CARD
from riverlight.games.canyon.moves import CanyonCodec, CanyonMove
from riverlight.games.canyon.options import OPTIONS, TRACK, Setup
from riverlight.games.contract import TABLE, Move, Result, departures
from riverlight.games.generator import Generator
from riverlight.games.phases import GameState
from shared_rules.board import NONE

__all__ = [
    "DEAL",
    "DEALER",
    "ENTRY",
    "FIRST",
    "MOVE",
    "NOT_HOME",
    "NO_PACE",
    "NO_SEAT",
    "OVER",
    "PACE",
    "PHASE_NAMES",
    "PLACE",
    "SEVERAL",
    "TRICKS",
    "TRUMP",
    "CanyonPosition",
]

PHASE_NAMES = ("dealer", "first", "place", "deal", "trump", "pace", "tricks", "entry", "move", "over")
DEALER, FIRST, PLACE, DEAL, TRUMP, PACE, TRICKS, ENTRY, MOVE, OVER = PHASE_NAMES

SEVERAL = -2
"""In place of the seat to act: every seat whose sealed pace is missing."""
NO_SEAT = -3
"""In place of the seat to act: the game is over."""
NO_PACE = -1
"""In place of a pace that is still missing."""
NOT_HOME = -1
"""In place of the surplus of a canoe that is not home."""


class CanyonPosition(GameState, constant=("setup", "options", "seats", "codec"), derived=("cards_each", "way")):
    """All facts of a game of Canyon.

    Attributes:
        setup: the game's constant settings.
        phase: one of :data:`PHASE_NAMES`.
        turn: the seat to act, TABLE, SEVERAL or NO_SEAT.
        generator: the random generator.
        round, step: the round from 1 and the track's step, 1 to 14; cards_each: the cards of each seat.
        dealer, start_seat, leader: seats, -1 before there is one.
        drawing: the seats that still draw for the first deal.
        canoes: the space of each seat's canoe, NONE off the board.
        trump, trump_card: suit and card turned up, -1 if unknown.
        hands: the mask of each seat's cards, all 0 with real cards.
        seen: the mask of the cards that everyone has seen in this round.
        paces: each seat's pace, NO_PACE if missing; tricks: tricks won.
        trick: the cards on the table, the leader's first.
        history: (leader, winner, cards) of the round's tricks.
        failed: for each seat and suit, bit n set if it failed to follow that suit in trick n.
        revokes: (seat, card, tricks) of the round.
        spent: the mask of the seats whose canoe has had its turn.
        surplus: the surplus of each canoe that is home, NOT_HOME for others.
        walk: the last move: (seat, end, points, canoes before it), or (seat, from, to) of a drift, or None.
        ended: the result once the game is over.
        way: the path of that move for views, None until it is first needed.
    """

    TITLE = "Canyon"

    setup: Setup
    options: Mapping[str, str]
    seats: int
    codec: CanyonCodec
    phase: str
    turn: int
    generator: Generator
    round: int
    step: int
    dealer: int
    start_seat: int
    leader: int
    drawing: tuple[int, ...]
    canoes: list[int]
    trump: int
    trump_card: int
    hands: list[int]
    seen: int
    paces: list[int]
    tricks: list[int]
    trick: list[int]
    history: tuple[tuple[int, int, tuple[int, ...]], ...]
    failed: list[int]
    revokes: tuple[tuple[int, int, tuple[int, ...]], ...]
    spent: int
    surplus: list[int]
    walk: tuple[int, ...] | None
    ended: Result | None
    cards_each: int
    way: tuple[int | str, ...] | None

    __slots__ = tuple(__annotations__)

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        seats = setup.seats
        self.setup = setup
        self.options = setup.options
        self.seats = seats
        self.codec = setup.codec
        self.phase = DEALER
        self.turn = TABLE
        self.generator = setup.generator
        self.round = self.step = 1
        self.cards_each = TRACK[0]
        self.dealer = self.start_seat = self.leader = -1
        self.drawing = tuple(range(seats)) if setup.is_app else ()
        self.canoes = [NONE] * seats
        self.trump = -1
        self.trump_card = NO_CARD
        self.hands = [0] * seats
        self.seen = self.spent = 0
        self.paces = [NO_PACE] * seats
        self.tricks = [0] * seats
        self.trick = []
        self.history = self.revokes = ()
        self.failed = [0] * (5 * seats)
        self.surplus = [NOT_HOME] * seats
        self.walk = self.way = self.ended = None

    def move_data(self, move: Move) -> CanyonMove:
        """Return ``move`` as data."""
        return self.codec.data(move)

    def key(self) -> bytes:
        """Return canonical bytes of the whole state: setup, generator, position."""
        setup = self.setup
        facts = {name: getattr(self, name) for name in self.KEY_FIELDS}
        facts["phase"] = PHASE_NAMES.index(self.phase)
        facts["ended"] = self.ended and tuple(self.ended)
        played_with = (setup.core.hash, setup.seats, setup.seed, sorted(departures(OPTIONS, setup.options)))
        return repr((*played_with, *facts.values())).encode("ascii")
