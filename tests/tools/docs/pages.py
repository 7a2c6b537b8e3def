"""The content of a checkout's pages: commands, links, file names, quotations, code."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import click
from riverlight.commands import riverlight
from riverlight.games.registry import GAMES

from tests.tools.docs.rules import anchor

__all__ = ["ROOT", "broken_links", "commands", "goals", "missing_files", "not_a_command", "pages", "tables", "text_of"]

ROOT: Final = Path(__file__).parents[3]

_LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
_INLINE: Final = re.compile(r"`([^`]+)`")
_CALLED: Final = re.compile(r"(?:\.venv/bin/)?riverlight(?: |$)")
_SHELL: Final = re.compile(r"^(?:    |\$ )((?:\.venv/bin/)?riverlight .*|\w.* \| riverlight .*)$", re.MULTILINE)
_PATH: Final = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)*/?")
_OF_THE_TREE: Final = re.compile(r".+\.(?:py|pyi|js|css|md|ini|toml|po)|Makefile")
_WRITTEN: Final = {".venv", "built", "dist", "printed", "a", "b"}
"""Folders of somebody's own."""


def pages() -> list[Path]:
    """Return every page of Markdown that people read, but for the rules, whose own tests look at them."""
    folders = ("docs", "firmware", "hardware", "host", "shared_rules", "tests")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.md")]
    return [*sorted(ROOT.glob("*.md")), ROOT / "seeds" / "README.md", *sorted(found)]


@cache
def text_of(path: Path) -> str:
    """Return the text of a page."""
    return path.read_text(encoding="utf-8")


def _inline(path: Path) -> Iterator[str]:
    for found in _INLINE.finditer(text_of(path)):
        yield " ".join(found[1].split())


def broken_links(path: Path) -> Iterator[str]:
    """Yield each link of a page that leads to no file, or to no heading of it."""
    for target in _LINK.findall(text_of(path)):
        if "://" in target:
            continue
        file, _, heading = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if not there.exists() or (heading and heading not in _headings(there)):
            yield target


@cache
def _headings(path: Path) -> frozenset[str]:
    lines = (line.lstrip("#") for line in text_of(path).splitlines() if line.startswith("#"))
    return frozenset(anchor(line.strip()) for line in lines)


def missing_files(path: Path) -> Iterator[str]:
    """Yield each file or folder that a page names, by its way or its name alone, and that is not there."""
    for code in _inline(path):
        is_way = "/" in code.rstrip("/") or code.endswith("/")
        if not _PATH.fullmatch(code) or not (is_way or _OF_THE_TREE.fullmatch(code)):
            continue
        if code.split("/")[0] in _WRITTEN:
            continue
        names = [code.replace("<game>", game) for game in GAMES] if "<game>" in code else [code]
        if not all(_is_there(path, re.sub("<[a-z ]+>", "*", name), is_way=is_way) for name in names):
            yield code


def _is_there(path: Path, name: str, *, is_way: bool) -> bool:
    homes = (ROOT, path.parent, ROOT / "host" / "riverlight", ROOT / "hardware")
    if is_way:
        return any(True for home in homes for _ in home.glob(name.rstrip("/")))
    return name in _names()


@cache
def _names() -> frozenset[str]:
    folders = ("firmware", "host", "shared_rules", "tests", "docs", "hardware")
    found = [each.name for folder in folders for each in (ROOT / folder).rglob("*.*")]
    return frozenset((*found, *(each.name for each in ROOT.iterdir())))


def commands(path: Path) -> Iterator[str]:
    """Yield each command line of Riverlight's in a page, without the folder of the program."""
    for code in _inline(path):
        if _CALLED.match(code):
            yield code.replace(".venv/bin/", "")
    for line in _SHELL.findall(text_of(path)):
        yield line.replace(".venv/bin/", "")


def goals(path: Path) -> Iterator[str]:
    """Yield each goal of ``make`` that a page names."""
    yield from re.findall(r"(?:`|^    )make ([a-z]+)", text_of(path), re.MULTILINE)


def not_a_command(line: str) -> str:
    """Return the first word of a command line that is no command and no option, "" where all are."""
    command: click.Command = riverlight
    for word in shlex.split(line.rpartition("riverlight")[2]):
        context = click.Context(command)
        if isinstance(command, click.Group) and not word.startswith("-"):
            if word in ("…", "COMMAND"):
                return ""
            found = command.get_command(context, word)
            if found is None:
                return word
            command = found
        elif word.startswith("-") and word != "--help" and not any(word in each.opts for each in command.params):
            return word
    return ""


def tables(path: Path) -> Iterator[list[list[str]]]:
    """Yield each table of a page as rows of cells, its head first."""
    for found in re.findall(r"(?:^\|.*\n)+", text_of(path), re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in found.splitlines()]
        yield [rows[0], *rows[2:]]
