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
STREAM = const(7)  # a wave that runs downstream, the quicker the more the low two bits of the detail are
DIPS = const(8)  # lit, with n short dips every 3 s: the low five bits of the detail, or of a gem its colour's number
GLOWS = const(9)  # n long blinks, then a pause, n being the low five bits of the detail

# Where the colour comes from.
OWN = const(0)  # the table's colour
SEAT = const(1)  # the seat in the detail's upper three bits
SEATS = const(2)  # every seat in the detail, a mask of six bits
GEMS = const(3)  # one after another every gem in the detail, a mask of five bits; the upper three: of 7, how bright

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
HIDDEN = const(14)  # nothing, but while the peek key is held; detail: seat << 5, 7 being the mummy's white
RIVER = const(15)  # water between rounds; detail: the weather + 1, which is its speed
CREST = const(16)  # the head of the wave when the river flows
DANGER = const(17)  # a disc that the river can still take over the fall in this round
CANOES_IN_DANGER = const(18)  # the same with canoes on it; detail: mask of the seats
CANOE_NUMBER = const(19)  # one of two canoes to move; detail: seat << 5 | its number, 3 for both
LOAD_END = const(20)  # an end where the canoe can load or unload; detail as of CANOE_NUMBER
STEAL_END = const(21)  # an end where the canoe can steal; detail as of CANOE_NUMBER
SITE = const(22)  # gems that lie on a bank; detail: how many, 7 at most, << 5 | mask of their colours
BARE = const(23)  # a bank without a gem
CARGO = const(24)  # at a canoe's berth: its gem; detail: 7 << 5 | mask of the colour
ASHORE = const(25)  # at a canoe's berth: it lies there; detail: seat << 5
LOST = const(26)  # at a canoe's berth: it went over the fall
WEATHER = const(27)  # where the weather stands on its track
TRACK = const(28)  # the rest of that track
CHAMBER = const(29)  # an empty space of the maze
GATE = const(30)  # the entrance and the sarcophagus
RED_TREASURE = const(31)  # a treasure that has not been played, here and in the next four; detail: its colour's number
BLUE_TREASURE = const(32)
WHITE_TREASURE = const(33)
YELLOW_TREASURE = const(34)
GREEN_TREASURE = const(35)
PLAYED = const(36)  # a treasure that has been played
HUNTERS = const(37)  # detail: mask of the hunters that stand here, each by its light: 1 the first
HUNTER_TO_ACT = const(38)  # detail: the hunter's light << 5
DIE_END = const(39)  # an end of a die still to be chosen; detail: the hunter's light << 5 | the die, 5 the arrow
MUMMY = const(40)
MUMMY_TO_ACT = const(41)  # it walks now, or has won
TRAIL = const(42)  # where the mummy has walked
REACH = const(43)  # where the mummy can still walk
POSSIBLE = const(44)  # where a hunter can be, by all that the mummy may know
POSSIBLE_IN_REACH = const(45)
CATCH = const(46)  # a hunter is caught here now
CAUGHT = const(47)  # a hunter was caught here last
ESCAPED = const(48)  # a hunter that was in the mummy's reach and was not caught
DICE_ASIDE = const(49)  # at the entrance, for the mummy; detail: how many dice are set aside
AMULETS_TAKEN = const(50)  # in the sarcophagus, for the mummy; detail: how many

SEAT_COLOURS = (
    (0, 92, 255),  # A, circle: blue
    (255, 148, 0),  # B, triangle: orange
    (0, 206, 150),  # C, square: green
    (210, 60, 130),  # D, diamond: rose
    (252, 230, 20),  # E, pentagon: yellow
    (60, 245, 255),  # F, star: sky
)
"""Red, green, blue (0–255) of each seat's lights: Okabe and Ito's palette, tuned for light on dark water.

Any two are told apart with any of the three kinds of colour blindness; a test measures it.
"""

GEM_COLOURS = (
    (185, 90, 255),  # violet: 1 dip
    (215, 240, 255),  # clear: 2 dips
    (255, 160, 0),  # yellow: 3 dips
    (0, 40, 230),  # blue: 4 dips
    (230, 20, 90),  # pink: 5 dips
)
"""Red, green, blue (0–255) of each gem's light; the pattern of its role tells it by a number too."""

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
    (255, 150, 30, OWN, PULSE),  # PUSHED
    (255, 40, 0, OWN, PULSE),  # FALLING
    (0, 0, 0, SEAT, BREATHE),  # HOME
    (0, 0, 0, SEAT, STEADY),  # HIDDEN
    (0, 30, 52, OWN, STREAM),  # RIVER
    (140, 200, 230, OWN, STEADY),  # CREST
    (90, 34, 0, OWN, PULSE),  # DANGER
    (0, 0, 0, SEATS, PULSE),  # CANOES_IN_DANGER
    (0, 0, 0, SEAT, BLINKS),  # CANOE_NUMBER
    (110, 255, 150, OWN, DIPS),  # LOAD_END
    (255, 0, 170, OWN, GLOWS),  # STEAL_END
    (0, 0, 0, GEMS, DIPS),  # SITE
    (10, 9, 7, OWN, STEADY),  # BARE
    (0, 0, 0, GEMS, DIPS),  # CARGO
    (0, 0, 0, SEAT, STEADY),  # ASHORE
    (10, 14, 22, OWN, SHIMMER),  # LOST
    (190, 215, 255, OWN, STEADY),  # WEATHER
    (6, 9, 13, OWN, STEADY),  # TRACK
    (15, 9, 4, OWN, FLOW),  # CHAMBER
    (34, 20, 5, OWN, STEADY),  # GATE
    (60, 4, 2, OWN, DIPS),  # RED_TREASURE: 1 dip
    (2, 14, 66, OWN, DIPS),  # BLUE_TREASURE: 2 dips
    (40, 38, 34, OWN, DIPS),  # WHITE_TREASURE: 3 dips
    (56, 36, 0, OWN, DIPS),  # YELLOW_TREASURE: 4 dips
    (2, 50, 10, OWN, DIPS),  # GREEN_TREASURE: 5 dips
    (120, 70, 10, OWN, SHIMMER),  # PLAYED
    (0, 0, 0, SEATS, TAKE_TURNS),  # HUNTERS
    (0, 0, 0, SEAT, BREATHE),  # HUNTER_TO_ACT
    (190, 120, 30, OWN, GLOWS),  # DIE_END
    (210, 230, 255, OWN, STEADY),  # MUMMY
    (210, 230, 255, OWN, BREATHE),  # MUMMY_TO_ACT
    (100, 112, 134, OWN, STEADY),  # TRAIL
    (0, 80, 70, OWN, STEADY),  # REACH
    (40, 8, 110, OWN, STEADY),  # POSSIBLE
    (140, 16, 120, OWN, PULSE),  # POSSIBLE_IN_REACH
    (255, 40, 10, OWN, STEADY),  # CATCH
    (150, 14, 4, OWN, BREATHE),  # CAUGHT
    (60, 255, 120, OWN, STEADY),  # ESCAPED
    (255, 130, 10, OWN, GLOWS),  # DICE_ASIDE
    (150, 200, 255, OWN, GLOWS),  # AMULETS_TAKEN
)
