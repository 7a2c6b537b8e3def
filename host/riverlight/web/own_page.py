"""What the table page tells people whose cards are on private pages: that they are there, and how to get there.

The keys of the table do not play a card that the app has dealt, and nobody at the table sees it. Who has a private page
open knows that already, so it is told only where one that is needed is not open.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Final

from riverlight.engines.contract import Seat
from riverlight.languages.text import text, together
from riverlight.table.history import Head

__all__ = ["with_way_to_cards"]

_BY_THE_CARDS: Final = {"canyon": ("pace", "tricks"), "niagara": ("cards",), "pyramid": ("choose", "move")}
"""The phases of each game in which a person looks at the cards dealt to answer what is asked."""

_WHERE: Final = text("The cards are on the private pages.")
_HOW: Final = text(
    "Open Private pages below and choose a seat: a phone scans its code, or the page opens on this screen."
)


def with_way_to_cards(snapshot: dict[str, Any], head: Head, present: Set[Seat]) -> dict[str, Any]:
    """Return the table page's ``snapshot`` with the way to the cards of those who are asked, where they need it.

    It stands where in a guided opening the coach speaks.

    Args:
        snapshot: what the table page shows of a game under way.
        head: what the game began with.
        present: the seats whose own pages are open.
    """
    view = snapshot["view"]
    if head.options.get("cards") != "app" or view["phase"] not in _BY_THE_CARDS[head.game.name]:
        return snapshot
    asked = {seat for seat in view["to_act"] if seat >= 0} - head.bot_seats
    if asked <= present:
        return snapshot
    return {**snapshot, "coach": {"sentence": together([_WHERE, _HOW]), "keys": ""}}
