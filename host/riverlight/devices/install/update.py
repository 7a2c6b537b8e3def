"""Installs and updates firmware: until the board runs the new version, or has rolled back."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from firmware import settings as board_settings
from riverlight.devices.client import DeviceClient
from riverlight.devices.install.flash import Flash
from riverlight.devices.install.release import compile_release, interpreter_of
from riverlight.devices.install.repl import Repl
from riverlight.devices.install.slots import Progress, Stored, is_current, read_state, revert, store
from riverlight.devices.ports import open_serial
from riverlight.devices.settings_file import parse_settings
from riverlight.errors import DeviceError

__all__ = ["CRASH_FILE", "HELLO_SECONDS", "Outcome", "install", "save_settings"]

CRASH_FILE = "crash.log"

HELLO_SECONDS = 10.0
"""Time for the new firmware to say hello, and then again to be confirmed."""

_LOOK_SECONDS = 0.3


@dataclass(frozen=True)
class Outcome:
    """The state of a board after :func:`install`.

    Attributes:
        micropython: the version that it runs.
        firmware: the version in its hello.
        stored: what was sent; None if it was up to date.
    """

    micropython: str
    firmware: str
    stored: Stored | None


def install(
    where: Callable[[], str], on_progress: Progress, *, is_update: bool = False, settings: dict[str, Any] | None = None
) -> Outcome:
    """Install this program's firmware on a board.

    Args:
        where: returns the board's serial port, which a restart may change.
        on_progress: called with the current action.
        is_update: whether the board must already have Riverlight.
        settings: a settings document to save on it; None leaves its own.

    Raises:
        DeviceError: with the reason; a board that had working firmware still has it.
    """
    path = where()
    with Repl(path) as prompt:
        found = interpreter_of(prompt)
        flash = Flash(prompt)
        state = read_state(flash)
        if is_update and not state.slot:
            raise DeviceError(f"Riverlight is not on the board at {path} yet: use 'riverlight device install'.")
        on_progress("compiling", 0, 1)
        release = compile_release(found)
        if settings is not None:
            save_settings(flash, settings)
        stored = None if is_current(flash, state, release) else store(flash, state, release, on_progress)
    on_progress("starting", 1, 1)
    try:
        hello = _healthy_hello(where, None if stored is None else stored.slot)
    except DeviceError as error:
        if stored is None:
            raise
        raise DeviceError(_told_of_failure(where, stored, error)) from error
    return Outcome(".".join(str(part) for part in found.version), str(hello.get("f")), stored)


def save_settings(flash: Flash, document: dict[str, Any]) -> None:
    """Check a settings document as the board would, and save it there; it applies from the next start.

    Raises:
        DeviceError: the settings are invalid.
    """
    checked = parse_settings(document)
    flash.replace(board_settings.PATH, json.dumps(checked.document()).encode())


def _healthy_hello(where: Callable[[], str], slot: str | None) -> dict[str, Any]:
    """Return the hello of the firmware in ``slot`` (None for any) once it is considered healthy.

    Raises:
        DeviceError: that takes too long.
    """
    deadline = time.monotonic() + HELLO_SECONDS
    trouble = "it does not say hello"
    while time.monotonic() < deadline:
        try:
            path = where()
            with DeviceClient(open_serial(path), path) as client:
                hello = client.hello(_LOOK_SECONDS)
                if hello is None:
                    continue
                told = client.probe()
                if slot is None or told.get("s") == slot:
                    return _proved(client, hello, deadline=time.monotonic() + HELLO_SECONDS)
                trouble = f"the board has gone back to slot {told.get('s')} by itself"
        except DeviceError:  # it may be restarting
            time.sleep(_LOOK_SECONDS)
    raise DeviceError(trouble)


def _proved(client: DeviceClient, hello: dict[str, Any], deadline: float) -> dict[str, Any]:
    """Wait until a trial is over; raise if the firmware reports a crash."""
    while time.monotonic() < deadline:
        if not client.probe().get("y"):
            return hello
        crash = client.wait({"crash"}, _LOOK_SECONDS)
        if crash is not None:
            raise DeviceError(f"it failed with {crash.get('e')}")
    raise DeviceError("it did not prove itself in time")


def _told_of_failure(where: Callable[[], str], stored: Stored, error: DeviceError) -> str:
    """Roll the board back if possible; return a sentence on the failure and the rollback."""
    reason = str(error)
    try:
        with Repl(where()) as prompt:
            flash = Flash(prompt)
            has_old = revert(flash, stored)
            lines = (flash.read(CRASH_FILE) or b"").decode("utf-8", "replace").strip().splitlines()
        if lines:
            reason += f", and its crash log ends with {lines[-1]!r}"
    except DeviceError:
        return f"The new firmware does not start well ({reason}); the board goes back to what it had by itself."
    if has_old:
        return f"The new firmware does not start well ({reason}); the board runs what it had before."
    return f"The firmware is on the board but does not start well ({reason})."
