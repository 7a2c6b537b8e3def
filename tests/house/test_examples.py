"""The examples in docstrings, README and docs run, and print what they say."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest
import riverlight

ROOT = Path(__file__).parents[2]
HOST = ROOT / "host"
MODULES = sorted((HOST / "riverlight").rglob("*.py"))
MODULES = [path for path in MODULES if "\n    >>> " in path.read_text(encoding="utf-8")]
PAGES = [path for folder in (ROOT, ROOT / "docs") for path in sorted(folder.glob("*.md"))]
PAGES = [path for path in PAGES if "```pycon" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOST)))
def test_the_examples_of_a_docstring_print_what_stands_below_them(path: Path) -> None:
    name = ".".join(path.relative_to(HOST).with_suffix("").parts).removesuffix(".__init__")
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert result.failed == 0


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_examples_of_a_page_print_what_stands_below_them(path: Path) -> None:
    blocks = re.findall(r"```pycon\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert runner.summarize(verbose=False).attempted
    assert runner.summarize(verbose=False).failed == 0


def test_the_library_exports_what_it_names() -> None:
    assert [name for name in riverlight.__all__ if not hasattr(riverlight, name)] == []
