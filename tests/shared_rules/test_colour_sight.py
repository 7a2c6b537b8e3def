"""Lights are told apart with normal sight and with each kind of colour blindness: by pattern, or by enough of a colour.

The lights' values are levels of lightness (``firmware/gamma.py``), so they are first turned into light. Colour
blindness is simulated by the matrices of Machado, Oliveira and Fernandes (2009) for full severity, in linear sRGB;
distances are Euclidean in Oklab (Ottosson, 2020), where 0.02 is about the least that is seen side by side.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest

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

# What may stand anywhere on a board; the rest is where it always is: printed water, gates, sites, tracks and berths.
ANYWHERE = {
    "canyon": ("CURRENT", "CANOE", "CANOE_TO_ACT", "END", "PUSHED", "FALLING", "HOME"),
    "niagara": (
        *("RIVER", "CREST", "DANGER", "CANOE", "CANOES_IN_DANGER"),
        *("CANOE_NUMBER", "END", "LOAD_END", "STEAL_END"),
    ),
    "hunters": ("CHAMBER", "PLAYED", "HUNTERS", "HUNTER_TO_ACT", "DIE_END", "MUMMY", "END"),
    "mummy": ("CHAMBER", "PLAYED", "MUMMY", "TRAIL", "REACH", "POSSIBLE", "POSSIBLE_IN_REACH", "CATCH", "CAUGHT"),
}


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


def colours(role):
    """Return the colours that a role's lights can have."""
    red, green, blue, source, _pattern = roles.TABLE[role]
    if source == roles.OWN:
        return [(red, green, blue)]
    return list(roles.GEM_COLOURS if source == roles.GEMS else roles.SEAT_COLOURS)


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


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("panel", ANYWHERE)
def test_any_two_meanings_that_may_stand_in_one_place_are_told_apart_by_pattern_or_colour(panel, sight):
    for one, other in combinations(ANYWHERE[panel], 2):
        first, second = getattr(roles, one), getattr(roles, other)
        if roles.TABLE[first][4] != roles.TABLE[second][4]:
            continue
        if second == roles.HOME or (first, second) == (roles.CANOE_NUMBER, roles.END):
            continue  # who has won is never in one picture with whose turn it is; a numbered canoe stands in its light
        for each, another in product(colours(first), colours(second)):
            assert apart(each, another, sight) > LEAST, (one, each, other, another)
