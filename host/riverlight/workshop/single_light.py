"""Light single lights of a device from the pages, to trace and calibrate a chain.

Without a port this is a simulated Pico with a practice strip under the board, so that everything can be tried without
hardware.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import Any, Final, NamedTuple

from firmware import pins, settings
from riverlight.closeable import Closeable
from riverlight.devices.client import DeviceClient
from riverlight.devices.identity import KnownDevice
from riverlight.devices.ports import READ_SECONDS, Port, open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.status import sentence
from riverlight.errors import DeviceError
from riverlight.folders import PassingFolder
from riverlight.languages.text import plural, series, text
from riverlight.workshop.calibrate import practice_strip
from riverlight.workshop.lights import LIGHTS_MAX, chain_of

__all__ = ["ALL", "LitLight", "SingleLight"]

ALL: Final = -1
"""Instead of a light's number: all lights of the chain."""

_HELLO_SECONDS: Final = 4.0
_FRAME_SECONDS: Final = 1.0
_LOOK_SECONDS: Final = 0.005
_SUPPLY_MA: Final = 20_000  # of the simulated strip: high enough that the limiter dims nothing

Strip = Callable[[Mapping[str, Any]], Sequence[str | None]]
"""Returns the space above each light of a strip, given a board."""


class LitLight(NamedTuple):
    """A lit space: its id, and the light's colour 0xRRGGBB."""

    space: str
    colour: int


class SingleLight(Closeable):
    """The lights of one device, opened when first needed; a context manager.

    Args:
        port: the serial port of a Pico; None for a simulated one.
        strip: the layout of the simulated strip.
    """

    def __init__(self, port: str | None = None, strip: Strip = practice_strip) -> None:
        self.is_simulated = port is None
        self._port = port
        self._device = None if port is None else KnownDevice(port)
        self._strip_of = strip
        self._strips: dict[str, list[str | None]] = {}
        self._using = threading.RLock()
        self._opened = ExitStack()
        self._client: DeviceClient | None = None
        self._line: Port | None = None
        self._pico: SimulatedPico | None = None
        self._chains: dict[str, int] = {}

    def close(self) -> None:
        """Turn the lights off and release the port."""
        with self._using:
            if self._client is not None:
                with suppress(DeviceError):  # unplugged, so its lights are off
                    self._client.probe()
            self._leave()

    def select_panel(self, document: Mapping[str, Any], panel: str) -> int:
        """Prepare the chain of ``panel`` for a board; return its number of lights.

        Raises:
            DeviceError: if the device is unavailable, or has no such chain.
        """
        with self._using:
            if self.is_simulated:
                self._fit_strip(document, panel)
            self._ready()
            if panel not in self._chains:
                chains = [
                    plural("{chain} with {n} light", "{chain} with {n} lights", count, chain=name)
                    for name, count in self._chains.items()
                ]
                message = text(
                    "The device has no chain {chain}. Its chains: {chains}.",
                    chain=panel,
                    chains=series(chains) if chains else text("none"),
                )
                raise DeviceError(message)
            return self._chains[panel]

    def light(self, panel: str, light: int | None, colour: int) -> None:
        """Light one light of ``panel``, ALL of them, or none (None).

        The device turns it off after five seconds.

        Raises:
            DeviceError: if the device is unavailable.
        """
        with self._using:
            client = self._ready()
            try:
                if light is None:
                    client.probe()
                else:
                    client.probe(p=panel, i=light, c=colour)
            except DeviceError:
                self._leave()  # the next call opens it again
                raise

    def shining(self, panel: str, light: int) -> list[LitLight]:
        """Return which spaces the simulated strip lights for ``light``; [] for hardware."""
        with self._using:
            pico, strip = self._pico, self._strips.get(panel, [])
            if pico is None or panel not in self._chains:
                return []
            number = list(self._chains).index(panel)
            deadline = time.monotonic() + _FRAME_SECONDS
            while time.monotonic() < deadline:
                lit = [at for at, colour in enumerate(pico.lights(number)) if any(colour)]
                if lit == [light] or (light == ALL and len(lit) == self._chains[panel]):
                    break
                time.sleep(_LOOK_SECONDS)
            return [
                LitLight(space, red << 16 | green << 8 | blue)
                for space, (red, green, blue) in zip(strip, pico.lights(number), strict=False)
                if space is not None and (red or green or blue)
            ]

    def pressed(self) -> list[str]:
        """Return the keys pressed on the device since the last call."""
        with self._using:
            keys = []
            while self._client is not None and (self._client.pressed or self._has_more()):
                message = self._client.press(READ_SECONDS)
                if message is not None and message.get("t") == "key":
                    keys.append(str(message.get("k")))
            return keys

    def press(self, key: str) -> None:
        """Press a key of the simulated device."""
        if self._pico is not None:
            self._pico.press(key)

    def _has_more(self) -> bool:
        try:
            return self._line is not None and self._line.in_waiting > 0
        except OSError:
            return False

    def _ready(self) -> DeviceClient:
        if self._client is not None:
            return self._client
        if self._port is None and self._pico is None:
            self._start_simulated()
        name = text("the simulated port") if self._port is None else self._port
        if self._device is not None:
            self._line = self._device.open()
        else:
            self._line = open_serial("" if self._pico is None else self._pico.port)
        client = DeviceClient(self._line, name)
        hello = client.hello(_HELLO_SECONDS)
        if hello is None:
            client.close()
            raise DeviceError(sentence("silent", name))
        self._opened.push(client)
        self._client = client
        lights = hello.get("l")
        self._chains = {str(panel): int(count) for panel, count in lights.items()} if isinstance(lights, dict) else {}
        return client

    def _leave(self) -> None:
        self._opened.close()
        self._client = self._line = self._pico = None
        self._chains = {}

    # The simulated strip.

    def _fit_strip(self, document: Mapping[str, Any], panel: str) -> None:
        """Fit the simulated strip to a board, restarting its Pico if the strip changes."""
        panels = list(dict.fromkeys([*_panels_of(document), panel]))[: len(pins.CHAINS)]
        strip = list(self._strip_of(document))
        lengths = {name: min(LIGHTS_MAX, max(len(strip), len(chain_of(document, name)))) for name in panels}
        if any(self._chains.get(name, 0) < length for name, length in lengths.items()):
            self._leave()
            self._chains = lengths
        self._strips = dict.fromkeys(panels, strip)

    def _start_simulated(self) -> None:
        chains = [{"panel": name, "lights": length} for name, length in self._chains.items()]
        folder = self._opened.enter_context(PassingFolder("lamp")).path
        chosen = {"riverlight_settings": settings.VERSION, "supply_ma": _SUPPLY_MA}
        (folder / settings.PATH).write_text(json.dumps({**chosen, **({"chains": chains} if chains else {})}))
        self._pico = self._opened.enter_context(SimulatedPico(folder))


def _panels_of(document: Mapping[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for space in document["spaces"] for name in space.get("leds", {})))
