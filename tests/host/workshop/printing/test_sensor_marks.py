"""The templates mark where each sensor sits: next to its own light, off every hole, and nothing where there is none."""

from __future__ import annotations

from math import hypot

import pytest
from riverlight.boards import shipped
from riverlight.boards.sensors import sensor_spaces, with_sensors
from riverlight.workshop.light_types import LIGHT_TYPES
from riverlight.workshop.printing.drill import drill_template, wiring_sheet
from riverlight.workshop.printing.places import light_places
from riverlight.workshop.printing.sensor_marks import mark_sensors
from riverlight.workshop.printing.sheet import Layer, Sheet


@pytest.mark.parametrize(("game", "panel"), [("canyon", "main"), ("pyramid", "tomb"), ("pyramid", "shrine")])
def test_each_sensor_is_beside_its_own_light_and_off_every_hole(game: str, panel: str) -> None:
    board = with_sensors(shipped(game))
    lights = light_places(board, panel)
    boxes = mark_sensors(Sheet("a", "b", board.size_mm), Layer.GUIDE, board, panel, lights, 8)
    assert len(boxes) == len(sensor_spaces(board, panel))
    for (left, top, right, _bottom), (_, space) in zip(boxes, sorted(sensor_spaces(board, panel).items()), strict=True):
        x, y = (left + right) / 2, top + 2
        far = [(hypot(light.at[0] - x, light.at[1] - y), light.space_id) for light in lights]
        assert min(far)[1] == space
        assert min(far)[0] >= 8


def test_without_sensors_the_templates_are_as_they_were() -> None:
    plain, sensed = shipped("canyon"), with_sensors(shipped("canyon"))
    assert (
        mark_sensors(Sheet("a", "b", plain.size_mm), Layer.GUIDE, plain, "main", light_places(plain, "main"), 8) == []
    )
    assert drill_template(sensed, "main") != drill_template(plain, "main")
    kind = next(iter(LIGHT_TYPES.values()))
    assert wiring_sheet(sensed, "main", kind).title == wiring_sheet(plain, "main", kind).title
