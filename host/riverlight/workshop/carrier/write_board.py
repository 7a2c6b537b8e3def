"""Writes the carrier board in KiCad 6 format: the board, its footprint library and the project's rules.

Copper areas are written as outlines; KiCad fills them (key B, or ``fabricate``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from riverlight.workshop.carrier.circuit import REVISION, circuit, nets
from riverlight.workshop.carrier.footprints import Footprint, Hole, Pad, footprint
from riverlight.workshop.carrier.layout import AREAS, SCREWS, SIZE_MM, Area, Place, Placed, Point, placed
from riverlight.workshop.carrier.quoting import LIBRARY, quoted, stamp, title_block
from riverlight.workshop.carrier.router import VIA_DRILL_MM, VIA_MM, routes
from riverlight.workshop.carrier.silkscreen import Word, words

__all__ = ["ORIGIN_MM", "board_text", "library_files", "net_numbers", "project_text"]

CLEAR_MM: Final = 0.15
_AREA_CLEAR_MM: Final = 0.35
ORIGIN_MM: Final = (50.0, 40.0)
"""The position of the board on KiCad's sheet."""

_LAYERS: Final = (
    *((0, "F.Cu", "signal"), (31, "B.Cu", "signal"), (36, "B.SilkS", "user"), (37, "F.SilkS", "user")),
    *((38, "B.Mask", "user"), (39, "F.Mask", "user"), (44, "Edge.Cuts", "user"), (46, "B.CrtYd", "user")),
    *((47, "F.CrtYd", "user"), (48, "B.Fab", "user"), (49, "F.Fab", "user")),
)


def net_numbers() -> dict[str, int]:
    """Return KiCad's number of each net, 0 for none."""
    return {"": 0} | {name: number for number, name in enumerate(sorted(set(nets().values())), 1)}


def board_text() -> str:
    """Return the file ``.kicad_pcb``."""
    numbers = net_numbers()
    lines = [
        "(kicad_pcb (version 20211014) (generator riverlight)",
        "  (general (thickness 1.6))",
        '  (paper "A4")',
        f"  {title_block(REVISION)}",
        "  (layers",
        *(f"    ({number} {quoted(name)} {kind})" for number, name, kind in _LAYERS),
        "  )",
        "  (setup (pad_to_mask_clearance 0.05))",
        *(f"  (net {number} {quoted(name)})" for name, number in numbers.items()),
    ]
    for part in placed():
        lines += _part(part, numbers)
    for number, at in enumerate(SCREWS, 1):
        lines += _footprint(f"H{number}", "M3", footprint("screw"), Place(*at), [])
    corners = [(0.0, 0.0), (SIZE_MM[0], 0.0), SIZE_MM, (0.0, SIZE_MM[1])]
    for number, (start, end) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
        ends = f"(start {_at(start)}) (end {_at(end)})"
        lines.append(f'  (gr_line {ends} (layer "Edge.Cuts") (width 0.1) (tstamp {stamp("edge", number)}))')
    lines += [_word(word) for word in words()]
    tracks, vias = routes()
    for number, track in enumerate(tracks):
        lines.append(
            f"  (segment (start {_at(track.start)}) (end {_at(track.end)}) (width {track.width_mm:g})"
            f" (layer {quoted(track.layer)}) (net {numbers[track.net]}) (tstamp {stamp('track', number)}))"
        )
    for number, via in enumerate(vias):
        lines.append(
            f"  (via (at {_at(via.at)}) (size {VIA_MM:g}) (drill {VIA_DRILL_MM:g})"
            f' (layers "F.Cu" "B.Cu") (net {numbers[via.net]}) (tstamp {stamp("via", number)}))'
        )
    for number, area in enumerate(AREAS):
        lines += _area(number, area, numbers)
    return "\n".join([*lines, ")"]) + "\n"


def library_files() -> dict[str, str]:
    """Return the footprints' library: a file each, and the table that names it."""
    names = sorted({part.footprint for part in circuit()} | {"screw"})
    files = {
        f"{LIBRARY}.pretty/{name}.kicad_mod": "\n".join(
            [
                f'(footprint {quoted(name)} (version 20211014) (generator riverlight) (layer "F.Cu")',
                *_inner("REF**", name, footprint(name), 0, []),
                ")",
            ]
        )
        + "\n"
        for name in names
    }
    uri = f"${{KIPRJMOD}}/{LIBRARY}"
    files["fp-lib-table"] = (
        f'(fp_lib_table\n  (lib (name "{LIBRARY}")(type "KiCad")(uri "{uri}.pretty")(options "")(descr ""))\n)\n'
    )
    files["sym-lib-table"] = (
        f'(sym_lib_table\n  (lib (name "{LIBRARY}")(type "KiCad")(uri "{uri}.kicad_sym")(options "")(descr ""))\n)\n'
    )
    return files


def project_text() -> str:
    """Return the file ``.kicad_pro`` with the design rules."""
    rules = {
        "min_clearance": CLEAR_MM,
        "min_copper_edge_clearance": 0.4,
        "min_hole_clearance": 0.25,
        "min_hole_to_hole": 0.25,
        "min_silk_clearance": 0.0,
        "min_through_hole_diameter": 0.3,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.15,
        "min_via_diameter": 0.6,
        "solder_mask_clearance": 0.05,
    }
    classes = [
        {
            "name": "Default",
            "clearance": CLEAR_MM,
            "track_width": 0.3,
            "via_diameter": VIA_MM,
            "via_drill": VIA_DRILL_MM,
        }
    ]
    project = {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": "carrier.kicad_pro", "version": 1},
        "net_settings": {"classes": classes, "meta": {"version": 2}},
        "text_variables": {},
    }
    return json.dumps(project, indent=2) + "\n"


def _at(place: Point) -> str:
    return f"{round(ORIGIN_MM[0] + place[0], 4):g} {round(ORIGIN_MM[1] + place[1], 4):g}"


def _part(part: Placed, numbers: dict[str, int]) -> list[str]:
    component = part.component
    marks = [f" (net {numbers[net]} {quoted(net)})" if net else "" for _, _, net in part.pads]
    return _footprint(component.ref, component.value, part.footprint, part.place, marks)


def _footprint(ref: str, value: str, shape: Footprint, place: Place, marks: list[str]) -> list[str]:
    turn = f" {place.turn}" if place.turn else ""
    return [
        f'  (footprint {quoted(f"{LIBRARY}:{shape.name}")} (layer "F.Cu") (tstamp {stamp(ref)})',
        f"    (at {_at((place.x, place.y))}{turn})",
        f"    (path {quoted('/' + stamp('symbol', ref))})",
        *_inner(ref, value, shape, place.turn, marks),
        "  )",
    ]


def _inner(ref: str, value: str, shape: Footprint, turn: int, marks: list[str]) -> Iterator[str]:
    """Yield the common part of footprints on the board and in the library; those in the library have no nets."""
    kind = "through_hole" if shape.pads else "exclude_from_pos_files exclude_from_bom"
    yield f"    (descr {quoted(shape.about)})"
    yield f"    (attr {kind})"
    middle = ((shape.body[0] + shape.body[2]) / 2, (shape.body[1] + shape.body[3]) / 2)
    for role, text, shift in (("reference", ref, -0.8), ("value", value, 0.8)):
        yield (
            f"    (fp_text {role} {quoted(text)} (at {middle[0]:g} {middle[1] + shift:g} {turn % 180}) "
            f'(layer "F.Fab") (effects (font (size 0.8 0.8) (thickness 0.12))) (tstamp {stamp(ref, role)}))'
        )
    yield from _outline(ref, shape)
    for number, pad in enumerate(shape.pads):
        yield f"    {_pad(pad, turn, marks[number] if marks else '', stamp(ref, pad.name, number))}"
    for number, hole in enumerate(shape.holes):
        yield f"    {_hole(hole, stamp(ref, 'hole', number))}"


def _pad(pad: Pad, turn: int, net: str, mark: str) -> str:
    shape = "rect" if pad.is_square else "circle"
    angle = f" {turn}" if turn else ""
    return (
        f"(pad {quoted(pad.name)} thru_hole {shape} (at {pad.x:g} {pad.y:g}{angle}) (size {pad.ring_mm:g} "
        f"{pad.ring_mm:g}) (drill {pad.drill_mm:g}) (layers *.Cu *.Mask){net} (tstamp {mark}))"
    )


def _hole(hole: Hole, mark: str) -> str:
    return (
        f'(pad "" np_thru_hole circle (at {hole.x:g} {hole.y:g}) (size {hole.drill_mm:g} {hole.drill_mm:g}) '
        f"(drill {hole.drill_mm:g}) (layers *.Cu *.Mask) (tstamp {mark}))"
    )


def _outline(ref: str, shape: Footprint) -> Iterator[str]:
    left, top, right, bottom = shape.body
    for layer, width in (("F.SilkS", 0.15), ("F.CrtYd", 0.05)):
        if shape.is_round:
            centre = ((left + right) / 2, (top + bottom) / 2)
            radius = (right - left) / 2
            yield (
                f"    (fp_circle (center {centre[0]:g} {centre[1]:g}) (end {centre[0] + radius:g} {centre[1]:g}) "
                f"(layer {quoted(layer)}) (width {width:g}) (fill none) (tstamp {stamp(ref, layer)}))"
            )
            continue
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        for number, (start, end) in enumerate(zip(corners, (*corners[1:], corners[0]), strict=True)):
            yield _line(start, end, layer, width, stamp(ref, layer, number))
    for number, (x, y, to_x, to_y) in enumerate(shape.lines):
        yield _line((x, y), (to_x, to_y), "F.SilkS", 0.15, stamp(ref, "line", number))


def _line(start: Point, end: Point, layer: str, width: float, mark: str) -> str:
    return (
        f"    (fp_line (start {start[0]:g} {start[1]:g}) (end {end[0]:g} {end[1]:g}) (layer {quoted(layer)}) "
        f"(width {width:g}) (tstamp {mark}))"
    )


def _word(word: Word) -> str:
    justify = f" (justify {word.align})" if word.align != "middle" else ""
    turn = f" {word.turn}" if word.turn else ""
    return (
        f'  (gr_text {quoted(word.text)} (at {_at(word.at)}{turn}) (layer "F.SilkS") (tstamp '
        f"{stamp('word', word.text, *word.at)}) (effects (font (size {word.height_mm:g} {word.height_mm:g}) "
        f"(thickness {0.15 if word.height_mm < 1.5 else 0.25:g})){justify}))"
    )


def _area(number: int, area: Area, numbers: dict[str, int]) -> Iterator[str]:
    corners = " ".join(f"(xy {_at(corner)})" for corner in area.corners)
    yield f"  (zone (net {numbers[area.net]}) (net_name {quoted(area.net)}) (layer {quoted(area.layer)})"
    yield f"    (tstamp {stamp('area', number)}) (hatch edge 0.5){f' (priority {area.rank})' if area.rank else ''}"
    yield f"    (connect_pads (clearance {_AREA_CLEAR_MM:g})) (min_thickness 0.3)"
    yield "    (fill (thermal_gap 0.4) (thermal_bridge_width 1.2))"
    yield f"    (polygon (pts {corners}))"
    yield "  )"
