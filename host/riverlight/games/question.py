"""A line of ``riverlight moves``: a position as JSON, and the errors for invalid ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NoReturn

from riverlight.boards import Board, load
from riverlight.boards.wording import shown
from riverlight.errors import RiverlightError
from riverlight.games.contract import Option, read_options

__all__ = ["LINE_BYTES_MAX", "Question", "QuestionError", "quoted", "refuse"]

LINE_BYTES_MAX = 65_536
"""Limit of a line's length; a position has a few hundred bytes."""

_SHOWN = 60
"""Number of characters of a wrong value to quote."""


class QuestionError(RiverlightError):
    """An invalid line of ``riverlight moves``."""


def refuse(sentence: str) -> NoReturn:
    """Raise a QuestionError."""
    raise QuestionError(sentence)


class Question:
    """The fields of a line; invalid ones raise QuestionError with a sentence.

    Args:
        line: the line: a JSON object, in UTF-8.
        boards: cache of the boards loaded so far, by id or path.
    """

    def __init__(self, line: bytes, boards: dict[str, Board]) -> None:
        self._fields = _read(line)
        self._boards = boards

    def only(self, names: Iterable[str]) -> None:
        """Refuse fields that are not among ``names``."""
        known = ["game", *names]
        for name in self._fields:
            if name not in known:
                refuse(f"There is no field {quoted(name)} here; there are: {', '.join(known)}.")

    def has(self, name: str) -> bool:
        """Return whether the line has the field."""
        return name in self._fields

    def value(self, name: str, expected: str) -> object:
        """Return the field's value, of any type; ``expected`` says in words what it should be."""
        if name not in self._fields:
            refuse(f"The field {name} is missing: {expected} is expected.")
        return self._fields[name]

    def whole(self, name: str, least: int, most: int) -> int:
        """Return a whole number from ``least`` to ``most``."""
        expected = f"a whole number from {least} to {most}"
        value = self.value(name, expected)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            refuse(f"The field {name} is {quoted(value)}: {expected} is expected.")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false; false if the line does not have the field."""
        value = self._fields.get(name, False)
        if not isinstance(value, bool):
            refuse(f"The field {name} is {quoted(value)}: true or false is expected.")
        return value

    def word(self, name: str, words: Sequence[str]) -> str:
        """Return one of ``words``."""
        expected = f"one of {', '.join(words)}"
        value = self.value(name, expected)
        if not isinstance(value, str) or value not in words:
            refuse(f"The field {name} is {quoted(value)}: {expected} is expected.")
        return value

    def items(self, name: str, least: int, most: int, expected: str) -> list[object]:
        """Return a list of ``least`` to ``most`` items; ``expected`` says in words what they are."""
        expected = f"a list of {least} to {most} {expected}" if least < most else f"a list of {most} {expected}"
        value = self.value(name, expected)
        if not isinstance(value, list) or not least <= len(value) <= most:
            refuse(f"The field {name} is {quoted(value)}: {expected} is expected.")
        return value

    def board(self, game: str) -> Board:
        """Return the board of the field ``board``, which must be one of ``game``."""
        expected = "the id of a board or the path of its file"
        value = self.value("board", expected)
        if not isinstance(value, str) or not value:
            refuse(f"The field board is {quoted(value)}: {expected} is expected.")
        if value not in self._boards:
            self._boards[value] = load(value)
        board = self._boards[value]
        if board.game != game:
            refuse(f"The board {quoted(value)} is one of {board.game}, not of {game}.")
        return board

    def options(self, declared: Sequence[Option]) -> dict[str, str]:
        """Return every option of the game with its value in the field ``options``, or its default."""
        given = self._fields.get("options", {})
        if not isinstance(given, dict):
            refuse(f"The field options is {quoted(given)}: an object of names and values is expected.")
        for value in given.values():
            if not isinstance(value, str):
                refuse(f"The value of an option is a word, not {quoted(value)}.")
        return read_options(declared, given)

    def space(self, board: Board, value: object, name: str) -> int:
        """Return the index of the space with the id ``value``, from the field ``name``."""
        if not isinstance(value, str) or value not in board.index:
            refuse(f"The field {name} has {quoted(value)}, which is not a space of the board {board.id}.")
        return board.index[value]


def quoted(value: object) -> str:
    """Return ``value`` as JSON, truncated."""
    return shown(value, _SHOWN)


def _read(line: bytes) -> dict[str, object]:
    if len(line) > LINE_BYTES_MAX:
        refuse(f"A line has at most {LINE_BYTES_MAX // 1024} KB; this one is longer.")
    try:
        text = line.decode("utf-8-sig").strip()
        fields = json.loads(text, object_pairs_hook=_once_each)
    except UnicodeDecodeError as error:
        refuse(f"A line is UTF-8 text; its byte {error.start + 1} does not fit.")
    except json.JSONDecodeError as error:
        refuse(f"A line is one JSON object; at character {error.pos + 1}: {error.msg}.")
    except RecursionError:
        refuse("A line is one JSON object; this one is nested too deep.")
    except ValueError:
        refuse("A line is one JSON object with numbers of a few digits; this one has a longer one.")
    if not isinstance(fields, dict):
        refuse(f"A line is one JSON object, not {quoted(fields)}.")
    return fields


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            refuse(f"The field {quoted(name)} stands twice in one object.")
        fields[name] = value
    return fields
