"""Sensor checks of a build beyond its connections: capacitors, pull-ups, the current of 3V3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverlight.workshop.wiring.checks_power import BYPASS_MM
from riverlight.workshop.wiring.model import Build, Fault
from riverlight.workshop.wiring.sensors import INPUTS, SLEEPING_HALL_MA, THREE_VOLTS_MA, position_of, three_volts_ma
from riverlight.workshop.wiring.tracing import at, capacitor_across, terminals_of

__all__ = ["sensor_faults"]

_LEAST_F: Final = 10e-9
_LEAST_OHM, _MOST_OHM = 4_700, 47_000


def sensor_faults(build: Build) -> Iterator[Fault]:
    """Check the registers' capacitors and pull-ups, the sensors' positions and current, and that there is no reader."""
    registers, networks = build.of_kind("register"), build.of_kind("network")
    if registers and build.of_kind("reader"):
        refs = [*registers, *build.of_kind("reader")]
        yield Fault(
            "Sensors and card reader use the same pins of the Pico: leave one of them out.",
            frozenset(terminal for part in refs for terminal in terminals_of(part)),
        )
    for part in registers:
        if not capacitor_across(build, (part.ref, "VCC"), (part.ref, "GND"), _LEAST_F, BYPASS_MM):
            near = [terminal for each in build.of_kind("capacitor") for terminal in terminals_of(each)]
            sentence = f"{part.ref} needs a capacitor of 100 nF across its VCC and GND. Keep its leads short."
            yield Fault(sentence, at((part.ref, "VCC"), (part.ref, "GND"), *near))
    for part in registers[len(networks) :]:
        yield Fault(
            f"{part.ref} has no pull-ups: put a network of eight 10 kΩ from its inputs to 3.3 V, or they float.",
            at(*((part.ref, name) for name in INPUTS)),
        )
    for part in networks:
        if not _LEAST_OHM <= part.value <= _MOST_OHM:
            yield Fault(
                f"{part.ref} has {part.value:g} Ω; 10 kΩ is right for pull-ups of the sensors, 4.7 to 47 kΩ will do.",
                at(*terminals_of(part)),
            )
    for part in build.of_kind("hall"):
        position = position_of(part)
        if position is None or position >= len(registers) * len(INPUTS):
            yield Fault(
                f"{part.ref} has no input: name each Hall switch by its position in the chain, HS0 to "
                f"HS{max(0, len(registers) * len(INPUTS) - 1)}, and put a 74HC165 there for each eight.",
                at(*terminals_of(part)),
            )
    drawn_ma = three_volts_ma(build.parts)
    if drawn_ma > THREE_VOLTS_MA:
        yield Fault(
            f"The sensors draw up to {drawn_ma:.0f} mA from 3V3, the Pico gives {THREE_VOLTS_MA} mA: take Hall "
            f"switches that sleep, with {SLEEPING_HALL_MA:g} mA or less on average.",
            frozenset((part.ref, "VCC") for part in build.of_kind("hall")),
        )
