"""The wire to a chain of lights: a PIO program that draws the bits, fed by DMA.

A frame is an array of 32-bit words. Word 0 tells how many bits follow, less one. Then comes one word for each light:
its colours in the order of the wire from the highest byte down; of a light with three colours the lowest byte is not
sent. The state machine counts the bits, so it knows where a frame ends, and holds the line low for 300 µs there, as
long as the slowest parts need to take the colours over; the next frame may already wait in the FIFO. When words come
late it waits with the line low between two bits, and no bit is ever stretched.

A bit takes eleven ticks of 118 ns: high for three (a 0) or six (a 1), low for the rest. That is 354 and 944 ns, 708 and
590 ns: the one set of whole ticks near 1.25 µs inside the tables of the WS2812B, the WS2812B-V5 and the SK6812 alike.
"""

from array import array

import rp2
from machine import Pin

from firmware.ticks import ticks_ms
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rp2.asm_pio import jmp, label, out, set, wrap, wrap_target, x, x_dec, y, y_dec  # noqa: A004

TICKS_PER_SECOND = const(8474576)
"""The state machine's clock: 125 MHz by 14.75. A tick is 118 ns."""

# A look at the DMA takes the Pico 15 µs or more: the longest frame is done within the first number of looks, the FIFO
# and the pause after a frame within the second.
_LOOKS_AT_MOST = const(5000)
_LOOKS_WHEN_READ = const(60)


# Autopull loads a word as soon as the one before is used up, whether or not an instruction waits for it.
@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=24,
    fifo_join=rp2.PIO.JOIN_TX,
)
def draw_frames() -> None:
    """Draw frame after frame: pin by side-set, 24 or 32 bits to a word by the state machine's ``pull_thresh``."""
    wrap_target()
    out(y, 32).side(0)  # the bits of this frame, less one
    label("bit")
    out(x, 1).side(0)[4]  # waits here, low, for words that are late
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
    """One chain's state machine and DMA channel. Nothing here waits, and interrupts stay on.

    Args:
        machine: number of the state machine, 0 to 3; all four share one copy of the program.
        pin: number of the pin that the chain's data line is on.
        bits: bits of one light, 24 or 32.
    """

    def __init__(self, machine: int, pin: int, bits: int) -> None:
        self._machine = rp2.StateMachine(
            machine, draw_frames, freq=TICKS_PER_SECOND, sideset_base=Pin(pin), pull_thresh=bits
        )
        self._machine.active(1)
        self._dma = rp2.DMA()
        # The request numbers of the first PIO block's four FIFOs are those of its state machines.
        self._control = self._dma.pack_ctrl(size=2, inc_write=False, treq_sel=machine)
        self._is_closed = False

    def now_ms(self) -> int:
        """Return the milliseconds of a clock that wraps at 2**30 or later."""
        return ticks_ms()

    def is_busy(self) -> bool:
        """Return whether a frame is still being read: its words must not be changed until then."""
        return not self._is_closed and self._dma.active()

    def start(self, frame: "array[int]") -> None:
        """Start sending ``frame``, which must stay as it is until :meth:`is_busy` is false; nothing once closed."""
        if not self._is_closed:
            self._dma.config(read=frame, write=self._machine, count=len(frame), ctrl=self._control, trigger=True)

    def close(self) -> None:
        """Let the frame under way end, then give the DMA channel and the state machine back; once is enough."""
        if self._is_closed:
            return
        quiet = 0
        for _ in range(_LOOKS_AT_MOST):
            if not self._dma.active():
                quiet += 1
            if quiet == _LOOKS_WHEN_READ:
                break
        self._machine.active(0)
        self._is_closed = True
        self._dma.close()
