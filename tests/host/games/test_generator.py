"""Random generators: fair draws, independent streams, the same everywhere, and their resistance to an attacker."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest
from riverlight.errors import GeneratorError, OptionError
from riverlight.games import splitmix
from riverlight.games.canyon.cards import CARDS
from riverlight.games.contract import TABLE
from riverlight.games.generator import CURRENT, FIRST, SEED_BITS, Generator, random_seed, seeded, shuffled
from riverlight.games.registry import GAMES, game_named

SEEDS = {FIRST: 1 << 13, CURRENT: 1 << 16}
"""As many as the attacker tries."""

BOTH = (FIRST, CURRENT)


def test_splitmix64_gives_its_published_numbers() -> None:
    """For the seed 1234567."""
    state = splitmix.seeded(1234567)
    found = []
    for _ in range(5):
        state, bits = splitmix.draw(state)
        found.append(bits)
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_first_generator_draws_as_it_did_when_records_did_not_name_one() -> None:
    """Ten cards of fifty by the seed 7, as old records have them; its state is one integer in a state's key."""
    generator, numbers = seeded(7, FIRST).draw("deal", range(50, 40, -1))
    state, expected = 7, []
    for bound in range(50, 40, -1):
        state, number = splitmix.below(state, bound)
        expected.append(number)
    assert numbers == expected
    assert repr(generator) == repr(state)
    assert repr(seeded(-1, FIRST)) == repr((1 << 64) - 1)


def test_the_keyed_generator_draws_the_same_on_every_python() -> None:
    first, deal = seeded(7).draw("deal", range(50, 40, -1))
    second, dice = first.draw("dice", (6,) * 10)
    assert (deal, dice) == ([45, 6, 1, 16, 7, 2, 34, 22, 37, 26], [0, 5, 0, 3, 0, 4, 2, 2, 1, 0])
    assert repr(second) == "KeyedGenerator(6bab88ca4279921b29c98436dc1223d6, [('deal', 10), ('dice', 10)])"


def test_another_process_draws_the_same() -> None:
    program = (
        "from riverlight.games.generator import seeded\n"
        "generator, deal = seeded(3**80).draw('deal', range(50, 1, -1))\n"
        "print(deal, generator.draw('fork', (2,) * 20))"
    )
    own = [seeded(3**80).draw("deal", range(50, 1, -1))]
    expected = f"{own[0][1]} {own[0][0].draw('fork', (2,) * 20)}\n"
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == expected


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("bound", [2, 3, 6, 50, 171, 256])
def test_every_number_below_the_bound_is_as_likely(name: str, bound: int) -> None:
    """By a chi-squared test at five standard deviations; a byte taken modulo 171 would fail it by fifty."""
    draws = 60 * bound + 3000
    counts = Counter(seeded(3, name).draw("fair", (bound,) * draws)[1])
    expected = draws / bound
    assert set(counts) == set(range(bound))
    squares = sum((count - expected) ** 2 / expected for count in counts.values())
    assert abs(squares - (bound - 1)) < 5 * (2 * (bound - 1)) ** 0.5


def test_the_test_of_fairness_notices_a_byte_taken_modulo_171() -> None:
    draws, bound = 60 * 171 + 3000, 171
    counts = Counter(byte % bound for byte in seeded(3).draw("fair", (256,) * draws)[1])
    squares = sum((counts[number] - draws / bound) ** 2 / (draws / bound) for number in range(bound))
    assert squares - (bound - 1) > 50 * (2 * (bound - 1)) ** 0.5


def test_draws_of_one_stream_change_no_other() -> None:
    """Whatever was drawn in others, and however much at a time."""
    whole = seeded(9).draw("deal", (50,) * 80)[1]
    for others in ([], [1], [200], [3, 1, 70]):
        generator: Generator = seeded(9)
        found = []
        for _ in range(2):
            for amount in others:
                generator, _ = generator.draw("dice", (6,) * amount)
            generator, numbers = generator.draw("deal", (50,) * 40)
            found.append(numbers)
        assert found == [whole[:40], whole[40:]]


def test_streams_draws_and_seeds_all_differ() -> None:
    """In 64 numbers no two are alike by chance; a stream's name and the number of its block cannot be mistaken."""
    one = seeded(1)
    second_block, _ = one.draw("deal", (256,) * 64)
    drawn = [
        one.draw("deal", (256,) * 64)[1],
        one.draw("deal 1", (256,) * 64)[1],
        second_block.draw("deal", (256,) * 64)[1],
        one.draw("dice", (256,) * 64)[1],
        seeded(2).draw("deal", (256,) * 64)[1],
        seeded(-1).draw("deal", (256,) * 64)[1],
        seeded((1 << 64) - 1).draw("deal", (256,) * 64)[1],
    ]
    assert len({tuple(numbers) for numbers in drawn}) == len(drawn)


@pytest.mark.parametrize("name", BOTH)
def test_a_draw_leaves_the_generator_itself_unchanged(name: str) -> None:
    generator = seeded(5, name)
    before = repr(generator)
    after, numbers = generator.draw("deal", (50,) * 5)
    assert repr(generator) == before != repr(after)
    assert generator.draw("deal", (50,) * 5)[1] == numbers


@pytest.mark.parametrize("name", BOTH)
def test_a_shuffle_keeps_the_items_and_leaves_the_list_alone(name: str) -> None:
    items = list(range(50))
    generator, mixed = shuffled(seeded(1, name), "cards", items)
    assert items == list(range(50))
    assert sorted(mixed) == items != mixed
    assert shuffled(generator, "cards", items)[1] != mixed


def test_an_unknown_generator_is_refused_in_a_sentence() -> None:
    sentence = r"The game uses the random generator 'rot13'; this version of Riverlight supports blake2b, splitmix64\."
    with pytest.raises(GeneratorError, match=sentence):
        seeded(1, "rot13")
    for game in GAMES:
        with pytest.raises(OptionError, match=sentence):
            game_named(game).new({}, 3, 1, generator="rot13")


def test_seeds_of_real_games_have_128_bits() -> None:
    """Of 200 seeds every bit is 0 in some and 1 in some; the odds of a fair one failing are 2 ** -192."""
    seeds = [random_seed() for _ in range(200)]
    assert len(set(seeds)) == 200
    every, some = (1 << SEED_BITS) - 1, 0
    for seed in seeds:
        every, some = every & seed, some | seed
    assert (SEED_BITS, every, some) == (128, 0, (1 << 128) - 1)


def dealt_from(generator: Generator, seat: int, cards: int) -> set[int]:
    """Return what ``seat`` of four holds after the first ``cards`` of a deal, one to each seat in turn."""
    _, places = generator.draw("deal", range(CARDS, CARDS - cards, -1))
    deck, hand = list(range(CARDS)), set()
    for number, place in enumerate(places):
        if number % 4 == seat:
            hand.add(deck[place])
        deck[place] = deck[CARDS - 1 - number]
    return hand


def seeds_that_fit(seed: int, name: str) -> list[int]:
    """Deal a game of Canyon from ``seed``; return those seeds that deal seat 2 the hand that it holds."""
    state = game_named("canyon").new({"cards": "app"}, 4, seed, generator=name)
    while not any(state.hands):
        seat = state.to_act()[0]
        state.apply(seat, state.legal(seat)[0])
    view = state.view(2)  # all that this seat may know
    known = {state.parse_move(f"play {card}") for card in view["hand"]}
    found = []
    for guess in range(SEEDS[name]):
        generator = seeded(guess, name)
        if name == FIRST:  # whose only stream the draw for the first dealer has moved on
            generator, _ = generator.draw("first dealer", range(CARDS, CARDS - 4, -1))
        if dealt_from(generator, 2, 3) < known and dealt_from(generator, 2, 32) == known:
            found.append(guess)
    return found


@pytest.mark.parametrize("name", BOTH)
def test_a_seed_of_a_small_space_is_found_from_one_hand(name: str) -> None:
    """So the search below is one that can succeed."""
    assert seeds_that_fit(5_432, name) == [5_432]


def test_no_seed_of_a_small_space_fits_the_hand_of_a_real_game() -> None:
    assert seeds_that_fit(random_seed(), CURRENT) == []


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_a_state_shows_holds_its_seed_or_key(name: str) -> None:
    """Neither views nor events, nor the key of the state beyond a fingerprint, from which nobody can draw."""
    seed = 0xDEC0DE << 100 | 0xC0FFEE
    state = game_named(name).new({"cards": "app"}, 4, seed)
    key = state.generator._key
    forbidden = [str(seed), f"{seed:x}", key.hex(), repr(key), str(list(key))]
    shown = [repr(state.generator), repr(state)]
    for _ in range(60):
        automatic = state.automatic()
        seat = state.to_act()[0]
        move = state.legal(seat)[0] if automatic is None else automatic
        shown += [repr(state.view(viewer)) for viewer in (TABLE, 0, 1, "main")]
        shown.append(repr(state.apply(seat, move)))
    assert not [word for word in forbidden for text in shown if word in text]
