"""Printed and lasered parts are closed, fit the bed, go together and measure what they should, by other libraries."""

from __future__ import annotations

from io import BytesIO, StringIO
from math import dist, pi
from pathlib import Path
from typing import Any

import ezdxf
import pytest
import trimesh
from click.testing import CliRunner
from riverlight.boards import shipped
from riverlight.commands import hardware as hardware_command
from riverlight.errors import BoardError
from riverlight.workshop import printing
from riverlight.workshop.carrier.layout import SCREWS, SIZE_MM, placed
from riverlight.workshop.light_types import LIGHT_TYPES
from riverlight.workshop.printing.boxes import boxes
from riverlight.workshop.printing.joinery import DOWEL_MM, SCREW_MM
from riverlight.workshop.printing.parts import laser_files, printer_files
from riverlight.workshop.printing.sheet import Line
from riverlight.workshop.printing.solids import FLOOR_MM, WALLS_MM, tray_of
from riverlight.workshop.printing.tiles import region_of, tiles_of
from riverlight.workshop.wiring import make_build, plan_for

BED = (220.0, 220.0)


@pytest.fixture(scope="module")
def canyon() -> dict[str, bytes]:
    return printer_files(shipped("canyon"), LIGHT_TYPES["pixels"], 2.4, BED)


def solid(content: bytes) -> Any:
    return trimesh.load(BytesIO(content), file_type="stl")


def test_every_part_is_one_closed_solid_that_fits_the_bed_and_stands_on_it(canyon: dict[str, bytes]) -> None:
    parts = {name: solid(content) for name, content in canyon.items() if name.endswith(".stl")}
    assert len(parts) == 4 * 3 + 4
    for name, part in parts.items():
        assert part.is_watertight, name
        assert part.is_winding_consistent, name
        assert part.volume > 0, name
        assert part.body_count == 1, name
        assert part.bounds[0][2] == 0, name
        assert (part.extents[:2] <= 220).all(), name
        # Nothing hangs over by more than the 45 degrees that print without supports.
        hanging = part.face_normals[:, 2] < -0.75
        assert (part.triangles_center[hanging][:, 2] < 1e-6).all(), name


def test_the_tiles_of_a_tray_make_the_whole_tray_but_for_the_gaps(canyon: dict[str, bytes]) -> None:
    board = shipped("canyon")
    tray = tray_of(board, "main", LIGHT_TYPES["pixels"], 2.4)
    tiles = [solid(content) for name, content in canyon.items() if "-tray-main-" in name]
    lying = 0.0
    for tile in tiles:
        lies = tile.triangles_center[:, 2] < 1e-6
        lying += float(tile.area_faces[lies].sum())
    whole = board.size_mm[0] * board.size_mm[1] - len(tray.holes) * pi * (tray.hole_mm / 2) ** 2
    assert whole * 0.996 < lying < whole * 1.001
    assert {round(float(tile.extents[2]), 3) for tile in tiles} == {FLOOR_MM + WALLS_MM}


def test_tabs_hold_and_leave_openings_alone() -> None:
    size = (300.0, 100.0)
    region = region_of(size, [[(140, 5), (160, 5), (160, 60), (140, 60)]])
    tiles = tiles_of(region, size, (200.0, 200.0), 0.2)
    assert [tile.name for tile in tiles] == ["A1", "B1"]
    left, right = ((region ^ tile.whole) for tile in tiles)
    assert left.bounds()[2] == pytest.approx(158), "a tab reaches into the next tile"
    assert (left ^ right).area() < 1e-6
    assert (left ^ right.translate((3, 0))).area() > 4, "and does not let it go"
    assert region.area() - 0.2 * 200 < left.area() + right.area() < region.area()


def test_the_openscad_source_has_the_same_measures(canyon: dict[str, bytes]) -> None:
    source = canyon["canyon-tray-main.scad"].decode()
    assert f"floor_mm = {FLOOR_MM:g};" in source
    assert "hole_mm = 12.2;" in source
    assert "size = [720, 500];" in source
    assert source.count("[[") == 1 + 115, "a list of holes, and an outline for each space"


@pytest.mark.parametrize("kerf_mm", [0.0, 0.3])
def test_lasered_tiles_measure_what_they_should_after_the_cut(kerf_mm: float) -> None:
    files = laser_files(shipped("niagara"), LIGHT_TYPES["cut60"], 3.0, (400.0, 300.0), kerf_mm)
    drills = {name: ezdxf.read(StringIO(content.decode())) for name, content in files.items() if "-drill-" in name}
    assert len(drills) == len(files) / 2
    holes, engraved = 0, 0
    for document in drills.values():
        outlines = [list(line.get_points("xy")) for line in document.modelspace().query("LWPOLYLINE[layer=='CUT']")]
        engraved += len(document.modelspace().query("LWPOLYLINE[layer=='ENGRAVE']"))
        sizes = [
            tuple(max(point[axis] for point in outline) - min(point[axis] for point in outline) for axis in (0, 1))
            for outline in outlines
        ]
        assert max(width for width, _ in sizes) <= 400
        assert max(height for _, height in sizes) <= 300
        holes += sum(size == pytest.approx((8 - kerf_mm, 8 - kerf_mm), abs=0.05) for size in sizes)
    assert 26 <= holes <= 30, "a seam may cut some"
    assert engraved > 60


@pytest.mark.parametrize("kind", ["pixels", "cut60"])
def test_dowels_and_screws_lie_in_wood_at_the_same_places_of_both_plates(kind: str) -> None:
    board = shipped("canyon")
    files = laser_files(board, LIGHT_TYPES[kind], 3.0, (400.0, 300.0), 0.0)
    holes: dict[str, list[tuple[str, float, float, float]]] = {"drill": [], "shield": []}
    for name, content in files.items():
        document = ezdxf.read(StringIO(content.decode()))
        tile = name.removesuffix(".dxf").rpartition("-")[2]
        outlines = [list(line.get_points("xy")) for line in document.modelspace().query("LWPOLYLINE[layer=='CUT']")]
        edge = max(outlines, key=lambda outline: max(x for x, _ in outline) - min(x for x, _ in outline))
        for outline in outlines:
            wide = max(x for x, _ in outline) - min(x for x, _ in outline)
            if wide == pytest.approx(DOWEL_MM, abs=0.02) or wide == pytest.approx(SCREW_MM, abs=0.02):
                at = [(min(points) + max(points)) / 2 for points in zip(*outline, strict=True)]
                holes["drill" if "-drill-" in name else "shield"].append((tile, at[0], at[1], round(wide, 1)))
                near = (point for other in outlines if other is not outline for point in other)
                assert min(dist(at, point) for point in near) > wide / 2 + 2.4
        assert len(edge) > 3
    found = {each: sorted((tile, size) for tile, _, _, size in places) for each, places in holes.items()}
    assert found["drill"] == found["shield"]
    per_tile = {(tile, size): found["drill"].count((tile, size)) for tile, size in found["drill"]}
    assert per_tile == {(f"{column}{row}", size): 2 for column in "AB" for row in "12" for size in (4.0, 3.2)}


def test_a_line_leads_from_the_edge_to_each_light_where_power_comes_in() -> None:
    board = shipped("canyon")
    kind = LIGHT_TYPES["pixels"]
    feeds = make_build(plan_for(board)).chains[0].feeds
    sheet = printing.wiring_sheet(board, "main", kind)
    width, height = sheet.size_mm
    leads = [
        shape.points
        for shape in sheet.shapes
        if isinstance(shape, Line)
        and not shape.is_closed
        and len(shape.points) == 2
        and (shape.points[0][0] in (0.0, width) or shape.points[0][1] in (0.0, height))
    ]
    lights = {light.number: light.at for light in printing.light_places(board, "main", kind.apart_mm)}
    ends = sorted((width - x, y) for _, (x, y) in leads)
    assert len(feeds) == len(ends) > 1
    for feed in feeds:
        assert min(dist(lights[feed], end) for end in ends) == pytest.approx(kind.hole_mm / 2 + 1)


def test_a_bed_too_small_and_lights_that_do_not_fit_get_a_sentence(tmp_path: Path) -> None:
    run = CliRunner().invoke(hardware_command.command, ["parts", "canyon", "--out", str(tmp_path), "--bed", "50x300"])
    assert isinstance(run.exception, BoardError)
    assert str(run.exception) == "A bed of 50 × 300 mm is too small: it needs 80 mm either way."
    run = CliRunner().invoke(hardware_command.command, ["parts", "canyon", "--out", str(tmp_path), "--lights", "cut30"])
    assert "too near for cut30" in str(run.exception)
    run = CliRunner().invoke(hardware_command.command, ["parts", "canyon", "--out", str(tmp_path), "--bed", "large"])
    assert run.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_all_parts_of_both_panels(tmp_path: Path) -> None:
    arguments = ["parts", "pyramid", "--out", str(tmp_path)]
    run = CliRunner().invoke(hardware_command.command, arguments, catch_exceptions=False)
    assert run.exit_code == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"box.stl", "box-lid.stl", "pyramid-tray-tomb.scad", "pyramid-tray-shrine-A1.stl"} <= names


def test_the_carrier_board_fits_its_box_with_its_holes_over_the_posts() -> None:
    own, carrier = boxes((220.0, 220.0))
    assert (own.name, carrier.name) == ("box", "carrier-box")
    assert [box.name for box in boxes((100.0, 100.0))] == ["box"]
    assert all(inside > size for inside, size in zip(carrier.inside_mm, SIZE_MM, strict=False))
    assert {(x - 1, SIZE_MM[1] + 1 - y) for x, y in carrier.posts} == set(SCREWS)
    connectors = [part for part in placed() if part.component.kind == "connector"]
    for part in connectors:
        for _, (x, y), _ in part.pads:
            along = {"left": SIZE_MM[1] - y, "right": SIZE_MM[1] - y, "low": x, "high": x}
            assert any(abs(along[slot.side] + 1 - slot.middle_mm) < slot.width_mm / 2 for slot in carrier.slots), (
                part.component.ref
            )
