"""Line codec of the serial link: one message per line, protected by a checksum.

A line is JSON, ``*``, eight hex digits of the JSON's CRC-32, newline; all of it printable ASCII, at most 250 bytes.
The encoding is canonical on both interpreters: keys are sorted, text is escaped here, not by ``json.dumps``. Each
message type is used in one direction only, so that echoes are detected.
"""

import binascii
import json
from collections import OrderedDict

from shared_rules.compat import const

PROTOCOL = const(2)
"""The protocol version, sent in ``hail`` and ``hello``."""

LINE_BYTES = const(250)
"""Maximum bytes of a line, including its newline."""

FROM_HOST = ("hail", "beat", "board", "show", "cue", "took", "seen", "probe")
FROM_PICO = ("hello", "pulse", "boarded", "lit", "key", "tag", "sense", "sensed", "crash", "fault", "probed")

_PLAIN = (",", ":")  # JSON without spaces
_CHECK = const(9)  # bytes of "*" and eight hex digits


def encode(message: "dict[str, object]") -> bytes:
    """Encode ``message`` as a line.

    Values are None, booleans, integers, strings, and lists or dicts of these.

    Raises:
        ValueError: for another type of value, or if the line would exceed LINE_BYTES.
    """
    text = json.dumps(_ordered(message), separators=_PLAIN)
    body = text.encode()
    # The interpreters escape differently, so if anything needs escaping it is done here, character by character.
    if len(body) != len(text) or b"\\" in body or b"\x7f" in body:
        body = _written(message).encode()
    if len(body) + _CHECK + 1 > LINE_BYTES:
        raise ValueError("A line has at most %d bytes, not %d." % (LINE_BYTES, len(body) + _CHECK + 1))
    return seal(body)


def seal(body: bytes) -> bytes:
    """Return the line for a message's JSON, which must be ASCII with sorted keys."""
    return body + b"*" + _checksum(body) + b"\n"


def decode(line: bytes) -> "dict[str, object] | None":
    """Decode ``line``; return None if it is malformed. Never raises.

    The newline may be missing, and anything before the first brace is ignored, such as the prompt of a REPL.
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
    """Splits a stream of arbitrary bytes into lines, in bounded memory.

    Args:
        limit: maximum bytes of a line; longer ones are dropped and counted.

    Attributes:
        bad: number of lines that were malformed or too long.
    """

    def __init__(self, limit: int = 512) -> None:
        self.bad = 0
        self._limit = limit
        self._rest = bytearray()
        self._dropping = False

    def is_empty(self) -> bool:
        """Return whether no partial line is buffered."""
        return not self._rest and not self._dropping

    def feed(self, data: "bytes | bytearray | memoryview") -> "list[bytes]":
        """Return the non-empty lines that ``data`` completes, without LF and CR."""
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
        """Decode a line from ``feed``; if malformed, count it in ``bad`` and return None."""
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
    """Append ``line``; as two if a lost newline joined them and the first is valid."""
    end = line.find(b"}*") + 1 + _CHECK
    if _CHECK < end < len(line) and decode(line[:end]) is not None:
        lines.append(line[:end])
        line = line[end:]
    lines.append(line)


def _checksum(body: bytes) -> bytes:
    return b"%08x" % (binascii.crc32(body) & 0xFFFFFFFF)


def _ordered(fields: "dict[str, object]") -> "OrderedDict[str, object]":
    """Return ``fields`` sorted by name, recursively, after checking the value types."""
    ordered: "OrderedDict[str, object]" = OrderedDict()
    for name in sorted(fields):
        value = fields[name]
        kind = type(value)
        ordered[name] = value if kind is int or kind is str else _checked(value)
    return ordered


def _checked(value: object) -> object:
    if value is None or isinstance(value, (bool, int, str)):  # MicroPython's booleans are no integers
        return value
    if isinstance(value, dict):
        return _ordered(value)
    if isinstance(value, (list, tuple)):
        return [_checked(item) for item in value]
    raise ValueError("A message holds None, booleans, integers, texts, lists and dicts, not %s." % type(value))


def _written(value: object) -> str:
    """Return ``value`` as JSON without spaces, with non-ASCII characters escaped."""
    if isinstance(value, str):
        return '"' + _escaped(value) + '"'
    if isinstance(value, dict):
        return "{" + ",".join([_written(name) + ":" + _written(value[name]) for name in sorted(value)]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([_written(item) for item in value]) + "]"
    return json.dumps(value)


def _escaped(text: str) -> str:
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
