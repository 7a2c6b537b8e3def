"""Every folder has a README, the host's packages are layered, and no file is too long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.test_imports import imported

ROOT = Path(__file__).parents[2]
HOST = ROOT / "host" / "riverlight"
TOP = ("docs", "firmware", "hardware", "host", "seeds", "shared_rules", "tests")
MOST_LINES = 400
ROOMS = tuple(re.findall(r"^\| `(\w+)/` \|", (ROOT / "host" / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
"""As the table of ``host/README.md`` has them: a room imports only from those below it."""


def test_each_top_folder_has_a_text_that_says_what_belongs_there() -> None:
    assert sorted(path.name for path in ROOT.iterdir() if path.is_dir() and any(path.glob("*.md"))) == sorted(TOP)
    assert [name for name in TOP if not (ROOT / name / "README.md").is_file()] == []


def test_the_hosts_text_names_every_room() -> None:
    assert sorted(ROOMS) == sorted(path.parent.name for path in HOST.glob("*/__init__.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_from_rooms_below_it(room: str) -> None:
    above = {f"riverlight.{other}" for other in ROOMS[: ROOMS.index(room)]}
    for path in (HOST / room).rglob("*.py"):
        wrong = {name for name in imported(path) if ".".join(name.split(".")[:2]) in above}
        assert wrong == set(), path.relative_to(ROOT)


def test_no_source_file_has_more_lines_than_one_idea_needs() -> None:
    files = [path for folder in TOP for kind in ("py", "js", "css") for path in (ROOT / folder).rglob(f"*.{kind}")]
    lengths = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n") for path in files}
    assert len(lengths) > 500
    assert {name: count for name, count in lengths.items() if count > MOST_LINES} == {}
