"""What is sealed at a table of Niagara: nothing of a card reaches others before its turn, nor once it is covered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from riverlight.games.niagara import messages
from riverlight.games.niagara.state import NiagaraState
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules.line import encode
from tests.host.table.at_table import changed, press_all, sentence
from tests.host.table.niagara_tables import NAMES, begun, position_of, refusal, state_of


def test_sealed_cards_are_chosen_on_private_pages_alone(kept: Store) -> None:
    """NIA-26, NIA-4: each page offers its own cards; the table none, and it does not take any."""
    table = begun(kept, cards="app")
    assert sentence(table) == "Ada, Ben, Cleo and Dan choose a card."
    assert table.snapshot("table")["choices"] == []
    assert refusal(table, "3")[0] == "NIA-26"
    assert table.enter(1, "paddle 3", keypad="main").clause == "NIA-26"
    assert [choice["label"] for choice in table.snapshot(2)["choices"]] == ["cloud", *"123456"]
    assert sentence(table, 2) == "Cleo, choose a card."
    assert press_all(table, "5", 2).kind == "accepted"
    assert sentence(table, 2) == "Ada, Ben and Dan choose a card."
    assert table.snapshot(2)["choices"] == []
    assert table.snapshot(2)["view"]["chosen"] == 5
    assert refusal(table, "1", 2)[0] == "NIA-4"
    assert position_of(table)["q"] == 0b1011
    for seat in (0, 1):
        table.press("1", seat)
    assert sentence(table) == "Dan chooses a card."
    table.press("1", 3)
    assert table.snapshot("table")["view"]["revealed"] == [1, None, None, None]
    assert table.snapshot("table")["can"]["needs_agreement"]


def test_a_card_out_of_hand_is_refused_on_its_own_page(kept: Store) -> None:
    """NIA-5: and the choices there are what is left."""

    def used(state: NiagaraState) -> None:
        state.used[2] = 0b0001001

    table = changed(begun(kept, cards="app"), used)
    assert [choice["keys"] for choice in table.snapshot(2)["choices"]] == ["1", "2", "4", "5", "6"]
    assert refusal(table, "3", 2) == ("NIA-5", "The 3 is already used. Play another card.")
    assert refusal(table, "A", 2)[0] == "NIA-4"
    assert table.snapshot("table")["refusal"] is None


def everything_others_get(table: Table, but: tuple[int, ...]) -> list[str]:
    """Return all bytes that pages, log and lights of everyone but those seats are made from."""
    viewers: list[Any] = ["table", *(seat for seat in range(state_of(table).seats) if seat not in but)]
    found = [json.dumps(table.snapshot(viewer)) for viewer in viewers]
    found.append(encode({"t": "show", "p": "main", "r": 7, **table.position("main")}).decode())
    return found


@pytest.mark.parametrize("history", ["hidden", "shown"])
def test_exchanging_two_sealed_cards_changes_no_byte_for_anyone_else(kept: Store, history: str) -> None:
    """NIA-25: pages, choices, log, version, prompt and lights, until the cards are revealed in their turn."""
    outcomes: list[list[list[str]]] = []
    signs: list[list[str]] = []
    for one, other in (("2", "6"), ("6", "2")):
        table = begun(kept, cards="app", card_history=history)
        heard: list[str] = []
        table.listen(lambda keypad, outcome, heard=heard: heard.append(f"{keypad} {outcome}"))  # type: ignore[misc]
        seen = []
        table.press(one, 1)
        seen.append(everything_others_get(table, (1,)))
        table.press(other, 3)
        seen.append(everything_others_get(table, (1, 3)))
        table.press(other, 3)
        seen.append(everything_others_get(table, (1, 3)))
        table.press("4", 0)
        table.press("*", 2)
        seen.append(everything_others_get(table, (1, 3)))
        table.press("8")
        seen.append(everything_others_get(table, (1, 3)))
        outcomes.append(seen)
        signs.append(heard)
    assert outcomes[0] == outcomes[1]
    assert signs[0] == signs[1]
    assert sum(len(each) for each in outcomes[0][0]) > 3000


def test_taking_sealed_cards_back_tells_nothing_either(kept: Store) -> None:
    """NIA-25: the same steps with exchanged cards, an undo and a redo among them."""
    outcomes = []
    for one, other in (("1", "*"), ("*", "1")):
        table = begun(kept, cards="app")
        seen = []
        table.press(one, 1)
        table.press(other, 2)
        for step in (table.undo, table.redo, table.undo, table.undo):
            step()
            seen.append(everything_others_get(table, (1, 2)))
        outcomes.append(seen)
    assert outcomes[0] == outcomes[1]


def test_covered_cards_tell_nobody_anything_unless_they_are_shown(kept: Store) -> None:
    """NIA-5, NIA-25: other used cards than those, as many, change no byte for anyone but their seat."""
    for cards in ("physical", "app"):
        for history, is_equal in (("hidden", True), ("shown", False)):
            seen = []
            for used in (0b0010110, 0b1100100):
                table = begun(kept, cards=cards, card_history=history)

                def cover(state: NiagaraState, used: int = used) -> None:
                    state.used[1] = used

                seen.append(everything_others_get(changed(table, cover), (1,)))
            assert (seen[0] == seen[1]) is is_equal


def test_no_line_of_the_log_tells_a_card_that_is_covered() -> None:
    """NIA-25: what the lines say about canoes is public; the cards themselves lie on the page for their round."""
    for event in ("entered", "revealed"):
        told = {messages.tell({"event": event, "seat": 1, "card": card}, NAMES) for card in range(7)}
        assert told == {"Ben reveals a paddle card."}
