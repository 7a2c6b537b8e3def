"""What to buy and to cut for a built board: every quantity follows from its parts, its wires and its plates."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final, NamedTuple

from riverlight.wiring.assemble import BUZZER_OHM, RESISTOR_OHM
from riverlight.wiring.electrical import awg_of
from riverlight.wiring.model import Build, Part, Wire

__all__ = ["Item", "items", "wire_metres"]

_SPARE: Final = 1.2
"""Wire is bought a fifth longer than it is laid."""

_A_METRE: Final = 30
_LED_MM2: Final = 0.25
_COLOURS: Final = {"power": "red and black", "signal": "any colour", "keypad": "any colour, or a ribbon of eight"}


class Item(NamedTuple):
    """One line of the parts list: how many or how much, of what, for which references, and what to look for."""

    quantity: str
    what: str
    refs: str
    note: str


def items(build: Build) -> list[Item]:
    """Return the parts list."""
    return [*_electronics(build), *_power(build), *_lights(build), *_wires(build), *_plates(build)]


def wire_metres(build: Build) -> dict[tuple[str, float], float]:
    """Return the metres of wire to lay, for each use and cross section: ``("power", 0.5)`` counts red and black."""
    metres: dict[tuple[str, float], float] = {}

    def add(use: str, area_mm2: float, length_mm: float) -> None:
        metres[use, area_mm2] = metres.get((use, area_mm2), 0) + length_mm / 1000

    for wire in build.wires:
        add(_use(build, wire), wire.area_mm2, wire.length_mm)
    for chain in build.chains:
        add("power", chain.area_mm2, 2 * sum(chain.hops_mm))
        add("signal", _LED_MM2, sum(chain.hops_mm))
    return metres


def _use(build: Build, wire: Wire) -> str:
    kinds = {build.by_ref[ref].kind for ref, _ in (wire.start, wire.end)}
    if "keypad" in kinds:
        return "keypad"
    return "power" if kinds & {"block", "supply", "fuse", "capacitor"} else "signal"


def _electronics(build: Build) -> Iterator[Item]:
    yield Item("1", "Raspberry Pi Pico with header pins", "U1", "RP2040; or a Pico without pins and two rows of twenty")
    yield Item("1", "USB cable to the Pico", "", "one that carries data, not a charging cable")
    yield Item("1", "74AHCT125 in a DIP-14 case", "U2", "AHCT, not AHC or HC: it must take 3.3 V for high")
    resistors = [part for part in build.of_kind("resistor") if part.value == RESISTOR_OHM]
    yield _of(resistors, f"resistor {RESISTOR_OHM} Ω, ¼ W", "orange, orange, brown")
    others = [part for part in build.of_kind("resistor") if part.value == BUZZER_OHM]
    if others:
        yield _of(others, f"resistor {BUZZER_OHM} Ω, ¼ W", "red, red, brown; for the buzzer")
    small = [part for part in build.of_kind("capacitor") if part.value < 1e-6]
    large = [part for part in build.of_kind("capacitor") if part.value >= 1e-6]
    yield _of(small, "capacitor 100 nF, ceramic", "marked 104; right beside U2")
    yield _of(large, "capacitor 1000 µF, 10 V or more", "electrolytic: it has a plus and a minus")
    yield _of(build.of_kind("keypad"), "keypad 4 × 4, matrix, eight wires", "keys 1–9, 0, *, #, A–D")
    if build.of_kind("reader"):
        yield _of(build.of_kind("reader"), "MFRC522 card reader board", "13.56 MHz; and a tag for each card")
    if build.of_kind("key"):
        yield _of(build.of_kind("key"), "push button", "closes while it is held")
    if build.of_kind("buzzer"):
        yield _of(build.of_kind("buzzer"), "piezo buzzer, passive", "the kind that clicks on a battery, not that beeps")
    yield Item("1", "breadboard, 400 holes or more", "", "or a soldering board of the same layout")


def _power(build: Build) -> Iterator[Item]:
    for part in build.of_kind("supply"):
        yield Item("1", f"supply 5 V, {part.value:g} A or more", part.ref, "regulated, with a mark of safety approval")
    for part in build.of_kind("fuse"):
        yield Item("1", f"fuse {part.value:g} A with its holder", part.ref, "blade fuse; exactly this value")
    for part in build.of_kind("block"):
        note = f"{part.label}; on USB power a rail of the breadboard will do" if build.is_usb else part.label
        yield Item("1", f"terminal block, {len(part.extra)} places, all joined", part.ref, note)


def _lights(build: Build) -> Iterator[Item]:
    lights = sum(chain.lights for chain in build.chains)
    refs = _refs([chain.ref for chain in build.chains])
    metres = lights / _A_METRE
    note = f"or {_tenths(metres)} m of strip with {_A_METRE} a metre, to cut"
    yield Item(str(lights), "light WS2812B or SK6812, 5 V", refs, note)


def _wires(build: Build) -> Iterator[Item]:
    for (use, area), metres in sorted(wire_metres(build).items(), key=lambda each: (-each[0][1], each[0][0])):
        length = ceil(2 * metres * _SPARE) / 2
        yield Item(f"{length:g} m", f"wire {area:g} mm² (AWG {awg_of(area)})", "", f"{use}: {_COLOURS[use]}; stranded")


def _plates(build: Build) -> Iterator[Item]:
    if build.plates_mm is None:
        return
    size = " × ".join(f"{length:g}" for length in build.plates_mm)
    yield Item("1", f"base plate {size} mm", "", "plywood 4 to 6 mm: the lights sit in its holes")
    yield Item("1", f"light shield {size} mm", "", "foam board or plywood 5 to 10 mm, cut open at every space")
    yield Item("1", f"top sheet {size} mm", "", "the map on white acrylic 3 mm, or on paper under clear acrylic")


def _of(parts: list[Part], what: str, note: str) -> Item:
    return Item(str(len(parts)), what, _refs([part.ref for part in parts]), note)


def _refs(refs: list[str]) -> str:
    return ", ".join(refs) if len(refs) < 4 else f"{refs[0]}–{refs[-1]}"


def _tenths(value: float) -> str:
    return f"{ceil(value * 10 - 1e-9) / 10:g}"
