"""What all pages share: the record, the table under way with its device, and everyone who watches.

The table and the device call from their own threads; pages live on the server's event loop. Between the two stands
:class:`Watcher`: it keeps only the newest of everything, so a slow page costs nothing and never falls behind.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from riverlight.errors import RecordError
from riverlight.languages.text import text
from riverlight.table.arranging import Arranging
from riverlight.table.keypads import Outcome
from riverlight.table.lesson import Lesson
from riverlight.table.opponents import USUAL_DELAY_S, Opponents, lone_seat_apart
from riverlight.table.record import KeyPress, Store
from riverlight.table.replay import Replay
from riverlight.table.session import Table
from riverlight.table.sides import MAIN, TABLE_PAGE, WATCH_PAGE, Keypad, PageViewer
from riverlight.table.unkept import Unkept
from riverlight.web.board import board_picture
from riverlight.web.eye import Eye
from riverlight.web.messages import Agree, Enter, GoTo, Press, Ready, Redo, Request, TakeBack
from riverlight.web.own_page import with_way_to_cards
from riverlight.web.seat_links import SeatLinks

__all__ = ["Device", "Room", "Sitting", "Watcher"]

_REMEMBERED: Final = 1000  # answers kept, so that a message sent twice counts once
_MOST_WATCHERS: Final = 64
_BETWEEN_LOOKS_S: Final = 0.05  # at most 20 pictures a second


class Device(Protocol):
    """What carries a table's lights and keys, as the pages need it."""

    def attach(self, table: Table) -> None:
        """Light ``table`` from now on, and bring it the keys pressed."""

    def press(self, key: str) -> bool:
        """Press and let go a key on the device itself; False where it has no keys that a page could press."""

    def watch(self, see: Callable[[int, bytes], None]) -> None:
        """Call ``see(chain, colours)`` for each picture sent to the lights: three bytes a light, as sent."""


class Sitting(NamedTuple):
    """A game as it lies on the table page now.

    Attributes:
        table: the game.
        id: another one each time a game is put on the page, so that a page knows when it shows an old one.
        seats: the seat of each token; a private page is found under its token, which cannot be guessed.
        watch: the token of the page of those who only watch.
        opponents: the bots at play; None where there are none, or the game is only looked at.
    """

    table: Table
    id: str
    seats: dict[str, int]
    watch: str
    opponents: Opponents | None = None

    def viewer(self, token: str) -> PageViewer | None:
        """Return whose page is found under ``token``."""
        return WATCH_PAGE if token == self.watch else self.seats.get(token)

    @property
    def lone_token(self) -> str | None:
        """The token of the only person, while that one must not see the table page, as the mummy; else None."""
        seat = lone_seat_apart(self.table.head)
        if self.opponents is None or self.table.history.state.result() is not None:
            return None
        return next((token for token, each in self.seats.items() if each == seat), None)


class Watcher:
    """An open page: who looks at which sitting, and what it has not been sent yet; ``token`` is a private page's."""

    def __init__(self, sitting: Sitting, viewer: PageViewer, token: str | None = None) -> None:
        self.sitting = sitting
        self.viewer = viewer
        self.token = token
        self.wake = asyncio.Event()
        self.is_state_due = True
        self.is_sent_away = False
        self.pictures: dict[int, bytes] = {}

    @property
    def is_moved(self) -> bool:
        """Whether the seat has another link by now."""
        return self.token is not None and self.sitting.viewer(self.token) is None

    @property
    def is_apart(self) -> bool:
        """Whether its side may not know when something happens at the table."""
        return self.sitting.table.sides.is_apart(self.viewer)

    def state_is_due(self) -> None:
        """The table changed."""
        self.is_state_due = True
        self.wake.set()

    def see(self, chain: int, picture: bytes) -> None:
        """The lights of ``chain`` look otherwise."""
        self.pictures[chain] = picture
        self.wake.set()


class Room:
    """What the pages share.

    Attributes:
        store: the record.
        sitting: the game on the table page; None before the first one.
        links: the tokens of the private pages of all games.
    """

    def __init__(self, store: Store, device: Device | None, bot_delay_s: float = USUAL_DELAY_S) -> None:
        self.store = store
        self.sitting: Sitting | None = None
        self.links = SeatLinks(store.folder)
        self._device = device
        self._bot_delay_s = bot_delay_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: set[Watcher] = set()
        self._eyes: defaultdict[int, Eye] = defaultdict(Eye)
        self._pictures: dict[int, bytes] = {}
        self._looking: asyncio.Task[None] | None = None
        self._answers: OrderedDict[tuple[str, PageViewer, str], dict[str, Any]] = OrderedDict()
        self._turns: defaultdict[PageViewer, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._refusals: Counter[Keypad] = Counter()
        self._leaves: tuple[Callable[[], None], ...] = ()
        if device is not None:
            device.watch(self._see)

    def begin(
        self, game: str, options: Mapping[str, str], names: Sequence[str], bots: Collection[int] = ()
    ) -> None:
        """Begin a new game and put it on the table page.

        Raises:
            OptionError: for options, names or bots that will not do.
            RecordError: when it cannot be kept.
        """
        self.open(Table.new(self.store, game, options, names, seed=secrets.randbits(32), bots=bots))

    def resume(self, game_id: int, *, is_set: bool = False) -> None:
        """Take up a kept game; the one under way stays as it is. Bots wait for the board, unless it ``is_set``.

        Raises:
            RecordError: when there is no such game, or its record is damaged.
        """
        table = None if self.sitting is None else self.sitting.table
        if table is None or table.game_id != game_id or isinstance(table, Unkept):
            self.open(Table.resume(self.store, game_id))
            if is_set and self.sitting is not None and self.sitting.opponents is not None:
                self.sitting.opponents.board_is_set()

    def arrange(self, game_id: int) -> None:
        """Walk people through setting the board for a kept game, which then goes on.

        Raises:
            RecordError: when there is no such game, or its record is damaged.
        """
        self.open(Arranging.of(self.store, game_id, lambda: self.resume(game_id, is_set=True)))

    def look_back(self, game_id: int) -> None:
        """Put a kept game on the table page to be looked back on; the one under way stays as it is in the record.

        Raises:
            RecordError: when there is no such game, or its record is damaged.
        """
        self.open(Replay.of(self.store, game_id))

    def teach(self, game: str) -> None:
        """Put the guided first game of ``game`` on the table page.

        Raises:
            OptionError: when there is no such game.
        """
        self.open(Lesson.of(self.store, game))

    def open(self, table: Table) -> None:
        """Put ``table`` on the table page in place of the one before.

        Raises:
            RecordError: when the links of its private pages cannot be kept.
        """
        is_played = bool(table.head.bots) and not isinstance(table, Unkept)
        opponents = Opponents(table, self._changed, self._bot_delay_s) if is_played else None
        sitting = Sitting(table, secrets.token_hex(4), self.links.of(table), secrets.token_urlsafe(16), opponents)
        self.close()
        for leave in self._leaves:
            leave()
        self.sitting = sitting
        self._refusals.clear()
        self._leaves = (table.listen(self._count_refusals), table.subscribe(self._changed))
        table.attend(lambda: self._present(sitting))
        if self._device is not None:
            self._device.attach(table)
        if table.head.board is not None:  # drawn by the time that a page asks for it
            threading.Thread(target=board_picture, args=[table.head.board], daemon=True).start()
        if opponents is not None:
            opponents.start()
        self._changed()

    def close(self) -> None:
        """Let no bot play any more."""
        if self.sitting is not None and self.sitting.opponents is not None:
            self.sitting.opponents.close()

    def token_of(self, sitting: Sitting, seat: int, *, moved: bool) -> str:
        """Return the token of a seat; a new one when it is ``moved``: pages under the old one hear no more at once.

        Raises:
            RecordError: when the new one cannot be kept; the old one stays good then.
        """
        if moved:
            fresh = self.links.move(sitting.table, seat)
            for token in list(sitting.seats):
                if token not in fresh:
                    del sitting.seats[token]
            sitting.seats.update(fresh)
            self._changed()
        return next(token for token, each in sitting.seats.items() if each == seat)

    def state(self, watcher: Watcher) -> dict[str, Any]:
        """Return the newest state as ``watcher`` may see it; without a snapshot once its page shows what is no more.

        ``table`` is the sitting's id; ``refused`` counts the refusals of the viewer's keypad, so that a page marks the
        same refusal again when it comes again. A choice is written ``[keys, move, label, space]``: half the bytes.
        """
        if watcher.is_moved:
            return {"table": None}
        if self.sitting is not watcher.sitting:
            return {"table": None if self.sitting is None else self.sitting.id}
        table = watcher.sitting.table
        snapshot = table.snapshot(watcher.viewer)
        if watcher.viewer == TABLE_PAGE and not isinstance(table, Unkept):
            snapshot = with_way_to_cards(snapshot, table.head, self._present(watcher.sitting))
        if watcher.sitting.opponents is not None:
            snapshot["bots"] = watcher.sitting.opponents.shown(watcher.viewer, snapshot)
        snapshot["choices"] = [
            [choice["keys"], choice["move"], choice["label"], *filter(None, [choice["space"]])]
            for choice in snapshot["choices"]
        ]
        refused = 0 if watcher.viewer == WATCH_PAGE else self._refusals[_keypad(watcher.viewer)]
        return {"table": watcher.sitting.id, "refused": refused, "snapshot": snapshot}

    def enter(self, sitting: Sitting, viewer: PageViewer, token: str | None = None) -> Watcher | None:
        """Return a new watcher, who has everything still to be sent; None when the room is full."""
        if len(self._watchers) >= _MOST_WATCHERS:
            return None
        self._loop = asyncio.get_running_loop()
        watcher = Watcher(sitting, viewer, token)
        watcher.pictures.update({chain: seen for chain, seen in self._pictures.items() if _may_see(watcher, chain)})
        watcher.wake.set()
        self._watchers.add(watcher)
        self._tell_state()
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Forget ``watcher``."""
        self._watchers.discard(watcher)
        self._tell_state()

    def _present(self, sitting: Sitting) -> frozenset[int]:
        """Return the seats whose private pages are open."""
        here = [each for each in list(self._watchers) if each.sitting is sitting and not each.is_moved]
        return frozenset(each.viewer for each in here if isinstance(each.viewer, int))

    async def ask(self, watcher: Watcher, name: str, request: Request) -> dict[str, Any]:
        """Do what ``watcher`` asks, once for each ``name``, and return the answer to it."""
        asked = (watcher.sitting.id, watcher.viewer, name)
        async with self._turns[watcher.viewer]:  # a message sent again waits for the first one's answer
            if asked not in self._answers:
                self._answers[asked] = {"answer": name, **await asyncio.to_thread(self._do, watcher, name, request)}
                if len(self._answers) > _REMEMBERED:
                    self._answers.popitem(last=False)
            return self._answers[asked]

    def _do(self, watcher: Watcher, name: str, request: Request) -> dict[str, Any]:
        if watcher.is_moved:
            return {"result": "refused", "sentence": text("This seat was moved to another phone.")}
        if self.sitting is not watcher.sitting:
            return {"result": "refused", "sentence": text("Another game lies on the table now; reload the page.")}
        try:
            outcome = self._outcome(watcher.sitting.table, watcher.viewer, name, request)
        except RecordError as error:
            return {"result": "refused", "sentence": error.sentence}
        return {"result": outcome.kind, "sentence": outcome.sentence, "clause": outcome.clause}

    def _outcome(self, table: Table, viewer: PageViewer, name: str, request: Request) -> Outcome:
        if viewer == WATCH_PAGE:
            return Outcome("refused", text("This page only watches."))
        keypad = _keypad(viewer)
        # Kept with what it does: also a host that has started anew since knows a message that comes again.
        message = KeyPress(f"{table.game_id} {viewer} {name}", 1)
        match request:
            case Press(key):
                if viewer == TABLE_PAGE and self._device is not None and self._device.press(key):
                    return Outcome("typed")
                return table.press(key, keypad, press=message)
            case Enter(move, version):
                seat = viewer if isinstance(viewer, int) else None
                return table.enter(seat, move, version=version, keypad=keypad, press=message)
            case TakeBack(agreed):
                return table.take_back(agreed=agreed, keypad=keypad, press=message)
            case Redo():
                return table.redo(keypad=keypad, press=message)
            case Ready():
                if self.sitting is not None and self.sitting.opponents is not None:
                    self.sitting.opponents.board_is_set()
                return Outcome("typed")
            case Agree(number, agrees):
                return table.answer(number, agrees=agrees, keypad=keypad)
            case GoTo(entries):
                if isinstance(table, Replay) and viewer == TABLE_PAGE:
                    return table.go_to(entries)
                return Outcome(
                    "refused", text("Only a game looked back on goes to another entry, from the table page.")
                )

    def _count_refusals(self, keypad: Keypad, outcome: Outcome) -> None:
        if outcome.kind in ("refused", "asks"):
            self._refusals[keypad] += 1

    def _changed(self) -> None:
        self._on_loop(self._tell_state)

    def _tell_state(self) -> None:
        for watcher in self._watchers:
            watcher.state_is_due()

    def _see(self, chain: int, colours: bytes) -> None:
        self._eyes[chain].see(time.monotonic(), colours)

    async def _look(self) -> None:
        """Look at the lights as long as anybody watches, and pass on what changed."""
        while self._watchers:
            now_s = time.monotonic()
            for chain in sorted(self._eyes):
                picture = self._eyes[chain].look(now_s)
                if picture != self._pictures.get(chain):
                    self._pictures[chain] = picture
                    for watcher in self._watchers:
                        if _may_see(watcher, chain):
                            watcher.see(chain, picture)
            await asyncio.sleep(_BETWEEN_LOOKS_S)

    def _on_loop(self, call: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)


def _keypad(viewer: PageViewer) -> Keypad:
    return MAIN if viewer == TABLE_PAGE else viewer


def _may_see(watcher: Watcher, chain: int) -> bool:
    """Return whether the page shows a chain of lights: those of the table and of who watches all, of a side its own.

    Two sides have two boards: the lights of one would be pieces and ends that are none on the other.
    """
    table = watcher.sitting.table
    if not table.sides.apart:
        return isinstance(watcher.viewer, str)
    if isinstance(watcher.viewer, int) and not watcher.is_apart:
        return False
    panels = [] if table.head.board is None else [name for name, _ in table.head.board.core.panels]
    return chain < len(panels) and (panels[chain] in table.sides.apart_panels) == watcher.is_apart
