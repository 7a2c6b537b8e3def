"""The rules page of Pyramid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from riverlight.games.contract import State
from riverlight.games.how_to_play import Figure, Mark, Picture, Section, ends_of
from riverlight.games.interface import Header
from riverlight.games.pyramid.keys import codes
from riverlight.games.seats import LETTERS
from riverlight.languages.text import text

if TYPE_CHECKING:
    from riverlight.games.pyramid.view import HuntersView

__all__ = ["sections"]

_HUNTERS: Final = "tomb"


def _hunt(state: State, header: Header) -> Figure:
    """Return the pieces and the legal ends of the hunter to act."""
    return _stand(state, header)._replace(ends=ends_of(code for seat in state.to_act() for code in codes(state, seat)))


def _prowl(state: State, header: Header) -> Figure:
    """Return the pieces and the spaces in the mummy's reach."""
    view = cast("HuntersView", state.view(_HUNTERS))
    return _stand(state, header)._replace(reach=tuple(view["reach"]))


def _stand(state: State, _header: Header) -> Figure:
    """Return the mummy and the hunters, as the hunters' side sees them."""
    view = cast("HuntersView", state.view(_HUNTERS))
    hunters = zip(view["owners"], view["hunters"], strict=True)
    marks = [Mark(f"seat-{LETTERS[owner]}", space) for owner, space in hunters if space is not None]
    return Figure((Mark("seat-mummy", view["mummy"]), *marks))


_SECTIONS: Final = (
    Section(
        text("The goal"),
        (
            text(
                "One player is the mummy; the others hunt treasures in its maze. "
                "The hunters see the mummy, but the mummy does not see them."
            ),
            text(
                "The first hunter to play all five treasure cards wins. "
                "The mummy wins with four amulets against two hunters, six against three, seven against four."
            ),
        ),
        ("PYR-1", "PYR-16"),
    ),
    Section(
        text("1. A hunter's turn: roll"),
        (
            text(
                "Roll all dice that are not set aside. "
                "Every mummy face is set aside at once: it makes the mummy faster."
            ),
            text("Roll the remaining dice again as often as you like."),
            text(
                "Before rolling you may take the dice back that are set aside; but first the mummy moves up to that "
                "many steps."
            ),
        ),
        ("PYR-5", "PYR-6"),
    ),
    Section(
        text("2. A hunter's turn: move"),
        (
            text(
                "Say which die you use. A number is exactly that many steps around the walls, back and forth as you "
                "like; never through the mummy."
            ),
            text("The arrow takes you straight on to the next wall, hunter or mummy."),
            text(
                "If you end on the treasure of one of your cards, you may show the card. "
                "The mummy then knows where you are."
            ),
        ),
        ("PYR-7", "PYR-8", "PYR-9", "PYR-10"),
        Picture(
            "pyramid-treasures",
            27,
            text("Hunter B uses the arrow: there are three straight paths. A treasure is at the end of path 3."),
            _hunt,
        ),
    ),
    Section(
        text("3. The mummy's turn"),
        (
            text(
                "After all hunters the mummy rolls its die and moves up to that many steps, plus one for each die "
                "set aside."
            ),
            text(
                "If it steps onto a hunter, it stops. "
                "The hunter gives up one of three amulets and starts again from the sarcophagus."
            ),
            text("A hunter who loses the third amulet is out."),
        ),
        ("PYR-12", "PYR-13", "PYR-14", "PYR-15"),
        Picture(
            "pyramid-amulets-seven",
            128,
            text("The mummy has two steps: it can reach every lit space, and hunter D is on one of them."),
            _prowl,
        ),
    ),
    Section(
        text("What you enter"),
        (
            text(
                "Hunters: * rolls or rolls again; with real dice, enter what they show and then C. "
                "Choose a die by its number, A for the arrow."
            ),
            text("Press the number next to the space, and * before it to play the treasure there."),
            text("Mummy: 2 is north, 4 west, 6 east, 8 south, 5 stops. Enter each step."),
            text(
                "The mummy's side shows no hunter, on screen or in lights. "
                "Keep the hunters' screen out of the mummy's sight."
            ),
        ),
        ("PYR-18", "PYR-20"),
    ),
    Section(
        text("Two players"),
        (
            text(
                "One is the mummy; the other moves two hunters with six amulets and ten cards, and must play all "
                "ten. The mummy needs three amulets."
            ),
        ),
        ("PYR-17",),
    ),
)


def sections() -> tuple[Section, ...]:
    """Return the sections of Pyramid's rules page."""
    return _SECTIONS
