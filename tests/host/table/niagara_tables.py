"""Tables of Niagara as tests want them: started, keyed, and changed as no move would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riverlight.games.niagara.state import NiagaraState
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules import niagara as river
from shared_rules import niagara_position as at
from tests.host.table.at_table import changed, press_all

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def begun(store: Store, seed: int = 7, names: list[str] = NAMES, **options: str) -> Table:
    return Table.new(store, "niagara", options, names, seed)


def state_of(table: Table) -> NiagaraState:
    state = table.history.state
    assert isinstance(state, NiagaraState)
    return state


def acting(
    store: Store, card: int, canoes: Mapping[int, str], cargo: Mapping[int, int] | None = None, **options: str
) -> Table:
    """Return a table at which Ada acts with ``card``, with canoes (2 × seat + number) placed as given."""

    def change(state: NiagaraState) -> None:
        for canoe, name in canoes.items():
            state.canoes[canoe] = river.PLACE_NAMES.index(name)
        for canoe, gem in (cargo or {}).items():
            state.cargo[canoe] = gem
            state.sites[6 * gem] -= 1
        state.note_sites()

    table = changed(begun(store, **options), change)
    assert press_all(table, str(card) if card else "*").kind == "accepted"
    return table


def keys_of(table: Table) -> dict[str, str]:
    """Return the keys of each code with what it moves; a ``canoe`` move is given without its number."""
    return {code.keys: code.move for code in table.codes(state_of(table).to_act()[0])}


def refusal(table: Table, keys: str, keypad: str | int = "main") -> tuple[str, str]:
    outcome = press_all(table, keys, keypad)
    assert outcome.kind == "refused", outcome
    return outcome.clause, outcome.sentence


def position_of(table: Table) -> dict[str, Any]:
    """Return what the lights show, unpacked, its bytes as text."""
    position = at.unpack(table.position("main")["d"])
    assert position is not None
    return {name: value.decode() if isinstance(value, bytes) else value for name, value in position.items()}
