"""A table whose board has sensors, and the magnets on it, without a device between."""

from __future__ import annotations

from collections.abc import Iterable

from riverlight.boards import Board, shipped
from riverlight.boards.sensors import sensor_spaces, with_sensors
from riverlight.table.placements import pieces_on
from riverlight.table.record import Store
from riverlight.table.sensing import Sensing
from riverlight.table.session import Table


class Magnets:
    """What lies on a board, felt once it rests."""

    def __init__(self, table: Table, panel: str = "main") -> None:
        assert table.head.board is not None
        self.table = table
        self.panel = panel
        self.lying: set[str] = set()
        self.others: list[Magnets] = []  # on other panels of the same chain
        self.sensing = Sensing(table)
        self.refusals: list[tuple[str, str]] = []
        self._at = {space: at for at, space in sensor_spaces(table.head.board, panel).items()}
        table.subscribe(self.sensing.follow)
        table.listen(lambda _keypad, outcome: self._hear(outcome.kind, outcome.sentence))

    def _hear(self, kind: str, sentence: str) -> None:
        if kind == "refused":
            self.refusals.append((kind, sentence))

    @property
    def occupied(self) -> int:
        """The positions of the chain at which they lie."""
        return sum(1 << self._at[space] for space in self.lying if space in self._at)

    @property
    def expected(self) -> set[str]:
        """Where the game has its pieces."""
        history = self.table.history
        return {piece.space for piece in pieces_on(history, history.state, self.panel)}

    @property
    def guide(self) -> str:
        """What the guide asks for, empty for nothing."""
        guide = self.table.guide(self.panel)
        return "" if guide is None else guide.sentence

    def feel(self) -> None:
        """Let the sensors feel what lies there."""
        self.sensing.update_sensors(sum(each.occupied for each in (self, *self.others)))

    def lift(self, *spaces: str) -> None:
        """Lift pieces, one after another."""
        for space in spaces:
            self.lying.discard(space)
            self.feel()

    def put(self, *spaces: str) -> None:
        """Put pieces down, one after another."""
        for space in spaces:
            self.lying.add(space)
            self.feel()

    def set_up(self) -> None:
        """Put all pieces where the game has them."""
        self.lying = self.expected
        self.feel()


def canyon(store: Store, *, seats: int = 3, seed: int = 4, without: Iterable[str] = ()) -> Table:
    """Return a game of Canyon on a board with sensors, but for the spaces ``without``."""
    document = with_sensors(shipped("canyon")).document
    spaces = [
        {name: value for name, value in space.items() if name != "sensor" or space["id"] not in without}
        for space in document["spaces"]
    ]
    board = Board({**document, "id": "sensed", "spaces": spaces})
    return Table.new(store, "canyon", {"entry": "tricks"}, ["Ada", "Ben", "Cleo"][:seats], seed, board)


def until(table: Table, phase: str) -> None:
    """Enter the first legal move of whoever is to act until ``phase``."""
    while table.history.state.view("main")["phase"] != phase:
        state = table.history.state
        seat = state.to_act()[0]
        assert table.enter(seat, state.move_text(state.legal(seat)[0])).kind == "accepted"


def pyramid(store: Store, *, seats: int = 4, seed: int = 4, **options: str) -> Table:
    """Return a game of Pyramid whose board has sensors on both sides."""
    names = ["Ada", "Ben", "Cleo", "Dan"][:seats]
    return Table.new(store, "pyramid", options, names, seed, with_sensors(shipped("pyramid")))


def two_sides(table: Table) -> tuple[Magnets, Magnets]:
    """Return the hunters' magnets and the mummy's, all where the game has them."""
    hunters, mummy = Magnets(table, "tomb"), Magnets(table, "shrine")
    mummy.sensing = hunters.sensing
    hunters.others, mummy.others = [mummy], [hunters]
    mummy.lying = mummy.expected
    hunters.set_up()
    return hunters, mummy
