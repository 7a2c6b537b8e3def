"""Printable boxes for the electronics: one for a breadboard, one for the carrier board, each with its lid.

They print without supports: the floor is on the bed, and openings for cables are open at the top, where the lid closes
them. The lid prints upside down. x runs right, y up, z from the bed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from riverlight.workshop.carrier.layout import SCREWS, SIZE_MM, Placed, placed
from riverlight.workshop.printing.paths import Point
from riverlight.workshop.printing.solids import stl_of
from riverlight.workshop.printing.tiles import geometry

__all__ = ["Box", "box_files", "boxes"]

Side = Literal["left", "right", "low", "high"]
Cut = tuple[tuple[float, float, float], tuple[float, float, float]]
"""A block to cut out: its corner and its size."""

_WALL_MM: Final = 2.0
_GAP_MM: Final = 0.2
_RIM_MM: Final = 4.0
_FACETS: Final = 48

_BREADBOARD_MM: Final = (170.0, 70.0, 36.0)
"""Inner size: half a breadboard with the Pico, and the blocks next to it."""

_PLAY_MM: Final = 1.0
"""Clearance around the carrier board."""
_POST_MM: Final = 6.0
"""Space below it: for its leads, and for a 6 mm screw through its 1.6 mm."""
_POST_WIDE_MM: Final = 8.0
_POST_HOLE_MM: Final = 2.6
"""Core hole in which an M3 screw cuts its thread."""
_ABOVE_MM: Final = 28.0
"""Space above the posts: the board, and its highest part, a blade fuse in its holder."""
_WIRE_LOW_MM: Final = _POST_MM + 3.0
_LEAST_PILLAR_MM: Final = 10.0
"""Two openings with a narrower wall between them are merged, because it would break."""


class Slot(NamedTuple):
    """An opening in a wall, from a height above the floor to the top: its centre and width along the wall."""

    side: Side
    middle_mm: float
    width_mm: float
    low_mm: float

    @property
    def start_mm(self) -> float:
        """Where it starts along the wall."""
        return self.middle_mm - self.width_mm / 2

    @property
    def end_mm(self) -> float:
        """Where it ends along the wall."""
        return self.middle_mm + self.width_mm / 2


class Box(NamedTuple):
    """A box.

    Attributes:
        name, title: for its files, and for people.
        inside_mm: its inner length, width and height.
        slots: its openings; centres are measured from the inner corner at the left and bottom sides.
        posts: the screw positions, from the same corner; each post is ``post_mm`` high.
    """

    name: str
    title: str
    inside_mm: tuple[float, float, float]
    slots: tuple[Slot, ...]
    posts: tuple[Point, ...] = ()
    post_mm: float = 0.0


def boxes(bed_mm: tuple[float, float]) -> tuple[Box, ...]:
    """Return the boxes: the breadboard's as long as the bed allows, the carrier board's if it fits on the bed."""
    length, width, height = _BREADBOARD_MM
    length = min(length, max(bed_mm) - 2 * _WALL_MM)
    middle = width / 2
    own = Box(
        "box",
        "Box for Pico and breadboard",
        (length, width, height),
        (Slot("left", middle, 14, 10), Slot("right", middle, 24, 10), Slot("right", middle - 26, 12, 10)),
    )
    carrier = _carrier_box()
    return (own, carrier) if max(carrier.inside_mm) + 2 * _WALL_MM <= min(bed_mm) else (own,)


def _carrier_box() -> Box:
    inside = (SIZE_MM[0] + 2 * _PLAY_MM, SIZE_MM[1] + 2 * _PLAY_MM, _POST_MM + _ABOVE_MM)
    posts = tuple((x + _PLAY_MM, SIZE_MM[1] - y + _PLAY_MM) for x, y in SCREWS)
    return Box("carrier-box", "Box for the carrier board", inside, tuple(_joined(_carrier_slots())), posts, _POST_MM)


def _carrier_slots() -> Iterator[Slot]:
    """Yield an opening for USB, and one for each connector, in the edge nearest to it."""
    for part in placed():
        xs = [at[0] + _PLAY_MM for _, at, _ in part.pads]
        ys = [SIZE_MM[1] - at[1] + _PLAY_MM for _, at, _ in part.pads]
        side = _side_of(part)
        if part.component.ref == "U1":
            yield Slot("high", (min(xs) + max(xs)) / 2, 14, _POST_MM + 8)
        elif side is not None:
            along = xs if side in ("low", "high") else ys
            yield Slot(side, (min(along) + max(along)) / 2, max(along) - min(along) + 4, _WIRE_LOW_MM)


def _joined(slots: Iterable[Slot]) -> list[Slot]:
    """Merge the openings of a wall that are too close to each other."""
    found: list[Slot] = []
    for slot in sorted(slots, key=lambda slot: (slot.side, slot.low_mm, slot.middle_mm)):
        last = found[-1] if found else None
        if (
            last is not None
            and (last.side, last.low_mm) == (slot.side, slot.low_mm)
            and slot.start_mm - last.end_mm < _LEAST_PILLAR_MM
        ):
            middle, width = (last.start_mm + slot.end_mm) / 2, slot.end_mm - last.start_mm
            found[-1] = Slot(slot.side, middle, width, slot.low_mm)
        else:
            found.append(slot)
    return found


def _side_of(part: Placed) -> Side | None:
    if part.component.kind != "connector":
        return None
    x, y = part.pads[0][1]
    far: dict[Side, float] = {"left": x, "right": SIZE_MM[0] - x, "high": y, "low": SIZE_MM[1] - y}
    is_level = part.pads[-1][1][1] == y
    sides: tuple[Side, ...] = ("high", "low") if is_level else ("left", "right")
    return min(sides, key=lambda side: far[side])


def box_files(bed_mm: tuple[float, float]) -> dict[str, bytes]:
    """Return each box and its lid as STL, and both as one OpenSCAD file, by file name."""
    files = {}
    for box in boxes(bed_mm):
        files[f"{box.name}.stl"] = stl_of(_body(box))
        files[f"{box.name}-lid.stl"] = stl_of(_lid(box))
        files[f"{box.name}.scad"] = _scad(box).encode()
    return files


def _cuts(box: Box) -> Iterator[Cut]:
    """Yield each opening."""
    wall, (length, width, height) = _WALL_MM, box.inside_mm
    for slot in box.slots:
        side, start, wide, low = slot.side, wall + slot.start_mm, slot.width_mm, slot.low_mm
        across = {"left": -1.0, "low": -1.0, "right": length + wall - 1, "high": width + wall - 1}[side]
        if side in ("left", "right"):
            yield (across, start, wall + low), (wall + 2, wide, height)
        else:
            yield (start, across, wall + low), (wide, wall + 2, height)


def _vents(box: Box) -> list[Cut]:
    """Return ventilation openings in the lid."""
    length, width, _ = box.inside_mm
    return [((length * 0.3 + 12 * step, width * 0.2, -1.0), (3.0, width * 0.6, _WALL_MM + 2)) for step in range(4)]


def _body(box: Box) -> Any:
    library = geometry()
    wall, (length, width, height) = _WALL_MM, box.inside_mm
    solid = library.Manifold.cube((length + 2 * wall, width + 2 * wall, height + wall))
    solid -= library.Manifold.cube((length, width, height + 1)).translate((wall, wall, wall))
    for corner, size in _cuts(box):
        solid -= library.Manifold.cube(size).translate(corner)
    for x, y in box.posts:
        high, at = wall + box.post_mm, (wall + x, wall + y, 0.0)
        post = library.Manifold.cylinder(high, _POST_WIDE_MM / 2, _POST_WIDE_MM / 2, _FACETS)
        hole = library.Manifold.cylinder(high, _POST_HOLE_MM / 2, _POST_HOLE_MM / 2, _FACETS)
        solid = solid + post.translate(at) - hole.translate((at[0], at[1], wall))
    return solid


def _lid(box: Box) -> Any:
    library = geometry()
    wall, gap, (length, width, _) = _WALL_MM, _GAP_MM, box.inside_mm
    plate = library.Manifold.cube((length + 2 * wall, width + 2 * wall, wall))
    rim = library.Manifold.cube((length - gap * 2, width - gap * 2, _RIM_MM + wall))
    inside = library.Manifold.cube((length - gap * 2 - 2 * wall, width - gap * 2 - 2 * wall, _RIM_MM + 1 + wall))
    rim = (rim - inside.translate((wall, wall, -0.5))).translate((wall + gap, wall + gap, 0))
    for corner, size in _vents(box):
        plate -= library.Manifold.cube(size).translate(corner)
    return plate + rim


def _scad(box: Box) -> str:
    """Return a box and its lid, next to each other, as OpenSCAD, their measures as variables."""

    def cubes(listed: list[Cut]) -> str:
        rows = (
            f"[[{', '.join(f'{x:g}' for x in corner)}], [{', '.join(f'{x:g}' for x in size)}]]"
            for corner, size in listed
        )
        return "[\n  " + ",\n  ".join(rows) + "\n]"

    posts = "[" + ", ".join(f"[{x:g}, {y:g}]" for x, y in box.posts) + "]"
    return f"""// {box.title}, and its lid. Made by: riverlight hardware parts
inside = [{", ".join(f"{length:g}" for length in box.inside_mm)}];
wall = {_WALL_MM:g};
gap = {_GAP_MM:g};
rim = {_RIM_MM:g};
post_mm = {box.post_mm:g};
post_wide_mm = {_POST_WIDE_MM:g};
post_hole_mm = {_POST_HOLE_MM:g};
$fn = {_FACETS};
posts = {posts};
slots = {cubes(list(_cuts(box)))};
vents = {cubes(_vents(box))};

module body() {{
  difference() {{
    cube(inside + [2 * wall, 2 * wall, wall]);
    translate([wall, wall, wall]) cube(inside + [0, 0, 1]);
    for (slot = slots) translate(slot[0]) cube(slot[1]);
  }}
  for (at = posts) translate([wall + at[0], wall + at[1], 0]) difference() {{
    cylinder(d = post_wide_mm, h = wall + post_mm);
    translate([0, 0, wall]) cylinder(d = post_hole_mm, h = post_mm + 1);
  }}
}}

module lid() {{
  difference() {{
    cube([inside[0] + 2 * wall, inside[1] + 2 * wall, wall]);
    for (vent = vents) translate(vent[0]) cube(vent[1]);
  }}
  translate([wall + gap, wall + gap, 0]) difference() {{
    cube([inside[0] - 2 * gap, inside[1] - 2 * gap, wall + rim]);
    translate([wall, wall, -1]) cube([inside[0] - 2 * gap - 2 * wall, inside[1] - 2 * gap - 2 * wall, wall + rim + 2]);
  }}
}}

body();
translate([inside[0] + 4 * wall, 0, 0]) lid();
"""
