"""What the lights show: gamma, dithering, colour order, white, and the current limit."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace
from typing import Any

import pytest
from riverlight.devices import pico_shims

from tests.firmware.leds_drive import DoubleOutput
from tests.firmware.pio_harness import bits_of_words, colours

leds, power = pico_shims.load("firmware.leds", "firmware.power")

# The curve keeps levels to a 512th of a step; brightness cuts off up to a 16,000th part of 255 steps.
CURVE_ERROR = 0.02
QUICK_MS = 17
SLOW_MS = 25


def light(value: int) -> float:
    """Return the part of full light that looks like ``value``: CIE 1931, from the lightness L*."""
    lightness = value / 255 * 100
    return lightness / 903.3 if lightness <= 8 else ((lightness + 16) / 116) ** 3


class Bench:
    """A chain with a double of the hardware, and a reader of what it sends."""

    def __init__(self, lights: int, order: str = "GRB", budget_ma: int = 20_000, **settings: Any) -> None:
        self.output = DoubleOutput()
        self.chain = leds.Chain(self.output, lights, order, power.Limiter(lights, budget_ma), **settings)
        self.order = order

    def show(self, ms: int = QUICK_MS) -> list[SimpleNamespace]:
        """Let time pass, show, and return the colours that the lights show then, read from the frame's bits."""
        self.output.ms += ms
        assert self.chain.show()
        return self.shown()

    def shown(self) -> list[SimpleNamespace]:
        """Return the colours of the frame last sent."""
        frame = list(self.output.frame)  # type: ignore[call-overload]
        bits = 8 * len(self.order)
        assert frame[0] == bits * self.chain.n - 1
        return colours(bits_of_words(frame[1:], bits), self.order)

    def hurry(self) -> None:
        """Show until frames have come quickly for long enough to dither."""
        while not self.chain.is_dithering:
            self.show()


def randomise(chain: Any, seed: int, most: int = 256) -> None:
    chance = random.Random(seed)
    for at in range(len(chain.values)):
        chain.values[at] = chance.choice((0, chance.randrange(most)))


# --- Rounded ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("brightness", [255, 128, 30])
def test_without_dithering_each_colour_is_rounded_to_the_nearest_step(brightness: int) -> None:
    bench = Bench(256, brightness=brightness)
    for value in range(256):
        bench.chain[value] = (value, 255 - value, value)
    for value, shown in enumerate(bench.show(SLOW_MS)):
        assert abs(shown.R - 255 * light(value) * light(brightness)) <= 0.5 + CURVE_ERROR
        assert abs(shown.G - 255 * light(255 - value) * light(brightness)) <= 0.5 + CURVE_ERROR
        assert shown.B == shown.R


def test_full_is_full_and_dark_is_dark() -> None:
    bench = Bench(2)
    bench.chain[0] = 0xFFFFFF
    assert [(s.R, s.G, s.B) for s in bench.show()] == [(255, 255, 255), (0, 0, 0)]


def test_brightness_loses_nothing() -> None:
    bench = Bench(3)
    bench.chain[:] = [(1, 2, 3), (9, 200, 77), (255, 0, 30)]
    before = bytes(bench.chain.values)
    first = bench.show()
    bench.chain.brightness = 0
    assert all((s.R, s.G, s.B) == (0, 0, 0) for s in bench.show())
    assert bytes(bench.chain.values) == before
    bench.chain.brightness = 255
    assert bench.show() == first


def test_linear_shows_values_as_they_are() -> None:
    bench = Bench(1, curve="linear")
    bench.chain[0] = (3, 100, 254)
    (shown,) = bench.show()
    assert (shown.R, shown.G, shown.B) == (3, 100, 254)


# --- Dithered -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["GRB", "GRBW"])
@pytest.mark.parametrize("brightness", [255, 60])
def test_the_mean_of_eight_frames_is_exact_to_an_eighth_of_a_step(order: str, brightness: int) -> None:
    """Three bits below a step, for each light, whatever its neighbours show."""
    bench = Bench(40, order, brightness=brightness)
    randomise(bench.chain, 3, 120)
    bench.hurry()
    frames = [bench.show() for _ in range(8)]
    seen = 0
    for place in range(40):
        red, green, blue = (255 * light(value) * light(brightness) for value in bench.chain[place])
        white = min(red, green, blue) if "W" in order else 0.0
        wanted = {"R": red - white, "G": green - white, "B": blue - white, "W": white}
        for colour in order:
            steps = [getattr(frame[place], colour) for frame in frames]
            assert -0.125 - CURVE_ERROR < sum(steps) / 8 - wanted[colour] <= CURVE_ERROR
            assert max(steps) - min(steps) <= 1
            seen += max(steps) != min(steps)
    assert seen > 40, "most colours lie between two steps"


def test_every_eighth_of_a_step_is_shown_and_spread_evenly_over_time() -> None:
    bench = Bench(1, curve="linear")
    bench.chain[0] = (1, 1, 1)
    bench.hurry()
    for eighths in range(1, 9):
        bench.chain._multiplier = eighths * 2048
        steps = [bench.show()[0].R for _ in range(8)]
        assert sum(steps) == eighths
        if eighths in (2, 4):
            on = [at for at, step in enumerate(steps + steps) if step]
            assert {after - before for before, after in itertools.pairwise(on)} == {8 // eighths}


def test_a_dark_light_never_glows_between_bright_ones() -> None:
    bench = Bench(30)
    randomise(bench.chain, 4)
    bench.hurry()
    for _ in range(8):
        for place, shown in enumerate(bench.show()):
            for value, step in zip(bench.chain[place], (shown.R, shown.G, shown.B), strict=True):
                assert value or not step


def test_the_sum_of_a_colour_stands_still_while_it_is_dithered() -> None:
    """So the current does not swing with the dither: a step of each colour at most."""
    bench = Bench(50)
    randomise(bench.chain, 5, 90)
    bench.hurry()
    for colour in "RGB":
        sums = {sum(getattr(shown, colour) for shown in bench.show()) for _ in range(16)}
        assert max(sums) - min(sums) <= 1


def test_dithering_needs_fifty_frames_a_second() -> None:
    """It stays through single slow frames, as when memory is collected, and comes back above fifty only."""
    bench = Bench(1)
    bench.chain[0] = (7, 7, 7)
    assert not bench.chain.is_dithering
    for _ in range(100):
        bench.show(17)
    assert bench.chain.is_dithering
    bench.show(40)
    assert bench.chain.is_dithering
    for _ in range(60):
        bench.show(21)
    assert not bench.chain.is_dithering
    for _ in range(60):
        bench.show(20)
    assert not bench.chain.is_dithering
    for _ in range(60):
        bench.show(18)
    assert bench.chain.is_dithering
    bench.show(5000)
    assert not bench.chain.is_dithering


# --- Orders and white ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["".join(p) for p in itertools.permutations("RGB")] + ["RGBW", "GRBW", "WBGR"])
def test_each_order_puts_each_colour_in_its_place(order: str) -> None:
    bench = Bench(2, order)
    bench.chain[:] = [(255, 0, 0), (0, 255, 0)]
    first, second = bench.show()
    assert (first.R, first.G, first.B) == (255, 0, 0)
    assert (second.R, second.G, second.B) == (0, 255, 0)


def test_white_shows_what_the_colours_have_in_common() -> None:
    bench = Bench(4, "GRBW", curve="linear")
    bench.chain[:] = [(200, 200, 200), (250, 50, 100), (50, 250, 0), (90, 80, 70)]
    assert [(s.R, s.G, s.B, s.W) for s in bench.show()] == [
        (0, 0, 0, 200),
        (200, 0, 50, 50),
        (50, 250, 0, 0),
        (20, 10, 0, 70),
    ]


# --- The limit ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ms", [QUICK_MS, SLOW_MS])
def test_a_limited_frame_keeps_its_colours(ms: int) -> None:
    """Every light is dimmed by the same factor, in every frame, dithered or not."""
    bench = Bench(60, budget_ma=250)
    randomise(bench.chain, 6)
    for _ in range(80):
        bench.show(ms)
    assert 0 < bench.chain.scale_permille < 800
    share = bench.chain.scale_permille / 1000
    for _ in range(8):
        for place, shown in enumerate(bench.show(ms)):
            for value, step in zip(bench.chain[place], (shown.R, shown.G, shown.B), strict=True):
                assert abs(step - 255 * light(value) * share) < 1.4
        assert 240 < bench.chain.estimate_ma <= 250


def test_the_limit_stands_still_for_a_still_picture() -> None:
    bench = Bench(60, budget_ma=300)
    bench.chain.fill((255, 200, 120))
    bench.hurry()
    estimates = set()
    for _ in range(200):
        bench.show()
        estimates.add(bench.chain.estimate_ma)
    assert max(estimates) - min(estimates) <= 1


def test_near_the_budget_slow_frames_hand_remainders_on() -> None:
    """Rounding each light up would pass the budget: half a step of 150 lights is 12 mA."""
    bench = Bench(150, budget_ma=170, curve="linear")
    for level in range(0, 256, 5):
        bench.chain.brightness = level
        bench.chain.fill((1, 1, 1))
        bench.show(SLOW_MS)
        assert bench.chain.estimate_ma <= 170


def test_one_panels_light_never_changes_anothers() -> None:
    """Two chains next to each other send what each sends alone."""
    alone = Bench(20, budget_ma=60)
    beside, other = Bench(20, budget_ma=60), Bench(20, budget_ma=60)
    for frame in range(120):
        for bench in (alone, beside):
            randomise(bench.chain, frame // 10)
        other.chain.fill(0xFFFFFF if frame % 3 else 0)
        other.show()
        assert alone.show() == beside.show()
        assert alone.chain.scale_permille == beside.chain.scale_permille
        assert alone.output.started == beside.output.started
