"""The firmware's modules, imported once over the Pico's stand-ins, before any test module asks for them."""

from __future__ import annotations

from pathlib import Path

from riverlight.devices import pico_shims

FIRMWARE = Path(__file__).parents[2] / "firmware"

pico_shims.load(*[f"firmware.{path.stem}" for path in sorted(FIRMWARE.glob("[a-z]*.py"))])
