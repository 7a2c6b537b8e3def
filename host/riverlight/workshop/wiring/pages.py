"""All generated pages of a build and of the folder ``hardware/``, by path."""

from __future__ import annotations

from riverlight.workshop.carrier import project
from riverlight.workshop.wiring.assemble import make_build
from riverlight.workshop.wiring.checks import faults
from riverlight.workshop.wiring.diagram import diagram
from riverlight.workshop.wiring.guide import guide, guide_pictures
from riverlight.workshop.wiring.model import Build
from riverlight.workshop.wiring.plans import WORKED, Plan
from riverlight.workshop.wiring.shopping import shopping_csv
from riverlight.workshop.wiring.tables import (
    checks_words,
    parts_table,
    pin_table,
    power_table,
    power_words,
    settings_text,
    wire_table,
    wrapped,
)
from riverlight.workshop.wiring.write_wiring import wiring_text

__all__ = ["GUIDED", "hardware_pages", "pages_of_plan"]

GUIDED = "one-board"
"""The worked build that the guide in ``hardware/`` describes."""

_MADE = "<!-- Made by: riverlight hardware {}. What is written here by hand is lost. -->\n\n"


def hardware_pages() -> dict[str, str]:
    """Return every page of ``hardware/``, by its path in it."""
    made = _MADE.format("pages hardware")
    pages = {"README.md": made + _front(), "PINS.md": made + _pins()}
    for name, make in WORKED.items():
        plan = make()
        build = make_build(plan)
        pages |= {f"builds/{name}/{path}": text for path, text in _own_pages(plan, build, made).items()}
        if name == GUIDED:
            pages["BUILD.md"] = made + guide(plan, build, f"builds/{name}/")
            pages |= {f"pictures/{file}": picture for file, picture in guide_pictures(build).items()}
    carrier = project.kicad_project() | project.pages()
    return pages | {f"kicad/{path}": text for path, text in carrier.items()}


def pages_of_plan(plan: Plan) -> dict[str, str]:
    """Return the pages for a board of one's own: parts, power and wires, settings, guide, pins."""
    made = _MADE.format(f"plan {plan.board_id}")
    build = make_build(plan)
    pages = _own_pages(plan, build, made) | {"PINS.md": made + _pins(), "BUILD.md": made + guide(plan, build, "")}
    return pages | {f"pictures/{file}": picture for file, picture in guide_pictures(build).items()}


def _own_pages(plan: Plan, build: Build, made: str) -> dict[str, str]:
    return {
        "README.md": made + wrapped(_build_page(plan, build)),
        "wiring.svg": diagram(build),
        "settings.json": settings_text(build),
        "wiring.yaml": wiring_text(build),
        "shopping.csv": shopping_csv(build),
    }


def _build_page(plan: Plan, build: Build) -> str:
    found = faults(build)
    verdict = "\n".join(f"- {fault.sentence}" for fault in found) if found else "All hold."
    return f"""# {plan.title}

{plan.about}

![Wiring](wiring.svg)

## Parts

{parts_table(build)}
The same with tools and usual prices: [shopping.csv](shopping.csv). Any shop will do; no part is of one maker.

## Power

{power_table(build)}
{power_words(build)}
*Typical* is what a game draws, *limited* what the firmware lets any frame draw, *worst* all lights at full white with
no limiter. A light is planned with {build.chains[0].light_ma} mA at full white, 1 mA of it while dark; measure
yours and plan again with `--light-ma`.

## Settings

`riverlight device install --settings settings.json` brings these to the Pico:

```json
{settings_text(build)}```

## Wires

The same as a file to start from: [wiring.yaml](wiring.yaml). When your wires differ, change it to what you have built,
and `riverlight hardware check wiring.yaml` judges it; it also reads a netlist that KiCad exports.

{wire_table(build)}
## Checks

{checks_words()} {verdict}
"""


def _pins() -> str:
    return f"""# Pins

Every pin of the Pico that is used, from `firmware/pins.py`; what is left are power, ground and reset. *Must do* is the
function that the firmware asks of the pin; all can do IO, PIO and PWM.

{pin_table()}
Grounds are at pins 3, 8, 13, 18, 23, 28, 33 and 38; 3V3 for the card reader or the sensors is at pin 36, VBUS (5 V of
the USB cable) at pin 40.
"""


def _front() -> str:
    rows = "\n".join(
        f"- [{plan.title}](builds/{name}/README.md): {plan.about}"
        for name, plan in ((name, make()) for name, make in WORKED.items())
    )
    return f"""# hardware

How to build the lights: a guide from the first solder joint on, pin map, wiring, parts, power. All of it is made from
one source, `host/riverlight/workshop/wiring/`, and from the pins of `firmware/pins.py`; a test holds it up to date.

- [Building the lights](BUILD.md), step by step, with pictures
- [Pins](PINS.md)
- [The carrier board](kicad/README.md), a circuit board in place of the breadboard: KiCad project, files to order it,
  parts, and how to solder it

Worked builds, each with its wiring diagram, parts, power budget and settings:

{rows}

For a board of your own, `riverlight hardware plan my_canyon --out built` writes the same pages with its own numbers,
and `riverlight boards print my_canyon --out printed` what is to be printed and cut. Where there is a 3D printer,
`riverlight hardware parts my_canyon --out printed` writes a tray (floor with holes, walls between the spaces) in tiles
that fit its bed, and boxes for breadboard and carrier board; with `--laser` base plate and light shield come as tiles
for a laser cutter, with tabs, holes for dowels of 4 mm (a cross) and screws M3 (a ring) in both plates, and lines to
the lights where power comes in. `riverlight hardware check FILE` judges your own wiring.

## What the figures rest on

| figure | source |
| --- | --- |
| pins, VSYS through a diode, what a pin stands | *Raspberry Pi Pico Datasheet*, 2.1, 4.5; *RP2040 Datasheet*, 1.4.3 |
| pull-downs of 8.2 kΩ or less | *RP2350 Datasheet*, erratum E9 |
| pins and levels of the level shifter | Nexperia, *74AHC125; 74AHCT125* |
| 12 to 20 mA a colour, data at 0.7 of the supply | Worldsemi, *WS2812B*; Normand, *SK6812RGBW* |
| 500 mA and 10 µF on a USB port | *USB 2.0*, 7.2.1 and 7.2.4.1 |
| blade fuses and when they open | *ISO 8820-3*; Littelfuse, *ATO* |
| parts of the carrier board | *JEDEC MS-001*; Littelfuse, *178.6165*; Phoenix Contact, *MKDS 1,5* |
| what its copper carries | *IPC-2221*, 6.2 |
| what wires carry and lose | *IEC 60335-1*, table 11; *IEC 60228*, class 5 |
| the card reader | NXP, *MFRC522* |
"""
