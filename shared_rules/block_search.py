"""The search for a simple way of an exact length between two spaces of one biconnected block.

It walks depth first over sets of spaces, each set the bits of one integer: with 30 spaces or fewer that is a small
integer on the Pico, which allocates nothing. A branch ends where no walk of the steps left leads to the end, and
where too few unused spaces hang together.
"""

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

_FLOOD_FROM = const(4)  # steps left from which on counting what hangs together saves more than it costs


def searched(
    around: "tuple[bytes, ...]", free: bytearray, steps: bytearray, entry: int, end: int, length: int
) -> "Generator[None, None, tuple[int, ...] | None]":
    """Find a simple way of exactly ``length`` steps from ``entry`` to ``end``.

    Args:
        around: the neighbours of each space.
        free: 1 for each space that the way may pass. It is used up.
        steps: the fewest steps to each space from somewhere behind ``entry``.
        entry: where the way begins.
        end: where it ends.
        length: its steps, 2 or more.

    Returns:
        The spaces of the way, both ends included; None where there is none.
    """
    region = yield from _region(around, free, steps, entry, end, length)
    if len(region) <= length:
        return None
    # The lowest bit is tried first: where there is little choice, then far from the end.
    bits = [0] * len(around)
    for space in region:
        bits[space] = 1
    order = []
    for place, space in enumerate(region):
        choice = 0
        for other in around[space]:
            choice += bits[other]
        order.append(((choice << 8) - place, space))
        yield
    order.sort()
    inner = 0
    bit = 1
    for _, space in order:
        bits[space] = bit
        inner |= bit
        bit <<= 1
    yield
    spaces = {}  # of each bit: its space
    touches = {}  # of each bit: the set of its neighbours
    for space in region:
        near = 0
        for other in around[space]:
            near |= bits[other]
        touches[bits[space]] = near
        spaces[bits[space]] = space
        yield
    first, last = bits[entry], bits[end]
    inner ^= first | last
    allowed = yield from _allowed(touches, inner, last, length)
    way = yield from _walked(touches, allowed, inner, first, last, length)
    return None if way is None else tuple([spaces[bit] for bit in way])


def _region(
    around: "tuple[bytes, ...]", free: bytearray, steps: bytearray, entry: int, end: int, length: int
) -> "Generator[None, None, list[int]]":
    """Return the spaces on walks of at most ``length`` steps: ``end`` first, nearest to it next, ``entry`` last."""
    free[entry] = free[end] = 0
    limit = length + steps[entry]
    back = bytearray(len(around))
    region = [end]
    for space in region:  # grows while it is walked through
        farther = back[space] + 1
        for other in around[space]:
            if free[other] and farther + steps[other] <= limit:
                free[other] = 0
                back[other] = farther
                region.append(other)
        yield
    region.append(entry)
    return region


def _allowed(touches: "dict[int, int]", inner: int, last: int, length: int) -> "Generator[None, None, list[int]]":
    """Return, for each number of steps left, the set of spaces from which a walk over ``inner`` leads to ``last``.

    A walk may go back and forth, so a set holds those of two steps less too; it may be larger than need be.
    """
    allowed = [last, touches[last] & inner]
    before = 0  # the set of two steps less: what leads to it is in the last set but one already
    count = 0
    while len(allowed) < length:
        here = allowed[-2]
        rest = allowed[-1] & ~before
        before = here
        while rest:
            bit = rest & -rest
            rest ^= bit
            here |= touches[bit]
            count += 1
            if not count & 7:
                yield
        allowed.append(here & inner)
    yield
    return allowed


def _walked(
    touches: "dict[int, int]", allowed: "list[int]", inner: int, first: int, last: int, length: int
) -> "Generator[None, None, list[int] | None]":
    """Return the bits of a way of ``length`` steps from ``first`` to ``last`` over ``inner``, None if there is none."""
    unused = [inner] * length  # of each depth
    options = [0] * length  # of each depth: the spaces still to be tried
    way = [first] * (length + 1)
    options[0] = touches[first] & allowed[length - 1]
    depth = 0
    while depth >= 0:
        yield
        rest = options[depth]
        if not rest:
            depth -= 1
            continue
        bit = rest & -rest
        options[depth] = rest ^ bit
        left = length - depth - 1
        way[depth + 1] = bit
        if not left:
            return way
        others = unused[depth] & ~bit
        near = touches[bit]
        if left >= _FLOOD_FROM:
            # Do enough unused spaces hang together from here, and lead to the end?
            grown = bit
            edge = near & others
            needed = left - 1
            leads = near & last
            while edge and (needed > 0 or not leads):
                bit = edge & -edge
                grown |= bit
                leads |= touches[bit] & last
                edge = (edge | touches[bit] & others) & ~grown
                needed -= 1
                if not needed & 3:
                    yield
            if needed > 0 or not leads:
                continue
        following = near & allowed[left - 1] & (others | last)
        if following:
            depth += 1
            unused[depth] = others
            options[depth] = following
    return None
