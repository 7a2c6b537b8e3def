"""Who may see the table, and who sits apart from it.

In most games all sit at one table. Where some must not see it (Pyramid's mummy, PYR-18), they are a *side* of their
own: their seats, the second keypad, their panels of lights and the spectators' page. What happens at the table reaches
a side apart only as far as its own view and log change: not as a step, a number, a sound or a moment.
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
"""The table page; the page of those who only watch; a seat's own page."""

TABLE_PAGE: Final[Literal["table"]] = "table"
WATCH_PAGE: Final[Literal["watch"]] = "watch"


class Sides(NamedTuple):
    """The sides of one game; as they are by default, all sit at one table.

    Attributes:
        table_viewer: what the table page is to the engine.
        table_panel: the panel of lights at the table.
        apart: the seats that sit apart, none in most games.
        apart_panels: their panels, the first for signs.
        secrecy: the clause by which what a seat alone may know is not entered at the table; "" where none is needed.
    """

    table_viewer: Viewer = SPECTATOR
    table_panel: Panel = "main"
    apart: tuple[Seat, ...] = ()
    apart_panels: tuple[Panel, ...] = ()
    secrecy: str = ""

    def is_apart(self, who: Keypad | PageViewer) -> bool:
        """Return whether a keypad or a page is on the side apart."""
        return bool(self.apart) and (who in self.apart or who in (SECOND, WATCH_PAGE))

    def engine_viewer(self, page: PageViewer) -> Viewer:
        """Return what a page is to the engine."""
        if page == TABLE_PAGE:
            return self.table_viewer
        return SPECTATOR if isinstance(page, str) else page

    def page_of(self, keypad: Keypad) -> PageViewer:
        """Return the page that shows what comes of a keypad."""
        if isinstance(keypad, int) and keypad != TABLE:
            return keypad
        return WATCH_PAGE if self.is_apart(keypad) else TABLE_PAGE

    def panel_of_page(self, page: PageViewer) -> Panel:
        """Return the panel in front of the people of a page."""
        return self.apart_panels[0] if self.is_apart(page) else self.table_panel

    def panel_of(self, keypad: Keypad) -> Panel:
        """Return the panel that signs what comes of a keypad."""
        return self.apart_panels[0] if self.is_apart(keypad) else self.table_panel


ONE_TABLE: Final = Sides()
"""All sit at one table."""
