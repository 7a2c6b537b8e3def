"""The circuit of the carrier board: its parts, and the net of each pad, taken from the wiring model.

The board is the build of :data:`PLAN`, with everything that a Pico's pins allow: what is wired there (supply, lights,
keypads, reader, key, buzzer) has a connector here, and the terminal blocks are copper.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from firmware import pins
from riverlight.workshop.wiring.assemble import make_build
from riverlight.workshop.wiring.model import Build, Part, Terminal, fixed_terminals
from riverlight.workshop.wiring.plans import ChainPlan, Plan
from riverlight.workshop.wiring.rp2040 import HEADER

__all__ = ["FUSE_A", "PLAN", "REVISION", "Component", "circuit", "model", "nets"]

REVISION: Final = "1"

FUSE_A: Final = 3.0
"""Current limit of a chain: the ampacity of the 0.5 mm² wire on pixels, for which the board's copper is sized."""

_LIGHTS: Final = 50
_CHAIN_NAMES: Final = ("main", "second", "third", "fourth")

PLAN: Final = Plan(
    name="carrier",
    title="Carrier board",
    about="Four chains of lights, two keypads, reader or sensors, peek key and buzzer around one Pico.",
    chains=tuple(ChainPlan(name, _LIGHTS, (35.0,) * (_LIGHTS - 1), (500.0,) * _LIGHTS) for name in _CHAIN_NAMES),
    is_one_supply=True,
    keypads=2,
    has_reader=True,
    has_peek_key=True,
    has_buzzer=True,
)
"""The fourth chain and the buzzer share a pin: connect only one of them."""

_POLES: Final = ("DIN", "5V@1", "GND@1", "5V@1", "GND@1")
"""The terminals of a chain on its connector, from pole 1; the last two are power for its far end."""

_SENSOR_PINS: Final = ("3V3", "GND38", *(f"GP{gpio}" for gpio in pins.SENSORS))
SENSOR_NAMES: Final = ("3V3", "GND", "SCK", "LOAD", "DATA")


@dataclass(frozen=True, slots=True)
class Component:
    """A part to solder on.

    Attributes:
        ref: its reference on the board, as in the wiring model.
        kind: its kind in the wiring model, ``connector`` for connectors.
        footprint: the name of its footprint.
        value: as printed on the part, such as ``330``.
        what: what to buy.
        terminals: the wiring model's terminal of each pad.
        words: the label of each pad; empty for none.
        title: the label of a connector.
    """

    ref: str
    kind: str
    footprint: str
    value: str
    what: str
    terminals: tuple[Terminal, ...]
    words: tuple[str, ...] = ()
    title: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each pad."""
        return self.words or tuple(name for _, name in self.terminals)


@cache
def model() -> Build:
    """Return the build of the wiring model that the board implements."""
    return make_build(PLAN)


@cache
def circuit() -> tuple[Component, ...]:
    """Return the parts of the board: first those of the wiring model, then the connectors."""
    found = [component for part in model().parts if (component := _part(part)) is not None]
    return (*found, *_connectors())


@cache
def nets() -> dict[Terminal, str]:
    """Return the name of each terminal's net, without unconnected terminals."""
    build = model()
    terminals = [(part.ref, name) for part in build.parts for name in part.terminals]
    groups = {build.net(terminal) for terminal in terminals if len(build.net(terminal)) > 1}
    return {terminal: _name(group) for group in groups for terminal in group}


def _name(group: frozenset[Terminal]) -> str:
    """Return a short name for a net, after its main part."""
    fixed = {
        ("U1", "GND38"): "GND",
        ("PS1", "+"): "+5V",
        ("U2", "VCC"): "+5V_LOGIC",
        ("U1", "3V3"): "3V3",
        ("U1", "VSYS"): "VSYS",
        ("BZ1", "+"): "BUZZER",
    }
    for number in range(1, len(PLAN.chains) + 1):
        fixed |= {
            (f"LS{number}", "5V@1"): f"+5V_{number}",
            (f"LS{number}", "DIN"): f"DIN_{number}",
            ("U2", f"{number}Y"): f"DATA_{number}",
        }
    names = [name for terminal, name in fixed.items() if terminal in group]
    names += sorted(name for ref, name in group if ref == "U1" and name.startswith("GP"))
    return names[0]


_WHAT: Final = {
    "pico": ("pico", "Raspberry Pi Pico with header pins"),
    "shifter": ("dip14", "74AHCT125 in a DIP-14 case"),
    "resistor": ("resistor", "resistor, ¼ W"),
    "diode": ("diode", "Schottky diode, 1 A, 20 V or more, DO-41"),
    "fuse": ("fuse", "blade fuse holder for boards, two pins 9.2 mm apart"),
}


def _part(part: Part) -> Component | None:
    if part.kind == "capacitor":
        is_small = part.value < 1e-6
        what = "capacitor, ceramic, 5 mm" if is_small else "capacitor, electrolytic, 10 V or more, 10 mm wide, 5 mm"
        value = "100 nF" if is_small else "1000 µF"
        return Component(part.ref, "capacitor", "disc" if is_small else "radial", value, what, _ends(part))
    if part.kind not in _WHAT:
        return None
    footprint, what = _WHAT[part.kind]
    values = {
        "pico": "Pico",
        "shifter": "74AHCT125",
        "resistor": f"{part.value:g} Ω",
        "diode": "1N5817",
        "fuse": f"{part.value:g} A" if part.ref == "F1" else f"up to {FUSE_A:g} A",
    }
    ends = _ends(part)
    return Component(
        part.ref, part.kind, footprint, values[part.kind], what, ends[::-1] if part.kind == "diode" else ends
    )


def _ends(part: Part) -> tuple[Terminal, ...]:
    names = HEADER if part.kind == "pico" else fixed_terminals(part.kind)
    return tuple((part.ref, name) for name in names)


def _connectors() -> tuple[Component, ...]:
    def terminal(ref: str, ends: tuple[Terminal, ...], words: tuple[str, ...], title: str) -> Component:
        count = len(ends)
        what = f"screw terminal, {count} poles, 5.08 mm"
        return Component(ref, "connector", f"terminal-{count}", title, what, ends, words, title)

    def header(ref: str, ends: tuple[Terminal, ...], words: tuple[str, ...], title: str) -> Component:
        count = len(ends)
        return Component(
            ref, "connector", f"header-{count}", title, f"pin header, {count} pins, 2.54 mm", ends, words, title
        )

    def own(ref: str, kind: str) -> tuple[Terminal, ...]:
        return tuple((ref, part_name) for part_name in fixed_terminals(kind))  # type: ignore[arg-type]

    chains = [
        terminal(
            f"J{number + 1}",
            tuple((f"LS{number}", pole) for pole in _POLES),
            ("D", "+", "-", "+far", "-far"),
            f"CHAIN {number}",
        )
        for number in range(1, len(PLAN.chains) + 1)
    ]
    reader = fixed_terminals("reader")
    return (
        terminal("J1", (("PS1", "+"), ("PS1", "-")), ("+", "-"), "5 V IN"),
        *chains,
        header("J6", own("K1", "keypad"), fixed_terminals("keypad"), "KEYPAD 1"),
        header("J7", own("K2", "keypad"), fixed_terminals("keypad"), "KEYPAD 2"),
        header("J8", own("RD1", "reader"), tuple(name.replace("3.3V", "3V3") for name in reader), "READER"),
        header("J9", tuple(("U1", name) for name in _SENSOR_PINS), SENSOR_NAMES, "SENSORS"),
        header("J10", own("S1", "key"), ("PEEK", "GND"), "PEEK"),
        header("J11", own("BZ1", "buzzer"), ("+", "-"), "BUZZER"),
    )
