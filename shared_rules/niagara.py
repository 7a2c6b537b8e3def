"""Canoe moves in Niagara: steps with a paddle card, loading, unloading, stealing.

Places are small integers: the shore, nine discs (five of the main river, two of each arm), and *lost*, over the fall. A
*plan* is the turn of one canoe, packed into an integer of 24 bits; NIA-8 to NIA-16 define the legal ones. Gems are
colours 0 to 4, ``NO_GEM`` for none. ``sites`` has 25 counts: of each colour at each colour's site.
"""

from shared_rules.compat import const

try:
    from collections.abc import Generator, Sequence
except ImportError:  # MicroPython, where annotations are not evaluated
    pass

SHORE = const(0)
M1 = const(1)
M5 = const(5)
L6 = const(6)
L7 = const(7)
R6 = const(8)
R7 = const(9)
LOST = const(10)

PLACE_NAMES = ("shore", "M1", "M2", "M3", "M4", "M5", "L6", "L7", "R6", "R7", "lost")
COLOURS = ("violet", "clear", "yellow", "blue", "pink")
NO_GEM = const(7)

NO_SITE = const(255)
SITE_OF = bytes((255, 255, 255, 0, 1, 2, 3, 4, 3, 4, 255))
"""The colour of the site at each place, ``NO_SITE`` for none (NIA-2)."""

DEPTH = bytes((0, 1, 2, 3, 4, 5, 6, 7, 6, 7, 8))
"""Steps of each place below the shore; 8 is over the fall."""

_LEFT_PLACES = bytes((0, 1, 2, 3, 4, 5, 6, 7, 10))
_RIGHT_PLACES = bytes((0, 1, 2, 3, 4, 5, 8, 9, 10))

LEFT = const(0)
RIGHT = const(1)

# The direction of a plan. LEFT_ARM and RIGHT_ARM only if the owner can choose at the fork.
REST = const(0)
UP = const(1)
DOWN = const(2)
LEFT_ARM = const(3)
RIGHT_ARM = const(4)

CLOUD = const(0)
"""The cloud paddle card; the others are their number, 1 to 6."""

NO_STEAL = const(15)

# Bit offsets of the parts of a plan.
_DIRECTION = const(20)
_PRE_UNLOAD = const(19)
_PRE_LOAD = const(16)
_END = const(12)
_POST_UNLOAD = const(11)
_POST_LOAD = const(8)


def pack(pre_unload: int, pre_load: int, way: int, ended: int, post_unload: int, post_load: int) -> int:
    """Pack a plan without stealing: first actions, direction, end place, last actions."""
    return (
        way << _DIRECTION
        | pre_unload << _PRE_UNLOAD
        | pre_load << _PRE_LOAD
        | ended << _END
        | post_unload << _POST_UNLOAD
        | post_load << _POST_LOAD
        | NO_STEAL
    )


def direction(plan: int) -> int:
    """Return ``REST``, ``UP``, ``DOWN``, ``LEFT_ARM`` or ``RIGHT_ARM``."""
    return plan >> _DIRECTION & 7


def end(plan: int) -> int:
    """Return the place where the canoe ends its steps."""
    return plan >> _END & 15


def unloads_first(plan: int) -> int:
    """Return 1 if the canoe unloads before its steps, else 0."""
    return plan >> _PRE_UNLOAD & 1


def loads_first(plan: int) -> int:
    """Return the colour loaded before the steps, or ``NO_GEM``."""
    return plan >> _PRE_LOAD & 7


def unloads_last(plan: int) -> int:
    """Return 1 if the canoe unloads after its steps, else 0."""
    return plan >> _POST_UNLOAD & 1


def loads_last(plan: int) -> int:
    """Return the colour loaded after the steps, or ``NO_GEM``."""
    return plan >> _POST_LOAD & 7


def steals_from(plan: int) -> int:
    """Return the canoe (2 × seat + its number) whose gem is taken, or ``NO_STEAL``."""
    return plan & 15


def acts(plan: int) -> int:
    """Return the number of loads and unloads, 2 points each (NIA-12)."""
    loads = (loads_first(plan) != NO_GEM) + (loads_last(plan) != NO_GEM)
    return unloads_first(plan) + unloads_last(plan) + loads


def acts_last(plan: int) -> bool:
    """Return whether the canoe loads or unloads at the end of its 0 or more steps."""
    if direction(plan) == REST:
        return True
    return bool(unloads_last(plan)) or loads_last(plan) != NO_GEM


def masks(sites: "Sequence[int] | bytearray") -> "list[int]":
    """Return a mask of the colours at each site; ``sites`` has 25 counts."""
    found = []
    for site in range(5):
        mask = 0
        for colour in range(5):
            if sites[site * 5 + colour]:
                mask |= 1 << colour
        found.append(mask)
    return found


def _add_walks(plans: "list[int]", pre_unload: int, pre_load: int, place: int, steps: int) -> None:
    """Add all plans with ``steps`` steps from ``place``."""
    depth = DEPTH[place]
    places = _RIGHT_PLACES if place >= R6 else _LEFT_PLACES
    ended = depth - steps
    if depth:
        _add_walk(plans, pre_unload, pre_load, UP, places[ended] if ended > 0 else SHORE)
    ended = depth + steps
    if ended > 8:
        ended = 8
    if depth > 5 or ended < 6 or ended == 8:
        _add_walk(plans, pre_unload, pre_load, DOWN, places[ended])
    else:
        _add_walk(plans, pre_unload, pre_load, LEFT_ARM, _LEFT_PLACES[ended])
        _add_walk(plans, pre_unload, pre_load, RIGHT_ARM, _RIGHT_PLACES[ended])


def _add_walk(plans: "list[int]", pre_unload: int, pre_load: int, way: int, ended: int) -> None:
    plans.append(pack(pre_unload, pre_load, way, ended, 0, NO_GEM))


def _add_walks_to_a_site(
    plans: "list[int]", place: int, steps: int, carries: int, site_masks: "list[int]", both: int
) -> None:
    """Add the plans that load, unload, or (``both``) do both after ``steps`` steps."""
    depth = DEPTH[place]
    places = _RIGHT_PLACES if place >= R6 else _LEFT_PLACES
    ended = depth - steps
    if ended > 0:
        _add_last_acts(plans, UP, places[ended], carries, site_masks, both)
    ended = depth + steps
    if ended > 7:
        return
    if depth > 5 or ended < 6:
        _add_last_acts(plans, DOWN, places[ended], carries, site_masks, both)
    else:
        _add_last_acts(plans, LEFT_ARM, _LEFT_PLACES[ended], carries, site_masks, both)
        _add_last_acts(plans, RIGHT_ARM, _RIGHT_PLACES[ended], carries, site_masks, both)


def _add_last_acts(plans: "list[int]", way: int, ended: int, carries: int, site_masks: "list[int]", both: int) -> None:
    site = SITE_OF[ended]
    if site == NO_SITE or carries == site:
        return
    if carries != NO_GEM and not both:
        plans.append(pack(0, NO_GEM, way, ended, 1, NO_GEM))
        return
    for colour in range(5):
        if site_masks[site] >> colour & 1 and colour != carries:
            plans.append(pack(0, NO_GEM, way, ended, both, colour))


def plans(place: int, carries: int, points: int, site_masks: "list[int]") -> "list[int]":
    """Return all plans of a canoe without thefts (NIA-9 to NIA-13, NIA-16), unsorted.

    Args:
        place: the canoe's place, the shore to ``R7``.
        carries: its gem's colour or ``NO_GEM``.
        points: the number on the paddle card, 1 to 6.
        site_masks: the result of :func:`masks`.
    """
    found: list[int] = []
    for some in plans_by_beginning(place, carries, points, site_masks):
        found.extend(some)
    return found


def plans_by_beginning(
    place: int, carries: int, points: int, site_masks: "list[int]"
) -> "Generator[list[int], None, None]":
    """Yield the result of :func:`plans` in lists, each within 1.6 ms on the Pico.

    One list for each combination of actions besides the steps.
    """
    found: list[int] = []
    _add_walks(found, 0, NO_GEM, place, points)
    yield found
    found = []
    if points > 2:
        _add_walks_to_a_site(found, place, points - 2, carries, site_masks, 0)
    yield found
    found = []
    if points > 4 and carries != NO_GEM:
        _add_walks_to_a_site(found, place, points - 4, carries, site_masks, 1)
    yield found
    site = SITE_OF[place]
    if site == NO_SITE or points < 2 or carries == site:
        return
    if carries != NO_GEM:
        found = []
        if points == 2:
            found.append(pack(1, NO_GEM, REST, place, 0, NO_GEM))
        else:
            _add_walks(found, 1, NO_GEM, place, points - 2)
        yield found
        points -= 2
        if points < 2:
            return
    unloads = 1 if carries != NO_GEM else 0
    for colour in range(5):
        if site_masks[site] >> colour & 1 and colour != carries:
            found = []
            if points == 2:
                found.append(pack(unloads, colour, REST, place, 0, NO_GEM))
            else:
                _add_walks(found, unloads, colour, place, points - 2)
            yield found


def is_empty_after(plan: int, carries: int) -> bool:
    """Return whether a canoe with ``carries`` is afloat and empty after ``plan``."""
    ended = end(plan)
    if ended == SHORE or ended == LOST or loads_first(plan) != NO_GEM or loads_last(plan) != NO_GEM:
        return False
    return carries == NO_GEM or bool(unloads_first(plan) | unloads_last(plan))


def with_steals(
    found: "list[int]", seat: int, carries: int, canoes: "Sequence[int] | bytearray", cargo: "Sequence[int] | bytearray"
) -> "list[int]":
    """Return ``found`` plus, for each plan that may steal (NIA-15), a copy per gem.

    Args:
        found: plans of one canoe.
        seat: its owner.
        carries: its gem's colour or ``NO_GEM``.
        canoes: the place of every canoe, two a seat.
        cargo: the gem of every canoe.
    """
    loaded = [
        other
        for other in range(len(canoes))
        if cargo[other] != NO_GEM and other >> 1 != seat and SHORE < canoes[other] < LOST
    ]
    if not loaded:
        return found
    more = list(found)
    for plan in found:
        if plan >> _DIRECTION & 7 == UP and is_empty_after(plan, carries):
            ended = end(plan)
            for other in loaded:
                if canoes[other] == ended:
                    more.append(plan & ~NO_STEAL | other)
    return more


def carry_out(
    plan: int,
    canoe: int,
    canoes: "list[int] | bytearray",
    cargo: "list[int] | bytearray",
    sites: "list[int] | bytearray",
) -> int:
    """Execute a legal plan in place; return the gem brought ashore, or ``NO_GEM``.

    ``canoe`` is 2 × seat + its number.
    """
    carries = cargo[canoe]
    site = SITE_OF[canoes[canoe]] * 5
    if unloads_first(plan):
        sites[site + carries] += 1
        carries = NO_GEM
    loads = loads_first(plan)
    if loads != NO_GEM:
        sites[site + loads] -= 1
        carries = loads
    ended = end(plan)
    canoes[canoe] = ended
    scored = NO_GEM
    if ended == SHORE:
        scored = carries
        carries = NO_GEM
    elif ended == LOST:
        if carries != NO_GEM:
            sites[carries * 6] += 1
        carries = NO_GEM
    else:
        site = SITE_OF[ended] * 5
        if unloads_last(plan):
            sites[site + carries] += 1
            carries = NO_GEM
        loads = loads_last(plan)
        if loads != NO_GEM:
            sites[site + loads] -= 1
            carries = loads
        victim = steals_from(plan)
        if victim != NO_STEAL:
            carries = cargo[victim]
            cargo[victim] = NO_GEM
    cargo[canoe] = carries
    return scored


def way(start: int, ended: int) -> "tuple[int, ...]":
    """Return the places from ``start`` to ``ended``, inclusive, up or down the river.

    From above the fork to the fall, the left arm is used.
    """
    places = _RIGHT_PLACES if R6 <= start < LOST or R6 <= ended < LOST else _LEFT_PLACES
    first, last = DEPTH[start], DEPTH[ended]
    if first <= last:
        return tuple(places[first : last + 1])
    return tuple([places[depth] for depth in range(first, last - 1, -1)])


def movable(canoes: "Sequence[int] | bytearray", seat: int) -> "tuple[int, int]":
    """Return masks of the canoes that must move, and that may be launched (NIA-8).

    If none must move, exactly one of those that may be launched has to be launched.
    """
    must_move = 0
    may_launch = 0
    for number in range(2):
        place = canoes[seat * 2 + number]
        if place == SHORE:
            may_launch |= 1 << number
        elif place != LOST:
            must_move |= 1 << number
    return must_move, may_launch
