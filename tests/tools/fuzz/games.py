"""The written games of ``seeds/`` that targets begin with: their moves, and how each stands at some moments."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from riverlight.games import transcript
from riverlight.games.contract import Seat, State
from riverlight.games.transcript import Transcript
from riverlight.table.game_text import head_of
from riverlight.table.head import Head

__all__ = ["GAMES", "SEEDS", "moments", "move_texts", "read_game"]

SEEDS = Path(__file__).parents[3] / "seeds"
GAMES = ("canyon", "niagara", "pyramid")

_PLAYED = {"canyon": "canyon-shared", "niagara": "niagara-first", "pyramid": "pyramid-amulets"}
_MOMENTS = 8


@cache
def read_game(game: str) -> tuple[Head, Transcript]:
    """Return a whole game that was played to its end."""
    written = transcript.read((SEEDS / "games" / f"{_PLAYED[game]}.txt").read_text(encoding="utf-8"))
    return head_of(written), written


@cache
def moments(game: str) -> tuple[State, ...]:
    """Return the states of that game at some moments, its beginning and its end among them; not to be changed."""
    head, written = read_game(game)
    state = head.new_state()
    states = [state.copy()]
    for move in written.moves:
        state.apply(move.seat, state.parse_move(move.text))
        states.append(state.copy())
    return tuple(states[at * (len(states) - 1) // (_MOMENTS - 1)] for at in range(_MOMENTS))


@cache
def move_texts(game: str) -> tuple[tuple[Seat, str], ...]:
    """Return each move of that game once."""
    return tuple(dict.fromkeys((move.seat, move.text) for move in read_game(game)[1].moves))
