"""Keeps the heap in one piece while modules are loaded.

What loading needs for a moment and what stays of it lie beside each other: without collections in between, half of the
heap is left in holes too small for a board or another module.
"""

import gc

from shared_rules.compat import const

_COLLECT_AFTER = const(8192)  # bytes


def begin() -> None:
    """Collect as often as keeps the holes small. The frames would not bear that, so :func:`end` it."""
    gc.collect()
    gc.threshold(_COLLECT_AFTER)


def end() -> None:
    """Collect only when told to."""
    gc.threshold(-1)
