"""The tracing page's server: boards are checked, wired, stored by id alone; errors are refused with a sentence."""

import json
import re
import socket
from contextlib import contextmanager

import pytest
from riverlight.boards import check, read_board_file, shipped
from riverlight.boards.lint import find_problems
from riverlight.boards.saved import saved_ids
from riverlight.boards.sensors import propose_sensors
from riverlight.web.security import local_hosts
from riverlight.web.trace import LARGEST_BODY, make_trace_app
from riverlight.web.trace_page import Opening
from riverlight.workshop.lights import chain_of
from riverlight.workshop.new import blank_board, new_board
from riverlight.workshop.single_light import SingleLight

from tests.host.web.serving import STATIC, Served, answering

CANYON = shipped("canyon").document
LAYING = {"kind": "apart", "each": 1, "a_metre": 60}


@contextmanager
def tracing(opening=None, single_light=None):
    """Serve the tracing page on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener, single_light or SingleLight() as used:
        port = listener.getsockname()[1]
        with answering(make_trace_app(used, local_hosts(port), opening), listener):
            yield Served(None, used, port)


@pytest.fixture(scope="module")
def served():
    """The tracing page, shared: it keeps nothing but boards, and those in the folder of each test."""
    with tracing() as pages:
        yield pages


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path))
    return tmp_path


def ask(served, name, **parts):
    """Return the status and the JSON of the answer to a request."""
    status, headers, text = served.ask("POST", f"/trace/{name}", json.dumps(parts).encode())
    assert headers["content-type"] == "application/json"
    return status, json.loads(text)


def refused(served, name, **parts):
    status, answer = ask(served, name, **parts)
    assert status == 409
    return answer["sentence"]


def test_the_page_is_found_and_loads_nothing_from_elsewhere(served):
    status, headers, _ = served.ask("GET", "/")
    assert (status, headers["location"]) == (307, "/trace")
    status, headers, text = served.ask("GET", "/trace")
    assert status == 200
    assert "img-src 'self' data:;" in headers["content-security-policy"]
    assert "http" not in text.replace(served.origin, "").replace("http-equiv", "")


def test_the_page_begins_with_the_board_that_it_was_opened_with():
    with tracing(Opening(CANYON, "calibrate")) as served:
        text = served.ask("GET", "/trace")[2]
        setting = json.loads(text.split('id="setting">')[1].split("</script>")[0])
        assert setting["opening"] == {"document": CANYON, "mode": "calibrate"}


def test_the_scripts_name_no_element_that_the_page_does_not_have(served):
    declared = (STATIC.parent / "types" / "trace.d.ts").read_text(encoding="utf-8").partition("export type Page = ")[2]
    ids = re.findall(r'"(\w+)"', declared)
    assert len(ids) > 70
    assert set(ids) <= set(re.findall(r' id="(\w+)"', served.ask("GET", "/trace")[2]))


def test_boards_are_listed_and_given_by_id(served, folder):
    status, _, text = served.ask("GET", "/trace/boards")
    assert status == 200
    assert [board["id"] for board in json.loads(text)["boards"]] == ["canyon", "niagara", "pyramid"]
    ask(served, "save", document=new_board("canyon", "mine", "Mine"))
    (folder / "boards" / "broken.json").write_text("{")
    listed = json.loads(served.ask("GET", "/trace/boards")[2])["boards"]
    assert listed[-1] == {"id": "mine", "title": "Mine", "game": "canyon", "spaces": 115, "is_yours": True}
    assert json.loads(served.ask("GET", "/trace/boards/mine")[2])["document"]["title"] == "Mine"
    assert json.loads(served.ask("GET", "/trace/boards/canyon")[2])["document"] == json.loads(read_board_file("canyon"))


@pytest.mark.parametrize("name", ["lost", "..%2Fcanyon", "%2Fetc%2Fpasswd", "mine.json", "..", "canyon.json", "%00"])
def test_no_address_leads_to_a_file_that_is_no_board(served, folder, name):
    (folder / "boards").mkdir()
    (folder / "secret.json").write_text("{}")
    assert served.ask("GET", f"/trace/boards/{name}")[0] in (404, 307)
    assert served.ask("GET", "/trace/boards/..%2Fsecret")[0] == 404


@pytest.mark.usefixtures("folder")
def test_a_board_is_kept_under_its_id_and_replaced_only_when_that_is_said(served):
    board = new_board("niagara", "mine", "Mine")
    assert ask(served, "save", document=board)[1] == {"id": "mine", "problems": 0}
    status, answer = ask(served, "save", document=board)
    assert (status, answer["is_taken"]) == (409, True)
    assert "You already have a board mine" in answer["sentence"]
    assert ask(served, "save", document={**board, "id": "canyon"})[1]["is_taken"] is False
    assert ask(served, "save", document={**board, "title": "New"}, replaces=True)[0] == 200
    assert saved_ids() == ("mine",)


@pytest.mark.usefixtures("folder")
def test_the_answer_to_saving_says_how_many_problems_a_draft_has(served):
    draft = new_board("canyon", "draft", "Draft")
    next(space for space in draft["spaces"] if space["kind"] == "start")["kind"] = "water"
    wrong = find_problems(draft)
    assert wrong
    assert ask(served, "save", document=draft)[1] == {"id": "draft", "problems": len(wrong)}


@pytest.mark.parametrize("name", ["../mine", "/mine", "mine.json", "a/b", "", 7, None])
def test_a_board_can_name_no_path(served, folder, name):
    assert "id" in refused(served, "save", document={**new_board("niagara", "mine", "Mine"), "id": name})
    assert list(folder.rglob("*")) == []


def problems_of(served, document):
    status, answer = ask(served, "check", document=document)
    assert status == 200
    return answer["problems"]


def test_the_check_is_that_of_the_command_line_and_names_the_spaces_of_each_problem(served):
    """Also of spaces whose ids are words of the sentences."""
    board = json.loads(read_board_file("canyon").replace(b'"c1"', b'"A"').replace(b'"c2"', b'"No"'))
    spaces = {space["id"]: space for space in board["spaces"]}
    spaces["start2"]["kind"] = "water"
    found = problems_of(served, board)
    assert [problem["sentence"] for problem in found] == check(board)
    assert [problem["spaces"] for problem in found if problem["kind"] == "count-start"] == [
        ["start1", "start3", "start4", "start5", "start6"]
    ]
    spaces["A"]["leds"] = {}
    (dark,) = [problem for problem in problems_of(served, board) if problem["kind"] == "no-light"]
    assert dark["spaces"] == ["A"]


def test_problems_are_due_once_the_step_that_causes_them_is_done(served):
    board = blank_board("canyon", "mine", "Mine", (400, 300))

    def due():
        return {problem["kind"] for problem in problems_of(served, board) if problem["is_due"]}

    assert due() == set()
    places = ((40, 40), (45, 40), (120, 40), (160, 40))
    kinds = ("water", "water", "current", "landing")
    board["spaces"] = [
        {"id": f"s{number}", "kind": kind, "at_mm": [x, y], "touches": [], "leds": {}}
        for number, (kind, (x, y)) in enumerate(zip(kinds, places, strict=True))
    ]
    assert due() == set()
    spaces = board["spaces"]
    spaces[2]["touches"], spaces[3]["touches"] = ["s3"], ["s2"]
    placing = {"too-close", "count-start", "count-landing", "count-cave", "count-waterfall"}
    assert due() == placing
    spaces[2]["flow"] = "s3"
    assert due() == {*placing, "no-path"}
    spaces[2]["leds"] = {"main": [0]}
    assert due() == {*placing, "no-path", "arrow-off-current", "no-light"}
    assert len(problems_of(served, board)) == len([one for one in problems_of(served, board) if one["is_due"]])


@pytest.mark.parametrize(
    "document",
    [
        *(None, [], "text", 3, {}, {"riverlight_board": 1, "spaces": [None, {"id": 3}]}),
        *({"riverlight_board": 1, "spaces": spaces} for spaces in (7, "a1", {"id": "a1"}, None)),
    ],
)
def test_the_check_answers_for_whatever_is_called_a_board(served, document):
    status, answer = ask(served, "check", document=document)
    assert status == 200
    assert answer["problems"]


def test_lights_are_laid_along_the_proposed_order_or_a_given_one(served):
    parts = {"document": CANYON, "panel": "main", "laying": LAYING, "counts": {}, "way": "short", "supply_ma": 210}
    status, answer = ask(served, "chain", **parts, order=None, start="start1", end="fall")
    assert status == 200
    assert (answer["order"][0], answer["order"][-1], len(answer["order"])) == ("start1", "fall", 115)
    assert answer["wire"]["lights"] == 115
    turned = ask(served, "chain", **parts, order=answer["order"][::-1])[1]
    assert chain_of(turned["document"], "main") == answer["order"][::-1]
    several = ask(served, "chain", **{**parts, "counts": {"a1": 3}}, order=["a1", "a2"])[1]["document"]
    assert chain_of(several, "main") == ["a1", "a1", "a1", "a2"]


def test_sensors_follow_the_lights_where_the_pieces_of_a_game_can_be_sensed(served):
    status, answer = ask(served, "sensors", document=CANYON)
    assert (status, answer["document"]) == (200, propose_sensors(CANYON))
    assert any("sensor" in space for space in answer["document"]["spaces"])
    status, answer = ask(served, "sensors", document=shipped("niagara").document)
    assert (status, answer["sentence"]) == (409, "The pieces of Niagara cannot be sensed.")


def test_a_panel_of_lights_is_laid_where_it_is_said_to_lie(served):
    matrix = {"kind": "matrix", "columns": 20, "rows": 14, "pitch_mm": 37, "at_mm": [10, 10], "is_zigzag": True}
    parts = {"document": CANYON, "panel": "main", "counts": {}, "way": "rows", "supply_ma": 4000}
    answer = ask(served, "chain", **parts, order=["a1"], laying={**LAYING, **matrix})[1]
    assert answer["document"]["panels"] == {"main": 280}


def test_a_wire_is_told_without_being_laid_anew(served):
    answer = ask(served, "chain", document=CANYON, panel="main", supply_ma=4000, is_strip=True)[1]
    assert answer["document"] == CANYON
    assert answer["wire"]["drop_volts"] > 0.3
    assert answer["wire"]["fed_drop_volts"] <= 0.3


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"document": {}}, "This is not a board file"),
        ({"panel": 3}, "panel is a text, not 3"),
        ({"laying": []}, "is a JSON object"),
        ({"laying": {**LAYING, "kind": "rope"}}, "kind is apart, strip, matrix, not 'rope'"),
        ({"laying": {**LAYING, "each": 0}}, "each is a whole number from 1 to 16, not 0"),
        ({"laying": {**LAYING, "each": True}}, "each is a whole number from 1 to 16, not True"),
        ({"laying": {**LAYING, "kind": "matrix", "pitch_mm": "x", "at_mm": [0, 0]}}, "pitch_mm is a number"),
        ({"laying": {**LAYING, "kind": "matrix", "pitch_mm": 0, "at_mm": [0, 0]}}, "pitch_mm is more than 0"),
        ({"laying": {**LAYING, "kind": "matrix", "pitch_mm": 9, "at_mm": [0]}}, "at_mm is 2 numbers"),
        ({"counts": {"a1": 99}}, "a1 is a whole number from 1 to 16, not 99"),
        ({"order": ["a1", "lost"]}, "order is a list of the ids of spaces"),
        ({"order": ["a1", "a1"]}, "order names each space once"),
        ({"order": None, "way": "up"}, "way is short, rows, columns, not 'up'"),
        ({"order": None, "start": "lost"}, "start is "),
        ({"supply_ma": -1}, "supply_ma is a whole number"),
    ],
)
def test_a_request_to_lay_lights_that_makes_no_sense_is_refused(served, changed, sentence):
    parts = {"document": CANYON, "panel": "main", "laying": LAYING, "counts": {}, "way": "short", "supply_ma": 210}
    assert sentence in refused(served, "chain", **{"order": ["a1"], **parts, **changed})


def test_a_part_that_is_missing_is_named(served):
    assert refused(served, "save") == "A request of this kind has document."
    assert refused(served, "light", panel="main", light=0) == "A request of this kind has colour."


@pytest.mark.parametrize("body", [b"[]", b"{", b'{"document": NaN}', b"\xff", b"[" * 5000, b'{"a": 1, "a": 2}'])
def test_what_is_no_request_is_refused_with_a_sentence(served, body):
    status, _, text = served.ask("POST", "/trace/check", body)
    assert status == 409
    assert json.loads(text)["sentence"].endswith(".")


def test_a_request_is_bounded(served):
    body = b'{"document": "' + b"x" * LARGEST_BODY + b'"}'
    status, _, text = served.ask("POST", "/trace/check", body)
    assert status == 413
    assert json.loads(text)["sentence"] == f"This request is too large: the limit is {LARGEST_BODY} bytes."


def test_another_site_may_ask_for_nothing(served):
    status, _, text = served.ask("POST", "/trace/save", b"{}", {"Origin": "http://elsewhere.example"})
    assert status == 403
    assert "Only Riverlight's own pages" in text
    assert served.ask("GET", "/trace", None, {"Host": "elsewhere.example"})[0] == 400
    assert served.ask("GET", "/trace/nothing")[0] == 404
    assert served.ask("GET", "/trace/save")[0] == 405


def test_a_board_is_begun_blank_or_with_a_good_start(served):
    parts = {"game": "pyramid", "id": "mine", "title": "Mine", "size_mm": [500, 400]}
    assert ask(served, "start", **parts, is_blank=True)[1]["document"]["spaces"] == []
    assert ask(served, "start", **parts)[1]["document"] == new_board("pyramid", "mine", "Mine", (500, 400))
    assert "size_mm is two numbers" in refused(served, "start", **{**parts, "size_mm": [1]})


def test_a_light_of_the_simulated_strip_shines_where_it_lies():
    with tracing(
        single_light=SingleLight(strip=lambda board: [space["id"] for space in board["spaces"]][::-1])
    ) as served:
        board = new_board("niagara", "mine", "Mine")
        assert ask(served, "device", document=board, panel="main")[1] == {
            "lights": 30,
            "by_file": 30,
            "is_simulated": True,
        }
        answer = ask(served, "light", panel="main", light=0, colour=0xFF0000)[1]
        ((space, colour),) = answer["shining"]
        assert space == board["spaces"][-1]["id"]
        assert colour & 0xFFFF == 0
        assert len(ask(served, "light", panel="main", light=-1, colour=0xFFFFFF)[1]["shining"]) == 30
        assert ask(served, "light", panel="main", light=None, colour=0)[1]["shining"] == []


def test_a_device_that_is_not_there_is_told():
    with tracing(single_light=SingleLight("/dev/no-such-port")) as served:
        assert "There is no port /dev/no-such-port" in refused(served, "device", document=CANYON, panel="main")


def test_questions_follow_the_answers_and_forget_spaces_that_are_gone(served):
    strip = chain_of(CANYON, "main")
    parts = {"document": CANYON, "panel": "main", "lights": len(strip)}
    answers = {str(light): space for light, space in enumerate(strip[:6])}
    status, answer = ask(served, "question", **parts, answers=answers)
    assert status == 200
    assert answer["question"] == {
        "light": 6,
        "expected": strip[6],
        "pattern": "as in the board file",
        "is_sure": True,
        "answered": 6,
    }
    gone = ask(served, "question", **parts, answers={**answers, "3": "gone"})[1]
    assert gone["question"]["light"] == 3
    assert ask(served, "question", **parts, answers={"0": "a1", "1": "a2", "2": "a1"})[1]["doubts"] == [["a1", [0, 2]]]
    assert "A light is a whole number" in refused(served, "question", **parts, answers={"x": "a1"})
    for wrong in (["a1"], {"a1": 1}, 7):
        told = refused(served, "question", **parts, answers={"0": wrong})
        assert "The answer for light 0 is the id of a space or null, not " in told


def test_the_answers_become_the_lights_of_the_board(served):
    strip = chain_of(CANYON, "main")[::-1]
    answers = {str(light): space for light, space in enumerate(strip)}
    board = ask(served, "calibrated", document=CANYON, panel="main", lights=len(strip), answers=answers)[1]["document"]
    assert chain_of(board, "main") == strip
