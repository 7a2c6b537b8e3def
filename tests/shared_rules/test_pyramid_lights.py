"""Light roles of Pyramid, on the hunters' panel and the mummy's, on the shipped maze."""

from __future__ import annotations

import binascii
import random

import pytest
from riverlight.boards import Board

from shared_rules import pyramid as maze
from shared_rules import pyramid_lights as lights
from shared_rules import pyramid_position as at
from shared_rules import roles
from shared_rules.board import ENTRANCE, NONE, TREASURE
from shared_rules.line import LINE_BYTES, encode
from tests.shared_rules.pyramid_positions import BOARD, CORE, INDEX, hunters_side, mummys_side


def lit(position: dict[str, object], with_choices: bool = True) -> dict[str, tuple[int, int]]:
    """Return the role and the detail of each space by its id."""
    frame = bytearray(2 * CORE.n)
    lights.pieces(CORE, position, frame)
    if with_choices:
        for _ in lights.choices(CORE, position, frame):
            pass
    return {name: (frame[2 * space], frame[2 * space + 1]) for name, space in INDEX.items()}


def pictures(position: dict[str, object]) -> list[tuple[int, dict[str, int]]]:
    """Return how long each picture of the passage is shown, and its roles."""
    frame = bytearray(2 * CORE.n)
    return [
        (duration_ms, {name: frame[2 * space] for name, space in INDEX.items()})
        for duration_ms in lights.passage(CORE, position, frame)
    ]


def with_role(shown: dict[str, tuple[int, int]], role: int) -> dict[str, int]:
    return {name: detail for name, (found, detail) in shown.items() if found == role}


def test_each_treasure_has_its_colour_and_its_number_of_dips() -> None:
    """PYR-3: by pattern as well as by colour; a played one looks different."""
    shown = lit(hunters_side(played=["a1", "h9"]))
    for name, space in INDEX.items():
        if CORE.kinds[space] == TREASURE and name not in ("a1", "h9"):
            colour = CORE.data[space]
            assert shown[name] == (roles.RED_TREASURE + colour, colour + 1)
            assert roles.TABLE[shown[name][0]][4] == roles.DIPS
    assert set(with_role(shown, roles.PLAYED)) == {"a1", "h9"}
    assert set(with_role(shown, roles.GATE)) == {"f1"}
    assert shown["g1"] == (roles.MUMMY, 0)


def test_hunters_stand_in_their_colours_and_share_the_gates() -> None:
    """PYR-4: the hunter in turn breathes."""
    shown = lit(hunters_side(hunters=["f1", "f1", "b2", "l3"], marker=2))
    assert shown["f1"] == (roles.HUNTERS, 0b0110)
    assert shown["b2"] == (roles.HUNTER_TO_ACT, 3 << 5)
    assert shown["l3"] == (roles.HUNTERS, 0b10000)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_the_ends_of_the_die_chosen_are_numbered_in_order(face: int) -> None:
    """PYR-8, PYR-9: the same ends as the engine's, numbered from 1."""
    spaces = bytes([INDEX["d4"], INDEX["d5"], INDEX["f4"], NONE])
    position = hunters_side(hunters=["d4", "d5", "f4"], marker=0, mummy="b3", activity=at.CHOOSE_END, dice=[face])
    ends = maze.die_ends(CORE, spaces, 0, INDEX["b3"], face, False)
    found = with_role(lit(position), roles.END)
    assert found == {BOARD.space_ids[space]: 1 << 5 | number for number, space in enumerate(ends, start=1)}


def test_dice_still_to_be_chosen_blink_their_faces_where_they_lead() -> None:
    """PYR-7: the smallest face that leads there; the arrow blinks five times."""
    shown = lit(hunters_side(hunters=["d4"], marker=0, mummy="l3", activity=at.CHOOSE_DIE, dice=[1, 2, 5]))
    faces = with_role(shown, roles.DIE_END)
    by_face = {
        face: {BOARD.space_ids[end] for end in maze.die_ends(CORE, bytes([INDEX["d4"]]), 0, INDEX["l3"], face, False)}
        for face in (1, 2, 5)
    }
    assert {name for name, detail in faces.items() if detail & 31 == 1} == by_face[1]
    assert {name for name, detail in faces.items() if detail & 31 == 2} == by_face[2] - by_face[1]
    assert {name for name, detail in faces.items() if detail & 31 == 5} == by_face[5] - by_face[1] - by_face[2]


def test_the_mummys_way_is_lit_while_it_walks() -> None:
    """PYR-12: on both panels."""
    for side in (hunters_side, mummys_side):
        shown = lit(side(mummy="h3", walk=["h1", "h2", "h3"], activity=at.PROWL), with_choices=False)
        assert with_role(shown, roles.TRAIL) == {"h1": 0, "h2": 0}
        assert shown["h3"] == (roles.MUMMY_TO_ACT, 0)


def test_the_mummys_panel_shows_how_far_it_can_still_walk() -> None:
    """PYR-12: as if there were no hunters; with the aid, where one may be within reach."""
    shown = lit(mummys_side(mummy="h3", activity=at.PROWL, steps_left=2, possible=["i3", "a1"]))
    reach = {BOARD.space_ids[space] for space in maze.mummy_reach(CORE, INDEX["h3"], 2, b"")} - {"h3"}
    assert set(with_role(shown, roles.REACH)) == reach - {"i3"}
    assert set(with_role(shown, roles.POSSIBLE_IN_REACH)) == {"i3"}
    assert set(with_role(shown, roles.POSSIBLE)) == {"a1"}


def test_the_mummys_panel_counts_dice_aside_and_amulets() -> None:
    """PYR-6, PYR-13: at the entrance and in the sarcophagus."""
    shown = lit(mummys_side(mummy="a5" if "a5" in INDEX else "b5", aside=3, taken=2))
    assert shown["f1"] == (roles.DICE_ASIDE, 3)
    assert shown["g1"] == (roles.AMULETS_TAKEN, 2)
    assert with_role(lit(mummys_side()), roles.DICE_ASIDE) == {}


def test_a_count_stops_at_the_most_that_a_light_tells() -> None:
    """Its number has five bits; one more would be the colour of a seat."""
    for count, told in ((31, 31), (32, 31), (255, 31)):
        shown = lit(mummys_side(mummy="h3", aside=count, taken=count))
        assert (shown["f1"][1], shown["g1"][1]) == (told, told)


def test_each_space_where_a_hunter_can_be_is_lit_on_the_mummys_panel_alike() -> None:
    """PYR-19: chambers and treasures, whichever they are."""
    possible = [name for name, space in INDEX.items() if CORE.kinds[space] < ENTRANCE and space % 3]
    shown = lit(mummys_side(possible=possible), with_choices=False)
    assert with_role(shown, roles.POSSIBLE) == dict.fromkeys(possible, 0)


def test_the_mummys_panel_knows_no_hunter() -> None:
    """PYR-18: no role of a hunter, whatever its bytes say."""
    choose = random.Random(4)
    for _ in range(60):
        body = bytes(choose.randrange(256) for _ in range(at.size(CORE, False)))
        frame = bytearray(2 * CORE.n)
        position: dict[str, object] = {"g": "pyramid", "m": at.packed(body)}
        lights.pieces(CORE, position, frame)
        for _ in lights.choices(CORE, position, frame):
            pass
        forbidden = {roles.HUNTERS, roles.HUNTER_TO_ACT, roles.HOME, roles.END, roles.DIE_END, roles.ESCAPED}
        assert not forbidden & set(frame[::2])


def test_a_walk_is_played_step_by_step_and_ends_with_the_catch() -> None:
    """PYR-13: the hunter stands where it was until it is caught."""
    position = hunters_side(hunters=["g1", "a1"], marker=0, mummy="h3", walk=["h1", "h2", "h3"], steps=3, caught=0)
    seen = pictures(position)
    walked = [shown for duration_ms, shown in seen if duration_ms == 140]
    assert [name for shown in walked for name, role in shown.items() if role == roles.MUMMY] == ["h2", "h3"]
    assert walked[0]["h3"] == roles.HUNTER_TO_ACT
    duration_ms, last = seen[-1]
    assert (duration_ms, last["h3"]) == (400, roles.CATCH)


def test_the_way_behind_the_mummy_is_lit_as_it_walks() -> None:
    """PYR-12: but the sarcophagus, where it started, and no space where it has come again."""
    walk = ["g1", "h1", "h2", "h3", "h2"]
    seen = pictures(hunters_side(mummy="h2", walk=walk, steps=len(walk) - 1))
    trails = [{name for name, role in shown.items() if role == roles.TRAIL} for ms, shown in seen if ms == 140]
    behind = [set(walk[:step]) - {walk[step], "g1"} for step in range(1, len(walk))]
    assert trails == behind


def test_a_trail_is_one_light_like_the_other() -> None:
    """PYR-12: it carries no detail, on whichever side and in whichever picture."""
    frame = bytearray(2 * CORE.n)
    for _ in lights.passage(CORE, hunters_side(mummy="h3", walk=["h1", "h2", "h3"], steps=2), frame):
        assert {frame[place + 1] for place in range(0, 2 * CORE.n, 2) if frame[place] == roles.TRAIL} == {0}


def test_an_arrow_goes_four_ways_in_whatever_order_the_spaces_are_listed() -> None:
    """PYR-9: the same ends as the engine's, from every space of a maze."""
    document = dict(BOARD.document)
    document["spaces"] = random.Random(8).sample(document["spaces"], len(document["spaces"]))
    core = Board(document).core
    for start in range(core.n):
        mummy = maze.sarcophagus(core)
        body = bytearray(at.size(core, True))
        body[at.HUNTERS : at.HUNTERS + 4] = bytes((start, NONE, NONE, NONE))
        body[at.MUMMY], body[at.CAUGHT] = mummy, NONE
        body[at.ACTIVITY], body[at.DICE] = at.CHOOSE_END, 1 << 4
        position: dict[str, object] = {"g": "pyramid", "h": at.packed(body)}
        frame = bytearray(2 * core.n)
        lights.pieces(core, position, frame)
        for _ in lights.choices(core, position, frame):
            pass
        lit_ends = [space for space in range(core.n) if frame[2 * space] == roles.END]
        assert lit_ends == list(maze.die_ends(core, bytes((start,)), 0, mummy, maze.ARROW, False))


def test_a_catch_is_shown_on_the_board_as_it_is_whatever_was_lit_before() -> None:
    """PYR-13: on both sides."""
    for side in (hunters_side, mummys_side):
        position = side(mummy="h3", walk=["h2", "h3"], steps=1, caught=0, light=at.ON_CATCH)
        frame = bytearray(b"\x07" * (2 * CORE.n))
        assert list(lights.passage(CORE, position, frame)) == [400]
        expected = bytearray(2 * CORE.n)
        lights.pieces(CORE, position, expected)
        expected[2 * INDEX["h3"] : 2 * INDEX["h3"] + 2] = bytes((roles.CATCH, 0))
        assert frame == expected


def test_those_in_reach_who_were_not_caught_escape() -> None:
    position = hunters_side(hunters=["h4", "a1"], mummy="h2", walk=["h1", "h2"], steps=4)
    duration_ms, last = pictures(position)[-1]
    assert duration_ms == 600
    assert last["h4"] == roles.ESCAPED
    assert last["a1"] != roles.ESCAPED
    assert [name for name, role in last.items() if role == roles.MUMMY] == ["h2"]
    far = hunters_side(hunters=["a1"], mummy="h2", walk=["h1", "h2"], steps=4)
    assert roles.ESCAPED not in pictures(far)[-1][1].values()


def test_it_is_from_where_the_walk_began_that_hunters_were_in_reach() -> None:
    """PYR-12: not from where the mummy is now, which it has fewer steps or none left to leave."""
    walk, steps = ["h1", "h2", "h3"], 4
    from_start, from_end = (set(maze.mummy_reach(CORE, INDEX[name], steps, b"")) for name in ("h1", "h3"))
    behind, ahead = min(from_start - from_end), min(from_end - from_start)
    hunters = [BOARD.space_ids[space] for space in (behind, ahead)]
    _duration_ms, last = pictures(hunters_side(hunters=hunters, mummy="h3", walk=walk, steps=steps))[-1]
    assert [last[name] == roles.ESCAPED for name in hunters] == [True, False]


def test_a_mummy_that_stays_lets_those_in_its_reach_escape() -> None:
    position = hunters_side(hunters=["h4"], mummy="h2", walk=["h2"], steps=3)
    assert pictures(position)[-1][1]["h4"] == roles.ESCAPED


def test_the_mummys_panel_shows_the_catch_and_nothing_of_an_escape() -> None:
    """PYR-18."""
    walked = mummys_side(mummy="h3", walk=["h1", "h2", "h3"], steps=3)
    assert pictures(walked) == []
    ((duration_ms, shown),) = pictures(mummys_side(mummy="h3", walk=["h1", "h2", "h3"], steps=3, caught=1))
    assert (duration_ms, shown["h3"]) == (400, roles.CATCH)
    assert lit(mummys_side(mummy="h3", walk=["h2", "h3"], caught=1))["h3"] == (roles.CAUGHT, 0)


def test_nothing_is_played_while_the_mummy_walks_or_when_its_way_is_forgotten() -> None:
    assert pictures(hunters_side(mummy="h3", walk=["h2", "h3"], activity=at.PROWL)) == []
    assert pictures(hunters_side(hunters=["h4"], mummy="h3")) == []


def test_a_mummy_that_shows_to_the_peek_key_alone_stands_in_a_dark_maze() -> None:
    """PYR-1: but for the peek key its light is like every other."""
    for mummy in ("a1", "d4", "h9"):
        shown = lit(hunters_side(hunters=["c3"], marker=0, mummy=mummy, light=at.PEEK, walk=["h1", mummy]))
        assert shown[mummy] == (roles.HIDDEN, 7 << 5)
        assert {role for name, (role, _) in shown.items() if name not in (mummy, "c3")} == {roles.DARK}
    assert pictures(hunters_side(hunters=["h4"], mummy="h2", walk=["h1", "h2"], steps=4, light=at.PEEK)) == []


def test_a_mummy_that_shows_on_a_catch_is_dark_till_then() -> None:
    """PYR-1."""
    dark = lit(hunters_side(mummy="d4", light=at.ON_CATCH))
    assert dark["d4"] == (roles.CHAMBER, 0)
    assert dark == {**lit(hunters_side(mummy="b1", light=at.ON_CATCH))}
    caught = lit(hunters_side(mummy="d4", caught=1, light=at.ON_CATCH))
    assert caught["d4"] == (roles.MUMMY, 0)


def test_the_winners_breathe() -> None:
    """PYR-16."""
    shown = lit(hunters_side(hunters=["a1", "b1"], activity=at.OVER, winners=0b10))
    assert (shown["a1"][0], shown["b1"][0]) == (roles.HOME, roles.HUNTERS)
    for side in (hunters_side, mummys_side):
        won = lit(side(mummy="d4", activity=at.OVER, winners=1, caught=0, walk=["d5", "d4"]))
        assert won["d4"] == (roles.MUMMY_TO_ACT, 0)


def test_on_one_board_all_lines_of_a_panel_are_equally_long_and_fit() -> None:
    """PYR-18: whatever stands where."""
    positions = [
        (hunters_side(), hunters_side(hunters=["a1", "b1", "c1", "l3"], activity=3, walk=["h1"] * 9, played=["a1"])),
        (mummys_side(), mummys_side(activity=3, steps_left=8, walk=["h1"] * 9, taken=7, possible=list(INDEX))),
    ]
    for panel, pair in zip(("tomb", "shrine"), positions, strict=True):
        lengths = {len(encode({"t": "show", "p": panel, "r": 9999, **position})) for position in pair}
        assert len(lengths) == 1
        assert lengths.pop() < LINE_BYTES


def test_whatever_comes_in_a_position_makes_a_frame() -> None:
    choose = random.Random(3)
    frame = bytearray(2 * CORE.n)
    odd: list[dict[str, object]] = [{}, {"h": ""}, {"m": "zz"}, {"h": 5}, {"m": "0" * 57}]
    for number in range(120):
        size = at.size(CORE, number % 2 == 0)
        body = bytes(choose.randrange(256) for _ in range(size))
        odd.append({"h" if number % 2 == 0 else "m": at.packed(body)})
    for position in odd:
        lights.pieces(CORE, position, frame)
        for _ in lights.choices(CORE, position, frame):
            pass
        assert sum(lights.passage(CORE, position, frame)) < 5000
        assert all(role < len(roles.TABLE) for role in frame[::2])


@pytest.mark.parametrize("is_hunters", [True, False])
def test_no_value_of_a_single_byte_upsets_the_lights(is_hunters: bool) -> None:
    """Not one past the last hunter, space, role or activity: a line that checks may still be of another version."""
    position = hunters_side if is_hunters else mummys_side
    facts = {"hunters": ["d4", "d5"], "marker": 0, "mummy": "h3", "walk": ["h2", "h3"], "steps": 2, "steps_left": 2}
    frame = bytearray(2 * CORE.n)
    for activity in range(5):
        (key, text), *_ = [pair for pair in position(**facts, activity=activity).items() if pair[0] != "g"]
        body = bytearray(binascii.a2b_base64(text))
        for place in range(len(body)):
            for value in (0, 1, 3, 4, 5, 6, 31, 32, CORE.n - 1, CORE.n, 254, 255):
                spoilt = bytearray(body)
                spoilt[place] = value
                odd: dict[str, object] = {"g": "pyramid", key: at.packed(spoilt)}
                lights.pieces(CORE, odd, frame)
                for _ in lights.choices(CORE, odd, frame):
                    pass
                for _ in lights.passage(CORE, odd, frame):
                    pass
                assert max(frame[::2]) < len(roles.TABLE)


def test_a_position_that_is_none_is_an_empty_maze() -> None:
    """No hunter, no mummy, nobody in turn, nothing thrown, caught, played or won."""
    played = b"\x00" * 3
    nothing: dict[str, object] = {"h": "zz"}
    assert at.unpacked(CORE, nothing) == (
        True,
        bytes((NONE, NONE, at.REST, 0, NONE, 0)) + b"\xff" * 9 + b"\xff" * 4 + bytes((0, 0)) + played,
    )
    assert at.unpacked(CORE, {"m": "00"}) == (
        False,
        bytes((NONE, NONE, at.REST, 0, NONE, 0)) + b"\xff" * 9 + bytes((0, 0, 0)) + played + b"\x00" * at.bits(CORE.n),
    )


def test_a_mask_takes_a_byte_for_each_eight() -> None:
    assert [at.bits(count) for count in (0, 1, 7, 8, 9, 16, 17)] == [0, 1, 1, 1, 2, 2, 3]
    assert at.mask([0, 7, 8, 10], 11) == bytes((0b10000001, 0b101))


@pytest.mark.parametrize("mode", [at.ALWAYS, at.PEEK, at.ON_CATCH])
@pytest.mark.parametrize("is_open", [True, False])
def test_how_the_mummy_shows_and_whether_the_gates_are_open_share_a_byte(mode: int, is_open: bool) -> None:
    """PYR-1, PYR-11."""
    body = bytearray(at.size(CORE, True))
    body[at.LIGHT] = at.light_byte(mode, is_open)
    assert (at.mummy_light(body), at.may_reenter(body)) == (mode, is_open)


def test_each_activity_and_each_way_to_show_the_mummy_has_the_number_that_a_position_tells() -> None:
    """PYR-1: on every side the same."""
    assert (at.REST, at.CHOOSE_DIE, at.CHOOSE_END, at.PROWL, at.OVER) == (0, 1, 2, 3, 4)
    assert (at.ALWAYS, at.PEEK, at.ON_CATCH) == (0, 1, 2)


def test_every_step_of_a_search_is_short() -> None:
    """On the Pico none may take 2 ms: about as much work as one step of the widest walk."""
    position = hunters_side(hunters=["d4", "d5"], marker=0, mummy="h3", activity=at.CHOOSE_DIE, dice=[1, 2, 3, 4, 5])
    frame = bytearray(2 * CORE.n)
    lights.pieces(CORE, position, frame)
    assert sum(1 for _ in lights.choices(CORE, position, frame)) >= 1 + 2 + 3 + 4 + 4
    assert max(len(CORE.around[space]) for space in range(CORE.n) if CORE.kinds[space] < ENTRANCE) <= 4
