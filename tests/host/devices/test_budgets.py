"""The Pico accepts what plan, tracing page and installation accept: they share one current model."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from riverlight.boards import Board
from riverlight.devices import pico_shims
from riverlight.devices.settings_file import parse_settings
from riverlight.errors import BoardError, DeviceError
from riverlight.workshop.wiring import make_build, plan_for
from riverlight.workshop.wiring.lengths import wire_of
from riverlight.workshop.wiring.tables import settings

from firmware import power

(leds,) = pico_shims.load("firmware.leds")

TOO_MANY = "250 lights draw 250 mA even when dark, their budget is 210 mA"


def board_of(lights: int) -> Board:
    spaces = [{"id": "a", "kind": "start", "at_mm": [9, 9], "touches": [], "leds": {"main": [lights - 1]}}]
    return Board({"riverlight_board": 1, "game": "canyon", "id": "own", "title": "Own", "spaces": spaces})


def test_a_chain_that_the_pico_refuses_is_refused_by_plan_page_and_installation() -> None:
    with pytest.raises(BoardError, match=TOO_MANY):
        plan_for(board_of(250), is_usb=True)
    with pytest.raises(BoardError, match=TOO_MANY):
        wire_of(board_of(250).document, "main", 210, is_strip=False)
    with pytest.raises(DeviceError, match=TOO_MANY):
        parse_settings({"riverlight_settings": 1, "chains": [{"panel": "main", "lights": 250}]})


@pytest.mark.parametrize("lights", [1, 150, 208, 209, 210, 300])
@pytest.mark.parametrize("order", ["GRB", "GRBW"])
def test_the_pico_takes_exactly_the_settings_of_the_plans_that_are_accepted(
    lights: int, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leds, "PioOutput", lambda *_: SimpleNamespace(now_ms=lambda: 0))
    for is_usb in (True, False):
        try:
            plan = plan_for(board_of(lights), is_usb=is_usb, order=order)
        except BoardError:
            assert is_usb
            assert lights > 60
            continue
        chosen = parse_settings(settings(make_build(plan)))
        assert len(leds.make_chains(chosen.for_chains())["main"]) == lights


def test_an_idle_current_as_measured_counts() -> None:
    power.make_limiters({"main": {"lights": 100, "idle_ma": 1}}, 250)
    with pytest.raises(ValueError, match="100 lights draw 300 mA even when dark"):
        power.make_limiters({"main": {"lights": 100, "idle_ma": 3}}, 250)
