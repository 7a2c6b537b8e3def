"""The routes of the rules pages. They do not depend on a table, so everyone may see them."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from riverlight.games.registry import GAMES
from riverlight.languages.text import text
from riverlight.web.board_pictures import BoardPictures
from riverlight.web.pages import error_page
from riverlight.web.rules_page import is_explained, rules_page
from riverlight.web.rules_pictures import board_of_pictures

__all__ = ["rules_routes"]


def rules_routes(board_pictures: BoardPictures) -> list[Route]:
    """Return the routes of the pages, and of the boards in their pictures."""

    async def rules(request: Request) -> Response:
        game = GAMES.get(request.path_params["game"])
        if game is None or not is_explained(game):
            return error_page(404, text("There are no rules for this game."))
        return await asyncio.to_thread(rules_page, game, dict(request.query_params))

    async def board(request: Request) -> Response:
        game = GAMES.get(request.path_params["game"])
        found = None if game is None else await asyncio.to_thread(board_of_pictures, game)
        return await board_pictures.answer(found, request.path_params["name"])

    return [
        Route("/rules/{game:str}", rules, methods=["GET"]),
        Route("/rules/{game:str}/{name:str}.svg", board, methods=["GET"]),
    ]
