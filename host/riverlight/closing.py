"""What has to be put away in the end."""

from __future__ import annotations

from typing import Self

__all__ = ["Closing"]


class Closing:
    """Something that is closed at the end of a ``with`` block, however that ends."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Put it away; closing again changes nothing."""
        raise NotImplementedError
