"""Tells people on the table page that their cards are on private pages, and how to get there.

The table's keys cannot play a card that the app has dealt, which nobody at the table sees. The message is shown only if
a private page that is needed now is not open.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from riverlight.games.contract import Seat
from riverlight.languages.text import text, together
from riverlight.table.head import Head
from riverlight.table.snapshot_types import Snapshot

__all__ = ["with_way_to_cards"]

_WHERE: Final = text("The cards are on the players' phones.")
_HOW: Final = text(
    "Open Players' phones below and choose a seat: scan its code with a phone, or open it on this screen."
)


def with_way_to_cards(snapshot: Snapshot, head: Head, present: Set[Seat]) -> Snapshot:
    """Return the table page's ``snapshot`` with the way to the private pages that are needed now.

    Args:
        snapshot: what the table page shows of a game in progress.
        head: the settings of the game.
        present: the seats whose own pages are open.
    """
    view = snapshot["view"]
    if head.options.get("cards") != "app" or view["phase"] not in head.game.interface.card_phases:
        return snapshot
    asked = {seat for seat in view["to_act"] if seat >= 0}.difference(head.bot_seats, head.lone_seats)
    if asked <= present:
        return snapshot
    return {**snapshot, "coach": {"sentence": together([_WHERE, _HOW])}}
