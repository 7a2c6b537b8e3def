"""A build as data: parts, the wires between their terminals, and the resulting nets.

All pages, pictures and checks are generated from this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, Literal, NamedTuple, get_args

from riverlight.workshop.wiring.rp2040 import GROUNDS, HEADER

__all__ = ["KINDS", "Build", "Chain", "Fault", "Kind", "Part", "Terminal", "Wire", "fixed_terminals"]

Terminal = tuple[str, str]
"""A part's reference and one of its terminals: ``("U1", "GP22")``."""


class Fault(NamedTuple):
    """A fault of a build.

    Attributes:
        sentence: what is wrong and what to do.
        at: the terminals concerned.
    """

    sentence: str
    at: frozenset[Terminal] = frozenset()


Kind = Literal[
    "pico",
    "shifter",
    "resistor",
    "capacitor",
    "diode",
    "strip",
    "keypad",
    "reader",
    "key",
    "buzzer",
    "supply",
    "fuse",
    "block",
    "register",
    "network",
    "hall",
]

_FIXED: Final[dict[Kind, tuple[str, ...]]] = {
    "pico": HEADER,
    "shifter": (
        *("1OE", "1A", "1Y", "2OE", "2A", "2Y", "GND"),
        *("3Y", "3A", "3OE", "4Y", "4A", "4OE", "VCC"),
    ),
    "resistor": ("1", "2"),
    "capacitor": ("+", "-"),
    "diode": ("A", "K"),
    "keypad": ("R1", "R2", "R3", "R4", "C1", "C2", "C3", "C4"),
    "reader": ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V"),
    "key": ("1", "2"),
    "buzzer": ("+", "-"),
    "supply": ("+", "-"),
    "fuse": ("1", "2"),
    "register": (
        *("SH/LD", "CLK", "E", "F", "G", "H", "/QH", "GND"),
        *("QH", "SER", "A", "B", "C", "D", "CLK_INH", "VCC"),
    ),
    "network": ("COM", "1", "2", "3", "4", "5", "6", "7", "8"),
    "hall": ("VCC", "GND", "OUT"),
}
"""The terminals of each kind in their order on the part (74AHCT125 and 74HC165: Nexperia's data sheets; reader: the
common MFRC522 board; resistor network: its common pin first; Hall switch: a TO-92 package from its printed side).
Strips and blocks have as many as they need."""


KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def fixed_terminals(kind: Kind) -> tuple[str, ...]:
    """Return the terminals of every part of a kind, by pin number."""
    return _FIXED.get(kind, ())


@dataclass(frozen=True, slots=True)
class Part:
    """One part.

    Attributes:
        ref: its reference designator, as ``R1``.
        kind: the kind of part.
        value: in ohms, farads, amperes or volts, depending on the kind; 0 for none.
        label: a word for people, as ``main`` for a strip.
        extra: terminals of strips and blocks: a strip's ``DIN`` and its feeds by light, from 1, as ``5V@75``.
    """

    ref: str
    kind: Kind
    value: float = 0
    label: str = ""
    extra: tuple[str, ...] = ()

    @property
    def terminals(self) -> tuple[str, ...]:
        """All its terminals."""
        return _FIXED.get(self.kind, ()) + self.extra

    def joined(self) -> Iterator[tuple[str, ...]]:
        """Yield each group of its terminals that are connected inside the part."""
        if self.kind == "block":
            yield self.extra
        elif self.kind == "pico":
            yield GROUNDS
        elif self.kind == "strip":
            for rail in ("5V", "GND"):
                yield tuple(name for name in self.extra if name.startswith(f"{rail}@"))


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire.

    Attributes:
        start, end: the terminals that it joins.
        area_mm2: its cross section.
        length_mm: its length.
        job: the required function of the Pico's pin at one end; "" if it is not a GPIO.
    """

    start: Terminal
    end: Terminal
    area_mm2: float = 0.25
    length_mm: float = 200
    job: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of lights with its wiring.

    Attributes:
        ref: its part, as ``LS1``.
        panel: its name in the board file and the settings.
        lights: the number of lights.
        budget_ma: the firmware's current limit.
        hops_mm: the length of wire from each light to the next.
        area_mm2: the cross section of that wire.
        feeds: the lights at which power is fed in, from 0, ascending, the first 0.
        order: the colour order, as GRB or GRBW.
        light_ma: the current of one light at full white.
    """

    ref: str
    panel: str
    lights: int
    budget_ma: int
    hops_mm: tuple[float, ...]
    area_mm2: float
    feeds: tuple[int, ...] = (0,)
    order: str = "GRB"
    light_ma: int = 60

    @property
    def shares_ma(self) -> tuple[float, ...]:
        """The current of each feed at the limit: that of the lights nearest to it."""
        bounds = [0, *((one + other) / 2 for one, other in pairwise(self.feeds)), self.lights]
        return tuple((end - start) * self.budget_ma / self.lights for start, end in pairwise(bounds))


@dataclass(frozen=True)
class Build:
    """A complete build.

    Attributes:
        name: a word for its files.
        title: for people.
        parts: every part, in the order of the list.
        wires: every wire.
        chains: its chains of lights.
        is_usb: whether the lights are powered from the Pico's USB.
        is_one_supply: whether the Pico is powered from the lights' supply.
        plates_mm: width and height of the board, None if there is none.
        light_type: a name in :data:`riverlight.workshop.light_types.LIGHT_TYPES`.
        is_netlist: whether only the nets are known, not the path, length and cross section of each wire.
    """

    name: str
    title: str
    parts: tuple[Part, ...]
    wires: tuple[Wire, ...]
    chains: tuple[Chain, ...]
    is_usb: bool
    is_one_supply: bool = False
    plates_mm: tuple[float, float] | None = None
    light_type: str = "pixels"
    is_netlist: bool = False

    @cached_property
    def by_ref(self) -> dict[str, Part]:
        """Each part by its reference."""
        return {part.ref: part for part in self.parts}

    def of_kind(self, kind: Kind) -> list[Part]:
        """Return the parts of a kind."""
        return [part for part in self.parts if part.kind == kind]

    def net(self, terminal: Terminal) -> frozenset[Terminal]:
        """Return all terminals connected to one by wires and inside parts, itself included."""
        return self._nets.get(terminal, frozenset((terminal,)))

    @cached_property
    def _nets(self) -> dict[Terminal, frozenset[Terminal]]:
        nets: dict[Terminal, set[Terminal]] = {}

        def join(*terminals: Terminal) -> None:
            together: set[Terminal] = set()
            for terminal in terminals:
                together |= nets.get(terminal, {terminal})
            for terminal in together:
                nets[terminal] = together

        for part in self.parts:
            for group in part.joined():
                join(*((part.ref, name) for name in group))
        for wire in self.wires:
            join(wire.start, wire.end)
        return {terminal: frozenset(together) for terminal, together in nets.items()}
