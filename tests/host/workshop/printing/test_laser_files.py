"""DXF files for a laser cutter: millimetres, layers, places."""

from __future__ import annotations

import io
import sys
from math import dist

import ezdxf
import pytest
from ezdxf import bbox, units
from riverlight.boards import Board, shipped, shipped_ids
from riverlight.errors import MissingExtra
from riverlight.workshop import printing


def opened(sheet: printing.Sheet) -> ezdxf.document.Drawing:
    document = ezdxf.read(io.StringIO(printing.dxf_of(sheet).decode()))
    assert not document.audit().errors
    return document


@pytest.mark.parametrize("game", shipped_ids())
def test_holes_lie_where_the_board_file_says_with_y_upwards(game: str) -> None:
    board = shipped(game)
    for panel, _ in board.core.panels:
        document = opened(printing.drill_template(board, panel, 8))
        assert document.units == units.MM
        holes = list(document.modelspace().query('CIRCLE[layer=="CUT"]'))
        lights = printing.light_places(board, panel)
        assert len(holes) == len(lights)
        for hole, light in zip(holes, lights, strict=True):
            place = (light.at[0], board.size_mm[1] - light.at[1])
            assert dist((hole.dxf.center.x, hole.dxf.center.y), place) < 0.1
            assert hole.dxf.radius == pytest.approx(4)


@pytest.mark.parametrize("make", [printing.drill_template, printing.light_shield])
@pytest.mark.parametrize("game", shipped_ids())
def test_a_sheet_is_as_large_as_the_board_and_has_layers_to_cut_and_to_engrave(game: str, make: object) -> None:
    board = shipped(game)
    document = opened(make(board, board.core.panels[0][0]))  # type: ignore[operator]
    assert {"CUT", "ENGRAVE"} <= {layer.dxf.name for layer in document.layers}
    assert {entity.dxf.layer for entity in document.modelspace()} <= {"CUT", "ENGRAVE"}
    size = bbox.extents(document.modelspace()).size
    assert (size.x, size.y) == pytest.approx(board.size_mm, abs=0.1)


@pytest.mark.parametrize("game", shipped_ids())
def test_the_map_to_engrave_cuts_only_its_edge(game: str) -> None:
    board = shipped(game)
    document = opened(printing.engraved_map(board))
    assert len(document.modelspace().query('*[layer=="CUT"]')) == 1
    assert len(document.modelspace().query('*[layer=="ENGRAVE"]')) > len(board.space_ids)
    size = bbox.extents(document.modelspace()).size
    assert (size.x, size.y) == pytest.approx(board.size_mm, abs=0.1)


def test_no_wall_is_engraved_twice() -> None:
    document = opened(printing.engraved_map(shipped("pyramid")))
    engraved = document.modelspace().query('LWPOLYLINE[layer=="ENGRAVE"]')
    lines = [tuple(sorted(line.get_points("xy"))) for line in engraved]
    walls = [line for line in lines if len(line) == 2 and dist(*line) > 20]
    assert len(walls) > 40
    assert len(set(walls)) == len(walls)


def test_without_ezdxf_a_sentence_says_what_brings_it(own_board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "ezdxf" or name.startswith("ezdxf.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    with pytest.raises(MissingExtra, match="pip install ezdxf"):
        printing.dxf_of(printing.drill_template(own_board, "main"))
