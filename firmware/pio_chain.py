"""Output to a chain of lights: a PIO program that sends the bits, fed by DMA.

A frame is an array of 32-bit words. Word 0 is the number of bits minus one. Then comes one word per light: its colours
in wire order from the highest byte down; for lights with three colours the lowest byte is not sent. The state machine
counts the bits to detect the end of a frame, and then holds the line low for 300 µs, the reset time of the slowest
parts; the next frame may already be in the FIFO. If words are late it waits with the line low between two bits, so no
bit is ever stretched.

A bit takes eleven ticks of 118 ns: high for three (a 0) or six (a 1), low for the rest. That is 354 and 944 ns, 708 and
590 ns: the only whole ticks near 1.25 µs within the data sheets of the WS2812B, the WS2812B-V5 and the SK6812.
"""

from array import array

import rp2
from machine import Pin

from firmware.ticks import sleep_us, ticks_ms
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, out, set, wrap, wrap_target, x, x_dec, y, y_dec  # noqa: A004

TICKS_PER_SECOND = const(8474576)
"""The state machine's clock: 125 MHz / 14.75. A tick is 118 ns."""

# 1024 lights of 32 bits take 43 ms, and late words a little more.
_LONGEST_FRAME_MS = const(60)
# Eight words in the FIFO take 0.4 ms, the pause after a frame 0.3 ms.
_REST_US = const(1000)


# Autopull loads a word as soon as the previous one is used up, whether or not an instruction needs it.
@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def draw_frames() -> None:
    """Send frames by side-set; ``pull_thresh`` sets 24 or 32 bits per word."""
    wrap_target()
    out(y, 32).side(0)  # the number of bits of this frame minus one
    label("bit")
    out(x, 1).side(0)[4]  # waits here, low, if words are late
    jmp(x_dec, "one").side(1)[2]
    jmp(y_dec, "bit").side(0)[2]
    jmp("latch").side(0)
    label("one")
    jmp(y_dec, "bit").side(1)[2]
    label("latch")
    set(x, 4).side(0)  # 5 times 514 ticks: 303 µs
    label("hold")
    set(y, 31).side(0)
    label("low")
    jmp(y_dec, "low").side(0)[15]
    jmp(x_dec, "hold").side(0)
    wrap()


def new_frame(lights: int, bits: int) -> "array[int]":
    """Return a dark frame for ``lights`` lights of ``bits`` (24 or 32) bits each."""
    frame = array("I", [0] * (lights + 1))
    frame[0] = lights * bits - 1
    return frame


class PioOutput:
    """State machine and DMA channel of a chain; never blocks or disables interrupts.

    Args:
        machine: number of the state machine, 0 to 3; all four share one copy of the program.
        pin: pin number of the data line.
        bits: bits per light, 24 or 32.
    """

    def __init__(self, machine: int, pin: int, bits: int) -> None:
        self._machine = rp2.StateMachine(
            machine, draw_frames, freq=TICKS_PER_SECOND, sideset_base=Pin(pin), pull_thresh=bits
        )
        self._machine.active(1)
        self._dma = rp2.DMA()
        # The DREQ numbers of the first PIO block's four TX FIFOs equal the state machine numbers.
        self._control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=machine)
        self._is_closed = False

    def now_ms(self) -> int:
        """Return the time in milliseconds; it wraps at 2**30 or later."""
        return ticks_ms()

    def is_busy(self) -> bool:
        """Return whether DMA is still reading a frame, whose words must not change."""
        return not self._is_closed and self._dma.active()

    def start(self, frame: "array[int]") -> None:
        """Start sending ``frame``; no effect once closed.

        Do not change the frame until :meth:`is_busy` is false.
        """
        if not self._is_closed:
            self._dma.config(read=frame, write=self._machine, count=len(frame), ctrl=self._control, trigger=True)

    def close(self) -> None:
        """Finish the current frame, then release DMA and state machine; may be repeated."""
        if self._is_closed:
            return
        for _ in range(_LONGEST_FRAME_MS):
            if not self._dma.active():
                break
            sleep_us(1000)
        sleep_us(_REST_US)
        self._machine.active(0)
        self._is_closed = True
        self._dma.close()
