"""The page of the carrier board: description, ordering, soldering, checks, and revisions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from riverlight.workshop.carrier.circuit import FUSE_A, PLAN, REVISION, circuit
from riverlight.workshop.carrier.layout import SIZE_MM
from riverlight.workshop.carrier.lists import parts_items
from riverlight.workshop.carrier.picture import board_picture
from riverlight.workshop.wiring.electrical import FUSE_MARGIN, FUSES_A, supply_for
from riverlight.workshop.wiring.power import LIMIT_MA
from riverlight.workshop.wiring.tables import table, wrapped

__all__ = ["page", "page_pictures"]

_LOW: Final = frozenset({"resistor", "diode", "disc"})
_MIDDLE: Final = frozenset({"dip14", "pico", "header"})
_HIGH: Final = frozenset({"fuse", "radial", "terminal"})

_REVISIONS: Final = (("1", "The first one."),)
"""What each revision changes. Update it with :data:`~riverlight.workshop.carrier.circuit.REVISION`."""


def page_pictures() -> dict[str, str]:
    """Return the pictures of the page, by file name."""
    every = frozenset(part.ref for part in circuit())
    return {
        "carrier.svg": board_picture("The carrier board, finished", every),
        "carrier-1.svg": board_picture("First: resistors, diode, small capacitor", _refs(_LOW)),
        "carrier-2.svg": board_picture("Then: sockets and pin headers", _refs(_MIDDLE)),
        "carrier-3.svg": board_picture("Last: fuse holders, large capacitors, screw terminals", _refs(_HIGH)),
    }


def _refs(kinds: frozenset[str]) -> frozenset[str]:
    return frozenset(part.ref for part in circuit() if part.footprint.partition("-")[0] in kinds)


def _fuses() -> Iterator[tuple[str, str, str, str]]:
    """Yield the fuse of a chain for each current limit."""
    for fuse in FUSES_A:
        if fuse <= FUSE_A:
            limit = fuse / FUSE_MARGIN * 1000
            yield (
                f"up to {limit:g} mA",
                f"up to {limit / LIMIT_MA:g}",
                f"{fuse:g} A",
                f"{supply_for(0, fuse):g} A",
            )


def page() -> str:
    """Return the page as Markdown."""
    items = ((item.quantity, item.what, item.refs, item.note) for item in parts_items())
    connectors = ((part.ref, part.title, ", ".join(part.words)) for part in circuit() if part.kind == "connector")
    revisions = "\n".join(f"- Revision {number}: {words}" for number, words in _REVISIONS)
    width, height = SIZE_MM
    return wrapped(f"""# The carrier board

![The carrier board, finished](pictures/carrier.svg)

A printed circuit board of {width:g} × {height:g} mm in place of breadboard, terminal blocks and single fuse holders.
{PLAN.about} It is the same circuit as the wiring of the build guide: a test compares the nets of schematic and board
with the wiring model, so all its pages, the settings and `riverlight device test` fit.

Everything on it is for wire leads and is soldered by hand. Chain 4 and the buzzer share a pin of the Pico, and so do
the card reader and the sensors: connect one of each pair. The Pico lives on the supply of the lights through D1; its
USB cable may stay plugged in.

At most 10 A go through the supply's terminal and {FUSE_A:g} A through a chain. Each chain has one fuse for both of its
feeds: + and − for its start, +far and −far for its far end. Nothing protects against a supply that is connected the
wrong way round.

## Order

The board: send [carrier-gerber.zip](carrier-gerber.zip) to any maker of circuit boards; two layers, 1.6 mm, copper of
35 µm (1 oz), any colour. [carrier-drc.txt](carrier-drc.txt) is KiCad's report on it. The parts, also as
[parts.csv](parts.csv) with usual prices, are below. From your build's own list you still need the lights, the supply
with its jack, keypads, reader and tags, peek key, buzzer, wire, plates and tools; leave out its breadboard, jumpers,
terminal blocks, fuses and what is soldered here:

{table(("how many:", "what", "on the board", "look for"), items)}
The fuse of a chain follows from its limit, `budget_ma` in your settings: one for both of its feeds, so it may be
larger than those of the wiring with a fuse for each feed. The supply has to give twice the largest fuse, or a short
does not blow it, and a quarter more than all limits together. Behind the fuses use wire of 0.5 mm² or more.

{table(("limit of the chain", "lights, at the usual 10 mA each", "fuse", "supply, at least"), _fuses())}
Whoever has boards assembled by a machine finds the places of the parts in [places.csv](places.csv).

## Solder

Plan two hours. Low parts first, high parts last: so the board lies flat when you turn it over. Push a part in from the
printed side, turn the board over, heat pin and ring together, count to two, feed solder, take the solder away, then the
iron. A pin in a large area of copper takes longer: four seconds.

### 1 Resistors, diode, small capacitor

![Resistors, diode, small capacitor](pictures/carrier-1.svg)

Sort the resistors by their rings, or measure them: 330 Ω are R1 to R4, 220 Ω is R5, 4.7 kΩ are R11 to R14. They fit
either way round. The ring of D1 lies at the printed line, towards the Pico.

**Check.** With the meter on ohms: R11 to R14 read about 4.7 kΩ, R1 to R4 330 Ω, R5 220 Ω.

### 2 Sockets and pin headers

![Sockets and pin headers](pictures/carrier-2.svg)

The socket of U2 has its notch towards C1. Plug the Pico's two sockets onto a Pico while you solder them: so they stand
straight. Solder one pin of a header, look that it stands upright, then the others. Then take the Pico out again.

**Check.** No two neighbouring pins of U1 and U2 are joined by solder: the meter does not beep between them, except
between grounds.

### 3 Fuse holders, large capacitors, screw terminals

![Fuse holders, large capacitors, screw terminals](pictures/carrier-3.svg)

The + of each large capacitor, its longer lead, goes into the square ring; the stripe is −. Turned round they burst.
Slide two and three poles together for the five of a chain; the openings for the wires face the edge of the board.

**Check.** All fuses, the Pico and U2 are out. With the meter on ohms, + to − of J1 does not beep. For each chain,
+ to − rises for a second while its capacitor charges, and does not beep; + and +far beep together, and so do −, −far
and − of J1.

### 4 Power

Put in F1 alone. Screw the supply to J1, red to +. Before you plug it in, look again: red at +, black at −.

**Check.** With the supply plugged in: 4.9 to 5.2 V between legs 14 and 7 of U2's socket, and 4.5 to 5.0 V between pins
39 (VSYS) and 38 (GND) of the Pico's socket. Nothing gets warm. Unplug it.

### 5 Pico, chip and fuses

Unplugged, push U2 into its socket, its notch as printed, and the Pico into its sockets, its USB socket at the edge that
says USB. Put in the fuses of the table above. Then connect one part after the other:

{table(("connector", "printed", "its pins, from the square one"), connectors)}
A chain of lights: D goes to its DIN, + to 5V, − to GND. A keypad of eight pins plugs onto J6 with its R1 or first pin
at the square one. Go on with [First light](../BUILD.md#5-first-light); what it says of the breadboard is done.

**Check.** `riverlight device test` says `ok firmware`, then asks for lights, keys and reader in turn.

## Box

`riverlight hardware parts canyon --out printed`, with the name of your board, writes `carrier-box.stl` and
`carrier-box-lid.stl`, for a bed of 106 mm or more: posts under the four holes, openings for USB and all wires. They
print without supports; `carrier-box.scad` has the measures to change.

## Change it

The project opens in KiCad 6 and 7: [carrier.kicad_pro](carrier.kicad_pro), with its own symbols and footprints. All of
it is made by `riverlight hardware board hardware/kicad` from `host/riverlight/workshop/carrier/`: parts and nets from
the wiring model, places from `layout.py`, tracks by `router.py`. Where KiCad is installed, the same command fills the
areas of copper, runs KiCad's design-rule check and writes the archive for the factory. Change it there, or save a copy
under a name of your own. In KiCad press B to fill the areas of copper before you look at them.

Design-rule check (KiCad 6.0.11): no errors, no warnings, no unconnected pads. KiCad 6 runs the electrical-rule check in
its window only: that one found no errors and no warnings in revision {REVISION}; tests repeat its main rules on the
schematic: every input is driven, no two outputs are joined, no pin is left open without a mark.

## Revisions and licence

{revisions}

[CERN-OHL-P-2.0](../LICENSE), like all designs in this folder.
""")
