"""Electrical checks of a build, each fault in one sentence that says what to do.

Checks judge the wires as they are, so they apply to a maker's own wiring too. ``connections`` is complete: every
terminal belongs to one net (:mod:`riverlight.workshop.wiring.intent`), so it finds every missing, wrong or exchanged
wire. The other checks cover what nets do not show: values, currents, lengths, positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from firmware import pins
from riverlight.workshop.wiring.assemble import GATES
from riverlight.workshop.wiring.checks_power import (
    BYPASS_MM,
    budget_faults,
    capacitor_faults,
    drop_faults,
    drop_volts,
    fuse_faults,
    path_faults,
)
from riverlight.workshop.wiring.checks_sensors import sensor_faults
from riverlight.workshop.wiring.connections import misconnections
from riverlight.workshop.wiring.intent import intent_of
from riverlight.workshop.wiring.model import Build, Fault, Terminal, Wire
from riverlight.workshop.wiring.rp2040 import can_do, gpio_of
from riverlight.workshop.wiring.tracing import (
    at,
    behind,
    capacitor_across,
    leads,
    other_end,
    refs_of,
    terminals_of,
    word,
)

__all__ = ["CHECKS", "drop_volts", "faults", "is_sound"]

_LEAST_OHM, _MOST_OHM = 200, 600
_LEAST_PULL_OHM, _MOST_PULL_OHM = 2_000, 8_200
_LEAST_BYPASS_F: Final = 10e-9
_LONGEST_MM: Final = {"reader": 300, "register": 500, "shifter": 500, "keypad": 1500, "strip": 3000}
"""Maximum length of signal wires: short for SPI and unshifted data, a few metres for data behind its resistor."""


def faults(build: Build) -> list[Fault]:
    """Return the faults; none if the board may be switched on.

    A connection that a more specific check reports is reported once.
    """
    found = [fault for name, check in CHECKS.items() if name != "connections" for fault in check(build)]
    named = {terminal for fault in found for terminal in fault.at}
    return found + [fault for fault in misconnections(build) if not fault.at <= named]


def is_sound(build: Build) -> bool:
    """Return whether no check finds anything; stops at the first fault."""
    return all(next(check(build), None) is None for check in CHECKS.values())


def _ends(build: Build) -> Iterator[Fault]:
    for wire in build.wires:
        for ref, name in (wire.start, wire.end):
            part = build.by_ref.get(ref)
            if part is None:
                yield Fault(f"A wire goes to {ref}, which is not among the parts.", at(wire.start, wire.end))
            elif name not in part.terminals:
                sentence = f"A wire goes to {ref}.{name}, but {ref} has no such terminal."
                yield Fault(sentence, at(wire.start, wire.end))


def _pins(build: Build) -> Iterator[Fault]:
    used: dict[str, list[Wire]] = {}
    for wire in build.wires:
        for terminal in (wire.start, wire.end):
            if terminal[0] == "U1" and gpio_of(terminal[1]) is not None:
                used.setdefault(terminal[1], []).append(wire)
    for pin, wires in used.items():
        if len(wires) > 1:
            others = " and ".join(word(other_end(wire, "U1")) for wire in wires)
            places = at(("U1", pin), *(other_end(wire, "U1") for wire in wires))
            yield Fault(f"{pin} is used twice: for {others}. Give each a pin of its own.", places)
        for wire in wires:
            if wire.job and not can_do(pin, wire.job):
                sentence = f"{pin} cannot do {wire.job}, which {word(other_end(wire, 'U1'))} needs."
                yield Fault(sentence, at(wire.start, wire.end))


def _shifter(build: Build) -> Iterator[Fault]:
    for strip in build.of_kind("strip"):
        outputs = behind(build, (strip.ref, "DIN"), "resistor")
        direct = [(ref, name) for ref, name in outputs if ref == "U1" and gpio_of(name) is not None]
        if direct:
            yield Fault(
                f"Strip {strip.label} gets its data straight from the Pico: 3.3 V are too few for a strip on 5 V. "
                "Put a 74AHCT125 level shifter between.",
                at((strip.ref, "DIN"), *direct),
            )
            continue
        gates = [gate for gate in GATES if any((ref, gate[2]) in outputs for ref in refs_of(build, "shifter"))]
        if not gates:
            sentence = f"Strip {strip.label} gets no data: its DIN reaches no output of a level shifter."
            yield Fault(sentence, outputs)
            continue
        for shifter in refs_of(build, "shifter"):
            for enable, data, _ in gates:
                if not any(ref == "U1" and gpio_of(name) is not None for ref, name in build.net((shifter, data))):
                    sentence = f"Strip {strip.label} gets no data: {shifter}.{data} reaches no pin of the Pico."
                    yield Fault(sentence, at((shifter, data)))
                if (shifter, "GND") not in build.net((shifter, enable)):
                    sentence = f"{shifter}.{enable} must go to ground, or its gate stays shut."
                    yield Fault(sentence, at((shifter, enable)))
    for shifter in refs_of(build, "shifter"):
        if not any(name.startswith("5V@") for _, name in behind(build, (shifter, "VCC"), "fuse")):
            sentence = f"{shifter}.VCC must be on the 5 V of the strips, or their data is too low."
            yield Fault(sentence, at((shifter, "VCC")))
        for _, data, _ in GATES:
            if len(build.net((shifter, data))) == 1:
                sentence = f"{shifter}.{data} is open: tie an unused input to ground, or it floats."
                yield Fault(sentence, at((shifter, data)))
        if not capacitor_across(build, (shifter, "VCC"), (shifter, "GND"), _LEAST_BYPASS_F, BYPASS_MM):
            near = [(part.ref, name) for part in build.of_kind("capacitor") for name in part.terminals]
            sentence = f"{shifter} needs a capacitor of 100 nF across its VCC and GND. Keep its leads short."
            yield Fault(sentence, at((shifter, "VCC"), (shifter, "GND"), *near))


def _secrecy(build: Build) -> Iterator[Fault]:
    """Follow the data of each strip back to its pin: exchanged strips would show a side what is hidden from it."""
    drivers = {f"GP{gpio}": number for number, gpio in enumerate(pins.CHAINS)}
    for number, chain in enumerate(build.chains):
        path = set(behind(build, (chain.ref, "DIN"), "resistor"))
        for shifter in refs_of(build, "shifter"):
            for _, data, out in GATES:
                if (shifter, out) in path:
                    path |= build.net((shifter, data))
        for ref, name in sorted(path):
            other = drivers.get(name, number) if ref == "U1" else number
            if other != number and other < len(build.chains):
                panel = build.chains[other].panel
                yield Fault(
                    f"Strip {chain.panel} gets the data of {panel} from U1.{name}: it would show what only {panel} "
                    f"may show. Its pin is U1.GP{pins.CHAINS[number]}.",
                    frozenset(path),
                )


def _resistors(build: Build) -> Iterator[Fault]:
    for strip in build.of_kind("strip"):
        net = build.net((strip.ref, "DIN"))
        near = [part for part in build.of_kind("resistor") if {(part.ref, "1"), (part.ref, "2")} & net]
        if not near:
            sentence = f"Strip {strip.label} has no resistor before its DIN: put 330 Ω there, near the strip."
            yield Fault(sentence, at((strip.ref, "DIN")))
        for part in near:
            if not _LEAST_OHM <= part.value <= _MOST_OHM:
                yield Fault(
                    f"{part.ref} before strip {strip.label} has {part.value:g} Ω; 330 Ω is right, 220 to 560 will do.",
                    at(*terminals_of(part)),
                )
    for shifter, gate in intent_of(build).gates:
        data = (shifter, GATES[gate][1])
        ends = build.net(data)
        pulls = [part for part in build.of_kind("resistor") if leads(build, part, data, (shifter, "GND"))]
        if len(ends) > 1 and not any(_LEAST_PULL_OHM <= part.value <= _MOST_PULL_OHM for part in pulls):
            yield Fault(
                f"{word(data)} has no pull-down: put 4.7 kΩ from it to ground, or lights flash while the Pico starts.",
                at(data, *(terminal for part in build.of_kind("resistor") for terminal in terminals_of(part))),
            )


def _ground(build: Build) -> Iterator[Fault]:
    common = build.net(("U1", "GND38"))
    grounds = [("GND", ("shifter", "reader", "register", "hall")), ("-", ("supply", "buzzer")), ("GND@1", ("strip",))]
    for name, kinds in grounds:
        for part in build.parts:
            if part.kind in kinds and (part.ref, name) not in common:
                sentence = f"{word((part.ref, name))} is not joined to the Pico's ground: all grounds must be one."
                yield Fault(sentence, at((part.ref, name), ("U1", "GND38")))


def _three_volts(build: Build) -> Iterator[Fault]:
    hot = {terminal for source in _sources(build) for terminal in behind(build, source, "fuse")}
    lit = {
        terminal
        for part in build.of_kind("strip")
        for name in part.terminals
        if name.startswith("5V@")
        for terminal in behind(build, (part.ref, name), "fuse")
    }
    for ref, name in sorted(hot | lit):
        is_pin = ref == "U1" and (gpio_of(name) is not None or name in ("3V3", "VREF", "RUN"))
        is_part = build.by_ref[ref].kind in ("reader", "register", "hall") and name in ("3.3V", "VCC")
        if is_pin or is_part:
            sentence = f"{word((ref, name))} is joined to 5 V and stands 3.3 V at most."
            yield Fault(sentence, build.net((ref, name)))
        if ref == "U1" and name in ("VBUS", "VSYS") and (ref, name) in lit and not build.is_usb:
            advice = " Feed VSYS through a Schottky diode." if name == "VSYS" else ""
            yield Fault(
                f"U1.{name} is joined to the supply of the lights, which would feed back into the USB port.{advice}",
                build.net((ref, name)),
            )


def _lengths(build: Build) -> Iterator[Fault]:
    for wire in build.wires:
        kinds = {build.by_ref[ref].kind for ref, _ in (wire.start, wire.end) if ref in build.by_ref}
        is_signal = kinds & {"pico", "resistor"} or kinds == {"register"}
        for kind in sorted(kinds & _LONGEST_MM.keys()) if is_signal else ():
            if wire.length_mm > _LONGEST_MM[kind]:
                yield Fault(
                    f"The wire from {word(wire.start)} to {word(wire.end)} is {wire.length_mm:g} mm long; up to "
                    f"{_LONGEST_MM[kind]} mm work reliably there.",
                    at(wire.start, wire.end),
                )


def _sources(build: Build) -> list[Terminal]:
    return [("U1", "VBUS"), *((ref, "+") for ref in refs_of(build, "supply"))]


CHECKS: Final[dict[str, Callable[[Build], Iterator[Fault]]]] = {
    "wires end at parts": _ends,
    "connections": misconnections,
    "pins": _pins,
    "level shifter": _shifter,
    "who sees what": _secrecy,
    "resistors": _resistors,
    "capacitors": capacitor_faults,
    "common ground": _ground,
    "3.3 V pins": _three_volts,
    "fuses": fuse_faults,
    "paths of the current": path_faults,
    "supply": budget_faults,
    "voltage drop": drop_faults,
    "lengths": _lengths,
    "sensors": sensor_faults,
}
"""Every check by its subject."""
