"""Small rivers drawn with letters, and games of Canyon at a chosen position on them.

One letter a space: ``S`` start, ``~`` water, ``^ v < >`` current with its arrow, ``L`` landing, ``C`` cave, ``W``
waterfall, ``.`` land. Spaces touch in eight directions and are called ``r0c0`` by row and column.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from riverlight.boards import Board
from riverlight.games.canyon import GAME
from riverlight.games.canyon.state import CanyonState
from riverlight.games.contract import Event

KINDS = {"S": "start", "~": "water", "L": "landing", "C": "cave", "W": "waterfall"}
ARROWS = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}

STARTS = "SSSSSS"
"""A row of starts for any river; it touches the row below it."""


@cache
def river(*rows: str) -> Board:
    """Return the board drawn by ``rows``."""
    letters = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}
    spaces = []
    for (r, c), letter in letters.items():
        around = [(r + down, c + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
        space = {
            "id": f"r{r}c{c}",
            "kind": KINDS.get(letter, "current"),
            "touches": [f"r{y}c{x}" for y, x in around if (y, x) in letters],
        }
        if letter in ARROWS:
            down, right = ARROWS[letter]
            if (r + down, c + right) in letters:
                space["flow"] = f"r{r + down}c{c + right}"
        spaces.append(space)
    return Board({"riverlight_board": 1, "game": "canyon", "id": "river", "spaces": spaces})


def do(state: CanyonState, *entries: str) -> list[Event]:
    """Apply entries as ``"0 pace 3"`` or ``"table trump R"`` and return all that happened."""
    happened: list[Event] = []
    for entry in entries:
        seat, _space, text = entry.partition(" ")
        happened.extend(state.apply(-1 if seat == "table" else int(seat), state.parse_move(text)))
    return happened


def names(events: Sequence[Event]) -> list[str]:
    """Return the names of ``events``."""
    return [event.type.name for event in events]


def texts(state: CanyonState, seat: int) -> list[str]:
    """Return the legal moves of ``seat`` as texts."""
    return [state.move_text(move) for move in state.legal(seat)]


def placed(options: dict[str, str], seats: int = 4, seed: int = 1, board: Board | None = None) -> CanyonState:
    """Return a game whose canoes stand on the first starts; the last seat deals, seat 0 starts.

    Where the app draws for the dealer, the seed is raised until it comes out so.
    """
    state = GAME.new(options, seats, seed, board)
    while state.start_seat < 0:
        state.apply(-1, state.automatic() or state.parse_move(f"dealer {seats - 1}"))
    if state.start_seat != 0:
        return placed(options, seats, seed + 1_000_003, board)
    for _ in range(seats):
        seat = state.turn
        state.apply(seat, state.legal(seat)[0])
    return state


def at_move(
    board: Board | None,
    canoes: Sequence[str],
    paces: Sequence[int],
    tricks: Sequence[int],
    **options: str,
) -> CanyonState:
    """Return a game with canoes at these spaces where seat 0 is about to move; the tricks add up to a step's cards."""
    state = placed({"entry": "tricks", **options}, len(canoes), board=board)
    state.step = {8: 1, 7: 2, 6: 3, 5: 4, 4: 5, 3: 6, 2: 7, 1: 8}[sum(tricks)]
    state.cards_each = sum(tricks)
    do(state, *(f"{seat} pace {pace}" for seat, pace in enumerate(paces)))
    index = state.setup.board.index
    state.canoes = [index[space] for space in canoes]
    do(state, *(f"{seat} tricks {won}" for seat, won in enumerate(tricks)))
    return state


def stands(state: CanyonState) -> list[str]:
    """Return where the canoes stand."""
    return [state.setup.board.space_ids[space] for space in state.canoes]
