"""Boards on the host: read their files, check them, compile them for the Pico, draw them.

``reading`` takes bytes apart, ``lint`` names the faults, ``compile`` makes the bytes of ``shared_rules.board``,
``files`` holds what came of it, ``draw`` makes the picture, ``places`` tells where its spaces lie. Each game's own lint
and scenery are modules of their own.
``new`` makes a board to begin with and ``kept`` keeps a user's own; ``wiring_order`` and ``lights`` lead a chain of
lights through its spaces, ``wire`` tells what that takes, ``calibrate`` finds out how a real one lies.
"""

from riverlight.boards.draw import draw
from riverlight.boards.files import Board, content, load, shipped, shipped_ids
from riverlight.boards.lint import check

__all__ = ["Board", "check", "content", "draw", "load", "shipped", "shipped_ids"]
