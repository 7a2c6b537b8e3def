"""A whole game over a wire that flips, drops, doubles, splits, and puts AT commands, tracebacks and 0x03 between."""

from __future__ import annotations

import random
import time
from pathlib import Path

from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.games.seats import NAMES
from riverlight.games.sides import Keypad
from riverlight.games.simulate import demo_players
from riverlight.games.transcript import digest
from riverlight.table.lights import LightsController
from riverlight.table.observers import Outcome
from riverlight.table.record import Store
from riverlight.table.session import Table

from tests.host.devices.damage import AT_COMMANDS, CTRL_C, TRACEBACK, DamagedPort

SEED = 3
OPTIONS = {"entry": "tricks"}
DAMAGED, BETWEEN = 0.5, 0.1  # of a thousand bytes: a byte in two thousand, something put in every ten thousand
ONE_PRESS_SECONDS = 30.0


class Fingers:
    """Press a key and check whether the table accepts it; after a restart of the board, press it again."""

    def __init__(self, table: Table, pico: SimulatedPico, keeper: LightsController) -> None:
        self._pico = pico
        self._keeper = keeper
        self._outcomes = 0
        self.refused: list[str] = []
        table.listen(self._hear)

    def _hear(self, _keypad: Keypad, outcome: Outcome) -> None:
        self._outcomes += 1
        if outcome.kind == "refused":
            self.refused.append(outcome.sentence)

    def press(self, key: str) -> None:
        """Press ``key`` until it is taken, once."""
        link, before = self._keeper.link, self._outcomes
        deadline = time.monotonic() + ONE_PRESS_SECONDS
        boot = ""
        while self._outcomes == before:
            assert time.monotonic() < deadline, f"{key} was never taken"
            link.settle(60)
            if self._outcomes == before and link.status.boot != boot:
                boot = link.status.boot
                self._pico.press(key)
            else:
                self._pico.advance(250)


def played_straight(folder: Path) -> str:
    """Return the digest of the same game, keyed in without any device."""
    with Store(folder) as store:
        table = Table.new(store, "canyon", OPTIONS, NAMES[:3], SEED)
        players = demo_players(table.head.game, SEED)
        while to_act := table.history.state.to_act():
            for key in players.choose(table.history.state, to_act[0], table.codes(to_act[0])).keys:
                table.press(key)
        return digest(table.history.state)


def test_a_whole_game_on_a_damaged_wire_ends_with_the_right_record_and_lights(tmp_path: Path) -> None:
    dice = random.Random(SEED)
    with SimulatedPico(clock="stepped") as pico, Store(tmp_path / "damaged") as store:

        def make_link(**calls: object) -> Link:
            def open_port() -> DamagedPort:
                foreign = (AT_COMMANDS, TRACEBACK, CTRL_C) if pico.is_micropython else (AT_COMMANDS, TRACEBACK)
                return DamagedPort(open_serial(pico.port), dice, DAMAGED, BETWEEN, foreign)

            return Link(open_port, "simulated", clock=pico, is_simulated=True, time_scale=0.5, **calls)  # type: ignore[arg-type]

        table = Table.new(store, "canyon", OPTIONS, NAMES[:3], SEED)
        with LightsController(store, make_link, pico, is_handed_round=True) as keeper:
            keeper.attach(table)
            keeper.link.wait_ready(60)
            fingers = Fingers(table, pico, keeper)
            players = demo_players(table.head.game, SEED)
            while to_act := table.history.state.to_act():
                for key in players.choose(table.history.state, to_act[0], table.codes(to_act[0])).keys:
                    fingers.press(key)
            keeper.link.settle(60)
            status = keeper.link.status
        assert fingers.refused == []
        assert status.mismatches == 0
        assert status.bad_lines > 0
        assert digest(table.history.state) == played_straight(tmp_path / "straight")
