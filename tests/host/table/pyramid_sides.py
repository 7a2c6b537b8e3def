"""Two games of Pyramid that differ in nothing that the mummy may know, and all that reaches its side of each.

``Pair`` plays two whole games side by side: the same die is announced, the same dice are set aside, the mummy takes
the same steps; but hunters stand elsewhere, roll oftener, press wrong keys, take back. ``MummysSide`` notes each byte
that the mummy's page, the spectators' page and the panel ``shrine`` get, in order.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from riverlight.devices.displayed_positions import DisplayedPositions
from riverlight.devices.status import Status
from riverlight.games.contract import SPECTATOR, TABLE
from riverlight.games.pyramid import legality
from riverlight.table.lights import LightsController
from riverlight.table.observers import Outcome
from riverlight.table.record import Store
from riverlight.table.session import Table
from riverlight.web.room import Room
from riverlight.web.sitting import Watcher

from tests.host.table.pyramid_twins import (
    CORE,
    GAME,
    IDS,
    NAMES,
)

PAGES: tuple[Any, ...] = (0, "watch")


class Link:
    """A device's line that notes what goes to the panel ``shrine``, numbered and encoded as on the wire."""

    def __init__(self, note: Callable[[object], None], **calls: Any) -> None:
        self.on_status = calls["on_status"]
        self.status = Status("ready", "The device is connected.")
        self._note = note
        self._shows = DisplayedPositions()

    def start(self) -> None:
        """Begin."""

    def close(self) -> None:
        """End."""

    def use(self, _board: object) -> None:
        """Take a board."""

    def show(self, panel: str, position: dict[str, Any]) -> int:
        """Note the line of a position."""
        show = self._shows.add(panel, position)
        if panel == "shrine":
            self._note(show.line)
        return show.revision

    def cue(self, kind: str, panel: str = "main") -> None:
        """Note a sign."""
        if panel != "tomb":
            self._note((panel, kind))


class MummysSide:
    """All that reaches the mummy's side of one table, in order."""

    def __init__(self, table: Table, store: Store) -> None:
        self.noted: list[object] = []
        self.table = table
        self._room = Room(store, None)
        self._room.open(table)
        assert self._room.sitting is not None
        self._room.sitting = self._room.sitting._replace(id="the game")
        self._watchers = [Watcher(self._room.sitting, page) for page in PAGES]
        self._last = [""] * len(PAGES)
        self.link: Link | None = None

        def make_link(**calls: Any) -> Any:
            self.link = Link(self.noted.append, **calls)
            return self.link

        self._keeper = LightsController(store, make_link)
        self._keeper.attach(table)
        self.look()

    def look(self) -> None:
        """Note what has changed on its pages: they are sent when they do."""
        for number, watcher in enumerate(self._watchers):
            text = json.dumps(self._room.state(watcher))
            if text != self._last[number]:
                self._last[number] = text
                self.noted.append((PAGES[number], text))

    def tell(self, outcome: Outcome) -> None:
        """Note what the mummy is answered."""
        self.noted.append(tuple(outcome))
        self.look()

    def device_troubles(self, choose: random.Random) -> None:
        """Let the device report on the hunters' panel: wrong lights, damaged lines, currents."""
        assert self.link is not None
        currents = (("tomb", choose.randrange(400), choose.randrange(1000)), ("shrine", 20, 1000))
        words = choose.choice(["The board lights other spaces than this program works out.", "Here."])
        numbers = choose.randrange(9), choose.randrange(9)
        status = Status("ready", words, mismatches=numbers[0], bad_lines=numbers[1], currents=currents)
        self.link.on_status(status)
        self.look()


class Stuck(Exception):
    """The two games could not be played on; what they sent was not compared."""


def need(is_so: bool, *what: object) -> None:
    """Raise Stuck unless ``is_so``."""
    if not is_so:
        raise Stuck(*what)


class Pair:
    """Two tables with the same public facts. The hunters of the second do more next to."""

    def __init__(self, folder: Path, seed: int, **options: str) -> None:
        self._choose = random.Random(seed)
        self._noise = 0.0, 0.5
        seats = self._choose.choice((2, 3, 4, 5))
        chosen = {"dice": "physical", "cards": self._choose.choice(("physical", "app"))} | options
        self._stores = [Store(folder / name) for name in ("one", "other")]
        self.sides = [
            MummysSide(Table.new(store, "pyramid", chosen, NAMES[:seats], seed + number), store)
            for number, store in enumerate(self._stores)
        ]

    def __enter__(self) -> Pair:
        return self

    def __exit__(self, *_: object) -> None:
        """Close both records."""
        for store in self._stores:
            store.close()

    @property
    def noted(self) -> list[list[object]]:
        """What reached the mummy's side of each."""
        return [side.noted for side in self.sides]

    def play(self, turns: int) -> None:
        """Play so many turns of hunters, and the mummy's between them."""
        for _ in range(turns):
            states = self._states()
            if not states[0].to_act():
                return
            if states[0].phase == "start":
                self._hunt()
            elif states[0].phase == "mummy_roll":
                self._both(TABLE, f"roll {self._choose.randint(1, 3)}")
            else:
                self._walk()
            self._try_what_is_not_allowed()

    def _states(self) -> list[Any]:
        return [side.table.history.state for side in self.sides]

    def _both(self, seat: int, text: str) -> None:
        for side in self.sides:
            outcome = side.table.enter(seat, text, keypad="handed")
            need(outcome.kind == "accepted", text, outcome)
            side.look()

    def _hunt(self) -> None:
        one, other = self._states()
        seat = one.to_act()[0]
        if one.set_aside == 5 or (one.set_aside and self._choose.random() < 0.25):
            self._both(seat, "reset")
            return
        dice = 5 - one.set_aside
        common = [face for face in (1, 2, 3, 4, 5) if all(legality.die_ends(state, face) for state in (one, other))]
        if not common or self._choose.random() < 0.1:
            self._throw([["M"] * dice] * 2)
            self._both(seat, "pass")
            return
        face = self._choose.choice(common)
        mummies = self._choose.randrange(min(3, dice))
        self._throw([self._dice(dice - mummies, face) + ["M"] * mummies for _ in range(2)])
        self._try_what_is_not_allowed()
        for side, noise in zip(self.sides, self._noise, strict=True):
            while self._choose.random() < noise:
                self._make_noise(side, seat, face)
        self._both(seat, "die arrow" if face == 5 else f"die {face}")
        for side, noise in zip(self.sides, self._noise, strict=True):
            while self._choose.random() < noise:
                self._press_wrongly(side)
        self._move(seat, face)

    def _dice(self, count: int, face: int) -> list[str]:
        rest = [self._choose.choice("1234A") for _ in range(count - 1)]
        return ["1234A"[face - 1], *rest]

    def _throw(self, throws: list[list[str]]) -> None:
        for side, faces in zip(self.sides, throws, strict=True):
            table = side.table
            outcomes = [table.enter(table.history.state.to_act()[0], "throw", keypad="handed")]
            side.look()
            outcomes.append(table.enter(TABLE, f"roll {' '.join(faces)}"))
            side.look()
            need([outcome.kind for outcome in outcomes] == ["accepted", "accepted"], outcomes)

    def _move(self, seat: int, face: int) -> None:
        """Go to a common end now and then; a treasure is played in both games or in none."""
        states = self._states()
        ends = [legality.die_ends(state, face) for state in states]
        common = sorted(set(ends[0]) & set(ends[1]))
        if common and self._choose.random() < 0.4:
            space = self._choose.choice(common)
            plays = all(legality.may_play_at(state, space) for state in states)
            text = f"move {IDS[space]} play" if plays and self._choose.random() < 0.7 else f"move {IDS[space]}"
            self._both(seat, text)
            return
        for side, legal in zip(self.sides, ends, strict=True):
            outcome = side.table.enter(seat, f"move {IDS[self._choose.choice(legal)]}", keypad="handed")
            need(outcome.kind == "accepted", outcome)
            side.look()

    def _make_noise(self, side: MummysSide, seat: int, face: int) -> None:
        """Do something at the hunters' side that the mummy may not know, and come back to where the die is chosen."""
        table = side.table
        what = self._choose.randrange(4)
        if what == 0:
            state: Any = table.history.state
            names = ["1234A"[each - 1] for each in state.faces]
            if "reroll" in dict(table.head.options) and names:
                need(table.enter(seat, f"reroll {' '.join(names)}", keypad="handed").kind == "accepted")
                side.look()
                faces = self._dice(len(names), face)
                need(table.enter(TABLE, f"roll {' '.join(faces)}").kind == "accepted")
        elif what == 1 and not any(GAME.may_see(event, SPECTATOR) for event in table.history.last.events):
            need(table.undo(agreed=True).kind == "accepted")
            side.look()
            need(table.redo().kind == "accepted")
        elif what == 2:
            side.device_troubles(self._choose)
        else:
            self._press_wrongly(side)
        side.look()

    def _press_wrongly(self, side: MummysSide) -> None:
        state: Any = side.table.history.state
        keys = "CD" if state.phase == "move" else "789CD"  # there may be nine ends
        key, keypad = self._choose.choice(keys), self._choose.choice(("main", 1))
        outcome = side.table.press(key, keypad)
        need(outcome.kind in ("refused", "typed"), key, keypad, outcome)
        if outcome.kind == "typed":
            side.table.press("#")
        side.look()

    def _walk(self) -> None:
        one, other = self._states()
        ways = []
        for text in (one.move_text(move) for move in one.legal(0)):
            if text == "stop":
                continue
            space = CORE.neighbours[one.mummy * 4 + "nesw".index(text[-1])]
            met = [[number for number, at in enumerate(state.hunters) if at == space] for state in (one, other)]
            if met[0] == met[1]:
                ways.append(text)
        if not ways or self._choose.random() < 0.1:
            self._both(0, "stop")
        else:
            self._both(0, self._choose.choice(ways))

    def _try_what_is_not_allowed(self) -> None:
        """Let the mummy press and enter what it may not; in both games it is answered the same."""
        is_its_turn = self._states()[0].to_act() == (0,)
        keys = "13790ABCD*" if is_its_turn else "123456789ABCD*0#"
        tries: list[Callable[[Table], Outcome]] = []
        for key in self._choose.sample(keys.replace("0", ""), 3):
            keypad = self._choose.choice((0, "second"))
            if self._states()[0].phase != "mummy_roll":
                tries.append(partial(_press, key, keypad))
        texts = ["throw", "die 2", f"move {self._choose.choice(IDS)}", "move z9", "deal", "pass", "roll 1 2 3", "reset"]
        text = self._choose.choice(texts)
        tries.append(lambda table: table.enter(0, text))
        if not is_its_turn:
            tries.append(lambda table: table.enter(0, "step n", version=1))
            tries.append(lambda table: table.undo(keypad=0))
            tries.append(lambda table: table.redo(keypad="second"))
            tries.append(lambda table: table.answer(1, agrees=True, keypad=0))
        for attempt in tries:
            for side in self.sides:
                side.tell(attempt(side.table))


def _press(key: str, keypad: int | str, table: Table) -> Outcome:
    return table.press(key, keypad)
