"""Diagram and breadboard show the wires of the model: all of them, each to its terminals, none on another."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from riverlight.boards import shipped
from riverlight.workshop.wiring import WORKED, make_build, plan_for
from riverlight.workshop.wiring.breadboard import breadboard, column_of, jumpers, terminal_at
from riverlight.workshop.wiring.diagram import diagram
from riverlight.workshop.wiring.model import Build
from riverlight.workshop.wiring.plans import ChainPlan, Plan

Place = tuple[float, float]

BUILDS = (*WORKED, "four", "one supply", "sensors")


def four_panels() -> Build:
    chain = ChainPlan("a", 150, (35.0,) * 149, (0.0,) * 150)
    plan = Plan("four", "Four panels", "", tuple(replace(chain, panel=name) for name in "nesw"), keypads=2)
    return make_build(replace(plan, has_reader=True, has_peek_key=True))


def build_of(name: str) -> Build:
    if name == "one supply":
        return make_build(replace(WORKED["one-board"](), is_one_supply=True))
    if name == "sensors":
        plan = plan_for(shipped("pyramid"), keypads=2, has_peek_key=True, has_buzzer=True, has_sensors=True)
        return make_build(
            replace(plan, sensors=tuple(place for place in plan.sensors if place.position in (0, 2, 7, 9, 15, 16)))
        )
    return four_panels() if name == "four" else make_build(WORKED[name]())


def drawn(build: Build) -> dict[tuple[str, str], list[Place]]:
    """Return the places through which each wire is drawn, those inside the level shifter left out."""
    found = {}
    for data, start, end in re.findall(r'<path d="M([^"]+)"[^>]* data-wire="(\S+) (\S+)"', diagram(build)):
        points = [tuple(float(number) for number in pair.split()) for pair in data.split("L")]
        found[start, end] = [(point[0], point[1]) for point in points]
    return found


@pytest.mark.parametrize("name", BUILDS)
def test_every_wire_is_drawn_once(name: str) -> None:
    build = build_of(name)
    shown = re.findall(r'data-wire="(\S+) (\S+)"', diagram(build))
    assert Counter(shown) == Counter((".".join(wire.start), ".".join(wire.end)) for wire in build.wires)


@pytest.mark.parametrize("name", BUILDS)
def test_wires_end_where_their_terminals_lie(name: str) -> None:
    ends: dict[str, set[Place]] = {}
    for (start, end), points in drawn(build_of(name)).items():
        # A wire from a block may be drawn from either end.
        for word, at in ((start, {points[0], points[-1]}), (end, {points[0], points[-1]})):
            ends[word] = ends[word] & at if word in ends else at
    assert all(ends.values()), [word for word, places in ends.items() if not places]


@pytest.mark.parametrize("name", BUILDS)
def test_no_wire_lies_upon_a_wire_of_another_net(name: str) -> None:
    build = build_of(name)
    wires = drawn(build)
    nets = {word: build.net(tuple(word.split(".", 1))) for ends in wires for word in ends}  # type: ignore[arg-type]
    found = [
        (one, other, first, second)
        for (one, one_points), (other, other_points) in combinations(wires.items(), 2)
        if nets[one[0]] != nets[other[0]]
        for first in pairwise(one_points)
        for second in pairwise(other_points)
        if shared_mm(first, second) > 3
    ]
    assert not found


def shared_mm(first: tuple[Place, Place], second: tuple[Place, Place]) -> float:
    """Return along which length two level or upright lines lie upon each other."""
    for axis in (0, 1):
        across = [point[axis] for line in (first, second) for point in line]
        if max(across) - min(across) < 4:
            spans = [sorted(point[1 - axis] for point in line) for line in (first, second)]
            return min(spans[0][1], spans[1][1]) - max(spans[0][0], spans[1][0])
    return 0


@pytest.mark.parametrize("name", BUILDS)
def test_the_breadboard_joins_what_the_wiring_joins(name: str) -> None:
    build = build_of(name)
    joined: dict[str, set[str]] = {}

    def join(*names: str) -> None:
        together = set().union(*(joined.get(each, {each}) for each in names))
        for each in together:
            joined[each] = together

    def metal(hole: str) -> str:
        if hole[0] in "+-":
            return hole.partition(" ")[0]
        if hole in ("F1", "X2") or hole.startswith("DIN"):
            return hole
        return ("a" if hole[0] in "abcde" else "f") + hole[1:]

    for jumper in jumpers(build):
        if jumper.what == "wire":
            join(metal(jumper.start), metal(jumper.end))
    terminals = {(half, column): terminal_at(half, column) for half in "af" for column in range(1, 31)}
    by_metal = {f"{half}{column}": terminal for (half, column), terminal in terminals.items() if terminal}
    # What the wiring joins among the pins that the picture wires.
    for wire in build.wires:
        refs = {wire.start[0], wire.end[0]}
        if refs in ({"U2"}, {"U1", "U2"}):
            here, there = ("".join(map(str, column_of(end))) for end in (wire.start, wire.end))
            assert there in joined.get(here, set()), wire
    ground, vcc = ("".join(map(str, column_of(("U2", pin)))) for pin in ("GND", "VCC"))
    assert {"-top", "-bottom", "".join(map(str, column_of(("U1", "GND38"))))} <= joined[ground]
    assert "+top" in joined[vcc]
    assert ("F1" in joined[vcc]) != build.is_usb
    # What the picture joins is joined in the wiring too.
    for together in {id(group): group for group in joined.values()}.values():
        nets = {build.net(by_metal[each]) for each in together if each in by_metal}
        assert len(nets) <= 1, together
    parts = {jumper.what: jumper for jumper in jumpers(build) if jumper.what != "wire"}
    assert {metal(parts["C1"].start) in joined[vcc], metal(parts["C1"].end) in joined[ground]} == {True}
    for number in range(1, len(build.chains) + 1):
        out, pull = parts[f"R{number}"], parts[f"R{number + 10}"]
        assert by_metal[metal(out.start)] == ("U2", f"{number}Y")
        assert f"DIN {number}" in joined[metal(out.end)]
        assert by_metal[metal(pull.start)] == ("U2", f"{number}A")
        assert metal(pull.end) in joined[ground]
    if build.is_one_supply:
        assert metal(parts["D1"].start) in joined[vcc]
        assert by_metal[metal(parts["D1"].end)] == ("U1", "VSYS")


def test_no_hole_of_the_breadboard_is_used_twice() -> None:
    for name in BUILDS:
        build = build_of(name)
        holes = [hole for jumper in jumpers(build) for hole in (jumper.start, jumper.end)]
        assert len(set(holes)) == len(holes)
        taken = {f"{row}{column}" for row, columns in (("c", range(1, 21)), ("h", range(1, 21))) for column in columns}
        taken |= {f"{row}{column}" for row in "ef" for column in range(23, 30)}
        assert not taken & set(holes)
        # The Pico itself covers the rows between its pins.
        assert not {f"{row}{column}" for row in "defg" for column in range(1, 21)} & set(holes)
        assert breadboard(build).startswith("<svg")
