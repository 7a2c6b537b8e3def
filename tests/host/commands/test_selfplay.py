"""``riverlight selfplay``: many random games, counted and timed."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from riverlight.commands.selfplay import command
from riverlight.errors import OptionError


def run(*arguments: str) -> str:
    done = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_json_tells_games_decisions_time_and_ways_to_end() -> None:
    found = json.loads(run("canyon", "--games", "6", "--seed", "3", "--json"))
    assert sum(found["ends"].values()) == found["games"] == 6
    assert found["decisions"] > 600
    assert found["decisions_per_second"] > 0
    assert found["seconds"] > 0


def test_the_same_seed_plays_the_same_games() -> None:
    runs = [json.loads(run("canyon", "--games", "4", "--seed", seed, "--json")) for seed in ("3", "3", "4")]
    first, second, other = ((found["decisions"], found["ends"]) for found in runs)
    assert first == second != other


def test_options_and_seats_are_taken() -> None:
    found = json.loads(
        run("canyon", "--games", "2", "--seats", "6", "--option", "cards=app", "--option", "overbid=off", "--json")
    )
    assert found["seats"] == 6
    assert found["options"] == {"cards": "app", "overbid": "off"}
    assert "2 games of Canyon with 3 seats" in run("canyon", "--games", "2", "--seats", "3")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--option", "cards"], "Expected an option as name=value, got 'cards'"),
        (["--option", "cards=none"], "Option cards must be one of physical, app, not 'none'"),
        (["--seats", "9"], "Canyon seats 3, 4, 5, 6 players, not 9"),
    ],
)
def test_a_wrong_option_is_one_sentence(arguments: list[str], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        CliRunner().invoke(command, ["canyon", *arguments], catch_exceptions=False)
