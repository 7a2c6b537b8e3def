"""From the brightness an eye sees to the brightness an LED must have.

An LED's light grows evenly with its value, the eye's impression does not: half the light looks like three quarters.
The curve used is the lightness of CIE 1931 turned round; it is steep where a power law is flat, so dim water stays
visible, and it needs whole numbers only, so every interpreter makes the same table.
"""

from array import array

FULL = 65280
"""The level of full light: 255 steps of an LED, in 256ths of a step."""

CURVES = ("lightness", "linear")
"""The names that :func:`make_curve` knows."""


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


_made: "dict[str, array[int]]" = {}  # a curve takes the Pico a tenth of a second, and serves all chains


def make_curve(name: str) -> "array[int]":
    """Return 256 levels, 0 to :data:`FULL`, rising with the value: an array of 16-bit words, not to be changed.

    Args:
        name: ``"lightness"``, as the eye sees, or ``"linear"``.

    Raises:
        ValueError: for another name.
    """
    if name not in CURVES:
        raise ValueError("the curve must be %s, not %r." % (" or ".join(CURVES), name))
    if name not in _made:
        level = _lightness_level if name == "lightness" else _linear_level
        _made[name] = array("H", [level(value) for value in range(256)])
    return _made[name]
