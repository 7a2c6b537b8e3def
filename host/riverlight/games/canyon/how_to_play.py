"""The rules page of Canyon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from riverlight.games.canyon.forecast import forecast
from riverlight.games.canyon.keys import codes
from riverlight.games.contract import SPECTATOR, State
from riverlight.games.how_to_play import Figure, Mark, Picture, Section, ends_of
from riverlight.games.interface import Header
from riverlight.games.seats import LETTERS
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.games.canyon.view import CanyonView

__all__ = ["sections"]


def _figure(state: State, header: Header) -> Figure:
    """Return a figure of the canoes, the legal ends, and a drift with its pushes."""
    view = cast("CanyonView", state.view(SPECTATOR))
    marks = [Mark(f"seat-{LETTERS[seat]}", space) for seat, space in enumerate(view["canoes"]) if space is not None]
    drift = forecast(view, header)
    return Figure(
        marks=tuple(marks),
        ends=ends_of(code for seat in state.to_act() for code in codes(state, seat)),
        ways=tuple(tuple(arrow) for arrow in drift["arrows"]) if drift else (),
    )


_SECTIONS: Final = (
    Section(
        text("The goal"),
        (
            text("Be the first to bring your canoe to one of the three landings at the end of the river."),
            text(
                "Each round you say how many tricks you will win. "
                "Tricks move your canoe; an exact bid moves it further."
            ),
        ),
        ("CAN-12", "CAN-22"),
    ),
    Section(
        text("1. Deal and set your pace"),
        (
            text(
                "The first round has eight cards each, then seven, down to one and up again. "
                "The next card turned up shows trump."
            ),
            text(
                "From the start player clockwise, everyone shows a pace: the number of tricks they want to win. The "
                "sum does not matter."
            ),
        ),
        ("CAN-4", "CAN-5", "CAN-6"),
    ),
    Section(
        text("2. Play the tricks"),
        (
            text("The start player leads. Follow suit if you can; if not, play any card."),
            text(
                "The highest trump wins the trick; without a trump, the highest card of the suit led. "
                "The winner leads next."
            ),
        ),
        ("CAN-7",),
    ),
    Section(
        text("3. Move the canoes"),
        (
            text("The start player moves first, then clockwise. You have one point for each trick."),
            text(
                "If you won exactly as many tricks as your pace, you get a bonus: 1 point for pace 0, 2 for pace 1, "
                "3 for 2 or more."
            ),
            text("A point is one step in any direction. No space twice, and never onto another canoe."),
            text("You must end as near to a landing as you can. If several spaces are equally near, you choose."),
        ),
        ("CAN-11", "CAN-12", "CAN-13", "CAN-14", "CAN-15"),
        Picture(
            "canyon-surplus",
            109,
            text(
                "Ada bid 2 and won 2 tricks: with the bonus of 3 her canoe A moves 5. "
                "Three spaces are equally near; she presses 1, 2 or 3."
            ),
            _figure,
        ),
    ),
    Section(
        text("The current and the waterfall"),
        (
            text(
                "The last seven rows have arrows. "
                "If your canoe starts its turn on an arrow and you met your pace, it moves only the bonus."
            ),
            text(
                "If you missed your pace, it drifts one space along its arrow and pushes the canoes in its way along "
                "their own arrows."
            ),
            text(
                "A canoe that goes over the waterfall comes out at the cave and moves on from there in the next round."
            ),
        ),
        ("CAN-17", "CAN-18", "CAN-19", "CAN-20"),
        Picture(
            "canyon-shared",
            236,
            text("Cleo missed her pace: her canoe C drifts and pushes B, and B pushes A."),
            _figure,
        ),
    ),
    Section(
        text("What you enter"),
        (
            text("With real cards, enter each card by its suit and number, or only each player's pace and tricks."),
            text(
                "To move, press the number next to the space. "
                "On a board with lights, that space blinks the same number."
            ),
            text("Press Undo when something was entered wrongly."),
        ),
        ("CAN-8", "CAN-9"),
    ),
    Section(
        text("The end"),
        (
            text("A landing needs no exact count. The round in which a canoe lands is played to its end."),
            text(
                "Of the canoes that landed in it, the one with the most points left over wins, then the one with the "
                "higher pace."
            ),
        ),
        ("CAN-22", "CAN-23"),
    ),
)


def sections() -> tuple[Section, ...]:
    """Return the sections of Canyon's rules page."""
    return _SECTIONS
