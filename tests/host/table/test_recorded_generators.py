"""Which random generator a game uses stands in its record and its text; games from before there was a choice go on."""

from __future__ import annotations

import json
import sqlite3

import pytest
from riverlight.errors import RecordError, TranscriptError
from riverlight.games import transcript
from riverlight.games.generator import CURRENT, FIRST
from riverlight.table.game_text import import_game, transcript_of
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.session import Table

NAMES = ["Ada", "Ben", "Cleo"]


@pytest.fixture
def drawn(store):
    """A new game of Canyon whose dealer the app has drawn."""
    return Table.new(store, "canyon", {"cards": "app"}, NAMES, 3**80)


def with_body(store, game_id, **changes):
    """Write the first row of a game again with other details; None takes one away."""
    body = {**store.rows(game_id)[0].body, **changes}
    write_body(store, game_id, json.dumps({name: value for name, value in body.items() if value is not None}))


def write_body(store, game_id, written):
    """Write ``written`` in place of the first row's details; return what was there."""
    with sqlite3.connect(store.folder / "riverlight.sqlite3") as database:
        (before,) = database.execute("SELECT body FROM events WHERE game = ? AND n = 1", (game_id,)).fetchone()
        database.execute("UPDATE events SET body = ? WHERE game = ? AND n = 1", (written, game_id))
    database.close()
    return before


def test_a_new_record_names_its_generator_and_is_resumed_with_it(store, drawn):
    assert store.rows(drawn.game_id)[0].body["generator"] == CURRENT
    again = Table.resume(store, drawn.game_id)
    assert again.head.generator == CURRENT
    assert again.history.state.key() == drawn.history.state.key()


def test_a_record_without_a_name_is_replayed_with_the_first_generator(store):
    head = Head.create("canyon", {"cards": "app"}, NAMES, 7, None, generator=FIRST)
    history, rows = History.from_moves(head, [(-1, "draw")])
    assert "generator" not in rows[0].body
    game_id = store.create(rows)
    assert Table.resume(store, game_id).history.state.key() == history.state.key()
    assert history.state.generator == 7 + 3 * 0x9E3779B97F4A7C15 & (1 << 64) - 1


def test_a_record_whose_generator_is_unknown_is_refused_in_a_sentence_and_left_alone(store, drawn):
    written = write_body(store, drawn.game_id, "{}")
    write_body(store, drawn.game_id, written.replace(CURRENT, "rot13"))
    before = store.rows(drawn.game_id)
    with pytest.raises(RecordError) as refused:
        Table.resume(store, drawn.game_id)
    assert refused.value.sentence == (
        "The game uses the random generator 'rot13'; this version of Riverlight supports blake2b, splitmix64. Update "
        "Riverlight to open it."
    )
    assert store.rows(drawn.game_id) == before
    assert not store.games()[0].is_damaged
    write_body(store, drawn.game_id, written)
    assert Table.resume(store, drawn.game_id).history.state.key() == drawn.history.state.key()


def test_a_generator_that_is_not_the_recorded_one_is_noticed(store, drawn):
    with_body(store, drawn.game_id, generator=None)
    with pytest.raises(RecordError, match="damaged at row 1: the game after it does not match its digest"):
        Table.resume(store, drawn.game_id)


@pytest.mark.parametrize("generator", [FIRST, CURRENT])
def test_a_game_comes_back_from_its_text_with_its_generator(store, generator):
    head = Head.create("canyon", {"cards": "app"}, NAMES, 7, None, generator=generator)
    history, rows = History.from_moves(head, [(-1, "draw")])
    store.create(rows)
    written = transcript.write(transcript_of(history))
    assert ('[Generator "blake2b"]' in written) is (generator == CURRENT)
    kept = import_game(store, written)
    assert kept.head.generator == generator
    assert kept.history.state.key() == history.state.key()
    assert transcript.write(transcript_of(kept.history)) == written


def test_a_text_whose_generator_is_unknown_is_refused_in_a_sentence(store, drawn):
    written = transcript.write(transcript_of(drawn.history)).replace('"blake2b"', '"rot13"')
    with pytest.raises(TranscriptError, match="uses the random generator 'rot13'"):
        transcript.replay(transcript.read(written))
    with pytest.raises((TranscriptError, RecordError), match="uses the random generator 'rot13'"):
        import_game(store, written)
    assert len(store.games()) == 1
