"""Niagara's house rules and events."""

from __future__ import annotations

from riverlight.games.contract import EVERYONE, ONLY_SEAT, EventFacts, EventType, Option
from riverlight.languages.text import text, text_in
from shared_rules.niagara import COLOURS

GEM_TITLES = {
    "violet": text_in("gem", "violet"),
    "clear": text_in("gem", "clear"),
    "yellow": text_in("gem", "yellow"),
    "blue": text_in("gem", "blue"),
    "pink": text_in("gem", "pink"),
}
"""The names of the gems by colour; some languages use the names of stones."""

GEM_NAMES = tuple(GEM_TITLES[colour] for colour in COLOURS)
"""The display names of the gems, in the order of their colours."""

OPTIONS = (
    Option(
        "cards",
        ("physical", "app"),
        "NIA-26",
        text("Real paddle cards, entered when revealed, or cards chosen on players' phones."),
        text("Cards"),
        (text("real cards"), text("chosen in the app")),
    ),
    Option(
        "fork",
        ("observed", "alternate", "random"),
        "NIA-20",
        text("Which arm a disc takes: as on the board, alternating, or random."),
        text("Fork"),
        (text("as on the board"), text("alternating"), text("random")),
    ),
    Option(
        "min_flow",
        ("0", "1"),
        "NIA-18",
        text("The fewest steps that the river flows when a number was played."),
        text("Minimum flow"),
    ),
    Option(
        "card_history",
        ("hidden", "shown"),
        "NIA-5",
        text("Whether used paddle cards of earlier rounds stay visible."),
        text("Used paddle cards"),
        (text("hidden"), text("shown")),
    ),
    Option(
        "buy_back",
        ("turn_start", "card_phase"),
        "NIA-22",
        text("When a lost canoe may be bought back."),
        text("When canoes can be bought back"),
        (text("at the start of a turn"), text("before cards are chosen")),
    ),
    Option(
        "tie",
        ("shared", "most_gems_then_first"),
        "NIA-24",
        text("Who wins when several players reach a goal in the same round."),
        text("Tie"),
        (text("shared win"), text("most gems, then first")),
    ),
    Option(
        "two_colours",
        ("on", "off"),
        "NIA-27",
        text("Two players play two colours each. Off: at least three players."),
        text("Two colours each for two players"),
        (text("on"), text("off")),
    ),
    Option(
        "life_ring",
        ("first_seat", "chosen"),
        "NIA-3",
        text("Who has the life ring first: the first player, or somebody you choose."),
        text("Who starts with the life ring"),
        (text("first player"), text("chosen at the table")),
    ),
)


class NiagaraEvent(EventFacts, total=False):
    """An event as data for JSON: each kind has the fields that its type declares."""

    card: int
    canoe: int
    colour: int
    weather: int
    start: int
    end: int
    place: int
    victim: int
    victim_canoe: int
    steps: int
    arm: int
    goal: str
    round: int
    life_ring: int
    winners: list[int]
    way: str


SEALED = EventType("sealed", (), EVERYONE)
CHOSEN = EventType("chosen", ("card",), ONLY_SEAT)
REVEALED = EventType("revealed", ("card",), EVERYONE, reveals=True)
ENTERED = EventType("entered", ("card",), EVERYONE)
CARDS_BACK = EventType("cards_back", (), EVERYONE)
BOUGHT = EventType("bought", ("canoe", "colour"), EVERYONE)
KEPT = EventType("kept", (), EVERYONE)
WEATHER = EventType("weather", ("weather",), EVERYONE)
PADDLED = EventType("paddled", ("canoe", "start", "end"), EVERYONE)
LOADED = EventType("loaded", ("canoe", "colour", "place"), EVERYONE)
UNLOADED = EventType("unloaded", ("canoe", "colour", "place"), EVERYONE)
STOLE = EventType("stole", ("canoe", "colour", "victim", "victim_canoe"), EVERYONE)
SCORED = EventType("scored", ("canoe", "colour"), EVERYONE)
LOST_CANOE = EventType("lost", ("canoe", "colour"), EVERYONE)
RETURNED = EventType("returned", ("canoe",), EVERYONE)
STAYED = EventType("stayed", (), EVERYONE)
FLOW = EventType("flow", ("steps",), EVERYONE)
FLOWED = EventType("flowed", ("arm",), EVERYONE)
ARM_DRAWN = EventType("arm_drawn", ("arm",), EVERYONE, reveals=True)
GOAL = EventType("goal", ("goal",), EVERYONE)
ROUND = EventType("round", ("round", "life_ring"), EVERYONE)
OVER = EventType("over", ("winners", "way"), EVERYONE)

EVENT_TYPES = (
    SEALED,
    CHOSEN,
    REVEALED,
    ENTERED,
    CARDS_BACK,
    BOUGHT,
    KEPT,
    WEATHER,
    PADDLED,
    LOADED,
    UNLOADED,
    STOLE,
    SCORED,
    LOST_CANOE,
    RETURNED,
    STAYED,
    FLOW,
    FLOWED,
    ARM_DRAWN,
    GOAL,
    ROUND,
    OVER,
)
