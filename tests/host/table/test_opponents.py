"""Computer players: whole games, restarts, undo, what bots wait for, and what they never do."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from riverlight.errors import OptionError, RecordError, TranscriptError
from riverlight.games import transcript
from riverlight.games.bots import Choice
from riverlight.games.contract import TABLE
from riverlight.games.registry import GAMES, game_named
from riverlight.games.seating import seated
from riverlight.games.transcript import digest
from riverlight.table import opponents as opponents_module
from riverlight.table.game_text import import_game, transcript_of
from riverlight.table.history import History
from riverlight.table.opponents import Opponents
from riverlight.table.record import Store
from riverlight.table.secrecy import lone_seat_apart
from riverlight.table.session import Table

DEADLINE_S = 60
NAMES = ("Ada", "Ben", "Cleo", "Dan")
TABLES: list[tuple[str, int, tuple[int, ...]]] = [
    ("canyon", 3, (1, 2)),
    ("niagara", 3, (0, 2)),
    ("niagara", 2, (1,)),
    ("pyramid", 3, (1, 2)),
    ("pyramid", 3, (0, 2)),
    ("pyramid", 2, (1,)),
]


def begun(store: Store, game: str, seats: int, bots: tuple[int, ...], seed: int = 5, **options: str) -> Table:
    return Table.new(store, game, {**game_named(game).app_options, **options}, NAMES[:seats], seed, bots=bots)


def at_play(table: Table) -> Opponents:
    return Opponents(table, lambda: None, 0.0)


def play_on(opponents: Opponents) -> None:
    """Let the bots make all the moves that are due."""
    while opponents.play() is not None:
        pass


def person_moves(table: Table, choose: random.Random) -> bool:
    """Make a move of the first seat that is to act and no bot's, or of the table; return whether there was one."""
    state = table.history.state
    seat = next((seat for seat in state.to_act() if seat not in table.head.bot_seats), None)
    if seat is None:
        return False
    assert table.enter(seat, state.move_text(choose.choice(state.legal(seat)))).kind == "accepted"
    return True


def play_out(table: Table, opponents: Opponents, choose: random.Random, most: int = 3000) -> None:
    play_on(opponents)
    for _ in range(most):
        if not person_moves(table, choose):
            break
        play_on(opponents)


# Whole games.


@pytest.mark.parametrize(("game", "seats", "bots"), TABLES)
def test_a_game_with_bots_is_played_to_its_end_and_kept_as_it_was_played(
    store: Store, game: str, seats: int, bots: tuple[int, ...]
) -> None:
    """One person moves at random; chance that people key in is theirs alone."""
    table = begun(store, game, seats, bots)
    opponents = at_play(table)
    play_out(table, opponents, random.Random(1))
    assert table.history.state.result() is not None
    replayed = History.from_rows(table.game_id, store.rows(table.game_id))
    assert replayed.head.bots == bots
    assert digest(replayed.state) == digest(table.history.state)
    played = {step.seat for step in table.history.steps if step.kind == "move" and not step.automatic}
    assert played >= table.head.bot_seats


def test_bots_play_by_themselves_in_a_thread_of_their_own_and_stop_at_once(store: Store) -> None:
    table = begun(store, "canyon", 3, (1, 2))
    opponents = at_play(table)
    changed = threading.Event()
    table.subscribe(changed.set)
    opponents.start()
    choose = random.Random(2)
    rounds = 0
    while rounds < 2:
        changed.clear()
        if not person_moves(table, choose):
            assert changed.wait(DEADLINE_S)
        rounds = table.snapshot("table")["view"]["round"]
    opponents.close()
    ended = table.version
    assert [thread for thread in threading.enumerate() if thread.name == "opponents"] == []
    assert table.version == ended


@pytest.mark.parametrize(("game", "seats", "bots"), TABLES)
def test_a_game_taken_up_again_goes_on_as_if_it_had_never_stopped(
    tmp_path: Any, game: str, seats: int, bots: tuple[int, ...]
) -> None:
    """Bots remember again what they had seen, and wait until the board is set."""
    ends = []
    for is_interrupted in (False, True):
        choose = random.Random(3)
        with Store(tmp_path / str(is_interrupted)) as store:
            table = begun(store, game, seats, bots)
            opponents = at_play(table)
            for step in range(50):
                play_on(opponents)
                if not person_moves(table, choose):
                    break
                if is_interrupted and step % 17 == 5:
                    opponents.close()
                    table = Table.resume(store, table.game_id)
                    opponents = at_play(table)
                    before = table.version
                    play_on(opponents)
                    assert table.version == before or table.snapshot("table")["arrange"] is None
                    opponents.board_is_set()
            ends.append((digest(table.history.state), table.version))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("how", ["key", "page"])
def test_a_game_taken_up_again_waits_for_the_board_to_be_set(store: Store, how: str) -> None:
    """The page has a button for it where a bot is to act, and any key pressed at the table will do."""
    begun_table = begun(store, "niagara", 3, (1, 2))
    begun_table.enter(0, "paddle 3")
    table = Table.resume(store, begun_table.game_id)
    opponents = at_play(table)
    assert opponents.shown("table", table.snapshot("table"))["waits"]
    assert opponents.play() is None
    if how == "key":
        table.press("1")
    else:
        opponents.board_is_set()
    assert not opponents.shown("table", table.snapshot("table"))["waits"]
    assert opponents.play() == 0


# Undo by people.


def own_turn(store: Store) -> tuple[Table, Opponents, int]:
    """A round of Canyon at Ada's second turn, and how many entries stood before her first."""
    table = begun(store, "canyon", 3, (1, 2))
    opponents = at_play(table)
    play_on(opponents)
    before = len(table.history.entries)
    table.enter(0, table.codes(0)[0].move)
    play_on(opponents)
    assert table.history.state.to_act() == (0,)
    return table, opponents, before


@pytest.mark.parametrize("keypad", ["main", 0])
def test_who_takes_back_goes_back_over_what_bots_have_entered_since(store: Store, keypad: str | int) -> None:
    table, opponents, before = own_turn(store)
    assert len(table.history.entries) > before + 1
    outcome = table.undo(keypad=keypad, agreed=table.snapshot("table")["can"]["needs_agreement"])
    assert outcome.kind == "accepted"
    assert len(table.history.entries) == before
    assert opponents.play() is None
    assert table.redo().kind == "accepted"
    play_on(opponents)
    assert table.history.state.to_act() == (0,)


def test_a_take_back_that_leaves_a_bot_to_act_lets_it_act_again(store: Store) -> None:
    table = begun(store, "niagara", 3, (1, 2))
    opponents = at_play(table)
    table.enter(0, "paddle 3")
    play_on(opponents)
    sealed = [entry.moves for entry in table.history.entries]
    assert table.undo(keypad=0).kind == "accepted"
    assert table.history.entries == []
    play_on(opponents)
    assert [entry.moves for entry in table.history.entries] == sealed[1:3]
    assert table.history.state.to_act() == (0,)


def test_entries_of_bots_alone_are_not_taken_back(store: Store) -> None:
    table = begun(store, "niagara", 3, (1, 2))
    play_on(at_play(table))
    assert not table.snapshot("table")["can"]["take_back"]
    assert table.press("#").sentence == "You have no move to undo."


def test_bots_are_not_asked_and_wait_while_people_are(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    table = begun(store, "canyon", 4, (2, 3))
    opponents = at_play(table)
    table.attend(lambda: frozenset({0, 1}))
    while table.history.state.to_act() != (0,):
        if opponents.play() is None:
            person_moves(table, random.Random(1))
    table.enter(0, table.codes(0)[0].move)
    table.enter(1, table.codes(1)[0].move)
    assert table.history.state.to_act() == (2,)
    assert table.undo(keypad=0).sentence == "Waiting for agreement: Ben."
    version = table.version
    wait_s = opponents.play()
    assert wait_s is not None
    assert wait_s > 10
    assert table.version == version
    clock.now_s += wait_s
    assert opponents.play() == 0
    assert table.snapshot(1)["question"] is None


class Clock:
    """The time by which bots wait, which only a test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_s = 100.0
        monkeypatch.setattr(opponents_module.time, "monotonic", lambda: self.now_s)


def test_bots_leave_people_time_to_see_each_move(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    table = begun(store, "niagara", 3, (0, 1))
    opponents = Opponents(table, lambda: None, 0.8)
    for wanted in (0.8, 0.8):
        assert opponents.play() == pytest.approx(wanted)
        clock.now_s += 0.5
        assert opponents.play() == pytest.approx(wanted - 0.5)
        clock.now_s += 0.5
        version = table.version
        assert opponents.play() == 0
        assert table.version == version + 1


# What bots never do.


@pytest.mark.parametrize(
    ("game", "options", "bots", "sentence"),
    [
        ("canyon", {"cards": "physical"}, (1,), "Choose the option cards = app"),
        ("niagara", {"cards": "physical"}, (1,), "Choose the option cards = app"),
        ("pyramid", {"cards": "physical"}, (1,), "Choose the option cards = app"),
        ("pyramid", {"dice": "physical"}, (1, 2), "Choose the option dice = app"),
        ("canyon", {}, (0, 1, 2), "At least one player must be a person"),
        ("canyon", {}, (3,), "There are only 3 seats"),
    ],
)
def test_bots_are_refused_where_they_could_not_see_and_where_nobody_would_play(
    store: Store, game: str, options: dict[str, str], bots: tuple[int, ...], sentence: str
) -> None:
    with pytest.raises(OptionError, match=sentence):
        begun(store, game, 3, bots, **options)
    assert store.games() == []


@pytest.mark.parametrize("bots", [(0,), (0, 2), (2,)])
def test_real_dice_are_thrown_for_bots_where_people_may_see_them(bots: tuple[int, ...]) -> None:
    """The mummy's die may be real wherever people hunt, its cards anyway."""
    cards = "physical" if bots == (0,) else "app"
    options = {"cards": cards, "dice": "physical"}
    assert seated(game_named("pyramid"), options, 3, bots) == bots


def test_chance_that_people_key_in_is_not_made_by_a_bot(store: Store) -> None:
    table = begun(store, "pyramid", 3, (0, 2), dice="physical")
    opponents = at_play(table)
    choose = random.Random(4)
    waited = 0
    for _ in range(60):
        play_on(opponents)
        waited += table.history.state.to_act() == (TABLE,)
        person_moves(table, choose)
    assert waited > 5


def test_no_keypad_and_no_page_of_the_table_enters_for_a_bot(store: Store) -> None:
    table = begun(store, "canyon", 3, (0, 1))
    opponents = at_play(table)
    while (seat := table.history.state.to_act()[0]) == 2:
        person_moves(table, random.Random(1))
    snapshot = table.snapshot("table")
    assert snapshot["choices"] == []
    assert snapshot["prompt"]["sentence"] == f"The computer plays for {NAMES[seat]}."
    entries = len(table.history.entries)
    assert table.press("1").kind == "refused"
    assert table.press("1", "handed").kind == "refused"
    for keypad in ("main", "second", "handed"):
        assert table.enter(seat, table.codes(seat)[0].move, keypad=keypad).kind == "refused"
    assert len(table.history.entries) == entries
    assert opponents.play() == 0


def test_the_cards_of_seats_say_who_is_a_bot(store: Store) -> None:
    table = begun(store, "niagara", 2, (1,))
    assert [card.get("bot", False) for card in table.snapshot("watch")["seats"]] == [False, True, False, True]
    alone = begun(store, "pyramid", 3, (1, 2))
    assert lone_seat_apart(alone.head) == 0
    assert lone_seat_apart(table.head) is None
    assert lone_seat_apart(begun(store, "pyramid", 3, (2,)).head) is None


def test_a_bot_gets_its_own_seats_view_and_nothing_else(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_named("pyramid")
    seen: list[tuple[int, Any]] = []

    class Watched:
        def __init__(self, seat: int, *more: Any) -> None:
            self._bot = game.make_bot(seat, *more)
            self._seat = seat

        def watch(self, view: Any) -> None:
            seen.append((self._seat, view))
            self._bot.watch(view)

        def choose(self, view: Any, moves: Any) -> Choice:
            seen.append((self._seat, view))
            return self._bot.choose(view, moves)

    monkeypatch.setitem(GAMES, "pyramid", replace(game, make_bot=Watched))
    table = begun(store, "pyramid", 4, (0, 2, 3))
    play_out(table, at_play(table), random.Random(1), most=20)
    assert {seat for seat, _ in seen} == {0, 2, 3}
    for seat, view in seen:
        assert view["side"] == ("hunters" if seat else "mummy")
        assert ("hunters" in view) == bool(seat)
        assert len(view.get("cards", [])) == bool(seat)


# What is stored.


def test_a_game_without_bots_is_kept_and_written_as_ever(store: Store) -> None:
    table = Table.new(store, "canyon", {}, NAMES[:3], 1)
    assert "bots" not in (store.rows(table.game_id)[0].body or {})
    assert "Bots" not in transcript.write(transcript_of(table.history))
    assert "bot" not in table.snapshot("table")["seats"][0]


def test_a_games_text_carries_its_bots(store: Store) -> None:
    table = begun(store, "canyon", 3, (1, 2))
    play_out(table, at_play(table), random.Random(1), most=5)
    text = transcript.write(transcript_of(table.history))
    assert '[Bots "1,2"]' in text
    again = import_game(store, text)
    assert again.head.bots == (1, 2)
    assert transcript.write(transcript_of(again.history)) == text
    with pytest.raises(TranscriptError, match="The tag Bots"):
        transcript.read(text.replace('"1,2"', '"1, Ben"'))
    with pytest.raises(OptionError, match="At least one player"):
        import_game(store, text.replace('"1,2"', '"0,1,2"'))


def test_bots_wait_and_say_why_while_nothing_can_be_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(store, "niagara", 3, (1, 2))
    told: list[None] = []
    opponents = Opponents(table, lambda: told.append(None), 0.0)
    with monkeypatch.context() as broken:

        def full(*_: object) -> int:
            raise RecordError("The record cannot be used: disk full.")

        broken.setattr(store, "append", full)
        version = table.version
        wait_s = opponents.play()
    assert wait_s is not None
    assert wait_s > 1
    assert (table.version, len(told)) == (version, 1)
    assert opponents.shown("table", table.snapshot("table"))["trouble"] == "The record cannot be used: disk full."
    assert opponents.play() == 0
    assert opponents.shown("table", table.snapshot("table"))["trouble"] == ""


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    assert [thread.name for thread in threading.enumerate() if thread.name == "opponents"] == []
