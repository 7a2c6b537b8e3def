"""Niagara's pieces in order, for setting up a board with its lights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from riverlight.games.interface import Header, Piece
from riverlight.games.niagara.options import GEM_NAMES
from riverlight.games.niagara.view import NiagaraView
from riverlight.languages.text import text
from shared_rules.niagara import COLOURS

__all__ = ["pieces"]

_NOWHERE: Final = ("shore", "lost")
"""Places where a canoe needs no placing; on the page a canoe still to place is ``unset``."""


def pieces(view: NiagaraView, header: Header) -> list[Piece]:
    """Return the pieces on the board, in the order in which they are placed."""
    names = header.seat_names
    placed = []
    quiet: NiagaraView = {**view, "phase": "over", "to_act": [], "winners": [], "last_way": None, "last_flow": None}
    quiet = {**quiet, "revealed": [None] * len(names), "card": None, "must_move": [], "may_launch": []}
    so_far = [["unset" if place not in _NOWHERE else place for place in places] for places in view["canoes"]]
    for seat, places in enumerate(view["canoes"]):
        for number, place in enumerate(places):
            if place in _NOWHERE:
                continue
            canoes = [["lost", "lost"] for _ in names]
            cargo: list[list[str | None]] = [[None, None] for _ in names]
            canoes[seat][number], cargo[seat][number] = place, view["cargo"][seat][number]
            gem = cargo[seat][number]
            so_far[seat][number] = place
            alone: NiagaraView = {**quiet, "canoes": canoes, "cargo": cargo}
            shown: NiagaraView = {
                **alone,
                "canoes": [list(each) for each in so_far],
                "cargo": _on_board(so_far, view["cargo"]),
            }
            sentence = text("Put a canoe of {name} on {place}.", name=names[seat], place=place)
            if gem is not None:
                gem_name = GEM_NAMES[COLOURS.index(gem)]
                sentence = text(
                    "Put a canoe of {name} with a {gem} gem on {place}.", name=names[seat], gem=gem_name, place=place
                )
            placed.append(Piece(seat, sentence, alone, shown))
    return placed


def _on_board(canoes: Sequence[Sequence[str]], cargo: Sequence[Sequence[str | None]]) -> list[list[str | None]]:
    """Return the gems of the canoes that are set up."""
    return [
        [None if place == "unset" else gem for place, gem in zip(*pair, strict=True)]
        for pair in zip(canoes, cargo, strict=True)
    ]
