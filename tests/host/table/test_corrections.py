"""An earlier entry is replaced and the later ones are replayed; what no longer fits waits, and nothing is lost."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from riverlight.errors import IllegalMove, RecordError
from riverlight.games.contract import TABLE
from riverlight.games.transcript import digest, write
from riverlight.table import entries
from riverlight.table import history as history_module
from riverlight.table.correcting import Numbered
from riverlight.table.game_text import import_game, transcript_of
from riverlight.table.head import Head
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.session import Table

from tests.host.table.at_table import press_all, sentence
from tests.host.table.test_other_side_agrees import begun, enter, shown_to_the_mummy

SIX = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"]
SUIT_KEYS = {"R": "A", "B": "B", "G": "C", "Y": "D", "V": "*"}
REAL = {"canyon": {}, "niagara": {"fork": "observed"}, "pyramid": {}}


def evening(store: Store, tricks: int, cards_of: Callable[[list[str]], list[str]] = list) -> Table:
    """Return a game of six with real cards after so many tricks; everybody follows the suit that is led."""
    table = Table.new(store, "canyon", {}, SIX, 5)
    pressed = press_all(table, "1")
    while table.history.state.view("spectator")["phase"] != "tricks":
        state = table.history.state
        keys = "A*" if state.view("spectator")["phase"] == "trump" else table.codes(state.to_act()[0])[0].keys
        pressed = press_all(table, keys)
        assert pressed.kind == "accepted"
    red = [f"{suit}{number}" for suit in "RBGYV" for number in range(1, 11)]
    for card in cards_of(red)[: 6 * tricks]:
        pressed = press_all(table, SUIT_KEYS[card[0]] + card[-1].replace("10", "0"))
        assert pressed.kind in ("accepted", "typed"), (
            card,
            pressed,
        )  # the last card of a suit needs only the suit's key
    return table


def replayed(head: Head, moves: list[tuple[int, str]]) -> History:
    """Return the game of ``moves`` by the people, as far as they are legal."""
    history = History(head)
    history.make_due_moves()
    for seat, move in moves:
        try:
            history.apply(history.prepare_move(seat, history.state.parse_move(move)))
        except IllegalMove:
            break
    return history


def own_moves(history: History) -> list[tuple[int, str]]:
    return [entry.moves[0] for entry in history.entries]


def test_a_card_keyed_wrong_at_first_is_put_right_after_trick_8_by_a_few_keys(store: Store) -> None:
    wrong = evening(store, 8, lambda cards: [cards[0], cards[49], *cards[2:]])
    number = number_of(wrong, "V10")
    before, keys = wrong.version, f"{number}*A2"
    assert wrong.press("#", long=True).kind == "typed"
    assert sentence(wrong) == "Which entry is wrong?"
    assert press_all(wrong, keys[:-3]).kind == "typed"
    assert sentence(wrong) == f"Entry {number}: Cleo plays violet 10."
    assert wrong.press("*").kind == "typed"
    assert wrong.snapshot("table")["correction"] == {"n": number, "sentence": "Cleo plays violet 10."}
    assert sentence(wrong) == "Cleo, play a card: red is led."
    assert press_all(wrong, "A2").kind == "accepted"
    assert len(keys) + 1 <= 7
    assert wrong.version == before + 1
    right = evening(store, 8)
    assert digest(wrong.history.state) == digest(right.history.state)
    assert wrong.history.moves == right.history.moves
    assert wrong.snapshot("table")["log"][-1]["sentence"] == "The table corrected an entry: Cleo plays red 2."
    assert wrong.undo().kind == "accepted"
    assert "V10" in wrong.history.entries[number - 1].moves[0][1]


def test_what_no_longer_fits_is_shown_with_its_reason_and_is_corrected_too(store: Store) -> None:
    """CAN-7: whoever wins the first trick leads the second; who had led it waits until the new leader has."""
    table = evening(store, 2, lambda cards: [cards[9], *cards[:9], *cards[10:]])  # R10 leads and wins
    first = number_of(table, "R10")
    as_it_was, count = [*table.history.entries], len(table.history.entries)
    assert table.correct(first, "play V9").kind == "accepted"  # so that the last red card, of Ada, wins
    misfit = table.snapshot("table")["misfit"]
    assert misfit == {
        "n": count - 5,
        "sentence": "Ben plays red 6.",
        "why": "It is up to Ada to play a card, not Ben.",
        "clause": "CAN-7",
        "left": 6,
    }
    assert sentence(table) == "Ada, lead a card."
    assert Table.resume(store, table.game_id).snapshot("table")["misfit"] == misfit
    assert press_all(table, "A7").kind == "accepted"
    assert table.snapshot("table")["misfit"]["left"] == 4  # Ben's card follows; Cleo had played Ada's
    assert table.undo().kind == "accepted"
    assert table.snapshot("table")["misfit"] == misfit
    assert table.drop().kind == "accepted"
    assert table.snapshot("table")["misfit"] is None
    assert len(table.history.entries) == count - 6
    assert table.drop().sentence == "Every entry fits."
    assert [table.undo().kind for _ in range(2)] == ["accepted", "accepted"]
    assert table.history.entries == as_it_was


def number_of(table: Table, card: str) -> int:
    return next(
        n
        for n, place in Numbered(table.history, "table")
        if table.history.entries[place - 1].moves[0][1] == f"play {card}"
    )


def random_game(name: str, seed: int, entries: int) -> History:
    """Return some entries of a random game with real cards and dice."""
    choose = random.Random(seed)
    head = Head.create(name, REAL.get(name, {}), SIX[:3], seed, None)
    history = History(head)
    history.make_due_moves()
    drawn = seed
    while history.state.to_act() and len(history.entries) < entries:
        seat = choose.choice(history.state.to_act())
        drawn, move = head.game.chance_player(history.state, seat, drawn)
        history.apply(history.prepare_move(seat, move))
    return history


@pytest.mark.parametrize("name", ["canyon", "niagara", "pyramid"])
@pytest.mark.parametrize("seed", range(4))
def test_a_correction_is_the_game_that_had_that_move_there(store: Store, name: str, seed: int) -> None:
    """Also in the record, resumed, and as text; and its undo is the game as it was."""
    choose = random.Random(seed)
    history = random_game(name, seed, 60)
    moves = own_moves(history)
    table = Table.from_moves(store, history.head, history.moves)
    for _ in range(6):
        place = choose.randrange(1, len(table.history.entries) + 1)
        seat, old = own_moves(table.history)[place - 1]
        before = (table.history.opening, *table.history.entries)[place - 1].after
        new = before.move_text(choose.choice(before.legal(seat)))
        as_it_was = [*table.history.entries]
        same = table.history.prepare_correction(place, seat, old, "main")
        assert same.standing is not None
        assert [entry.after.key() for entry in same.standing.entries] == [e.after.key() for e in as_it_was]
        table.play.journal.commit(table.history.prepare_correction(place, seat, new, "main"))
        moves = [*own_moves_of(as_it_was[: place - 1]), (seat, new), *own_moves_of(as_it_was[place:])]
        wanted = replayed(history.head, moves)
        assert table.history.state.key() == wanted.state.key()
        assert table.history.moves == wanted.moves
        left = 0 if table.history.misfit is None else len(table.history.misfit.entries)
        assert len(table.history.entries) + left == len(as_it_was)
        again = Table.resume(store, table.game_id)
        assert again.history.moves == wanted.moves
        assert again.version == table.version
        assert (again.history.misfit is None) == (table.history.misfit is None)
        table.play.journal.commit(table.history.prepare_restore("main"))
        assert table.history.entries == as_it_was
        assert table.history.misfit is None
    text = write(transcript_of(table.history))
    assert write(transcript_of(import_game(store, text).history)) == text


def own_moves_of(entries: list[Any]) -> list[tuple[int, str]]:
    return [entry.moves[0] for entry in entries]


def test_a_kill_between_any_two_writes_leaves_a_sound_game(store: Store) -> None:
    """A correction is one row: before it the game is as it was, after it the corrected one."""
    table = evening(store, 2)
    number = len(table.history.entries) - 8
    table.press("#", long=True)
    press_all(table, f"{number}*B")
    before = digest(table.history.state)
    assert table.press("7").kind == "accepted"
    after = digest(table.history.state)
    table.undo()
    rows = store.rows(table.game_id)
    states = [digest(History.from_rows(table.game_id, rows[:count]).state) for count in range(1, len(rows) + 1)]
    assert states[-3:] == [before, after, before]


def test_a_correction_that_cannot_be_stored_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = evening(store, 1)
    number, before = len(table.history.entries), digest(table.history.state)
    assert table.choose(number).kind == "typed"

    def full(*_: Any) -> int:
        raise RecordError("The disk is full.")

    monkeypatch.setattr(store, "append", full)
    with pytest.raises(RecordError):
        table.enter(None, "play V9", keypad="main")
    monkeypatch.undo()
    assert digest(table.history.state) == before
    assert digest(Table.resume(store, table.game_id).history.state) == before


def test_a_half_typed_correction_outlives_the_host(store: Store) -> None:
    table = evening(store, 1)
    number = len(table.history.entries) - 2
    table.press("#", long=True)
    press_all(table, f"{number}*C")
    again = Table.resume(store, table.game_id)
    assert again.snapshot("table")["correction"]["n"] == number
    assert again.press("9").kind == "accepted"
    assert "G9" in again.history.entries[number - 1].moves[0][1]


def test_hash_first_takes_typed_keys_away_then_leaves_the_correction(store: Store) -> None:
    table = evening(store, 1)
    count = len(table.history.entries)
    table.press("#", long=True)
    press_all(table, "12")
    assert [table.press(key).kind for key in "##"] == ["typed", "typed"]
    assert table.snapshot("table")["correction"] == {"n": 0, "sentence": ""}
    assert table.press("#").kind == "typed"
    assert table.snapshot("table")["correction"] is None
    assert len(table.history.entries) == count
    assert table.choose(999) == ("refused", f"There is no entry 999: 1 to {count}.", "")
    table.press("#", long=True)
    assert table.press("A").sentence == "Expected the number of an entry, then *; got A."
    assert table.press("*").kind == "typed"
    assert table.snapshot("table")["correction"]["n"] == count
    assert table.choose(None).kind == "typed"
    assert table.snapshot("table")["correction"] is None


def test_the_same_move_changes_nothing_and_an_illegal_one_is_refused_with_its_reason(store: Store) -> None:
    table = evening(store, 1)
    version, last = table.version, own_moves(table.history)[-1][1]
    number = len(table.history.entries)
    assert table.correct(number, last).kind == "typed"
    assert table.version == version
    refused = table.correct(number, own_moves(table.history)[-2][1])
    assert (refused.kind, refused.clause) == ("refused", "CAN-8")
    assert table.snapshot("table")["correction"] is None
    assert table.correct(number, "fly home").kind == "refused"
    assert table.version == version


def paces(store: Store, ada: int) -> Table:
    """Return a game with sealed paces: those of Ada and Ben are in."""
    table = Table.new(store, "canyon", {"bid_mode": "simultaneous"}, SIX[:3], 5)
    while table.history.state.view("spectator")["phase"] != "pace":
        assert press_all(table, table.codes(table.history.state.to_act()[0])[-1].keys).kind == "accepted"
    assert table.enter(0, f"pace {ada}").kind == "accepted"
    assert table.enter(1, "pace 2").kind == "accepted"
    return table


def test_a_hidden_entry_is_corrected_by_its_seat_alone_and_nobody_else_learns_anything(store: Store) -> None:
    """CAN-6: the pages of all others are the same bytes whatever was chosen, then and now."""
    seen = []
    for old, new in ((3, 1), (5, 4)):
        table = paces(store, old)
        numbers = {table.history.entries[place - 1].seat: n for n, place in Numbered(table.history, "table")}
        table.attend(lambda: frozenset({0, 1, 2}))
        for keypad in (1, 2):
            assert table.correct(numbers[0], f"pace {new}", keypad=keypad).kind == "refused"
        assert table.correct(numbers[0], f"pace {old}").kind == "asks"  # so nobody can try out which one it is
        assert table.correct(numbers[0], f"pace {new}", keypad=0).kind == "asks"
        pages = [json.dumps(table.snapshot(page)) for page in ("table", "watch", 1, 2)]
        question = table.snapshot(1)["question"]
        assert question["sentence"] == "Ada wants to correct: Ada has chosen a pace."
        assert table.answer(question["number"], agrees=True, keypad=1).kind == "accepted"
        assert own_moves(table.history)[-2] == (0, f"pace {new}")
        seen.append([*pages, *[json.dumps(table.snapshot(page)) for page in ("table", "watch", 1, 2)]])
    assert seen[0] == seen[1]


def test_past_a_reveal_all_are_asked(table: Table) -> None:
    table.enter(0, "pick 3")
    table.enter(1, "pick 4")
    assert table.correct(1, "pick 5", keypad=0).kind == "asks"
    question = table.snapshot("table")["question"]
    assert question["sentence"].startswith("Ada wants to correct: ")
    assert table.answer(question["number"], agrees=False, keypad="main").kind == "typed"
    assert own_moves(table.history)[0] == (0, "pick 3")
    assert table.correct(1, "pick 5", keypad=0).kind == "asks"
    number = table.snapshot("table")["question"]["number"]
    assert table.answer(number, agrees=True, keypad="main").kind == "accepted"
    assert own_moves(table.history)[0] == (0, "pick 5")


def test_a_request_to_correct_outlives_the_host(store: Store, table: Table) -> None:
    table.enter(0, "pick 3")
    table.enter(1, "pick 4")
    table.correct(1, "pick 5", keypad=0)
    again = Table.resume(store, table.game_id)
    number = again.snapshot("table")["question"]["number"]
    assert again.answer(number, agrees=True, keypad="main").kind == "accepted"
    assert own_moves(again.history)[0] == (0, "pick 5")


def hunting(store: Store) -> Table:
    table = begun(store)
    table.attend(lambda: frozenset({0}))
    enter(table, "1 throw", "table roll 1 1 2 3 4")
    return table


def test_what_hunters_correct_unseen_does_not_reach_the_mummy(store: Store) -> None:
    """PYR-18: not as a byte, not as a version, nor in a game that is resumed."""
    table = hunting(store)
    before = shown_to_the_mummy(table)
    number = len(Numbered(table.history, "table"))
    assert table.correct(number, "roll 1 1 2 3 3").kind == "accepted"
    assert own_moves(table.history)[-1] == (TABLE, "roll 1 1 2 3 3")
    assert shown_to_the_mummy(table) == before
    again = Table.resume(store, table.game_id)
    again.attend(lambda: frozenset({0}))
    for side in again.play.sides:
        side.resumed_at = 0
    assert shown_to_the_mummy(again) == before
    assert table.undo().kind == "accepted"
    assert shown_to_the_mummy(table) == before


def test_the_mummy_corrects_nothing_but_by_undo_and_agrees_where_its_step_is_replayed(store: Store) -> None:
    table = begun(store)
    enter(table, "1 throw", "table roll M M M M M", "1 pass", "2 pass", "table roll 1", "0 step n")
    for number in (0, 1, 2):
        refused = table.choose(number, keypad=0)
        assert refused.sentence in (
            "On this side only the last step can be corrected: undo it.",
            "There is no entry 2: 1 to 1.",
        )
    numbers = {table.history.entries[place - 1].seat: n for n, place in Numbered(table.history, "table")}
    assert table.choose(numbers[0]).kind == "refused"
    assert table.correct(numbers[TABLE], "roll 3", agreed=True).kind == "asks"
    question = table.snapshot(0)["question"]
    assert question["yours"]
    assert table.answer(question["number"], agrees=True, keypad=0).kind == "accepted"
    assert [move for _, move in own_moves(table.history)[-2:]] == ["roll 3", "step n"]


def test_lights_show_the_earlier_position_while_an_entry_is_corrected(store: Store) -> None:
    table = evening(store, 0)
    shown, position = table.shown_at, table.position("main")
    place = next(at for at, entry in enumerate(table.history.entries, 1) if entry.events[0].type.name == "placed")
    number = next(n for n, at in Numbered(table.history, "table") if at == place)
    assert table.choose(number).kind == "typed"
    assert table.shown_at != shown
    assert table.position("main") != position
    new = table.snapshot("table")["choices"][-1]["move"]
    assert table.enter(None, new, keypad="main", version=table.version).kind == "accepted"
    assert table.snapshot("table")["arrange"].startswith("Set up the board like this: ")


def test_a_correction_replays_the_later_entries_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = evening(store, 2)
    replays = []

    def counted(*given: Any) -> Any:
        replays.append(len(given[-1]))
        return entries.replay(*given)

    monkeypatch.setattr(history_module, "replay", counted)
    number = number_of(table, "R2")
    later = len(table.history.entries) - Numbered(table.history, "table").place(number)
    assert table.correct(number, "play V9").kind == "accepted"
    assert replays == [later]
