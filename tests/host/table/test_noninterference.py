"""The mummy must never see the hunters: what it may not know changes no byte, length, order or count of bytes (PYR-18).

``pyramid_twins`` makes the states, ``pyramid_sides`` the games. Each leak that was thought of is planted here once, and
has to be found.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from riverlight.devices import displayed_positions
from riverlight.errors import IllegalMove
from riverlight.games.contract import EVERYONE, TABLE
from riverlight.games.interface import Code
from riverlight.games.pyramid import GAME, legality, view
from riverlight.games.pyramid import options as facts
from riverlight.games.pyramid.state import PyramidState
from riverlight.games.registry import game_named
from riverlight.games.sides import Sides
from riverlight.table import lights, log, snapshot
from riverlight.table.observers import Outcome
from riverlight.table.side import SeparateSide, Side

from shared_rules import pyramid_position as at
from tests.host.games.registrations import pyramid_texts
from tests.host.table.at_table import change_interface
from tests.host.table.pyramid_sides import PAGES, Pair
from tests.host.table.pyramid_twins import (
    IDS,
    history_at,
    line_of,
    page_of,
    random_states,
    swap_cards,
    swapped,
)

SEEDS = range(10)
GAMES = range(16)
Leak = Callable[[pytest.MonkeyPatch], None]


def refusals(state: PyramidState, seat: int, choose: random.Random) -> list[tuple[str, str]]:
    """Return how ``seat`` is refused some moves that it may not make."""
    found = []
    legal = set(state.legal(seat))
    for text in choose.sample(pyramid_texts(), 12):
        move = state.parse_move(text)
        if move in legal:
            continue
        try:
            state.verify(seat, move)
        except IllegalMove as refused:
            found.append((refused.clause, refused.reason))
    return found


def told(state: PyramidState, page: Any, seat: int, move: int) -> str:
    """Return the log lines of one more move, as the page may read them."""
    after = state.copy()
    viewer = game_named("pyramid").sides.engine_viewer(page)
    events = [event for event in after.apply(seat, move) if GAME.may_see(event, viewer)]
    names = history_at(state).head.seat_names
    return json.dumps([GAME.interface.tell(event.to_json(), names) for event in events])


def is_played(state: PyramidState, move: int) -> bool:
    """Return whether a hunter's move may play a treasure, which everybody sees."""
    return state.move_text(move).endswith("play") or legality.plays_by_itself(state)


def look_for_a_difference_to_the_mummy(seeds: range, **options: str) -> int:
    """Assert that swapped states are alike on the mummy's side; return how many were compared."""
    compared = 0
    for seed in seeds:
        choose = random.Random(seed)
        for state in random_states(seed, 3, **options):
            twin = swapped(state, choose)
            for page in PAGES:
                assert page_of(state, page) == page_of(twin, page)
            assert line_of(state, "shrine") == line_of(twin, "shrine")
            assert len(line_of(state, "tomb")) == len(line_of(twin, "tomb"))
            assert refusals(state, 0, random.Random(compared)) == refusals(twin, 0, random.Random(compared))
            for seat in set(state.to_act()) & set(twin.to_act()):
                for move in sorted(set(state.legal(seat)) & set(twin.legal(seat)))[:3]:
                    if not state.move_text(move).startswith(("step", "move")):  # a step may catch, a move may win
                        assert told(state, 0, seat, move) == told(twin, 0, seat, move)
                    elif state.move_text(move).startswith("move ") and not is_played(state, move):
                        assert told(state, "watch", seat, move) == told(twin, "watch", seat, move)
            compared += 1
    return compared


@pytest.mark.parametrize("aid", ["off", "on"])
def test_hunters_elsewhere_and_other_cards_change_nothing_on_the_mummys_side(aid: str) -> None:
    """PYR-18, PYR-19: its page, the spectators' page, the panel ``shrine``, every refusal, every line of the log."""
    assert look_for_a_difference_to_the_mummy(SEEDS, mummy_aid=aid) > 1000


def look_for_a_difference_in_whole_games(seeds: range, **options: str) -> int:
    """Assert that two games with the same public facts send the mummy's side the same; return how many things."""
    count = 0
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder, Pair(Path(folder), seed, **options) as pair:
            pair.play(40)
            one, other = pair.noted
            assert one == other
            count += len(one)
    return count


@pytest.mark.parametrize("seed", GAMES)
def test_whole_games_send_the_mummys_side_the_same_in_the_same_order(seed: int) -> None:
    """PYR-18: however often hunters roll again, press wrong keys, undo, and wherever they go."""
    options = {"mummy_aid": "on"} if seed % 2 else {}
    assert look_for_a_difference_in_whole_games(range(seed, seed + 1), **options) > 60


def test_in_those_games_much_happens() -> None:
    """Hunters are caught and treasures played; the two games differ at the hunters' side."""
    seen = set()
    for seed in range(10):
        with tempfile.TemporaryDirectory() as folder, Pair(Path(folder), seed) as pair:
            pair.play(60)
            one, other = (side.table.history for side in pair.sides)
            assert one.state.key() != other.state.key()
            assert len(one.steps) != len(other.steps)
            seen |= {event.type.name for entry in one.entries for event in entry.events}
    assert {"caught", "treasure", "reset", "passed", "die", "set_aside", "stopped", "round"} <= seen


def look_for_a_difference_to_hunters(seeds: range, **options: str) -> int:
    compared = 0
    for seed in seeds:
        choose = random.Random(seed)
        for state in random_states(seed, 4, cards="app", **options):
            for seat in range(1, state.seats):
                others = [holder for holder in range(len(state.cards)) if state.owners[holder] != seat]
                twin = state.copy()
                swap_cards(twin, others, choose)
                assert page_of(state, seat) == page_of(twin, seat)
                for mover in set(state.to_act()) - {seat}:
                    found = refusals(state, mover, random.Random(compared))
                    again = refusals(twin, mover, random.Random(compared))
                    secret = ("PYR-10", "This hunter cannot play the treasure there.")
                    assert [each for each in found if each != secret] == [each for each in again if each != secret]
            everybody = state.copy()
            swap_cards(everybody, list(range(len(state.cards))), choose)
            assert page_of(state, "table") == page_of(everybody, "table")
            assert line_of(state, "tomb") == line_of(everybody, "tomb")
            compared += 1
    return compared


@pytest.mark.parametrize("treasure", ["optional", "mandatory"])
def test_the_cards_of_others_change_nothing_for_a_hunter(treasure: str) -> None:
    """PYR-18, PYR-3: nor anything at the table, which all hunters see."""
    assert look_for_a_difference_to_hunters(range(6), treasure=treasure) > 200


def test_what_would_tell_of_a_card_is_refused_at_the_table_in_the_same_words() -> None:
    """PYR-18: by key and by text, whether or not the hunter holds the card."""
    moves, keys, held = set(), set(), set()
    given = {"cards": "app", "treasure": "optional"}
    for seed in range(12):
        with tempfile.TemporaryDirectory() as folder, Pair(Path(folder), seed, **given) as pair:
            table = pair.sides[0].table
            pair.play(6)
            state: Any = table.history.state
            if state.phase != "start" or state.set_aside == 5:
                continue
            seat = state.to_act()[0]
            table.enter(seat, "throw", keypad="handed")
            table.enter(TABLE, f"roll {' '.join('1' * (5 - state.set_aside))}")
            table.enter(seat, "die 1", keypad="handed")
            state = table.history.state
            for space in legality.die_ends(state, 1) if state.phase == "move" else ():
                outcome = table.enter(seat, f"move {IDS[space]} play", keypad="main")
                moves.add((outcome.kind, outcome.sentence))
                held.add(legality.may_play_at(state, space))
            if state.phase == "move":
                keys.add(table.press("*", "main").sentence)
    assert moves == {("refused", "That can be entered only on that seat's own page.")}
    assert keys == {"Play treasures from a hidden hand on your own page."}
    assert False in held


def _leak_a_light(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel lights the spaces where hunters are as those where they can be."""
    honest = view.view_of

    def leaky(state: PyramidState, viewer: Any) -> dict[str, Any]:
        seen = honest(state, viewer)
        if viewer == "shrine":
            seen["possible"] = [[IDS[space]] if space < len(IDS) else [] for space in state.hunters]
        return seen

    monkeypatch.setattr(view, "view_of", leaky)


def _leak_a_count_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view.view_of

    def leaky(state: PyramidState, viewer: Any) -> dict[str, Any]:
        return {**honest(state, viewer), "options": sum(len(state.legal(seat)) for seat in state.to_act())}

    monkeypatch.setattr(view, "view_of", leaky)


def _leak_a_log_line(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = GAME.may_see

    def leaky(event: Any, viewer: Any) -> bool:
        return event.type is facts.MOVED or honest(event, viewer)

    monkeypatch.setitem(vars(GAME), "may_see", leaky)


def _leak_an_error_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: PyramidState, seat: int, move: int) -> None:
        try:
            super(PyramidState, state).verify(seat, move)
        except IllegalMove as refused:
            raise IllegalMove(refused.clause, f"{refused.reason[:-1]} from {state.hunters[0]}.") from None

    monkeypatch.setattr(PyramidState, "verify", leaky)


def _leak_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hunters' line is as long as there are hunters on the board: a delay on the same wire."""
    honest = GAME.interface.position

    def leaky(seen: Any, head: Any, panel: str) -> dict[str, Any]:
        shown = honest(seen, head, panel)
        if panel == "tomb":
            shown["h"] = shown["h"] + "0" * (sum(map(ord, seen["hunters"][0] or "")) % 7)
        return shown

    change_interface(monkeypatch, GAME, position=leaky)


@pytest.mark.parametrize(
    "leak", [_leak_a_light, _leak_a_count_of_options, _leak_a_log_line, _leak_an_error_text, _leak_a_length]
)
def test_a_leak_in_a_state_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18."""
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        look_for_a_difference_to_the_mummy(range(3))


def _leak_the_count_of_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's version is the record's."""
    monkeypatch.setattr(SeparateSide, "version", Side.version)


def _leak_the_number_of_an_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "_is_seen", lambda *_: True)


def _leak_a_frame_sent_when_something_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel is shown a position, the same or not, whenever there was a step at the table."""
    honest = lights.LightsController._show

    def leaky(self: Any) -> None:
        self._shown_apart.clear()
        honest(self)

    monkeypatch.setattr(lights.LightsController, "_show", leaky)


def _leak_the_revisions_of_another_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = displayed_positions.DisplayedPositions.add

    def leaky(self: Any, panel: str, position: Any) -> Any:
        self._revisions["tomb"] = self._revisions["shrine"] = max(self._revisions["tomb"], self._revisions["shrine"])
        return honest(self, panel, position)

    monkeypatch.setattr(displayed_positions.DisplayedPositions, "add", leaky)


def _leak_the_refusals_of_hunters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a hunter is refused at the table stands on the mummy's common keypad, too."""
    honest = Side.note

    def leaky(self: Side, keypad: Any, outcome: Outcome) -> None:
        honest(self, self.common if keypad == "main" else keypad, outcome)

    monkeypatch.setattr(SeparateSide, "note", leaky)


def _leak_that_something_was_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mummy's own refusal goes away when a hunter enters anything."""
    honest = Side.note

    def leaky(self: Side, keypad: Any, outcome: Outcome) -> None:
        self.has_news = True
        honest(self, keypad, outcome)

    monkeypatch.setattr(SeparateSide, "note", leaky)


def _leak_what_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SeparateSide, "can_redo", lambda self: bool(self._history.undone))
    monkeypatch.setattr(SeparateSide, "can_undo", lambda self: len(self._history.entries) % 2 == 1)


def _leak_a_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mummy may try to undo what it does not know, and learns only whether it could."""

    def leaky(self: Any, _keypad: Any, *, agreed: bool) -> Outcome:
        assert not agreed
        return Outcome("refused", f"After {len(self._history.entries)} entries.")

    monkeypatch.setattr(SeparateSide, "undo", leaky)


def _leak_the_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot, "_without_numbers", dict)


def _leak_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """What hunters are refused shows on the panel that stands nearest."""
    monkeypatch.setattr(Sides, "panel_of", lambda *_: "shrine")


def _leak_the_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A roll is reported, though not its result."""
    honest = GAME.may_see

    def leaky(event: Any, viewer: Any) -> bool:
        return event.type in (facts.ROLLED, facts.ROLL_ENTERED) or honest(event, viewer)

    monkeypatch.setitem(vars(GAME), "may_see", leaky)


@pytest.mark.parametrize(
    "leak",
    [
        _leak_the_count_of_steps,
        _leak_the_number_of_an_entry,
        _leak_a_frame_sent_when_something_changed,
        _leak_the_revisions_of_another_panel,
        _leak_the_refusals_of_hunters,
        _leak_that_something_was_accepted,
        _leak_what_can_be_taken_back,
        _leak_a_take_back,
        _leak_the_device,
        _leak_a_sign,
        _leak_the_throws,
    ],
)
def test_a_leak_in_a_whole_game_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18."""
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        look_for_a_difference_in_whole_games(range(6))


def _leak_a_card_to_hunters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A common keypad's choices are those of the hand."""
    honest = GAME.interface.codes

    def leaky(state: Any, seat: int) -> tuple[Code, ...]:
        return tuple(code._replace(is_private=False) for code in honest(state, seat))

    change_interface(monkeypatch, GAME, codes=leaky)


def test_a_leak_of_cards_to_hunters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """PYR-18."""
    _leak_a_card_to_hunters(monkeypatch)
    with pytest.raises(AssertionError):
        look_for_a_difference_to_hunters(range(8))


def test_the_mummys_codes_have_one_key_each() -> None:
    """PYR-12: so that no step of a hunter can end half a code of its."""
    for state in random_states(3, 2):
        for seat in state.to_act():
            if seat == 0:
                assert {len(code.keys) for code in GAME.interface.codes(state, 0)} == {1}


def test_events_of_the_hunters_side_name_their_audience() -> None:
    """PYR-18: what everybody may see holds no space of a hunter, but where one plays a treasure or is caught."""
    public = {each.name: each.fields for each in GAME.event_types if each.audience == EVERYONE}
    assert {name for name, fields in public.items() if {"space", "end", "start"} & set(fields)} == {
        "treasure",
        "stepped",
        "caught",
    }
    assert at.HUNTERS_PLAYED > at.HUNTERS
