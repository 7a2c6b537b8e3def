"""Sides: who may see the table, and who sits separately.

In most games everyone is at one table. Players who must not see it (Pyramid's mummy, PYR-18) are a *separate side*:
their seats, the second keypad, their panels of lights and the spectators' page. Events at the table reach that side
only as changes of its own view and log: not as a step, a number, a sound or by their timing.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from riverlight.games.contract import SPECTATOR, TABLE, Panel, Seat, Viewer

__all__ = ["HANDED", "MAIN", "ONE_TABLE", "SECOND", "TABLE_PAGE", "WATCH_PAGE", "Keypad", "PageViewer", "Sides"]

Keypad = str | int
"""``"main"``, ``"second"``, :data:`HANDED`, or a seat's number."""

MAIN: Final = "main"
SECOND: Final = "second"
HANDED: Final = "handed"
"""The keypad that is handed from seat to seat."""

PageViewer = Literal["table", "watch"] | Seat
"""The table page; the spectators' page; a seat's own page."""

TABLE_PAGE: Final[Literal["table"]] = "table"
WATCH_PAGE: Final[Literal["watch"]] = "watch"


class Sides(NamedTuple):
    """The sides of one game; by default everyone is at one table.

    Attributes:
        table_viewer: the engine's viewer for the table page.
        table_panel: the panel of lights at the table.
        apart: the seats of the separate side; empty in most games.
        apart_panels: their panels; the first shows outcomes.
        secrecy: the clause that forbids entering a seat's secrets at the table; "" if there are none.
    """

    table_viewer: Viewer = SPECTATOR
    table_panel: Panel = "main"
    apart: tuple[Seat, ...] = ()
    apart_panels: tuple[Panel, ...] = ()
    secrecy: str = ""

    def is_apart(self, who: Keypad | PageViewer) -> bool:
        """Return whether a keypad or a page belongs to the separate side."""
        return bool(self.apart) and (who in self.apart or who in (SECOND, WATCH_PAGE))

    def engine_viewer(self, page: PageViewer) -> Viewer:
        """Return the engine's viewer for a page."""
        if page == TABLE_PAGE:
            return self.table_viewer
        return SPECTATOR if isinstance(page, str) else page

    def page_of(self, keypad: Keypad) -> PageViewer:
        """Return the page that shows a keypad's outcomes."""
        if isinstance(keypad, int) and keypad != TABLE:
            return keypad
        return WATCH_PAGE if self.is_apart(keypad) else TABLE_PAGE

    def panel_of_page(self, page: PageViewer) -> Panel:
        """Return the panel in front of a page's people."""
        return self.apart_panels[0] if self.is_apart(page) else self.table_panel

    def panel_of(self, keypad: Keypad) -> Panel:
        """Return the panel that shows a keypad's outcomes."""
        return self.apart_panels[0] if self.is_apart(keypad) else self.table_panel


ONE_TABLE: Final = Sides()
"""Everyone is at one table."""
