"""Simple ways of an exact length: can a canoe go from here to there in exactly so many steps, no space twice?

The question is hard in general, and a plain depth-first search explodes on open water. Three things tame it:

1. the shortest way, made longer by local detours, answers *yes* almost always where the answer is yes;
2. every way leads through the same cut spaces, so it falls into parts, one for each biconnected block between them,
   and only the lengths of the parts have to add up;
3. inside a block the search keeps, step by step, to the spaces from which a walk of the right length leads to the
   end, and gives up where too few spaces are left; its spaces are bits of one integer, a small one up to 30 spaces.

What takes time is a generator that yields None within 2 ms on the Pico. Nothing recurses.
"""

from shared_rules.board import NONE
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    Way = tuple[int, ...]
    Steps = Generator[None, None, Way | None]

SHUT = const(0)
OPEN = const(1)  # may be entered and left
GOAL = const(2)  # may be entered; a way ends there

_FLOOD_FROM = const(4)  # steps left from which on it pays to count what can still be reached


class Ways:
    """The simple ways from one space.

    Args:
        around: the neighbours of each space, as bytes; they hold both ways.
        marks: SHUT, OPEN or GOAL for each space; kept, not copied. ``start`` is SHUT.
        start: the space that the ways start from.
        most: the most steps asked for.

    Attributes:
        steps: the fewest steps to each space, NONE beyond ``most``; filled by ``explore``.
        found: the OPEN spaces within ``most`` steps, nearest first, after ``start`` itself.
        goals: the GOAL spaces within ``most`` steps, nearest first.
    """

    def __init__(self, around: "tuple[bytes, ...]", marks: bytearray, start: int, most: int) -> None:
        self.around = around
        self._marks = marks
        self._start = start
        self.most = most
        self.steps = bytearray(b"\xff" * len(around))
        self.found = [start]
        self.goals: "list[int]" = []
        self._block_of = bytearray()  # of each space but the start: the block it lies in; empty before the cutting
        self._entries: "list[int]" = []  # of each block: the space through which all ways enter it
        self._members: "list[bytes]" = []  # of each block: its spaces, without the entry
        self._parts: "dict[int, Way | None]" = {}  # answers of _part, by end and length

    def explore(self) -> "Generator[None, None, None]":
        """Fill ``steps``, ``found`` and ``goals``."""
        around, marks, steps, found, most = self.around, self._marks, self.steps, self.found, self.most
        steps[self._start] = 0
        for space in found:  # grows while it is walked through
            farther = steps[space] + 1
            if farther > most:
                break
            for other in around[space]:
                if steps[other] == NONE and marks[other]:
                    steps[other] = farther
                    if marks[other] == OPEN:
                        found.append(other)
                    else:
                        self.goals.append(other)
            yield

    def shortest(self, end: int) -> "Way":
        """Return a shortest way to ``end``, a space that ``explore`` found, both ends included."""
        return self._back(end, self._start)

    def exact(self, end: int, length: int) -> "Steps":
        """Return a simple way of exactly ``length`` steps to ``end``, an OPEN space; None where there is none."""
        if self.steps[end] > length:
            return None
        if not self._block_of:
            free = bytearray(len(self.around))
            for space in self.found:
                free[space] = 1
            way = yield from self._lengthened(self._back(end, self._start), length, free)
            if way is not None:
                return way
            yield from self._cut_into_blocks()
        return (yield from self._through_blocks(end, length))

    def _back(self, end: int, start: int) -> "Way":
        """Return a shortest way from ``start`` to ``end``; every shortest way from the very start must pass both."""
        steps = self.steps
        way = [end]
        while end != start:
            nearer = steps[end] - 1
            for other in self.around[end]:
                if steps[other] == nearer and self._marks[other] != GOAL:
                    end = other
                    break
            way.append(end)
        way.reverse()
        return tuple(way)

    def _lengthened(self, shortest: "Way", length: int, free: bytearray) -> "Steps":
        """Return ``shortest`` with detours of one or two steps over ``free`` spaces up to ``length``, if that works."""
        extra = length + 1 - len(shortest)
        if extra <= 0:
            return shortest if extra == 0 else None
        around = self.around
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
        """Put a detour of two steps into ``way``; return the place before it, NONE where there is none."""
        around = self.around
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
        """Find the biconnected blocks of the spaces found (Hopcroft and Tarjan, with a stack of its own)."""
        around = self.around
        size = len(around)
        number = bytearray(size)  # in order of discovery from 1; 0 = not yet, NONE = not to be entered
        lowest = bytearray(size)  # the lowest number that a space and those beyond it touch
        place = bytearray(size)  # which neighbour is next
        self._block_of = block_of = bytearray(b"\xff" * size)
        for space in range(size):
            number[space] = NONE
        for space in self.found:
            number[space] = 0
        count = 1
        number[self._start] = lowest[self._start] = 1
        trail = [self._start]
        pile: "list[int]" = []
        looks = 0
        while trail:
            looks += 1
            if not looks & 31:
                yield
            space = trail[-1]
            near = around[space]
            if place[space] < len(near):
                other = near[place[space]]
                place[space] += 1
                if not number[other]:
                    count += 1
                    number[other] = lowest[other] = count
                    trail.append(other)
                    pile.append(other)
                elif number[other] < lowest[space]:
                    lowest[space] = number[other]
                continue
            trail.pop()
            if not trail:
                break
            before = trail[-1]
            if lowest[space] >= number[before]:
                members = bytearray()
                while True:
                    member = pile.pop()
                    members.append(member)
                    block_of[member] = len(self._members)
                    if member == space:
                        break
                self._members.append(bytes(members))
                self._entries.append(before)
            elif lowest[space] < lowest[before]:
                lowest[before] = lowest[space]

    def _through_blocks(self, end: int, length: int) -> "Steps":
        """Return a way of ``length`` steps to ``end``, put together from its parts in each block."""
        steps, block_of, entries, members = self.steps, self._block_of, self._entries, self._members
        exits = []
        space = end
        longest = 0
        while space != self._start:
            exits.append(space)
            longest += len(members[block_of[space]])
            space = entries[block_of[space]]
        if longest < length:
            return None
        ways: "list[Way | None]" = [None] * (length + 1)  # so far, by length
        ways[0] = (self._start,)
        while exits:
            space = exits.pop()
            block = block_of[space]
            most = len(members[block])
            longest -= most
            left = steps[end] - steps[space]
            least = steps[space] - steps[entries[block]]
            farther: "list[Way | None]" = [None] * (length + 1)
            for before in range(length + 1):
                way = ways[before]
                if way is None:
                    continue
                for more in range(least, min(most, length - before - left) + 1):
                    total = before + more
                    if farther[total] is None and total + longest >= length:
                        part = yield from self._part(space, more)
                        if part is not None:
                            farther[total] = way + part[1:]
            ways = farther
        return ways[length]

    def _part(self, end: int, length: int) -> "Steps":
        """Return a simple way of ``length`` steps from the entry of the block of ``end`` to ``end``."""
        key = end << 4 | length
        if key not in self._parts:
            block = self._block_of[end]
            shortest = self._back(end, self._entries[block])
            free = bytearray(len(self.around))
            for space in self._members[block]:
                free[space] = 1
            way = yield from self._lengthened(shortest, length, free)
            if way is None:
                way = yield from self._searched(block, end, length)
            self._parts[key] = way
        return self._parts[key]

    def _searched(self, block: int, end: int, length: int) -> "Steps":
        """Return a simple way of ``length`` steps through ``block`` to ``end``, by search over sets of bits."""
        entry = self._entries[block]
        region = yield from self._region(block, end, length)
        if len(region) <= length:
            return None
        bits = [0] * len(self.around)
        bit = 1
        for space in region:
            bits[space] = bit
            bit <<= 1
        touches = {}
        spaces = {}
        for space in region:
            mask = 0
            for other in self.around[space]:
                mask |= bits[other]
            touches[bits[space]] = mask
            spaces[bits[space]] = space
            yield
        first, last = bits[entry], bits[end]
        inner = (bit - 1) ^ first ^ last
        # allowed[r]: the spaces from which a walk of r steps leads to the end, over inner spaces
        allowed = [last, touches[last] & inner]
        while len(allowed) < length:
            before = allowed[-1]
            mask = 0
            rest = inner
            while rest:
                bit = rest & -rest
                rest ^= bit
                if touches[bit] & before:
                    mask |= bit
            allowed.append(mask)
            yield
        free = [inner] * length
        todo = [0] * length
        chosen = [first] * length
        todo[0] = touches[first] & allowed[length - 1]
        depth = 0
        nodes = 0
        while depth >= 0:
            nodes += 1
            if not nodes & 7:
                yield
            rest = todo[depth]
            if not rest:
                depth -= 1
                continue
            bit = rest & -rest
            todo[depth] = rest ^ bit
            left = length - depth - 1
            chosen[depth] = bit
            if not left:
                return tuple([entry] + [spaces[bit] for bit in chosen])
            unused = free[depth] & ~bit
            if left >= _FLOOD_FROM:
                grown = bit
                edge = touches[bit] & unused
                need = left - 1
                hit = touches[bit] & last
                while edge and need:
                    b = edge & -edge
                    unused_edge = touches[b]
                    grown |= b
                    hit |= unused_edge & last
                    edge = (edge | unused_edge & unused) & ~grown
                    need -= 1
                if need:
                    continue
            options = touches[bit] & allowed[left - 1] & (unused | last)
            if options:
                depth += 1
                free[depth] = unused
                todo[depth] = options
        return None

    def _region(self, block: int, end: int, length: int) -> "Generator[None, None, list[int]]":
        """Return the spaces of ``block`` on walks of at most ``length`` steps from its entry to ``end``."""
        around, steps = self.around, self.steps
        entry = self._entries[block]
        inside = bytearray(len(around))
        for space in self._members[block]:
            inside[space] = 1
        inside[end] = 0
        limit = length + steps[entry]
        back = bytearray(len(around))
        region = [end]
        for space in region:
            farther = back[space] + 1
            for other in around[space]:
                if inside[other] and farther + steps[other] <= limit:
                    inside[other] = 0
                    back[other] = farther
                    region.append(other)
            yield
        region.append(entry)
        return region
