"""Assigning tags to keys: the key code that the card reader enters for each tag's id."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware import settings as board_settings
from riverlight.devices.client import DeviceClient
from riverlight.devices.install.flash import Flash
from riverlight.devices.install.repl import Repl
from riverlight.devices.install.update import save_settings
from riverlight.devices.settings_file import settings_of
from riverlight.errors import DeviceError

__all__ = ["start_teaching", "teach_tags", "write_tags"]

_HELLO_SECONDS = 10.0


def start_teaching(path: str, *, forgets: bool) -> dict[str, Any]:
    """Prepare the board at ``path`` for reading tags; return its settings.

    Args:
        path: its serial port.
        forgets: whether to delete all tags assigned before.

    Raises:
        DeviceError: the settings cannot be read or saved.
    """
    with Repl(path) as prompt:
        flash = Flash(prompt)
        document = _settings_on(flash)
        wanted = {**document, "card_reader": True, "tags": {} if forgets else document["tags"]}
        if wanted != document:
            save_settings(flash, wanted)
    return wanted


def _settings_on(flash: Flash) -> dict[str, Any]:
    content = flash.read(board_settings.PATH)
    if content is None:
        return board_settings.Settings().document()
    try:
        return settings_of(content).document()
    except DeviceError as error:
        raise DeviceError(f"{error} They lie on the board: install it with --settings FILE.") from error


def teach_tags(client: DeviceClient, ask: Callable[[str], str | None], seconds: float, legend: str) -> dict[str, str]:
    """Read tags until none is presented for ``seconds``; return the keys assigned to each new one.

    Args:
        client: of the board, which sends the ids of unassigned tags, and keys for the others.
        ask: returns the keys for the tag with this id, and is called again if they are invalid; "" skips the tag, None
            stops.
        seconds: how long to wait for a tag.
        legend: the keys that exist.

    Raises:
        DeviceError: the board does not say hello, or has no reader.
    """
    if client.hello(_HELLO_SECONDS) is None:
        raise DeviceError("The board does not say hello: 'riverlight doctor' tells what to do.")
    taught: dict[str, str] = {}
    while True:
        card = client.press(seconds)
        if card is None:
            if client.probe().get("r") != "ready":
                raise DeviceError("No card reader answers on the board: check its seven wires.")
            return taught
        if card.get("t") != "tag":
            continue
        tag = str(card.get("i"))
        if tag in taught:
            continue
        while True:
            keys = ask(tag)
            if keys is None:
                return taught
            if not keys.strip(legend) and len(keys) <= board_settings.MOST_KEYS:
                break
        if keys:
            taught[tag] = keys


def write_tags(path: str, taught: dict[str, str]) -> int:
    """Add the assigned tags to the board's settings; return how many tags it knows now.

    Raises:
        DeviceError: the board cannot save them.
    """
    with Repl(path) as prompt:
        flash = Flash(prompt)
        document = _settings_on(flash)
        tags = {**document["tags"], **taught}
        save_settings(flash, {**document, "tags": tags})
    return len(tags)
