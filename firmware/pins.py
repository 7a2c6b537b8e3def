"""Pin assignment: what each GPIO of the Pico is wired to.

The only source of pin numbers; the build guide and the wiring pictures are generated from it.
"""

from shared_rules.compat import const

CHAINS = (22, 21, 0, 1)
"""Data of the light chains, in order: each goes through a 74AHCT125 to the strip's DIN."""

ROWS = (2, 3, 4, 5)
COLUMNS = (6, 7, 8, 9)
"""The keypad: rows are driven (open drain), columns are read (internal pull-up)."""

SECOND_ROWS = (10, 11, 12, 13)
SECOND_COLUMNS = (14, 15, 26, 27)
"""The optional second keypad."""

PEEK = const(28)
"""The optional peek key, to ground."""

READER = (18, 19, 16, 17, 20)
"""The card reader on SPI 0: SCK, MOSI, MISO, CS, RST."""

SENSORS = (18, 17, 16)
"""The 74HC165 chain of the sensors, instead of the card reader, on SPI 0: SCK, LOAD, DATA."""

BUZZER = const(1)
"""The optional buzzer, instead of the fourth chain."""
