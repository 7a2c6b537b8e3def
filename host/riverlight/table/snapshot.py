"""What a page shows, built from the views of its own viewer and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riverlight.engines.contract import TABLE, Seat
from riverlight.languages.text import text
from riverlight.table.adaptor import Adaptor, Code, Prompt
from riverlight.table.agreement import Question, reach
from riverlight.table.foresight import foreseen
from riverlight.table.history import History
from riverlight.table.known import may_redo, may_take_back
from riverlight.table.log import log, told_question, undone
from riverlight.table.seats import seat_cards
from riverlight.table.sides import MAIN, WATCH_PAGE, Keypad, PageViewer, sides_of

__all__ = ["CAN_NOTHING", "NO_DEVICE", "asked", "of", "prompt_for"]

NO_DEVICE: Mapping[str, Any] = {
    "state": "none",
    "sentence": text("No board is connected."),
    "mismatches": 0,
    "bad_lines": 0,
    "simulated": False,
    "light_percent": 100,
}

CAN_NOTHING: Mapping[str, bool] = {"take_back": False, "redo": False, "needs_agreement": False}
"""What a page can do to the steps of a game that it only looks on."""

_TOLD_OF_BOTS = ("hunt", "interrupt", "mummy")
"""Phases in which all have to know what is going on, whoever plays: the sentence then is no question."""


def of(
    history: History,
    adaptor: Adaptor,
    viewer: PageViewer,
    *,
    version: int,
    typed: str,
    refusal: tuple[str, str] | None,
    question: Question | None,
    device: Mapping[str, Any],
    is_resumed: bool,
) -> dict[str, Any]:
    """Return the snapshot for ``viewer``, ready for JSON.

    ``version`` counts the steps that the viewer's side knows of; the same version comes again with other typed keys,
    another refusal or device. ``choices`` are those that the viewer may enter; throws, whose keys go in any order, are
    left out. ``arrange`` asks people to set the board as the game stands, after a game was taken up again until its
    first step.
    """
    head, state = history.head, history.state
    sides = sides_of(head.game)
    result = state.result()
    prompt = prompt_for(history, adaptor, viewer)
    view = state.view(sides.engine_viewer(viewer))
    arrangement = adaptor.arrangement(view, head.seat_names) if is_resumed else ""
    return {
        "version": version,
        "game": head.game.name,
        "board": None if head.board is None else head.board.id,
        "status": "playing" if result is None else "over",
        "seats": seat_cards(head.seat_names, head.bot_seats),
        "view": view,
        "prompt": prompt._asdict(),
        "foreseen": foreseen(view, head) if result is None else None,
        "choices": [
            {"keys": code.keys, "label": code.label, "move": code.move, "space": code.space}
            for code in _choices(history, adaptor, viewer)
        ],
        "typed": typed,
        "refusal": None if refusal is None else {"sentence": refusal[0], "clause": refusal[1]},
        "question": None if question is None else told_question(question, history, adaptor, viewer),
        "arrange": text("Set the board so: {arrangement}", arrangement=arrangement) if arrangement else None,
        "log": [*log(history, adaptor, viewer), *([] if sides.is_apart(viewer) else undone(history, adaptor, viewer))],
        "can": _can(history, viewer),
        "device": _plain(device) if sides.is_apart(viewer) else dict(device),
    }


def prompt_for(history: History, adaptor: Adaptor, viewer: PageViewer) -> Prompt:
    """Return what the page of ``viewer`` asks: of its own seat where that is to act, else of the first that is.

    People come before bots, which are asked nothing.
    """
    names, bots = history.head.seat_names, history.head.bot_seats
    view = history.state.view(sides_of(history.head.game).engine_viewer(viewer))
    to_act = [*sorted(view["to_act"], key=bots.__contains__)]
    seat = viewer if viewer in to_act else to_act[0] if to_act else None
    asked_seat = seat if isinstance(seat, int) else None
    prompt = adaptor.prompt(view, names, asked_seat)
    if asked_seat in bots and view.get("phase") not in _TOLD_OF_BOTS:
        return prompt._replace(sentence=text("Riverlight plays for {name}.", name=names[asked_seat]))
    return prompt


def asked(history: History, keypad: Keypad) -> Seat | None:
    """Return the seat that ``keypad`` may enter for now, None when there is none.

    A side apart enters for its own seats, and for the table where its own view says that the table is to act. No keypad
    enters for a bot.
    """
    sides, bots = sides_of(history.head.game), history.head.bot_seats
    if sides.is_apart(keypad):
        to_act = history.state.view(sides.engine_viewer(sides.page_of(keypad)))["to_act"]
        ours = {TABLE, *(sides.apart if isinstance(keypad, str) else (keypad,))} - bots
        return next((seat for seat in to_act if seat in ours), None)
    state_to_act = [seat for seat in history.state.to_act() if seat not in bots]
    if isinstance(keypad, int):
        return keypad if keypad in state_to_act else None
    return state_to_act[0] if state_to_act else None


def _choices(history: History, adaptor: Adaptor, viewer: PageViewer) -> tuple[Code, ...]:
    seat = None if viewer == WATCH_PAGE else asked(history, MAIN if isinstance(viewer, str) else viewer)
    if seat is None:
        return ()
    if isinstance(viewer, str) and adaptor.private(history.state, seat) is not None:
        return ()
    codes = [code for code in adaptor.codes(history.state, seat) if not (code.is_private and isinstance(viewer, str))]
    return tuple(code for code in codes if not (code.any_order and seat == TABLE))


def _can(history: History, viewer: PageViewer) -> dict[str, bool]:
    if viewer == WATCH_PAGE:
        return dict(CAN_NOTHING)
    is_apart = sides_of(history.head.game).is_apart(viewer)
    own = MAIN if isinstance(viewer, str) else viewer
    back = reach(history.entries, own, history.head.bot_seats)
    take_back = may_take_back(history) if is_apart else back > 0
    gone = history.entries[-back:] if own == MAIN and back else [history.last]
    return {
        "take_back": take_back,
        "redo": may_redo(history) if is_apart else bool(history.taken_back),
        "needs_agreement": take_back and any(each.reveals for each in gone),
    }


def _plain(device: Mapping[str, Any]) -> dict[str, Any]:
    """Return of a device whether it is there, and nothing that other panels of it could have changed."""
    is_ready = device["state"] == "ready"
    sentence = NO_DEVICE["sentence"] if not is_ready else text("The board is connected.")
    return {**NO_DEVICE, "state": "ready" if is_ready else "none", "sentence": sentence}
