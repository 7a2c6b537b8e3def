"""Secrecy in Canyon: two states that differ only in secrets look alike (CAN-24)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from riverlight.errors import IllegalMove
from riverlight.games.canyon import GAME
from riverlight.games.canyon.cards import ALL_CARDS, cards_in
from riverlight.games.canyon.state import CanyonState
from riverlight.games.contract import SPECTATOR, TABLE, Event, Viewer
from riverlight.games.game import visible_events

from tests.host.games.registrations import canyon_moves, chosen_move

Shown = Callable[[CanyonState, Viewer], Any]
GAMES = 16


def swapped_cards(state: CanyonState, viewer: Viewer, choose: random.Random) -> CanyonState | None:
    """Return a copy where two cards changed places that ``viewer`` does not know: in other hands, or not dealt."""
    others = [seat for seat in range(state.seats) if seat != viewer and state.hands[seat]]
    if not others:
        return None
    twin = state.copy()
    seat = choose.choice(others)
    mine = choose.choice(cards_in(state.hands[seat]))
    undealt = ALL_CARDS & ~state.seen
    for hand in state.hands:
        undealt &= ~hand
    places = [other for other in others if other != seat]
    place = choose.choice([*places, TABLE])
    theirs = choose.choice(cards_in(undealt if place == TABLE else state.hands[place]))
    twin.hands[seat] ^= 1 << mine | 1 << theirs
    if place != TABLE:
        twin.hands[place] ^= 1 << mine | 1 << theirs
    twin._legal = None
    return twin


def swapped_paces(state: CanyonState, viewer: Viewer, choose: random.Random) -> CanyonState | None:
    """Return a copy where two sealed paces of others changed places, or one became another."""
    sealed = [seat for seat, pace in enumerate(state.paces) if pace >= 0 and seat != viewer]
    if not sealed or state.view(SPECTATOR)["phase"] != "pace":
        return None
    twin = state.copy()
    seat = choose.choice(sealed)
    twin.paces[seat] = (twin.paces[seat] + 1 + choose.randrange(10)) % 11
    return twin


def pairs(seed: int, swap: Callable[..., CanyonState | None], **options: str) -> Iterator[tuple[CanyonState, ...]]:
    """Yield states of a random game with a viewer and a twin that this viewer cannot distinguish."""
    choose = random.Random(seed)
    state = GAME.new({"cards": "app", **options}, choose.choice((3, 4, 5, 6)), seed)
    for _ in range(500):
        if not state.to_act():
            return
        if choose.randrange(6) == 0:
            for viewer in (*range(state.seats), SPECTATOR, "main"):
                twin = swap(state, viewer, choose)
                if twin is not None:
                    yield state.copy(), twin, viewer
        state.apply(*chosen_move(state, choose))


def refusals(state: CanyonState, viewer: Viewer) -> list[tuple[str, ...]]:
    """Return every refusal that ``viewer`` may read: its own, and those of others that follow from open facts."""
    found = []
    tried = state.copy()
    for seat in (TABLE, *range(state.seats)):
        legal = state.legal(seat) if seat == viewer else ()
        for move in canyon_moves(state):
            if move in legal:
                continue
            try:
                tried.apply(seat, move)
                tried = state.copy()
            except IllegalMove as refused:
                if seat == viewer or not refused.only_seat:
                    found.append((str(seat), refused.clause, refused.reason))
    return found


def shown_events(events: tuple[Event, ...], viewer: Viewer) -> str:
    return json.dumps(visible_events(GAME, events, viewer))


def bytes_shown(state: CanyonState, viewer: Viewer) -> str:
    return json.dumps(state.view(viewer))


def assert_alike(state: CanyonState, twin: CanyonState, viewer: Viewer, shown: Shown = bytes_shown) -> None:
    """Assert that ``viewer`` is shown the same of both states and of every next move that both allow."""
    assert state.to_act() == twin.to_act()
    assert shown(state, viewer) == shown(twin, viewer)
    own_seat = viewer if isinstance(viewer, int) else None
    if own_seat is not None:
        assert state.legal(own_seat) == twin.legal(own_seat)
    for seat in state.to_act():
        for move in sorted(set(state.legal(seat)) & set(twin.legal(seat)))[:12]:
            after, after_twin = state.copy(), twin.copy()
            events, events_twin = after.apply(seat, move), after_twin.apply(seat, move)
            if "pace_shown" in {event.type.name for event in events}:
                continue  # what was sealed is open now
            assert shown_events(events, viewer) == shown_events(events_twin, viewer)
            assert shown(after, viewer) == shown(after_twin, viewer)


def assert_cards_stay_secret(seed: int, shown: Shown = bytes_shown) -> None:
    for state, twin, viewer in pairs(seed, swapped_cards):
        assert state.key() != twin.key()
        assert_alike(state, twin, viewer, shown)


@pytest.mark.parametrize("seed", range(GAMES))
def test_cards_that_a_viewer_does_not_know_change_nothing_that_it_is_shown(seed: int) -> None:
    """CAN-24: view, legal moves, events."""
    assert_cards_stay_secret(seed)


@pytest.mark.parametrize("seed", range(GAMES))
def test_sealed_paces_change_nothing_that_others_are_shown(seed: int) -> None:
    """CAN-24, CAN-6: simultaneous paces are public when all are in."""
    for state, twin, viewer in pairs(seed, swapped_paces, bid_mode="simultaneous"):
        assert_alike(state, twin, viewer)


@pytest.mark.parametrize("seed", range(4))
def test_refusals_tell_nobody_what_is_not_for_them(seed: int) -> None:
    """CAN-24: the words of every refusal, for hands and for sealed paces."""
    count = 0
    for swap, options in ((swapped_cards, {}), (swapped_paces, {"bid_mode": "simultaneous"})):
        for state, twin, viewer in pairs(seed, swap, **options):
            count += 1
            if count % 12 == 0:
                assert refusals(state, viewer) == refusals(twin, viewer)
    assert count > 100


def _leak_a_count(state: CanyonState, viewer: Viewer) -> Any:
    return {**state.view(viewer), "choices": len(state.legal(state.turn))}


def _leak_a_suit(state: CanyonState, viewer: Viewer) -> Any:
    return {**state.view(viewer), "reds": [(hand & 1023).bit_count() for hand in state.hands]}


def _leak_an_order(state: CanyonState, viewer: Viewer) -> Any:
    return {**state.view(viewer), "order": sorted(range(state.seats), key=lambda seat: state.hands[seat])}


@pytest.mark.parametrize("leak", [_leak_a_count, _leak_a_suit, _leak_an_order])
def test_the_swap_finds_a_planted_leak(leak: Shown) -> None:
    """CAN-24: if a count, a suit or an order were revealed, the tests above would fail."""
    with pytest.raises(AssertionError):
        assert_cards_stay_secret(1, leak)


def test_a_refusal_for_the_seat_alone_would_tell_others_something() -> None:
    """CAN-24: so the mark is needed; without it the test of refusals would fail."""
    assert any(
        refusals(state, state.turn) != refusals(twin, state.turn)
        for state, twin, viewer in pairs(1, swapped_cards)
        if state.turn not in (viewer, TABLE)
    )


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_event_for_everyone_holds_a_hand(seed: int) -> None:
    """CAN-24: of a deal others see the trump alone."""
    state = GAME.new({"cards": "app"}, 4, seed)
    choose = random.Random(seed)
    while state.view(SPECTATOR)["phase"] != "deal":
        state.apply(*chosen_move(state, choose))
    events = state.apply(TABLE, state.legal(TABLE)[0])
    assert [each["event"] for each in visible_events(GAME, events, SPECTATOR)] == ["dealt", "trump"]
    assert [each["event"] for each in visible_events(GAME, events, 2)] == ["dealt", "hand", "trump"]
    assert all(event.type.reveals for event in events if event.type.name == "hand")
