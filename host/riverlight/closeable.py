"""A base class for objects that must be closed."""

from __future__ import annotations

from typing import Self

__all__ = ["Closeable"]


class Closeable:
    """A context manager that calls ``close`` at the end of its ``with`` block."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release all resources; closing twice has no effect."""
        raise NotImplementedError
