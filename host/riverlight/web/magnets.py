"""The magnets of a simulated board, which people drag on the page of its panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from riverlight.games.contract import Panel
from riverlight.games.sides import TABLE_PAGE, PageViewer
from riverlight.languages.text import text
from riverlight.table.observers import Outcome
from riverlight.table.session import Table

__all__ = ["MagnetDevice", "magnets_for", "move_magnet"]


class MagnetDevice(Protocol):
    """A device whose board may be simulated."""

    def magnets(self, panel: Panel) -> list[str] | None:
        """Return the spaces of a panel with a magnet; None if pages cannot move any."""

    def move_magnet(self, panel: Panel, space: str, *, is_put: bool) -> bool:
        """Put a magnet on a space, or lift the one there; return whether that was possible."""


def magnets_for(device: MagnetDevice | None, table: Table, viewer: PageViewer) -> list[str] | None:
    """Return the spaces with a magnet to show on the page of ``viewer``; None if it has none to move.

    The table's page has those of the table's panel, a separate side's page those of its own; other pages have none.
    """
    if device is None or not (viewer == TABLE_PAGE or viewer in table.sides.apart):
        return None
    return device.magnets(table.sides.panel_of_page(viewer))


def move_magnet(
    device: MagnetDevice | None,
    table: Table,
    viewer: PageViewer,
    space: str,
    changed: Callable[[], None],
    *,
    is_put: bool,
) -> Outcome:
    """Put or lift a magnet on the panel of ``viewer``; call ``changed`` if that worked."""
    if magnets_for(device, table, viewer) is None or device is None:
        return Outcome("refused", text("Only pieces of a simulated board with sensors can be dragged."))
    if not device.move_magnet(table.sides.panel_of_page(viewer), space, is_put=is_put):
        return Outcome("refused", text("No piece can be lifted from, or put on, {space}.", space=space[:20]))
    changed()
    return Outcome("typed")
