"""Calibration: the layout is detected after a few answers; exceptions are asked about; likely mistakes reported."""

import random

import pytest
from riverlight.boards import check, shipped
from riverlight.workshop.calibrate import apply_answers, doubts, practice_strip, question
from riverlight.workshop.lights import chain_of
from riverlight.workshop.wiring_order import propose_order

BOARDS = [("canyon", "main"), ("niagara", "main"), ("pyramid", "tomb")]


def interviewed(document, panel, truth):
    """Answer each light as ``truth`` has it; return how many had to be asked, and those foretold wrongly."""
    answers, asked, wrong = {}, 0, []
    while (now := question(document, panel, len(truth), answers)) is not None:
        assert now.answered == len(answers)
        assert bool(now.pattern) == now.is_sure
        if not now.is_sure:
            asked += 1
        elif now.expected != truth[now.light]:
            wrong.append(now.light)
        answers[now.light] = truth[now.light]
    return asked, wrong


def orders_of(game):
    document = shipped(game).document
    ids = [space["id"] for space in document["spaces"]]
    places = [tuple(space["at_mm"]) for space in document["spaces"]]
    for way in ("short", "rows", "columns"):
        yield way, [ids[number] for number in propose_order(places, way)]


@pytest.mark.parametrize(("game", "panel"), BOARDS)
def test_a_strip_laid_as_the_file_says_is_recognised_after_a_few_answers_forwards_and_backwards(game, panel):
    document = shipped(game).document
    filed = chain_of(document, panel)
    for truth in (filed, filed[::-1]):
        asked, wrong = interviewed(document, panel, truth)
        assert asked <= 10
        assert wrong == []


@pytest.mark.parametrize(("game", "panel"), BOARDS)
def test_rows_columns_and_the_short_way_are_recognised_with_one_light_a_space_and_with_two(game, panel):
    document = shipped(game).document
    for way, order in orders_of(game):
        for truth in (order, order[::-1], [name for name in order for _ in range(2)]):
            asked, wrong = interviewed(document, panel, truth)
            assert asked <= 12, way
            assert wrong == [], way


def test_an_order_is_named_in_words():
    document = shipped("pyramid").document
    truth = dict(orders_of("pyramid"))["columns"]
    answers = dict(enumerate(truth[:8]))
    now = question(document, "tomb", len(truth), answers)
    assert (now.light, now.expected, now.pattern) == (8, truth[8], "in columns, back and forth")


def test_spare_lights_before_and_between_shift_the_order_and_cost_few_answers():
    document = shipped("canyon").document
    filed = chain_of(document, "main")
    truth = [None, None, *filed[:40], None, *filed[40:]]
    asked, wrong = interviewed(document, "main", truth)
    assert asked <= 10
    assert wrong == [42]


def test_two_lights_exchanged_are_the_only_ones_foretold_wrongly():
    document = shipped("canyon").document
    truth = chain_of(document, "main")
    truth[30], truth[60] = truth[60], truth[30]
    asked, wrong = interviewed(document, "main", truth)
    assert wrong == [30, 60]
    assert asked <= 16


def test_a_scrambled_strip_is_asked_light_by_light_and_nothing_is_taken_for_sure():
    document = shipped("canyon").document
    truth = chain_of(document, "main")
    random.Random(3).shuffle(truth)
    asked, wrong = interviewed(document, "main", truth)
    assert asked + len(wrong) >= len(truth) - 1


def test_while_nothing_is_plain_the_nearest_space_without_a_light_is_offered():
    document = shipped("canyon").document
    now = question(document, "main", 117, {0: "c3"})
    assert not now.is_sure
    assert now.expected is not None
    assert question(document, "main", 117, {}).expected is None


def test_a_chain_with_all_its_answers_has_no_more_questions():
    document = shipped("niagara").document
    assert question(document, "main", 2, {0: None, 1: "M1"}) is None


def test_an_answer_given_anew_takes_the_place_of_the_old_one_and_a_left_out_light_is_asked():
    document = shipped("niagara").document
    truth = chain_of(document, "main")
    answers = dict(enumerate(truth))
    del answers[5]
    assert question(document, "main", len(truth), answers).light == 5


def test_the_board_takes_the_lights_as_they_were_answered():
    document = shipped("niagara").document
    truth = chain_of(document, "main")[::-1]
    board = apply_answers(document, "main", len(truth), dict(enumerate(truth)))
    assert chain_of(board, "main") == truth
    assert check(board) == []


def test_spare_lights_at_the_end_count_in_the_length_of_the_chain():
    document = shipped("niagara").document
    truth = [*chain_of(document, "main"), None, None]
    board = apply_answers(document, "main", len(truth), dict(enumerate(truth)))
    assert board["panels"] == {"main": 32}
    assert check(board) == []


def test_a_space_whose_lights_lie_apart_in_the_chain_is_doubted():
    assert doubts({0: "a", 1: "a", 2: "b", 3: "a", 4: None}) == [("a", (0, 1, 3))]
    assert doubts({0: "a", 1: "a", 2: "b"}) == []


@pytest.mark.parametrize("game", ["canyon", "niagara", "pyramid"])
def test_a_practice_strip_is_laid_otherwise_than_the_file_has_it_but_with_some_sense(game):
    document = shipped(game).document
    panel = shipped(game).core.panels[0][0]
    strip = practice_strip(document)
    assert sorted(strip) == sorted(shipped(game).space_ids)
    assert list(strip) != chain_of(document, panel)
    asked, _ = interviewed(document, panel, list(strip))
    assert asked <= 16
