"""The random generator is SplitMix64, and its draws are fair."""

from __future__ import annotations

from riverlight.engines.generator import below, draw, seeded, shuffled


def test_the_generator_gives_the_published_numbers_of_splitmix64() -> None:
    """For the seed 1234567."""
    generator = seeded(1234567)
    found = []
    for _ in range(5):
        generator, bits = draw(generator)
        found.append(bits)
    assert found == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_every_number_below_the_bound_is_as_likely() -> None:
    generator = seeded(3)
    counts = [0] * 7
    for _ in range(7000):
        generator, number = below(generator, 7)
        counts[number] += 1
    assert min(counts) > 880
    assert max(counts) < 1120


def test_a_shuffle_keeps_the_items_and_leaves_the_list_alone() -> None:
    items = list(range(50))
    generator, mixed = shuffled(seeded(1), items)
    assert items == list(range(50))
    assert sorted(mixed) == items != mixed
    assert shuffled(generator, items)[1] != mixed
