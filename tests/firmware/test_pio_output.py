"""One chain's state machine and DMA channel, on the simulated board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from riverlight.devices import pico_shims

(pio_chain,) = pico_shims.load("firmware.pio_chain")
rp2 = pico_shims.simulated("rp2")
clock = pico_shims.simulated("clock")


@pytest.fixture
def seen() -> Iterator[list[tuple[int, list[int]]]]:
    """What the wire was given: (state machine, words)."""
    frames: list[tuple[int, list[int]]] = []
    clock.reset()
    rp2.on_frame = lambda machine, words: frames.append((machine, list(words)))
    yield frames
    rp2.on_frame = None
    clock.reset()


@pytest.fixture
def output() -> Iterator[Any]:
    output = pio_chain.PioOutput(2, 7, 24)
    yield output
    output.close()


def test_a_new_frame_is_dark_and_tells_its_bits() -> None:
    assert list(pio_chain.new_frame(3, 24)) == [71, 0, 0, 0]
    assert list(pio_chain.new_frame(2, 32)) == [63, 0, 0]


def test_a_frame_goes_to_its_own_state_machine(output: Any, seen: list[tuple[int, list[int]]]) -> None:
    frame = pio_chain.new_frame(2, 24)
    frame[1] = 0xFF00AA00
    output.start(frame)
    assert seen == [(2, [47, 0xFF00AA00, 0])]


def test_the_state_machine_is_told_its_pin_its_clock_and_its_bits() -> None:
    output = pio_chain.PioOutput(1, 9, 32)
    machine = output._machine
    assert machine.active()
    assert machine.settings["sideset_base"].id == 9
    assert machine.settings["pull_thresh"] == 32
    assert machine.freq == pio_chain.TICKS_PER_SECOND
    output.close()


def test_it_is_busy_while_a_frame_is_read(output: Any, seen: list[tuple[int, list[int]]]) -> None:
    assert not output.is_busy()
    output.start(pio_chain.new_frame(150, 24))
    assert output.is_busy()
    clock.advance(5000)
    assert not output.is_busy()
    assert len(seen) == 1


def test_it_tells_the_boards_time(output: Any) -> None:
    clock.reset(5_000_000)
    assert output.now_ms() == 5000


def test_closing_gives_channel_and_machine_back(seen: list[tuple[int, list[int]]]) -> None:
    free = len(rp2.DMA._free)
    output = pio_chain.PioOutput(0, 3, 24)
    output.start(pio_chain.new_frame(2, 24))
    output.close()
    assert len(rp2.DMA._free) == free
    assert not output._machine.active()
    assert len(seen) == 1


def test_closing_lets_the_frame_and_its_pause_end_however_quick_the_processor_is() -> None:
    output = pio_chain.PioOutput(0, 3, 24)
    output.start(pio_chain.new_frame(300, 24))
    began = clock.now_us()
    output.close()
    wire_us = 300 * 24 * 11 * 1e6 / pio_chain.TICKS_PER_SECOND
    assert wire_us + 300 <= clock.now_us() - began < wire_us + 3000


def test_once_closed_it_may_be_used_and_closed_again_to_no_effect(seen: list[tuple[int, list[int]]]) -> None:
    free = len(rp2.DMA._free)
    output = pio_chain.PioOutput(0, 3, 24)
    output.close()
    output.start(pio_chain.new_frame(2, 24))
    output.close()
    assert not output.is_busy()
    assert len(rp2.DMA._free) == free
    assert seen == []


def test_closing_does_not_wait_for_ever_for_a_frame_that_never_ends() -> None:
    output = pio_chain.PioOutput(0, 3, 24)
    output._dma.active = lambda: True
    output.close()
    assert not output._machine.active()
