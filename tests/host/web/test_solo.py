"""One person on one screen: the table page shows their own cards and nobody else's, and nobody votes alone."""

import re

import pytest
from riverlight.games.registry import GAMES
from riverlight.games.sides import TABLE_PAGE
from riverlight.table.head import Head
from riverlight.table.session import Table
from riverlight.web.setup_choice import Choice


def put_on(served, game, *, first=0, people=4, bots=(1, 2, 3), **options):
    """Put a game on the table page that is started with nothing but a screen; return its table."""
    choice = Choice.from_query({"game": game, "kit": "app"})._replace(names=("",) * people, bots=bots, first=first)
    served.room.open(Table.start(served.room.store, choice._replace(options={**choice.options, **options}).head(5)))
    return served.room.sitting.table


def seats_on_page(served):
    """Return the seats whose links stand in the source of the table page."""
    html = served.ask("GET", "/table")[2]
    return sorted(seat for token, seat in served.room.sitting.seats.items() if token in html)


@pytest.mark.parametrize(
    ("game", "given", "own"),
    [
        ("canyon", {}, [0]),
        ("niagara", {"first": 1}, [3]),
        ("niagara", {"people": 2, "bots": (1,)}, [0, 2]),  # two colours each (NIA-27)
        ("pyramid", {"first": 2}, [2]),
        ("pyramid", {"people": 2, "bots": (0,), "first": 0}, [1]),  # two hunters, one seat (PYR-17)
        ("pyramid", {}, []),  # the mummy's page is its own: it must not see the table
        ("canyon", {"bots": (1, 2)}, []),
        ("niagara", {"bots": ()}, []),
    ],
)
def test_the_table_page_leads_to_the_cards_of_the_only_person_and_of_nobody_else(served, game, given, own):
    table = put_on(served, game, **given)
    assert seats_on_page(served) == own
    assert not set(own) & table.head.bot_seats


def test_with_real_cards_no_private_page_stands_on_the_table_page(served):
    served.room.begin("pyramid", {}, ["Ada", "Ben"], bots=[0])
    assert seats_on_page(served) == []
    assert served.room.sitting.table.head.lone_seats == (1,)


@pytest.mark.parametrize(("game", "given"), [("canyon", {}), ("niagara", {"first": 1}), ("pyramid", {"first": 2})])
def test_the_only_person_finds_hints_next_to_the_hand_unless_they_are_turned_off(served, game, given):
    table = put_on(served, game, **given)
    assert served.ask("GET", "/table")[2].count('id="ask_hint"') == 1
    served.room.open(Table.start(served.room.store, table.head._replace(has_hints=False)))
    assert "ask_hint" not in served.ask("GET", "/table")[2]


def test_a_mummy_alone_finds_hints_on_its_own_page_and_spectators_do_not(served):
    put_on(served, "pyramid")
    own = served.ask("GET", f"/seat/{served.room.sitting.lone_token}")[2]
    assert own.count('id="ask_hint"') == 1
    status, _headers, watching = served.ask("GET", "/watch")
    assert status == 200
    assert "ask_hint" not in watching


def test_what_the_table_itself_is_sent_holds_no_cards_also_where_one_person_plays(served):
    table = put_on(served, "canyon")
    while table.history.state.to_act() != (0,) or table.history.state.view(0)["phase"] != "tricks":
        served.room.sitting.opponents.play()
        if table.history.state.to_act() == (0,) and table.history.state.view(0)["phase"] != "tricks":
            table.enter(0, table.codes(0)[0].move)
    shown, own = table.snapshot(TABLE_PAGE), table.snapshot(0)
    assert own["view"]["hand"]
    assert "hand" not in shown["view"]
    assert {choice["verb"] for choice in own["choices"]} == {"play"}
    assert shown["choices"] == []


def test_one_person_undoes_what_was_revealed_without_a_vote(served):
    table = Table.start(served.room.store, Head.create("niagara", {"cards": "app"}, [""] * 4, 5, None, [1, 2, 3]))
    while not any(entry.reveals for entry in table.history.entries):
        seat = table.history.state.to_act()[0]
        table.enter(seat, table.codes(seat)[0].move)
    before = len(table.history.entries)
    assert not table.snapshot(TABLE_PAGE)["can"]["needs_agreement"]
    assert table.undo(keypad="main").kind == "accepted"
    assert len(table.history.entries) < before


def test_with_nothing_but_a_screen_a_resumed_game_goes_on_at_once(served):
    table = put_on(served, "canyon")
    served.room.begin("niagara", {}, ["", "", ""])
    served.room.resume(table.game_id)
    assert served.room.sitting.table.snapshot(TABLE_PAGE)["arrange"] is None
    assert 'id="walk"' not in served.ask("GET", "/table")[2]
    assert re.search(r'id="device" hidden', served.ask("GET", "/table")[2])


def test_every_game_says_how_its_one_person_plays(served):
    for game in GAMES:
        assert put_on(served, game).head.lone_seats == (0,)
