"""Avoid heap fragmentation while modules are imported.

An import interleaves temporary and permanent objects: without frequent collections, half of the heap ends up in holes
too small for a board or another module.
"""

import gc
import sys

from shared_rules.compat import const

_COLLECT_AFTER = const(8192)  # bytes


def begin() -> None:
    """Collect frequently, until :func:`end`: too slow while frames are drawn."""
    gc.collect()
    gc.threshold(_COLLECT_AFTER)


def unload(name: str) -> None:
    """Unload a firmware module that only the start needs, for the next collection."""
    if sys.implementation.name == "micropython":
        del sys.modules["firmware.%s" % name]
        delattr(sys.modules["firmware"], name)


def end() -> None:
    """Disable automatic collection."""
    gc.threshold(-1)
