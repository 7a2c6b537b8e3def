"""Games between levels of bots, and how often each wins: ``riverlight selfplay --bots strong,easy,…``."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence

from riverlight.boards import load
from riverlight.commands.workers import Workers
from riverlight.games.bots import Effort
from riverlight.games.contract import read_options
from riverlight.games.game import Game
from riverlight.simulation.contests import contests, play_contest
from riverlight.simulation.findings import Group, by_level, lengths, outcomes

__all__ = ["compare_levels", "group_lines"]


def group_lines(groups: Sequence[Group], heading: str, score_title: str) -> list[str]:
    """Return a table of groups: who, the share of games won, the score; both with 95 % intervals."""
    width = max(len(heading), *(len(group.name) for group in groups))
    lines = [f"  {heading:{width}}  wins, 95 %              {score_title}"]
    return lines + [f"  {group.name:{width}}  {group.wins!s:22}  {group.score}" for group in groups]


def compare_levels(
    game: Game,
    options: Mapping[str, str],
    levels: Sequence[str],
    games: int,
    seed: int,
    effort: Effort,
    workers: Workers,
    *,
    as_json: bool,
) -> str:
    """Play ``games`` games between ``levels`` and return what they tell, as text or JSON."""
    chosen = read_options(game.options, options)
    board = load(game.name) if game.boards is not None else None
    tasks = list(contests(game, board, chosen, levels, games, seed, effort))
    about = {"contest": tasks[0]._replace(board="" if board is None else board.core.hash)._asdict()}
    began = time.perf_counter()
    played = workers.run(tasks, play_contest, f"{games} games", about)
    seconds = time.perf_counter() - began
    groups = by_level(game, played)
    rounds = lengths(played)
    mean_rounds = sum(count * number for number, count in rounds.items()) / games
    if as_json:
        facts = {
            "game": game.name,
            "levels": list(levels),
            "options": chosen,
            "seed": seed,
            "games": games,
            "samples": effort.samples,
            "seconds_a_decision": effort.seconds,
            "seconds": round(seconds, 3),
            "decisions": sum(outcome["decisions"] for outcome in played),
            "groups": [
                {"who": each.name, "players": each.players, "wins": list(each.wins), "score": list(each.score)}
                for each in groups
            ],
            "ends": dict(sorted(outcomes(played).items())),
            "rounds": mean_rounds,
        }
        return json.dumps(facts)
    thought = f"{effort.samples} samples" if effort.seconds is None else f"{effort.seconds:g} s"
    lines = [
        f"{games} games of {game.title}, {','.join(levels)}, {thought} a decision: {mean_rounds:.1f} rounds each, "
        f"played in {seconds:.1f} s.",
        *group_lines(groups, "who", game.score_title),
        *(f"  {way:14} {count}" for way, count in sorted(outcomes(played).items())),
    ]
    return "\n".join(lines)
