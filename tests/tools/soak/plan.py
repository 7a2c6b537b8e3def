"""What a soak does to each of its games: drawn from the seed, the kind and the number of the game, and nothing else."""

from __future__ import annotations

import random
from typing import NamedTuple

from riverlight.games.registry import game_named

TO_THE_END = 1_000_000
"""More moves than any game has."""

_LONGEST_DARK = 60
_HOUSE_RULE_CHANCE = 0.3
_EACH_ROUGH = 2
_EACH_WHOLE = 160


class Wire(NamedTuple):
    """How the line to the board is.

    Attributes:
        name: for people.
        damaged: of a thousand bytes, each way.
        between: before how many of a thousand bytes to the board a modem's commands are put.
        time_scale: of the link's time-outs: a damaged line is sent again often, and must not cost hours.
    """

    name: str
    damaged: float = 0.0
    between: float = 0.0
    time_scale: float = 1.0


CLEAN = Wire("clean")
WORN = Wire("1 in 1,000", 1.0, 0.1, 0.2)
RUINED = Wire("1 in 50", 20.0, 0.1, 0.05)


class Trial(NamedTuple):
    """What happens in the middle of a game, with the lights on.

    Attributes:
        way: how moves come: by the ``table``, by ``keys`` on the board, from ``phones``.
        wire: to the board.
        moves: how many are made.
        fault: "" or what happens among them: the host is ``killed``, the board ``pulled``, it ``dies``, it is
            ``interrupted`` by a Ctrl-C. Phones drop in any case.
    """

    way: str
    wire: Wire
    moves: int
    fault: str = ""

    def __str__(self) -> str:
        fault = f", {self.fault}" if self.fault else ""
        return f"{self.way}, wire {self.wire.name}{fault}"


CALM = (
    Trial("table", CLEAN, 30),
    Trial("keys", CLEAN, 6),
    Trial("table", WORN, 16),
    Trial("phones", CLEAN, 6),
    Trial("table", CLEAN, 16, "killed"),
    Trial("table", WORN, 16),
    Trial("keys", WORN, 5),
    Trial("phones", WORN, 5, "killed"),
    Trial("table", WORN, 16),
    Trial("keys", CLEAN, 5, "killed"),
)
"""What a board lives through without a new start."""

ROUGH = (
    Trial("table", RUINED, 4),
    Trial("keys", CLEAN, 5, "pulled"),
    Trial("table", WORN, 10, "dies"),
    Trial("phones", RUINED, 3),
    Trial("table", CLEAN, 16, "interrupted"),
    Trial("keys", RUINED, 2),
    Trial("table", WORN, 10, "pulled"),
    Trial("table", RUINED, 4, "killed"),
    Trial("keys", WORN, 5, "interrupted"),
    Trial("table", RUINED, 4, "pulled"),
)
"""What ends in a new start of the board, or may."""

WHOLE = Trial("keys", CLEAN, TO_THE_END)
"""A few games are played by keys from the first move to the last."""

SHORT = {
    "canyon": (Trial("table", WORN, 20), Trial("keys", CLEAN, 5, "pulled"), Trial("phones", CLEAN, 4, "killed")),
    "niagara": (Trial("keys", WORN, 6), Trial("table", CLEAN, 10, "killed"), Trial("table", CLEAN, 6, "interrupted")),
    "pyramid": (Trial("phones", WORN, 6), Trial("keys", CLEAN, 4, "killed"), Trial("table", RUINED, 4)),
}
"""What stands for all of these in `make test`."""


class Plan(NamedTuple):
    """One game.

    Attributes:
        kind: of game.
        number: among those of its kind.
        seed: of everything that is drawn for it.
        seats: how many people play.
        options: the house rules that are not as usual.
        dark_moves: how many are made before the lights go on.
        trial: what happens then; after it the game continues to its end without lights, which light up for the end.
    """

    kind: str
    number: int
    seed: int
    seats: int
    options: dict[str, str]
    dark_moves: int
    trial: Trial


def is_rough(number: int) -> bool:
    """Return whether game ``number`` may restart the board: every other one does."""
    return number % _EACH_ROUGH == _EACH_ROUGH - 1


def plan_of(kind: str, number: int, seed: int) -> Plan:
    """Return the plan of game ``number``."""
    if number % _EACH_WHOLE >= _EACH_WHOLE - _EACH_ROUGH:
        return _drawn(kind, number, seed, WHOLE)
    rough_before = number // _EACH_ROUGH
    if is_rough(number):
        return _drawn(kind, number, seed, ROUGH[rough_before % len(ROUGH)])
    return _drawn(kind, number, seed, CALM[(number - rough_before) % len(CALM)])


def short_plans(kind: str, seed: int) -> list[Plan]:
    """Return the few games of ``kind`` that `make test` plays."""
    return [_drawn(kind, number, seed, trial) for number, trial in enumerate(SHORT[kind])]


def _drawn(kind: str, number: int, seed: int, trial: Trial) -> Plan:
    dice = random.Random(f"{seed} {kind} {number}")
    game = game_named(kind)
    seats = dice.choice(game.seat_counts[:2])
    options = {
        option.name: dice.choice(option.values[1:])
        for option in game.options
        if option.values[1:] and dice.random() < _HOUSE_RULE_CHANCE
    }
    if kind == "canyon" and dice.random() < 0.7:
        options["entry"] = "tricks"  # the shortest games
    if options.get("entry") == "tricks":
        options.pop("cards", None)  # CAN-9
    if kind == "niagara" and seats == 2:
        options.pop("two_colours", None)  # NIA-27
    dark_moves = 0 if trial.moves == TO_THE_END else dice.randrange(_LONGEST_DARK)
    return Plan(kind, number, dice.getrandbits(32), seats, options, dark_moves, trial)
