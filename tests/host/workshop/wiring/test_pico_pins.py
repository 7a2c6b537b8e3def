"""What the RP2040's pins can do, and that the firmware's pins do it."""

from __future__ import annotations

import pytest
from riverlight.workshop.wiring.rp2040 import GROUNDS, HEADER, can_do, gpio_of, jobs_of

from firmware import pins


@pytest.mark.parametrize(
    ("gpio", "job"),
    [
        (16, "SPI0 MISO"), (17, "SPI0 CS"), (18, "SPI0 SCK"), (19, "SPI0 MOSI"), (0, "SPI0 MISO"), (7, "SPI0 MOSI"),
        (8, "SPI1 MISO"), (13, "SPI1 CS"), (10, "SPI1 SCK"), (15, "SPI1 MOSI"), (26, "SPI1 SCK"), (28, "SPI1 MISO"),
        (26, "ADC"), (27, "ADC"), (28, "ADC"),
    ],
)  # fmt: skip
def test_a_pin_does_what_the_data_sheet_says(gpio: int, job: str) -> None:
    assert job in jobs_of(gpio)


def test_no_other_pin_measures() -> None:
    assert [gpio for gpio in range(29) if "ADC" in jobs_of(gpio)] == [26, 27, 28]


def test_the_header_has_forty_pins_with_26_gpio_and_8_grounds() -> None:
    assert len(set(HEADER)) == 40
    assert sorted(gpio for name in HEADER if (gpio := gpio_of(name)) is not None) == [*range(23), 26, 27, 28]
    assert len(GROUNDS) == 8
    assert HEADER.index("GP22") == 28
    assert HEADER.index("3V3") == 35
    assert HEADER.index("VBUS") == 39


def test_no_pin_of_the_firmware_is_used_twice_but_the_buzzer_in_place_of_the_fourth_chain() -> None:
    used = [*pins.CHAINS, *pins.ROWS, *pins.COLUMNS, *pins.SECOND_ROWS, *pins.SECOND_COLUMNS, pins.PEEK, *pins.READER]
    assert len(set(used)) == len(used)
    assert pins.CHAINS[3] == pins.BUZZER
    assert all(f"GP{gpio}" in HEADER for gpio in used)


def test_the_sensors_take_pins_of_the_card_reader_on_the_same_spi() -> None:
    assert set(pins.SENSORS) <= set(pins.READER)
    for gpio, job in zip(pins.SENSORS, ("SPI0 SCK", "IO", "SPI0 MISO"), strict=True):
        assert can_do(f"GP{gpio}", job)


def test_the_reader_is_on_pins_that_speak_spi() -> None:
    for gpio, job in zip(pins.READER, ("SPI0 SCK", "SPI0 MOSI", "SPI0 MISO"), strict=False):
        assert can_do(f"GP{gpio}", job)
    assert not can_do("GP23", "IO")
    assert not can_do("3V3", "IO")
