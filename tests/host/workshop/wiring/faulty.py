"""Plant faults in a built board: take parts and wires away, change them, add some."""

from __future__ import annotations

from dataclasses import replace

from riverlight.workshop.wiring.model import Build, Terminal, Wire


def terminal(word: str) -> Terminal:
    """Return the terminal written as ``R1.2``."""
    ref, _, name = word.partition(".")
    return (ref, name)


def without_part(build: Build, ref: str) -> Build:
    """Return the board without a part and its wires."""
    parts = tuple(part for part in build.parts if part.ref != ref)
    wires = tuple(wire for wire in build.wires if ref not in (wire.start[0], wire.end[0]))
    return replace(build, parts=parts, wires=wires)


def without_wire(build: Build, *words: str) -> Build:
    """Return the board without the wire between two terminals."""
    ends = {terminal(word) for word in words}
    wires = tuple(wire for wire in build.wires if {wire.start, wire.end} != ends)
    assert len(wires) == len(build.wires) - 1
    return replace(build, wires=wires)


def with_wire(build: Build, start: str, end: str, area_mm2: float = 0.5, job: str = "") -> Build:
    """Return the board with one wire more."""
    return replace(build, wires=(*build.wires, Wire(terminal(start), terminal(end), area_mm2, 100, job)))


def with_value(build: Build, ref: str, value: float) -> Build:
    """Return the board with another value of a part."""
    parts = tuple(replace(part, value=value) if part.ref == ref else part for part in build.parts)
    assert parts != build.parts
    return replace(build, parts=parts)


def with_wires_of(build: Build, area_mm2: float) -> Build:
    """Return the board with all power wires of another cross section."""
    wires = tuple(replace(wire, area_mm2=area_mm2) if wire.area_mm2 >= 0.5 else wire for wire in build.wires)
    return replace(build, wires=wires)


def with_length(build: Build, start: str, end: str, length_mm: float) -> Build:
    """Return the board with another length of the wire between two terminals."""
    ends = {terminal(start), terminal(end)}
    wires = tuple(
        replace(wire, length_mm=length_mm) if {wire.start, wire.end} == ends else wire for wire in build.wires
    )
    return replace(build, wires=wires)


def exchanged(build: Build, one: str, other: str) -> Build:
    """Return the board with what is wired to one terminal wired to the other, and the other way round."""
    places = {terminal(one): terminal(other), terminal(other): terminal(one)}
    wires = tuple(
        replace(wire, start=places.get(wire.start, wire.start), end=places.get(wire.end, wire.end))
        for wire in build.wires
    )
    return replace(build, wires=wires)
