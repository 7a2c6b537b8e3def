"""Canyon's own lights on the Pico: what it shows is what the host means, on a Pico's heap, and it stays so."""

from __future__ import annotations

import binascii
import json
import random
from pathlib import Path

import clock
import pytest
from riverlight.boards import shipped

from shared_rules import canyon_lights
from shared_rules.board import CURRENT, START, WATER
from shared_rules.digest import digest
from tests.firmware.micropython_runs import run
from tests.firmware.pico_bench import Bench

BOARD = shipped("canyon").core


def positions(count: int) -> list[dict[str, object]]:
    """Return positions of every activity, three to six seats, with and without a way just gone."""
    chance = random.Random(11)
    spaces = [space for space in range(BOARD.n) if BOARD.kinds[space] in (WATER, CURRENT)]
    currents = [space for space in spaces if BOARD.kinds[space] == CURRENT]
    starts = [space for space in range(BOARD.n) if BOARD.kinds[space] == START]
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
        position: dict[str, object] = {"g": "canyon", "c": canoes, "s": seat, "a": activity, "n": 0, "m": 0}
        if activity == canyon_lights.CHOOSE:
            position["n"] = chance.randrange(1, 12)
            position["m"] = chance.randrange(2)
        if activity == canyon_lights.OVER:
            position["w"] = [seat]
        if number % 3 == 0:
            position["v"] = [seat, *chance.sample(spaces, 5)]
        made.append(position)
    return made


def meant(position: dict[str, object]) -> str:
    frame = bytearray(2 * BOARD.n)
    canyon_lights.pieces(BOARD, position, frame)
    for _ in canyon_lights.choices(BOARD, position, frame):
        pass
    return digest(frame)


@pytest.fixture
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.bin").write_bytes(f"{binascii.crc32(BOARD.blob):08x}".encode() + BOARD.blob)
    return tmp_path


@pytest.mark.usefixtures("flash")
def test_every_position_is_lit_in_time_with_the_hosts_digest() -> None:
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    for revision, position in enumerate(positions(30)):
        sent_at = clock.now
        bench.send({"t": "show", "p": "main", "r": revision, **position})
        bench.run(200)
        assert bench.said("lit")[-1] == {"t": "lit", "p": "main", "r": revision, "d": meant(position)}
        assert bench.said_at("lit")[-1] - sent_at <= 200_000
        assert min(at for at in bench.draws if at >= sent_at) - sent_at <= 25_000
        bench.run(400)


def test_under_micropython_the_digests_are_equal_and_the_heap_stays_flat(flash: Path) -> None:
    shown = positions(100)
    (flash / "positions.jsonl").write_text("".join(json.dumps(position) + "\n" for position in shown))
    in_use = run("board_positions", flash)["in use"]
    assert (flash / "digests.txt").read_text().split() == [meant(position) for position in shown]
    assert max(in_use) <= 150 * 1024
    assert max(in_use[1:]) - min(in_use[1:]) <= 1024, in_use
