"""Read board files, and hold a board: its document, its spaces by name and by index, its compiled form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from riverlight.boards.compile import compiled
from riverlight.boards.kept import keep, kept_ids, kept_path
from riverlight.boards.lint import refuse_malformed, unplayable
from riverlight.boards.reading import parsed, read_bytes
from riverlight.errors import BoardError, BoardTaken
from riverlight.languages.text import series, text, together
from shared_rules.board import Board as CompiledBoard

__all__ = ["Board", "content", "load", "playable", "save", "shipped", "shipped_ids"]

_SHOWN = 60
_SHIPPED = resources.files("shared_rules") / "boards"


class Board:
    """A well-formed board.

    Attributes:
        document: the board file's JSON, not to be changed.
        id: its name for records and commands.
        title: its name for people.
        game: ``"canyon"``, ``"niagara"`` or ``"pyramid"``.
        size_mm: width and height; (0, 0) where the file does not say.
        space_ids: the ids in the order of the file; a space's index is its place here.
        index: the index of each id.
        blob: the compiled form, bytes.
        core: the same, read by ``shared_rules.board``.
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
        self.blob = compiled(document)
        self.core = CompiledBoard(self.blob)

    def __repr__(self) -> str:
        return f"<Board {self.id!r} of {self.game}, {len(self.space_ids)} spaces, {self.core.hash}>"


def shipped_ids() -> tuple[str, ...]:
    """Return the ids of the boards that come with Riverlight, sorted."""
    names = (entry.name for entry in _SHIPPED.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if _is_board_name(name)))


@cache
def shipped(game: str) -> Board:
    """Return Riverlight's own board of ``game``; its id is the game's name.

    Raises:
        BoardError: when there is none.
    """
    if game not in shipped_ids():
        message = text(
            "Riverlight ships no board {board}; it has: {boards}.", board=repr(game), boards=series(shipped_ids())
        )
        raise BoardError(message)
    return Board(parsed(content(game)))


def content(id_or_path: str | Path) -> bytes:
    """Return what stands in the file of a shipped board, of one of the user's own, or in the file at a path.

    Raises:
        BoardError: when there is none, or when it cannot be read.
    """
    if isinstance(id_or_path, str) and id_or_path in shipped_ids():
        return (_SHIPPED / f"{id_or_path}.json").read_bytes()
    path = kept_path(id_or_path) if isinstance(id_or_path, str) else None
    path = path or Path(id_or_path)
    if not id_or_path or (not path.suffix and not _is_there(path)):
        known = series([*dict.fromkeys((*shipped_ids(), *kept_ids()))])
        message = text(
            "There is no board {board}: it is one of {boards}, or the path of a file.",
            board=repr(str(id_or_path))[:_SHOWN],
            boards=known,
        )
        raise BoardError(message)
    return read_bytes(path)


def load(id_or_path: str | Path) -> Board:
    """Return a board by its id, shipped or the user's own, or any well-formed one by its path, sound for play or not.

    Raises:
        BoardError: when it cannot be read, or with every fault that makes it unusable.
    """
    if isinstance(id_or_path, str) and id_or_path in shipped_ids():
        return shipped(id_or_path)
    document = parsed(content(id_or_path))
    refuse_malformed(document)
    return Board(document)


def playable(id_or_path: str | Path, game: str) -> Board:
    """Return a board on which ``game`` can be played from beginning to end.

    Raises:
        BoardError: as :func:`load` does; when the board is another game's, or not sound by the rules.
    """
    board = load(id_or_path)
    if board.game != game:
        message = text(
            "The board {board} is for {its_game}, not for {game}.", board=board.id, its_game=board.game, game=game
        )
        raise BoardError(message)
    faults = unplayable(board.document)
    if faults:
        first = text("The board {board} is not sound for play: {fault}", board=board.id, fault=faults[0])
        command = f"riverlight boards check {id_or_path}"
        more = text("And {number} more: {command}.", number=len(faults) - 1, command=command)
        raise BoardError(together([first, more] if len(faults) > 1 else [first]))
    return board


def save(document: Any, *, replaces: bool) -> Path:
    """Keep a well-formed board among the user's own, found by its id from then on; return its file.

    Args:
        document: the board file's JSON.
        replaces: whether it may take the place of one of the same id.

    Raises:
        BoardError: with what makes it unusable; when its id is not free; when it cannot be written.
    """
    refuse_malformed(document)
    name = document.get("id", "")
    if name in shipped_ids():
        message = text("The id {id} is that of a board that comes with Riverlight; give yours another.", id=name)
        raise BoardError(message)
    if not replaces and name in kept_ids():
        message = text(
            "There is a board {id} of yours already; give this one another id, or say that it replaces that.", id=name
        )
        raise BoardTaken(message)
    return keep(name, document)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file system has, or one that this user may not look at
        return False


def _is_board_name(name: str) -> bool:
    return name.endswith(".json") and not name.endswith(".schema.json")
