"""A whole session for the browser tests: a host that can be killed, and pages to play on.

Players are told what to do by a game of the same seed that runs next to; they do it on their pages alone, by keys and
buttons, and see the table by what their pages were sent.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page
from riverlight.games.contract import TABLE
from riverlight.games.interface import Code
from riverlight.games.registry import game_named
from riverlight.games.simulate import bots_for

from tests.browser.conftest import PATIENCE_S, until
from tests.host.web.serving import decoded_message
from tests.signals import usual_signals


class Host:
    """``riverlight play`` as a process of its own, its record in ``folder``."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.address = self._start(*arguments, "--http-port", "0")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """Stop it as a power cut does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE_S)
        self.process.stdout.close()

    def start_again(self) -> None:
        """Restart it at the same address, without naming a game."""
        assert self._start("--http-port", str(self.port)) == self.address

    def close(self) -> None:
        """Stop it as Ctrl-C does, if it still runs."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            assert self.process.wait(PATIENCE_S) == 0
        self.process.stdout.close()

    def _start(self, *arguments: str) -> str:
        with usual_signals():
            self.process = subprocess.Popen(
                [sys.executable, "-m", "riverlight", "play", "--no-browser", *arguments],
                env={**os.environ, "RIVERLIGHT_DATA": str(self.folder), "PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        for line in self.process.stdout:
            if "http://" in line:
                return line[line.index("http://") :].split()[0].rstrip("/").removesuffix("/table")
        raise AssertionError("the host ended before it told its address")


class Shown:
    """One page: the newest state that it was sent, None before the first, and hands that press what is on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.state = None
        page.on("websocket", lambda line: line.on("framereceived", self._heard))
        page.goto(address)
        self._has_keypad = page.locator("#keypad").count() == 1

    def _heard(self, frame) -> None:
        if isinstance(frame, str) and '"snapshot"' in frame:
            self.state = decoded_message(frame)["snapshot"]

    def wait(self, is_there) -> None:
        """Wait until the newest state is as wanted."""
        ends_at = time.monotonic() + PATIENCE_S
        while self.state is None or not is_there(self.state):
            assert time.monotonic() < ends_at, self.state
            self.page.wait_for_timeout(5)

    def play(self, move: str) -> None:
        """Enter ``move`` as a person does: its button on a seat's own page, its keys on one with a keypad."""
        self.wait(lambda state: any(choice["move"] == move for choice in state["choices"]))
        version = self.state["version"]
        if self._has_keypad:
            keys = next(choice["keys"] for choice in self.state["choices"] if choice["move"] == move)
            for key in keys:
                self.page.locator(f'.key[data-key="{key}"]').click()
        else:
            self.page.locator(f'button[data-move="{move}"]').first.click()
        self.wait(lambda state: state["version"] != version)


class Script:
    """The game that says what is played: bots in their own interest, now and then at random."""

    def __init__(self, game: str, options: dict[str, str], people: int, seed: int, luck: float) -> None:
        self.state = game_named(game).new(options, people, seed)
        self._game = game
        self._luck, self._chance = luck, random.Random(seed)
        self._bots = bots_for(game_named(game), self.state, range(self.state.seats))

    def moves(self):
        """Yield each entry that people make: whose it is, and what; play it here as well."""
        while acting := self.state.to_act():
            automatic = self.state.automatic()
            if automatic is not None:
                self.state.apply(TABLE, automatic)
            else:
                text = self._chosen(acting[0], game_named(self._game).interface.codes(self.state, acting[0]))
                yield acting[0], text
                self.state.apply(acting[0], self.state.parse_move(text))
            for seat, bot in self._bots.items():
                bot.watch(self.state.view(seat))

    def _chosen(self, seat: int, codes: Sequence[Code]) -> str:
        if seat == TABLE or self._chance.random() < self._luck:
            return self._chance.choice(codes).move
        return self._bots[seat].choose(self.state.view(seat), [code.data for code in codes]).move


def seat_address(page: Page, seat: int) -> str:
    """Return the link of a seat's own page, as the table page shows it next to the code to scan."""
    until(page, "() => document.querySelector('#sentence').textContent !== '…'")  # its scripts handle presses by then
    page.locator("#private > summary").click()
    page.locator(f'#private button[data-seat="{seat}"]').click()
    until(page, "() => document.querySelector('#link_here').href")
    address = page.evaluate("document.querySelector('#link_here').href")
    page.locator("#link form button").first.click()
    return address
