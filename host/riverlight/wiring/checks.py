"""Name what is electrically wrong with a built board, each in one sentence that says what to do.

Each check looks at the wires as they are, whoever made them, so a build that was changed by hand is held to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from riverlight.boards.wire import DROP_VOLTS, drops
from riverlight.wiring.assemble import GATES
from riverlight.wiring.electrical import SUPPLY_SHARE, carries_a, ohms
from riverlight.wiring.model import Build, Chain, Part, Terminal, Wire
from riverlight.wiring.power import USB_MA, total_of
from riverlight.wiring.rp2040 import can_do, gpio_of

__all__ = ["CHECKS", "drop_volts", "faults"]

_LEAST_OHM, _MOST_OHM = 200, 600
_LEAST_F: Final = 1000e-6
_LEAST_BYPASS_F: Final = 10e-9
_POWER: Final = {"supply", "block", "strip"}
"""What the current of the lights comes back through: other ground wires carry signals."""


def faults(build: Build) -> list[str]:
    """Return a sentence for each fault; none when the board may be switched on."""
    return [sentence for check in CHECKS.values() for sentence in check(build)]


def _ends(build: Build) -> Iterator[str]:
    for wire in build.wires:
        for ref, name in (wire.start, wire.end):
            part = build.by_ref.get(ref)
            if part is None:
                yield f"A wire goes to {ref}, which is not among the parts."
            elif name not in part.terminals:
                yield f"A wire goes to {ref}.{name}, but {ref} has no such terminal."


def _pins(build: Build) -> Iterator[str]:
    used: dict[str, list[Wire]] = {}
    for wire in build.wires:
        for terminal in (wire.start, wire.end):
            if terminal[0] == "U1" and gpio_of(terminal[1]) is not None:
                used.setdefault(terminal[1], []).append(wire)
    for pin, wires in used.items():
        if len(wires) > 1:
            others = " and ".join(_word(_other(wire, "U1")) for wire in wires)
            yield f"{pin} is used twice: for {others}. Give each a pin of its own."
        for wire in wires:
            if wire.job and not can_do(pin, wire.job):
                yield f"{pin} cannot do {wire.job}, which {_word(_other(wire, 'U1'))} needs."


def _shifter(build: Build) -> Iterator[str]:
    for strip in build.of_kind("strip"):
        outputs = _behind_resistors(build, (strip.ref, "DIN"))
        if any(ref == "U1" and gpio_of(name) is not None for ref, name in outputs):
            yield (
                f"Strip {strip.label} gets its data straight from the Pico: 3.3 V are too few for a strip on 5 V. "
                "Put a 74AHCT125 level shifter between."
            )
            continue
        gates = [gate for gate in GATES if any((ref, gate[2]) in outputs for ref in _refs(build, "shifter"))]
        if not gates:
            yield f"Strip {strip.label} gets no data: its DIN reaches no output of a level shifter."
            continue
        for shifter in _refs(build, "shifter"):
            for enable, data, _ in gates:
                if not any(ref == "U1" and gpio_of(name) is not None for ref, name in build.net((shifter, data))):
                    yield f"Strip {strip.label} gets no data: {shifter}.{data} reaches no pin of the Pico."
                if (shifter, "GND") not in build.net((shifter, enable)):
                    yield f"{shifter}.{enable} must go to ground, or its gate stays shut."
    for shifter in _refs(build, "shifter"):
        if not any(name.startswith("5V@") for _, name in build.net((shifter, "VCC"))):
            yield f"{shifter}.VCC must be on the 5 V of the strips, or their data is too low."
        for _, data, _ in GATES:
            if len(build.net((shifter, data))) == 1:
                yield f"{shifter}.{data} is open: tie an unused input to ground, or it floats."
        if not _capacitor_across(build, (shifter, "VCC"), (shifter, "GND"), _LEAST_BYPASS_F):
            yield f"{shifter} needs a capacitor of 100 nF across its VCC and GND."


def _resistors(build: Build) -> Iterator[str]:
    for strip in build.of_kind("strip"):
        net = build.net((strip.ref, "DIN"))
        near = [part for part in build.of_kind("resistor") if {(part.ref, "1"), (part.ref, "2")} & net]
        if not near:
            yield f"Strip {strip.label} has no resistor before its DIN: put 330 Ω there, near the strip."
        for part in near:
            if not _LEAST_OHM <= part.value <= _MOST_OHM:
                yield f"{part.ref} before strip {strip.label} has {part.value:g} Ω; 330 Ω is right, 220 to 560 will do."


def _capacitors(build: Build) -> Iterator[str]:
    for chain in build.chains:
        if not _capacitor_across(build, (chain.ref, "5V@0"), (chain.ref, "GND@0"), _LEAST_F):
            yield f"Strip {chain.panel} has no capacitor of 1000 µF across its 5 V and ground, plus to plus."


def _ground(build: Build) -> Iterator[str]:
    common = build.net(("U1", "GND38"))
    grounds = [("GND", ("shifter", "reader")), ("-", ("supply", "buzzer")), ("GND@0", ("strip",))]
    for name, kinds in grounds:
        for part in build.parts:
            if part.kind in kinds and (part.ref, name) not in common:
                yield f"{_word((part.ref, name))} is not joined to the Pico's ground: all grounds must be one."


def _three_volts(build: Build) -> Iterator[str]:
    hot = {terminal for source in _sources(build) for terminal in build.net(source)}
    lit = {
        terminal
        for part in build.of_kind("strip")
        for name in part.terminals
        if name.startswith("5V@")
        for terminal in build.net((part.ref, name))
    }
    for ref, name in sorted(hot | lit):
        is_pin = ref == "U1" and (gpio_of(name) is not None or name == "3V3")
        if is_pin or (build.by_ref[ref].kind == "reader" and name == "3.3V"):
            yield f"{_word((ref, name))} is joined to 5 V and stands 3.3 V at most."
        if ref == "U1" and name in ("VBUS", "VSYS") and (ref, name) in lit and not build.is_usb:
            yield f"U1.{name} is joined to the supply of the lights, which would feed back into the USB port."


def _fuses(build: Build) -> Iterator[str]:
    for supply in build.of_kind("supply"):
        bare = [terminal for terminal in build.net((supply.ref, "+")) if build.by_ref[terminal[0]].kind != "fuse"]
        if len(bare) > 1:
            yield f"{supply.ref} feeds {_word(max(bare))} without a fuse between."
    total = total_of(build)
    for fuse in build.of_kind("fuse"):
        nets = build.net((fuse.ref, "1")) | build.net((fuse.ref, "2"))
        ground = {terminal for supply in _refs(build, "supply") for terminal in build.net((supply, "-"))}
        for wire in build.wires:
            kinds = {build.by_ref[ref].kind for ref, _ in (wire.start, wire.end)}
            is_return = wire.start in ground and kinds <= _POWER
            if (wire.start in nets or is_return) and fuse.value > carries_a(wire.area_mm2):
                yield (
                    f"{fuse.ref} lets {fuse.value:g} A through the wire from {_word(wire.start)} to {_word(wire.end)}, "
                    f"whose {wire.area_mm2:g} mm² carry {carries_a(wire.area_mm2):g} A."
                )
        for chain in build.chains:
            if (chain.ref, "5V@0") in nets and fuse.value > carries_a(chain.area_mm2):
                yield (
                    f"{fuse.ref} lets {fuse.value:g} A through the wires between the lights of {chain.panel}, whose "
                    f"{chain.area_mm2:g} mm² carry {carries_a(chain.area_mm2):g} A."
                )
        if fuse.value * 1000 < total.limited:
            yield f"{fuse.ref} blows: {total.limited / 1000:g} A are allowed to flow through its {fuse.value:g} A."


def _budget(build: Build) -> Iterator[str]:
    limited = total_of(build).limited
    if build.is_usb and limited > USB_MA:
        yield f"The lights may draw {limited} mA with the Pico; a USB port gives {USB_MA} mA."
    for supply in build.of_kind("supply"):
        gives = supply.value * 1000 * SUPPLY_SHARE
        if limited > gives:
            yield (
                f"The lights may draw {limited} mA, {supply.ref} gives {gives:.0f} mA at four fifths of its "
                f"{supply.value:g} A: take a larger supply or smaller budgets."
            )
    if not build.is_usb and not build.of_kind("supply"):
        yield "Nothing supplies the lights."


def _drop(build: Build) -> Iterator[str]:
    for chain in build.chains:
        lost = drop_volts(build, chain)
        if lost > DROP_VOLTS:
            yield (
                f"Strip {chain.panel} loses {lost:.2f} V on the way to its far lights, {DROP_VOLTS:g} V may be lost: "
                "feed it in more places or take thicker wire."
            )


def drop_volts(build: Build, chain: Chain) -> float:
    """Return what of the five volts is lost on the way to the worst light, at most, when all draw their limit.

    Along the chain as :func:`riverlight.boards.wire.drops` tells; before it, each feed's wires carry what the lights
    nearest to it draw, and the wires of supply and fuse carry everything.
    """
    each_a = chain.budget_ma / 1000 / chain.lights
    along = [2 * ohms(chain.area_mm2, hop) for hop in chain.hops_mm]
    lost = max(drops(along, chain.feeds, each_a), default=0.0)
    bounds = [0, *((one + other) / 2 for one, other in pairwise(chain.feeds)), chain.lights]
    shares = [(end - start) * each_a for start, end in pairwise(bounds)]
    feeds = [
        share * sum(_wire_ohms(build, (chain.ref, f"{rail}@{feed}")) for rail in ("5V", "GND"))
        for feed, share in zip(chain.feeds, shares, strict=True)
    ]
    trunk_a = total_of(build).limited / 1000
    trunk = [terminal for part in build.parts if part.kind in ("supply", "fuse") for terminal in _terminals(part)]
    trunk_ohms = sum(
        ohms(wire.area_mm2, wire.length_mm) for wire in build.wires if wire.start in trunk or wire.end in trunk
    )
    return lost + max(feeds) + trunk_a * trunk_ohms


def _wire_ohms(build: Build, terminal: Terminal) -> float:
    """Return the resistance of the wire from a block to a terminal."""
    return sum(
        ohms(wire.area_mm2, wire.length_mm)
        for wire in build.wires
        if terminal in (wire.start, wire.end) and build.by_ref[_other(wire, terminal[0])[0]].kind == "block"
    )


def _behind_resistors(build: Build, terminal: Terminal) -> frozenset[Terminal]:
    """Return a terminal's net together with those at the other ends of resistors in it."""
    net = build.net(terminal)
    for part in build.of_kind("resistor"):
        ends = ((part.ref, "1"), (part.ref, "2"))
        for here, there in (ends, ends[::-1]):
            if here in build.net(terminal):
                net |= build.net(there)
    return net


def _capacitor_across(build: Build, plus: Terminal, minus: Terminal, least_f: float) -> bool:
    """Return whether a capacitor is wired to these very two terminals: farther away it does not help."""
    pairs = [{wire.start, wire.end} for wire in build.wires]
    return any(
        {plus, (part.ref, "+")} in pairs and {minus, (part.ref, "-")} in pairs
        for part in build.of_kind("capacitor")
        if part.value >= least_f * 0.999
    )


def _sources(build: Build) -> list[Terminal]:
    return [("U1", "VBUS"), *((ref, "+") for ref in _refs(build, "supply"))]


def _refs(build: Build, kind: str) -> list[str]:
    return [part.ref for part in build.parts if part.kind == kind]


def _terminals(part: Part) -> list[Terminal]:
    return [(part.ref, name) for name in part.terminals]


def _other(wire: Wire, ref: str) -> Terminal:
    return wire.end if wire.start[0] == ref else wire.start


def _word(terminal: Terminal) -> str:
    return ".".join(terminal)


CHECKS: Final[dict[str, Callable[[Build], Iterator[str]]]] = {
    "wires end at parts": _ends,
    "pins": _pins,
    "level shifter": _shifter,
    "resistors": _resistors,
    "capacitors": _capacitors,
    "common ground": _ground,
    "3.3 V pins": _three_volts,
    "fuses": _fuses,
    "supply": _budget,
    "voltage drop": _drop,
}
"""Every check by what it looks at."""
