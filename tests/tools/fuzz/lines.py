"""Lines of the wire: the codec, and the cutting of a stream into them."""

from __future__ import annotations

import binascii
from collections.abc import Sequence

from shared_rules.line import LINE_BYTES, PROTOCOL, Splitter, decode, encode
from tests.tools.fuzz.mutate import Mutate, in_json, in_lines
from tests.tools.fuzz.sentences import demand_sentence
from tests.tools.fuzz.target import Target, simple

__all__ = ["MESSAGES_OF_HOST", "MESSAGES_OF_PICO", "TARGETS", "mutated", "signed", "stream"]

MESSAGES_OF_HOST: tuple[dict[str, object], ...] = (
    {"t": "hail", "v": 1},
    {"t": "beat", "n": 1},
    {"t": "show", "p": "main", "r": 2, "c": [0, 17, 255], "s": 1, "a": 2, "n": 3, "m": 0},
    {"t": "cue", "p": "main", "k": "refused"},
    {"t": "board", "h": "0badcafe", "o": 96, "z": 925, "d": "QUJD" * 16},
    {"t": "took", "b": "a1b2c3", "n": 4},
    {"t": "seen", "b": "a1b2c3", "n": 2},
    {"t": "probe", "n": 2, "p": "main", "i": -1, "c": 0xFF8000},
)
MESSAGES_OF_PICO: tuple[dict[str, object], ...] = (
    {
        "t": "hello",
        "v": PROTOCOL,
        "f": "0.1",
        "h": "0badcafe",
        "b": "a1b2c3",
        "u": "e66",
        "l": {"main": 150},
        "k": 1,
        "a": 0,
    },
    {"t": "boarded", "h": "0badcafe", "o": 120},
    {"t": "pulse", "n": 1, "up": 512, "bad": 0, "lost": 0, "free": 150000, "ma": {"main": [120, 1000]}},
    {"t": "lit", "p": "main", "r": 1, "d": "a1b2c3d4"},
    {"t": "key", "b": "a1b2c3", "n": 1, "k": "7", "l": 0, "x": 0},
    {"t": "tag", "b": "a1b2c3", "n": 2, "i": "04a1b2c3d4e5f6"},
    {"t": "crash", "e": "ValueError: no such thing"},
    {"t": "probed", "n": 1, "m": "1.28.0", "s": "a", "r": "ready", "y": 0},
    {"t": "fault", "f": "settings.json", "k": "number", "n": "brightness", "v": "300", "m": 255},
    {"t": "sense", "b": "a1b2c3", "n": 1, "p": 17, "s": 0},
    {"t": "sensed", "b": "a1b2c3", "n": 1, "d": "000002"},
)
_NAMES = tuple(sorted({name for message in (*MESSAGES_OF_HOST, *MESSAGES_OF_PICO) for name in message}))
_KINDS = tuple(str(message["t"]) for message in (*MESSAGES_OF_HOST, *MESSAGES_OF_PICO))


def signed(body: bytes) -> bytes:
    """Return the line of ``body``, whatever it is, with the checksum that makes a reader look at it."""
    body = body.replace(b"\n", b" ").replace(b"\r", b" ")
    return body + b"*" + binascii.hexlify(binascii.crc32(body).to_bytes(4, "big")) + b"\n"


def stream(messages: Sequence[dict[str, object]]) -> bytes:
    """Return the lines of ``messages``, one after the other."""
    return b"".join(encode(message) for message in messages)


mutated: Mutate = in_lines(in_json((*_NAMES, *_KINDS)), lambda line: line.rpartition(b"*")[0], signed)
"""Changes streams of lines: mostly what a line says, with the right checksum."""


def _read(data: bytes) -> bool:
    """Cut ``data`` in one piece and in many; read its lines; write and read again what they say."""
    whole, in_pieces = Splitter(), Splitter()
    lines = whole.feed(data)
    cut = 1 + len(data) % 61
    assert lines == [line for at in range(0, len(data), cut) for line in in_pieces.feed(data[at : at + cut])]
    assert whole.bad == in_pieces.bad
    assert all(0 < len(line) <= 512 for line in lines)
    messages = [message for line in lines if (message := whole.read(line)) is not None]
    for message in messages:
        try:
            written = encode(message)
        except ValueError as error:
            demand_sentence(error)
        else:
            assert len(written) <= LINE_BYTES
            assert all(32 <= byte < 127 for byte in written[:-1])
            assert encode(decode(written) or {}) == written
    return bool(messages)


TARGETS = (
    Target(
        "wire-lines",
        lambda: [stream(MESSAGES_OF_HOST), stream(MESSAGES_OF_PICO), *map(encode, MESSAGES_OF_PICO)],
        mutated,
        simple(_read),
        lambda: [signed(body) for body in (b'{"a":' * 100, b'{"a":' + b"9" * 480 + b"}", b'{"a":NaN}', b"{" * 500)],
    ),
)
