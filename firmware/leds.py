"""Chains of lights: colours in, frames out, within their budget of current and their time.

``chain.values`` holds three bytes a light, red, green, blue, as the eye is to see them at full brightness. Nothing but
their owner changes them. :meth:`Chain.show` makes of them what the LEDs must do: it turns them into levels of light
(:mod:`firmware.gamma`), takes brightness and the limit of current (:mod:`firmware.power`) out of these in one product,
and rounds the levels to steps of the LEDs.

A level is a number of 256ths of a step. While frames come often enough it is shown to the eighth of a step, dithered in
time. The remainder of each light is handed on to the next, so that the sum of a colour over the chain is exact to a
step in *every* frame: the current is known before a frame is packed, and does not swing with the dither. What is handed
to the first light runs through the eighths, once in eight frames, and over these each light's mean is exact.
"""

from array import array

import micropython

from firmware import power
from firmware.gamma import make_curve
from firmware.pio_chain import PioOutput, new_frame
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, MutableSequence, Sequence
    from typing import Any, Protocol

    # Words of the viper compiler. Where there is none, the micropython stand-in casts buffers by them.
    ptr8 = MutableSequence[int]
    ptr16 = MutableSequence[int]
    ptr32 = MutableSequence[int]

    Colour = int | Sequence[int]

    class Output(Protocol):
        """What draws a chain's frames: all that a chain needs of the hardware."""

        def now_ms(self) -> int: ...  # noqa: D102
        def is_busy(self) -> bool: ...  # noqa: D102
        def start(self, frame: array[int]) -> None: ...  # noqa: D102
        def close(self) -> None: ...  # noqa: D102


MOST_LIGHTS = const(1024)
MOST_CHAINS = const(4)

# A frame that nothing changes is sent again after so long: a light that was plugged in late, or misread, comes right.
_REFRESH_MS = const(1000)

# The mean time between frames is kept in 16ths of a millisecond. Dithering needs 50 frames a second or more: slower, it
# would be seen as flicker. It starts again a little above that, so that it does not come and go.
_STOP_DITHERING = const(16 * 20)
_START_DITHERING = const(16 * 19)
_LONGEST_COUNTED_MS = const(320)

# Eighths of a step in an order that spreads each fraction evenly over the eight frames.
_CARRIES = b"\x00\x80\x40\xc0\x20\xa0\x60\xe0"
_HALF_A_STEP = const(128)

# What the compiled functions are told and what they answer, in one array of words.
_LIGHTS = const(0)
_HAS_WHITE = const(1)
_RED_AT = const(2)  # where in a frame's word each colour stands
_GREEN_AT = const(3)
_BLUE_AT = const(4)
_WHITE_AT = const(5)
_MULTIPLIER = const(6)
_MASK = const(7)  # the bits of a level that count
_CARRY = const(8)  # what the first light gets
_KEEP = const(9)  # 255: each light hands its remainder on; 0: each is rounded by itself
_RED = const(10)  # sums over the chain
_GREEN = const(11)
_BLUE = const(12)
_WHITE = const(13)
_WORDS = const(14)


@micropython.viper
def _fill(values: ptr8, lights: int, colour: int) -> int:
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


def _colour(value: "Colour") -> int:
    """Return a colour as one number, red in the high byte."""
    if isinstance(value, int):
        if 0 <= value <= 0xFFFFFF:
            return value
    elif len(value) == 3:
        red, green, blue = value
        # One test for all three: a bit above the eighth, or a sign, is in their union too.
        if 0 <= red | green | blue <= 255:
            return red << 16 | green << 8 | blue
    raise ValueError("a colour is (red, green, blue), each 0 to 255, or 0xRRGGBB, not %r" % (value,))


class Chain:
    """One chain of lights.

    Looks like the pixel libraries that people know: an index or a slice gives and takes colours as (red, green, blue)
    or 0xRRGGBB, :meth:`fill` sets them all, :meth:`show` sends them.

    Args:
        output: draws the frames, as :class:`firmware.pio_chain.PioOutput` does.
        lights: how many lights, 1 to 1024.
        order: how the colours follow each other on the wire: ``RGB``, or ``RGBW`` for lights with white, in any order.
            White then shows what red, green and blue have in common.
        limiter: keeps the frames within the chain's budget.
        brightness: 0 to 255.
        curve: see :func:`firmware.gamma.make_curve`.

    Raises:
        ValueError: for a number of lights, an order, a brightness or a curve that cannot be.
    """

    n: int
    """How many lights."""

    values: bytearray
    """Red, green, blue of each light before brightness: 3 n bytes to write to as one likes."""

    is_dithering: bool
    """Whether frames come often enough, 50 a second or more, to show parts of a step by dithering."""

    late: int
    """How many frames had to wait since the one before was still being sent."""

    def __init__(
        self,
        output: "Output",
        lights: int,
        order: str,
        limiter: power.Limiter,
        brightness: int = 255,
        curve: str = "lightness",
    ) -> None:
        if not 1 <= lights <= MOST_LIGHTS:
            raise ValueError("a chain has 1 to %d lights, not %d" % (MOST_LIGHTS, lights))
        bits = bits_of(order)
        self.n = lights
        self.values = bytearray(3 * lights)
        self.is_dithering = False
        self.late = 0
        self._limiter = limiter
        self._output = output
        self._curve = make_curve(curve)
        self._front = new_frame(lights, bits)
        self._back = new_frame(lights, bits)
        self._work = array("I", [0] * _WORDS)
        self._work[_LIGHTS] = lights
        self._work[_HAS_WHITE] = 1 if bits == 32 else 0
        for colour in order:
            self._work[_RED_AT + "RGBW".index(colour)] = 3 - order.index(colour)
        self._phase = 0
        self._pace = 16 * _LONGEST_COUNTED_MS
        self._asked_ms = output.now_ms()
        self._sent_ms = self._asked_ms
        self._is_stale = True  # whatever the lights show came from before this start
        self._is_waiting = False
        self.brightness = brightness

    @property
    def brightness(self) -> int:
        """0 to 255, in steps that look even. ``values`` keep what they are, so nothing is lost in the dark."""
        return self._brightness

    @brightness.setter
    def brightness(self, brightness: int) -> None:
        if not isinstance(brightness, int) or not 0 <= brightness <= 255:
            raise ValueError("the brightness is a whole number from 0 to 255, not %r" % (brightness,))
        self._brightness = brightness
        # The curve ends at 255 * 256, the multiplier at 16384.
        self._multiplier = self._curve[brightness] * 64 // 255

    @property
    def estimate_ma(self) -> int:
        """Milliamperes that the frame last sent draws by the model of :mod:`firmware.power`."""
        return self._limiter.estimate_ma

    @property
    def scale_permille(self) -> int:
        """How much of the brightness asked for the budget leaves, 1000 for all."""
        return self._limiter.scale_permille

    def __len__(self) -> int:
        return self.n

    def __iter__(self) -> "Iterator[tuple[int, int, int]]":
        for index in range(self.n):
            yield self[index]

    def __getitem__(self, index: "Any") -> "Any":
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(self.n))]
        at = self._at(index)
        return self.values[at], self.values[at + 1], self.values[at + 2]

    def __setitem__(self, index: "Any", colour: "Any") -> None:
        if isinstance(index, slice):
            places = range(*index.indices(self.n))
            if isinstance(colour, int) or len(colour) != len(places):
                raise ValueError("a slice of %d lights takes a list of %d colours" % (len(places), len(places)))
            for place, each in zip(places, colour):
                self[place] = each
            return
        at = self._at(index)
        number = _colour(colour)
        self.values[at] = number >> 16
        self.values[at + 1] = number >> 8 & 255
        self.values[at + 2] = number & 255

    def _at(self, index: int) -> int:
        place = index + self.n if index < 0 else index
        if not 0 <= place < self.n:
            raise IndexError("light %d of a chain of %d: the first is 0, the last %d" % (index, self.n, self.n - 1))
        return 3 * place

    def fill(self, colour: "Colour") -> None:
        """Give every light one colour, (red, green, blue) or 0xRRGGBB."""
        _fill(self.values, self.n, _colour(colour))

    def show(self) -> bool:
        """Make a frame of the values and send it; return whether the lights will show it without another call.

        A frame equal to the one before is not sent, but for one in each second. Where the frame before is still on its
        way, this one waits: the next :meth:`show` or :meth:`pump` sees to it.
        """
        output = self._output
        work = self._work
        now_ms = output.now_ms()
        elapsed_ms = (now_ms - self._asked_ms) & 0x3FFFFFFF
        self._asked_ms = now_ms
        self._keep_pace(elapsed_ms)
        _sum(self.values, self._curve, work)
        limiter = self._limiter
        work[_MULTIPLIER] = limiter.admit(
            work[_RED], work[_GREEN], work[_BLUE], work[_WHITE], self._multiplier, elapsed_ms
        )
        if self.is_dithering:
            work[_MASK] = 0xFFE0
            work[_KEEP] = 255
            work[_CARRY] = _CARRIES[self._phase]
            self._phase = (self._phase + 1) & 7
        else:
            # Near the budget remainders are handed on even so: rounded, the sum of the steps could pass it.
            work[_MASK] = 0xFFFF
            work[_KEEP] = 0 if limiter.is_roomy else 255
            work[_CARRY] = _HALF_A_STEP
        _pack(self.values, self._curve, self._back, work)
        if not self._is_stale and ((now_ms - self._sent_ms) & 0x3FFFFFFF) < _REFRESH_MS and self._back == self._front:
            self._is_waiting = False
            return True
        self._is_waiting = True
        if self.pump():
            return True
        self.late += 1
        return False

    def pump(self) -> bool:
        """Send the frame that waits, if one does and the wire is free; return whether none waits any more."""
        if self._is_waiting and not self._output.is_busy():
            frame = self._back
            self._output.start(frame)
            self._back = self._front
            self._front = frame
            work = self._work
            self._limiter.record(work[_RED], work[_GREEN], work[_BLUE], work[_WHITE])
            self._sent_ms = self._output.now_ms()
            self._is_stale = False
            self._is_waiting = False
        return not self._is_waiting

    def _keep_pace(self, elapsed_ms: int) -> None:
        if elapsed_ms > _LONGEST_COUNTED_MS:
            elapsed_ms = _LONGEST_COUNTED_MS
        self._pace += elapsed_ms - (self._pace >> 4)
        if self._pace > _STOP_DITHERING:
            self.is_dithering = False
        elif self._pace < _START_DITHERING:
            self.is_dithering = True

    def deinit(self) -> None:
        """Put the lights out and give the hardware back."""
        self.fill(0)
        self._is_stale = True
        self.show()
        self._output.close()


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
    raise ValueError("an order of colours is RGB or RGBW, in any order, not %r" % (order,))


def make_chains(settings: "dict[str, Any]") -> "dict[str, Chain]":
    """Return the chains that ``settings`` tells of, by name, ready to show.

    State machine 0 draws the first chain in the order of the names, 1 the second, and so on.

    Args:
        settings: a dictionary of which only ``chains`` is needed::

            {"chains": {"main": {"pin": 2, "lights": 120, "order": "GRB",
                                 "budget_ma": 200,                # this panel's own, see power.share_out
                                 "channel_ma": [16, 11, 15, 15],  # red, green, blue, white at full light
                                 "idle_ma": 1}},                  # a dark light
             "brightness": 255,
             "curve": "lightness",                                # or "linear"
             "supply_ma": 250}                                    # for the Pico and all panels without budget_ma

            Of a chain, ``pin`` and ``lights`` are needed.

    Raises:
        ValueError: for one chain too many, two on one pin, or what a chain or its budget cannot be.
    """
    wanted = settings["chains"]
    if not 1 <= len(wanted) <= MOST_CHAINS:
        raise ValueError("there are 1 to %d chains of lights, not %d" % (MOST_CHAINS, len(wanted)))
    budgets = power.share_out(wanted, settings.get("supply_ma", power.SUPPLY_MA))
    limiters = {}
    pins = []
    for name, chain in wanted.items():
        if chain["pin"] in pins:
            raise ValueError("two chains of lights on pin %d" % chain["pin"])
        pins.append(chain["pin"])
        bits_of(chain.get("order", "GRB"))
        limiters[name] = power.Limiter(
            chain["lights"],
            budgets[name],
            chain.get("channel_ma", power.CHANNEL_MA),
            chain.get("idle_ma", power.IDLE_MA),
        )
    made = {}
    for machine, name in enumerate(sorted(wanted)):
        chain = wanted[name]
        order = chain.get("order", "GRB")
        made[name] = Chain(
            PioOutput(machine, chain["pin"], bits_of(order)),
            chain["lights"],
            order,
            limiters[name],
            settings.get("brightness", 255),
            settings.get("curve", "lightness"),
        )
    return made
