"""``riverlight demo``: a whole game by key presses through a device, with the lights drawn in the terminal.

Every decision is typed as keys on the simulated Pico's key matrix and every colour drawn is decoded from the words that
its strip was sent. Its clock is stepped, so a game of hundreds of presses takes seconds.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import click
from rich.console import Console

from riverlight.commands.arguments import SEED, read_given, seats_of
from riverlight.commands.demo_players import players_of
from riverlight.commands.demo_screen import NoScreen, Screen, screen_for
from riverlight.devices.fitting import settings_for
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.engines.games import GAME_NAMES, game_named
from riverlight.engines.transcript import digest, seat_text
from riverlight.errors import DeviceError
from riverlight.folders import PassingFolder, data_folder
from riverlight.table.keypads import Outcome
from riverlight.table.lights import LightsKeeper
from riverlight.table.record import Store
from riverlight.table.seats import NAMES
from riverlight.table.session import Table
from riverlight.table.sides import MAIN, SECOND, Keypad
from riverlight.table.snapshot import asked

__all__ = ["command"]

_READY_S = 30.0
_SETTLED_S = 20.0
_LOOK_MS = 90
_LOOKS = (2, 2, 13)
"""Looks at the lights for each picture of a change, each light drawn at its brightest: the sign that an entry was taken
and a canoe's glide pass first; the last is longer than any pause between blinks.
"""


class _Demo:
    """One game between a table and the simulated Pico, typed key by key."""

    def __init__(self, table: Table, pico: SimulatedPico, keeper: LightsKeeper, seed: int) -> None:
        self.table = table
        self.keys: list[str] = []
        self.refused = 0
        self._pico = pico
        self._keeper = keeper
        self._position: dict[str, Any] = {}
        self._players = players_of(table.head.game.name, seed)
        table.listen(self._hear)

    def play(self, screen: Screen) -> None:
        """Play to the end, drawing whenever the lights have settled after an entry."""
        self._draw(screen)
        while to_act := self.table.history.state.to_act():
            before = self.table.version
            code = self._players.choose(self.table, to_act[0])
            keypad = self._keypad()
            for key in code.keys:
                self._pico.press(key, keypad=keypad)
                self.keys.append(key)
            self._draw(screen)
            if self.table.version == before:
                message = (
                    f"The keys {code.keys} for {code.move!r} were pressed on the device but moved nothing. "
                    f"It says: {self._keeper.link.status.sentence}"
                )
                raise DeviceError(message)

    def _keypad(self) -> str:
        """Return the keypad of whoever is asked: those who sit apart have their own."""
        is_theirs = self.table.sides.apart and asked(self.table.history, SECOND) is not None
        return SECOND if is_theirs else MAIN

    def _draw(self, screen: Screen) -> None:
        """Wait until all presses are taken and all lights stand as they should, then draw what changed."""
        self._keeper.link.settle(_SETTLED_S)
        panel = self.table.head.game.panels[0]
        position = self.table.position(panel)
        is_over = self.table.history.state.result() is not None
        if position != self._position and (screen.is_live or is_over):
            for looks in _LOOKS:
                for _ in range(looks):
                    self._pico.advance(_LOOK_MS)
                    screen.see(self._pico.lights(self._pico.panels.index(panel)))
                screen.draw_lights()
        self._position = position
        screen.draw()

    def _hear(self, _keypad: Keypad, outcome: Outcome) -> None:
        if outcome.kind == "refused":
            self.refused += 1


@click.command(epilog="Example: riverlight demo canyon --seed 7")
@click.argument("game", type=click.Choice(GAME_NAMES), default=GAME_NAMES[0])
@click.option("--seed", type=SEED, default=1, show_default=True, help="The same seed plays the same game.")
@click.option("--seats", type=int, help="How many seats; 4 where the game has that.")
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end instead of the lights.")
@click.option("--keep", is_flag=True, help="Keep the game among one's own, for riverlight games.")
def command(game: str, seed: int, seats: int | None, given: tuple[str, ...], as_json: bool, keep: bool) -> None:
    """Play a whole game of GAME by key presses through the simulated Pico, drawing its lights."""
    chosen = game_named(game)
    seats = seats_of(chosen, seats)
    began = time.perf_counter()
    with ExitStack() as opened:
        folder = data_folder() if keep else opened.enter_context(PassingFolder("demo")).path
        store = opened.enter_context(Store(folder))
        table = Table.new(store, game, read_given(given), NAMES[:seats], seed)
        board = None if table.head.board is None else table.head.board.core
        pico = opened.enter_context(SimulatedPico(clock="stepped", wired_as=settings_for(board)))
        keeper = opened.enter_context(LightsKeeper(store, partial(_link_to, pico), pico, is_handed_round=True))
        screen = NoScreen() if as_json else screen_for(Console(), table)
        keeper.attach(table)
        keeper.link.wait_ready(_READY_S)
        demo = _Demo(table, pico, keeper, seed)
        with screen:
            demo.play(screen)
        status = keeper.link.status
        report = {
            "game": game,
            "seed": seed,
            "seats": seats,
            "options": table.head.options,
            "moves": [f"{seat_text(seat)} {move}" for seat, move in table.history.moves],
            "keys": "".join(demo.keys),
            "refused_keys": demo.refused,
            "sync_mismatches": status.mismatches,
            "bad_lines": status.bad_lines,
            "result": _result(table),
            "digest": digest(table.history.state),
            "device": {"interpreter": pico.interpreter, "firmware": status.firmware},
            "kept_as": table.game_id if keep else None,
            "seconds": round(time.perf_counter() - began, 2),
        }
    if as_json:
        click.echo(json.dumps(report))
    else:
        click.echo(_summary(report))


def _link_to(pico: SimulatedPico, **calls: Any) -> Link:
    """Return the link to ``pico``, whose port may have another name after it was plugged in again."""
    return Link(lambda: open_serial(pico.port), "simulated", clock=pico, is_simulated=True, **calls)


def _result(table: Table) -> dict[str, Any]:
    result = table.history.state.result()
    assert result is not None  # noqa: S101  (the game was played to its end)
    return {"winners": list(result.winners), "way": result.way}


def _summary(report: Mapping[str, Any]) -> str:
    kept = "" if report["kept_as"] is None else f" Kept as game {report['kept_as']}."
    return (
        f"{len(report['moves'])} moves by {len(report['keys'])} keys in {report['seconds']} s on "
        f"{report['device']['interpreter']}; {report['refused_keys']} keys refused, "
        f"{report['sync_mismatches']} lights out of step.{kept}"
    )
