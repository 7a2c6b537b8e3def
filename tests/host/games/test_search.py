"""Bots that search: from their own view alone, within their time, in worlds that fit what they have seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from riverlight.games import search
from riverlight.games.bots import MEDIUM, STRONG, Effort, choice_of
from riverlight.games.canyon import playout
from riverlight.games.canyon.cards import CARD_TEXTS, SUIT_OF, SUITS, cards_in
from riverlight.games.canyon.knowledge import Knowledge
from riverlight.games.chance import uniform
from riverlight.games.contract import TABLE, State
from riverlight.games.niagara import worlds
from riverlight.games.registry import game_named
from riverlight.games.simulate import bots_for, play_out

from tests.host.games.test_bots import FROM_THE_APP
from tests.host.games.test_house_rules import play, sampled
from tests.host.table.pyramid_twins import swapped

QUICK = Effort(STRONG, None, 2)


def states(name: str, seats: int, seed: int) -> Iterator[Any]:
    """Yield the states of a game of easy bots, each before its next move."""
    state = game_named(name).new(FROM_THE_APP[name], seats, seed)
    bots = bots_for(game_named(name), state, range(state.seats))
    yield state
    yield from play(name, state, bots, seed)


# The search itself.


def test_all_candidates_are_compared_in_the_same_worlds_as_many_as_the_effort_allows() -> None:
    drawn = []

    def sample(chance: random.Random) -> list[float]:
        drawn.append(chance.random())
        return [drawn[-1], drawn[-1] + 1, drawn[-1]]

    found = search.compare(3, sample, Effort(STRONG, None, 20), random.Random(1))
    assert (found.best, found.worlds, len(drawn)) == (1, 20, 20)
    assert found.means[1] - found.means[0] == pytest.approx(1)
    assert search.compare(3, sample, Effort(MEDIUM, None, 24), random.Random(1)).worlds == 2
    assert search.compare(3, sample, Effort(MEDIUM, None, 1), random.Random(1)).worlds == 1


def test_a_search_ends_with_its_time_or_once_one_candidate_is_clearly_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine it has seen fewer worlds by then: it plays weaker, not later."""
    now_s = [0.0]
    monkeypatch.setattr(search.time, "monotonic", lambda: now_s[0])

    def sample(chance: random.Random) -> list[float]:
        now_s[0] += 0.125
        return [chance.random(), chance.random()]

    assert search.compare(2, sample, Effort(STRONG, 1.0), random.Random(2)).worlds == 8
    assert search.compare(2, sample, Effort(MEDIUM, 1.0), random.Random(2)).worlds == 1
    clear = search.compare(2, lambda chance: [chance.random(), 5.0], Effort(STRONG, None, 10_000), random.Random(2))
    assert (clear.best, clear.worlds) == (1, 48)


# What a bot knows.


def hide(name: str, state: Any, seat: int, chance: random.Random) -> Any:
    """Return a state that ``seat`` cannot distinguish from ``state``."""
    twin = state.copy()
    if name == "canyon":
        others = [other for other in range(state.seats) if other != seat]
        cards = [card for other in others for card in cards_in(state.hands[other])]
        chance.shuffle(cards)
        for other in others:
            size = bin(state.hands[other]).count("1")
            twin.hands[other] = sum(1 << cards.pop() for _ in range(size))
    elif name == "niagara":
        for other in range(state.seats):
            unused = [card for card in range(7) if not state.used[other] >> card & 1]
            if other != seat and state.chosen[other] >= 0 > state.revealed[other]:
                twin.chosen[other] = chance.choice(unused)
    elif seat == 0:
        twin = swapped(state, chance)
    else:
        twin.cards = [
            cards if state.owners[holder] == seat else tuple(reversed(range(len(cards))))
            for holder, cards in enumerate(state.cards)
        ]
    return twin


@pytest.mark.parametrize("name", FROM_THE_APP)
def test_hidden_facts_change_no_choice(name: str) -> None:
    """Nor does it matter when the bot is asked: equal views, equal choices."""
    game, chance, swaps = game_named(name), random.Random(name), 0
    state: Any = game.new(FROM_THE_APP[name], 4, 11)
    bots, twins = (bots_for(game, state, range(4), dict.fromkeys(range(4), QUICK)) for _ in range(2))
    for _ in range(150):
        acting = state.to_act()
        if not acting:
            break
        move = state.automatic()
        seat = acting[0]
        if move is None:
            hidden = hide(name, state, seat, chance)
            moves = [state.move_data(each) for each in state.legal(seat)]
            chosen = bots[seat].choose(state.view(seat), moves)
            if hidden.view(seat) == state.view(seat):  # else a hunter's turn shows in its view how it may go on
                swaps += hidden.key() != state.key()
                assert twins[seat].choose(hidden.view(seat), moves) == chosen
            move = state.parse_move(chosen.move)
        state.apply(seat, move)
        for each in range(4):
            bots[each].watch(state.view(each))
            twins[each].watch(state.view(each))
    assert swaps > 15


def test_a_deal_fits_the_hand_the_cards_played_and_the_suits_not_followed() -> None:
    chance = random.Random(5)
    known = [Knowledge(4) for _ in range(4)]
    checked = voids = 0
    for state in states("canyon", 4, 8):
        for seat in range(4):
            known[seat].watch(state.view(seat))
        if state.phase != "tricks":
            continue
        seat = state.to_act()[0]
        deal = known[seat].deal(state.view(seat), seat, chance)
        cards = [card for hand in deal for card in hand]
        assert len({*cards}) == len(cards)
        assert sorted(deal[seat]) == list(cards_in(state.hands[seat]))
        assert [len(hand) for hand in deal] == [bin(hand).count("1") for hand in state.hands]
        assert not {*cards} & {card for played in known[seat].played for card in played}
        assert state.trump_card not in cards
        for other in range(4):
            assert not known[seat].voids[other] & {SUIT_OF[card] for card in cards_in(state.hands[other])}
            assert other == seat or not known[seat].voids[other] & {SUIT_OF[card] for card in deal[other]}
            voids += len(known[seat].voids[other])
        checked += 1
    assert checked > 100 < voids


def test_tricks_played_out_are_those_of_the_rules() -> None:
    """CAN-7: the same cards win the same tricks."""
    compared = 0
    for state in states("canyon", 5, 3):
        if state.phase != "tricks" or state.trick or compared > 30:
            continue
        rules, paces = state.copy(), list(state.paces)
        hands = [list(cards_in(hand)) for hand in state.hands]
        won = playout.play_out(hands, state.trump, state.turn, [], paces, state.tricks)
        while rules.phase == "tricks":
            seat = rules.turn
            hand = cards_in(rules.hands[seat])
            needs = paces[seat] - rules.tricks[seat]
            card = playout.pick(hand, rules.trick, rules.trump, needs, len(rules.trick) == 4)
            rules.apply(seat, rules.parse_move(f"play {CARD_TEXTS[card]}"))
        assert won == rules.tricks
        assert SUITS[state.trump] == state.view(0)["trump"]
        compared += 1
    assert compared > 20


def test_a_position_of_niagara_is_that_of_the_view_whoever_looks_and_used_cards_are_remembered() -> None:
    used = [worlds.UsedCards(4) for _ in range(4)]
    facts = ("canoes", "cargo", "sites", "scored", "revealed", "weather", "life_ring", "round", "seat", "turn", "card")
    more = ("must_move", "may_launch", "must_launch", "met", "used")
    compared = 0
    for state in states("niagara", 4, 4):
        for seat in range(4):
            used[seat].watch(state.view(seat))
        if state.phase in ("act", "buy"):
            seat = state.seat
            built = worlds.position(state.view(seat), seat, state.options, used[seat])
            for fact in (*facts, *more):
                assert getattr(built, fact) == getattr(state, fact), fact
            assert built.legal(seat) == state.legal(seat)
            compared += 1
    assert compared > 60


# How it plays.


@pytest.mark.parametrize("name", FROM_THE_APP)
def test_games_of_searching_bots_end_with_house_rules_of_every_kind(name: str) -> None:
    game = game_named(name)
    for seed, options in enumerate(sampled(name, 3)):
        seats = game.seat_counts[seed % len(game.seat_counts)]
        state: Any = game.new(options, seats, seed)
        efforts = dict.fromkeys(range(state.seats), QUICK)
        bots = bots_for(game, state, range(state.seats), efforts)
        for _ in play(name, state, bots, seed):
            pass
        assert state.result() is not None


@pytest.mark.parametrize("name", FROM_THE_APP)
def test_every_appraised_move_is_legal_and_the_best_comes_first(name: str) -> None:
    game = game_named(name)
    state: Any = game.new(FROM_THE_APP[name], 4, 6)
    bots: Any = bots_for(game, state, range(4), dict.fromkeys(range(4), QUICK))
    for _ in range(60):
        seat = state.to_act()[0]
        move = state.automatic()
        if move is None:
            moves = [state.move_data(each) for each in state.legal(seat)]
            found = bots[seat].appraise(state.view(seat), moves)
            assert {each.move for each in found} <= {each.text for each in moves}
            assert [each.worth for each in found] == sorted((each.worth for each in found), reverse=True)
            assert all(each.why.endswith(".") for each in found)
            move = state.parse_move(found[0].move)
        state.apply(seat, move)
        for each in range(4):
            bots[each].watch(state.view(each))


@pytest.mark.parametrize(
    ("name", "strong", "samples", "seeds", "least"),
    [
        ("canyon", (0,), 20, range(12), 5),
        ("niagara", (0,), 3, range(6), 3),
        ("pyramid", (0,), 2, range(20), 10),
        ("pyramid", (1, 2, 3), 2, range(6), 5),
    ],
)
def test_strong_bots_beat_easy_ones(name: str, strong: tuple[int, ...], samples: int, seeds: range, least: int) -> None:
    """With a hundredth of their time; of so many games between easy ones 3, 2, 7 and 4 would be theirs."""
    game, won = game_named(name), 0
    for number in seeds:
        turned = strong if name == "pyramid" else tuple((seat + number) % 4 for seat in strong)
        state = game.new(FROM_THE_APP[name], 4, number)
        efforts = dict.fromkeys(turned, Effort(STRONG, None, samples))
        play_out(state, bots_for(game, state, range(4), efforts), uniform, random.Random(number))
        result = state.result()
        won += bool(result and set(result.winners) & set(turned))
    assert won >= least


def test_the_only_legal_move_needs_no_search() -> None:
    game = game_named("canyon")
    state: State = game.new(FROM_THE_APP["canyon"], 4, 1)
    assert state.automatic() is not None
    state.apply(TABLE, state.automatic() or 0)
    while len(state.legal(state.to_act()[0])) != 1:
        seat = state.to_act()[0]
        automatic = state.automatic()
        state.apply(seat, automatic if automatic is not None else state.legal(seat)[-1])
    assert choice_of(None, state, state.to_act()[0]).why == ""  # type: ignore[arg-type]
