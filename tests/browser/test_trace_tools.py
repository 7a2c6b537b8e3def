"""The tools of the tracing page: photos, spaces, mazes, chains, files; by mouse, by fingers and by keys."""

from __future__ import annotations

import json
import re
import time

import pytest
from playwright.sync_api import expect
from riverlight.workshop.lights import chain_of
from riverlight.workshop.new import new_board

from tests.browser import invented_board as invented
from tests.browser.conftest import until
from tests.browser.tracing_hand import Hand, begun, middle_of, opened

pytestmark = pytest.mark.browser

NO_PHOTOS = (
    ("text.png", b"no photo at all", "This is not a photo. Riverlight reads JPEG, PNG and WebP."),
    ("empty.png", b"", "This is not a photo"),
    ("picture.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "This is not a photo"),
    ("broken.png", invented.png_head(300, 300) + b"rubbish", "is damaged"),
    ("short.png", b"\x89PNG\r\n\x1a\n\0", "its size is missing"),
    ("huge.png", invented.png_head(60_000, 60_000), "at most 120 million pixels; this one has 60000 × 60000"),
    ("tiny.png", invented.png_head(4, 4), "at least 50 × 50 pixels"),
    ("short.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "This photo is incomplete: its size is missing."),
    ("endless.jpg", b"\xff\xd8\xff\xda\0\x02", "The size of this JPEG cannot be read."),
    ("odd.webp", b"RIFF\0\0\0\0WEBPVP9 \0\0\0\0", "The size of this WebP cannot be read."),
)

# Chooses a photo that the browser itself has made: its type and its width.
DROP = """async ([type, width]) => {
    const canvas = new OffscreenCanvas(width, 1200);
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#47a';
    pen.fillRect(0, 0, width, 1200);
    const blob = await canvas.convertToBlob({ type });
    const files = new DataTransfer();
    files.items.add(new File([blob], 'photo', { type }));
    document.querySelector('#photo_file').files = files.files;
    document.querySelector('#photo_file').dispatchEvent(new Event('change'));
}"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A data folder of its own."""
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "data"))


def test_what_is_no_photo_is_refused_with_a_sentence(visit, shared):
    page = opened(visit, shared)
    for name, content, sentence in NO_PHOTOS:
        page.set_input_files("#photo_file", {"name": name, "mimeType": "image/png", "buffer": content})
        expect(page.locator("#refusal"), name).to_contain_text(sentence)
        page.locator("#refusal").click()
        expect(page.locator("#refusal")).not_to_be_visible()
    expect(page.locator("[data-corner]")).to_have_count(0)


def test_photos_of_all_three_kinds_are_scaled_and_nothing_of_them_leaves_the_browser(visit, shared):
    page = opened(visit, shared)
    sent = []
    page.on("request", lambda request: sent.append((request.method, request.url, request.post_data or "")))
    for kind, width in (("image/jpeg", 3600), ("image/webp", 3300), ("image/png", 4000)):
        page.evaluate(DROP, [kind, width])
        wanted = pytest.approx([0.92 * 3000, 0.92 * 1200 * 3000 / width], abs=2)
        deadline = time.monotonic() + 10
        while (corners := Hand(page).work()["view"]["corners"]) is None or corners[2] != wanted:
            assert time.monotonic() < deadline, kind
            page.wait_for_timeout(20)
    expect(page.locator("[data-corner]")).to_have_count(4)
    page.locator("#straighten").click()
    expect(page.locator("#photo_shown")).to_be_visible()
    assert all(method == "GET" or url.endswith("/check") for method, url, _ in sent)
    assert all(len(body) < 500 for _, _, body in sent)
    page.reload()
    expect(page.locator("#photo_shown")).to_be_visible()
    until(page, "document.querySelector('#ground').getContext('2d').getImageData(100, 300, 1, 1).data[3] > 0")
    visit.complaints.clear()  # Chromium would rather that nobody read a canvas


def test_nothing_is_lost_on_reload_and_undo_goes_back_step_by_step(visit, shared):
    page, hand = begun(visit, shared, "canyon", "blank")
    for place in ((100, 100), (160, 100), (220, 100)):
        hand.tap(place)
    hand.choose("tool", "join")
    hand.drag((100, 100), (160, 100), (220, 100))
    hand.choose("tool", "move")
    hand.drag((220, 100), (220, 160))
    page.reload()
    hand.settle(3)
    board = hand.board()
    assert [space["touches"] for space in board["spaces"]] == [["s2"], ["s1", "s3"], ["s2"]]
    assert middle_of(board, "s3") == pytest.approx([220, 160], abs=1)
    hand.tap((100, 100))
    page.keyboard.press("Delete")
    hand.settle(2)
    assert hand.board()["spaces"][0]["touches"] == ["s3"]
    page.keyboard.press("Control+z")
    hand.settle(3)
    assert hand.board() == board
    page.keyboard.press("Control+y")
    hand.settle(2)
    page.locator("#undo").click()
    hand.settle(3)


def test_joins_are_parted_arrows_taken_away_and_kinds_painted_by_strokes(visit, shared):
    page, hand = begun(visit, shared, "canyon", "blank")
    for place in ((100, 100), (160, 100), (220, 100)):
        hand.tap(place)
    hand.choose("tool", "kind")
    hand.choose("kind", "current,")
    hand.drag((100, 100), (160, 100), (220, 100))
    hand.choose("tool", "arrow")
    hand.drag((100, 100), (160, 100), (220, 100))
    spaces = hand.board()["spaces"]
    assert [(space["kind"], space.get("flow")) for space in spaces] == [
        ("current", "s2"),
        ("current", "s3"),
        ("current", None),
    ]
    hand.tap((160, 100))
    hand.choose("tool", "join")
    hand.drag((100, 100), (160, 100))
    spaces = hand.board()["spaces"]
    assert "flow" not in spaces[1]
    assert spaces[0]["touches"] == []
    page.mouse.move(*hand.at((160, 100)))
    page.mouse.down()
    page.mouse.move(*hand.at((190, 130)), steps=2)
    page.keyboard.press("Delete")  # of the space from which the stroke comes
    hand.settle(2)
    page.mouse.move(*hand.at((220, 100)), steps=2)
    page.mouse.up()
    assert [space["id"] for space in hand.board()["spaces"]] == ["s1", "s3"]


def test_each_problem_leads_to_its_space(visit, shared):
    page, hand = begun(visit, shared, "canyon", "blank")
    hand.tap((100, 100))
    hand.tap((600, 400))
    page.locator("#problems button", has_text="Lights: 2 problems so far").click()
    problem = page.locator("#problems button", has_text="Space s2 has no light.")
    for _ in range(6):
        page.locator("#zoom_in").click()
    page.keyboard.press("Escape")
    problem.click()
    expect(page.locator("#space_id")).to_have_value("s2")
    until(
        page,
        """() => {
            const [box, stage] = ['[data-space="s2"]', '#stage'].map((name) =>
                document.querySelector(name).getBoundingClientRect());
            return box.left > stage.left && box.right < stage.right && box.top > stage.top && box.bottom < stage.bottom;
        }""",
    )


def test_a_space_is_set_renamed_joined_and_moved_by_keys_alone(visit, shared):
    page, hand = begun(visit, shared, "canyon", "blank")
    page.locator("#drawing").focus()
    page.keyboard.press("a")
    page.keyboard.press("a")
    hand.settle(2)
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("ArrowLeft")
    first, second = hand.board()["spaces"]
    assert second["at_mm"] == [first["at_mm"][0] + 29, first["at_mm"][1] + 10]
    expect(page.locator("#told")).to_have_text("s2, start")
    page.locator("#space_id").fill("z9")
    page.locator("#space_id").press("Tab")
    page.get_by_label("Join to").select_option("s1")
    assert hand.board()["spaces"][0]["touches"] == ["z9"]
    page.locator("#space_id").fill("no good")
    page.locator("#space_id").press("Tab")
    expect(page.locator("#refusal")).to_contain_text("An id must be 1 to 16 letters")
    page.locator("#drawing").focus()
    page.keyboard.press("p")
    expect(page.locator("#told")).to_have_text("s1, start, touches z9")


def test_the_fields_of_a_space_change_the_board_as_it_is_now_not_as_it_was_when_they_were_shown(visit, shared):
    page, hand = begun(visit, shared, "canyon", "blank")
    page.locator("#drawing").focus()
    page.keyboard.press("a")
    page.keyboard.press("a")
    hand.settle(2)
    page.get_by_label("From the left, mm").fill("333")
    page.get_by_label("From the left, mm").press("Tab")
    before = hand.board()["spaces"][1]["at_mm"]
    assert before[0] == 333
    page.locator("#drawing").focus()
    page.keyboard.press("p")
    expect(page.locator("#space_id")).to_have_value("s1")
    page.locator("#undo").click()
    undone = hand.board()["spaces"][1]["at_mm"]
    assert undone[0] != 333
    page.get_by_label("From the left, mm").fill("44")
    page.get_by_label("From the left, mm").press("Tab")
    first, second = hand.board()["spaces"]
    assert first["at_mm"][0] == 44
    assert second["at_mm"] == undone


def test_the_problems_come_back_by_themselves_with_the_host(visit, shared):
    page, _hand = begun(visit, shared, "canyon", "blank")
    expect(page.locator("#counted")).to_contain_text("not finished")
    page.route("**/trace/check", lambda route: route.abort())
    page.locator("#drawing").focus()
    page.keyboard.press("a")
    expect(page.locator("#counted")).to_contain_text("is not answering")
    page.unroute("**/trace/check")
    expect(page.locator("#counted")).to_contain_text("not finished")
    visit.complaints.clear()  # Chromium's console reports each failed request


def test_the_river_of_niagara_is_set_place_by_place_and_is_then_sound(visit, shared):
    page, hand = begun(visit, shared, "niagara", "blank")
    board = new_board("niagara", "mine", "Mine")
    expect(page.locator("#sentence")).to_have_text("Tap the middle of shore (shore).")
    for space in board["spaces"]:
        hand.tap(space["at_mm"])
    expect(page.locator("#sentence")).to_have_text("All spaces of the river are placed. Drag one to move it.")
    hand.choose("mode", "lights")
    page.locator("#propose").click()
    expect(page.locator("#counted")).to_have_text("30 spaces · 30 lights · ready")
    traced = hand.board()
    assert [space["id"] for space in traced["spaces"]] == [space["id"] for space in board["spaces"]]


def test_a_maze_is_dug_narrowed_walled_and_filled_with_symbols(visit, shared):
    page, hand = begun(visit, shared, "pyramid", "blank")
    page.locator("#columns").fill("4")
    page.locator("#rows").fill("3")
    page.locator("#grid_form button").click()
    hand.settle(12)
    board = hand.board()
    assert middle_of(board, "a1")[1] > middle_of(board, "a3")[1]
    hand.tap(middle_of(board, "a3"))
    hand.tap(middle_of(board, "d3"))
    hand.settle(10)
    hand.choose("tool", "wall")
    between = [sum(pair) / 2 for pair in zip(middle_of(board, "a1"), middle_of(board, "b1"), strict=True)]
    hand.tap(between)
    hand.choose("tool", "kind")
    hand.choose("kind", "treasure,green")
    hand.drag(middle_of(board, "b2"), middle_of(board, "c2"))
    narrowed = {space["id"]: space for space in hand.board()["spaces"]}
    assert "a3" not in narrowed
    assert narrowed["a1"]["exits"] == {"n": "a2"}
    assert "w" not in narrowed["b1"]["exits"]
    assert [narrowed[name].get("colour") for name in ("b2", "c2", "d2")] == ["green", "green", None]
    hand.choose("tool", "shape")
    page.locator("#columns").fill("5")
    page.locator("#grid_form button").click()
    hand.settle(13)
    assert {space["id"]: space for space in hand.board()["spaces"]}["e1"]["exits"] == {"n": "e2", "w": "d1"}
    grip = until(page, "document.querySelector('[data-grip=\"1\"]')?.getBoundingClientRect().toJSON()")
    before = middle_of(hand.board(), "b3")
    page.mouse.move(grip["x"] + 22, grip["y"] + 22)
    page.mouse.down()
    page.mouse.move(grip["x"] - 40, grip["y"] + 60, steps=3)
    page.mouse.up()
    after = middle_of(hand.board(), "b3")
    assert after[0] < before[0]
    assert after[1] > before[1]
    assert middle_of(hand.board(), "a1") == middle_of(board, "a1")


def test_the_chain_is_pulled_onto_a_space_and_turned_and_given_more_lights(visit, shared):
    page, hand = begun(visit, shared, "canyon", "blank")
    for column in range(4):
        hand.tap((100 + 60 * column, 100))
    hand.tap((130, 200))
    hand.choose("mode", "lights")
    hand.tap((100, 100))
    page.get_by_role("button", name="Start here").click()
    page.locator("#propose").click()
    hand.settle(5)
    until(page, "document.querySelectorAll('.space.lit').length === 5")
    order = chain_of(hand.board(), "main")
    assert order[0] == "s1"
    page.locator("#reverse").click()
    until(page, "document.querySelector('[data-space=s1] text').textContent === '5'")
    assert chain_of(hand.board(), "main") == order[::-1]
    page.keyboard.press("Control+z")
    until(page, "document.querySelector('[data-space=s1] text').textContent === '1'")
    one, other = (middle_of(hand.board(), name) for name in order[:2])
    hand.drag([(a + b) / 2 for a, b in zip(one, other, strict=True)], middle_of(hand.board(), order[3]))
    until(page, f"document.querySelector('[data-space={order[3]}] text').textContent === '2'")
    assert chain_of(hand.board(), "main") == [order[0], order[3], order[1], order[2], order[4]]
    page.locator("#each").fill("2")
    page.locator("#each").press("Tab")
    expect(page.locator("#counted")).to_contain_text("5 spaces · 10 lights")
    page.locator("#laying").select_option("strip")
    expect(page.locator("#wire")).to_contain_text("Lights")
    until(page, "document.querySelector('#wire dd').textContent > 20")


def test_sensors_are_proposed_exchanged_and_removed_and_a_game_without_them_has_no_such_step(visit, shared):
    page, hand = begun(visit, shared, "canyon")
    hand.choose("mode", "sensors")
    expect(page.locator("#sense_none")).to_be_disabled()
    page.locator("#sense").click()
    until(page, "document.querySelectorAll('.space.lit').length > 40")
    sensors = {space["id"]: space["sensor"]["main"] for space in hand.board()["spaces"] if "sensor" in space}
    assert sorted(sensors.values()) == list(range(len(sensors)))
    one, other = (next(name for name, at in sensors.items() if at == wanted) for wanted in (3, 7))
    hand.tap(middle_of(hand.board(), one))
    page.get_by_label("Position in the chain").fill("7")
    page.get_by_label("Position in the chain").press("Tab")
    until(page, f"document.querySelector('[data-space={one}] text').textContent === '7'")
    exchanged = {space["id"]: space["sensor"]["main"] for space in hand.board()["spaces"] if "sensor" in space}
    assert exchanged == {**sensors, one: 7, other: 3}
    page.get_by_label("Position in the chain").fill("")
    page.get_by_label("Position in the chain").press("Tab")
    until(page, f"document.querySelector('[data-space={one}] text').textContent === '–'")
    assert {space["id"] for space in hand.board()["spaces"] if "sensor" in space} == {*sensors} - {one}
    page.keyboard.press("Control+z")
    page.locator("#sense_none").click()
    expect(page.locator("#sense_none")).to_be_disabled()
    assert not any("sensor" in space for space in hand.board()["spaces"])
    page.locator("#open").click()
    page.locator("#new_game").select_option("niagara")
    page.locator("#begin button").click()
    expect(page.locator('[name="mode"][value="sensors"]')).to_be_hidden()


def test_a_board_is_opened_from_a_file_and_what_is_none_is_refused(visit, shared):
    page = opened(visit, shared)
    board = new_board("canyon", "mine", "From a file")

    def give(content):
        page.set_input_files("#board_file", {"name": "b.json", "mimeType": "application/json", "buffer": content})

    page.locator("#open").click()
    give(json.dumps(board).encode())
    expect(page.locator("#counted")).to_have_text("115 spaces · 115 lights · ready")
    expect(page.locator("#sentence")).to_contain_text("This board is ready to play.")
    assert Hand(page).board() == board
    for content, sentence in (
        (b"{", "This is not a board file: it is not JSON."),
        (b"[]", "A board file must contain one JSON object"),
        (b" " * 300_000, "This file is too large: a board file can have at most 256 KB, this one has 293."),
        (json.dumps({**board, "spaces": []}).encode(), "spaces must be a list of 1 to 254 spaces"),
    ):
        page.locator("#open").click()
        give(content)
        expect(page.locator("#refusal")).to_contain_text(sentence)
    page.locator("#open").click()
    page.evaluate("localStorage.clear()")  # as another tab does that deletes the board which this one lists
    page.locator("#openable").get_by_role("button", name="My Canyon").first.click()
    expect(page.locator("#refusal")).to_have_text("This board is no longer in this browser.")
    assert Hand(page).board() == board


def test_an_unfinished_board_is_saved_as_a_draft(visit, shared):
    page, hand = begun(visit, shared, "canyon", "blank")
    hand.tap((100, 100))
    page.locator("#save").click()
    page.locator("#save_board").click()
    expect(page.locator("#save_note")).to_have_text(
        re.compile(r"Saved as a draft\. Fix \d problems before you play on it\.")
    )


def test_a_board_is_replaced_only_when_that_is_pressed_twice(visit, shared):
    page, _ = begun(visit, shared, "niagara")
    keep, note = page.locator("#save_board"), page.locator("#save_note")
    page.locator("#save").click()
    page.locator("#board_id").fill("No Id")
    expect(note).to_contain_text("An id must be 1 to 32 lowercase letters")
    page.locator("#board_id").fill("mine")
    keep.click()
    expect(note).to_contain_text("Saved.")
    page.locator("#save_close").click()
    page, _ = begun(visit, shared, "niagara")
    page.locator("#save").click()
    page.locator("#board_id").fill("mine")
    page.locator("#save_board").click()
    expect(page.locator("#save_note")).to_contain_text("You already have a board mine")
    page.get_by_role("button", name="Replace mine").click()
    expect(page.locator("#save_note")).to_contain_text("Saved.")
    with page.expect_download() as download:
        page.locator("#download").click()
    assert download.value.suggested_filename == "mine.json"
    page.locator("#save_close").click()
    page.locator("#open").click()
    page.get_by_role("button", name=re.compile("My Niagara.*yours")).click()
    expect(page.locator("#counted")).to_have_text("30 spaces · 30 lights · ready")
    visit.complaints.clear()  # Chromium's console reports the refusal
