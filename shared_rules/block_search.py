"""Search for an exact-length simple path inside one biconnected block.

A depth-first search over bit sets of spaces: with 30 spaces or fewer a set is a small integer on the Pico, which
allocates nothing. A branch is pruned if no walk of the remaining length leads to the end, or if too few unused spaces
are connected.
"""

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

_FLOOD_FROM = const(4)  # minimum remaining steps for which the connectivity check pays off


def searched(
    around: "tuple[bytes, ...]", free: bytearray, steps: bytearray, entry: int, end: int, length: int
) -> "Generator[None, None, tuple[int, ...] | None]":
    """Find a simple path of exactly ``length`` steps from ``entry`` to ``end``.

    Args:
        around: the neighbours of each space.
        free: 1 for each space that the path may visit; modified.
        steps: shortest distance of each space from a space before ``entry``.
        entry: the first space.
        end: the last space.
        length: number of steps, 2 or more.

    Returns:
        The spaces of the path, both ends included; None if there is none.
    """
    region = yield from _region(around, free, steps, entry, end, length)
    if len(region) <= length:
        return None
    # The lowest bit is tried first: few options first, then far from the end.
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
    spaces = {}  # the space of each bit
    touches = {}  # the neighbours of each bit, as a set
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
    """Return the spaces on walks of at most ``length`` steps.

    Sorted by distance from ``end``, which is first; ``entry`` is last.
    """
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
    """Return the spaces with a walk over ``inner`` to ``last``, by remaining steps.

    A walk may revisit spaces, so a set includes that of two steps less; it is an upper bound.
    """
    allowed = [last, touches[last] & inner]
    before = 0  # the set of two steps less, whose predecessors are already in the last set but one
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
    """Return the bits of a path of ``length`` steps over ``inner``, None if none."""
    unused = [inner] * length  # of each depth
    options = [0] * length  # of each depth: the spaces not tried yet
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
            # Flood fill: are enough unused spaces connected to here, including the end?
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
