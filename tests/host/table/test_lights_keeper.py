"""The lights keeper: the device shows each step once it is safe, and its presses are taken once."""

from types import SimpleNamespace

import pytest
from riverlight.devices.status import Key, Status
from riverlight.errors import RecordError
from riverlight.games.registry import game_named
from riverlight.games.simulate import demo_players
from riverlight.table.head import Head
from riverlight.table.lights import LightsController
from riverlight.table.session import Table


class _Link:
    """A link that records its calls."""

    def __init__(self, on_key, on_sense, on_status, last_press):
        self.on_key, self.on_sense, self.on_status, self.last_press = on_key, on_sense, on_status, last_press
        self.told = []
        self.status = Status("ready", "The device is connected.", is_simulated=True)

    def start(self):
        self.told.append("start")

    def close(self):
        self.told.append("close")

    def use(self, board):
        self.told.append(("use", board.hash))

    def show(self, panel, position):
        self.told.append(("show", panel, position.get("c"), position.get("n")))
        return len(self.told)

    def cue(self, kind, _panel):
        self.told.append(kind)

    def new(self):
        """Return the calls recorded since the last time."""
        told, self.told = self.told, []
        return told


@pytest.fixture
def keeper(store):
    """A keeper whose link remembers."""
    with LightsController(store, _Link) as made:
        yield made


@pytest.fixture
def link(keeper, table):
    """The link of a keeper that has the table."""
    keeper.attach(table)
    keeper.link.new()
    return keeper.link


def test_a_table_is_shown_when_it_is_attached_and_again_after_each_step(keeper, table):
    assert keeper.link.new() == ["start"]
    keeper.attach(table)
    assert keeper.link.new() == [("show", "main", [0, 0], 4)]
    table.press("0")
    assert keeper.link.new() == []
    table.press("3")
    assert keeper.link.new() == ["accepted", ("show", "main", [0, 0], 4)]
    table.undo()
    assert keeper.link.new() == ["accepted", ("show", "main", [0, 0], 4)]


def test_a_refusal_is_signed_in_red_but_not_that_of_a_private_keypad(link, table):
    table.press("7")
    assert link.new() == ["refused"]
    table.press("7", 1)
    table.enter(1, "nonsense")
    assert link.new() == []


def test_what_needs_agreement_is_signed_as_not_done(link, table):
    table.enter(0, "pick 1")
    table.enter(1, "pick 1")
    link.new()
    table.press("#")
    assert link.new() == ["refused"]


def test_a_press_reaches_the_table_with_its_number_and_keypad(link, store, table):
    link.on_key(Key("f00", 1, "0", long=False, keypad=0))
    link.on_key(Key("f00", 2, "3", long=False, keypad=0))
    assert table.history.moves[-1] == (0, "pick 3")
    link.on_key(Key("f00", 2, "3", long=False, keypad=0))
    link.on_key(Key("f00", 3, "0", long=False, keypad=1))
    link.on_key(Key("f00", 4, "9", long=False, keypad=1))
    assert table.history.moves[-1] == (1, "pick 9")
    assert link.last_press("f00") == store.last_press("f00") == 4
    table.undo(agreed=True)
    link.on_key(Key("f00", 5, "#", long=True, keypad=0))
    assert table.history.moves[-1] == (1, "pick 9")


def test_a_press_that_cannot_be_kept_is_not_taken(link, store, table, monkeypatch):
    def full(*_):
        message = "disk is full"
        raise RecordError(message)

    monkeypatch.setattr(store, "append", full)
    with pytest.raises(RecordError):
        link.on_key(Key("f00", 1, "0", long=False, keypad=0))
    assert table.snapshot("table")["typed"] == ""


def test_a_press_without_a_game_means_nothing(keeper):
    keeper.link.on_key(Key("f00", 1, "0", long=False, keypad=0))


@pytest.mark.parametrize("is_handed_round", [False, True])
def test_what_is_private_is_entered_only_on_a_keypad_that_is_handed_round(store, table, is_handed_round):
    table.enter(0, "pick 3")
    table.enter(1, "pick 3")
    with LightsController(store, _Link, is_handed_round=is_handed_round) as keeper:
        keeper.attach(table)
        for number, key in enumerate(table.codes(0)[0].keys + "7", start=1):
            keeper.link.on_key(Key("f00", number, key, long=False, keypad=0))
        assert len(table.history.entries) == (3 if is_handed_round else 2)
        assert keeper.link.told[-1] == "refused"
        assert table.snapshot("table")["typed"] == ""


def test_the_devices_health_is_shown(keeper, table):
    keeper.attach(table)
    assert table.snapshot("table")["device"]["state"] == "ready"
    keeper.link.on_status(Status("silent", "No answer.", bad_lines=3))
    assert table.snapshot("table")["device"] == {
        "state": "silent",
        "sentence": "No answer.",
        "warned": False,
        "mismatches": 0,
        "bad_lines": 3,
        "simulated": False,
        "light_percent": 100,
    }
    keeper.link.on_status(Status("ready", "Here.", currents=(("main", 210, 437),)))
    assert table.snapshot("table")["device"]["light_percent"] == 40


def test_where_lights_are_a_secret_no_page_is_told_what_they_draw(keeper):
    """PYR-18: a panel's current hangs on how many lights are lit, and so on where hunters stand."""
    told = []
    game = game_named("pyramid")
    pyramid = SimpleNamespace(
        head=SimpleNamespace(game=game, board=None),
        sides=game.sides,
        is_closed=False,
        version=0,
        shown_at=(0, 0, 0),
        listen=lambda _: lambda: None,
        subscribe=lambda _: lambda: None,
        report_device=told.append,
    )
    keeper.attach(pyramid)
    for permille in (1000, 300):
        keeper.link.on_status(Status("ready", "Here.", currents=(("tomb", 200, permille), ("shrine", 9, 1000))))
    assert told[-1] == told[-2]


@pytest.mark.parametrize(
    ("bots", "panels"), [((), {"tomb", "shrine"}), ((1, 2), {"shrine"}), ((0,), {"tomb", "shrine"})]
)
def test_a_person_alone_on_the_mummys_side_sees_no_light_of_the_hunters(keeper, store, bots, panels):
    """PYR-18: with bots as hunters, the panel that shows them lights for nobody."""
    options = {"cards": "app", "dice": "app"} if bots else {}
    keeper.attach(Table.new(store, "pyramid", options, ["Ada", "Ben", "Cleo"], 1, bots=bots))
    assert {told[1] for told in keeper.link.new() if told[0] == "show"} == panels


def test_another_table_takes_the_lights_over(keeper, link, store, table):
    other = Table.new(store, "canyon", {}, ["Ada", "Ben", "Cleo"], 1)
    keeper.attach(other)
    assert link.new() == [("use", other.head.board.core.hash), ("show", "main", [255] * 3, 0)]
    table.enter(0, "pick 3")
    assert link.new() == []
    keeper.close()
    other.press("1")
    assert link.new() == ["close"]


def test_only_a_simulated_pico_is_pressed_and_watched(store):
    """And wired for the board; frames come with the number of their panel on the board."""
    assert LightsController(store, _Link).press("1") is False
    LightsController(store, _Link).watch(print)
    pressed, wired, seen = [], [], []
    pico = SimpleNamespace(
        press=pressed.append,
        wire_for=wired.append,
        on_frame=None,
        panels=("shrine", "tomb"),
        lights=lambda chain: [(1, 2, chain), (3, 4, 5)],
    )
    keeper = LightsController(store, _Link, pico)
    keeper.watch(lambda panel, colours: seen.append((panel, colours)))
    assert keeper.press("7") is True
    pico.on_frame(1, [])
    assert (pressed, seen) == (["7"], [])
    table = Table.new(store, "pyramid", {}, ["Ada", "Ben"], 1)
    keeper.attach(table)
    assert wired == [table.head.board.core]
    pico.on_frame(1, [])
    pico.on_frame(0, [])
    assert seen == [(0, bytes([1, 2, 1, 3, 4, 5])), (1, bytes([1, 2, 0, 3, 4, 5]))]


def test_a_position_names_the_colours_of_the_pieces_where_they_are_not_every_devices_own(store):
    class Remembering(_Link):
        def show(self, panel, position):
            self.told.append((panel, position.get("l")))

    with LightsController(store, Remembering) as keeper:
        for game, people, colours, letters in (
            ("canyon", 3, (), None),
            ("canyon", 3, ("red", "blue", "sky"), "gaf"),
            ("pyramid", 4, (), "igac"),
        ):
            head = Head.create(game, {}, [""] * people, 1, None)._replace(colours=colours)
            keeper.attach(Table.start(store, head))
            panels = head.game.panels
            assert [told for told in keeper.link.new() if told[0] in panels] == [
                (panel, letters) for panel in sorted(panels, key=lambda name: name != "shrine")
            ]


class _Signing(_Link):
    """A link that remembers the signs alone."""

    def show(self, _panel, _position):
        return 1

    def cue(self, kind, panel):
        self.told.append((panel, kind))


def test_what_an_entry_wins_or_loses_is_signed_once_and_not_when_it_is_undone_or_found(store):
    with LightsController(store, _Signing) as keeper:
        table = Table.new(store, "canyon", {"cards": "app"}, [""] * 3, 2)
        keeper.attach(table)
        keeper.link.new()
        signs = []
        while ("main", "gain") not in signs:
            keeper.link.new()
            seat = table.history.state.to_act()[0]
            assert table.enter(seat, table.codes(seat)[0].move).kind == "accepted"
            signs = keeper.link.new()
        assert signs == [("main", "accepted"), ("main", "gain")]
        assert any(event.type.name == "trick" for event in table.history.last.events)
        table.undo(agreed=True)
        assert keeper.link.new() == [("main", "accepted")]
        keeper.attach(table)
        assert ("main", "gain") not in keeper.link.new()


def test_a_treasure_played_is_signed_on_both_sides_and_a_hunters_move_on_neither(store):
    """PYR-18: the mummy's side is signed only what it may see."""
    table = Table.new(store, "pyramid", {"cards": "app", "dice": "app"}, [""] * 3, 4)
    players = demo_players(table.head.game, 4)
    signs = {}
    with LightsController(store, _Signing) as keeper:
        keeper.attach(table)
        keeper.link.new()
        while acting := table.history.state.to_act():
            move = players.choose(table.history.state, acting[0], table.codes(acting[0])).move
            assert table.enter(acting[0], move).kind == "accepted"
            names = {event.type.name for event in table.history.last.events}
            signs.setdefault(frozenset(names & {"treasure", "caught", "moved", "over"}), set()).update(
                sign for sign in keeper.link.new() if sign[1] != "accepted"
            )
    assert signs[frozenset({"moved", "treasure"})] == {("tomb", "gain"), ("shrine", "gain")}
    assert signs[frozenset({"caught"})] == {("tomb", "loss"), ("shrine", "loss")}
    assert signs[frozenset({"moved"})] == set()
