"""How a device is, and what it brings: the values that pass between the link and those who use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from riverlight.languages.text import text, together

__all__ = ["LIMIT_STEP", "DeviceReport", "Key", "State", "Status", "Tag", "sentence"]

State = Literal["disconnected", "connecting", "loading", "ready", "silent", "recovering", "refused", "closed"]
"""What the link is doing: no port; hello awaited; board being sent; in use; no hello came; its REPL being left; a
device that will not do; at its end."""

LIMIT_STEP = 5
"""Percent: a limit that rises slowly is not told at each of its steps."""


def sentence(state: State, name: str) -> str:
    """Return what people are told of a device in ``state`` whose port is called ``name``."""
    where = text("The device at {port}", port=name) if name else text("The device")
    return {
        "disconnected": text("{board} is not connected. Plug it in, and it continues by itself.", board=where),
        "connecting": text("{board} is connecting.", board=where),
        "loading": text("{board} is loading its map.", board=where),
        "ready": text("{board} is connected.", board=where),
        "silent": text(
            "{board} does not answer. Is Riverlight's firmware on it, and is this the right port?", board=where
        ),
        "recovering": text("{board} is reconnecting.", board=where),
        "refused": text("{board} cannot be used.", board=where),
        "closed": text("{board} is no longer in use.", board=where),
    }[state]


class DeviceReport(TypedDict):
    """A device as pages show it.

    Attributes:
        state: ``"none"`` where there is no device, else a :data:`State`.
        sentence: the same for people, and what to do.
        warned: whether the sentence includes warnings.
        mismatches: how often it lit other roles than the host works out.
        bad_lines: lines that failed their check, on either side.
        simulated: whether it is the simulated Pico.
        light_percent: how much of the light asked for fits the power budget.
    """

    state: State | Literal["none"]
    sentence: str
    warned: bool
    mismatches: int
    bad_lines: int
    simulated: bool
    light_percent: int


@dataclass(frozen=True)
class Key:
    """A press of a device's key.

    Attributes:
        boot: six hex digits, drawn by the device at its start.
        number: of the press since then, from 1.
        key: one of ``0123456789ABCD*#``.
        long: whether it was held long.
        keypad: 0 the main keypad, 1 the second.
    """

    boot: str
    number: int
    key: str
    long: bool
    keypad: int


@dataclass(frozen=True)
class Tag:
    """A tag read by a device's card reader: numbered among the presses.

    Attributes:
        boot: six hex digits, drawn by the device at its start.
        number: among the presses since then, from 1.
        id: the tag's own, in hex.
    """

    boot: str
    number: int
    id: str


@dataclass(frozen=True)
class Status:
    """A device as it is now.

    Attributes:
        state: what the link is doing.
        sentence: the same for people, and what to do.
        warnings: sentences on what is not as it should be, though the device is in use.
        port: the path or name of its port, empty while there is none.
        firmware: its version, empty before the first hello.
        unique_id: the device's own, in hex, empty before the first hello.
        boot: six hex digits of its last start.
        panels: how many lights each of its panels has.
        sensors: how many positions its chain of sensors has.
        is_simulated: whether it is the simulated one.
        bad_lines: lines that did not check, on either side.
        resyncs: how often it had to be led back from its REPL.
        mismatches: how often it lit other roles than this program works out.
        dropped: lines that it could not send.
        unsent: lines for it that were replaced by newer ones, found no room, or were not taken.
        free_bytes: of its heap, 0 before the first pulse.
        round_trip_ms: of the last heartbeat, 0 before the first.
        currents: for each panel the milliamperes that it draws by estimate, and how much of the light asked for its
            budget leaves, in thousandths.
    """

    state: State
    sentence: str
    warnings: tuple[str, ...] = ()
    port: str = ""
    firmware: str = ""
    unique_id: str = ""
    boot: str = ""
    panels: tuple[tuple[str, int], ...] = ()
    sensors: int = 0
    is_simulated: bool = False
    bad_lines: int = 0
    resyncs: int = 0
    mismatches: int = 0
    dropped: int = 0
    unsent: int = 0
    free_bytes: int = 0
    round_trip_ms: int = 0
    currents: tuple[tuple[str, int, int], ...] = ()

    def for_page(self, *, tells_current: bool) -> DeviceReport:
        """Return what the pages show of it, ready for JSON.

        Args:
            tells_current: whether to tell how far the lights are limited, in steps of LIMIT_STEP percent. What a panel
                draws hangs on what stands there: where that is a secret, nobody may be told (PYR-18).
        """
        limit = min((permille for _, _, permille in self.currents), default=1000) // 10 if tells_current else 100
        return {
            "state": self.state,
            "sentence": together([self.sentence, *self.warnings]),
            "warned": bool(self.warnings),
            "mismatches": self.mismatches,
            "bad_lines": self.bad_lines,
            "simulated": self.is_simulated,
            "light_percent": limit // LIMIT_STEP * LIMIT_STEP,
        }
