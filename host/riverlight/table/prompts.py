"""Prompts: which seat is asked for the next entry, and in which words."""

from __future__ import annotations

from riverlight.games.contract import TABLE, Seat
from riverlight.games.interface import Prompt
from riverlight.games.sides import Keypad, PageViewer
from riverlight.languages.text import text
from riverlight.table.history import History

__all__ = ["prompt_for", "prompted_seat"]


def prompt_for(history: History, viewer: PageViewer) -> Prompt:
    """Return the prompt on the page of ``viewer``: for its own seat if that is to act, else for the first seat that is.

    People come before bots, which are not prompted.
    """
    head = history.head
    names, bots = head.seat_names, head.bot_seats
    view = history.state.view(head.game.sides.engine_viewer(viewer))
    to_act = [*sorted(view["to_act"], key=bots.__contains__)]
    seat = viewer if viewer in to_act else to_act[0] if to_act else None
    asked_seat = seat if isinstance(seat, int) else None
    prompt = head.game.interface.prompt(view, names, asked_seat)
    if asked_seat in bots and view.get("phase") not in head.game.interface.narrated_phases:
        return prompt._replace(sentence=text("The computer plays for {name}.", name=names[asked_seat]))
    return prompt


def prompted_seat(history: History, keypad: Keypad) -> Seat | None:
    """Return the seat that ``keypad`` enters for now; None if there is none.

    A separate side enters for its own seats, and for the table if its own view says that the table is to act. No keypad
    enters for a bot.
    """
    sides, bots = history.head.game.sides, history.head.bot_seats
    if sides.is_apart(keypad):
        to_act = history.state.view(sides.engine_viewer(sides.page_of(keypad)))["to_act"]
        own = {TABLE, *(sides.apart if isinstance(keypad, str) else (keypad,))} - bots
        return next((seat for seat in to_act if seat in own), None)
    state_to_act = [seat for seat in history.state.to_act() if seat not in bots]
    if isinstance(keypad, int):
        return keypad if keypad in state_to_act else None
    return state_to_act[0] if state_to_act else None
