"""Contests: games between bots, each a task of its own, and their results."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from riverlight.boards import Board
from riverlight.games.bots import Effort
from riverlight.games.chance import uniform
from riverlight.games.game import Game
from riverlight.games.generator import SEED_BITS
from riverlight.games.registry import game_named
from riverlight.games.simulate import play_out
from riverlight.simulation.runs import Outcome

__all__ = ["RANDOM", "SEEDS_APART", "Contest", "board_of", "board_text", "contests", "play_contest"]

SEEDS_APART: Final = 1_000_003
"""A prime difference between the seeds of two games, so that runs with neighbouring seeds share no first games."""

RANDOM: Final = "random"
"""In place of a level: random moves."""


class Contest(NamedTuple):
    """One game between bots.

    Attributes:
        number: its number in the run.
        pair: games with the same number have the same seed, and levels in other places.
        game: the name of the game.
        board: the board's document as JSON; "" if the game has none.
        options: the house rules.
        seed: of the random generator.
        levels: the level of each player, or :data:`RANDOM`.
        seconds: search time for a move; None for no limit.
        samples: the number of worlds to sample.
    """

    number: int
    pair: int
    game: str
    board: str
    options: dict[str, str]
    seed: int
    levels: tuple[str, ...]
    seconds: float | None
    samples: int | None


def contests(
    game: Game,
    board: Board | None,
    options: Mapping[str, str],
    levels: Sequence[str],
    games: int,
    seed: int,
    effort: Effort,
) -> Iterator[Contest]:
    """Yield ``games`` games whose players change places from game to game, except those on a separate side.

    As many games as there are places have the same seed, so that each player gets the same cards in turn. If all
    players who would change places have the same level, every game has a seed of its own.
    """
    document = board_text(board)
    apart = [place for place in range(len(levels)) if place in game.sides.apart]
    moving = [level for place, level in enumerate(levels) if place not in apart]
    for number in range(games):
        pair, turn = divmod(number, len(moving)) if len({*moving}) > 1 else (number, 0)
        turned = moving[turn:] + moving[:turn]
        for place in apart:
            turned.insert(place, levels[place])
        own_seed = (seed * SEEDS_APART + pair) % (1 << SEED_BITS)
        yield Contest(
            number, pair, game.name, document, {**options}, own_seed, tuple(turned), effort.seconds, effort.samples
        )


def play_contest(contest: Contest) -> Outcome:
    """Play a game to its end and return its result.

    Returns:
        ``number``, ``pair``, ``seed``, ``levels``; ``winners`` among the players, ``way`` (outcome), ``rounds``,
        ``decisions``; ``scores`` of the players; ``events``, the count of each event type.
    """
    game = game_named(contest.game)
    board = board_of(contest.board)
    people = len(contest.levels)
    state = game.new(contest.options, people, contest.seed, board)
    owners = game.owners(people)
    efforts = {
        seat: Effort(contest.levels[owner], contest.seconds, contest.samples)
        for seat, owner in enumerate(owners)
        if contest.levels[owner] != RANDOM
    }
    bots = game.bots([*efforts], state.seats, board, state.options, efforts)
    counted: Counter[str] = Counter()
    chance = random.Random(contest.seed)
    decisions = play_out(
        state, bots, uniform, chance, lambda events: counted.update(event.type.name for event in events)
    )
    result = state.result()
    winners = () if result is None else tuple(sorted({owners[seat] for seat in result.winners}))
    scores = [0.0] * people
    for seat, score in enumerate(game.scores(state)):
        scores[owners[seat]] += score
    return {
        "number": contest.number,
        "pair": contest.pair,
        "seed": contest.seed,
        "levels": list(contest.levels),
        "winners": list(winners),
        "way": "unfinished" if result is None else result.way,
        "rounds": state.view(game.sides.table_viewer)["round"],
        "decisions": decisions,
        "scores": scores,
        "events": dict(sorted(counted.items())),
    }


def board_text(board: Board | None) -> str:
    """Return the board of a task as text; "" if the game has none; see :func:`board_of`."""
    return "" if board is None else json.dumps(board.document, sort_keys=True)


@lru_cache(maxsize=4)
def board_of(document: str) -> Board | None:
    """Return the board from :func:`board_text`; tasks of the same board share it in each process."""
    return Board(json.loads(document)) if document else None
