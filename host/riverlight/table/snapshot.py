"""Builds the snapshot that a page shows, from the views of its own viewer and nothing else."""

from __future__ import annotations

from typing import Final

from riverlight.devices.status import DeviceReport
from riverlight.games.contract import arguments
from riverlight.games.interface import Code
from riverlight.games.sides import MAIN, WATCH_PAGE, Keypad, PageViewer
from riverlight.languages.text import text
from riverlight.table.agreement import Agreement, count_undoable
from riverlight.table.correcting import CHOOSING, correction_card, misfit_card, number_prompt
from riverlight.table.history import History
from riverlight.table.log import log, question_card, sentences, undone
from riverlight.table.moments import latest, moment, story
from riverlight.table.prompts import prompt_for
from riverlight.table.side import Side
from riverlight.table.snapshot_types import Choice, Permissions, PromptCard, Snapshot

__all__ = ["CAN_NOTHING", "NO_DEVICE", "build_snapshot"]

NO_DEVICE: Final[DeviceReport] = {
    "state": "none",
    "sentence": text("No device is connected."),
    "warned": False,
    "mismatches": 0,
    "bad_lines": 0,
    "simulated": False,
    "light_percent": 100,
}

CAN_NOTHING: Final[Permissions] = {"take_back": False, "redo": False, "needs_agreement": False}
"""The permissions of a page that only watches."""


def build_snapshot(
    history: History, viewer: PageViewer, side: Side, agreement: Agreement, device: DeviceReport, *, version: int
) -> Snapshot:
    """Return the snapshot for ``viewer``, who is on ``side``, as data for JSON.

    ``version`` counts the steps that the side has seen; typed keys, refusals and the device do not change it.
    """
    head = history.head
    game = head.game
    is_apart = game.sides.is_apart(viewer)
    keypad: Keypad = MAIN if isinstance(viewer, str) else viewer
    correcting = None if is_apart or viewer == WATCH_PAGE else side.keypads.correcting(keypad)
    before = side.keypads.shown(keypad) if correcting else history
    state, is_over = before.state, before.state.result() is not None
    typed_on = side.common if isinstance(viewer, str) else viewer
    typed = side.keypads.typed(typed_on)
    view = state.view(game.sides.engine_viewer(viewer))
    refused = side.refusal(typed_on) or agreement.asked_on(viewer)
    question = agreement.open_on(viewer)
    arrangement = game.interface.arrangement(view, head.seat_names) if side.is_to_be_set and not correcting else ""
    back = 0 if is_apart or viewer == WATCH_PAGE else count_undoable(history.entries, keypad, head.bot_seats)
    told = [] if is_apart else undone(history, viewer)
    codes = () if viewer == WATCH_PAGE else side.keypads.choices(keypad)
    return {
        "version": version,
        "game": game.name,
        "board": None if head.board is None else head.board.id,
        "status": "over" if is_over else "playing",
        "seats": head.seat_cards,
        "view": view,
        "prompt": _prompt(before, viewer) if correcting != CHOOSING else number_prompt(history, viewer, typed),
        "foreseen": None if is_over else game.interface.forecast(view, head),
        "choices": [_choice(code) for code in codes],
        "typed": typed,
        "refusal": None if refused is None else {"sentence": refused.sentence, "clause": refused.clause},
        "question": None if question is None else question_card(question, history, viewer),
        "arrange": text("Set up the board like this: {arrangement}", arrangement=arrangement) if arrangement else None,
        "correction": None if correcting is None else correction_card(history, viewer, correcting),
        "misfit": misfit_card(history, viewer),
        "moment": None if correcting is not None else moment(history, viewer),
        "latest": told[-1]["sentence"] if told else latest(history, viewer),
        "story": story(history, viewer),
        "log": [*log(history, viewer), *told],
        "can": CAN_NOTHING if viewer == WATCH_PAGE else side.permissions(keypad),
        "undoes": _undoes(history, viewer, back, is_restored=not is_apart and side.can_restore(keypad)),
        "device": _without_numbers(device) if is_apart else device,
    }


def _undoes(history: History, viewer: PageViewer, back: int, *, is_restored: bool) -> str:
    if is_restored:
        return text("the last correction.")
    return sentences(history, viewer, history.entries[-back:]) if back else ""


def _choice(code: Code) -> Choice:
    return {
        "keys": code.keys,
        "label": code.label,
        "move": code.move,
        "space": code.space,
        "verb": code.data.verb,
        "arguments": arguments(code.data),
        "path": list(code.path),
    }


def _prompt(history: History, viewer: PageViewer) -> PromptCard:
    prompt = prompt_for(history, viewer)
    return {"sentence": prompt.sentence, "why": prompt.why, "clause": prompt.clause, "seat": prompt.seat}


def _without_numbers(device: DeviceReport) -> DeviceReport:
    """Return whether a device is connected, without details that other panels could have changed."""
    is_ready = device["state"] == "ready"
    sentence = NO_DEVICE["sentence"] if not is_ready else text("The device is connected.")
    return {**NO_DEVICE, "state": "ready" if is_ready else "none", "sentence": sentence}
