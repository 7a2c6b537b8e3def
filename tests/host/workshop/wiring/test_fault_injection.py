"""Every wire of every worked build is removed, moved and exchanged: each fault is reported where it is, or harmless.

A change is harmless when the terminals are joined as before, by this module's own reckoning: the two ends of a
resistor, a fuse or a key are alike, and so are two of one value, and the resistors of a network; an input of a gate
that nothing uses may be tied to either rail, and it does not matter to which terminal of one piece of metal a wire
goes. Whether a wire that is joined as before also carries its current is another check's business: that one may
report, and need not.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from riverlight.boards import shipped
from riverlight.workshop.wiring import WORKED, faults, make_build, plan_for
from riverlight.workshop.wiring.checks import is_sound
from riverlight.workshop.wiring.connections import misconnections
from riverlight.workshop.wiring.model import Build, Terminal, Wire

ALIKE = {"resistor", "fuse", "key"}
"""Kinds of parts whose two ends are alike."""


def joined(build: Build) -> tuple[set[tuple[str, ...]], Counter[tuple[str, tuple[str, ...], tuple[str, ...]]]]:
    """Return the nets as sorted terminals, and the parts with like ends by kind, value and the two nets they join."""
    root: dict[Terminal, Terminal] = {}

    def find(terminal: Terminal) -> Terminal:
        while root.setdefault(terminal, terminal) != terminal:
            terminal = root[terminal]
        return terminal

    for part in build.parts:
        for metal in part.joined():
            for name in metal[1:]:
                root[find((part.ref, name))] = find((part.ref, metal[0]))
    wired = {terminal for wire in build.wires for terminal in (wire.start, wire.end)}
    for wire in build.wires:
        root[find(wire.start)] = find(wire.end)
    unused = {f"U2.{gate}{pin}" for gate in "1234" if ("U2", f"{gate}Y") not in wired for pin in ("A", "OE")}
    nets: dict[Terminal, list[str]] = {}
    for ref, name in list(root):
        if build.by_ref[ref].kind not in {*ALIKE, "network"}:
            nets.setdefault(find((ref, name)), []).append(f"{ref}.{name}")
    for place, net in nets.items():
        on_rail = {"U2.VCC", "U2.GND"} & set(net)
        nets[place] = sorted(word for word in net if not (on_rail and word in unused))
    bridges: Counter[tuple[str, tuple[str, ...], tuple[str, ...]]] = Counter()
    for part in build.parts:
        if part.kind in ALIKE:
            one, two = sorted(tuple(nets.get(find((part.ref, name)), ())) for name in ("1", "2"))
            bridges[f"{part.kind} {part.value:g}", one, two] += 1
        if part.kind == "network":
            common, *others = (tuple(nets.get(find((part.ref, name)), ())) for name in part.terminals)
            bridges.update((f"{part.kind} {part.value:g}", common, other) for other in others)
    return {tuple(net) for net in nets.values() if len(net) > 1}, bridges


def metal_of(build: Build) -> dict[Terminal, Terminal]:
    """Return for each terminal the first terminal of its piece of metal."""
    first = {(part.ref, name): (part.ref, name) for part in build.parts for name in part.terminals}
    for part in build.parts:
        for metal in part.joined():
            first |= {(part.ref, name): (part.ref, metal[0]) for name in metal}
    return first


def with_wires(build: Build, changed: dict[int, Wire | None]) -> Build:
    """Return a build with some of its wires changed or taken away."""
    wires = (changed.get(number, wire) for number, wire in enumerate(build.wires))
    return replace(build, wires=tuple(wire for wire in wires if wire is not None))


def mutations(build: Build, first: int = 0, every: int = 1) -> Iterator[tuple[str, Build, set[Terminal]]]:
    """Yield changes of one or two wires, each with the terminals that a report must point at, any of them.

    The wires from ``first`` on are removed, moved to one of ``every`` so many places, and exchanged likewise.
    """
    metal = metal_of(build)
    for number, wire in enumerate(build.wires[first:], first):
        yield "removed", with_wires(build, {number: None}), {wire.start, wire.end}
        # One terminal of each piece of metal: the others are the same place.
        for there in list(dict.fromkeys(metal.values()))[number % every :: every]:
            if there not in (metal[wire.start], metal[wire.end]):
                touched = {wire.start, wire.end, there}
                yield "moved", with_wires(build, {number: replace(wire, end=there)}), touched
                yield "moved", with_wires(build, {number: replace(wire, start=there)}), touched
        for second in range(number % every, number, every):
            other = build.wires[second]
            touched = {wire.start, wire.end, other.start, other.end}
            for one, two in (
                (replace(wire, end=other.end), replace(other, end=wire.end)),
                (replace(wire, end=other.start), replace(other, start=wire.end)),
            ):
                yield "exchanged", with_wires(build, {number: one, second: two}), touched


def sensed() -> Build:
    """Return a build with two registers and a sensor at each end of theirs, as few as have every kind of wire."""
    plan = plan_for(shipped("canyon"), is_usb=True, has_sensors=True)
    return make_build(replace(plan, sensors=tuple(plan.sensors[position] for position in (0, 7, 8))))


@pytest.mark.parametrize("name", [*WORKED, "sensors"])
def test_every_wiring_fault_is_reported_where_it_is_or_harmless(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    build = sensed() if name == "sensors" else make_build(WORKED[name]())
    # The wires that are not of the sensors are changed in the other builds.
    first = next((at for at, wire in enumerate(build.wires) if wire.end[0] == "U11"), 0)
    every = 6 if first else 1
    assert not faults(build)
    sound = joined(build)
    counts: Counter[str] = Counter()
    for what, changed, touched in mutations(build, first, every):
        found = next(misconnections(changed), None)
        if found is None:
            assert joined(changed) == sound or not is_sound(changed), (what, touched)
            counts[f"{what}, harmless" if is_sound(changed) else f"{what}, reported"] += 1
            continue
        if found.at.isdisjoint(touched):
            nets = set().union(*(build.net(terminal) for terminal in touched))
            reports = faults(changed)
            assert any(not fault.at.isdisjoint(nets) for fault in reports), (what, touched, reports)
        counts[f"{what}, reported"] += 1
    with capsys.disabled():
        words = "; ".join(f"{count} {what}" for what, count in sorted(counts.items()))
        sys.stdout.write(f"\n{name}: {len(build.wires)} wires; {words}\n")
    wires = len(build.wires) - first
    assert counts["removed, reported"] == wires
    assert counts["moved, reported"] > 30 * wires // every
    assert counts["exchanged, reported"] > wires**2 // 3 // every
