"""What the panels show: positions from the host become role frames, role frames become light.

A ``show`` is lit in two stages: what stands where at once, the legal ends when their search is done, a few milliseconds
of it between frames. Where something moved, the way there is played first, while the search goes on. The stage never
waits; each panel has its own position, its own search and its own light, so that one can tell nothing of another.
"""

from firmware import loading, render
from firmware.ticks import ticks_diff
from shared_rules import board as boards
from shared_rules.compat import const
from shared_rules.digest import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from firmware.leds import Chain
    from firmware.probe import Probe

    Position = dict[str, Any]

_NOTHING = const(0)
_REFUSED = const(1)
_ACCEPTED = const(2)
_CUES = {"refused": _REFUSED, "accepted": _ACCEPTED}


class Panel:
    """One chain of lights and what it shows.

    Args:
        chain: the lights.
        board: the board in force.
        lights: the space of each of its lights.
        places: for each space how far upstream it lies.
        rules: the lights module of the board's game.
    """

    def __init__(
        self,
        chain: "Chain",
        board: boards.Board,
        lights: memoryview,
        places: bytearray,
        rules: "Any",
    ) -> None:
        self._board = board
        self._rules = rules
        self._renderer = render.Renderer(chain.values, lights, places)
        self._goal = bytearray(2 * board.n)  # what is to be shown in the end
        self._picture = bytearray(2 * board.n)  # a picture on the way there
        self._search: "Iterator[None]" = iter(())
        self._passage: "Iterator[int] | None" = None
        self._picture_until_ms = 0
        self.is_showing = False
        self.is_busy = False

    def show(self, position: "Position", now_ms: int) -> None:
        """Show what stands where, or the first picture of the way there, and begin to search the ends."""
        self._rules.pieces(self._board, position, self._goal)
        self._search = self._rules.choices(self._board, position, self._goal)
        self.is_busy = True
        self.is_showing = True
        self._passage = self._rules.passage(self._board, position, self._picture)
        self._picture_until_ms = now_ms
        self._turn_page(now_ms)

    def step(self) -> str:
        """Search a little further; return the digest of the roles when that ends it, else ""."""
        for _ in self._search:
            return ""
        self.is_busy = False
        if self._passage is None:
            self._renderer.take(self._goal)
        return digest(self._goal)

    def draw(self, now_ms: int, is_peeking: bool, is_waiting: bool) -> None:
        """Write this moment's light into the chain's values."""
        if self._passage is not None and ticks_diff(now_ms, self._picture_until_ms) >= 0:
            self._turn_page(now_ms)
        self._renderer.draw(now_ms, is_peeking, is_waiting)

    def space_of(self, number: int, roles: "tuple[int, ...]") -> int:
        """Return the space that shows ``number`` in one of ``roles``, NONE where none does."""
        goal = self._goal
        for space in range(self._board.n):
            if goal[2 * space] in roles and goal[2 * space + 1] & 31 == number:
                return space
        return boards.NONE

    def _turn_page(self, now_ms: int) -> None:
        if self._passage is not None:
            for duration_ms in self._passage:
                # From now on, not from when it was due: a late picture is not made up for by a shorter one.
                self._picture_until_ms = (now_ms + duration_ms) & 0x3FFFFFFF
                self._renderer.take(self._picture)
                return
            self._passage = None
        self._renderer.take(self._goal)


class Stage:
    """All panels.

    Args:
        chains: the chains of lights by the names of their panels.

    Attributes:
        probe: lights lit by hand, None until some are asked for.
    """

    def __init__(self, chains: "dict[str, Chain]") -> None:
        self._chains = chains
        self.probe: "Probe | None" = None
        # Frames go through lists: looking through a dict's items would allocate.
        self._names = sorted(chains)
        self._order = [chains[name] for name in self._names]
        self._panels: "list[Panel | None]" = [None] * len(self._names)
        self._revisions = [0] * len(self._names)
        self._cues = [_NOTHING] * len(self._names)
        self._cue_since_ms = [0] * len(self._names)
        self._game = ""

    def set_board(self, board: "boards.Board | None") -> None:
        """Take a board into use; what was shown of another is dropped."""
        self._panels = [None] * len(self._names)
        self._game = ""
        if board is None:
            return
        game = boards.GAMES[board.game]
        loading.begin()
        try:
            rules = __import__("shared_rules.%s_lights" % game, None, None, ("pieces",))
        except ImportError:
            return  # a board of a game whose lights this firmware does not know
        finally:
            loading.end()
        self._game = game
        if board.game == boards.CANYON:
            places = boards.distances(board)
        elif board.game == boards.NIAGARA:
            places = rules.upstream(board)
        else:  # there is no stream in a maze
            places = bytearray(board.n)
        for at, name in enumerate(self._names):
            lights = board.lights(name)
            if lights is not None:
                self._panels[at] = Panel(self._order[at], board, lights, places, rules)

    def panel(self, name: str) -> "Panel | None":
        """Return a panel of the board by its name, None where there is none."""
        return self._panels[self._names.index(name)] if name in self._chains else None

    def show(self, message: "Position", now_ms: int) -> "dict[str, object] | None":
        """Take a ``show`` message; return the ``lit`` that refuses it where it is not for this board."""
        name, revision = message.get("p"), message.get("r")
        if not isinstance(name, str) or not isinstance(revision, int):
            return None
        panel = self.panel(name)
        if panel is None or message.get("g") != self._game:
            return {"t": "lit", "p": name[:12], "r": revision, "d": ""}
        self._revisions[self._names.index(name)] = revision
        panel.show(message, now_ms)
        return None

    def step(self) -> "dict[str, object] | None":
        """Search a little further on each panel; return a ``lit`` message when a search has ended."""
        for at, panel in enumerate(self._panels):
            if panel is not None and panel.is_busy:
                found = panel.step()
                if found:
                    return {"t": "lit", "p": self._names[at], "r": self._revisions[at], "d": found}
        return None

    def is_busy(self) -> bool:
        """Return whether a search is under way."""
        for panel in self._panels:  # noqa: SIM110 - any() of a generator would allocate, in every turn
            if panel is not None and panel.is_busy:
                return True
        return False

    def cue(self, name: object, kind: object, now_ms: int) -> None:
        """Lay a sign over one panel, ``refused`` or ``accepted``."""
        sign = _CUES.get(kind, _NOTHING) if isinstance(kind, str) else _NOTHING
        for at, known in enumerate(self._names):
            if name == known:
                self._cues[at] = sign
                self._cue_since_ms[at] = now_ms

    def draw(self, now_ms: int, is_peeking: bool, is_waiting: bool, only: "str | None" = None) -> None:
        """Make this moment's frame of every panel, or of one ``only``, and send it."""
        for at in range(len(self._order)):
            if only is not None and only != self._names[at]:
                continue
            chain = self._order[at]
            panel = self._panels[at]
            if self.probe is not None and self.probe.paint(self._names[at], chain.values, now_ms):
                pass
            elif panel is not None and panel.is_showing:
                panel.draw(now_ms, is_peeking, is_waiting)
            else:
                render.breathe(chain.values, render.BLUE, now_ms)
            if self._cues[at] != _NOTHING:
                since_ms = ticks_diff(now_ms, self._cue_since_ms[at])
                lay = render.refuse if self._cues[at] == _REFUSED else render.accept
                if not lay(chain.values, since_ms):
                    self._cues[at] = _NOTHING
            chain.show()

    def pump(self) -> None:
        """Send the frames that had to wait for the ones before them."""
        for chain in self._order:
            chain.pump()
