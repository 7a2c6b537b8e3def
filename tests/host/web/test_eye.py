"""What an eye makes of the frames that a strip is sent."""

import pytest
from riverlight.web.eye import MEMORY_S, Eye

FRAME_S = 1 / 60


def seen(frames, since_last_s=0.0):
    eye = Eye()
    for number, colours in enumerate(frames):
        eye.see(number * FRAME_S, bytes(colours))
    return eye.look((len(frames) - 1) * FRAME_S + since_last_s)


def test_before_the_first_frame_there_is_nothing_to_see():
    assert Eye().look(1.0) == b""


def test_full_light_and_dark_are_the_same_on_a_screen():
    assert seen([(0, 255, 0)]) == bytes((0, 255, 0))


@pytest.mark.parametrize(("power", "screen"), [(1, 13), (20, 79), (64, 137), (128, 188)])
def test_a_dim_light_is_shown_as_bright_as_it_looks(power, screen):
    assert seen([(power, 0, 0)])[0] == screen


def test_a_light_between_two_steps_is_seen_as_steady():
    dithered = [(number % 8 in (0, 3, 6),) for number in range(24)]  # three eighths of a step
    pictures = {seen(dithered[start : start + 8]) for start in range(16)}
    assert len(pictures) == 1
    assert bytes((0,)) < pictures.pop() < seen([(1,)])


def test_what_is_gone_is_forgotten_though_no_frame_follows():
    frames = [(255,)] * 7 + [(0,)]
    assert seen(frames) > bytes((0,))
    assert seen(frames, MEMORY_S) == bytes((0,))
