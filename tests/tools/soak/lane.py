"""A lane: one simulated Pico and its host for many games, and how a game is played on them."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from riverlight.boards import shipped
from riverlight.devices.fitting import settings_for
from riverlight.devices.simulated import SimulatedPico
from riverlight.games.seats import NAMES

from tests.tools.soak import trials
from tests.tools.soak.checks import HeapSample, SoakFailure, left_open
from tests.tools.soak.host_process import HostProcess
from tests.tools.soak.plan import CLEAN, TO_THE_END, WHOLE, Plan, Wire, is_rough

_STEP_MS = 20
_LOOK_MS = 11
_LOOKS = 8  # in which the simulated board, whose stand-ins are no thrifty ones, fills its heap and collects
_SETTLED_SECONDS = 30.0
_GAMES_A_RECORD = 100
_QUIET_SECONDS = 10.0
_MEMORY = "/dev/shm"  # noqa: S108 - what a killed process leaves is as safe there as on a disk, and costs no waiting


class Lane:
    """The people of one kind of game, their Pico and their host; a context manager.

    Args:
        kind: of the games.
        counts: to which what is done is added, by its name.

    Attributes:
        pico: the board of lights; on its cable while :meth:`plug` was called last.
        host: the host's process.
        samples: of the Pico's heap, one for each game that leaves it alive.
    """

    def __init__(self, kind: str, counts: Counter[str]) -> None:
        self.counts = counts
        self.samples: list[HeapSample] = []
        self._at_first = left_open()
        with ExitStack() as opened:
            folder = tempfile.TemporaryDirectory(prefix="riverlight-soak-", dir=_fastest_folder())
            self._folder = Path(opened.enter_context(folder))
            self._port = self._folder / "port"
            wired_as = settings_for(shipped(kind).core)
            self.pico = opened.enter_context(SimulatedPico(clock="stepped", wired_as=wired_as))
            self._is_ticking = False
            self._has_map = False
            self._records = 0
            self._games = 0
            self.host = self._new_host()
            opened.callback(self._kill_any_host)
            self._show_port()
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End all; see that nothing stays behind, unless it ends by an error."""
        with self._opened:
            if error is None:
                self._end_host()
                self.counts["starts of the board"] += self.pico.boots
        if error is None:
            self._see_nothing_left()

    # A game.

    def play(self, plan: Plan) -> None:
        """Play a whole game.

        Raises:
            SoakFailure: when something does not hold.
            RiverlightError: when the simulated Pico fails.
        """
        if self._games == _GAMES_A_RECORD:
            self._begin_record()
        self._games += 1
        names = list(NAMES[: plan.seats])
        game_id = self.host.ask("new", kind=plan.kind, options=plan.options, names=names, seed=plan.seed)
        sitting = trials.Sitting(self, plan, game_id)
        self.open(sitting)
        if not self._has_map:
            self._bring_map(sitting)
        self.host.ask("play", moves=plan.dark_moves)
        trials.run(sitting)
        self.dark()
        self.host.ask("count")
        # The same table goes on: it is the one that lived through the trial that its record is held against.
        self.host.ask("play", moves=TO_THE_END)
        self._see_the_end(sitting)
        self._count(plan)

    def _bring_map(self, sitting: trials.Sitting) -> None:
        """Let the board have its map by a sound wire: the long lines of one hardly get through where 1 in 50 is hit."""
        self.light(sitting, CLEAN)
        self.host.ask("settle", seconds=_SETTLED_SECONDS)
        self.dark()
        self._has_map = True

    def _see_the_end(self, sitting: trials.Sitting) -> None:
        """See that the lights show the end, and that the record and all that was open are as they should be."""
        self.light(sitting, CLEAN)
        self.host.ask("settle", seconds=_SETTLED_SECONDS)
        if not is_rough(sitting.plan.number):  # a board that restarts every few games has no trend
            self.samples.append(self._heap_sample())
        self._kept[sitting.game_id] = self.host.ask("check")
        self.dark()
        self.host.ask("count")

    def _heap_sample(self) -> HeapSample:
        """Return the most that is free of the Pico's heap within a few moments, after a collection then."""
        free_bytes = 0
        for _ in range(_LOOKS):
            self.pico.advance(_LOOK_MS)
            told = self.host.ask("settle", seconds=_SETTLED_SECONDS)
            free_bytes = max(free_bytes, told["free"])
        return HeapSample(told["boot"], free_bytes)

    # What the people do.

    def open(self, sitting: trials.Sitting, *, pages: bool = False) -> dict[str, Any]:
        """Take the game up again at the host, without lights, with ``pages`` for phones."""
        self._is_ticking = False
        opened: dict[str, Any] = self.host.ask("open", game_id=sitting.game_id, seed=sitting.plan.seed, pages=pages)
        return opened

    def light(self, sitting: trials.Sitting, wire: Wire) -> None:
        """Put its lights on, over ``wire``."""
        self.host.ask("light", wire=wire, wire_seed=sitting.dice.getrandbits(32))
        self._is_ticking = True

    def dark(self) -> None:
        """Put the lights away."""
        self.host.ask("dark")
        self._is_ticking = False

    def press(self, key: str, keypad: str) -> None:
        """Press a key on the board."""
        self.counts["key presses"] += 1
        self.pico.press(key, keypad=keypad)

    def pull(self) -> None:
        """Pull the board's cable."""
        self.counts["boards pulled"] += 1
        self._port.unlink()
        self.pico.pull()

    def plug(self) -> None:
        """Put the cable in again."""
        self.pico.plug()
        self._show_port()

    def kill_host(self) -> None:
        """Kill the host."""
        self.counts["hosts killed"] += 1
        self.host.kill()

    def _kill_any_host(self) -> None:
        self.host.kill()

    def _show_port(self) -> None:
        self._port.symlink_to(self.pico.port)

    def _tick(self) -> None:
        if self._is_ticking:
            self.pico.advance(_STEP_MS)

    def _new_host(self) -> HostProcess:
        self._records += 1
        self._games = 0
        self._kept: dict[int, str] = {}
        host = HostProcess(self._folder / f"record-{self._records}", self._port, self.counts, self._tick)
        host.start()
        return host

    def _begin_record(self) -> None:
        """End the host, and start with another on a record without games."""
        self._end_host()
        self.host = self._new_host()

    def _end_host(self) -> None:
        """End the host; see before that no game in its record has changed since its end, whatever was killed since."""
        now = self.host.ask("kept", game_ids=list(self._kept))
        for (game_id, at_end), rows in zip(self._kept.items(), now, strict=True):
            if rows != at_end:
                raise SoakFailure(f"The record of game {game_id} is another than at the game's end.")
        self.host.end()

    def _count(self, plan: Plan) -> None:
        trial = plan.trial
        way = "by keys from first to last" if trial == WHOLE else f"by {trial.way}"
        fault = trial.fault or "no fault"
        self.counts.update(["games", f"games {way}", f"games, wire {trial.wire.name}", f"games, {fault}"])

    def _see_nothing_left(self) -> None:
        until = time.monotonic() + _QUIET_SECONDS
        while (now := left_open()) != self._at_first:
            if time.monotonic() > until:
                raise SoakFailure(f"The players keep open {now}, and had {self._at_first} when they began.")
            gc.collect()
            time.sleep(0.02)


def _fastest_folder() -> str | None:
    return _MEMORY if os.access(_MEMORY, os.W_OK) else None
