"""From colours to the words of a frame: sums for the limit, levels rounded to steps of the LEDs.

A level is a number of 256ths of a step. There are three ways to round the levels of a chain. By itself each light is
right to half a step, but the sum over the chain may be off by as much for every light. When each light instead hands
its remainder on to the next, the sum is exact to a step in *every* frame: the current is known before a frame is
packed. Dithered, what is handed to the first light runs through the eighths of a step, once in eight frames; over these
the mean of each light is exact to an eighth, and the current does not swing with the dither.
"""

from array import array

import micropython

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

    # Words of the viper compiler. Where there is none, the micropython stand-in casts buffers by them.
    ptr8 = MutableSequence[int]
    ptr16 = MutableSequence[int]
    ptr32 = MutableSequence[int]

ROUNDED = const(0)
"""Each light by itself."""

HANDED_ON = const(1)
"""Each light hands its remainder on."""

DITHERED = const(2)
"""The same, from another start each frame."""

# Eighths of a step in an order that spreads each fraction evenly over the eight frames.
_CARRIES = b"\x00\x80\x40\xc0\x20\xa0\x60\xe0"
_HALF_A_STEP = const(128)

# What the compiled functions are told and what they answer, in one array of words.
_RED = const(0)  # sums over the chain
_GREEN = const(1)
_BLUE = const(2)
_WHITE = const(3)
_RED_AT = const(4)  # where in a frame's word each colour stands
_GREEN_AT = const(5)
_BLUE_AT = const(6)
_WHITE_AT = const(7)
_LIGHTS = const(8)
_HAS_WHITE = const(9)
_MULTIPLIER = const(10)
_MASK = const(11)  # the bits of a level that count
_CARRY = const(12)  # what the first light gets
_KEEP = const(13)  # 255: each light hands its remainder on; 0: each is rounded by itself
_WORDS = const(14)


@micropython.viper
def fill(values: ptr8, lights: int, colour: int) -> int:
    """Set every light; return the number of bytes written."""
    red = colour >> 16
    green = (colour >> 8) & 255
    blue = colour & 255
    at = 0
    for _ in range(lights):
        values[at] = red
        values[at + 1] = green
        values[at + 2] = blue
        at += 3
    return at


@micropython.viper
def _sum(values: ptr8, curve: ptr16, work: ptr32) -> int:
    """Sum up the levels of each colour at full scale; return the number of bytes read."""
    red_sum = 0
    green_sum = 0
    blue_sum = 0
    white_sum = 0
    has_white = work[_HAS_WHITE]
    at = 0
    for _ in range(work[_LIGHTS]):
        red = curve[values[at]]
        green = curve[values[at + 1]]
        blue = curve[values[at + 2]]
        at += 3
        if has_white:
            white = red
            if green < white:
                white = green
            if blue < white:
                white = blue
            red -= white
            green -= white
            blue -= white
            white_sum += white
        red_sum += red
        green_sum += green
        blue_sum += blue
    work[_RED] = red_sum
    work[_GREEN] = green_sum
    work[_BLUE] = blue_sum
    work[_WHITE] = white_sum
    return at


@micropython.viper
def _pack(values: ptr8, curve: ptr16, frame: ptr8, work: ptr32) -> int:
    """Write a frame's words, byte by byte, and sum up the steps of each colour; return the frame's bytes."""
    has_white = work[_HAS_WHITE]
    red_at = work[_RED_AT]
    green_at = work[_GREEN_AT]
    blue_at = work[_BLUE_AT]
    white_at = work[_WHITE_AT]
    multiplier = work[_MULTIPLIER]
    mask = work[_MASK]
    keep = work[_KEEP]
    red_carry = work[_CARRY]
    # The colours take the eighths in orders of their own. Rounded, each light of each colour gets the same half step.
    green_carry = red_carry ^ (keep & 160)
    blue_carry = red_carry ^ (keep & 96)
    white_carry = red_carry ^ (keep & 192)
    rest = red_carry & (keep ^ 255)
    red_sum = 0
    green_sum = 0
    blue_sum = 0
    white_sum = 0
    at = 0
    to = 4
    for _ in range(work[_LIGHTS]):
        red = curve[values[at]]
        green = curve[values[at + 1]]
        blue = curve[values[at + 2]]
        at += 3
        if has_white:
            white = red
            if green < white:
                white = green
            if blue < white:
                white = blue
            red -= white
            green -= white
            blue -= white
            white = ((white * multiplier >> 14) & mask) + white_carry
            white_carry = white & keep | rest
            white >>= 8
            white_sum += white
            frame[to + white_at] = white
        red = ((red * multiplier >> 14) & mask) + red_carry
        red_carry = red & keep | rest
        red >>= 8
        red_sum += red
        frame[to + red_at] = red
        green = ((green * multiplier >> 14) & mask) + green_carry
        green_carry = green & keep | rest
        green >>= 8
        green_sum += green
        frame[to + green_at] = green
        blue = ((blue * multiplier >> 14) & mask) + blue_carry
        blue_carry = blue & keep | rest
        blue >>= 8
        blue_sum += blue
        frame[to + blue_at] = blue
        to += 4
    work[_RED] = red_sum
    work[_GREEN] = green_sum
    work[_BLUE] = blue_sum
    work[_WHITE] = white_sum
    return to


def bits_of(order: str) -> int:
    """Return how many bits a light takes whose colours stand in ``order``: 24, or 32 with white.

    Raises:
        ValueError: for anything but each of the letters ``RGB`` or ``RGBW`` once.
    """
    letters = "".join(sorted(order))
    if letters == "BGR":
        return 24
    if letters == "BGRW":
        return 32
    raise ValueError("an order of colours is RGB or RGBW, in any order, not %r." % (order,))


class Packer:
    """Packs the frames of one chain.

    Args:
        lights: how many lights it has.
        order: its order of colours, as :func:`bits_of` knows them.
        curve: 256 levels, as :func:`firmware.gamma.make_curve` makes them.
    """

    sums: "array[int]"
    """Its first four words: sums over the chain of red, green, blue, white; after :meth:`sum` of levels at full scale
    (256ths of a step), after :meth:`pack` of the steps packed."""

    def __init__(self, lights: int, order: str, curve: "array[int]") -> None:
        self.sums = array("I", [0] * _WORDS)
        self.sums[_LIGHTS] = lights
        self.sums[_HAS_WHITE] = 1 if bits_of(order) == 32 else 0
        for colour in order:
            self.sums[_RED_AT + "RGBW".index(colour)] = 3 - order.index(colour)
        self._curve = curve
        self._phase = 0

    def sum(self, values: bytearray) -> None:
        """Sum up the levels of ``values``, three bytes a light."""
        _sum(values, self._curve, self.sums)

    def pack(self, values: bytearray, frame: "array[int]", multiplier: int, way: int) -> None:
        """Write ``frame``: levels times ``multiplier`` (0 to 16384), rounded in one of the three ways."""
        work = self.sums
        work[_MULTIPLIER] = multiplier
        work[_MASK] = 0xFFFF
        work[_KEEP] = 255 if way else 0
        work[_CARRY] = _HALF_A_STEP
        if way == DITHERED:
            work[_MASK] = 0xFFE0
            work[_CARRY] = _CARRIES[self._phase]
            self._phase = (self._phase + 1) & 7
        _pack(values, self._curve, frame, work)
