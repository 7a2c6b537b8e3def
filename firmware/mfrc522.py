"""The card reader's chip, an NXP MFRC522 on SPI: its registers, and one exchange with a tag at a time.

Nothing here waits. An exchange is begun, then looked at until it is over; a look takes the Pico a tenth of a
millisecond. The chip's own timer ends an exchange that nothing answers.

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

_READS = const(0x80)  # of the address byte
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
        spi: carries the bytes, mode 0, 10 MHz at most.
        select: its chip select, low while it is spoken to.

    Attributes:
        received: what the last exchange brought, as many bytes as :meth:`look` told.
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
        """Begin anew; the chip needs some milliseconds before :meth:`set_up`."""
        self._write(_COMMAND, _SOFT_RESET)

    def is_there(self) -> bool:
        """Return whether something answers: a line that nothing drives reads as all zeros or all ones."""
        return self._read(_VERSION) not in (0x00, 0xFF)

    def set_up(self) -> None:
        """Make it ready for tags of ISO 14443 A at 106 kbit/s, and switch the field on."""
        self._write(_T_MODE, 0x80)  # starts by itself when all is sent
        self._write(_T_PRESCALER, 0xA9)  # 40 kHz
        self._write(_T_RELOAD_HIGH, 0)
        self._write(_T_RELOAD_LOW, 120)  # 3 ms: an answer begins within 0.1 ms
        self._write(_TX_ASK, 0x40)  # 100 % modulation
        self._write(_MODE, 0x3D)  # CRC begins at 0x6363
        self._write(_TX_CONTROL, 0x83)  # both antenna pins

    def begin(self, data: "bytes | bytearray", last_bits: int, has_crc: bool) -> None:
        """Begin to send ``data`` and to listen.

        Args:
            data: 1 to 9 bytes.
            last_bits: how many bits of the last byte are sent, 0 for all eight.
            has_crc: whether two bytes of CRC follow what is sent and what is received.
        """
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, _ALL_IRQS)
        self._write(_FIFO_LEVEL, _FLUSH)
        self._write(_TX_MODE, _CRC if has_crc else 0)
        self._write(_RX_MODE, _CRC if has_crc else 0)
        if len(data) == 1:
            self._write(_FIFO_DATA, data[0])
        else:  # all in one go; but this allocates, and so not when a tag is only looked for
            self._select(0)
            self._spi.write(bytes([_FIFO_DATA << 1]) + data)
            self._select(1)
        self._write(_BIT_FRAMING, last_bits)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, last_bits | _START_SEND)

    def look(self) -> int:
        """Return WAITING while the exchange goes on, then how many bytes were received; FAILED for none or damaged."""
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
