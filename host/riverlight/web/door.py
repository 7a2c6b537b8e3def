"""The door to the local network: who has the table code comes in, who has a seat's link comes to that seat.

Without a door the pages are for this machine alone. With one they are reached from the local network too, at one
address of this machine. This machine itself needs no code; everyone else enters the table code once, and is known by
a cookie from then on, also after a restart.
"""

from __future__ import annotations

import secrets
import socket
import unicodedata
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from riverlight.errors import ServerError
from riverlight.languages.text import text
from riverlight.web.languages import language_switch
from riverlight.web.markup import element
from riverlight.web.pages import page
from riverlight.web.private_file import read_private, write_private
from riverlight.web.security import LOOPBACK
from riverlight.web.tries import Tries

__all__ = ["Door", "Doorkeeper", "door_page", "local_address", "opened"]

_COOKIE: Final = "riverlight_table"
_COOKIE_S: Final = 400 * 24 * 3600
_OPEN: Final = ("/static/", "/clauses/", "/language", "/seat/", "/live/", "/door")
"""Where everyone may come: what is no secret, the door itself, and seats, whose link is the key."""

_FILE: Final = "table-code.json"
_DIGITS: Final = 6
_KEY_BYTES: Final = 24
_NOWHERE: Final = ("192.0.2.1", 9)  # RFC 5737: an address of no machine


class Door:
    """The table code and what it opens, kept in ``folder``.

    Attributes:
        address: this machine's in the local network.
        code: six digits.
    """

    def __init__(self, folder: Path, address: str, tries: Tries | None = None) -> None:
        self.address = address
        self._tries = tries or Tries(each=6, together=30)
        kept = read_private(folder / _FILE)
        if not _is_sound(kept):
            number = secrets.randbelow(10**_DIGITS)
            kept = {"code": f"{number:0{_DIGITS}}", "key": secrets.token_urlsafe(_KEY_BYTES)}
            write_private(folder / _FILE, kept)
        self.code: str = kept["code"]
        self._key: str = kept["key"]

    def open(self, given: str, address: str) -> str | None:
        """Return the cookie's value for the right code, None for a wrong one.

        Raises:
            ServerError: after too many wrong ones, when even the right one has to wait.
        """
        if self._tries.is_shut(address):
            message = text("Too many wrong table codes came; wait a minute and look at the code again.")
            raise ServerError(message)
        plain = unicodedata.normalize("NFKC", given)  # a Chinese keyboard may write wide digits
        if secrets.compare_digest(plain.encode(), self.code.encode()):
            return self._key
        self._tries.wrong(address)
        return None

    def lets_in(self, connection: HTTPConnection) -> bool:
        """Return whether who asks sits at this machine, asks for what is open, or has entered the code before."""
        client = connection.client
        if client is not None and client.host in LOOPBACK:
            return True
        if connection.scope["path"].startswith(_OPEN):
            return True
        return secrets.compare_digest(connection.cookies.get(_COOKIE, "").encode(), self._key.encode())


class Doorkeeper:
    """Sends everyone whom ``door`` does not let in to the page that asks for the table code."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let ``app`` answer it."""
        if scope["type"] == "lifespan" or self._door.lets_in(HTTPConnection(scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "Enter the table code first."})
        else:
            await RedirectResponse("/door", HTTPStatus.SEE_OTHER)(scope, receive, send)


def door_page(refusal: str | None = None, status: int = 200) -> Response:
    """Return the page that asks for the table code, with the reason when it was refused."""
    main = element(
        "main",
        element("h1", text("Come to the table")),
        element(
            "p", text("Enter the table code: six digits, on the table page under Private pages, and in the terminal.")
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
            element("button", text("Come in"), class_="primary"),
            method="post",
            action="/door",
            class_="door",
        ),
        language_switch(),
    )
    return page(text("Table code"), main, kind="plain", status=status)


def opened(key: str) -> Response:
    """Return the answer to the right code: the way to the table, and the cookie that is known from then on."""
    answer = RedirectResponse("/table", HTTPStatus.SEE_OTHER)
    answer.set_cookie(_COOKIE, key, max_age=_COOKIE_S, httponly=True, samesite="lax")
    return answer


def local_address() -> str:
    """Return this machine's address in its local network.

    Raises:
        ServerError: when it has none.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect(_NOWHERE)  # sends nothing: it only asks which way a packet would leave
            address: str = asking.getsockname()[0]
    except OSError:
        address = "127.0.0.1"
    if address.startswith("127."):
        message = "This machine is in no local network now: join one, or play without --lan."
        raise ServerError(message)
    return address


def _is_sound(kept: dict[str, Any]) -> bool:
    code, key = kept.get("code"), kept.get("key")
    is_code = isinstance(code, str) and len(code) == _DIGITS and code.isascii() and code.isdecimal()
    return is_code and isinstance(key, str) and len(key) >= _KEY_BYTES
