"""Draws the wiring diagram of a build: exactly the wires of its model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverlight.workshop.wiring import symbols
from riverlight.workshop.wiring.assemble import GATES
from riverlight.workshop.wiring.diagram_sensors import SENSORS_WIDE, draw_sensors, sensor_way
from riverlight.workshop.wiring.ink import (
    DATA,
    FAINT,
    GROUND,
    KEYS,
    PAPER,
    PLUS,
    SPI,
    SWITCH,
    THREE,
    Place,
    line,
    picture,
    text,
)
from riverlight.workshop.wiring.model import Build, Terminal, Wire
from riverlight.workshop.wiring.sensors import SENSOR_KINDS
from riverlight.workshop.wiring.symbols import PITCH, Drawn

__all__ = ["diagram"]

_PICO: Final = (430.0, 200.0)
_SHIFTER_X: Final = 840.0
_RESISTOR_X: Final = 1010.0
_PLUS_BLOCK: Final = (940.0, 84.0)
_GROUND_BLOCK: Final = (1260.0, 84.0)
_FUSE_Y: Final = 166.0
_SENSORS_X: Final = 1000.0
_LEVELS: Final = 310.0
"""Above the first level of horizontal power wires."""
_STRIP_STEP: Final = 200
_DATA_LANE: Final = 14
"""Between two vertical data wires; 44 between pairs of power wires."""


def diagram(build: Build) -> str:
    """Return the diagram as SVG."""
    return _Diagram(build).svg()


class _Diagram:
    def __init__(self, build: Build) -> None:
        self._build = build
        self._drawn: dict[str, Drawn] = {}
        chains = len(build.chains)
        self._strip_x = _RESISTOR_X + 112 + _DATA_LANE * (chains - 1) + 44 * (chains - 1)
        self._width = self._strip_x + 372 + 24 * (chains - 1)
        if build.of_kind("register"):
            self._width = max(self._width, _SENSORS_X + SENSORS_WIDE + 40)
        self._place_parts()

    def svg(self) -> str:
        height = self._height()
        wires = "".join(self._wire(wire) for wire in sorted(self._build.wires, key=self._layer))
        parts = "".join(drawn.svg for drawn in self._drawn.values())
        return picture(
            self._width,
            height,
            f"{self._build.title}: wiring",
            self._heading() + wires + parts + self._common_ground() + self._legend(height),
        )

    def _heading(self) -> str:
        return text((40, 58), self._build.title, 34, bold=True) + text((40, 86), "Wiring", 20, colour=FAINT)

    def _common_ground(self) -> str:
        x, y = self._drawn["U1"].at["GND38"]
        return text((x + 40, y - 9), "one common ground", 13, colour=FAINT)

    def _legend(self, height: float) -> str:
        entries = [("+5 V", PLUS), ("ground", GROUND), ("data of the lights", DATA), ("keypad rows", KEYS[0])]
        entries += [("keypad columns", KEYS[1])]
        if self._build.of_kind("reader"):
            entries += [("3.3 V", THREE), ("card reader (SPI)", SPI)]
        if self._build.of_kind("register"):
            entries += [("3.3 V", THREE), ("sensors", SPI)]
        if self._build.of_kind("key") or self._build.of_kind("buzzer"):
            entries += [("peek key, buzzer", SWITCH)]
        svg, x = "", 40.0
        for words, colour in entries:
            svg += line([(x, height - 34), (x + 34, height - 34)], colour, 5) + text((x + 44, height - 29), words, 15)
            x += 70 + 8.2 * len(words)
        return svg

    def _height(self) -> float:
        lowest = _PICO[1] + PITCH * 20.6
        lowest = max(lowest, *(place[1] for drawn in self._drawn.values() for place in drawn.at.values()))
        if self._build.of_kind("reader"):
            lowest += 40
        return lowest + 110

    # Positions of the parts.

    def _place_parts(self) -> None:
        build = self._build
        used = {name for wire in build.wires for ref, name in (wire.start, wire.end) if ref == "U1"}
        self._drawn["U1"] = symbols.pico(*_PICO, used)
        pins = self._drawn["U1"].at
        for keypad in build.of_kind("keypad"):
            heights = {name: self._keypad_height(keypad.ref, name) for name in keypad.terminals}
            rows = tuple(heights[name] for name in keypad.terminals[:4])
            columns = tuple(heights[name] for name in keypad.terminals[4:])
            middle = (min(rows) + max(columns)) / 2
            self._drawn[keypad.ref] = symbols.keypad(60, middle - 90, keypad, rows, columns)
        first = pins[self._pin_of("U2", "1A")]
        self._drawn["U2"] = symbols.shifter(_SHIFTER_X, first[1], build.by_ref["U2"], len(build.chains), GATES)
        for part in build.of_kind("supply"):
            self._drawn[part.ref] = symbols.supply(560, 40, part)
        for part, corner in zip(build.of_kind("block"), (_PLUS_BLOCK, _GROUND_BLOCK), strict=True):
            self._drawn[part.ref] = symbols.block(*corner, part, min(36.0, 260 / len(part.extra)))
        for part in build.of_kind("fuse"):
            place = next(wire.start for wire in build.wires if wire.end == (part.ref, "1"))
            self._drawn[part.ref] = symbols.fuse(self._at(place)[0], _FUSE_Y, part)
        for part in build.of_kind("diode"):
            self._drawn[part.ref] = symbols.diode(692, pins["VSYS"][1], part)
        self._place_chains(first[1])
        for part in build.of_kind("key"):
            self._drawn[part.ref] = symbols.key(692, pins[self._pin_of(part.ref, "1")][1], part)
        for part in build.of_kind("buzzer"):
            height = pins[self._pin_of_resistor(part.ref)][1]
            self._drawn[part.ref] = symbols.buzzer(70, height - 108, part)
            resistor = next(ref for ref in self._neighbours(part.ref) if build.by_ref[ref].kind == "resistor")
            turned = symbols.resistor(290, height, build.by_ref[resistor])
            self._drawn[resistor] = Drawn(turned.svg, {"1": turned.at["2"], "2": turned.at["1"]})
        for part in build.of_kind("reader"):
            below = max(place[1] for place in self._drawn["U2"].at.values()) + 90
            self._drawn[part.ref] = symbols.reader(_SHIFTER_X, below, part)
        if build.of_kind("register"):
            refs = ["U2", *(chain.ref for chain in build.chains)]
            below = max(place[1] for ref in refs for place in self._drawn[ref].at.values()) + 130
            self._drawn |= draw_sensors(build, _SENSORS_X, below)

    def _place_chains(self, first: float) -> None:
        build = self._build
        out = self._drawn["U2"].at
        vcc, ground = out["VCC"], out["GND"]
        self._drawn["C1"] = symbols.capacitor(vcc[0], vcc[1] - 34, ground[0] - vcc[0], "C1 100 nF", is_polar=False)
        for number, chain in enumerate(build.chains):
            strip = build.by_ref[chain.ref]
            y = first + _STRIP_STEP * number
            self._drawn[chain.ref] = symbols.strip(self._strip_x, y, strip, chain.lights)
            gate = out[GATES[number][2]]
            resistor = f"R{number + 1}"
            self._drawn[resistor] = symbols.resistor(_RESISTOR_X, gate[1], build.by_ref[resistor])
            pull_down = f"R{number + 11}"
            x, data = self._drawn["U2"].at[GATES[number][1]]
            self._drawn[pull_down] = symbols.pull_down(x - 48, data, build.by_ref[pull_down])
            at = self._drawn[chain.ref].at
            plus, minus = at["5V@1"], at["GND@1"]
            words = f"C{number + 2} {build.by_ref[f'C{number + 2}'].value * 1e6:g} µF"
            self._drawn[f"C{number + 2}"] = symbols.capacitor(
                plus[0], plus[1] - 40, minus[0] - plus[0], words, is_polar=True
            )

    def _keypad_height(self, ref: str, name: str) -> float:
        """Return the height of the Pico's pin for a key line; lines from its other side enter below."""
        place = self._drawn["U1"].at[self._pin_of(ref, name)]
        if place[0] == _PICO[0]:
            return place[1]
        return _PICO[1] + PITCH * (19.8 + int(name[1]) - 2)

    def _pin_of(self, ref: str, name: str) -> str:
        """Return the Pico's pin wired to a terminal."""
        for wire in self._build.wires:
            if (ref, name) in (wire.start, wire.end) and "U1" in (wire.start[0], wire.end[0]):
                return wire.start[1] if wire.start[0] == "U1" else wire.end[1]
        raise KeyError(f"{ref}.{name}")

    def _pin_of_resistor(self, ref: str) -> str:
        """Return the Pico's pin on the other side of a part's resistor."""
        return next(
            self._pin_of(near, "1") for near in self._neighbours(ref) if self._build.by_ref[near].kind == "resistor"
        )

    def _neighbours(self, ref: str) -> Iterator[str]:
        for wire in self._build.wires:
            if wire.start[0] == ref:
                yield wire.end[0]
            elif wire.end[0] == ref:
                yield wire.start[0]

    # Routes of the wires.

    def _at(self, terminal: Terminal) -> Place:
        return self._drawn[terminal[0]].at[terminal[1]]

    def _layer(self, wire: Wire) -> float:
        """Return the drawing order: thin wires below thick ones."""
        return wire.area_mm2

    def _wire(self, wire: Wire) -> str:
        refs = {wire.start[0], wire.end[0]}
        extra = f' data-wire="{".".join(wire.start)} {".".join(wire.end)}"'
        if ("U2", "GND") in (wire.start, wire.end) and "resistor" in self._kinds(wire):
            place = self._at(wire.start if wire.start[0] != "U2" else wire.end)
            return f"<g{extra}>{symbols.earth(place, is_below=True)}</g>\n"
        if refs == {"U2"}:
            place = self._at(wire.start if wire.start[1] != "GND" else wire.end)
            return f"<g{extra}>{symbols.earth(place)}</g>\n"
        points = self._way(wire)
        colour = self._colour(wire)
        width = 4.5 if wire.area_mm2 > 0.3 else 2.6
        return line(points, PAPER, width + 5) + line(points, colour, width, extra=extra)

    def _colour(self, wire: Wire) -> str:
        build = self._build
        kinds = self._kinds(wire)
        names = {name for _, name in (wire.start, wire.end)}
        if "keypad" in kinds:
            return KEYS[0] if any(name.startswith("R") for name in names) else KEYS[1]
        if ("U1", "GND38") in build.net(wire.start):
            return GROUND
        if ("U1", "3V3") in build.net(wire.start):
            return THREE
        if kinds & {"reader", *SENSOR_KINDS}:
            return SPI
        if kinds & {"key", "buzzer"} or wire.job == "PWM":
            return SWITCH
        is_plus = any(name.startswith("5V@") or name == "VCC" for _, name in build.net(wire.start))
        return PLUS if is_plus or kinds & {"supply", "fuse", "diode"} else DATA

    def _kinds(self, wire: Wire) -> set[str]:
        return {self._build.by_ref[ref].kind for ref, _ in (wire.start, wire.end)}

    def _way(self, wire: Wire) -> list[Place]:
        start, end = wire.start, wire.end
        kinds = tuple(self._build.by_ref[ref].kind for ref, _ in (start, end))
        if "block" in kinds:
            if kinds[0] != "block":
                start, end = end, start
            return self._from_block(start, end)
        a, b = self._at(start), self._at(end)
        if kinds == ("fuse", "shifter"):
            level = _PICO[1] + 110
            return [a, (a[0], level), (b[0], level), b]
        if kinds == ("fuse", "strip"):
            number = int(start[0].removeprefix("F"))
            return self._to_strip(a, end, _LEVELS + 16 * number + 8, is_plus=True)
        if kinds == ("shifter", "diode"):
            return [a, (a[0], a[1] - 18), (a[0] - 22, a[1] - 18), (a[0] - 22, b[1]), b]
        if kinds[0] == "pico" and kinds[1] in ("reader", "register"):
            return self._to_reader(start, end)
        if set(kinds) & {"register", "hall"}:
            return sensor_way(self._build, wire, a, b)
        if "buzzer" in kinds:
            lane = b[0] + (70 if end[1] == "+" else 40)
            return [a, (lane, a[1]), (lane, b[1]), b]
        if "keypad" in kinds and a[0] > _PICO[0]:
            number = int(end[1][1])
            lane = a[0] + 14 + 14 * (number - 3)
            return [a, (lane, a[1]), (lane, b[1]), b]
        if "strip" in kinds and "resistor" in kinds:
            lane = self._strip_x - 30 - _DATA_LANE * (int(end[0].removeprefix("LS")) - 1)
            return [a, (lane, a[1]), (lane, b[1]), b]
        if kinds == ("pico", "shifter") and a[0] == _PICO[0]:
            # The third and fourth chains start at the Pico's left side and pass above it.
            number = int(end[1][0])
            above, lane = _PICO[1] - 34 - 10 * (number - 3), _SHIFTER_X - 164 - 12 * (number - 3)
            left = _PICO[0] - 30 - 12 * (number - 3)
            return [a, (left, a[1]), (left, above), (lane, above), (lane, b[1]), b]
        if a[1] != b[1] and a[0] != b[0]:
            lane = (a[0] + b[0]) / 2
            return [a, (lane, a[1]), (lane, b[1]), b]
        return [a, b]

    def _to_reader(self, start: Terminal, end: Terminal) -> list[Place]:
        a, b = self._at(start), self._at(end)
        order = sorted(
            (self._at(wire.start)[1], wire.start[1])
            for wire in self._build.wires
            if wire.start[0] == "U1" and wire.end[0] == end[0]
        )
        rank = [name for _, name in order].index(start[1])
        lane = _SHIFTER_X - 62 - 15 * rank
        return [a, (lane, a[1]), (lane, b[1]), b]

    def _from_block(self, start: Terminal, end: Terminal) -> list[Place]:
        """Return the route of a power wire: down from its block, along a level of its own, to its terminal."""
        a, b = self._at(start), self._at(end)
        kind = self._build.by_ref[end[0]].kind
        plus = start[0] == "X1"
        if kind == "fuse":
            return [a, b]
        if kind == "supply":
            level, lane = (a[1] + 14, b[0] + 10) if plus else (a[1] + 30, b[0] + 22)
            return [a, (a[0], level), (lane, level), (lane, b[1]), b]
        if kind == "pico":
            return [a, (a[0], b[1]), b]
        if kind == "shifter":
            level = _PICO[1] + (110 if plus else 134)
            return [a, (a[0], level), (b[0], level), b]
        return self._to_strip(a, end, _LEVELS + 16 * int(start[1]) + (8 if plus else 0), is_plus=plus)

    def _to_strip(self, a: Place, end: Terminal, level: float, *, is_plus: bool) -> list[Place]:
        """Return the route from a point at the top, along a level, to a feed of a strip."""
        b = self._at(end)
        number = next(place for place, chain in enumerate(self._build.chains) if chain.ref == end[0])
        feed = int(end[1].partition("@")[2])
        if number == 0:
            return [a, (a[0], level), (b[0], level), b]
        if feed == 1:
            lane = (
                self._strip_x - 44 - _DATA_LANE * len(self._build.chains) - 44 * (number - 1) - (0 if is_plus else 20)
            )
            below = b[1] - (126 if is_plus else 114)
            return [a, (a[0], level), (lane, level), (lane, below), (b[0], below), b]
        lane = self._width - 26 - 24 * (number - 1) - (0 if is_plus else 12)
        below = b[1] - (30 if is_plus else 18)
        return [a, (a[0], level), (lane, level), (lane, below), (b[0], below), b]
