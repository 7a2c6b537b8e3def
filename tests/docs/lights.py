"""What the lights of each game mean: colour and pattern from the table of roles, the meaning in words."""

from __future__ import annotations

import ast
import colorsys
from pathlib import Path
from typing import Final

from riverlight.engines.games import game_named
from riverlight.table.seats import LETTERS, SHAPES

from shared_rules import niagara, roles
from tests.docs.tables import table

__all__ = ["MEANINGS", "gems_line", "roles_of", "roles_table", "seats_line"]

_RULES: Final = Path(roles.__file__).parent

MEANINGS: Final = {
    "canyon": {
        "START": "a start space",
        "WATER": "the river; the wave runs to the landings",
        "CURRENT": "current: its arrow carries a canoe along when the pace was missed",
        "LANDING": "a landing",
        "CAVE": "the cave's jetty",
        "WATERFALL": "the waterfall",
        "CANOE": "the canoes that stand here",
        "CANOE_TO_ACT": "the canoe whose turn it is",
        "END": "where this canoe may end, or a free start: the blinks are its number, which is keyed",
        "STAY": "the canoe can only stay: key 1",
        "PUSHED": "this canoe will be pushed by the drift that is due",
        "FALLING": "this canoe will go over the fall",
        "HOME": "the winner at its landing",
    },
    "niagara": {
        "LANDING": "the shore",
        "WATERFALL": "the fall",
        "RIVER": "the river; the wave is the quicker the higher the weather stands",
        "CREST": "the head of the wave while the river flows",
        "DANGER": "the river can still carry this disc over the fall in this round",
        "CANOES_IN_DANGER": "the same, with canoes on it",
        "CANOE": "the canoes on this disc",
        "CANOE_TO_ACT": "a canoe that has to move, or whose seat chooses a card",
        "CANOE_NUMBER": "one of two canoes that may move, by its number; 3 where they lie together",
        "END": "an end: the blinks tell for canoe 1, 2, or 3 for both. In other choices they are the key: 2 and 8 of "
        "the weather, 4 and 6 of the arms, 1 of a canoe to buy back",
        "LOAD_END": "an end where the canoe can load or unload, numbered in the same way",
        "STEAL_END": "an end where the canoe can steal, numbered in the same way",
        "SITE": "the gems that lie at this site, the brighter the more",
        "BARE": "a site without a gem",
        "CARGO": "at a canoe's berth: the gem that it carries",
        "ASHORE": "at a canoe's berth: the canoe is ashore",
        "LOST": "at a canoe's berth: the canoe is lost",
        "WEATHER": "where the weather stands",
        "TRACK": "the rest of the weather's track",
        "HOME": "a canoe of the winner",
    },
    "pyramid": {
        "DARK": "all of the maze, where `mummy_light` is `peek`",
        "CHAMBER": "an empty space",
        "GATE": "the entrance and the sarcophagus",
        "RED_TREASURE": "a treasure not played yet: red, 1 dip",
        "BLUE_TREASURE": "blue, 2 dips",
        "WHITE_TREASURE": "white, 3 dips",
        "YELLOW_TREASURE": "yellow, 4 dips",
        "GREEN_TREASURE": "green, 5 dips",
        "PLAYED": "a treasure that has been played",
        "HUNTERS": "tomb: the hunters that stand here",
        "HUNTER_TO_ACT": "tomb: the hunter whose turn it is",
        "DIE_END": "tomb: an end of a die not chosen yet: the blinks are its number, 5 for the arrow",
        "END": "tomb: where this hunter may end: the blinks are its number, which is keyed",
        "HOME": "tomb: the hunter that has won",
        "HIDDEN": "tomb: the mummy, where it shows only while the peek key is held",
        "MUMMY": "the mummy",
        "MUMMY_TO_ACT": "the mummy while it walks, or when it has won",
        "TRAIL": "where the mummy has walked",
        "CATCH": "a hunter is caught here at this moment",
        "ESCAPED": "tomb: a hunter that the mummy could have reached and did not catch",
        "REACH": "shrine: where the mummy can still walk",
        "POSSIBLE": "shrine: where a hunter can be, by all that the mummy may know (`mummy_aid`)",
        "POSSIBLE_IN_REACH": "shrine: the same, within the mummy's reach",
        "CAUGHT": "shrine: where a hunter was caught last",
        "DICE_ASIDE": "shrine, at the entrance: as many blinks as dice are set aside",
        "AMULETS_TAKEN": "shrine, in the sarcophagus: as many blinks as amulets are taken",
    },
}
"""What each role means on a board of each game, in the order of the page."""

_PATTERNS: Final = {
    roles.STEADY: "steady",
    roles.BREATHE: "breathes, once in 2 s",
    roles.BLINKS: "blinks its number, then rests",
    roles.FLOW: "a faint wave runs through it",
    roles.SHIMMER: "white glints",
    roles.PULSE: "two short dips every second",
    roles.TAKE_TURNS: "their colours take turns",
    roles.STREAM: "a wave runs downstream",
    roles.DIPS: "lit, with its number in short dips",
    roles.GLOWS: "its number in long blinks, then rests",
}
_MUMMYS: Final = {"HIDDEN": "white"}  # by its detail it could be a seat's; it is the mummy's alone
_SOURCES: Final = {roles.SEAT: "the seat's", roles.SEATS: "the seats'", roles.GEMS: "the gems'"}

_HUES: Final = (
    (15, "red"), (37, "orange"), (48, "amber"), (70, "yellow"), (167, "green"), (180, "turquoise"), (200, "sky blue"),
    (245, "blue"), (290, "violet"), (350, "pink"), (361, "red"),
)  # fmt: skip
"""Up to which angle of the colour circle a colour has which name."""

_GREY: Final = 0.45  # of saturation: less is white
_FAINT: Final = 45
_DIM: Final = 140


def colour_name(red: int, green: int, blue: int) -> str:
    """Return what a light's colour looks like, in a word or two."""
    brightest = max(red, green, blue)
    if brightest == 0:
        return "dark"
    hue, saturation, _ = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    name = "white" if saturation < _GREY else next(name for most, name in _HUES if hue * 360 < most)
    return f"faint {name}" if brightest < _FAINT else f"dim {name}" if brightest < _DIM else name


def roles_of(game: str) -> set[str]:
    """Return the names of the roles that the lights of a game can have, from the module that gives them."""
    tree = ast.parse((_RULES / f"{game}_lights.py").read_text(encoding="utf-8"))
    numbers = {value: name for name, value in vars(roles).items() if name in MEANINGS[game]}
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_roles(node.value)}
    used = {name for name in named if name.isupper()}
    if "RED_TREASURE" in used:  # it stands for the five that follow one another
        used |= {numbers[number] for number in range(roles.RED_TREASURE, roles.GREEN_TREASURE + 1)}
    return used


def _is_roles(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "roles"


def roles_table(game: str) -> str:
    """Return the table of what a game's lights mean."""
    rows = []
    for name, meaning in MEANINGS[game].items():
        red, green, blue, source, pattern = roles.TABLE[getattr(roles, name)]
        colour = _MUMMYS.get(name) or _SOURCES.get(source) or colour_name(red, green, blue)
        rows.append((meaning, colour, _PATTERNS[pattern]))
    return table(("what it means", "colour", "pattern"), rows)


def seats_line(game: str) -> str:
    """Return the seats' colours and shapes, as many as the game has seats or lights of hunters."""
    seats = max(game_named(game).seat_counts)
    told = [f"{LETTERS[seat]} {SHAPES[seat]} {colour_name(*roles.SEAT_COLOURS[seat])}" for seat in range(seats)]
    return f"The seats' colours, with the shape that goes with each on the page: {', '.join(told)}.\n"


def gems_line() -> str:
    """Return the gems' colours, and by how many dips each is told."""
    gems = zip(niagara.COLOURS, roles.GEM_COLOURS, strict=True)
    told = [f"{gem} {number} ({colour_name(*colour)})" for number, (gem, colour) in enumerate(gems, start=1)]
    return f"The gems' dips, and their colours as light: {', '.join(told)}.\n"
