"""Pyramid's house rules and events. ``hunters`` is the audience of the hunters' side."""

from __future__ import annotations

from riverlight.boards.compile import TREASURE_COLOURS
from riverlight.boards.wording import treasure_name
from riverlight.engines.contract import EVERYONE, ONLY_SEAT, EventType, Option
from riverlight.languages.text import text

HUNTERS = "hunters"

COLOURS = TREASURE_COLOURS
"""The colours of the treasures, as the board's data number them (PYR-3)."""

AMULETS_TO_WIN = {2: 3, 3: 4, 4: 6, 5: 7}
"""How many amulets the mummy needs with so many seats, its own among them (PYR-16, PYR-17)."""

TREASURE_NAMES = {colour: treasure_name(colour) for colour in COLOURS}
"""What people call the treasures' colours."""

OPTIONS = (
    Option("cards", ("physical", "app"), "PYR-20", text("Real treasure cards, or dealt on private pages.")),
    Option("dice", ("physical", "app"), "PYR-20", text("Real dice, keyed as they fell, or thrown by the app.")),
    Option(
        "reroll", ("all", "select"), "PYR-6", text("Whether a throw again takes all remaining dice or any of them.")
    ),
    Option(
        "treasure", ("optional", "mandatory"), "PYR-10", text("Whether a treasure that is reached may be kept back.")
    ),
    Option("reenter_safe", ("off", "on"), "PYR-11", text("Whether hunters may return to entrance and sarcophagus.")),
    Option("respawn", ("dungeon", "entrance"), "PYR-14", text("Where a caught hunter starts again.")),
    Option(
        "two_player_cards",
        ("shared", "per_marker"),
        "PYR-17",
        text("Two people: ten cards for both markers or 5 each."),
    ),
    Option("mummy_aid", ("off", "on"), "PYR-19", text("Show the mummy where hunters can be by what all know.")),
    Option(
        "mummy_light", ("always", "peek", "on_catch"), "PYR-1", text("When the hunters' board shows the mummy's light.")
    ),
)

DEALT = EventType("dealt", ("cards",), ONLY_SEAT, reveals=True)
ROLLED = EventType("rolled", ("faces",), HUNTERS, reveals=True)
ROLL_ENTERED = EventType("roll_entered", ("faces",), HUNTERS)
SET_ASIDE = EventType("set_aside", ("count",), EVERYONE)
RESET = EventType("reset", ("steps",), EVERYONE)
DIE = EventType("die", ("marker", "face"), EVERYONE)
MOVED = EventType("moved", ("marker", "start", "end"), HUNTERS)
TREASURE = EventType("treasure", ("marker", "space", "colour"), EVERYONE, reveals=True)
PASSED = EventType("passed", ("marker",), EVERYONE)
MUMMY_ROLLED = EventType("mummy_rolled", ("face", "steps"), EVERYONE, reveals=True)
MUMMY_ENTERED = EventType("mummy_roll_entered", ("face", "steps"), EVERYONE)
STEPPED = EventType("stepped", ("start", "end"), EVERYONE, reveals=True)
"""Each step shows the mummy whether a hunter stands there: it is not tried and taken back."""
STOPPED = EventType("stopped", (), EVERYONE)
CAUGHT = EventType("caught", ("marker", "space", "amulets_left"), EVERYONE)
LEFT_GAME = EventType("left_game", ("marker",), EVERYONE)
ROUND = EventType("round", ("round",), EVERYONE)
OVER = EventType("over", ("winners", "way"), EVERYONE)

EVENT_TYPES = (
    DEALT,
    ROLLED,
    ROLL_ENTERED,
    SET_ASIDE,
    RESET,
    DIE,
    MOVED,
    TREASURE,
    PASSED,
    MUMMY_ROLLED,
    MUMMY_ENTERED,
    STEPPED,
    STOPPED,
    CAUGHT,
    LEFT_GAME,
    ROUND,
    OVER,
)
