"""A state of Pyramid, and another that the mummy cannot distinguish from it; what pages and panels show of each.

``swapped`` makes of one state another that its public facts allow as well.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from riverlight.boards import shipped
from riverlight.games.contract import TABLE
from riverlight.games.pyramid import GAME, legality
from riverlight.games.pyramid.state import PyramidState
from riverlight.table import snapshot
from riverlight.table.agreement import Agreement
from riverlight.table.entries import Entry
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.side import SeparateSide, Side

from shared_rules import pyramid as maze
from shared_rules.board import NONE
from shared_rules.line import encode

BOARD = shipped("pyramid")
CORE = BOARD.core
IDS = BOARD.space_ids
OPEN = [space for space in range(CORE.n) if not maze.is_safe(CORE, space)]
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def random_states(seed: int, every: int, **given: str) -> Iterator[PyramidState]:
    """Yield states of a random game with random options, about one in ``every``."""
    choose = random.Random(seed)
    options = {option.name: choose.choice(option.values) for option in GAME.options} | given
    state: Any = GAME.new(options, choose.choice(GAME.seat_counts), seed)
    chance = seed
    while state.to_act():
        if choose.randrange(every) == 0:
            yield state.copy()
        move = state.automatic()
        seat = state.to_act()[0]
        if move is None:
            chance, move = GAME.chance_player(state, seat, chance)
        state.apply(seat, move)
    yield state.copy()


def swapped(state: PyramidState, choose: random.Random) -> PyramidState:
    """Return a copy with hunters elsewhere, other unplayed cards, and at another point of the same hunter's turn."""
    twin = state.copy()
    for _ in range(20):
        places = choose.sample([space for space in OPEN if space != state.mummy], len(state.hunters))
        twin.hunters = [
            space if space == NONE or choose.random() < 0.2 else place
            for space, place in zip(state.hunters, places, strict=True)
        ]
        standing = [space for space in twin.hunters if space != NONE and not maze.is_safe(CORE, space)]
        if len(set(standing)) == len(standing) and (twin.phase != "move" or legality.die_ends(twin, twin.die)):
            break
    else:
        twin.hunters = state.hunters[:]
    swap_cards(twin, list(range(len(twin.cards))), choose)
    if twin.phase in ("start", "roll", "choose") and twin.set_aside < 5:
        dice = 5 - twin.set_aside
        twin.phase, twin.faces, twin.thrown, twin.due = choose.choice(
            [("start", (), 0, 0), ("roll", (), dice, 0), ("choose", (1, 2, 5)[:dice], 0, 0)]
        )
    return twin


def swap_cards(state: PyramidState, holders: list[int], choose: random.Random) -> None:
    """Give holders other cards of the same colours, none that others hold or that was played."""
    if state.options["cards"] != "app" or not any(state.cards):
        return
    kept = {card for holder, hand in enumerate(state.cards) if holder not in holders for card in hand}
    taken = kept | {space for space, _ in state.played}
    for holder in holders:
        hand = []
        for card in state.cards[holder]:
            free = [
                space
                for space in range(CORE.n)
                if CORE.kinds[space] == 1 and CORE.data[space] == CORE.data[card] and space not in taken
            ]
            hand.append(choose.choice(free))
            taken.add(hand[-1])
        state.cards[holder] = tuple(sorted(hand))


def history_at(state: PyramidState) -> History:
    """Return a history that starts with ``state``."""
    head = Head(GAME, dict(state.options), NAMES[: state.seats], 1, BOARD)
    history = History(head)
    history.opening = Entry(TABLE, (), (), reveals=False, after=state)
    return history


def page_of(state: PyramidState, page: Any) -> str:
    """Return all that a page shows of ``state``."""
    history = history_at(state)
    agreement = Agreement(history)
    side = (SeparateSide if GAME.sides.is_apart(page) else Side)(history, agreement)
    side.resumed_at = 1
    shown = snapshot.build_snapshot(history, page, side, agreement, snapshot.NO_DEVICE, version=1)
    return json.dumps(shown)


def line_of(state: PyramidState, panel: str) -> bytes:
    """Return the ``show`` line of a panel."""
    head = history_at(state).head
    return encode({"t": "show", "p": panel, "r": 7, **GAME.interface.position(state.view(panel), head, panel)})
