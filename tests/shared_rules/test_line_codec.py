"""The line codec: lines arrive or are counted as bad, whatever happens to their bytes."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules import line
from shared_rules.line import Splitter, decode, encode

MESSAGES = [
    {"t": "beat", "n": 1},
    {"t": "show", "p": "main", "r": 2, "g": "canyon", "c": [0, 17, 255], "s": 1, "a": 2, "n": 3, "m": 0},
    {"t": "key", "b": "a1b2c3", "n": 4, "k": "*", "l": 0, "x": 0},
    {"t": "board", "h": "0badcafe", "o": 96, "z": 925, "d": "QUJD" * 16},
]


def received(splitter: Splitter, pieces: Iterable[bytes]) -> list[dict[str, object]]:
    lines = [each for piece in pieces for each in splitter.feed(piece)]
    return [message for each in lines if (message := splitter.read(each)) is not None]


def padded(size: int) -> bytes:
    """Return a good line of ``size`` bytes, its newline included; ``encode`` makes no longer ones than 250."""
    body = b'{"t":"beat","x":"' + b"." * (size - 29) + b'"}'
    made = body + b"*" + line._checksum(body) + b"\n"
    assert len(made) == size
    return made


def test_a_line_is_json_a_star_its_checksum_and_a_newline() -> None:
    assert encode({"t": "beat", "n": 3}) == b'{"n":3,"t":"beat"}*c2226434\n'


def test_equal_messages_make_equal_bytes_in_any_order_of_keys() -> None:
    one = {"b": {"y": 1, "x": [None, True, -2]}, "a": ""}
    other = {"a": "", "b": {"x": (None, True, -2), "y": 1}}
    assert encode(one) == encode(other)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("é", b"\\u00e9"),
        ("中", b"\\u4e2d"),
        ("😀", b"\\ud83d\\ude00"),
        ("\x00\x08\x0c\n\x7f", b"\\u0000\\u0008\\u000c\\u000a\\u007f"),
        ('"\\/', b'\\"\\\\/'),
        ('"a ~', b'\\"a ~'),
        ("\ud800", b"\\ud800"),
        ("\uffff\U00010000", b"\\uffff\\ud800\\udc00"),
    ],
)
def test_text_is_escaped_to_printable_ascii(text: str, written: bytes) -> None:
    made = encode({"e": text})
    assert made.startswith(b'{"e":"' + written + b'"}*')
    assert decode(made) == {"e": text}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=4))
@settings(max_examples=200, deadline=None, derandomize=True, database=None)
def test_every_message_comes_back_from_a_printable_line(message: dict[str, object]) -> None:
    try:
        made = encode(message)
    except ValueError as error:
        assert "at most 250 bytes" in str(error)  # noqa: PT017 - only this refusal is meant
        return
    assert all(32 <= byte < 127 for byte in made[:-1])
    assert decode(made) == message


@pytest.mark.parametrize("value", [1.5, b"bytes", {1, 2}, object()])
def test_other_values_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match="A message holds"):
        encode({"x": [value]})


def test_a_line_has_at_most_250_bytes() -> None:
    room = line.LINE_BYTES - len(encode({"e": ""}))
    assert len(encode({"e": "." * room})) == 250
    with pytest.raises(ValueError, match="at most 250 bytes, not 251"):
        encode({"e": "." * (room + 1)})


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"\n",
        b"*12345678",
        b"{}",
        b"{}*",
        b'{"n":3,"t":"beat"}*c2226435',
        b'{"n":3,"t":"beat"}*C2226434',
        b'{"n":4,"t":"beat"}*c2226434',
        b'{"n":3,"t":"beat"}c2226434',
        b'{"n":3,"t":"beat"}* 2226434',
        b"Traceback (most recent call last):",
        b">>> ",
    ],
)
def test_what_does_not_check_is_none(bad: bytes) -> None:
    assert decode(bad) is None


@pytest.mark.parametrize("body", [b"[1]", b"{1}", b'{"a":"\xff"}', b"{" * 200, b'{"a":' * 100, b"\x00{", b'{"a":1}}'])
def test_json_that_is_no_message_is_none_even_where_it_checks(body: bytes) -> None:
    assert decode(body + b"*" + line._checksum(body)) is None


def test_what_stands_before_the_first_brace_is_passed_over() -> None:
    """A REPL echoes what it is sent after its prompt: so the echo is known for what it is."""
    assert decode(b">>> " + encode({"t": "hail", "v": 1})) == {"t": "hail", "v": 1}


def test_each_type_goes_one_way() -> None:
    assert not set(line.FROM_HOST) & set(line.FROM_PICO)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b"\r\r\n\n"])
def test_any_line_end_will_do(end: bytes) -> None:
    """Text output turns a newline into two bytes; a modem's tool sends only the first of them."""
    splitter = Splitter()
    stream = b"".join(encode(message)[:-1] + end for message in MESSAGES)
    assert received(splitter, [stream]) == MESSAGES
    assert received(splitter, [bytes([byte]) for byte in stream]) == MESSAGES
    assert splitter.bad == 0


@pytest.mark.parametrize("size", [63, 64, 65, 128, 192, 250, 511, 512, 513, 514])
def test_lines_of_every_length_up_to_the_limit_come_in_one_piece_or_in_many(size: int) -> None:
    """Lengths at multiples of the USB packet are no exception."""
    for cut in (1, 7, 64, 512, 2000):
        splitter = Splitter()
        stream = padded(size) + encode({"t": "beat", "n": 9})
        pieces = [stream[at : at + cut] for at in range(0, len(stream), cut)]
        got = received(splitter, pieces)
        assert got[-1] == {"t": "beat", "n": 9}
        assert (len(got), splitter.bad) == ((2, 0) if size <= 513 else (1, 1))


def test_a_line_over_the_limit_is_counted_once_and_costs_no_memory() -> None:
    splitter = Splitter(limit=100)
    for _ in range(50):
        assert splitter.feed(b"x" * 90) == []
        assert len(splitter._rest) <= 100
    assert splitter.bad == 1
    assert received(splitter, [b"\n" + encode(MESSAGES[0])]) == MESSAGES[:1]
    assert splitter.bad == 1


def test_any_one_byte_lost_costs_no_later_line() -> None:
    """Nor an earlier one; a lost line end costs nothing at all."""
    stream = b"".join(encode(message) for message in MESSAGES)
    ends = [at for at, byte in enumerate(stream) if byte == 10]
    for lost in range(len(stream)):
        splitter = Splitter()
        got = received(splitter, [stream[:lost] + stream[lost + 1 :], b"\n"])
        hit = sum(end < lost for end in ends)
        expected = MESSAGES if lost in ends else [message for at, message in enumerate(MESSAGES) if at != hit]
        assert got == expected
        assert splitter.bad == (0 if lost in ends else 1)


def test_any_one_bit_flipped_costs_one_line_at_most_two_and_changes_none() -> None:
    stream = b"".join(encode(message) for message in MESSAGES)
    for at in range(len(stream)):
        for bit in range(8):
            spoilt = bytearray(stream)
            spoilt[at] ^= 1 << bit
            splitter = Splitter()
            got = received(splitter, [bytes(spoilt)])
            assert all(message in MESSAGES for message in got)
            assert len(got) >= len(MESSAGES) - (2 if stream[at] == 10 else 1)
            assert splitter.bad >= len(MESSAGES) - len(got) - (stream[at] == 10)


def test_any_byte_doubled_or_added_costs_at_most_its_own_line() -> None:
    stream = b"".join(encode(message) for message in MESSAGES)
    chance = random.Random(3)
    for at in range(len(stream)):
        for added in (stream[at], 0x03, 0x0A, chance.randrange(256)):
            got = received(Splitter(), [stream[:at] + bytes([added]) + stream[at:]])
            assert len(got) >= len(MESSAGES) - 1
            assert all(message in MESSAGES for message in got)


def test_garbage_of_every_byte_never_raises_and_is_counted() -> None:
    """Whatever comes, the next line is read, and every line that does not check is counted."""
    chance = random.Random(5)
    splitter = Splitter()
    for _ in range(300):
        noise = bytes(chance.randrange(256) for _ in range(chance.randrange(700)))
        before = splitter.bad
        assert received(splitter, [noise, b"\n", encode(MESSAGES[1])]) == [MESSAGES[1]]
        assert splitter.bad > before or not noise.strip(b"\r\n")
    assert received(splitter, [bytes(range(256)), bytearray(b"\n"), memoryview(encode(MESSAGES[1]))]) == [MESSAGES[1]]


def test_at_commands_before_and_between_lines_change_nothing() -> None:
    splitter = Splitter()
    typed = b"AT\rAT+GCAP\r\n"
    assert received(splitter, [typed, encode(MESSAGES[0]), typed, encode(MESSAGES[1])]) == MESSAGES[:2]
    assert splitter.bad == 4
