"""``riverlight moves``: what is legal in a position; JSON lines in, JSON lines out.

``moves_<game>`` has ``answer(question)``, which returns the answer as a dict or raises RiverlightError.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import IO, Any, cast

import click

from riverlight.boards import Board
from riverlight.commands.question import LINE_BYTES_MAX, Question
from riverlight.errors import RiverlightError
from shared_rules.board import GAMES

__all__ = ["answered", "command"]


@click.command(epilog="Example: riverlight moves positions.jsonl")
@click.argument("file", type=click.File("rb", lazy=True), default="-")
def command(file: IO[bytes]) -> None:
    """Answer each line of FILE (or of standard input), a position, with what is legal in it.

    A wrong line is answered with its error and the rest goes on; the exit code is then 1. Empty lines are passed over.
    """
    boards: dict[str, Board] = {}
    wrong = False
    for line in _lines(file):
        if line.strip():
            answer = answered(line, boards)
            wrong = wrong or "error" in answer
            print(json.dumps(answer), flush=True)  # noqa: T201  (click.echo takes three times as long)
    sys.exit(1 if wrong else 0)


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines, of one that is too long no more than shows that it is."""
    while line := file.readline(LINE_BYTES_MAX + 1):
        yield line
        while len(line) > LINE_BYTES_MAX and not line.endswith(b"\n"):
            line = file.readline(LINE_BYTES_MAX + 1)


def answered(line: bytes, boards: dict[str, Board]) -> dict[str, Any]:
    """Return the answer to one line, or ``{"error": sentence}``; ``boards`` keeps what was loaded for the next line."""
    try:
        question = Question(line, boards)
        module = import_module(f"riverlight.commands.moves_{question.word('game', GAMES)}")
        return cast("Callable[[Question], dict[str, Any]]", module.answer)(question)
    except RiverlightError as error:
        return {"error": str(error)}
