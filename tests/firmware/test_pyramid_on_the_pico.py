"""Pyramid's own lights on the Pico: two panels, two keypads, the peek key; nothing of one side shows at the other."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import clock
import matrix
import pytest
from riverlight.boards import shipped
from riverlight.devices.fitting import settings_for

from firmware import pins, settings
from firmware.stage import Panel
from shared_rules import pyramid_position as at
from tests.firmware.flash import put_board
from tests.firmware.pico_bench import Bench, down, up
from tests.shared_rules.canyon_scenarios import Chance
from tests.shared_rules.pyramid_scenarios import position

BOARD = shipped("pyramid").core
SHRINE, TOMB = 0, 1  # state machines go by the names of their panels
GROUND = 30


def equipped(folder: Path, **more: object) -> Path:
    (folder / settings.PATH).write_text(json.dumps({**settings_for(BOARD), **more}))
    put_board(folder, BOARD.blob)
    return folder


@pytest.fixture
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return equipped(tmp_path)


def awake() -> Bench:
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    return bench


def lights_of(bench: Bench, chain: int) -> list[int]:
    return next(words for _, each, words in reversed(bench.frames) if each == chain)[1:]


def is_red(bench: Bench, chain: int, since: int) -> bool:
    """Return whether all lights of a chain were red at any moment since a time."""
    frames = [words[1:] for drawn, each, words in bench.frames if each == chain and drawn >= since]
    return any(all(word >> 16 & 255 > 2 * (word >> 24) for word in words) for words in frames)


@pytest.mark.usefixtures("flash")
@pytest.mark.parametrize(("second", "refused", "quiet"), [(False, TOMB, SHRINE), (True, SHRINE, TOMB)])
def test_a_press_that_finds_no_room_is_refused_on_its_own_panel_alone(second: bool, refused: int, quiet: int) -> None:
    """PYR-18: and however many wait of one keypad, the other has its own room."""
    bench = awake()
    since = clock.now
    for _ in range(9):
        down("5", second)
        bench.run(60)
        up("5", second)
        bench.run(60)
    bench.run(100)
    assert is_red(bench, refused, since)
    assert not is_red(bench, quiet, since)
    since = clock.now
    down("6", not second)
    bench.run(60)
    up("6", not second)
    bench.run(200)
    assert any((key["k"], key["x"]) == ("6", int(not second)) for key in bench.said("key"))
    assert not is_red(bench, quiet, since)


@pytest.mark.usefixtures("flash")
def test_the_panels_are_drawn_in_turn_half_a_frame_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other both took 4.5 ms, for which a key and a line had to wait."""
    drawn: list[tuple[str, int]] = []
    draw = Panel.draw
    monkeypatch.setattr(
        Panel, "draw", lambda panel, *facts: drawn.append((panel.name, clock.now)) or draw(panel, *facts)
    )
    bench = awake()
    del drawn[:]
    bench.run(500)
    assert len(drawn) in (59, 60, 61)
    for (name, drawn_at), (next_name, next_drawn_at) in pairwise(drawn):
        assert name != next_name
        assert 7_000 <= next_drawn_at - drawn_at <= 10_000


@pytest.mark.usefixtures("flash")
def test_the_mummy_shows_to_the_peek_key_alone() -> None:
    """PYR-1: while the key is held its light comes out of the dark maze; on the other panel nothing changes."""
    body = bytearray(at.size(BOARD, True))
    body[at.HUNTERS : at.HUNTERS + 4] = b"\xff" * 4
    body[at.MUMMY], body[at.MARKER], body[at.CAUGHT] = 40, 255, 255
    body[at.LIGHT] = at.light_byte(at.PEEK, False)
    body[at.WALK : at.WALK + at.WALK_MOST] = at.walk_bytes([])
    bench = awake()
    bench.send({"t": "show", "p": "tomb", "r": 1, "g": "pyramid", "h": at.packed(body)})
    bench.run(300)
    light = next(number for number, space in enumerate(BOARD.lights("tomb") or ()) if space == 40)
    assert not any(lights_of(bench, TOMB))
    for _ in range(2):
        matrix.close(pins.PEEK, GROUND)
        bench.run(200)
        assert [number for number, word in enumerate(lights_of(bench, TOMB)) if word] == [light]
        matrix.release(pins.PEEK, GROUND)
        bench.run(200)
        assert not any(lights_of(bench, TOMB))


def test_a_peek_lasts_no_longer_than_the_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-1: then the key has to be let go and pressed again."""
    monkeypatch.chdir(equipped(tmp_path, peek_ms=500))
    bench = awake()
    for _ in range(2):
        matrix.close(pins.PEEK, GROUND)
        seen = []
        for _ in range(20):
            bench.run(50)
            seen.append(bench.app._is_peeking(clock.now // 1000))
        assert 8 <= sum(seen) <= 11
        assert not seen[-1]
        matrix.release(pins.PEEK, GROUND)
        bench.run(200)


@pytest.mark.usefixtures("flash")
def test_the_moment_of_a_collection_tells_nothing_of_what_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18: with two sides the heap is collected by the clock, not after messages."""
    import gc

    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(clock.now))
    bench = awake()
    shown = position(Chance(5), BOARD, True)
    for traffic in (0, 40):
        collected.clear()
        began = clock.now
        for number in range(60):
            if number < traffic:
                bench.send({"t": "show", "p": "tomb", "r": number, **shown})
            bench.run(200)
        assert len(collected) == 3, traffic
        gaps = [late - early for early, late in pairwise(collected)]
        assert all(3_980_000 < gap < 4_030_000 for gap in gaps)
        assert collected[0] - began < 4_100_000


@pytest.mark.usefixtures("flash")
def test_no_buzzer_sounds_over_a_maze(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18: a tick for each key would reveal how many keys a hunter pressed."""
    from firmware.buzzer import Buzzer

    sounded: list[int] = []
    monkeypatch.setattr(Buzzer, "_sound", lambda self, *_: sounded.append(1) if self.is_allowed else None)
    equipped(Path(), buzzer=True)
    bench = awake()
    down("5")
    bench.run(60)
    up("5")
    bench.send({"t": "cue", "p": "tomb", "k": "refused"})
    bench.run(200)
    assert sounded == []
