"""What a viewer of Pyramid may see (PYR-18), built up from nothing.

The mummy's side (seat 0, spectators, the panel ``shrine``) gets public facts alone: not even in which part of a turn a
hunter is. The hunters' side (hunter seats, the panel ``tomb``) sees the maze; a hunter seat its own cards besides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riverlight.engines.contract import SPECTATOR, Viewer
from riverlight.engines.pyramid import aid, legality
from riverlight.engines.pyramid import moves as m
from riverlight.engines.pyramid.options import AMULETS_TO_WIN, COLOURS
from shared_rules import pyramid as maze
from shared_rules.board import NONE

if TYPE_CHECKING:
    from riverlight.engines.pyramid.state import PyramidState

_PUBLIC_PHASES = frozenset({"mummy", "interrupt", "mummy_roll", "over", "deal"})
"""What everybody may know of a turn; all parts of a hunter's are one *hunt*."""


def is_on_the_mummys_side(viewer: Viewer) -> bool:
    """Return whether ``viewer`` may know no more than the mummy."""
    return viewer in {0, SPECTATOR, "shrine", "main"}


def view_of(state: PyramidState, viewer: Viewer) -> dict[str, Any]:
    """Return what ``viewer`` may see."""
    seen = _public(state)
    if is_on_the_mummys_side(viewer):
        seen["side"] = "mummy"
        if state.options["mummy_aid"] == "on":
            ids = state.board.space_ids
            seen["possible"] = [[ids[at] for at in aid.spaces(state.board.core, guess)] for guess in state.guesses]
        return seen
    seen["side"] = "hunters"
    seen.update(_hunters(state))
    if isinstance(viewer, int):
        seen.update(_own(state, viewer))
    return seen


def _public(state: PyramidState) -> dict[str, Any]:
    ids = state.board.space_ids
    core = state.board.core
    phase = state.phase if state.phase in _PUBLIC_PHASES else "hunt"
    acting = (state.owners[state.marker],) if phase == "hunt" else state.to_act()
    reach: bytes = b""
    if state.phase in {"mummy", "interrupt"}:
        reach = maze.mummy_reach(core, state.mummy, state.steps_left, b"")
    return {
        "round": state.round,
        "phase": phase,
        "to_act": list(acting),
        "marker": state.marker if phase in {"hunt", "interrupt"} else None,
        "owners": list(state.owners),
        "mummy": ids[state.mummy],
        "die": _die(state),
        "set_aside": state.set_aside,
        "steps": state.steps if state.walk else 0,
        "steps_left": state.steps_left,
        "reach": [ids[space] for space in reach],
        "walk": [ids[space] for space in state.walk],
        "last_caught": state.last_caught if state.last_caught >= 0 else None,
        "amulets": list(state.amulets),
        "taken": state.taken,
        "needed": AMULETS_TO_WIN[state.seats],
        "played": [[ids[space], COLOURS[core.data[space]], marker] for space, marker in state.played],
        "held": [dict(zip(COLOURS, counts, strict=True)) for counts in state.held],
        "winners": list(state.ended.winners) if state.ended else [],
        "way": state.ended.way if state.ended else None,
    }


def _die(state: PyramidState) -> str | None:
    if not state.die:
        return None
    return "arrow" if state.die == maze.ARROW else str(state.die)


def _hunters(state: PyramidState) -> dict[str, Any]:
    ids = state.board.space_ids
    phase = state.phase
    ends: dict[str, list[str]] = {}
    if phase == "choose":
        for face in legality.usable_faces(state):
            ends[m.face_name(face)] = [ids[space] for space in legality.die_ends(state, face)]
    elif phase == "move":
        ends[m.face_name(state.die)] = [ids[space] for space in legality.die_ends(state, state.die)]
    return {
        "phase": phase,
        "to_act": list(state.to_act()),
        "hunters": [None if space == NONE else ids[space] for space in state.hunters],
        "faces": [m.face_name(face) for face in state.faces],
        "dice_to_throw": state.thrown,
        "ends": ends,
    }


def _own(state: PyramidState, seat: int) -> dict[str, Any]:
    """Return the seat's own cards, a list for each of its holders; empty with real cards."""
    ids = state.board.space_ids
    core = state.board.core
    holders = [holder for holder in range(len(state.cards)) if state.owners[holder] == seat]
    return {"cards": [[[ids[card], COLOURS[core.data[card]]] for card in state.cards[holder]] for holder in holders]}
