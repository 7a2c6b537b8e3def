"""Each game's own lights on the Pico: they match the host's, in time, without heap growth."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import clock
import pytest
from riverlight.boards import shipped
from riverlight.devices.displayed_positions import expected_digest
from riverlight.devices.fitting import settings_for
from riverlight.games.niagara.lights import pack

from firmware import settings
from shared_rules import canyon_lights
from shared_rules.board import CURRENT, START, WATER, Board
from tests.firmware.flash import put_board
from tests.firmware.micropython_runs import run
from tests.firmware.pico_bench import Bench
from tests.shared_rules.canyon_scenarios import Chance
from tests.shared_rules.niagara_scenarios import random_position
from tests.shared_rules.pyramid_scenarios import position as pyramid_position


def canyon(board: Board, count: int) -> list[dict[str, Any]]:
    """Return positions of every activity, three to six seats, with and without a way just gone."""
    chance = random.Random(11)
    spaces = [space for space in range(board.n) if board.kinds[space] in (WATER, CURRENT)]
    currents = [space for space in spaces if board.kinds[space] == CURRENT]
    starts = [space for space in range(board.n) if board.kinds[space] == START]
    made = []
    for number in range(count):
        seats = chance.randrange(3, 7)
        seat = chance.randrange(seats)
        activity = number % 5
        canoes = chance.sample(spaces, seats)
        if activity == canyon_lights.PLACE:
            canoes = [*chance.sample(starts, seat), *[255] * (seats - seat)]
        elif activity == canyon_lights.DRIFT:
            canoes = chance.sample(currents, seats)
        position: dict[str, Any] = {"g": "canyon", "c": canoes, "s": seat, "a": activity, "n": 0, "m": 0}
        if activity == canyon_lights.CHOOSE:
            position["n"] = chance.randrange(1, 12)
            position["m"] = chance.randrange(2)
        if activity == canyon_lights.OVER:
            position["w"] = [seat]
        if number % 3 == 0:
            position["v"] = [seat, *chance.sample(spaces, 5)]
        made.append({**position, "p": "main"})
    return made


def niagara(_board: Board, count: int) -> list[dict[str, Any]]:
    chance = Chance(11)
    return [{"g": "niagara", "d": pack(random_position(chance)), "p": "main"} for _ in range(count)]


def pyramid(board: Board, count: int) -> list[dict[str, Any]]:
    """Return positions of either panel in turn."""
    chance = Chance(5)
    return [
        {**pyramid_position(chance, board, turn % 2 == 0), "p": ("tomb", "shrine")[turn % 2]} for turn in range(count)
    ]


POSITIONS: dict[str, Callable[[Board, int], list[dict[str, Any]]]] = {
    "canyon": canyon,
    "niagara": niagara,
    "pyramid": pyramid,
}


class Game(NamedTuple):
    """A game's board, on a Pico whose flash is ``flash``, and a hundred positions of it."""

    board: Board
    shown: list[dict[str, Any]]
    flash: Path


@pytest.fixture(params=POSITIONS)
def game(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.chdir(tmp_path)
    board = shipped(request.param).core
    put_board(tmp_path, board.blob)
    (tmp_path / settings.PATH).write_text(json.dumps(settings_for(board)))
    return Game(board, POSITIONS[request.param](board, 100), tmp_path)


def test_every_position_is_lit_in_time_with_the_hosts_digest(game: Game) -> None:
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    assert set(bench.said("hello")[-1]["l"]) == {panel for panel, _ in game.board.panels}
    for revision, position in enumerate(game.shown[:30]):
        sent_at = clock.now
        bench.send({"t": "show", "r": revision, **position})
        bench.run(200)
        lit = {"t": "lit", "p": position["p"], "r": revision, "d": expected_digest(game.board, position)}
        assert bench.said("lit")[-1] == lit
        assert bench.said_at("lit")[-1] - sent_at <= 200_000
        assert min(at for at in bench.draws if at >= sent_at) - sent_at <= 25_000
        bench.run(400)


def test_under_micropython_the_digests_are_equal_and_the_heap_stays_flat(game: Game) -> None:
    (game.flash / "positions.jsonl").write_text("".join(json.dumps(position) + "\n" for position in game.shown))
    in_use = run("board_positions", game.flash)["in use"]
    expected = [expected_digest(game.board, position) for position in game.shown]
    assert (game.flash / "digests.txt").read_text().split() == expected
    assert max(in_use) <= 150 * 1024
    assert max(in_use[1:]) - min(in_use[1:]) <= 1024, in_use
