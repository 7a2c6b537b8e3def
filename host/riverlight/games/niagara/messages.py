"""Niagara's sentences: prompts, and log lines for events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from riverlight.games.contract import Seat
from riverlight.games.interface import Prompt
from riverlight.games.niagara.legend import ARM_NAMES, FORK_KEYS, GEM_KEYS, PRESET_KEY, WEATHER_KEYS, WEATHER_NAMES
from riverlight.games.niagara.options import GEM_NAMES, NiagaraEvent
from riverlight.games.niagara.view import NiagaraSeatView, NiagaraView
from riverlight.games.wording import Sentences, numbered, sentence_for, wins
from riverlight.languages.text import Text, listed, parted, plural, series, text
from shared_rules.niagara import COLOURS, PLACE_NAMES

__all__ = ["arrangement", "prompt", "tell"]

_GEM_KEYS: Final = dict(zip(COLOURS, GEM_KEYS, strict=True))
_GEM_NAMES: Final = dict(zip(COLOURS, GEM_NAMES, strict=True))


def prompt(view: NiagaraView, names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return the prompt for ``seat``."""
    if seat is None:
        return _prompt_over(view, names)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: NiagaraView, names: Sequence[str]) -> str:
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
    told.append(text("life ring: {name}", name=names[view["life_ring"]]))
    return text("{things}.", things=parted(told))


def tell(event: NiagaraEvent, names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None if another event's sentence includes it."""
    return sentence_for(_SENTENCES, event, names)


def _prompt_ring(_view: NiagaraView, names: Sequence[str], seat: Seat) -> Prompt:
    sentence = text("Who gets the life ring first? {seats}.", seats=numbered(names))
    why = text("Choose a player. After each round the life ring goes to the next player on the left.")
    return Prompt(sentence, why, "NIA-3", seat)


def _prompt_cards(view: NiagaraView, names: Sequence[str], seat: Seat) -> Prompt:
    why = text(
        "Each player chooses one paddle card. It stays face down until that player's turn, clockwise from the life "
        "ring."
    )
    if "hand" in view and cast("NiagaraSeatView", view)["chosen"] is None:
        return Prompt(text("{name}, choose a card.", name=names[seat]), why, "NIA-4", seat)
    waiting = [names[one] for one in view["to_act"]]
    sentence = plural("{names} chooses a card.", "{names} choose a card.", len(waiting), names=listed(waiting, "and"))
    return Prompt(sentence, why, "NIA-4", seat)


def _prompt_reveal(view: NiagaraView, names: Sequence[str], seat: Seat) -> Prompt:
    why = text("Everyone plays a paddle card face down. Enter each revealed card: its number, or * for the cloud.")
    if all(card is None for card in view["revealed"]):
        return Prompt(
            text("Everyone play a card face down. {name} reveals first.", name=names[seat]), why, "NIA-4", seat
        )
    return Prompt(text("{name}, reveal your paddle card.", name=names[seat]), why, "NIA-4", seat)


def _prompt_buy(view: NiagaraView, names: Sequence[str], seat: Seat) -> Prompt:
    scored = view["scored"][seat].items()
    gems = [text("{key} {meaning}", key=_GEM_KEYS[gem], meaning=_GEM_NAMES[gem]) for gem, count in scored if count]
    why = text("One gem ashore buys back one lost canoe, which is placed ashore at once: {gems}.", gems=listed(gems))
    return Prompt(text("{name}, buy back a canoe? (0 = no)", name=names[seat]), why, "NIA-22", seat)


def _prompt_act(view: NiagaraView, names: Sequence[str], seat: Seat) -> Prompt:
    name, card = names[seat], view["card"]
    if card == "cloud":
        why = text("A cloud must change the weather by one step; the canoes do not move.")
        ways = [
            text("{key} = {word}", key=WEATHER_KEYS[way], word=WEATHER_NAMES[way])
            for way, possible in (("up", view["weather"] < 2), ("down", view["weather"] > -1))
            if possible
        ]
        return Prompt(text("{name} changes the weather: {ways}.", name=name, ways=listed(ways)), why, "NIA-6", seat)
    must, may = [number + 1 for number in view["must_move"]], [number + 1 for number in view["may_launch"]]
    if len(must) == 2:
        why = text("Both canoes are on the river, so both move, in any order, each with all points of the card.")
        return Prompt(text("{name} paddles {card}: both canoes.", name=name, card=card), why, "NIA-8", seat)
    if must and may:
        why = text("The canoe on the river must move. The one ashore may be launched before or after it.")
        return Prompt(
            text(
                "{name} paddles {card}: move canoe {must}, launch canoe {may} if you like.",
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
        why = text("A step costs 1 point. Loading or unloading costs 2, before or after moving.")
        return Prompt(text("{name} paddles {card}: move the canoe.", name=name, card=card), why, "NIA-11", seat)
    if view["must_launch"]:
        why = text("No canoe is on the river, so launch exactly one.")
        return Prompt(text("{name} paddles {card}: launch a canoe.", name=name, card=card), why, "NIA-8", seat)
    why = text("The canoe ashore may be launched or stay.")
    return Prompt(text("{name}, launch canoe {may} too? (0 = no)", name=name, may=may[0]), why, "NIA-8", seat)


def _prompt_flow(view: NiagaraView, _names: Sequence[str], seat: Seat) -> Prompt:
    left = view["flow_left"]
    begins = plural("{n} step to go.", "{n} steps to go.", left) if view["last_flow"] else _flow(left)
    arms = [text("{key} = {word}", key=key, word=name) for key, name in zip(FORK_KEYS, ARM_NAMES, strict=True)]
    why = text(
        "Enter the arm that the disc from M5 took: {arms}. {key} = {preset}, the arm not taken last time.",
        arms=series(arms),
        key=PRESET_KEY,
        preset=_ARMS[view["fork_preset"]],
    )
    return Prompt(text("{begins} Did the disc go left or right?", begins=begins), why, "NIA-20", seat)


def _flow(steps: int) -> Text:
    return (
        plural("The river flows {n} step.", "The river flows {n} steps.", steps)
        if steps
        else text("The river does not flow.")
    )


def _prompt_over(view: NiagaraView, names: Sequence[str]) -> Prompt:
    return Prompt(_won(view["winners"], names), _WAYS[str(view["way"])], "NIA-24", None)


def _won(winners: Sequence[Seat], names: Sequence[str]) -> str:
    return wins([names[seat] for seat in winners])


_PROMPTS: Final[Mapping[str, Callable[[NiagaraView, Sequence[str], Seat], Prompt]]] = {
    "ring": _prompt_ring,
    "cards": _prompt_cards,
    "reveal": _prompt_reveal,
    "buy": _prompt_buy,
    "act": _prompt_act,
    "flow": _prompt_flow,
}

_ARMS: Final = dict(zip(("left", "right"), ARM_NAMES, strict=True))
_GOALS: Final = {
    "four_of_a_kind": text("four gems of one colour"),
    "five_different": text("gems of all five colours"),
    "seven": text("seven gems"),
}
_WAYS: Final = {
    **{goal: text("One player has {goal} ashore.", goal=words) for goal, words in _GOALS.items()},
    "shared": text("Several players reached a goal in this round and share the win."),
    "most_gems": text("Several players reached a goal in this round: the one with the most gems wins."),
    "first": text("Several players with equal gems reached a goal in this round: the first of them wins."),
}


def _gems(colour: str, count: int) -> str:
    return plural("{n} {colour} gem", "{n} {colour} gems", count, colour=_GEM_NAMES[colour])


def _signed(weather: int) -> str:
    return f"+{weather}" if weather > 0 else str(weather).replace("-", "−")


def _place(name: str) -> str:
    return {"shore": text("ashore"), "lost": text("lost")}.get(name, text("on {place}", place=name))


def _with_gem(words: str, gem: str | None) -> str:
    return words if gem is None else text("{where} with a {gem} gem", where=words, gem=_GEM_NAMES[gem])


def gem_name(event: NiagaraEvent) -> str:
    return text("a {colour} gem", colour=GEM_NAMES[event["colour"]])


def _canoe(event: NiagaraEvent) -> str:
    return text("canoe {number}", number=event["canoe"] + 1)


def _paddled(who: str, event: NiagaraEvent, _names: Sequence[str]) -> str:
    start, end = PLACE_NAMES[event["start"]], PLACE_NAMES[event["end"]]
    if event["start"] == 0:
        return text("{who} launches {canoe} to {end}.", who=who, canoe=_canoe(event), end=end)
    if event["end"] == 0:
        return text("{who} brings {canoe} ashore from {start}.", who=who, canoe=_canoe(event), start=start)
    if end == "lost":
        return text("{who} paddles {canoe} from {start} over the waterfall.", who=who, canoe=_canoe(event), start=start)
    return text("{who} paddles {canoe} from {start} to {end}.", who=who, canoe=_canoe(event), start=start, end=end)


def _lost(who: str, event: NiagaraEvent, _names: Sequence[str]) -> str:
    if event["colour"] >= len(COLOURS):
        return text("{who} loses {canoe} over the waterfall.", who=who, canoe=_canoe(event))
    return text(
        "{who} loses {canoe} over the waterfall; {gem} goes back to its site.",
        who=who,
        canoe=_canoe(event),
        gem=gem_name(event),
    )


_SENTENCES: Final[Sentences[NiagaraEvent]] = {
    "sealed": lambda who, _event, _names: text("{who} has chosen a paddle card.", who=who),
    "chosen": lambda _who, event, _names: text("You have chosen {card}.", card=event["card"] or text("the cloud")),
    # The round's own cards show which card it is; once they are covered no line may say it (NIA-25).
    "revealed": lambda who, _event, _names: text("{who} reveals a paddle card.", who=who),
    "entered": lambda who, _event, _names: text("{who} reveals a paddle card.", who=who),
    "cards_back": lambda who, _event, _names: text("{who} takes all seven cards back.", who=who),
    "bought": lambda who, event, _names: text(
        "{who} buys {canoe} back with {gem}.", who=who, canoe=_canoe(event), gem=gem_name(event)
    ),
    "kept": lambda who, _event, _names: text("{who} keeps the gems.", who=who),
    "weather": lambda who, event, _names: text(
        "{who} changes the weather to {weather}.", who=who, weather=_signed(event["weather"])
    ),
    "paddled": _paddled,
    "loaded": lambda who, event, _names: text(
        "{who} loads {gem} at {place}.", who=who, gem=gem_name(event), place=PLACE_NAMES[event["place"]]
    ),
    "unloaded": lambda who, event, _names: text(
        "{who} unloads {gem} at {place}.", who=who, gem=gem_name(event), place=PLACE_NAMES[event["place"]]
    ),
    "stole": lambda who, event, names: text(
        "{who} steals {gem} from {name}.", who=who, gem=gem_name(event), name=names[event["victim"]]
    ),
    "scored": lambda who, event, _names: text("{who} brings {gem} ashore.", who=who, gem=gem_name(event)),
    "lost": _lost,
    "returned": lambda who, event, _names: text(
        "{who} has nothing left and gets {canoe} back for free.", who=who, canoe=_canoe(event)
    ),
    "stayed": lambda who, _event, _names: text("{who} leaves the other canoe ashore.", who=who),
    "flow": lambda _who, event, _names: _flow(event["steps"]),
    "flowed": lambda _who, event, _names: (text("A disc goes left."), text("A disc goes right."))[event["arm"]],
    "goal": lambda who, event, _names: text(
        "{who} has {goal}: this is the last round.", who=who, goal=_GOALS[event["goal"]]
    ),
    "round": lambda _who, event, names: text(
        "Round {round}: {name} has the life ring.", round=event["round"], name=names[event["life_ring"]]
    ),
    "over": lambda _who, event, names: _won(event["winners"], names),
}
