"""All pages of a build and of the folder ``hardware/``, each by its path: nothing there is written by hand."""

from __future__ import annotations

from riverlight.wiring.assemble import assembled
from riverlight.wiring.checks import faults
from riverlight.wiring.diagram import diagram
from riverlight.wiring.guide import guide, guide_pictures
from riverlight.wiring.model import Build
from riverlight.wiring.plans import WORKED, Plan
from riverlight.wiring.tables import (
    checks_words,
    parts_table,
    pin_table,
    power_table,
    power_words,
    settings_text,
    wire_table,
    wrapped,
)

__all__ = ["GUIDED", "hardware_pages", "pages_of_plan"]

GUIDED = "one-board"
"""The worked build that the guide of ``hardware/`` walks through."""

_MADE = "<!-- Made by: riverlight hardware {}. What is written here by hand is lost. -->\n\n"


def hardware_pages() -> dict[str, str]:
    """Return every page of ``hardware/``, by its path in it."""
    made = _MADE.format("pages hardware")
    pages = {"README.md": made + _front(), "PINS.md": made + _pins()}
    for name, make in WORKED.items():
        plan = make()
        build = assembled(plan)
        pages |= {f"builds/{name}/{path}": text for path, text in _own_pages(plan, build, made).items()}
        if name == GUIDED:
            pages["BUILD.md"] = made + guide(plan, build, f"builds/{name}/")
            pages |= {f"pictures/{file}": picture for file, picture in guide_pictures(build).items()}
    return pages


def pages_of_plan(plan: Plan) -> dict[str, str]:
    """Return the pages for one's own board: parts, power and wires, settings, guide, pins."""
    made = _MADE.format(f"plan {plan.board_id}")
    build = assembled(plan)
    pages = _own_pages(plan, build, made) | {"PINS.md": made + _pins(), "BUILD.md": made + guide(plan, build, "")}
    return pages | {f"pictures/{file}": picture for file, picture in guide_pictures(build).items()}


def _own_pages(plan: Plan, build: Build, made: str) -> dict[str, str]:
    return {
        "README.md": made + wrapped(_build_page(plan, build)),
        "wiring.svg": diagram(build),
        "settings.json": settings_text(build),
    }


def _build_page(plan: Plan, build: Build) -> str:
    found = faults(build)
    verdict = "\n".join(f"- {sentence}" for sentence in found) if found else "All hold."
    return f"""# {plan.title}

{plan.about}

![Wiring](wiring.svg)

## Parts

{parts_table(build)}
## Power

{power_table(build)}
{power_words(build)}
*Typical* is what a game draws, *limited* what the firmware lets any picture draw, *worst* all lights full white with no
limiter. The current of a light is that of the firmware's model: 16, 11 and 15 mA for full red, green and blue, 1 mA
while dark.

## Settings

`riverlight device install --settings settings.json` brings these to the Pico:

```json
{settings_text(build)}```

## Wires

{wire_table(build)}
## Checks

{checks_words()} {verdict}
"""


def _pins() -> str:
    return f"""# Pins

Every pin of the Pico that is used, from `firmware/pins.py`; what is left are power, ground and reset. *Must do* is the
function that the firmware asks of the pin; all can do IO, PIO and PWM.

{pin_table()}
Grounds are at pins 3, 8, 13, 18, 23, 28, 33 and 38; 3V3 for the card reader is at pin 36, VBUS (5 V of the USB cable)
at pin 40.
"""


def _front() -> str:
    rows = "\n".join(
        f"- [{plan.title}](builds/{name}/README.md): {plan.about}"
        for name, plan in ((name, make()) for name, make in WORKED.items())
    )
    return f"""# hardware

How to build the lights: a guide from the first solder joint on, pin map, wiring, parts, power. All of it is made from
one source, `host/riverlight/wiring/`, and from the pins of `firmware/pins.py`; a test holds it up to date.

- [Building the lights](BUILD.md), step by step, with pictures
- [Pins](PINS.md)

Worked builds, each with its wiring diagram, parts, power budget and settings:

{rows}

For a board of your own, `riverlight hardware plan my_canyon --out built` writes the same pages with its own numbers,
and `riverlight boards print my_canyon --out printed` what is to be printed and cut.
"""
