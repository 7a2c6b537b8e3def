"""Make ``shared_rules`` and ``firmware``, which also run on the Pico, importable.

They are top-level folders in a checkout, and in ``riverlight/pico`` of an installed package. A meta path finder for
exactly these two names takes precedence over ``sys.path``, so that no other folder of the same name shadows them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

__all__ = ["PICO_FOLDER"]

_PACKAGE: Final = Path(__file__).parent
_INSTALLED: Final = _PACKAGE / "pico"

PICO_FOLDER: Final = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parents[1]
"""The parent folder of the packages."""

_NAMES: Final = ("shared_rules", "firmware")


class _PicoFinder:
    """A meta path finder (:mod:`importlib`) for the packages in PICO_FOLDER."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of one of the two packages, None for every other module."""
        del path, target
        if name not in _NAMES:
            return None
        folder = PICO_FOLDER / name
        return spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])


def _register() -> None:
    for name in _NAMES:
        loaded = sys.modules.get(name)
        if loaded is not None and str(PICO_FOLDER / name) not in map(str, getattr(loaded, "__path__", ())):
            message = f"Riverlight needs its own package {name}, but another one is already imported: {loaded!r}."
            raise ImportError(message)
    sys.meta_path.insert(0, _PicoFinder)


_register()
