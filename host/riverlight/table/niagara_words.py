"""What Niagara's table says: whom it asks for what, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from riverlight.engines.contract import Seat
from riverlight.engines.niagara.options import GEM_NAMES
from riverlight.languages.text import listed, parted, plural, text
from riverlight.table.adaptor import Prompt
from riverlight.table.wording import Sentences, sentence_for, wins
from shared_rules.niagara import COLOURS, PLACE_NAMES

__all__ = ["GEM_HELP", "arrangement", "prompt", "tell"]

GEM_HELP: Final = text("A violet, B clear, C yellow, D blue, * pink")

_GEM_KEYS: Final = dict(zip(COLOURS, "ABCD*", strict=True))
_GEM_NAMES: Final = dict(zip(COLOURS, GEM_NAMES, strict=True))
_TAKES: Final = (
    text("The river rests."),
    text("The river takes one."),
    text("The river takes two."),
    text("The river takes three."),
    text("The river takes four."),
    text("The river takes five."),
    text("The river takes six."),
    text("The river takes seven."),
    text("The river takes eight."),
)
_MORE: Final = (
    text("None more."),
    text("One more."),
    text("Two more."),
    text("Three more."),
    text("Four more."),
    text("Five more."),
    text("Six more."),
    text("Seven more."),
)


def prompt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return what to ask ``seat``."""
    if seat is None:
        return _prompt_over(view, names)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return where canoes, gems, weather and life ring are."""
    told = []
    for name, places, cargo in zip(names, view["canoes"], view["cargo"], strict=True):
        canoes = [_with_gem(_place(place), gem) for place, gem in zip(places, cargo, strict=True)]
        told.append(text("{name} {first} and {second}", name=name, first=canoes[0], second=canoes[1]))
    sites = view["sites"].items()
    told += [text("{gems} at its site", gems=_gems(site, gems.get(site, 0))) for site, gems in sites]
    told += [
        text("{gems} at the {site} site", gems=_gems(gem, count), site=_GEM_NAMES[site])
        for site, gems in sites
        for gem, count in gems.items()
        if gem != site
    ]
    told.append(text("weather {weather}", weather=_signed(view["weather"])))
    told.append(text("life ring {name}", name=names[view["life_ring"]]))
    return text("{things}.", things=parted(told))


def tell(event: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None for one that another tells with it."""
    return sentence_for(_SENTENCES, event, names)


def _prompt_cards(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = text(
        "Every seat chooses one paddle card; it stays sealed until its turn comes, from the life ring clockwise."
    )
    if "hand" in view and view["chosen"] is None:
        return Prompt(text("{name}, choose a card.", name=names[seat]), why, "NIA-4", seat)
    waiting = [names[one] for one in view["to_act"]]
    sentence = plural("{names} chooses a card.", "{names} choose a card.", len(waiting), names=listed(waiting, "and"))
    return Prompt(sentence, why, "NIA-4", seat)


def _prompt_reveal(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = text("All lay a paddle card face down. Key in what is turned over: its number, or * for the cloud.")
    if all(card is None for card in view["revealed"]):
        return Prompt(text("Lay cards; {name} turns over first.", name=names[seat]), why, "NIA-4", seat)
    return Prompt(text("{name}, turn over your paddle card.", name=names[seat]), why, "NIA-4", seat)


def _prompt_buy(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    scored = view["scored"][seat].items()
    gems = [text("{key} {gem}", key=_GEM_KEYS[gem], gem=_GEM_NAMES[gem]) for gem, count in scored if count]
    why = text(
        "One gem brought ashore buys one lost canoe back, which counts as ashore at once: {gems}.", gems=listed(gems)
    )
    return Prompt(text("{name}, buy a canoe back? 0 is no.", name=names[seat]), why, "NIA-22", seat)


def _prompt_act(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    name, card = names[seat], view["card"]
    if card == "cloud":
        why = text("A cloud moves the weather one step; it has to, and the canoes rest.")
        ways = [
            way
            for way, possible in ((text("2 up"), view["weather"] < 2), (text("8 down"), view["weather"] > -1))
            if possible
        ]
        return Prompt(text("{name} moves the weather: {ways}.", name=name, ways=listed(ways)), why, "NIA-6", seat)
    must, may = [number + 1 for number in view["must_move"]], [number + 1 for number in view["may_launch"]]
    if len(must) == 2:
        why = text("Both canoes are afloat, so both move, in either order, each with all the points of the card.")
        return Prompt(text("{name} paddles {card}: both canoes.", name=name, card=card), why, "NIA-8", seat)
    if must and may:
        why = text("The canoe afloat has to move; the one ashore may be launched, before or after it.")
        return Prompt(
            text(
                "{name} paddles {card}: move {must}, maybe launch {may}.",
                name=name,
                card=card,
                must=must[0],
                may=may[0],
            ),
            why,
            "NIA-8",
            seat,
        )
    if must:
        why = text("Every step takes a point; to load or to unload takes two, before the steps or after them.")
        return Prompt(text("{name} paddles {card}: move the canoe.", name=name, card=card), why, "NIA-11", seat)
    if view["must_launch"]:
        why = text("No canoe is afloat, so exactly one is launched.")
        return Prompt(text("{name} paddles {card}: launch a canoe.", name=name, card=card), why, "NIA-8", seat)
    why = text("The canoe ashore may be launched, or stay.")
    return Prompt(text("{name}, launch canoe {may} too? 0 is no.", name=name, may=may[0]), why, "NIA-8", seat)


def _prompt_flow(view: Mapping[str, Any], _names: Sequence[str], seat: Seat) -> Prompt:
    begins = (_MORE if view["last_flow"] else _TAKES)[view["flow_left"]]
    preset = _ARMS[view["fork_preset"]]
    why = text(
        "Key the arm that the disc from M5 took: 4 left, 6 right. 5 is {preset}, the one not taken last.", preset=preset
    )
    return Prompt(text("{begins} Left or right?", begins=begins), why, "NIA-20", seat)


def _prompt_over(view: Mapping[str, Any], names: Sequence[str]) -> Prompt:
    winners = [names[seat] for seat in view["winners"]]
    return Prompt(wins(winners), _WAYS[view["way"]], "NIA-24", None)


_PROMPTS: Final[Mapping[str, Callable[[Mapping[str, Any], Sequence[str], Seat], Prompt]]] = {
    "cards": _prompt_cards,
    "reveal": _prompt_reveal,
    "buy": _prompt_buy,
    "act": _prompt_act,
    "flow": _prompt_flow,
}

_ARMS: Final = {"left": text("left"), "right": text("right")}
_GOALS: Final = {
    "four_of_a_kind": text("four gems of one colour"),
    "five_different": text("gems of all five colours"),
    "seven": text("seven gems"),
}
_WAYS: Final = {
    **{goal: text("One seat has {goal} ashore.", goal=words) for goal, words in _GOALS.items()},
    "shared": text("Several seats met a goal in this round and share the win."),
    "most_gems": text("Of those who met a goal in this round, the one with the most gems wins."),
    "first": text("Of those who met a goal in this round with equal gems, the first to meet it wins."),
}


def _gems(colour: str, count: int) -> str:
    return plural("{n} {colour} gem", "{n} {colour} gems", count, colour=_GEM_NAMES[colour])


def _signed(weather: int) -> str:
    return f"+{weather}" if weather > 0 else str(weather).replace("-", "−")


def _place(name: str) -> str:
    return {"shore": text("ashore"), "lost": text("lost")}.get(name, text("on {place}", place=name))


def _with_gem(words: str, gem: str | None) -> str:
    return words if gem is None else text("{where} with a {gem} gem", where=words, gem=_GEM_NAMES[gem])


def _gem(event: Mapping[str, Any]) -> str:
    return text("a {colour} gem", colour=GEM_NAMES[event["colour"]])


def _canoe(event: Mapping[str, Any]) -> str:
    return text("canoe {number}", number=event["canoe"] + 1)


def _paddled(who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    start, end = PLACE_NAMES[event["start"]], PLACE_NAMES[event["end"]]
    if event["start"] == 0:
        return text("{who} launches {canoe} to {end}.", who=who, canoe=_canoe(event), end=end)
    if event["end"] == 0:
        return text("{who} brings {canoe} ashore from {start}.", who=who, canoe=_canoe(event), start=start)
    if end == "lost":
        return text("{who} paddles {canoe} from {start} over the fall.", who=who, canoe=_canoe(event), start=start)
    return text("{who} paddles {canoe} from {start} to {end}.", who=who, canoe=_canoe(event), start=start, end=end)


def _lost(who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    if event["colour"] >= len(COLOURS):
        return text("{who} loses {canoe} over the fall.", who=who, canoe=_canoe(event))
    return text(
        "{who} loses {canoe} over the fall; {gem} goes back to its site.",
        who=who,
        canoe=_canoe(event),
        gem=_gem(event),
    )


_SENTENCES: Final[Sentences] = {
    "sealed": lambda who, _event, _names: text("{who} has chosen a paddle card.", who=who),
    "chosen": lambda _who, event, _names: text("You have chosen {card}.", card=event["card"] or text("the cloud")),
    # Which card it is, the round's own cards show; once they are covered no line is to tell it (NIA-25).
    "revealed": lambda who, _event, _names: text("{who} turns over a paddle card.", who=who),
    "entered": lambda who, _event, _names: text("{who} turns over a paddle card.", who=who),
    "cards_back": lambda who, _event, _names: text("{who} takes all seven cards back.", who=who),
    "bought": lambda who, event, _names: text(
        "{who} buys {canoe} back with {gem}.", who=who, canoe=_canoe(event), gem=_gem(event)
    ),
    "kept": lambda who, _event, _names: text("{who} keeps the gems.", who=who),
    "weather": lambda who, event, _names: text(
        "{who} moves the weather to {weather}.", who=who, weather=_signed(event["weather"])
    ),
    "paddled": _paddled,
    "loaded": lambda who, event, _names: text(
        "{who} loads {gem} at {place}.", who=who, gem=_gem(event), place=PLACE_NAMES[event["place"]]
    ),
    "unloaded": lambda who, event, _names: text(
        "{who} unloads {gem} at {place}.", who=who, gem=_gem(event), place=PLACE_NAMES[event["place"]]
    ),
    "stole": lambda who, event, names: text(
        "{who} steals {gem} from {name}.", who=who, gem=_gem(event), name=names[event["victim"]]
    ),
    "scored": lambda who, event, _names: text("{who} brings {gem} ashore.", who=who, gem=_gem(event)),
    "lost": _lost,
    "returned": lambda who, event, _names: text(
        "{who} has nothing left and gets {canoe} back for nothing.", who=who, canoe=_canoe(event)
    ),
    "stayed": lambda who, _event, _names: text("{who} leaves the other canoe ashore.", who=who),
    "flow": lambda _who, event, _names: _TAKES[event["steps"]],
    "flowed": lambda _who, event, _names: (text("A disc goes left."), text("A disc goes right."))[event["arm"]],
    "goal": lambda who, event, _names: text(
        "{who} has {goal}: this is the last round.", who=who, goal=_GOALS[event["goal"]]
    ),
    "round": lambda _who, event, names: text(
        "Round {round}: {name} has the life ring.", round=event["round"], name=names[event["life_ring"]]
    ),
    "over": lambda _who, event, names: _prompt_over(event, names).sentence,
}
