"""Whatever a device sends, and however fast: the replies are bounded, and the reason is reported."""

from __future__ import annotations

import random
from typing import Any

import pytest
from riverlight import boards
from riverlight.devices import heartbeat, protocol_session, token_bucket
from riverlight.devices.key_events import KeyEvents
from riverlight.devices.link import Link
from riverlight.devices.protocol_session import ProtocolSession
from riverlight.devices.replies import sound

from shared_rules.line import FROM_PICO, PROTOCOL, encode
from tests.host.devices.scripted_pico import ScriptedPico, wait_until
from tests.tools.fuzz.lines import MESSAGES_OF_PICO

BOARD = boards.shipped("canyon").core
POSITION = {"g": "canyon", "c": [0, 1], "s": 0, "a": 0, "n": 0, "m": 0}
HELLO = {"t": "hello", "v": PROTOCOL, "b": "aaaaaa", "h": ""}

SENT_A_SECOND = 40
"""Beats, questions and repetitions that time alone brings; far less than a line for each line of a fast device."""


class Wire:
    """A line that only notes what is sent."""

    is_open = True
    bad_lines = dropped = 0

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send(self, message: dict[str, object]) -> None:
        """Note a message."""
        self.write(encode(message))

    def write(self, line: bytes, replaces: str = "") -> None:  # noqa: ARG002
        """Note a line."""
        self.sent.append(line)

    interrupt = write


class Clock:
    """The time, under the test's hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """Return the time in seconds."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module in (token_bucket, protocol_session, heartbeat):
        monkeypatch.setattr(module, "time", made)
    return made


def conversation_on(wire: Wire) -> ProtocolSession:
    """Return a conversation that has just started, with a board to bring and a position to show."""
    session: Any = ProtocolSession(wire, "the port", BOARD, KeyEvents(None, None, lambda _boot: 0), 1.0, False)  # type: ignore[arg-type]
    session.show("main", POSITION)
    session.start()
    assert isinstance(session, ProtocolSession)
    return session


def any_reply(dice: random.Random) -> dict[str, Any]:
    """Return a line that a device could send, with values that matter to the host."""
    message = dict(dice.choice(MESSAGES_OF_PICO))
    swaps: dict[str, list[Any]] = {
        "b": [f"{number:06x}" for number in range(3)] + [f"{dice.randrange(1 << 24):06x}"],
        "h": ["", BOARD.hash, "00000000"],
        "o": [0, 120, 240, dice.randrange(2000), len(BOARD.blob)],
        "e": ["no room", ""],
        "r": [1, 2, 3],
        "d": ["", "00000000"],
        "p": ["main", "tomb"],
        "up": [0, 5, dice.randrange(1 << 30)],
        "n": [1, 2, dice.randrange(100)],
        "v": [1, 1, 1, 2],
    }
    for name in list(message):
        if name in swaps and dice.random() < 0.8:
            message[name] = dice.choice(swaps[name])
    if message["t"] == "boarded" and dice.random() < 0.7:
        message.pop("e", None)
    return message


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_device_says_it_is_sent_a_bounded_number_of_lines_a_second(clock: Clock, seed: int) -> None:
    dice = random.Random(seed)
    wire = Wire()
    session = conversation_on(wire)
    favourites = dice.sample(FROM_PICO, 3)
    for _second in range(20):
        before = len(wire.sent)
        for _ in range(500):
            clock.now += 0.002
            message = any_reply(dice)
            if message["t"] not in favourites and dice.random() < 0.9:
                continue
            kind = message["t"]
            if kind in {"key", "tag"}:
                session.ask_for_hello()  # as for the press of a start that has not said hello
            elif (taken := sound(message)) is not None:
                session.handle(taken)
            if dice.random() < 0.05:
                session.handle_bad_line(b"MPY: soft reboot")
            session.send_due()
        assert len(wire.sent) - before <= SENT_A_SECOND


@pytest.mark.parametrize("offsets", [(120, 0), (0, 240), (6000, 120), (120, 120, 0)])
def test_a_device_that_keeps_asking_for_other_parts_of_its_map_is_refused_and_said_so(
    clock: Clock, offsets: tuple[int, ...]
) -> None:
    wire = Wire()
    session = conversation_on(wire)
    session.handle(HELLO)
    for number in range(3000):
        clock.now += 0.002
        session.handle({"t": "boarded", "h": BOARD.hash, "o": offsets[number % len(offsets)]})
        session.send_due()
    assert session.state == "refused"
    assert "refuses the map: it keeps requesting the wrong part." in session.status.sentence
    pieces = [line for line in wire.sent if b'"t":"board"' in line]
    assert len(pieces) <= 16
    for _ in range(100):  # it says hello again, and is not asked again to take what it will not
        clock.now += 0.5
        session.handle(HELLO)
        session.send_due()
        assert session.state == "refused"
    assert [line for line in wire.sent if b'"t":"board"' in line] == pieces
    session.handle({**HELLO, "b": "bbbbbb"})  # a fresh start is a new try
    assert session.state == "loading"


def test_a_refused_device_is_given_another_board() -> None:
    pico = ScriptedPico()
    pico.mute = {"board"}
    other = boards.shipped("niagara").core
    with Link(pico.open, "the port", BOARD, time_scale=0.1) as link:
        for _ in range(3):
            wait_until(lambda: link.status.state == "loading")
            pico.say({"t": "boarded", "h": BOARD.hash, "o": 0, "e": "no room"})
        wait_until(lambda: link.status.state == "refused")
        pico.mute = set()
        link.use(other)
        wait_until(lambda: link.status.state == "ready")
    assert bytes(pico.board) == bytes(other.blob)


def test_a_clock_that_wraps_is_no_restart_and_shows_nothing_again(clock: Clock) -> None:
    wire = Wire()
    session = conversation_on(wire)
    session.handle({**HELLO, "h": BOARD.hash})
    assert session.state == "ready"
    shows = [line for line in wire.sent if b'"t":"show"' in line]
    session.shows.by_panel["main"].is_settled = True
    wrap_ms = 1 << 30
    for up_ms in range(wrap_ms - 3000, wrap_ms + 3000, 1000):
        clock.now += 1.0
        number = session.beat()
        session.handle({"t": "pulse", "n": number, "up": up_ms % wrap_ms, "bad": 0, "lost": 0, "free": 1})
        if wire.sent[-1] == encode({"t": "hail", "v": PROTOCOL}):
            session.handle({**HELLO, "h": BOARD.hash})
        session.send_due()
        assert session.state == "ready"
    assert [line for line in wire.sent if b'"t":"show"' in line] == shows
    assert wire.sent.count(encode({"t": "hail", "v": PROTOCOL})) == 2  # the greeting, and one question at the wrap
    assert session.status.resyncs == 0


def test_beats_are_answered_over_the_wrap_of_their_numbers() -> None:
    pico = ScriptedPico()
    with Link(pico.open) as link:
        link.wait_ready()
        link._session.heartbeat.beat = link._session.heartbeat.pulsed = 999_998
        for _ in range(4):
            link.settle()
    numbers = [beat["n"] for beat in pico.said_to("beat")]
    assert {999_999, 0, 1} <= set(numbers)


@pytest.mark.usefixtures("any_light_will_do")
def test_positions_are_settled_over_the_wrap_of_their_revisions() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    with Link(pico.open, "", BOARD) as link:
        link.wait_ready()
        link._session.shows._revisions["main"] = (1 << 30) - 3
        revisions = []
        for turn in range(4):
            revisions.append(link.show("main", {**POSITION, "s": turn}))
            link.settle()
        assert link.status.mismatches == 0
    assert revisions == [(1 << 30) - 2, (1 << 30) - 1, 1, 2]
    assert [show["r"] for show in pico.said_to("show")] == revisions
