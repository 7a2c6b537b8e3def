"""Niagara's house rules and events."""

from __future__ import annotations

from riverlight.boards.wording import gem_name
from riverlight.engines.contract import EVERYONE, ONLY_SEAT, EventType, Option
from riverlight.languages.text import text
from shared_rules.niagara import COLOURS

GEM_NAMES = tuple(gem_name(colour) for colour in COLOURS)
"""What people call the gems, in the order of their colours."""

OPTIONS = (
    Option(
        "cards",
        ("physical", "app"),
        "NIA-26",
        text("Real paddle cards, keyed as revealed, or sealed on private pages."),
    ),
    Option(
        "fork", ("observed", "alternate", "random"), "NIA-20", text("Which arm a disc takes: seen, in turn, or chance.")
    ),
    Option("min_flow", ("0", "1"), "NIA-18", text("The least steps of flow when a number was played.")),
    Option(
        "card_history", ("hidden", "shown"), "NIA-5", text("Whether used paddle cards of earlier rounds stay in sight.")
    ),
    Option("buy_back", ("turn_start", "card_phase"), "NIA-22", text("When a lost canoe may be bought back.")),
    Option(
        "tie",
        ("shared", "most_gems_then_first"),
        "NIA-24",
        text("Who wins when several meet a goal in the same round."),
    ),
    Option(
        "two_colours", ("on", "off"), "NIA-27", text("Two people play two colours each; off: at least three people.")
    ),
)

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
