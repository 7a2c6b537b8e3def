"""Current flow of the lights: the wires it takes, their voltage drops, and where it should not pass.

Each feed of a chain draws the current of the lights nearest to it. It flows along the path of least resistance from the
5 V source, and returns likewise to ground. The currents of all feeds add up in shared wires.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heappop, heappush

from riverlight.workshop.wiring.electrical import fuse_ohms, ohms
from riverlight.workshop.wiring.lengths import drops
from riverlight.workshop.wiring.model import Build, Chain, Terminal

__all__ = ["Flow", "flow_of"]


@dataclass
class Flow:
    """The currents of a build at its limits.

    Attributes:
        amperes: through each wire with a current, by its index in the build.
        paths: for each chain and feed the wires from the source and back, None if there is no path.
        through: for each feed the terminals that its current passes.
    """

    amperes: dict[int, float] = field(default_factory=dict)
    paths: dict[Terminal, list[int] | None] = field(default_factory=dict)
    through: dict[Terminal, list[Terminal]] = field(default_factory=dict)

    def lost_volts(self, build: Build, chain: Chain) -> float:
        """Return the voltage drop to the worst light of a chain."""
        each_a = chain.budget_ma / 1000 / chain.lights
        along = [2 * ohms(chain.area_mm2, hop) for hop in chain.hops_mm]
        inside = max(drops(along, chain.feeds, each_a), default=0.0)
        before = [
            sum(
                self.amperes[number] * ohms(build.wires[number].area_mm2, build.wires[number].length_mm)
                for rail in ("5V", "GND")
                for number in self.paths.get((chain.ref, f"{rail}@{feed + 1}")) or ()
            )
            + share_ma / 1000 * self._fuse_ohms(build, (chain.ref, f"5V@{feed + 1}"))
            for feed, share_ma in zip(chain.feeds, chain.shares_ma, strict=True)
        ]
        return inside + max(before, default=0.0)

    def _fuse_ohms(self, build: Build, terminal: Terminal) -> float:
        refs = {ref for ref, _ in self.through.get(terminal, ())}
        return sum(fuse_ohms(part.value) for part in build.of_kind("fuse") if part.ref in refs)


def flow_of(build: Build) -> Flow:
    """Return the currents of a build with all lights at their limits."""
    flow = Flow()
    for rail, sources in (("5V", _sources(build, "+")), ("GND", _sources(build, "-"))):
        reached = _paths(build, sources, is_plus=rail == "5V")
        for chain in build.chains:
            for feed, share_ma in zip(chain.feeds, chain.shares_ma, strict=True):
                terminal = (chain.ref, f"{rail}@{feed + 1}")
                if terminal not in reached:
                    flow.paths[terminal] = None
                    continue
                wires: list[int] = []
                passed: list[Terminal] = []
                here: Terminal | None = terminal
                while here is not None:
                    passed.append(here)
                    wire, here = reached[here]
                    if wire is not None:
                        wires.append(wire)
                        flow.amperes[wire] = flow.amperes.get(wire, 0.0) + share_ma / 1000
                flow.paths[terminal], flow.through[terminal] = wires, passed
    return flow


def _sources(build: Build, pole: str) -> list[Terminal]:
    if build.is_usb:
        return [("U1", "VBUS")] if pole == "+" else [("U1", "GND38")]
    return [(part.ref, pole) for part in build.of_kind("supply")]


def _paths(
    build: Build, sources: list[Terminal], *, is_plus: bool
) -> dict[Terminal, tuple[int | None, Terminal | None]]:
    """Return for each reachable terminal the wire to it and the previous terminal (Dijkstra's algorithm).

    Blocks, the Pico and fuses count as no resistance inside; strips are not passed, because each feed must have its own
    path.
    """
    steps: dict[Terminal, list[tuple[float, Terminal, int | None]]] = {}

    def join(one: Terminal, other: Terminal, cost: float, wire: int | None) -> None:
        steps.setdefault(one, []).append((cost, other, wire))
        steps.setdefault(other, []).append((cost, one, wire))

    for number, wire in enumerate(build.wires):
        join(wire.start, wire.end, ohms(wire.area_mm2, wire.length_mm), number)
    for part in build.parts:
        if part.kind == "fuse" and is_plus:
            join((part.ref, "1"), (part.ref, "2"), 0.0, None)
        elif part.kind != "strip":
            for group in part.joined():
                for name in group[1:]:
                    join((part.ref, group[0]), (part.ref, name), 0.0, None)
    strips = {part.ref for part in build.of_kind("strip")}
    reached: dict[Terminal, tuple[int | None, Terminal | None]] = {}
    queue: list[tuple[float, Terminal, int, Terminal | None]] = [(0.0, source, -1, None) for source in sources]
    while queue:
        cost, here, through, before = heappop(queue)
        if here in reached:
            continue
        reached[here] = (None if through == -1 else through, before)
        if here[0] in strips:
            continue
        for more, there, taken in steps.get(here, ()):
            if there not in reached:
                heappush(queue, (cost + more, there, -1 if taken is None else taken, here))
    return reached
