"""``riverlight moves`` for Niagara: every outcome of a turn once, the flow, and a sentence for every wrong line."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest
from riverlight.commands.moves import answered
from riverlight.games.niagara import GAME
from riverlight.games.niagara import moves as m

from shared_rules import niagara as river
from tests.oracle import niagara_turn as oracle

COLOURS = river.COLOURS
FULL = {colour: [colour] * 7 for colour in COLOURS}
GOOD: dict[str, Any] = {
    "game": "niagara",
    "canoes": [["shore", "M3"], ["L6", "lost"]],
    "cargo": [[None, "violet"], ["pink", None]],
    "sites": FULL,
    "seat": 0,
    "card": 2,
}


def answer(question: object) -> dict[str, Any]:
    return answered(json.dumps(question).encode(), {})


def position_of(canoes: Any, cargo: Any, sites: Any, scored: Any = ()) -> oracle.Position:
    return oracle.Position(
        tuple(tuple(pair) for pair in canoes),
        tuple(tuple(pair) for pair in cargo),
        tuple((colour, tuple(sorted(sites.get(colour, ())))) for colour in COLOURS),
        tuple(sorted(scored)),
    )


def random_question(choose: random.Random) -> dict[str, Any]:
    seats = choose.randint(1, 5)
    canoes = [[choose.choice(river.PLACE_NAMES) for _ in range(2)] for _ in range(seats)]
    cargo = [
        [choose.choice((*COLOURS, None, None)) if place not in {"shore", "lost"} else None for place in pair]
        for pair in canoes
    ]
    sites = {site: [choose.choice((site, site, *COLOURS)) for _ in range(choose.randrange(4))] for site in COLOURS}
    told = {"canoes": canoes, "cargo": cargo, "sites": sites}
    return {"game": "niagara", **told, "seat": choose.randrange(seats), "card": choose.randint(1, 6)}


@pytest.mark.parametrize("seed", range(8))
def test_every_outcome_of_the_whole_turn_is_told_once(seed: int) -> None:
    """NIA-8 to NIA-16: as the literal second reading has them."""
    choose = random.Random(seed)
    for _ in range(100):
        question = random_question(choose)
        told = answer(question)["moves"]
        reached = [position_of(each["canoes"], each["cargo"], each["sites"], each["scored"]) for each in told]
        assert len(set(reached)) == len(reached)
        before = position_of(question["canoes"], question["cargo"], question["sites"])
        assert set(reached) == oracle.turn_outcomes(before, question["seat"], question["card"])


def test_the_move_of_an_outcome_leads_there() -> None:
    """Entered one after another, they are legal and lead to the reported outcome."""
    choose = random.Random(3)
    for _ in range(60):
        question = random_question(choose)
        while len(question["canoes"]) < 3 or question["seat"]:
            question = random_question(choose)
        for told in answer(question)["moves"]:
            state = GAME.new({}, len(question["canoes"]), 1)
            state.canoes = [river.PLACE_NAMES.index(place) for pair in question["canoes"] for place in pair]
            gems = [gem for pair in question["cargo"] for gem in pair]
            state.cargo = [river.NO_GEM if gem is None else COLOURS.index(gem) for gem in gems]
            for site, colour in itertools.product(COLOURS, COLOURS):
                state.sites[5 * COLOURS.index(site) + COLOURS.index(colour)] = question["sites"][site].count(colour)
            state.note_sites()
            state.apply(0, m.PADDLE + question["card"])
            if told["move"] != "nothing":
                for text in told["move"].split("; "):
                    state.apply(0, state.parse_move(text))
            assert state.to_act() == (1,)
            places = [river.PLACE_NAMES[place] for place in state.canoes[2:]]
            assert places == [place for pair in told["canoes"][1:] for place in pair]
            assert sum(state.scored) == len(told["scored"])


def test_a_turn_is_told_in_words() -> None:
    told = answer(GOOD | {"card": 6})["moves"]
    landing = next(each for each in told if each["move"] == "canoe 2 up to shore; done")
    assert landing["scored"] == ["violet"]
    assert landing["canoes"] == [["shore", "shore"], ["L6", "lost"]]
    assert landing["cargo"] == [[None, None], ["pink", None]]
    assert landing["sites"] == FULL


def test_a_canoe_over_the_fall_is_lost_though_it_would_come_back() -> None:
    """NIA-23: the command does not know of earlier gems."""
    question = GOOD | {"canoes": [["R7", "lost"]], "cargo": [["pink", None]], "card": 1, "sites": {}}
    told = {each["move"]: each for each in answer(question)["moves"]}
    assert told["canoe 1 down to lost"]["canoes"] == [["lost", "lost"]]
    assert told["canoe 1 down to lost"]["sites"]["pink"] == ["pink"]


def test_a_seat_without_canoes_does_nothing() -> None:
    """NIA-8."""
    question = GOOD | {"canoes": [["lost", "lost"]], "cargo": [[None, None]]}
    assert [each["move"] for each in answer(question)["moves"]] == ["nothing"]


@pytest.mark.parametrize("weather", [-1, 0, 1, 2])
def test_the_flow_for_every_weather_and_set_of_cards(weather: int) -> None:
    """NIA-18."""
    for cards in itertools.combinations_with_replacement([1, 2, 3, 4, 5, 6, "cloud"], 3):
        question = {"game": "niagara", "cards": list(cards), "weather": weather}
        numbers = [card for card in cards if isinstance(card, int)]
        assert answer(question) == {"flow": max(min(numbers) + weather, 0) if numbers else max(weather, 0)}
        least = answer(question | {"options": {"min_flow": "1"}})
        assert least == {"flow": max(min(numbers) + weather, 1) if numbers else max(weather, 0)}


WRONG = {
    "no canoes": ({"canoes": None}, "The field canoes is null: a list of 1 to 5 pairs of places is expected."),
    "six seats": ({"canoes": [["M1", "M1"]] * 6}, "a list of 1 to 5 pairs of places is expected."),
    "one canoe": ({"canoes": [["M1"], ["M1", "M2"]]}, 'The field canoes has ["M1"]: each seat has two canoes.'),
    "no place": (
        {"canoes": [["M1", "M8"], ["L6", "lost"]]},
        'The field canoes has "M8": one of shore, M1, M2',
    ),
    "null place": ({"canoes": [["M1", None], ["L6", "lost"]]}, "The field canoes has null: one of shore"),
    "no gem": ({"cargo": [[None, "ruby"], ["pink", None]]}, 'The field cargo has "ruby": one of violet'),
    "number for a gem": ({"cargo": [[None, 0], ["pink", None]]}, "or null is expected."),
    "fewer cargo": ({"cargo": [[None, "violet"]]}, "There are 2 pairs of canoes, but 1 of cargo"),
    "gem ashore": (
        {"cargo": [["violet", None], [None, None]]},
        "Canoe 1 of seat 0, shore, has a violet gem; only on the river it has one.",
    ),
    "gem lost": ({"cargo": [[None, None], [None, "pink"]]}, "Canoe 2 of seat 1, lost, has a pink gem"),
    "no sites": ({"sites": []}, "The field sites is []: an object with a list of gems for each colour is expected."),
    "other site": ({"sites": {"M3": []}}, 'There is no site "M3"; there are: violet, clear, yellow, blue, pink.'),
    "other gem": ({"sites": {"pink": ["gold"]}}, 'The site pink has "gold": a gem is one of violet'),
    "count": ({"sites": {"pink": 7}}, "The site pink has 7: a list of at most 35 gems is expected."),
    "too many": ({"sites": {"pink": ["pink"] * 36}}, "a list of at most 35 gems is expected."),
    "seat": ({"seat": 2}, "The field seat is 2: a whole number from 0 to 1 is expected."),
    "cloud": ({"card": "cloud"}, 'The field card is "cloud": a whole number from 1 to 6 is expected.'),
    "seven": ({"card": 7}, "a whole number from 1 to 6 is expected."),
    "field": ({"points": 3}, 'There is no field "points" here'),
    "option": ({"options": {"min_flow": "2"}}, "Option min_flow must be one of 0, 1, not '2'."),
    "board": ({"board": "canyon"}, 'The board "canyon" is one of canyon, not of niagara.'),
}


@pytest.mark.parametrize(("change", "told"), WRONG.values(), ids=WRONG)
def test_a_wrong_position_gets_its_sentence(change: dict[str, Any], told: str) -> None:
    found = answer(GOOD | change)
    assert list(found) == ["error"]
    assert told in found["error"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cards": []}, "a list of 1 to 5 paddle cards, 1 to 6 or cloud is expected."),
        ({"cards": [1, 2, 3, 4, 5, 6]}, "a list of 1 to 5 paddle cards"),
        ({"cards": [0]}, "The field cards has 0: a paddle card is a number from 1 to 6 or cloud."),
        ({"cards": [True]}, "The field cards has true"),
        ({"cards": [3.0]}, "The field cards has 3.0"),
        ({"cards": [[3]]}, "The field cards has [3]"),
        ({"weather": 3}, "a whole number from -1 to 2 is expected."),
        ({"weather": None}, "a whole number from -1 to 2 is expected."),
        ({"seat": 0}, 'There is no field "seat" here'),
    ],
)
def test_wrong_cards_get_their_sentence(change: dict[str, Any], told: str) -> None:
    found = answer({"game": "niagara", "cards": [3], "weather": 0} | change)
    assert list(found) == ["error"]
    assert told in found["error"]


@pytest.mark.parametrize("field", ["canoes", "cargo", "sites", "seat", "card"])
def test_a_field_that_is_missing_is_named(field: str) -> None:
    question = {name: value for name, value in GOOD.items() if name != field}
    assert answer(question)["error"].startswith(f"The field {field} is missing: ")


def test_a_board_of_niagara_may_be_named() -> None:
    assert answer(GOOD | {"board": "niagara"}) == answer(GOOD)
