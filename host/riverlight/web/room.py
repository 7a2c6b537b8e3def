"""The shared state of all pages: the record, the game on the table with its device, and all open pages.

The table and the device call from their own threads; pages run on the server's event loop.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, Protocol

from riverlight.errors import RecordError
from riverlight.games.generator import random_seed
from riverlight.games.sides import MAIN, TABLE_PAGE, WATCH_PAGE, Keypad, PageViewer
from riverlight.games.start import ALL_KIT, Kit
from riverlight.languages.text import text
from riverlight.table.head import Head
from riverlight.table.hints import Hints
from riverlight.table.key_clock import KeyClock
from riverlight.table.lesson import open_lesson
from riverlight.table.observers import Outcome
from riverlight.table.opponents import USUAL_DELAY_S, Opponents
from riverlight.table.record import Store
from riverlight.table.replay import open_replay
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table
from riverlight.table.set_up import open_set_up
from riverlight.web import messages
from riverlight.web.game_labels import GameLabels
from riverlight.web.light_preview import LightPreview, between_looks_s
from riverlight.web.magnets import MagnetDevice, magnets_for, move_magnet
from riverlight.web.opponents import lead
from riverlight.web.own_page import with_way_to_cards
from riverlight.web.page_types import SeatReport, StateMessage, choice_tables
from riverlight.web.seat_devices import SeatDevices
from riverlight.web.seat_links import SeatLinks
from riverlight.web.sitting import HERE, Sitting, Visitor, Watcher

__all__ = ["Device", "Room"]

_REMEMBERED: Final = 1000  # responses cached, so that a repeated message is handled once
_MOST_WATCHERS: Final = 500
_A_PAGE_MS: Final = 25  # time of a slow host for a page, its connection and its first state


class Device(MagnetDevice, Protocol):
    """A device with a table's lights and keys, as the pages need it."""

    def attach(self, table: Table) -> None:
        """Light ``table`` from now on, and send it the device's key presses."""

    def press(self, key: str) -> bool:
        """Press and release a key on the device; False if its keys cannot be pressed from a page."""

    def watch(self, see: Callable[[int, bytes], None]) -> None:
        """Call ``see(chain, colours)`` for each frame sent to the lights: three bytes a light, as sent."""


class Room:
    """The shared state of all pages.

    Attributes:
        store: the record.
        labels: the names of its games.
        sitting: the game on the table page; None before the first one.
        links: the tokens of the private pages of all games.
        devices: the devices that have opened each of these pages.
        clock: detects keys that come too quickly to be another seat's entry; off until it is set.
    """

    def __init__(self, store: Store, device: Device | None, bot_delay_s: float = USUAL_DELAY_S) -> None:
        self.store = store
        self.labels = GameLabels(store.folder)
        self.sitting: Sitting | None = None
        self.links = SeatLinks(store.folder)
        self.devices = SeatDevices()
        self._device = device
        self.clock = KeyClock()
        self._bot_delay_s = bot_delay_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: set[Watcher] = set()
        self._previews: defaultdict[int, LightPreview] = defaultdict(LightPreview)
        self._pictures: dict[int, bytes] = {}
        self._looking: asyncio.Task[None] | None = None
        self._answers: OrderedDict[tuple[str, PageViewer, str], dict[str, Any]] = OrderedDict()
        self._turns: defaultdict[PageViewer, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._refusals: Counter[Keypad] = Counter()
        self._count = itertools.count(1)
        self._changes = 0
        self._states: dict[tuple[str, PageViewer, str | None], tuple[int, StateMessage]] = {}
        self._times_opened: Counter[str] = Counter()
        self._leaves: tuple[Callable[[], None], ...] = ()
        if device is not None:
            device.watch(self._see)

    def begin(self, game: str, options: Mapping[str, str], names: Sequence[str], bots: Collection[int] = ()) -> None:
        """Start a new game and put it on the table page.

        Raises:
            OptionError: invalid options, names or bots.
            RecordError: it cannot be stored.
        """
        self.open(Table.new(self.store, game, options, names, seed=random_seed(), bots=bots))

    def play_again(self, head: Head) -> None:
        """Start a game with the settings of ``head`` in which the second name starts.

        Raises:
            RecordError: it cannot be stored.
        """
        self.open(Table.start(self.store, head.rotated(random_seed())))

    def resume(self, game_id: int, *, is_set: bool = False) -> None:
        """Resume a saved game; the current one is not changed. Bots wait for the board, unless it ``is_set``.

        Raises:
            RecordError: there is no such game, or its record is damaged.
        """
        table = None if self.sitting is None else self.sitting.table
        if table is None or table.game_id != game_id or not table.is_stored:
            self.open(Table.resume(self.store, game_id))
            if is_set and self.sitting is not None and self.sitting.opponents is not None:
                self.sitting.opponents.board_is_set()

    def arrange(self, game_id: int) -> None:
        """Guide people through setting up the board of a saved game, which is then resumed.

        Raises:
            SecretError: nobody may see the pieces at the table.
            RecordError: there is no such game, or its record is damaged.
        """
        self.open(open_set_up(self.store, game_id, lambda: self.resume(game_id, is_set=True)))

    def start_replay(self, game_id: int) -> None:
        """Put the replay of a saved game on the table page; the current game is not changed.

        Raises:
            SecretError: something in the game is still secret.
            RecordError: there is no such game, or its record is damaged.
        """
        self.open(open_replay(self.store, game_id))

    def teach(self, name: str, kit: Kit = ALL_KIT) -> None:
        """Put the tutorial ``name`` on the table page, for people who have ``kit``.

        Raises:
            OptionError: there is no such tutorial.
        """
        self.open(open_lesson(self.store, name, kit))

    def open(self, table: Table) -> None:
        """Put ``table`` on the table page in place of the current one.

        Raises:
            RecordError: the links of its private pages cannot be stored.
        """
        is_played = bool(table.head.bots) and table.is_stored
        opponents = Opponents(table, self._changed, self._bot_delay_s) if is_played else None
        hints = Hints.for_table(table, self._changed)
        sitting = Sitting(table, self._id_for(table), self.links.tokens_of(table), opponents, hints)
        self.close()
        for leave in self._leaves:
            leave()
        self.sitting = sitting
        self._refusals.clear()
        self._states.clear()
        self._leaves = (table.listen(self._count_refusals), table.subscribe(self._changed))
        table.attend(lambda: self._present(sitting))
        if self._device is not None:
            self._device.attach(table)
        if opponents is not None:
            opponents.start()
        self._changed()

    def _id_for(self, table: Table) -> str:
        what = f"{type(table.play).__name__} {table.head.game.name} {table.game_id} {table.started_ms}"
        self._times_opened[what] += 1
        return hashlib.sha256(f"{what} {self._times_opened[what]}".encode()).hexdigest()[:16]

    def close(self) -> None:
        """Stop all bots."""
        if self.sitting is not None:
            self.sitting.close()

    def token_of(self, sitting: Sitting, seat: int, *, moved: bool) -> str:
        """Return the token of a seat; a new one if ``moved``: pages with the old one are cut off at once.

        Raises:
            RecordError: the new one cannot be stored; the old one stays valid.
        """
        if moved:
            fresh = self.links.move(sitting.table, seat)
            for token in list(sitting.seats):
                if token not in fresh:
                    del sitting.seats[token]
            sitting.seats.update(fresh)
            self._changed()
        return next(token for token, each in sitting.seats.items() if each == seat)

    def state(self, watcher: Watcher) -> StateMessage:
        """Return the newest state that ``watcher`` may see; without a snapshot if its page is out of date."""
        if watcher.is_ended or watcher.is_stale or watcher.is_closed:
            return {"table": None}
        if self.sitting is not watcher.sitting:
            fresh = None if self.sitting is None else self.sitting.id
            return {"table": fresh, "spread_ms": _A_PAGE_MS * len(self._watchers)}
        if watcher.is_apart:  # takes the same time whether or not anything has changed
            return self._whole_state(watcher)
        shown, changes = (watcher.sitting.id, watcher.viewer, watcher.token), self._changes
        computed_at, state = self._states.get(shown, (0, None))
        if state is None or computed_at != changes:
            state = self._whole_state(watcher)
            self._states[shown] = changes, state
        return state

    def _whole_state(self, watcher: Watcher) -> StateMessage:
        table = watcher.sitting.table
        snapshot = table.snapshot(watcher.viewer)
        if watcher.viewer == TABLE_PAGE and table.is_stored:
            snapshot = with_way_to_cards(snapshot, table.head, self._present(watcher.sitting))
        for seat, rounds in (watcher.sitting.hints.used() if watcher.sitting.hints is not None else {}).items():
            snapshot["seats"][seat]["hints"] = rounds
        if watcher.sitting.opponents is not None:
            snapshot["bots"] = watcher.sitting.opponents.shown(watcher.viewer, snapshot)
        refused = 0 if watcher.viewer == WATCH_PAGE else self._refusals[watcher.keypad]
        state: StateMessage = {
            "table": watcher.sitting.id,
            "refused": refused,
            "snapshot": {**snapshot, "choices": []},
            "choices": choice_tables(snapshot["choices"]),
        }
        if (lying := magnets_for(self._device, table, watcher.viewer)) is not None:
            state["magnets"] = lying
        if watcher.viewer == TABLE_PAGE:
            return {**state, "links": self.link_reports(watcher.sitting)}
        if watcher.token is not None and watcher.viewer != WATCH_PAGE:
            return {**state, "link": self.devices.report(watcher.token)}
        return state

    def link_reports(self, sitting: Sitting) -> list[SeatReport]:
        """Return a link report for each seat whose link has been opened."""
        reports = ((seat, self.devices.report(token)) for token, seat in list(sitting.seats.items()))
        return [{"seat": seat, **report} for seat, report in sorted(reports, key=itemgetter(0)) if report is not None]

    def link_shown(self, sitting: Sitting, seat: int) -> None:
        """Record that a table page has shown the link of ``seat``, so that pages that have it open are notified."""
        self.devices.shown(self.token_of(sitting, seat, moved=False))
        self._changed()

    def shut_out(self) -> None:
        """Close the table pages on other machines after the code has changed; pages here show the new one."""
        for watcher in self._watchers:
            if isinstance(watcher.viewer, str):
                watcher.is_shut_out = not watcher.visitor.is_local
                watcher.is_stale = watcher.viewer == TABLE_PAGE and watcher.visitor.is_local
                watcher.state_is_due()

    @property
    def is_full(self) -> bool:
        """Whether no more pages can be opened."""
        return len(self._watchers) >= _MOST_WATCHERS

    def enter(
        self, sitting: Sitting, viewer: PageViewer, token: str | None = None, visitor: Visitor = HERE
    ) -> Watcher | None:
        """Return a watcher for a new page; None if the room is full."""
        if self.is_full:
            return None
        self._loop = asyncio.get_running_loop()
        watcher = Watcher(sitting, viewer, token, visitor)
        if token is not None and isinstance(viewer, int):
            self.devices.opened(token, visitor.device)
        watcher.pictures.update({chain: seen for chain, seen in self._pictures.items() if watcher.may_see(chain)})
        watcher.wake.set()
        self._watchers.add(watcher)
        self._presence_changed(watcher)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._render_lights())
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Remove ``watcher``."""
        self._watchers.discard(watcher)
        self._presence_changed(watcher)

    def _presence_changed(self, watcher: Watcher) -> None:
        """Send new states to pages that show the presence of ``watcher``, if it has a private page."""
        if isinstance(watcher.viewer, int):
            self._push_state()

    def _present(self, sitting: Sitting) -> frozenset[int]:
        """Return the seats whose private pages are open."""
        here = [each for each in list(self._watchers) if each.sitting is sitting and not each.is_moved]
        return frozenset(each.viewer for each in here if isinstance(each.viewer, int))

    async def ask(self, watcher: Watcher, name: str, request: messages.Request) -> dict[str, Any]:
        """Handle a request of ``watcher`` once for each ``name``, and return the response."""
        asked = (watcher.sitting.id, watcher.viewer, name)
        async with self._turns[watcher.viewer]:  # a repeated message waits for the first one's response
            if asked not in self._answers:
                self._answers[asked] = {"answer": name, **await asyncio.to_thread(self._do, watcher, name, request)}
                if len(self._answers) > _REMEMBERED:
                    self._answers.popitem(last=False)
            return self._answers[asked]

    def _do(self, watcher: Watcher, name: str, request: messages.Request) -> dict[str, Any]:
        sentence = ""
        if watcher.is_moved:
            sentence = text("This seat was moved to another phone.")
        elif watcher.is_shut_out:
            sentence = text("The table code has changed. Reload the page and enter the new one.")
        elif watcher.is_closed:
            sentence = text(
                "The table page is hidden: only one player is a person, "
                "and it would show the computer players' secrets."
            )
        elif self.sitting is not watcher.sitting:
            sentence = text("Another game is on the table now: reload the page.")
        if sentence:
            return {"result": "refused", "sentence": sentence}
        try:
            outcome = self._outcome(watcher.sitting.table, watcher.viewer, name, request)
        except RecordError as error:
            return {"result": "refused", "sentence": error.sentence}
        return {"result": outcome.kind, "sentence": outcome.sentence, "clause": outcome.clause}

    def _outcome(self, table: Table, viewer: PageViewer, name: str, request: messages.Request) -> Outcome:
        if viewer == WATCH_PAGE:
            return Outcome("refused", text("Spectators cannot play."))
        keypad = MAIN if viewer == TABLE_PAGE else viewer
        # Stored with its effect, so that even a restarted host recognises a repeated message.
        message = KeyPress(f"{table.game_id} {viewer} {name}", 1)
        match request:
            case messages.Press(key, version):
                is_current = version is None or version == table.snapshot(viewer)["version"]
                if is_current and viewer == TABLE_PAGE and self._device is not None and self._device.press(key):
                    return Outcome("typed")
                return table.press(key, keypad, press=message, version=version, is_quick=self.clock.is_quick(keypad))
            case messages.Enter(move, version):
                return table.enter(
                    viewer if isinstance(viewer, int) else None, move, version=version, keypad=keypad, press=message
                )
            case messages.TakeBack(agreed, version):
                return table.undo(agreed=agreed, keypad=keypad, press=message, version=version)
            case messages.Redo(version):
                return table.redo(keypad=keypad, press=message, version=version)
            case messages.Ready() | messages.Bots():
                opponents = None if self.sitting is None else self.sitting.opponents
                return Outcome("typed") if opponents is None else lead(opponents, viewer, request)
            case messages.Agree(number, agrees):
                return table.answer(number, agrees=agrees, keypad=keypad)
            case messages.Correct(number, version):
                return table.choose(number, keypad=keypad, press=message, version=version)
            case messages.Drop(version):
                return table.drop(keypad=keypad, press=message, version=version)
            case messages.Magnet(space, is_put):
                return move_magnet(self._device, table, viewer, space, self._changed, is_put=is_put)
            case messages.GoTo(entries):
                return table.go_to(entries, keypad=keypad)

    def _count_refusals(self, keypad: Keypad, outcome: Outcome) -> None:
        if outcome.kind in ("refused", "asks"):
            self._refusals[keypad] += 1

    def _changed(self) -> None:
        self._changes = next(self._count)
        self._on_loop(self._push_state)

    def _push_state(self) -> None:
        self._changes = next(self._count)
        for watcher in self._watchers:
            watcher.state_is_due()

    def _see(self, chain: int, colours: bytes) -> None:
        self._previews[chain].see(time.monotonic(), colours)

    async def _render_lights(self) -> None:
        """Render the lights while any page is open, and pass on changes."""
        while self._watchers:
            now_s = time.monotonic()
            for chain in sorted(self._previews):
                picture = self._previews[chain].render(now_s)
                if picture != self._pictures.get(chain):
                    self._pictures[chain] = picture
                    for watcher in self._watchers:
                        if watcher.may_see(chain):
                            watcher.see(chain, picture)
            await asyncio.sleep(between_looks_s(len(self._watchers)))

    def _on_loop(self, call: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)
