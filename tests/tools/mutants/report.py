"""The results of a run: a row for each module, and the problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.tools.mutants.explained import ANY, Explanation
from tests.tools.mutants.mutant import Mutant
from tests.tools.mutants.trial import Outcome


class Tally(NamedTuple):
    """What came of the mutants of one module.

    Attributes:
        module: its path.
        killed: how many a test noticed.
        endless: how many were ended because they took too long.
        explained: how many survived that may.
        survived: those that survived and may not.
        refuted: explanations of mutants that a test noticed.
        left: how many the time did not suffice for.
    """

    module: str
    killed: int
    endless: int
    explained: int
    survived: tuple[Mutant, ...]
    refuted: tuple[Explanation, ...]
    left: int


def tally(module: str, outcomes: Sequence[tuple[Mutant, Outcome | None]], explanations: Sequence[Explanation]) -> Tally:
    """Return what came of the mutants of ``module``; None is one that was not tried."""
    survived = [mutant for mutant, outcome in outcomes if outcome is Outcome.SURVIVED]
    noticed = [mutant for mutant, outcome in outcomes if outcome in (Outcome.KILLED, Outcome.ENDLESS)]
    unexplained = tuple(mutant for mutant in survived if not any(each.is_of(mutant) for each in explanations))
    return Tally(
        module,
        killed=sum(outcome is Outcome.KILLED for _, outcome in outcomes),
        endless=sum(outcome is Outcome.ENDLESS for _, outcome in outcomes),
        explained=len(survived) - len(unexplained),
        survived=unexplained,
        refuted=tuple(e for e in explanations if e.after != ANY and any(e.is_of(mutant) for mutant in noticed)),
        left=sum(outcome is None for _, outcome in outcomes),
    )


def table(tallies: Sequence[Tally]) -> str:
    """Return a row for each module and one for all."""
    head = ("", "tried", "killed", "endless", "explained", "survived", "left")
    rows = [
        (
            each.module,
            each.killed + each.endless + each.explained + len(each.survived),
            each.killed,
            each.endless,
            each.explained,
            len(each.survived),
            each.left,
        )
        for each in tallies
    ]
    together = ("all", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True)))
    width = max(len(str(row[0])) for row in (*rows, together))
    return "\n".join(
        f"{row[0]:{width}}" + "".join(f"{figure:>11}" for figure in row[1:]) for row in (head, *rows, together)
    )


def failings(tallies: Sequence[Tally], explanations: Sequence[tuple[Explanation, int]]) -> list[str]:
    """Return what has to be fixed, in paragraphs.

    Args:
        tallies: of the modules tried.
        explanations: each with the number of mutants that it tells of.
    """
    refuted = {each for tally in tallies for each in tally.refuted}
    wrong = [f"Survived, and no test and no explanation tells of it:\n{each}" for t in tallies for each in t.survived]
    for each, count in explanations:
        if count == 0:
            wrong.append(f"Explained, but there is no such mutant any more: {each}")
        elif count == 1 and each in refuted:
            wrong.append(f"Explained as a change that nobody sees, but a test does: {each}")
    return wrong
