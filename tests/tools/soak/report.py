"""The results of a soak, in one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.tools.soak.checks import FEWEST_GAMES, Life
from tests.tools.soak.errands import News

__all__ = ["report"]

_ROWS = (
    "games",
    "games, wire clean",
    "games, wire 1 in 1,000",
    "games, wire 1 in 50",
    "games by table",
    "games by keys",
    "games by keys from first to last",
    "games by phones",
    "games, killed",
    "games, pulled",
    "games, dies",
    "games, interrupted",
    "moves",
    "moves with lights on",
    "moves taken back",
    "key presses",
    "messages of phones",
    "positions shown",
    "positions answered for",
    "positions that came too late on a ruined wire",
    "bytes over a damaged wire",
    "bytes damaged",
    "lines that did not check",
    "hosts killed",
    "phones dropped",
    "boards pulled",
    "boards that died",
    "boards interrupted",
    "starts of the board",
    "ways back from a REPL or silence",
    "lights out of step",
)

_SHARED = ("wire clean", "wire 1 in 1,000", "wire 1 in 50", "killed", "pulled", "dies", "interrupted")


def report(ended: Sequence[News], games: int, seconds: float) -> str:
    """Return what was done, in columns, and what was checked; ``games`` of each kind were wanted."""
    kinds = list(dict.fromkeys(each.kind for each in ended))
    counts = {kind: sum((each.counts or Counter() for each in ended if each.kind == kind), Counter()) for kind in kinds}
    rows = [("", *kinds), *((row, *(f"{counts[kind][row]:,}" for kind in kinds)) for row in _ROWS)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(kinds) + 1)]
    lines = []
    for name, *cells in rows:
        figures = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *figures]))
    has_failed = any(each.failure for each in ended)
    cut = [
        f"{kind}: time was up after {counts[kind]['games']} of {games} games."
        for kind in kinds
        if counts[kind]["games"] < games and not has_failed
    ]
    lives = {each.kind: each.life for each in ended if each.life is not None}
    heaps = [f"{kind}: {_heap(lives.get(kind))}" for kind in kinds]
    checked = "" if has_failed else f" {_CHECKED}"
    shares = _shares(sum(counts.values(), Counter()))
    return "\n".join(["", *lines, "", f"{seconds / 60:.1f} minutes.{checked}", *shares, *cut, *heaps])


def _shares(counts: Counter[str]) -> list[str]:
    """Return what part of all the games and moves met what: not each game can meet all in minutes."""
    if not counts["games"]:
        return []
    met = ", ".join(f"{name} {counts[f'games, {name}'] / counts['games']:.0%}" for name in _SHARED)
    lit = counts["moves with lights on"] / counts["moves"]
    return [
        f"Each game was played to its end; {lit:.0%} of its moves with the lights on, the others beside the board.",
        f"Of the games: {met}.",
    ]


_CHECKED = (
    "After each game its record led to the same game and the same pages, each light\n"
    "was answered for rightly (on the wire of 1 in 50: each that came in time, and the last ones), and the host had\n"
    "no more file handles, threads, tasks and processes than at its start. No record changed after its game."
)


def _heap(life: Life | None) -> str:
    if life is None:
        return f"no start of the board lived through {FEWEST_GAMES} games, so that its heap could be judged."
    return (
        f"over {life.games} games on one start of the board the most bytes free of its heap were "
        f"{life.first_bytes:,} in the first tenth, {life.last_bytes:,} in the last."
    )
