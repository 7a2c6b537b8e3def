"""The build guide's step on the sensor chain."""

from __future__ import annotations

from collections.abc import Iterator

from riverlight.boards import shipped_ids
from riverlight.workshop.wiring.model import Build, Part, Terminal
from riverlight.workshop.wiring.sensors import INPUTS, THREE_VOLTS_MA, three_volts_ma
from riverlight.workshop.wiring.tables import table

__all__ = ["sensor_check", "sensor_text", "sensors_before_print"]


def sensors_before_print(board_id: str) -> str:
    """Return how to add to the board file the sensors that the drill template marks."""
    is_own = board_id not in shipped_ids()
    name = board_id if is_own else f"my_{board_id}"
    copy = "" if is_own else f" --id {name}"
    return f"""
The drill template marks the sensors that the board file names. Where it names none yet, write those of this plan to it
first, and use `{name}` as the board from here on:

    riverlight boards sensors {board_id}{copy}
"""


def sensor_text(build: Build) -> str:
    """Return the wiring of each register."""
    registers = build.of_kind("register")
    first, last = registers[0].ref, registers[-1].ref
    chain = (
        "CLK and SH/LD lead on from each register to the next, VCC and GND too; QH of each further one goes to SER of "
        f"the one before it, SER of {last} to its GND."
        if len(registers) > 1
        else f"SER of {first} goes to its GND."
    )
    rows = [(f"{pin} (pin {number})", f"{first} {name}") for pin, number, name in _from_pico(build, first)]
    drawn = f"{three_volts_ma(build.parts):.0f}"
    inputs = [(part.ref, name, hall, space) for part in registers for name, hall, space in _inputs(build, part)]
    return f"""
Solder each 74HC165 on a small board of its own and lay it under the first of its spaces. On each: CLK INH to GND, the
capacitor of 100 nF across VCC and GND, COM of its resistor network to VCC, and the network's eight other pins to the
eight inputs. From the Pico, all unplugged:

{table(("Pico", "register"), rows)}
{chain}

Then the Hall switches, each flat under its space where the drill template has its cross: supply and ground from the
register along its row of switches, the output to its own input. Inputs without a switch keep their pull-up.

{table(("register", "input", "switch", "space"), inputs)}
They draw up to {drawn} mA from 3V3, which gives {THREE_VOLTS_MA} mA. Glue a magnet into the foot of each piece, flat
side down. If you wired the switches in another order, `riverlight boards sensors` with `--port PORT` lights one space
after another and notes which sensor feels the magnet there.
"""


def sensor_check() -> str:
    """Return how to test the sensors."""
    return (
        "Before any power, with the meter on ohms: from 3V3 (pin 36) to ground it must not beep. Then, with no magnet "
        "on the board, `riverlight device test` says `ok sensors` and a magnet at 0; with one on any space, at 1."
    )


def _from_pico(build: Build, ref: str) -> Iterator[tuple[str, int, str]]:
    pico = build.by_ref["U1"].terminals
    for wire in build.wires:
        if wire.start[0] == "U1" and wire.end[0] == ref:
            pin = wire.start[1]
            yield "GND" if pin.startswith("GND") else pin, pico.index(pin) + 1, _shown(build, wire.end)


def _shown(build: Build, terminal: Terminal) -> str:
    ref, name = terminal
    return f"{name.replace('_', ' ')} ({build.by_ref[ref].terminals.index(name) + 1})"


def _inputs(build: Build, register: Part) -> Iterator[tuple[str, str, str]]:
    for wire in build.wires:
        if wire.end[0] == register.ref and wire.end[1] in INPUTS and wire.start[1] == "OUT":
            hall = build.by_ref[wire.start[0]]
            yield _shown(build, wire.end), hall.ref, hall.label
