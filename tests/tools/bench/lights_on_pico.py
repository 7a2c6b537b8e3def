"""Measures frames under MicroPython: ``lights_on_pico.py SHIMS ROOT`` prints microseconds as JSON."""

import json
import sys
import time

_NOW_US = time.ticks_us  # the interpreter's own: below, time means the simulated Pico's
SHIMS, ROOT = sys.argv[1:]
sys.path[:0] = [SHIMS, ROOT, ROOT + "/tests/firmware"]

from array import array  # noqa: E402

from leds_drive import Chance, DoubleOutput  # noqa: E402

from firmware import frames, leds, power  # noqa: E402

COUNTS = (64, 150, 300)


class PlainPixels:
    """A frame as most libraries make it: a loop in Python that scales and packs, into a new array each time."""

    def __init__(self, values, brightness):
        self.values = values
        self.brightness = brightness

    def show(self):
        """Return the words."""
        values = self.values
        scale = self.brightness
        words = array("I", [0] * (len(values) // 3))
        for light in range(len(words)):
            red = values[3 * light] * scale >> 8
            green = values[3 * light + 1] * scale >> 8
            blue = values[3 * light + 2] * scale >> 8
            words[light] = green << 24 | red << 16 | blue << 8
        return words


class StockPixels:
    """What MicroPython's own driver does before it writes: colours set one by one, in the order of the wire."""

    order = (1, 0, 2)

    def __init__(self, lights):
        self.buffer = bytearray(3 * lights)

    def __setitem__(self, light, colour):
        at = 3 * light
        for place in range(3):
            self.buffer[at + self.order[place]] = colour[place]


def shortest_us(function, times=60, rounds=9):
    """Return the microseconds of one call, from the quickest round."""
    best = None
    for _ in range(rounds):
        began = _NOW_US()
        for _ in range(times):
            function()
        took = _NOW_US() - began
        if best is None or took < best:
            best = took
    return best / times


def thousand():
    """Do nothing a thousand times: what everything is measured by."""
    for _ in range(1000):
        pass


def measure(lights):
    """Return the microseconds of each kind of frame of so many lights."""
    output = DoubleOutput()
    chain = leds.Chain(output, lights, "GRB", power.Limiter(lights, lights + 100))
    chance = Chance(lights)
    for at in range(3 * lights):
        chain.values[at] = chance.below(256)

    def clock():
        output.ms += 17

    def ours():
        clock()
        chain.show()

    colours = [(chain[light]) for light in range(lights)]
    stock = StockPixels(lights)

    def set_all():
        for light in range(lights):
            stock[light] = colours[light]

    for _ in range(200):
        ours()  # until it dithers
    packer = chain._packer
    return {
        "lights": lights,
        "ours": shortest_us(ours) - shortest_us(clock),
        "viper": shortest_us(lambda: frames._sum(chain.values, packer._curve, packer.sums))
        + shortest_us(lambda: frames._pack(chain.values, packer._curve, chain._back, packer.sums)),
        "plain": shortest_us(PlainPixels(chain.values, 128).show),
        "stock": shortest_us(set_all),
        "is_dithering": chain.is_dithering,
        "scale_permille": chain.scale_permille,
    }


print(json.dumps({"thousand": shortest_us(thousand), "frames": [measure(lights) for lights in COUNTS]}))  # noqa: T201
