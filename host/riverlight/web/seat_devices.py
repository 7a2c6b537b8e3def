"""The devices that have opened each seat's link: a second one is reported on the first one's page and the table page.

A device is a browser with its own cookie, whatever its address, so a phone that sleeps, reloads or changes its network
is one device. It counts from the moment it opens the page until the seat gets a new link, even after it is closed: a
short look at the cards is not forgotten. Counts restart with the program.
"""

from __future__ import annotations

import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, TypedDict

from starlette.requests import HTTPConnection
from starlette.responses import Response

__all__ = ["LinkReport", "SeatDevices", "device_name", "device_of", "name_device"]

_COOKIE: Final = "riverlight_device"
_COOKIE_S: Final = 30 * 24 * 3600
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_MOST_DEVICES: Final = 32  # the most devices to count for a link
_MOST_LINKS: Final = 256


class LinkReport(TypedDict):
    """The devices that have opened a seat's link; times in ms since the epoch.

    Attributes:
        devices: the number of devices.
        since: when the last of them first opened it.
        shown: when a table page last showed the link after it had been opened; None if never.
    """

    devices: int
    since: int
    shown: int | None


class _Use:
    """The use of one link: when each device first opened it, and when the table page showed it again."""

    def __init__(self) -> None:
        self.opened_ms: dict[str, int] = {}
        self.shown_ms: int | None = None


class SeatDevices:
    """The devices that have opened each link.

    Args:
        clock: seconds since the epoch.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._uses: OrderedDict[str, _Use] = OrderedDict()

    def opened(self, token: str, device: str) -> None:
        """Record that ``device`` has opened the page of the link ``token``."""
        use = self._uses.setdefault(token, _Use())
        self._uses.move_to_end(token)
        if len(use.opened_ms) < _MOST_DEVICES:
            use.opened_ms.setdefault(device, self._now_ms())
        while len(self._uses) > _MOST_LINKS:
            self._uses.popitem(last=False)

    def shown(self, token: str) -> None:
        """Record that a table page has shown a link, if a device has opened it."""
        if token in self._uses:
            self._uses[token].shown_ms = self._now_ms()

    def report(self, token: str) -> LinkReport | None:
        """Return the devices that have opened a link; None if there are none."""
        use = self._uses.get(token)
        if use is None:
            return None
        return {"devices": len(use.opened_ms), "since": max(use.opened_ms.values()), "shown": use.shown_ms}

    def _now_ms(self) -> int:
        return int(self._clock() * 1000)


def device_of(connection: HTTPConnection) -> str:
    """Return the name of the requesting device; without the cookie of a seat's page, its address."""
    name = connection.cookies.get(_COOKIE, "")
    address = connection.client.host if connection.client else ""
    return name if _NAME.fullmatch(name) else f"at {address}"


def device_name(connection: HTTPConnection) -> str:
    """Return the name of the browser that requests a seat's page: its own, or a new one."""
    name = connection.cookies.get(_COOKIE, "")
    return name if _NAME.fullmatch(name) else secrets.token_urlsafe(16)


def name_device(connection: HTTPConnection, answer: Response, name: str = "") -> Response:
    """Set the browser's name, or renew its cookie for another month."""
    answer.set_cookie(_COOKIE, name or device_name(connection), max_age=_COOKIE_S, httponly=True, samesite="lax")
    return answer
