"""A simulated Pico is wired for its board, and left unchanged if it has all lights already."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from riverlight.boards import shipped
from riverlight.devices.client import greet
from riverlight.devices.fitting import fits, settings_for
from riverlight.devices.simulated import SimulatedPico, settings_in

from firmware import settings
from shared_rules.board import Board

GAMES = ("canyon", "niagara", "pyramid")


def core(game: str) -> Board:
    return shipped(game).core


def wired(**chains: int) -> settings.Settings:
    return settings.parse(
        {
            "riverlight_settings": 1,
            "chains": [{"panel": panel, "lights": lights} for panel, lights in chains.items()],
        }
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_a_board_is_wired_with_fits_it_and_the_firmware_takes_it(game: str) -> None:
    chosen = settings.parse(settings_for(core(game)))
    assert fits(chosen, core(game))
    assert [chain["panel"] for chain in chosen.chains] == [name for name, _ in core(game).panels]
    assert chosen.fault == ()


@pytest.mark.parametrize("game", ["canyon", "niagara"])
def test_a_board_with_one_chain_keeps_the_usual_settings(game: str) -> None:
    assert settings_for(core(game)) == settings_for(None) == settings.Settings().document()


def test_two_sides_have_a_chain_and_a_keypad_each_the_tables_first_and_the_peek_key() -> None:
    """PYR-1."""
    document: Any = settings_for(core("pyramid"))
    lights = {name: len(strip) for name, strip in core("pyramid").panels}
    assert {chain["panel"]: chain["lights"] for chain in document["chains"]} == lights
    assert document["chains"][0]["panel"] == "tomb"
    assert document["second_keypad"]
    assert document["peek_key"]


def test_a_chain_that_is_too_short_or_not_there_does_not_fit() -> None:
    board = core("pyramid")
    lights = len(dict(board.panels)["tomb"])
    assert fits(wired(shrine=lights, tomb=lights), board)
    assert fits(wired(tomb=lights + 9, shrine=lights), board)
    assert not fits(wired(tomb=lights - 1, shrine=lights), board)
    assert not fits(wired(tomb=lights), board)
    assert not fits(wired(main=300), board)


def test_a_simulated_pico_is_wired_anew_and_starts_anew_only_where_lights_are_missing(tmp_path: Path) -> None:
    with SimulatedPico(tmp_path) as pico:
        hello = greet(pico.port, 60)
        assert hello is not None
        assert hello["l"] == {"main": 150}
        port = pico.port
        for game in ("canyon", "niagara"):
            pico.wire_for(core(game))
        again = greet(port, 60)
        assert again is not None
        assert (pico.port, again["b"]) == (port, hello["b"]), "it has all lights: it goes on"
        pico.wire_for(core("pyramid"))
        rewired = greet(pico.port, 60)
        assert rewired is not None
        assert rewired["b"] != hello["b"]
        assert rewired["l"] == {name: len(strip) for name, strip in core("pyramid").panels}
        assert settings_in(tmp_path).second_keypad
        assert json.loads((tmp_path / settings.PATH).read_text()) == settings_for(core("pyramid"))
        assert set(pico.panels) == {"tomb", "shrine"}
        boot = rewired["b"]
        pico.wire_for(core("pyramid"))
        still = greet(pico.port, 60)
        assert still is not None
        assert still["b"] == boot
