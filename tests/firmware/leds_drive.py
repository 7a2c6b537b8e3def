"""Sends thousands of random frames through every entry point of a chain; for MicroPython and CPython.

As a script under MicroPython: ``leds_drive.py SHIMS ROOT FRAMES`` prints what :func:`drive` returns, as JSON.
"""

import binascii
import sys


class DoubleOutput:
    """Stands for state machine and DMA: keeps the frame that it reads, and its own clock.

    Attributes:
        ms: the time that it tells.
        frame: the frame last started: the chain's own buffer.
        started: how many frames were started.
        reading_ms: how long a frame is read; it must not change meanwhile.
    """

    def __init__(self, reading_ms=0):
        self.ms = 1000
        self.frame = None
        self.started = 0
        self.reading_ms = reading_ms
        self.is_closed = False
        self._until_ms = 0

    def now_ms(self):
        """Return the time."""
        return self.ms & 0x3FFFFFFF

    def is_busy(self):
        """Return whether a frame is being read."""
        return self.ms < self._until_ms

    def start(self, frame):
        """Start to read a frame."""
        assert not self.is_busy()
        self.frame = frame
        self.started += 1
        self._until_ms = self.ms + self.reading_ms

    def close(self):
        """Note that it was called."""
        self.is_closed = True


class Chance:
    """Whole numbers that are the same under every interpreter."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        """Return a number from 0 up to ``limit``, which is not among them."""
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % limit


def current_255(frame, order, channel_ma, idle_ma):
    """Return what a frame draws in 255ths of a milliampere, from its words alone."""
    total = idle_ma * 255 * (len(frame) - 1)
    for light in range(1, len(frame)):
        for place, colour in enumerate(order):
            total += channel_ma["RGBW".index(colour)] * (frame[light] >> (24 - 8 * place) & 255)
    return total


def change(chain, chance, colours):
    """Change a chain by a random one of its entry points."""
    way = chance.below(7)
    if way == 0:
        chain[chance.below(chain.n)] = colours[chance.below(len(colours))]
    elif way == 1:
        first = chance.below(chain.n - 1)
        chain[first : first + 2] = (colours[chance.below(len(colours))], chance.below(0x1000000))
    elif way == 2:
        chain.fill(colours[chance.below(len(colours))])
    elif way == 3:
        chain.brightness = chance.below(256)
    elif way == 4:
        for at in range(len(chain.values)):
            chain.values[at] = chance.below(256)
    elif way == 5:
        chain.fill(chance.below(2) * 0xFFFFFF)
        chain.brightness = 255
    # Otherwise nothing changes: the frame is dithered on, or skipped.


def drive(leds, power, frames, order, lights, budget_ma, micropython=None, memory=None):
    """Show random frames and return a dictionary of what was seen.

    Args:
        leds: the module ``firmware.leds``; ``power`` likewise.
        power: see ``leds``.
        frames: how many.
        order: the chain's; ``lights`` and ``budget_ma`` likewise.
        lights: see ``order``.
        budget_ma: see ``order``.
        micropython: locks the heap while a frame is made, where there is one.
        memory: a function that gives the bytes in use after a collection.
    """
    output = DoubleOutput()
    chain = leds.Chain(output, lights, order, power.Limiter(lights, budget_ma))
    chance = Chance(7)
    colours = ((255, 255, 255), (255, 0, 0), (0, 9, 0), (1, 2, 3), (0, 0, 200), (90, 160, 30), 0, 0xFFAA11)
    worst_255 = told_wrong = limited = dithered = digest = 0
    before = after = 0
    seen = 0
    for number in range(frames):
        if number == frames // 10 and memory:
            before = memory()
        change(chain, chance, colours)
        # Sixty a second, a collection now and then; some stretches are too slow to dither.
        output.ms += 25 if number % 500 >= 400 else 40 if number % 32 == 0 else 17
        output.reading_ms = 20 if number % 50 == 0 else 5
        if micropython:
            micropython.heap_lock()
        chain.show()
        if micropython:
            micropython.heap_unlock()
        if output.started == seen:
            continue
        seen = output.started
        drawn_255 = current_255(output.frame, order, power.CHANNEL_MA, power.IDLE_MA)
        worst_255 = max(worst_255, drawn_255)
        told_wrong += chain.estimate_ma != (drawn_255 + 254) // 255
        limited += chain.scale_permille < 1000
        dithered += chain.is_dithering
        digest = binascii.crc32(output.frame, digest)
    if memory:
        after = memory()
    return {
        "sent": seen,
        "late": chain.late,
        "worst_ua": worst_255 * 1000 // 255,
        "told_wrong": told_wrong,
        "limited": limited,
        "dithered": dithered,
        "digest": digest,
        "grown_bytes": after - before,
    }


def main():
    """Run all three kinds of chain under MicroPython, with the heap locked in each frame."""
    import gc
    import json

    shims, root, frames = sys.argv[1:]
    sys.path[:0] = [shims, root]
    import micropython

    from firmware import leds, power

    def memory():
        gc.collect()
        return gc.mem_alloc()

    for order, lights, budget_ma in CASES:
        seen = drive(leds, power, int(frames), order, lights, budget_ma, micropython, memory)
        print(json.dumps(seen))  # noqa: T201 - its only way out


CASES = (("GRB", 24, 60), ("RGB", 10, 1000), ("GRBW", 12, 40))
"""Order, lights and budget: one chain often limited, one never, one with white."""

if __name__ == "__main__" and sys.implementation.name == "micropython":
    main()
