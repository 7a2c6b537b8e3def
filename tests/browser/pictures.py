"""The pictures of README and guides, made from the running program: ``python -m tests.browser.pictures``.

Seeded games are played next to a simulated Pico, whose lights the pages show as they are; nothing is drawn by hand.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from riverlight.games.simulate import demo_players
from riverlight.table.session import Table
from riverlight.web.devices import simulated_pico

from tests.browser.conftest import PHONE, WIDE, chromium_path
from tests.host.web.serving import Served, serving

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = ["Ada", "Ben", "Cleo", "Dan"]
DEADLINE_S = 20

# Whether the lights of all legal ends shine, which they do together at the first blink of their numbers.
ENDS_SHINE = """() => {
    const canvas = document.querySelector('canvas');
    const { board } = JSON.parse(document.querySelector('#setting').textContent);
    const ends = [...document.querySelectorAll('.end')];
    return ends.length && ends.every(({ style }) => {
        const [x, y] = [style.left, style.top].map(parseFloat);
        const at = [x * canvas.width / 100, y * canvas.height / 100];
        return canvas.getContext('2d').getImageData(...at, 1, 1).data[3] > 110;
    });
}"""


def play_until(table: Table, seed: int, reached: Callable[[dict[str, Any]], bool]) -> None:
    """Play with some sense until the table's view is as wanted, or the game is over."""
    players = demo_players(table.head.game, seed)
    while to_act := table.history.state.to_act():
        if reached(table.snapshot("table")["view"]):
            return
        table.enter(to_act[0], players.choose(table.history.state, to_act[0], table.codes(to_act[0])).move)


def is_choice_of_ends(view: dict[str, Any]) -> bool:
    """A canoe in the middle of the river has several ends to choose from."""
    return view["round"] >= 7 and view["activity"]["kind"] == "ends" and len(view["ends"]) >= 3


def is_trick(view: dict[str, Any]) -> bool:
    """A trick is half played, others are won."""
    return view["round"] >= 5 and len(view["trick"]) == 2 and sum(view["tricks"]) >= 2


def is_first_trick(view: dict[str, Any]) -> bool:
    """All but one card of the first trick lie."""
    return len(view["trick"]) == len(NAMES) - 1


def is_paddling(view: dict[str, Any]) -> bool:
    """A seat has two canoes to move, several carry gems, and there is a theft or a gem to load."""
    carried = sum(gem is not None for pair in view["cargo"] for gem in pair)
    return view["round"] >= 6 and view["phase"] == "act" and len(view["must_move"]) == 2 and carried >= 3


class Photographer:
    """Takes pictures of ``served`` into ``folder``."""

    def __init__(self, browser: Browser, served: Served, folder: Path) -> None:
        self._browser = browser
        self._served = served
        self._folder = folder

    def take(self, name: str, path: str, size: dict[str, int], scheme: str, ready: str = "true") -> None:
        """Write ``name.png``: the page at ``path`` once it is loaded and the script ``ready`` says so."""
        context = self._browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{self._served.origin}{path}", wait_until="networkidle" if path == "/" else "load")
        self._wait(page, "document.querySelector('#sentence')?.textContent !== '…'")
        self._wait(page, ready)
        page.screenshot(path=self._folder / f"{name}.png")
        context.close()

    def _wait(self, page: Page, ready: str) -> None:
        deadline = time.monotonic() + DEADLINE_S
        while not page.evaluate(ready):
            if time.monotonic() > deadline:
                sys.exit(f"The page at {page.url} was not ready for its picture within {DEADLINE_S} s.")
            page.wait_for_timeout(20)


def photograph(folder: Path) -> None:
    """Write all pictures into ``folder``."""
    path = chromium_path()
    if path is None:
        sys.exit("There is no Chromium on the PATH; the pictures are taken with it.")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as record,
        serving(Path(record), beside=simulated_pico) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        camera = Photographer(browser, served, folder)
        table = Table.new(served.room.store, "canyon", {}, NAMES, 7)
        play_until(table, 11, is_choice_of_ends)
        served.room.open(table)
        lit = "() => document.querySelector('#health').textContent === 'ready'"
        camera.take("table-night", "/table", WIDE, "dark", ENDS_SHINE)
        camera.take("table-phone", "/table", PHONE, "dark", ENDS_SHINE)
        table = Table.new(served.room.store, "canyon", {}, NAMES, 8)
        play_until(table, 5, is_trick)
        served.room.open(table)
        camera.take("table-day", "/table", WIDE, "light", lit)
        camera.take("set-up", "/", WIDE, "dark")
        table = Table.new(served.room.store, "canyon", {"cards": "app"}, NAMES, 9)
        play_until(table, 5, is_first_trick)
        served.room.open(table)
        seat = table.history.state.to_act()[0]
        token = next(token for token, of in served.room.sitting.seats.items() if of == seat)
        camera.take("hand-phone", f"/seat/{token}", PHONE, "dark", "() => document.querySelector('.held')")
        table = Table.new(served.room.store, "niagara", {}, NAMES, 7)
        play_until(table, 7, is_paddling)
        served.room.open(table)
        camera.take("niagara-night", "/table", WIDE, "dark", f"({lit})() && document.querySelector('.end')")
        browser.close()


if __name__ == "__main__":
    photograph(FOLDER)
