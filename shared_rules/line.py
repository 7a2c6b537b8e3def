"""The wire's line codec: one message a line, which a flipped, lost or added byte cannot turn into another.

A line is JSON, ``*``, eight hex digits of the JSON's CRC-32, newline; all of it printable ASCII, at most 250 bytes.
Equal messages make equal bytes on both interpreters: keys are sorted, text is escaped here, not by ``json.dumps``.
Each message type goes one way only, so that an echo is known for what it is.
"""

import binascii
import json

from shared_rules.compat import const

PROTOCOL = const(1)
"""The version of the messages, told in ``hail`` and ``hello``."""

LINE_BYTES = const(250)
"""The most bytes of a line, its newline included."""

FROM_HOST = ("hail", "beat", "board", "show", "cue", "took", "probe")
FROM_PICO = ("hello", "pulse", "boarded", "lit", "key", "tag", "crash", "probed")

_CHECK = const(9)  # the bytes of "*" and eight hex digits


def encode(message: "dict[str, object]") -> bytes:
    """Return the line of ``message``, whose values are None, booleans, integers, texts, and lists or dicts of these.

    Raises:
        ValueError: for another kind of value, and when the line would have more than LINE_BYTES bytes.
    """
    body = _written(message).encode()
    if len(body) + _CHECK + 1 > LINE_BYTES:
        raise ValueError("A line has at most %d bytes, not %d." % (LINE_BYTES, len(body) + _CHECK + 1))
    return body + b"*" + _checksum(body) + b"\n"


def decode(line: bytes) -> "dict[str, object] | None":
    """Return the message of ``line``, None where it does not check. Never raises.

    The line end may be missing, and what stands before the first brace is passed over: a REPL puts its prompt there.
    """
    line = line.rstrip()
    start = line.find(b"{")
    end = len(line) - _CHECK
    if start < 0 or end <= start or line[end] != 42:
        return None
    body = line[start:end]
    if _checksum(body) != line[end + 1 :]:
        return None
    try:
        message = json.loads(body)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deep
        return None
    return message if isinstance(message, dict) else None


class Splitter:
    """Cuts a stream of bytes into lines, whatever comes, in bounded memory.

    Args:
        limit: the most bytes of a line; longer ones are dropped to their end and counted.

    Attributes:
        bad: how many lines did not check or were too long.
    """

    def __init__(self, limit: int = 512) -> None:
        self.bad = 0
        self._limit = limit
        self._rest = bytearray()
        self._dropping = False

    def feed(self, data: "bytes | bytearray | memoryview") -> "list[bytes]":
        """Return the lines that ``data`` completes, without their ends (LF, CR or both), empty ones left out."""
        data = bytes(data).replace(b"\r", b"\n")
        lines: "list[bytes]" = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                break
            self._keep(data[start:end])
            if self._rest:
                _add(lines, bytes(self._rest))
                self._rest = bytearray()
            self._dropping = False
            start = end + 1
        self._keep(data[start:])
        return lines

    def read(self, line: bytes) -> "dict[str, object] | None":
        """Return the message of a line that ``feed`` gave; None, and counted in ``bad``, where it does not check."""
        message = decode(line)
        if message is None:
            self.bad += 1
        return message

    def _keep(self, piece: bytes) -> None:
        if self._dropping:
            return
        if len(self._rest) + len(piece) > self._limit:
            self._rest = bytearray()
            self._dropping = True
            self.bad += 1
        else:
            self._rest.extend(piece)


def _add(lines: "list[bytes]", line: bytes) -> None:
    """Add ``line``; as two where a lost newline joined two, the first of which checks."""
    end = line.find(b"}*") + 1 + _CHECK
    if _CHECK < end < len(line) and decode(line[:end]) is not None:
        lines.append(line[:end])
        line = line[end:]
    lines.append(line)


def _checksum(body: bytes) -> bytes:
    return binascii.hexlify((binascii.crc32(body) & 0xFFFFFFFF).to_bytes(4, "big"))


def _written(value: object) -> str:
    """Return ``value`` as JSON without spaces."""
    if isinstance(value, str):
        return '"' + _escaped(value) + '"'
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([_written(item) for item in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([_written(key) + ":" + _written(value[key]) for key in sorted(value)]) + "}"
    raise ValueError("A message holds None, booleans, integers, texts, lists and dicts, not %s." % type(value))


def _escaped(text: str) -> str:
    if '"' not in text and "\\" not in text and (not text or (min(text) >= " " and max(text) <= "~")):
        return text
    pieces = []
    for character in text:
        code = ord(character)
        if character in '"\\':
            pieces.append("\\" + character)
        elif 32 <= code < 127:
            pieces.append(character)
        elif code < 0x10000:
            pieces.append("\\u%04x" % code)
        else:  # beyond the 16 bits of one escape: two surrogates
            code -= 0x10000
            pieces.append("\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
    return "".join(pieces)
