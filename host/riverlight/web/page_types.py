"""The types of the data for the scripts; ``tests/tools/page_types.py`` generates TypeScript types from these."""

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
    """The settings in the HTML of a page that shows a game.

    Attributes:
        table: the id of the sitting.
        game: the name of the game.
        board: None if the game has none; a private page marks spaces on a small one.
        line: the path of the WebSocket, if it is not the table's.
        own: the WebSocket paths of the only person's seats, which this page shows next to the table.
    """

    table: str
    game: str
    board: NotRequired[BoardData | None]
    line: NotRequired[str]
    own: NotRequired[list[str]]


class SeatReport(LinkReport):
    """A link report for table pages."""

    seat: int


class ChoiceTable(TypedDict):
    """Choices with the same verb, fields and arguments, a row each: half the bytes of an object each.

    A row has the values of ``fields``, then those of ``arguments``.
    """

    verb: str
    fields: list[Field]
    arguments: list[str]
    rows: list[list[Any]]


class StateMessage(TypedDict):
    """The newest state of a page; without a snapshot if the page is out of date.

    Attributes:
        table: the id of the sitting on the table; None if this page may not follow it.
        spread_ms: sent with another sitting: pages load it at a random time within this interval, not all at once.
        refused: the number of refusals on this page's keypad, so that a repeated refusal is shown again.
        snapshot: what the page shows, without the choices.
        choices: those of the snapshot.
        links: on the table page, the seats whose links have been opened.
        link: on a seat's page, who has opened its own link.
        magnets: on pages of a simulated board with sensors, the spaces with a piece.
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

    Fields that a choice lacks, and a move that consists of its verb and arguments, are omitted.
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
