"""The toy game as if its files stood where those of the real games stand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from riverlight import clauses
from riverlight.games.registry import register, unregister
from riverlight.web import static_files

from tests.host import toy

__all__ = ["installed"]

_HERE = Path(__file__).parent


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Register the game, and add its module and its clauses, to copies of ``static/`` and ``seeds/`` in ``folder``."""
    static, seeds = folder / "static", folder / "seeds"
    shutil.copytree(static_files._FOLDER, static)
    shutil.copytree(clauses.seeds_folder(), seeds)
    shutil.copy(_HERE / "toy.js", static / "games" / "toy.js")
    shutil.copy(_HERE / "toy.md", seeds / "toy.md")
    register(toy.GAME)
    with (
        mock.patch.object(static_files, "_FOLDER", static),
        mock.patch.object(clauses, "seeds_folder", return_value=seeds),
    ):
        _forget()
        try:
            yield
        finally:
            unregister(toy.GAME)
    _forget()


def _forget() -> None:
    static_files._files.cache_clear()
    clauses.clauses.cache_clear()
