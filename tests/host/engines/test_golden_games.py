"""The golden games of ``seeds/games`` end as they say, and there is one for every way a game can end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from riverlight.clauses import seeds_folder
from riverlight.engines.games import GAME_NAMES
from riverlight.engines.transcript import digest, read, replay, write

from tests.host.engines.registrations import REGISTERED

GOLDEN = sorted((seeds_folder() / "games").glob("*.txt"))

each_golden = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


def test_there_is_one_for_every_way_a_game_can_end() -> None:
    expected = {f"{name}-{way}" for name in GAME_NAMES for way in REGISTERED[name].ways}
    assert expected <= {path.stem for path in GOLDEN}


@each_golden
def test_it_ends_with_its_result_and_its_digest(path: Path) -> None:
    written = read(path.read_text(encoding="utf-8"))
    state, events = replay(written)
    name, way = path.stem.split("-")[:2]
    assert (written.game, state.result()) == (name, written.result)
    assert written.result is not None
    assert written.result.way == way
    assert digest(state) == written.digest
    assert len(events) >= len(written.moves)


@each_golden
def test_it_is_written_as_a_transcript_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert write(read(text)) == text


@each_golden
def test_it_replays_in_fifty_milliseconds(path: Path) -> None:
    """Of the processor's own time, the best of three."""
    written = read(path.read_text(encoding="utf-8"))
    seconds = []
    for _ in range(3):
        began = time.process_time()
        replay(written)
        seconds.append(time.process_time() - began)
    assert min(seconds) < 0.050
