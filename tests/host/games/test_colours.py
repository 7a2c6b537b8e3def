"""The colours of the pieces in a copy: which a game can have, and their encoding on the wire and in a record."""

from __future__ import annotations

import pytest
from riverlight.errors import OptionError
from riverlight.games.colours import COLOUR_TITLES, choose_colours, colour_choices, light_letters, stored_colours
from riverlight.games.registry import GAMES, game_named
from riverlight.light_roles import load_light_roles
from riverlight.table.head import Head

from shared_rules import roles
from shared_rules.fields import LIGHTS


def test_each_colour_has_its_name_its_light_and_its_letter() -> None:
    lights = load_light_roles().seats
    assert list(COLOUR_TITLES) == list(lights)
    assert tuple(lights.values()) == roles.SEAT_COLOURS
    assert len(LIGHTS) == len(lights)
    assert light_letters(("red", "blue")) == "ga"
    assert light_letters(("blue", "orange", "green")) == "", "every device has these"


@pytest.mark.parametrize("name", GAMES)
def test_the_colours_of_a_published_copy_are_among_those_that_are_told_apart(name: str) -> None:
    game = game_named(name)
    pieces = max(game.seat_counts) - game.first_piece
    own = choose_colours(game, max(game.seat_counts), ())
    assert own == game.piece_colours[:pieces]
    assert {*own} <= {*colour_choices(game)}


def test_colours_that_are_not_given_are_the_games_own_as_far_as_they_are_free() -> None:
    assert choose_colours(game_named("pyramid"), 5, ["blue"]) == ("blue", "red", "green", "purple")
    assert choose_colours(game_named("canyon"), 3, ["black", "orange"]) == ("black", "orange", "blue")


@pytest.mark.parametrize(
    ("game", "wanted", "sentence"),
    [
        ("canyon", ["red", "red"], "Two pieces cannot both be red."),
        ("canyon", ["mauve"], "There is no colour 'mauve'. Choose from: blue, orange,"),
        ("canyon", ["red", "blue", "green", "black"], "There are 4 colours for 3 pieces."),
        ("pyramid", ["white"], "In Pyramid, white looks like another light."),
        ("niagara", ["brown"], "In Niagara, brown looks like another light."),
    ],
)
def test_colours_that_will_not_do_are_refused_in_a_sentence(game: str, wanted: list[str], sentence: str) -> None:
    with pytest.raises(OptionError) as refusal:
        choose_colours(game_named(game), 3, wanted)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("stored", [None, "red", ["mauve"], ["red", "red"], [1, 2, 3, 4, 5, 6, 7], {"red": 1}])
def test_a_record_with_other_colours_opens_with_the_games_own(stored: object) -> None:
    game = game_named("canyon")
    assert stored_colours(game, 3, stored) == choose_colours(game, 3, ())
    body = {**Head.create("canyon", {}, [""] * 3, 1, None).row().body, "colours": stored}
    assert Head.from_body(body).seat_colours == ("blue", "orange", "green")


@pytest.mark.parametrize(
    ("game", "people", "colours", "seats", "next_seats"),
    [
        ("canyon", 3, ("red", "white", "sky"), ("red", "white", "sky"), ("white", "sky", "red")),
        ("niagara", 2, ("red", "sky", "pink", "blue"), ("red", "sky", "pink", "blue"), ("sky", "pink", "blue", "red")),
        ("pyramid", 3, ("black", "pink"), ("white", "black", "pink"), ("white", "pink", "black")),
    ],
)
def test_a_record_keeps_the_colours_and_everyone_keeps_their_pieces_in_the_next_game(
    game: str, people: int, colours: tuple[str, ...], seats: tuple[str, ...], next_seats: tuple[str, ...]
) -> None:
    head = Head.create(game, {}, [""] * people, 1, None)._replace(colours=colours)
    assert head.seat_colours == seats
    assert Head.from_body(head.row().body).colours == colours
    assert head.rotated(2).seat_colours == next_seats
    lights = load_light_roles().seats
    assert [card["colour"] for card in head.seat_cards] == [
        "#{:02x}{:02x}{:02x}".format(*lights[each]) for each in seats
    ]
