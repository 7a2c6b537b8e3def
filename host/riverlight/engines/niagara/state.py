"""A game of Niagara under way: rounds of cards, turns, and the flow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riverlight.engines import generator
from riverlight.engines.contract import TABLE, Event, Result, Seat, Viewer, departures
from riverlight.engines.niagara import legality, view
from riverlight.engines.niagara import moves as m
from riverlight.engines.niagara import options as e
from riverlight.engines.niagara.flowing import carry, give_back
from riverlight.engines.niagara.goals import GOALS, goal_met, result_of
from riverlight.engines.niagara.legality import ACT, BUY, CARDS, FLOW, OVER, REVEAL
from riverlight.engines.niagara.paddling import gem_over_the_fall, told
from riverlight.engines.parts import StateOfParts
from shared_rules import niagara as river
from shared_rules.niagara_flow import flow_steps

_ALL_CARDS = 127
_PHASES = (CARDS, REVEAL, BUY, ACT, FLOW, OVER)
_LISTS = ("canoes", "cargo", "sites", "scored", "used", "chosen", "revealed", "met", "goals")
_PLAIN = (
    "site_masks",
    "weather",
    "life_ring",
    "round",
    "phase",
    "seat",
    "turn",
    "card",
    "bought",
    "must_move",
    "may_launch",
    "must_launch",
    "flow_left",
    "last_arm",
    "arm_due",
    "last_way",
    "arms",
    "before_flow",
    "generator",
    "ended",
)


class NiagaraState(StateOfParts):
    """See :class:`riverlight.engines.contract.State`.

    ``canoes`` and ``cargo`` hold two entries a seat, ``scored`` five counts a seat, ``sites`` five counts a site.
    What the last entry moved is kept for those who show it: ``last_way`` the canoe, its start and its end; ``arms``
    the arms that discs entered, ``before_flow`` where all canoes stood before them.
    """

    CONSTANT = ("options", "seats", "owners")
    LISTS = _LISTS
    PLAIN = _PLAIN

    __slots__ = (*CONSTANT, *_LISTS, *_PLAIN)

    options: Mapping[str, str]
    seats: int
    owners: tuple[int, ...]
    canoes: list[int]
    cargo: list[int]
    sites: list[int]
    scored: list[int]
    used: list[int]
    chosen: list[int]
    revealed: list[int]
    met: list[int]
    goals: list[int]
    site_masks: tuple[int, ...]
    weather: int
    life_ring: int
    round: int
    phase: str
    seat: int
    turn: int
    card: int
    bought: bool
    must_move: int
    may_launch: int
    must_launch: bool
    flow_left: int
    last_arm: int
    arm_due: int
    last_way: tuple[int, ...]
    arms: tuple[int, ...]
    before_flow: tuple[int, ...]
    generator: int
    ended: Result | None

    @classmethod
    def first(cls, options: Mapping[str, str], owners: tuple[int, ...], seed: int) -> NiagaraState:
        """Return the set-up of NIA-1 to NIA-3; ``owners`` tells who plays each seat."""
        state = cls()
        seats = len(owners)
        state.options = options
        state.seats = seats
        state.owners = owners
        state.canoes = [river.SHORE] * (2 * seats)
        state.cargo = [river.NO_GEM] * (2 * seats)
        state.sites = [7 if colour == site else 0 for site in range(5) for colour in range(5)]
        state.site_masks = tuple(river.masks(state.sites))
        state.scored = [0] * (5 * seats)
        state.used = [0] * seats
        state.chosen = [-1] * seats
        state.revealed = [-1] * seats
        state.met = []
        state.goals = []
        state.weather = state.life_ring = state.turn = state.flow_left = 0
        state.round = 0
        state.phase = CARDS
        state.seat = 0
        state.card = -1
        state.bought = False
        state.must_move = state.may_launch = 0
        state.must_launch = False
        state.last_arm = river.RIGHT
        state.arm_due = -1
        state.last_way = state.arms = state.before_flow = ()
        state.generator = generator.seeded(seed)
        state.ended = None
        state._begin_round([])
        return state

    # The contract

    def to_act(self) -> tuple[Seat, ...]:
        """Return who may move now."""
        if self.phase == CARDS:
            return tuple(seat for seat in range(self.seats) if self.chosen[seat] < 0)
        if self.phase == FLOW:
            return (TABLE,)
        return () if self.phase == OVER else (self.seat,)

    def legal(self, seat: Seat) -> tuple[int, ...]:
        """Return the legal moves of ``seat``, sorted."""
        return legality.legal_moves(self, seat)

    def verify(self, seat: Seat, move: int) -> None:
        """Raise :class:`~riverlight.errors.IllegalMove` unless ``move`` is legal."""
        if not legality.is_legal(self, seat, move):
            raise legality.refusal(self, seat, move)

    def apply(self, seat: Seat, move: int) -> tuple[Event, ...]:
        """Play ``move``; an illegal one raises and changes nothing."""
        self.verify(seat, move)
        events: list[Event] = []
        if self.phase != FLOW or self.arm_due < 0:  # the app's own forks belong to the entry before them
            self.last_way = self.arms = self.before_flow = ()
        if self.phase == ACT:
            self._act(move, events)
        elif self.phase == CARDS:
            self._choose(seat, move, events)
        elif self.phase == REVEAL:
            events.append(Event(e.ENTERED, seat, (move,)))
            self._reveal(move, events)
        elif self.phase == BUY:
            self._buy(move, events)
        else:
            self._flow_one(move - m.FORK, events)
        return tuple(events)

    def automatic(self) -> int | None:
        """Return the fork that the app takes by itself, None where people enter it (NIA-20)."""
        return m.FORK + self.arm_due if self.phase == FLOW and self.arm_due >= 0 else None

    def move_text(self, move: int) -> str:
        """Return the move as people write it."""
        return m.text_of(move)

    def parse_move(self, text: str) -> int:
        """Return the move that ``text`` means; raises :class:`~riverlight.errors.MoveTextError`."""
        return m.move_of(text)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """Return all that ``viewer`` may see."""
        return view.view_of(self, viewer)

    def result(self) -> Result | None:
        """Return the result, None while the game goes on."""
        return self.ended

    def _played_with(self) -> list[Any]:
        return [sorted(departures(e.OPTIONS, self.options)), self.seats]

    # A round (NIA-4 to NIA-7)

    def _begin_round(self, events: list[Event]) -> None:
        self.round += 1
        events.append(Event(e.ROUND, TABLE, (self.round, self.life_ring)))
        for seat in range(self.seats):
            self.chosen[seat] = self.revealed[seat] = -1
            if self.used[seat] == _ALL_CARDS:
                self.used[seat] = 0
                events.append(Event(e.CARDS_BACK, seat))
        self.turn = 0
        self.seat = self.life_ring
        if self.options["buy_back"] == "card_phase":
            self._offer_early(events)
        else:
            self._ask_for_cards(events)

    def _offer_early(self, events: list[Event]) -> None:
        """Let each seat in turn buy before cards are chosen (NIA-22, ``card_phase``); then ask for the cards."""
        while self.turn < self.seats:
            self.seat = (self.life_ring + self.turn) % self.seats
            if self._can_buy(self.seat):
                self.phase = BUY
                return
            self.turn += 1
        self.turn = 0
        self.seat = self.life_ring
        self._ask_for_cards(events)

    def _ask_for_cards(self, events: list[Event]) -> None:
        if self.options["cards"] == "app":
            self.phase = CARDS
        else:
            self._begin_turn(events)

    def _choose(self, seat: Seat, card: int, events: list[Event]) -> None:
        self.chosen[seat] = card
        events.append(Event(e.SEALED, seat))
        events.append(Event(e.CHOSEN, seat, (card,)))
        if min(self.chosen) >= 0:
            self._begin_turn(events)

    # A turn

    def _begin_turn(self, events: list[Event]) -> None:
        self.seat = (self.life_ring + self.turn) % self.seats
        if self.options["cards"] == "physical":
            self.phase = REVEAL
            return
        card = self.chosen[self.seat]
        events.append(Event(e.REVEALED, self.seat, (card,)))
        self._reveal(card, events)

    def _reveal(self, card: int, events: list[Event]) -> None:
        seat = self.seat
        self.card = card
        self.chosen[seat] = self.revealed[seat] = card
        self.used[seat] |= 1 << card
        if self.options["buy_back"] == "turn_start" and self._can_buy(seat):
            self.phase = BUY
        else:
            self._begin_acting(events)

    def _can_buy(self, seat: Seat) -> bool:
        lost = river.LOST in self.canoes[seat * 2 : seat * 2 + 2]
        return lost and any(self.scored[seat * 5 : seat * 5 + 5])

    def _buy(self, move: int, events: list[Event]) -> None:
        seat = self.seat
        if move == m.KEEP:
            events.append(Event(e.KEPT, seat))
        else:
            colour = move - m.BUY
            canoe = seat * 2 + (0 if self.canoes[seat * 2] == river.LOST else 1)
            self.scored[seat * 5 + colour] -= 1
            self.sites[colour * 6] += 1
            self._sites_changed()
            self.canoes[canoe] = river.SHORE
            events.append(Event(e.BOUGHT, seat, (canoe & 1, colour)))
        if self.options["buy_back"] == "card_phase":
            self.turn += 1
            self._offer_early(events)
        else:
            self._begin_acting(events)

    def _begin_acting(self, events: list[Event]) -> None:
        """Say which canoes must move and which may be launched (NIA-8)."""
        self.phase = ACT
        if self.card == river.CLOUD:
            self.must_move = self.may_launch = 0
            return
        self.must_move, self.may_launch = river.movable(self.canoes, self.seat)
        self.must_launch = self.must_move == 0 and self.may_launch != 0
        self._go_on(events)

    def _act(self, move: int, events: list[Event]) -> None:
        seat = self.seat
        if self.card == river.CLOUD:
            self.weather += 1 if move == m.WEATHER_UP else -1
            events.append(Event(e.WEATHER, seat, (self.weather,)))
            self._end_turn(events)
            return
        if move == m.DONE:
            events.append(Event(e.STAYED, seat))
            self.may_launch = 0
        else:
            self._paddle(m.canoe_of(move), m.plan_of(move), events)
        self._go_on(events)

    def _go_on(self, events: list[Event]) -> None:
        if not self.must_move and not self.may_launch:
            self._end_turn(events)

    def _paddle(self, number: int, plan: int, events: list[Event]) -> None:
        seat = self.seat
        canoe = seat * 2 + number
        start = self.canoes[canoe]
        carried = self.cargo[canoe]
        scored = river.carry_out(plan, canoe, self.canoes, self.cargo, self.sites)
        if river.acts(plan) or self.canoes[canoe] == river.LOST:
            self._sites_changed()
        if river.direction(plan) != river.REST:
            self.last_way = (canoe, start, self.canoes[canoe])
        events += told(seat, number, start, carried, plan, self.cargo[canoe])
        if self.must_launch or start == river.SHORE:
            self.may_launch = 0
            self.must_launch = False
        self.must_move &= ~(1 << number)
        if scored != river.NO_GEM:
            self.scored[seat * 5 + scored] += 1
            events.append(Event(e.SCORED, seat, (number, scored)))
            self._see_goals(seat, events)
        elif self.canoes[canoe] == river.LOST:
            events.append(Event(e.LOST_CANOE, seat, (number, gem_over_the_fall(plan, carried))))
            give_back(self, canoe, events)

    def _sites_changed(self) -> None:
        self.site_masks = tuple(river.masks(self.sites))

    def _see_goals(self, seat: Seat, events: list[Event]) -> None:
        """Note the first goal of NIA-24 that a seat meets; once met it stays met."""
        if seat in self.met:
            return
        goal = goal_met(self.scored[seat * 5 : seat * 5 + 5])
        if goal is not None:
            self.met.append(seat)
            self.goals.append(goal)
            events.append(Event(e.GOAL, seat, (GOALS[goal],)))

    def _end_turn(self, events: list[Event]) -> None:
        self.card = -1
        self.turn += 1
        if self.turn < self.seats:
            self._begin_turn(events)
            return
        steps = flow_steps(self.revealed, self.weather, int(self.options["min_flow"]))
        self.flow_left = steps
        events.append(Event(e.FLOW, TABLE, (steps,)))
        self._begin_step(events)

    # The flow (NIA-18 to NIA-21)

    def _begin_step(self, events: list[Event]) -> None:
        if not self.flow_left:
            self._end_round(events)
            return
        self.phase = FLOW
        if self.options["fork"] == "alternate":
            self.arm_due = 1 - self.last_arm
        elif self.options["fork"] == "random":
            self.generator, self.arm_due = generator.below(self.generator, 2)

    def _flow_one(self, arm: int, events: list[Event]) -> None:
        if self.options["fork"] == "random":
            events.append(Event(e.ARM_DRAWN, TABLE, (arm,)))
        self.last_arm = arm
        self.arm_due = -1
        self.flow_left -= 1
        carry(self, arm, events)
        self._sites_changed()
        self._begin_step(events)

    def _end_round(self, events: list[Event]) -> None:
        if self.met:
            self._end_game(events)
            return
        self.life_ring = (self.life_ring + 1) % self.seats
        self._begin_round(events)

    def _end_game(self, events: list[Event]) -> None:
        self.phase = OVER
        gems = [sum(self.scored[seat * 5 : seat * 5 + 5]) for seat in self.met]
        self.ended = result_of(self.met, self.goals, gems, self.options["tie"])
        events.append(Event(e.OVER, TABLE, (self.ended.winners, self.ended.way)))
