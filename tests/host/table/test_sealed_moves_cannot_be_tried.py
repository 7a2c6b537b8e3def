"""What a seat has sealed cannot be found out by trying: an old page that sends a move learns not which one was made."""

from __future__ import annotations

from pathlib import Path

import pytest
from riverlight.games.sides import HANDED, MAIN, SECOND
from riverlight.table.observers import Outcome
from riverlight.table.session import Table

from tests.host.twin_records import CANYON, NIAGARA, written

MOVES = {
    CANYON: [f"pace {number}" for number in range(11)],
    NIAGARA: [f"paddle {card}" for card in (1, 2, 3, 4, 5, 6, "cloud")],
}


@pytest.mark.parametrize("game_id", [CANYON, NIAGARA])
def test_every_move_tried_at_every_version_is_answered_alike_whatever_was_sealed(tmp_path: Path, game_id: int) -> None:
    """CAN-24, NIA-25: one answer for each move, the same next to both of two records that differ in what is sealed."""
    with written(tmp_path / "one", 0) as one, written(tmp_path / "other", 1) as other:
        tables = [Table.resume(store, game_id) for store in (one, other)]
        sealed_at = tables[0].version - 2
        for keypad in (MAIN, SECOND, HANDED):
            for move in MOVES[game_id]:
                for version in range(sealed_at + 2):
                    answers = [table.enter(None, move, version=version, keypad=keypad) for table in tables]
                    assert answers[0] == answers[1], (keypad, move, version)
                    assert answers[0].kind == "refused"


def test_the_own_page_of_a_seat_that_sends_a_sealed_move_again_is_told_so(tmp_path: Path) -> None:
    with written(tmp_path, 0) as store:
        table = Table.resume(store, NIAGARA)
        assert table.enter(0, "paddle 3", version=1) == Outcome("repeated")
        assert table.enter(0, "paddle 4", version=1).kind == "refused"
