"""Board files: read, check, compile, save and draw boards.

``reading`` parses bytes strictly, ``lint`` finds problems, ``compile`` makes the bytes of ``shared_rules.board``,
``files`` loads boards, ``saved`` stores the user's own boards, ``places`` returns the positions of spaces, ``drawing``
renders SVG. Each game describes its boards with a ``BoardKind``, in ``kinds``.
"""

from riverlight.boards.files import Board, load, read_board_file, shipped, shipped_ids
from riverlight.boards.lint import check

__all__ = ["Board", "check", "load", "read_board_file", "shipped", "shipped_ids"]
