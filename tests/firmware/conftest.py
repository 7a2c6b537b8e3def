"""The firmware's modules, imported once over the Pico's shims, before any test module imports them."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from riverlight.devices import pico_shims

FIRMWARE = Path(__file__).parents[2] / "firmware"

pico_shims.load(*[f"firmware.{path.stem}" for path in sorted(FIRMWARE.glob("[a-z]*.py"))])


@pytest.fixture(autouse=True, scope="module")
def _small_collections() -> None:
    """Keep all that is loaded by now out of the collections that the firmware asks for: of it, nothing is garbage."""
    gc.freeze()
