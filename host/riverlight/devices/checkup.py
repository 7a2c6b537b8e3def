"""A walk through a board's parts: each light in each colour, each key, the reader, times, losses, current."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Literal, NamedTuple, Protocol

from firmware.settings import LEGEND
from riverlight.devices.talk import Talk
from riverlight.errors import DeviceError

__all__ = ["COLOURS", "Checkup", "Fault", "Person", "Result", "report"]

COLOURS = (("red", 0xFF0000), ("green", 0x00FF00), ("blue", 0x0000FF), ("white", 0xFFFFFF))

_HELLO_SECONDS = 10.0
_ROUND_TRIPS = 100
_SETTLE_SECONDS = 0.3
_BY_HAND = "."  # the slot of firmware that lies in none, as firmware/root_main.py tells it


class Person(Protocol):
    """Whoever stands at the board: looks at its lights, presses its keys.

    Attributes:
        look_seconds: how long each light is shown when one after the other is.
    """

    look_seconds: float

    def sees(self, panel: str, light: int, colour: int) -> bool:
        """Answer whether ``light`` of ``panel``, -1 for all of it, is lit in ``colour`` and the rest dark.

        Where one light after the other is shown this answers at once; :meth:`agrees` asks afterwards.
        """

    def agrees(self, question: str) -> bool | None:
        """Answer a question about what was to be seen; None where nobody looked."""

    def will_press(self, keypad: int, keys: str) -> float:
        """Be told which keys are still to be pressed; return how many seconds to wait for the next, 0 to go on."""

    def will_lay_a_card(self) -> float:
        """Be told to lay a card on the reader; return how many seconds to wait for it, 0 to go on."""


@dataclass(frozen=True)
class Result:
    """One thing that was tried.

    Attributes:
        grade: ``ok``, ``bad``, or ``skipped``.
        what: was tried.
        sentence: what came of it.
    """

    grade: Literal["ok", "bad", "skipped"]
    what: str
    sentence: str


class Fault(NamedTuple):
    """What can be wrong with what was tried, both with ``{fields}``. ``docs/troubleshooting.md`` tells of each."""

    what: str
    sentence: str

    def found(self, **fields: object) -> Result:
        """Return the result with its fields filled in."""
        return Result("bad", self.what.format(**fields), self.sentence.format(**fields))


_SET_ASIDE = Fault("firmware", "{firmware}; {fault}")
_NOT_ALL = Fault("{panel}: {which}", "{lights}: not all of them")
_DARK_LIGHT = Fault("{panel}: light {light}", "did not show what it was told")
_KEYS_MISSING = Fault("keypad {number}", "these keys did not come: {keys}")
_NO_READER = Fault("card reader", "the settings name one, and none answers: check its seven wires")
_LOSSES = Fault("line", "{losses}")


@dataclass
class Checkup:
    """The walk.

    Args:
        talk: with the board.
        person: who stands at it.
    """

    talk: Talk
    person: Person
    hello: dict[str, Any] = field(default_factory=dict)

    def walk(self) -> Iterator[Result]:
        """Try one thing after the other.

        Raises:
            DeviceError: when the board says no hello, or goes away.
        """
        hello = self.talk.hello(_HELLO_SECONDS)
        if hello is None:
            raise DeviceError("The board does not say hello: 'riverlight doctor' tells what to do.")
        self.hello = hello
        yield self._firmware()
        for panel, lights in dict(hello.get("l") or {}).items():
            yield from self._lights(panel, lights)
        self.talk.probe()
        for keypad in range(int(hello.get("k") or 0)):
            yield self._keys(keypad)
        yield self._reader()
        yield self._round_trips()
        yield self._losses()

    def _firmware(self) -> Result:
        told = self.talk.probe()
        words = f"{self.hello.get('f')} on MicroPython {told.get('m')}, board {self.hello.get('u')}"
        if told.get("s") == _BY_HAND:
            words += ", copied there by hand"
        elif told.get("s"):
            words += f", slot {told['s']}{' on trial' if told.get('y') else ''}"
        if self.hello.get("w"):
            return _SET_ASIDE.found(firmware=words, fault=self.hello["w"])
        return Result("ok", "firmware", words)

    def _lights(self, panel: str, lights: int) -> Iterator[Result]:
        for name, colour in COLOURS:
            self.talk.probe(p=panel, i=-1, c=colour)
            is_seen = self.person.sees(panel, -1, colour) and self.person.agrees(f"Are all lights of {panel} {name}?")
            yield _seen(panel, f"all {name}", is_seen, f"{lights} lights")
            if name == "white":
                yield self._current(panel)
        for light in range(lights):
            for _, colour in COLOURS:
                self.talk.probe(p=panel, i=light, c=colour)
                if not self.person.sees(panel, light, colour):
                    yield _DARK_LIGHT.found(panel=panel, light=light)
                    break
                time.sleep(self.person.look_seconds)
        is_seen = self.person.agrees(f"Did one light after the other of {panel} shine in four colours?")
        yield _seen(panel, "one by one", is_seen, f"{lights} lights, {len(COLOURS)} colours each")

    def _current(self, panel: str) -> Result:
        time.sleep(_SETTLE_SECONDS)
        drawn = dict(self.talk.pulse().get("ma") or {}).get(panel)
        if not isinstance(drawn, list):
            return Result("skipped", f"{panel}: current", "this firmware does not tell it")
        estimate_ma, permille = drawn
        words = f"about {estimate_ma} mA with all lights white"
        if permille < 1000:
            words += f", limited to {permille // 10} % of the light asked for"
        return Result("ok", f"{panel}: current", words)

    def _keys(self, keypad: int) -> Result:
        missing = LEGEND
        while missing:
            seconds = self.person.will_press(keypad, missing)
            press = self.talk.press(seconds) if seconds else None
            if press is None:
                break
            if press.get("t") == "key" and press.get("x", 0) == keypad:
                missing = missing.replace(str(press.get("k")), "")
        what = f"keypad {keypad + 1}"
        if missing == LEGEND:
            return Result("skipped", what, "no key was pressed")
        if missing:
            return _KEYS_MISSING.found(number=keypad + 1, keys=" ".join(missing))
        return Result("ok", what, f"all {len(LEGEND)} keys came")

    def _reader(self) -> Result:
        state = self.talk.probe().get("r")
        if state == "missing":
            return _NO_READER.found()
        if state != "ready":
            return Result("skipped", "card reader", "the settings name none")
        seconds = self.person.will_lay_a_card()
        card = self.talk.press(seconds) if seconds else None
        if card is None:
            return Result("skipped", "card reader", "it answers; no card was laid on it")
        if card.get("t") == "tag":
            return Result("ok", "card reader", f"read the tag {card.get('i')}, which has not been taught")
        return Result("ok", "card reader", f"read a tag that presses {card.get('k')}")

    def _round_trips(self) -> Result:
        times_ms = []
        for _ in range(_ROUND_TRIPS):
            began = time.perf_counter()
            self.talk.probe()
            times_ms.append((time.perf_counter() - began) * 1e3)
        words = f"{min(times_ms):.1f} / {median(times_ms):.1f} / {max(times_ms):.1f} ms"
        return Result("ok", "round trip", f"{words} (least, median, most of {_ROUND_TRIPS})")

    def _losses(self) -> Result:
        pulse = self.talk.pulse()
        bad, lost = int(pulse.get("bad", 0)), int(pulse.get("lost", 0))
        words = (
            f"{self.talk.bad_lines} bad lines here, {bad} on the board, {lost} lost; "
            f"{int(pulse.get('free', 0)) // 1024} KB of memory free, up for {int(pulse.get('up', 0)) // 1000} s"
        )
        if bad or lost or self.talk.bad_lines:
            return _LOSSES.found(losses=words)
        return Result("ok", "line", words)


def _seen(panel: str, which: str, is_seen: bool | None, lights: str) -> Result:
    what = f"{panel}: {which}"
    if is_seen is None:
        return Result("skipped", what, f"{lights}: shown, and nobody looked")
    return Result("ok", what, lights) if is_seen else _NOT_ALL.found(panel=panel, which=which, lights=lights)


def report(head: list[str], results: list[Result], log: Callable[[], str]) -> str:
    """Return the text of a report: what was tried where, what came of it, and the board's crash log."""
    lines = [*head, ""]
    lines += [f"{result.grade:8} {result.what:24} {result.sentence}" for result in results]
    return "\n".join([*lines, "", "crash log of the board:", log().strip() or "(empty)"]) + "\n"
