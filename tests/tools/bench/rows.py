"""A measurement: how it is taken, and its row in the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """One line of the table.

    Attributes:
        what: was measured.
        ours: what Riverlight needs, with its unit.
        compared with: what stands compared with it, with its unit; "" where nothing does.
        ratio: ours to that; "" where nothing stands compared with it.
        remark: what it is measured against, the budget, why it was skipped.
    """

    what: str
    ours: str
    beside: str = ""
    ratio: str = ""
    remark: str = ""


def skipped(what: str, reason: str) -> Row:
    """Return the row of a measurement that could not be taken."""
    return Row(what, "skipped", remark=reason)


def shortest_s(function: Callable[[], object], *, times: int = 5) -> float:
    """Return the seconds of the quickest of ``times`` calls: what disturbs a call only makes it longer."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - began)
    return best


def table(rows: Iterable[Row]) -> str:
    """Return the rows in columns, figures to the right."""
    lines = [Row("", "ours", "beside", "ratio", "against; budget"), *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join(
        f"{line.what:{widths[0]}}  {line.ours:>{widths[1]}}  {line.beside:>{widths[2]}}"
        f"  {line.ratio:>{widths[3]}}  {line.remark}".rstrip()
        for line in lines
    )
