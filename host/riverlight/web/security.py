"""The guard at the door: who may ask, how much, and what a page may load.

Pages are for this machine only. A foreign page must not reach them through the browser of someone who sits here:
so the Host is checked on every request (a foreign name pointed at the loopback address ends here), the Origin on
everything that changes or listens, and the content policy lets a page load nothing but what this server serves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from riverlight.languages.text import text

__all__ = ["LARGEST_BODY", "LOOPBACK", "Guard", "local_hosts"]

LARGEST_BODY: Final = 192 * 1024  # the text of a long game, three bytes a character in a form
"""Bytes in the body of a request at most."""

_LONGEST_PATH: Final = 200
"""Characters in the address of a page at most; a seat's is the longest."""

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
"""Headers that browsers heed on trusted origins alone, and warn of in their console on others: plain HTTP is trusted on
loopback only."""

_SAFE_METHODS: Final = frozenset({"GET", "HEAD"})

Refuse = Callable[[Scope, int, str], ASGIApp]
"""Makes the answer for a refused request: its scope, a status, a sentence."""


LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""The addresses that only this machine reaches."""


def local_hosts(port: int) -> frozenset[str]:
    """Return the names under which pages on ``port`` of this machine may be asked for."""
    return frozenset(f"[{name}]:{port}" if ":" in name else f"{name}:{port}" for name in LOOPBACK)


class Guard:
    """Checks each request before ``app`` sees it.

    Args:
        hosts: the allowed values of Host; an allowed Origin is ``http://`` and one of them.
        refuse: makes the page that says why.
        largest_body: bytes in the body of a request at most.
    """

    def __init__(
        self, app: ASGIApp, hosts: frozenset[str], refuse: Refuse, *, largest_body: int = LARGEST_BODY
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = frozenset(f"http://{host}" for host in hosts)
        self._trusted = frozenset(host for host in hosts if host.rpartition(":")[0].strip("[]") in LOOPBACK)
        self._refuse = refuse
        self._largest_body = largest_body
        self._too_large = text("A request has at most {number} bytes; this one is larger.", number=largest_body)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let ``app`` answer it."""
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

        is_trusted = Headers(scope=scope).get("host") in self._trusted
        added = {**_HEADERS, **_ON_TRUSTED} if is_trusted else _HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._app if refusal is None else self._refuse(scope, *refusal)
        await answer(scope, self._bounded(receive), send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if len(headers.getlist("host")) != 1 or headers["host"] not in self._hosts:
            return 400, text("Riverlight answers on this machine's own address only; use the address that it printed.")
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE_METHODS
        if changes and headers.get("origin") not in self._origins:
            return 403, text("Only Riverlight's own pages may do this; open them at the address that it printed.")
        if len(scope["path"]) > _LONGEST_PATH:  # a number of thousands of digits would break what reads it
            return 404, text("There is no page at this address.")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdecimal():
            return 400, text("Content-Length is a whole number.")
        if int(length[:12]) > self._largest_body:
            return 413, self._too_large
        return None

    def _bounded(self, receive: Receive) -> Receive:
        seen = 0

        async def receive_at_most() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._largest_body:
                raise HTTPException(413, self._too_large)  # it grew beyond what its head said
            return message

        return receive_at_most
