"""Tables of Niagara as tests want them: begun, keyed, and changed as no move would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from riverlight.engines.niagara.state import NiagaraState
from riverlight.table.keypads import Outcome
from riverlight.table.record import Store
from riverlight.table.session import Table

from shared_rules import niagara as river

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def begun(store: Store, seed: int = 7, names: list[str] = NAMES, **options: str) -> Table:
    return Table.new(store, "niagara", options, names, seed)


def press_all(table: Table, keys: str, keypad: str | int = "main") -> Outcome:
    return [table.press(key, keypad) for key in keys][-1]


def sentence(table: Table, viewer: Any = "table") -> str:
    return str(table.snapshot(viewer)["prompt"]["sentence"])


def state_of(table: Table) -> NiagaraState:
    state = table.history.state
    assert isinstance(state, NiagaraState)
    return state


def changed(table: Table, change: Callable[[NiagaraState], None]) -> Table:
    """Change the state that the table stands in, as no move would."""
    history = table.history
    state = state_of(table).copy()
    change(state)
    if history.entries:
        history.entries[-1] = history.entries[-1]._replace(after=state)
    else:
        history.opening = history.opening._replace(after=state)
    return table


def acting(
    store: Store, card: int, canoes: Mapping[int, str], cargo: Mapping[int, int] | None = None, **options: str
) -> Table:
    """Return a table at which Ada acts with ``card``, canoes (2 × seat + number) being where they are told."""

    def change(state: NiagaraState) -> None:
        for canoe, name in canoes.items():
            state.canoes[canoe] = river.PLACE_NAMES.index(name)
        for canoe, gem in (cargo or {}).items():
            state.cargo[canoe] = gem
            state.sites[6 * gem] -= 1
        state._sites_changed()

    table = changed(begun(store, **options), change)
    assert press_all(table, str(card) if card else "*").kind == "accepted"
    return table


def keys_of(table: Table) -> dict[str, str]:
    """Return the keys of each code with what it moves; a ``canoe`` is told without its number of the move."""
    return {code.keys: code.move for code in table.codes(state_of(table).to_act()[0])}


def refusal(table: Table, keys: str, keypad: str | int = "main") -> tuple[str, str]:
    outcome = press_all(table, keys, keypad)
    assert outcome.kind == "refused", outcome
    return outcome.clause, outcome.sentence
