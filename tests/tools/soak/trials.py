"""Trials of a soak: moves by the table, by keys, from phones, with faults injected."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Final

from tests.tools.soak.checks import SoakFailure
from tests.tools.soak.phones import Phones
from tests.tools.soak.plan import RUINED, Plan, Trial

if TYPE_CHECKING:
    from tests.tools.soak.lane import Lane

_SETTLED_SECONDS: Final = 60.0
_TAKEN_SECONDS: Final = 120.0
_AGAIN_SECONDS: Final = 20.0  # then it was pressed before a new start listened
_LOOK_SECONDS: Final = 0.1
_TAKEN_WITHIN_SECONDS: Final = 0.01  # what a phone sends is often, not always, safe after this
_IN_VAIN: Final = 3
"""Moves made while the board is away."""


class Sitting:
    """A game that is played, and who plays it."""

    def __init__(self, lane: Lane, plan: Plan, game_id: int) -> None:
        self.lane = lane
        self.plan = plan
        self.game_id = game_id
        self.dice = random.Random(plan.seed)

    @property
    def trial(self) -> Trial:
        """What is done to it."""
        return self.plan.trial

    def ask(self, do: str, **fields: Any) -> Any:
        """Ask the host."""
        return self.lane.host.ask(do, **fields)

    def count_move(self) -> None:
        """Count a move that was not made by the host itself."""
        self.lane.counts.update(["moves", "moves with lights on"])

    def settle(self) -> None:
        """See that the lights are right, where the wire lets them be so soon."""
        if self.trial.wire != RUINED:
            self.ask("settle", seconds=_SETTLED_SECONDS)

    def open(self, *, pages: bool = False) -> dict[str, Any]:
        """Take the game up on the trial's wire."""
        opened = self.lane.open(self, pages=pages)
        self.lane.light(self, self.trial.wire)
        return opened

    def revive(self, *, pages: bool = False) -> dict[str, Any]:
        """Start another host where one was killed."""
        self.lane.host.start()
        return self.open(pages=pages)


def run(sitting: Sitting) -> None:
    """Do to the game what its plan says."""
    {"table": _by_table, "keys": _by_keys, "phones": _by_phones}[sitting.trial.way](sitting)


def _by_table(sitting: Sitting) -> None:
    trial = sitting.trial
    waits = "try" if trial.wire == RUINED else "each"
    sitting.open()
    before = sitting.dice.randrange(trial.moves) if trial.fault else trial.moves
    sitting.ask("play", moves=before, waits=waits)
    if trial.fault == "killed":
        _kill_while_it_plays(sitting)
    elif trial.fault:
        _harm(sitting)
    if trial.fault:
        sitting.settle()
        sitting.ask("play", moves=trial.moves - before, waits=waits)
    sitting.settle()


def _kill_while_it_plays(sitting: Sitting) -> None:
    """Kill the host at any moment; what it called safe has to be in the record."""
    lane = sitting.lane
    lane.host.send("play", moves=sitting.trial.moves, tells=True)
    time.sleep(sitting.dice.random() * 0.05)
    lane.kill_host()
    told = lane.host.told
    steps = sitting.revive()["steps"]
    if steps < told:
        raise SoakFailure(f"The host called {told} steps safe before it was killed; the record has {steps}.")


def _harm(sitting: Sitting) -> None:
    """Do to the board what the trial says, while moves go on, and bring it back where it cannot come by itself."""
    lane, fault = sitting.lane, sitting.trial.fault
    if fault == "interrupted":
        lane.counts["boards interrupted"] += 1
        sitting.ask("interrupt")
    elif fault == "dies":
        lane.counts["boards that died"] += 1
        lane.pico.kill()
    if fault == "pulled":
        lane.pull()
    sitting.ask("play", moves=_IN_VAIN)
    if fault == "dies":
        lane.pull()
    if fault != "interrupted":
        lane.plug()


def _by_keys(sitting: Sitting) -> None:
    sitting.open()
    fault_at = sitting.dice.randrange(sitting.trial.moves) if sitting.trial.fault else -1
    for number in range(sitting.trial.moves):
        asked = sitting.ask("next")
        if asked["is_over"]:
            break
        _type(sitting, asked, is_harmed=number == fault_at)
        sitting.count_move()
        sitting.settle()


def _type(sitting: Sitting, asked: dict[str, Any], *, is_harmed: bool) -> None:
    """Press the keys of a move, on a board that may lose them by a new start, until it is made; see that it is once.

    The board may have started again before its host knows: what was pressed since then is still to come, and is not
    pressed again.
    """
    lane, keys, keypad = sitting.lane, asked["keys"], asked["keypad"]
    until = time.monotonic() + _TAKEN_SECONDS
    boot, starts, pressed_at, seconds = "", -1, time.monotonic(), 0.0
    while True:
        stands = sitting.ask("taken", entries=asked["entries"], seconds=seconds)
        seconds = _LOOK_SECONDS
        if stands["entries"] > asked["entries"]:
            break
        if time.monotonic() > until:
            raise SoakFailure(f"The keys {keys} for {asked['move']!r} were never taken. The host sees {stands}.")
        is_lost = stands["boot"] != boot and lane.pico.boots != starts
        if not stands["boot"] or not (is_lost or time.monotonic() > pressed_at + _AGAIN_SECONDS):
            continue
        boot, starts, pressed_at = stands["boot"], lane.pico.boots, time.monotonic()
        typed = sitting.ask("typed")
        if not keys.startswith(typed):
            raise SoakFailure(f"Of the keys {keys} for {asked['move']!r} the record has {typed!r}.")
        rest = keys[len(typed) :]
        pressed = sitting.dice.randrange(len(rest) + 1) if is_harmed else len(rest)
        for key in rest[:pressed]:
            lane.press(key, keypad)
        if is_harmed:
            is_harmed = False
            _harm_at_keys(sitting, rest[pressed:], keypad)
    if stands["entries"] != asked["entries"] + 1 or stands["last"] != [asked["seat"], asked["move"]]:
        raise SoakFailure(f"The keys {keys} for {asked['move']!r} led to {stands}.")
    if stands["refused"]:
        raise SoakFailure(f"Keys were refused although each belonged to a move: {stands['refused']}.")


def _harm_at_keys(sitting: Sitting, rest: str, keypad: str) -> None:
    """Do what the trial says before the ``rest`` of some keys are pressed; they are, where the board keeps them."""
    lane, fault = sitting.lane, sitting.trial.fault
    if fault == "killed":
        lane.kill_host()
        for key in rest:
            lane.press(key, keypad)
        sitting.revive()
    elif fault == "pulled":
        lane.pull()
        lane.plug()
    elif fault == "interrupted":
        lane.counts["boards interrupted"] += 1
        sitting.ask("interrupt")


def _by_phones(sitting: Sitting) -> None:
    trial = sitting.trial
    opened = sitting.open(pages=True)
    killed_at = sitting.dice.randrange(trial.moves) if trial.fault else trial.moves
    with _phones(sitting, opened) as phones:
        _enter(sitting, phones, killed_at)
        asked = sitting.ask("next")
        if killed_at == trial.moves or asked["is_over"]:
            return
        message = phones.begin(asked["page"], asked["move"], asked["version"])
        time.sleep(sitting.dice.random() * _TAKEN_WITHIN_SECONDS)
        sitting.lane.kill_host()
    with _phones(sitting, sitting.revive(pages=True)) as phones:
        phones.send(asked["page"], message)
        phones.finish(asked["page"], message)
        _see_made_once(sitting, asked)
        _enter(sitting, phones, trial.moves - killed_at - 1)


def _phones(sitting: Sitting, opened: dict[str, Any]) -> Phones:
    return Phones(opened["port"], opened["tokens"], sitting.dice, sitting.lane.counts)


def _enter(sitting: Sitting, phones: Phones, moves: int) -> None:
    """Make moves from phones, each of which may drop, and see that each is made once."""
    for _ in range(moves):
        asked = sitting.ask("next")
        if asked["is_over"]:
            break
        message = phones.begin(asked["page"], asked["move"], asked["version"])
        phones.finish(asked["page"], message)
        _see_made_once(sitting, asked)
        sitting.settle()


def _see_made_once(sitting: Sitting, asked: dict[str, Any]) -> None:
    stands = sitting.ask("taken", entries=asked["entries"], seconds=_LOOK_SECONDS)
    if stands["entries"] != asked["entries"] + 1 or stands["last"] != [asked["seat"], asked["move"]]:
        raise SoakFailure(f"{asked['move']!r}, entered on page {asked['page']}, led to {stands}.")
    sitting.count_move()
