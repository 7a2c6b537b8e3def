"""Boards are checked against the schema file as an independent validator checks them, with less work."""

import copy
import json
import random
from collections import Counter
from importlib import resources

import jsonschema
import pytest
from riverlight.boards import read_board_file, shipped_ids
from riverlight.boards.schema import Checker

from tests.calls import calls_of

SCHEMA = json.loads((resources.files("shared_rules") / "boards" / "board.schema.json").read_text("utf-8"))
ODD = [None, True, False, 0, 1, 1.0, -1, 0.5, 600, 2001, "", "a1", "A\n", "x" * 90, "main", [], [0], [1, 1.0], {}]


def parts(value):
    """Yield every list and object within ``value``, itself included."""
    if isinstance(value, dict | list):
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from parts(inner)


def changed(document, dice):
    """Return the document with one to four of its parts lost, doubled, or made into something odd."""
    document = copy.deepcopy(document)
    for _ in range(dice.randint(1, 4)):
        within = dice.choice([part for part in parts(document) if part])
        key = dice.choice(list(within)) if isinstance(within, dict) else dice.randrange(len(within))
        kind = dice.randrange(4)
        if kind == 0:
            del within[key]
        elif kind == 1 and isinstance(within, list):
            within.append(within[key])
        elif kind == 1:
            within[dice.choice(["x", "main", "touches", "flow", "n", "at_mm"])] = dice.choice(ODD)
        else:
            within[key] = copy.deepcopy(dice.choice(ODD))
    return document


def judged(document):
    """Return what the judge finds wrong: paths and keywords."""
    judge = jsonschema.Draft202012Validator(SCHEMA)
    return Counter((tuple(error.path), error.validator) for error in judge.iter_errors(document))


@pytest.mark.parametrize("game", ["canyon", "niagara", "pyramid"])
def test_what_is_wrong_with_a_board_is_what_an_independent_validator_finds(game):
    dice = random.Random(game)
    whole = json.loads(read_board_file(game))
    small = {**whole, "spaces": whole["spaces"][:6]}
    checker = Checker(SCHEMA)
    assert not checker.violations(whole, 10)
    faulty = 0
    for _ in range(120):
        document = changed(small, dice)
        found = checker.violations(document, 10_000)
        assert Counter((violation.path, violation.keyword) for violation in found) == judged(document)
        faulty += bool(found)
    assert faulty > 60


@pytest.mark.parametrize("document", [None, [], 5, "board", {}, {"game": "chess"}, {"spaces": {}}], ids=str)
def test_what_is_no_board_at_all_is_judged_alike(document):
    found = Checker(SCHEMA).violations(document, 10_000)
    assert Counter((violation.path, violation.keyword) for violation in found) == judged(document)


def test_a_keyword_that_is_not_known_is_no_schema():
    with pytest.raises(ValueError, match="keyword oneOf is not known"):
        Checker({"properties": {"a": {"oneOf": []}}})


def test_a_board_is_checked_with_a_fifth_of_the_validators_calls():
    ours, judge = Checker(SCHEMA), jsonschema.Draft202012Validator(SCHEMA)
    boards = [json.loads(read_board_file(name)) for name in shipped_ids()]
    judge.is_valid(boards[0])  # it resolves references at their first use
    work = calls_of(lambda: [ours.violations(board, 10) for board in boards])
    assert work * 5 < calls_of(lambda: [judge.is_valid(board) for board in boards])
