"""Every rule clause is proved by a test that names it, and nothing cites a clause that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from riverlight.clauses import Clause, clause, clauses, seeds_folder
from riverlight.games.registry import GAMES, game_named

ROOT = Path(__file__).parents[2]
COUNTS = {"CAN": 24, "NIA": 27, "PYR": 20}
FILES = {"canyon.md": "CAN", "niagara.md": "NIA", "pyramid.md": "PYR"}
WRITTEN = [prefix for name, prefix in FILES.items() if (seeds_folder() / name).exists()]
CITED = re.compile(rf"\b(?:{'|'.join(WRITTEN)})-\d+\b")
NAMED = re.compile(rf"(?:\b|_)(?:{'|'.join(WRITTEN)})[-_](\d+)(?![0-9])", re.IGNORECASE)


def texts() -> list[Path]:
    folders = ("host", "shared_rules", "firmware", "tests", "seeds", "hardware", "docs")
    suffixes = {".py", ".pyi", ".js", ".html", ".md", ".txt", ".json"}
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in suffixes]
    return sorted([*found, *ROOT.glob("*.md")])


def named_by_tests() -> set[str]:
    """Return the ids in the names and docstrings of all tests."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                told = f"{node.name} {ast.get_docstring(node) or ''}"
                found.update(match.group().lstrip("_").replace("_", "-").upper() for match in NAMED.finditer(told))
    return found


def test_each_game_has_its_clauses_numbered_without_a_gap() -> None:
    expected = [f"{prefix}-{number}" for prefix in WRITTEN for number in range(1, COUNTS[prefix] + 1)]
    assert sorted(clauses()) == sorted(expected)
    assert list(clauses()) == expected, "clauses stand in the order of their numbers"


def test_each_clause_has_a_title_and_a_text() -> None:
    for each in clauses().values():
        assert 3 <= len(each.title) <= 60, each.id
        assert each.text, each.id
    text = "The start seat moves first, the others follow clockwise, and the dealer is last."
    assert clause("CAN-11") == Clause("CAN-11", "Whose canoe moves when", text)


def test_each_clause_is_named_by_a_test() -> None:
    assert sorted(set(clauses()) - named_by_tests()) == []


def test_nothing_cites_a_clause_that_is_not_there() -> None:
    """Tests of what happens then use the number 99."""
    astray = []
    for path in texts():
        cited = set(CITED.findall(path.read_text(encoding="utf-8"))) - set(clauses())
        if "tests" in path.relative_to(ROOT).parts:
            cited -= {f"{prefix}-99" for prefix in WRITTEN}
        astray.extend(f"{path.relative_to(ROOT)}: {clause_id}" for clause_id in sorted(cited))
    assert astray == []


@pytest.mark.parametrize("name", GAMES)
def test_each_option_is_told_in_its_clause_with_all_its_values(name: str) -> None:
    for option in game_named(name).options:
        text = clause(option.clause).text
        for word in (option.name, *option.values):
            assert f"`{word}`" in text, f"{option.clause} does not tell of {option.name}: {word}"
