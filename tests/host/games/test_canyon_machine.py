"""Canyon played, copied and undone in any order keeps its cards, canoes and counts consistent."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from riverlight.games.canyon import GAME
from riverlight.games.canyon.cards import ALL_CARDS
from riverlight.games.canyon.options import OPTIONS, TRACK
from riverlight.games.contract import SPECTATOR, TABLE

from shared_rules.board import CAVE, LANDING, NONE, WATERFALL

CHOICES = {option.name: st.sampled_from(option.values) for option in OPTIONS}


class CanyonMachine(RuleBasedStateMachine):
    """One game, its moves, and keys of all states before them."""

    @initialize(options=st.fixed_dictionaries(CHOICES), seats=st.integers(3, 6), seed=st.integers(0, 2**64 - 1))
    def begin(self, options: dict[str, str], seats: int, seed: int) -> None:
        """Begin any game there can be."""
        if options["cards"] == "app":
            options["entry"] = "cards"
        self.setup = (options, seats, seed)
        self.state = GAME.new(*self.setup)
        self.moves: list[tuple[int, int]] = []
        self.keys = [self.state.key()]

    def play(self, seat: int, move: int) -> None:
        """Make a move and keep the key after it."""
        self.state.apply(seat, move)
        self.moves.append((seat, move))
        self.keys.append(self.state.key())

    @precondition(lambda self: self.state.to_act())
    @rule(chance=st.randoms(use_true_random=False), count=st.integers(1, 60))
    def go_on(self, chance: object, count: int) -> None:
        """Make some moves; one at a time Hypothesis would hardly leave the first round."""
        for _ in range(count):
            acting = self.state.to_act()
            if not acting:
                return
            automatic = self.state.automatic()
            seat = chance.choice(acting)
            self.play(seat, chance.choice(self.state.legal(seat)) if automatic is None else automatic)
            self.keeps_its_cards()
            self.keeps_its_canoes()
            self.keeps_its_counts()

    @precondition(lambda self: self.moves)
    @rule(back=st.integers(1, 30))
    def take_back(self, back: int) -> None:
        """Replay all but the last moves: the state is the one that was."""
        del self.moves[-back:]
        del self.keys[len(self.moves) + 1 :]
        self.state = GAME.new(*self.setup)
        for seat, move in self.moves:
            self.state.apply(seat, move)
        assert self.state.key() == self.keys[-1]

    @rule()
    def copy(self) -> None:
        """Go on with a copy."""
        self.state = self.state.copy()
        assert self.state.key() == self.keys[-1]

    @invariant()
    def keeps_its_cards(self) -> None:
        """Fifty cards: each in one hand, seen, or not dealt."""
        state = self.state
        held = 0
        for hand in state.hands:
            assert not held & hand
            held |= hand
        phase = state.view(SPECTATOR)["phase"]
        assert not held & state.seen
        assert (held | state.seen) & ~ALL_CARDS == 0
        if phase == "tricks":
            played = sum(len(cards) for _leader, _winner, cards in state.history) + len(state.trick)
            assert state.seen.bit_count() == played + (state.trump_card >= 0)
            if state.setup.is_app:
                assert held.bit_count() == state.seats * state.cards_each - played
                assert [hand.bit_count() for hand in state.hands] == state.view(SPECTATOR)["hand_sizes"]

    @invariant()
    def keeps_its_canoes(self) -> None:
        """One canoe a seat, no two on one space but the cave; nobody in the fall; at home only after a landing."""
        state, kinds = self.state, self.state.setup.kinds
        afloat = [space for space in state.canoes if space != NONE]
        assert len(state.canoes) == state.seats
        alone = [space for space in afloat if kinds[space] != CAVE]
        assert len(set(alone)) == len(alone)
        assert not [space for space in afloat if kinds[space] == WATERFALL]
        for space, surplus in zip(state.canoes, state.surplus, strict=True):
            assert (space != NONE and kinds[space] == LANDING) == (surplus >= 0)

    @invariant()
    def keeps_its_counts(self) -> None:
        """Tricks, paces, track, turn."""
        state = self.state
        assert state.cards_each == TRACK[state.step - 1]
        assert all(-1 <= pace <= 10 for pace in state.paces)
        assert sum(state.tricks) <= state.cards_each
        phase = state.view(SPECTATOR)["phase"]
        if phase == "tricks":
            assert sum(state.tricks) == len(state.history)
        if phase in ("move", "over"):
            assert sum(state.tricks) == state.cards_each
            assert -1 not in state.paces
        if state.start_seat >= 0:
            assert state.start_seat == (state.dealer + 1) % state.seats
        assert (phase == "over") == (state.to_act() == ()) == (state.result() is not None)
        assert all(TABLE <= seat < state.seats for seat in state.to_act())


CanyonMachine.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestCanyonMachine = CanyonMachine.TestCase
