"""Mutates valid inputs: within their grammar, slightly outside it, and sometimes as raw bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from random import Random
from typing import Any

__all__ = ["ODD_TEXTS", "Mutate", "bytes_mutated", "in_json", "in_lines", "in_parts", "in_words"]

Mutate = Callable[[bytes, Sequence[bytes], Random], bytes]
"""Returns an input made of one, of others of its kind, and by chance."""

ODD_TEXTS = (
    *("", " ", "a", "A", "0", "-1", "1.5", "1e9", "true", "null", "None", "nan", "main", "table", "0,1", "\\", '"'),
    *("\0", "\t", "\n", "\r\n", "\x1b[2J", "\x7f", "\x85", "\u2028", "\u200b", "\ufeff", "\ud800", "\U000e0041"),
    *("é", "ß", "İ", "Ⅷ", "٣", "²", "中文", "😀", "a\u0301", "𝟙"),
    *("..", "../..", "/", "/dev/stdin", "~", "a/b", "%s", "%n", "{0}", "{a.b}", "$x", "<b>", "&amp;", "'"),
    *("A" * 41, "x" * 300),
)
"""Texts that parsers stumble over."""

_ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 6, 7, 254, 255, 256, 65535, 1 << 30, (1 << 31) - 1, 1 << 31, 1 << 53, 1 << 63),
    *(-(1 << 63), 1 << 64, 10**17, 10**18, 10**40, 10**300, 0.0, -0.0, 0.5, 1e5, 1e308, -1e308, 5e-324),
    *(float("nan"), float("inf"), [], {}, [[]], [None], {"": None}, [0] * 300),
)
_MANY = (2, 3, 40, 300)
_DEEP = (5, 90, 2000, 60_000)
_LONGEST = 200_000  # what grows beyond is cut: the limits of parsers lie below


def bytes_mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return ``data`` with a few bytes changed, lost, added, doubled or taken from another."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        at, until = sorted((chance.randrange(len(made) + 1), chance.randrange(len(made) + 1)))
        kind = chance.randrange(8)
        if kind == 0 and made:
            made[at % len(made)] ^= 1 << chance.randrange(8)
        elif kind == 1 and made:
            made[at % len(made)] = chance.choice((0, 3, 9, 10, 13, 32, 34, 44, 58, 91, 92, 123, 127, 128, 192, 255))
        elif kind == 2:
            made[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 9)))
        elif kind == 3:
            del made[at : min(until, at + 40)]
        elif kind == 4:
            made[at:at] = made[at : min(until, at + 400)] * chance.choice(_MANY)
        elif kind == 5:
            del made[at:]
        elif kind == 6:
            other = chance.choice(others)
            made[at:] = other[min(at, len(other)) :]
        else:
            made[at:at] = chance.choice(ODD_TEXTS).encode("utf-8", "surrogatepass")
    return bytes(made[:_LONGEST])


def in_words(words: Sequence[str]) -> Mutate:
    """Return what changes texts of lines and words; ``words`` belong to their grammar."""
    known = tuple(words)

    def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
        if chance.randrange(12) == 0:
            return bytes_mutated(data, others, chance)
        lines = _text(data).split("\n")
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(lines))
            kind = chance.randrange(9)
            if kind < 5:
                lines[at] = _line_mutated(lines[at], known, chance)
            elif kind == 5:
                lines.insert(at, chance.choice(lines))
            elif kind == 6:
                lines.insert(at, chance.choice(_text(chance.choice(others)).split("\n")))
            elif kind == 7 and len(lines) > 1:
                del lines[at]
            else:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
        return "\n".join(lines).encode("utf-8", "surrogatepass")[:_LONGEST]

    return mutated


def in_json(names: Sequence[str] = ()) -> Mutate:
    """Return what changes JSON documents; ``names`` are names and words that mean something in them."""
    texts = (*names, *ODD_TEXTS)

    def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
        kind = chance.randrange(16)
        if kind == 0:
            return bytes_mutated(data, others, chance)
        document = _parsed(data)
        if document is None:
            return bytes_mutated(data, others, chance)
        holder = [document]
        for _ in range(chance.randint(1, 3)):
            _node_mutated(holder, texts, others, chance)
        made = json.dumps(holder[0] if holder else None, ensure_ascii=bool(chance.randrange(4)))
        if kind < 3:
            made = _json_text_mutated(made, chance)
        return made.encode("utf-8", "surrogatepass")[:_LONGEST]

    return mutated


def in_lines(mutate: Mutate, opened: Callable[[bytes], bytes], closed: Callable[[bytes], bytes]) -> Mutate:
    """Return what changes lines whose content ``mutate`` changes; ``opened`` takes it out, ``closed`` puts it back."""

    def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
        if chance.randrange(8) == 0:
            return bytes_mutated(data, others, chance)
        lines = data.splitlines(keepends=True) or [b""]
        among = [line for other in others for line in other.splitlines(keepends=True)]
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(lines))
            kind = chance.randrange(8)
            if kind < 5:
                lines[at] = closed(mutate(opened(lines[at]), [opened(chance.choice(among))], chance))
            elif kind == 5:
                lines.insert(at, chance.choice(among))
            elif kind == 6 and len(lines) > 1:
                del lines[at]
            else:
                lines[at] = bytes_mutated(lines[at], [chance.choice(among)], chance)
        return b"".join(lines)

    return mutated


def in_parts(separator: bytes, *mutates: Mutate) -> Mutate:
    """Return what changes inputs of several parts, each by its own of ``mutates``; the last part takes the rest."""

    def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
        parts = _parts(data, separator, len(mutates))
        among = [_parts(other, separator, len(mutates)) for other in others]
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(mutates))
            parts[at] = mutates[at](parts[at], [other[at] for other in among], chance)
        return separator.join(parts)

    return mutated


def _parts(data: bytes, separator: bytes, count: int) -> list[bytes]:
    parts = data.split(separator, count - 1)
    return parts + [b""] * (count - len(parts))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _line_mutated(line: str, known: Sequence[str], chance: Random) -> str:
    kind = chance.randrange(10)
    if kind < 6:
        words = line.split(" ")
        at = chance.randrange(len(words))
        if kind < 3:
            words[at] = chance.choice(known) if known and kind else chance.choice(ODD_TEXTS)
        elif kind == 3:
            del words[at]
        elif kind == 4:
            words.insert(at, chance.choice((*known, *words)))
        else:
            words[at] = _word_mutated(words[at], chance)
        return " ".join(words)
    at = chance.randrange(len(line) + 1)
    if kind == 6:
        return line[:at]
    if kind == 7:
        return line[:at] + chance.choice(ODD_TEXTS) + line[at:]
    if kind == 8:
        return line.swapcase()
    return line[:at] + line[at : at + 12] * chance.choice(_MANY) + line[at:]


def _word_mutated(word: str, chance: Random) -> str:
    digits = re.search(r"-?\d+", word)
    if digits and len(digits[0]) < 20:
        number = int(digits[0]) + chance.choice((-1, 1, 9, 256, 10**18))
        return word[: digits.start()] + str(number) + word[digits.end() :]
    at = chance.randrange(len(word) + 1)
    return word[:at] + chance.choice("aZ0 -_.*#") + word[at + chance.randrange(2) :]


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _node_mutated(holder: list[Any], texts: Sequence[str], others: Sequence[bytes], chance: Random) -> None:
    """Change one node somewhere in ``holder[0]``, if there is one still."""
    if not holder:
        return
    inside, key = _somewhere(holder, chance)
    value = inside[key]
    kind = chance.randrange(10)
    if kind < 3:
        inside[key] = _other_value(texts, chance)
    elif kind == 3:
        foreign = _parsed(chance.choice(others))
        if foreign is not None:
            within, at = _somewhere([foreign], chance)
            inside[key] = within[at]
    elif kind == 4:
        del inside[key]
    elif kind == 5 and isinstance(inside, dict):
        inside[chance.choice(texts)] = value
    elif kind == 5:
        inside.insert(chance.randrange(len(inside) + 1), value)
    elif kind == 6 and isinstance(value, str):
        inside[key] = _word_mutated(value, chance)
    elif kind == 6 and isinstance(value, int | float):
        inside[key] = value + chance.choice((-1, 1, 100) if isinstance(value, int) else (-0.5, 0.5))
    elif kind == 7 and isinstance(value, list):
        inside[key] = value * chance.choice(_MANY)
    elif kind == 8:
        within, at = _somewhere(holder, chance)
        inside[key] = within[at] if isinstance(within[at], str | int | None) else _other_value(texts, chance)
    else:
        inside[key] = [value]


def _somewhere(holder: list[Any], chance: Random) -> tuple[Any, Any]:
    """Return a container in ``holder`` and the key or index of one of its parts."""
    inside: Any = holder
    key: Any = 0
    while True:
        value = inside[key]
        if not isinstance(value, dict | list) or not value or chance.randrange(5) == 0:
            return inside, key
        inside = value
        key = chance.choice(list(value)) if isinstance(value, dict) else chance.randrange(len(value))


def _other_value(texts: Sequence[str], chance: Random) -> Any:
    return deepcopy(chance.choice(_ODD_VALUES)) if chance.randrange(2) else chance.choice(texts)


def _json_text_mutated(text: str, chance: Random) -> str:
    """Return JSON with what no writer of JSON writes: a name twice, numbers without end, brackets without end."""
    kind = chance.randrange(4)
    found = _chosen(re.finditer(r'"\w+":' if kind == 0 else r"(?<=[ \[:])-?\d+", text), chance)
    if found is None:
        return text + chance.choice(("", ",", "}", "]", "\0", " null"))
    if kind == 0:
        return f"{text[: found.start()]}{found[0]} 0, {text[found.start() :]}"
    if kind == 1:
        return f"{text[: found.start()]}{'9' * chance.choice((19, 310, 5000))}{text[found.end() :]}"
    if kind == 2:
        return text[: found.start()] + chance.choice(("1e400", "-1e400", "1e5", "01", "1.", "+1")) + text[found.end() :]
    return text[: found.start()] + chance.choice(("[", '{"a":')) * chance.choice(_DEEP)


def _chosen(found: Iterable[re.Match[str]], chance: Random) -> re.Match[str] | None:
    listed = list(found)
    return chance.choice(listed) if listed else None
