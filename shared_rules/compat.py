"""MicroPython names that CPython lacks."""

try:
    from micropython import const
except ImportError:

    def const(value: int) -> int:  # the compiler of MicroPython folds calls of this name
        """Return ``value``; on MicroPython the compiler folds it into the code."""
        return value


__all__ = ["const"]
