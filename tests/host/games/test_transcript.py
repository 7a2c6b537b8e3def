"""Transcripts: what is written is read again, and errors are reported with their line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from riverlight.errors import TranscriptError
from riverlight.games.contract import TABLE, Result
from riverlight.games.transcript import Transcript, TranscriptMove, read, replay, seat_text, write

SHORT = """\
# A game just begun.
[Game "canyon"]
[Board "canyon"]
[Seats "3"]
[Names "Ada | Ben \\"B\\" | Cl\\\\|eo"]
[Seed "7"]
[Option.entry "tricks"]
[Result "*"]

table dealer 0   # the table's own word
1 place start3

2  place start1
"""


def test_a_transcript_is_read_by_its_tags_and_moves() -> None:
    found = read(SHORT)
    assert found == Transcript(
        game="canyon",
        board="canyon",
        seats=3,
        names=("Ada", 'Ben "B"', "Cl|eo"),
        seed=7,
        options={"entry": "tricks"},
        moves=(
            TranscriptMove(TABLE, "dealer 0", 10),
            TranscriptMove(1, "place start3", 11),
            TranscriptMove(2, "place start1", 13),
        ),
        generator="splitmix64",
    )
    state, events = replay(found)
    assert state.to_act() == (0,)
    assert [event.type.name for event in events] == ["dealer", "placed", "placed"]
    assert (seat_text(TABLE), seat_text(2)) == ("table", "2")


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(
    names=st.lists(st.text(st.characters(exclude_categories=("C", "Z")), min_size=1), min_size=1, max_size=6),
    seed=st.integers(0, 2**64 - 1),
    winners=st.sets(st.integers(0, 5), min_size=1),
)
def test_any_names_seed_and_result_round_trip(names: list[str], seed: int, winners: set[int]) -> None:
    result = Result(tuple(sorted(winners)), "shared")
    written = Transcript("canyon", 'a "b" \\ c', len(names), tuple(names), seed, {}, (), result, "0123456789abcdef")
    assert read(write(written)) == written


def test_a_text_has_its_version_and_one_without_is_read() -> None:
    """SHORT is from before there were versions."""
    assert write(read(SHORT)).startswith('[Version "1"]\n[Game "canyon"]\n')
    assert read(write(read(SHORT)))._replace(moves=()) == read(SHORT)._replace(moves=())


def test_a_tag_of_another_program_changes_nothing() -> None:
    with_tag = read(SHORT.replace("[Result", '[X-Place "the kitchen"]\n[Result'))
    assert with_tag._replace(moves=()) == read(SHORT)._replace(moves=())


def test_a_name_cannot_break_a_line() -> None:
    written = Transcript("canyon", "canyon", 1, ("A\nB\u2028C",), 1, {}, ())
    assert read(write(written)).names == ("A B C",)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (('[Seed "7"]\n', ""), r"Line 12: The tag \[Seed …\] is missing"),
        (('[Seed "7"]', '[Seed "seven"]'), "The tag Seed must be a whole number, not 'seven'"),
        (('[Seed "7"]', f'[Seed "{"9" * 5000}"]'), "The tag Seed must be a whole number"),
        (('[Seats "3"]', '[Seats "３"]'), "The tag Seats must be a whole number"),
        (('[Seed "7"]', "[Seed 7]"), r"Line 6: Expected a tag like \[Name \"value\"\], got '\[Seed 7\]'"),
        (("# A game", '[Version "99"]\n# A game'), "Line 1: This text has version '99' of .* reads version 1"),
        (("# A game", '[Version "01"]\n# A game'), "Line 1: This text has version '01'"),
        (('[Result "*"]', '[Weather "fine"]'), "Line 8: Unknown tag Weather. .* start with X-"),
        (('[Result "*"]', f'[{"Seed" * 900} "1"]'), "Line 8: Unknown tag SeedSeed"),
        (('[Result "*"]', '[Seed "8"]'), "Line 8: The tag Seed appears twice"),
        (('[Result "*"]', '[Result "Ada"]'), "The tag Result must have the winning seats and the outcome"),
        (
            ('[Result "*"]', f'[Result "{"9" * 5000} surplus"]'),
            "The tag Result must have the winning seats and the outcome",
        ),
        (('[Result "*"]', f'[X-{"Seed" * 900} "1"]\n[X-{"Seed" * 900} "1"]'), "Line 9: The tag X-Seed.* appears twice"),
        (("2  place start1", '[Result "*"]'), "Line 13: Tags must come before the first move"),
        (("2  place start1", "Ada place start1"), "Line 13: Expected a seat and its move, .*got 'Ada place start1'"),
        (("2  place start1", "2"), "Line 13: Expected a seat and its move"),
    ],
)
def test_a_text_that_cannot_be_read_is_told_with_its_line(change: tuple[str, str], reason: str) -> None:
    with pytest.raises(TranscriptError, match=reason) as refused:
        read(SHORT.replace(*change))
    assert len(str(refused.value)) < 200
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("2  place start1", "2 place start3"), "Line 13: start3 is taken by seat B"),
        (("2  place start1", "2 place nowhere"), "Line 13: The board 'canyon' has no space 'nowhere'"),
        (("2  place start1", "2 jump"), "Line 13: 'jump' is not a move of Canyon"),
        (('[Game "canyon"]', '[Game "chess"]'), "Line 1: Unknown game 'chess'"),
        (
            ('[Option.entry "tricks"]', '[Option.entry "none"]'),
            "Line 1: Option entry must be one of cards, tricks, not",
        ),
        (('[Seats "3"]', '[Seats "-3"]'), "Line 1: Canyon is for 3 to 6 players, not -3"),
        (('[Result "*"]', '[Result "1,2 shared"]'), r"Line 13: The game ends '\*', but the text says '1,2 shared'"),
        (
            ('[Result "*"]', '[Digest "00"]'),
            "The last state has the digest [0-9a-f]{16}, but the text says '00'",
        ),
        (
            ('[Result "*"]', f'[Digest "{"0" * 5000}"]'),
            "The last state has the digest [0-9a-f]{16}, but the text says '00",
        ),
    ],
)
def test_a_game_that_cannot_be_replayed_is_told_with_its_line(change: tuple[str, str], reason: str) -> None:
    with pytest.raises(TranscriptError, match=reason) as refused:
        replay(read(SHORT.replace(*change)))
    assert len(str(refused.value)) < 200
    assert refused.value.line >= 1
