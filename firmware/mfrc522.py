"""Non-blocking driver of the NXP MFRC522 card reader on SPI.

An exchange with a tag is started by :meth:`Mfrc522.begin`, then polled until it is over; a poll takes 0.1 ms on the
Pico. The chip's timer ends an exchange without an answer.

Registers and bits are named as in the data sheet (MFRC522, rev. 3.9, chapters 8 and 9).
"""

from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import SPI, Pin

WAITING = const(-1)
FAILED = const(-2)

_COMMAND = const(0x01)
_COM_IRQ = const(0x04)
_ERROR = const(0x06)
_FIFO_DATA = const(0x09)
_FIFO_LEVEL = const(0x0A)
_BIT_FRAMING = const(0x0D)
_MODE = const(0x11)
_TX_MODE = const(0x12)
_RX_MODE = const(0x13)
_TX_CONTROL = const(0x14)
_TX_ASK = const(0x15)
_T_MODE = const(0x2A)
_T_PRESCALER = const(0x2B)
_T_RELOAD_HIGH = const(0x2C)
_T_RELOAD_LOW = const(0x2D)
_VERSION = const(0x37)

_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)

_READS = const(0x80)  # read bit of the address byte
_RX_IRQ = const(0x20)
_TIMER_IRQ = const(0x01)
_ALL_IRQS = const(0x7F)
_ANY_ERROR = const(0x1F)  # buffer overflow, collision, CRC, parity, protocol
_FLUSH = const(0x80)
_START_SEND = const(0x80)
_CRC = const(0x80)  # in TxMode and RxMode

_MOST_BYTES = const(16)


class Mfrc522:
    """The chip.

    Args:
        spi: the bus, mode 0, 10 MHz at most.
        select: the chip select, active low.

    Attributes:
        received: the bytes received in the last exchange; :meth:`look` returned their number.
    """

    def __init__(self, spi: "SPI", select: "Pin") -> None:
        self.received = bytearray(_MOST_BYTES)
        self._spi = spi
        self._select = select
        self._out = bytearray(2)
        self._in = bytearray(2)

    def _read(self, register: int) -> int:
        self._out[0] = register << 1 | _READS
        self._out[1] = 0
        self._select(0)
        self._spi.write_readinto(self._out, self._in)
        self._select(1)
        return self._in[1]

    def _write(self, register: int, value: int) -> None:
        self._out[0] = register << 1
        self._out[1] = value
        self._select(0)
        self._spi.write(self._out)
        self._select(1)

    def reset(self) -> None:
        """Reset the chip; it needs some milliseconds before :meth:`set_up`."""
        self._write(_COMMAND, _SOFT_RESET)

    def is_there(self) -> bool:
        """Return whether the chip answers: a floating line reads as all zeros or ones."""
        return self._read(_VERSION) not in (0x00, 0xFF)

    def set_up(self) -> None:
        """Configure ISO 14443 A at 106 kbit/s, and switch the RF field on."""
        self._write(_T_MODE, 0x80)  # the timer starts when everything is sent
        self._write(_T_PRESCALER, 0xA9)  # 40 kHz
        self._write(_T_RELOAD_HIGH, 0)
        self._write(_T_RELOAD_LOW, 120)  # 3 ms: an answer begins within 0.1 ms
        self._write(_TX_ASK, 0x40)  # 100 % modulation
        self._write(_MODE, 0x3D)  # CRC begins at 0x6363
        self._write(_TX_CONTROL, 0x83)  # both antenna pins

    def begin(self, data: "bytes | bytearray", last_bits: int, has_crc: bool) -> None:
        """Start sending ``data`` and receiving.

        Args:
            data: 1 to 9 bytes.
            last_bits: number of bits of the last byte to send, 0 for all eight.
            has_crc: whether two CRC bytes follow in both directions.
        """
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, _ALL_IRQS)
        self._write(_FIFO_LEVEL, _FLUSH)
        self._write(_TX_MODE, _CRC if has_crc else 0)
        self._write(_RX_MODE, _CRC if has_crc else 0)
        if len(data) == 1:
            self._write(_FIFO_DATA, data[0])
        else:  # one transfer; it allocates, so it is not used to poll for tags
            self._select(0)
            self._spi.write(bytes([_FIFO_DATA << 1]) + data)
            self._select(1)
        self._write(_BIT_FRAMING, last_bits)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, last_bits | _START_SEND)

    def look(self) -> int:
        """Return WAITING, the number of bytes received, or FAILED for none or an error."""
        happened = self._read(_COM_IRQ)
        if not happened & _RX_IRQ:
            return FAILED if happened & _TIMER_IRQ else WAITING
        if self._read(_ERROR) & _ANY_ERROR:
            return FAILED
        count = self._read(_FIFO_LEVEL)
        if count > _MOST_BYTES:
            return FAILED
        for at in range(count):
            self.received[at] = self._read(_FIFO_DATA)
        return count
