"""Read the carrier board's KiCad files by what they draw: places of pins and labels, pads and copper."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Any, NamedTuple

from riverlight.workshop.wiring.kicad_netlist import nested_lists

Node = list[Any]
Place = tuple[float, float]


class Pad(NamedTuple):
    """A pad on the board: of which part, its name, net, centre, radius of its ring and of its hole."""

    ref: str
    name: str
    net: str
    at: Place
    ring: float
    drill: float


class Segment(NamedTuple):
    """A track or, from a place to itself, a via."""

    net: str
    layers: tuple[str, ...]
    start: Place
    end: Place
    radius: float


def of(node: Node, name: str) -> Iterator[Node]:
    """Yield the lists of a name in a list."""
    return (inner for inner in node if isinstance(inner, list) and inner and inner[0] == name)


def one(node: Node, name: str) -> Node:
    """Return the only list of a name."""
    (found,) = of(node, name)
    return found


def place(node: Node, name: str = "at") -> Place:
    """Return the place that a list holds."""
    return float(one(node, name)[1]), float(one(node, name)[2])


def properties(node: Node) -> dict[str, str]:
    """Return the fields of a symbol."""
    return {entry[1]: entry[2] for entry in of(node, "property")}


class Schematic:
    """A schematic: for each pin, as (reference, number), its net and what it is to the electrical rules.

    Attributes:
        nets: a pin's net, None for one that is marked as free.
        kinds: a pin's electrical type.
        footprints: each part's footprint.
    """

    def __init__(self, text: str) -> None:
        root = nested_lists(text)
        labels = {place(label): label[1] for label in of(root, "global_label")}
        free = {place(mark) for mark in of(root, "no_connect")}
        library = {symbol[1]: symbol for symbol in of(one(root, "lib_symbols"), "symbol")}
        self.nets: dict[tuple[str, str], str | None] = {}
        self.kinds: dict[tuple[str, str], str] = {}
        self.footprints: dict[str, str] = {}
        for symbol in of(root, "symbol"):
            ref, at = properties(symbol)["Reference"], place(symbol)
            self.footprints[ref] = properties(symbol)["Footprint"]
            for unit in of(library[one(symbol, "lib_id")[1]], "symbol"):
                for pin in of(unit, "pin"):
                    x, y = place(pin)
                    end = (round(at[0] + x, 3), round(at[1] - y, 3))
                    number = one(pin, "number")[1]
                    assert (end in labels) != (end in free), (ref, number)
                    self.nets[ref, number] = labels.get(end)
                    self.kinds[ref, number] = pin[1]


class Board:
    """A board.

    Attributes:
        pads: every plated pad.
        copper: every track and via.
        footprints: each part's footprint.
        areas: the nets that have areas of copper.
    """

    def __init__(self, text: str) -> None:
        root = nested_lists(text)
        names = {net[1]: net[2] for net in of(root, "net")}
        self.pads: list[Pad] = []
        self.footprints: dict[str, str] = {}
        for part in of(root, "footprint"):
            ref = next(text[2] for text in of(part, "fp_text") if text[1] == "reference")
            self.footprints[ref] = part[1]
            at = one(part, "at")
            turn = radians(float(at[3])) if len(at) > 3 else 0.0
            for pad in of(part, "pad"):
                if pad[2] != "thru_hole":
                    continue
                x, y = place(pad)
                where = (
                    float(at[1]) + x * cos(turn) + y * sin(turn),
                    float(at[2]) + y * cos(turn) - x * sin(turn),
                )
                nets = [net[2] for net in of(pad, "net")]
                ring, drill = float(one(pad, "size")[1]) / 2, float(one(pad, "drill")[1]) / 2
                self.pads.append(Pad(ref, pad[1], nets[0] if nets else "", where, ring, drill))
        self.copper = [
            Segment(
                names[one(track, "net")[1]],
                (one(track, "layer")[1],),
                place(track, "start"),
                place(track, "end"),
                float(one(track, "width")[1]) / 2,
            )
            for track in of(root, "segment")
        ]
        self.copper += [
            Segment(names[one(via, "net")[1]], ("F.Cu", "B.Cu"), place(via), place(via), float(one(via, "size")[1]) / 2)
            for via in of(root, "via")
        ]
        self.areas = {one(zone, "net_name")[1] for zone in of(root, "zone")}
