"""``riverlight study`` and ``selfplay`` with levels: statistics of many games, as text, as JSON and as a page."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from riverlight.commands import selfplay, study
from riverlight.errors import OptionError
from riverlight.games.bots import EASY, Effort
from riverlight.games.registry import game_named
from riverlight.simulation.contests import contests

ONE_JOB = ("--jobs", "1")


def run(command: object, *arguments: str) -> str:
    done = CliRunner().invoke(command, [*arguments, *ONE_JOB], catch_exceptions=False)  # type: ignore[arg-type]
    assert done.exit_code == 0, done.output
    return done.output


def test_levels_are_compared_with_intervals_and_the_same_seed_tells_the_same() -> None:
    given = ("canyon", "--games", "6", "--bots", "medium,easy,easy", "--samples", "12")
    found = json.loads(run(selfplay.command, *given, "--json"))
    assert found["levels"] == ["medium", "easy", "easy"]
    groups = {each["who"]: each for each in found["groups"]}
    assert sum(each["players"] * each["wins"][0] for each in groups.values()) == pytest.approx(1)
    assert all(low <= mean <= high for mean, low, high in (each["wins"] for each in groups.values()))
    assert sum(found["ends"].values()) == 6
    again = json.loads(run(selfplay.command, *given, "--json"))
    assert {**again, "seconds": 0} == {**found, "seconds": 0}
    output = run(selfplay.command, *given)
    assert "6 games of Canyon, medium,easy,easy, 12 samples a decision" in output
    assert "steps to a landing" in output


def test_fewer_levels_than_seats_play_against_chance_and_a_side_apart_is_told_together(tmp_path: Path) -> None:
    """The file of results can be resumed with more games."""
    out = str(tmp_path / "run.jsonl")
    given = ("pyramid", "--seats", "3", "--bots", "easy", "--bot-seats", "A", "--json", "--out", out)
    found = json.loads(run(selfplay.command, "--games", "2", *given))
    assert found["levels"] == ["easy", "random", "random"]
    assert {each["who"] for each in found["groups"]} == {"mummy, easy", "others together, random"}
    assert json.loads(run(selfplay.command, "--games", "4", *given))["games"] == 4
    assert len(Path(out).read_text(encoding="utf-8").splitlines()) == 5


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--bots", "best"], "--bots takes a number of seats, or levels"),
        (["--bots", "easy,easy", "--bot-seats", "A"], "give a level for each seat"),
    ],
)
def test_wrong_levels_are_one_sentence(arguments: list[str], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        CliRunner().invoke(selfplay.command, ["canyon", *arguments], catch_exceptions=False)


def test_a_study_tells_wins_by_seat_length_ends_and_events() -> None:
    output = run(study.command, "pyramid", "--games", "6", "--seats", "3")
    assert output.startswith("The House of Dusk (Pyramid), 3 seats, level easy")
    for words in ("6 games,", "Wins as uneven as these", "seat", "side", "ends: ", "in a game: caught "):
        assert words in output


class _Figures(HTMLParser):
    """Count a page's plots and the bars in them, and the ``tags`` that are still open."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag != "meta":
            self.open.append(tag)
        assert tag != "svg" or dict(attrs)["aria-label"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_house_rule_is_compared_with_the_usual_ones_on_a_page_of_plots(tmp_path: Path) -> None:
    page = tmp_path / "study.html"
    given = ("canyon", "--seats", "3", "--games", "4", "--option", "movement=nearest", "--page", str(page))
    found = json.loads(run(study.command, *given, "--json"))
    assert [each["title"] for each in found["studies"]] == ["The Long Bend", "movement=nearest"]
    assert all(each["games"] == 4 and sum(each["rounds"].values()) == 4 for each in found["studies"])
    figures = _Figures()
    figures.feed(page.read_text(encoding="utf-8"))
    assert figures.open == []
    assert figures.counts["svg"] == figures.counts["table"] == 8
    assert figures.counts["rect"] >= 2 * (3 + 1 + 1 + 2)


def test_each_game_of_a_study_has_a_seed_of_its_own_and_rules_are_compared_on_the_same_ones(tmp_path: Path) -> None:
    """The seeds are those that ``selfplay`` has too, and however many processes play, the same comes of them."""
    found = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.jsonl"
        given = ("canyon", "--seats", "3", "--games", "5", "--option", "movement=nearest", "--json", "--out", str(out))
        done = CliRunner().invoke(study.command, [*given, "--jobs", jobs], catch_exceptions=False)
        _head, *lines = map(json.loads, out.read_text(encoding="utf-8").splitlines())
        found.append((done.output, sorted(lines, key=lambda outcome: outcome["number"])))
    assert found[0] == found[1]
    seeds = [outcome["seed"] for outcome in found[0][1]]
    assert seeds[:5] == seeds[5:]
    assert len({*seeds}) == 5
    options: dict[str, str] = {}
    bots = contests(game_named("canyon"), None, options, ["easy"] * 3, 5, 1, Effort(EASY))
    assert seeds[:5] == [contest.seed for contest in bots]
