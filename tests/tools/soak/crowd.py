"""A load test: 200 browsers go through ten new games while strangers hold requests half open.

``python -m tests.tools.soak crowd``. Each browser has its own address in 127.0.0.0/8, as phones in a network have.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import click

from tests.aside import run_aside
from tests.tools.soak.browser import PATIENCE_S, Browser, PageFailure, Tally

_GAMES = ("canyon", "niagara", "pyramid")
_HOME = "127.0.0.1"
_HALF_A_HEAD = b"GET /table HTTP/1.1\r\nHost:"
_ASKED = 40
_BETWEEN_S = 0.05
_AGAIN_S = 0.5
_ASKING = 24
_STRANGERS = [f"127.0.2.{number}" for number in range(1, 101)]


class Figures(NamedTuple):
    """How long something took.

    Attributes:
        name: what was done.
        seconds: of each time.
        note: what else there is to say of it.
    """

    name: str
    seconds: Sequence[float]
    note: str = ""

    def __str__(self) -> str:
        middle, most = statistics.median(self.seconds) * 1000, max(self.seconds) * 1000
        return f"{self.name:<46}{middle:8.0f} ms median {most:8.0f} ms at most  {self.note}"


class Report(NamedTuple):
    """What came of a crowd: figures, what failed, and how many static files were loaded for each game."""

    figures: list[Figures]
    failures: list[str]
    files: list[int]


@click.command(name="crowd", epilog='Example: make soak ARGS="crowd --browsers 50 --games 3"')
@click.option("--browsers", default=200, show_default=True, type=click.IntRange(1, 250), help="How many open pages.")
@click.option("--games", default=10, show_default=True, type=click.IntRange(1), help="How many new games they see.")
@click.option("--half-open", default=400, show_default=True, type=click.IntRange(0), help="Requests that never end.")
def crowd(browsers: int, games: int, half_open: int) -> None:
    """Take a crowd through new games, print how long it takes; exit code 1 when a page breaks."""
    report = run(browsers, games, half_open)
    for each in report.figures:
        click.echo(str(each))
    click.echo(f"failures: {len(report.failures)}")
    for failure in report.failures[:10]:
        click.echo(f"  {failure}")
    if report.failures:
        raise SystemExit(1)


def run(browsers: int, games: int, half_open: int) -> Report:
    """Serve a table in a process of its own, and return what comes of a crowd at it."""
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        host = opened.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "tests.tools.soak.crowd_host", folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        assert host.stdout is not None
        try:
            return run_aside(_Crowd(json.loads(host.stdout.readline())).go(browsers, games, half_open))
        finally:
            host.terminate()


class _Crowd:
    def __init__(self, host: dict[str, Any]) -> None:
        self._port: int = host["port"]
        self._code: str = host["code"]
        self._pid: int = host["pid"]
        self._failures: list[str] = []
        self._figures: list[Figures] = []
        self._files: list[int] = []
        self._tally = Tally()
        self._home = Browser(_HOME, self._port, Tally())

    async def go(self, browsers: int, games: int, half_open: int) -> Report:
        await self._begin(0)
        before_mb = self._memory_mb()
        crowd = [Browser(f"127.0.1.{number + 1}", self._port, self._tally) for number in range(browsers)]
        stays = [asyncio.create_task(self._stay(browser)) for browser in crowd]
        await self._see_all_whole(crowd, f"{browsers} browsers come")
        self._note(f"{self._memory_mb() - before_mb:.0f} MB more, {self._memory_mb():.0f} in all")
        for number in range(1, games + 1):
            await self._begin(number)
            await self._see_all_whole(crowd, f"new game {number} ({_GAMES[number % 3]})")
        await self._ask_as_players("no strangers", crowd)
        for sources, where in ((_STRANGERS[:1], "one address"), (_STRANGERS, f"{len(_STRANGERS)} addresses")):
            holds = [self._hold_half_open(sources[n % len(sources)]) for n in range(half_open)]
            async with _meanwhile(holds):
                await self._ask_as_players(f"{half_open} half open from {where}", crowd)
        async with _meanwhile([self._ask_on_and_on(_STRANGERS[0]) for _ in range(_ASKING)]):
            await self._ask_as_players(f"{_ASKING} that ask on and on from one address", crowd)
        for stay in stays:
            stay.cancel()
        await asyncio.gather(*stays, return_exceptions=True)
        for browser in (self._home, *crowd):
            browser.close()
        return Report(self._figures, self._failures, self._files)

    async def _stay(self, browser: Browser) -> None:
        try:
            await browser.join(self._code)
            await browser.stay("/table")
        except (PageFailure, OSError, TimeoutError) as error:
            self._failures.append(str(error) or type(error).__name__)

    async def _begin(self, number: int) -> None:
        """Begin a game from the set-up page of this machine."""
        names = {f"name_{seat}": name for seat, name in enumerate(("Ada", "Ben", "Cleo"))}
        form = urlencode({"game": _GAMES[number % 3], "seats": "3", **names})
        answer = await self._home.ask("POST", "/games", form)
        if answer.status != 303:
            self._failures.append(f"Beginning a game was answered {answer.status}.")

    async def _see_all_whole(self, crowd: Sequence[Browser], name: str) -> None:
        """Wait until every page shows the game that is on the table now, by its live line."""
        self._tally.seconds.clear()
        self._tally.paths.clear()
        cpu_s = self._cpu_s()
        answer = await self._home.ask("GET", "/table")
        table = answer.body.decode().split('"table": "')[1].partition('"')[0]
        began = time.monotonic()

        async def whole(browser: Browser) -> float:
            while browser.table != table or not browser.whole.is_set():
                if self._failures or time.monotonic() - began > PATIENCE_S:
                    raise PageFailure(f"{name}: not every page shows the game.")
                await asyncio.sleep(0.02)
            return time.monotonic() - began

        try:
            seconds = await asyncio.gather(*map(whole, crowd))
        except PageFailure as error:
            self._failures.append(str(error))
            return
        self._files.append(sum(path.startswith("/static/") for path in self._tally.paths))
        self._figures.append(
            Figures(f"{name}: page whole", seconds, f"host: {self._cpu_s() - cpu_s:.1f} s of processor")
        )
        self._figures.append(Figures("  a request of it", list(self._tally.seconds), f"{self._files[-1]} static files"))

    async def _ask_as_players(self, name: str, crowd: Sequence[Browser]) -> None:
        """Ask for pages as this machine, as players who are there, and as one who joins now."""
        seconds = []
        for number in range(_ASKED):
            player = crowd[number % len(crowd)] if number % 2 else self._home
            began = time.monotonic()
            try:
                answer = await player.ask("GET", "/table")
                if number % 10 == 0:
                    newcomer = Browser(f"127.0.3.{number + 1}", self._port, Tally())
                    await newcomer.join(self._code)
                    newcomer.close()
            except (PageFailure, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self._failures.append(f"{name}: {error or type(error).__name__}")
                continue
            seconds.append(time.monotonic() - began)
            if answer.status != 200:
                self._failures.append(f"{name}: the table page was answered {answer.status}.")
            await asyncio.sleep(_BETWEEN_S)
        if not all(browser.whole.is_set() for browser in crowd):
            self._failures.append(f"{name}: an open page lost its table.")
        self._figures.append(Figures(f"table page, {name}", seconds or [PATIENCE_S]))

    async def _hold_half_open(self, source: str) -> None:
        """Hold a request half open, and start another as soon as the host ends it."""
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(_HOME, self._port, local_addr=(source, 0))
                try:
                    writer.write(_HALF_A_HEAD)
                    await reader.read()
                finally:
                    writer.close()
            await asyncio.sleep(_AGAIN_S)

    async def _ask_on_and_on(self, source: str) -> None:
        """Ask for the page of the table code as fast as it is answered."""
        stranger = Browser(source, self._port, Tally())
        try:
            while True:
                await stranger.ask("GET", "/join")
        finally:
            stranger.close()

    def _note(self, note: str) -> None:
        if self._figures:
            self._figures[-1] = self._figures[-1]._replace(note=f"{self._figures[-1].note}; {note}")

    def _cpu_s(self) -> float:
        with suppress(OSError):
            fields = Path(f"/proc/{self._pid}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def _memory_mb(self) -> float:
        with suppress(OSError):
            for line in Path(f"/proc/{self._pid}/status").read_text(encoding="ascii").splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024
        return 0.0


@asynccontextmanager
async def _meanwhile(jobs: Sequence[Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Have ``jobs`` go on, all started, while the block does."""
    tasks = [asyncio.create_task(job) for job in jobs]
    await asyncio.sleep(2 * _AGAIN_S)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
