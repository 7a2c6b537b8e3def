"""The firmware's start and its one loop.

A turn of the loop draws a frame when one is due, then moves bytes until the next is: input, output, keys, a piece of a
search. Nothing in it waits but for input. Ctrl-C ends it at any point and leaves no timer running.
"""

import binascii
import gc
import sys

import machine

from firmware import last_resort, pins, settings
from firmware.board_store import BoardStore
from firmware.keypad import Keypad
from firmware.leds import make_chains
from firmware.link import Link
from firmware.stage import Stage
from firmware.ticks import sleep_us, ticks_add, ticks_diff, ticks_ms, ticks_us
from firmware.watchdog import Watchdog
from shared_rules.board import PYRAMID
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TextIO

    from firmware.buzzer import Buzzer
    from firmware.free_play import FreePlay
    from firmware.reader import Reader
    from firmware.root_main import Start

_FRAME_US = const(16667)
_LOOK_MS = const(3)  # the longest wait for input: keys are looked for as often
_SEARCH_US = const(4000)  # how long a turn goes on searching
_STEP_US = const(1700)  # no step of a search, 2 ms at most, begins so short before a frame: it is 0.3 ms late at worst
_COLLECT_AFTER = const(10)  # messages
_COLLECT_EACH_MS = const(1000)  # where the moment of a collection could tell something
_GRACE_MS = const(5000)  # how long keys are kept for a host that may still come
_HEALTHY_MS = const(2000)  # a start that lives so long is a good one
_FAREWELL_US = const(100000)  # for the last lines before a restart
_TRIAL_MS = const(30000)  # what no host has heard in this time while on trial has failed


class App:
    """The firmware: its lights, keys and board, and the loop.

    Args:
        link: the line to the host.
        watchdog: fed with each frame.
        start: told once this start has come to health; None where nobody counts starts.
    """

    def __init__(self, link: Link, watchdog: Watchdog, start: "Start | None" = None) -> None:
        self._link = link
        self._watchdog = watchdog
        self._start = start
        self._is_proved = start is None
        chosen = settings.load()
        try:
            self._chains = make_chains(chosen.for_chains())
        except ValueError as error:
            chosen = settings.Settings()
            chosen.fault = "%s is set aside: %s" % (settings.PATH, error)
            self._chains = make_chains(chosen.for_chains())
        peek = pins.PEEK if chosen.peek_key else -1
        self._keypads = [Keypad(pins.ROWS, pins.COLUMNS, chosen.legend, peek)]
        if chosen.second_keypad:
            self._keypads.append(Keypad(pins.SECOND_ROWS, pins.SECOND_COLUMNS, chosen.legend))
        self._reader: "Reader | None" = None
        if chosen.card_reader:
            from firmware.reader import make_reader  # noqa: PLC0415 - without one it would only fill the heap

            self._reader = make_reader()
        self._tags = chosen.tags
        self._buzzer: "Buzzer | None" = None
        if chosen.buzzer:
            from firmware.buzzer import Buzzer  # noqa: PLC0415 - the same

            self._buzzer = Buzzer()
        self._store = BoardStore()
        self._store.load()
        link.fault = chosen.fault or self._store.fault
        link.chains = self._chains
        link.keypads = len(self._keypads)
        self._stage = Stage(self._chains)
        self._free_play: "FreePlay | None" = None
        self._started_ms = ticks_ms()
        self._is_in_grace = True
        self._deadline_us = ticks_us()
        self._messages = 0  # since the last collection
        self._must_collect = False
        self._collects_by_clock = False
        self._collected_at_ms = 0
        self._peek_ms = chosen.peek_ms
        self._peeked_at_ms = 0
        self._was_peeking = False
        # What a keypad of its own is refused shows on the panel that stands before it.
        last = len(chosen.chains) - 1
        self._panel_of = [chosen.chains[min(number, last)]["panel"] for number in range(len(self._keypads))]

    def chains(self) -> "list[Any]":
        """Return the chains of lights."""
        return list(self._chains.values())

    def stop(self) -> None:
        """Stop the timers and put the lights out."""
        for keypad in self._keypads:
            keypad.stop()
        for chain in self._chains.values():
            chain.deinit()
        if self._buzzer is not None:
            self._buzzer.stop()

    def start(self, message: "dict[str, Any] | None") -> None:
        """Begin, or begin anew after an error, with ``message`` where there is one."""
        self._use_board()
        for keypad in self._keypads:
            keypad.start()
        self._must_collect = True
        self._deadline_us = ticks_us()
        if message is not None:
            self._handle(message)

    def turn(self) -> None:
        """Draw a frame if one is due, then do for a few milliseconds what there is to do."""
        now_us = ticks_us()
        if ticks_diff(self._deadline_us, now_us) <= 0:
            self._frame(now_us)
        left_us = ticks_diff(self._deadline_us, ticks_us())
        has_search = left_us > _STEP_US and self._stage.is_busy()
        wait_ms = 0 if has_search or left_us < 1000 else min(left_us // 1000, _LOOK_MS)
        self._link.pump(wait_ms, ticks_add(ticks_us(), min(left_us, _LOOK_MS * 1000)))
        self._stage.pump()
        message = self._link.next_message()
        if self._free_play is not None and self._link.has_heard:
            self._free_play = None
            self._use_board()
        while message is not None:
            self._handle(message)
            message = self._link.next_message()
        for number in range(len(self._keypads)):
            event = self._keypads[number].read()
            if event is not None:
                self._press(event[0], event[1], number)
        if self._reader is not None and ticks_diff(self._deadline_us, ticks_us()) > _STEP_US:
            self._read_tag(self._reader)
        if has_search:
            self._search()
        elif 0 < left_us < 1000:
            sleep_us(left_us)

    def _frame(self, now_us: int) -> None:
        now_ms = ticks_ms()
        self._link.tick(now_ms)
        self._stage.draw(now_ms, self._is_peeking(now_ms), self._link.is_waiting)
        if self._buzzer is not None:
            self._buzzer.pump(now_ms)
        self._watchdog.feed()
        self._deadline_us = ticks_add(self._deadline_us, _FRAME_US)
        if ticks_diff(self._deadline_us, now_us) <= 0:  # a whole frame late: begin to count anew
            self._deadline_us = ticks_add(now_us, _FRAME_US)
        if self._is_in_grace and ticks_diff(now_ms, self._started_ms) >= _GRACE_MS:
            self._is_in_grace = False
            self._begin_free_play(now_ms)
        if not self._is_proved and self._start is not None:
            lived_ms = ticks_diff(now_ms, self._started_ms)
            if lived_ms >= _HEALTHY_MS:
                self._is_proved = self._start.confirm(self._link.has_heard)
            if lived_ms >= _TRIAL_MS and not self._is_proved:
                machine.reset()
        if self._collects_by_clock:
            self._must_collect = ticks_diff(now_ms, self._collected_at_ms) >= _COLLECT_EACH_MS
        if self._must_collect:
            # Here, where a whole frame's time lies ahead.
            self._must_collect = False
            self._messages = 0
            self._collected_at_ms = now_ms
            gc.collect()

    def _is_peeking(self, now_ms: int) -> bool:
        """Return whether what is hidden shows: while the peek key is held, but no longer than the settings allow."""
        is_held = self._keypads[0].is_peeking
        if is_held and not self._was_peeking:
            self._peeked_at_ms = now_ms
        self._was_peeking = is_held
        return is_held and (self._peek_ms == 0 or ticks_diff(now_ms, self._peeked_at_ms) < self._peek_ms)

    def _search(self) -> None:
        until_us = ticks_add(self._deadline_us, -_STEP_US)
        if ticks_diff(until_us, ticks_us()) > _SEARCH_US:
            until_us = ticks_add(ticks_us(), _SEARCH_US)
        while self._stage.is_busy() and ticks_diff(until_us, ticks_us()) > 0:
            lit = self._stage.step()
            if lit is not None:
                self._must_collect = True
                if self._free_play is None:
                    self._link.send(lit)

    def _handle(self, message: "dict[str, Any]") -> None:
        kind = message["t"]
        if kind == "show":
            refusal = self._stage.show(message, ticks_ms())
            if refusal is not None:
                self._link.send(refusal)
            else:
                # This panel at once; the others at their own time, which must not tell that this one got something.
                now_ms = ticks_ms()
                self._stage.draw(now_ms, self._is_peeking(now_ms), self._link.is_waiting, message["p"])
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
        self._messages += 1
        if self._messages >= _COLLECT_AFTER:
            self._must_collect = True

    def _start_anew(self) -> None:
        """Restart once all is told, with the board of another game: the rules of several would fill the heap."""
        started_us = ticks_us()
        while not self._link.outbox.is_empty() and ticks_diff(ticks_us(), started_us) < _FAREWELL_US:
            self._link.pump(1, ticks_us())
        if self._start is not None:
            self._start.forgive()
        machine.soft_reset()

    def _answer_probe(self, message: "dict[str, Any]") -> None:
        if self._stage.probe is None:
            from firmware.probe import Probe  # noqa: PLC0415 - while people play it would only fill the heap

            self._stage.probe = Probe()
        self._stage.probe.take(message, ticks_ms())
        start = self._start
        self._link.send(
            {
                "t": "probed",
                "n": message.get("n") if isinstance(message.get("n"), int) else 0,
                "m": ".".join([str(part) for part in sys.implementation.version[:3]]),
                "s": "" if start is None else start.slot,
                "r": "none" if self._reader is None else "ready" if self._reader.is_there else "missing",
                "y": 0 if start is None or not start.is_on_trial else 1,
            }
        )

    def _use_board(self) -> None:
        board = self._store.board
        self._stage.set_board(board)
        has_secret_lights = board is not None and board.game == PYRAMID
        self._collects_by_clock = has_secret_lights
        if self._buzzer is not None:
            self._buzzer.is_allowed = not has_secret_lights
        self._link.board_hash = self._store.hash()

    def _press(self, key: str, is_long: bool, keypad: int) -> None:
        is_taken = False
        if self._free_play is not None:
            is_taken = True
            self._free_play.press(key, ticks_ms())
        elif self._is_in_grace or self._link.has_heard:
            is_taken = self._link.press(key, is_long, keypad)
        if not is_taken:
            self._refuse(keypad)
        elif self._buzzer is not None:
            self._buzzer.tick(ticks_ms())
        self._link.overflows = sum([each.lost for each in self._keypads])

    def _read_tag(self, reader: "Reader") -> None:
        """Look for a tag a little further; one that has been taught presses its keys, another is told as it is."""
        tag = reader.step(ticks_ms())
        if tag is None:
            return
        keys = self._tags.get(tag)
        if keys is not None:
            for key in keys:
                self._press(key, False, 0)
            return
        self._refuse(0)
        if self._free_play is None:
            self._link.lay(tag)

    def _refuse(self, keypad: int) -> None:
        self._stage.cue(self._panel_of[keypad], "refused", ticks_ms())
        self._sound_refusal()

    def _sound_refusal(self) -> None:
        if self._buzzer is not None:
            self._buzzer.refuse(ticks_ms())

    def _begin_free_play(self, now_ms: int) -> None:
        if self._link.has_heard:
            return
        self._link.forget_presses()  # a host that comes later would not know what they were meant for
        board = self._store.board
        if board is None:
            return
        from firmware.free_play import FreePlay  # noqa: PLC0415 - with a host it would only fill the heap

        free_play = FreePlay(self._stage, board)
        if free_play.is_possible():
            self._free_play = free_play
            free_play.show(now_ms)


def main(
    reader: "TextIO | None" = None, writer: "TextIO | None" = None, start: "Start | None" = None
) -> None:
    """Run the firmware; ends by Ctrl-C or a restart, and by an error while ``start`` is one of a slot on trial."""
    unique_id = binascii.hexlify(machine.unique_id()).decode()
    link = Link(reader or sys.stdin, writer or sys.stdout, unique_id)
    watchdog = Watchdog()
    app = None
    message = None
    try:
        watchdog.start()
        while True:
            try:
                if app is None:
                    app = App(link, watchdog, start)
                app.start(message)
                while True:
                    app.turn()
            except Exception as error:  # whatever it was, the line has to live; Ctrl-C is no Exception
                if start is not None:
                    if start.is_on_trial:
                        raise
                    start.log(error)
                message = last_resort.run(error, link, [] if app is None else app.chains(), watchdog)
    finally:
        while True:
            try:
                watchdog.stop()
                if app is not None:
                    app.stop()
                break
            except KeyboardInterrupt:  # pressed twice, as tools do: a watchdog left behind would bite at the prompt
                continue
