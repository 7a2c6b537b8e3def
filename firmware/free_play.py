"""Free play: with no host, the Pico by itself shows where canoes may go on the board it has.

The keys A to D choose a canoe. One that is not on the board is set on a start by the number that blinks there. With one
that is: key in its points (``*`` for 10), see the ends, and key an end's number to go there, two digits where there are
more than nine. ``#`` takes back: the digit, the points, then the canoe from the board.
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

_ENDS = (roles.END, roles.STAY)


class FreePlay:
    """One table without a host.

    Args:
        stage: shows it.
        board: the board in force.
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
        """Return whether the board's game can be played freely and has a main panel."""
        return self._board.game == CANYON and self._panel() is not None

    def _panel(self) -> "Panel | None":
        return self._stage.panel("main")

    def show(self, now_ms: int) -> None:
        """Show the canoes and what can be keyed."""
        position: "dict[str, Any]" = {
            "g": "canyon",
            "p": "main",
            "r": 0,
            "c": self._canoes,
            "s": self._canoe if self._activity != REST else NONE,
            "a": self._activity,
            "n": self._points,
            "m": 0,
        }
        self._stage.show(position, now_ms)

    def press(self, key: str, now_ms: int) -> None:
        """Take a key; one that means nothing here is refused by the red sign."""
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
        if self._typed < 0 and panel.space_of(10, _ENDS) != NONE:
            self._typed = digit
            return True
        space = panel.space_of(digit if self._typed < 0 else self._typed * 10 + digit, _ENDS)
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
