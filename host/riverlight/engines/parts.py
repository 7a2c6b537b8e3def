"""A state that is told by the names of its parts: how it is copied, and the bytes that stand for all of it."""

from __future__ import annotations

from typing import Any, ClassVar, Self

__all__ = ["StateOfParts"]


class StateOfParts:
    """What the states of Niagara and Pyramid do alike; Canyon's, which is copied most, writes it out.

    Attributes:
        CONSTANT: the parts that never change in a game, shared by all copies.
        LISTS: those that are lists, and are changed in place.
        PLAIN: all others.
    """

    __slots__ = ()

    CONSTANT: ClassVar[tuple[str, ...]]
    LISTS: ClassVar[tuple[str, ...]]
    PLAIN: ClassVar[tuple[str, ...]]

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self)()
        for name in self.CONSTANT:
            setattr(twin, name, getattr(self, name))
        for name in self.LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in self.PLAIN:
            setattr(twin, name, getattr(self, name))
        return twin

    def key(self) -> bytes:
        """Return canonical bytes of everything in the state."""
        parts = self._played_with() + [getattr(self, name) for name in (*self.LISTS, *self.PLAIN)]
        return repr(parts).encode()

    def _played_with(self) -> list[Any]:
        """Return what the game is played with, as far as it is not among the other parts."""
        raise NotImplementedError
