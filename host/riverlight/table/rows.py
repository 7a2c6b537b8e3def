"""The rows of the record: their kinds, their details, and how they are read from the database.

Every row is an event of one game, numbered from 1. The kinds are:

- ``new``    the game's name, options, names, seed and board (``body``);
- ``move``   a seat's move as text; ``automatic`` if the app made it for the table;
- ``undo`` and ``redo``   of the last entry;
- ``correct``   replaces an entry by a seat's move (``body``: ``at``, from 1) and replays the later entries while they
  are legal; ``restore`` undoes that, ``drop`` discards the entries that are not;
- ``typed``  the keys of an unfinished code (``body``: keypad, keys), so that it survives a restart; with ``question``,
  the request that is open from then on, null for none; with ``correcting``, the entry that is being corrected there,
  0 while its number is typed.

All but the last are *steps*: each carries the digest of the resulting state, which is verified when a game is resumed.
A row caused by a device's key press, or a page's message, also stores which one, so that the move and the fact that
its key was handled are committed in one transaction.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, Literal, NamedTuple, NotRequired, TypedDict, cast

from riverlight.errors import RecordError
from riverlight.games.contract import Seat
from riverlight.games.sides import Keypad
from riverlight.languages.text import text
from riverlight.table.losses import damage

__all__ = [
    "COLUMNS",
    "STEPS",
    "Columns",
    "KeyPress",
    "QuestionBody",
    "ResultBody",
    "Row",
    "RowBody",
    "chain_digest",
    "read_body",
    "row_of",
]

COLUMNS: Final = "n, kind, seat, move, automatic, body, digest, boot, number, at_ms"

Columns = tuple[int, str, int | None, str | None, int, str | None, str | None, str | None, int | None, int]
"""The values of :data:`COLUMNS`. In a damaged file they can have any type."""

STEPS = ("new", "move", "undo", "redo", "correct", "restore", "drop")
"""The kinds of rows that change the game; all others are ``typed``."""


class KeyPress(NamedTuple):
    """Identifies a device's key press: the device's boot id, and a number from 1 that increases within that boot.

    A page's message has a unique id in place of the boot id, and the number 1.
    """

    boot: str
    number: int


class QuestionBody(TypedDict):
    """A stored question: see ``riverlight.table.requests.Question``."""

    number: int
    asker: Keypad
    back: int
    reveals: bool
    waiting: list[Seat | Literal["table", "apart"]]
    agreed: list[Seat | Literal["table", "apart"]]
    number_apart: NotRequired[int]
    correction: NotRequired[tuple[int, Seat, str]]


class ResultBody(TypedDict):
    """A stored result: see ``riverlight.games.contract.Result``."""

    winners: list[Seat]
    way: str


class RowBody(TypedDict, total=False):
    """The details of a row; its kind determines the keys. In a damaged record values can have any type."""

    game: str
    options: dict[str, str]
    names: list[str]
    seed: int
    board: Mapping[str, object] | None
    generator: str
    bots: list[int]
    kit: str
    levels: list[str]
    hints: bool
    colours: list[str]
    result: ResultBody
    by: Keypad
    at: int
    agreed: list[Seat | str]
    keypad: Keypad
    keys: str
    tail: str
    correcting: int
    question: QuestionBody | None


class Row(NamedTuple):
    """One event of a game. The store assigns ``n``; rows to be appended have 0.

    ``ends_altered``: it is the last row of a game whose rows do not match the digest in its head.
    """

    kind: str
    seat: Seat | None = None
    move: str | None = None
    automatic: bool = False
    body: RowBody | None = None
    digest: str | None = None
    press: KeyPress | None = None
    n: int = 0
    at_ms: int = 0
    ends_altered: bool = False

    @property
    def details(self) -> RowBody:
        """The body; empty if there is none."""
        return self.body or {}


def read_body(game_id: int, n: int, written: str | None) -> RowBody | None:
    """Parse the details of row ``n`` from JSON; raise RecordError if they are damaged."""
    if written is None:
        return None
    try:
        body = json.loads(written)
    except (ValueError, TypeError, RecursionError) as error:
        raise RecordError(damage(game_id, n, text("its details cannot be read"))) from error
    if not isinstance(body, dict):
        raise RecordError(damage(game_id, n, text("its details cannot be read")))
    return cast("RowBody", body)


def chain_digest(chain: bytes, columns: Columns) -> bytes:
    """Return the chained digest of a game's rows after one more row with these columns."""
    written = json.dumps(columns, separators=(",", ":"), default=repr)
    return blake2b(chain + written.encode("ascii"), digest_size=len(chain)).digest()


def row_of(game_id: int, place: int, columns: Columns) -> Row:
    """Build row number ``place`` of a game from its columns; raise RecordError if they are damaged."""
    n, kind, seat, move, automatic, written, digest, boot, number, at_ms = columns
    if n != place:
        raise RecordError(damage(game_id, place, text("the row is missing")))
    numbers_are_sound = all(isinstance(value, int) for value in (automatic, at_ms, seat or 0, number or 0))
    texts_are_sound = all(isinstance(value, str) for value in (kind, move or "", digest or "", boot or ""))
    if not (numbers_are_sound and texts_are_sound) or (boot is None) != (number is None):
        raise RecordError(damage(game_id, place, text("a value has the wrong type")))
    press = None if boot is None or number is None else KeyPress(boot, number)
    return Row(kind, seat, move, bool(automatic), read_body(game_id, n, written), digest, press, n, at_ms)
