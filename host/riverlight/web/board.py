"""The board of a table page: its picture, and the positions of lights and pieces on it."""

from __future__ import annotations

import gzip
import json
import threading
from functools import lru_cache
from hashlib import blake2b
from typing import TypedDict

from riverlight.boards import Board
from riverlight.boards.drawing import draw
from riverlight.boards.places import place_of, usual_gap
from riverlight.languages.text import plural
from riverlight.web.markup import Markup, element
from shared_rules.board import NONE

__all__ = ["BoardData", "board_data", "board_element", "board_name", "board_picture"]

_drawing = threading.Lock()


class BoardSpace(TypedDict):
    """A space of the board; ``at`` is its position in mm."""

    id: str
    kind: str
    at: tuple[float, float]


class BoardData(TypedDict):
    """A board's data for the scripts, all lengths in mm.

    Attributes:
        size: width and height.
        spaces: every space, in the order of the board.
        chains: for each chain of lights the index of each light's space, -1 for none.
        reach: the usual distance from a space to its nearest neighbour.
    """

    size: tuple[float, float]
    spaces: list[BoardSpace]
    chains: list[list[int]]
    reach: float


@lru_cache(maxsize=4)
def board_name(board: Board) -> str:
    """Return the name of the board's picture, which depends on all of its file."""
    return blake2b(_text(board).encode(), digest_size=8).hexdigest()


def board_picture(board: Board) -> bytes:
    """Return the board as compressed SVG, cached."""
    with _drawing:  # concurrent requests wait for the same picture
        return _picture(_text(board))


@lru_cache(maxsize=4)
def _picture(text: str) -> bytes:
    return gzip.compress(draw(Board(json.loads(text))).encode(), mtime=0)


def _text(board: Board) -> str:
    return json.dumps(board.document)


def board_element(board: Board, folder: str = "/boards", *, is_shown: bool = True) -> Markup:
    """Return the element with the picture, to which the scripts add lights and pieces.

    ``folder`` is the path from which the page may load the picture; a board that is hidden at first loads it later.
    """
    width, height = board.size_mm
    picture = element(
        "img",
        src=f"{folder}/{board_name(board)}.svg",
        alt=plural(
            "The board {title}: {n} space", "The board {title}: {n} spaces", len(board.space_ids), title=board.title
        ),
        width=width,
        height=height,
        loading=None if is_shown else "lazy",
    )
    return element("div", picture, id="river", class_="river")


@lru_cache(maxsize=4)
def board_data(board: Board) -> BoardData:
    """Return a board's data for the scripts."""
    spaces = board.document["spaces"]
    return {
        "size": board.size_mm,
        "spaces": [{"id": space["id"], "kind": space["kind"], "at": space["at_mm"]} for space in spaces],
        "chains": [[-1 if space == NONE else space for space in lights] for _name, lights in board.core.panels],
        "reach": round(usual_gap([place_of(space) for space in spaces]), 1),
    }
