"""Free play: without a host, show where canoes can go on the stored board.

The keys A to D select a canoe. A canoe off the board is placed on a start by the number that blinks there. For a canoe
on the board, enter its points (``*`` for 10), then the number of an end to move there (two digits if there are more
than nine). ``#`` undoes: the digit, the points, then it removes the canoe.
"""

from shared_rules import roles
from shared_rules.board import CANYON, NONE
from shared_rules.canyon_lights import CHOOSE, PLACE, REST
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.stage import Panel, Stage
    from shared_rules.board import Board

_CANOES = const(4)
_LETTERS = "ABCD"

ENDS = (roles.END, roles.STAY)
"""The roles of spaces where the selected canoe can be placed."""


class FreePlay:
    """Free play by keys.

    Args:
        stage: the panels.
        board: the current board.
    """

    def __init__(self, stage: "Stage", board: "Board") -> None:
        self._stage = stage
        self._board = board
        self._canoes = [NONE] * _CANOES
        self._canoe = 0
        self._activity = REST
        self._points = 0
        self._typed = -1  # the first of two digits

    def is_possible(self) -> bool:
        """Return whether the board supports free play and has a main panel."""
        return self._board.game == CANYON and self._panel() is not None

    def _panel(self) -> "Panel | None":
        return self._stage.panel("main")

    def show(self, now_ms: int) -> None:
        """Show the canoes and the possible inputs."""
        position: "dict[str, Any]" = {
            "p": "main",
            "r": 0,
            "c": self._canoes,
            "s": self._canoe if self._activity != REST else NONE,
            "a": self._activity,
            "n": self._points,
            "m": 0,
        }
        panel = self._stage.accept(position)
        if panel is not None:
            panel.show(now_ms)

    def press(self, key: str, now_ms: int) -> None:
        """Handle a key; an invalid one is answered by the red *refused* cue."""
        if not self._take(key):
            self._stage.cue("main", "refused", now_ms)
        self.show(now_ms)

    def _take(self, key: str) -> bool:
        if key in _LETTERS:
            self._choose(_LETTERS.index(key))
            return True
        if key == "#":
            return self._take_back()
        if self._activity == REST:
            return self._key_points(10 if key == "*" else int(key))
        return key != "*" and self._key_number(int(key))

    def _choose(self, canoe: int) -> None:
        self._canoe = canoe
        self._points = 0
        self._typed = -1
        self._activity = PLACE if self._canoes[canoe] == NONE else REST

    def _key_points(self, points: int) -> bool:
        if points == 0 or self._canoes[self._canoe] == NONE:
            return False
        self._points = points
        self._activity = CHOOSE
        return True

    def _key_number(self, digit: int) -> bool:
        panel = self._panel()
        if panel is None or panel.is_busy:
            return False
        if self._typed < 0 and panel.space_of(10, ENDS) != NONE:
            self._typed = digit
            return True
        space = panel.space_of(digit if self._typed < 0 else self._typed * 10 + digit, ENDS)
        self._typed = -1
        if space == NONE:
            return False
        self._canoes[self._canoe] = space
        self._activity = REST
        self._points = 0
        return True

    def _take_back(self) -> bool:
        if self._typed >= 0:
            self._typed = -1
        elif self._activity != REST:
            self._activity = REST
            self._points = 0
        elif self._canoes[self._canoe] != NONE:
            self._canoes[self._canoe] = NONE
        else:
            return False
        return True
