"""Single lights of a device, lit by hand from the pages: to follow a chain, and to find out how its strip lies.

With no port it is a simulated Pico whose strip lies under the board as a practice strip does, so that all of this can
be tried with nothing on the table.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import Any, Final, NamedTuple

from firmware import pins, settings
from riverlight.boards.calibrate import practice_strip
from riverlight.boards.lights import LIGHTS_MAX, chain_of
from riverlight.closing import Closing
from riverlight.devices.ports import READ_SECONDS, Port, open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.devices.status import sentence
from riverlight.devices.talk import Talk
from riverlight.errors import DeviceError
from riverlight.folders import PassingFolder
from riverlight.languages.text import plural, series, text

__all__ = ["ALL", "Lamp", "Shine"]

ALL: Final = -1
"""In place of a light's number: all lights of the chain."""

_HELLO_SECONDS: Final = 4.0
_FRAME_SECONDS: Final = 1.0
_LOOK_SECONDS: Final = 0.005
_SUPPLY_MA: Final = 20_000  # of the simulated strip: nothing is dimmed there

Strip = Callable[[Mapping[str, Any]], Sequence[str | None]]
"""Tells for a board the space under which each light of a strip lies."""


class Shine(NamedTuple):
    """A space under which a light shines: its id, and the colour 0xRRGGBB of the light."""

    space: str
    colour: int


class Lamp(Closing):
    """The lights of one device, opened when first needed; close it, or use it as a context manager.

    Args:
        port: the serial port of a Pico; None for a simulated one.
        strip: how the simulated strip lies.
    """

    def __init__(self, port: str | None = None, strip: Strip = practice_strip) -> None:
        self.is_simulated = port is None
        self._port = port
        self._strip_of = strip
        self._strips: dict[str, list[str | None]] = {}
        self._using = threading.RLock()
        self._opened = ExitStack()
        self._talk: Talk | None = None
        self._line: Port | None = None
        self._pico: SimulatedPico | None = None
        self._chains: dict[str, int] = {}

    def close(self) -> None:
        """Put the lights out and give the port back."""
        with self._using:
            if self._talk is not None:
                with suppress(DeviceError):  # it has gone, and its lights with it
                    self._talk.probe()
            self._leave()

    def look_at(self, document: Mapping[str, Any], panel: str) -> int:
        """Get the chain of ``panel`` ready for a board; return how many lights it has.

        Raises:
            DeviceError: when the device cannot be had, or has no such chain.
        """
        with self._using:
            if self.is_simulated:
                self._lay(document, panel)
            self._ready()
            if panel not in self._chains:
                chains = [
                    plural("{chain} with {n} light", "{chain} with {n} lights", count, chain=name)
                    for name, count in self._chains.items()
                ]
                message = text(
                    "The device has no chain called {chain}; it has {chains}.",
                    chain=panel,
                    chains=series(chains) if chains else text("none"),
                )
                raise DeviceError(message)
            return self._chains[panel]

    def light(self, panel: str, light: int | None, colour: int) -> None:
        """Have one light of ``panel`` shine, ALL of them, or with None none; it goes out by itself in five seconds.

        Raises:
            DeviceError: when the device cannot be had.
        """
        with self._using:
            talk = self._ready()
            try:
                if light is None:
                    talk.probe()
                else:
                    talk.probe(p=panel, i=light, c=colour)
            except DeviceError:
                self._leave()  # it is opened anew at the next try
                raise

    def shining(self, panel: str, light: int) -> list[Shine]:
        """Return where the simulated strip shines once its frame with ``light`` has come; [] for a strip of wire."""
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
                Shine(space, red << 16 | green << 8 | blue)
                for space, (red, green, blue) in zip(strip, pico.lights(number), strict=False)
                if space is not None and (red or green or blue)
            ]

    def pressed(self) -> list[str]:
        """Return the keys pressed on the device since the last time."""
        with self._using:
            keys = []
            while self._talk is not None and (self._talk.pressed or self._has_more()):
                message = self._talk.press(READ_SECONDS)
                if message is not None:
                    keys.append(str(message.get("k", "")))
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

    def _ready(self) -> Talk:
        if self._talk is not None:
            return self._talk
        if self._port is None and self._pico is None:
            self._start_simulated()
        port = self._port or (self._pico.port if self._pico is not None else "")
        name = text("the simulated port") if self._port is None else self._port
        self._line = open_serial(port)
        talk = Talk(self._line, name)
        hello = talk.hello(_HELLO_SECONDS)
        if hello is None:
            talk.close()
            raise DeviceError(sentence("silent", name))
        self._opened.push(talk)
        self._talk = talk
        lights = hello.get("l")
        self._chains = {str(panel): int(count) for panel, count in lights.items()} if isinstance(lights, dict) else {}
        return talk

    def _leave(self) -> None:
        self._opened.close()
        self._talk = self._line = self._pico = None
        self._chains = {}

    # The simulated strip.

    def _lay(self, document: Mapping[str, Any], panel: str) -> None:
        """Lay the simulated strip under a board; it is laid anew, and its Pico started, when the board needs it."""
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
