"""Views of Pyramid (PYR-18), built from nothing.

The mummy's side (seat 0, spectators, the panel ``shrine``) gets public facts only, not even the phase of a hunter's
turn. The hunters' side (hunter seats, the panel ``tomb``) sees the maze; a hunter's seat also its own cards.
"""

from __future__ import annotations

from typing import NotRequired, cast

from riverlight.games.contract import Secret, View, Viewer
from riverlight.games.pyramid import legality
from riverlight.games.pyramid import moves as m
from riverlight.games.pyramid import possible_spaces as aid
from riverlight.games.pyramid.options import AMULETS_TO_WIN, COLOURS
from riverlight.games.pyramid.position import PyramidPosition
from riverlight.languages.text import text
from shared_rules import pyramid as maze
from shared_rules.board import NONE

_PUBLIC_PHASES = frozenset({"mummy", "interrupt", "mummy_roll", "over", "deal"})
"""The public phases; all phases of a hunter's turn are one *hunt*."""


class PyramidView(View):
    """Public information: exactly the mummy's view."""

    marker: int | None
    owners: list[int]
    mummy: str
    die: str | None
    set_aside: int
    steps: int
    steps_left: int
    reach: list[str]
    walk: list[str]
    last_caught: int | None
    amulets: list[int]
    taken: int
    needed: int
    played: list[list[str | int]]
    held: list[dict[str, int]]
    side: str


class MummyView(PyramidView):
    """The mummy's side's view; with option ``mummy_aid``, ``possible`` has each hunter's possible spaces."""

    possible: NotRequired[list[list[str]]]


class HuntersView(PyramidView):
    """The hunters' side's view: the whole maze."""

    hunters: list[str | None]
    faces: list[str]
    dice_to_throw: int
    ends: dict[str, list[str]]


class HunterView(HuntersView):
    """A hunter's seat's view: also its own cards, a list for each of its holders; empty with real cards."""

    cards: list[list[list[str]]]


def is_on_the_mummys_side(viewer: Viewer, seats: int = max(AMULETS_TO_WIN)) -> bool:
    """Return whether ``viewer`` has the mummy's view: everyone except the hunters' seats and their panel."""
    if type(viewer) is int:
        return not 0 < viewer < seats
    return type(viewer) is not str or viewer != "tomb"


def view_of(state: PyramidPosition, viewer: Viewer) -> PyramidView:
    """Return what ``viewer`` may see."""
    seen = _public(state)
    if is_on_the_mummys_side(viewer, state.seats):
        mummys = cast("MummyView", {**seen, "side": "mummy"})
        if state.options["mummy_aid"] == "on":
            ids = state.board.space_ids
            mummys["possible"] = [[ids[at] for at in aid.spaces(state.board.core, guess)] for guess in state.guesses]
        return mummys
    hunters = _hunters(state, seen)
    if not isinstance(viewer, int):
        return hunters
    own: HunterView = {**hunters, "cards": _own_cards(state, viewer)}
    return own


def secrets_of(state: PyramidPosition) -> tuple[Secret, ...]:
    """Return the secrets of ``state``, and who may know them (PYR-18)."""
    if state.ended is not None:
        return ()
    found = [Secret(text("hunters' spaces"), frozenset({"tomb", *state.owners}))]
    if state.options["dice"] == "app":
        found.append(Secret(text("dice that the app will roll"), frozenset()))
    if state.options["cards"] == "app":
        found.append(Secret(text("cards that nobody holds"), frozenset()))
        owners = sorted({state.owners[holder] for holder, held in enumerate(state.held) if any(held)})
        found += [Secret(text("cards in hand"), frozenset({seat})) for seat in owners]
    return tuple(found)


def _public(state: PyramidPosition) -> PyramidView:
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
        "side": "hunters",
    }


def _die(state: PyramidPosition) -> str | None:
    if not state.die:
        return None
    return "arrow" if state.die == maze.ARROW else str(state.die)


def _hunters(state: PyramidPosition, seen: PyramidView) -> HuntersView:
    ids = state.board.space_ids
    phase = state.phase
    ends: dict[str, list[str]] = {}
    if phase == "choose":
        for face in legality.usable_faces(state):
            ends[m.face_name(face)] = [ids[space] for space in legality.die_ends(state, face)]
    elif phase == "move":
        ends[m.face_name(state.die)] = [ids[space] for space in legality.die_ends(state, state.die)]
    return {
        **seen,
        "phase": phase,
        "to_act": list(state.to_act()),
        "hunters": [None if space == NONE else ids[space] for space in state.hunters],
        "faces": [m.face_name(face) for face in state.faces],
        "dice_to_throw": state.thrown,
        "ends": ends,
    }


def _own_cards(state: PyramidPosition, seat: int) -> list[list[list[str]]]:
    ids = state.board.space_ids
    core = state.board.core
    holders = [holder for holder in range(len(state.cards)) if state.owners[holder] == seat]
    return [[[ids[card], COLOURS[core.data[card]]] for card in state.cards[holder]] for holder in holders]
