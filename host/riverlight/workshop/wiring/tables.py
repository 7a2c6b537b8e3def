"""The pages of a build as Markdown: pins, parts, power, wires, firmware settings."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any, Final

from firmware import pins
from riverlight.workshop.wiring.checks import CHECKS, drop_volts
from riverlight.workshop.wiring.electrical import USB_CAPACITOR_F, awg_of, carries_a
from riverlight.workshop.wiring.lengths import DROP_VOLTS
from riverlight.workshop.wiring.model import Build, Terminal
from riverlight.workshop.wiring.power import USB_MA, budget_of, channels_ma, total_of
from riverlight.workshop.wiring.rp2040 import HEADER, jobs_of
from riverlight.workshop.wiring.sensors import position_of
from riverlight.workshop.wiring.shopping import items

__all__ = [
    "checks_words",
    "parts_table",
    "pin_table",
    "power_table",
    "power_words",
    "settings",
    "settings_text",
    "table",
    "terminal_words",
    "wire_table",
    "wrapped",
]

_COLUMNS: Final = 118
_STANDS: Final = re.compile(r"\||#|- |!|\d+\. |```|    |<")
"""The starts of blocks that are not prose: tables, headings, lists, pictures, code."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; columns whose head ends with a colon are right-aligned."""
    marks = ["---:" if name.endswith(":") else "---" for name in head]
    lines = [[name.removesuffix(":") for name in head], marks, *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def wrapped(text: str) -> str:
    """Return Markdown with its prose paragraphs rewrapped; all other lines are unchanged."""
    blocks = (block.strip("\n") for block in text.split("\n\n"))
    kept = (block if _STANDS.match(block) else textwrap.fill(block, _COLUMNS) for block in blocks if block)
    return "\n\n".join(kept) + "\n"


def pin_table() -> str:
    """Return the table of the Pico's GPIOs and what each is wired to."""
    jobs: dict[int, list[tuple[str, str]]] = {}

    def add(gpio: int, where: str, job: str) -> None:
        jobs.setdefault(gpio, []).append((where, job))

    for number, gpio in enumerate(pins.CHAINS, 1):
        add(gpio, f"data of light chain {number}, through gate {number} of the 74AHCT125", "PIO")
    keypads = (("keypad", pins.ROWS, pins.COLUMNS), ("second keypad", pins.SECOND_ROWS, pins.SECOND_COLUMNS))
    for name, driven, read in keypads:
        for letter, lines, word in (("R", driven, "driven"), ("C", read, "read, pulled up")):
            for number, gpio in enumerate(lines, 1):
                add(gpio, f"{name} {letter}{number}", f"IO, {word}")
    add(pins.PEEK, "peek key, to ground", "IO, read, pulled up")
    reader = (("SCK", "SPI0 SCK"), ("MOSI", "SPI0 MOSI"), ("MISO", "SPI0 MISO"), ("SDA (CS)", "IO"), ("RST", "IO"))
    for gpio, (name, job) in zip(pins.READER, reader, strict=True):
        add(gpio, f"card reader {name}", job)
    sensors = (("SCK (CLK)", "SPI0 SCK"), ("LOAD (SH/LD)", "IO"), ("DATA (QH)", "SPI0 MISO"))
    for gpio, (name, job) in zip(pins.SENSORS, sensors, strict=True):
        add(gpio, f"or sensors {name}, where there is no card reader", job)
    add(pins.BUZZER, "or the buzzer, where there is no chain 4", "PWM")
    rows = []
    for gpio in sorted(jobs):
        where = "; ".join(words for words, _ in jobs[gpio])
        needs = " or ".join(dict.fromkeys(job for _, job in jobs[gpio]))
        can = ", ".join(sorted(job for job in jobs_of(gpio) if job not in ("IO", "PIO", "PWM")))
        rows.append((f"GP{gpio}", str(HEADER.index(f"GP{gpio}") + 1), where, needs, can))
    return table(("pin", "at:", "goes to", "must do", "could also do"), rows)


def parts_table(build: Build) -> str:
    """Return the parts list."""
    rows = ((item.quantity, item.what, item.refs, item.note) for item in items(build))
    return table(("how many:", "what", "in the drawing", "look for"), rows)


def power_table(build: Build) -> str:
    """Return the current of each chain, and the total."""
    rows = []
    for chain in build.chains:
        budget = budget_of(chain)
        lost = f"{drop_volts(build, chain):.2f} V"
        feeds = ("light " if len(chain.feeds) == 1 else "lights ") + ", ".join(str(feed + 1) for feed in chain.feeds)
        rows.append((chain.panel, str(chain.lights), *(f"{part} mA" for part in budget), feeds, lost))
    together = [f"{part} mA" for part in total_of(build)]
    name = "all, and the Pico" if build.is_usb else "all"
    rows.append((name, str(sum(chain.lights for chain in build.chains)), *together, "", ""))
    return table(("chain", "lights:", "typical:", "limited:", "worst:", "power comes in at", "lost on the way:"), rows)


def power_words(build: Build) -> str:
    """Return the conclusions from the power budget, in sentences."""
    total = total_of(build)
    area = build.chains[0].area_mm2
    wire = f"{area:g} mm² (AWG {awg_of(area)})"
    limit = (
        "The firmware dims every frame that would draw more than the limit. It counts with "
        f"{build.chains[0].light_ma} mA for a light at full white, as in the settings."
    )
    drop = f"Up to {DROP_VOLTS:g} V may be lost on the way to a light."
    if build.is_usb:
        return (
            f"{limit} A USB port gives {USB_MA} mA at most; the Pico and its lights use up to {total.limited} mA. The "
            f"power wires are {wire}. {drop} Without the limiter the lights could draw {total.worst} mA, and the port "
            f"would switch off. All capacitors together stay under the {USB_CAPACITOR_F * 1e6:g} µF that USB allows.\n"
        )
    supply = build.of_kind("supply")[0].value
    trunk = build.wires[0].area_mm2
    fuses = ", ".join(f"{part.ref} {part.value:g} A" for part in build.of_kind("fuse"))
    pico = (
        "The Pico lives on the same supply, through the diode D1: its USB cable may stay plugged in."
        if build.is_one_supply
        else "The Pico lives on its USB cable; never join the supply to its VBUS, VSYS or 3V3."
    )
    return (
        f"{limit} A supply of {supply:g} A at 5 V has a fifth to spare, and delivers twice the current of the largest "
        f"fuse, so that a short blows the fuse within seconds. Each feed has a fuse of its own ({fuses}; F1 is for the "
        f"level shifter): a quarter above its load, below what its wire carries. Behind the fuses the wires are {wire} "
        f"for {carries_a(area):g} A; before them they are {trunk:g} mm² (AWG {awg_of(trunk)}) and carry what the "
        f"supply gives. {drop} Without the limiter the lights could draw {total.worst / 1000:.1f} A: then fuses blow "
        f"before a wire gets hot. {pico}\n"
    )


def wire_table(build: Build) -> str:
    """Return the table of wires: both ends, cross section, length."""
    rows = (
        (
            terminal_words(build, wire.start),
            terminal_words(build, wire.end),
            f"{wire.area_mm2:g}",
            f"{wire.length_mm:g}",
        )
        for wire in build.wires
    )
    return table(("from", "to", "mm²:", "about mm:"), rows)


def terminal_words(build: Build, terminal: Terminal) -> str:
    """Return a terminal in words, as ``U1 GP22 (pin 29)``."""
    ref, name = terminal
    kind = build.by_ref[ref].kind
    if kind == "pico":
        shown = "GND" if name.startswith("GND") else name
        return f"{ref} {shown} (pin {HEADER.index(name) + 1})"
    if kind == "strip" and "@" in name:
        rail, _, light = name.partition("@")
        return f"{ref} {rail} at light {light}"
    if kind == "block":
        return f"{ref} place {name}"
    return f"{ref} {name}"


def settings(build: Build) -> dict[str, Any]:
    """Return the settings of the firmware for a build, as ``riverlight device install --settings`` takes them."""
    chains = [
        {
            "panel": chain.panel,
            "lights": chain.lights,
            "order": chain.order,
            # On USB power the chains share the port's current.
            "budget_ma": 0 if build.is_usb else chain.budget_ma,
        }
        for chain in build.chains
    ]
    positions = max((1 + (position_of(part) or 0) for part in build.of_kind("hall")), default=0)
    return {
        "riverlight_settings": 1,
        "chains": chains,
        "channel_ma": list(channels_ma(build.chains[0].order, build.chains[0].light_ma)),
        "second_keypad": len(build.of_kind("keypad")) > 1,
        "peek_key": bool(build.of_kind("key")),
        "card_reader": bool(build.of_kind("reader")),
        "buzzer": bool(build.of_kind("buzzer")),
        **({"sensors": positions} if positions else {}),
    }


def settings_text(build: Build) -> str:
    """Return the settings as the content of a file."""
    return json.dumps(settings(build), indent=2) + "\n"


def checks_words() -> str:
    """Return what has been checked, in one sentence."""
    *names, last = CHECKS
    return f"Checked: {', '.join(names)} and {last}."
