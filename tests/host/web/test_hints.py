"""A hint on a private page, and that everybody sees who has asked for one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from riverlight.games.sides import TABLE_PAGE, WATCH_PAGE
from riverlight.table.head import Head
from riverlight.table.hints import Hints
from riverlight.table.session import Table
from riverlight.web.sitting import Watcher

HINT = {"moves": [{"move": "paddle 2", "cost": 0.0}], "why": "It is best.", "counted_in": "chance to win"}


def test_a_seat_gets_a_hint_and_its_name_says_so_on_every_page(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(hints: Hints, seat: int) -> object:
        hints._rounds[seat] = {1}
        return HINT

    monkeypatch.setattr(Hints, "ask", ask)
    served.room.begin("niagara", {"cards": "app"}, ["Ada", "Ben", "Cleo"])
    sitting = served.room.sitting
    token = next(token for token, seat in sitting.seats.items() if seat == 1)
    assert 'id="ask_hint"' in served.ask("GET", f"/seat/{token}")[2]
    assert "ask_hint" not in served.ask("GET", "/table")[2]
    status, headers, text = served.ask("POST", f"/seat/{token}/hint")
    assert (status, json.loads(text)) == (200, HINT)
    assert headers["cache-control"] == "no-store"
    for viewer, name in ((TABLE_PAGE, None), (WATCH_PAGE, None), (1, token)):
        seats = served.room.state(Watcher(sitting, viewer, name))["snapshot"]["seats"]
        assert [seat.get("hints") for seat in seats] == [None, 1, None]


def test_without_hints_there_is_no_button_and_no_answer(served: Any) -> None:
    head = Head.create("niagara", {"cards": "app"}, ["Ada", "Ben", "Cleo"], 1, None)._replace(has_hints=False)
    served.room.open(Table.start(served.room.store, head))
    token = next(iter(served.room.sitting.seats))
    assert "ask_hint" not in served.ask("GET", f"/seat/{token}")[2]
    assert served.ask("POST", f"/seat/{token}/hint")[0] == 404
    assert served.ask("POST", "/seat/nobody/hint")[0] == 404
