"""What Niagara's table says: whom it asks for what, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from riverlight.engines.contract import TABLE, Seat
from riverlight.table.adaptor import Prompt
from riverlight.table.wording import counted, listed
from shared_rules.niagara import COLOURS, PLACE_NAMES

__all__ = ["GEM_HELP", "arrangement", "prompt", "tell"]

GEM_HELP: Final = "A violet, B clear, C yellow, D blue, * pink"

_GEM_KEYS: Final = dict(zip(COLOURS, "ABCD*", strict=True))
_NUMBERS: Final = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


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
        told.append(f"{name} {canoes[0]} and {canoes[1]}")
    moved = [
        f"{counted(count, f'{gem} gem')} at the {site} site"
        for site, gems in view["sites"].items()
        for gem, count in gems.items()
        if gem != site
    ]
    told += [f"{counted(gems.get(site, 0), f'{site} gem')} at its site" for site, gems in view["sites"].items()]
    return f"{'; '.join([*told, *moved])}; weather {_signed(view['weather'])}; life ring {names[view['life_ring']]}."


def tell(event: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None for one that another tells with it."""
    sentence = _SENTENCES.get(event["event"])
    if sentence is None:
        return None
    return sentence("" if event["seat"] == TABLE else names[event["seat"]], event, names)


def _prompt_cards(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = "Every seat chooses one paddle card; it stays sealed until its turn comes, from the life ring clockwise."
    if "hand" in view and view["chosen"] is None:
        return Prompt(f"{names[seat]}, choose a card.", why, "NIA-4", seat)
    waiting = [names[one] for one in view["to_act"]]
    verb = "chooses" if len(waiting) == 1 else "choose"
    return Prompt(f"{listed(waiting, 'and')} {verb} a card.", why, "NIA-4", seat)


def _prompt_reveal(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = "All lay a paddle card face down. Key in what is turned over: its number, or * for the cloud."
    if all(card is None for card in view["revealed"]):
        return Prompt(f"Lay cards; {names[seat]} turns over first.", why, "NIA-4", seat)
    return Prompt(f"{names[seat]}, turn over your paddle card.", why, "NIA-4", seat)


def _prompt_buy(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    gems = [f"{_GEM_KEYS[gem]} {gem}" for gem, count in view["scored"][seat].items() if count]
    why = f"One gem brought ashore buys one lost canoe back, which counts as ashore at once: {listed(gems)}."
    return Prompt(f"{names[seat]}, buy a canoe back? 0 is no.", why, "NIA-22", seat)


def _prompt_act(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    name, card = names[seat], view["card"]
    if card == "cloud":
        why = "A cloud moves the weather one step; it has to, and the canoes rest."
        ways = [way for way, possible in (("2 up", view["weather"] < 2), ("8 down", view["weather"] > -1)) if possible]
        return Prompt(f"{name} moves the weather: {listed(ways)}.", why, "NIA-6", seat)
    must, may = [number + 1 for number in view["must_move"]], [number + 1 for number in view["may_launch"]]
    if len(must) == 2:
        why = "Both canoes are afloat, so both move, in either order, each with all the points of the card."
        return Prompt(f"{name} paddles {card}: both canoes.", why, "NIA-8", seat)
    if must and may:
        why = "The canoe afloat has to move; the one ashore may be launched, before or after it."
        return Prompt(f"{name} paddles {card}: move {must[0]}, maybe launch {may[0]}.", why, "NIA-8", seat)
    if must:
        why = "Every step takes a point; to load or to unload takes two, before the steps or after them."
        return Prompt(f"{name} paddles {card}: move the canoe.", why, "NIA-11", seat)
    if view["must_launch"]:
        why = "No canoe is afloat, so exactly one is launched."
        return Prompt(f"{name} paddles {card}: launch a canoe.", why, "NIA-8", seat)
    why = "The canoe ashore may be launched, or stay."
    return Prompt(f"{name}, launch canoe {may[0]} too? 0 is no.", why, "NIA-8", seat)


def _prompt_flow(view: Mapping[str, Any], _names: Sequence[str], seat: Seat) -> Prompt:
    steps = _NUMBERS[view["flow_left"]]
    begins = f"{steps.capitalize()} more." if view["last_flow"] else f"The river takes {steps}."
    preset = view["fork_preset"]
    why = f"Key the arm that the disc from M5 took: 4 left, 6 right. 5 is {preset}, the one not taken last."
    return Prompt(f"{begins} Left or right?", why, "NIA-20", seat)


def _prompt_over(view: Mapping[str, Any], names: Sequence[str]) -> Prompt:
    winners = [names[seat] for seat in view["winners"]]
    sentence = f"{listed(winners, 'and')} {'wins' if len(winners) == 1 else 'share the win'}."
    return Prompt(sentence, _WAYS[view["way"]], "NIA-24", None)


_PROMPTS: Final[Mapping[str, Callable[[Mapping[str, Any], Sequence[str], Seat], Prompt]]] = {
    "cards": _prompt_cards,
    "reveal": _prompt_reveal,
    "buy": _prompt_buy,
    "act": _prompt_act,
    "flow": _prompt_flow,
}

_GOALS: Final = {
    "four_of_a_kind": "four gems of one colour",
    "five_different": "gems of all five colours",
    "seven": "seven gems",
}
_WAYS: Final = {
    **{goal: f"One seat has {words} ashore." for goal, words in _GOALS.items()},
    "shared": "Several seats met a goal in this round and share the win.",
    "most_gems": "Of those who met a goal in this round, the one with the most gems wins.",
    "first": "Of those who met a goal in this round with equal gems, the first to meet it wins.",
}


def _signed(weather: int) -> str:
    return f"+{weather}" if weather > 0 else str(weather).replace("-", "−")


def _place(name: str) -> str:
    return {"shore": "ashore", "lost": "lost"}.get(name, f"on {name}")


def _with_gem(words: str, gem: str | None) -> str:
    return words if gem is None else f"{words} with a {gem} gem"


def _gem(event: Mapping[str, Any]) -> str:
    return f"a {COLOURS[event['colour']]} gem"


def _canoe(event: Mapping[str, Any]) -> str:
    return f"canoe {event['canoe'] + 1}"


def _paddled(who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    start, end = PLACE_NAMES[event["start"]], PLACE_NAMES[event["end"]]
    if event["start"] == 0:
        return f"{who} launches {_canoe(event)} to {end}."
    if event["end"] == 0:
        return f"{who} brings {_canoe(event)} ashore from {start}."
    to = "over the fall" if end == "lost" else f"to {end}"
    return f"{who} paddles {_canoe(event)} from {start} {to}."


def _lost(who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    gem = "" if event["colour"] >= len(COLOURS) else f"; {_gem(event)} goes back to its site"
    return f"{who} loses {_canoe(event)} over the fall{gem}."


_SENTENCES: Final[Mapping[str, Callable[[str, Mapping[str, Any], Sequence[str]], str]]] = {
    "sealed": lambda who, _event, _names: f"{who} has chosen a paddle card.",
    "chosen": lambda _, event, _names: f"You have chosen {str(event['card']) if event['card'] else 'the cloud'}.",
    # Which card it is, the round's own cards show; once they are covered no line is to tell it (NIA-25).
    "revealed": lambda who, _event, _names: f"{who} turns over a paddle card.",
    "entered": lambda who, _event, _names: f"{who} turns over a paddle card.",
    "cards_back": lambda who, _event, _names: f"{who} takes all seven cards back.",
    "bought": lambda who, event, _: f"{who} buys {_canoe(event)} back with {_gem(event)}.",
    "kept": lambda who, _event, _names: f"{who} keeps the gems.",
    "weather": lambda who, event, _: f"{who} moves the weather to {_signed(event['weather'])}.",
    "paddled": _paddled,
    "loaded": lambda who, event, _: f"{who} loads {_gem(event)} at {PLACE_NAMES[event['place']]}.",
    "unloaded": lambda who, event, _: f"{who} unloads {_gem(event)} at {PLACE_NAMES[event['place']]}.",
    "stole": lambda who, event, names: f"{who} steals {_gem(event)} from {names[event['victim']]}.",
    "scored": lambda who, event, _: f"{who} brings {_gem(event)} ashore.",
    "lost": _lost,
    "returned": lambda who, event, _: f"{who} has nothing left and gets {_canoe(event)} back for nothing.",
    "stayed": lambda who, _event, _names: f"{who} leaves the other canoe ashore.",
    "flow": lambda _, event, _names: (
        f"The river takes {_NUMBERS[event['steps']]}." if event["steps"] else "The river rests."
    ),
    "flowed": lambda _, event, _names: f"A disc goes {('left', 'right')[event['arm']]}.",
    "goal": lambda who, event, _: f"{who} has {_GOALS[event['goal']]}: this is the last round.",
    "round": lambda _, event, names: f"Round {event['round']}: {names[event['life_ring']]} has the life ring.",
    "over": lambda _, event, names: _prompt_over(event, names).sentence,
}
