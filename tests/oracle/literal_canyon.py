"""The reference implementation of Canyon: slow, word by word from the clauses, with strings and dictionaries.

It shares no code with the engine but the board's document. It is told what each seat did and, where the app deals,
what each hand is; it answers who is to act, what is allowed, and where everything stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

TRACK = [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]
DECK = [f"{suit}{number}" for suit in "RBGYV" for number in range(1, 11)]


class Referee:
    """One game; ``document`` is the board file's JSON, ``options`` those of the rules."""

    def __init__(self, document: Mapping[str, Any], options: Mapping[str, str], seats: int) -> None:
        self.space = {space["id"]: space for space in document["spaces"]}
        self.options = options
        self.seats = list(range(seats))
        self.canoe: dict[int, str] = {}
        self.round_number = 1
        self.step = 1
        self.dealer = -1
        self.placing: int | None = None
        self.phase = "dealer"
        self.surplus: dict[int, int] = {}
        self.winners: list[int] = []
        self.distance = {name: self.steps_to_a_landing(name) for name in self.space}

    def left_of(self, seat: int) -> int:
        """Return the clockwise neighbour."""
        return (seat + 1) % len(self.seats)

    def kind(self, name: str) -> str:
        """Return the kind of a space, as the board file says it."""
        return str(self.space[name]["kind"])

    # The round, CAN-2 to CAN-10

    def begin_round(self) -> None:
        """CAN-4, CAN-5, CAN-10: nothing is left of the round before but dealer and canoes."""
        self.hand: dict[int, list[str]] = {}
        self.trump = ""
        self.turned_up = ""
        self.pace: dict[int, int] = {}
        self.won = dict.fromkeys(self.seats, 0)
        self.tricks: list[list[tuple[int, str]]] = [[]]
        self.entered: set[int] = set()
        self.spent: set[int] = set()
        self.start = self.left_of(self.dealer)
        self.cards_each = TRACK[self.step - 1]
        tricks_only = self.options["entry"] == "tricks"
        self.phase = "pace" if tricks_only else "deal" if self.options["cards"] == "app" else "trump"

    def in_order(self) -> list[int]:
        """Return the seats from the start seat clockwise."""
        return [(self.start + place) % len(self.seats) for place in self.seats]

    def to_act(self) -> list[int]:
        """Return who may move, -1 for the table."""
        if self.phase in ("dealer", "first", "deal", "trump"):
            return [-1]
        if self.phase == "place":
            first = self.left_of(self.dealer) if self.placing is None else self.placing
            order = [(first + place) % len(self.seats) for place in self.seats]
            return [seat for seat in order if seat not in self.canoe][:1]
        if self.phase == "pace":
            waiting = [seat for seat in self.in_order() if seat not in self.pace]
            return sorted(waiting) if self.options["bid_mode"] == "simultaneous" else waiting[:1]
        if self.phase == "tricks":
            if self.tricks[-1]:
                return [self.left_of(self.tricks[-1][-1][0])]
            return [self.winner(self.tricks[-2])] if len(self.tricks) > 1 else [self.start]
        if self.phase == "entry":
            return [seat for seat in self.in_order() if seat not in self.entered][:1]
        if self.phase == "move":
            return [seat for seat in self.in_order() if seat not in self.spent][:1]
        return []

    def winner(self, trick: list[tuple[int, str]]) -> int:
        """CAN-7: the highest trump, else the highest of the led suit."""
        led = trick[0][1][0]
        trumps = [(int(card[1:]), seat) for seat, card in trick if card[0] == self.trump]
        following = [(int(card[1:]), seat) for seat, card in trick if card[0] == led]
        return max(trumps or following)[1]

    def allowed(self, seat: int) -> list[str] | None:
        """Return the moves of a seat to act, sorted as texts; None if this referee does not know."""
        if self.phase == "place":
            held = set(self.canoe.values())
            return sorted(f"place {name}" for name in self.space if self.kind(name) == "start" and name not in held)
        if self.phase == "pace":
            most = 10 if self.options["overbid"] == "on" else self.cards_each
            return sorted(f"pace {number}" for number in range(most + 1))
        if self.phase == "tricks":
            return sorted(f"play {card}" for card in self.playable(seat))
        if self.phase == "entry":
            left = self.cards_each - sum(self.won.values())
            is_last = len(self.entered) == len(self.seats) - 1
            return sorted(f"tricks {number}" for number in range(left if is_last else 0, left + 1))
        if self.phase == "move":
            return self.canoe_moves(seat)
        return None

    def playable(self, seat: int) -> list[str]:
        """CAN-7, CAN-8: what follows suit, all where nothing does; of real cards all not seen."""
        if self.options["cards"] == "physical":
            seen = {card for trick in self.tricks for _seat, card in trick} | {self.turned_up}
            return [card for card in DECK if card not in seen]
        hand = self.hand[seat]
        if self.tricks[-1]:
            led = self.tricks[-1][0][1][0]
            return [card for card in hand if card[0] == led] or hand
        return hand

    def revoked_in(self, seat: int, card: str) -> list[int]:
        """Return the earlier tricks, since the last report, in which ``seat`` should have played this suit."""
        found = []
        for number, trick in enumerate(self.tricks[:-1], start=1):
            own = next(played for player, played in trick if player == seat)
            if own[0] == card[0]:
                found = []
            elif trick[0][1][0] == card[0]:
                found.append(number)
        return found

    # The canoes, CAN-11 to CAN-22

    def steps_to_a_landing(self, name: str) -> int:
        """CAN-15: canoes ignored, never over the waterfall; 999 for infinite."""
        layer, seen, steps = {name}, {name}, 0
        while layer:
            if any(self.kind(each) == "landing" for each in layer):
                return steps
            layer = {other for each in layer for other in self.space[each]["touches"]} - seen
            layer = {each for each in layer if self.kind(each) != "waterfall"}
            seen |= layer
            steps += 1
        return 999

    def points(self, seat: int) -> int:
        """CAN-12, CAN-18, CAN-20."""
        pace, won = self.pace[seat], self.won[seat]
        bonus = {0: 1, 1: 2}.get(pace, 3) if pace == won else 0
        kind = self.kind(self.canoe[seat])
        if kind == "current" or (kind == "cave" and self.options["cave_is_current"] == "on"):
            return bonus
        return won + bonus

    def is_free(self, name: str) -> bool:
        """CAN-14, CAN-15."""
        kind = self.kind(name)
        return kind == "cave" or (kind in ("water", "current", "landing") and name not in self.canoe.values())

    def ways(self, way: list[str], most: int) -> Iterator[list[str]]:
        """Yield every way of at most so many steps that starts with ``way``."""
        yield way
        if len(way) <= most and (len(way) == 1 or self.kind(way[-1]) != "landing"):
            for other in self.space[way[-1]]["touches"]:
                if other not in way and self.is_free(other):
                    yield from self.ways([*way, other], most)

    def is_open(self, start: str) -> bool:
        """CAN-15: whether a way of any length leads to a landing."""
        reached, grown = set(), {start}
        while grown - reached:
            reached = set(grown)
            for name in reached:
                if name == start or self.kind(name) != "landing":
                    grown |= {other for other in self.space[name]["touches"] if self.is_free(other)}
        return any(self.kind(name) == "landing" for name in reached - {start})

    def canoe_moves(self, seat: int) -> list[str] | None:
        """CAN-15, CAN-18: all paths walked, the nearest of their ends stored."""
        start = self.canoe[seat]
        if self.kind(start) == "current" and self.pace[seat] != self.won[seat]:
            return ["drift"] if self.chain(seat) else ["stay"]
        points = self.points(seat)
        if points > 4:
            return None  # too many ways to walk them all
        ways = list(self.ways([start], points))
        home = {way[-1] for way in ways if len(way) > 1 and self.kind(way[-1]) == "landing"}
        if self.options["movement"] == "exact" and self.is_open(start):
            candidates = {way[-1] for way in ways if len(way) == points + 1} | home
        else:
            candidates = {way[-1] for way in ways}
        nearest = min(self.distance[name] for name in candidates)
        if points == 0 or (nearest >= self.distance[start] and start in candidates):
            return ["stay"]
        return sorted(f"move {name}" for name in candidates if self.distance[name] == nearest)

    def chain(self, seat: int) -> list[tuple[int, str]]:
        """Return who goes where when ``seat`` drifts."""
        moved: list[tuple[int, str]] = []
        while True:
            target = str(self.space[self.canoe[seat]]["flow"])
            if self.kind(target) == "waterfall":
                cave = next(name for name in self.space if self.kind(name) == "cave")
                return [*moved, (seat, cave)]
            moved.append((seat, target))
            pushed = [other for other, name in self.canoe.items() if name == target]
            if not pushed:
                return moved
            seat = pushed[0]

    # What happens

    def deal(self, hands: Mapping[int, list[str]], turned_up: str) -> None:
        """Take what the app dealt."""
        dealt = Counter([card for hand in hands.values() for card in hand] + [turned_up])
        assert set(dealt) <= set(DECK)
        assert set(dealt.values()) == {1}
        assert all(len(hands[seat]) == self.cards_each for seat in self.seats)
        self.hand = {seat: list(hands[seat]) for seat in self.seats}
        self.turned_up, self.trump, self.phase = turned_up, turned_up[0], "pace"

    def act(self, seat: int, text: str) -> None:
        """Take a move that people made."""
        word, _space, rest = text.partition(" ")
        if word == "dealer":
            self.dealer = int(rest)
            self.phase = "first" if self.options["placement"] == "chosen" else "place"
        elif word == "first":
            self.placing, self.phase = int(rest), "place"
        elif word == "place":
            self.canoe[seat] = rest
            if len(self.canoe) == len(self.seats):
                self.begin_round()
        elif word == "trump":
            self.trump, self.turned_up, self.phase = rest[0], rest, "pace"
        elif word == "pace":
            self.pace[seat] = int(rest)
            if len(self.pace) == len(self.seats):
                self.phase = "entry" if self.options["entry"] == "tricks" else "tricks"
        elif word == "play":
            self.play(seat, rest)
        elif word == "tricks":
            self.won[seat] = int(rest)
            self.entered.add(seat)
            if len(self.entered) == len(self.seats):
                self.phase = "move"
        else:
            self.move(seat, word, rest)

    def play(self, seat: int, card: str) -> None:
        """CAN-7: lay a card; a full trick is won."""
        if self.hand:
            self.hand[seat].remove(card)
        self.tricks[-1].append((seat, card))
        if len(self.tricks[-1]) == len(self.seats):
            self.won[self.winner(self.tricks[-1])] += 1
            self.tricks.append([])
            if len(self.tricks) > self.cards_each:
                self.phase = "move"

    def move(self, seat: int, word: str, target: str) -> None:
        """CAN-19, CAN-20, CAN-22."""
        self.spent.add(seat)
        if word == "drift":
            for canoe, name in self.chain(seat):
                self.canoe[canoe] = name
                if self.kind(name) == "cave":
                    self.spent.add(canoe)
        elif word == "move":
            if self.kind(target) == "landing":
                points = self.points(seat)
                shortest = next(
                    steps
                    for steps in range(1, points + 1)
                    if any(way[-1] == target for way in self.ways([self.canoe[seat]], steps))
                )
                self.surplus[seat] = points - shortest
            self.canoe[seat] = target
        if len(self.spent) == len(self.seats):
            self.end_round()

    def end_round(self) -> None:
        """CAN-10, CAN-23."""
        if self.surplus:
            best = max((surplus, self.pace[seat]) for seat, surplus in self.surplus.items())
            self.winners = [seat for seat in self.seats if (self.surplus.get(seat), self.pace[seat]) == best]
            self.phase = "over"
            return
        self.round_number += 1
        self.step = 10 if self.step == 5 and self.options["skip_dark_rounds"] == "on" else self.step % 14 + 1
        self.dealer = self.start
        self.begin_round()
