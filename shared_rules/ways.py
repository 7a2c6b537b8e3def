"""Exact-length simple paths: reach a space in exactly n steps, no space twice.

The problem is NP-hard in general, and a plain depth-first search explodes on open water. Three techniques make it fast:

1. the shortest path, extended by local detours, almost always answers *yes* if the answer is yes;
2. all paths pass the same cut vertices, so a path splits into one part per biconnected block, and only the lengths of
   the parts have to add up;
3. inside a block, ``block_search`` prunes spaces that can no longer lead to the end.

Slow functions are generators that yield None at least every 1.6 ms on the Pico. Nothing is recursive.
"""

from shared_rules.block_search import searched
from shared_rules.board import LANDING, NONE
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    Way = tuple[int, ...]

SHUT = const(0)
GOAL = LANDING


class Ways:
    """The simple paths from one space.

    Args:
        around: the neighbours of each space, as bytes; the relation is symmetric.
        marks: for each space SHUT if no path enters it, GOAL if paths end there, anything else if they may continue.
            ``start`` is SHUT. Modified.
        distance: the value to minimise, for each space; a step changes it by one at most.
        start: the first space of all paths.
        most: the maximum number of steps.

    Attributes:
        steps: shortest distance to each space, NONE beyond ``most``; set by ``explore``.
        found: the passable spaces within ``most`` steps, nearest first, after ``start`` itself.
        goals: the GOAL spaces within ``most`` steps, nearest first.
    """

    def __init__(
        self, around: "tuple[bytes, ...]", marks: bytearray, distance: bytearray, start: int, most: int
    ) -> None:
        self._around = around
        self._unseen = marks
        self._distance = distance
        self._start = start
        self._most = most
        # Created by ``explore``, as doing everything in one step would take too long.
        self._before = self._water = self.steps = bytearray()
        self.found = [start]
        self.goals: "list[int]" = []
        self._worst = NONE  # upper bound of the best ends' distance
        self._block_of = bytearray()  # the block of each space but the start; empty before the decomposition
        self._entries: "list[int]" = []  # of each block: the cut vertex through which all paths enter it
        self._members: "list[bytes]" = []  # of each block: its spaces except the entry
        self._grounds: "dict[int, bytearray]" = {}  # of requested blocks: 1 for each member
        self._parts: "dict[int, Way | None]" = {}  # cache of _part, by end and length

    def explore(self) -> "Generator[None, None, None]":
        """Fill ``steps``, ``found`` and ``goals``."""
        around, unseen, found = self._around, self._unseen, self.found
        before = self._before = bytearray(len(around))  # the predecessor of each space on a shortest path
        water = self._water = bytearray(len(around))  # 1 for each space of found except the start
        yield
        steps = self.steps = bytearray(b"\xff" * len(around))
        steps[self._start] = 0
        for space in found:  # grows while it is walked through
            farther = steps[space] + 1
            if farther > self._most:
                break
            for other in around[space]:
                mark = unseen[other]
                if mark:
                    unseen[other] = SHUT
                    steps[other] = farther
                    before[other] = space
                    if mark == GOAL:
                        self.goals.append(other)
                    else:
                        found.append(other)
                        water[other] = 1
            yield

    def leads_to_goal(self, clear: int) -> "Generator[None, None, bool]":
        """Return whether any path reaches a goal; call it once, after ``explore``.

        No space with a distance below ``clear`` is SHUT: from there on, a path leads straight to a goal.
        """
        if self.goals:
            return True
        around, unseen, distance = self._around, self._unseen, self._distance
        frontier: "list[int]" = []
        place = len(self.found) - 1
        while place >= 0 and self.steps[self.found[place]] == self._most:
            space = self.found[place]
            if frontier and distance[space] > distance[frontier[-1]]:
                frontier.insert(0, space)
            else:
                frontier.append(space)
            place -= 1
            if not place & 7:
                yield
        while frontier:  # depth first: nearer spaces first, the others only when none is left
            space = frontier[-1]
            here = distance[space]
            if here <= clear:
                return True
            for other in around[space]:
                if unseen[other] and distance[other] < here:
                    if unseen[other] == GOAL:
                        return True
                    unseen[other] = SHUT
                    frontier.append(other)
                    break
            else:
                frontier.pop()
                yield
                for other in around[space]:
                    if unseen[other]:
                        if unseen[other] == GOAL:
                            return True
                        unseen[other] = SHUT
                        frontier.insert(0, other)
            yield
        return False

    def nearest(self) -> "Generator[None, None, list[int]]":
        """Return the spaces of ``found`` with the smallest distance."""
        best = NONE
        nearest: "list[int]" = []
        for count, space in enumerate(self.found):
            if self._distance[space] < best:
                best = self._distance[space]
                nearest = []
            if self._distance[space] == best:
                nearest.append(space)
            if not count & 15:
                yield
        return nearest

    def exact_ends(self) -> "Generator[None, None, list[int]]":
        """Return the ends of paths of exactly ``most`` steps with the smallest distance.

        Requires a space at ``most`` steps, which exists if a path leads to a goal beyond.
        """
        distance, steps, found = self._distance, self.steps, self.found
        place = len(found) - 1
        while steps[found[place]] == self._most:
            self._worst = min(self._worst, distance[found[place]])
            place -= 1
            if not place & 7:
                yield
        rows: "dict[int, list[int]]" = {}
        for count, space in enumerate(found):
            row = distance[space]
            if row <= self._worst and space != self._start:
                if row in rows:
                    rows[row].append(space)
                else:
                    rows[row] = [space]
            if not count & 15:
                yield
        reached: "list[int]" = []
        for row in sorted(rows):
            for space in rows[row]:
                yield
                if steps[space] == self._most or (yield from self.exact(space, self._most)) is not None:
                    reached.append(space)
            if reached:
                break
        return reached

    def shortest(self, end: int, start: "int | None" = None) -> "Way":
        """Return a shortest path to ``end``, a space found by ``explore``.

        It starts at ``start``, a space on that path.

        Raises:
            ValueError: for another ``end``.
        """
        if self.steps[end] == NONE:
            raise ValueError("Space %d is not within %d steps." % (end, self._most))
        before = self._before
        way = [end]
        until = self._start if start is None else start
        while end != until:
            end = before[end]
            way.append(end)
        way.reverse()
        return tuple(way)

    def exact(self, end: int, length: int) -> "Generator[None, None, Way | None]":
        """Return a simple path of exactly ``length`` steps to ``end``, None if none.

        ``end`` is in ``found``, and after ``exact_ends`` no farther than its results.
        """
        if self.steps[end] > length:
            return None
        if not self._block_of:
            way = yield from self._lengthened(self.shortest(end), length, bytearray(self._water))
            if way is not None:
                return way
            yield from self._cut_into_blocks()
        return (yield from self._through_blocks(end, length))

    def _lengthened(self, shortest: "Way", length: int, free: bytearray) -> "Generator[None, None, Way | None]":
        """Extend ``shortest`` to ``length`` by detours over ``free``; None on failure."""
        extra = length + 1 - len(shortest)
        if extra <= 0:
            return shortest if extra == 0 else None
        around = self._around
        way = list(shortest)
        for space in way:
            free[space] = 0
        place = 0
        while extra:
            yield
            if place == len(way) - 1:  # no detour of one step is left
                if extra < 2:
                    return None
                place = yield from self._double(way, free)
                if place == NONE:
                    return None
                extra -= 2
                continue
            after = around[way[place + 1]]
            for other in around[way[place]]:
                if free[other] and other in after:
                    way.insert(place + 1, other)
                    free[other] = 0
                    extra -= 1
                    break
            else:
                place += 1
        return tuple(way)

    def _double(self, way: "list[int]", free: bytearray) -> "Generator[None, None, int]":
        """Insert a detour of two steps into ``way``; return its index, NONE if none fits."""
        around = self._around
        for place in range(len(way) - 1):
            after = around[way[place + 1]]
            for first in around[way[place]]:
                if free[first]:
                    for second in around[first]:
                        if free[second] and second != first and second in after:
                            way.insert(place + 1, second)
                            way.insert(place + 1, first)
                            free[first] = free[second] = 0
                            return place
                    yield
        return NONE

    def _cut_into_blocks(self) -> "Generator[None, None, None]":
        """Find the biconnected blocks of ``found`` (Hopcroft–Tarjan, iterative)."""
        around = self._around
        size = len(around)
        number = bytearray(b"\xff" * size)  # discovery index from 1; 0 = undiscovered, NONE = forbidden
        lowest = bytearray(size)  # low point: the lowest number adjacent to a space or its descendants
        place = bytearray(size)  # index of the next neighbour
        self._block_of = bytearray(size)
        # A path to a distance of ``worst`` or less cannot visit spaces where too few steps are left for that.
        room = self._most + self._worst
        for count, space in enumerate(self.found):
            farther = self._distance[space]
            if farther <= self._worst or self.steps[space] + farther <= room:
                number[space] = 0
            if not count & 15:
                yield
        count = 1
        number[self._start] = lowest[self._start] = 1
        trail = [self._start]
        pile: "list[int]" = []
        while trail:
            space = trail[-1]
            near = around[space]
            low = lowest[space]
            at = place[space]
            deeper = False
            while at < len(near):
                other = near[at]
                at += 1
                touched = number[other]
                if not touched:
                    count += 1
                    number[other] = lowest[other] = count
                    trail.append(other)
                    pile.append(other)
                    deeper = True
                    break
                if touched < low:
                    low = touched
            place[space] = at
            lowest[space] = low
            yield
            if not deeper:
                trail.pop()
                if trail:
                    before = trail[-1]
                    if low >= number[before]:
                        yield from self._add_block(before, space, pile)
                    elif low < lowest[before]:
                        lowest[before] = low

    def _add_block(self, entry: int, first: int, pile: "list[int]") -> "Generator[None, None, None]":
        """Pop the block that starts with ``first`` from the end of ``pile``."""
        members = bytearray()
        member = NONE
        while member != first:
            member = pile.pop()
            members.append(member)
            self._block_of[member] = len(self._members)
            if not len(members) & 7:
                yield
        self._members.append(bytes(members))
        self._entries.append(entry)

    def _through_blocks(self, end: int, length: int) -> "Generator[None, None, Way | None]":
        """Return a path of ``length`` steps to ``end``, joined from parts per block."""
        steps, block_of, entries, members = self.steps, self._block_of, self._entries, self._members
        exits = []  # where the path leaves each block, last first
        space = end
        longest = 0
        while space != self._start:
            exits.append(space)
            longest += len(members[block_of[space]])
            space = entries[block_of[space]]
        if longest < length:
            return None
        ways: "dict[int, Way]" = {0: (self._start,)}  # partial paths by length
        while exits:
            space = exits.pop()
            block = block_of[space]
            most = len(members[block])
            least = steps[space] - steps[entries[block]]
            longest -= most
            limit = length - steps[end] + steps[space]  # maximum length up to here, given the remaining blocks
            farther: "dict[int, Way]" = {}
            for before in sorted(ways):
                yield
                for total in range(max(before + least, length - longest), min(before + most, limit) + 1):
                    if total not in farther:
                        part = yield from self._part(space, total - before)
                        if part is not None:
                            farther[total] = ways[before] + part[1:]
            ways = farther
        return ways.get(length)

    def _part(self, end: int, length: int) -> "Generator[None, None, Way | None]":
        """Return a simple path of ``length`` steps to ``end`` from the entry of its block."""
        key = end << 8 | length
        if key in self._parts:
            return self._parts[key]
        block = self._block_of[end]
        entry = self._entries[block]
        way: "Way | None" = self.shortest(end, entry)
        if way is not None and len(way) <= length:
            if block not in self._grounds:
                ground = bytearray(len(self._around))
                for space in self._members[block]:
                    ground[space] = 1
                self._grounds[block] = ground
                yield
            ground = self._grounds[block]
            way = yield from self._lengthened(way, length, bytearray(ground))
            if way is None:
                way = yield from searched(self._around, bytearray(ground), self.steps, entry, end, length)
        self._parts[key] = way
        return way
