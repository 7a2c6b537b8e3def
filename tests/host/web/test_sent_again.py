"""A request that a page repeats after a restart of the host counts once, and for the seat it was meant for."""

import pytest

from tests.host.web.serving import say, serving

NAMES = ["Ada", "Ben", "Cleo"]


def moves(pages):
    return pages.room.sitting.table.history.moves


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ([], {"press": "1"}),
        ([], {"enter": "dealer 0", "version": 1}),
        (["dealer 0"], {"enter": "place start1", "version": 2}),
        (["dealer 0", "place start1"], {"take_back": True}),
    ],
)
def test_a_message_that_was_answered_by_the_host_before_counts_once(tmp_path, first, message):
    with serving(tmp_path) as pages:
        pages.room.begin("canyon", {}, NAMES)
        for move in first:
            pages.room.sitting.table.enter(None, move)
        with pages.line() as line:
            assert say(line, id="k-9", **message)["result"] == "accepted"
        made = moves(pages)
    with serving(tmp_path) as pages:
        pages.room.resume(1)
        with pages.line() as line:
            assert say(line, id="k-9", **message)["result"] == "repeated"
            assert moves(pages) == made
            say(line, id="k-10", press="2")
        assert len(moves(pages)) == len(made) + 1


@pytest.mark.parametrize("message", [{"press": "2"}, {"take_back": True}, {"redo": True}])
def test_a_message_sent_again_that_the_game_has_overtaken_is_refused(served, message):
    served.room.begin("canyon", {}, NAMES)
    table = served.room.sitting.table
    table.enter(None, "dealer 0")
    seen = table.version
    with served.line() as line:
        assert say(line, id="k-1", press="1", version=seen)["result"] == "accepted"
        made = moves(served)
        answer = say(line, id="k-2", version=seen, **message)
        assert (answer["result"], moves(served)) == ("refused", made)
        assert answer["sentence"].startswith("The game has moved on")
        assert say(line, id="k-1", press="1", version=seen)["result"] == "accepted"  # taken once, answered twice
        assert moves(served) == made


def test_an_entry_played_again_by_a_message_is_played_again_once(tmp_path):
    with serving(tmp_path) as pages:
        pages.room.begin("canyon", {}, NAMES)
        table = pages.room.sitting.table
        for move in ("dealer 0", "place start1"):
            table.enter(None, move)
        table.undo(agreed=True)
        table.undo(agreed=True)
        with pages.line() as line:
            assert say(line, id="k-1", redo=True)["result"] == "accepted"
    with serving(tmp_path) as pages:
        pages.room.resume(1)
        with pages.line() as line:
            assert say(line, id="k-1", redo=True)["result"] == "repeated"
        assert moves(pages) == [(-1, "dealer 0")]


def test_a_move_chosen_on_the_table_page_is_never_played_for_the_next_seat(served):
    """Its connection broke before it was notified of the move; people choose again what was played already."""
    served.room.begin("canyon", {"entry": "tricks"}, NAMES)
    table = served.room.sitting.table
    while table.snapshot("table")["view"]["phase"] != "pace":
        table.enter(None, table.codes(table.history.state.to_act()[0])[0].move)
    seen = table.version
    with served.line() as line:
        assert say(line, id="k-1", enter="pace 2", version=seen)["result"] == "accepted"
        assert say(line, id="k-2", enter="pace 2", version=seen)["result"] == "repeated"
        assert say(line, id="k-3", enter="pace 3", version=seen)["result"] == "refused"
        assert say(line, id="k-4", enter="pace 2", version=table.version)["result"] == "accepted"
    assert [move for _, move in table.history.moves[-2:]] == ["pace 2", "pace 2"]
