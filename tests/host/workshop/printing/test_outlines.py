"""Path data of SVG becomes lines and cubic curves that lie where they should."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot, sqrt

import pytest
from riverlight.workshop.printing.paths import (
    IDENTITY,
    Outline,
    circle,
    from_svg,
    moved,
    multiplied,
    rectangle,
    scale_of,
)


def at(outline: Outline, step: int, share: float) -> tuple[float, float]:
    """Return the place on a step of an outline."""
    start = [float(number) for number in outline[step - 1][-2:]]
    letter, *numbers = outline[step]
    ends = [float(number) for number in numbers]
    places = [tuple(start), *zip(ends[::2], ends[1::2], strict=True)]
    while len(places) > 1:
        places = [
            tuple(one + share * (other - one) for one, other in zip(first, second, strict=True))
            for first, second in pairwise(places)
        ]
    assert letter in "LC"
    return places[0][0], places[0][1]


def test_lines_are_absolute_whatever_their_letters() -> None:
    before = (("M", 1, 2), ("L", 4, 1), ("L", 10, 1), ("L", 10, 6), ("L", 8, 6), ("L", 8, 0), ("Z",))
    assert from_svg("M1 2l3-1H10v5h-2V0Zm1 1 2 2") == (*before, ("M", 2, 3), ("L", 4, 5))


def test_numbers_may_stand_without_a_gap() -> None:
    assert from_svg("M.5-.5L1.5.25-3e1 2") == (("M", 0.5, -0.5), ("L", 1.5, 0.25), ("L", -30, 2))


def test_quadratic_curves_keep_their_course() -> None:
    outline = from_svg("M0 0Q10 0 10 10T20 20")
    assert at(outline, 1, 0.5) == pytest.approx((7.5, 2.5))
    # T mirrors the control point: (10, 20).
    assert at(outline, 2, 0.5) == pytest.approx((12.5, 17.5))
    assert from_svg("m0 0q10 0 10 10t10 10") == outline


def test_smooth_cubic_curves_mirror_the_control_point_of_cubic_ones_alone() -> None:
    assert from_svg("M0 0C0 5 5 10 10 10S20 5 20 0")[2][1:3] == (15, 10)
    assert from_svg("M0 0L10 10S20 5 20 0")[2][1:3] == (10, 10)
    assert from_svg("M0 0Q5 5 10 10s10-5 10-10")[2][1:3] == (10, 10)


@pytest.mark.parametrize("flags", ["0 0", "0 1", "1 0", "1 1", "11"])
def test_arcs_lie_on_their_circle(flags: str) -> None:
    outline = from_svg(f"M3 4a5 5 0 {flags} 6 8" if flags != "11" else "M3 4a5 5 0 116 8")
    assert outline[-1][-2:] == pytest.approx((9, 12))
    for step in range(1, len(outline)):
        for share in (0.25, 0.5, 0.75):
            assert dist(at(outline, step, share), (6, 8)) == pytest.approx(5, abs=0.003)


def test_the_flags_of_an_arc_choose_its_way() -> None:
    small, large = (from_svg(f"M10 0A10 10 0 {flag} 1 0 10") for flag in (0, 1))
    assert len(small) == 2
    assert len(large) == 4
    assert at(small, 1, 0.5) == pytest.approx((10 / sqrt(2), 10 / sqrt(2)), abs=0.01)


def test_an_arc_too_short_for_its_ends_is_stretched() -> None:
    outline = from_svg("M0 0A1 1 0 0 1 10 0")
    assert at(outline, 1, 1) == pytest.approx((5, -5))
    assert from_svg("M0 0A0 5 0 0 1 10 0") == (("M", 0, 0), ("L", 10, 0))
    assert from_svg("M2 2A5 5 0 0 1 2 2") == (("M", 2, 2),)


def test_a_circle_is_round() -> None:
    outline = circle((20, 30), 6)
    for step in range(1, 5):
        assert hypot(at(outline, step, 0.3)[0] - 20, at(outline, step, 0.3)[1] - 30) == pytest.approx(6, abs=0.003)
    assert outline[-1] == ("Z",)


def test_matrices_do_the_inner_one_first() -> None:
    turned = (0, 1, -1, 0, 0, 0)
    shifted = (1, 0, 0, 1, 5, 0)
    assert moved(rectangle(1, 0, 1, 1), multiplied(turned, shifted))[0] == ("M", 0, 6)
    assert multiplied(IDENTITY, shifted) == shifted
    assert scale_of((0, 3, -3, 0, 1, 1)) == pytest.approx(3)
