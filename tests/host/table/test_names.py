"""Names of seats: what shows on a page, also pictures of several signs, and nothing that cannot be seen."""

from __future__ import annotations

import pytest
from riverlight.errors import OptionError
from riverlight.games.seats import tidy_names
from riverlight.table.head import Head

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
RAINBOW_FLAG = "\U0001f3f3\ufe0f\u200d\U0001f308"
WAVING_WOMAN = "\U0001f64b\U0001f3fd\u200d\u2640\ufe0f"
HEART, KEYCAP, FLAG = "\u2764\ufe0f", "1\ufe0f\u20e3", "\U0001f1e9\U0001f1ea"


@pytest.mark.parametrize("sign", [FAMILY, RAINBOW_FLAG, WAVING_WOMAN, HEART, KEYCAP, FLAG])
def test_a_picture_of_several_signs_is_a_name_and_part_of_one(sign: str) -> None:
    assert tidy_names((sign, f"Ada {sign}", f"{sign}Ben"), (3,)) == (sign, f"Ada {sign}", f"{sign}Ben")


@pytest.mark.parametrize("name", ["José", "이브", "艾達", "Zoë-Ann O'Neil", "Ἑλένη"])
def test_letters_of_all_scripts_are_names(name: str) -> None:
    assert tidy_names((name,), (1,)) == (name,)


@pytest.mark.parametrize(
    "name",
    [
        "A\u200dda",  # a joiner between letters
        "\u200d",
        f"{FAMILY}\u200d",
        f"\u200d{FAMILY}",
        "\U0001f468\u200d\u200d\U0001f469",
        "+\u200d+",
        "Ada\ufe0f",
        "\ufe0f",
        "\u2764\ufe0f\ufe0f",
        "Ada\u200b",
        "\u202eada",  # turned round
        "\u2066ada\u2069",
        "Ada\U000e0041",
        "\u3164",
        "\u2800",
        "Ada\u034f",
        "A\x00",
        "Ada\U000e0100",  # one more way of styling
        "\U0001d159",  # a note's head that is empty
        "\u0301",  # a mark on nothing
        "Ada \u0301",
    ],
)
def test_what_cannot_be_seen_is_no_part_of_a_name(name: str) -> None:
    with pytest.raises(OptionError, match="A name can have only printable characters"):
        tidy_names((name,), (1,))


@pytest.mark.parametrize(("one", "other"), [("Jos\u00e9", "Jose\u0301"), ("\u2764", HEART), (HEART, "\u2764\ufe0e")])
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    with pytest.raises(OptionError, match="Each player needs a different name"):
        tidy_names((one, other), (2,))


def test_a_game_kept_under_names_that_will_not_do_today_is_opened() -> None:
    body = Head.create("canyon", {}, ["Ada", "Ben", "Cleo"], 1, None).row().body
    names = ("Jose\u0301", "Jos\u00e9", "\u3164")
    assert Head.from_body({**body, "names": list(names)}).names == names
