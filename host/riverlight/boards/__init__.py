"""Boards on the host: read their files, check them, compile them for the Pico, draw them.

``files`` reads and holds them, ``lint`` names their faults, ``compile`` makes the bytes of ``shared_rules.board``,
``draw`` makes the picture. Each game's own lint and scenery stand in modules of their own.
"""

from riverlight.boards.files import Board, load, shipped

__all__ = ["Board", "load", "shipped"]
