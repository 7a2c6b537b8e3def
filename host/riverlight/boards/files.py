"""Load boards: shipped boards, the user's own boards, and files by path."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from riverlight.boards.compile import compile_board
from riverlight.boards.lint import find_rule_problems, refuse_malformed
from riverlight.boards.reading import parse_json, read_bytes
from riverlight.boards.saved import save_board, saved_ids, saved_path
from riverlight.errors import BoardError, BoardTaken
from riverlight.languages.text import series, text, together
from riverlight.pico_packages import PICO_FOLDER
from shared_rules.board import Board as CompiledBoard

__all__ = ["Board", "load", "load_playable", "read_board_file", "save", "shipped", "shipped_ids"]

_SHOWN = 60
_SHIPPED = PICO_FOLDER / "shared_rules" / "boards"


class Board:
    """A well-formed board.

    Attributes:
        document: the board file's JSON; do not change it.
        id: identifier used in records and commands.
        title: display name.
        game: ``"canyon"``, ``"niagara"`` or ``"pyramid"``.
        size_mm: width and height; (0, 0) if the file does not specify them.
        space_ids: the ids in file order; the index of a space is its position here.
        index: the index of each id.
        blob: the compiled form, bytes.
        core: the compiled form as parsed by ``shared_rules.board``.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.game: str = document["game"]
        self.id: str = document.get("id", "unnamed")
        self.title: str = document.get("title", self.id)
        width_mm, height_mm = document.get("size_mm", (0, 0))
        self.size_mm: tuple[float, float] = (width_mm, height_mm)
        self.space_ids: tuple[str, ...] = tuple(space["id"] for space in document["spaces"])
        self.index: dict[str, int] = {name: number for number, name in enumerate(self.space_ids)}
        self.blob = compile_board(document)
        self.core = CompiledBoard(self.blob)

    def __repr__(self) -> str:
        return f"<Board {self.id!r} of {self.game}, {len(self.space_ids)} spaces, {self.core.hash}>"


def shipped_ids() -> tuple[str, ...]:
    """Return the ids of the boards that come with Riverlight, sorted."""
    names = (entry.name for entry in _SHIPPED.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if _is_board_name(name)))


@cache
def shipped(game: str) -> Board:
    """Return the shipped board of ``game``; its id is the game's name.

    Raises:
        BoardError: if the game has no shipped board.
    """
    if game not in shipped_ids():
        message = text(
            "Riverlight has no built-in board {board}. Its boards: {boards}.",
            board=repr(game),
            boards=series(shipped_ids()),
        )
        raise BoardError(message)
    return Board(parse_json(read_board_file(game)))


def read_board_file(id_or_path: str | Path) -> bytes:
    """Return the bytes of a board file: a shipped or user board by id, or a path.

    Raises:
        BoardError: if it does not exist or cannot be read.
    """
    if isinstance(id_or_path, str) and id_or_path in shipped_ids():
        return (_SHIPPED / f"{id_or_path}.json").read_bytes()
    path = saved_path(id_or_path) if isinstance(id_or_path, str) else None
    path = path or Path(id_or_path)
    if not id_or_path or (not path.suffix and not _is_there(path)):
        known = series([*dict.fromkeys((*shipped_ids(), *saved_ids()))])
        message = text(
            "There is no board {board}. Choose one of {boards}, or give the path of a file.",
            board=repr(str(id_or_path))[:_SHOWN],
            boards=known,
        )
        raise BoardError(message)
    return read_bytes(path)


def load(id_or_path: str | Path) -> Board:
    """Load a board by id (shipped or the user's own) or by path.

    The board is well-formed, but may still break the rules of its game.

    Raises:
        BoardError: if it cannot be read, or is malformed; the text lists the first problems.
    """
    if isinstance(id_or_path, str) and id_or_path in shipped_ids():
        return shipped(id_or_path)
    document = parse_json(read_board_file(id_or_path))
    refuse_malformed(document)
    return Board(document)


def load_playable(id_or_path: str | Path, game: str) -> Board:
    """Load a board that follows all rules of ``game``.

    Raises:
        BoardError: as for :func:`load`; if the board belongs to another game, or breaks the game's rules.
    """
    board = load(id_or_path)
    if board.game != game:
        message = text(
            "The board {board} is for {its_game}, not for {game}.", board=board.id, its_game=board.game, game=game
        )
        raise BoardError(message)
    problems = find_rule_problems(board.document)
    if problems:
        first = text("The board {board} is not ready to play: {fault}", board=board.id, fault=problems[0].sentence)
        command = f"riverlight boards check {id_or_path}"
        more = text("And {number} more: {command}.", number=len(problems) - 1, command=command)
        raise BoardError(together([first, more] if len(problems) > 1 else [first]))
    return board


def save(document: Any, *, replaces: bool) -> Path:
    """Save a well-formed board with the user's own boards; return its file.

    Args:
        document: the board file's JSON.
        replaces: whether it may replace a board with the same id.

    Raises:
        BoardError: if it is malformed, its id is taken, or it cannot be written.
    """
    refuse_malformed(document)
    name = document.get("id", "")
    if name in shipped_ids():
        message = text("The id {id} belongs to a built-in board. Choose another id.", id=name)
        raise BoardError(message)
    if not replaces and name in saved_ids():
        message = text("You already have a board {id}. Choose another id, or replace that board.", id=name)
        raise BoardTaken(message)
    return save_board(name, document)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # an invalid file name, or no permission
        return False


def _is_board_name(name: str) -> bool:
    return name.endswith(".json") and not name.endswith(".schema.json")
