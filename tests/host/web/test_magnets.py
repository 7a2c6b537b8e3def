"""The pieces of a simulated board: each page drags those of its own side, and nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest
from riverlight.boards import shipped
from riverlight.boards.sensors import with_sensors
from riverlight.devices.magnets import Magnets
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.magnets import magnets_for, move_magnet

BOARD = with_sensors(shipped("pyramid"))


class Pico:
    """Feels magnets."""

    def __init__(self) -> None:
        self.felt: list[int] = []

    def set_magnets(self, occupied: int) -> None:
        """Note what is felt."""
        self.felt.append(occupied)


class Device:
    """A simulated board."""

    def __init__(self) -> None:
        self.pico = Pico()
        self.lying = Magnets(self.pico, BOARD)  # type: ignore[arg-type]
        self.lying.lay("tomb", ["d2", "e5"])
        self.lying.lay("shrine", ["f1"])

    def magnets(self, panel: str) -> list[str]:
        """Return where magnets lie."""
        return self.lying.spaces(panel)

    def move_magnet(self, panel: str, space: str, *, is_put: bool) -> bool:
        """Move one."""
        return self.lying.move(panel, space, is_put=is_put)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    with Store(tmp_path / "games") as store:
        return Table.new(store, "pyramid", {}, ["Ada", "Ben", "Cleo"], 5, BOARD)


def test_each_page_has_the_pieces_of_its_own_side(table: Table) -> None:
    """PYR-18."""
    device = Device()
    assert magnets_for(device, table, "table") == ["d2", "e5"]
    assert magnets_for(device, table, 0) == ["f1"]
    assert magnets_for(device, table, 1) is magnets_for(device, table, "watch") is None
    assert magnets_for(None, table, "table") is None


def test_a_piece_is_lifted_and_put_and_felt(table: Table) -> None:
    device, changes = Device(), [0]

    def move(viewer: object, space: str, *, is_put: bool) -> str:
        def changed() -> None:
            changes[0] += 1

        return move_magnet(device, table, viewer, space, changed, is_put=is_put).kind  # type: ignore[arg-type]

    assert move("table", "d2", is_put=False) == "typed"
    assert move("table", "d3", is_put=True) == "typed"
    assert device.magnets("tomb") == ["d3", "e5"]
    assert len(set(device.pico.felt)) == len(device.pico.felt) == 4
    assert move("table", "d3", is_put=True) == "refused"
    assert move("table", "nowhere", is_put=False) == "refused"
    assert move(1, "e5", is_put=False) == move("watch", "e5", is_put=False) == "refused"
    assert move(0, "e5", is_put=False) == "refused"
    assert move(0, "f1", is_put=False) == "typed"
    assert (device.magnets("tomb"), device.magnets("shrine"), changes) == (["d3", "e5"], [], [3])
