"""Turns a plan into a build: every part and wire, with calculated lengths and cross sections."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

from firmware import pins
from firmware.power import PICO_MA
from riverlight.workshop.wiring.electrical import AREAS_MM2, ohms, wire_for
from riverlight.workshop.wiring.flow import flow_of
from riverlight.workshop.wiring.lengths import DROP_VOLTS
from riverlight.workshop.wiring.model import Build, Chain, Part, Terminal, Wire
from riverlight.workshop.wiring.plans import Plan
from riverlight.workshop.wiring.power import budgets_ma, fuse_of, light_ma_of, supply_of
from riverlight.workshop.wiring.sensors import sensor_parts, three_volts_ma

__all__ = ["BUZZER_OHM", "GATES", "PULL_DOWN_OHM", "RESISTOR_OHM", "feeds_of", "make_build"]

RESISTOR_OHM: Final = 330
PULL_DOWN_OHM: Final = 4_700
"""Pulls a gate's input low while the Pico starts, so that no light flashes, but is weak against the Pico's output. The
RP2350 of a Pico 2 needs 8.2 kΩ or less (its data sheet, erratum E9)."""
CAPACITOR_F: Final = 1000e-6
USB_CAPACITOR_F: Final = 4.7e-6
"""USB allows 10 µF in total across VBUS."""
BYPASS_F: Final = 100e-9
LOGIC_FUSE_A: Final = 1.0
"""Fuse of the level shifter and, with one supply, of the Pico: their thin wires need one too."""
BUZZER_OHM: Final = 220

GATES: Final = (("1OE", "1A", "1Y"), ("2OE", "2A", "2Y"), ("3OE", "3A", "3Y"), ("4OE", "4A", "4Y"))
"""The level shifter's four gates: enable (active low), input, output. Chain n uses gate n."""

_SIGNAL_MM2, _KEYPAD_MM2 = 0.25, 0.14
_USB_MM2 = _PICO_MM2 = 0.34
_SHORT_MM, _DESK_MM, _BOARD_MM = 60, 200, 400
_FEED_DROP_V = 0.15
"""The allowed voltage drop within a chain; its fuse and the wires to it may lose as much again."""

_READER = ("SCK", "MOSI", "MISO", "SDA", "RST")
_READER_JOBS = ("SPI0 SCK", "SPI0 MOSI", "SPI0 MISO", "IO", "IO")


def make_build(plan: Plan) -> Build:
    """Return the build of a plan, with the thinnest wire for which the voltage drop is acceptable."""
    build = _make_build(plan, 0)
    for area in AREAS_MM2:
        flow = flow_of(build)
        if max(flow.lost_volts(build, chain) for chain in build.chains) <= DROP_VOLTS:
            break
        build = _make_build(plan, area)
    return build


def _make_build(plan: Plan, least_mm2: float) -> Build:
    budgets = budgets_ma(tuple(chain.lights for chain in plan.chains), plan.is_usb)
    chains = tuple(
        _sized(
            Chain(
                ref=f"LS{number}",
                panel=chain.panel,
                lights=chain.lights,
                budget_ma=budget,
                hops_mm=chain.hops_mm,
                area_mm2=max(_USB_MM2, least_mm2),
                order=plan.order,
                light_ma=light_ma_of(plan.order, plan.light_ma),
            ),
            is_usb=plan.is_usb,
        )
        for number, (chain, budget) in enumerate(zip(plan.chains, budgets, strict=True), 1)
    )
    sensors, sensor_wires = sensor_parts(plan.sensors, is_usb=plan.is_usb)
    own_ma = PICO_MA + ceil(three_volts_ma(sensors)) if plan.is_one_supply else 0
    supply_a, trunk_mm2 = (0, _USB_MM2) if plan.is_usb else supply_of(chains, own_ma)
    trunk_mm2 = max(trunk_mm2, least_mm2)
    maker = _Maker(trunk_mm2)
    maker.rails(plan.is_usb, supply_a)
    maker.shifter(len(chains), is_usb=plan.is_usb, is_one_supply=plan.is_one_supply)
    for number, (chain, planned) in enumerate(zip(chains, plan.chains, strict=True)):
        maker.chain(number, chain, planned.far_mm, is_usb=plan.is_usb)
    maker.keypads(plan.keypads)
    if plan.has_reader:
        maker.reader()
    if plan.has_peek_key:
        maker.peek_key()
    if plan.has_buzzer:
        maker.buzzer(len(chains))
    maker.parts += sensors
    maker.wires += sensor_wires
    return Build(
        plan.name,
        plan.title,
        tuple(maker.parts),
        tuple(maker.wires),
        chains,
        plan.is_usb,
        is_one_supply=plan.is_one_supply,
        plates_mm=plan.size_mm,
        light_type=plan.light_type,
    )


def _sized(chain: Chain, *, is_usb: bool) -> Chain:
    """Return a chain with its feeds, and with wire that their fuses protect."""
    area = chain.area_mm2
    for _ in range(3):  # thicker wire needs fewer feeds, fewer feeds need larger fuses
        feeds = feeds_of(chain.hops_mm, area, chain.budget_ma / chain.lights)
        chain = replace(chain, feeds=feeds, area_mm2=area)
        area = max(area, _USB_MM2 if is_usb else wire_for(fuse_of(chain)))
        if area == chain.area_mm2:
            break
    return chain


def feeds_of(hops_mm: tuple[float, ...], area_mm2: float, each_ma: float) -> tuple[int, ...]:
    """Return the lights at which to feed a chain: as few as the voltage drop permits, evenly spread.

    With k feeds, the outer ones at the ends, no light is farther than half an interval from a feed.
    """
    lights = len(hops_mm) + 1
    count = 1
    while count < lights:
        # Fed from one end, all current passes the first hop; between two feeds half of it comes from each.
        stretch = lights if count == 1 else (lights - 1) / (count - 1) / 2
        hop = 2 * ohms(area_mm2, sum(hops_mm) / len(hops_mm))
        if stretch * (stretch + 1) / 2 * each_ma / 1000 * hop <= _FEED_DROP_V:
            break
        count += 1
    if count == 1:
        return (0,)
    return tuple(round(step * (lights - 1) / (count - 1)) for step in range(count))


class _Maker:
    """Collects parts and wires; wires before the fuses have the cross section ``trunk_mm2``."""

    def __init__(self, trunk_mm2: float) -> None:
        self.parts: list[Part] = []
        self.wires: list[Wire] = []
        self._trunk = trunk_mm2

    def rails(self, is_usb: bool, supply_a: float) -> None:
        """Add the Pico, the +5 V and ground blocks, and their power source."""
        self.parts.append(Part("U1", "pico"))
        plus, ground = (Part(ref, "block", label=label, extra=()) for ref, label in (("X1", "+5 V"), ("X2", "ground")))
        if not is_usb:
            self.parts.append(Part("PS1", "supply", supply_a))
        self.parts += [plus, ground]
        if is_usb:
            self._power(("U1", "VBUS"), "X1", _SHORT_MM)
        else:
            self._power(("PS1", "+"), "X1", _DESK_MM)
            self._power(("PS1", "-"), "X2", _DESK_MM)
        self._power(("U1", "GND38"), "X2", _SHORT_MM, _PICO_MM2)

    def shifter(self, used: int, *, is_usb: bool, is_one_supply: bool) -> None:
        """Add the level shifter behind its own fuse; its unused inputs are tied to ground."""
        self.parts += [Part("U2", "shifter"), Part("C1", "capacitor", BYPASS_F)]
        if is_usb:
            self._power(("U2", "VCC"), "X1", _SHORT_MM, _PICO_MM2)
        else:
            self._join((self._fuse(LOGIC_FUSE_A), "2"), ("U2", "VCC"), _PICO_MM2, _SHORT_MM)
        if is_one_supply:
            self.parts.append(Part("D1", "diode"))
            self._join(("U2", "VCC"), ("D1", "A"), _PICO_MM2, _SHORT_MM)
            self._join(("D1", "K"), ("U1", "VSYS"), _PICO_MM2, _SHORT_MM)
        self._power(("U2", "GND"), "X2", _SHORT_MM, _PICO_MM2)
        self._join(("U2", "VCC"), ("C1", "+"), _PICO_MM2, 10)
        self._join(("U2", "GND"), ("C1", "-"), _PICO_MM2, 10)
        for number, (enable, data, _) in enumerate(GATES):
            self._join(("U2", enable), ("U2", "GND"), _SIGNAL_MM2, 20)
            if number >= used:
                self._join(("U2", data), ("U2", "GND"), _SIGNAL_MM2, 20)

    def chain(self, number: int, chain: Chain, far_mm: tuple[float, ...], *, is_usb: bool) -> None:
        """Add a chain of lights with its resistor, capacitor, feeds and fuses."""
        resistor, pull_down, capacitor = f"R{number + 1}", f"R{number + 11}", f"C{number + 2}"
        names = ("DIN", *(f"{rail}@{feed + 1}" for feed in chain.feeds for rail in ("5V", "GND")))
        gate = GATES[number]
        self.parts += [
            Part(chain.ref, "strip", chain.lights, chain.panel, names),
            Part(resistor, "resistor", RESISTOR_OHM),
            Part(pull_down, "resistor", PULL_DOWN_OHM),
            Part(capacitor, "capacitor", USB_CAPACITOR_F if is_usb else CAPACITOR_F),
        ]
        self._pico(pins.CHAINS[number], ("U2", gate[1]), "PIO", _SIGNAL_MM2, _SHORT_MM)
        self._join(("U2", gate[1]), (pull_down, "1"), _SIGNAL_MM2, 20)
        self._join((pull_down, "2"), ("U2", "GND"), _SIGNAL_MM2, 20)
        self._join(("U2", gate[2]), (resistor, "1"), _SIGNAL_MM2, _SHORT_MM)
        self._join((resistor, "2"), (chain.ref, "DIN"), _SIGNAL_MM2, _BOARD_MM)
        for feed in chain.feeds:
            length = _BOARD_MM + (0 if feed == 0 else round(far_mm[feed]))
            plus = (chain.ref, f"5V@{feed + 1}")
            if is_usb:
                self._power(plus, "X1", length, chain.area_mm2)
            else:
                self._join((self._fuse(fuse_of(chain)), "2"), plus, chain.area_mm2, length)
            self._power((chain.ref, f"GND@{feed + 1}"), "X2", length, chain.area_mm2)
        self._join((capacitor, "+"), (chain.ref, "5V@1"), chain.area_mm2, 20)
        self._join((capacitor, "-"), (chain.ref, "GND@1"), chain.area_mm2, 20)

    def keypads(self, count: int) -> None:
        """Add one or two keypads."""
        tables = ((pins.ROWS, pins.COLUMNS), (pins.SECOND_ROWS, pins.SECOND_COLUMNS))
        for number, (rows, columns) in enumerate(tables[:count], 1):
            self.parts.append(Part(f"K{number}", "keypad", label="" if count == 1 else ("first", "second")[number - 1]))
            for letter, lines in (("R", rows), ("C", columns)):
                for line, gpio in enumerate(lines, 1):
                    self._pico(gpio, (f"K{number}", f"{letter}{line}"), "IO", _KEYPAD_MM2, _DESK_MM)

    def reader(self) -> None:
        """Add the card reader, on 3.3 V."""
        self.parts.append(Part("RD1", "reader"))
        for gpio, name, job in zip(pins.READER, _READER, _READER_JOBS, strict=True):
            self._pico(gpio, ("RD1", name), job, _SIGNAL_MM2, _DESK_MM)
        self._join(("U1", "3V3"), ("RD1", "3.3V"), _SIGNAL_MM2, _DESK_MM)
        self._join(("U1", "GND23"), ("RD1", "GND"), _SIGNAL_MM2, _DESK_MM)

    def peek_key(self) -> None:
        """Add the peek key, to ground."""
        self.parts.append(Part("S1", "key"))
        self._pico(pins.PEEK, ("S1", "1"), "IO", _SIGNAL_MM2, _DESK_MM)
        self._join(("U1", "GND33"), ("S1", "2"), _SIGNAL_MM2, _DESK_MM)

    def buzzer(self, chains: int) -> None:
        """Add the buzzer with its resistor."""
        resistor = f"R{chains + 1}"
        self.parts += [Part("BZ1", "buzzer"), Part(resistor, "resistor", BUZZER_OHM)]
        self._pico(pins.BUZZER, (resistor, "1"), "PWM", _SIGNAL_MM2, _SHORT_MM)
        self._join((resistor, "2"), ("BZ1", "+"), _SIGNAL_MM2, _DESK_MM)
        self._join(("U1", "GND3"), ("BZ1", "-"), _SIGNAL_MM2, _DESK_MM)

    def _fuse(self, amperes: float) -> str:
        """Add a fuse to the +5 V block and return its reference."""
        ref = f"F{sum(part.kind == 'fuse' for part in self.parts) + 1}"
        self.parts.append(Part(ref, "fuse", amperes))
        self._power((ref, "1"), "X1", _SHORT_MM)
        return ref

    def _pico(self, gpio: int, other: Terminal, job: str, area_mm2: float, length_mm: float) -> None:
        self.wires.append(Wire(("U1", f"GP{gpio}"), other, area_mm2, length_mm, job))

    def _join(self, start: Terminal, end: Terminal, area_mm2: float, length_mm: float) -> None:
        self.wires.append(Wire(start, end, area_mm2, length_mm))

    def _power(self, other: Terminal, block: str, length_mm: float, area_mm2: float = 0) -> None:
        """Join a terminal to the next free terminal of a block."""
        place = next(number for number, part in enumerate(self.parts) if part.ref == block)
        part = self.parts[place]
        name = str(len(part.extra) + 1)
        self.parts[place] = Part(part.ref, part.kind, part.value, part.label, (*part.extra, name))
        self.wires.append(Wire((block, name), other, area_mm2 or self._trunk, length_mm))
