"""``make site``: the documentation site, from the Markdown of the checkout and the docstrings of the library.

The pages keep their places and links. Added are a reference of the library and one of the board format, which come from
docstrings and from the schema. A link to a file that the site has no page for leads to the repository.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from riverlight.games.registry import GAMES

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ROOT / "build" / "site-pages"
SOURCE: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
REPOSITORY: Final = f"{SOURCE}/blob/main/"

_COPIED: Final = ("docs", "hardware", "seeds", "firmware", "shared_rules", "host", "tests")
_KINDS: Final = (".md", ".png", ".svg", ".gif")
_LINK: Final = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
_REFERENCE: Final = """\
# Library reference

What `import riverlight` offers. [The library guide](library.md) introduces it with examples.

::: riverlight.games.match
    options:
      members: [new, replay, Match]

::: riverlight.games.contract
    options:
      members: [State, Event, EventType]

::: riverlight.errors
"""


def copied() -> Iterator[Path]:
    """Yield every file of the checkout that the site shows."""
    yield from (path for path in ROOT.glob("*.md"))
    for folder in _COPIED:
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in _KINDS)


def main() -> None:
    """Copy the pages and build the site."""
    shutil.rmtree(PAGES, ignore_errors=True)
    files = {path.relative_to(ROOT) for path in copied()}
    for name in files:
        target = PAGES / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if name.suffix == ".md":
            target.write_text(_linked(name, files), encoding="utf-8")
        else:
            shutil.copyfile(ROOT / name, target)
    (PAGES / "docs" / "reference.md").write_text(_REFERENCE, encoding="utf-8")
    (PAGES / "docs" / "board_format.md").write_text(board_format(), encoding="utf-8")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    words = [sys.executable, "-m", "mkdocs", "build", "--clean", "--quiet"]
    built = subprocess.run(words, cwd=ROOT, env=environment, check=False)
    sys.exit(built.returncode)


def _linked(name: Path, files: set[Path]) -> str:
    """Return a page whose links to files outside the site lead to the repository."""

    def led(found: re.Match[str]) -> str:
        target = found[2]
        if "://" in target:
            return found[0]
        there = (ROOT / name.parent / target).resolve().relative_to(ROOT)
        if there in files:
            return found[0]
        return f"{found[1]}{REPOSITORY}{there.as_posix()}{found[3] or ''}{found[4]}"

    return _LINK.sub(led, (ROOT / name).read_text(encoding="utf-8"))


def board_format() -> str:
    """Return the reference of board files, from the descriptions in their JSON Schema."""
    schema = json.loads((ROOT / "shared_rules" / "boards" / "board.schema.json").read_text(encoding="utf-8"))
    parts = [_table("A board", schema, schema["$defs"])]
    for game in GAMES:
        parts.append(_table(f"A space of {game.capitalize()}", schema["$defs"][f"{game}_space"], schema["$defs"]))
    text = (
        "`riverlight boards check FILE` lists what is wrong with a board file, `riverlight boards draw FILE` shows it."
    )
    return "\n\n".join(["# Board files", f"A board is a JSON file. {text}", *parts]) + "\n"


def _table(title: str, schema: dict[str, Any], named: dict[str, Any]) -> str:
    rows = [f"## {title}\n", "| part | needed | what it is |", "| --- | --- | --- |"]
    for name, part in schema["properties"].items():
        meant = named[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
        inner = meant.get("items") or meant.get("additionalProperties")
        what = meant["description"]
        if isinstance(inner, dict) and "description" in inner:
            what += f"; each: {inner['description']}"
        rows.append(f"| `{name}` | {'yes' if name in schema['required'] else ''} | {what} |")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
