"""Statistics of many games: win rates with confidence intervals, lengths, outcomes, events."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar

from riverlight.games.game import Game
from riverlight.games.seats import LETTERS
from riverlight.simulation.intervals import Interval, mean_interval
from riverlight.simulation.runs import Outcome

__all__ = ["Group", "by_level", "by_place", "lengths", "outcomes", "per_game", "unfairness"]

K = TypeVar("K", bound=Hashable)


class Group(NamedTuple):
    """A group of players in the statistics.

    Attributes:
        name: a level, possibly with a side; or a place.
        players: how many of them play in a game.
        wins: the share of games that one of them wins; a shared win counts in parts.
        score: the value that ``Game.score_title`` names.
    """

    name: str
    players: int
    wins: Interval
    score: Interval


def _groups(
    played: Sequence[Outcome], name_of: Callable[[Outcome, int], K], title: Callable[[K], str], *, is_side: bool
) -> list[Group]:
    """Return the groups of players by ``name_of`` (game, place); ``is_side``: with win rates of the whole group."""
    wins: dict[K, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    scores: dict[K, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    players: Counter[K] = Counter()
    for game in played:
        members: dict[K, list[int]] = defaultdict(list)
        for place in range(len(game["levels"])):
            members[name_of(game, place)].append(place)
        for name, places in members.items():
            players[name] = max(players[name], len(places))
            part = sum(place in game["winners"] for place in places) / max(len(game["winners"]), 1)
            wins[name][game["pair"]].append(part if is_side else part / len(places))
            scores[name][game["pair"]].append(sum(game["scores"][place] for place in places) / len(places))
    return [
        Group(
            title(name),
            players[name],
            _within_one(mean_interval(list(wins[name].values()))),
            mean_interval(list(scores[name].values())),
        )
        for name in wins
    ]


def _within_one(share: Interval) -> Interval:
    return share._replace(low=max(share.low, 0.0), high=min(share.high, 1.0))


def by_level(game: Game, played: Sequence[Outcome]) -> list[Group]:
    """Return the win rate for each level; in games with sides, for each side and level."""

    def name_of(outcome: Outcome, place: int) -> tuple[bool, str]:
        return place in game.sides.apart, outcome["levels"][place]

    def title(name: tuple[bool, str]) -> str:
        is_apart, level = name
        if not game.sides.apart:
            return level
        return f"{game.start.first_role.lower()}, {level}" if is_apart else f"others together, {level}"

    found = _groups(played, name_of, title, is_side=bool(game.sides.apart))
    return sorted(found, key=lambda group: -group.wins.mean)


def by_place(played: Sequence[Outcome]) -> list[Group]:
    """Return the win rate for each place."""
    return _groups(played, lambda _, place: place, LETTERS.__getitem__, is_side=False)


def unfairness(played: Sequence[Outcome], places: Sequence[int]) -> float:
    """Return the p-value of a chi-square test that all ``places`` win equally often."""
    wins = [
        sum((place in game["winners"]) / len(game["winners"]) for game in played if game["winners"]) for place in places
    ]
    expected = sum(wins) / len(wins)
    if not expected or len(places) < 2:
        return 1.0
    return _chi_square_tail(sum((each - expected) ** 2 / expected for each in wins), len(places) - 1)


def _chi_square_tail(value: float, degrees: int) -> float:
    """Return the probability of ``value`` or more, by the recurrence of the incomplete gamma function."""
    half = value / 2
    if degrees % 2:
        tail, term, start = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * 2 * math.exp(-half), 1
    else:
        tail, term, start = math.exp(-half), half * math.exp(-half), 2
    for at in range(start, degrees - 1, 2):
        tail += term
        term *= value / (at + 2)
    return min(max(tail, 0.0), 1.0)


def lengths(played: Sequence[Outcome]) -> Counter[int]:
    """Return the number of games for each number of rounds."""
    return Counter(game["rounds"] for game in played)


def outcomes(played: Sequence[Outcome]) -> Counter[str]:
    """Return the number of games for each outcome."""
    return Counter(game["way"] for game in played)


def per_game(played: Sequence[Outcome]) -> dict[str, Interval]:
    """Return the mean number of events in a game, by event type."""
    kinds = sorted({kind for game in played for kind in game["events"]})
    pairs: dict[int, list[Outcome]] = defaultdict(list)
    for game in played:
        pairs[game["pair"]].append(game)
    return {
        kind: mean_interval([[float(game["events"].get(kind, 0)) for game in pair] for pair in pairs.values()])
        for kind in kinds
    }
