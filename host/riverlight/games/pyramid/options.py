"""Pyramid's house rules and events. ``hunters`` is the audience of the hunters' side."""

from __future__ import annotations

from riverlight.games.contract import EVERYONE, ONLY_SEAT, EventFacts, EventType, Option
from riverlight.languages.text import text

HUNTERS = "hunters"

TREASURE_TITLES = {
    "red": text("red"),
    "blue": text("blue"),
    "white": text("white"),
    "yellow": text("yellow"),
    "green": text("green"),
}
"""The names of the treasure colours, in the order of their codes."""

COLOURS = tuple(TREASURE_TITLES)
"""The treasure colours, as numbered in the board's data (PYR-3)."""

AMULETS_TO_WIN = {2: 3, 3: 4, 4: 6, 5: 7}
"""The number of amulets that the mummy needs, by the number of seats, its own included (PYR-16, PYR-17)."""

OPTIONS = (
    Option(
        "cards",
        ("physical", "app"),
        "PYR-20",
        text("Real treasure cards, or cards dealt to players' phones."),
        text("Cards"),
        (text("real cards"), text("dealt by the app")),
    ),
    Option(
        "dice",
        ("physical", "app"),
        "PYR-20",
        text("Real dice, entered after rolling, or rolled by the app."),
        text("Dice"),
        (text("real dice"), text("rolled by the app")),
    ),
    Option(
        "reroll",
        ("all", "select"),
        "PYR-6",
        text("Whether a reroll takes all remaining dice or any of them."),
        text("Rerolls"),
        (text("all remaining dice"), text("any of them")),
    ),
    Option(
        "treasure",
        ("optional", "mandatory"),
        "PYR-10",
        text("Whether a hunter who reaches a treasure may keep its card."),
        text("Treasures"),
        (text("may be kept"), text("must be played")),
    ),
    Option(
        "reenter_safe",
        ("off", "on"),
        "PYR-11",
        text("Whether hunters may return to the entrance and the sarcophagus."),
        text("Hunters may re-enter"),
        (text("off"), text("on")),
    ),
    Option(
        "respawn",
        ("dungeon", "entrance"),
        "PYR-14",
        text("Where a caught hunter starts again."),
        text("Caught hunters restart"),
        (text("in the sarcophagus"), text("at the entrance")),
    ),
    Option(
        "two_player_cards",
        ("shared", "per_marker"),
        "PYR-17",
        text("With two players: ten cards shared by both hunters, or five each."),
        text("Cards with two players"),
        (text("shared"), text("five each")),
    ),
    Option(
        "mummy_aid",
        ("off", "on"),
        "PYR-19",
        text("Show the mummy where hunters can be, from what everyone knows."),
        text("Show possible spaces"),
        (text("off"), text("on")),
    ),
    Option(
        "mummy_light",
        ("always", "peek", "on_catch"),
        "PYR-1",
        text("When the hunters' panel shows the mummy's light."),
        text("Mummy's light on the hunters' panel"),
        (text("always"), text("with the peek key"), text("only on a catch")),
    ),
)


class PyramidEvent(EventFacts, total=False):
    """An event as data for JSON: each kind has the fields that its type declares."""

    cards: list[str]
    faces: list[str]
    count: int
    steps: int
    marker: int
    face: str
    start: str
    end: str
    space: str
    colour: str
    amulets_left: int
    round: int
    winners: list[int]
    way: str


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
"""A step shows the mummy whether a hunter is there, so it cannot be tried and undone."""
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
