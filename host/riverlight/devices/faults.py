"""Faults in files on a device, as data, and the sentences that people read about them.

The firmware names the kind of fault, the setting, its value and the limit: see ``firmware.settings``. The host checks a
settings file with the same code, so people read the same sentence before and after it is on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from riverlight.languages.text import text

__all__ = ["FileFault", "fault_of", "reason_of"]


class FileFault(NamedTuple):
    """A file on the device that is not used because of a fault.

    Attributes:
        file: its name on the device.
        kind: the firmware's name for the fault; "" if older firmware sends a sentence instead.
        name: the setting, or the panel of a chain.
        value: the value found, shortened; for some kinds a whole sentence.
        limit: the largest possible value.
    """

    file: str
    kind: str = ""
    name: str = ""
    value: str = ""
    limit: int = 0

    @property
    def sentence(self) -> str:
        """Which file is not used, why, and what to do."""
        if not self.kind:
            return text("The device could not use a file when it started: {reason}", reason=self.file)
        reason = reason_of(self.kind, self.name, self.value, self.limit)
        if self.kind == "board":
            return text("The device's {file} cannot be used: {reason}", file=self.file, reason=reason)
        return text(
            "The device's {file} cannot be used, so the default settings apply: {reason} Fix it with 'riverlight "
            "device install --settings FILE'.",
            file=self.file,
            reason=reason,
        )


def fault_of(message: Mapping[str, Any]) -> FileFault:
    """Return the fault of a ``fault`` line."""
    return FileFault(
        str(message.get("f")),
        str(message.get("k")),
        str(message.get("n", "")),
        str(message.get("v", "")),
        int(message.get("m", 0)),
    )


def reason_of(kind: str, name: str = "", value: str = "", limit: int = 0) -> str:
    """Return the sentence on why a file cannot be used; the arguments are those of the firmware's ValueError."""
    match kind:
        case "version":
            return text("settings need riverlight_settings: {limit}.", limit=limit)
        case "unknown":
            return text("settings have no field {value}.", value=value)
        case "number":
            return text("{name} needs a whole number from 0 to {limit}, not {value}.", **_fields(name, value, limit))
        case "colours":
            return text("{name} needs four numbers: red, green, blue, white.", name=name)
        case "channel_ma":
            return text(
                "channel_ma needs 3 to {limit} for each colour (or 0 for white that no chain has); {name} is {value}.",
                **_fields(name, value, limit),
            )
        case "legend":
            return text("legend needs the sixteen keys 0 to 9, A to D, * and # in any order, not {value}.", value=value)
        case "boolean":
            return text("{name} must be true or false, not {value}.", name=name, value=value)
        case "buzzer":
            return text("the buzzer uses the pin of the fourth chain: use three chains or no buzzer.")
        case "sensors":
            return text("the sensors use the pins of the card reader: use one or the other.")
        case "tags":
            return text("tags can set the keys of at most {limit} ids.", limit=limit)
        case "tag id":
            return text("the id of a tag needs 8, 14 or 20 hex digits, not {value}.", value=value)
        case "tag keys":
            return text("tag {name} needs 1 to {limit} keys of the keypad, not {value}.", **_fields(name, value, limit))
        case "chains":
            return text("chains needs a list of 1 to {limit} chains.", limit=limit)
        case "chain":
            return text("a chain needs panel, lights, order and budget_ma.")
        case "unknown in chain":
            return text("a chain has no field {value}.", value=value)
        case "panel":
            return text(
                "each chain needs a panel with its own name, 1 to {limit} lowercase letters, not {value}.",
                limit=limit,
                value=value,
            )
        case "lights":
            return text("chain {name} needs 1 to {limit} lights, not {value}.", **_fields(name, value, limit))
        case "order":
            return text(
                "chain {name} needs an order of RGB or RGBW, in any order, not {value}.", name=name, value=value
            )
        case "budget":
            return text("chain {name} needs a budget_ma from 0 to {limit}, not {value}.", **_fields(name, value, limit))
        case "bytes":
            return text("settings can have at most {limit} bytes, not {value}.", limit=limit, value=value)
        case "json":
            return text("it is not JSON.")
        case "unreadable":
            return text("the file cannot be read (error {number}).", number=limit)
        case "nested":
            return text("its brackets are not closed.")
        case "power" | "board":  # the firmware's own sentence, with figures that only it has
            return value
    return text("{kind} {name} {value}, which this program does not know.", kind=kind, **_fields(name, value, limit))


def _fields(name: str, value: str, limit: int) -> dict[str, Any]:
    return {"name": name, "value": value, "limit": limit}
