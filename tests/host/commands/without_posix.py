"""Runs command lines on a system without POSIX, which is pretended: ``without_posix.py FOLDER``.

Windows lacks these modules, functions and address families. The process of the simulated Pico lacks them too. Reads
command lines, one a line of standard input, and prints ``[exit code, output]`` as JSON for each.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import shlex
import socket
import sys
from pathlib import Path

MODULES = ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp")
FUNCTIONS = ("fork", "forkpty", "openpty", "sync", "set_blocking", "ttyname", "sched_getaffinity")


def remove_posix() -> None:
    """Remove what Windows lacks."""
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in FUNCTIONS:
        if hasattr(os, name):
            delattr(os, name)
    for name in ("poll", "epoll", "kqueue"):
        if hasattr(select, name):
            delattr(select, name)
    if hasattr(socket, "AF_UNIX"):
        del socket.AF_UNIX
        socket.socketpair = _pair_over_tcp  # type: ignore[assignment]


def _pair_over_tcp(*_: object) -> tuple[socket.socket, socket.socket]:
    """Do what ``socket.socketpair`` does on Windows."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ours = socket.create_connection(listener.getsockname())
        return ours, listener.accept()[0]


def call(line: str) -> tuple[object, str]:
    """Return exit code and output of a command line; a server stops as soon as it answers."""
    from click.testing import CliRunner
    from riverlight.commands import riverlight
    from riverlight.web import server

    answer = server.PageServer.startup

    async def answer_and_stop(self: server.PageServer, sockets: list[socket.socket] | None = None) -> None:
        await answer(self, sockets)
        self.should_exit = True

    server.PageServer.startup = answer_and_stop  # type: ignore[method-assign]
    try:
        run = CliRunner().invoke(riverlight, shlex.split(line))
    finally:
        server.PageServer.startup = answer  # type: ignore[method-assign]
    said = "" if run.exception is None or isinstance(run.exception, SystemExit) else repr(run.exception)
    return run.exit_code, run.output + said


def main() -> None:
    """Run what standard input says, or, for the simulated Pico, its launcher."""
    remove_posix()
    if sys.argv[1].endswith("launcher.py"):
        del sys.argv[0]
        runpy.run_path(sys.argv[0], run_name="__main__")
        return
    os.environ["RIVERLIGHT_DATA"] = sys.argv[1]
    from riverlight.devices import interpreter

    words = (*interpreter.CPYTHON.command, str(Path(__file__).resolve()))
    interpreter.CPYTHON = interpreter.Interpreter(interpreter.CPYTHON.name, words, is_micropython=False)
    for line in sys.stdin:
        print(json.dumps(call(line)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
