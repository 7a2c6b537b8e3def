"""The golden games of ``seeds/games`` end as they say, and there is one for every way a game can end."""

from __future__ import annotations

from pathlib import Path

import pytest
from riverlight.clauses import seeds_folder
from riverlight.games.registry import GAMES
from riverlight.games.transcript import digest, read, replay, write

from tests.calls import calls_of
from tests.host.games.registrations import REGISTERED

GOLDEN = sorted((seeds_folder() / "games").glob("*.txt"))

each_golden = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


def test_there_is_one_for_every_way_a_game_can_end() -> None:
    expected = {f"{name}-{way}" for name in GAMES for way in REGISTERED[name].ways}
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
    """Counted in calls, a third of a microsecond each on a usual laptop."""
    written = read(path.read_text(encoding="utf-8"))
    assert calls_of(lambda: replay(written)) < 100_000
