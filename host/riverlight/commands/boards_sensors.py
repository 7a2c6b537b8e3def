"""``riverlight boards sensors``: add sensors to a board, as proposed or as wired."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

import click

from riverlight.boards import load
from riverlight.boards.files import save
from riverlight.boards.kinds import kind_for
from riverlight.boards.saved import saved_ids
from riverlight.boards.sensors import assign_sensors, propose_sensors
from riverlight.devices.client import DeviceClient
from riverlight.devices.identity import KnownDevice
from riverlight.errors import BoardError, DeviceError

__all__ = ["SensingClient", "find_sensors", "sensors"]

_COLOUR: Final = 0xFFFFFF
_AGAIN_SECONDS: Final = 1.5  # the device turns a light off unless the request is repeated
_HELLO_SECONDS: Final = 4.0
_SKIP: Final = "*"
_BACK: Final = "#"


class SensingClient(Protocol):
    """The device operations that this command needs."""

    def hello(self, seconds: float) -> dict[str, Any] | None:
        """Return its ``hello``."""

    def probe(self, **wanted: object) -> dict[str, Any]:
        """Light a light."""

    def sense_or_key(self, seconds: float) -> dict[str, Any] | None:
        """Return the next sensor or key event, acknowledged."""


@click.command(epilog="Example: riverlight boards sensors my_canyon --port /dev/ttyACM0")
@click.argument("board")
@click.option("--port", metavar="PORT", help="Serial port of a Pico: find out how its sensors are wired.")
@click.option("--id", "name", metavar="ID", help="Save the board under this id.")
def sensors(board: str, port: str | None, name: str | None) -> None:
    """Add sensors to BOARD in the proposed order of their chain and save it.

    With --port, each space is lit in turn: put one magnet there, or slide it on from the space before. On the keypad, *
    leaves a space without a sensor, # goes back one.
    """
    loaded = load(board)
    document = {**loaded.document, "id": name or loaded.id}
    if not kind_for(document["game"]).sensed_kinds:
        message = f"The pieces of {document['game']} cannot be sensed: a board of it has no sensors."
        raise BoardError(message)
    if document["id"] != board and document["id"] in saved_ids():
        message = f"You already have a board {document['id']}; choose another id with --id."
        raise BoardError(message)
    proposed = propose_sensors(document)
    save(proposed, replaces=True)  # fail before the work rather than after it
    if port is not None:
        with DeviceClient(KnownDevice(port).open(), port) as client:
            proposed = find_sensors(client, proposed, click.echo)
    count = sum(len(space.get("sensor", ())) for space in proposed["spaces"])
    click.echo(f"{save(proposed, replaces=True)}: {count} sensors.")


def find_sensors(client: SensingClient, document: Mapping[str, Any], tell: Callable[[str], object]) -> dict[str, Any]:
    """Light the proposed spaces one by one; return the board with the sensors found.

    Raises:
        DeviceError: if the device has no sensors, or disconnects.
    """
    hello = client.hello(_HELLO_SECONDS)
    if hello is None or not hello.get("s"):
        message = "The device reads no sensors: set sensors in its settings to how many positions its chain has."
        raise DeviceError(message)
    asked = list(_asked(document))
    found: dict[int, int] = {}  # chain positions by index in asked
    place = 0
    while place < len(asked):
        space, panel, light = asked[place]
        tell(f"{place + 1} of {len(asked)}: put the magnet on {space}, where {panel} is lit.")
        answer = _answer(client, panel, light, {at for other, at in found.items() if other != place})
        if answer == _BACK:
            place = max(0, place - 1)
            found.pop(place, None)
            continue
        if isinstance(answer, int):
            found[place] = answer
        place += 1
    client.probe()
    wired: dict[str, dict[str, int]] = {}
    for place, position in found.items():
        space, panel, _ = asked[place]
        wired.setdefault(space, {})[panel] = position
    return assign_sensors(document, wired)


def _asked(document: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield space, panel and light of each proposed sensor, in the order of the chain."""
    proposed = [
        (position, space["id"], panel, int(space["leds"][panel][0]))
        for space in document["spaces"]
        for panel, position in space.get("sensor", {}).items()
    ]
    for _, space, panel, light in sorted(proposed):
        yield space, panel, light


def _answer(client: SensingClient, panel: str, light: int, taken: set[int]) -> int | str:
    """Return the next position that detects a magnet, or the key pressed instead."""
    while True:
        client.probe(p=panel, i=light, c=_COLOUR)
        message = client.sense_or_key(_AGAIN_SECONDS)
        if message is None:
            continue
        if message["t"] == "key" and message["k"] in (_SKIP, _BACK):
            return str(message["k"])
        if message["t"] == "sense" and message["s"] and message["p"] not in taken:
            return int(message["p"])
