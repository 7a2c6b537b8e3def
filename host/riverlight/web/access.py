"""Access control for the local network: table code and seat links.

The table code gives access to the table page, a seat's link to that seat. If access is closed, the pages are available
on this machine only. This machine needs no code; every other browser enters the table code once and gets a cookie,
which is renewed while in use and revoked by a new code. All traffic is plain HTTP: the code keeps uninvited people out,
but does not protect against somebody who can read the network's traffic.
"""

from __future__ import annotations

import hmac
import secrets
import time
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from riverlight.errors import ServerError
from riverlight.languages.text import text, text_in
from riverlight.web.addresses import host_of
from riverlight.web.connections import mark_as_player
from riverlight.web.languages import language_switch
from riverlight.web.markup import element
from riverlight.web.pages import page
from riverlight.web.private_file import read_private, write_private
from riverlight.web.rate_limits import RateLimit
from riverlight.web.security import LOOPBACK, bounded

__all__ = ["AccessControl", "TableAccess", "code_page", "grant_access", "has_cookie", "is_local"]

_COOKIE: Final = "riverlight_table"
_COOKIE_DAYS: Final = 30
_DAY_S: Final = 24 * 3600
_OPEN: Final = ("/static/", "/clauses/", "/rules/", "/language", "/seat/", "/live/", "/join")
"""Public paths: no secrets, the code page, and seats, whose link is the key."""

_LARGEST_FORM: Final = 4096
"""Maximum body size in bytes of an unauthenticated request: a code or a language."""

_FILE: Final = "table-code.json"
_DIGITS: Final = 6
_KEY_BYTES: Final = 24


class TableAccess:
    """The table code and its cookies, stored in ``folder``.

    A cookie is its issue date, signed with a key that belongs to the code: nothing is stored per browser, a cookie
    expires by itself, and a new key revokes all.

    Args:
        folder: the data folder.
        addresses: this machine's local addresses, the most likely one for phones first.
        rate_limit: the limit for wrong codes.
        clock: seconds since the epoch.

    Attributes:
        addresses: the local addresses; empty while access is closed.
        code: six digits.
        switch: opens the pages to the local network (True) or closes them (False); None if that is not possible.
            Raises ServerError if there is no local network, or the port is in use there.
    """

    def __init__(
        self,
        folder: Path,
        addresses: Sequence[str],
        rate_limit: RateLimit | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.addresses = tuple(addresses)
        self.switch: Callable[[bool], Awaitable[None]] | None = None
        self._path = folder / _FILE
        self._rate_limit = rate_limit or RateLimit(each=6, together=30)
        self._clock = clock
        stored = read_private(self._path)
        if _is_sound(stored):
            self.code: str = stored["code"]
            self._key: str = stored["key"]
        else:
            self.renew()

    @property
    def is_open(self) -> bool:
        """Whether the pages are available in the local network."""
        return bool(self.addresses)

    def renew(self) -> None:
        """Make a new code; this revokes every cookie of the old one.

        Raises:
            RecordError: if it cannot be stored; the old code stays valid.
        """
        number = secrets.randbelow(10**_DIGITS)
        fresh = {"code": f"{number:0{_DIGITS}}", "key": secrets.token_urlsafe(_KEY_BYTES)}
        write_private(self._path, fresh)
        self.code, self._key = fresh["code"], fresh["key"]

    def open(self, given: str, address: str) -> str | None:
        """Return the cookie's value for the right code, None for a wrong one.

        Raises:
            ServerError: if the rate limit is exceeded, even for the right code.
        """
        if self._rate_limit.is_exceeded(address):
            message = text("Too many wrong table codes. Wait a minute and check the code.")
            raise ServerError(message)
        plain = unicodedata.normalize("NFKC", given)  # Chinese keyboards may enter full-width digits
        if secrets.compare_digest(plain.encode(), self.code.encode()):
            return self._cookie(self._today())
        self._rate_limit.count_failure(address)
        return None

    def lets_in(self, connection: HTTPConnection) -> bool:
        """Return whether a request is local, or has a valid cookie."""
        return is_local(connection) or (self.is_open and self._day_of(connection) is not None)

    def renewed_cookie(self, connection: HTTPConnection) -> str | None:
        """Return a new cookie value if the valid one was issued on another day, else None."""
        day = self._day_of(connection)
        return None if day in (None, self._today()) else self._cookie(self._today())

    def origins(self, port: int | None) -> list[str]:
        """Return the URLs of the pages for phones, the most likely one first."""
        return [f"http://{host_of(address)}{'' if port is None else f':{port}'}" for address in self.addresses]

    def _day_of(self, connection: HTTPConnection) -> int | None:
        """Return the day on which a cookie was issued; None without a valid one.

        A later day is valid, as a machine without a real-time clock may have gone back in time.
        """
        cookie = connection.cookies.get(_COOKIE, "")
        day, _, _ = cookie.partition(".")
        if not (day.isascii() and day.isdecimal() and len(day) < _DIGITS):
            return None
        is_ours = hmac.compare_digest(cookie.encode(), self._cookie(int(day)).encode())
        return int(day) if is_ours and int(day) > self._today() - _COOKIE_DAYS else None

    def _cookie(self, day: int) -> str:
        return f"{day}.{hmac.new(self._key.encode(), str(day).encode(), 'sha256').hexdigest()}"

    def _today(self) -> int:
        return int(self._clock() // _DAY_S)


class AccessControl:
    """ASGI middleware that redirects requests without access to the code page."""

    def __init__(self, app: ASGIApp, access: TableAccess) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or pass it to ``app``."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if scope["path"].startswith(_OPEN):
            is_known = self._access.lets_in(connection)
            await self._app(scope, receive if is_known else bounded(receive, _LARGEST_FORM), send)
            return
        if self._access.lets_in(connection):
            mark_as_player(scope)
            renewed = self._access.renewed_cookie(connection) if scope["type"] == "http" else None

            async def send_with_cookie(message: Message) -> None:
                if renewed is not None and message["type"] == "http.response.start":
                    MutableHeaders(scope=message).append("Set-Cookie", _set_cookie(renewed))
                await send(message)

            await self._app(scope, receive, send if renewed is None else send_with_cookie)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "Enter the table code first."})
        else:
            await RedirectResponse("/join", HTTPStatus.SEE_OTHER)(scope, receive, send)


def is_local(connection: HTTPConnection) -> bool:
    """Return whether a request comes from this machine."""
    return connection.client is not None and connection.client.host in LOOPBACK


def code_page(refusal: str | None = None, status: int = 200, *, has_old_cookie: bool = False) -> Response:
    """Return the page that asks for the table code, with the reason of a refusal."""
    reason = text("The table code has changed, or it was entered weeks ago on this device. Enter it again.")
    main = element(
        "main",
        element("h1", text("Join the table")),
        element("p", reason) if has_old_cookie and not refusal else None,
        element(
            "p",
            text(
                "Enter the six-digit table code. It is on the table page, under Players' phones, and in the terminal."
            ),
        ),
        element("p", refusal, class_="refusal", role="alert") if refusal else None,
        element(
            "form",
            element(
                "input",
                type="text",
                name="code",
                inputmode="numeric",
                autocomplete="off",
                maxlength=_DIGITS,
                aria_label=text("Table code"),
                autofocus=True,
            ),
            element("button", text_in("table", "Join"), class_="primary"),
            method="post",
            action="/join",
            class_="join",
        ),
        language_switch(),
    )
    return page(text("Table code"), main, kind="plain", status=status)


def has_cookie(connection: HTTPConnection) -> bool:
    """Return whether a request has an access cookie, valid or not."""
    return _COOKIE in connection.cookies


def grant_access(cookie: str, path: str) -> Response:
    """Return the response to the right code: a redirect to ``path`` with the cookie."""
    return RedirectResponse(path, HTTPStatus.SEE_OTHER, headers={"Set-Cookie": _set_cookie(cookie)})


def _set_cookie(value: str) -> str:
    return f"{_COOKIE}={value}; HttpOnly; Max-Age={_COOKIE_DAYS * _DAY_S}; Path=/; SameSite=Lax"


def _is_sound(stored: dict[str, Any]) -> bool:
    code, key = stored.get("code"), stored.get("key")
    is_code = isinstance(code, str) and len(code) == _DIGITS and code.isascii() and code.isdecimal()
    return is_code and isinstance(key, str) and len(key) >= _KEY_BYTES
