"""Lights as they are sold fit the maps, or are refused piece against piece."""

from __future__ import annotations

from math import dist

import pytest
from riverlight.boards import shipped, shipped_ids
from riverlight.errors import BoardError
from riverlight.workshop import printing
from riverlight.workshop.light_types import LIGHT_TYPES, clashes
from riverlight.workshop.printing.sheet import Round

PANELS = [(name, panel) for name in shipped_ids() for panel, _ in shipped(name).core.panels]
FITTING = ("pixels", "cut60", "cut144")


@pytest.mark.parametrize("name", FITTING)
@pytest.mark.parametrize(("game", "panel"), PANELS)
def test_all_but_the_longest_pieces_fit_every_shipped_map(game: str, panel: str, name: str) -> None:
    board, kind = shipped(game), LIGHT_TYPES[name]
    lights = printing.light_places(board, panel, kind.apart_mm)
    assert clashes([light.at for light in lights], kind) == []
    assert printing.drill_template(board, panel, kind.hole_mm, kind.apart_mm).name == f"drill-{panel}"


def test_pieces_of_thirty_a_metre_are_refused_on_canyon_with_the_kinds_that_fit() -> None:
    kind = LIGHT_TYPES["cut30"]
    with pytest.raises(BoardError, match=r"lights 83 \(u3\) and 84 \(u4\) .* 33.3 × 10 mm each.*pixels, cut60, cut144"):
        printing.wiring_sheet(shipped("canyon"), "main", kind)


def test_pieces_need_their_length_in_line_and_pixels_a_wall_between_their_holes() -> None:
    kind = LIGHT_TYPES["cut60"]
    in_line = [(0.0, 0.0), (16.8, 0.0), (33.6, 0.0)]
    assert clashes(in_line, kind) == []
    assert [(clash.one, clash.other) for clash in clashes([(0.0, 0.0), (16.0, 0.0), (99.0, 0.0)], kind)] == [(0, 1)]
    pixels = LIGHT_TYPES["pixels"]
    assert clashes([(0.0, 0.0), (13.5, 0.0)], pixels) == []
    assert len(clashes([(0.0, 0.0), (13.4, 0.0)], pixels)) == 1


def test_the_wiring_side_is_the_drill_template_seen_from_below() -> None:
    board, kind = shipped("pyramid"), LIGHT_TYPES["pixels"]
    drilled = printing.drill_template(board, "tomb", kind.hole_mm, kind.apart_mm)
    wired = printing.wiring_sheet(board, "tomb", kind)
    width = board.size_mm[0]
    holes = [each.centre for each in drilled.shapes if isinstance(each, Round)]
    outlines = [each.centre for each in wired.shapes if isinstance(each, Round)]
    assert len(holes) == 82
    assert all(dist((width - x, y), there) < 1e-9 for (x, y), there in zip(holes, outlines, strict=True))
