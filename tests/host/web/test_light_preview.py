"""What an eye makes of the frames that a strip is sent."""

import itertools

import pytest
from riverlight.web.light_preview import MEMORY_S, LightPreview

FRAME_S = 1 / 60


def seen(frames, since_last_s=0.0):
    preview = LightPreview()
    for number, colours in enumerate(frames):
        preview.see(number * FRAME_S, bytes(colours))
    return preview.render((len(frames) - 1) * FRAME_S + since_last_s)


def test_before_the_first_frame_there_is_nothing_to_see():
    assert LightPreview().render(1.0) == b""


def test_full_light_and_dark_are_the_same_on_a_screen():
    assert seen([(0, 255, 0)]) == bytes((0, 255, 0))


@pytest.mark.parametrize(("power", "screen"), [(1, 13), (20, 79), (64, 137), (128, 188)])
def test_a_dim_light_is_shown_as_bright_as_it_looks_beside_a_bright_one(power, screen):
    assert seen([(power, 0, 0, 255)])[0] == screen


@pytest.mark.parametrize("limit", [1.0, 0.8, 0.6, 0.4])
def test_a_limited_strip_looks_as_it_would_without_the_limit(limit):
    """Its lights stand in the same hues and differences, whatever its brightness and its budget leave of them."""
    whole = (250, 120, 0, 40, 200, 10, 255, 236, 190)
    full = seen([whole])
    limited = seen([[round(value * limit) for value in whole]])
    assert max(limited) == 255
    assert all(abs(one - other) <= 2 for one, other in zip(full, limited, strict=True))


def test_a_strip_that_is_dim_everywhere_is_shown_brighter_by_no_more_than_a_limit_may_take():
    dim, bright = seen([(8, 4, 0)]), seen([(8, 4, 0, 255)])
    assert bright[0] < dim[0] < 1.7 * bright[0]
    assert dim[1] / dim[0] == pytest.approx(bright[1] / bright[0], abs=0.06)


def test_the_gain_stands_still_while_lights_blink_and_falls_at_once_but_rises_by_and_by():
    preview, at_s, shown = LightPreview(), 0.0, []
    for level, seconds in ((100, 2.0), (0, 2.9), (100, 2.0), (0, 2.9), (200, 0.5), (0, 8.0)):
        for _ in range(int(seconds / FRAME_S)):
            at_s += FRAME_S
            preview.see(at_s, bytes((level, 40)))
            shown.append((level, preview.render(at_s)[1]))
    steady = {light for level, light in shown[60 : int(9.5 / FRAME_S)]}
    assert len(steady) == 1, "between blinks nothing else changes"
    after = [light for level, light in shown[int(9.8 / FRAME_S) :]]
    darkest = min(after)
    assert after[20] == darkest < min(steady)
    rises = after[after.index(darkest) :]
    assert max(abs(one - other) for one, other in itertools.pairwise(rises)) <= 4
    assert rises[-1] > max(steady)


def test_a_light_between_two_steps_is_seen_as_steady():
    dithered = [(number % 8 in (0, 3, 6),) for number in range(24)]  # three eighths of a step
    pictures = {seen(dithered[start : start + 8]) for start in range(16)}
    assert len(pictures) == 1
    assert bytes((0,)) < pictures.pop() < seen([(1,)])


def test_what_is_gone_is_forgotten_though_no_frame_follows():
    frames = [(255,)] * 7 + [(0,)]
    assert seen(frames) > bytes((0,))
    assert seen(frames, MEMORY_S) == bytes((0,))
