"""Screenshots of every page, one contact sheet for each language, scheme and size: ``make sheets``.

A seeded game of each kind is played; the table page and the page of the seat to act are photographed in each phase,
then the pages about a finished game, and those that need no game. Sheets are written to ``build/sheets``.
"""

from __future__ import annotations

import argparse
import html
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from riverlight.games.contract import TABLE
from riverlight.games.registry import GAMES, game_named
from riverlight.games.sides import TABLE_PAGE
from riverlight.games.simulate import demo_players
from riverlight.table.session import Table

from tests.browser.conftest import PHONE, WIDE, chromium_path, go
from tests.host.web.serving import Served, serving
from tests.host.web.test_trace_requests import tracing

FOLDER = Path(__file__).parents[2] / "build" / "sheets"
SIZES = {"phone": PHONE, "tablet": {"width": 820, "height": 1180}, "wide": WIDE}
SCHEMES = ("dark", "light")
LANGUAGES = ("en", "de", "zh-CN", "zh-TW")
PEOPLE = 4
SEED = 3

Look = tuple[str, str, str]


def addresses_in_game(served: Served, game: str) -> Iterator[tuple[str, str]]:
    """Play a game and yield a name and the address of each page to photograph, at the moment it shows that."""
    table = Table.new(served.room.store, game, {"cards": "app"}, [""] * PEOPLE, SEED)
    served.room.open(table)
    players = demo_players(game_named(game), SEED)
    seen = set()
    while acting := table.history.state.to_act():
        phase = table.snapshot(TABLE_PAGE)["view"]["phase"], acting[0] == TABLE
        if phase not in seen:
            seen.add(phase)
            yield f"{phase[0]} table", f"{served.origin}/table"
            links = {seat: token for token, seat in served.room.sitting.seats.items()}
            if acting[0] in links:
                yield f"{phase[0]} seat", f"{served.origin}/seat/{links[acting[0]]}"
        move = players.choose(table.history.state, acting[0], table.codes(acting[0])).move
        table.enter(acting[0], move)
    yield "end", f"{served.origin}/table"
    while "refresh" in served.ask("GET", f"/games/{table.game_id}/review")[1]:
        time.sleep(0.5)
    for name in ("statistics", "review"):
        yield name, f"{served.origin}/games/{table.game_id}/{name}"


def addresses_without_game(served: Served, trace: Served) -> Iterator[tuple[str, str]]:
    """Yield a name and the address of each page that needs no game."""
    for name in ("", "games", *(f"rules/{game}" for game in GAMES)):
        yield name or "set-up", f"{served.origin}/{name}"
    yield "trace", f"{trace.origin}/trace"


class Photographer:
    """Opens addresses in every look that is asked for, and arranges the screenshots on sheets."""

    def __init__(self, browser: Browser, looks: list[Look], folder: Path) -> None:
        self._folder = folder
        self._contexts: dict[Look, BrowserContext] = {
            look: browser.new_context(viewport=SIZES[look[2]], color_scheme=look[1], locale=look[0])  # type: ignore[arg-type]
            for look in looks
        }
        self._shots: dict[tuple[Look, str], list[tuple[str, Path]]] = {}

    def take(self, sheet: str, name: str, address: str) -> None:
        """Photograph a page for the sheets of this name."""
        for look, context in self._contexts.items():
            page = context.new_page()
            go(page, address)
            shots = self._shots.setdefault((look, sheet), [])
            path = self._folder / "single" / "-".join((sheet, *look, f"{len(shots):02}.png"))
            page.screenshot(path=path)
            shots.append((name, path))
            page.close()

    def write_sheets(self) -> None:
        """Write the sheets, all shots of one look side by side."""
        for (look, sheet), shots in self._shots.items():
            page = self._contexts[look].browser.new_page(viewport={"width": 1600, "height": 400})
            figures = "".join(
                f'<figure style="margin:8px;display:inline-block"><img src="{path.as_uri()}" height="420">'
                f"<figcaption>{html.escape(name)}</figcaption></figure>"
                for name, path in shots
            )
            source = self._folder / "single" / "sheet.html"
            source.write_text(f'<body style="background:#888;font:14px sans-serif">{figures}', encoding="utf-8")
            page.goto(source.as_uri())
            page.screenshot(path=self._folder / f"{'-'.join((sheet, *look))}.png", full_page=True)
            page.close()


def main() -> None:
    """Write the sheets asked for."""
    parser = argparse.ArgumentParser(prog="make sheets", description=__doc__)
    parser.add_argument("--game", choices=(*GAMES, "none"), help="this game only; none: pages without a game")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--scheme", choices=SCHEMES)
    parser.add_argument("--size", choices=tuple(SIZES))
    chosen = parser.parse_args()
    path = chromium_path()
    if path is None:
        sys.exit("There is no Chromium on the PATH; the screenshots are taken with it.")
    wanted = zip((LANGUAGES, SCHEMES, tuple(SIZES)), (chosen.language, chosen.scheme, chosen.size), strict=True)
    looks: list[Look] = list(product(*((one,) if one else values for values, one in wanted)))  # type: ignore[arg-type]
    (FOLDER / "single").mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as record,
        serving(Path(record)) as served,
        tracing() as trace,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        camera = Photographer(browser, looks, FOLDER)
        for sheet in [chosen.game] if chosen.game else ["none", *GAMES]:
            pages = addresses_without_game(served, trace) if sheet == "none" else addresses_in_game(served, sheet)
            for name, address in pages:
                sys.stdout.write(f"{sheet}: {name}, {len(looks)} looks\n")
                camera.take(sheet, name, address)
        camera.write_sheets()
        browser.close()
    sys.stdout.write(f"The sheets are in {FOLDER.relative_to(Path.cwd())}.\n")


if __name__ == "__main__":
    main()
