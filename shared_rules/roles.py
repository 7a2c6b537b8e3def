"""What a light can mean: the light roles. Generated from roles.toml by `make docs`: do not edit.

A *role frame* is a bytearray of two bytes a space: the role, then its detail. The games' ``lights`` modules fill it,
the firmware's renderer turns it into colours, and its digest shows whether host and Pico mean the same.
"""

from shared_rules.compat import const

# Patterns: what a light does over time.
STEADY = const(0)  # steady
BREATHE = const(1)  # breathes, once in 2 s
BLINKS = const(2)  # blinks its number, then rests
FLOW = const(3)  # a faint wave runs through it
SHIMMER = const(4)  # white glints
PULSE = const(5)  # two short dips every second
TAKE_TURNS = const(6)  # their colours take turns
STREAM = const(7)  # a wave runs downstream
DIPS = const(8)  # lit, with its number in short dips
GLOWS = const(9)  # its number in long blinks, then rests

# Where the colour comes from.
OWN = const(0)  # the table's colour
SEAT = const(1)  # the seat in the detail's upper three bits
SEATS = const(2)  # every seat in the detail, a mask of six bits
GEMS = const(3)  # every gem in the detail by turns, a mask of five bits; the upper three: of 7, how bright

# Roles.
DARK = const(0)  # all of the maze, where `mummy_light` is `peek`
WATER = const(1)  # the river; the wave runs to the landings
CURRENT = const(2)  # current: its arrow carries a canoe along after a missed pace
START = const(3)  # a start space
LANDING = const(4)  # a landing
CAVE = const(5)  # the cave's jetty
WATERFALL = const(6)  # the waterfall
CANOE = const(7)  # the canoes that stand here; detail: mask of the seats that stand here
CANOE_TO_ACT = const(8)  # the canoe whose turn it is; detail: seat << 5
END = const(9)  # detail: seat << 5 | number, from 1; the number is blinked and keyed
STAY = const(10)  # the canoe can only stay: key 1; detail: seat << 5 | 1
PUSHED = const(11)  # this canoe will be pushed by the drift that is due; detail: seat << 5
FALLING = const(12)  # this canoe will go over the fall; detail: seat << 5
HOME = const(13)  # the winner at its landing; detail: seat << 5
HIDDEN = const(14)  # detail: seat << 5, 7 being the mummy's white
RIVER = const(15)  # detail: the weather + 1, which is its speed
CREST = const(16)  # the head of the wave while the river flows
DANGER = const(17)  # the river can still carry this disc over the fall in this round
CANOES_IN_DANGER = const(18)  # the same, with canoes on it; detail: mask of the seats
CANOE_NUMBER = const(19)  # detail: seat << 5 | its number, 3 for both
LOAD_END = const(20)  # detail: as of CANOE_NUMBER
STEAL_END = const(21)  # detail: as of CANOE_NUMBER
SITE = const(22)  # detail: how many, 7 at most, << 5 | mask of their colours
BARE = const(23)  # a site without a gem
CARGO = const(24)  # at a canoe's berth: the gem that it carries; detail: 7 << 5 | mask of the colour
ASHORE = const(25)  # at a canoe's berth: the canoe is ashore; detail: seat << 5
LOST = const(26)  # at a canoe's berth: the canoe is lost
WEATHER = const(27)  # where the weather stands
TRACK = const(28)  # the rest of the weather's track
CHAMBER = const(29)  # an empty space
GATE = const(30)  # the entrance and the sarcophagus
RED_TREASURE = const(31)  # a red treasure not played yet: 1 dip; detail: its colour's number
BLUE_TREASURE = const(32)  # a blue treasure not played yet: 2 dips; detail: its colour's number
WHITE_TREASURE = const(33)  # a white treasure not played yet: 3 dips; detail: its colour's number
YELLOW_TREASURE = const(34)  # a yellow treasure not played yet: 4 dips; detail: its colour's number
GREEN_TREASURE = const(35)  # a green treasure not played yet: 5 dips; detail: its colour's number
PLAYED = const(36)  # a treasure that has been played
HUNTERS = const(37)  # detail: mask of the hunters that stand here, each by its light: 1 the first
HUNTER_TO_ACT = const(38)  # the hunter whose turn it is; detail: the hunter's light << 5
DIE_END = const(39)  # detail: the hunter's light << 5 | the die, 5 the arrow
MUMMY = const(40)  # the mummy
MUMMY_TO_ACT = const(41)  # the mummy while it walks, or when it has won
TRAIL = const(42)  # where the mummy has walked
REACH = const(43)  # where the mummy can still walk
POSSIBLE = const(44)  # where a hunter can be, by all that the mummy may know (`mummy_aid`)
POSSIBLE_IN_REACH = const(45)  # the same, within the mummy's reach
CATCH = const(46)  # a hunter is caught here at this moment
CAUGHT = const(47)  # where a hunter was caught last
ESCAPED = const(48)  # a hunter that the mummy could have reached and did not catch
DICE_ASIDE = const(49)  # detail: how many dice are set aside
AMULETS_TAKEN = const(50)  # in the sarcophagus, as many blinks as amulets are taken; detail: how many

SEAT_COLOURS = (
    (16, 91, 255),  # blue
    (255, 148, 0),  # orange
    (32, 198, 154),  # green
    (189, 79, 123),  # pink
    (245, 209, 30),  # yellow
    (104, 228, 255),  # sky
    (255, 0, 0),  # red
    (139, 66, 183),  # purple
    (244, 255, 240),  # white
    (132, 55, 27),  # brown
    (36, 48, 129),  # black
)

GEM_COLOURS = (
    (185, 90, 255),
    (215, 240, 255),
    (255, 160, 0),
    (0, 40, 230),
    (230, 20, 90),
)

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
    (60, 4, 2, OWN, DIPS),  # RED_TREASURE
    (2, 14, 66, OWN, DIPS),  # BLUE_TREASURE
    (40, 38, 34, OWN, DIPS),  # WHITE_TREASURE
    (56, 36, 0, OWN, DIPS),  # YELLOW_TREASURE
    (2, 50, 10, OWN, DIPS),  # GREEN_TREASURE
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
