"""Responses with pictures of boards: drawn once, and cached by browsers."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from riverlight.boards import Board
from riverlight.languages.text import text
from riverlight.web.board import board_name, board_picture
from riverlight.web.pages import error_page

__all__ = ["BoardPictures"]


class BoardPictures:
    """Serves pictures of boards; all requests to one instance share one drawing thread."""

    def __init__(self) -> None:
        self._drawing = asyncio.Lock()

    async def answer(self, board: Board | None, name: str) -> Response:
        """Return the picture of ``board`` if ``name`` is the picture's, else a 404 page."""
        if board is None or board_name(board) != name:
            return error_page(404, text("That board is not on the table now."))
        async with self._drawing:  # one thread waits for a board to be drawn, not one for each page
            picture = await asyncio.to_thread(board_picture, board)
        return Response(
            picture,
            media_type="image/svg+xml",
            headers={"Content-Encoding": "gzip", "Cache-Control": "private, max-age=31536000, immutable"},
        )
