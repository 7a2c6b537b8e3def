"""Lights are told apart with normal sight and with each kind of colour blindness: by pattern, or by enough of a colour.

The lights' values are levels of lightness (``firmware/gamma.py``), so they are first turned into light. Colour
blindness is simulated by the matrices of Machado, Oliveira and Fernandes (2009) for full severity, in linear sRGB;
distances are Euclidean in Oklab (Ottosson, 2020), where 0.02 is about the least that is seen side by side.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest
from riverlight.light_roles import load_light_roles

from shared_rules import roles

SIGHTS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
LEAST = 0.09  # between two lights of one pattern, of which any may be alone on the board


def times(matrix, vector):
    return tuple(sum(part * value for part, value in zip(row, vector, strict=True)) for row in matrix)


def light(level):
    """Return the light of a level, 0 to 1: the lightness of CIE 1931 turned round."""
    lightness = level / 2.55
    return ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3


def seen(colour, sight):
    simulated = [min(1.0, max(0.0, part)) for part in times(SIGHTS[sight], [light(level) for level in colour])]
    return times(LAB, [max(0.0, cone) ** (1 / 3) for cone in times(CONES, simulated)])


def apart(one, other, sight):
    return sum((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True)) ** 0.5


def colours(role, table):
    """Return the colours that a role's lights can have."""
    named = {"seat": table.seats, "seats": table.seats, "gems": table.gems, "mummy": [(255, 255, 255)]}
    return named[role.colour] if isinstance(role.colour, str) else [role.colour]


def confusable(table):
    """Return the pairs of roles that look the same to somebody and may appear in the same place of one panel."""
    found = []
    for one, other in combinations(table.roles, 2):
        is_apart = one.on and other.on and not set(one.on) & set(other.on)
        is_known = other.name in one.alike or one.name in other.alike
        if is_apart or is_known or not one.meanings.keys() & other.meanings.keys():
            continue
        if (one.pattern, one.flashes) == (other.pattern, other.flashes) and any(
            apart(first, second, sight) <= LEAST
            for first, second in product(colours(one, table), colours(other, table))
            for sight in SIGHTS
        ):
            found.append((one.name, other.name))
    return found


def test_the_measure_itself_knows_what_a_deutan_confuses():
    red, green = (200, 60, 60), (118, 118, 60)
    assert apart(red, green, "normal") > 0.1
    assert apart(red, green, "deutan") < 0.05
    assert apart((255, 255, 255), (255, 255, 255), "tritan") == 0
    assert seen((255, 255, 255), "normal")[0] == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("palette", ["SEAT_COLOURS", "GEM_COLOURS"])
def test_any_two_seats_and_any_two_gems_are_told_apart(palette, sight):
    for one, other in combinations(getattr(roles, palette), 2):
        assert apart(one, other, sight) > LEAST, (one, other)


def test_no_two_roles_that_may_appear_in_one_place_look_the_same():
    assert confusable(load_light_roles()) == []


@pytest.mark.parametrize(
    ("changes", "is_found"),
    [
        ({}, True),
        ({"colour": (255, 230, 180)}, True),
        ({"on": ("river",)}, True),
        ({"pattern": "glows"}, False),
        ({"colour": (255, 40, 0)}, False),
        ({"meanings": {"shrine": "elsewhere"}}, False),
        ({"alike": {"END": "a reason", "STAY": "a reason"}}, False),
    ],
)
def test_a_role_that_looks_like_another_is_found(changes, is_found):
    table = load_light_roles()
    end = next(role for role in table.roles if role.name == "END")
    twin = end._replace(number=len(table.roles), name="TWIN", **changes)
    assert (("END", "TWIN") in confusable(table._replace(roles=(*table.roles, twin)))) == is_found


def test_each_reason_for_looking_the_same_is_needed_and_names_a_role():
    table = load_light_roles()
    for role in table.roles:
        for other, reason in role.alike.items():
            fewer = role._replace(alike={name: why for name, why in role.alike.items() if name != other})
            changed = tuple(fewer if each is role else each for each in table.roles)
            assert reason
            assert {role.name, other} in [set(pair) for pair in confusable(table._replace(roles=changed))]
