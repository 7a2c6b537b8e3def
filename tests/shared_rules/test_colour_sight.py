"""Lights can be distinguished with normal sight and each kind of colour blindness: by pattern or enough contrast."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from riverlight.colour_sight import LEAST, SIGHTS, are_alike, distance, may_meet, offered_lights
from riverlight.games.registry import GAMES
from riverlight.light_roles import load_light_roles

from shared_rules import roles


def colours(role, table):
    """Return the colours that a role's lights can have."""
    if role.colour in ("seat", "seats"):
        return [table.seats[name] for name in offered_lights(role.meanings, table)]
    named = {"gems": table.gems, "mummy": [(255, 255, 255)]}
    return named[role.colour] if isinstance(role.colour, str) else [role.colour]


def confusable(table):
    """Return the pairs of roles that look the same to somebody and may appear in the same place of one panel."""
    found = []
    for one, other in combinations(table.roles, 2):
        if may_meet(one, other) and any(
            are_alike(first, second) for first, second in product(colours(one, table), colours(other, table))
        ):
            found.append((one.name, other.name))
    return found


def test_the_measure_itself_knows_what_a_deutan_confuses():
    red, green = (200, 60, 60), (118, 118, 60)
    assert distance(red, green, "normal") > 0.1
    assert distance(red, green, "deutan") < 0.05
    assert distance((255, 255, 255), (255, 255, 255), "tritan") == 0
    assert distance((0, 0, 0), (255, 255, 255), "normal") == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("palette", ["SEAT_COLOURS", "GEM_COLOURS"])
def test_any_two_seats_and_any_two_gems_are_told_distance(palette, sight):
    for one, other in combinations(getattr(roles, palette), 2):
        assert distance(one, other, sight) > LEAST, (one, other)


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


@pytest.mark.parametrize(
    ("game", "left_out"), [("canyon", set()), ("niagara", {"brown", "white"}), ("pyramid", {"white", "sky"})]
)
def test_a_game_offers_every_light_for_its_pieces_that_looks_like_no_other_on_its_board(game, left_out):
    """Brown is near the amber of a disc in danger, white near an end and near the mummy, sky near the mummy."""
    panels = [game if panel == "main" else panel for panel in GAMES[game].panels]
    table = load_light_roles()
    assert set(table.seats) - set(offered_lights(panels, table)) == left_out
