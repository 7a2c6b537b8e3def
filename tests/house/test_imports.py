"""Import layering: shared_rules imports nothing of ours, firmware only shared_rules, the host may import both."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import TypeGuard

import pytest
from riverlight.games.registry import GAMES

ROOT = Path(__file__).parents[2]
OURS = {"shared_rules", "firmware", "riverlight", "tests"}
MAY_IMPORT = {
    "shared_rules": {"shared_rules"},
    "firmware": {"shared_rules", "firmware"},
    "host/riverlight": {"shared_rules", "firmware", "riverlight"},
}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.relative_to(ROOT)} imports relatively; whole names only"
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_from_below(folder: str) -> None:
    assert sources(folder), f"{folder} is empty"
    for path in sources(folder):
        ours = {name.split(".")[0] for name in imported(path)} & OURS
        assert ours <= MAY_IMPORT[folder], f"{path.relative_to(ROOT)} imports {ours - MAY_IMPORT[folder]}"


TYPED = ("host/riverlight/table",)


@pytest.mark.parametrize("folder", TYPED)
def test_a_typed_folder_has_no_any(folder: str) -> None:
    for path in sources(folder):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        assert "Any" not in names, path.relative_to(ROOT)


def test_games_import_no_devices() -> None:
    for path in sources("host/riverlight/games"):
        assert not [name for name in imported(path) if name.startswith("riverlight.devices")], path.relative_to(ROOT)


@pytest.mark.parametrize("folder", ["shared_rules", "firmware"])
def test_what_runs_on_the_pico_keeps_to_micropythons_grammar(folder: str) -> None:
    """No match, no star displays, no typing at run time, no dataclasses, enums or future imports."""
    banned = {"typing", "dataclasses", "enum", "__future__", "pathlib", "functools", "contextlib"}
    for path in sources(folder):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        guarded = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.Try) or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            where = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            assert not isinstance(node, ast.Match), where
            if isinstance(node, ast.Import | ast.ImportFrom) and id(node) not in guarded:
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
                assert not banned & {name.split(".")[0] for name in names}, where


def test_the_rules_hold_no_floats_clocks_or_chance() -> None:
    for path in sources("shared_rules"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            where = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), where
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), where
        assert not imported(path) & {"time", "random", "os", "sys", "machine"}, path.relative_to(ROOT)


HOST = ROOT / "host" / "riverlight"
NAMED_BY_DESIGN = {"workshop/wiring/plans.py"}
"""The worked builds of ``hardware/`` are those of the three shipped boards."""
LOADED_BY_NAME = {
    "commands/__init__.py": "a command is imported when it is called, so that each starts quickly",
    "devices/raspberry.py": "optional packages, which refuse to load elsewhere",
    "extras.py": "optional packages",
}


def test_only_games_and_their_registry_know_any_game_by_name() -> None:
    names = {game.name for game in GAMES.values()}
    for path in sources("host/riverlight"):
        inside = str(path.relative_to(HOST))
        if inside.startswith("games/") or inside in NAMED_BY_DESIGN:
            continue
        named = {node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if is_text(node)} & names
        assert named == set(), inside


def is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_modules_are_imported_by_name_at_run_time_only_where_that_is_explained() -> None:
    found = set()
    for path in sources("host/riverlight"):
        if "pico_shims" in path.parts:
            continue
        if re.search(r"\b(import_module|__import__)\(", path.read_text(encoding="utf-8")):
            found.add(str(path.relative_to(HOST)))
    assert found == set(LOADED_BY_NAME)


RULES = ("contract", "generator", "phases", "seats", "chance")
"""The modules of ``games/`` that the rules of a game may use, besides those of their own game and ``shared_rules``."""
AROUND = ("board", "keys", "canoe_keys", "messages", "lights", "forecast", "placing", "sensed", "bot", "demo_players")
AROUND += (
    "statistics",
    "summary",
    "how_to_play",
    "questions",
    "scenery",
    "template",
    "board_checks",
    "desert",
    "gems",
    "treasures",
)
AROUND += ("searcher", "knowledge", "playout", "race", "worlds", "worth", "belief", "stalk", "public_facts", "legend")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_depend_on_nothing_around_them(game: str) -> None:
    """State, phases, moves and views never import keys, messages, lights, bots or drawings."""
    package = HOST / "games" / game
    allowed = {f"riverlight.games.{name}" for name in RULES}
    for path in package.glob("*.py"):
        if path.stem in (*AROUND, "__init__"):
            continue
        for name in imported(path):
            is_around = name.startswith(f"riverlight.games.{game}.") and name.rpartition(".")[2] in AROUND
            is_foreign = name.startswith("riverlight.games.") and not name.startswith(f"riverlight.games.{game}")
            assert not is_around, (path.name, name)
            assert not is_foreign or name in allowed, (path.name, name)


READ_BOARD_FILES = ("board", "board_checks", "scenery", "template")
"""A board file is JSON that may hold anything."""


def test_the_games_and_their_contract_are_typed() -> None:
    """None of their signatures and fields takes just any type."""
    for path in sources("host/riverlight/games"):
        names = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)]
        if path.stem not in READ_BOARD_FILES:
            assert [node.lineno for node in names if node.id == "Any"] == [], path.relative_to(HOST)


def test_only_one_place_starts_a_loop_in_the_thread_that_it_is_called_from() -> None:
    """A browser's driver leaves a loop running in a test's own thread, where another cannot start."""
    starters = {"asyncio.run", "asyncio.Runner", "asyncio.new_event_loop"}
    found = {
        str(path.relative_to(ROOT))
        for path in sources("tests")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node) in starters
    }
    assert found == {"tests/aside.py", "tests/tools/fuzz/requests.py"}


def test_pages_are_served_without_loading_what_only_a_review_needs() -> None:
    """A process pool takes a tenth of the start to the first page."""
    code = "import sys, riverlight.web.server\nprint('concurrent.futures.process' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
