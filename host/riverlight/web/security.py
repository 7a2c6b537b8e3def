"""Request checks: Host and Origin, size limits, content security policy.

A foreign page must not reach the server through a browser on this machine: so the Host is checked on every request
(against DNS rebinding), the Origin on every state change and WebSocket (against CSRF), and the content security policy
lets a page load only what this server serves.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable, Set
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from riverlight.languages.text import text
from riverlight.web.addresses import host_of

__all__ = ["LARGEST_BODY", "LARGEST_HEAD", "LOOPBACK", "Guard", "bounded", "canonical_host", "local_hosts"]

LARGEST_BODY: Final = 192 * 1024  # the text of a long game, three bytes a character in a form
"""Maximum size of a request's body in bytes."""

LARGEST_HEAD: Final = 16 * 1024
"""Maximum size of a request's header names and values in bytes."""

_LONGEST_PATH: Final = 200
"""Maximum length of a path in characters; a seat's is the longest."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # a seat's address is its key; "no-referrer" would send forms without an Origin
    "Cross-Origin-Resource-Policy": "same-origin",
}
_ON_TRUSTED: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Headers that browsers honour only on trustworthy origins, and warn about on others; plain HTTP is one on loopback."""

_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]*[a-z0-9-])\.?(?::([0-9]+))?")
_HTTP: Final = "http://"
_HTTP_PORT: Final = "80"

_SAFE_METHODS: Final = frozenset({"GET", "HEAD"})

Refuse = Callable[[Scope, int, str], ASGIApp]
"""Creates the response to a refused request from its scope, a status and a sentence."""


LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""The loopback hosts."""


def local_hosts(port: int, names: Iterable[str] = LOOPBACK) -> frozenset[str]:
    """Return the allowed Host values for ``port`` of this machine."""
    return frozenset(f"{host_of(name)}:{port}" for name in names)


def canonical_host(host: str) -> str:
    """Normalise a Host to ``name:port``; empty for malformed input.

    Lower case, no final dot, IPv6 compressed.

    Browsers omit port 80 and send a name as it was typed: ``LOCALHOST``, ``localhost.:8275``.
    """
    found = _HOST.fullmatch(host.lower())
    if found is None:
        return ""
    name, port = found.groups()
    if name.startswith("["):
        try:
            name = f"[{ipaddress.IPv6Address(name[1:-1])}]"
        except ValueError:
            return ""
    return f"{name}:{port or _HTTP_PORT}"


class Guard:
    """ASGI middleware that checks each request.

    Args:
        hosts: the allowed Host values in canonical form; an allowed Origin is ``http://`` and one of them. Those of the
            local network may be added and removed.
        refuse: creates the page with the reason.
        largest_body: maximum size of a request's body in bytes.
    """

    def __init__(self, app: ASGIApp, hosts: Set[str], refuse: Refuse, *, largest_body: int = LARGEST_BODY) -> None:
        self._app = app
        self._hosts = hosts
        self._trusted = frozenset(host for host in hosts if host.rpartition(":")[0].strip("[]") in LOOPBACK)
        self._refuse = refuse
        self._largest_body = largest_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or pass it to ``app``."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            return

        is_trusted = canonical_host(Headers(scope=scope).get("host", "")) in self._trusted
        added = {**_HEADERS, **_ON_TRUSTED} if is_trusted else _HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._app if refusal is None else self._refuse(scope, *refusal)
        await answer(scope, bounded(receive, self._largest_body), send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if sum(len(name) + len(value) for name, value in headers.raw) > LARGEST_HEAD:
            # h11 limits only a head that arrives in several pieces
            return 431, text("The request headers are too large: the limit is {number} bytes.", number=LARGEST_HEAD)
        if len(headers.getlist("host")) != 1 or canonical_host(headers["host"]) not in self._hosts:
            return 400, text(
                "Riverlight answers only at this computer's own address. Open the address that it printed at the start."
            )
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if changes and not self._is_own(headers.get("origin", "")):
            return 403, text("Only Riverlight's own pages may do this. Open the address that it printed at the start.")
        if len(scope["path"]) > _LONGEST_PATH:  # a number with thousands of digits would break its parser
            return 404, text("There is no page at this address.")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdecimal():
            return 400, text("Content-Length must be a whole number.")
        if int(length[:12]) > self._largest_body:
            return 413, _too_large(self._largest_body)
        return None

    def _is_own(self, origin: str) -> bool:
        return origin.startswith(_HTTP) and canonical_host(origin.removeprefix(_HTTP)) in self._hosts


def bounded(receive: Receive, most: int) -> Receive:
    """Limit the body from ``receive`` to ``most`` bytes, whatever Content-Length says.

    Raises:
        HTTPException: 413 if it is larger.
    """
    seen = 0

    async def receive_at_most() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise HTTPException(413, _too_large(most))
        return message

    return receive_at_most


def _too_large(most: int) -> str:
    return text("This request is too large: the limit is {number} bytes.", number=most)
