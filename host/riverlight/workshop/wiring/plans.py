"""Plans of builds: chains of lights from a board file, and other parts on the Pico. Three worked builds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist
from typing import Final

from firmware import power
from riverlight.boards import Board, shipped
from riverlight.boards.sensors import has_sensors as is_sensed
from riverlight.boards.sensors import sensor_spaces, with_sensors
from riverlight.errors import BoardError
from riverlight.workshop.light_types import LIGHT_TYPES
from riverlight.workshop.wiring.power import budgets_ma, channels_ma, light_ma_of, refuse_overload
from riverlight.workshop.wiring.sensors import SensorPlace
from shared_rules.board import NONE

__all__ = ["WORKED", "ChainPlan", "Plan", "plan_for"]

_USUAL_HOP_MM: Final = 35.0
"""Default distance between lights: five metres of strip with thirty a metre, cut into single lights."""

_USUAL_FAR_MM: Final = 500.0
"""Default distance from the first light to any other."""

_BEND_MM: Final = 10.0
"""Wire between lights is longer than their distance by this factor: it bends from pad to pad."""

_MOST_CHAINS: Final = 4
_MOST_LIGHTS: Final = 300


@dataclass(frozen=True, slots=True)
class ChainPlan:
    """A chain of lights.

    Attributes:
        panel: its name in the board file.
        lights: the number of lights.
        hops_mm: the length of wire from each light to the next.
        far_mm: the straight distance of each light from the first one.
    """

    panel: str
    lights: int
    hops_mm: tuple[float, ...]
    far_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan of a build.

    Attributes:
        name: a word for files.
        title, about: a name and a sentence for people.
        chains: the chains of lights.
        is_usb: whether the lights are powered from the Pico's USB.
        is_one_supply: whether the Pico is powered from the lights' supply.
        order: the colour order, as GRB or GRBW.
        light_type: a name in :data:`riverlight.workshop.light_types.LIGHT_TYPES`.
        light_ma: measured current of one light at full white, 0 for the planning figure.
        keypads: one or two.
        has_reader, has_peek_key, has_buzzer: the optional parts.
        sensors: the sensors under the spaces by ascending position; empty without sensors.
        board_id: of the board file, "" for none.
        size_mm: the board's width and height, None for none.
    """

    name: str
    title: str
    about: str
    chains: tuple[ChainPlan, ...]
    is_usb: bool = False
    is_one_supply: bool = False
    order: str = "GRB"
    light_type: str = "pixels"
    light_ma: int = 0
    keypads: int = 1
    has_reader: bool = False
    has_peek_key: bool = False
    has_buzzer: bool = False
    sensors: tuple[SensorPlace, ...] = ()
    board_id: str = ""
    size_mm: tuple[float, float] | None = None


def plan_for(
    board: Board,
    *,
    is_usb: bool = False,
    is_one_supply: bool = False,
    order: str = "",
    light_type: str = "pixels",
    light_ma: int = 0,
    keypads: int = 1,
    has_reader: bool = False,
    has_peek_key: bool = False,
    has_buzzer: bool = False,
    has_sensors: bool = False,
) -> Plan:
    """Return the plan for a board file's chains; without ``order`` the lights' default is used.

    With ``has_sensors``, the board file's sensors are used, or if it has none, all spaces in the proposed order.

    Raises:
        BoardError: one Pico cannot drive the chains, or would refuse their current; sensors are requested with a card
            reader, or no piece can be sensed.
    """
    order = order or LIGHT_TYPES[light_type].order
    chains = tuple(_chain(board, panel) for panel, _ in board.core.panels)
    most = _MOST_CHAINS - 1 if has_buzzer else _MOST_CHAINS
    if len(chains) > most:
        beside = " beside a buzzer" if has_buzzer else ""
        message = f"Board {board.id} has {len(chains)} chains of lights; a Pico drives at most {most}{beside}."
        raise BoardError(message)
    for chain in chains:
        if chain.lights > _MOST_LIGHTS:
            message = f"Chain {chain.panel} of board {board.id} has {chain.lights} lights, at most {_MOST_LIGHTS} go."
            raise BoardError(message)
    budgets = budgets_ma(tuple(chain.lights for chain in chains), is_usb)
    wanted = {
        chain.panel: {"lights": chain.lights, "order": order, "budget_ma": budget}
        for chain, budget in zip(chains, budgets, strict=True)
    }
    refuse_overload(wanted, power.SUPPLY_MA, channels_ma(order, light_ma_of(order, light_ma)))
    return Plan(
        name=board.id,
        title=board.title,
        about=f"The board file {board.id}.",
        chains=chains,
        is_usb=is_usb,
        is_one_supply=is_one_supply,
        order=order,
        light_type=light_type,
        light_ma=light_ma,
        keypads=keypads,
        has_reader=has_reader,
        has_peek_key=has_peek_key,
        has_buzzer=has_buzzer,
        sensors=_sensors(board, has_reader=has_reader) if has_sensors else (),
        board_id=board.id,
        size_mm=board.size_mm if all(board.size_mm) else None,
    )


def _sensors(board: Board, *, has_reader: bool) -> tuple[SensorPlace, ...]:
    if has_reader:
        raise BoardError("Sensors and card reader use the same pins of the Pico: plan one or the other.")
    sensed = with_sensors(board)
    if not is_sensed(sensed):
        raise BoardError(f"Board {board.id} has no space where a piece rests over a sensor: plan it without sensors.")
    places = {space["id"]: space.get("at_mm") for space in sensed.document["spaces"]}
    found = [
        SensorPlace(position, space, tuple(places[space]) if places[space] else None)
        for panel, _ in sensed.core.panels
        for position, space in sensor_spaces(sensed, panel).items()
    ]
    return tuple(sorted(found))


def _chain(board: Board, panel: str) -> ChainPlan:
    chain = bytes(dict(board.core.panels)[panel])
    spaces = board.document["spaces"]
    places = [None if space == NONE else spaces[space].get("at_mm") for space in chain]
    first = places[0]
    hops = [_way_mm(here, there, _USUAL_HOP_MM) for here, there in pairwise(places)]
    far = [_way_mm(first, place, _USUAL_FAR_MM) for place in places]
    return ChainPlan(panel, len(chain), tuple(hops), tuple(far))


def _way_mm(here: Sequence[float] | None, there: Sequence[float] | None, usual_mm: float) -> float:
    """Return the length of wire between two points."""
    return usual_mm if here is None or there is None else round(dist(here, there) + _BEND_MM)


def _bare() -> Plan:
    plan = plan_for(shipped("niagara"), is_usb=True)
    return replace(
        plan,
        name="bare-minimum",
        title="Bare minimum",
        about=f"Niagara's {plan.chains[0].lights} lights on the Pico's own USB power, and a keypad: no supply, no "
        "fuse, an afternoon's work.",
    )


def _one_board() -> Plan:
    lights = 150
    board = plan_for(shipped("canyon"), has_reader=True, has_peek_key=True, has_buzzer=True)
    laid = board.chains[0]
    spare = lights - laid.lights
    chain = ChainPlan("main", lights, laid.hops_mm + (_USUAL_HOP_MM,) * spare, laid.far_mm + (_USUAL_FAR_MM,) * spare)
    return replace(
        board,
        name="one-board",
        title="One board",
        about=f"Canyon with a supply of its own, card reader, peek key and buzzer. It is worked out for {lights} "
        f"lights, three strings of fifty pixels; the shipped map takes {laid.lights} of them.",
        chains=(chain,),
    )


def _pyramid() -> Plan:
    plan = plan_for(shipped("pyramid"), keypads=2)
    return replace(
        plan,
        name="pyramid",
        title="Pyramid",
        about="An upright board with a panel of lights on either side, and a keypad on either side.",
    )


WORKED: Final[Mapping[str, Callable[[], Plan]]] = {
    "bare-minimum": _bare,
    "one-board": _one_board,
    "pyramid": _pyramid,
}
"""The worked builds by name."""
