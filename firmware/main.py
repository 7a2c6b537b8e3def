"""Entry point and main loop of the firmware.

Each iteration draws a frame if one is due, then handles input, output, keys and a part of a search until the next one.
It blocks only on input. Ctrl-C is an input byte; it ends the loop and leaves no timer running.
"""

import binascii
import gc
import sys

import machine

from firmware import last_resort, loading, pins
from firmware.board_store import BoardStore
from firmware.heap import fill_holes
from firmware.keypad import Keypad
from firmware.leds import make_chains
from firmware.link import Link
from firmware.stage import Stage
from firmware.ticks import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us
from firmware.watchdog import Watchdog, give_back_ctrl_c
from shared_rules.board import NIAGARA, PYRAMID
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from firmware.buzzer import Buzzer
    from firmware.free_play import FreePlay
    from firmware.reader import Reader
    from firmware.root_main import Start

_FRAME_US = const(16667)
_LOOK_MS = const(3)  # maximum wait for input, and interval between checks of the keys
_SCAN_LOOK_MS = const(1)  # the same while a key is being debounced
_HOLD_US = const(13000)  # maximum delay of a due frame by incoming lines: one per panel
_SEARCH_US = const(4000)  # maximum search time per iteration
_STEP_US = const(1700)  # a search step, 1.6 ms at most, starts at least this long before a frame
_COLLECT_AFTER = const(8)  # messages and presses; twice as many without a pause. A position takes up to 9 KB
_QUIET_MS = const(50)  # silence before a collection, which would delay the next message
_COLLECT_EACH_MS = const(4000)  # fixed interval where the time of a collection could reveal a secret
_GRACE_MS = const(5000)  # how long keys are stored for a host that may still connect
_HEALTHY_MS = const(2000)  # uptime after which a boot is healthy
_FAREWELL_US = const(100000)  # for the last lines before a restart
_TRIAL_MS = const(30000)  # a slot on trial fails without a host in this time


class App:
    """The firmware: lights, keys, board and main loop.

    Args:
        link: the serial link to the host.
        watchdog: fed with each frame.
        start: called once this boot is considered healthy; None if boots are not counted.
    """

    def __init__(self, link: Link, watchdog: Watchdog, start: "Start | None" = None) -> None:
        self._link = link
        self._watchdog = watchdog
        self._start = start
        self._is_proved = start is None
        from firmware import settings  # noqa: PLC0415 - unloaded below

        chosen = settings.load()
        try:
            self._chains = make_chains(chosen.for_chains())
        except ValueError as error:
            chosen = settings.Settings()
            chosen.fault = (settings.PATH, "power", "", ("%s" % error)[:120])
            self._chains = make_chains(chosen.for_chains())
        loading.unload("settings")
        peek = pins.PEEK if chosen.peek_key else -1
        self._keypads = [Keypad(pins.ROWS, pins.COLUMNS, chosen.legend, peek)]
        if chosen.second_keypad:
            self._keypads.append(Keypad(pins.SECOND_ROWS, pins.SECOND_COLUMNS, chosen.legend))
        self._reader: "Reader | None" = None
        if chosen.card_reader:
            from firmware.reader import make_reader  # noqa: PLC0415 - saves heap if unused

            self._reader = make_reader()
        self._tags = chosen.tags
        self._buzzer: "Buzzer | None" = None
        if chosen.buzzer:
            from firmware.buzzer import Buzzer  # noqa: PLC0415 - the same

            self._buzzer = Buzzer()
        self._store = BoardStore()
        self._store.load()
        if chosen.sensors and link.sensors is None and self._store.game() != NIAGARA:
            from firmware.sensors import begin  # noqa: PLC0415 - saves heap; Niagara has none to spare

            link.sensors = begin(chosen.sensors, link)
        link.fault = chosen.fault or self._store.fault
        link.chains = self._chains
        link.keypads = len(self._keypads)
        self._stage = Stage(self._chains)
        self._free_play: "FreePlay | None" = None
        self._started_ms = ticks_ms()
        self._is_in_grace = True
        self._deadline_us = ticks_us()
        self._collects_by_clock = False
        self._collected_at_ms = ticks_add(self._started_ms, -_COLLECT_EACH_MS)  # collect at the first frame
        self._peek_ms = chosen.peek_ms
        self._peeked_at_ms = 0
        self._was_peeking = False
        # Refusals of a second keypad show on its own panel.
        last = len(chosen.chains) - 1
        self._panel_of = [chosen.chains[min(number, last)]["panel"] for number in range(len(self._keypads))]

    def chains(self) -> "list[Any]":
        """Return the chains of lights."""
        return list(self._chains.values())

    def stop(self) -> None:
        """Stop the timers and turn the lights off."""
        for keypad in self._keypads:
            keypad.stop()
        for chain in self._chains.values():
            chain.deinit()
        if self._buzzer is not None:
            self._buzzer.stop()

    def start(self, message: "dict[str, Any] | None") -> None:
        """Start, or restart after an error, handling ``message`` if given."""
        self._use_board()
        for keypad in self._keypads:
            keypad.start()
        self._link.traffic = _COLLECT_AFTER
        self._deadline_us = ticks_us()
        if message is not None:
            self._handle(message)

    def turn(self) -> None:
        """Draw a frame if one is due, then handle other work for a few milliseconds."""
        now_us = ticks_us()
        left_us = ticks_diff(self._deadline_us, now_us)
        # An incoming line has priority over a due frame, which would block the processor for 2 ms and the output for 5,
        # while the line brings its own frame.
        if left_us <= -_HOLD_US or (left_us <= 0 and not self._link.is_ready()):
            self._read()  # around everything that takes 1 ms or more, to keep key latency low
            self._frame(now_us)
            self._read()
            left_us = ticks_diff(self._deadline_us, ticks_us())
        elif left_us <= 0:
            left_us += _HOLD_US
        spare_us = _STEP_US // len(self._chains)  # less with several panels: a step may delay a frame slightly
        has_search = left_us > spare_us and self._stage.is_busy()
        longest_ms = _SCAN_LOOK_MS if self._is_key_closed() else _LOOK_MS
        wait_ms = 0 if has_search or left_us < 1000 else min(left_us // 1000, longest_ms)
        if wait_ms and not self._stage.pump():
            wait_ms = 1  # a waiting frame has to start as soon as the previous one ends
        self._link.pump(wait_ms, ticks_add(ticks_us(), min(left_us, longest_ms * 1000)))
        self._read()
        self._stage.pump()
        message = self._link.next_message()
        if self._free_play is not None and self._link.has_heard:
            self._free_play = None
            self._use_board()
        while message is not None:
            self._handle(message)
            message = self._link.next_message()
        self._read()
        if self._reader is not None and ticks_diff(self._deadline_us, ticks_us()) > _STEP_US:
            self._read_tag(self._reader)
        if self._link.sensors is not None and ticks_diff(self._deadline_us, ticks_us()) > _STEP_US:
            self._link.sensors.step(ticks_ms(), self._free_play)
        if has_search:
            self._search(ticks_add(self._deadline_us, -spare_us))
        elif 0 < left_us < 1000:
            sleep_us(left_us)

    def _read(self) -> None:
        """Handle the next press of each keypad."""
        number = 0
        for keypad in self._keypads:
            if keypad.is_waiting():
                event = keypad.read()
                if event is not None:
                    self._press(event[0], event[1], number)
            number += 1  # noqa: SIM113 - enumerate() would allocate in every iteration

    def _is_key_closed(self) -> bool:
        for keypad in self._keypads:  # noqa: SIM110 - any() of a generator would allocate in every iteration
            if keypad.is_active():
                return True
        return False

    def _frame(self, now_us: int) -> None:
        """Draw the next panel: one per call, to keep the latency of lines and presses low."""
        now_ms = ticks_ms()
        self._link.tick(now_ms)
        self._stage.draw(now_ms, self._is_peeking(now_ms), self._link.is_waiting)
        if self._buzzer is not None:
            self._buzzer.pump(now_ms)
        self._watchdog.feed()
        until_us = _FRAME_US // len(self._chains)
        self._deadline_us = ticks_add(self._deadline_us, until_us)
        if ticks_diff(self._deadline_us, now_us) <= 0:  # a whole frame late: count from here
            self._deadline_us = ticks_add(now_us, until_us)
        if self._is_in_grace and ticks_diff(now_ms, self._started_ms) >= _GRACE_MS:
            self._is_in_grace = False
            self._begin_free_play(now_ms)
        if not self._is_proved and self._start is not None:
            lived_ms = ticks_diff(now_ms, self._started_ms)
            if lived_ms >= _HEALTHY_MS:
                self._is_proved = self._start.confirm(self._link.has_heard)
            if lived_ms >= _TRIAL_MS and not self._is_proved:
                machine.reset()
        if self._must_collect(now_ms):  # here, with a whole frame period ahead
            gc.collect()
            fill_holes()
            if self._link.free == 0 or now_ms // 60000 != self._collected_at_ms // 60000:
                self._link.free = gc.mem_free()  # scans the whole heap, 10 ms on the Pico, so only once a minute
            self._link.traffic = 0
            self._collected_at_ms = now_ms

    def _must_collect(self, now_ms: int) -> bool:
        """Return whether to collect garbage now: in a pause, to delay no line or press.

        Where the time of a collection could reveal a secret it is periodic, delayed only by incoming lines.
        """
        link = self._link
        if self._collects_by_clock:
            return ticks_diff(now_ms, self._collected_at_ms) >= _COLLECT_EACH_MS and not link.is_busy()
        if link.traffic < _COLLECT_AFTER or link.traffic >= 2 * _COLLECT_AFTER:
            return link.traffic >= _COLLECT_AFTER
        is_quiet = ticks_diff(now_ms, link.heard_at_ms) >= _QUIET_MS
        return is_quiet and not self._is_key_closed() and not link.is_busy()

    def _is_peeking(self, now_ms: int) -> bool:
        """Return whether to show hidden roles: peek key held, within its time limit."""
        is_held = self._keypads[0].is_peeking
        if is_held and not self._was_peeking:
            self._peeked_at_ms = now_ms
        self._was_peeking = is_held
        return is_held and (self._peek_ms == 0 or ticks_diff(now_ms, self._peeked_at_ms) < self._peek_ms)

    def _search(self, until_us: int) -> None:
        """Search until shortly before the next frame; stop early for input or a key."""
        if ticks_diff(until_us, ticks_us()) > _SEARCH_US:
            until_us = ticks_add(ticks_us(), _SEARCH_US)
        while self._stage.is_busy() and ticks_diff(until_us, ticks_us()) > 0:
            lit = self._stage.step()
            if lit is not None and self._free_play is None:
                self._link.send(lit)
            if self._is_key_closed() or self._link.is_busy():
                return

    def _handle(self, message: "dict[str, Any]") -> None:
        kind = message["t"]
        if kind == "show":
            self._show(message)
        elif kind == "cue":
            if message.get("k") == "refused":
                self._sound_refusal()
            self._stage.cue(message.get("p"), message.get("k"), ticks_ms())
        elif kind == "board":
            board = self._store.board
            self._link.send(self._store.take(message))
            if self._store.board is not board:
                if board is not None and board.game != self._store.game():
                    self._start_anew()
                self._use_board()
        elif kind == "probe":
            self._answer_probe(message)
        elif self._link.sensors is not None:
            self._link.sensors.receive(message)

    def _show(self, message: "dict[str, Any]") -> None:
        """Show a position on its panel at once, without affecting other panels' frames."""
        panel = self._stage.accept(message)
        self._read()
        if panel is None:
            name, revision = message.get("p"), message.get("r")
            if isinstance(name, str) and isinstance(revision, int):
                self._link.send({"t": "lit", "p": name[:12], "r": revision, "d": ""})
            return
        panel.show(ticks_ms())
        self._read()
        now_ms = ticks_ms()
        self._stage.draw(now_ms, self._is_peeking(now_ms), self._link.is_waiting, panel)
        self._read()

    def _start_anew(self) -> None:
        """Restart for another game's board, once all lines are sent: frees the old rules."""
        started_us = ticks_us()
        while not self._link.outbox.is_empty() and ticks_diff(ticks_us(), started_us) < _FAREWELL_US:
            self._link.pump(1, ticks_us())
        if self._start is not None:
            self._start.forgive()
        machine.soft_reset()

    def _answer_probe(self, message: "dict[str, Any]") -> None:
        if self._stage.probe is None:
            from firmware.probe import Probe  # noqa: PLC0415 - saves heap during play

            self._stage.probe = Probe()
        self._stage.probe.take(message, ticks_ms())
        self._link.send(self._stage.probe.answer(message, self._start, self._reader))

    def _use_board(self) -> None:
        board = self._store.board
        self._stage.set_board(board)
        self._collects_by_clock = has_secret_lights = board is not None and board.game == PYRAMID
        if self._buzzer is not None:
            self._buzzer.is_allowed = not has_secret_lights
        self._link.board_hash = self._store.hash()

    def _press(self, keys: str, is_long: bool, keypad: int, is_card: bool = False) -> None:
        """Handle a key of a keypad, or all ``keys`` of a card."""
        self._link.traffic += 1
        is_taken = self._free_play is not None
        if self._free_play is not None:
            for key in keys:
                self._free_play.press(key, ticks_ms())
        elif self._is_in_grace or self._link.has_heard:
            is_taken = self._link.press_card(keys) if is_card else self._link.press(keys, is_long, keypad)
        if not is_taken:
            self._refuse(keypad)
        elif self._buzzer is not None:
            self._buzzer.tick(ticks_ms())
        self._link.overflows = sum([each.lost for each in self._keypads])

    def _read_tag(self, reader: "Reader") -> None:
        """Poll the reader; an assigned tag presses its keys, another is sent by its id."""
        tag = reader.step(ticks_ms())
        if tag is None:
            return
        keys = self._tags.get(tag)
        if keys is not None:
            self._press(keys, False, 0, True)
            return
        self._refuse(0)
        if self._free_play is None:
            self._link.send_tag(tag)

    def _refuse(self, keypad: int) -> None:
        self._stage.cue(self._panel_of[keypad], "refused", ticks_ms())
        self._sound_refusal()

    def _sound_refusal(self) -> None:
        if self._buzzer is not None:
            self._buzzer.refuse(ticks_ms())

    def _begin_free_play(self, now_ms: int) -> None:
        if self._link.has_heard:
            return
        self._link.forget_presses()  # meaningless to a host that connects later
        board = self._store.board
        if board is None:
            return
        from firmware.free_play import FreePlay  # noqa: PLC0415 - saves heap with a host

        sensors = self._link.sensors
        free_play = FreePlay(self._stage, board) if sensors is None else sensors.free_play(self._stage, board)
        if free_play.is_possible():
            self._free_play = free_play
            free_play.show(now_ms)


def main(reader: "TextIO | None" = None, writer: "TextIO | None" = None, start: "Start | None" = None) -> None:
    """Run until Ctrl-C or a restart; errors end it only while a slot is on trial."""
    unique_id = binascii.hexlify(machine.unique_id()).decode()
    link = Link(reader or sys.stdin, writer or sys.stdout, unique_id)
    watchdog = Watchdog()
    app = message = None
    try:
        watchdog.start()
        while True:
            try:
                if app is None:
                    app = App(link, watchdog, start)
                app.start(message)
                while True:
                    app.turn()
            except Exception as error:  # keep the link alive after any error; Ctrl-C is not an Exception
                if start is not None:
                    if start.is_on_trial:
                        raise
                    start.log(error)
                message = last_resort.run(error, link, [] if app is None else app.chains(), watchdog)
    finally:
        try:
            _stop(watchdog, app)
        finally:
            give_back_ctrl_c()


def _stop(watchdog: Watchdog, app: "App | None") -> None:
    """Stop all Timers, the watchdog first, as it would reset a Pico at its prompt."""
    while True:
        try:
            watchdog.stop()
            if app is not None:
                app.stop()
            return
        except KeyboardInterrupt:  # a second Ctrl-C, as sent by tools, after a hung loop
            continue
