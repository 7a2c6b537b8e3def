"""Guided hardware test: lights in each colour, keys, card reader, sensors, round trips, losses, current."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from statistics import median
from typing import Any, Final, Literal, NamedTuple, Protocol

from firmware.power import LEAST_CHANNEL_MA
from firmware.settings import LEGEND
from riverlight.devices.client import DeviceClient
from riverlight.errors import DeviceError

__all__ = ["COLOURS", "PARTS", "Checkup", "Fault", "Person", "Result", "report"]

COLOURS = (("red", 0xFF0000), ("green", 0x00FF00), ("blue", 0x0000FF), ("white", 0xFFFFFF))

PARTS: Final = ("lights", "keys", "reader", "line")
"""The parts that can be tested separately."""

_HELLO_SECONDS = 10.0
_ROUND_TRIPS = 100
_SETTLE_SECONDS = 0.3
_REGISTER = 8  # positions of a shift register
_BY_HAND = "."  # the slot of firmware installed in the root folder, as firmware/root_main.py reports it


class Person(Protocol):
    """The person at the board, who looks at its lights and presses its keys.

    Attributes:
        look_seconds: how long each light is shown in a sequence; people need a third of a second, and more than three
            flashes a second are unsafe for photosensitive people.
    """

    look_seconds: float

    def sees(self, panel: str, light: int, colour: int) -> bool:
        """Return whether ``light`` of ``panel``, -1 for all of it, is lit in ``colour`` and the rest dark.

        In a sequence of lights this returns at once; :meth:`agrees` asks afterwards.
        """

    def agrees(self, question: str) -> bool | None:
        """Ask about what was shown; None if nobody answers."""

    def measures(self, panel: str, estimate_ma: int) -> int:
        """Return the measured current in mA with all lights of a panel white; 0 if nobody measured."""

    def will_press(self, keypad: int, key: str) -> float:
        """Ask the person to press the key with this label; return the seconds to wait for it, 0 to skip."""

    def will_lay_a_card(self) -> float:
        """Ask the person to put a tag on the reader; return the seconds to wait for it, 0 to skip."""


@dataclass(frozen=True)
class Result:
    """The result of one test.

    Attributes:
        grade: ``ok``, ``bad``, or ``skipped``.
        what: what was tested.
        sentence: the result for people.
    """

    grade: Literal["ok", "bad", "skipped"]
    what: str
    sentence: str


class Fault(NamedTuple):
    """A possible fault of a tested part, both with ``{fields}``; ``docs/troubleshooting.md`` explains each."""

    what: str
    sentence: str

    def found(self, **fields: object) -> Result:
        """Return the result with its fields filled in."""
        return Result("bad", self.what.format(**fields), self.sentence.format(**fields))


_SET_ASIDE = Fault("firmware", "{firmware}; {fault}")
_NOT_ALL = Fault("{panel}: {which}", "{lights}: not all of them")
_DARK_LIGHT = Fault("{panel}: light {light}", "did not show what it was told")
_KEYS_MISSING = Fault("keypad {number}", "these keys did not come: {keys}")
_KEYS_OTHER = Fault("keypad {number}", "keys came as others ({keys}); the legend for the settings is {legend}")
_KEYS_MIXED = Fault("keypad {number}", "several keys came as the same ({keys}): two of its wires touch")
_NO_READER = Fault("card reader", "the settings name one, and none answers: check its seven wires")
_NO_SENSORS = Fault(
    "sensors", "all {count} feel a magnet: check the chain's 3.3 V, ground, SCK, LOAD and DATA, and the pull-ups"
)
_SENSORS_CUT = Fault(
    "sensors",
    "from position {first} on all feel a magnet: check QH to SER, clock, load and supply from shift register {before} "
    "to {after}",
)
_SENSORS_STUCK = Fault(
    "sensors",
    "these positions feel a magnet where there is none: {positions}; check each switch, and its output for a bridge to "
    "ground",
)
_LOSSES = Fault("line", "{losses}")


@dataclass
class Checkup:
    """The guided test.

    Args:
        client: of the board.
        person: who is at the board.
        parts: which of :data:`PARTS` to test.
        lights: for each panel the lights to test, from 0; None for all.
        legend: the keys in the settings, row by row.

    Attributes:
        found_legend: the legend that matches the labels of the keys pressed; "" while unknown.
        measured: measured current divided by the firmware's estimate, for each panel.
    """

    client: DeviceClient
    person: Person
    parts: tuple[str, ...] = PARTS
    lights: range | None = None
    legend: str = LEGEND
    hello: dict[str, Any] = field(default_factory=dict)
    found_legend: str = ""
    measured: dict[str, float] = field(default_factory=dict)

    def walk(self) -> Iterator[Result]:
        """Run the tests one after another.

        Raises:
            DeviceError: the board does not say hello, or disconnects.
        """
        hello = self.client.hello(_HELLO_SECONDS)
        if hello is None:
            raise DeviceError("The board does not say hello: 'riverlight doctor' tells what to do.")
        self.hello = hello
        yield self._firmware()
        for panel, lights in dict(hello.get("l") or {}).items() if "lights" in self.parts else ():
            if self.lights is None:
                yield from self._all(panel, lights)
            yield from self._each(panel, lights)
        self.client.probe()
        for keypad in range(int(hello.get("k") or 0)) if "keys" in self.parts else ():
            yield self._keys(keypad)
        if "reader" in self.parts:
            yield self._reader()
        if "reader" in self.parts and self.hello.get("s"):
            yield self._sensors(int(self.hello["s"]))
        if "line" in self.parts:
            yield self._round_trips()
            yield self._losses()

    def _firmware(self) -> Result:
        told = self.client.probe()
        words = f"{self.hello.get('f')} on MicroPython {told.get('m')}, board {self.hello.get('u')}"
        if told.get("s") == _BY_HAND:
            words += ", copied there by hand"
        elif told.get("s"):
            words += f", slot {told['s']}{' on trial' if told.get('y') else ''}"
        if "fault" in self.hello:
            return _SET_ASIDE.found(firmware=words, fault=self.hello["fault"].sentence)
        return Result("ok", "firmware", words)

    def _all(self, panel: str, lights: int) -> Iterator[Result]:
        for name, colour in COLOURS:
            self.client.probe(p=panel, i=-1, c=colour)
            # On RGBW lights the firmware uses white alone for the common part of red, green and blue.
            is_seen = self.person.sees(panel, -1, colour) and self.person.agrees(f"Are all lights of {panel} {name}?")
            yield _seen(panel, f"all {name}", is_seen, f"{lights} lights")
            if name == "white":
                yield self._current(panel)

    def _each(self, panel: str, lights: int) -> Iterator[Result]:
        chosen = range(lights) if self.lights is None else range(self.lights.start, min(lights, self.lights.stop))
        if not chosen:
            yield Result("skipped", f"{panel}: one by one", f"it has {lights} lights")
            return
        for light in chosen:
            for _, colour in COLOURS:
                self.client.probe(p=panel, i=light, c=colour)
                if not self.person.sees(panel, light, colour):
                    yield _DARK_LIGHT.found(panel=panel, light=light + 1)
                    break
                time.sleep(self.person.look_seconds)
        which = _light_count(len(chosen)) if self.lights is None else f"lights {chosen.start + 1} to {chosen.stop}"
        is_seen = self.person.agrees(f"Did one light after the other of {panel} ({which}) shine in four colours?")
        yield _seen(panel, "one by one", is_seen, f"{which}, {len(COLOURS)} colours each")

    def _current(self, panel: str) -> Result:
        time.sleep(_SETTLE_SECONDS)
        drawn = dict(self.client.pulse().get("ma") or {}).get(panel)
        if not isinstance(drawn, list):
            return Result("skipped", f"{panel}: current", "this firmware does not tell it")
        estimate_ma, permille = drawn
        words = f"about {estimate_ma} mA with all lights white"
        if permille < 1000:
            words += f", limited to {permille // 10} % of the light asked for"
        measured = self.person.measures(panel, estimate_ma)
        if measured and estimate_ma:
            self.measured[panel] = measured / estimate_ma
            words += f"; measured {measured} mA"
        return Result("ok", f"{panel}: current", words)

    def _keys(self, keypad: int) -> Result:
        """Ask for each key by its label; a key that arrives as another one is miswired."""
        came: dict[str, str] = {}
        for asked in LEGEND:
            seconds = self.person.will_press(keypad, asked)
            press = self.client.press(seconds) if seconds else None
            while press is not None and (press.get("t") != "key" or press.get("x", 0) != keypad):
                press = self.client.press(seconds)
            if press is None and not came and asked == LEGEND[1]:
                break  # two keys without a press: nobody is there
            if press is not None:
                came[asked] = str(press.get("k"))
        what = f"keypad {keypad + 1}"
        if not came:
            return Result("skipped", what, "no key was pressed")
        others = " ".join(f"{asked} as {key}" for asked, key in came.items() if key != asked)
        if missing := [asked for asked in LEGEND if asked not in came]:
            return _KEYS_MISSING.found(number=keypad + 1, keys=" ".join(missing))
        if sorted(came.values()) != sorted(LEGEND):
            return _KEYS_MIXED.found(number=keypad + 1, keys=others)
        marked = {key: asked for asked, key in came.items()}
        self.found_legend = "".join(marked[key] for key in self.legend)
        if others:
            return _KEYS_OTHER.found(number=keypad + 1, keys=others, legend=self.found_legend)
        return Result("ok", what, f"all {len(LEGEND)} keys came")

    def channels_ma(self, channel_ma: tuple[int, ...]) -> tuple[int, ...]:
        """Return the current settings corrected by the measurements; the largest ratio counts."""
        ratio = max(self.measured.values(), default=1.0)
        return tuple(min(100, max(LEAST_CHANNEL_MA, ceil(part * ratio))) for part in channel_ma)

    def _reader(self) -> Result:
        state = self.client.probe().get("r")
        if state == "missing":
            return _NO_READER.found()
        if state != "ready":
            return Result("skipped", "card reader", "the settings name none")
        seconds = self.person.will_lay_a_card()
        card = self.client.press(seconds) if seconds else None
        if card is None:
            return Result("skipped", "card reader", "it answers; no card was laid on it")
        if card.get("t") == "tag":
            return Result("ok", "card reader", f"read the tag {card.get('i')}, which has not been taught")
        return Result("ok", "card reader", f"read a tag that presses {card.get('k')}")

    def _sensors(self, count: int) -> Result:
        """Check the states of the sensor chain; ``riverlight boards sensors`` tests sensors one by one."""
        self.client.hello(_HELLO_SECONDS)
        message = self.client.sense_or_key(1.0)
        while message is not None and message["t"] != "sensed":
            message = self.client.sense_or_key(1.0)
        state = 0 if message is None else int.from_bytes(bytes.fromhex(str(message["d"])), "little")
        felt = (state & ((1 << count) - 1)).bit_count()
        if felt == count:
            return _NO_SENSORS.found(count=count)
        positions = [position for position in range(count) if state >> position & 1]
        sound = next(position for position in reversed(range(count)) if not state >> position & 1)
        broken = sound // _REGISTER + 1  # the first register after the last position without a magnet
        if count - broken * _REGISTER >= _REGISTER:
            return _SENSORS_CUT.found(first=broken * _REGISTER, before=broken, after=broken + 1)
        listed = ", ".join(map(str, positions))
        if positions and self.person.agrees(f"Sensors {listed} feel a magnet. Are all magnets away from the board?"):
            return _SENSORS_STUCK.found(positions=listed)
        return Result("ok", "sensors", f"{count} positions, a magnet at {felt}")

    def _round_trips(self) -> Result:
        times_ms = []
        for _ in range(_ROUND_TRIPS):
            began = time.perf_counter()
            self.client.probe()
            times_ms.append((time.perf_counter() - began) * 1e3)
        words = f"{min(times_ms):.1f} / {median(times_ms):.1f} / {max(times_ms):.1f} ms"
        return Result("ok", "round trip", f"{words} (least, median, most of {_ROUND_TRIPS})")

    def _losses(self) -> Result:
        pulse = self.client.pulse()
        bad, lost = int(pulse.get("bad", 0)), int(pulse.get("lost", 0))
        words = (
            f"{self.client.bad_lines} bad lines here, {bad} on the board, {lost} lost; "
            f"{int(pulse.get('free', 0)) // 1024} KB of memory free, up for {int(pulse.get('up', 0)) // 1000} s"
        )
        if bad or lost or self.client.bad_lines:
            return _LOSSES.found(losses=words)
        return Result("ok", "line", words)


def _light_count(lights: int) -> str:
    return f"{lights} {'light' if lights == 1 else 'lights'}"


def _seen(panel: str, which: str, is_seen: bool | None, lights: str) -> Result:
    what = f"{panel}: {which}"
    if is_seen is None:
        return Result("skipped", what, f"{lights}: shown, and nobody looked")
    return Result("ok", what, lights) if is_seen else _NOT_ALL.found(panel=panel, which=which, lights=lights)


def report(head: list[str], results: list[Result], log: Callable[[], str]) -> str:
    """Return a text report: what was tested, the results, and the board's crash log."""
    lines = [*head, ""]
    lines += [f"{result.grade:8} {result.what:24} {result.sentence}" for result in results]
    return "\n".join([*lines, "", "crash log of the board:", log().strip() or "(empty)"]) + "\n"
