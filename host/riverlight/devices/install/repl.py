"""A board's raw REPL, through mpremote's transport: runs code and returns its output."""

from __future__ import annotations

import ast
import contextlib
import io
import struct
import time
from types import TracebackType
from typing import Any, Protocol, Self

from riverlight.devices.ports import open_serial
from riverlight.devices.replies import readable
from riverlight.errors import DeviceError

__all__ = ["Prompt", "Repl", "reason_of", "unexpected", "value_of"]

_READ_SECONDS = 5.0
_LOOK_SECONDS = 0.1
_PATIENCE_SECONDS = (1.0, 2.0, 4.0)  # of each attempt
_REST_SECONDS = 0.3
_QUOTED = 80


class Prompt(Protocol):
    """Runs code on a board."""

    def run(self, code: str) -> str:
        """Return the output of ``code``; raises DeviceError if it fails or the board is gone."""


def value_of(prompt: Prompt, code: str) -> Any:
    """Return the value that ``code`` prints with ``print(repr(…))``.

    Raises:
        DeviceError: as ``prompt.run``, and for any other output.
    """
    printed = prompt.run(code)
    try:
        return ast.literal_eval(printed)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise unexpected(printed) from error


def reason_of(failed: bytes) -> str:
    """Return the last line of a traceback, without a full stop."""
    last = failed.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return readable(last.rstrip("."), _QUOTED) or "it does not say why"


def unexpected(printed: object) -> DeviceError:
    """Return the error for an unexpected answer."""
    told = repr(str(printed))[:_QUOTED]
    return DeviceError(f"The board printed {told}, which is no answer to what it was asked: try again.")


class Repl:
    """The raw REPL of the board at ``path``, with its program stopped; leaving it restarts the program.

    Raises:
        DeviceError: the port cannot be opened, or no MicroPython answers.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._transport: Any = None

    def __enter__(self) -> Self:
        open_serial(self._path).close()  # gives a reason, which mpremote would not
        from mpremote.transport_serial import SerialTransport  # noqa: PLC0415  (slow, and most commands do not need it)

        for seconds in _PATIENCE_SECONDS:
            try:
                with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints unexpected output
                    self._transport = SerialTransport(self._path)
                    self._transport.serial.timeout = _LOOK_SECONDS
                    self._transport.enter_raw_repl(soft_reset=True, timeout_overall=seconds)
                    self._transport.serial.timeout = _READ_SECONDS
                    return self
            except Exception as error:
                self._close()
                if seconds == _PATIENCE_SECONDS[-1]:
                    raise DeviceError(
                        f"No MicroPython prompt answers at {self._path}: is MicroPython on the board? "
                        "'riverlight doctor' tells what to do."
                    ) from error
            time.sleep(_REST_SECONDS)  # a board that was just plugged in is not ready at once
        raise AssertionError

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with contextlib.suppress(Exception):  # the board may be gone
            self._transport.exit_raw_repl()
            self._transport.serial.write(b"\x04")
            self._transport.serial.flush()
        self._close()

    def _close(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            with contextlib.suppress(Exception):
                transport.serial.close()

    def run(self, code: str) -> str:
        """Run ``code`` and return its output.

        Raises:
            DeviceError: it fails, or the board is gone.
        """
        from mpremote.transport import TransportError  # noqa: PLC0415

        try:
            printed, failed = self._transport.exec_raw(code)
        except (OSError, struct.error, TransportError) as error:
            sentence = f"The device at {self._path} was disconnected during the installation. Plug it in again."
            raise DeviceError(sentence) from error
        if failed:
            raise DeviceError(f"The device at {self._path} could not do it: {reason_of(failed)}.")
        text: str = printed.decode("utf-8", "replace")
        return text
