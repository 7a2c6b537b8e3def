"""The digest by which host and Pico detect different light roles."""

import binascii


def digest(frame: "bytes | bytearray") -> str:
    """Return the CRC-32 of the bytes of a role frame, as eight lower-case hex digits."""
    return "%08x" % (binascii.crc32(frame) & 0xFFFFFFFF)
