"""Setting up the board of a saved game: each piece once, with a single light, confirmed by a key, then the game."""

import pytest
from riverlight.clauses import seeds_folder
from riverlight.devices.displayed_positions import role_frame
from riverlight.games.transcript import read
from riverlight.table.game_text import head_of
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table
from riverlight.table.set_up import open_set_up

from shared_rules import roles

PIECES = {roles.CANOE, roles.CANOE_TO_ACT, roles.HUNTERS, roles.HUNTER_TO_ACT, roles.MUMMY, roles.MUMMY_TO_ACT}


def kept(store, name, moves):
    game = read((seeds_folder() / f"{name}.txt").read_text(encoding="utf-8"))
    played = [(move.seat, move.text) for move in game.moves[:moves]]
    return Table.from_moves(store, head_of(game), played)


@pytest.mark.parametrize(
    ("name", "moves", "count"),
    [("games/canyon-single", 30, 4), ("games/niagara-shared", 60, None), ("lessons/pyramid", 11, 3)],
)
def test_one_piece_after_another_is_lit_alone_until_the_game_goes_on(store, name, moves, count):
    table = kept(store, name, moves)
    before = store.rows(table.game_id)
    ready = []
    arranging = open_set_up(store, table.game_id, lambda: ready.append(True))
    versions, sentences = set(), []
    while not ready:
        shown = arranging.snapshot("table")
        assert shown["prompt"]["sentence"].startswith("Put ")
        assert shown["choices"] == []
        sentences.append(shown["prompt"]["sentence"])
        versions.add(arranging.version)
        frame = role_frame(table.head.board.core, arranging.position(table.sides.table_panel))
        standing = [role for role in frame[::2] if role in PIECES]
        assert len(standing) in (1, 2)  # the mummy's light stays on
        arranging.press("5")
    assert len(versions) == len(sentences) == len(set(sentences))
    assert count is None or len(sentences) == count
    assert store.rows(table.game_id) == before


def test_the_page_shows_niagaras_canoes_as_not_set_until_each_stands(store):
    table = kept(store, "games/niagara-shared", 60)
    before = table.snapshot("table")["view"]
    places = [place for pair in before["canoes"] for place in pair]
    gems = [gem for pair in before["cargo"] for gem in pair]
    on_river = [number for number, place in enumerate(places) if place not in ("shore", "lost")]
    assert len(on_river) > 2
    arranging = open_set_up(store, table.game_id, lambda: None)
    for count in range(1, len(on_river) + 1):
        view = arranging.snapshot("table")["view"]
        waiting = on_river[count:]
        expected = ["unset" if number in waiting else place for number, place in enumerate(places)]
        assert [place for pair in view["canoes"] for place in pair] == expected
        carried = [None if number in waiting else gem for number, gem in enumerate(gems)]
        assert [gem for pair in view["cargo"] for gem in pair] == carried
        arranging.press("1")


def test_the_key_that_takes_back_goes_to_the_piece_before(store):
    arranging = open_set_up(store, kept(store, "games/canyon-single", 30).game_id, lambda: None)
    first = arranging.snapshot("table")["prompt"]["sentence"]
    arranging.press("#")
    assert arranging.snapshot("table")["prompt"]["sentence"] == first
    arranging.press("1")
    assert arranging.snapshot("table")["prompt"]["sentence"] != first
    arranging.undo()
    assert arranging.snapshot("table")["prompt"]["sentence"] == first
    assert arranging.enter(0, "pace 3").kind == "refused"


def test_a_press_that_the_device_sends_again_confirms_one_piece_and_a_press_of_the_record_none(store):
    table = kept(store, "games/canyon-single", 30)
    table.press("#", press=KeyPress("f00", 1))
    arranging = open_set_up(store, table.game_id, lambda: None)
    sentences = []
    for number in (1, 2, 2, 3):
        arranging.press("5", press=KeyPress("f00", number))
        sentences.append(arranging.snapshot("table")["prompt"]["sentence"])
    assert sentences[1] == sentences[2]
    assert len(set(sentences)) == 3
