"""Checks which seats bots can play: a bot sees what the app knows, never a real card or die."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from riverlight.errors import OptionError
from riverlight.games.bots import EASY, LEVELS
from riverlight.games.game import Game
from riverlight.languages.text import Text, text

__all__ = ["levels_of", "seated"]

_QUOTED = 60


def seated(game: Game, options: Mapping[str, str], players: int, bots: Collection[int]) -> tuple[int, ...]:
    """Return those of the ``players`` who are bots, sorted.

    Raises:
        OptionError: bots cannot play with these ``options``, or there is no person left.
    """
    chosen = tuple(sorted(set(bots)))
    if not chosen:
        return ()
    if not 0 <= chosen[0] <= chosen[-1] < players:
        message = text("There are only {seats} seats; there cannot be more computer players than that.", seats=players)
        raise OptionError(message)
    if len(chosen) == players:
        raise OptionError(text("At least one player must be a person: the computer cannot play every seat."))
    for option in game.bot_needs(game, chosen, players):
        if options[option] != "app":
            raise OptionError(_cannot(option))
    return chosen


def levels_of(bots: Sequence[int], levels: Sequence[str]) -> tuple[str, ...]:
    """Return the level of each of ``bots``; ``()`` if all are easy, as by default.

    Raises:
        OptionError: another number of levels than of bots, or an unknown level.
    """
    if all(level == EASY for level in levels) and len(levels) in (0, len(bots)):
        return ()
    if len(levels) != len(bots) or not set(levels) <= {*LEVELS}:
        message = text(
            "Expected one level for each computer player ({levels}), got {came}.",
            levels=", ".join(LEVELS),
            came=repr(",".join(levels))[:_QUOTED],
        )
        raise OptionError(message)
    return tuple(levels)


def _cannot(option: str) -> Text:
    if option == "cards":
        return text(
            "Computer players cannot see real cards. Choose the option {option} = {value}.",
            option=option,
            value="app",
        )
    return text(
        "If the computer plays all hunters, nobody may see the dice. Choose the option {option} = {value}.",
        option=option,
        value="app",
    )
