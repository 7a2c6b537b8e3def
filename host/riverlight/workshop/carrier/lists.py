"""Lists for the carrier board: the parts to buy, and the placement file for machines."""

from __future__ import annotations

from csv import writer
from io import StringIO
from typing import Final

from riverlight.workshop.carrier.circuit import Component, circuit
from riverlight.workshop.carrier.layout import placed
from riverlight.workshop.carrier.write_board import ORIGIN_MM
from riverlight.workshop.wiring.shopping import Item, csv_of

__all__ = ["parts_csv", "parts_items", "places_csv"]

_NOTES: Final = {
    "pico": ("or Pico W, Pico 2, Pico 2 W: all fit", 6.0),
    "shifter": ("AHCT, not AHC or HC: it must take 3.3 V for high", 1.0),
    "330 Ω": ("orange, orange, brown", 0.1),
    "4700 Ω": ("4.7 kΩ: yellow, violet, red", 0.1),
    "220 Ω": ("red, red, brown", 0.1),
    "100 nF": ("marked 104", 0.1),
    "1000 µF": ("the stripe is −", 0.4),
    "diode": ("such as 1N5817; the ring is K", 0.2),
    "fuse": ("or any holder on two wires, which are soldered into its holes", 1.0),
}
_POLE_EUR: Final = 0.15


def parts_items() -> list[Item]:
    """Return the parts to solder on, and the accessories of the finished board."""
    groups: dict[tuple[str, str], list[Component]] = {}
    for part in circuit():
        if part.kind != "connector":
            value = part.value if part.kind in ("resistor", "capacitor") else ""
            groups.setdefault((part.what, value), []).append(part)
    found = [
        Item("1", "carrier board, bare: two layers, 1.6 mm, copper 35 µm", "", "order it from carrier-gerber.zip", 5.0)
    ]
    for (what, value), parts in groups.items():
        note, each = _NOTES.get(value) or _NOTES[parts[0].kind]
        refs = ", ".join(part.ref for part in parts)
        found.append(Item(str(len(parts)), f"{value} {what}".strip(), refs, note, len(parts) * each))
    found += _connectors()
    found += [
        Item("2", "socket strip, 20 pins, 2.54 mm", "U1", "so that the Pico can be taken out", 2.0),
        Item("1", "socket DIP-14", "U2", "", 0.3),
        Item("1", "blade fuse 1 A", "F1", "exactly this value", 0.5),
        Item("1 to 4", "blade fuse for a chain", "F2–F5", "as the table of fuses says; one for each chain", 2.0),
        Item("40", "jumper wire, socket to socket, 20 cm", "", "to keypads, reader, key and buzzer", 3.0),
        Item("4", "screw M3 × 6", "", "into the printed box, or with posts of 10 mm", 1.0),
    ]
    return found


def _connectors() -> list[Item]:
    """Return the connectors as sold: five poles are blocks of three and two, side by side."""
    sold: dict[tuple[str, int], list[str]] = {}
    for part in circuit():
        if part.kind == "connector":
            poles = len(part.terminals)
            for count in (2, 3) if poles == 5 and part.footprint.startswith("terminal") else (poles,):
                what = part.what.replace(f"{poles} p", f"{count} p")
                sold.setdefault((what, count), []).append(part.ref)
    return [
        Item(str(len(refs)), what, ", ".join(refs), "", len(refs) * count * _POLE_EUR)
        for (what, count), refs in sold.items()
    ]


def parts_csv() -> str:
    """Return the list of parts."""
    return csv_of({"part": parts_items()})


def places_csv() -> str:
    """Return the centre of each part in millimetres, as in the Gerber files (y upwards), and its rotation."""
    file = StringIO()
    rows = writer(file, lineterminator="\n")
    rows.writerow(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"))
    for part in placed():
        xs, ys = ([at[axis] for _, at, _ in part.pads] for axis in (0, 1))
        x = ORIGIN_MM[0] + (min(xs) + max(xs)) / 2
        y = -(ORIGIN_MM[1] + (min(ys) + max(ys)) / 2)
        component = part.component
        rows.writerow(
            (component.ref, component.value, component.footprint, f"{x:.3f}", f"{y:.3f}", part.place.turn, "top")
        )
    return file.getvalue()
