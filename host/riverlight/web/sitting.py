"""The game on the table page, and the pages that are open.

A table and its device call from their own threads; pages run on the server's event loop. :class:`Watcher` is between
the two: it holds only the newest state and frames, so a slow page costs nothing and never falls behind.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from riverlight.games.sides import MAIN, TABLE_PAGE, WATCH_PAGE, Keypad, PageViewer
from riverlight.table.hints import Hints
from riverlight.table.opponents import Opponents
from riverlight.table.secrecy import lone_seat_apart
from riverlight.table.session import Table

__all__ = ["HERE", "SEAT_MOVED", "TABLE_CODE_CHANGED", "WATCHING", "Sitting", "Visitor", "Watcher"]

WATCHING: Final = "watch"
"""The token of the spectators' page; the same for every game."""

SEAT_MOVED: Final = 4001
TABLE_CODE_CHANGED: Final = 4002
"""The close codes of a WebSocket whose link or table code has been revoked."""


class Sitting(NamedTuple):
    """A game on the table page.

    Attributes:
        table: the game.
        id: changes each time a game is put on the page, so that a page knows when it shows an old one. After a restart,
            the resumed game has the same id, so that its pages continue.
        seats: the seat of each token; a private page's address contains its unguessable token.
        opponents: the bots; None if there are none, or the game is a replay.
        hints: the hints for private pages; None if they are off.
    """

    table: Table
    id: str
    seats: dict[str, int]
    opponents: Opponents | None = None
    hints: Hints | None = None

    def close(self) -> None:
        """Stop the bots and hints."""
        for each in (self.opponents, self.hints):
            if each is not None:
                each.close()

    def viewer(self, token: str) -> PageViewer | None:
        """Return the viewer whose page has ``token``."""
        return WATCH_PAGE if token == WATCHING else self.seats.get(token)

    @property
    def own_tokens(self) -> list[str]:
        """The tokens of the only person's seats, whose cards the table page may show, as nobody else plays."""
        head = self.table.head
        is_hidden = self.table.sides.is_apart  # a separate side has a page of its own
        has_cards = head.options.get("cards") == "app" and not self.table.play.refusal
        seats = [seat for seat in head.lone_seats if has_cards and not is_hidden(seat)]
        return [token for seat in seats for token, each in self.seats.items() if each == seat]

    @property
    def lone_token(self) -> str | None:
        """The token of the only person if it must not see the table page, as the mummy; else None."""
        if not self.table.is_closed:
            return None
        seat = lone_seat_apart(self.table.head)
        return next((token for token, each in self.seats.items() if each == seat), None)


class Visitor(NamedTuple):
    """The browser that opens a page.

    Attributes:
        device: the name of the browser, from the cookie of a seat's page.
        is_local: whether it runs on this machine.
    """

    device: str = ""
    is_local: bool = True


HERE: Final = Visitor()
"""A browser on this machine."""


class Watcher:
    """An open page: its viewer and sitting, and what has not been sent yet; ``token`` is a private page's."""

    def __init__(self, sitting: Sitting, viewer: PageViewer, token: str | None = None, visitor: Visitor = HERE) -> None:
        self.sitting = sitting
        self.viewer = viewer
        self.token = token
        self.visitor = visitor
        self.is_stale = False
        self.is_shut_out = False
        self.wake = asyncio.Event()
        self.is_state_due = True
        self.pictures: dict[int, bytes] = {}

    @property
    def keypad(self) -> Keypad:
        """The keypad whose refusals the page shows."""
        return MAIN if self.viewer == TABLE_PAGE else self.viewer

    @property
    def is_moved(self) -> bool:
        """Whether the seat has a new link."""
        return self.token is not None and self.sitting.viewer(self.token) is None

    @property
    def is_closed(self) -> bool:
        """Whether it is the table page while nobody may see the table."""
        return self.viewer == TABLE_PAGE and self.sitting.table.is_closed

    @property
    def is_apart(self) -> bool:
        """Whether its side must not learn when something happens at the table."""
        return self.sitting.table.sides.is_apart(self.viewer)

    @property
    def is_ended(self) -> bool:
        """Whether its WebSocket must be closed because its link or table code was revoked."""
        return self.is_moved or self.is_shut_out

    def may_see(self, chain: int) -> bool:
        """Return whether the page shows a chain of lights: its side's; for spectators, the table's.

        Two sides have two boards, so the lights of one would be wrong on the other.
        """
        table = self.sitting.table
        if self.is_closed:
            return False
        if not table.sides.apart:
            return isinstance(self.viewer, str)
        if isinstance(self.viewer, int) and not self.is_apart:
            return False
        panels = [] if table.head.board is None else [name for name, _ in table.head.board.core.panels]
        return chain < len(panels) and (panels[chain] in table.sides.apart_panels) == self.is_apart

    def state_is_due(self) -> None:
        """Mark the state as changed."""
        self.is_state_due = True
        self.wake.set()

    def see(self, chain: int, picture: bytes) -> None:
        """Store the newest frame of ``chain``."""
        self.pictures[chain] = picture
        self.wake.set()
