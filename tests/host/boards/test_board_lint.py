"""Each fault that a board file can have is named in a sentence of its own."""

import copy
import json

import pytest
from riverlight.boards import check, load, shipped
from riverlight.boards.lint import check_file, find_malformed, find_problems
from riverlight.errors import BoardError

from tests.host.boards.edited_boards import Document, Edit, crowd, edited, link, unlink, written


def close_the_gate(_document: Document, spaces: dict[str, Document]) -> None:
    for other in list(spaces["f1"]["touches"]):
        unlink(spaces, "f1", other)


def turn_the_arrows(_document: Document, spaces: dict[str, Document]) -> None:
    spaces["x1"]["flow"], spaces["y1"]["flow"] = "y1", "x1"


def lose_a_start(document: Document, spaces: dict[str, Document]) -> None:
    for other in list(spaces["start6"]["touches"]):
        unlink(spaces, "start6", other)
    document["spaces"].remove(spaces["start6"])
    light = spaces["start6"]["leds"]["main"][0]
    for space in document["spaces"]:
        space["leds"]["main"] = [other - (other > light) for other in space["leds"]["main"]]


FAULTS: dict[str, tuple[Edit, str]] = {
    "another version": (
        lambda d, _: d.update(riverlight_board=2),
        "This Riverlight reads version 1 of board files, not 2.",
    ),
    "a version that is true": (
        lambda d, _: d.update(riverlight_board=True),
        "This Riverlight reads version 1 of board files, not true.",
    ),
    "no version": (
        lambda d, _: d.pop("riverlight_board"),
        'This is not a board file: "riverlight_board": 1 is missing.',
    ),
    "no such game": (
        lambda d, _: d.update(game="chess"),
        'The board: game must be canyon, niagara or pyramid, not "chess".',
    ),
    "no title": (lambda d, _: d.pop("title"), "The board has no title."),
    "a title that breaks the line": (
        lambda d, _: d.update(title="a\nb"),
        'The board: title must be a text of 1 to 80 printable characters, not "a\\nb".',
    ),
    "a title with half a character": (
        lambda d, _: d.update(title="\ud800"),
        'The board: title must be a text of 1 to 80 printable characters, not "\\ud800".',
    ),
    "no spaces": (lambda d, _: d.pop("spaces"), "The board has no spaces."),
    "an empty list of spaces": (
        lambda d, _: d.update(spaces=[]),
        "The board: spaces must be a list of 1 to 254 spaces; it has 0.",
    ),
    "spaces that are no list": (
        lambda d, _: d.update(spaces={"a1": 1}),
        'The board: spaces must be a list of 1 to 254 spaces, not {"a1": 1}.',
    ),
    "too many spaces": (
        lambda d, _: d.update(spaces=d["spaces"] * 3),
        "The board: spaces must be a list of 1 to 254 spaces; it has 345.",
    ),
    "a size of one number": (
        lambda d, _: d.update(size_mm=[700]),
        "The board: size_mm must be two numbers, width and height; it has 1.",
    ),
    "a huge size": (
        lambda d, _: d.update(size_mm=[700, 1e300]),
        "The board: size_mm[1] must be a number of millimetres, 50 to 2000, not 1e+300.",
    ),
    "a word that means nothing": (
        lambda _, s: s["c4"].update(tuoches=[]),
        'Space c4 has an unknown field "tuoches".',
    ),
    "a space that is no object": (
        lambda d, _: d["spaces"].append(5),
        "Space number 116 of the file must be an object, not 5.",
    ),
    "a space without an id": (lambda _, s: s["start6"].pop("id"), "Space number 6 of the file has no id."),
    "an id with a blank": (
        lambda _, s: s["start6"].update(id="start 6"),
        'Space start 6: id must be 1 to 16 letters, digits or _ . , : - starting with a letter or digit, not "start '
        '6".',
    ),
    "a kind of another game": (
        lambda _, s: s["c4"].update(kind="river"),
        'Space c4: kind must be start, water, current, landing, cave or waterfall, not "river".',
    ),
    "no place": (lambda _, s: s["c4"].pop("at_mm"), "Space c4 has no at_mm."),
    "a place in words": (
        lambda _, s: s["c4"].update(at_mm=[1, "two"]),
        'Space c4: at_mm[1] must be a number of millimetres, 0 to 2000, not "two".',
    ),
    "a place off the board": (
        lambda _, s: s["c4"].update(at_mm=[800, 20]),
        "Space c4 is at 800, 20, outside the board of 720 × 500 mm.",
    ),
    "two spaces in one place": (
        lambda _, s: s["c4"].update(at_mm=s["c3"]["at_mm"]),
        "Spaces c3 and c4 are less than 12 mm apart.",
    ),
    "one id twice": (
        lambda d, _: d["spaces"].append(dict(d["spaces"][9])),
        "Two spaces have the id a4: numbers 10 and 116 of the file.",
    ),
    "an unknown space": (
        lambda _, s: s["c4"]["touches"].append("zz"),
        "Space c4 touches zz, which is not a space of this board.",
    ),
    "a one-way touch": (lambda _, s: s["c4"]["touches"].append("k1"), "Space c4 touches k1, but k1 does not touch c4."),
    "a touch of itself": (lambda _, s: s["c4"]["touches"].append("c4"), "Space c4 touches itself."),
    "a touch named twice": (
        lambda _, s: s["c4"]["touches"].append(s["c4"]["touches"][0]),
        "Space c4: touches names b5 more than once.",
    ),
    "a touch that is a number": (
        lambda _, s: s["c4"]["touches"].append(3),
        "Space c4: touches[4] must be 1 to 16 letters, digits or _ . , : - starting with a letter or digit, not 3.",
    ),
    "two spaces on one light": (
        lambda _, s: s["c4"]["leds"].update(main=list(s["c3"]["leds"]["main"])),
        "Spaces c3 and c4 share light {c3} of panel main.",
    ),
    "a light beyond the chain": (
        lambda _, s: s["c4"]["leds"].update(main=[500]),
        "Space c4 has light 500 of panel main, beyond its chain: the chain has 117 lights, 0 to 116.",
    ),
    "a light beyond the length that the board states": (
        lambda d, _: d.update(panels={"main": 116}),
        "Space fall has light 116 of panel main, beyond its chain: the chain has 116 lights, 0 to 115.",
    ),
    "a gap in the chain": (
        lambda _, s: s["c4"]["leds"].update(main=[500]),
        'No space has light {c4} of panel main. If the chain has spare lights, give its length in "panels".',
    ),
    "no light": (lambda _, s: s["c4"].update(leds={}), "Space c4 has no light."),
    "a huge light": (
        lambda _, s: s["c4"]["leds"].update(main=[10**9]),
        "Space c4: leds.main[0] must be the position of a light in its chain, a whole number from 0 to 599, not "
        "1000000000.",
    ),
    "a missing start": (lose_a_start, "A Canyon board must have 6 start spaces, not 5."),
    "a second cave": (lambda _, s: s["r1"].update(kind="cave"), "A Canyon board must have 1 cave jetty, not 2."),
    "no waterfall": (lambda _, s: s["fall"].update(kind="current"), "A Canyon board must have 1 waterfall, not 0."),
    "a landing too few": (
        lambda _, s: s["landing1"].update(kind="current"),
        "A Canyon board must have 3 landings, not 2.",
    ),
    "an unreachable landing": (
        lambda _, s: [unlink(s, "landing1", other) for other in list(s["landing1"]["touches"])],
        "No path leads from start1 to landing1.",
    ),
    "a river that is cut": (close_the_gate, "No path leads from start4 to landing2."),
    "a pool apart": (close_the_gate, "No path leads from a1 to any landing."),
    "a cave too near": (
        lambda _, s: link(s, "cave", "z5"),
        "The cave jetty cave is 2 steps from the nearest landing; it must be 8 or 9.",
    ),
    "water where the current runs": (
        lambda _, s: (s["y4"].update(kind="water"), s["y4"].pop("flow")),
        "Space y4 is 2 steps from the nearest landing, so it must be a current, not water.",
    ),
    "a current too far up": (
        lambda _, s: s["s1"].update(kind="current", flow="t1"),
        "Space s1 is a current, but 8 steps from the nearest landing: currents are the last 7.",
    ),
    "no arrow": (lambda _, s: s["y4"].pop("flow"), "The current y4 has no arrow: flow is missing."),
    "an arrow on still water": (
        lambda _, s: s["c4"].update(flow="d3"),
        "Space c4 has an arrow, but only a current has one; it is water.",
    ),
    "an arrow onto land": (
        lambda _, s: s["y4"].update(flow="hill"),
        "The arrow of y4 leads onto land: there is no space hill.",
    ),
    "an arrow that jumps": (
        lambda _, s: s["y4"].update(flow="z1"),
        "The arrow of y4 leads to z1, which does not touch it.",
    ),
    "an arrow onto a landing": (
        lambda _, s: s["z5"].update(flow="landing3"),
        "The arrow of z5 leads onto landing3, which is neither a current nor the waterfall.",
    ),
    "arrows in a circle": (turn_the_arrows, "The arrows run in a circle: x1 → y1 → x1."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_has_its_sentence(fault):
    edit, sentence = FAULTS[fault]
    document = edited(edit)
    lights = {space["id"]: space["leds"]["main"][0] for space in shipped("canyon").document["spaces"]}
    found = [problem.sentence for problem in check_file(json.dumps(document).encode())]
    assert sentence.format(**lights) in found if "light {" in sentence else sentence in found


def test_each_problem_has_a_kind_and_the_spaces_of_its_sentence():
    for edit, _ in FAULTS.values():
        document = edited(edit)
        problems = find_problems(document)
        assert all(problem.kind.replace("-", "").replace("_", "").isalnum() for problem in problems)
        named = [problem for problem in problems if problem.spaces and not problem.kind.startswith("count-")]
        assert all(space in problem.sentence for problem in named for space in problem.spaces[:6])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "The file is not JSON: line 1, column 1: Expecting value."),
        (b'{"riverlight_board" 1}', "The file is not JSON: line 1, column 21: "),
        (b"\xff\xfe{}", "The file is not UTF-8 text: byte 0 is invalid."),
        (b"[1, 2]", "A board file must contain one JSON object, not [1, 2]."),
        (b'{"size_mm": [NaN, 1]}', "The file has NaN instead of a number."),
        (b'{"size_mm": [-Infinity, 1]}', "The file has -Infinity instead of a number."),
        (b'{"size_mm": [1e999, 1]}', "The file has 1e999 instead of a number."),
        (b'{"n": ' + b"9" * 5000 + b"}", "The file has a number with 5000 digits; a board can have at most five."),
        (b'{"id": "a", "id": "b"}', "The file has 'id' twice in one object."),
        (b"[" * 100_000, "The file is nested too deeply: a board can have six levels."),
        (b'{"title": ' + b"[" * 90 + b"]" * 90 + b"}", "The file is nested too deeply: a board can have six levels."),
        (b" " * 300_000, "The file is too large: a board file can have at most 256 KB."),
        (
            b"[" + b"0," * 40_000 + b"0]",
            "The file has a list or object with 40001 parts; a board can have at most 1000.",
        ),
    ],
    ids=lambda value: None if isinstance(value, str) else value[:30].decode("latin-1"),
)
def test_a_file_that_is_no_board_has_its_sentence(content, sentence):
    (problem,) = check_file(content)
    assert problem.sentence.startswith(sentence)
    assert problem.is_malformed


def test_a_sound_board_has_no_fault_also_with_a_byte_order_mark():
    assert check_file(b"\xef\xbb\xbf" + json.dumps(shipped("canyon").document).encode()) == []


def test_of_several_entrances_and_sarcophagi_only_their_number_is_told():
    document = crowd("pyramid", "entrance", exits={})
    for space in document["spaces"][::2]:
        space["kind"] = "sarcophagus"
    found = check(document)
    assert found[-301:].count("A maze must have 1 entrance, not 127.") == 1
    assert not [sentence for sentence in found if "gaps" in sentence or "side by side" in sentence]


def test_an_exit_of_no_direction_is_not_well_formed():
    document = copy.deepcopy(dict(shipped("pyramid").document))
    name, exits = document["spaces"][0]["id"], document["spaces"][0]["exits"]
    exits["up"] = next(iter(exits.values()))
    assert find_malformed(document) == [f'Space {name}: exits has an unknown field "up".']


@pytest.mark.parametrize(
    ("listed", "named"),
    [([0, 1, 0], "0"), ([1, 1.0], "1"), ([0, 0, 1, 1], "0, 1"), ([[1], [1], "1"], "[1]"), (["a", 7, "a", [2]], "a")],
)
def test_what_stands_twice_in_a_list_is_named_of_whatever_kind(listed, named):
    found = check(edited(lambda _, s: s["c4"]["leds"].update(main=listed)))
    assert f"Space c4: leds.main names {named} more than once." in found


def test_one_and_true_are_not_the_same_light():
    found = check(edited(lambda _, s: s["c4"]["leds"].update(main=[1, True])))
    assert not [sentence for sentence in found if "more than once" in sentence]


def test_a_name_that_cannot_be_printed_is_quoted():
    found = check(edited(lambda d, _: d.update(panels={"main": 130, "\0\n": "x", "y" * 99: 3})))
    assert r'The board: panels."\u0000\n" must be a whole number of lights, 1 to 600, not "x".' in found
    assert all(sentence.isprintable() and len(sentence) < 200 for sentence in found)


def test_several_faults_are_all_named():
    def spoil(_document, spaces):
        spaces["c4"]["kind"] = "lava"
        spaces["d3"]["touches"].append("zz")
        del spaces["k1"]["touches"]

    found = check(edited(spoil))
    assert [sentence.split()[1].rstrip(":") for sentence in found] == ["c4", "k1", "d3"]


def test_spare_lights_are_no_gap_where_the_board_states_the_length_of_its_chain():
    assert check(edited(lambda d, _: d.update(panels={"main": 130}))) == []


@pytest.mark.parametrize(
    "fault",
    [
        "a missing start",
        "a second cave",
        "a current too far up",
        "no arrow",
        "an arrow onto land",
        "an arrow that jumps",
        "arrows in a circle",
        "two spaces on one light",
        "no place",
        "no title",
        "a word that means nothing",
        "an unreachable landing",
    ],
)
def test_a_board_that_is_only_not_sound_for_play_is_loaded(tmp_path, fault):
    document = edited(FAULTS[fault][0])
    board = load(written(tmp_path, document))
    assert board.space_ids == tuple(space["id"] for space in document["spaces"])


@pytest.mark.parametrize("fault", ["one id twice", "an unknown space", "a one-way touch", "a kind of another game"])
def test_a_board_that_is_not_well_formed_is_refused_with_the_sentence(tmp_path, fault):
    edit, sentence = FAULTS[fault]
    with pytest.raises(BoardError) as caught:
        load(written(tmp_path, edited(edit)))
    assert sentence in str(caught.value)


def test_a_small_board_with_nothing_but_its_graph_is_well_formed(tmp_path):
    document = {
        "riverlight_board": 1,
        "game": "canyon",
        "spaces": [
            {"id": "r0c0", "kind": "water", "touches": ["r0c1"]},
            {"id": "r0c1", "kind": "landing", "touches": ["r0c0"]},
        ],
    }
    assert load(written(tmp_path, document)).core.n == 2
    assert len(check(document)) > 5


def maze(**exits):
    chambers = [
        {"id": name, "kind": "chamber", "at_mm": [60 * number, 60], "exits": ways, "leds": {"tomb": [number]}}
        for number, (name, ways) in enumerate(exits.items())
    ]
    head = {"riverlight_board": 1, "game": "pyramid", "id": "maze", "title": "A maze", "size_mm": [400, 300]}
    return {**head, "spaces": chambers}


def test_exits_of_a_maze_are_checked_as_touches_are():
    found = check(maze(a={"e": "b"}, b={"s": "c", "n": "d"}, c={"n": "b"}))
    assert "Space a has an exit to b, but b has none to a." in found
    assert "Space b has an exit to d, which is not a space of this board." in found
    assert not [sentence for sentence in found if sentence.startswith("Space c")]


def test_the_lights_of_niagara_that_are_no_places_need_no_touches():
    places = [
        {"id": "shore", "kind": "shore", "touches": ["M1"]},
        {"id": "M1", "kind": "river", "touches": ["shore", "fall"], "site": "violet"},
        {"id": "fall", "kind": "fall", "touches": ["M1"]},
        {"id": "violet1", "kind": "site", "site": "violet"},
        {"id": "sun", "kind": "weather"},
        {"id": "berth1", "kind": "berth"},
    ]
    spaces = [{**place, "at_mm": [40 * number, 40], "leds": {"main": [number]}} for number, place in enumerate(places)]
    head = {"riverlight_board": 1, "game": "niagara", "id": "brook", "title": "A brook", "size_mm": [400, 300]}
    document = {**head, "spaces": spaces}
    assert find_malformed(document) == []
    spaces[0]["kind"] = "landing"
    assert find_malformed(document) == [
        'Space shore: kind must be shore, river, fall, site, weather or berth, not "landing".'
    ]
