"""The rules page of Niagara."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from riverlight.games.contract import SPECTATOR, State
from riverlight.games.how_to_play import Figure, Mark, Picture, Section, ends_of
from riverlight.games.interface import Header
from riverlight.games.niagara.keys import codes
from riverlight.games.seats import LETTERS
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.games.niagara.view import NiagaraView

__all__ = ["sections"]

_OFF_THE_RIVER: Final = ("shore", "lost")


def _choice(state: State, header: Header) -> Figure:
    """Return the canoes and the legal ends of the seat to act."""
    return _stand(state, header)._replace(ends=ends_of(code for seat in state.to_act() for code in codes(state, seat)))


def _turn(state: State, header: Header) -> Figure:
    """Return the canoes and the last canoe's path."""
    way = cast("NiagaraView", state.view(SPECTATOR))["last_way"]
    places = way[-1] if way else []
    return _stand(state, header)._replace(ways=(tuple(places),) if isinstance(places, list) else ())


def _flow(state: State, header: Header) -> Figure:
    """Return the canoes and their paths in the last flow."""
    view = cast("NiagaraView", state.view(SPECTATOR))
    before = view["last_flow"]["before"] if view["last_flow"] else []
    moved = [
        (here, "fall" if there == "lost" else there)
        for pair, pair_now in zip(before, view["canoes"], strict=False)
        for here, there in zip(pair, pair_now, strict=True)
        if here != there
    ]
    return _stand(state, header)._replace(ways=tuple(dict.fromkeys(moved)))


def _stand(state: State, _header: Header) -> Figure:
    """Return the canoes on the river, each with its gem."""
    view = cast("NiagaraView", state.view(SPECTATOR))
    marks = []
    for letter, places, gems in zip(LETTERS, view["canoes"], view["cargo"], strict=False):
        for place, gem in zip(places, gems, strict=True):
            if place not in _OFF_THE_RIVER:
                marks.append(Mark(f"seat-{letter}", place))
                marks += [Mark(f"gem-{gem}", place, is_cargo=True)] if gem else []
    return Figure(tuple(marks))


_SECTIONS: Final = (
    Section(
        text("The goal"),
        (
            text(
                "Paddle down the river, load gems and bring them ashore before the river carries you over the "
                "waterfall."
            ),
            text("You win with four gems of one colour, five of different colours, or any seven."),
        ),
        ("NIA-24",),
    ),
    Section(
        text("1. Choose a card"),
        (
            text(
                "Everyone plays one paddle card face down. "
                "From the life ring clockwise, each player reveals the card and acts at once."
            ),
            text(
                "A used card stays out until all seven have been used. "
                "A cloud moves the weather one step up or down; your canoes rest."
            ),
        ),
        ("NIA-4", "NIA-5", "NIA-6"),
    ),
    Section(
        text("2. Paddle"),
        (
            text(
                "Each canoe that moves has as many points as the card shows, and goes only up or only down. "
                "Use them all, even over the waterfall."
            ),
            text("With both canoes ashore, launch one. A canoe on the river must move; one ashore may be launched."),
            text(
                "To load or unload a gem costs 2 points, before the first step or after the last. "
                "A canoe carries one gem."
            ),
        ),
        ("NIA-8", "NIA-9", "NIA-10", "NIA-11", "NIA-12", "NIA-13"),
        Picture(
            "niagara-seven",
            7,
            text(
                "A 6 from the shore: four steps and a clear gem (8), or six steps into the left arm (4) or the right "
                "arm (6)."
            ),
            _choice,
        ),
    ),
    Section(
        text("Steal and land"),
        (
            text(
                "If your empty canoe paddled upstream and stops on the disc of another player's loaded canoe, you "
                "may take its gem for free."
            ),
            text("A step up from the first disc brings the canoe ashore, and its gem counts."),
        ),
        ("NIA-15", "NIA-16"),
        Picture(
            "niagara-seven",
            28,
            text("Canoe A paddled one step up, stopped next to B and took its violet gem."),
            _turn,
        ),
    ),
    Section(
        text("3. The river flows"),
        (
            text(
                "It flows as many steps as the lowest number played, plus the weather. "
                "Each step, the last disc of one arm goes over the waterfall."
            ),
            text(
                "You lose a canoe that goes over; its gem returns to its site. "
                "On a later turn you may buy one canoe back with a gem you brought ashore."
            ),
            text("Then the life ring passes to the left."),
        ),
        ("NIA-7", "NIA-18", "NIA-19", "NIA-21", "NIA-22", "NIA-23"),
        Picture(
            "niagara-most_gems",
            137,
            text(
                "The river flowed two steps, left then right: two canoes came closer to the fork, one went over the "
                "waterfall."
            ),
            _flow,
        ),
    ),
    Section(
        text("What you enter"),
        (
            text("Enter your card when you reveal it, or choose it on your phone if the app keeps the cards."),
            text(
                "Choose a canoe and its way: 2 is up, 8 down, 4 the left arm, 6 the right arm. "
                "5 unloads; a gem's key loads it."
            ),
            text("When the river flows, enter for each step whether the disc went left (4) or right (6)."),
        ),
        ("NIA-20", "NIA-26"),
    ),
    Section(
        text("The end"),
        (
            text(
                "Once somebody has met a goal, the round is finished and the river flows. "
                "Everyone who has met a goal wins."
            ),
        ),
        ("NIA-24",),
    ),
)


def sections() -> tuple[Section, ...]:
    """Return the sections of Niagara's rules page."""
    return _SECTIONS
