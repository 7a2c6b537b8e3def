"""Parts and pins of a chain of sensors, from the wiring model."""

from __future__ import annotations

from riverlight.boards import shipped
from riverlight.workshop.wiring import make_build, plan_for
from riverlight.workshop.wiring.model import fixed_terminals
from riverlight.workshop.wiring.sensors import INPUTS, SENSOR_KINDS, THREE_VOLTS_MA, three_volts_ma
from riverlight.workshop.wiring.shopping import items

from tests.tools.docs.tables import table

__all__ = ["current_line", "inputs_table", "parts_table", "pico_table"]

_BOARD = "canyon"


def parts_table() -> str:
    """Return the parts that Canyon needs besides those that it needs without sensors."""
    plain, sensed = (items(make_build(plan_for(shipped(_BOARD), has_sensors=has))) for has in (False, True))
    known = {(item.what, item.quantity) for item in plain}
    more = [item for item in sensed if (item.what, item.quantity) not in known and not item.what.startswith("wire ")]
    return table(("part", "how many", "look for"), [(item.what, item.quantity, item.note) for item in more])


def pico_table() -> str:
    """Return what leads from the Pico to the first register."""
    build = make_build(plan_for(shipped(_BOARD), has_sensors=True))
    pico, register = fixed_terminals("pico"), fixed_terminals("register")
    rows = [
        (
            "GND" if wire.start[1].startswith("GND") else wire.start[1],
            str(pico.index(wire.start[1]) + 1),
            wire.end[1].replace("_", " "),
            str(register.index(wire.end[1]) + 1),
        )
        for wire in build.wires
        if wire.start[0] == "U1" and build.by_ref[wire.end[0]].kind in SENSOR_KINDS
    ]
    return table(("Pico", "its pin", "first register", "its pin"), rows)


def inputs_table() -> str:
    """Return the pin of each input of a register, in the order of the positions."""
    register = fixed_terminals("register")
    pins = [str(register.index(name) + 1) for name in INPUTS]
    return table(("input", *INPUTS), [("position", *map(str, range(len(INPUTS)))), ("pin", *pins)])


def current_line() -> str:
    """Return what Canyon's sensors draw at most, and what there is."""
    drawn_ma = three_volts_ma(make_build(plan_for(shipped(_BOARD), has_sensors=True)).parts)
    return f"Canyon's sensors draw up to {drawn_ma:.0f} mA from 3V3, which gives {THREE_VOLTS_MA} mA."
