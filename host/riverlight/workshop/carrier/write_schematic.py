"""Writes the carrier board's schematic in KiCad 6 format: every pin has a label with its net's name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverlight.workshop.carrier.circuit import REVISION, Component, circuit, nets
from riverlight.workshop.carrier.quoting import LIBRARY, quoted, stamp, title_block
from riverlight.workshop.carrier.symbols import FLAG, Symbol, symbol_of

__all__ = ["schematic_text", "symbol_library_text"]

_ROOT: Final = stamp("sheet")
_FLAGGED: Final = ("+5V_LOGIC", "VSYS")
Point = tuple[float, float]

_PLACES: Final[dict[str, Point]] = {
    "U1": (127.0, 76.2),
    "J6": (45.72, 38.1),
    "J7": (45.72, 81.28),
    "J8": (45.72, 124.46),
    "J9": (45.72, 160.02),
    "J10": (45.72, 187.96),
    "J11": (45.72, 208.28),
    "R5": (121.92, 208.28),
    "J1": (45.72, 238.76),
    "F1": (121.92, 228.6),
    "D1": (121.92, 241.3),
    "U2": (127.0, 149.86),
    "C1": (121.92, 185.42),
}
_CHAINS_Y: Final = (38.1, 101.6, 165.1, 228.6)


def _place(component: Component) -> Point:
    """Return the position of a part on the sheet: each chain's parts in one row."""
    if component.ref in _PLACES:
        return _PLACES[component.ref]
    kind, number = component.ref[0], int(component.ref[1:])
    chain = {"R": (number - 1) % 10, "F": number - 2, "C": number - 2, "J": number - 2}[kind]
    row = _CHAINS_Y[chain]
    if kind == "R":
        return (213.36, row + (15.24 if number > 10 else 0.0))
    return {"F": (279.4, row), "C": (279.4, row + 15.24), "J": (342.9, row + 7.62)}[kind]


def schematic_text() -> str:
    """Return the file ``.kicad_sch``."""
    lines = [
        "(kicad_sch (version 20211123) (generator riverlight)",
        f"  (uuid {_ROOT})",
        '  (paper "A3")',
        f"  {title_block(REVISION)}",
        "  (lib_symbols",
    ]
    lines += [f"    {line}" for symbol in _symbols() for line in symbol.lines(LIBRARY)]
    lines.append("  )")
    for part in circuit():
        lines += _placed(part)
    for number, net in enumerate(_FLAGGED, 1):
        at = (111.76 + 27.94 * number, 256.54)
        lines += _instance(f"#FLG{number}", FLAG.name, "", at, FLAG)
        lines += _label(net, at, is_left=False, mark=f"flag {net}")
    for number, y in enumerate(_CHAINS_Y, 1):
        words = f"Chain {number}" + (" (its pin is the buzzer's too)" if number == len(_CHAINS_Y) else "")
        lines.append(_text(words, (198.12, y - 12.7)))
    lines.append(_text("Keypads, reader, sensors, key, buzzer", (25.4, 22.86)))
    lines.append(_text("Pico", (111.76, 22.86)))
    lines.append(_text("Level shifter: 3.3 V to 5 V", (111.76, 130.81)))
    lines.append(_text("5 V supply", (25.4, 228.6)))
    lines.append('  (sheet_instances (path "/" (page "1")))')
    lines.append("  (symbol_instances")
    flags = [(f"#FLG{number}", FLAG.name, "") for number in range(1, len(_FLAGGED) + 1)]
    for ref, value, shape in [*((each.ref, each.value, f"{LIBRARY}:{each.footprint}") for each in circuit()), *flags]:
        lines.append(
            f"    (path {quoted('/' + stamp('symbol', ref))} (reference {quoted(ref)}) (unit 1) "
            f"(value {quoted(value)}) (footprint {quoted(shape)}))"
        )
    return "\n".join([*lines, "  )", ")"]) + "\n"


def symbol_library_text() -> str:
    """Return the file ``.kicad_sym``."""
    lines = ["(kicad_symbol_lib (version 20211014) (generator riverlight)"]
    lines += [f"  {line}" for symbol in _symbols() for line in symbol.lines()]
    return "\n".join([*lines, ")"]) + "\n"


def _symbols() -> list[Symbol]:
    """Return every symbol once, by name."""
    symbols = {symbol.name: symbol for symbol in (FLAG, *map(symbol_of, circuit()))}
    return [symbols[name] for name in sorted(symbols)]


def _placed(part: Component) -> Iterator[str]:
    at, symbol = _place(part), symbol_of(part)
    yield from _instance(part.ref, part.value, f"{LIBRARY}:{part.footprint}", at, symbol)
    for pin, terminal in zip(symbol.pins, part.terminals, strict=True):
        place = (round(at[0] + pin.x, 3), round(at[1] - pin.y, 3))
        net = nets().get(terminal)
        if net is None:
            mark = stamp("free", part.ref, pin.number)
            yield f"  (no_connect (at {place[0]:g} {place[1]:g}) (uuid {mark}))"
        else:
            yield from _label(net, place, is_left=pin.is_left, mark=f"{part.ref}.{pin.number}")


def _instance(ref: str, value: str, shape: str, at: Point, symbol: Symbol) -> Iterator[str]:
    x, y = at
    high = symbol.half_mm[1]
    yield f"  (symbol (lib_id {quoted(f'{LIBRARY}:{symbol.name}')}) (at {x:g} {y:g} 0) (unit 1)"
    yield f"    (in_bom yes) (on_board yes) (uuid {stamp('symbol', ref)})"
    hidden = " hide" if ref.startswith("#") else ""
    for number, (key, text, place) in enumerate(
        (
            ("Reference", ref, y - high - 1.6),
            ("Value", value, y + high + 1.6),
            ("Footprint", shape, y),
            ("Datasheet", "", y),
        )
    ):
        hide = " hide" if number > 1 else hidden
        yield (
            f"    (property {quoted(key)} {quoted(text)} (id {number}) (at {x:g} {place:g} 0) "
            f"(effects (font (size 1.27 1.27)){hide}))"
        )
    for pin in symbol.pins:
        yield f"    (pin {quoted(pin.number)} (uuid {stamp('pin', ref, pin.number)}))"
    yield "  )"


def _label(net: str, at: Point, *, is_left: bool, mark: str) -> Iterator[str]:
    turn, side = (180, "right") if is_left else (0, "left")
    yield (
        f"  (global_label {quoted(net)} (shape passive) (at {at[0]:g} {at[1]:g} {turn}) (fields_autoplaced) "
        f"(effects (font (size 1.27 1.27)) (justify {side})) (uuid {stamp('label', mark)}))"
    )


def _text(words: str, at: Point) -> str:
    return (
        f"  (text {quoted(words)} (at {at[0]:g} {at[1]:g} 0) "
        f"(effects (font (size 2.54 2.54)) (justify left bottom)) (uuid {stamp('text', words)}))"
    )
