"""What a page shows, built from the views of its own viewer and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from riverlight.engines.contract import SPECTATOR, Seat, visible_events
from riverlight.table.adaptor import Adaptor, Code, Prompt
from riverlight.table.history import History
from riverlight.table.seats import seat_cards

__all__ = ["NO_DEVICE", "PageViewer", "log", "of", "prompt_for"]

PageViewer = Literal["table"] | Seat
"""The table page, which shows what a spectator may see, or a seat's own page."""

NO_DEVICE: Mapping[str, Any] = {
    "state": "none",
    "sentence": "No board is connected.",
    "mismatches": 0,
    "bad_lines": 0,
    "simulated": False,
    "light_percent": 100,
}

_LOG_LINES = 8


def of(
    history: History,
    adaptor: Adaptor,
    viewer: PageViewer,
    *,
    typed: str,
    refusal: tuple[str, str] | None,
    device: Mapping[str, Any],
    is_resumed: bool,
) -> dict[str, Any]:
    """Return the snapshot for ``viewer``, ready for JSON.

    ``version`` counts the steps of the record, which every viewer may know; the same version comes again with other
    typed keys, another refusal or device. ``choices`` are those that the viewer may enter. ``arrange`` asks people to
    set the board as the game stands, after a game was taken up again until its first step.
    """
    head, state = history.head, history.state
    result = state.result()
    prompt = prompt_for(history, adaptor, viewer)
    view = state.view(_engine_viewer(viewer))
    arrangement = adaptor.arrangement(view, head.seat_names) if is_resumed else ""
    return {
        "version": len(history.steps),
        "game": head.game.name,
        "board": None if head.board is None else head.board.id,
        "status": "playing" if result is None else "over",
        "seats": seat_cards(head.seat_names),
        "view": view,
        "prompt": prompt._asdict(),
        "choices": [code._asdict() for code in _choices(history, adaptor, viewer)],
        "typed": typed,
        "refusal": None if refusal is None else {"sentence": refusal[0], "clause": refusal[1]},
        "arrange": f"Set the board so: {arrangement}" if arrangement else None,
        "log": log(history, adaptor, viewer),
        "can": {
            "take_back": bool(history.entries),
            "redo": bool(history.taken_back),
            "needs_agreement": history.last.reveals and bool(history.entries),
        },
        "device": dict(device),
    }


def prompt_for(history: History, adaptor: Adaptor, viewer: PageViewer) -> Prompt:
    """Return what the page of ``viewer`` asks: of its own seat where that is to act, else of the first that is."""
    to_act = history.state.to_act()
    seat = viewer if viewer in to_act else to_act[0] if to_act else None
    asked = seat if isinstance(seat, int) else None
    return adaptor.prompt(history.state.view(_engine_viewer(viewer)), history.head.seat_names, asked)


def _choices(history: History, adaptor: Adaptor, viewer: PageViewer) -> tuple[Code, ...]:
    to_act = history.state.to_act()
    if isinstance(viewer, int):
        return adaptor.codes(history.state, viewer) if viewer in to_act else ()
    if not to_act or adaptor.private(history.state, to_act[0]) is not None:
        return ()
    return adaptor.codes(history.state, to_act[0])


def log(history: History, adaptor: Adaptor, viewer: PageViewer) -> list[dict[str, Any]]:
    """Return the last lines; ``n`` numbers the entry that a line tells of, 0 being the opening."""
    lines: list[dict[str, Any]] = []
    entries = (history.opening, *history.entries)
    for n in range(len(entries) - 1, -1, -1):
        told = visible_events(history.head.game, entries[n].events, _engine_viewer(viewer))
        sentences = [adaptor.tell(event, history.head.seat_names) for event in told]
        lines[:0] = [{"n": n, "sentence": sentence} for sentence in sentences if sentence is not None]
        if len(lines) >= _LOG_LINES:
            break
    return lines[-_LOG_LINES:]


def _engine_viewer(viewer: PageViewer) -> Seat | str:
    return SPECTATOR if isinstance(viewer, str) else viewer
