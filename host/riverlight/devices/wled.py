"""A WLED controller in the local network, which shows the frames that it is sent.

The firmware's files compute the frames here, as for a simulated Pico. They are sent by DDP, the Distributed Display
Protocol (3waylabs, version 1; UDP port 4048), which WLED receives in its default settings. Several chains follow one
another on the controller, in the order of their panels' names. Keys are entered on the pages.
"""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from firmware import settings
from riverlight.devices.fitting import settings_for
from riverlight.devices.simulated import Frame, settings_in
from riverlight.devices.tapped import TappedPico, shifts_of
from riverlight.errors import DeviceError
from shared_rules.board import Board

__all__ = ["DDP_PORT", "WledStrip", "packets"]

DDP_PORT: Final = 4048
_VERSION_1, _PUSH = 0x40, 0x01
_RGB, _RGBW = 0x0B, 0x1B
"""Data types: RGB or RGBW, 8 bits each."""

_DISPLAY: Final = 1
"""The destination id: the default output."""

_MOST_BYTES: Final = 1440
"""Data bytes in one packet: 480 RGB lights, so that no packet is fragmented."""

_REPEAT_SECONDS: Final = 1.0
"""WLED returns to its own effects after 2.5 s without data."""

_SUPPLY_MA: Final = 20_000
"""No limit here: WLED limits the current itself, see its LED settings."""


def packets(data: bytes, offset: int, sequence: int, *, is_rgbw: bool = False) -> list[bytes]:
    """Return the DDP packets for ``data`` starting at byte ``offset`` of the display; the last one has the push flag.

    Args:
        data: the colours, light by light.
        offset: the bytes before them.
        sequence: 1 to 15, increasing with each packet.
        is_rgbw: whether a light has four colours.
    """
    found = []
    for start in range(0, len(data), _MOST_BYTES):
        piece = data[start : start + _MOST_BYTES]
        flags = _VERSION_1 | (_PUSH if start + len(piece) == len(data) else 0)
        head = bytes((flags, (sequence - 1) % 15 + 1, _RGBW if is_rgbw else _RGB, _DISPLAY))
        found.append(head + (offset + start).to_bytes(4, "big") + len(piece).to_bytes(2, "big") + piece)
        sequence += 1
    return found


class WledStrip(TappedPico):
    """The lights of a WLED controller; close it, or use it as a context manager.

    Args:
        folder: stores the settings and the board, as a Pico's flash does.
        address: a name or an IP address, optionally with ``:PORT``.

    Raises:
        DeviceError: the address is invalid.
    """

    def __init__(self, folder: Path, address: str) -> None:
        self._place = _place_of(address)
        self._socket = socket.socket(self._place[0], socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._sequence = 1
        self._sent: dict[int, tuple[float, bytes, int, bool]] = {}
        self._chains: list[dict[str, Any]] = []
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / settings.PATH).is_file():
            _write(folder, settings_for(None))
        super().__init__(folder)
        self._relay.later(_REPEAT_SECONDS, self._repeat)

    def wire_for(self, board: Board) -> None:
        """Configure all lights of ``board``; the chains follow one another on the controller."""
        super().wire_for(board)
        self._chains = []

    def _settings_for(self, board: Board) -> dict[str, Any]:
        return {**settings_for(board), "supply_ma": _SUPPLY_MA}

    def draw(self, chain: int, words: Frame) -> bool:
        """Send a chain's frame; a lost one is not repeated, because the next one follows soon."""
        if not self._chains:
            self._chains = sorted(settings_in(self.folder).chains, key=lambda each: str(each["panel"]))
        if chain < len(self._chains):
            order = self._chains[chain]["order"]
            shifts = shifts_of(order)
            data = bytes(word >> shift & 255 for word in words[1:] for shift in shifts)
            before = sum(len(each["order"]) * each["lights"] for each in self._chains[:chain])
            self._send(chain, data, before, "W" in order)
        return True

    def _send(self, chain: int, data: bytes, offset: int, is_rgbw: bool) -> None:
        self._sent[chain] = time.monotonic(), data, offset, is_rgbw
        for packet in packets(data, offset, self._sequence, is_rgbw=is_rgbw):
            self._sequence = self._sequence % 15 + 1
            with suppress(OSError):  # the controller or the network is down; sending resumes when it is back
                self._socket.sendto(packet, self._place[1])

    def _repeat(self) -> None:
        """Repeat the last frames if nothing has changed for a while."""
        if self.boots < 0:
            return
        for chain, (sent_at, data, offset, is_rgbw) in list(self._sent.items()):
            if time.monotonic() - sent_at >= _REPEAT_SECONDS:
                self._send(chain, data, offset, is_rgbw)
        self._relay.later(_REPEAT_SECONDS, self._repeat)

    def close(self) -> None:
        """Turn the lights off and end the process; closing again has no effect."""
        if self.boots < 0:
            return
        super().close()
        for chain, (_, data, offset, is_rgbw) in list(self._sent.items()):
            self._send(chain, bytes(len(data)), offset, is_rgbw)
        self._socket.close()


def _write(folder: Path, document: dict[str, Any]) -> None:
    (folder / settings.PATH).write_text(json.dumps({**document, "supply_ma": _SUPPLY_MA}), encoding="utf-8")


def _place_of(address: str) -> tuple[socket.AddressFamily, tuple[Any, ...]]:
    """Return the address family and socket address of ``address``.

    Raises:
        DeviceError: it is not a valid network address.
    """
    name, colon, port = address.rpartition(":")
    if not colon or ":" in name:  # no port, or an IPv6 address
        name, port = address, str(DDP_PORT)
    if not port.isdecimal() or not 1 <= int(port) <= 65535 or not name:
        raise DeviceError(
            f"A WLED controller is at a name or an IP address, perhaps with :PORT, not at {address[:60]!r}."
        )
    try:
        family, _, _, _, place = socket.getaddrinfo(name.strip("[]"), int(port), type=socket.SOCK_DGRAM)[0]
    except (OSError, UnicodeError) as error:
        raise DeviceError(f"No WLED controller is found at {name[:60]}: check its address on its own page.") from error
    return family, place
