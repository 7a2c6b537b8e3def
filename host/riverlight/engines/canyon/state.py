"""The state of a game of Canyon: who may do what, what happens, and a copy or the bytes of it all.

The rules themselves stand by phase in ``opening``, ``rounds``, ``tricks`` and ``movement``; each phase tells its legal
moves, plays one, and says why it refuses another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riverlight.engines.canyon import movement, moves, opening, phases, rounds, tricks
from riverlight.engines.canyon.cards import NO_CARD
from riverlight.engines.canyon.options import OPTIONS, TRACK, Setup
from riverlight.engines.canyon.phases import NO_SEAT, SEVERAL, Phase, seat_name
from riverlight.engines.canyon.view import view
from riverlight.engines.contract import TABLE, Event, Result, Viewer, departures
from riverlight.engines.generator import seeded
from riverlight.errors import IllegalMove
from riverlight.languages.text import listed, text
from shared_rules.board import NONE

__all__ = ["CanyonState"]

# In the order of the numbers in ``phases``; ``OVER`` has none.
_PHASES: tuple[Phase, ...] = (
    opening.DEALER,
    opening.FIRST,
    opening.PLACE,
    rounds.DEAL,
    rounds.TRUMP,
    rounds.PACE,
    tricks.PLAY,
    tricks.ENTRY,
    movement.MOVE,
)


class CanyonState:
    """A game of Canyon under way.

    Attributes:
        setup: what it is played with.
        phase: one of the numbers in ``phases``.
        turn: the seat to act, TABLE, SEVERAL or NO_SEAT.
        generator: the random generator.
        round, step: the round from 1 and the track's step, 1 to 14; cards_each: the cards of each seat.
        dealer, start_seat, leader: seats, -1 before there is one.
        drawing: the seats that still draw for the first deal.
        canoes: the space of each seat's canoe, NONE off the board.
        trump, trump_card: suit and card turned up, -1 where not known.
        hands: the mask of each seat's cards, all 0 with real cards.
        seen: the mask of the cards that all have seen in this round.
        paces: each seat's pace, NO_PACE where not in; tricks: tricks won.
        trick: the cards on the table, the leader's first.
        history: (leader, winner, cards) of the round's tricks.
        failed: for each seat and suit, bit n set when it failed to follow that suit in trick n.
        revokes: (seat, card, tricks) of the round.
        spent: the mask of the seats whose canoe has had its turn.
        surplus: the surplus of each canoe that is home, NOT_HOME for others.
        walk: the last move: (seat, end, points, canoes before it), or (seat, from, to) of a drift, or None.
        way: what a view tells of that walk, None until one asks; it follows from ``walk`` and is not in ``key``.
        outcome: the result once the game is over.
    """

    __slots__ = (
        "_legal",
        "canoes",
        "cards_each",
        "dealer",
        "drawing",
        "failed",
        "generator",
        "hands",
        "history",
        "leader",
        "outcome",
        "paces",
        "phase",
        "revokes",
        "round",
        "seen",
        "setup",
        "spent",
        "start_seat",
        "step",
        "surplus",
        "trick",
        "tricks",
        "trump",
        "trump_card",
        "turn",
        "walk",
        "way",
    )

    def __init__(self, setup: Setup) -> None:
        seats = setup.seats
        self.setup = setup
        self.phase = phases.DEALER
        self.turn = TABLE
        self.generator = seeded(setup.seed)
        self.round = 1
        self.step = 1
        self.cards_each = TRACK[0]
        self.dealer = self.start_seat = self.leader = -1
        self.drawing: tuple[int, ...] = tuple(range(seats)) if setup.is_app else ()
        self.canoes = [NONE] * seats
        self.trump = -1
        self.trump_card = NO_CARD
        self.hands = [0] * seats
        self.seen = 0
        self.paces = [rounds.NO_PACE] * seats
        self.tricks = [0] * seats
        self.trick: list[int] = []
        self.history: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
        self.failed = [0] * (5 * seats)
        self.revokes: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
        self.spent = 0
        self.surplus = [movement.NOT_HOME] * seats
        self.walk: tuple[int, ...] | None = None
        self.way: list[int | str] | None = None
        self.outcome: Result | None = None
        self._legal: tuple[int, ...] | None = None

    @property
    def options(self) -> Mapping[str, str]:
        """Every option with its value."""
        return self.setup.options

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.seats

    def to_act(self) -> tuple[int, ...]:
        """Return the seat to act; every seat whose sealed pace is out (CAN-6); ``(TABLE,)``; ``()`` when over."""
        if self.turn >= TABLE:
            return (self.turn,)
        if self.turn == NO_SEAT:
            return ()
        return tuple(seat for seat, pace in enumerate(self.paces) if pace == rounds.NO_PACE)

    def legal(self, seat: int) -> tuple[int, ...]:
        """Return the legal moves of ``seat``, ascending; ``()`` for a seat not to act."""
        if seat == self.turn and self.turn != NO_SEAT:
            legal = self._legal
            if legal is None:
                legal = self._legal = _PHASES[self.phase].legal(self, seat)
            return legal
        if self.turn == SEVERAL and seat in self.to_act():
            return _PHASES[self.phase].legal(self, seat)
        return ()

    def verify(self, seat: int, move: int) -> None:
        """Raise IllegalMove with clause and reason unless ``move`` is legal now."""
        if move not in self.legal(seat):
            raise self._refusal(seat, move)

    def apply(self, seat: int, move: int) -> tuple[Event, ...]:
        """Play ``move`` and return what happened; an illegal one raises IllegalMove and changes nothing."""
        if move not in self.legal(seat):
            raise self._refusal(seat, move)
        self._legal = None
        return _PHASES[self.phase].play(self, seat, move)

    def _refusal(self, seat: int, move: int) -> IllegalMove:
        if self.turn == NO_SEAT:
            return IllegalMove("CAN-23", text("The game is over: no move is expected."))
        phase = _PHASES[self.phase]
        acting = self.to_act()
        if seat in acting:
            return phase.refusal(self, seat, move)
        expected = listed([seat_name(each) for each in acting], "and")
        return IllegalMove(
            phase.clause,
            text(
                "It is for {expected} to {duty}, not for {seat}.",
                expected=expected,
                duty=phase.duty,
                seat=seat_name(seat),
            ),
        )

    def automatic(self) -> int | None:
        """Return ``draw`` or ``deal`` when the app has to make it now, None otherwise."""
        if self.turn == TABLE and self.setup.is_app and self.phase != phases.FIRST:
            return moves.DEAL if self.phase == phases.DEAL else moves.DRAW
        return None

    def move_text(self, move: int) -> str:
        """Return ``move`` as people write it."""
        return moves.move_text(move, self.setup.board)

    def parse_move(self, text: str) -> int:
        """Return the move that ``text`` means, legal or not; raises MoveTextError."""
        return moves.parse_move(text, self.setup.board)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Return all that ``viewer`` may see: see ``canyon.view``."""
        return view(self, viewer)

    def result(self) -> Result | None:
        """Return the result, None while the game goes on."""
        return self.outcome

    def copy(self) -> CanyonState:
        """Return an independent copy."""
        twin = CanyonState.__new__(CanyonState)
        twin.setup = self.setup
        twin.phase = self.phase
        twin.turn = self.turn
        twin.generator = self.generator
        twin.round = self.round
        twin.step = self.step
        twin.cards_each = self.cards_each
        twin.dealer = self.dealer
        twin.start_seat = self.start_seat
        twin.leader = self.leader
        twin.drawing = self.drawing
        twin.canoes = self.canoes[:]
        twin.trump = self.trump
        twin.trump_card = self.trump_card
        twin.hands = self.hands[:]
        twin.seen = self.seen
        twin.paces = self.paces[:]
        twin.tricks = self.tricks[:]
        twin.trick = self.trick[:]
        twin.history = self.history
        twin.failed = self.failed[:]
        twin.revokes = self.revokes
        twin.spent = self.spent
        twin.surplus = self.surplus[:]
        twin.walk = self.walk
        twin.way = self.way
        twin.outcome = self.outcome
        twin._legal = self._legal
        return twin

    def key(self) -> bytes:
        """Return canonical bytes of everything: setup, generator, position."""
        setup = self.setup
        everything = (
            setup.core.hash,
            setup.seats,
            setup.seed,
            sorted(departures(OPTIONS, setup.options)),
            self.phase,
            self.turn,
            self.generator,
            self.round,
            self.step,
            self.dealer,
            self.start_seat,
            self.leader,
            self.drawing,
            self.canoes,
            self.trump,
            self.trump_card,
            self.hands,
            self.seen,
            self.paces,
            self.tricks,
            self.trick,
            self.history,
            self.failed,
            self.revokes,
            self.spent,
            self.surplus,
            self.walk,
            self.outcome and tuple(self.outcome),
        )
        return repr(everything).encode("ascii")
