"""Turn a plan into a built board: every part and every wire, with lengths and cross sections that follow."""

from __future__ import annotations

from typing import Final

from firmware import pins
from riverlight.wiring.electrical import ohms
from riverlight.wiring.model import Build, Chain, Part, Terminal, Wire
from riverlight.wiring.plans import Plan
from riverlight.wiring.power import budgets_ma, choice_for

__all__ = ["GATES", "RESISTOR_OHM", "assembled", "feeds_of"]

RESISTOR_OHM: Final = 330
CAPACITOR_F: Final = 1000e-6
BYPASS_F: Final = 100e-9
BUZZER_OHM: Final = 220

GATES: Final = (("1OE", "1A", "1Y"), ("2OE", "2A", "2Y"), ("3OE", "3A", "3Y"), ("4OE", "4A", "4Y"))
"""The four gates of the level shifter: enable (low), input, output. Chain n goes through gate n."""

_SIGNAL_MM2, _KEYPAD_MM2 = 0.25, 0.14
_USB_MM2 = 0.34
_SHORT_MM, _DESK_MM, _BOARD_MM = 60, 200, 400
_FEED_DROP_V = 0.15
"""What one chain of lights may lose from feed to feed; as much again is left for the wires that feed it."""

_READER = ("SCK", "MOSI", "MISO", "SDA", "RST")
_READER_JOBS = ("SPI0 SCK", "SPI0 MOSI", "SPI0 MISO", "IO", "IO")


def assembled(plan: Plan) -> Build:
    """Return the built board of a plan."""
    budgets = budgets_ma(tuple(chain.lights for chain in plan.chains), plan.is_usb)
    choice = choice_for(sum(budgets))
    area = _USB_MM2 if plan.is_usb else choice.area_mm2
    chains = tuple(
        Chain(
            ref=f"LS{number}",
            panel=chain.panel,
            lights=chain.lights,
            budget_ma=budget,
            hops_mm=chain.hops_mm,
            area_mm2=area,
            feeds=feeds_of(chain.hops_mm, area, budget / chain.lights),
        )
        for number, (chain, budget) in enumerate(zip(plan.chains, budgets, strict=True), 1)
    )
    maker = _Maker(area)
    maker.rails(plan.is_usb, choice.supply_a, choice.fuse_a)
    maker.shifter(len(chains))
    for number, (chain, planned) in enumerate(zip(chains, plan.chains, strict=True)):
        maker.chain(number, chain, planned.far_mm)
    maker.keypads(plan.keypads)
    if plan.has_reader:
        maker.reader()
    if plan.has_peek_key:
        maker.peek_key()
    if plan.has_buzzer:
        maker.buzzer(len(chains))
    return Build(
        plan.name, plan.title, tuple(maker.parts), tuple(maker.wires), chains, plan.is_usb, plates_mm=plan.size_mm
    )


def feeds_of(hops_mm: tuple[float, ...], area_mm2: float, each_ma: float) -> tuple[int, ...]:
    """Return the lights at which a chain is fed: the fewest, evenly spread, between which little enough is lost.

    With k feeds, the outer ones at the ends, no light is farther than half a stretch from power.
    """
    lights = len(hops_mm) + 1
    count = 1
    while count < lights:
        # From one end all current flows past the first hop; between two feeds half of it goes either way.
        stretch = lights if count == 1 else (lights - 1) / (count - 1) / 2
        hop = 2 * ohms(area_mm2, sum(hops_mm) / len(hops_mm))
        if stretch * (stretch + 1) / 2 * each_ma / 1000 * hop <= _FEED_DROP_V:
            break
        count += 1
    if count == 1:
        return (0,)
    return tuple(round(step * (lights - 1) / (count - 1)) for step in range(count))


class _Maker:
    """Collects parts and wires; power wires have the cross section ``area_mm2``."""

    def __init__(self, area_mm2: float) -> None:
        self.parts: list[Part] = []
        self.wires: list[Wire] = []
        self._area = area_mm2

    def rails(self, is_usb: bool, supply_a: float, fuse_a: float) -> None:
        """Add the Pico, and the blocks of +5 V and ground with what feeds them."""
        self.parts.append(Part("U1", "pico"))
        plus, ground = (Part(ref, "block", label=label, extra=()) for ref, label in (("X1", "+5 V"), ("X2", "ground")))
        if not is_usb:
            self.parts += [Part("PS1", "supply", supply_a), Part("F1", "fuse", fuse_a)]
        self.parts += [plus, ground]
        if is_usb:
            self._power(("U1", "VBUS"), "X1", _SHORT_MM)
        else:
            self._join(("PS1", "+"), ("F1", "1"), self._area, _DESK_MM)
            self._power(("F1", "2"), "X1", _SHORT_MM)
            self._power(("PS1", "-"), "X2", _DESK_MM)
        self._power(("U1", "GND38"), "X2", _SHORT_MM)

    def shifter(self, used: int) -> None:
        """Add the level shifter; what is not used of it is tied to ground."""
        self.parts += [Part("U2", "shifter"), Part("C1", "capacitor", BYPASS_F)]
        self._power(("U2", "VCC"), "X1", _SHORT_MM)
        self._power(("U2", "GND"), "X2", _SHORT_MM)
        self._join(("U2", "VCC"), ("C1", "+"), self._area, 10)
        self._join(("U2", "GND"), ("C1", "-"), self._area, 10)
        for number, (enable, data, _) in enumerate(GATES):
            self._join(("U2", enable), ("U2", "GND"), _SIGNAL_MM2, 20)
            if number >= used:
                self._join(("U2", data), ("U2", "GND"), _SIGNAL_MM2, 20)

    def chain(self, number: int, chain: Chain, far_mm: tuple[float, ...]) -> None:
        """Add a chain of lights with its resistor, its capacitor and its feeds."""
        resistor, capacitor = f"R{number + 1}", f"C{number + 2}"
        names = ("DIN", *(f"{rail}@{feed}" for feed in chain.feeds for rail in ("5V", "GND")))
        self.parts += [
            Part(chain.ref, "strip", chain.lights, chain.panel, names),
            Part(resistor, "resistor", RESISTOR_OHM),
            Part(capacitor, "capacitor", CAPACITOR_F),
        ]
        gate = GATES[number]
        self._pico(pins.CHAINS[number], ("U2", gate[1]), "PIO", _SIGNAL_MM2, _SHORT_MM)
        self._join(("U2", gate[2]), (resistor, "1"), _SIGNAL_MM2, _SHORT_MM)
        self._join((resistor, "2"), (chain.ref, "DIN"), _SIGNAL_MM2, _BOARD_MM)
        for feed in chain.feeds:
            length = _BOARD_MM + (0 if feed == 0 else round(far_mm[feed]))
            self._power((chain.ref, f"5V@{feed}"), "X1", length)
            self._power((chain.ref, f"GND@{feed}"), "X2", length)
        self._join((capacitor, "+"), (chain.ref, "5V@0"), self._area, 20)
        self._join((capacitor, "-"), (chain.ref, "GND@0"), self._area, 20)

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

    def _pico(self, gpio: int, other: Terminal, job: str, area_mm2: float, length_mm: float) -> None:
        self.wires.append(Wire(("U1", f"GP{gpio}"), other, area_mm2, length_mm, job))

    def _join(self, start: Terminal, end: Terminal, area_mm2: float, length_mm: float) -> None:
        self.wires.append(Wire(start, end, area_mm2, length_mm))

    def _power(self, other: Terminal, block: str, length_mm: float) -> None:
        """Join a terminal to the next free place of a block."""
        place = next(number for number, part in enumerate(self.parts) if part.ref == block)
        part = self.parts[place]
        name = str(len(part.extra) + 1)
        self.parts[place] = Part(part.ref, part.kind, part.value, part.label, (*part.extra, name))
        self.wires.append(Wire((block, name), other, self._area, length_mm))
