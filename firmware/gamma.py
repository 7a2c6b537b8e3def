"""Gamma curves: from perceived lightness to linear LED levels.

An LED is linear in its value, perceived lightness is not: half the light looks like three quarters. The curve is the
inverse of CIE 1931 lightness. It is steeper than a power law in the dark, so dim water stays visible, and it needs only
integers, so all interpreters compute the same table.
"""

from array import array

FULL = 65280
"""The level of full light: 255 steps of an LED, in 256ths of a step."""

CURVES = ("lightness", "linear")
"""The curve names of :func:`make_curve`."""


def _lightness_level(value: int) -> int:
    # L* = 100 value / 255. Up to L* = 8 light is L* / 903.3, above it ((L* + 16) / 116) cubed; all scaled to integers.
    lightness_255 = 100 * value
    if lightness_255 <= 8 * 255:
        return (lightness_255 * FULL * 10 + 9033 * 255 // 2) // (9033 * 255)
    base = lightness_255 + 16 * 255
    whole = 116 * 255
    return (base * base * base * FULL + whole * whole * whole // 2) // (whole * whole * whole)


def _linear_level(value: int) -> int:
    return value << 8


_made: "dict[str, array[int]]" = {}  # cache: a curve takes the Pico 0.1 s, and all chains share it


def make_curve(name: str) -> "array[int]":
    """Return the levels of all 256 values, 0 to :data:`FULL`, ascending.

    The result is a shared array of 16-bit words; do not change it.

    Args:
        name: ``"lightness"`` (perceptual) or ``"linear"``.

    Raises:
        ValueError: for another name.
    """
    if name not in CURVES:
        raise ValueError("the curve must be %s, not %r." % (" or ".join(CURVES), name))
    if name not in _made:
        level = _lightness_level if name == "lightness" else _linear_level
        _made[name] = array("H", [level(value) for value in range(256)])
    return _made[name]
