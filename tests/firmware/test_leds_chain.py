"""The chain as people use it: indexes, slices, brightness, fill, show, deinit; when frames are sent; settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from riverlight.devices import pico_shims

from tests.firmware.leds_drive import DoubleOutput

leds, power = pico_shims.load("firmware.leds", "firmware.power")
rp2 = pico_shims.simulated("rp2")
clock = pico_shims.simulated("clock")


@pytest.fixture
def output() -> DoubleOutput:
    return DoubleOutput()


@pytest.fixture
def chain(output: DoubleOutput) -> Any:
    return leds.Chain(output, 6, "GRB", power.Limiter(6, 2000))


# --- Colours in and out -------------------------------------------------------------------------------------------


def test_an_index_gives_and_takes_a_colour(chain: Any) -> None:
    chain[2] = (1, 2, 3)
    chain[-1] = 0xFF8000
    chain[0] = [7, 8, 9]
    assert chain[2] == (1, 2, 3)
    assert chain[5] == chain[-1] == (255, 128, 0)
    assert bytes(chain.values) == bytes([7, 8, 9, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 255, 128, 0])


def test_a_slice_gives_and_takes_colours(chain: Any) -> None:
    chain[1:4] = [(1, 1, 1), 0x020202, (3, 3, 3)]
    assert chain[1:4] == [(1, 1, 1), (2, 2, 2), (3, 3, 3)]
    chain[::-2] = ((9, 9, 9), (8, 8, 8), (7, 7, 7))
    assert list(chain) == [(0, 0, 0), (7, 7, 7), (2, 2, 2), (8, 8, 8), (0, 0, 0), (9, 9, 9)]


def test_length_and_n_are_the_number_of_lights(chain: Any) -> None:
    assert len(chain) == chain.n == 6


def test_fill_sets_every_light(chain: Any) -> None:
    chain.fill((10, 20, 30))
    assert set(chain) == {(10, 20, 30)}
    chain.fill(0x0A0B0C)
    assert set(chain) == {(10, 11, 12)}


@pytest.mark.parametrize("index", [6, -7, 100])
def test_a_light_that_is_not_there_is_named(chain: Any, index: int) -> None:
    with pytest.raises(IndexError, match=f"light {index} of a chain of 6: the first is 0, the last 5"):
        chain[index] = 0
    with pytest.raises(IndexError):
        chain[index]


@pytest.mark.parametrize("colour", [(256, 0, 0), (0, -1, 0), (1, 2), (1, 2, 3, 4), -1, 0x1000000])
def test_what_is_no_colour_is_refused_and_changes_nothing(chain: Any, colour: Any) -> None:
    with pytest.raises(ValueError, match="a colour is"):
        chain[1] = colour
    with pytest.raises(ValueError, match="a colour is"):
        chain.fill(colour)
    assert not any(chain.values)


@pytest.mark.parametrize("colours", [0xFFFFFF, [(1, 1, 1)], [(1, 1, 1)] * 3])
def test_a_slice_takes_as_many_colours_as_it_has_lights(chain: Any, colours: Any) -> None:
    with pytest.raises(ValueError, match="a slice of 2 lights takes a list of 2 colours"):
        chain[0:2] = colours


@pytest.mark.parametrize("brightness", [-1, 256, 0.5, "9"])
def test_a_brightness_that_cannot_be_is_refused(chain: Any, brightness: Any) -> None:
    with pytest.raises(ValueError, match="a whole number from 0 to 255, not"):
        chain.brightness = brightness
    assert chain.brightness == 255


# --- When frames are sent -----------------------------------------------------------------------------------------


def show(chain: Any, output: DoubleOutput, ms: int = 100) -> bool:
    output.ms += ms
    return bool(chain.show())


def test_the_first_frame_is_sent_even_when_dark(chain: Any, output: DoubleOutput) -> None:
    assert show(chain, output)
    assert output.started == 1


def test_a_frame_that_nothing_changes_is_sent_once_a_second(chain: Any, output: DoubleOutput) -> None:
    for _ in range(50):
        assert show(chain, output)
    assert output.started == 5


def test_a_change_is_sent_at_once_and_undone_at_once(chain: Any, output: DoubleOutput) -> None:
    show(chain, output)
    chain[0] = (50, 0, 0)
    show(chain, output)
    chain[0] = (0, 0, 0)
    show(chain, output)
    assert output.started == 3


def test_the_clock_may_wrap(chain: Any, output: DoubleOutput) -> None:
    output.ms = 2**30 - 150
    chain = leds.Chain(output, 6, "GRB", power.Limiter(6, 2000))
    for _ in range(20):
        assert show(chain, output)
    assert output.started == 2
    for _ in range(100):
        show(chain, output, 17)
    assert chain.is_dithering


def test_a_frame_under_way_is_left_alone_and_the_next_one_waits(chain: Any, output: DoubleOutput) -> None:
    """Two buffers: the one that is read keeps its words until it has been read."""
    output.reading_ms = 30
    chain.fill((200, 0, 0))
    assert show(chain, output)
    reading, words = output.frame, list(output.frame)  # type: ignore[call-overload]
    for level in (10, 90, 255):
        chain.fill((0, level, 0))
        assert not show(chain, output, 5)
        assert not chain.pump()
        assert output.frame is reading
        assert list(reading) == words  # type: ignore[call-overload]
    assert chain.late == 3
    output.ms += 30
    assert chain.pump()
    assert output.frame is not reading
    assert output.frame[1] == 0xFF000000  # type: ignore[index]
    assert output.started == 2


def test_the_estimate_is_of_the_frame_that_was_sent_not_of_the_one_that_waits(chain: Any, output: DoubleOutput) -> None:
    output.reading_ms = 30
    assert show(chain, output)
    chain.fill(0xFFFFFF)
    assert not show(chain, output, 5)
    assert chain.estimate_ma == 6
    output.ms += 30
    chain.pump()
    assert chain.estimate_ma == 6 + 6 * 42


def test_a_waiting_frame_taken_back_is_not_sent(chain: Any, output: DoubleOutput) -> None:
    output.reading_ms = 30
    show(chain, output)
    chain.fill(0xFFFFFF)
    show(chain, output, 5)
    chain.fill(0)
    assert show(chain, output, 5)
    output.ms += 30
    assert chain.pump()
    assert output.started == 1


def test_nothing_to_pump_is_no_error(chain: Any) -> None:
    assert chain.pump()


def test_deinit_puts_the_lights_out_and_closes(chain: Any, output: DoubleOutput) -> None:
    chain.fill(0xFFFFFF)
    show(chain, output)
    output.ms += 100
    chain.deinit()
    assert not any(list(output.frame)[1:])  # type: ignore[call-overload]
    assert output.is_closed


class Draining(DoubleOutput):
    """Each look at it takes a millisecond."""

    def is_busy(self) -> bool:
        """Let time pass, then answer."""
        self.ms += 1
        return bool(super().is_busy())


def test_deinit_puts_the_lights_out_even_when_a_frame_is_under_way() -> None:
    output = Draining(reading_ms=30)
    chain = leds.Chain(output, 6, "GRB", power.Limiter(6, 2000))
    chain.fill(0xFFFFFF)
    assert chain.show()
    chain.deinit()
    assert output.started == 2
    assert not any(list(output.frame)[1:])  # type: ignore[call-overload]


def test_deinit_gives_up_on_a_wire_that_is_never_free(chain: Any, output: DoubleOutput) -> None:
    output.reading_ms = 10_000
    show(chain, output)
    chain.deinit()
    assert output.is_closed


# --- Settings -----------------------------------------------------------------------------------------------------


@pytest.fixture
def frames() -> Iterator[list[tuple[int, list[int]]]]:
    """What the wires are given: (state machine, words)."""
    seen: list[tuple[int, list[int]]] = []
    clock.reset()
    rp2.on_frame = lambda machine, words: seen.append((machine, list(words)))
    yield seen
    rp2.on_frame = None
    clock.reset()


def make(**settings: Any) -> dict[str, Any]:
    made: dict[str, Any] = leds.make_chains(settings)
    return made


def test_one_chain_needs_a_pin_and_a_number_of_lights(frames: list[tuple[int, list[int]]]) -> None:
    chains = make(chains={"main": {"pin": 2, "lights": 120}})
    chains["main"][0] = (255, 0, 0)
    assert chains["main"].show()
    machine, words = frames[0]
    assert (machine, words[0], len(words)) == (0, 24 * 120 - 1, 121)
    assert words[1] & 0x00FF0000
    assert words[1] & 0xFF00FFFF == 0
    chains["main"].deinit()


def test_chains_take_state_machines_in_the_order_of_their_names(frames: list[tuple[int, list[int]]]) -> None:
    chains = make(
        chains={
            "tomb": {"pin": 2, "lights": 40, "order": "RGB"},
            "shrine": {"pin": 3, "lights": 20, "order": "GRBW", "channel_ma": [12, 12, 12, 20], "idle_ma": 1},
        },
        brightness=200,
        curve="linear",
    )
    chains["tomb"][0] = (255, 0, 0)
    chains["shrine"][0] = (255, 255, 255)
    for name in ("tomb", "shrine"):
        assert chains[name].show()
        assert chains[name].brightness == 200
    tomb, shrine = frames
    assert (tomb[0], tomb[1][0]) == (1, 24 * 40 - 1)
    assert (shrine[0], shrine[1][0]) == (0, 32 * 20 - 1)
    assert tomb[1][1] == 200 << 24
    assert shrine[1][1] == 200
    for chain in chains.values():
        chain.deinit()


def test_the_bus_is_shared_and_own_budgets_stand_beside_it() -> None:
    chains = make(
        chains={
            "a": {"pin": 2, "lights": 30, "budget_ma": 500},
            "b": {"pin": 3, "lights": 60},
            "c": {"pin": 4, "lights": 30},
        },
        supply_ma=250,
    )
    for chain in chains.values():
        chain.fill(0xFFFFFF)
        assert chain.show()
    assert 490 <= chains["a"].estimate_ma <= 500
    assert 130 <= chains["b"].estimate_ma <= 140
    assert 65 <= chains["c"].estimate_ma <= 70
    for chain in chains.values():
        chain.deinit()


@pytest.mark.parametrize(
    ("chains", "sentence"),
    [
        ({}, "there are 1 to 4 chains of lights, not 0"),
        ({name: {"pin": ord(name), "lights": 1} for name in "abcde"}, "not 5"),
        ({"a": {"pin": 2, "lights": 5}, "b": {"pin": 2, "lights": 5}}, "two chains of lights on pin 2"),
        ({"a": {"pin": 2, "lights": 5, "order": "RGGB"}}, "in any order, not 'RGGB'"),
        ({"a": {"pin": 2, "lights": 5, "order": ""}}, "in any order, not ''"),
        ({"a": {"pin": 2, "lights": 0}}, "a chain has 1 to 1024 lights, not 0"),
        ({"a": {"pin": 2, "lights": 300}}, "300 lights draw 300 mA even when dark, their budget is 210 mA"),
    ],
)
def test_chains_that_cannot_be_are_refused_before_any_hardware_is_taken(
    chains: dict[str, dict[str, Any]], sentence: str
) -> None:
    free = len(rp2.DMA._free)
    with pytest.raises(ValueError, match=sentence):
        make(chains=chains)
    assert len(rp2.DMA._free) == free


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"brightness": 300}, "a whole number from 0 to 255, not 300"),
        ({"curve": "cubic"}, "the curve must be lightness or linear, not 'cubic'"),
        ({"supply_ma": 45}, "5 lights draw 5 mA even when dark, their budget is 5 mA"),
    ],
)
def test_settings_for_all_chains_are_looked_at_as_early(settings: dict[str, Any], sentence: str) -> None:
    free = len(rp2.DMA._free)
    with pytest.raises(ValueError, match=sentence):
        make(chains={"main": {"pin": 2, "lights": 5}}, **settings)
    assert len(rp2.DMA._free) == free


@pytest.mark.parametrize("lights", [0, 1025])
def test_a_chain_has_1_to_1024_lights(output: DoubleOutput, lights: int) -> None:
    with pytest.raises(ValueError, match=f"a chain has 1 to 1024 lights, not {lights}"):
        leds.Chain(output, lights, "RGB", power.Limiter(1, 100))
