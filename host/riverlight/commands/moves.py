"""``riverlight moves``: legal moves of positions; JSON lines in, JSON lines out.

Each game defines its own requests (``Game.answer``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import IO, Any

import click

from riverlight.boards import Board
from riverlight.errors import RiverlightError
from riverlight.games.question import LINE_BYTES_MAX, Question
from riverlight.games.registry import GAMES

__all__ = ["answered", "command"]


@click.command(epilog="Example: riverlight moves positions.jsonl")
@click.argument("file", type=click.File("rb", lazy=True), default="-")
def command(file: IO[bytes]) -> None:
    """Read positions, one per line, from FILE or standard input; print the legal moves of each.

    An invalid line gets an error and the others are still answered; the exit code is then 1. Empty lines are skipped.
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
    """Yield the lines; one that is too long is truncated just above the limit."""
    while line := file.readline(LINE_BYTES_MAX + 1):
        yield line
        while len(line) > LINE_BYTES_MAX and not line.endswith(b"\n"):
            line = file.readline(LINE_BYTES_MAX + 1)


def answered(line: bytes, boards: dict[str, Board]) -> dict[str, Any]:
    """Answer one line, or return ``{"error": sentence}``; ``boards`` is a cache."""
    try:
        question = Question(line, boards)
        answer = GAMES[question.word("game", [game.name for game in GAMES.values() if game.answer])].answer
        assert answer is not None  # noqa: S101  (only games that answer are accepted)
        return answer(question)
    except RiverlightError as error:
        return {"error": str(error)}
