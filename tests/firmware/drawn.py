"""What a light is drawn like over time, all lights of its chain having one role."""

from __future__ import annotations

from firmware import render

LIGHTS = 24


def values_over(
    ms: int,
    step: int,
    role: int,
    detail: int = 0,
    lights: int = LIGHTS,
    *,
    is_peeking: bool = False,
    is_waiting: bool = False,
) -> list[tuple[int, ...]]:
    """Return the colours of light 3 every ``step`` for ``ms`` milliseconds, all lights having one role."""
    values = bytearray(3 * lights)
    drawn = render.Renderer(values, bytes(range(lights)), bytes(range(lights)))
    drawn.take(bytearray([role, detail] * lights))
    seen = []
    for at in range(0, ms, step):
        drawn.draw(at, is_peeking, is_waiting)
        seen.append(tuple(values[9:12]))
    return seen
