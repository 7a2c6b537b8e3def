"""Settings on flash: written atomically, and errors always reported."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from riverlight.devices.faults import reason_of
from riverlight.devices.replies import sound

from firmware import settings
from shared_rules.line import decode, encode
from tests.firmware.pico_bench import Bench
from tests.firmware.power_cuts import PowerCut, cut_power_at

CUSTOM = {
    "riverlight_settings": 1,
    "chains": [
        {"panel": "shrine", "lights": 40, "order": "RGBW", "budget_ma": 90},
        {"panel": "tomb", "lights": 44, "order": "GRB", "budget_ma": 0},
    ],
    "brightness": 99,
    "supply_ma": 400,
    "channel_ma": [12, 12, 12, 20],
    "idle_ma": 1,
    "legend": "123A456B789C*0#D"[::-1],
    "second_keypad": True,
    "peek_key": True,
    "peek_ms": 1500,
    "card_reader": True,
    "buzzer": True,
    "tags": {"04a1b2c3d4e5f6": "A7"},
}


@pytest.fixture(autouse=True)
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_a_file_the_defaults_hold() -> None:
    assert settings.load().document() == settings.Settings().document()
    assert settings.load().fault == ()


def test_what_is_saved_is_loaded() -> None:
    settings.save(CUSTOM)
    assert settings.load().document() == CUSTOM
    assert settings.load().fault == ()


def test_chains_get_their_pins_in_order() -> None:
    wanted = settings.parse(CUSTOM).for_chains()
    assert wanted["chains"]["shrine"]["pin"] == 22
    assert wanted["chains"]["tomb"]["pin"] == 21
    assert wanted["chains"]["shrine"]["budget_ma"] == 90
    assert "budget_ma" not in wanted["chains"]["tomb"]


def test_every_torn_file_gives_the_defaults_and_says_so(flash: Path) -> None:
    settings.save(CUSTOM)
    whole = (flash / "settings.json").read_bytes()
    for length in range(len(whole)):
        (flash / "settings.json").write_bytes(whole[:length])
        loaded = settings.load()
        assert loaded.document() == settings.Settings().document(), length
        assert loaded.fault[0] == "settings.json", length
        assert reason_of(*loaded.fault[1:]).endswith("."), length


@pytest.mark.parametrize(
    "foreign",
    [
        *(b"\xff\xfe\x00", b"[]", b"null", b"{}", b'{"riverlight_settings": 2}', b"import os"),
        *(b"[" * 100_000, b'{"riverlight_settings": 1, "tags": {"' + b"a" * 300_000 + b'": "1"}}'),
    ],
    ids=repr,
)
def test_a_foreign_file_gives_the_defaults_and_says_so(flash: Path, foreign: bytes) -> None:
    (flash / "settings.json").write_bytes(foreign)
    assert settings.load().document() == settings.Settings().document()
    assert settings.load().fault[0] == "settings.json"


@pytest.mark.parametrize("version", [True, 1.0, "1", None, 2])
def test_a_version_that_only_equals_one_is_none(version: object) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - what it says is looked at below
        settings.parse({"riverlight_settings": version})
    assert refused.value.args[0] == "version"


def test_a_file_that_is_there_and_cannot_be_read_is_said(flash: Path) -> None:
    """A damaged flash answers so; a folder of that name does here."""
    (flash / "settings.json").mkdir()
    loaded = settings.load()
    assert loaded.document() == settings.Settings().document()
    assert loaded.fault[:2] == ("settings.json", "unreadable")
    assert reason_of(*loaded.fault[1:]) == "the file cannot be read (error 21)."


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"brightnes": 3}, "brightnes"),
        ({"brightness": 256}, "brightness"),
        ({"brightness": -1}, "brightness"),
        ({"brightness": True}, "brightness"),
        ({"brightness": "bright"}, "brightness"),
        ({"supply_ma": 20001}, "supply_ma"),
        ({"idle_ma": 51}, "idle_ma"),
        ({"channel_ma": [1, 2, 3]}, "channel_ma"),
        ({"channel_ma": [3, 3, 3, 101]}, "channel_ma"),
        ({"channel_ma": [0, 0, 0, 0]}, "channel_ma needs 3 to 100 for each colour .*; R is 0"),
        ({"channel_ma": [16, 2, 15, 15]}, "G is 2"),
        ({"channel_ma": [12, 12, 12, 0], "chains": [{"panel": "a", "lights": 5, "order": "GRBW"}]}, "W is 0"),
        ({"channel_ma": 5}, "channel_ma"),
        ({"legend": "123A456B789C*0#"}, "legend"),
        ({"legend": "113A456B789C*0#D"}, "legend"),
        ({"legend": 5}, "legend"),
        ({"second_keypad": 1}, "second_keypad"),
        ({"peek_key": "no"}, "peek_key"),
        ({"card_reader": "yes"}, "card_reader"),
        ({"buzzer": 0}, "buzzer"),
        ({"buzzer": True, "chains": [{"panel": letter, "lights": 5} for letter in "abcd"]}, "fourth chain"),
        ({"tags": []}, "tags"),
        ({"tags": {f"{number:08x}": "1" for number in range(101)}}, "tags"),
        ({"tags": {"04A1B2C3": "A7"}}, "hex digits"),
        ({"tags": {"04a1b2": "A7"}}, "hex digits"),
        ({"tags": {"04a1b2c3": ""}}, "keys"),
        ({"tags": {"04a1b2c3": "12345"}}, "keys"),
        ({"tags": {"04a1b2c3": "R7"}}, "keys"),
        ({"tags": {"04a1b2c3": 7}}, "keys"),
        ({"chains": []}, "chains"),
        ({"chains": {}}, "chains"),
        ({"chains": [{"panel": "a", "lights": 5}] * 5}, "chains"),
        ({"chains": ["main"]}, "panel, lights"),
        ({"chains": [{"panel": "a", "lights": 5}, {"panel": "a", "lights": 5}]}, "its own name"),
        ({"chains": [{"panel": "", "lights": 5}]}, "name"),
        ({"chains": [{"panel": "a" * 13, "lights": 5}]}, "name"),
        ({"chains": [{"panel": "Main", "lights": 5}]}, "1 to 12 lowercase letters"),
        ({"chains": [{"panel": "a\n", "lights": 5}]}, "1 to 12 lowercase letters"),
        ({"chains": [{"panel": "a", "lights": 5, "\n" * 900: 4}]}, r"a chain has no field '\\n"),
        ({"tags": {"x" * 900: "A7"}}, "hex digits, not 'xxx"),
        ({"\0" * 900: 3}, r"settings have no field '\\x00"),
        ({"chains": [{"panel": "a", "lights": 0}]}, "lights"),
        ({"chains": [{"panel": "a", "lights": 301}]}, "lights"),
        ({"chains": [{"panel": "a", "lights": 5, "order": "RGBB"}]}, "order"),
        ({"chains": [{"panel": "a", "lights": 5, "order": 7}]}, "order"),
        ({"chains": [{"panel": "a", "lights": 5, "budget_ma": -1}]}, "budget_ma"),
        ({"chains": [{"panel": "a", "lights": 5, "pin": 4}]}, "pin"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(change: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - what it says is looked at below
        settings.parse({"riverlight_settings": 1, **change})
    sentence = reason_of(*refused.value.args)
    assert re.search(word, sentence)
    assert len(sentence) < 110
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert "does not know" not in sentence


def test_a_byte_order_mark_before_the_settings_is_accepted(flash: Path) -> None:
    """Editors on Windows write one."""
    (flash / "settings.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(CUSTOM).encode())
    assert settings.load().fault == ()
    assert settings.load().document() == CUSTOM


def test_what_is_wrong_is_told_as_data_and_fits_into_its_line() -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        settings.parse({"riverlight_settings": 1, "brightness": 300})
    assert refused.value.args == ("number", "brightness", "300", 255)
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        settings.parse({"riverlight_settings": 1, "tags": {"0" * 20: "\u1234" * 900}})
    kind, name, value, limit = refused.value.args
    line = encode({"t": "fault", "f": "settings.json", "k": kind, "n": name, "v": value, "m": limit})
    assert sound(decode(line) or {}) == decode(line)


def test_what_cannot_be_used_is_not_saved(flash: Path) -> None:
    settings.save(CUSTOM)
    with pytest.raises(ValueError, match="brightness"):
        settings.save({"riverlight_settings": 1, "brightness": 1000})
    assert settings.load().document() == CUSTOM
    assert sorted(os.listdir(flash)) == ["settings.json"]  # noqa: PTH208 - as the Pico sees it


def test_power_lost_at_any_write_leaves_the_old_or_the_new() -> None:
    settings.save(CUSTOM)
    changed = {**CUSTOM, "brightness": 7}
    outcomes = set()
    for moment in range(100):
        settings.save(CUSTOM)
        try:
            with cut_power_at(moment):
                settings.save(changed)
            break
        except PowerCut:
            loaded = settings.load()
            assert loaded.fault == (), moment
            assert loaded.document() in (CUSTOM, changed), moment
            outcomes.add(loaded.brightness)
    else:
        pytest.fail("the save never came to its end")
    assert moment > 3
    assert outcomes == {99, 7}
    assert settings.load().document() == changed


def test_settings_that_no_supply_can_feed_fall_back_and_say_so(flash: Path) -> None:
    (flash / "settings.json").write_text(
        json.dumps({"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 300, "budget_ma": 10}]})
    )
    bench = Bench()
    bench.send({"t": "hail", "v": 1})
    bench.run(60)
    hello = bench.said("hello")[0]
    assert hello["l"] == {"main": 150}
    assert hello["w"] == "settings.json"
    (fault,) = bench.said("fault")
    assert fault["k"] == "power"
    assert fault["v"].endswith("give them a supply of their own and set budget_ma.")
