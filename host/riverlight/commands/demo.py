"""``riverlight demo``: play a game on the simulated Pico, lights in the terminal.

Every decision is typed on the simulated key matrix, and every colour is decoded from the words sent to its strip. The
clock is simulated, so a game of hundreds of key presses takes seconds.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import click
from rich.console import Console

from riverlight.commands.arguments import COLOURS, GAME, SEED, read_colours, read_given, seats_of, sensing_board
from riverlight.commands.demo_hands import Hands
from riverlight.commands.demo_screen import NoScreen, Screen, screen_for
from riverlight.commands.opened_record import opened_record
from riverlight.devices.fitting import settings_for
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.simulated import SimulatedPico
from riverlight.errors import DeviceError
from riverlight.folders import PassingFolder
from riverlight.games.game import Game
from riverlight.games.registry import GAMES
from riverlight.games.seats import NAMES
from riverlight.games.sides import MAIN, SECOND, Keypad
from riverlight.games.simulate import demo_players
from riverlight.games.transcript import digest, seat_text
from riverlight.table.head import Head
from riverlight.table.lights import LightsController
from riverlight.table.observers import Outcome
from riverlight.table.prompts import prompted_seat
from riverlight.table.record import Store
from riverlight.table.session import Table

__all__ = ["command"]

_SETTLED_S = 20.0
_LOOK_MS = 90
_LOOKS = (2, 2, 13)
"""Light samples per drawn frame of a change; each light is drawn at the brightest sample.

The first frames show the *accepted* cue and the animation; the last is longer than any pause between blinks.
"""


class _Demo:
    """One game between a table and the simulated Pico, typed key by key."""

    def __init__(self, table: Table, pico: SimulatedPico, keeper: LightsController, seed: int) -> None:
        self.table = table
        self.keys: list[str] = []
        self.refused = 0
        self.hands: Hands | None = None
        self._pico = pico
        self._keeper = keeper
        self._position: dict[str, Any] = {}
        self._players = demo_players(table.head.game, seed)
        table.listen(self._hear)

    def use_hands(self, hands: Hands) -> None:
        """Move pieces with ``hands``; moves that sensors cannot detect are still typed."""
        self.hands = hands

    def play(self, screen: Screen) -> None:
        """Play to the end, drawing the lights once they have settled after each entry.

        Raises:
            DeviceError: if an entry has no effect, or the pieces do not match the position.
        """
        if self.hands is not None:
            self.hands.begin()
        self._draw(screen)
        while to_act := self.table.history.state.to_act():
            before = self.table.version
            code = self._players.choose(self.table.history.state, to_act[0], self.table.codes(to_act[0]))
            if self.hands is None:
                self._press(code.keys)
            else:
                sides = self.table.sides
                panel = sides.apart_panels[0] if to_act[0] in sides.apart else sides.table_panel
                self.hands.play(to_act[0], code, panel, self._press)
            self._draw(screen)
            if self.hands is not None and self.hands.differing():
                message = f"After {code.move!r} the pieces do not lie where the game has them."
                raise DeviceError(message)
            if self.table.version == before:
                message = (
                    f"The keys {code.keys} for {code.move!r} were pressed on the device but moved nothing. "
                    f"It says: {self._keeper.link.status.sentence}"
                )
                raise DeviceError(message)

    def feel(self, occupied: int, ms: int) -> None:
        """Set the magnets for ``ms``, then let the host handle the sensor events."""
        self._pico.set_magnets(occupied, ms)
        self._keeper.link.settle(_SETTLED_S)

    def _press(self, keys: str) -> None:
        keypad = self._keypad()
        for key in keys:
            self._pico.press(key, keypad=keypad)
            self.keys.append(key)
        if self.hands is not None:
            self._keeper.link.settle(_SETTLED_S)  # so that the hands see the guide before they continue

    def _keypad(self) -> str:
        """Return the keypad of the prompted seat: a separate side has its own."""
        is_theirs = self.table.sides.apart and prompted_seat(self.table.history, SECOND) is not None
        return SECOND if is_theirs else MAIN

    def _draw(self, screen: Screen) -> None:
        """Wait until keys are handled and lights are up to date, then draw changes."""
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
@click.argument("game", type=GAME, default=next(iter(GAMES)))
@click.option("--seed", type=SEED, default=1, show_default=True, help="The same seed plays the same game.")
@click.option("--seats", type=int, help="Number of seats. Default: 4 if the game allows it.")
@COLOURS
@click.option("--option", "given", multiple=True, metavar="NAME=VALUE", help="A house rule; repeatable.")
@click.option("--sensors", is_flag=True, help="Lift and place pieces on a board with sensors, with some slips.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end instead of the lights.")
@click.option("--keep", is_flag=True, help="Save the game, for riverlight games.")
def command(
    game: Game,
    seed: int,
    seats: int | None,
    colours: str | None,
    given: tuple[str, ...],
    sensors: bool,
    as_json: bool,
    keep: bool,
) -> None:
    """Play a whole game by key presses on the simulated Pico and draw its lights."""
    seats = seats_of(game, seats)
    head = Head.create(
        game.name, read_given(given), NAMES[:seats], seed, sensing_board(game, None) if sensors else None
    )
    if colours is not None:
        head = head._replace(colours=read_colours(head, colours))
    began = time.perf_counter()
    with ExitStack() as opened:
        if keep:
            store = opened.enter_context(opened_record())
        else:
            store = opened.enter_context(Store(opened.enter_context(PassingFolder("demo")).path))
        board = None if head.board is None else head.board.core
        pico = opened.enter_context(SimulatedPico(clock="stepped", wired_as=settings_for(board)))
        table = Table.start(store, head)
        keeper = opened.enter_context(LightsController(store, partial(_link_to, pico), pico, is_handed_round=True))
        screen = NoScreen() if as_json else screen_for(Console(), table)
        keeper.attach(table)
        keeper.link.wait_ready()
        demo = _Demo(table, pico, keeper, seed)
        if sensors:
            demo.use_hands(Hands(table, demo.feel, random.Random(seed)))
        with screen:
            demo.play(screen)
        status = keeper.link.status
        report = {
            "game": game.name,
            "seed": seed,
            "seats": seats,
            "options": table.head.options,
            "moves": [f"{seat_text(seat)} {move}" for seat, move in table.history.moves],
            "keys": "".join(demo.keys),
            "refused_keys": demo.refused,
            "sensors": None
            if demo.hands is None
            else {"slips": dict(demo.hands.slips), "guided": demo.hands.guided, "keyed": demo.hands.keyed},
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
    """Return the link to ``pico``, whose port name may change when it is replugged."""
    return Link(lambda: open_serial(pico.port), "simulated", clock=pico, is_simulated=True, **calls)


def _result(table: Table) -> dict[str, Any]:
    result = table.history.state.result()
    assert result is not None  # noqa: S101  (the game was played to its end)
    return {"winners": list(result.winners), "way": result.way}


def _summary(report: Mapping[str, Any]) -> str:
    kept = "" if report["kept_as"] is None else f" Kept as game {report['kept_as']}."
    sensed = report["sensors"]
    if sensed is not None:
        slips = ", ".join(f"{count} {slip}" for slip, count in sorted(sensed["slips"].items())) or "none"
        kept = f" Pieces were lifted and placed; slips: {slips}; {sensed['guided']} pieces led by the guide.{kept}"
    return (
        f"{len(report['moves'])} moves by {len(report['keys'])} keys in {report['seconds']} s on "
        f"{report['device']['interpreter']}; {report['refused_keys']} keys refused, "
        f"{report['sync_mismatches']} lights out of step.{kept}"
    )
