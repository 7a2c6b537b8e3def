"""Random generators of the games: immutable values in a game's state, integers only, the same on every Python.

New games use :class:`KeyedGenerator`, a keyed hash in counter mode with an independent stream for each purpose: the
known results of one deal, roll or fork reveal nothing about any other, or about the key. A real game's seed is 128 bits
of the system's randomness (:func:`random_seed`); a chosen seed is processed in the same way.

Records and game texts name their generator. Those without a name are older: :data:`FIRST`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Final, Protocol, TypeVar

from riverlight.errors import GeneratorError, OptionError
from riverlight.games import splitmix
from riverlight.games.contract import quoted
from riverlight.languages.text import series, text

__all__ = [
    "CURRENT",
    "FIRST",
    "SEED_BITS",
    "SEED_DIGITS",
    "Generator",
    "KeyedGenerator",
    "SplitMix64",
    "random_seed",
    "seeded",
    "shuffled",
]

FIRST: Final = "splitmix64"
"""The generator of records and texts without a generator's name."""

CURRENT: Final = "blake2b"
"""The generator of new games."""

SEED_BITS: Final = 128

SEED_DIGITS: Final = 39
"""Largest number of digits of a seed: that of 2 ** 128."""

_BLOCK_BYTES: Final = 64
_UNUSED: Final = 0, b""
_FAIR: Final = (0, *(256 - 256 % bound for bound in range(1, 257)))
"""By bound: bytes from there on are rejected, to avoid modulo bias."""

G = TypeVar("G", bound="Generator")


class Generator(Protocol):
    """An immutable random generator; its ``repr`` is canonical and part of a state's key."""

    def draw(self: G, stream: str, bounds: Iterable[int]) -> tuple[G, list[int]]:
        """Return the next generator and, for each of ``bounds``, a uniform number from 0 to the bound − 1.

        Args:
            stream: the purpose of the draw, such as ``"deal"``.
            bounds: each from 1 to 256.
        """


class KeyedGenerator:
    """BLAKE2b (RFC 7693) with a secret key, applied to the stream and its block counter.

    A draw depends only on the key and the number of bytes used before in its own stream.
    """

    __slots__ = ("_fingerprint", "_key", "_used")

    def __init__(self, key: bytes, fingerprint: str, used: Mapping[str, tuple[int, bytes]]) -> None:
        self._key = key
        self._fingerprint = fingerprint
        self._used = used  # for each stream the number of bytes used, and the block with the next byte

    @classmethod
    def seeded(cls, seed: int) -> KeyedGenerator:
        """Return the generator for ``seed``, any integer."""
        key = blake2b(b"%d" % seed, person=b"riverlight key").digest()
        return cls(key, blake2b(key, digest_size=16, person=b"riverlight name").hexdigest(), {})

    def draw(self, stream: str, bounds: Iterable[int]) -> tuple[KeyedGenerator, list[int]]:
        """See :meth:`Generator.draw`."""
        used, block = self._used.get(stream, _UNUSED)
        numbers = []
        for bound in bounds:
            byte = fair = _FAIR[bound]
            while byte >= fair:
                place = used % _BLOCK_BYTES
                if not place:
                    block = blake2b(f"{stream} {used // _BLOCK_BYTES}".encode(), key=self._key).digest()
                byte = block[place]
                used += 1
            numbers.append(byte % bound)
        return KeyedGenerator(self._key, self._fingerprint, {**self._used, stream: (used, block)}), numbers

    def __repr__(self) -> str:
        """Return a canonical form with a one-way fingerprint of the key, so that no output reveals it."""
        used = sorted((stream, used) for stream, (used, _) in self._used.items())
        return f"KeyedGenerator({self._fingerprint}, {used})"


class SplitMix64(int):
    """The generator of older games: one stream for all purposes; its state can be computed from some draws."""

    __slots__ = ()

    def draw(self, _stream: str, bounds: Iterable[int]) -> tuple[SplitMix64, list[int]]:
        """See :meth:`Generator.draw`; the stream is ignored."""
        state, numbers = int(self), []
        for bound in bounds:
            state, number = splitmix.below(state, bound)
            numbers.append(number)
        return SplitMix64(state), numbers


_GENERATORS: Final[Mapping[str, Callable[[int], Generator]]] = {
    CURRENT: KeyedGenerator.seeded,
    FIRST: lambda seed: SplitMix64(splitmix.seeded(seed)),
}


def random_seed() -> int:
    """Return the seed of a real game: 128 bits of the system's randomness."""
    return secrets.randbits(SEED_BITS)


def seeded(seed: int, name: str = CURRENT) -> Generator:
    """Return the generator called ``name`` for ``seed``.

    Raises:
        GeneratorError: there is no such generator.
        OptionError: the seed is too large for a game's text.
    """
    if type(seed) is not int or abs(seed) >= 10**SEED_DIGITS:
        message = text(
            "A seed must be a whole number of at most {digits} digits, not {seed}.",
            digits=SEED_DIGITS,
            seed=quoted(seed),
        )
        raise OptionError(message)
    if type(name) is not str or name not in _GENERATORS:
        message = text(
            "The game uses the random generator {name}; this version of Riverlight supports {names}. Update "
            "Riverlight to open it.",
            name=quoted(name),
            names=series(tuple(_GENERATORS)),
        )
        raise GeneratorError(message)
    return _GENERATORS[name](seed)


def shuffled(generator: G, stream: str, items: Iterable[int]) -> tuple[G, list[int]]:
    """Return the next generator and a shuffled copy of ``items``, at most 256 (Fisher–Yates)."""
    mixed = list(items)
    generator, places = generator.draw(stream, range(len(mixed), 1, -1))
    for last, other in zip(range(len(mixed) - 1, 0, -1), places, strict=True):
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return generator, mixed
