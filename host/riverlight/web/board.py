"""The board of a table page: its picture, and where the lights and pieces stand on it."""

from __future__ import annotations

import gzip
import json
import threading
from functools import lru_cache
from hashlib import blake2b

from riverlight.boards import Board
from riverlight.boards.draw import draw
from riverlight.boards.places import place_of, usual_gap
from riverlight.languages.text import plural
from riverlight.web.markup import Markup, element
from shared_rules.board import NONE

__all__ = ["board_data", "board_element", "board_name", "board_picture"]

_drawing = threading.Lock()


def board_name(board: Board) -> str:
    """Return the name of the board's picture, which changes with anything in its file."""
    return blake2b(_text(board).encode(), digest_size=8).hexdigest()


def board_picture(board: Board) -> bytes:
    """Return the board as SVG, compressed. Drawing one takes a second, so each is drawn once."""
    with _drawing:  # who comes meanwhile waits for the same picture
        return _picture(_text(board))


@lru_cache(maxsize=4)
def _picture(text: str) -> bytes:
    return gzip.compress(draw(Board(json.loads(text))).encode(), mtime=0)


def _text(board: Board) -> str:
    return json.dumps(board.document)


def board_element(board: Board) -> Markup:
    """Return the element of the page that holds the picture, and whatever the scripts lay over it."""
    width, height = board.size_mm
    picture = element(
        "img",
        src=f"/boards/{board_name(board)}.svg",
        alt=plural(
            "The board {title}: {n} space", "The board {title}: {n} spaces", len(board.space_ids), title=board.title
        ),
        width=width,
        height=height,
    )
    return element("div", picture, id="river", class_="river")


def board_data(board: Board) -> dict[str, object]:
    """Return what the scripts need to know, all lengths in mm.

    ``size``; ``spaces`` in order, each with ``id``, ``kind`` and ``at``; ``chains``: for each chain of lights the space
    of each light, -1 for none; ``reach``: the usual distance from a space to its nearest.
    """
    spaces = board.document["spaces"]
    return {
        "size": board.size_mm,
        "spaces": [{"id": space["id"], "kind": space["kind"], "at": space["at_mm"]} for space in spaces],
        "chains": [[-1 if space == NONE else space for space in lights] for _name, lights in board.core.panels],
        "reach": round(usual_gap([place_of(space) for space in spaces]), 1),
    }
