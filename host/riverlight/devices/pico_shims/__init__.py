"""Shims for the Pico's own modules, under the unchanged firmware files.

Under MicroPython this folder is first in ``sys.path`` of the simulated Pico's process, so its files answer
``import machine`` and so on. Under CPython :func:`install` registers them, and :func:`load` imports firmware modules
so that only they get the simulated ``time`` and ``select``.
"""

from __future__ import annotations

import builtins
import gc
import importlib
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import cast

_FOLDER = Path(__file__).parent
_OWN_NAMES = ("micropython", "clock", "matrix", "machine", "rp2", "pio_assembler")
_STANDARD_NAMES = ("time", "select")

_standard: dict[str, ModuleType] = {}


def _make(name: str) -> ModuleType:
    loader = importlib.machinery.SourceFileLoader(name, str(_FOLDER / f"{name}.py"))
    specification = importlib.util.spec_from_loader(name, loader)
    module = importlib.util.module_from_spec(cast("importlib.machinery.ModuleSpec", specification))
    if name in _OWN_NAMES:
        sys.modules[name] = module
    loader.exec_module(module)
    return module


def install() -> None:
    """Make the missing modules importable in CPython, and viper's pointer types available; idempotent."""
    if _standard:
        return
    for name in _OWN_NAMES:
        _make(name)
    micropython = sys.modules["micropython"]
    for name in ("ptr8", "ptr16", "ptr32"):
        setattr(builtins, name, getattr(micropython, name))
    # CPython's collector reports no free memory and cannot collect by bytes.
    gc.mem_free = lambda: 0  # type: ignore[attr-defined]
    gc.threshold = lambda *_: -1  # type: ignore[attr-defined]
    for name in _STANDARD_NAMES:
        _standard[name] = _make(name)


def simulated(name: str) -> ModuleType:
    """Return the simulated ``time`` or ``select``, or another shim module."""
    install()
    return _standard[name] if name in _standard else sys.modules[name]


def load(*names: str) -> list[ModuleType]:
    """Import modules such as ``firmware.main`` with the simulated ``time`` and ``select``; return them."""
    install()
    real = {name: sys.modules.get(name) for name in _STANDARD_NAMES}
    sys.modules.update(_standard)
    try:
        return [importlib.import_module(name) for name in names]
    finally:
        for name, module in real.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
