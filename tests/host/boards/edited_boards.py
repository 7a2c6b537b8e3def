"""Boards changed as tests want them: the shipped maps with a fault, files of them, boards that are all faults."""

import copy
import json
from collections.abc import Callable
from typing import Any

from riverlight.boards import shipped

Document = dict[str, Any]
Edit = Callable[[Document, dict[str, Document]], object]


def edited(edit: Edit) -> Document:
    """Return the shipped Canyon map after ``edit``, which gets the document and its spaces by id."""
    document = copy.deepcopy(dict(shipped("canyon").document))
    edit(document, {space["id"]: space for space in document["spaces"]})
    return document


def unlink(spaces: dict[str, Document], one: str, other: str) -> None:
    spaces[one]["touches"].remove(other)
    spaces[other]["touches"].remove(one)


def link(spaces: dict[str, Document], one: str, other: str) -> None:
    spaces[one]["touches"].append(other)
    spaces[other]["touches"].append(one)


def written(folder, document):
    path = folder / "board.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def crowd(game: str, kind: str, **more: Any) -> Document:
    """Return a board of 254 spaces that say the same of themselves."""
    spaces = [{"id": f"s{number}", "kind": kind, "leds": {"main": [0]}, **more} for number in range(254)]
    return {"riverlight_board": 1, "game": game, "id": "crowd", "title": "Crowd", "size_mm": [99, 99], "spaces": spaces}
