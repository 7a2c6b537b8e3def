"""Which devices have opened a seat's link: a second one shows on the first one's page and on the table page.

A device is a browser with a cookie of its own, whatever its address, so a phone that sleeps, reloads or changes its
network stays one device. It counts from the moment it opens the seat's page until the seat gets a new link, also while
it is closed: who looked at the cards for a moment is not forgotten. Counts begin anew with each start of the program.
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
_MOST_DEVICES: Final = 32  # counted for a link; more are as many
_MOST_LINKS: Final = 256


class LinkReport(TypedDict):
    """Who has opened a seat's link; moments in ms since the epoch.

    Attributes:
        devices: how many devices have opened it.
        since: when the last of them opened it first.
        shown: when a table page showed it last although it had been opened; None if never.
    """

    devices: int
    since: int
    shown: int | None


class _Use:
    """What happened with one link: when each device opened it first, and when the table page showed it again."""

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
        """Note that ``device`` has opened the page of the link ``token``."""
        use = self._uses.setdefault(token, _Use())
        self._uses.move_to_end(token)
        if len(use.opened_ms) < _MOST_DEVICES:
            use.opened_ms.setdefault(device, self._now_ms())
        while len(self._uses) > _MOST_LINKS:
            self._uses.popitem(last=False)

    def shown(self, token: str) -> None:
        """Note that a table page has shown a link; of one that no device has opened yet that is nothing to tell."""
        if token in self._uses:
            self._uses[token].shown_ms = self._now_ms()

    def report(self, token: str) -> LinkReport | None:
        """Return who has opened a link, None while no device has."""
        use = self._uses.get(token)
        if use is None:
            return None
        return {"devices": len(use.opened_ms), "since": max(use.opened_ms.values()), "shown": use.shown_ms}

    def _now_ms(self) -> int:
        return int(self._clock() * 1000)


def device_of(connection: HTTPConnection) -> str:
    """Return the name of the device that asks; without the cookie of a seat's page, its address."""
    name = connection.cookies.get(_COOKIE, "")
    address = connection.client.host if connection.client else ""
    return name if _NAME.fullmatch(name) else f"at {address}"


def device_name(connection: HTTPConnection) -> str:
    """Return the name of the browser that asks for a seat's page: its own, or a new one."""
    name = connection.cookies.get(_COOKIE, "")
    return name if _NAME.fullmatch(name) else secrets.token_urlsafe(16)


def name_device(connection: HTTPConnection, answer: Response, name: str = "") -> Response:
    """Give the browser that asks for a seat's page ``name``, else let it keep its own for another month."""
    answer.set_cookie(_COOKIE, name or device_name(connection), max_age=_COOKIE_S, httponly=True, samesite="lax")
    return answer
