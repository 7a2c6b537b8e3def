"""Imports go one way: shared_rules imports nothing of ours, firmware only shared_rules, the host may import both."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

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


def test_engines_import_no_devices() -> None:
    for path in sources("host/riverlight/engines"):
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
