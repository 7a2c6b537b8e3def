"""From a ``show`` line to light: fast, complete, and each panel independent."""

from __future__ import annotations

import gc
import json
import sys
from itertools import pairwise
from pathlib import Path

import clock
import pytest

from firmware.keypad import Keypad
from shared_rules import roles
from shared_rules.digest import digest
from tests.firmware import toy_lights
from tests.firmware.flash import put_board
from tests.firmware.pico_bench import Bench, down, up

SPACES = 30
ORANGE = roles.SEAT_COLOURS[1]
BLUE = roles.SEAT_COLOURS[0]


def blob(panels: tuple[str, ...] = ("main",), game: int = 0) -> bytes:
    """Return a compiled board of SPACES spaces in a row, one light each on each panel, the last light for no space."""
    kinds = bytes([3 if space == 0 else 1 for space in range(SPACES)]) if game == 0 else bytes(SPACES)
    neighbours = b"".join(
        bytes([max(space - 1, 1) if space == 0 else space - 1, space + 1 if space + 1 < SPACES else 255])
        for space in range(SPACES)
    )
    head = bytes([82, 66, 1, game, SPACES, 2, len(panels)])
    lights = bytes([*range(SPACES), 255])
    listed = b"".join(bytes([len(name)]) + name.encode() + bytes([len(lights), 0]) + lights for name in panels)
    return head + kinds + b"\xff" * SPACES + neighbours + listed


def start(folder: Path, monkeypatch: pytest.MonkeyPatch, panels: tuple[str, ...] = ("main",), game: int = 0) -> Bench:
    monkeypatch.chdir(folder)
    monkeypatch.setitem(sys.modules, "shared_rules.canyon_lights", toy_lights)
    chains = [{"panel": name, "lights": SPACES + 2} for name in panels]
    (folder / "settings.json").write_text(json.dumps({"riverlight_settings": 1, "chains": chains}))
    put_board(folder, blob(panels, game))
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(400)
    return bench


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return start(tmp_path, monkeypatch)


def show(revision: int, canoes: list[int], panel: str = "main", ends: int = 0, **facts: object) -> dict[str, object]:
    return {"t": "show", "p": panel, "r": revision, "g": "canyon", "c": canoes, "n": ends, **facts}


def light(bench: Bench, number: int, chain: int = 0) -> tuple[int, int, int]:
    values = bench.app.chains()[chain].values
    return values[3 * number], values[3 * number + 1], values[3 * number + 2]


def role_frame(position: dict[str, object]) -> bytearray:
    board = type("Board", (), {"n": SPACES})
    frame = bytearray(2 * SPACES)
    toy_lights.pieces(board, position, frame)
    for _ in toy_lights.choices(board, position, frame):
        pass
    return frame


def until(bench: Bench, ms: int, is_so: object) -> int:
    """Run until a condition holds, ``ms`` at most; return the milliseconds it took."""
    started = clock.now
    while not is_so():  # type: ignore[operator]
        assert clock.now - started <= 1000 * ms, "it never came"
        bench.app.turn()
    return (clock.now - started) // 1000


def test_what_stands_where_is_lit_within_25_ms(bench: Bench) -> None:
    for revision in range(1, 30):
        bench.run(50 + revision)
        sent_at = clock.now
        bench.send(show(revision, [revision]))
        until(bench, 100, lambda: light(bench, revision) == BLUE)  # noqa: B023 - called at once
        assert bench.frames[-1][0] == bench.draws[-1] <= sent_at + 25_000


def test_seats_are_lit_in_the_colours_that_a_position_names_and_in_their_own_without(bench: Bench) -> None:
    """Letters that no light has are dropped like any part out of range; the position itself is shown."""
    bench.send(show(1, [4, 5], l="gab"))
    bench.run(300)
    assert (light(bench, 4), light(bench, 5)) == (roles.SEAT_COLOURS[6], BLUE)
    known = bench.said("lit")
    for revision, wrong in enumerate(("z", "", "aaaaaaa", 7, None), start=2):
        bench.send(show(revision, [4, 5], l=wrong))
        bench.run(300)
        assert (light(bench, 4), light(bench, 5)) == (BLUE, ORANGE)
    lit = bench.said("lit")
    assert {each["d"] for each in (*known, *lit)} == {digest(role_frame(show(0, [4, 5])))}
    bench.send({"t": "beat", "n": 1, "a": 0})
    bench.run(50)
    assert bench.said("pulse")[-1]["bad"] == 5


def test_lit_has_the_digest_of_the_roles_within_200_ms(bench: Bench) -> None:
    position = show(9, [20, 21], ends=12)
    bench.send(position)
    assert until(bench, 300, lambda: bench.said("lit")) <= 200
    assert bench.said("lit") == [{"t": "lit", "p": "main", "r": 9, "d": digest(role_frame(position))}]
    bench.run(20)
    assert bench.app._stage.panel("main")._goal == role_frame(position)


def test_a_search_shakes_no_frame(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.send(show(1, [20]))
    bench.run(300)
    monkeypatch.setattr(toy_lights, "STEPS", 400)
    started = clock.now
    bench.send(show(2, [21]))
    bench.run(900)
    gaps = bench.gaps_us(started)
    assert max(gaps) <= 17_000
    assert len(gaps) >= 52


def test_a_newer_position_replaces_one_still_searched(bench: Bench) -> None:
    bench.send(show(1, [20]))
    bench.run(30)
    bench.send(show(2, [21]))
    bench.run(400)
    assert [message["r"] for message in bench.said("lit")] == [2]


def test_a_collection_waits_for_fifty_milliseconds_without_a_message(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes 20 ms: a line or a key that comes meanwhile waits for its end."""
    collected: list[int] = []
    bench.run(300)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(clock.now))
    for revision in range(12):
        bench.send(show(revision, [20]))
        bench.run(45)
    assert collected == []
    quiet_since = clock.now - 45_000
    bench.run(100)
    assert len(collected) == 1
    assert 50_000 <= collected[0] - quiet_since <= 70_000


def test_a_frame_that_is_due_waits_for_a_line_but_no_longer_than_13_milliseconds(bench: Bench) -> None:
    """Drawn while the line is read, it would hold up the line by 2 ms and the wire by 5."""
    bench.send(show(1, [20]))
    bench.run(300)
    started = bench.draws[-1]
    bench.stdin.is_at_end = True  # always something to read
    bench.run(1000)
    bench.stdin.is_at_end = False
    gaps = bench.gaps_us(started)
    assert 16_000 + 13_000 < gaps[0] == max(gaps) <= 17_000 + 13_000
    assert len(gaps) >= 58


def test_garbage_is_collected_while_a_frame_is_under_way(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: (collected.append(clock.now), clock.advance(25_000)))
    started = clock.now
    for revision in range(20):
        bench.send(show(revision, [20 + revision % 3]))
        bench.run(300)
    assert 2 <= len(collected) <= 3, "one for eight positions"
    gaps = bench.gaps_us(started)
    assert max(gaps) <= 40_000
    assert sorted(gaps)[len(gaps) * 9 // 10] <= 17_000


def test_keys_lights_and_scan_hold_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search runs, memory is collected, the host sends without pause: all budgets are kept in one loop."""
    scans: list[int] = []
    scan = Keypad._scan

    def noted(keypad: Keypad, timer: object) -> None:
        scans.append(clock.now)
        scan(keypad, timer)

    collections: list[int] = []

    def collect() -> None:
        collections.append(clock.now)
        clock.advance(9_000)

    monkeypatch.setattr(Keypad, "_scan", noted)
    bench = start(tmp_path, monkeypatch)
    monkeypatch.setattr(toy_lights, "STEPS", 1000)
    monkeypatch.setattr(gc, "collect", collect)
    since = clock.now
    worst_key = worst_show = 0
    for number in range(60):
        bench.run(number % 17)
        for beat in range(2):
            bench.send({"t": "beat", "n": beat})
        down("5")
        pressed_at = clock.now
        bench.run(35)
        up("5")
        bench.run(40)
        assert bench.said("key")[-1]["n"] == number + 1
        worst_key = max(worst_key, bench.said_at("key")[-1] - pressed_at)
        bench.send({"t": "took", "b": bench.link.boot_id, "n": number + 1})
        shown_at = clock.now
        bench.send(show(number, [3, number % 9]))
        bench.run(60)
        worst_show = max(worst_show, min(at for at, _, _ in bench.frames if at >= shown_at) - shown_at)
        assert bench.app._stage.is_busy(), "it searches all the while"
    assert len(collections) > 5
    assert worst_key <= 25_000
    assert worst_show <= 25_000
    assert max(bench.gaps_us(since)) <= 17_000
    assert {later - earlier for earlier, later in pairwise(scans)} == {5_000}


def test_a_passage_is_shown_picture_by_picture_and_delays_no_digest(bench: Bench) -> None:
    bench.send(show(1, [20]))
    bench.run(300)
    bench.send(show(2, [5], v=[18, 16, 14]))
    until(bench, 50, lambda: light(bench, 18) == BLUE)
    until(bench, 200, lambda: light(bench, 16) == BLUE)
    assert bench.said("lit")[-1]["r"] == 2, "the search was done meanwhile"
    until(bench, 200, lambda: light(bench, 14) == BLUE)
    assert light(bench, 5) != BLUE
    until(bench, 200, lambda: light(bench, 5) == BLUE)
    assert light(bench, 14) != BLUE
    assert bench.said("lit")[-1]["d"] == digest(role_frame(show(2, [5])))


def test_a_passage_that_outlasts_its_search_ends_in_the_whole_picture(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy_lights, "STEPS", 200)
    bench.send(show(2, [5], ends=2, v=[18]))
    bench.run(1000)
    white = {light(bench, 0), light(bench, 1)}
    for _ in range(20):
        bench.run(60)
        white |= {light(bench, 0), light(bench, 1)}
    assert (255, 236, 190) in white


@pytest.mark.parametrize("change", [{"p": "tomb"}, {"p": "x" * 150}])
def test_a_position_for_another_board_is_answered_without_a_digest(bench: Bench, change: dict[str, str]) -> None:
    bench.send({**show(4, [1]), **change})
    bench.run(60)
    assert bench.said("lit") == [{"t": "lit", "p": change.get("p", "main")[:12], "r": 4, "d": ""}]


@pytest.mark.parametrize("change", [{"p": 5}, {"r": None}])
def test_a_position_without_panel_or_revision_is_passed_over(bench: Bench, change: dict[str, object]) -> None:
    bench.send({**show(4, [1]), **change})
    bench.run(300)
    assert bench.said("lit") == []
    assert bench.said("crash") == []


def test_a_board_of_a_game_without_lights_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shared_rules.pyramid_lights", None)
    bench = start(tmp_path, monkeypatch, game=2)
    bench.send(show(4, [1]))
    bench.run(60)
    assert bench.said("lit")[0]["d"] == ""


def test_refused_is_red_twice_and_brief(bench: Bench) -> None:
    bench.send(show(1, [20]))
    bench.run(300)
    bench.send({"t": "cue", "p": "main", "k": "refused"})
    reds = []
    for _ in range(120):
        bench.run(10)
        red, green, _ = light(bench, 9)
        reds.append(red > 200 and green < 60)
    flashes = sum(1 for before, after in pairwise([False, *reds]) if after and not before)
    assert flashes == 2
    assert not any(reds[90:])
    assert light(bench, 20) == BLUE


def test_accepted_is_a_green_band_that_runs_through(bench: Bench) -> None:
    bench.send(show(1, [20]))
    bench.run(300)
    bench.send({"t": "cue", "p": "main", "k": "accepted"})
    first_seen: dict[int, int] = {}
    for _ in range(60):
        bench.run(10)
        for number in range(SPACES):
            if light(bench, number)[1] > 100:
                first_seen.setdefault(number, clock.now)
    assert len(first_seen) == SPACES
    assert first_seen[0] < first_seen[15] < first_seen[29]
    assert light(bench, 20) == BLUE


@pytest.mark.parametrize(("kind", "swells", "channel"), [("gain", 1, 0), ("loss", 2, 2)])
def test_a_gain_is_one_golden_swell_and_a_loss_two_violet_ones_under_three_a_second(
    bench: Bench, kind: str, swells: int, channel: int
) -> None:
    bench.send(show(1, [20]))
    bench.run(300)
    bench.send({"t": "cue", "p": "main", "k": kind})
    tinted = []
    for _ in range(160):
        bench.run(10)
        values = light(bench, 9)
        tinted.append(values[channel] > 60 and values[channel] == max(values))
    starts = [at for at, (before, after) in enumerate(pairwise([False, *tinted])) if after and not before]
    assert len(starts) == swells
    assert all(later - earlier > 34 for earlier, later in pairwise(starts)), "in hundredths of a second"
    assert light(bench, 20) == BLUE


@pytest.mark.parametrize(
    "cue", [{"p": "main", "k": "?"}, {"p": "main", "k": []}, {"p": "x", "k": "refused"}, {"p": []}]
)
def test_an_unknown_cue_changes_nothing(bench: Bench, cue: dict[str, object]) -> None:
    bench.send({"t": "cue", **cue})
    for _ in range(50):
        bench.run(10)
        assert light(bench, 9)[0] < 100
    assert bench.said("crash") == []


def test_while_the_host_is_waited_for_the_board_keeps_its_picture_over_dim_blue_water(bench: Bench) -> None:
    bench.send(show(1, [20, 21], ends=1))
    bench.run(300)
    water = {light(bench, 9)}
    bench.run(2600)
    assert bench.link.is_waiting
    waiting = set()
    for _ in range(50):
        bench.run(100)
        waiting.add(light(bench, 9))
        assert light(bench, 20) == BLUE
        assert light(bench, 21) == ORANGE
    assert len(waiting) > 20, "it breathes"
    assert all(red == 0 and green < 20 and blue <= 48 for red, green, blue in waiting)
    bench.send({"t": "beat", "n": 1})
    bench.run(40)
    assert {light(bench, 9)} & waiting == set() or light(bench, 9) in water


@pytest.mark.parametrize("traffic", [[], [(0, [4, 5, 6, 7, 8])], [(at, [3 + at % 7]) for at in range(3, 900, 37)]])
def test_one_panel_tells_nothing_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, traffic: list[tuple[int, list[int]]]
) -> None:
    """PYR-18: what the shrine shows, and when, is the same whatever is shown to the tomb, how often, and when."""
    seen = []
    for shown in ([(0, [3])], traffic):
        bench = start(tmp_path, monkeypatch, ("shrine", "tomb"))
        bench.send(show(1, [1], "shrine"))
        bench.run(200)
        started = clock.now
        due = [(started + 1000 * ms, spaces) for ms, spaces in shown]
        while clock.now < started + 1_500_000:
            if due and due[0][0] <= clock.now:
                bench.send(show(len(due), due.pop(0)[1], "tomb"))
            bench.app.turn()
        until = started + 1_400_000
        seen.append([(at, words) for at, chain, words in bench.frames if chain == 0 and started <= at < until])
    assert len(seen[0]) > 40
    assert seen[0] == seen[1]
