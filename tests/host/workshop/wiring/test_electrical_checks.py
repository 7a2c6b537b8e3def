"""Every electrical check finds the fault that is planted for it, and finds none in a sound board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from riverlight.boards import Board, shipped_ids
from riverlight.boards import shipped as shipped_board
from riverlight.errors import BoardError
from riverlight.workshop.wiring import WORKED, faults, make_build, plan_for
from riverlight.workshop.wiring.checks import CHECKS, drop_volts
from riverlight.workshop.wiring.model import Build
from riverlight.workshop.wiring.plans import ChainPlan, Plan
from riverlight.workshop.wiring.sensors import SensorPlace

from tests.host.workshop.wiring.faulty import (
    exchanged,
    with_length,
    with_value,
    with_wire,
    with_wires_of,
    without_part,
    without_wire,
)


def built(name: str) -> Build:
    return make_build(WORKED[name]())


@pytest.mark.parametrize("name", WORKED)
def test_the_worked_builds_are_sound(name: str) -> None:
    assert faults(built(name)) == []


@pytest.mark.parametrize("is_usb", [True, False])
@pytest.mark.parametrize("game", shipped_ids())
def test_a_build_for_any_shipped_board_is_sound(game: str, is_usb: bool) -> None:
    plan = plan_for(shipped_board(game), is_usb=is_usb, keypads=2, has_reader=True, has_peek_key=True, has_buzzer=True)
    assert faults(make_build(plan)) == []


@pytest.mark.parametrize("lights", [1, 2, 60, 300])
@pytest.mark.parametrize("chains", [1, 2, 3, 4])
def test_builds_of_any_size_are_sound(chains: int, lights: int) -> None:
    chain = ChainPlan("a", lights, (35.0,) * (lights - 1), (0.0, *(800.0,) * (lights - 1)))
    plan = Plan("large", "Large", "", tuple(replace(chain, panel=name) for name in "abcd"[:chains]), keypads=2)
    assert faults(make_build(plan)) == []


PLANTED: dict[str, tuple[str, Callable[[], Build], str]] = {
    "no level shifter": (
        "level shifter",
        lambda: with_wire(without_part(built("one-board"), "U2"), "U1.GP22", "R1.1"),
        "Strip main gets its data straight from the Pico: 3.3 V are too few for a strip on 5 V.",
    ),
    "a level shifter on 3.3 V": (
        "level shifter",
        lambda: with_wire(without_wire(built("one-board"), "F1.2", "U2.VCC"), "U1.3V3", "U2.VCC"),
        "U2.VCC must be on the 5 V of the strips",
    ),
    "a gate that stays shut": (
        "level shifter",
        lambda: without_wire(built("one-board"), "U2.1OE", "U2.GND"),
        "U2.1OE must go to ground, or its gate stays shut.",
    ),
    "an open input": (
        "level shifter",
        lambda: without_wire(built("one-board"), "U2.3A", "U2.GND"),
        "U2.3A is open: tie an unused input to ground, or it floats.",
    ),
    "a gate without its input": (
        "level shifter",
        lambda: without_wire(built("one-board"), "U1.GP22", "U2.1A"),
        "Strip main gets no data: U2.1A reaches no pin of the Pico.",
    ),
    "no data at all": (
        "level shifter",
        lambda: without_wire(built("pyramid"), "U2.2Y", "R2.1"),
        "Strip shrine gets no data: its DIN reaches no output of a level shifter.",
    ),
    "no bypass capacitor": (
        "level shifter",
        lambda: without_part(built("pyramid"), "C1"),
        "U2 needs a capacitor of 100 nF across its VCC and GND.",
    ),
    "no resistor": (
        "resistors",
        lambda: with_wire(without_part(built("one-board"), "R1"), "U2.1Y", "LS1.DIN"),
        "Strip main has no resistor before its DIN: put 330 Ω there, near the strip.",
    ),
    "a wrong resistor": (
        "resistors",
        lambda: with_value(built("one-board"), "R1", 33000),
        "R1 before strip main has 33000 Ω; 330 Ω is right",
    ),
    "no capacitor": (
        "capacitors",
        lambda: without_part(built("pyramid"), "C3"),
        "Strip shrine has no capacitor of 1000 µF across its 5 V and ground, plus to plus.",
    ),
    "a small capacitor": (
        "capacitors",
        lambda: with_value(built("one-board"), "C2", 100e-6),
        "Strip main has no capacitor of 1000 µF",
    ),
    "a capacitor the wrong way round": (
        "capacitors",
        lambda: with_wire(
            with_wire(
                without_wire(without_wire(built("one-board"), "C2.+", "LS1.5V@1"), "C2.-", "LS1.GND@1"),
                "C2.-",
                "LS1.5V@1",
            ),
            "C2.+",
            "LS1.GND@1",
        ),
        "Strip main has no capacitor of 1000 µF across its 5 V and ground, plus to plus.",
    ),
    "no common ground": (
        "common ground",
        lambda: without_wire(built("one-board"), "X2.2", "U1.GND38"),
        "PS1.- is not joined to the Pico's ground: all grounds must be one.",
    ),
    "a strip off the ground": (
        "common ground",
        lambda: without_wire(without_wire(built("one-board"), "X2.4", "LS1.GND@1"), "X2.5", "LS1.GND@150"),
        "LS1.GND@1 is not joined to the Pico's ground",
    ),
    "5 V at the reader": (
        "3.3 V pins",
        lambda: with_wire(without_wire(built("one-board"), "U1.3V3", "RD1.3.3V"), "X1.1", "RD1.3.3V"),
        "RD1.3.3V is joined to 5 V and stands 3.3 V at most.",
    ),
    "5 V at a pin": (
        "3.3 V pins",
        lambda: with_wire(built("bare-minimum"), "U1.VBUS", "U1.GP20"),
        "U1.GP20 is joined to 5 V and stands 3.3 V at most.",
    ),
    "the supply on the USB port": (
        "3.3 V pins",
        lambda: with_wire(built("one-board"), "X1.1", "U1.VBUS"),
        "U1.VBUS is joined to the supply of the lights, which would feed back into the USB port.",
    ),
    "no fuse": (
        "fuses",
        lambda: with_wire(without_part(built("one-board"), "F2"), "X1.1", "LS1.5V@1"),
        "PS1 feeds LS1.5V@150 without a fuse between.",
    ),
    "a fuse over the wire's rating": (
        "fuses",
        lambda: with_value(built("one-board"), "F2", 10),
        "F2 lets 10 A through the wire from F2.2 to LS1.5V@1, whose 0.5 mm² carry 3 A.",
    ),
    "wires under the fuse's rating": (
        "fuses",
        lambda: with_wires_of(built("pyramid"), 0.34),
        "F2 lets 2 A through the wire from F2.2 to LS1.5V@1, whose 0.34 mm² carry 1.36 A.",
    ),
    "thin wires between the lights": (
        "fuses",
        lambda: replace(
            built("pyramid"), chains=tuple(replace(chain, area_mm2=0.25) for chain in built("pyramid").chains)
        ),
        "F2 lets 2 A through the wires between the lights of tomb, whose 0.25 mm² carry 1 A.",
    ),
    "a fuse that blows": (
        "fuses",
        lambda: with_value(built("pyramid"), "F2", 1),
        "F2 blows: 0.9 A are allowed to flow through its 1 A; it needs 1.125 A.",
    ),
    "a budget over the supply": (
        "supply",
        lambda: with_value(built("one-board"), "PS1", 1.5),
        "The lights may draw 1500 mA, PS1 gives 1200 mA at four fifths of its 1.5 A",
    ),
    "a budget over the USB port": (
        "supply",
        lambda: replace(built("bare-minimum"), chains=(replace(built("bare-minimum").chains[0], budget_ma=600),)),
        "The lights may draw 640 mA with the Pico; a USB port gives 500 mA.",
    ),
    "no supply": ("supply", lambda: without_part(built("one-board"), "PS1"), "Nothing supplies the lights."),
    "a pin used twice": (
        "pins",
        lambda: with_wire(built("one-board"), "U1.GP22", "K1.R1", job="IO"),
        "GP22 is used twice: for U2.1A and K1.R1. Give each a pin of its own.",
    ),
    "a buzzer beside a fourth chain": (
        "pins",
        lambda: with_wire(with_wire(built("one-board"), "U1.GP1", "U2.4A", job="PIO"), "U1.GP26", "S1.1", job="ADC"),
        "GP1 is used twice: for R2.1 and U2.4A.",
    ),
    "a pin that is no SPI clock": (
        "pins",
        lambda: with_wire(without_wire(built("one-board"), "U1.GP18", "RD1.SCK"), "U1.GP21", "RD1.SCK", job="SPI0 SCK"),
        "GP21 cannot do SPI0 SCK, which RD1.SCK needs.",
    ),
    "a pin of the other SPI block": (
        "pins",
        lambda: with_wire(without_wire(built("one-board"), "U1.GP18", "RD1.SCK"), "U1.GP10", "RD1.SCK", job="SPI0 SCK"),
        "GP10 cannot do SPI0 SCK",
    ),
    "a pin that measures nothing": (
        "pins",
        lambda: with_wire(built("bare-minimum"), "U1.GP21", "X1.1", job="ADC"),
        "GP21 cannot do ADC, which X1.1 needs.",
    ),
    "a pin that is not brought out": (
        "wires end at parts",
        lambda: with_wire(built("one-board"), "U1.GP23", "U2.2A", job="PIO"),
        "A wire goes to U1.GP23, but U1 has no such terminal.",
    ),
    "a wire to nowhere": (
        "wires end at parts",
        lambda: with_wire(built("one-board"), "U1.GP22", "U9.1A"),
        "A wire goes to U9, which is not among the parts.",
    ),
    "a far end left hungry": (
        "voltage drop",
        lambda: replace(built("one-board"), chains=(replace(built("one-board").chains[0], feeds=(0,)),)),
        "Strip main loses 0.66 V on the way to its far lights, 0.3 V may be lost",
    ),
    "a fuse that the supply cannot blow": (
        "fuses",
        lambda: with_value(with_value(built("one-board"), "F2", 3), "PS1", 4),
        "F2 of 3 A would not blow: PS1 gives 4 A, and a fuse opens quickly at 2 times its rating.",
    ),
    "a feed that returns through the Pico": (
        "paths of the current",
        lambda: with_wire(without_wire(built("one-board"), "X2.5", "LS1.GND@150"), "U1.GND8", "LS1.GND@150"),
        "The current of LS1.GND@150 flows through U1.GND8: give it a wire to the block.",
    ),
    "a far feed without its ground": (
        "paths of the current",
        lambda: without_wire(built("one-board"), "X2.5", "LS1.GND@150"),
        "LS1.GND@150 has no wire back to the supply",
    ),
    "thin wire from the supply": (
        "paths of the current",
        lambda: with_length(with_wires_of(built("one-board"), 0.25), "X1.1", "PS1.+", 100),
        "1.5 A flow through the wire from X1.1 to PS1.+, whose 0.25 mm² carry 1 A.",
    ),
    "a large capacitor on USB power": (
        "capacitors",
        lambda: with_value(built("bare-minimum"), "C2", 1000e-6),
        "The capacitors on USB power have 1000.1 µF together; USB allows 10 µF",
    ),
    "more capacitors than the supply charges": (
        "capacitors",
        lambda: with_value(built("one-board"), "C2", 10000e-6),
        "PS1 has to charge 10000.1 µF when it starts; 8000 µF are what its 2 A fill in 20 ms.",
    ),
    "no pull-down": (
        "resistors",
        lambda: without_part(built("pyramid"), "R12"),
        "U2.2A has no pull-down: put 4.7 kΩ from it to ground, or lights flash while the Pico starts.",
    ),
    "hunters and mummy exchanged at the Pico": (
        "who sees what",
        lambda: exchanged(built("pyramid"), "U2.1A", "U2.2A"),
        "Strip tomb gets the data of shrine from U1.GP21: it would show what only shrine may show.",
    ),
    "hunters and mummy exchanged at the strips": (
        "who sees what",
        lambda: exchanged(built("pyramid"), "LS1.DIN", "LS2.DIN"),
        "Strip shrine gets the data of tomb from U1.GP22: it would show what only tomb may show.",
    ),
    "two rows of a keypad exchanged": (
        "connections",
        lambda: exchanged(built("one-board"), "K1.R1", "K1.R2"),
        "The wires at K1.R2 and K1.R1 are exchanged: swap them.",
    ),
    "a row of the keypad missing": (
        "connections",
        lambda: without_wire(built("one-board"), "U1.GP4", "K1.R3"),
        "K1.R3 is not joined to U1.GP4",
    ),
    "a column on another pin": (
        "connections",
        lambda: with_wire(without_wire(built("one-board"), "U1.GP8", "K1.C3"), "U1.GP26", "K1.C3"),
        "must not be: U1.GP26 stays free, nothing belongs there. K1.C3 belongs to U1.GP8.",
    ),
    "the chain on the second chain's pin": (
        "connections",
        lambda: with_wire(without_wire(built("one-board"), "U1.GP22", "U2.1A"), "U1.GP21", "U2.1A", job="PIO"),
        "U2.1A belongs to U1.GP22.",
    ),
    "data lines of the reader exchanged": (
        "connections",
        lambda: exchanged(built("one-board"), "RD1.MISO", "RD1.MOSI"),
        "The wires at RD1.MISO and RD1.MOSI are exchanged: swap them.",
    ),
    "a reader without its supply": (
        "connections",
        lambda: without_wire(built("one-board"), "U1.3V3", "RD1.3.3V"),
        "RD1.3.3V is not joined to U1.3V3: 3.3 V needs a wire there.",
    ),
    "the Pico switched off": (
        "connections",
        lambda: with_wire(built("one-board"), "U1.3V3_EN", "U1.GND38"),
        "U1.3V3_EN stays free, at ground it switches the Pico off.",
    ),
    "a short of the supply": (
        "connections",
        lambda: with_wire(built("one-board"), "X1.1", "X2.1"),
        "The wire from X1.1 to X2.1 joins two nets: X1.1 belongs to +5 V, X2.1 to ground.",
    ),
    "two outputs joined": (
        "connections",
        lambda: with_wire(built("pyramid"), "U2.1Y", "U2.2Y"),
        "U2.1Y belongs to data of tomb, 5 V, U2.2Y to data of shrine, 5 V.",
    ),
    "a reader at the end of a long cable": (
        "lengths",
        lambda: with_length(built("one-board"), "U1.GP18", "RD1.SCK", 900),
        "The wire from U1.GP18 to RD1.SCK is 900 mm long; up to 300 mm work reliably there.",
    ),
    "sensors beside a card reader": (
        "sensors",
        lambda: make_build(replace(WORKED["one-board"](), sensors=(SensorPlace(0, "a1", None),))),
        "Sensors and card reader use the same pins of the Pico: leave one of them out.",
    ),
    "thin wire to the board": (
        "voltage drop",
        lambda: with_wires_of(built("one-board"), 0.14),
        "feed it in more places or take thicker wire.",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found_by_its_check(name: str) -> None:
    check, make, sentence = PLANTED[name]
    found = list(CHECKS[check](make()))
    assert any(sentence in each.sentence for each in found), found
    assert all(each.sentence.endswith(".") for each in found)


def test_every_check_has_a_planted_fault() -> None:
    assert {check for check, _, _ in PLANTED.values()} == set(CHECKS)


def test_faults_name_all_that_is_wrong_at_once() -> None:
    build = without_part(without_part(built("pyramid"), "C2"), "C3")
    assert len(faults(build)) == 2


def test_the_drop_grows_with_the_current_and_the_length() -> None:
    build = built("pyramid")
    chain = build.chains[0]
    assert drop_volts(build, replace(chain, budget_ma=2 * chain.budget_ma)) > 1.5 * drop_volts(build, chain)
    longer = replace(chain, hops_mm=tuple(2 * hop for hop in chain.hops_mm))
    assert drop_volts(build, longer) > drop_volts(build, chain)


def test_boards_beyond_one_pico_are_refused_with_a_sentence() -> None:
    spaces = [
        {"id": "a", "kind": "start", "at_mm": [9, 9], "touches": [], "leds": {name: [0] for name in "abcd"}},
    ]
    board = Board({"riverlight_board": 1, "game": "canyon", "id": "own", "title": "Own", "spaces": spaces})
    assert len(plan_for(board).chains) == 4
    with pytest.raises(BoardError, match="4 chains of lights; a Pico drives at most 3 beside a buzzer"):
        plan_for(board, has_buzzer=True)
    spaces[0]["leds"] = {"a": [300]}
    board = Board({"riverlight_board": 1, "game": "canyon", "id": "own", "title": "Own", "spaces": spaces})
    with pytest.raises(BoardError, match="Chain a of board own has 301 lights, at most 300 go"):
        plan_for(board)
