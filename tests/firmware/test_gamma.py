"""The gamma curve from perceived brightness to LED power."""

from __future__ import annotations

import itertools

import pytest
from riverlight.devices import pico_shims

(gamma,) = pico_shims.load("firmware.gamma")


def light(value: int) -> float:
    """Return the part of full light that looks like ``value``: CIE 1931, from the lightness L*."""
    lightness = value / 255 * 100
    return lightness / 903.3 if lightness <= 8 else ((lightness + 16) / 116) ** 3


def test_the_curve_is_the_lightness_of_cie_1931() -> None:
    curve = gamma.make_curve("lightness")
    assert len(curve) == 256
    for value, level in enumerate(curve):
        assert abs(level - 65280 * light(value)) <= 0.51


def test_the_curve_rises_from_dark_to_full_and_loses_no_value() -> None:
    curve = gamma.make_curve("lightness")
    assert (curve[0], curve[255]) == (0, gamma.FULL)
    assert all(before < after for before, after in itertools.pairwise(curve))


def test_the_faintest_water_of_the_roles_is_seen_when_dithered() -> None:
    """Eighths of a step are shown: values from 2 on are some."""
    assert gamma.make_curve("lightness")[2] >= 32


def test_linear_takes_values_as_they_are() -> None:
    assert list(gamma.make_curve("linear")) == [256 * value for value in range(256)]


def test_one_curve_serves_all_chains() -> None:
    assert gamma.make_curve("lightness") is gamma.make_curve("lightness")


def test_an_unknown_curve_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="lightness or linear, not 'square'"):
        gamma.make_curve("square")
