"""Canyon's sensed pieces: each canoe is sensed on its space, including landings and the cave."""

from __future__ import annotations

from typing import Final

from riverlight.games.canyon import position
from riverlight.games.canyon.placing import pieces
from riverlight.games.canyon.state import CanyonState
from riverlight.games.canyon.view import CanyonView
from riverlight.games.interface import SensedPieces

__all__ = ["SENSED"]


def _move_to(state: CanyonState, space: str) -> str | None:
    return f"place {space}" if state.phase == position.PLACE else f"move {space}"


SENSED: Final[SensedPieces[CanyonState, CanyonView]] = SensedPieces(
    phases=(position.PLACE, position.MOVE), pieces=pieces, move_to=_move_to
)
