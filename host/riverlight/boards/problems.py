"""Board problems as data: kind, affected spaces, sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

__all__ = ["STEPS", "Problem", "Step", "current_step"]

Step = Literal["file", "spaces", "links", "arrows", "lights"]
"""The editing step in which a problem is fixed; ``file`` problems come first."""

STEPS: Final[tuple[Step, ...]] = ("file", "spaces", "links", "arrows", "lights")
"""All steps, in the order in which a board is made."""


class Problem(NamedTuple):
    """A problem of a board.

    Attributes:
        step: the editing step that fixes it.
        kind: a stable name, such as ``no-arrow``; problems of one kind differ only in the spaces.
        sentence: the message for people.
        spaces: the ids of the affected spaces, in the order of the sentence.
        is_malformed: whether it makes the board unusable.
    """

    step: Step
    kind: str
    sentence: str
    spaces: tuple[str, ...] = ()
    is_malformed: bool = False


def current_step(spaces: Iterable[Mapping[str, Any]]) -> Step:
    """Return the last step that was started, given a board's well-formed spaces."""
    started: set[Step] = {"file"}
    for space in spaces:
        started.add("spaces")
        if space.get("touches") or space.get("exits"):
            started.add("links")
        if "flow" in space:
            started.add("arrows")
        if any(space.get("leds", {}).values()):
            started.add("lights")
    return max(started, key=STEPS.index)
