"""The required nets of a build, derived from its parts and the firmware's pins, however it is wired.

Some choices are free: the level shifter's gate for a chain, the direction of a resistor, the ground pin. So each part
is first assigned the *role* that fits its wires best; then every terminal belongs to a net, and a terminal that must
stay unconnected to a net of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from firmware import pins
from riverlight.workshop.wiring.assemble import GATES
from riverlight.workshop.wiring.model import Build, Chain, Part, Terminal
from riverlight.workshop.wiring.rp2040 import GROUNDS
from riverlight.workshop.wiring.sensors import INPUTS, position_of

__all__ = ["GROUND", "PLUS", "Intent", "intent_of"]

PLUS: Final = "+5 V"
GROUND: Final = "ground"
SUPPLY: Final = "+ of the supply"
LOGIC: Final = "+5 V of the level shifter"
THREE_VOLTS: Final = "3.3 V"
_SMALL_F: Final = 1e-6
_PULL_DOWN_OHM: Final = 1000
_READER: Final = ("SCK", "MOSI", "MISO", "SDA", "RST")


class _Role(NamedTuple):
    """The role of a two-terminal part: the nets of its ends."""

    first: str
    second: str


class Intent(NamedTuple):
    """The required connections of a build.

    Attributes:
        nets: the names of the nets that each terminal may belong to; missing terminals must stay unconnected.
        gates: for each chain of lights, in order, its shifter and gate number.
        sources: for each net its reference terminal, named when others are missing.
    """

    nets: dict[Terminal, tuple[str, ...]]
    gates: tuple[tuple[str, int], ...]
    sources: dict[str, Terminal]


def intent_of(build: Build) -> Intent:
    """Return the required nets of a build."""
    return _Intended(build).intent()


@lru_cache(maxsize=8)
def _fixed(
    parts: tuple[Part, ...], chains: tuple[Chain, ...], is_usb: bool
) -> tuple[dict[Terminal, tuple[str, ...]], dict[str, Terminal]]:
    """Return the nets, and their sources, that depend on the parts alone; callers copy them."""
    intended = _Intended(Build("", "", parts, (), chains, is_usb))
    intended.add_fixed()
    return intended.nets, intended.sources


class _Intended:
    def __init__(self, build: Build) -> None:
        self._build = build
        self.nets: dict[Terminal, tuple[str, ...]] = {}
        self.sources: dict[str, Terminal] = {}
        self._kinds: dict[str, list[Part]] = {}
        for part in build.parts:
            self._kinds.setdefault(part.kind, []).append(part)
        # A single fuse comes first behind the supply; with more, level shifter and strips have nets of their own.
        self._has_fuses = len(self._of("fuse")) > 1

    def add_fixed(self) -> None:
        self._rails()
        self._strips()
        self._keys()
        self._registers()

    def intent(self) -> Intent:
        fixed, sources = _fixed(self._build.parts, self._build.chains, self._build.is_usb)
        self.nets, self.sources = dict(fixed), dict(sources)
        self._peek_keys()
        gates = self._gates()
        self._fit("resistor", list(self._resistor_roles(gates)), least=0, most=_PULL_DOWN_OHM)
        self._fit("resistor", self._pull_down_roles(gates), least=_PULL_DOWN_OHM)
        self._fit("fuse", self._fuse_roles())
        small = [_Role(self._net(("U2", "VCC")), GROUND), *[_Role(THREE_VOLTS, GROUND)] * len(self._of("register"))]
        self._fit("capacitor", small, most=_SMALL_F, is_polar=True)
        self._pull_ups()
        large = [_Role(self._net((chain.ref, "5V@1")), GROUND) for chain in self._build.chains]
        self._fit("capacitor", large, least=_SMALL_F, is_polar=True)
        return Intent(self.nets, gates, self.sources)

    def _add(self, net: str, *terminals: Terminal) -> None:
        for ref, name in terminals:
            part = self._build.by_ref.get(ref)
            if part is not None and name in part.terminals:
                self.nets[ref, name] = (net,)
                self.sources.setdefault(net, (ref, name))

    def _net(self, terminal: Terminal) -> str:
        return self.nets.get(terminal, (PLUS,))[0]

    def _of(self, kind: str) -> list[Part]:
        return self._kinds.get(kind, [])

    def _rails(self) -> None:
        build = self._build
        self._add(GROUND, *(("U1", name) for name in GROUNDS))
        if build.is_usb:
            self._add(PLUS, ("U1", "VBUS"))
        for part in self._of("supply"):
            self._add(SUPPLY if len(self._of("fuse")) == 1 else PLUS, (part.ref, "+"))
            self._add(GROUND, (part.ref, "-"))
        for part in self._of("block"):
            net = GROUND if "ground" in part.label else PLUS
            self._add(net, *((part.ref, name) for name in part.extra))
        logic = LOGIC if self._has_fuses else PLUS
        for part in self._of("shifter"):
            self._add(logic, (part.ref, "VCC"))
            self._add(GROUND, (part.ref, "GND"))
        for part in self._of("diode"):
            self._add(logic, (part.ref, "A"))
            self._add("VSYS of the Pico", ("U1", "VSYS"), (part.ref, "K"))

    def _strips(self) -> None:
        build = self._build
        for number, chain in enumerate(build.chains[: len(pins.CHAINS)]):
            self._add(f"data of {chain.panel}, 3.3 V", ("U1", f"GP{pins.CHAINS[number]}"))
            self._add(f"DIN of {chain.panel}", (chain.ref, "DIN"))
        for chain in build.chains:
            strip = build.by_ref.get(chain.ref)
            for name in strip.extra if strip is not None else ():
                if name.startswith("5V@"):
                    self._add(f"+5 V of {chain.panel}" if self._has_fuses else PLUS, (chain.ref, name))
                elif name.startswith("GND@"):
                    self._add(GROUND, (chain.ref, name))

    def _gates(self) -> tuple[tuple[str, int], ...]:
        """Assign to each chain the gate that fits its wires best; return the gates."""
        build = self._build
        gates = [(part.ref, number) for part in self._of("shifter") for number in range(len(GATES))]
        scores = []
        for number, chain in enumerate(build.chains):
            behind = {
                terminal
                for part in self._of("resistor")
                if part.value < _PULL_DOWN_OHM
                for here, there in (("1", "2"), ("2", "1"))
                if (part.ref, here) in build.net((chain.ref, "DIN"))
                for terminal in build.net((part.ref, there))
            }
            pin = ("U1", f"GP{pins.CHAINS[number]}") if number < len(pins.CHAINS) else ("U1", "")
            for shifter, gate in gates:
                _, data, out = GATES[gate]
                score = 2 * ((shifter, out) in behind) + ((shifter, data) in build.net(pin))
                scores.append((-score, gate != number, number, shifter, gate))
        chosen: dict[int, tuple[str, int]] = {}
        for _, _, number, shifter, gate in sorted(scores):
            if number not in chosen and (shifter, gate) not in chosen.values():
                chosen[number] = (shifter, gate)
        for number, (shifter, gate) in chosen.items():
            chain = build.chains[number]
            enable, data, out = GATES[gate]
            self._add(f"data of {chain.panel}, 3.3 V", (shifter, data))
            self._add(f"data of {chain.panel}, 5 V", (shifter, out))
            self._add(GROUND, (shifter, enable))
        for shifter, gate in gates:
            if (shifter, gate) not in chosen.values():
                for name in GATES[gate][:2]:  # an unused input may be tied to either rail
                    self.nets[shifter, name] = (GROUND, self._net((shifter, "VCC")))
        return tuple(chosen[number] for number in sorted(chosen))

    def _keys(self) -> None:
        tables = ((pins.ROWS, pins.COLUMNS), (pins.SECOND_ROWS, pins.SECOND_COLUMNS))
        for part, (rows, columns) in zip(self._of("keypad"), tables, strict=False):
            for letter, word, lines in (("R", "row", rows), ("C", "column", columns)):
                for number, gpio in enumerate(lines, 1):
                    self._add(f"{word} {number} of {part.ref}", ("U1", f"GP{gpio}"), (part.ref, f"{letter}{number}"))
        for part in self._of("reader"):
            for gpio, name in zip(pins.READER, _READER, strict=True):
                self._add(f"{name} of the card reader", ("U1", f"GP{gpio}"), (part.ref, name))
            self._add(THREE_VOLTS, ("U1", "3V3"), (part.ref, "3.3V"))
            self._add(GROUND, (part.ref, "GND"))
        for part in self._of("buzzer"):
            self._add("the buzzer's pin", ("U1", f"GP{pins.BUZZER}"))
            self._add("the buzzer behind its resistor", (part.ref, "+"))
            self._add(GROUND, (part.ref, "-"))

    def _registers(self) -> None:
        """Add the sensor chain, with its registers in the order of the parts."""
        registers = [part.ref for part in self._of("register")]
        clock, load, data = (("U1", f"GP{gpio}") for gpio in pins.SENSORS)
        for number, ref in enumerate(registers):
            self._add(THREE_VOLTS, ("U1", "3V3"), (ref, "VCC"))
            self._add(GROUND, (ref, "GND"), (ref, "CLK_INH"))
            self._add("clock of the sensors", clock, (ref, "CLK"))
            self._add("load of the sensors", load, (ref, "SH/LD"))
            before = data if number == 0 else (registers[number - 1], "SER")
            self._add(f"data of {ref}", before, (ref, "QH"))
            for name in INPUTS:
                self._add(f"input {name} of {ref}", (ref, name))
        if registers:
            self._add(GROUND, (registers[-1], "SER"))
        for part in self._of("hall"):
            position = position_of(part)
            if position is not None and position < len(registers) * len(INPUTS):
                ref, name = registers[position // len(INPUTS)], INPUTS[position % len(INPUTS)]
                self._add(f"input {name} of {ref}", (part.ref, "OUT"))
                self._add(THREE_VOLTS, (part.ref, "VCC"))
                self._add(GROUND, (part.ref, "GND"))

    def _pull_ups(self) -> None:
        """Assign to each network resistor the input that it is wired to, to others the remaining ones."""
        for part, register in zip(self._of("network"), self._of("register"), strict=False):
            self._add(THREE_VOLTS, (part.ref, "COM"))
            left = dict.fromkeys(INPUTS)
            free = []
            for element in part.terminals[1:]:
                net = self._build.net((part.ref, element))
                name = next((name for name in left if (register.ref, name) in net), None)
                if name is None:
                    free.append(element)
                else:
                    del left[name]
                    self._add(f"input {name} of {register.ref}", (part.ref, element))
            for element, name in zip(free, left, strict=True):
                self._add(f"input {name} of {register.ref}", (part.ref, element))

    # Two-terminal parts.

    def _peek_keys(self) -> None:
        for part in self._of("key"):
            self._add("the peek key", ("U1", f"GP{pins.PEEK}"))
            ends = ((part.ref, "1"), (part.ref, "2"))
            is_turned = ends[1] in self._build.net(("U1", f"GP{pins.PEEK}"))
            self._add("the peek key", ends[is_turned])
            self._add(GROUND, ends[1 - is_turned])

    def _resistor_roles(self, gates: tuple[tuple[str, int], ...]) -> Iterator[_Role]:
        for chain in self._build.chains[: len(gates)]:
            yield _Role(f"data of {chain.panel}, 5 V", f"DIN of {chain.panel}")
        if self._of("buzzer"):
            yield _Role("the buzzer's pin", "the buzzer behind its resistor")

    def _pull_down_roles(self, gates: tuple[tuple[str, int], ...]) -> list[_Role]:
        return [_Role(f"data of {chain.panel}, 3.3 V", GROUND) for chain in self._build.chains[: len(gates)]]

    def _fuse_roles(self) -> list[_Role]:
        if not self._has_fuses:
            return [_Role(SUPPLY, PLUS)]
        roles = [_Role(PLUS, LOGIC)]
        for chain in self._build.chains:
            roles += [_Role(PLUS, f"+5 V of {chain.panel}")] * len(chain.feeds)
        return roles

    def _fit(
        self, kind: str, roles: list[_Role], *, least: float = 0, most: float = 1e9, is_polar: bool = False
    ) -> None:
        """Assign to each part of a kind and value range the role and direction that fit its wires best."""
        parts = [part for part in self._of(kind) if least <= part.value < most]
        names = ("+", "-") if is_polar else ("1", "2")
        around = {
            (part.ref, name): {
                net
                for terminal in self._build.net((part.ref, name))
                if terminal[0] != part.ref
                for net in self.nets.get(terminal, ())
            }
            for part in parts
            for name in names
        }
        scores = []
        for order, part in enumerate(parts):
            one, two = around[part.ref, names[0]], around[part.ref, names[1]]
            for place, role in enumerate(roles):
                scores.append((-(role.first in one) - (role.second in two), False, abs(order - place), order, place))
                if not is_polar:
                    scores.append((-(role.second in one) - (role.first in two), True, abs(order - place), order, place))
        taken: set[int] = set()
        given: set[int] = set()
        for _, is_turned, _, order, place in sorted(scores):
            if order not in given and place not in taken:
                given.add(order)
                taken.add(place)
                role, ref = roles[place], parts[order].ref
                first, second = names[::-1] if is_turned else names
                self._add(role.first, (ref, first))
                self._add(role.second, (ref, second))
