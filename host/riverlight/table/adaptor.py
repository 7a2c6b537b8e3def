"""What the table needs from each game beside its engine: key codes, lights, sentences.

``riverlight.table.<game>`` is a module with the functions of :class:`Adaptor`. Everything a viewer gets is made from
that viewer's own view, never from the state: what is not in the view cannot leak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from riverlight.engines.contract import Move, Panel, Seat, State
from riverlight.errors import IllegalMove

if TYPE_CHECKING:
    from riverlight.table.history import Head

__all__ = ["Adaptor", "Code", "Prompt", "adaptor_for", "refusal_of"]


class Code(NamedTuple):
    """One legal move as keys. ``move`` is its text; ``space`` the id of the space where a page shows the keys.

    ``any_order`` is true where the keys count however they are ordered, as dice do: those between two stars where the
    code has such, else all of them. ``is_private`` is true where the code itself would tell what a seat holds: a common
    keypad and its page do not know it.
    """

    keys: str
    move: str
    label: str
    space: str | None = None
    any_order: bool = False
    is_private: bool = False


class Prompt(NamedTuple):
    """Who does what now, in one sentence; ``why`` is the clause in plain words; no ``seat`` when nobody is to act."""

    sentence: str
    why: str
    clause: str
    seat: Seat | None


class Adaptor(Protocol):
    """The functions of ``riverlight.table.<game>``."""

    def codes(self, state: State, seat: Seat) -> tuple[Code, ...]:
        """Return a code for each legal move of ``seat``; no code begins with another."""

    def explain(self, state: State, seat: Seat, keys: str) -> IllegalMove | None:
        """Return why no legal code of ``seat`` begins with ``keys``; None when they mean nothing in particular."""

    def private(self, state: State, seat: Seat) -> IllegalMove | None:
        """Return why the common keypad may not ask ``seat`` now: its choices would show what it holds. Else None."""

    def position(self, view: Mapping[str, Any], head: Head, panel: Panel) -> dict[str, Any]:
        """Return the position that ``panel`` lights, from that panel's view and what all know of the game."""

    def prompt(self, view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
        """Return what to ask ``seat`` (TABLE for the people round it; None when nobody, or not this viewer, acts)."""

    def arrangement(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """Return where the pieces stand, as ``Ada on d3, Ben on c1.``, for people to set a board so; may be empty."""

    def tell(self, event: Mapping[str, Any], names: Sequence[str]) -> str | None:
        """Return the sentence of the log for an event that the viewer may see; None for one not worth a line."""


def adaptor_for(game: str) -> Adaptor:
    """Return the adaptor of the game called ``game``."""
    return cast("Adaptor", import_module(f"riverlight.table.{game}"))


def refusal_of(state: State, seat: Seat, move: Move) -> IllegalMove | None:
    """Return why ``seat`` may not make ``move`` now; None when it may."""
    try:
        state.verify(seat, move)
    except IllegalMove as refusal:
        return refusal
    return None
