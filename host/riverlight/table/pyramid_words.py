"""What Pyramid's table says: whom it asks for what, and what has happened.

The mummy's side is told the same whatever a hunter does unseen: its view has one phase for all of it, *hunt*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from riverlight.engines.contract import Seat
from riverlight.engines.pyramid.options import TREASURE_NAMES
from riverlight.languages.text import listed, plural, series, text
from riverlight.table.adaptor import Prompt
from riverlight.table.wording import Sentences, choose, sentence_for, wins

__all__ = ["arrangement", "prompt", "tell"]

_MUMMY: Final = 0
_TWO_PEOPLE: Final = 2
_ARROW: Final = "arrow"
_FACES: Final = {"A": text("arrow"), "M": text("mummy")}
_WHY_WALK: Final = text("2 north, 8 south, 4 west, 6 east; 5 stops. The first hunter met is caught, and ends the way.")


def prompt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return what to ask ``seat``."""
    if view["phase"] == "over":
        return _prompt_over(view, names)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return where the pieces stand, as far as the viewer may know it."""
    told: list[str] = [text("the mummy on {space}", space=view["mummy"])]
    for marker, space in enumerate(view.get("hunters", ())):
        if space is not None:
            told.append(text("{name} on {space}", name=_hunter(marker, names), space=space))
    pieces = text("{pieces}.", pieces=series(told))
    if not view["set_aside"]:
        return pieces
    return text("{pieces} {dice}", pieces=pieces, dice=_aside(view["set_aside"]))


def tell(event: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None for one that another tells with it."""
    marker = event.get("marker")
    return sentence_for(_SENTENCES, event, names, None if marker is None else _hunter(marker, names))


def _hunter(marker: int, names: Sequence[str]) -> str:
    """Return what to call a hunter: its player, or one of the two that one player moves (PYR-17)."""
    if len(names) == _TWO_PEOPLE:
        of_two = (text("{name}'s first hunter", name=names[1]), text("{name}'s second hunter", name=names[1]))
        return of_two[marker]
    return names[marker + 1]


def _in_turn(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return _hunter(view["marker"], names)


def _prompt_hunt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    who = _in_turn(view, names)
    why = text("The mummy moves when all hunters have moved, and whenever one takes the dice back.")
    if view["die"] is None:
        return Prompt(text("{who} is on the hunt.", who=who), why, "PYR-18", seat)
    return Prompt(_moves(who, view["die"]), why, "PYR-18", seat)


def _prompt_start(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    who, aside = _in_turn(view, names), view["set_aside"]
    back = plural("take the die back", "take the {n} dice back", aside)
    if not aside:
        return Prompt(
            text("{who}, throw the dice.", who=who), text("All five are thrown: * when they are."), "PYR-6", seat
        )
    why = text(
        "* throws what is not set aside. B takes back what is: but first the mummy walks a step for each of these."
    )
    if aside == 5:
        why = text("B takes them back, and the mummy walks first; 0 passes.")
        return Prompt(text("{who}, {back}, or pass.", who=who, back=back), why, "PYR-5", seat)
    return Prompt(
        text("{who}, throw {dice}, or {back}.", who=who, dice=plural("{n} die", "{n} dice", 5 - aside), back=back),
        why,
        "PYR-5",
        seat,
    )


def _prompt_roll(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    why = text("1 to 4, A for the arrow, D for the mummy, in any order. Mummies are set aside at once.")
    dice = plural("{n} die", "{n} dice", view["dice_to_throw"])
    return Prompt(
        text("{who} throws {dice}: key what they show.", who=_in_turn(view, names), dice=dice),
        why,
        "PYR-6",
        seat,
    )


def _prompt_choose(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    who = _in_turn(view, names)
    if not view["faces"]:
        return Prompt(
            text("No die is left: {who} passes, key 0.", who=who), text("All dice are set aside."), "PYR-7", seat
        )
    if not view["ends"]:
        return Prompt(
            text("No die leads {who} anywhere: throw again, or pass.", who=who),
            text("* throws again, 0 passes."),
            "PYR-7",
            seat,
        )
    dice = listed([_FACES.get(face, face) for face in view["ends"]])
    why = text(
        "A number leads exactly so many steps, the arrow straight as far as it goes. * throws all that remain again."
    )
    return Prompt(text("{who}, choose a die: {dice}.", who=who, dice=dice), why, "PYR-7", seat)


def _prompt_move(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    ((face, ends),) = view["ends"].items()
    why = text("* before the number plays the treasure there, where it is that of a card in hand.")
    clause = "PYR-9" if face == "A" else "PYR-8"
    who, to_choose = _in_turn(view, names), choose(len(ends))
    sentence = (
        text("{name} moves by the arrow: {choose}.", name=who, choose=to_choose)
        if view["die"] == _ARROW
        else text("{name} moves {points}: {choose}.", name=who, points=view["die"], choose=to_choose)
    )
    return Prompt(sentence, why, clause, seat)


def _prompt_mummy_roll(_view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    why = text("The mummy walks up to as many steps as its die and the dice set aside make together.")
    return Prompt(text("{name}, throw the mummy's die: 1, 2 or 3.", name=names[_MUMMY]), why, "PYR-12", seat)


def _prompt_walk(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    steps = plural("{n} step", "{n} steps", view["steps_left"])
    return Prompt(text("{name} walks: {steps} left.", name=names[_MUMMY], steps=steps), _WHY_WALK, "PYR-12", seat)


def _prompt_interrupt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    steps = plural("{n} step", "{n} steps", view["steps_left"])
    return Prompt(
        text("The dice are taken back: {name} walks, {steps} left.", name=names[_MUMMY], steps=steps),
        _WHY_WALK,
        "PYR-5",
        seat,
    )


def _prompt_over(view: Mapping[str, Any], names: Sequence[str]) -> Prompt:
    return Prompt(wins([names[seat] for seat in view["winners"]]), _WAYS[view["way"]], "PYR-16", None)


def _prompt_deal(_view: Mapping[str, Any], _names: Sequence[str], seat: Seat | None) -> Prompt:
    return Prompt(text("The cards are dealt."), text("Each hunter gets one card of each colour."), "PYR-3", seat)


def _moves(who: str, die: str) -> str:
    if die == _ARROW:
        return text("{name} moves by the arrow.", name=who)
    return text("{name} moves {points}.", name=who, points=die)


_WAYS: Final = {
    "treasures": text("All treasures of a hunter's hand lie open."),
    "amulets": text("The mummy has as many amulets as it needs."),
}
_PROMPTS: Final[Mapping[str, Callable[[Mapping[str, Any], Sequence[str], Seat | None], Prompt]]] = {
    "deal": _prompt_deal,
    "hunt": _prompt_hunt,
    "start": _prompt_start,
    "roll": _prompt_roll,
    "choose": _prompt_choose,
    "move": _prompt_move,
    "mummy_roll": _prompt_mummy_roll,
    "mummy": _prompt_walk,
    "interrupt": _prompt_interrupt,
}


def _thrown(_who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    return text("The dice show {faces}.", faces=series([_FACES.get(face, face) for face in event["faces"]]))


def _set_aside(_who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    return _aside(event["count"])


def _aside(count: int) -> str:
    return plural("{n} die is set aside.", "{n} dice are set aside.", count)


def _mummys_die(_who: str, event: Mapping[str, Any], names: Sequence[str]) -> str:
    return plural(
        "The mummy's die shows {face}: {name} walks up to {n} step.",
        "The mummy's die shows {face}: {name} walks up to {n} steps.",
        event["steps"],
        face=event["face"],
        name=names[_MUMMY],
    )


_SENTENCES: Final[Sentences] = {
    "dealt": lambda _who, event, _names: text(
        "You were dealt the treasures of {spaces}.", spaces=listed(event["cards"], "and")
    ),
    "rolled": _thrown,
    "roll_entered": _thrown,
    "set_aside": _set_aside,
    "reset": lambda who, event, _names: text(
        "{who} takes {dice} back.", who=who, dice=plural("{n} die", "{n} dice", event["steps"])
    ),
    "die": lambda who, event, _names: _moves(who, event["face"]),
    "moved": lambda who, event, _names: text(
        "{who} goes from {start} to {end}.", who=who, start=event["start"], end=event["end"]
    ),
    "treasure": lambda who, event, _names: text(
        "{who} plays the {colour} treasure of {space}.",
        who=who,
        colour=TREASURE_NAMES[event["colour"]],
        space=event["space"],
    ),
    "passed": lambda who, _event, _names: text("{who} passes.", who=who),
    "mummy_rolled": _mummys_die,
    "mummy_roll_entered": _mummys_die,
    "stepped": lambda who, event, _names: text("{who} steps to {end}.", who=who, end=event["end"]),
    "stopped": lambda who, _event, _names: text("{who} stops.", who=who),
    "caught": lambda who, event, _names: text(
        "{who} is caught on {space} and has {amulets} left.",
        who=who,
        space=event["space"],
        amulets=plural("{n} amulet", "{n} amulets", event["amulets_left"]),
    ),
    "left_game": lambda who, _event, _names: text("{who} is out of the game.", who=who),
    "round": lambda _who, event, _names: text("Round {round}.", round=event["round"]),
    "over": lambda _who, event, names: _prompt_over(event, names).sentence,
}
