"""What the table page tells people whose cards are on private pages: that they are there, and how to get there.

The keys of the table do not play a card that the app has dealt, and nobody at the table sees it. Who has a private page
open knows that already, so it is told only where one that is needed is not open.
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
    """Return the table page's ``snapshot`` with the way to the cards of those who are asked, where they need it.

    It stands where in a guided opening the coach speaks.

    Args:
        snapshot: what the table page shows of a game under way.
        head: what the game began with.
        present: the seats whose own pages are open.
    """
    view = snapshot["view"]
    if head.options.get("cards") != "app" or view["phase"] not in head.game.interface.card_phases:
        return snapshot
    asked = {seat for seat in view["to_act"] if seat >= 0}.difference(head.bot_seats, head.lone_seats)
    if asked <= present:
        return snapshot
    return {**snapshot, "coach": {"sentence": together([_WHERE, _HOW]), "keys": ""}}
