"""The link against a scripted device: every state, every loss, and the way back from each."""

from __future__ import annotations

from typing import Any

import pytest
import serial
from riverlight import boards
from riverlight.devices.link import Link
from riverlight.devices.protocol_session import RECOVERY
from riverlight.devices.status import Status
from riverlight.errors import DeviceError, ProtocolMismatch

from shared_rules.board import NONE, Board
from shared_rules.line import PROTOCOL
from tests.host.devices.scripted_pico import ScriptedPico, wait_until

BOARD = boards.shipped("canyon").core
OTHER_BOARD = Board(bytes(BOARD.blob[:-1]) + bytes([NONE]))  # its last light stands under no space
POSITION = {"g": "canyon", "c": [0, 1], "s": 0, "a": 0, "n": 0, "m": 0}
pytestmark = pytest.mark.usefixtures("any_light_will_do", "no_thread_is_left")
QUICK = 0.1  # of the usual time-outs, for what is never answered


def test_connected_means_that_hello_was_answered() -> None:
    pico = ScriptedPico()
    pico.mute = {"hail"}
    with Link(pico.open, "the port") as link:
        wait_until(lambda: pico.types() == ["hail"])
        assert link.status.state == "connecting"
        pico.mute = set()
        link.wait_ready()
        status = link.status
    assert (status.firmware, status.unique_id, status.boot, status.panels) == ("9.9", "0123", "aaaaaa", (("main", 12),))
    assert status.sentence == "The device at the port is connected."
    assert pico.heard[0] == {"t": "hail", "v": PROTOCOL}


def test_a_port_where_nothing_answers_is_said_to_be_silent_and_greeted_on() -> None:
    pico = ScriptedPico()
    pico.mute = {"hail"}
    with Link(pico.open, "the port", time_scale=QUICK) as link:
        wait_until(lambda: link.status.state == "silent")
        assert "does not answer. Is Riverlight's firmware on it" in link.status.sentence
        with pytest.raises(DeviceError, match="does not answer"):
            link.wait_ready(0.1)
        pico.mute = set()
        link.wait_ready(20)


def test_a_version_that_does_not_fit_is_refused_with_both_versions() -> None:
    """Faults that others met: a version mismatch passes the checksum and looks like a bad cable."""
    pico = ScriptedPico(version=PROTOCOL + 1)
    with Link(pico.open, "the port", time_scale=QUICK) as link:
        with pytest.raises(ProtocolMismatch, match=f"uses protocol {PROTOCOL + 1}, this program uses {PROTOCOL}"):
            link.wait_ready()
        assert link.status.state == "refused"
        link.show("main", POSITION)
        pico.version = PROTOCOL
        wait_until(lambda: link.status.state == "ready")
        link.wait_ready()


def test_the_board_is_brought_in_pieces_that_are_each_acknowledged() -> None:
    pico = ScriptedPico()
    with Link(pico.open, "the port", BOARD) as link:
        link.wait_ready()
    assert bytes(pico.board) == bytes(BOARD.blob)
    offsets = [message["o"] for message in pico.said_to("board")]
    assert offsets == sorted(set(offsets))
    assert len(offsets) > 3


def test_a_board_that_is_there_already_is_not_brought() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    with Link(pico.open, "the port", BOARD) as link:
        link.wait_ready()
    assert pico.said_to("board") == []


def test_lost_acknowledgements_cost_a_repetition() -> None:
    pico = ScriptedPico()
    pico.lose_answers = 2
    with Link(pico.open, "the port", BOARD, time_scale=QUICK) as link:
        link.wait_ready(50)
    assert bytes(pico.board) == bytes(BOARD.blob)


def test_a_board_that_the_device_refuses_is_told_in_its_words() -> None:
    pico = ScriptedPico()
    pico.mute = {"board"}
    with Link(pico.open, "the port", BOARD) as link:
        for _ in range(3):
            wait_until(lambda: link.status.state == "loading")
            pico.say({"t": "boarded", "h": BOARD.hash, "o": 0, "e": "a board has 1 to 10 bytes"})
        with pytest.raises(DeviceError, match="refuses the map: a board has 1 to 10 bytes"):
            link.wait_ready()


def test_another_board_replaces_the_first_and_what_was_shown_on_it() -> None:
    pico = ScriptedPico()
    with Link(pico.open, "the port", BOARD) as link:
        link.wait_ready()
        link.show("main", POSITION)
        link.settle()
        link.use(BOARD)
        link.use(OTHER_BOARD)
        assert link.status.state == "loading"
        link.wait_ready()
        link.settle()
    assert bytes(pico.board) == bytes(OTHER_BOARD.blob)
    assert len(pico.said_to("show")) == 1


def test_each_position_has_a_revision_and_its_answer_settles_it() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    link = Link(pico.open, "the port", BOARD)
    assert link.show("main", POSITION) == 1  # before anybody is there: the newest waits
    assert link.show("main", {**POSITION, "s": 1}) == 2
    with link:
        link.wait_ready()
        link.settle()
        assert link.show("main", {**POSITION, "s": 2}) == 3
        link.settle()
        assert link.status.mismatches == 0
    assert [(show["p"], show["r"], show["s"]) for show in pico.said_to("show")] == [("main", 2, 1), ("main", 3, 2)]


def test_a_position_that_is_not_answered_is_sent_again() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    pico.mute = {"show"}
    with Link(pico.open, "the port", BOARD, time_scale=QUICK) as link:
        link.wait_ready()
        link.show("main", POSITION)
        wait_until(lambda: len(pico.said_to("show")) >= 3)
        assert {show["r"] for show in pico.said_to("show")} == {1}
        with pytest.raises(DeviceError, match="did not confirm its lights"):
            link.settle(0.5)
        pico.mute = set()
        link.settle(50)


def test_lights_out_of_step_are_counted_and_tried_again_a_few_times() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    pico.lit = "00000000"
    with Link(pico.open, "the port", BOARD) as link:
        link.wait_ready()
        link.show("main", POSITION)
        link.settle()
        assert link.status.mismatches == 3
        assert "lights other spaces than expected" in link.status.sentence
        assert len(pico.said_to("show")) == 3
        pico.lit = "cafecafe"
        link.show("main", POSITION)
        link.settle()
        assert link.status.mismatches == 3


def test_a_panel_or_a_game_that_the_device_does_not_know_is_told() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    pico.lit = ""
    with Link(pico.open, "the port", BOARD) as link:
        link.wait_ready()
        link.show("shrine", POSITION)
        link.settle()
        assert link.status.sentence == "The device at the port cannot light canyon on a panel shrine."


def test_the_answer_for_an_older_position_says_nothing_of_the_newer() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    pico.mute = {"show"}
    with Link(pico.open, "the port", BOARD) as link:
        link.wait_ready()
        link.show("main", POSITION)
        link.show("main", POSITION)
        pico.say({"t": "lit", "p": "main", "r": 1, "d": "cafecafe"})
        pico.say({"t": "lit", "p": "main", "r": 1, "d": "00000000"})
        with pytest.raises(DeviceError):
            link.settle(0.3)
        assert link.status.mismatches == 0
        pico.say({"t": "lit", "p": "main", "r": 2, "d": "cafecafe"})
        link.settle()


def test_cues_reach_the_panel() -> None:
    pico = ScriptedPico()
    link = Link(pico.open)
    link.cue("refused")  # nobody is there: it is gone
    with link:
        link.wait_ready()
        link.cue("accepted")
        link.cue("refused", "tomb")
        link.settle()
    assert [(cue["p"], cue["k"]) for cue in pico.said_to("cue")] == [("main", "accepted"), ("tomb", "refused")]


def test_pulses_tell_how_the_device_is() -> None:
    pico = ScriptedPico()
    with Link(pico.open) as link:
        link.wait_ready()
        pico.say_raw(b"Traceback (most recent call last):\r\n")
        link.settle()
        status = link.status
    assert (status.bad_lines, status.dropped, status.free_bytes) == (3 + 1, 2, 1000)


def test_an_echo_leads_the_device_back_from_its_repl() -> None:
    pico = ScriptedPico()
    with Link(pico.open, BOARD.hash, BOARD) as link:
        link.wait_ready()
        link.show("main", POSITION)
        link.settle()
        pico.say_raw(b'>>> {"n":1,"t":"beat"}*a27ed17f\r\n')
        wait_until(lambda: RECOVERY in pico.raw)
        link.wait_ready()
        link.settle()
        assert link.status.resyncs == 1
    assert len(pico.said_to("show")) == 2
    assert pico.types().count("hail") >= 2


def test_two_missed_pulses_lead_the_device_back() -> None:
    pico = ScriptedPico()
    with Link(pico.open, time_scale=QUICK) as link:
        link.wait_ready()
        pico.mute = {"beat", "hail"}
        wait_until(lambda: link.status.state == "recovering")
        wait_until(lambda: RECOVERY in pico.raw)
        pico.mute = set()
        link.wait_ready(20)
        assert link.status.resyncs == 1


def test_a_restart_that_nobody_told_of_is_noticed_by_the_pulse() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    with Link(pico.open, "", BOARD, time_scale=0.5) as link:
        link.wait_ready()
        link.show("main", POSITION)
        link.settle()
        link.settle()
        pico.boot, pico.up_ms = "bbbbbb", -1000
        link.settle()
        wait_until(lambda: link.status.boot == "bbbbbb")
        link.settle()
    assert [show["r"] for show in pico.said_to("show")] == [1, 1]


def test_a_restart_that_the_device_tells_of_is_followed_by_a_greeting() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    with Link(pico.open, "", BOARD) as link:
        link.wait_ready()
        link.show("main", POSITION)
        link.settle()
        pico.boot = "bbbbbb"
        pico.say_raw(b"MPY: soft reboot\r\n")
        wait_until(lambda: link.status.boot == "bbbbbb")
        link.settle()
    assert [show["r"] for show in pico.said_to("show")] == [1, 1]


@pytest.mark.parametrize("is_reader_first", [True, False])
def test_a_pulled_cable_is_told_and_mended_without_a_traceback(is_reader_first: bool) -> None:
    """Faults that others met: device reports readiness to read but returned no data, after unplugging."""
    pico = ScriptedPico(board_hash=BOARD.hash)
    seen: list[Status] = []
    with Link(pico.open, "the port", BOARD, on_status=seen.append) as link:
        link.wait_ready()
        link.show("main", POSITION)
        link.settle()
        pico.pull()
        if not is_reader_first:
            link.show("main", {**POSITION, "s": 1})
        wait_until(lambda: link.status.sentence == "There is no port.")
        link.show("main", {**POSITION, "s": 2})
        pico.plug("bbbbbb")
        link.wait_ready()
        link.settle()
        assert link.status.boot == "bbbbbb"
    assert pico.said_to("show")[-1]["s"] == 2
    states = [status.state for status in seen if status.state in {"disconnected", "ready"}]
    assert list(dict.fromkeys(states)) == ["ready", "disconnected"]
    assert all(port.is_closed for port in pico.ports)


def test_a_port_that_another_program_holds_is_told() -> None:
    pico = ScriptedPico()
    pico.is_plugged, pico.why_not = False, "The port is in use by another program."
    with Link(pico.open) as link:
        wait_until(lambda: link.status.sentence == "The port is in use by another program.")
        with pytest.raises(DeviceError, match="in use by another program"):
            link.wait_ready(0.1)


def test_a_program_that_failed_is_told_and_given_its_position_again() -> None:
    pico = ScriptedPico(board_hash=BOARD.hash)
    pico.mute = {"show"}
    with Link(pico.open, "the port", BOARD) as link:
        link.wait_ready()
        link.show("main", POSITION)
        pico.say({"t": "crash", "e": "MemoryError"})
        wait_until(lambda: len(pico.said_to("show")) == 2)
        assert link.status.sentence.endswith("failed and is restarting: MemoryError.")


def test_lines_are_shown_as_they_pass() -> None:
    pico = ScriptedPico()
    seen: list[tuple[bool, bytes]] = []
    with Link(pico.open, on_line=lambda is_from_device, line: seen.append((is_from_device, line))) as link:
        link.wait_ready()
        pico.say_raw(b"a stray print\n")
        link.settle()
    assert seen[0][0] is False
    assert seen[0][1].startswith(b'{"t":"hail"')
    assert (True, b"a stray print") in seen


class SteppedClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.listeners: list[Any] = []

    def advance(self, ms: int) -> None:
        """Let time pass."""
        self.now_ms += ms
        for listener in list(self.listeners):
            listener()

    def on_advance(self, listener: Any) -> Any:
        """Have a listener called."""
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)


def test_beats_follow_a_stepped_clock() -> None:
    pico, clock = ScriptedPico(), SteppedClock()
    with Link(pico.open, clock=clock) as link:
        link.wait_ready()
        link.settle()
        before = len(pico.said_to("beat"))
        for _ in range(40):
            clock.advance(250)
        assert 10 <= len(pico.said_to("beat")) - before <= 12
    assert clock.listeners == []


def test_settling_grants_time_to_a_stepped_clock() -> None:
    pico, clock = ScriptedPico(board_hash=BOARD.hash), SteppedClock()
    pico.mute = {"show"}
    with Link(pico.open, "", BOARD, clock=clock) as link:
        link.wait_ready()
        link.show("main", POSITION)
        clock.on_advance(lambda: pico.mute.discard("show") if clock.now_ms >= 60 else None)
        link.settle()
        assert clock.now_ms >= 60


def test_a_port_that_takes_no_bytes_for_a_while_holds_nobody_up() -> None:
    pico = ScriptedPico()

    def refuse(_data: bytes) -> int:
        raise serial.SerialTimeoutException("Write timeout")

    with Link(pico.open, time_scale=QUICK) as link:
        link.wait_ready()
        port = pico.ports[-1]
        port.write = refuse  # type: ignore[method-assign]
        link.show("main", POSITION)
        wait_until(lambda: link.status.state == "recovering")
        del port.write  # type: ignore[method-assign]
        link.wait_ready(50)
