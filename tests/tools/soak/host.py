"""The host of a soak: record, table, lights and pages in a process of its own, which may be killed at any moment.

``python -m tests.tools.soak.host FOLDER PORT`` reads requests from its standard input, one JSON object a line, ``do``
naming a method below without its ``do_``, and answers each with one: ``{"ok": …, "counts": …}``, all that it counted
since its start, or ``{"error": sentence}``. While it plays it may tell ``{"at": steps}``, how many steps are safe.
``PORT`` is a path at which the board's port is found while its cable is in.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import json
import random
import signal
import socket
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from riverlight.errors import DeviceError, RiverlightError
from riverlight.games.contract import TABLE, Seat
from riverlight.games.sides import HANDED, MAIN, SECOND, TABLE_PAGE
from riverlight.table.changes import Change
from riverlight.table.keypads import Keypads
from riverlight.table.observers import Outcome
from riverlight.table.prompts import prompted_seat
from riverlight.table.record import Store
from riverlight.table.session import Keypad, Table
from riverlight.web.app import make_app
from riverlight.web.room import Room
from riverlight.web.security import local_hosts
from riverlight.web.server import PageServer

from tests.tools.soak.checks import SoakFailure, check_record, left_open, rows_digest
from tests.tools.soak.plan import Wire
from tests.tools.soak.wire import WiredLights

_BACK_CHANCE = 0.02
_TRY_SECONDS = 0.3
_QUIET_SECONDS = 10.0


class Host:
    """What the requests are made of; a context manager."""

    def __init__(self, folder: Path, port: Path) -> None:
        self.counts: Counter[str] = Counter()
        self._port = port
        self._store = Store(folder)
        self._room = Room(self._store, None)
        self._lights: WiredLights | None = None
        self._table: Table | None = None
        self._seed = 0
        self._refused: list[str] = []
        self._moved = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener = socket.create_server(("127.0.0.1", 0))
        is_up = threading.Event()

        def answers() -> None:
            self._loop = asyncio.get_running_loop()
            is_up.set()

        self._server = PageServer(make_app(self._room, local_hosts(self._page_port)), answers)
        self._serving = threading.Thread(target=self._server.run, args=[[self._listener]])
        self._serving.start()
        is_up.wait()
        self._at_first = self._left()

    def close(self) -> None:
        """End it as Ctrl-C does."""
        self.do_dark()
        self._server.should_exit = True
        self._serving.join()
        self._listener.close()
        self._store.close()

    @property
    def _page_port(self) -> int:
        return int(self._listener.getsockname()[1])

    # Requests.

    def do_new(self, kind: str, options: dict[str, str], names: list[str], seed: int) -> int:
        """Begin a game; return its number."""
        return Table.new(self._store, kind, options, names, seed).game_id

    def do_open(self, game_id: int, seed: int, pages: bool = False) -> dict[str, Any]:
        """Take a game up, without lights; with ``pages`` phones find it."""
        self.do_dark()
        table = self._table = Table.resume(self._store, game_id)
        self._seed = seed
        self._refused.clear()
        table.listen(self._hear)
        tokens: dict[str, Seat] = {}
        if pages:
            self._room.open(table)
            assert self._room.sitting is not None
            tokens = self._room.sitting.seats
        return {"steps": table.version, "port": self._page_port, "tokens": tokens}

    def do_light(self, wire: list[Any], wire_seed: int) -> None:
        """Put the game's lights on, over a wire."""
        self.do_dark()
        self._lights = WiredLights(self._store, self._port, Wire(*wire), wire_seed, self.counts)
        self._lights.keeper.attach(self._the_table)

    def do_dark(self) -> None:
        """Put the lights out of use."""
        if self._lights is not None:
            lights, self._lights = self._lights, None
            lights.close()
            lights.see_sound()

    def do_play(self, moves: int, waits: str = "", tells: bool = False) -> None:
        """Make moves, some of them undone; ``waits`` for the lights after ``each``, or ``try``, or not at all."""
        table = self._the_table
        for _ in range(moves):
            seat, move = self._chosen(for_keys=False)
            if seat is None:
                break
            self._expect(table.enter(seat, move), move)
            self.counts["moves"] += 1
            self.counts["moves with lights on"] += self._lights is not None
            if tells:
                _say({"at": table.version})
            dice = random.Random(f"back {self._seed} {table.version}")
            if dice.random() < _BACK_CHANCE:
                self._expect(self._taken_back(table), "take back")
                self.counts["moves taken back"] += 1
                if dice.random() < 0.5:
                    self._expect(table.redo(keypad=seat if seat in table.sides.apart else MAIN), "play again")
            if waits == "each":
                self.do_settle(30.0)
            elif waits == "try":
                self._try_to_settle()

    def _taken_back(self, table: Table) -> Outcome:
        """Take the last entry back; a separate side that is asked agrees."""
        outcome = table.undo(agreed=True)
        for seat in table.sides.apart:
            question = table.snapshot(seat)["question"]
            if question is not None:
                outcome = table.answer(question["number"], agrees=True, keypad=seat)
        return outcome

    def do_next(self) -> dict[str, Any]:
        """Return the move to be made next: of whom, as text and as keys, and on which keypad and page it is asked."""
        table = self._the_table
        seat, move = self._chosen(for_keys=True)
        if seat is None:
            return {"is_over": True}
        keys = next(code.keys for code in table.codes(seat) if code.move == move)
        page = TABLE_PAGE if seat == TABLE else seat
        return {
            "is_over": False,
            "seat": seat,
            "move": move,
            "keys": keys,
            "keypad": self._keypad(),
            "page": page,
            "version": table.snapshot(page)["version"],
            "entries": len(table.history.entries),
        }

    def do_taken(self, entries: int, seconds: float) -> dict[str, Any]:
        """Wait until there are more than ``entries``, ``seconds`` at most; return how things stand."""
        table = self._the_table
        until = time.monotonic() + seconds
        while len(table.history.entries) <= entries and (left := until - time.monotonic()) > 0:
            self._moved.wait(left)
            self._moved.clear()
        boot = ""
        if self._lights is not None:
            status = self._lights.keeper.link.status
            boot = status.boot if status.state == "ready" else ""
        last = table.history.last
        return {
            "entries": len(table.history.entries),
            "last": list(last.moves[0]) if last.moves else None,
            "boot": boot,
            "refused": list(self._refused),
        }

    def do_typed(self) -> str:
        """Return the half code that the record keeps of the keypad that is asked."""
        table = self._the_table
        keypads = Keypads(table.history)
        for row in self._store.rows(table.game_id):
            keypads.follow(Change((row,)))
        return keypads.typed(SECOND if self._keypad() == SECOND else HANDED)

    def do_settle(self, seconds: float) -> dict[str, Any]:
        """Wait until all lights are answered for rightly; return the board's start and what is free of its heap."""
        assert self._lights is not None
        self._lights.settle(seconds)
        self._lights.see_sound()
        status = self._lights.keeper.link.status
        return {"boot": status.boot, "free": status.free_bytes}

    def do_interrupt(self) -> None:
        """Type Ctrl-C at the board."""
        assert self._lights is not None
        self._lights.interrupt()

    def do_check(self) -> str:
        """See that the record equals its replay; return a digest of its rows."""
        check_record(self._store, self._the_table)
        return rows_digest(self._store, self._the_table.game_id)

    def do_kept(self, game_ids: list[int]) -> list[str]:
        """Return a digest of the rows of each of some games."""
        return [rows_digest(self._store, game_id) for game_id in game_ids]

    def do_count(self) -> dict[str, int]:
        """Check that nothing is left open that was not open at first; wait a little for things that close."""
        until = time.monotonic() + _QUIET_SECONDS
        while (now := self._left()) != self._at_first:
            if time.monotonic() > until:
                raise SoakFailure(f"The host keeps open {now}, and had {self._at_first} when it began.")
            gc.collect()
            time.sleep(0.02)
        return now

    # How they are done.

    @property
    def _the_table(self) -> Table:
        assert self._table is not None
        return self._table

    def _left(self) -> dict[str, int]:
        assert self._loop is not None

        async def tasks() -> int:
            return len(asyncio.all_tasks())

        return {**left_open(), "tasks": asyncio.run_coroutine_threadsafe(tasks(), self._loop).result()}

    def _chosen(self, *, for_keys: bool) -> tuple[Seat | None, str]:
        """Return who moves next and how: always the same after the same steps."""
        table = self._the_table
        state = table.history.state
        to_act = state.to_act()
        if not to_act:
            return None, ""
        dice = random.Random(f"{self._seed} {table.version}")
        player, chance = table.head.game.chance_player, dice.getrandbits(63)
        seat = to_act[0] if for_keys else dice.choice(to_act)
        with_keys = {code.move for code in table.codes(seat)} if for_keys else None
        while True:
            chance, move = player(state, seat, chance)
            text = state.move_text(move)
            if with_keys is None or text in with_keys:
                return seat, text

    def _keypad(self) -> str:
        """Return the keypad of the seat to act: a separate side has its own."""
        table = self._the_table
        is_theirs = table.sides.apart and prompted_seat(table.history, SECOND) is not None
        return SECOND if is_theirs else MAIN

    def _hear(self, keypad: Keypad, outcome: Outcome) -> None:
        if outcome.kind == "refused" and isinstance(keypad, str):
            self._refused.append(str(outcome.sentence))
        self._moved.set()

    def _expect(self, outcome: Outcome, what: str) -> None:
        if outcome.kind != "accepted":
            raise SoakFailure(f"{what!r} was {outcome.kind}: {outcome.sentence}")

    def _try_to_settle(self) -> None:
        assert self._lights is not None
        try:
            self._lights.settle(_TRY_SECONDS)
        except DeviceError:
            self.counts["positions that came too late on a ruined wire"] += 1


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main(folder: str, port: str) -> None:
    """Answer requests until there are no more."""
    faulthandler.register(signal.SIGUSR1)
    host = Host(Path(folder), Path(port))
    try:
        for line in sys.stdin:
            request = json.loads(line)
            try:
                done = getattr(host, f"do_{request.pop('do')}")(**request)
            except (RiverlightError, SoakFailure) as error:
                _say({"error": str(error)})
                continue
            _say({"ok": done, "counts": dict(host.counts)})
    finally:
        host.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
