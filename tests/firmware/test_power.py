"""The current limit of a chain: estimates, how the limit rises and falls, how a supply is shared."""

from __future__ import annotations

import itertools
import random

import pytest
from riverlight.devices import pico_shims

(power,) = pico_shims.load("firmware.power")

STEP = 256  # a step of an LED, in the levels' unit
FULL = 255 * STEP


def admit(limiter: object, level: int, lights: int, *, multiplier: int = 16384, ms: int = 17) -> int:
    """Admit a frame whose lights are all at ``level`` in red, green and blue."""
    return limiter.admit([level * lights] * 3 + [0], multiplier, ms)  # type: ignore[attr-defined]


def test_the_model_is_16_11_15_ma_and_1_ma_idle() -> None:
    limiter = power.Limiter(1, 100)
    assert limiter.estimate_ma == 1
    for red, green, blue, most_ma in ((255, 0, 0, 16), (0, 255, 0, 11), (0, 0, 255, 15), (255, 255, 255, 42)):
        limiter.record((red, green, blue, 0))
        assert limiter.estimate_ma == most_ma + 1


def test_an_estimate_is_rounded_up() -> None:
    limiter = power.Limiter(1, 100)
    limiter.record((1, 0, 0, 0))
    assert limiter.estimate_ma == 2


def test_currents_can_be_set() -> None:
    limiter = power.Limiter(2, 200, (20, 20, 20, 30), 2)
    limiter.record((510, 0, 0, 255))
    assert limiter.estimate_ma == 4 + 40 + 30


def test_a_light_without_white_needs_no_current_for_it() -> None:
    limiter = power.Limiter(1, 100, (12, 12, 12))
    limiter.record((255, 255, 255, 0))
    assert limiter.estimate_ma == 37


def test_a_frame_within_the_budget_is_not_dimmed() -> None:
    limiter = power.Limiter(10, 500)
    assert admit(limiter, FULL, 10) == 16384
    assert limiter.scale_permille == 1000


@pytest.mark.parametrize("budget_ma", [11, 20, 60, 250, 3000])
@pytest.mark.parametrize("lights", [1, 10, 150, 1024])
def test_what_is_admitted_fits_and_fills_the_budget(lights: int, budget_ma: int) -> None:
    if lights >= budget_ma:
        budget_ma += lights
    limiter = power.Limiter(lights, budget_ma)
    multiplier = admit(limiter, FULL, lights)
    # Each colour may come out one step above the sum of its levels.
    steps = lights * FULL * multiplier / 16384 / 256 + 1
    drawn_ma = lights + 42 * steps / 255
    assert drawn_ma <= budget_ma
    if multiplier < 16384:
        assert drawn_ma > budget_ma * 0.98 - 0.2
        assert limiter.scale_permille == multiplier * 1000 // 16384
        assert not limiter.is_roomy


def test_brightness_above_the_limit_is_told_in_permille() -> None:
    """Field report 20: a slider that seems dead says why: "limited to x %"."""
    limiter = power.Limiter(10, 100)
    told = []
    for multiplier in (2000, 8000, 16384):
        used = admit(limiter, FULL, 10, multiplier=multiplier)
        told.append(limiter.scale_permille)
        assert limiter.scale_permille == used * 1000 // multiplier
    assert told[0] == 1000
    assert 1000 > told[1] > told[2] > 100


def test_brightness_below_the_limit_is_left_alone() -> None:
    limiter = power.Limiter(10, 100)
    assert admit(limiter, FULL, 10, multiplier=2000) == 2000
    assert limiter.scale_permille == 1000
    assert admit(limiter, FULL, 10) < 16384 // 4


def test_dark_frames_and_no_brightness_are_admitted_whole() -> None:
    limiter = power.Limiter(10, 11)
    assert admit(limiter, 0, 10) == 16384
    assert admit(limiter, FULL, 10, multiplier=0) == 0
    assert limiter.scale_permille == 1000


def test_a_budget_that_does_not_hold_the_dark_chain_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="300 lights draw 300 mA even when dark, their budget is 210 mA"):
        power.Limiter(300, 210)
    with pytest.raises(ValueError, match="150 mA even when dark"):
        power.Limiter(150, 150)
    power.Limiter(150, 151)


def test_blinking_lights_do_not_make_the_others_breathe() -> None:
    """Field report 19: at every period of the light language the limit stands still once it has been found."""
    for period_ms in (400, 800, 2000):
        limiter = power.Limiter(100, 200)
        seen = set()
        for frame in range(1200):
            is_on = frame * 17 % period_ms < period_ms // 2
            multiplier = admit(limiter, FULL // 4 if is_on else FULL // 16, 100)
            if frame > 130:
                seen.add(multiplier)
        assert len(seen) == 1


def test_the_limit_comes_at_once_and_goes_slowly_after_two_seconds() -> None:
    limiter = power.Limiter(100, 200)
    bright = admit(limiter, FULL, 100)
    assert bright < 16384 // 30
    story = [admit(limiter, 0, 100) for _ in range(400)]
    assert set(story[:117]) == {bright}, "17 ms a frame: two seconds"
    steps = [after / before for before, after in itertools.pairwise(story)]
    assert max(steps) < 1.03
    assert story[-1] == 16384
    assert limiter.scale_permille == 1000


def test_a_limit_that_goes_stops_where_the_frame_needs_it() -> None:
    limiter = power.Limiter(100, 200)
    admit(limiter, FULL, 100)
    for _ in range(600):
        last = admit(limiter, FULL // 2, 100)
    assert last == admit(power.Limiter(100, 200), FULL // 2, 100)


def test_a_long_pause_does_not_jump_past_the_hold() -> None:
    limiter = power.Limiter(100, 200)
    bright = admit(limiter, FULL, 100)
    assert admit(limiter, 0, 100, ms=1_000_000) == bright


def test_rounding_is_allowed_only_with_room_for_half_a_step_of_everything() -> None:
    limiter = power.Limiter(100, 200)
    admit(limiter, 2 * STEP, 100)
    assert limiter.is_roomy
    admit(limiter, 6 * STEP - 60, 100)
    assert limiter.scale_permille == 1000
    assert not limiter.is_roomy


class Small(int):
    """A whole number that refuses to grow past the Pico's 30 bits, where numbers become objects on the heap."""

    def _checked(self, value: int) -> Small:
        assert -(2**30) <= value < 2**30, value
        return Small(value)

    def __add__(self, other: int) -> Small:
        return self._checked(int(self) + int(other))

    def __sub__(self, other: int) -> Small:
        return self._checked(int(self) - int(other))

    def __mul__(self, other: int) -> Small:
        return self._checked(int(self) * int(other))

    def __floordiv__(self, other: int) -> Small:
        return self._checked(int(self) // int(other))

    def __lshift__(self, other: int) -> Small:
        return self._checked(int(self) << int(other))

    def __rshift__(self, other: int) -> Small:
        return self._checked(int(self) >> int(other))

    __radd__ = __add__
    __rmul__ = __mul__


def test_no_number_grows_past_thirty_bits() -> None:
    chance = random.Random(30)
    for lights in (1, 150, 1024):
        for budget_ma in (lights + 1, lights + 200, 20_000, 60_000):
            limiter = power.Limiter(Small(lights), Small(budget_ma), tuple(map(Small, (60, 60, 60, 60))), Small(1))
            for _ in range(50):
                sums = [Small(lights * chance.randrange(FULL + 1)) for _ in range(4)]
                limiter.admit(sums, Small(chance.randrange(16385)), Small(chance.randrange(2000)))
                limiter.record([Small(total >> 8) for total in sums])


def test_a_supply_is_shared_by_the_number_of_lights() -> None:
    chains = {"tomb": {"lights": 100}, "shrine": {"lights": 50}}
    assert power.share_out(chains) == {"tomb": 140, "shrine": 70}
    assert sum(power.share_out(chains).values()) <= power.SUPPLY_MA - power.PICO_MA


def test_a_budget_of_ones_own_is_kept_apart() -> None:
    chains = {"main": {"lights": 300, "budget_ma": 2000}, "shrine": {"lights": 50}}
    assert power.share_out(chains, 500) == {"main": 2000, "shrine": 460}
    assert power.share_out({"main": chains["main"]}) == {"main": 2000}
