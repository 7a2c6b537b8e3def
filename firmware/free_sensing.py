"""Free play with sensors: lift a canoe to see its ends, put it down on one.

A lifted canoe has the points entered last (three at first); enter others while it is lifted. A magnet on a start places
the next canoe that is off the board, or the one selected by its letter. Anything else is answered by the red *refused*
cue, and the lights keep showing where the canoes belong.
"""

from firmware.free_play import ENDS, FreePlay
from shared_rules.board import NONE, START
from shared_rules.canyon_lights import CHOOSE, PLACE, REST
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.sensors import Sensors
    from firmware.stage import Stage
    from shared_rules.board import Board

_FIRST_POINTS = const(3)


class FreeSensing(FreePlay):
    """Free play by sensors.

    Args:
        stage: the panels.
        board: the current board.
        sensors: the sensors.
    """

    def __init__(self, stage: "Stage", board: "Board", sensors: "Sensors") -> None:
        super().__init__(stage, board)
        self._sensors = sensors
        self._points_of_lifted = _FIRST_POINTS
        self._lifted = NONE  # the lifted canoe
        panels = [name for name, _ in board.panels]
        self._main = panels.index("main") if "main" in panels else NONE
        self._taken = bytearray(len(sensors.state))  # the sensor state handled so far

    def follow(self, now_ms: int) -> bool:
        """Handle the next change; return True if none is left.

        Waits (returns False) until the lights show the previous one.
        """
        panel = self._panel()
        if panel is None or panel.is_busy:
            return False
        state = self._sensors.state
        for chip in range(len(state)):
            differing = state[chip] ^ self._taken[chip]
            if differing:
                bit = differing & -differing
                self._taken[chip] ^= bit
                position = 8 * chip
                while bit > 1:
                    bit >>= 1
                    position += 1
                self._follow(position, now_ms)
                return False
        return True

    def _follow(self, position: int, now_ms: int) -> None:
        places = self._board.sensors
        if 2 * position >= len(places) or places[2 * position] != self._main:
            return
        space = places[2 * position + 1]
        if not (self._put(space) if self._sensors.is_occupied(position) else self._lift(space)):
            self._stage.cue("main", "refused", now_ms)
        self.show(now_ms)

    def _lift(self, space: int) -> bool:
        if space not in self._canoes:
            return True  # a stray magnet was removed
        if self._lifted != NONE:
            return False  # two lifted at once: the second has to go back
        self._choose(self._canoes.index(space))
        self._lifted = self._canoe
        self._points = self._points_of_lifted
        self._activity = CHOOSE
        return True

    def _put(self, space: int) -> bool:
        if space in self._canoes:
            if self._lifted != NONE and self._canoes[self._lifted] == space:
                self._lifted = NONE
                self._activity = REST
            return True
        if self._lifted != NONE:
            return self._is_end(space) and self._set(self._lifted, space)
        if self._board.kinds[space] != START or NONE not in self._canoes:
            return False
        is_chosen = self._activity == PLACE and self._canoes[self._canoe] == NONE
        return self._set(self._canoe if is_chosen else self._canoes.index(NONE), space)

    def _set(self, canoe: int, space: int) -> bool:
        self._canoe = canoe
        self._canoes[canoe] = space
        self._lifted = NONE
        self._activity = REST
        self._points = 0
        return True

    def _is_end(self, space: int) -> bool:
        panel = self._panel()
        number = 1
        while panel is not None:
            end = panel.space_of(number, ENDS)
            if end in (space, NONE):
                return end == space
            number += 1
        return False

    def _take(self, key: str) -> bool:
        if self._lifted != NONE and key not in "ABCD#":
            points = 10 if key == "*" else int(key)
            if points:
                self._points = self._points_of_lifted = points
            return points > 0
        return super()._take(key)
