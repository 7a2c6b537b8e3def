"""The position that each panel displays, verified by a digest of its light roles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from riverlight.boards.kinds import kind_for
from shared_rules.board import GAMES, Board
from shared_rules.digest import digest
from shared_rules.line import encode

__all__ = ["DisplayedPositions", "Show", "expected_digest", "role_frame"]

_REVISIONS = (1 << 30) - 1
"""Revisions count from 1 to this and wrap: they must fit a Pico's small integers."""

_ATTEMPTS_MAX = 3
"""Number of times that a position is sent again to a panel that answers with another digest."""


def role_frame(board: Board, position: Mapping[str, Any]) -> bytearray:
    """Return the role and detail of each space, two bytes a space, as the device computes them.

    Raises:
        ValueError: the device would refuse the position.
    """
    lights = kind_for(GAMES[board.game]).load_light_rules()
    read = lights.read(board, position)
    if read is None:
        raise ValueError(f"not a position of this board: {position}")
    frame = bytearray(2 * board.n)
    lights.pieces(board, read, frame)
    for _ in lights.choices(board, read, frame):
        pass
    return frame


def expected_digest(board: Board, position: Mapping[str, Any]) -> str:
    """Return the digest that a device with ``board`` must answer for ``position``."""
    return digest(role_frame(board, position))


class Show:
    """The position of one panel.

    Attributes:
        panel: its name.
        revision: from 1, different for each position of the panel.
        position: the fields of the ``show`` line except type, panel and revision.
        line: the whole line.
        is_settled: whether the panel has answered, or is no longer asked.
        sent_at: when the line was last sent; 0 if not yet.
        attempts: the number of wrong answers or errors.
    """

    def __init__(self, panel: str, revision: int, position: Mapping[str, Any]) -> None:
        self.panel = panel
        self.revision = revision
        self.position = position
        self.line = encode({"t": "show", "p": panel, "r": revision, **position})
        self.is_settled = False
        self.sent_at = 0.0
        self.attempts = 0


class DisplayedPositions:
    """The positions of all panels.

    Attributes:
        by_panel: the newest position of each panel.
        there: the panels that the device has; a game with two panels can run with one of them.
        mismatches: the number of wrong answers.
    """

    def __init__(self) -> None:
        self.by_panel: dict[str, Show] = {}
        self.there: frozenset[str] = frozenset()
        self.mismatches = 0
        self._revisions: Counter[str] = Counter()  # for each panel: it must not reveal how often others change

    def add(self, panel: str, position: Mapping[str, Any]) -> Show:
        """Set the position that ``panel`` is to display from now on."""
        self._revisions[panel] = self._revisions[panel] % _REVISIONS + 1
        show = Show(panel, self._revisions[panel], position)
        self.by_panel[panel] = show
        return show

    def unsettle(self) -> None:
        """Send every panel's position again, as after a device's restart."""
        for show in self.by_panel.values():
            show.is_settled = False
            show.sent_at = 0.0
            show.attempts = 0

    def retry(self) -> None:
        """Send the position of each unanswered panel again, a few times: it may be what failed."""
        for show in self.by_panel.values():
            if not show.is_settled:
                show.attempts += 1
                show.sent_at = 0.0
                show.is_settled = show.attempts >= _ATTEMPTS_MAX

    def clear(self) -> None:
        """Drop all positions: they were on another board."""
        self.by_panel.clear()

    def are_settled(self) -> bool:
        """Return whether every panel has answered."""
        return all(show.is_settled for show in self._wanted())

    def due(self, now: float, patience: float) -> list[Show]:
        """Return what to send now: unsent positions, and those unanswered for ``patience`` seconds."""
        return [
            show
            for show in self._wanted()
            if not show.is_settled and (show.sent_at == 0.0 or now - show.sent_at >= patience)
        ]

    def _wanted(self) -> list[Show]:
        """Return the positions to display: none on a panel that the device lacks, unless it lacks them all."""
        there = [show for panel, show in self.by_panel.items() if panel in self.there]
        return there or list(self.by_panel.values())

    def answer(self, board: Board, panel: object, revision: object, answered: object) -> bool:
        """Handle a ``lit`` line; return False for a panel whose answer is wrong after several attempts."""
        show = self.by_panel.get(panel) if isinstance(panel, str) else None
        if show is None or show.revision != revision or show.is_settled:
            return True  # for an older position: wait for the newer one's answer
        if answered == expected_digest(board, show.position):
            show.is_settled = True
            return True
        self.mismatches += 1
        show.attempts += 1
        show.sent_at = 0.0
        show.is_settled = show.attempts >= _ATTEMPTS_MAX
        return not show.is_settled
