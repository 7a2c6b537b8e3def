"""An MFRC522 with tags near it, register by register as in its data sheet; runs under MicroPython and CPython.

It answers on the simulated SPI, in virtual time. Tags are ISO 14443-3 A: they wake, take part in anticollision with
ids of 4, 7 or 10 bytes, are chosen and sent to rest. A tag hears nothing without field, full modulation or a right CRC.
"""

import clock
import matrix

COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL, BIT_FRAMING = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0D
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = 0x11, 0x12, 0x13, 0x14, 0x15
T_MODE, T_PRESCALER, T_RELOAD_HIGH, T_RELOAD_LOW, VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37

BIT_NS = 9440  # 106 kbit/s
WAIT_US = 86  # from the end of a command to a tag's answer

IDLE, READY, ACTIVE, HALT = 0, 1, 2, 3


class Tag:
    """One tag of ``id``: 4, 7 or 10 bytes."""

    def __init__(self, id_bytes):
        self.id = id_bytes
        self.state = IDLE
        self.was_halted = False
        self.part = 0

    def parts(self):
        """Return the id in parts of four bytes, those before the last led by the cascade tag."""
        if len(self.id) == 4:
            return [self.id]
        if len(self.id) == 7:
            return [b"\x88" + self.id[:3], self.id[3:]]
        return [b"\x88" + self.id[:3], b"\x88" + self.id[3:6], self.id[6:]]

    def lose_field(self):
        """Forget everything: the field has gone."""
        self.state = IDLE
        self.was_halted = False

    def hear(self, frame, bits, has_crc):
        """Return the answer, None for silence; ``bits`` is how many the last byte had."""
        if bits == 7 and len(frame) == 1 and frame[0] in (0x26, 0x52):
            if self.state == IDLE or (self.state == HALT and frame[0] == 0x52):
                self.was_halted = self.state == HALT
                self.state = READY
                self.part = 0
                return b"\x44\x00"
        elif self.state == READY and bits == 0 and len(frame) >= 2 and frame[0] == (0x93, 0x95, 0x97)[self.part]:
            parts = self.parts()
            part = parts[self.part]
            total = part[0] ^ part[1] ^ part[2] ^ part[3]
            if frame[1] == 0x20 and len(frame) == 2 and not has_crc:
                return part + bytes([total])
            if frame[1] == 0x70 and has_crc and frame[2:] == part + bytes([total]):
                if self.part + 1 < len(parts):
                    self.part += 1
                    return b"\x04"
                self.state = ACTIVE
                return b"\x08"
        elif self.state == ACTIVE and frame == b"\x50\x00" and has_crc:
            self.state = HALT
            return None
        # Whatever else it hears sends it back to where it came from.
        if self.state in (READY, ACTIVE):
            self.state = HALT if self.was_halted else IDLE
        return None


class Chip:
    """The chip, wired to the SPI with its chip select on pin ``select``.

    Attributes:
        tags: those in its field.
        version: what it says of itself.
        is_wired: whether it answers at all; without it the line reads as ``nothing``.
        deaf: how many of the next exchanges are damaged.
        transfers: how many times it was spoken to.
    """

    def __init__(self, select):
        self.tags = []
        self.version = 0x92
        self.is_wired = True
        self.nothing = 0x00
        self.deaf = 0
        self.transfers = 0
        self.is_mute = False  # takes everything and never says that anything has happened
        self._select = select
        self._begin()

    def _begin(self):
        self._registers = bytearray(64)
        self._registers[MODE] = 0x3F
        self._registers[VERSION] = self.version
        self._fifo = bytearray()
        self._answer = None  # (microseconds, error bits, bytes) on its way
        self._timer_us = -1
        self._ready_us = clock.now

    def reset(self):
        """Begin as after the reset pin: it takes its time."""
        self._begin()
        self._ready_us = clock.now + 5000
        for tag in self.tags:
            tag.lose_field()

    def transfer(self, out, into):
        """Take one transfer of the SPI."""
        assert matrix.level(self._select) == 0, "the chip select is high"
        self.transfers += 1
        if not self.is_wired or clock.now < self._ready_us:
            if into is not None:
                for at in range(len(into)):
                    into[at] = self.nothing
            return
        register = out[0] >> 1 & 0x3F
        assert out[0] & 1 == 0, "bit 0 of an address is 0"
        if out[0] & 0x80:
            assert into is not None
            for at in range(1, len(out)):
                into[at] = self._read(register)
                register = out[at] >> 1 & 0x3F
        else:
            assert into is None
            for at in range(1, len(out)):
                self._write(register, out[at])

    def _read(self, register):
        self._pass_time()
        if register == FIFO_DATA:
            if not self._fifo:
                return 0
            first = self._fifo[0]
            self._fifo = self._fifo[1:]
            return first
        if register == FIFO_LEVEL:
            return len(self._fifo)
        return self._registers[register]

    def _write(self, register, value):
        if register == FIFO_DATA:
            self._fifo.append(value)
        elif register == FIFO_LEVEL:
            if value & 0x80:
                self._fifo = bytearray()
        elif register == COM_IRQ:
            if value & 0x80:
                self._registers[COM_IRQ] |= value & 0x7F
            else:
                self._registers[COM_IRQ] &= ~value & 0x7F
        elif register == COMMAND:
            self._registers[COMMAND] = value
            if value == 0x0F:
                self.reset()
            elif value == 0:
                self._answer = None
                self._timer_us = -1
        else:
            self._registers[register] = value
            if register == BIT_FRAMING and value & 0x80 and self._registers[COMMAND] == 0x0C:
                self._send()

    def _send(self):
        frame = bytes(self._fifo)
        self._fifo = bytearray()
        bits = self._registers[BIT_FRAMING] & 7
        has_crc = self._registers[TX_MODE] & 0x80 != 0
        sent_us = clock.now + (len(frame) + 2 * has_crc) * 9 * BIT_NS // 1000
        self._registers[ERROR] = 0
        ticks = self._registers[T_RELOAD_HIGH] << 8 | self._registers[T_RELOAD_LOW]
        prescaler = (self._registers[T_MODE] & 15) << 8 | self._registers[T_PRESCALER]
        if self._registers[T_MODE] & 0x80:
            self._timer_us = sent_us + (ticks + 1) * (2 * prescaler + 1) * 1000 // 13560
        has_field = self._registers[TX_CONTROL] & 3 == 3 and self._registers[TX_ASK] & 0x40
        answers = []
        for tag in self.tags:
            if has_field and not (has_crc and self._registers[MODE] & 3 != 1):
                answer = tag.hear(frame, bits, has_crc)
                if answer is not None:
                    answers.append(answer)
        if not answers or self.is_mute:
            return
        error = 0
        if self.deaf > 0:
            self.deaf -= 1
            error = 0x02
        if any(answer != answers[0] for answer in answers):
            error |= 0x08
        answer = answers[0]
        if len(answer) == 1 and not self._registers[RX_MODE] & 0x80:
            answer += b"\x12\x34"  # the CRC, which nobody takes away
        self._answer = (sent_us + WAIT_US + len(answer) * 9 * BIT_NS // 1000, error, answer)

    def _pass_time(self):
        if self.is_mute:
            return
        if self._answer is not None and clock.now >= self._answer[0]:
            _, self._registers[ERROR], answer = self._answer
            self._answer = None
            self._timer_us = -1
            self._fifo = bytearray(answer)
            self._registers[COM_IRQ] |= 0x20 | (0x02 if self._registers[ERROR] else 0)
        if self._timer_us >= 0 and clock.now >= self._timer_us and self._answer is None:
            self._timer_us = -1
            self._registers[COM_IRQ] |= 0x01
