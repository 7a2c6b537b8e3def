"""Which seats Riverlight can play: a bot sees what the app knows, never a real card or die."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from riverlight.engines.contract import Game
from riverlight.errors import OptionError
from riverlight.languages.text import Text, text

__all__ = ["FROM_THE_APP", "needed", "seated"]

FROM_THE_APP: Final[Mapping[str, Mapping[str, str]]] = {
    "canyon": {"cards": "app"},
    "niagara": {"cards": "app"},
    "pyramid": {"cards": "app", "dice": "app"},
}
"""What each game has from the app so that any of its seats can be a bot's."""

_MUMMY: Final = 0


def seated(game: Game, options: Mapping[str, str], players: int, bots: Collection[int]) -> tuple[int, ...]:
    """Return those of the ``players`` whom Riverlight plays, sorted.

    Raises:
        OptionError: when it cannot play them with these ``options``, or nobody would be left to play against it.
    """
    chosen = tuple(sorted(set(bots)))
    if not chosen:
        return ()
    if not 0 <= chosen[0] <= chosen[-1] < players:
        message = text("There are {seats} seats; Riverlight cannot play more than these.", seats=players)
        raise OptionError(message)
    if len(chosen) == players:
        raise OptionError(text("At least one seat is a person's: Riverlight does not play them all."))
    for option in needed(game.name, chosen, players):
        if options[option] != "app":
            raise OptionError(_cannot(option))
    return chosen


def needed(game: str, bots: Sequence[int], players: int) -> tuple[str, ...]:
    """Return the options that have to be the app's where ``bots`` are among so many players.

    The mummy holds no cards, and sees its die fall. Real dice of hunters are keyed in by people on their side: where
    none is a person, only the mummy would be left to see them (PYR-18).
    """
    if game != "pyramid":
        return tuple(FROM_THE_APP.get(game, ()))
    hunters = [player for player in bots if player != _MUMMY]
    return ("cards", "dice")[: bool(hunters) + (len(hunters) == players - 1)]


def _cannot(option: str) -> Text:
    if option == "cards":
        return text(
            "Riverlight cannot see real cards: for the seats that it plays choose the option {option} = {value}.",
            option=option,
            value="app",
        )
    return text(
        "Where Riverlight plays all hunters nobody may see real dice: choose the option {option} = {value}.",
        option=option,
        value="app",
    )
