"""Follows wires and parts through a build: what is behind a fuse or a resistor, what a part leads to."""

from __future__ import annotations

from riverlight.workshop.wiring.model import Build, Part, Terminal, Wire

__all__ = ["at", "behind", "capacitor_across", "leads", "other_end", "refs_of", "terminals_of", "word"]


def at(*terminals: Terminal) -> frozenset[Terminal]:
    """Return terminals in the form of a fault's ``at``."""
    return frozenset(terminals)


def behind(build: Build, terminal: Terminal, kind: str) -> frozenset[Terminal]:
    """Return a terminal's net together with the nets on the other side of the parts of a kind in it."""
    net = build.net(terminal)
    more = set(net)
    for part in build.parts:
        if part.kind == kind:
            one, two = terminals_of(part)
            if one in net:
                more |= build.net(two)
            if two in net:
                more |= build.net(one)
    if kind == "fuse" and more > net:  # a second fuse in series leads to the strips
        for part in build.parts:
            if part.kind == kind:
                one, two = terminals_of(part)
                if one in more or two in more:
                    more |= build.net(one) | build.net(two)
    return frozenset(more)


def leads(build: Build, part: Part, here: Terminal, there: Terminal) -> bool:
    """Return whether a two-terminal part connects two nets."""
    ends = terminals_of(part)
    one, two = build.net(here), build.net(there)
    return (ends[0] in one and ends[1] in two) or (ends[1] in one and ends[0] in two)


def capacitor_across(build: Build, plus: Terminal, minus: Terminal, least_f: float, longest_mm: float = 1e9) -> bool:
    """Return whether a capacitor is wired directly to these two terminals: farther away it is useless."""
    if build.is_netlist:
        return any(
            (part.ref, "+") in build.net(plus) and (part.ref, "-") in build.net(minus)
            for part in build.of_kind("capacitor")
            if part.value >= least_f * 0.999
        )
    pairs = [{wire.start, wire.end} for wire in build.wires if wire.length_mm <= longest_mm]
    return any(
        {plus, (part.ref, "+")} in pairs and {minus, (part.ref, "-")} in pairs
        for part in build.of_kind("capacitor")
        if part.value >= least_f * 0.999
    )


def refs_of(build: Build, kind: str) -> list[str]:
    """Return the references of the parts of a kind."""
    return [part.ref for part in build.parts if part.kind == kind]


def terminals_of(part: Part) -> list[Terminal]:
    """Return the terminals of a part."""
    return [(part.ref, name) for name in part.terminals]


def other_end(wire: Wire, ref: str) -> Terminal:
    """Return the end of a wire that is not at a part."""
    return wire.end if wire.start[0] == ref else wire.start


def word(terminal: Terminal) -> str:
    """Return a terminal as ``U1.GP22``."""
    return ".".join(terminal)
