"""Light roles of Niagara, and the animation of the flow."""

from __future__ import annotations

import random
from typing import Any

import pytest
from riverlight.boards import shipped

from shared_rules import niagara as river
from shared_rules import niagara_lights as lights
from shared_rules import niagara_position as at
from shared_rules import roles
from shared_rules.board import Board
from tests.oracle import niagara_turn as oracle
from tests.shared_rules.canyon_scenarios import Chance, compiled
from tests.shared_rules.niagara_scenarios import in_bytes, random_position

BOARD = shipped("niagara")
INDEX = BOARD.index
FULL = "7000007000007000007000007"
VIOLET, CLEAR, YELLOW, BLUE, PINK = range(5)
PLACES = river.PLACE_NAMES


def place_text(*names: str) -> str:
    return "".join(f"{PLACES.index(name):x}" for name in names)


def at_rest(canoes: str = "shore shore M2 lost", cargo: str = "----", **more: Any) -> dict[str, Any]:
    position = {"g": "niagara", "c": place_text(*canoes.split()), "k": cargo, "x": FULL, "w": 0, "d": 0}
    return position | {"a": at.REST, "s": 255, "q": 0, "n": 0, "m": 0} | more


def paddling(canoes: str, cargo: str, card: int, seat: int = 0, **more: Any) -> dict[str, Any]:
    position = at_rest(canoes, cargo, a=at.PADDLE, s=seat, n=card, **more)
    must_move, may_launch = river.movable([PLACES.index(name) for name in canoes.split()], seat)
    return position | {"m": must_move | may_launch << 2}


def shown(position: dict[str, Any], *, in_full: bool = True) -> dict[str, tuple[int, int]]:
    """Return role and detail of each space by its id; only what stands where when not ``in_full``."""
    frame = bytearray(b"\xaa" * (2 * BOARD.core.n))
    position = in_bytes(position)
    lights.pieces(BOARD.core, position, frame)
    if in_full:
        assert all(step is None for step in lights.choices(BOARD.core, position, frame))
    return in_words(frame)


def in_words(frame: bytearray) -> dict[str, tuple[int, int]]:
    return {name: (frame[2 * space], frame[2 * space + 1]) for name, space in INDEX.items()}


def of_role(frame: dict[str, tuple[int, int]], *wanted: int) -> dict[str, int]:
    return {name: detail for name, (role, detail) in frame.items() if role in wanted}


def test_a_canoe_lights_its_disc_and_its_berth_tells_what_it_does() -> None:
    """NIA-1: ashore in its seat's colour, water where it is out and empty, its gem, or the fall that took it."""
    frame = shown(at_rest("shore M3 M3 lost M5 L7", "-----4"))
    assert frame["M3"] == (roles.CANOE, 0b011)
    assert frame["L7"] == (roles.CANOE, 0b100)
    assert frame["A1"] == (roles.ASHORE, 0)
    assert frame["A2"] == (roles.RIVER, 1)
    assert frame["B2"] == (roles.LOST, 0)
    assert frame["C2"] == (roles.CARGO, 7 << 5 | 1 << PINK)
    assert frame["D1"] == frame["E2"] == (roles.DARK, 0)
    assert (frame["shore"], frame["fall"]) == ((roles.LANDING, 0), (roles.WATERFALL, 0))


def test_a_site_shows_how_many_gems_of_which_colours_lie_there() -> None:
    """NIA-2, NIA-13."""
    frame = shown(at_rest(x="7000002100000000000113000"))
    assert frame["violet"] == (roles.SITE, 7 << 5 | 1 << VIOLET)
    assert frame["clear"] == (roles.SITE, 3 << 5 | 1 << CLEAR | 1 << YELLOW)
    assert frame["yellow"] == (roles.BARE, 0)
    assert frame["blue"] == (roles.SITE, 1 << 5 | 1 << PINK)
    assert frame["pink"] == (roles.SITE, 4 << 5 | 1 << VIOLET | 1 << CLEAR)


@pytest.mark.parametrize("weather", [-1, 0, 1, 2])
def test_the_weather_shows_on_its_track_and_in_the_speed_of_the_river(weather: int) -> None:
    """NIA-3, NIA-6."""
    frame = shown(at_rest(w=weather))
    names = ["weather_m1", "weather_0", "weather_1", "weather_2"]
    assert [frame[name][0] == roles.WEATHER for name in names] == [number - 1 == weather for number in range(4)]
    assert frame["M1"] == frame["R7"] == (roles.RIVER, weather + 1)


@pytest.mark.parametrize("danger", range(9))
def test_danger_marks_the_discs_that_the_river_can_still_take(danger: int) -> None:
    """NIA-18, NIA-19: those from which so many steps reach the fall, with and without canoes."""
    frame = shown(at_rest("M2 shore R6 R6", d=danger))
    for place in range(1, 10):
        name = PLACES[place]
        is_taken = {"M2": 0b01, "R6": 0b10}.get(name, 0)
        if steps_to_the_fall(name) <= danger:
            expected = (roles.CANOES_IN_DANGER, is_taken) if is_taken else (roles.DANGER, 0)
        else:
            expected = (roles.CANOE, is_taken) if is_taken else (roles.RIVER, 1)
        assert frame[name] == expected


def steps_to_the_fall(name: str) -> int:
    reached, steps = {name}, 0
    while "lost" not in reached:
        reached = {oracle.flowed(at, arm) for at in reached for arm in "LR"}
        steps += 1
    return steps


def test_the_seats_that_are_asked_breathe_on_the_river_and_on_the_beach() -> None:
    """NIA-4: all that have yet to choose a card, or the one that reveals its own."""
    frame = shown(at_rest("M4 shore M1 lost L6 L6", "------", a=at.CARDS, q=0b011))
    assert of_role(frame, roles.CANOE_TO_ACT) == {"M4": 0, "A2": 0, "M1": 1 << 5, "B2": 1 << 5}
    assert frame["L6"] == (roles.CANOE, 0b100)


def test_two_canoes_to_move_blink_their_numbers() -> None:
    """NIA-8: the one afloat must move, the other may be launched."""
    frame = shown(paddling("shore M4 M1 shore", "----", 1), in_full=False)
    assert of_role(frame, roles.CANOE_NUMBER) == {"A1": 1, "M4": 2}
    frame = shown(paddling("M1 shore M4 M4", "--0-", 1, seat=1), in_full=False)
    assert of_role(frame, roles.CANOE_NUMBER) == {"M4": 1 << 5 | 3}


def test_canoes_breathe_where_there_is_no_choice_between_them() -> None:
    """NIA-8: one alone, or two of which it is all one which moves."""
    frame = shown(paddling("shore shore M4 lost", "----", 1), in_full=False)
    assert of_role(frame, roles.CANOE_TO_ACT) == {"A1": 0, "A2": 0}
    frame = shown(paddling("shore shore M4 lost", "----", 1, seat=1), in_full=False)
    assert of_role(frame, roles.CANOE_TO_ACT) == {"M4": 1 << 5}


def test_ends_are_marked_apart_by_what_can_be_done_there() -> None:
    """NIA-12, NIA-15, NIA-17: from the shore with a 6 a diamond, or sapphires next to either arm."""
    frame = shown(paddling("shore shore M4 lost", "----", 6))
    assert of_role(frame, roles.END) == {"L6": 1, "R6": 1}
    assert of_role(frame, roles.LOAD_END) == {"M4": 1}
    frame = shown(paddling("M5 shore M3 M3 M4 L6", "--0341", 2))
    assert of_role(frame, roles.STEAL_END) == {"M3": 1}
    assert of_role(frame, roles.LOAD_END) == {"M5": 1}
    assert of_role(frame, roles.END) == {"L7": 1, "R7": 1, "M2": 2}


def test_each_end_tells_which_canoe_comes_there() -> None:
    """NIA-8: canoe 1, canoe 2, or both; over the fall and ashore too."""
    frame = shown(paddling("M2 R7 M3 lost", "----", 2, seat=0))
    assert of_role(frame, roles.END) == {"shore": 1, "M4": 1, "M5": 2, "fall": 2}
    assert frame["R7"] == (roles.LOAD_END, 2)
    frame = shown(paddling("M1 M3 M5 lost", "----", 1, seat=0))
    assert of_role(frame, roles.END) == {"shore": 1, "M2": 3, "M4": 2}


@pytest.mark.parametrize("seed", range(6))
def test_the_ends_are_those_of_the_literal_reading(seed: int) -> None:
    """NIA-8 to NIA-16: each canoe that may move, where the second reading lets it end, and nothing else."""
    choose = random.Random(seed)
    for _ in range(60):
        canoes = [choose.choice(PLACES) for _ in range(2 * choose.randint(2, 5))]
        cargo = [choose.choice("01234-") if name not in {"shore", "lost"} else "-" for name in canoes]
        card = choose.randint(1, 6)
        position = paddling(" ".join(canoes), "".join(cargo), card)
        frame = shown(position)
        wanted: dict[str, int] = {}
        movable = [number for number in (0, 1) if (position["m"] | position["m"] >> 2) >> number & 1]
        is_same = len(movable) == 2 and canoes[0] == canoes[1] and cargo[0] == cargo[1]
        for number in movable[: 1 if is_same else 2]:
            position_in_words = oracle.Position(
                tuple(zip(canoes[::2], canoes[1::2], strict=True)),
                tuple(
                    (None if one == "-" else river.COLOURS[int(one)], None if two == "-" else river.COLOURS[int(two)])
                    for one, two in zip(cargo[::2], cargo[1::2], strict=True)
                ),
                tuple((colour, (colour,) * 7) for colour in river.COLOURS),
            )
            for after in oracle.canoe_outcomes(position_in_words, 0, number, card):
                end = after.canoes[0][number].replace("lost", "fall")
                wanted[end] = wanted.get(end, 0) | (number + 1 if len(movable) == 2 and not is_same else 1)
        assert of_role(frame, roles.END, roles.LOAD_END, roles.STEAL_END) == wanted


def test_the_arms_blink_their_keys_when_the_table_is_to_say_which() -> None:
    """NIA-20."""
    frame = shown(at_rest(a=at.FORK, d=2))
    assert of_role(frame, roles.END) == {"L6": lights.LEFT_KEY, "R6": lights.RIGHT_KEY}


@pytest.mark.parametrize(
    ("weather", "keys"),
    [
        (-1, {"weather_0": lights.UP_KEY}),
        (0, {"weather_1": lights.UP_KEY, "weather_m1": lights.DOWN_KEY}),
        (2, {"weather_1": lights.DOWN_KEY}),
    ],
)
def test_the_cloud_shows_where_the_weather_can_go(weather: int, keys: dict[str, int]) -> None:
    """NIA-6: at an end of the track only back."""
    frame = shown(at_rest(a=at.CLOUD, s=1, q=2, w=weather))
    assert of_role(frame, roles.END) == {name: 1 << 5 | key for name, key in keys.items()}


def test_the_keys_of_arms_and_weather_lie_on_the_keypad_as_they_point() -> None:
    """NIA-6, NIA-20: 2 above, 8 below, 4 on the left, 6 on the right."""
    assert (lights.UP_KEY, lights.DOWN_KEY, lights.LEFT_KEY, lights.RIGHT_KEY) == (2, 8, 4, 6)


def test_each_activity_has_the_number_that_a_position_tells() -> None:
    activities = (at.REST, at.CARDS, at.BUY, at.CLOUD, at.PADDLE, at.FORK, at.OVER)
    assert activities == tuple(range(7))


def test_lost_canoes_blink_while_they_can_be_bought() -> None:
    """NIA-22."""
    frame = shown(at_rest("shore lost M1 lost", a=at.BUY, s=1, q=2))
    assert of_role(frame, roles.END) == {"B2": 1 << 5 | 1}


def test_the_winners_breathe_when_it_is_over() -> None:
    """NIA-24: all of them."""
    frame = shown(at_rest("M1 lost shore M4", a=at.OVER, e=[0, 1]))
    assert of_role(frame, roles.HOME) == {"M1": 0, "A2": 0, "B1": 1 << 5, "M4": 1 << 5}


def pictures(position: dict[str, Any]) -> list[tuple[int, dict[str, tuple[int, int]]]]:
    frame = bytearray(2 * BOARD.core.n)
    return [(ms, in_words(frame)) for ms in lights.passage(BOARD.core, in_bytes(position), frame)]


def crest_at(frame: dict[str, tuple[int, int]]) -> list[str]:
    return list(of_role(frame, roles.CREST))


def test_nothing_is_animated_where_nothing_moved() -> None:
    assert pictures(at_rest()) == []


def test_the_wave_runs_down_as_often_as_the_river_flows_by_the_arms_entered() -> None:
    """NIA-19, NIA-20."""
    shots = pictures(at_rest("shore shore shore shore", f="llr", o=place_text(*["shore"] * 4)))
    main = ["M1", "M2", "M3", "M4", "M5"]
    left, right = [*main, "L6", "L7", "fall"], [*main, "R6", "R7", "fall"]
    assert [crest_at(frame) for _, frame in shots] == [[name] for name in left + left + right]
    assert sum(ms for ms, _ in shots) == 3 * 8 * 50
    assert all(50 <= ms <= 400 for ms, _ in shots)


def test_the_wave_carries_the_canoes_one_disc_on_and_drops_the_last_over_the_fall() -> None:
    """NIA-19, NIA-21: the other arm rests; what fell together falls together."""
    before = ("M2", "M5", "L6", "L7", "L7", "R7")
    shots = [frame for _, frame in pictures(at_rest("M3 L6 L7 lost lost R7", "------", f="l", o=place_text(*before)))]
    on_the_river = [of_role(frame, roles.CANOE) for frame in shots]
    assert on_the_river[0] == {"M2": 0b001, "M5": 0b001, "L6": 0b010, "L7": 0b110, "R7": 0b100}
    assert on_the_river[2] == {"M3": 0b001, "M5": 0b001, "L6": 0b010, "L7": 0b110, "R7": 0b100}
    assert on_the_river[5] == {"M3": 0b001, "L6": 0b011, "L7": 0b110, "R7": 0b100}
    assert on_the_river[7] == {"M3": 0b001, "L6": 0b001, "L7": 0b010, "R7": 0b100, "fall": 0b110}


def test_after_the_wave_the_canoes_are_where_the_position_has_them() -> None:
    """NIA-19: on whatever steps of flow."""
    choose = random.Random(5)
    for _ in range(40):
        before = [choose.choice(PLACES[:-1]) for _ in range(6)]
        arms = [choose.choice("lr") for _ in range(choose.randint(1, 5))]
        after = before
        for arm in arms:
            after = [oracle.flowed(name, arm.upper()) for name in after]
        position = at_rest(" ".join(after), "------", f="".join(arms), o=place_text(*before))
        last = pictures(position)[-1][1]
        goal = shown(position)
        for name in PLACES[1:10]:
            assert last[name] == goal[name]


def test_a_canoe_glides_along_its_way_before_the_river_flows() -> None:
    position = at_rest(
        "M5 shore shore shore", v=[0, river.M1 + 1, river.M1 + 3], f="l", o=place_text("M4", "shore", "shore", "shore")
    )
    shots = pictures(position)
    assert of_role(shots[0][1], roles.CANOE) == {"M3": 1}
    assert crest_at(shots[0][1]) == []
    assert crest_at(shots[1][1]) == ["M1"]
    assert of_role(shots[1][1], roles.CANOE) == {"M4": 1}
    assert of_role(shots[-1][1], roles.CANOE) == {"M5": 1}


def test_a_canoe_paddled_over_the_fall_is_seen_to_fall() -> None:
    """NIA-11, NIA-21: in its seat's colour, whichever that is."""
    shots = pictures(at_rest("lost shore M5 shore", v=[0, river.R6, river.LOST]))
    assert [of_role(frame, roles.CANOE) for _, frame in shots] == [{"M5": 2, "R7": 1}, {"M5": 2, "fall": 1}]
    shots = pictures(at_rest("M5 shore shore shore shore lost", "------", v=[5, river.R7, river.LOST]))
    assert [of_role(frame, roles.CANOE) for _, frame in shots] == [{"M5": 1, "fall": 4}]


def test_nothing_is_in_danger_while_it_moves() -> None:
    """NIA-19: canoes in danger are shown when the river has come to rest."""
    before = place_text("M3", "shore", "L7", "L6")
    position = at_rest("lost shore lost L7", v=[0, river.R6, river.LOST], f="l", o=before, d=8)
    assert of_role(shown(position), roles.CANOES_IN_DANGER) == {"L7": 2}
    for _, frame in pictures(position):
        assert of_role(frame, roles.DANGER, roles.CANOES_IN_DANGER) == {}


def test_a_step_of_one_disc_needs_no_picture_between() -> None:
    assert pictures(at_rest("M2 shore M5 shore", v=[0, river.M1, river.M1 + 1])) == []


def test_the_stream_runs_from_the_shore_to_the_fall_alike_in_both_arms() -> None:
    steps = dict(zip(BOARD.space_ids, lights.upstream(BOARD.core), strict=True))
    assert [steps[name] for name in PLACES[:-1]] == [8, 7, 6, 5, 4, 3, 2, 1, 2, 1]
    assert steps["fall"] == 0


def test_a_board_without_the_whole_river_stays_dark() -> None:
    small = Board(compiled([0, 1, 1], [[1], [0, 2], [1]], game=1))
    frame = bytearray(6)
    lights.pieces(small, in_bytes(at_rest()), frame)
    assert list(lights.choices(small, in_bytes(paddling("M1 M2 M3 M4", "----", 2)), frame)) is not None
    assert list(lights.passage(small, in_bytes(at_rest(v=[0, 1, 4])), frame)) == []


def test_a_river_without_banks_shows_its_canoes() -> None:
    """NIA-1: the shore, nine discs and the fall are enough."""
    bare = Board(compiled([0, *[1] * 9, 2], [[]] * 11, game=1))
    frame = bytearray(22)
    lights.pieces(bare, in_bytes(at_rest("M2 shore M5 lost")), frame)
    assert [frame[2 * place] for place in range(11)] == [
        *(roles.LANDING, roles.RIVER, roles.CANOE, roles.RIVER, roles.RIVER, roles.CANOE),
        *(roles.RIVER, roles.RIVER, roles.RIVER, roles.RIVER, roles.WATERFALL),
    ]


def test_every_picture_says_the_same_twice() -> None:
    """The frame's old content makes no difference to any space of the board."""
    chance = Chance(7)
    for _ in range(200):
        position = random_position(chance)
        assert shown(position) == shown(position)
        frame = bytearray(2 * BOARD.core.n)
        lights.pieces(BOARD.core, in_bytes(position), frame)
        for _ in lights.choices(BOARD.core, in_bytes(position), frame):
            pass
        assert in_words(frame) == shown(position)
