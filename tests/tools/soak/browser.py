"""A browser as the host sees it: an address, a cookie, a cache, six connections for files, and a WebSocket."""

from __future__ import annotations

import asyncio
import json
import posixpath
import random
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

CONNECTIONS = 6
PATIENCE_S = 60.0
_RETRY_S = 2.0  # as in static/next.js

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class PageFailure(Exception):
    """A page that a person would see broken."""


class Answer(NamedTuple):
    """Status, headers by lower-case name, and body of an answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class Tally:
    """What a crowd counts: the seconds of each request, and which paths were asked for."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.paths: list[str] = []


class Browser:
    """A browser at ``address`` that asks a host at ``port`` of 127.0.0.1."""

    def __init__(self, address: str, port: int, tally: Tally) -> None:
        self.table = ""
        self.whole = asyncio.Event()
        self._address = address
        self._port = port
        self._host = f"127.0.0.1:{port}"
        self._tally = tally
        self._cookies: dict[str, str] = {}
        self._cache: dict[str, bytes] = {}
        self._free: list[Stream] = []
        self._turns = asyncio.Semaphore(CONNECTIONS)

    def close(self) -> None:
        """End its idle connections."""
        for _reader, writer in self._free:
            writer.close()
        self._free.clear()

    async def join(self, code: str) -> None:
        """Enter the table code."""
        answer = await self.ask("POST", "/join", f"code={code}")
        if answer.status != 303:
            raise PageFailure(f"The table code was answered {answer.status}.")

    async def stay(self, path: str) -> None:
        """Have a page open, and go with it from game to game until cancelled; ``whole`` is set while it is whole."""
        while True:
            line = await self._load(path)
            await self._follow(line)
            self.whole.clear()
            while (await self.ask("HEAD", path)).status != 200:
                await asyncio.sleep(random.random() * _RETRY_S)

    async def ask(self, method: str, path: str, form: str = "") -> Answer:
        """Return the answer to a request, on one of the connections."""
        async with asyncio.timeout(PATIENCE_S), self._turns:
            began = time.monotonic()
            answer = await self._asked_again(method, path, form)
            self._tally.seconds.append(time.monotonic() - began)
            self._tally.paths.append(path)
        cookie = answer.headers.get("set-cookie", "").partition(";")[0]
        if cookie:
            self._cookies.update([cookie.split("=", 1)])
        return answer

    async def _asked_again(self, method: str, path: str, form: str) -> Answer:
        """Ask; on a new connection where the host has ended an idle one meanwhile, as browsers do."""
        while self._free:
            stream = self._free.pop()
            with suppress(OSError, asyncio.IncompleteReadError):
                return await self._asked(stream, method, path, form)
        stream = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address, 0))
        return await self._asked(stream, method, path, form)

    async def _asked(self, stream: Stream, method: str, path: str, form: str) -> Answer:
        reader, writer = stream
        fields = {
            "Host": self._host,
            "Origin": f"http://{self._host}",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(form)),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        try:
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n{form}".encode())
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
            length = 0 if method == "HEAD" else int(headers["content-length"])
            answer = Answer(int(first.split()[1]), headers, await reader.readexactly(length))
        except BaseException:
            writer.close()
            raise
        self._free.append(stream)
        return answer

    async def _load(self, path: str) -> str:
        """Load a page and all that it names; return the path of its live line."""
        page = await self.ask("GET", path)
        if page.status != 200:
            raise PageFailure(f"{path} was answered {page.status}.")
        text = page.body.decode()
        setting = json.loads(re.search(r'id="setting">(.*?)</script>', text).group(1))  # type: ignore[union-attr]
        self.table = setting["table"]
        await asyncio.gather(*(self._file(each, setting["game"]) for each in _named_by_page(text)))
        return str(setting.get("line", "/live"))

    async def _file(self, path: str, game: str) -> None:
        if path in self._cache:
            return
        self._cache[path] = b""  # on its way
        answer = await self.ask("GET", path)
        if answer.status != 200:
            raise PageFailure(f"{path} was answered {answer.status}.")
        if "immutable" not in answer.headers["cache-control"]:
            raise PageFailure(f"{path} may not be cached for good.")
        self._cache[path] = answer.body
        if path.endswith(".js"):
            named = _named_by_script(answer.body.decode().replace("${setting.game}", game))
            folder = posixpath.dirname(path)
            await asyncio.gather(*(self._file(posixpath.normpath(f"{folder}/{name}"), game) for name in named))

    async def _follow(self, path: str) -> None:
        """Hold a live line; return when the page has to be loaded again, at the moment that it chooses for that."""
        async with self._line(path) as messages:
            async for message in messages:
                if "snapshot" in message and message["table"] == self.table:
                    self.whole.set()
                elif "table" in message:
                    self.whole.clear()
                    await asyncio.sleep(random.random() * message.get("spread_ms", 0) / 1000)
                    return

    @asynccontextmanager
    async def _line(self, path: str) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        try:
            async with connect(
                f"ws://{self._host}{path}",
                origin=f"http://{self._host}",  # type: ignore[arg-type]
                additional_headers={"Cookie": cookies},
                local_addr=(self._address, 0),
                open_timeout=PATIENCE_S,
            ) as line:
                yield (json.loads(message) async for message in line if isinstance(message, str))
        except (OSError, WebSocketException) as error:
            raise PageFailure(f"The live line {path} broke: {error}.") from error


def _named_by_page(text: str) -> list[str]:
    return re.findall(r'(?:src|href)="(/(?:static|boards)/[^"]+)"', text)


def _named_by_script(text: str) -> list[str]:
    return sorted(set(re.findall(r'["`](\./[\w.]+\.js)["`]', text)))
