"""Views of Canyon, built from nothing (CAN-24).

Everyone sees::

    round, step, cards_each, track   the round from 1, the step from 1, the cards of each seat, all steps' cards
    phase, to_act                    a word of PHASE_NAMES, the seats to act (-1: the table)
    dealer, start_seat               seats, None before there is one
    trump, trump_card                "R", "R7"; None if unknown
    paces, tricks                    of each seat; a pace not yet shown is None
    trick, led                       [[seat, card], …] on the table, and the led suit
    last_trick                       {"winner", "cards"} of the last trick, until the next lead; else None
    tricks_played                    all tricks of the round likewise, empty unless option trick_history is shown
    hand_sizes                       cards in each hand; 0 if only tricks are entered
    canoes, home                     the space of each seat's canoe, and the landing it reached; else None
    points, moved                    of each seat, once its tricks are known; whether its canoe has had its turn
    activity                         {"kind": "place" | "ends" | "drift" | "rest" | "over", "seat", "points"}
    ends                             the spaces to choose from: free starts, legal ends, its own if it must stay
    last_way                         [seat, space, …]: the last canoe's path from its start; None after a stay
    reports                          the round's revokes, [{"seat", "card", "tricks"}, …]
    winners, way                     once the game is over: the seats, and "single", "surplus", "pace" or "shared"

A seat also sees ``hand``, its own cards, if the app deals them, and its own sealed pace in ``paces``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from riverlight.games.canyon import movement, moves
from riverlight.games.canyon.cards import CARD_TEXTS, NO_CARD, SUIT_OF, SUITS, cards_in
from riverlight.games.canyon.options import TRACK
from riverlight.games.canyon.position import (
    MOVE,
    NOT_HOME,
    OVER,
    PACE,
    PLACE,
    SEVERAL,
    TRICKS,
    CanyonPosition,
)
from riverlight.games.contract import Secret, View, Viewer
from riverlight.languages.text import text
from shared_rules import canyon as rules
from shared_rules.board import NONE

__all__ = ["Activity", "CanyonSeatView", "CanyonView", "WonTrick", "secrets_of", "view_of"]


class Activity(TypedDict):
    """What the board shows; ``kind`` is ``"place"``, ``"ends"``, ``"drift"``, ``"rest"`` or ``"over"``."""

    kind: str
    seat: int | None
    points: int | None


class WonTrick(TypedDict):
    """A finished trick: ``cards`` are pairs of seat and card, the led one first."""

    winner: int
    cards: list[list[int | str]]


class Revoke(TypedDict):
    """A card that should have been played in these tricks."""

    seat: int
    card: str
    tricks: list[int]


class CanyonView(View):
    """The public view; see above."""

    step: int
    cards_each: int
    track: list[int]
    dealer: int | None
    start_seat: int | None
    trump: str | None
    trump_card: str | None
    paces: list[int | None]
    tricks: list[int]
    trick: list[list[int | str]]
    led: str | None
    last_trick: WonTrick | None
    tricks_played: list[WonTrick]
    hand_sizes: list[int]
    canoes: list[str | None]
    home: list[str | None]
    points: list[int | None]
    moved: list[bool]
    activity: Activity
    ends: list[str]
    last_way: list[int | str] | None
    reports: list[Revoke]


class CanyonSeatView(CanyonView):
    """A seat's view: the public view and its own cards, if the app deals them."""

    hand: list[str]


def view_of(state: CanyonPosition, viewer: Viewer) -> CanyonView:
    """Return everything that ``viewer`` may see, as data for JSON."""
    setup = state.setup
    space_ids = setup.board.space_ids
    seats = range(setup.seats)
    own = viewer if type(viewer) is int and viewer in seats else None
    is_moving = state.phase in (MOVE, OVER)
    canoes = [None if space == NONE else space_ids[space] for space in state.canoes]
    activity, ends = _activity(state)
    seen: CanyonView = {
        "round": state.round,
        "step": state.step,
        "cards_each": state.cards_each,
        "track": list(TRACK),
        "phase": state.phase,
        "to_act": list(state.to_act()),
        "dealer": None if state.dealer < 0 else state.dealer,
        "start_seat": None if state.start_seat < 0 else state.start_seat,
        "trump": None if state.trump < 0 else SUITS[state.trump],
        "trump_card": None if state.trump_card == NO_CARD else CARD_TEXTS[state.trump_card],
        "paces": _paces(state, own),
        "tricks": list(state.tricks),
        "trick": _laid(state.leader, state.trick, setup.seats),
        "led": SUITS[SUIT_OF[state.trick[0]]] if state.trick else None,
        "last_trick": _last_trick(state),
        "tricks_played": [_won(state, trick) for trick in state.history] if setup.is_history_shown else [],
        "hand_sizes": _hand_sizes(state),
        "canoes": canoes,
        "home": [None if state.surplus[seat] == NOT_HOME else canoes[seat] for seat in seats],
        "points": [movement.points(state, seat) if is_moving else None for seat in seats],
        "moved": [bool(state.spent >> seat & 1) for seat in seats],
        "activity": activity,
        "ends": ends,
        "last_way": _last_way(state),
        "reports": [
            {"seat": seat, "card": CARD_TEXTS[card], "tricks": list(tricks)} for seat, card, tricks in state.revokes
        ],
        "winners": list(state.ended.winners) if state.ended else [],
        "way": state.ended.way if state.ended else None,
    }
    if own is None or not setup.is_app:
        return seen
    own_view: CanyonSeatView = {**seen, "hand": [CARD_TEXTS[card] for card in cards_in(state.hands[own])]}
    return own_view


def secrets_of(state: CanyonPosition) -> tuple[Secret, ...]:
    """Return the secrets of ``state``, and who may know them (CAN-24, CAN-7)."""
    if state.phase == OVER:
        return ()
    found = []
    if state.setup.is_app:
        found.append(Secret(text("cards still to be dealt"), frozenset()))
        found += [Secret(text("cards in hand"), frozenset({seat})) for seat, hand in enumerate(state.hands) if hand]
    if state.turn == SEVERAL:
        sealed = [seat for seat, pace in enumerate(state.paces) if pace >= 0]
        found += [Secret(text("sealed paces"), frozenset({seat})) for seat in sealed]
    if state.history and state.phase == TRICKS and not state.setup.is_history_shown:
        found.append(Secret(text("tricks already won"), frozenset()))
    return tuple(found)


def _activity(state: CanyonPosition) -> tuple[Activity, list[str]]:
    """Return what the board shows, and the spaces to choose from."""
    seat = state.turn
    space_ids = state.setup.board.space_ids
    if state.phase == PLACE:
        ends = [space_ids[place - moves.PLACE] for place in state.legal(seat)]
        return {"kind": "place", "seat": seat, "points": None}, ends
    if state.phase != MOVE:
        return {"kind": "over" if state.phase == OVER else "rest", "seat": None, "points": None}, []
    legal = state.legal(seat)
    if legal == (moves.DRIFT,):
        return {"kind": "drift", "seat": seat, "points": 0}, []
    points = 0 if movement.must_drift(state, seat) else movement.points_to_move(state, seat)
    activity: Activity = {"kind": "ends", "seat": seat, "points": points}
    if legal == (moves.STAY,):
        return activity, [space_ids[state.canoes[seat]]]
    return activity, [space_ids[end - moves.MOVE] for end in legal]


def _paces(state: CanyonPosition, seat: int | None) -> list[int | None]:
    """Return the paces shown; while paces are sealed, only that of ``seat`` (CAN-24)."""
    is_sealed = state.turn == SEVERAL
    return [None if pace < 0 or (is_sealed and owner != seat) else pace for owner, pace in enumerate(state.paces)]


def _laid(leader: int, cards: Sequence[int], seats: int) -> list[list[int | str]]:
    return [[(leader + place) % seats, CARD_TEXTS[card]] for place, card in enumerate(cards)]


def _won(state: CanyonPosition, trick: tuple[int, int, tuple[int, ...]]) -> WonTrick:
    leader, winner, cards = trick
    return {"winner": winner, "cards": _laid(leader, cards, state.seats)}


def _last_trick(state: CanyonPosition) -> WonTrick | None:
    """Return the last trick: its last card is shown before it is turned face down (CAN-7)."""
    if state.history and not state.trick and not state.spent:
        return _won(state, state.history[-1])
    return None


def _hand_sizes(state: CanyonPosition) -> list[int]:
    seats = state.seats
    if state.phase not in (PACE, TRICKS):
        return [0] * seats
    left = state.cards_each - len(state.history)
    return [left - ((seat - state.leader) % seats < len(state.trick)) for seat in range(seats)]


def _last_way(state: CanyonPosition) -> list[int | str] | None:
    """Return the seat that moved last and the spaces of its path, including its start.

    The path is searched once and cached: this takes longer than the rest of a view.
    """
    walk, setup = state.walk, state.setup
    if walk is None:
        return None
    if state.way is None:
        if len(walk) == 3:
            seat, *spaces = walk
        else:
            seat, end, points, *before = walk
            spaces = list(rules.way(setup.core, before, seat, end, points, setup.movement))
        state.way = (seat, *(setup.board.space_ids[space] for space in spaces))
    return list(state.way)
