"""Control of the running server by the command line, over loopback.

The lock of the data folder shows whether a server is running; a private file there has its port, and is removed when it
ends. Requests need no key, as anybody at this machine can do the same on the table page.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from riverlight.errors import ServerError
from riverlight.web.private_file import read_private, write_private

__all__ = ["RunningServer", "announced"]

_FILE: Final = "server.json"
_HOST: Final = "127.0.0.1"
_PORTS: Final = 1 << 16
_TIMEOUT_S: Final = 20.0
_FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}


@contextmanager
def announced(folder: Path, port: int) -> Iterator[None]:
    """Publish ``port`` to the command line inside the ``with`` block.

    Raises:
        RecordError: if the folder cannot be written.
    """
    write_private(folder / _FILE, {"port": port})
    try:
        yield
    finally:
        (folder / _FILE).unlink(missing_ok=True)


class RunningServer:
    """The server on ``port`` of this machine.

    Raises:
        ServerError: by each method, if it does not answer, or refuses.
    """

    def __init__(self, port: int) -> None:
        self._port = port

    @classmethod
    def find(cls, folder: Path) -> RunningServer | None:
        """Return the server that has the record in ``folder`` open, None if there is none."""
        port = read_private(folder / _FILE).get("port")
        return cls(port) if isinstance(port, int) and 0 < port < _PORTS else None

    def report(self) -> dict[str, Any]:
        """Return addresses, table code and seats: the response of ``GET /access``."""
        return self._ask("GET", "/access")

    def renew_code(self) -> str:
        """Make a new table code and return it."""
        code: str = self._ask("POST", "/table-code")["code"]
        return code

    def renew_link(self, seat: int) -> dict[str, Any]:
        """Make a new link for ``seat``; return the response of ``POST /seats/{seat}``."""
        return self._ask("POST", f"/seats/{seat}", {"move": "1"})

    def close_link(self, seat: int) -> None:
        """Close the link of ``seat``."""
        self._ask("POST", f"/seats/{seat}/close")

    def _ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> dict[str, Any]:
        connection = http.client.HTTPConnection(_HOST, self._port, timeout=_TIMEOUT_S)
        origin = f"http://{_HOST}:{self._port}".removesuffix(":80")
        try:
            connection.request(method, path, urlencode(fields or {}), {"Origin": origin, **_FORM})
            answer = connection.getresponse()
            body = json.loads(answer.read()) if answer.status == HTTPStatus.OK else None
        except (OSError, http.client.HTTPException, ValueError) as error:
            message = f"Riverlight runs on port {self._port}, but does not answer: {error}."
            raise ServerError(message) from error
        finally:
            connection.close()
        if not isinstance(body, dict):
            message = f"Riverlight on port {self._port} did not do what it was asked (status {answer.status})."
            raise ServerError(message)
        return body
