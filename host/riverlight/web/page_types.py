"""What the server sends to the scripts of its pages; ``tests/tools/page_types.py`` makes their types from these."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Literal, NotRequired, TypedDict

from riverlight.table.hints import Hint
from riverlight.table.snapshot_types import Choice, Reason, SeatReasons, Snapshot
from riverlight.web.board import BoardData
from riverlight.web.seat_devices import LinkReport

__all__ = ["ChoiceTable", "Hint", "Reason", "SeatReasons", "SeatReport", "Setting", "StateMessage", "choice_tables"]


Field = Literal["keys", "label", "move", "space", "path"]


class Setting(TypedDict):
    """What a page that follows a game is told in its HTML.

    Attributes:
        table: the id of the sitting.
        game: the name of the game.
        board: None in a game without one; a private page marks places on a small one.
        line: the path of the live line, where it is not the table's.
        own: the paths of the live lines of the only person's seats, which this page shows beside the table.
    """

    table: str
    game: str
    board: NotRequired[BoardData | None]
    line: NotRequired[str]
    own: NotRequired[list[str]]


class SeatReport(LinkReport):
    """A link report as table pages get it."""

    seat: int


class ChoiceTable(TypedDict):
    """Choices of one verb with the same fields and arguments, a row each: half the bytes of an object each.

    A row has the values of ``fields``, then those of ``arguments``.
    """

    verb: str
    fields: list[Field]
    arguments: list[str]
    rows: list[list[Any]]


class StateMessage(TypedDict):
    """The newest state of a page; without a snapshot where the page is out of date.

    Attributes:
        table: the id of the sitting on the table; None where this page may not follow it.
        spread_ms: comes with another sitting: the pages of a room load it within so long, not all at once.
        refused: how many refusals this page's keypad has had, so that a repeated refusal is shown again.
        snapshot: what the page shows, without the choices.
        choices: those of the snapshot.
        links: on the table page, the seats whose links have been opened.
        link: on a seat's page, who has opened its own link.
        magnets: where a simulated board with sensors lies before this page, the spaces that have a piece.
    """

    table: str | None
    spread_ms: NotRequired[int]
    refused: NotRequired[int]
    snapshot: NotRequired[Snapshot]
    choices: NotRequired[list[ChoiceTable]]
    links: NotRequired[list[SeatReport]]
    link: NotRequired[LinkReport | None]
    magnets: NotRequired[list[str]]


def choice_tables(choices: Sequence[Choice]) -> list[ChoiceTable]:
    """Return ``choices`` in their order as tables.

    Left out are a space or path that a choice does not have, and a move that is its verb and arguments.
    """
    return [
        {
            "verb": verb,
            "fields": fields,
            "arguments": names,
            "rows": [
                [choice[name] for name in fields] + [choice["arguments"][name] for name in names] for choice in group
            ],
        }
        for (verb, fields, names), group in groupby(choices, _shape)
    ]


def _shape(choice: Choice) -> tuple[str, list[Field], list[str]]:
    fields: list[Field] = ["keys", "label"]
    values = choice["arguments"].values()
    words = (str(word) for value in values for word in (value if isinstance(value, list) else [value]))
    if choice["move"] != " ".join([choice["verb"], *words]):
        fields.append("move")
    if choice["space"] is not None:
        fields.append("space")
    if choice["path"]:
        fields.append("path")
    return choice["verb"], fields, list(choice["arguments"])
