"""Panels are independent: what the hunters' panel shows never dims the mummy's (PYR-18)."""

from __future__ import annotations

from typing import Any

import pytest
from riverlight.devices import pico_shims

from tests.firmware.leds_drive import DoubleOutput

leds, power = pico_shims.load("firmware.leds", "firmware.power")

LIGHTS = 70
BUDGETS = power.share_out({"shrine": {"lights": LIGHTS}, "tomb": {"lights": LIGHTS}}, 250)


def separate_limiters() -> dict[str, Any]:
    return {panel: power.Limiter(LIGHTS, budget_ma) for panel, budget_ma in BUDGETS.items()}


def one_limiter_for_both() -> dict[str, Any]:
    """The leak: both panels within one budget."""
    shared = power.Limiter(LIGHTS, sum(BUDGETS.values()))
    return dict.fromkeys(BUDGETS, shared)


def shrine_frames(limiters: dict[str, Any], tomb_colour: tuple[int, int, int]) -> tuple[list[bytes], list[int]]:
    """Return the words and the current of two seconds of the shrine's frames, its picture always the same."""
    outputs = {panel: DoubleOutput() for panel in limiters}
    chains = {panel: leds.Chain(outputs[panel], LIGHTS, "GRB", limiter) for panel, limiter in limiters.items()}
    frames, currents = [], []
    for number in range(120):
        for output in outputs.values():
            output.ms += 17
        chains["tomb"].fill(tomb_colour)
        chains["shrine"].fill((40 + number, 20, 5))
        for panel in ("tomb", "shrine"):
            chains[panel].show()
        frame = outputs["shrine"].frame
        assert frame is not None
        frames.append(bytes(frame))
        currents.append(chains["shrine"].estimate_ma)
    return frames, currents


@pytest.mark.parametrize("colour", [(1, 1, 1), (90, 60, 30), (255, 255, 255)])
def test_the_shrines_words_and_current_are_the_same_whatever_the_tomb_shows(colour: tuple[int, int, int]) -> None:
    assert shrine_frames(separate_limiters(), colour) == shrine_frames(separate_limiters(), (0, 0, 0))


def test_one_budget_for_both_panels_would_be_found() -> None:
    """With it, more light in the tomb dims the shrine."""
    assert shrine_frames(one_limiter_for_both(), (255, 255, 255)) != shrine_frames(one_limiter_for_both(), (0, 0, 0))


def test_a_boards_two_panels_get_limiters_of_their_own() -> None:
    """From their settings on: another panel's lights change a budget only as the settings share the supply out."""
    chains = leds.make_chains(
        {
            "chains": {
                "shrine": {"pin": 22, "lights": LIGHTS, "order": "GRB"},
                "tomb": {"pin": 26, "lights": LIGHTS, "order": "GRB"},
            }
        }
    )
    assert chains["shrine"]._limiter is not chains["tomb"]._limiter
    for chain in chains.values():
        chain.deinit()
