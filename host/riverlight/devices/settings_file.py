"""A board's settings in JSON, parsed and checked by the firmware's own code."""

from __future__ import annotations

import json
from pathlib import Path

from firmware import power, settings
from riverlight.devices.faults import reason_of
from riverlight.errors import DeviceError

__all__ = ["parse_settings", "read_settings", "settings_of"]


def settings_of(content: bytes) -> settings.Settings:
    """Parse settings.

    Raises:
        DeviceError: they are invalid.
    """
    if len(content) > settings.MOST_BYTES:
        raise DeviceError(f"These settings cannot be used: they have at most {settings.MOST_BYTES} bytes.")
    try:
        document = json.loads(content)
    except json.JSONDecodeError as error:
        raise DeviceError(f"These settings cannot be used: they are no JSON, {error}.") from error
    except UnicodeDecodeError as error:
        raise DeviceError("These settings cannot be used: they are no UTF-8 text.") from error
    except ValueError as error:  # Python refuses to parse integers of more than 4300 digits
        raise DeviceError("These settings cannot be used: they have a number with too many digits.") from error
    except RecursionError as error:
        raise DeviceError("These settings cannot be used: they are nested too deep.") from error
    return parse_settings(document)


def parse_settings(document: object) -> settings.Settings:
    """Check a document with the firmware's own code, as at its start; return the settings.

    Raises:
        DeviceError: they are invalid.
    """
    try:
        chosen = settings.parse(document)
    except ValueError as error:
        raise DeviceError(f"These settings cannot be used: {reason_of(*error.args)}") from error
    wanted = chosen.for_chains()
    try:
        power.make_limiters(wanted["chains"], wanted["supply_ma"])
    except ValueError as error:
        raise DeviceError(f"These settings cannot be used: {error}") from error
    return chosen


def read_settings(path: Path) -> settings.Settings:
    """Read settings from a file; raises as :func:`settings_of`, and if it cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(settings.MOST_BYTES + 1)
    except OSError as error:
        raise DeviceError(f"The settings in {path} cannot be read: {error.strerror or error}.") from error
    return settings_of(content)
