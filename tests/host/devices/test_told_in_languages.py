"""A device's status on pages is translated, reasons of failures included."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from riverlight.devices.link import Link
from riverlight.devices.ports import open_serial
from riverlight.devices.status import Status
from riverlight.languages.text import reading, spoken_all

from shared_rules.line import PROTOCOL
from tests.host.devices.scripted_pico import ScriptedPico, wait_until

QUICK = 0.1


def told(status: Status) -> tuple[str, str]:
    """What a page shows of a device, in English and in German."""
    with reading("de"):
        german = spoken_all(status.for_page(tells_current=True))["sentence"]
    return str(status.sentence), german


def test_why_a_port_cannot_be_opened() -> None:
    with Link(lambda: open_serial("/dev/no-such-port"), "/dev/no-such-port") as link:
        wait_until(lambda: link.status.sentence.startswith("There is no port"))
        english, german = told(link.status)
    assert "/dev/no-such-port" in german
    assert german != english


@pytest.mark.parametrize(
    ("scripted", "state"),
    [(lambda: ScriptedPico(version=PROTOCOL + 1), "refused"), (ScriptedPico, "ready")],
    ids=["refused", "ready"],
)
def test_how_a_device_is(scripted: Callable[[], ScriptedPico], state: str) -> None:
    with Link(scripted().open, "COM7", time_scale=QUICK) as link:
        wait_until(lambda: link.status.state == state)
        english, german = told(link.status)
    assert "COM7" in english
    assert "COM7" in german
    assert german != english
