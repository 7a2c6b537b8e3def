"""Pyramid's sensed pieces: hunters on the hunters' panel, the mummy on its own (PYR-18).

The mummy's figure on the hunters' side has no magnet: it only marks what the light shows.
"""

from __future__ import annotations

from typing import Final, cast

from riverlight.games.interface import Header, Piece, SensedPieces
from riverlight.games.pyramid import placing, position
from riverlight.games.pyramid.state import PyramidState
from riverlight.games.pyramid.view import HuntersView, PyramidView
from riverlight.languages.text import text

__all__ = ["SENSED"]


def _pieces(view: PyramidView, header: Header) -> list[Piece]:
    """Return the pieces that the panel of ``view`` senses."""
    if view["side"] == "hunters":
        return [piece for piece in placing.pieces(cast("HuntersView", view), header) if piece.space]
    space = view["mummy"]
    return [Piece(position.MUMMY_SEAT, text("Put the mummy on {space}.", space=space), view, space=space)]


def _move_to(state: PyramidState, space: str) -> str | None:
    return f"move {space}" if state.phase == position.MOVE else None


SENSED: Final[SensedPieces[PyramidState, PyramidView]] = SensedPieces(
    phases=(position.CHOOSE, position.MOVE, position.MUMMY, position.INTERRUPT), pieces=_pieces, move_to=_move_to
)
