"""Schematic symbols of the carrier board: a box with a pin for each pad, or the usual symbol of a two-terminal part.

Coordinates in millimetres, y upwards, as in KiCad's symbols; pins are on a grid of 2.54 mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from riverlight.workshop.carrier.circuit import Component
from riverlight.workshop.carrier.quoting import quoted

__all__ = ["FLAG", "Pin", "Symbol", "symbol_of"]

STEP_MM: Final = 2.54


class Pin(NamedTuple):
    """A pin: number, name, electrical type, position of its wire end, and whether it points right."""

    number: str
    name: str
    kind: str
    x: float
    y: float
    is_left: bool


class Symbol(NamedTuple):
    """A symbol: name in the library, reference prefix, pins, half its size, drawing.

    Also whether pin names are shown, and their length.
    """

    name: str
    letter: str
    pins: tuple[Pin, ...]
    half_mm: tuple[float, float]
    drawing: tuple[str, ...]
    shows_names: bool = True
    length_mm: float = STEP_MM

    def lines(self, library: str = "") -> Iterator[str]:
        """Yield the symbol in the format of KiCad's libraries and schematics."""
        full = f"{library}:{self.name}" if library else self.name
        power = " (power)" if self.letter == "#FLG" else ""
        hide = "" if self.shows_names else " hide"
        yield f"(symbol {quoted(full)}{power} (pin_names (offset 0.5){hide}) (in_bom yes) (on_board yes)"
        for number, (key, text) in enumerate(
            (("Reference", self.letter), ("Value", self.name), ("Footprint", ""), ("Datasheet", ""))
        ):
            shown = " hide" if number > 1 else ""
            place = f"(id {number}) (at 0 {self.half_mm[1] + 1.5 - 3 * number:g} 0)"
            yield f"  (property {quoted(key)} {quoted(text)} {place} (effects (font (size 1.27 1.27)){shown}))"
        yield f"  (symbol {quoted(self.name + '_0_1')}"
        yield from (f"    {line}" for line in self.drawing)
        yield "  )"
        yield f"  (symbol {quoted(self.name + '_1_1')}"
        for pin in self.pins:
            number_hide = "" if self.shows_names else " hide"
            turn = 0 if pin.is_left else 180
            yield (
                f"    (pin {pin.kind} line (at {pin.x:g} {pin.y:g} {turn}) (length {self.length_mm:g}) "
                f"(name {quoted(pin.name)} (effects (font (size 1.27 1.27)))) "
                f"(number {quoted(pin.number)} (effects (font (size 1.1 1.1)){number_hide})))"
            )
        yield "  )"
        yield ")"


_LINE: Final = "(stroke (width 0.254) (type default) (color 0 0 0 0)) (fill (type none))"


def _path(*points: tuple[float, float]) -> str:
    corners = " ".join(f"(xy {x:g} {y:g})" for x, y in points)
    return f"(polyline (pts {corners}) {_LINE})"


def _box(x: float, y: float) -> str:
    return f"(rectangle (start {-x:g} {y:g}) (end {x:g} {-y:g}) {_LINE})"


_SIGNS: Final = {
    "resistor": ("R", (_box(2.54, 1.016),)),
    "fuse": ("F", (_box(2.54, 1.016), _path((-2.54, 0), (2.54, 0)))),
    "capacitor": (
        "C",
        (
            _path((-2.54, 0), (-0.635, 0)),
            _path((-0.635, 1.524), (-0.635, -1.524)),
            _path((0.635, 1.524), (0.635, -1.524)),
            _path((0.635, 0), (2.54, 0)),
            _path((-2.2, 1.2), (-1.4, 1.2)),
            _path((-1.8, 1.6), (-1.8, 0.8)),
        ),
    ),
    "diode": (
        "D",
        (
            _path((-2.54, 0), (2.54, 0)),
            _path((1.27, 1.27), (1.27, -1.27), (-1.27, 0), (1.27, 1.27)),
            _path((-1.27, 1.27), (-1.27, -1.27)),
        ),
    ),
}

FLAG: Final = Symbol(
    "PWR_FLAG",
    "#FLG",
    (Pin("1", "pwr", "power_out", 0, 0, is_left=True),),
    (1.27, 2.54),
    (_path((0, 0), (0, 1.27), (1.27, 2.0), (0, 2.54), (-1.27, 2.0), (0, 1.27)),),
    shows_names=False,
    length_mm=0,
)
"""A power flag: the net behind a fuse or a diode is driven, which KiCad's electrical rules cannot see."""


@lru_cache(maxsize=64)
def symbol_of(component: Component) -> Symbol:
    """Return the symbol of a part."""
    names = component.names
    if component.kind in _SIGNS:
        letter, drawing = _SIGNS[component.kind]
        ends = tuple(
            Pin(str(number + 1), name, "passive", -5.08 + 10.16 * number, 0, is_left=not number)
            for number, name in enumerate(names)
        )
        return Symbol(component.kind, letter, ends, (2.54, 1.524), drawing, shows_names=False)
    two_sided = component.kind in ("pico", "shifter")
    side = len(names) // 2 if two_sided else len(names)
    half = (12.7 if component.kind == "pico" else 7.62, (side + 1) * STEP_MM / 2)
    half = (half[0], round(half[1] / 1.27) * 1.27)
    pins = []
    for number, name in enumerate(names):
        is_left = two_sided and number < side
        row = number if number < side else 2 * side - 1 - number
        y = round(half[1] - STEP_MM * (row + 1), 3)
        x = -(half[0] + STEP_MM) if is_left else half[0] + STEP_MM
        pins.append(Pin(str(number + 1), name, _kind(component, name), x, y, is_left))
    name = component.title.lower().replace(" ", "-") if component.kind == "connector" else component.kind
    letter = "J" if component.kind == "connector" else "U"
    return Symbol(name, letter, tuple(pins), half, (_box(*half),))


def _kind(component: Component, name: str) -> str:
    """Return the electrical type of a pin."""
    if component.ref == "J1":
        return "power_out"
    if component.kind == "connector":
        return "passive"
    if name.startswith("GND") or name in ("VCC", "VSYS"):
        return "power_in"
    if name in ("3V3", "VBUS"):
        return "power_out"
    if component.kind == "shifter":
        return "output" if name.endswith("Y") else "input"
    return "bidirectional" if name.startswith("GP") else "passive"
