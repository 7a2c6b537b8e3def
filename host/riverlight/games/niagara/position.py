"""All facts of a game of Niagara, and the names of its phases. The rules are in modules that use it."""

from __future__ import annotations

from collections.abc import Mapping

from riverlight.games.contract import Move, Result, departures
from riverlight.games.generator import Generator
from riverlight.games.niagara.moves import CANOE, CODEC, NiagaraCodec, NiagaraMove
from riverlight.games.niagara.options import OPTIONS
from riverlight.games.phases import GameState
from shared_rules import niagara as river

__all__ = ["ACT", "BUY", "CARDS", "FLOW", "OVER", "REVEAL", "RING", "NiagaraPosition"]

RING = "ring"
CARDS = "cards"
REVEAL = "reveal"
BUY = "buy"
ACT = "act"
FLOW = "flow"
OVER = "over"


class NiagaraPosition(GameState, constant=("options", "seats", "owners", "codec")):
    """All facts of a game of Niagara.

    ``canoes`` and ``cargo`` have two entries a seat, ``scored`` five counts a seat, ``sites`` five counts a site,
    ``lying`` a bit for each of these counts that is not 0. For displaying the last entry: ``last_way`` is the canoe,
    its start and its end; ``arms`` the arms that discs entered, ``before_flow`` where all canoes were before.
    """

    TITLE = "Niagara"

    options: Mapping[str, str]
    seats: int
    owners: tuple[int, ...]
    codec: NiagaraCodec
    canoes: list[int]
    cargo: list[int]
    sites: list[int]
    scored: list[int]
    used: list[int]
    chosen: list[int]
    revealed: list[int]
    met: list[int]
    goals: list[int]
    lying: int
    weather: int
    life_ring: int
    round: int
    phase: str
    seat: int
    turn: int
    card: int
    bought: bool
    must_move: int
    may_launch: int
    must_launch: bool
    flow_left: int
    last_arm: int
    arm_due: int
    last_way: tuple[int, ...]
    arms: tuple[int, ...]
    before_flow: tuple[int, ...]
    generator: Generator
    ended: Result | None

    __slots__ = tuple(__annotations__)

    def __init__(self, options: Mapping[str, str], owners: tuple[int, ...], generator: Generator) -> None:
        """Set up the game (NIA-1 to NIA-3); ``owners`` has the player of each seat."""
        super().__init__()
        seats = len(owners)
        self.options = options
        self.seats = seats
        self.owners = owners
        self.codec = CODEC
        self.canoes = [river.SHORE] * (2 * seats)
        self.cargo = [river.NO_GEM] * (2 * seats)
        self.sites = [7 if colour == site else 0 for site in range(5) for colour in range(5)]
        self.scored = [0] * (5 * seats)
        self.used = [0] * seats
        self.chosen = [-1] * seats
        self.revealed = [-1] * seats
        self.met = []
        self.goals = []
        self.weather = self.life_ring = self.turn = self.flow_left = self.round = self.seat = 0
        self.phase = RING
        self.card = self.arm_due = -1
        self.bought = self.must_launch = False
        self.must_move = self.may_launch = 0
        self.last_arm = river.RIGHT
        self.last_way = self.arms = self.before_flow = ()
        self.generator = generator
        self.ended = None
        self.note_sites()

    def note_sites(self) -> None:
        """Update ``lying`` after ``sites`` has changed."""
        self.lying = sum(1 << index for index, count in enumerate(self.sites) if count)

    def add_gems(self, index: int, count: int) -> None:
        """Add gems to a site, or remove them if ``count`` is negative; ``index`` is that of ``sites``."""
        self.sites[index] += count
        if self.sites[index]:
            self.lying |= 1 << index
        else:
            self.lying &= ~(1 << index)

    def key(self) -> bytes:
        """Return canonical bytes of the whole state, with the gems at each site as a mask, for compatibility."""
        facts = {name: getattr(self, name) for name in self.KEY_FIELDS}
        facts["lying"] = tuple(self.lying >> first & 31 for first in (0, 5, 10, 15, 20))
        return repr([*self._played_with(), *facts.values()]).encode()

    def move_data(self, move: Move) -> NiagaraMove:
        """Return ``move`` as data."""
        return self.codec.data(move)

    def _is_move(self, move: object) -> bool:
        return type(move) is int and (move < CANOE or self.codec.is_move(move))

    def _played_with(self) -> tuple[object, ...]:
        return (sorted(departures(OPTIONS, self.options)), self.seats)
