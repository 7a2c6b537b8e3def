"""Pack colours into frames: sums for the limiter, rounding, dithering.

A level is a number of 256ths of a step of an LED. There are three rounding modes. Rounded individually, each light is
exact to half a step, but the errors add up over the chain. With error diffusion, each light passes its remainder to the
next, so the sum over the chain is exact to a step in *every* frame, and the current is known before a frame is packed.
Dithering is error diffusion with a start value that cycles through eighths of a step in eight frames: the mean of each
light is exact to an eighth, and the current does not oscillate.
"""

from array import array

import micropython

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

    # Types of the viper compiler. On CPython the micropython stand-in casts buffers by them.
    ptr8 = MutableSequence[int]
    ptr16 = MutableSequence[int]
    ptr32 = MutableSequence[int]

ROUNDED = const(0)
"""Round each light individually."""

HANDED_ON = const(1)
"""Error diffusion along the chain."""

DITHERED = const(2)
"""Error diffusion with a start value that changes each frame."""

# Eighths of a step in bit-reversed order, which spreads each fraction evenly over the eight frames.
_CARRIES = b"\x00\x80\x40\xc0\x20\xa0\x60\xe0"
_HALF_A_STEP = const(128)

# Arguments and results of the compiled functions, in one array of words.
_RED = const(0)  # sums over the chain
_GREEN = const(1)
_BLUE = const(2)
_WHITE = const(3)
_RED_AT = const(4)  # bit offsets of the colours in a frame's word
_GREEN_AT = const(5)
_BLUE_AT = const(6)
_WHITE_AT = const(7)
_LIGHTS = const(8)
_HAS_WHITE = const(9)
_MULTIPLIER = const(10)
_MASK = const(11)  # mask of the significant bits of a level
_CARRY = const(12)  # the remainder passed to the first light
_KEEP = const(13)  # 255: error diffusion; 0: individual rounding
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
    """Sum the full-scale levels of each colour; return the number of bytes read."""
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
    """Write a frame's words, sum the steps of each colour; return the bytes written."""
    has_white = work[_HAS_WHITE]
    red_at = work[_RED_AT]
    green_at = work[_GREEN_AT]
    blue_at = work[_BLUE_AT]
    white_at = work[_WHITE_AT]
    multiplier = work[_MULTIPLIER]
    mask = work[_MASK]
    keep = work[_KEEP]
    red_carry = work[_CARRY]
    # The dither phase differs between colours. With individual rounding the offset is always half a step.
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
    """Return the bits per light of a colour order: 24, or 32 with white.

    Raises:
        ValueError: if it is not a permutation of ``RGB`` or ``RGBW``.
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
        lights: number of lights.
        order: colour order, see :func:`bits_of`.
        curve: 256 levels, see :func:`firmware.gamma.make_curve`.
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
        """Sum the levels of ``values``, three bytes per light."""
        _sum(values, self._curve, self.sums)

    def pack(self, values: bytearray, frame: "array[int]", multiplier: int, way: int) -> None:
        """Write ``frame``: levels × ``multiplier`` (0 to 16384), rounded by mode ``way``."""
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
