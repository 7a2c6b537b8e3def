"""Power checks of a build: capacitors, fuses, current paths, supply, voltage drop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverlight.workshop.wiring.electrical import (
    CHARGE_SECONDS,
    FUSE_BLOWS,
    FUSE_MARGIN,
    SUPPLY_SHARE,
    USB_CAPACITOR_F,
    carries_a,
)
from riverlight.workshop.wiring.flow import Flow, flow_of
from riverlight.workshop.wiring.lengths import DROP_VOLTS
from riverlight.workshop.wiring.model import Build, Chain, Fault, Part, Wire
from riverlight.workshop.wiring.power import USB_MA, total_of
from riverlight.workshop.wiring.tracing import at, capacitor_across, terminals_of, word

__all__ = ["BYPASS_MM", "budget_faults", "capacitor_faults", "drop_faults", "drop_volts", "fuse_faults", "path_faults"]

_LEAST_F: Final = 470e-6
_LEAST_USB_F: Final = 1e-6
BYPASS_MM: Final = 30
"""The longest leads with which a capacitor is effective."""


def capacitor_faults(build: Build) -> Iterator[Fault]:
    """Check the capacitor across each strip, and that supply or port can charge all of them."""
    least, usual = (_LEAST_USB_F, "4.7 µF") if build.is_usb else (_LEAST_F, "1000 µF")
    for chain in build.chains:
        if not capacitor_across(build, (chain.ref, "5V@1"), (chain.ref, "GND@1"), least):
            near = [(part.ref, name) for part in build.of_kind("capacitor") for name in part.terminals]
            yield Fault(
                f"Strip {chain.panel} has no capacitor of {usual} across its 5 V and ground, plus to plus.",
                at((chain.ref, "5V@1"), (chain.ref, "GND@1"), *near),
            )
    large = build.of_kind("capacitor")
    together = sum(part.value for part in large)
    places = at(*((part.ref, "+") for part in large))
    if build.is_usb and together > USB_CAPACITOR_F * 1.001:
        yield Fault(
            f"The capacitors on USB power have {together * 1e6:g} µF together; USB "
            f"allows {USB_CAPACITOR_F * 1e6:g} µF, or the port may switch off.",
            places,
        )
    for supply in build.of_kind("supply"):
        most = supply.value * CHARGE_SECONDS / 5
        if together > most * 1.001:
            yield Fault(
                f"{supply.ref} has to charge {together * 1e6:g} µF when it starts; {most * 1e6:g} µF are what its "
                f"{supply.value:g} A fill in {CHARGE_SECONDS * 1000:g} ms. Take smaller capacitors.",
                places,
            )


def fuse_faults(build: Build) -> Iterator[Fault]:
    """Check that each feed has a fuse that carries its load, protects its wire and blows on a short."""
    for supply in build.of_kind("supply"):
        for terminal in sorted(build.net((supply.ref, "+")), reverse=True):
            if build.by_ref[terminal[0]].kind not in ("fuse", "supply", "block"):
                sentence = f"{supply.ref} feeds {word(terminal)} without a fuse between."
                yield Fault(sentence, build.net((supply.ref, "+")))
                break
        for fuse in build.of_kind("fuse"):
            if supply.value < fuse.value * FUSE_BLOWS - 1e-9:
                yield Fault(
                    f"{fuse.ref} of {fuse.value:g} A would not blow: {supply.ref} gives {supply.value:g} A, and a fuse "
                    f"opens quickly at {FUSE_BLOWS:g} times its rating.",
                    at(*terminals_of(fuse)),
                )
    flow = flow_of(build)
    for fuse in build.of_kind("fuse"):
        ends = set(terminals_of(fuse))
        load_a = _load_a(build, flow, fuse)
        if fuse.value < load_a * FUSE_MARGIN - 1e-9:
            yield Fault(
                f"{fuse.ref} blows: {load_a:g} A are allowed to flow through its {fuse.value:g} A; it needs "
                f"{load_a * FUSE_MARGIN:g} A.",
                frozenset(ends),
            )
        behind = build.net((fuse.ref, "1")) | build.net((fuse.ref, "2"))
        for wire in build.wires:
            is_thin = fuse.value > carries_a(wire.area_mm2)
            if is_thin and (wire.start in behind or wire.end in behind) and not _is_near(build, wire):
                yield Fault(
                    f"{fuse.ref} lets {fuse.value:g} A through the wire from {word(wire.start)} to {word(wire.end)}, "
                    f"whose {wire.area_mm2:g} mm² carry {carries_a(wire.area_mm2):g} A.",
                    at(wire.start, wire.end),
                )
        for chain in build.chains:
            if (chain.ref, "5V@1") in behind and fuse.value > carries_a(chain.area_mm2):
                yield Fault(
                    f"{fuse.ref} lets {fuse.value:g} A through the wires between the lights of {chain.panel}, whose "
                    f"{chain.area_mm2:g} mm² carry {carries_a(chain.area_mm2):g} A.",
                    at((chain.ref, "5V@1")),
                )


def path_faults(build: Build) -> Iterator[Fault]:
    """Check that each feed has its own supply and return path, through wires that are thick enough."""
    flow = flow_of(build)
    for terminal, wires in flow.paths.items():
        if wires is None:
            way = "from the supply" if terminal[1].startswith("5V") else "back to the supply"
            yield Fault(f"{word(terminal)} has no wire {way}: its lights get their power thinly, or not.", at(terminal))
            continue
        through = [(ref, name) for ref, name in flow.through[terminal] if build.by_ref[ref].kind in ("pico", "shifter")]
        if through and not build.is_usb:
            sentence = f"The current of {word(terminal)} flows through {word(through[0])}: give it a wire to the block."
            yield Fault(sentence, at(terminal, *through))
    for number, amperes in flow.amperes.items():
        wire = build.wires[number]
        if amperes > carries_a(wire.area_mm2) + 1e-9:
            yield Fault(
                f"{amperes:g} A flow through the wire from {word(wire.start)} to {word(wire.end)}, whose "
                f"{wire.area_mm2:g} mm² carry {carries_a(wire.area_mm2):g} A.",
                at(wire.start, wire.end),
            )


def budget_faults(build: Build) -> Iterator[Fault]:
    """Check that the supply or port can deliver the lights' current limit."""
    limited = total_of(build).limited
    if build.is_usb and limited > USB_MA:
        yield Fault(f"The lights may draw {limited} mA with the Pico; a USB port gives {USB_MA} mA.")
    for supply in build.of_kind("supply"):
        gives = supply.value * 1000 * SUPPLY_SHARE
        if limited > gives:
            yield Fault(
                f"The lights may draw {limited} mA, {supply.ref} gives {gives:.0f} mA at four fifths of its "
                f"{supply.value:g} A: take a larger supply or smaller budgets."
            )
    if not build.is_usb and not build.of_kind("supply"):
        yield Fault("Nothing supplies the lights.")


def drop_faults(build: Build) -> Iterator[Fault]:
    """Check the voltage drop to the lights."""
    flow = flow_of(build)
    for chain in build.chains:
        lost = flow.lost_volts(build, chain)
        if lost > DROP_VOLTS:
            yield Fault(
                f"Strip {chain.panel} loses {lost:.2f} V on the way to its far lights, {DROP_VOLTS:g} V may be lost: "
                "feed it in more places or take thicker wire.",
                at(*((chain.ref, f"5V@{feed + 1}") for feed in chain.feeds)),
            )


def drop_volts(build: Build, chain: Chain) -> float:
    """Return the largest voltage drop to any light of a chain, with all chains at their limits."""
    return flow_of(build).lost_volts(build, chain)


def _load_a(build: Build, flow: Flow, fuse: Part) -> float:
    """Return the current in amperes of the feeds behind a fuse."""
    share_a = {
        (chain.ref, f"5V@{feed + 1}"): share_ma / 1000
        for chain in build.chains
        for feed, share_ma in zip(chain.feeds, chain.shares_ma, strict=True)
    }
    return sum(
        share_a[terminal]
        for terminal, passed in flow.through.items()
        if terminal in share_a and any(ref == fuse.ref for ref, _ in passed)
    )


def _is_near(build: Build, wire: Wire) -> bool:
    """Return whether a wire is a capacitor's lead or a fuse's tail: too short to be damaged."""
    kinds = {build.by_ref[ref].kind for ref, _ in (wire.start, wire.end)}
    return "capacitor" in kinds and wire.length_mm <= BYPASS_MM
