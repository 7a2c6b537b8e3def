"""The scripts' types: made from the Python types, and checked in every script."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest

from tests.host.web.serving import STATIC
from tests.tools import page_types

ROOT = Path(__file__).parents[3]


def test_the_generated_types_are_up_to_date() -> None:
    """When this fails: make docs."""
    assert page_types.PATH.read_text(encoding="utf-8") == page_types.declarations(page_types.roots())


class Inner(TypedDict):
    """A part, ``one`` of several.

    Attributes:
        at: not in the summary.
    """

    at: tuple[int, float] | None


class Outer(Inner):
    """All."""

    kinds: list[Literal["a", 2] | Inner]
    names: NotRequired[Mapping[str, tuple[str, ...]]]


class Unknown(TypedDict):
    """A type that has no name in TypeScript."""

    what: set[int]


def test_a_typed_dict_becomes_an_interface_with_all_that_it_uses() -> None:
    made = page_types.declarations([Outer])
    assert made.split("\n\n", 1)[1] == (
        "/** A part, `one` of several. */\nexport interface Inner {\n  at: [number, number] | null;\n}\n\n"
        '/** All. */\nexport interface Outer {\n  at: [number, number] | null;\n  kinds: ("a" | 2 | Inner)[];\n'
        "  names?: Record<string, string[]>;\n}\n"
    )
    with pytest.raises(TypeError, match=r"set\[int\]"):
        page_types.declarations([Unknown])


def test_without_node_the_check_says_that_it_is_skipped() -> None:
    make = ["make", "--no-print-directory", "scripts", "NPM=no-npm-here", "TSC=no-tsc-here"]
    result = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0
    assert result.stdout == "The types of the pages' scripts are not checked: install Node and npm.\n"


def test_every_script_is_checked() -> None:
    scripts = list(STATIC.rglob("*.js"))
    assert len(scripts) > 40
    assert [path.name for path in scripts if not path.read_text(encoding="utf-8").startswith("// @ts-check\n")] == []
