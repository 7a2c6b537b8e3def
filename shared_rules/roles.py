"""What a light can mean, and the one table that gives each meaning its colour and its pattern.

A *role frame* is a bytearray of two bytes a space: the role, then its detail. The games' ``lights`` modules fill it,
the firmware's renderer turns it into colours, and its digest shows whether host and Pico mean the same.
Colour never stands alone: roles of like colours differ in pattern.
"""

from shared_rules.compat import const

# Patterns: what a light does over time. The slowest flash is a breath, the fastest 2.5 blinks a second.
STEADY = const(0)
BREATHE = const(1)  # one slow breath every 2 s
BLINKS = const(2)  # n blinks, then a pause, n being the low five bits of the detail
FLOW = const(3)  # a faint wave that runs downstream
SHIMMER = const(4)  # white glints
PULSE = const(5)  # two short dips every second: a warning
TAKE_TURNS = const(6)  # the colours of several pieces one after another

# Where the colour comes from.
OWN = const(0)  # the table's colour
SEAT = const(1)  # the seat in the detail's upper three bits
SEATS = const(2)  # every seat in the detail, a mask of six bits

DARK = const(0)
WATER = const(1)
CURRENT = const(2)
START = const(3)
LANDING = const(4)
CAVE = const(5)
WATERFALL = const(6)
CANOE = const(7)  # detail: mask of the seats that stand here
CANOE_TO_ACT = const(8)  # detail: seat << 5
END = const(9)  # detail: seat << 5 | number, from 1; the number is blinked and keyed
STAY = const(10)  # the only end is where the canoe stands, so it is number 1; detail: seat << 5 | 1
PUSHED = const(11)  # amber: will be pushed by the drift that is due; detail: seat << 5
FALLING = const(12)  # amber: will go over the fall; detail: seat << 5
HOME = const(13)  # a canoe at its landing when the game is over: the winner; detail: seat << 5
HIDDEN = const(14)  # nothing, but while the peek key is held; detail: seat << 5

SEAT_COLOURS = (
    (0, 92, 255),  # A, circle: blue
    (255, 120, 0),  # B, triangle: orange
    (0, 200, 90),  # C, square: green
    (255, 60, 150),  # D, diamond: rose
    (250, 210, 20),  # E, pentagon: yellow
    (90, 190, 255),  # F, star: sky
)
"""Red, green, blue (0–255) of each seat's lights: Okabe and Ito's palette, tuned for light on dark water."""

# role: (red, green, blue, where the colour comes from, pattern); each at full brightness
TABLE = (
    (0, 0, 0, OWN, STEADY),  # DARK
    (0, 14, 26, OWN, FLOW),  # WATER
    (60, 70, 80, OWN, SHIMMER),  # CURRENT
    (8, 14, 14, OWN, STEADY),  # START
    (40, 26, 6, OWN, STEADY),  # LANDING
    (24, 8, 30, OWN, STEADY),  # CAVE
    (30, 40, 60, OWN, SHIMMER),  # WATERFALL
    (0, 0, 0, SEATS, TAKE_TURNS),  # CANOE
    (0, 0, 0, SEAT, BREATHE),  # CANOE_TO_ACT
    (255, 236, 190, OWN, BLINKS),  # END
    (255, 236, 190, OWN, BLINKS),  # STAY
    (255, 110, 0, OWN, PULSE),  # PUSHED
    (255, 60, 0, OWN, PULSE),  # FALLING
    (0, 0, 0, SEAT, BREATHE),  # HOME
    (0, 0, 0, SEAT, STEADY),  # HIDDEN
)
