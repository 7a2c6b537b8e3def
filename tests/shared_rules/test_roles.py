"""The table of roles: every role has a colour and a pattern, never a colour alone."""

from __future__ import annotations

from itertools import combinations

from shared_rules import roles

RIVER = (roles.WATER, roles.CURRENT, roles.START, roles.LANDING, roles.CAVE, roles.WATERFALL)
PIECES = (roles.CANOE, roles.CANOE_TO_ACT, roles.END, roles.PUSHED)


def test_every_role_has_its_row() -> None:
    """Roles are numbered on from DARK; the last one that Canyon needs is HOME."""
    assert len(roles.TABLE) > roles.HOME > roles.DARK == 0
    for red, green, blue, _, _ in roles.TABLE:
        assert all(0 <= level <= 255 for level in (red, green, blue))


def test_pieces_ends_and_warnings_differ_in_pattern() -> None:
    """A light differs from its neighbours even without colours."""
    patterns = [roles.TABLE[role][4] for role in PIECES]
    assert len(set(patterns)) == len(patterns)
    assert not set(patterns) & {roles.TABLE[role][4] for role in RIVER}
    assert roles.TABLE[roles.STAY][4] == roles.TABLE[roles.END][4], "to stay is an end like another, number 1"


def test_the_river_is_faint_beside_what_stands_in_it() -> None:
    brightest = max(sum(roles.TABLE[role][:3]) for role in RIVER)
    assert all(sum(colour) > brightest for colour in roles.SEAT_COLOURS)
    assert sum(roles.TABLE[roles.END][:3]) > 2 * brightest


def test_no_two_seats_have_like_colours() -> None:
    for one, other in combinations(roles.SEAT_COLOURS, 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 100


def test_no_two_roles_and_no_two_patterns_have_one_number() -> None:
    """Each is known on the wire and in the table by its number alone."""
    patterns = ("STEADY", "BREATHE", "BLINKS", "FLOW", "SHIMMER", "PULSE", "TAKE_TURNS", "STREAM", "DIPS", "GLOWS")
    colours = ("OWN", "SEAT", "SEATS", "GEMS")
    others = {*patterns, *colours, "SEAT_COLOURS", "GEM_COLOURS", "TABLE"}
    numbers = [value for name, value in vars(roles).items() if name.isupper() and name not in others]
    assert sorted(numbers) == list(range(len(roles.TABLE)))
    for names in (patterns, colours):
        assert [getattr(roles, name) for name in names] == list(range(len(names)))


def test_where_the_colour_comes_from_seats_or_gems_the_table_has_black() -> None:
    """So that nobody takes it for a colour."""
    assert roles.TABLE[roles.DARK][:3] == (0, 0, 0)
    for red, green, blue, source, _ in roles.TABLE:
        assert source == roles.OWN or (red, green, blue) == (0, 0, 0)
