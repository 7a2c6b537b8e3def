"""The walk through a board's parts, with a board and a person that are made up."""

from __future__ import annotations

from typing import Any

import pytest
from riverlight.devices.checkup import Checkup, Result, report
from riverlight.devices.faults import FileFault
from riverlight.devices.teaching import teach_tags
from riverlight.errors import DeviceError

HELLO = {"f": "0.1.0", "u": "e661", "l": {"main": 3}, "k": 1}
ALL_KEYS = "123A456B789C*0#D"


class Board:
    """A board with scripted answers."""

    def __init__(
        self, *, hello: dict[str, Any] | None = None, presses: list[dict[str, Any] | None] | None = None
    ) -> None:
        self.hello_message = {**HELLO, **(hello or {})}
        self.presses = presses if presses is not None else [key(each) for each in ALL_KEYS]
        self.facts = {"m": "1.28.0", "s": "b", "y": 0, "r": "none"}
        self.pulse_message: dict[str, Any] = {"bad": 0, "lost": 0, "free": 90_000, "up": 5000}
        self.pulse_message["ma"] = {"main": [40, 1000]}
        self.bad_lines = 0
        self.sensed = "0500"
        self.lit: list[tuple[object, object, object]] = []

    def hello(self, _seconds: float) -> dict[str, Any] | None:
        """Say hello."""
        return self.hello_message if self.hello_message["f"] else None

    def probe(self, **wanted: object) -> dict[str, Any]:
        """Note what is to be lit."""
        if wanted:
            self.lit.append((wanted["p"], wanted["i"], wanted["c"]))
        return self.facts

    def pulse(self) -> dict[str, Any]:
        """Tell how it is."""
        return self.pulse_message

    def sense_or_key(self, _seconds: float) -> dict[str, Any] | None:
        """Tell what the sensors see."""
        return {"t": "sensed", "b": "a1", "n": 0, "d": self.sensed}

    def press(self, _seconds: float) -> dict[str, Any] | None:
        """Give the next press."""
        return self.presses.pop(0) if self.presses else None


class Looker:
    """A person who sees everything except what is named, and gives scripted answers."""

    look_seconds = 0.0

    def __init__(
        self,
        *,
        blind_to: tuple[int, int] | None = None,
        answer: bool | None = True,
        waits: float = 1.0,
        meter_ma: int = 0,
    ) -> None:
        self.meter_ma = meter_ma
        self.blind_to = blind_to
        self.answer = answer
        self.waits = waits

    def sees(self, _panel: str, light: int, colour: int) -> bool:
        """Look."""
        return (light, colour) != self.blind_to

    def agrees(self, _question: str) -> bool | None:
        """Answer."""
        return self.answer

    def measures(self, _panel: str, _estimate_ma: int) -> int:
        """Read a meter."""
        return self.meter_ma

    def will_press(self, _keypad: int, _key: str) -> float:
        """Press something soon."""
        return self.waits

    def will_lay_a_card(self) -> float:
        """Lay one down soon."""
        return self.waits


def key(name: str, keypad: int = 0) -> dict[str, Any]:
    return {"t": "key", "k": name, "x": keypad}


def walk(board: Board, person: Looker | None = None) -> dict[str, tuple[str, str]]:
    results = Checkup(board, person or Looker()).walk()  # type: ignore[arg-type]
    return {result.what: (result.grade, result.sentence) for result in results}


def test_a_sound_board_is_ok_throughout_and_each_light_is_lit_in_each_colour() -> None:
    board = Board()
    found = walk(board)
    assert {grade for grade, _ in found.values()} == {"ok", "skipped"}
    assert found["card reader"] == ("skipped", "the settings name none")
    assert found["main: current"] == ("ok", "about 40 mA with all lights white")
    assert found["firmware"] == ("ok", "0.1.0 on MicroPython 1.28.0, board e661, slot b")
    assert found["keypad 1"] == ("ok", "all 16 keys came")
    for light in (-1, 0, 1, 2):
        assert [colour for _, at, colour in board.lit if at == light] == [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]


def test_firmware_that_lies_in_no_slot_was_copied_by_hand() -> None:
    board = Board()
    board.facts["s"] = "."
    assert walk(board)["firmware"][1] == "0.1.0 on MicroPython 1.28.0, board e661, copied there by hand"


def test_a_light_that_stays_dark_is_named() -> None:
    found = walk(Board(), Looker(blind_to=(1, 0x00FF00)))
    assert found["main: light 2"] == ("bad", "did not show what it was told")
    assert "main: light 3" not in found


def test_what_the_person_denies_is_bad_and_what_nobody_saw_is_skipped() -> None:
    assert walk(Board(), Looker(answer=False))["main: all red"] == ("bad", "3 lights: not all of them")
    assert walk(Board(), Looker(answer=None))["main: one by one"][0] == "skipped"
    assert walk(Board(), Looker(blind_to=(-1, 0x0000FF)))["main: all blue"][0] == "bad"


def test_keys_that_do_not_come_are_named_and_another_keypads_do_not_count() -> None:
    presses = [key("1", keypad=1), *[None if each in "1D" else key(each) for each in ALL_KEYS]]
    assert walk(Board(presses=presses))["keypad 1"] == ("bad", "these keys did not come: 1 D")
    assert walk(Board(presses=[]))["keypad 1"] == ("skipped", "no key was pressed")
    assert walk(Board(), Looker(waits=0.0))["keypad 1"][0] == "skipped"


@pytest.mark.parametrize(
    ("state", "presses", "expected"),
    [
        ("missing", [], ("bad", "the settings name one, and none answers: check its seven wires")),
        ("ready", [], ("skipped", "it answers; no card was laid on it")),
        ("ready", [{"t": "tag", "i": "04a1"}], ("ok", "read the tag 04a1, which has not been taught")),
        ("ready", [{"t": "key", "k": "A"}], ("ok", "read a tag that presses A")),
    ],
)
def test_the_card_reader_is_tried(state: str, presses: list[dict[str, Any]], expected: tuple[str, str]) -> None:
    board = Board(hello={"k": 0}, presses=presses)
    board.facts["r"] = state
    assert walk(board)["card reader"] == expected


def test_limits_losses_and_faults_are_told() -> None:
    board = Board(hello={"w": "settings.json", "fault": FileFault("settings.json", "number", "brightness", "300", 255)})
    board.facts["y"] = 1
    board.pulse_message |= {"bad": 2, "lost": 1, "ma": {"main": [210, 43]}}
    found = walk(board)
    assert found["firmware"][0] == "bad"
    assert "slot b on trial; The device's settings.json cannot be used" in found["firmware"][1]
    assert "brightness needs a whole number from 0 to 255, not 300." in found["firmware"][1]
    assert found["main: current"][1] == "about 210 mA with all lights white, limited to 4 % of the light asked for"
    assert found["line"][0] == "bad"
    assert "2 on the board, 1 lost" in found["line"][1]
    board = Board()
    board.pulse_message["ma"] = None
    assert walk(board)["main: current"][0] == "skipped"


def test_keys_that_come_as_others_give_the_legend_to_write() -> None:
    rows = [ALL_KEYS[start : start + 4] for start in (0, 4, 8, 12)]
    exchanged = "".join([rows[1], rows[0], rows[2], rows[3]])
    checkup = Checkup(Board(presses=[key(each) for each in exchanged]), Looker())  # type: ignore[arg-type]
    found = {result.what: result for result in checkup.walk()}
    assert found["keypad 1"].grade == "bad"
    assert "1 as 4 2 as 5 3 as 6 A as B 4 as 1" in found["keypad 1"].sentence
    assert found["keypad 1"].sentence.endswith("the legend for the settings is 456B123A789C*0#D")
    # Under that legend the same presses give what is marked on them.
    again = [key(checkup.found_legend[ALL_KEYS.index(each)]) for each in exchanged]
    assert [press["k"] for press in again] == list(ALL_KEYS)


def test_two_wires_of_a_keypad_that_touch_are_told_from_an_exchange() -> None:
    doubled = ALL_KEYS.replace("4", "1")
    assert (
        "several keys came as the same (4 as 1)" in walk(Board(presses=[key(each) for each in doubled]))["keypad 1"][1]
    )


def test_chosen_lights_are_tested_alone_and_counted_from_one() -> None:
    board = Board()
    results = list(Checkup(board, Looker(), ("lights",), range(1, 9)).walk())  # type: ignore[arg-type]
    assert [result.what for result in results] == ["firmware", "main: one by one"]
    assert results[1].sentence == "lights 2 to 3, 4 colours each"
    assert {at for _, at, _ in board.lit} == {1, 2}
    results = list(Checkup(board, Looker(), ("lights",), range(5, 9)).walk())  # type: ignore[arg-type]
    assert results[1] == Result("skipped", "main: one by one", "it has 3 lights")


def test_a_measured_current_scales_what_the_settings_say_of_each_colour() -> None:
    checkup = Checkup(Board(), Looker(meter_ma=50))  # type: ignore[arg-type]
    found = {result.what: result.sentence for result in checkup.walk()}
    assert found["main: current"] == "about 40 mA with all lights white; measured 50 mA"
    assert checkup.channels_ma((16, 11, 15, 15)) == (20, 14, 19, 19)
    assert Checkup(Board(), Looker()).channels_ma((16, 11, 15, 15)) == (16, 11, 15, 15)  # type: ignore[arg-type]
    checkup.measured = {"main": 0.1}
    assert checkup.channels_ma((16, 11, 15, 15)) == (3, 3, 3, 3), "what the settings accept"


def test_a_board_that_says_no_hello_ends_the_walk() -> None:
    with pytest.raises(DeviceError, match="does not say hello"):
        walk(Board(hello={"f": ""}))


def test_a_report_holds_head_results_and_crash_log() -> None:
    results = list(Checkup(Board(), Looker()).walk())  # type: ignore[arg-type]
    text = report(["Riverlight"], results, lambda: " ")
    assert text.startswith("Riverlight\n\nok       firmware ")
    assert text.endswith("crash log of the board:\n(empty)\n")


def tag(number: int) -> dict[str, Any]:
    return {"t": "tag", "i": f"{number:08x}"}


def test_cards_are_taught_one_by_one_until_no_more_come() -> None:
    answers = iter(["A1", "A1234", "X2", "A2", ""])
    board = Board(presses=[tag(1), key("5"), tag(2), tag(1), tag(3)])
    board.facts["r"] = "ready"
    taught = teach_tags(board, lambda _tag: next(answers), 1.0, ALL_KEYS)  # type: ignore[arg-type]
    assert taught == {"00000001": "A1", "00000002": "A2"}
    assert next(answers, "none left") == "none left", "what will not do is asked again"


def test_a_lesson_ends_when_the_teacher_says_so() -> None:
    answers = iter(["A1", None])
    board = Board(presses=[tag(1), tag(2), tag(3)])
    assert teach_tags(board, lambda _tag: next(answers), 1.0, ALL_KEYS) == {"00000001": "A1"}  # type: ignore[arg-type]


def test_a_lesson_needs_a_board_and_a_reader() -> None:
    with pytest.raises(DeviceError, match="No card reader answers"):
        teach_tags(Board(presses=[]), lambda _tag: None, 1.0, ALL_KEYS)  # type: ignore[arg-type]
    with pytest.raises(DeviceError, match="does not say hello"):
        teach_tags(Board(hello={"f": ""}), lambda _tag: None, 1.0, ALL_KEYS)  # type: ignore[arg-type]


def test_the_chain_of_sensors_is_counted_and_one_that_is_not_wired_is_told() -> None:
    board = Board(hello={"s": 12})
    assert walk(board, Looker(answer=False))["sensors"] == ("ok", "12 positions, a magnet at 2")
    board = Board(hello={"s": 12})
    board.sensed = "ff0f"
    assert walk(board)["sensors"][0] == "bad"
    assert "sensors" not in walk(Board())


def test_a_sensor_that_is_stuck_is_named_where_the_person_says_that_no_magnet_is_there() -> None:
    board = Board(hello={"s": 12})
    grade, sentence = walk(board)["sensors"]
    assert grade == "bad"
    assert sentence.startswith("these positions feel a magnet where there is none: 0, 2; check each switch")
    assert walk(board, Looker(answer=None))["sensors"][0] == "ok"
    board.sensed = "0000"
    assert walk(board)["sensors"] == ("ok", "12 positions, a magnet at 0")


def test_a_chain_that_is_cut_is_told_with_the_registers_between_which_it_is() -> None:
    board = Board(hello={"s": 20})
    board.sensed = "01ff0f"
    assert walk(board)["sensors"] == (
        "bad",
        "from position 8 on all feel a magnet: check QH to SER, clock, load and supply from shift register 1 to 2",
    )
    board.sensed = "01fe0f"  # four magnets at the end are no cut
    assert walk(board, Looker(answer=False))["sensors"] == ("ok", "20 positions, a magnet at 12")
