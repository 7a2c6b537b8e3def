"""Documentation is correct: generated parts are current, links work, commands run, tables match the code."""

from __future__ import annotations

import ast
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner
from riverlight.boards import files as boards_files
from riverlight.boards import shipped
from riverlight.commands import COMMANDS, doctor, riverlight
from riverlight.devices import checkup, diagnosis, faults, fitting, identity, link, ports, protocol_session, status
from riverlight.devices.checkup import Fault
from riverlight.devices.client import DeviceClient
from riverlight.devices.diagnosis import Kind
from riverlight.devices.ports import open_serial
from riverlight.devices.replies import NEEDED, PARTS, sound
from riverlight.devices.simulated import SimulatedPico
from riverlight.games.contract import TABLE
from riverlight.games.registry import GAMES, game_named
from riverlight.web import addresses, server
from riverlight.workshop.carrier import fabricate

from shared_rules import pyramid_position
from shared_rules.line import FROM_HOST, FROM_PICO, decode
from tests.signals import usual_signals
from tests.tools.docs import lights, pages, pico_roles, played, protocol, settings
from tests.tools.docs.blocks import BLOCKS, PAGES, refreshed

ROOT = pages.ROOT
DOCS = ROOT / "docs"
ALL = pages.pages()

each_page = pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(ROOT)))


# What is made.


def test_the_made_parts_are_up_to_date() -> None:
    """When this fails: make docs."""
    for path in PAGES:
        assert refreshed(pages.text_of(path)) == pages.text_of(path), f"{path.name}: run make docs"


def test_the_picos_light_roles_are_those_of_the_table() -> None:
    """When this fails: make docs."""
    assert pico_roles.PATH.read_text(encoding="utf-8") == pico_roles.pico_roles()


def test_each_part_that_can_be_made_stands_in_a_page() -> None:
    named = re.findall(r"<!-- made: ([a-z -]+) -->", "".join(map(pages.text_of, PAGES)))
    assert set(named) == set(BLOCKS)


@pytest.mark.parametrize("game", GAMES)
def test_each_role_that_a_games_lights_can_have_is_told(game: str) -> None:
    assert lights.roles_of(game) == set(lights.meanings(game))


def test_each_line_type_is_told_with_all_its_parts() -> None:
    assert tuple(protocol.LINES) == (*FROM_HOST, *FROM_PICO)
    for kind in FROM_PICO:
        assert set(protocol.LINES[kind].parts) == set(PARTS[kind]), kind
        assert set(NEEDED[kind]) <= set(PARTS[kind]), kind


def test_each_example_of_a_line_is_read_by_the_codec_and_taken_as_it_stands() -> None:
    seen = set()
    for line in re.findall(r"^\{.*\*[0-9a-f]{8}$", pages.text_of(DOCS / "protocol.md"), re.MULTILINE):
        message = decode(line.encode())
        assert message is not None, line
        kind = str(message["t"])
        seen.add(kind)
        if kind in FROM_PICO:
            assert sound(message) == message, line
        if kind != "show":
            told = protocol.LINES[kind]
            assert set(message) - {"t"} <= set(told.parts), line
            assert set(told.parts) - set(told.left_out) <= set(message) or kind in FROM_PICO, line
    assert seen == set(protocol.LINES)


def test_what_really_passes_on_the_line_has_the_parts_that_are_told(pico: SimulatedPico) -> None:
    passed: list[tuple[bool, dict[str, Any]]] = []

    def note(is_from_device: bool, line: bytes) -> None:
        message = decode(line)
        if message is not None:
            passed.append((is_from_device, message))

    board = shipped("canyon").core
    pico.wire_for(board)
    with link.Link(lambda: open_serial(pico.port), pico.port, board, on_key=lambda _key: None, on_line=note) as line:
        line.wait_ready(30)
        for panel, position in played.positions(played.opening("canyon")[-1]):
            line.show(panel, position)
        line.cue("accepted", "main")
        line.settle(20)
        pico.press("A")
        deadline = time.monotonic() + 20
        while not any(message["t"] == "took" for _, message in passed):
            assert time.monotonic() < deadline, "the press was never called safe"
            time.sleep(0.01)
    with DeviceClient(open_serial(pico.port), pico.port) as client:
        passed.append((True, client.hello(10) or {}))
        passed.append((True, {**client.probe(p="main", i=-1, c=0xFFFFFF), "t": "probed"}))
    kinds = {message["t"] for _, message in passed}
    assert kinds >= {*FROM_HOST, *FROM_PICO} - {"tag", "seen", "sense", "sensed", "crash", "fault", "probe"}
    for is_from_device, message in passed:
        kind = message["t"]
        assert (kind in FROM_PICO) == is_from_device
        told = {"t", *protocol.LINES[kind].parts, *(protocol.POSITIONS["canyon"] if kind == "show" else ())}
        assert set(message) <= told
        assert is_from_device or told <= set(message) | {"v", "s", "w", "l"}


@pytest.mark.parametrize("game", GAMES)
def test_each_part_of_a_position_is_told(game: str) -> None:
    shown = {name for moment in played.moments(game) for _, position in played.positions(moment) for name in position}
    assert shown == set(protocol.POSITIONS[game])


def test_each_place_of_a_packed_position_is_told() -> None:
    names = "MUMMY MARKER ACTIVITY STEPS CAUGHT WINNERS WALK HUNTERS DICE LIGHT HUNTERS_PLAYED STEPS_LEFT ASIDE TAKEN"
    places = [getattr(pyramid_position, name) for name in (*names.split(), "MUMMYS_PLAYED")]
    assert re.findall(r"^\| (\d+) \|", protocol.pyramid_bytes(), re.MULTILINE) == [str(place) for place in places]


def test_each_setting_is_told() -> None:
    assert list(settings.SETTINGS) == list(settings.usual())


# What is keyed.


def keyed(game: str) -> Iterator[tuple[str, str]]:
    """Yield keys and moves of golden games, and of games of chance in which the app has cards and dice."""
    for moment in played.moments(game):
        yield from played.codes(moment)
    chosen = {"canyon": {"cards": "app"}, "niagara": {"cards": "app"}, "pyramid": {"dice": "app", "reroll": "select"}}
    choose = random.Random(7)
    state = game_named(game).new(chosen[game], 4, 7)
    for _ in range(300):
        automatic = state.automatic()
        seat = state.to_act()[0]
        if automatic is None:
            yield from ((code.keys, code.move) for code in game_named(game).interface.codes(state, seat))
            state.apply(seat, choose.choice(state.legal(seat)))
        else:
            state.apply(TABLE, automatic)


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_of_a_page_mean_what_stands_beside_them(game: str) -> None:
    possible = set(keyed(game))
    (table,) = (rows for rows in pages.tables(DOCS / f"{game}.md") if rows[0][-1] == "in the record")
    told = set()
    for row in table[1:]:
        keys, moves = (re.findall("`([^`]+)`", cell) for cell in row[-2:])
        assert len(keys) == len(moves), row
        for typed, move in zip(keys, moves, strict=True):
            assert (typed, move) in possible or _in_any_order(typed, move, possible), (typed, move)
        told |= {move.split()[0] for move in moves}
    assert told == {move.split()[0] for _, move in possible}


def _in_any_order(typed: str, move: str, possible: set[tuple[str, str]]) -> bool:
    """Return whether the keys are those of the faces of a roll, sorted as the record has them."""
    return any(Counter(typed) == Counter(keys) and move == each for keys, each in possible if each.startswith("roll "))


# What is found.


def findings() -> Iterator[str]:
    """Yield every sentence that doctor, the device test and a board's status can say, its fields still open."""
    for module in (doctor, diagnosis):
        for kind in vars(module).values():
            if isinstance(kind, Kind):
                yield f"{kind.grade:5} {kind.sentence}"
    for fault in vars(checkup).values():
        if isinstance(fault, Fault):
            yield f"bad   {fault.what}: {fault.sentence}"
    for module in (ports, identity, fitting, faults, status, protocol_session, link):
        for node in ast.walk(ast.parse(source_of(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "text":
                (said,) = (each.value for each in node.args if isinstance(each, ast.Constant))
                if said not in SUBJECTS:
                    yield said


SUBJECTS = ("The device at {port}", "The device")
"""What a status is said of: no sentence of their own."""


def source_of(module: ModuleType) -> str:
    return Path(module.__file__ or "").read_text(encoding="utf-8")


def test_troubleshooting_tells_of_all_that_can_be_found_and_of_nothing_else() -> None:
    lines = pages.text_of(DOCS / "troubleshooting.md").splitlines()
    quoted = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    assert sorted(quoted) == sorted(set(findings()))


def test_what_troubleshooting_quotes_in_its_tables_is_what_the_program_says() -> None:
    """Each part of it between dots stands in one text of the code, in that order."""
    quoted = [cell for rows in pages.tables(DOCS / "troubleshooting.md") for row in rows for cell in row]
    quoted = [quotation for cell in quoted for quotation in re.findall(r"\*([^*]+)\*", cell)]
    assert len(quoted) > 4
    said = [said for path in (ROOT / "host" / "riverlight").rglob("*.py") for said in texts_of(path)]
    scripts = (ROOT / "host" / "riverlight" / "web" / "static").rglob("*.js")
    said += [said for path in scripts for said in re.findall(r'\btext\("([^"]*)"', path.read_text(encoding="utf-8"))]
    for quotation in quoted:
        pattern = re.compile(".*".join(map(re.escape, re.split(" ?… ?", quotation))))
        assert any(pattern.search(each) for each in said), quotation


def texts_of(path: Path) -> Iterator[str]:
    """Yield every text of a module, those with fields as they stand but for the fields."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values)


def test_nothing_is_found_but_by_its_kind() -> None:
    """The only findings made by hand are those that a kind makes; else one could be missing from the page."""
    made = [len(re.findall(r"\bFinding\(", source_of(module))) for module in (doctor, diagnosis)]
    assert made == [0, 2]  # the class, and what a kind returns
    assert source_of(checkup).count('Result("bad"') == 1


# Where things are.


def test_each_folder_of_the_tree_says_what_belongs_there() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    ways = [name.split("/") for name in listed.stdout.split("\0")]
    folders = {way[0] for way in ways if len(way) > 1 and not way[0].startswith(".")}
    assert {path.parent.name for path in ROOT.glob("*/README.md")} == folders
    told = pages.text_of(ROOT / "tests" / "README.md")
    tested = {way[1] for way in ways if way[0] == "tests" and len(way) > 2}
    assert {name for name in tested if f"`{name}/" not in told} == set()


# Links, files, commands.


@each_page
def test_each_link_leads_somewhere(path: Path) -> None:
    assert list(pages.broken_links(path)) == []


@each_page
def test_each_file_that_is_named_is_there(path: Path) -> None:
    assert list(pages.missing_files(path)) == []


@each_page
def test_each_command_that_is_named_is_one(path: Path) -> None:
    assert [line for line in pages.commands(path) if pages.not_a_command(line)] == []


@each_page
def test_each_goal_of_make_is_one(path: Path) -> None:
    known = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert known is not None
    assert set(pages.goals(path)) <= set(known[1].split())


def test_the_readme_has_a_row_for_each_command() -> None:
    (table,) = (rows for rows in pages.tables(ROOT / "README.md") if rows[0] == ["", ""])
    assert [row[0].split()[1].strip("`") for row in table[1:]] == list(COMMANDS)


def test_a_wrong_command_is_found() -> None:
    assert pages.not_a_command("riverlight boards drew canyon") == "drew"
    assert pages.not_a_command("riverlight play canyon --seeds 4") == "--seeds"
    assert pages.not_a_command("riverlight boards …") == ""


@pytest.fixture(scope="module")
def pico() -> Iterator[SimulatedPico]:
    """A simulated Pico, which is also what PORT names."""
    with SimulatedPico() as made:
        yield made


OPEN = re.compile(r"\b(?:GAME|NUMBER|COMMAND)\b|…|\[|^riverlight_")
"""In a command line that is not one to be called as it stands."""

SERVING = ("riverlight play", "riverlight games resume", "riverlight boards trace", "riverlight boards calibrate")
LONG = ("riverlight demo", "riverlight device test")
ON_A_BOARD = ("riverlight device install", "riverlight device update", "riverlight device teach")


def complete() -> list[str]:
    """Return each command line of the pages that can be called, once, in the order in which people meet it."""
    lines = [line for path in ALL for line in pages.commands(path) if " " in line and not OPEN.search(line)]
    return list(dict.fromkeys(lines))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pico: SimulatedPico) -> Callable[[str], str]:
    """Return what calls a command line of a page in a folder of its own, and returns what it printed.

    No board of this computer is touched. A server that answers is told to stop; a port, a file and an address of the
    network are given where the pages leave them open.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(ports.list_ports, "comports", list)
    monkeypatch.setattr(fabricate, "fabrication_files", lambda _: {})  # what needs KiCad
    monkeypatch.setattr(addresses, "choose_addresses", lambda _: [addresses.LocalAddress("127.0.0.2", 8, "lo")])
    answer = server.PageServer.startup

    async def answer_and_stop(self: server.PageServer, sockets: list[Any] | None = None) -> None:
        await answer(self, sockets)
        self.should_exit = True

    monkeypatch.setattr(server.PageServer, "startup", answer_and_stop)
    (tmp_path / "FILE").write_bytes(boards_files.read_board_file("canyon"))

    def call(line: str) -> str:
        before, _, words = line.rpartition("riverlight ")
        given = shlex.split(words.replace("PORT", pico.port))
        if "--settings" in given:
            given[-1] = str(ROOT / "hardware" / "builds" / "one-board" / "settings.json")
        if given[-2:] == ["check", "FILE"] and "hardware" in given:
            given[-1] = str(ROOT / "hardware" / "builds" / "one-board" / "wiring.yaml")
        if given[0] in ("selfplay", "study"):  # two games show as well as hundreds that it runs
            given += ["--games", "2"]
        if line.startswith(SERVING):
            given += ["--no-browser", *([] if "--http-port" in given else ["--http-port", "0"])]
        asked = re.sub(r"^echo '(.*)' \| $", r"\1\n", before)
        with ThreadPoolExecutor(1) as aside:  # in this thread a browser's loop may be running
            run = aside.submit(CliRunner().invoke, riverlight, given, input=asked).result()
        if line.startswith(ON_A_BOARD):
            assert "No Raspberry Pi board is plugged in" in str(run.exception), line
        else:
            assert run.exit_code in ((0, 1) if line == "riverlight doctor" else (0,)), (line, run.output, run.exception)
        return run.output

    return call


def test_every_command_in_the_pages_runs(table: Callable[[str], str]) -> None:
    """In their order they tell a story: a board is made before it is traced, games are played before one is saved."""
    lines = [line for line in complete() if not line.startswith(LONG)]
    assert len(lines) > 30
    for line in lines:
        printed = table(line)
        assert ("Riverlight is at http://127.0.0.1:" in printed) == line.startswith(SERVING), (line, printed)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends programs without a signal")
@pytest.mark.parametrize("line", [line for line in complete() if line.startswith(LONG)])
def test_what_takes_long_begins_and_ends_when_it_is_told_to(line: str, tmp_path: Path) -> None:
    environment = {**os.environ, "RIVERLIGHT_DATA": str(tmp_path / "data")}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    words = [sys.executable, "-m", *line.split(), *(["--simulated"] if line == "riverlight device test" else [])]
    with usual_signals():
        process = subprocess.Popen(words, cwd=tmp_path, env=environment, **streams)
    with process:
        assert process.stdout.readline(), process.stderr.read()
        process.send_signal(signal.SIGINT)
        _output, errors = process.communicate(timeout=60)
    assert "Traceback" not in errors


def test_what_an_example_prints_is_what_stands_below_it(table: Callable[[str], str]) -> None:
    for path in ALL:
        for block in re.findall(r"```console\n(.*?)```", pages.text_of(path), re.DOTALL):
            line, _, printed = block.removeprefix("$ ").partition("\n")
            assert table(line) == printed
