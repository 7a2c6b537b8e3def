"""Players for empty seats. Each sees its own seat's view and the legal moves as text, nothing else.

A bot is a class ``Bot`` in the module of its game's name; :func:`bot_for` makes one for a seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from riverlight.boards import Board
from riverlight.engines.contract import Seat, State

__all__ = ["Bot", "Choice", "bot_for", "choice_of"]


class Choice(NamedTuple):
    """A move as its text, and in one sentence why; the reason may tell secrets of the bot's own seat."""

    move: str
    why: str


class Bot(Protocol):
    """One seat's player, with what it remembers of its own views."""

    def watch(self, view: Mapping[str, Any]) -> None:
        """See the seat's view; called whenever it has changed, also when others move."""

    def choose(self, view: Mapping[str, Any], moves: Sequence[str]) -> Choice:
        """Return one of ``moves``, the legal ones of the seat, from its view alone."""


def bot_for(game: str, seat: Seat, seats: int, board: Board | None) -> Bot:
    """Return a player for ``seat`` of ``seats`` in ``game``; ``board`` is None where the game needs none."""
    made = import_module(f"riverlight.bots.{game}").Bot
    return cast("Bot", made(seat, seats, board))


def choice_of(bot: Bot, state: State, seat: Seat) -> Choice:
    """Return what ``bot`` does for ``seat``, which is to act in ``state``; the only legal move needs no reason."""
    moves = [state.move_text(move) for move in state.legal(seat)]
    return Choice(moves[0], "") if len(moves) == 1 else bot.choose(state.view(seat), moves)
