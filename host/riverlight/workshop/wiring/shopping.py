"""Shopping lists for a build: all quantities are derived from its parts, wires and plates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from csv import writer
from io import StringIO
from math import ceil
from typing import Final, NamedTuple

from riverlight.workshop.light_types import LIGHT_TYPES
from riverlight.workshop.wiring.assemble import BUZZER_OHM, PULL_DOWN_OHM, RESISTOR_OHM
from riverlight.workshop.wiring.electrical import awg_of
from riverlight.workshop.wiring.model import Build, Part, Wire
from riverlight.workshop.wiring.sensors import SLEEPING_HALL_MA

__all__ = ["Item", "csv_of", "items", "shopping_csv", "tools", "wire_metres"]

_SPARE: Final = 1.2
"""Allowance on the length of wire."""

_LED_MM2: Final = 0.25
_JACK_A: Final = 5
"""Rating of a 5.5 × 2.1 mm jack."""
_COLOURS: Final = {
    "power": "red and black; stranded",
    "signal": "any colour; stranded",
    "keypad": "any colour, or a ribbon of eight",
}


class Item(NamedTuple):
    """One line of the parts list.

    Attributes:
        quantity: a number, or an amount with its unit.
        what: a specification that any shop understands.
        refs: the reference designators.
        note: what to look for.
        eur: the approximate total price; 0 if most households have it.
    """

    quantity: str
    what: str
    refs: str
    note: str
    eur: float


def items(build: Build) -> list[Item]:
    """Return the parts list."""
    return [*_electronics(build), *_power(build), *_lights(build), *_wires(build), *_plates(build)]


def tools(build: Build) -> list[Item]:
    """Return the tools, which may be borrowed."""
    needed = [
        ("soldering iron, fine tip, with stand", "temperature-controlled", 30.0),
        ("solder with flux inside, 0.7 to 1 mm", "", 6.0),
        ("multimeter", "volts, ohms with a beep, and milliamperes", 15.0),
        ("side cutters and wire stripper", "", 15.0),
        ("drill, or fretsaw", f"and a bit of {LIGHT_TYPES[build.light_type].hole_mm:g} mm", 0.0),
    ]
    if not build.is_usb:
        needed.insert(4, ("crimping pliers for ferrules, and ferrules 0.5 to 1.5 mm²", "an assortment", 20.0))
    return [Item("1", what, "", note, eur) for what, note, eur in needed]


def shopping_csv(build: Build) -> str:
    """Return parts and tools as a CSV file, with typical prices."""
    return csv_of({"part": items(build), "tool": tools(build)})


def csv_of(lists: Mapping[str, Sequence[Item]]) -> str:
    """Return shopping lists as a CSV file, each line with the name of its list."""
    file = StringIO()
    rows = writer(file, lineterminator="\n")
    rows.writerow(("kind", "quantity", "specification", "in the drawing", "look for", "about EUR"))
    for kind, listed in lists.items():
        rows.writerows((kind, item.quantity, item.what, item.refs, item.note, f"{item.eur:.2f}") for item in listed)
    return file.getvalue()


def wire_metres(build: Build) -> dict[tuple[str, float], float]:
    """Return the metres of wire for each use and cross section: ``("power", 0.5)`` counts red and black."""
    metres: dict[tuple[str, float], float] = {}

    def add(use: str, area_mm2: float, length_mm: float) -> None:
        metres[use, area_mm2] = metres.get((use, area_mm2), 0) + length_mm / 1000

    for wire in build.wires:
        add(_use(build, wire), wire.area_mm2, wire.length_mm)
    reach_mm = LIGHT_TYPES[build.light_type].reach_mm
    for chain in build.chains:
        soldered = sum(hop for hop in chain.hops_mm if hop > reach_mm)
        add("power", chain.area_mm2, 2 * soldered)
        add("signal", _LED_MM2, soldered)
    return metres


def _use(build: Build, wire: Wire) -> str:
    kinds = {build.by_ref[ref].kind for ref, _ in (wire.start, wire.end)}
    if "keypad" in kinds:
        return "keypad"
    return "power" if kinds & {"block", "supply", "fuse", "capacitor"} else "signal"


def _electronics(build: Build) -> Iterator[Item]:
    yield Item("1", "Raspberry Pi Pico with header pins", "U1", "or Pico W, Pico 2, Pico 2 W: all fit", 6)
    yield Item("1", "USB cable to the Pico", "", "one that carries data, not a charging cable", 3)
    yield Item("1", "74AHCT125 in a DIP-14 case", "U2", "AHCT, not AHC or HC: it must take 3.3 V for high", 1)
    for value, what, note in (
        (RESISTOR_OHM, f"resistor {RESISTOR_OHM} Ω, ¼ W", "orange, orange, brown"),
        (PULL_DOWN_OHM, "resistor 4.7 kΩ, ¼ W", "yellow, violet, red; the pull-downs"),
        (BUZZER_OHM, f"resistor {BUZZER_OHM} Ω, ¼ W", "red, red, brown; for the buzzer"),
    ):
        yield from _of([part for part in build.of_kind("resistor") if part.value == value], what, note, 0.1)
    small = [part for part in build.of_kind("capacitor") if part.value < 1e-6]
    large = [part for part in build.of_kind("capacitor") if part.value >= 1e-6]
    registers = len(build.of_kind("register"))
    for parts, near in ((small[: len(small) - registers], "U2"), (small[len(small) - registers :], "its register")):
        yield from _of(parts, "capacitor 100 nF, ceramic", f"marked 104; right next to {near}", 0.1)
    usual = (
        ("4.7 µF, 10 V or more", "ceramic") if build.is_usb else ("1000 µF, 10 V or more", "electrolytic, polarised")
    )
    yield from _of(large, f"capacitor {usual[0]}", usual[1], 0.4)
    yield from _of(build.of_kind("diode"), "Schottky diode, 1 A, 20 V or more", "such as 1N5817; the ring is K", 0.2)
    yield from _of(build.of_kind("keypad"), "keypad 4 × 4, matrix, eight wires", "keys 1–9, 0, *, #, A–D", 3)
    if build.of_kind("reader"):
        yield from _of(build.of_kind("reader"), "MFRC522 card reader board", "13.56 MHz, for 3.3 V", 4)
        yield Item("60", "tag or card, 13.56 MHz, MIFARE Classic or NTAG213", "", "one for each card you play", 15)
    yield from _sensors(build)
    yield from _of(build.of_kind("key"), "push button", "closes while it is held", 1)
    yield from _of(build.of_kind("buzzer"), "piezo buzzer, passive", "clicks on a battery; one that beeps is active", 1)
    yield Item("1", "breadboard, 400 holes or more", "", "or a soldering board of the same layout", 4)
    yield Item(
        "1", "set of solid jumpers for breadboards, 0.6 mm (AWG 22)", "", "stranded wire does not hold in holes", 4
    )


def _sensors(build: Build) -> Iterator[Item]:
    registers, halls = build.of_kind("register"), build.of_kind("hall")
    if not registers or not halls:
        return
    yield from _of(registers, "74HC165 in a DIP-16 case", "HC, not LS: it runs on 3.3 V", 0.7)
    yield Item(str(len(registers)), "soldering board for it, 5 × 7 cm", "", "dots or strips, 2.54 mm", len(registers))
    networks = build.of_kind("network")
    yield from _of(networks, "resistor network 8 × 10 kΩ, nine pins", "bussed: one common pin, marked by a dot", 0.3)
    each_ma = max(part.value for part in halls) * 1000
    sleeps = " a sleeping type that looks 20 times a second or more;" if each_ma <= SLEEPING_HALL_MA else ""
    note = f"open drain, either pole, switches at 3 to 5 mT;{sleeps} draws {each_ma:g} mA or less"
    yield from _of(halls, "Hall switch, 3.3 V, TO-92 or SOT-23", note, 0.5)
    yield Item("1 a piece", "disc magnet 6 × 3 mm, N42 or stronger", "", "in the foot of each piece, flat side down", 6)


def _power(build: Build) -> Iterator[Item]:
    for part in build.of_kind("supply"):
        what = f"supply 5 V, {part.value:g} A or more"
        yield Item("1", what, part.ref, "regulated, with a mark of safety approval", 5 + 2.5 * part.value)
        rating = "" if part.value <= _JACK_A else f", two in parallel: a jack carries {_JACK_A} A"
        yield Item("1", "jack for it, 5.5 × 2.1 mm, with screw terminals", "", f"for {part.value:g} A{rating}", 1.5)
    fuses: dict[float, list[Part]] = {}
    for part in build.of_kind("fuse"):
        fuses.setdefault(part.value, []).append(part)
    for value, parts in fuses.items():
        yield from _of(parts, f"blade fuse {value:g} A with its holder", "exactly this value", 1)
    for part in build.of_kind("block"):
        note = f"{part.label}; on USB power a rail of the breadboard will do" if build.is_usb else part.label
        yield Item("1", f"terminal block, {len(part.extra)} places, all joined", part.ref, note, 2)


def _lights(build: Build) -> Iterator[Item]:
    lights = sum(chain.lights for chain in build.chains)
    kind = LIGHT_TYPES[build.light_type]
    title = kind.title.replace("WS2811 or WS2812B", "SK6812 RGBW").replace("WS2812B", "SK6812 RGBW")
    title = title if len(build.chains[0].order) == 4 else kind.title
    yield Item(str(lights), title, _refs([chain.ref for chain in build.chains]), kind.unit, lights * kind.each_eur)


def _wires(build: Build) -> Iterator[Item]:
    for (use, area), metres in sorted(wire_metres(build).items(), key=lambda each: (-each[0][1], each[0][0])):
        length = ceil(2 * metres * _SPARE) / 2
        if length:
            what = f"wire {area:g} mm² (AWG {awg_of(area)})"
            yield Item(f"{length:g} m", what, "", f"{use}: {_COLOURS[use]}", length * (0.2 + 0.5 * area))


def _plates(build: Build) -> Iterator[Item]:
    if build.plates_mm is None:
        return
    size = " × ".join(f"{length:g}" for length in build.plates_mm)
    count = str(len(build.chains))
    square_metres = build.plates_mm[0] * build.plates_mm[1] / 1e6 * len(build.chains)
    yield Item(count, f"base plate {size} mm", "", "plywood 4 to 6 mm: the lights sit in its holes", 20 * square_metres)
    words = "foam board or plywood 5 to 10 mm, cut open at every space"
    yield Item(count, f"light shield {size} mm", "", words, 15 * square_metres)
    words = "the map on white acrylic 3 mm, or on paper under clear acrylic"
    yield Item(count, f"top sheet {size} mm", "", words, 45 * square_metres)


def _of(parts: list[Part], what: str, note: str, each_eur: float) -> Iterator[Item]:
    if parts:
        yield Item(str(len(parts)), what, _refs([part.ref for part in parts]), note, len(parts) * each_eur)


def _refs(refs: list[str]) -> str:
    return ", ".join(refs) if len(refs) < 4 else f"{refs[0]}–{refs[-1]}"
