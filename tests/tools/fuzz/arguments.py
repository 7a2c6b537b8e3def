"""Command lines: read-only commands are run, of all others only the arguments are parsed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import click
from click.testing import CliRunner
from riverlight.commands import COMMANDS, riverlight
from riverlight.errors import RiverlightError
from riverlight.table.record import Store
from riverlight.table.session import Table

from tests.tools.fuzz.boards import small_boards
from tests.tools.fuzz.games import SEEDS, read_game
from tests.tools.fuzz.mutate import in_words
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Run, Target

__all__ = ["TARGETS"]

_ONLY_LOOK = (
    *("boards list", "boards check", "boards draw", "boards new", "games list", "games show", "games export"),
    *("games replay", "games import", "hardware plan", "moves"),
)
_WRITING = ("-o", "--output", "--out", "new", "import")
_LONGEST_WORD = 4000
_MOVES = 12

_LINES = (
    "boards list",
    "boards check own.json canyon",
    "boards draw own.json --names --day",
    "boards draw own.json -o drawn.svg",
    "boards new canyon --id ID --size 720x500 -o ID.json",
    "boards print canyon --out printed --paper letter",
    "boards trace canyon --port COM3 --http-port 0",
    "boards calibrate canyon --terminal --panel main",
    "games list --json",
    "games show 1",
    "games export 1 --sound --with-secrets -o game.txt",
    "games import own.txt --board niagara",
    "games replay 1 --with-secrets --delay 0.5",
    "games replay own.txt",
    "games resume 1 --no-browser --http-port 0 --lan",
    "hardware plan canyon --reader --keypads 2 --usb",
    "moves own.jsonl",
    "play canyon --seats 5 --option cards=app --seed 7 --board canyon --no-browser",
    "demo pyramid --seed 3 --seats 3 --json --keep",
    "selfplay niagara --games 5 --seed 1 --json",
    "study canyon --games 5 --option movement=nearest --level easy --page study.html --jobs 1",
    "analyse 1 --samples 4",
    "boards sensors canyon",
    "games correct 1 3 --agreed",
    "device watch --press 12A --seconds 0.5",
    "device teach --keys A1 --seconds 3 --forget",
    "doctor",
    "--version",
    "games --help",
)


@contextmanager
def _ready() -> Iterator[Run]:
    """Stand in a folder with a board, a game and a record; let nothing be served, flashed or slept."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(TemporaryDirectory()))
        opened.enter_context(chdir(folder))
        opened.enter_context(mock.patch.dict(os.environ, {"RIVERLIGHT_DATA": str(folder / "data"), "COLUMNS": "100"}))
        opened.enter_context(mock.patch.object(time, "sleep"))
        for path, command in _commands(riverlight, ()):
            if path not in _ONLY_LOOK:
                opened.enter_context(mock.patch.object(command, "callback", _nothing))
        Path("own.json").write_bytes(small_boards()[0])
        Path("own.txt").write_text((SEEDS / "lessons" / "niagara.txt").read_text(encoding="utf-8"), encoding="utf-8")
        Path("own.jsonl").write_text('{"game": "niagara", "cards": [3], "weather": 0}\n', encoding="utf-8")
        head, written = read_game("canyon")
        with Store(folder / "data") as store:
            Table.from_moves(store, head, [(move.seat, move.text) for move in written.moves[:_MOVES]])
        number = iter(range(1 << 30))
        yield lambda data: _call(data.replace(b"ID", b"id%d" % next(number)))


def _nothing(*_words: object, **_options: object) -> None:
    """Stand for a command that would do more than look."""


def _commands(group: click.Group, above: tuple[str, ...]) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _commands(command, (*above, name))
        else:
            yield " ".join((*above, name)), command


def _call(data: bytes) -> bool:
    """Call the program; it does what it is asked, or says in a sentence why not."""
    words = data.decode("utf-8", "replace").replace("\0", "").split(" ")
    if any(len(word) > _LONGEST_WORD or word.startswith(("/dev/", "~", "-h")) for word in words):
        return False
    if any(word in words or word.startswith(("-o", "--ou")) for word in _WRITING for word in words) and any(
        "/" in word or ".." in word for word in words
    ):
        return False  # it could write anywhere
    ended = CliRunner().invoke(riverlight, words, input="")
    assert "Traceback" not in ended.output
    error = ended.exception
    if error is None or isinstance(error, SystemExit):
        assert ended.exit_code in (0, 1, 2)
        assert ended.exit_code == 0 or ended.output.strip()
        return ended.exit_code < 2
    assert isinstance(error, RiverlightError | OSError), repr(error)
    if isinstance(error, RiverlightError):
        demand_sentence(error)
    return False


_WORDS = sorted({word for line in _LINES for word in line.split()} | set(COMMANDS))

TARGETS = (
    Target(
        "command-line",
        lambda: [line.encode() for line in _LINES],
        in_words([*_WORDS, "-1", "0", "99999999999999999999", "nan", "inf", "1e400", "--", "--seats=", "NAME=VALUE"]),
        _ready,
        lambda: [
            *(b"games show " + number for number in (b"-1", b"9" * 30, b"1" * 4000, "٣".encode())),
            b"games replay " + b"9" * 3000,
            b"boards check " + b"x" * 3000,
            b"boards new canyon --size " + b"9" * 3000 + b"x1",
            b"play canyon --seed " + b"9" * 3000,
            b"hardware plan " + b"a/" * 1500,
        ],
        100,
    ),
)
