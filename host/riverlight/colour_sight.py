"""Which colours of lights are told apart, with normal sight and with each kind of colour blindness.

The lights' values are levels of lightness (``firmware/gamma.py``), so they are first turned into light. Colour
blindness is simulated by the matrices of Machado, Oliveira and Fernandes (2009) for full severity, in linear sRGB;
distances are Euclidean in Oklab (Ottosson, 2020), where 0.02 is about the least that is seen side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from riverlight.light_roles import Colour, LightRole, LightRoles

__all__ = ["LEAST", "SIGHTS", "are_alike", "distance", "may_meet", "offered_lights"]

_Row = tuple[float, float, float]
_Matrix = tuple[_Row, _Row, _Row]

SIGHTS: Final[Mapping[str, _Matrix]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What each kind of sight makes of red, green and blue light."""

LEAST: Final = 0.09
"""The distance that two lights of one pattern exceed, of which any may be alone on the board."""

_CONES: Final[_Matrix] = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB: Final[_Matrix] = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_WHITE: Final = (255, 255, 255)


def distance(one: Colour, other: Colour, sight: str) -> float:
    """Return how far apart two lights are in Oklab for a kind of sight: 0 where they are the same."""
    pairs = zip(_seen(one, sight), _seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def are_alike(one: Colour, other: Colour) -> bool:
    """Return whether somebody could take one light for the other."""
    return any(distance(one, other, sight) <= LEAST for sight in SIGHTS)


def may_meet(one: LightRole, other: LightRole) -> bool:
    """Return whether two roles have one pattern and may appear in one place, and nothing else tells them apart."""
    is_apart = bool(one.on and other.on and not {*one.on} & {*other.on})
    is_known = other.name in one.alike or one.name in other.alike
    has_panel = bool(one.meanings.keys() & other.meanings.keys())
    return has_panel and not is_apart and not is_known and (one.pattern, one.flashes) == (other.pattern, other.flashes)


def offered_lights(panels: Collection[str], table: LightRoles) -> tuple[str, ...]:
    """Return the names of the lights that pieces can have on ``panels``: those that look like no other light there.

    Args:
        panels: panels as light roles name them, the game's name where it has only one.
        table: the light roles.
    """
    there = [role for role in table.roles if role.meanings.keys() & {*panels}]
    taken = [
        _WHITE if fixed.colour == "mummy" else fixed.colour
        for one, other in combinations(there, 2)
        for piece, fixed in ((one, other), (other, one))
        if piece.colour in ("seat", "seats") and not _is_varied(fixed) and may_meet(piece, fixed)
    ]
    return tuple(name for name, light in table.seats.items() if not _is_like_any(light, taken))


def _is_varied(role: LightRole) -> bool:
    return role.colour in ("seat", "seats", "gems")


def _is_like_any(light: Colour, others: Iterable[Colour | str]) -> bool:
    return any(are_alike(light, other) for other in others if not isinstance(other, str))


@cache
def _seen(colour: Colour, sight: str) -> Sequence[float]:
    """Return a light as it is seen: lightness, then green to red, then blue to yellow."""
    simulated = [min(1.0, max(0.0, part)) for part in _times(SIGHTS[sight], [_light(level) for level in colour])]
    return _times(_LAB, [max(0.0, cone) ** (1 / 3) for cone in _times(_CONES, simulated)])


def _times(matrix: _Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(part * value for part, value in zip(row, vector, strict=True)) for row in matrix]


def _light(level: int) -> float:
    """Return the light of a level, 0 to 1: the lightness of CIE 1931 turned round."""
    lightness = level / 2.55
    return float(((lightness + 16) / 116) ** 3) if lightness > 8 else lightness / 903.3
