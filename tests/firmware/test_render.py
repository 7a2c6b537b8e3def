"""Roles to light: the patterns, what they may and may not do, and what is hidden."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware import render
from shared_rules import roles
from shared_rules.board import NONE
from tests.firmware.drawn import LIGHTS, values_over


def test_the_renderers_own_constants_are_those_of_the_roles() -> None:
    names = ("DARK", "HIDDEN", "BREATHE", "BLINKS", "FLOW", "SHIMMER", "PULSE", "SEAT", "SEATS")
    names += ("STREAM", "DIPS", "GLOWS", "GEMS")
    source = (render.__file__ or "").replace(".pyc", ".py")
    with open(source) as file:  # noqa: PTH123
        text = file.read()
    for name in names:
        assert f"_{name} = const({getattr(roles, name)})\n" in text
    assert render._NO_SPACE == NONE


def test_every_role_has_a_colour_or_is_dark_by_design() -> None:
    for role in range(len(roles.TABLE)):
        seen = values_over(2000, 20, role, detail=0b00100001)
        is_dark = all(colour == (0, 0, 0) for colour in seen)
        assert is_dark == (role in (roles.DARK, roles.HIDDEN))


@pytest.mark.parametrize("seat", range(6))
def test_a_seat_has_its_colour_at_full(seat: int) -> None:
    assert values_over(20, 20, roles.CANOE, 1 << seat) == [roles.SEAT_COLOURS[seat]]
    assert max(values_over(2048, 8, roles.CANOE_TO_ACT, seat << 5)) <= roles.SEAT_COLOURS[seat]


def test_canoes_together_take_turns() -> None:
    seen = values_over(3072, 512, roles.CANOE, 0b101001)
    a, d, f = roles.SEAT_COLOURS[0], roles.SEAT_COLOURS[3], roles.SEAT_COLOURS[5]
    assert seen == [a, d, f, a, d, f]


@pytest.mark.parametrize("number", [1, 2, 5, 12, 31])
def test_an_end_blinks_its_number_then_pauses(number: int) -> None:
    cycle = number * 400 + 800
    bright = [colour[0] > 200 for colour in values_over(2 * cycle, 10, roles.END, number)]
    rises = [at for at in range(1, len(bright)) if bright[at] and not bright[at - 1]]
    assert bright[0]
    assert len([at for at in rises if at < cycle // 10]) == number - 1
    assert len(rises) == 2 * number - 1
    assert not any(bright[number * 40 - 20 : cycle // 10])
    assert min(values_over(cycle, 10, roles.END, number))[0] > 10, "a legal end never goes quite dark"


def test_no_light_flashes_three_times_a_second() -> None:
    for role in range(len(roles.TABLE)):
        for detail in (0, 1, 31, 63, 0b11100011):
            bright = [sum(colour) for colour in values_over(6000, 10, role, detail, lights=4)]
            top, low = max(bright), min(bright)
            if top - low < 40:
                continue  # nothing that anyone would call a flash
            lit = [each > (top + low) / 2 for each in bright]
            rises = [at for at in range(1, len(lit)) if lit[at] and not lit[at - 1]]
            for second in range(0, len(lit) - 100, 10):
                assert len([at for at in rises if second <= at < second + 100]) <= 3, (role, detail)
            assert len(rises) < 3 * 6, (role, detail)


def test_the_river_runs_downstream() -> None:
    """A crest that is at a place is a moment later one place nearer to the landings."""
    values = bytearray(3 * LIGHTS)
    drawn = render.Renderer(values, bytes(range(LIGHTS)), bytes(range(LIGHTS)))
    drawn.take(bytearray([roles.WATER, 0] * LIGHTS))
    crests = []
    for ms in range(0, 2000, 40):
        drawn.draw(ms, False, False)
        blue = values[2::3]
        crests.append(max(range(5, 15), key=lambda light: blue[light]))
    steps = [later - earlier for earlier, later in pairwise(crests) if later != earlier]
    assert steps
    assert [step for step in steps if abs(step) < 4 and step > 0] == []


def test_the_current_glints_here_and_there_but_never_all_at_once() -> None:
    values = bytearray(3 * LIGHTS)
    drawn = render.Renderer(values, bytes(range(LIGHTS)), bytes(range(LIGHTS)))
    drawn.take(bytearray([roles.CURRENT, 0] * LIGHTS))
    glinted = set()
    for ms in range(0, 2048, 16):
        drawn.draw(ms, False, False)
        now = {light for light in range(LIGHTS) if values[3 * light] > 90}
        glinted |= now
        assert len(now) <= LIGHTS // 3
    assert glinted == set(range(LIGHTS))


@pytest.mark.parametrize("is_waiting", [False, True])
def test_what_is_hidden_is_the_very_light_of_what_is_not_there(is_waiting: bool) -> None:
    hidden = values_over(5000, 10, roles.HIDDEN, 2 << 5, is_waiting=is_waiting)
    assert hidden == values_over(5000, 10, roles.DARK, is_waiting=is_waiting)


def test_what_is_hidden_shows_while_the_peek_key_is_held() -> None:
    assert set(values_over(2000, 10, roles.HIDDEN, 2 << 5, is_peeking=True)) == {roles.SEAT_COLOURS[2]}


def test_a_light_without_a_space_stays_dark_and_lights_beyond_the_board_too() -> None:
    values = bytearray(b"\xff" * 3 * 5)
    drawn = render.Renderer(values, bytes([0, NONE, 1]), bytes(2))
    drawn.take(bytearray([roles.LANDING, 0, roles.LANDING, 0]))
    drawn.draw(100, False, False)
    landing = bytes(roles.TABLE[roles.LANDING][:3])
    assert bytes(values) == landing + bytes(3) + landing + bytes(6)


def test_a_board_with_more_lights_than_the_chain_shows_what_fits() -> None:
    values = bytearray(6)
    drawn = render.Renderer(values, bytes(range(9)), bytes(9))
    drawn.take(bytearray([roles.LANDING, 0] * 9))
    drawn.draw(0, False, False)
    assert bytes(values) == bytes(roles.TABLE[roles.LANDING][:3]) * 2


def test_more_kinds_of_light_than_room_stay_dark_and_harm_nothing() -> None:
    count = 100
    values = bytearray(3 * count)
    drawn = render.Renderer(values, bytes(range(count)), bytes(count))
    drawn.take(bytearray(part for space in range(count) for part in (roles.CANOE_TO_ACT, space)))
    drawn.draw(1024, False, False)
    assert values[0:3] != bytes(3)
    assert values[3 * 70 : 3 * 71] == bytes(3)


def test_the_signs_end_by_themselves() -> None:
    values = bytearray(3 * LIGHTS)
    assert render.refuse(values, 0)
    assert render.refuse(values, 799)
    assert not render.refuse(values, 800)
    assert render.accept(values, 399)
    assert not render.accept(values, 400)
