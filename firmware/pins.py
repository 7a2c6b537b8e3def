"""The one pin table: what each pin (GP number) of the Pico is wired to.

The build guide and the wiring pictures are made from it; nothing else names a pin.
"""

from shared_rules.compat import const

CHAINS = (22, 21, 0, 1)
"""Data of the light chains, the first chain first: each goes through a 74AHCT125 to the strip's DIN."""

ROWS = (2, 3, 4, 5)
COLUMNS = (6, 7, 8, 9)
"""The keypad: rows are driven (open drain), columns are read (pulled up inside the Pico)."""

SECOND_ROWS = (10, 11, 12, 13)
SECOND_COLUMNS = (14, 15, 26, 27)
"""The second keypad, where there is one."""

PEEK = const(28)
"""The peek key, to ground, where there is one."""

READER = (18, 19, 16, 17, 20)
"""The card reader on SPI 0: SCK, MOSI, MISO, CS, RST."""

BUZZER = const(1)
"""The buzzer, where there is one, in the place of the fourth chain."""
