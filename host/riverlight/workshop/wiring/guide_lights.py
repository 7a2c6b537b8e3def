"""The parts of the build guide that depend on the type of lights."""

from __future__ import annotations

from riverlight.workshop.light_types import LIGHT_TYPES
from riverlight.workshop.wiring.model import Build

__all__ = ["about_white", "hours", "how_to_cut", "how_to_lay"]


def hours(build: Build) -> str:
    """Return the estimated hours of a first build, which depend on the number of solder joints."""
    lights = sum(chain.lights for chain in build.chains)
    minutes = 240 + 60 * (not build.is_usb) + lights * (1.5 if LIGHT_TYPES[build.light_type].reach_mm else 7)
    return f"{minutes // 60:.0f} to {minutes * 1.6 // 60:.0f}"


def how_to_cut(build: Build) -> str:
    """Return how to cut off the first lights and solder their wires."""
    if LIGHT_TYPES[build.light_type].reach_mm:
        return """Cut three pixels off the string, at the end where data goes in: the arrow on the board inside, or the
letters DIN, show it. The outer two of the three wires are +5V and GND: check by the letters on a pixel, for colours
differ from maker to maker. Solder or screw a longer wire to each."""
    return """Cut three lights off the strip, in one piece, and solder three wires to the end where the arrow starts:
+5V, DIN, GND. Tin the pads and the wires first, then press them together with the iron: two seconds are enough."""


def about_white(build: Build) -> str:
    """Return a sentence on white for RGBW lights."""
    chain = build.chains[0]
    if len(chain.order) < 4:
        return ""
    return (
        " White is a light of its own in these, alone: when it looks like red, green and blue together, or the next "
        f"light joins in, the `order` of {chain.panel} lacks its `W`, or has one too many."
    )


def how_to_lay(build: Build) -> str:
    """Return how to lay and join all lights."""
    kind = LIGHT_TYPES[build.light_type]
    follow = """Work from below, with the wiring side in front of you: light 1 is the first, and the thin lines with
arrows lead from each to the next. """
    if not kind.reach_mm:
        area = build.chains[0].area_mm2
        return f"""Cut the strip into single lights, straight through the middle of the pads. {follow}Glue every light
face up under its hole, its arrow along the line. Join DO of each to DIN of the next, +5V to +5V, GND to GND:
{area:g} mm² for power, thinner for data."""
    far = sum(hop > kind.reach_mm for chain in build.chains for hop in chain.hops_mm)
    joints = (
        f"{far} times the next hole is farther than the wire reaches: cut there and solder wire between."
        if far
        else "Nothing is soldered between pixels."
    )
    return f"{follow}Push each pixel into its hole from below until it sits, DIN towards the pixel before. {joints}"
