"""What Pyramid's table says: whom it asks for what, and what has happened.

The mummy's side is told the same whatever a hunter does unseen: its view has one phase for all of it, *hunt*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from riverlight.engines.contract import TABLE, Seat
from riverlight.table.adaptor import Prompt
from riverlight.table.wording import counted, listed

__all__ = ["arrangement", "prompt", "tell"]

_MUMMY: Final = 0
_TWO_PEOPLE: Final = 2
_FACES: Final = {"A": "arrow", "M": "mummy"}
_WHY_WALK: Final = "2 north, 8 south, 4 west, 6 east; 5 stops. The first hunter met is caught, and ends the way."


def prompt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return what to ask ``seat``."""
    if view["phase"] == "over":
        return _prompt_over(view, names)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return where the pieces stand, as far as the viewer may know it."""
    told = [f"the mummy on {view['mummy']}"]
    for marker, space in enumerate(view.get("hunters", ())):
        if space is not None:
            told.append(f"{_hunter(marker, names)} on {space}")
    aside = view["set_aside"]
    dice = f" {counted(aside, 'die', 'dice')} {'is' if aside == 1 else 'are'} set aside." if aside else ""
    return f"{', '.join(told)}.{dice}"


def tell(event: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None for one that another tells with it."""
    sentence = _SENTENCES.get(event["event"])
    if sentence is None:
        return None
    marker = event.get("marker")
    who = _hunter(marker, names) if marker is not None else "" if event["seat"] == TABLE else names[event["seat"]]
    return sentence(who, event, names)


def _hunter(marker: int, names: Sequence[str]) -> str:
    """Return what to call a hunter: its player, or one of the two that one player moves (PYR-17)."""
    if len(names) == _TWO_PEOPLE:
        return f"{names[1]}'s {('first', 'second')[marker]} hunter"
    return names[marker + 1]


def _in_turn(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return _hunter(view["marker"], names)


# What is asked.


def _prompt_hunt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    who = _in_turn(view, names)
    why = "The mummy moves when all hunters have moved, and whenever one takes the dice back."
    if view["die"] is None:
        return Prompt(f"{who} is on the hunt.", why, "PYR-18", seat)
    return Prompt(f"{who} moves {_by(view['die'])}.", why, "PYR-18", seat)


def _prompt_start(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    who, aside = _in_turn(view, names), view["set_aside"]
    back = f"take the {counted(aside, 'die', 'dice')} back" if aside > 1 else "take the die back"
    if not aside:
        return Prompt(f"{who}, throw the dice.", "All five are thrown: * when they are.", "PYR-6", seat)
    why = "* throws what is not set aside. B takes back what is: but first the mummy walks a step for each of these."
    if aside == 5:
        why = "B takes them back, and the mummy walks first; 0 passes."
        return Prompt(f"{who}, {back}, or pass.", why, "PYR-5", seat)
    return Prompt(f"{who}, throw {counted(5 - aside, 'die', 'dice')}, or {back}.", why, "PYR-5", seat)


def _prompt_roll(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    why = "1 to 4, A for the arrow, D for the mummy, in any order. Mummies are set aside at once."
    dice = counted(view["dice_to_throw"], "die", "dice")
    return Prompt(f"{_in_turn(view, names)} throws {dice}: key what they show.", why, "PYR-6", seat)


def _prompt_choose(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    who = _in_turn(view, names)
    if not view["faces"]:
        return Prompt(f"No die is left: {who} passes, key 0.", "All dice are set aside.", "PYR-7", seat)
    if not view["ends"]:
        return Prompt(f"No die leads {who} anywhere: throw again, or pass.", "* throws again, 0 passes.", "PYR-7", seat)
    dice = listed([_FACES.get(face, face) for face in view["ends"]])
    why = "A number leads exactly so many steps, the arrow straight as far as it goes. * throws all that remain again."
    return Prompt(f"{who}, choose a die: {dice}.", why, "PYR-7", seat)


def _prompt_move(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    ((face, ends),) = view["ends"].items()
    count = len(ends)
    numbers = [str(number) for number in range(1, count + 1)]
    choose = "press 1" if count == 1 else f"choose {listed(numbers)}" if count <= 4 else f"choose 1 to {count}"
    why = "* before the number plays the treasure there, where it is that of a card in hand."
    clause = "PYR-9" if face == "A" else "PYR-8"
    return Prompt(f"{_in_turn(view, names)} moves {_by(view['die'])}: {choose}.", why, clause, seat)


def _prompt_mummy_roll(_view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    why = "The mummy walks up to as many steps as its die and the dice set aside make together."
    return Prompt(f"{names[_MUMMY]}, throw the mummy's die: 1, 2 or 3.", why, "PYR-12", seat)


def _prompt_walk(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    steps = counted(view["steps_left"], "step")
    return Prompt(f"{names[_MUMMY]} walks: {steps} left.", _WHY_WALK, "PYR-12", seat)


def _prompt_interrupt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    steps = counted(view["steps_left"], "step")
    return Prompt(f"The dice are taken back: {names[_MUMMY]} walks, {steps} left.", _WHY_WALK, "PYR-5", seat)


def _prompt_over(view: Mapping[str, Any], names: Sequence[str]) -> Prompt:
    winners = listed([names[seat] for seat in view["winners"]], "and")
    return Prompt(f"{winners} wins.", _WAYS[view["way"]], "PYR-16", None)


def _prompt_deal(_view: Mapping[str, Any], _names: Sequence[str], seat: Seat | None) -> Prompt:
    return Prompt("The cards are dealt.", "Each hunter gets one card of each colour.", "PYR-3", seat)


def _by(die: str) -> str:
    return "by the arrow" if die == "arrow" else die


_WAYS: Final = {
    "treasures": "All treasures of a hunter's hand lie open.",
    "amulets": "The mummy has as many amulets as it needs.",
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


# What has happened.


def _thrown(_who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    return f"The dice show {', '.join(_FACES.get(face, face) for face in event['faces'])}."


def _set_aside(_who: str, event: Mapping[str, Any], _names: Sequence[str]) -> str:
    count = event["count"]
    return f"{counted(count, 'die', 'dice')} {'is' if count == 1 else 'are'} set aside."


def _mummys_die(_who: str, event: Mapping[str, Any], names: Sequence[str]) -> str:
    return f"The mummy's die shows {event['face']}: {names[_MUMMY]} walks up to {counted(event['steps'], 'step')}."


_SENTENCES: Final[Mapping[str, Callable[[str, Mapping[str, Any], Sequence[str]], str]]] = {
    "dealt": lambda _who, event, _names: f"You were dealt the treasures of {listed(event['cards'], 'and')}.",
    "rolled": _thrown,
    "roll_entered": _thrown,
    "set_aside": _set_aside,
    "reset": lambda who, event, _names: f"{who} takes {counted(event['steps'], 'die', 'dice')} back.",
    "die": lambda who, event, _names: f"{who} moves {_by(event['face'])}.",
    "moved": lambda who, event, _names: f"{who} goes from {event['start']} to {event['end']}.",
    "treasure": lambda who, event, _names: f"{who} plays the {event['colour']} treasure of {event['space']}.",
    "passed": lambda who, _event, _names: f"{who} passes.",
    "mummy_rolled": _mummys_die,
    "mummy_roll_entered": _mummys_die,
    "stepped": lambda who, event, _names: f"{who} steps to {event['end']}.",
    "stopped": lambda who, _event, _names: f"{who} stops.",
    "caught": lambda who, event, _names: (
        f"{who} is caught on {event['space']} and has {counted(event['amulets_left'], 'amulet')} left."
    ),
    "left_game": lambda who, _event, _names: f"{who} is out of the game.",
    "round": lambda _who, event, _names: f"Round {event['round']}.",
    "over": lambda _who, event, names: _prompt_over(event, names).sentence,
}
