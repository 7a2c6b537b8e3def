"""The status of a device and its events: the values passed between the link and its users."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

from riverlight.languages.text import text, together

__all__ = ["LIMIT_STEP", "DeviceReport", "Key", "State", "Status", "Tag", "sentence"]

State = Literal["disconnected", "connecting", "loading", "ready", "silent", "recovering", "refused", "closed"]
"""The state of the link: no port; waiting for hello; sending the board; in use; no hello received; leaving the REPL;
an unusable device; closed."""

LIMIT_STEP = 5
"""Percent: a slowly rising limit is not reported at each step."""


def sentence(state: State, name: str) -> str:
    """Return the sentence for a device in ``state`` whose port is called ``name``."""
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
    """A device's status as pages show it.

    Attributes:
        state: ``"none"`` if there is no device, else a :data:`State`.
        sentence: the same for people, and what to do.
        warned: whether the sentence includes warnings.
        mismatches: how often it lit other roles than the host computed.
        bad_lines: lines that failed their checksum, on either side.
        simulated: whether it is the simulated Pico.
        light_percent: brightness left by the power limit, in percent.
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
        boot: the device's boot id: six random hex digits.
        number: of the event since that boot, from 1.
        key: one of ``0123456789ABCD*#``.
        long: whether it was held long.
        keypad: 0 for the main keypad, 1 for the second.
    """

    boot: str
    number: int
    key: str
    long: bool
    keypad: int


@dataclass(frozen=True)
class Tag:
    """A tag read by a device's card reader; it shares the numbering of key events.

    Attributes:
        boot: the device's boot id: six random hex digits.
        number: of the event since that boot, from 1.
        id: the tag's id in hex.
    """

    boot: str
    number: int
    id: str


@dataclass(frozen=True)
class Status:
    """The current status of a device.

    Attributes:
        state: the state of the link.
        sentence: the same for people, and what to do.
        warnings: problems of a device that is in use.
        port: the path or name of its port; empty if there is none.
        firmware: its version; empty before the first hello.
        unique_id: the device's id in hex; empty before the first hello.
        boot: its boot id, six hex digits.
        panels: the number of lights of each panel.
        sensors: the number of positions in its sensor chain.
        is_simulated: whether it is the simulated Pico.
        bad_lines: lines that failed their checksum, on either side.
        resyncs: how often it was brought back from its REPL.
        mismatches: how often it lit other roles than the host computed.
        dropped: lines that it could not send.
        unsent: lines for it that were replaced by newer ones, found no room, or were not accepted.
        free_bytes: of its heap, 0 before the first pulse.
        round_trip_ms: of the last heartbeat, 0 before the first.
        currents: for each panel the estimated current in mA, and the brightness left by its power limit, in
            thousandths.
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
        """Return the status for pages, as data for JSON.

        Args:
            tells_current: whether to include the power limit, in steps of LIMIT_STEP percent. A panel's current depends
                on its position, so it must be left out if that is secret (PYR-18).
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
