"""What a set-up page says of a game, and which options follow from what people have on their table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, get_args

__all__ = ["ALL_KIT", "KITS", "NO_START", "USUAL_KIT", "Kit", "Start"]

Kit = Literal["lights", "screen", "app"]
"""What people have: the real game with lights, the real game with a screen beside it, only a screen."""

KITS: Final[tuple[Kit, ...]] = get_args(Kit)

ALL_KIT: Final[Kit] = "lights"
"""That of games that were started where nobody was asked."""

USUAL_KIT: Final[Kit] = "screen"
"""What the set-up page shows before anybody has answered."""


class Start(NamedTuple):
    """How a game introduces itself, and how it starts with each kit.

    Attributes:
        about: what the game is about, in one line.
        minutes: how long a game takes, about.
        first_role: what the first seat has that no other has; empty where it has nothing.
        on_screen: the values of the options that follow from it where people have nothing but a screen.
        lessons: the titles of its tutorials, by the names of their texts in ``seeds/lessons``.
    """

    about: str = ""
    minutes: int = 0
    first_role: str = ""
    on_screen: Mapping[str, str] = {}
    lessons: Mapping[str, str] = {}

    def options(self, kit: Kit) -> dict[str, str]:
        """Return the options that follow from ``kit``; all others keep their defaults."""
        return dict(self.on_screen) if kit == "app" else {}


NO_START: Final = Start()
"""That of a game which says nothing of itself."""
