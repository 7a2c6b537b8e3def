"""Chains of addressable lights: colours in, frames out, within the current budget.

``chain.values`` holds three bytes per light (red, green, blue) as perceived at full brightness; only the caller changes
them. :meth:`Chain.show` converts them to linear levels (:mod:`firmware.gamma`), scales these by brightness and current
limit (:mod:`firmware.power`) in one multiplication, and rounds them to LED steps (:mod:`firmware.frames`), with
dithering while the frame rate is high enough.
"""

from firmware import power
from firmware.frames import DITHERED, HANDED_ON, ROUNDED, Packer, bits_of, fill
from firmware.gamma import make_curve
from firmware.pio_chain import PioOutput, new_frame
from firmware.ticks import sleep_us
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator, Sequence
    from typing import Any, Protocol

    Colour = int | Sequence[int]

    class Output(Protocol):
        """The hardware interface of a chain."""

        def now_ms(self) -> int: ...  # noqa: D102
        def is_busy(self) -> bool: ...  # noqa: D102
        def start(self, frame: array[int]) -> None: ...  # noqa: D102
        def close(self) -> None: ...  # noqa: D102


MOST_LIGHTS = const(1024)
MOST_CHAINS = const(4)

# An unchanged frame is sent again after this time, to correct lights that were connected late or misread a bit.
_REFRESH_MS = const(1000)

# The mean time between frames, in 16ths of a millisecond. Dithering below 50 frames per second would be visible as
# flicker. It starts again a little above that rate (hysteresis).
_STOP_DITHERING = const(16 * 20)
_START_DITHERING = const(16 * 19)
_LONGEST_COUNTED_MS = const(320)

# Upper bound of a frame's transfer time.
_LONGEST_FRAME_MS = const(60)


def _colour(value: "Colour") -> int:
    """Return a colour as one number, red in the high byte."""
    if isinstance(value, int):
        if 0 <= value <= 0xFFFFFF:
            return value
    elif len(value) == 3:
        red, green, blue = value
        # One test for all three: their union has a sign, or a bit above the eighth, if any of them has.
        if 0 <= red | green | blue <= 255:
            return red << 16 | green << 8 | blue
    raise ValueError("a colour is (red, green, blue), each 0 to 255, or 0xRRGGBB, not %r." % (value,))


def _check_lights(lights: int) -> None:
    if not 1 <= lights <= MOST_LIGHTS:
        raise ValueError("a chain has 1 to %d lights, not %d." % (MOST_LIGHTS, lights))


def _check_brightness(brightness: int) -> None:
    if not isinstance(brightness, int) or not 0 <= brightness <= 255:
        raise ValueError("the brightness is a whole number from 0 to 255, not %r." % (brightness,))


class Chain:
    """A chain of lights, with the interface of NeoPixel libraries.

    Indices and slices get and set colours as (red, green, blue) or 0xRRGGBB, :meth:`fill` sets all, :meth:`show` sends
    them.

    Args:
        output: sends the frames, such as :class:`firmware.pio_chain.PioOutput`.
        lights: number of lights, 1 to 1024.
        order: colour order on the wire: a permutation of ``RGB``, or of ``RGBW`` for lights with white. White then
            shows the common part of red, green and blue.
        limiter: limits the frames to the chain's budget.
        brightness: 0 to 255.
        curve: see :func:`firmware.gamma.make_curve`.

    Raises:
        ValueError: if an argument is invalid.
    """

    n: int
    """Number of lights."""

    values: bytearray
    """Red, green, blue of each light before brightness: 3 n bytes, freely writable."""

    is_dithering: bool
    """Whether the frame rate is high enough for dithering (50 per second or more)."""

    late: int
    """Number of frames delayed as the previous one was still being sent."""

    def __init__(
        self,
        output: "Output",
        lights: int,
        order: str,
        limiter: power.Limiter,
        brightness: int = 255,
        curve: str = "lightness",
    ) -> None:
        _check_lights(lights)
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
        self._packer = Packer(lights, order, self._curve)
        self._pace = 16 * _LONGEST_COUNTED_MS
        self._asked_ms = output.now_ms()
        self._sent_ms = self._asked_ms
        self._is_stale = True  # the lights still show the state from before this start
        self._is_waiting = False
        self.brightness = brightness

    @property
    def brightness(self) -> int:
        """0 to 255, perceptually uniform; it scales frames, not ``values``."""
        return self._brightness

    @brightness.setter
    def brightness(self, brightness: int) -> None:
        _check_brightness(brightness)
        self._brightness = brightness
        # The curve's maximum is 255 * 256, the multiplier's 16384.
        self._multiplier = self._curve[brightness] * 64 // 255

    @property
    def estimate_ma(self) -> int:
        """Estimated current of the last frame, mA, by :mod:`firmware.power`."""
        return self._limiter.estimate_ma

    @property
    def scale_permille(self) -> int:
        """The share of the requested brightness within the budget, 1000 for all."""
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
                raise ValueError("a slice of %d lights takes a list of %d colours." % (len(places), len(places)))
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
        """Set every light to one colour, (red, green, blue) or 0xRRGGBB."""
        fill(self.values, self.n, _colour(colour))

    def show(self) -> bool:
        """Send the values as a frame; return False if it has to wait for another call.

        An unchanged frame is sent only once per second. While the previous frame is being sent, this one waits for the
        next :meth:`show` or :meth:`pump`.
        """
        now_ms = self._output.now_ms()
        elapsed_ms = (now_ms - self._asked_ms) & 0x3FFFFFFF
        self._asked_ms = now_ms
        self._keep_pace(elapsed_ms)
        packer = self._packer
        packer.sum(self.values)
        multiplier = self._limiter.admit(packer.sums, self._multiplier, elapsed_ms)
        way = ROUNDED
        if self.is_dithering:
            way = DITHERED
        elif not self._limiter.is_roomy:
            way = HANDED_ON  # rounded individually, the lights could exceed the budget together
        packer.pack(self.values, self._back, multiplier, way)
        if not self._is_stale and ((now_ms - self._sent_ms) & 0x3FFFFFFF) < _REFRESH_MS and self._back == self._front:
            self._is_waiting = False
            return True
        self._is_waiting = True
        if self.pump():
            return True
        self.late += 1
        return False

    def pump(self) -> bool:
        """Send a waiting frame if the output is free; return whether none is waiting."""
        if self._is_waiting and not self._output.is_busy():
            frame = self._back
            self._output.start(frame)
            self._back = self._front
            self._front = frame
            self._limiter.record(self._packer.sums)
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
        """Turn the lights off and release the hardware."""
        self.fill(0)
        self._is_stale = True
        self.show()
        for _ in range(_LONGEST_FRAME_MS):
            if self.pump():
                break
            sleep_us(1000)
        self._output.close()


def make_chains(settings: "dict[str, Any]") -> "dict[str, Chain]":
    """Create the chains of ``settings``, by name.

    State machine 0 drives the first chain in the order of the names, 1 the second, and so on.

    Args:
        settings: a dictionary where only ``chains`` is required::

            {"chains": {"main": {"pin": 2, "lights": 120, "order": "GRB",
                                 "budget_ma": 200,                # this panel's own, see power.share_out
                                 "channel_ma": [16, 11, 15, 15],  # red, green, blue, white at full light
                                 "idle_ma": 1}},                  # a dark light
             "brightness": 255,
             "curve": "lightness",                                # or "linear"
             "supply_ma": 250}                                    # for the Pico and all panels without budget_ma

            Each chain requires ``pin`` and ``lights``.

    Raises:
        ValueError: for too many chains, a shared pin, or an invalid chain or budget.
    """
    wanted = settings["chains"]
    if not 1 <= len(wanted) <= MOST_CHAINS:
        raise ValueError("there are 1 to %d chains of lights, not %d." % (MOST_CHAINS, len(wanted)))
    brightness = settings.get("brightness", 255)
    curve = settings.get("curve", "lightness")
    # Check everything before using any hardware.
    _check_brightness(brightness)
    make_curve(curve)
    pins = []
    for chain in wanted.values():
        if chain["pin"] in pins:
            raise ValueError("two chains of lights on pin %d." % chain["pin"])
        pins.append(chain["pin"])
        _check_lights(chain["lights"])
        bits_of(chain.get("order", "GRB"))
    limiters = power.make_limiters(wanted, settings.get("supply_ma", power.SUPPLY_MA))
    made = {}
    for machine, name in enumerate(sorted(wanted)):
        chain = wanted[name]
        order = chain.get("order", "GRB")
        made[name] = Chain(
            PioOutput(machine, chain["pin"], bits_of(order)),
            chain["lights"],
            order,
            limiters[name],
            brightness,
            curve,
        )
    return made
