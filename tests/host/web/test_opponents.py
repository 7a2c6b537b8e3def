"""Seats that Riverlight plays, as the pages show them: chosen, played, explained; the lone mummy's page."""

import json
from urllib.parse import urlencode

import pytest
from riverlight.games.registry import game_named
from riverlight.table.reasons import Reasons
from riverlight.table.record import Store
from riverlight.table.session import Table

from tests.host.web.serving import next_message, say, serving


def begin(served, game, *bots, seats=3, **options):
    fields = {"game": game, "seats": str(seats), **{f"bot_{seat}": "on" for seat in bots}}
    fields |= {f"option_{name}": value for name, value in options.items()}
    body = urlencode(fields).encode()
    return served.ask("POST", "/games", body, {"Content-Type": "application/x-www-form-urlencoded"})


def next_turn(line, seat, after=-1):
    """Return the next snapshot in which nobody but ``seat`` is to act, or the game is over, later than ``after``."""

    def is_it(heard):
        shown = heard.get("snapshot") if isinstance(heard, dict) else None
        return shown and shown["version"] > after and shown["view"]["to_act"] in ([seat], [])

    return next_message(line, is_it)["snapshot"]


def enter(line, move, version):
    """Send a move; its answer is not waited for, since the state after it may come first."""
    line.send(json.dumps({"id": f"m-{version}", "enter": move, "version": version}))


def test_each_seat_can_be_riverlights_and_the_form_keeps_what_was_chosen(served):
    assert served.ask("GET", "/")[2].count('type="checkbox"') == 7  # six seats, and hints
    status, _headers, text = begin(served, "canyon", 0, 1, 2)
    assert status == 400
    assert "At least one player must be a person" in text
    assert text.count('type="checkbox" name="bot_1" checked') == 1
    status, headers, _text = begin(served, "canyon", 1, 2, 5, cards="physical")
    assert served.room.sitting.table.head.options["cards"] == "app"
    assert (status, headers["location"]) == (303, "/table")
    assert served.room.sitting.table.head.bots == (1, 2)


def test_bots_play_while_the_table_looks_on_and_people_are_asked(served):
    begin(served, "canyon", 1, 2, cards="app")
    with served.line() as line:
        shown = next_turn(line, 0)
        assert [card.get("bot", False) for card in shown["seats"]] == [False, True, True]
        assert shown["bots"] == {"waits": False, "why": None, "trouble": "", "pace": "usual"}
        enter(line, shown["choices"][0]["move"], shown["version"])
        shown = next_turn(line, 0, shown["version"])
        assert shown["view"]["canoes"].count(None) == 0


def test_the_table_page_tells_where_the_cards_are_until_the_seats_own_page_is_open(served):
    begin(served, "canyon", 2, cards="app")
    table = served.room.sitting.table
    with served.line() as line:
        while True:
            shown = next_message(line, lambda heard: "snapshot" in heard)["snapshot"]
            is_persons_turn = shown["view"]["to_act"] in ([0], [1])
            if shown["view"]["phase"] == "pace" and is_persons_turn:
                break
            assert "coach" not in shown
            if shown["version"] == table.version and is_persons_turn:
                table.enter(None, shown["choices"][0]["move"], keypad="main")
        (seat,) = shown["view"]["to_act"]
        token = next(token for token, each in served.room.sitting.seats.items() if each == seat)
        told = shown["coach"]["sentence"]
        assert told.startswith("The cards are on the players' phones. Open Players' phones below and choose a seat")
        with served.line(f"/live/{token}") as phone:
            own = next_message(phone, lambda heard: "snapshot" in heard)["snapshot"]
            assert "coach" not in own
            next_message(line, lambda heard: "snapshot" in heard and "coach" not in heard["snapshot"])


def test_a_bots_seat_has_no_private_page(served):
    begin(served, "canyon", 1, 2, cards="app")
    text = served.ask("GET", "/table")[2]
    assert 'data-seat="0"' in text
    assert 'data-seat="1"' not in text
    assert served.ask("POST", "/seats/0")[0] == 200
    status, _headers, text = served.ask("POST", "/seats/1")
    assert (status, "A computer player has this seat." in text) == (404, True)


def play_a_round(served):
    """Let the person of seat 0 play what comes first until the first round of Canyon is over."""
    table = served.room.sitting.table
    token = next(token for token, seat in served.room.sitting.seats.items() if seat == 0)
    with served.line(f"/live/{token}") as phone:
        shown = next_turn(phone, 0)
        while shown["view"]["round"] == 1:
            enter(phone, table.codes(0)[0].move, shown["version"])
            shown = next_turn(phone, 0, shown["version"])
        return shown


def test_once_the_round_is_over_the_page_can_be_told_why(served):
    begin(served, "canyon", 1, 2, cards="app")
    assert json.loads(served.ask("GET", "/reasons")[2]) == []
    shown = play_a_round(served)
    assert shown["bots"]["why"] == 1
    status, headers, text = served.ask("GET", "/reasons")
    told = json.loads(text)
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert [bot["name"] for bot in told] == ["Ben", "Cleo"]
    assert all(choice["what"] and choice["why"] for bot in told for choice in bot["choices"])
    in_german = served.ask("GET", "/reasons", headers={"Accept-Language": "de"})[2]
    assert len(json.loads(in_german)) == 2
    token = next(iter(served.room.sitting.seats))  # also for a phone that has its seat's link and not the table's code
    assert served.ask("GET", f"/seat/{token}/reasons")[2] == text
    assert served.ask("GET", "/seat/none/reasons")[0] == 404


def test_without_bots_there_is_nothing_of_them_on_the_page(at_table):
    text = at_table.ask("GET", "/table")[2]
    assert 'id="reasons"' not in text
    assert 'id="ready"' not in text
    assert json.loads(at_table.ask("GET", "/reasons")[2]) == []
    with at_table.line() as line:
        snapshot = next_message(line, lambda heard: isinstance(heard, dict) and "snapshot" in heard)["snapshot"]
        assert "bots" not in snapshot
        assert say(line, id="r-1", ready=True)["result"] == "typed"


def test_a_game_taken_up_again_plays_on_when_the_page_says_that_the_board_is_set(tmp_path):
    with Store(tmp_path) as store:
        table = Table.new(store, "niagara", {"cards": "app"}, ["", "", ""], 3, bots=(1, 2))
        table.enter(0, "paddle 3")
    with serving(tmp_path) as again:
        again.room.resume(table.game_id)
        before = again.room.sitting.table.version
        with again.line() as line:
            shown = next_message(line, lambda heard: isinstance(heard, dict) and "snapshot" in heard)["snapshot"]
            assert shown["bots"]["waits"]
            assert shown["version"] == before
            line.send(json.dumps({"id": "g-1", "ready": True}))
            shown = next_turn(line, 0, before)
            assert not shown["bots"]["waits"]


def test_after_the_board_was_set_piece_by_piece_bots_play_on_at_once(served):
    begin(served, "pyramid", 0, 2, **game_named("pyramid").app_options)
    game_id = served.room.sitting.table.game_id
    served.room.arrange(game_id)
    arranging = served.room.sitting.table
    assert served.room.sitting.opponents is None
    while served.room.sitting.table is arranging:
        arranging.press("1")
    snapshot = served.room.sitting.table.snapshot("table")
    assert served.room.sitting.opponents.shown("table", snapshot)["waits"] is False


def test_a_mummy_alone_with_bots_is_led_past_the_table_until_the_game_is_over(served):
    begin(served, "pyramid", 1, 2, **game_named("pyramid").app_options)
    token = next(token for token, seat in served.room.sitting.seats.items() if seat == 0)
    status, headers, _text = served.ask("GET", "/table")
    assert (status, headers["location"]) == (303, f"/seat/{token}")
    text = served.ask("GET", f"/seat/{token}")[2]
    assert 'href="/"' in text
    table = served.room.sitting.table
    with served.line(f"/live/{token}") as page:
        shown = next_turn(page, 0)
        assert json.loads(served.ask("GET", f"/seat/{token}/reasons")[2]) == []
        while shown["status"] == "playing":
            assert shown["bots"]["why"] is None
            enter(page, shown["choices"][0]["move"], shown["version"])
            shown = next_turn(page, 0, shown["version"])
    assert table.history.state.result() is not None
    assert shown["bots"]["why"] is not None
    assert json.loads(served.ask("GET", f"/seat/{token}/reasons")[2]) != []
    assert served.ask("GET", "/table")[0] == 200
    assert [bot["name"] for bot in json.loads(served.ask("GET", "/reasons")[2])] == ["Ben", "Cleo"]


def test_a_separate_side_gets_no_reasons_during_the_game_and_the_others_do(served, monkeypatch):
    """PYR-18."""
    monkeypatch.setattr(Reasons, "by_seat", lambda _self: [{"letter": "C"}])
    begin(served, "pyramid", 2, **game_named("pyramid").app_options)
    told = {
        seat: json.loads(served.ask("GET", f"/seat/{token}/reasons")[2])
        for token, seat in served.room.sitting.seats.items()
    }
    assert (told[0], told[1]) == ([], [{"letter": "C"}])


@pytest.mark.parametrize("bots", [(2,), (0,)])
def test_where_somebody_hunts_the_table_page_is_theirs(served, bots):
    begin(served, "pyramid", *bots, **game_named("pyramid").app_options)
    assert served.ask("GET", "/table")[0] == 200
