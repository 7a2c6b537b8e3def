"""The panels: from the host's positions to role frames, from role frames to light.

A ``show`` is displayed in two stages: the pieces at once, the legal ends when their search is done, which runs for a
few milliseconds between frames. A move is animated first, while the search continues. No method blocks; each panel has
its own position, search and lights, independent of the others.
"""

from firmware import loading, render
from firmware.ticks import ticks_diff
from shared_rules import board as boards
from shared_rules.digest import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from firmware.leds import Chain
    from firmware.probe import Probe

    Position = dict[str, Any]

_CUES = {"refused": render.refuse, "accepted": render.accept, "gain": render.gain, "loss": render.loss}


class Panel:
    """A chain of lights and its display.

    Args:
        name: the panel's name.
        chain: its lights.

    Attributes:
        revision: the host's number of the current position.
        chain: its lights.
        position: a position that is not laid out yet.
        is_busy: whether a layout or a search is pending.
        rules: the lights module of the board's game; None if the board has no lights on this panel.
        is_showing: whether it has a position.
    """

    def __init__(self, name: str, chain: "Chain") -> None:
        self.name = name
        self.revision = 0
        self.is_busy = False
        self.chain = chain
        self.rules: "Any" = None
        self.position: "Position | None" = None  # not laid out yet
        self._search: "Iterator[None]" = iter(())
        self._passage: "Iterator[int] | None" = None  # the frames of an animation
        self._picture_until_ms = 0
        self.is_showing = False
        self._cue: "Any" = None  # the function that draws a cue
        self._cue_since_ms = 0

    def set_board(self, board: boards.Board, lights: memoryview, places: bytearray, rules: "Any") -> None:
        """Use a board.

        Args:
            board: the board.
            lights: the space of each light.
            places: distance upstream of each space.
            rules: the lights module of the board's game.
        """
        self._board = board
        self.rules = rules
        self._renderer = render.Renderer(self.chain.values, lights, places)
        self._goal = bytearray(2 * board.n)  # the final roles
        self._picture = bytearray(2 * board.n)  # the roles of one animation frame

    def read(self, message: "dict[str, Any]") -> "Position | None":
        """Parse a ``show`` message; return None if a field is missing or out of range."""
        position: "Position | None" = self.rules.read(self._board, message)
        return position

    def accept(self, revision: int, position: "Position", lights: str) -> None:
        """Store a position for :meth:`show`; ``lights`` has the letter of each seat's colour."""
        self.revision = revision
        self.position = position
        self._renderer.use_lights(lights)

    def show(self, now_ms: int) -> None:
        """Show the pieces, or the first animation frame; :meth:`step` does the rest."""
        position = self.position
        self.is_busy = True
        self.is_showing = True
        self._passage = self.rules.passage(self._board, position, self._picture)
        self._turn_page(now_ms)

    def step(self) -> str:
        """Do a step of layout or search; return the digest of the final roles, or ""."""
        if self.position is not None:
            self.layout()
            return ""
        for _ in self._search:
            return ""
        self.is_busy = False
        if self._passage is None:
            self._renderer.take(self._goal)
        return digest(self._goal)

    def cue(self, kind: object, now_ms: int) -> None:
        """Show a brief cue: ``refused``, ``accepted``, ``gain`` or ``loss``; any other kind ends it."""
        self._cue = _CUES.get(kind) if isinstance(kind, str) else None
        self._cue_since_ms = now_ms

    def draw(self, now_ms: int, is_peeking: bool, is_waiting: bool, probe: "Probe | None") -> None:
        """Draw and send the current frame."""
        values = self.chain.values
        if probe is not None and probe.paint(self.name, values, now_ms):
            pass
        elif self.is_showing:
            if self._passage is not None and ticks_diff(now_ms, self._picture_until_ms) >= 0:
                self._turn_page(now_ms)
            self._renderer.draw(now_ms, is_peeking, is_waiting)
        else:
            render.breathe(values, render.BLUE, now_ms)
        if self._cue is not None and not self._cue(values, ticks_diff(now_ms, self._cue_since_ms)):
            self._cue = None
        self.chain.show()

    def pump(self) -> bool:
        """Send a waiting frame if possible; return whether none is waiting."""
        return self.chain.pump()

    def space_of(self, number: int, roles: "tuple[int, ...]") -> int:
        """Return the space that shows ``number`` in one of ``roles``, NONE if none does."""
        self.layout()
        goal = self._goal
        for space in range(self._board.n):
            if goal[2 * space] in roles and goal[2 * space + 1] & 31 == number:
                return space
        return boards.NONE

    def layout(self) -> None:
        """Compute the pieces and start the search of the ends, unless done already."""
        position = self.position
        if position is not None:
            self.position = None
            self.rules.pieces(self._board, position, self._goal)
            self._search = self.rules.choices(self._board, position, self._goal)

    def _turn_page(self, now_ms: int) -> None:
        if self._passage is not None:
            for duration_ms in self._passage:
                # Counted from now, not from when it was due: a late frame does not shorten the next.
                self._picture_until_ms = (now_ms + duration_ms) & 0x3FFFFFFF
                self._renderer.take(self._picture)
                return
            self._passage = None
        self.layout()
        self._renderer.take(self._goal)


class Stage:
    """All panels.

    Args:
        chains: the chains of lights by panel name.

    Attributes:
        probe: test lights, None before the first request.
        turn: the panel drawn last.
    """

    def __init__(self, chains: "dict[str, Chain]") -> None:
        self._chains = chains
        self.probe: "Probe | None" = None
        self.turn = 0
        self.set_board(None)

    def set_board(self, board: "boards.Board | None") -> None:
        """Set the current board; positions of the previous one are dropped."""
        # Frames go through a list: iterating over a dict's items would allocate.
        self._panels = [Panel(name, self._chains[name]) for name in sorted(self._chains)]
        if board is None:
            return
        game = boards.GAMES[board.game]
        loading.begin()
        try:
            rules = __import__("shared_rules.%s_lights" % game, None, None, ("pieces",))
        except ImportError:
            return  # a game whose lights this firmware does not support
        finally:
            loading.end()
        places = rules.upstream(board)
        for panel in self._panels:
            lights = board.lights(panel.name)
            if lights is not None:
                panel.set_board(board, lights, places, rules)

    def panel(self, name: object) -> "Panel | None":
        """Return a panel of the board by name, None if there is none."""
        for panel in self._panels:
            if panel.name == name and panel.rules is not None:
                return panel
        return None

    def accept(self, message: "Position") -> "Panel | None":
        """Return the panel of a ``show`` message; None if it is for another board."""
        revision = message.get("r")
        panel = self.panel(message.get("p"))
        if panel is None or not isinstance(revision, int):
            return None
        position = panel.read(message)
        if position is None:
            return None
        panel.accept(revision, position, message.get("l", ""))
        return panel

    def step(self) -> "dict[str, object] | None":
        """Do one step of each busy panel; return a ``lit`` message when a search is done."""
        for panel in self._panels:
            if panel.is_busy:
                found = panel.step()
                if found:
                    return {"t": "lit", "p": panel.name, "r": panel.revision, "d": found}
        return None

    def is_busy(self) -> bool:
        """Return whether a panel is busy."""
        for panel in self._panels:  # noqa: SIM110 - any() of a generator would allocate in every iteration
            if panel.is_busy:
                return True
        return False

    def cue(self, name: object, kind: object, now_ms: int) -> None:
        """Show a brief cue on one panel."""
        for panel in self._panels:
            if panel.name == name:
                panel.cue(kind, now_ms)

    def draw(self, now_ms: int, is_peeking: bool, is_waiting: bool, only: "Panel | None" = None) -> None:
        """Draw and send the current frame of the panel ``only``, or of the next in turn."""
        if only is None:
            self.turn = (self.turn + 1) % len(self._panels)
            only = self._panels[self.turn]
        only.draw(now_ms, is_peeking, is_waiting, self.probe)

    def pump(self) -> bool:
        """Send waiting frames if possible; return whether none is waiting."""
        is_idle = True
        for panel in self._panels:
            if not panel.pump():
                is_idle = False
        return is_idle
