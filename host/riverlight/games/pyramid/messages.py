"""Pyramid's sentences: prompts, and log lines for events.

The mummy's side reads the same whatever a hunter does unseen: its view has one phase for all of it, *hunt*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from riverlight.games.contract import Seat
from riverlight.games.interface import Cue, Prompt
from riverlight.games.pyramid.legend import (
    ARROW_KEY,
    BACK_KEY,
    DONE_KEY,
    MUMMY_KEY,
    ROLL_KEY,
    SKIP_KEY,
    WALK_HELP,
)
from riverlight.games.pyramid.options import TREASURE_TITLES, PyramidEvent
from riverlight.games.pyramid.view import HuntersView, PyramidView
from riverlight.games.wording import Sentences, choose, sentence_for, wins
from riverlight.languages.text import listed, plural, series, text

__all__ = ["CUES", "WEIGHTS", "arrangement", "prompt", "tell"]

WEIGHTS: Final = {"round": 1, "stepped": 1, "mummy_rolled": 1, "treasure": 3, "caught": 4, "left_game": 5, "over": 6}
"""The weight of an event as a highlight; events without a weight are none."""

CUES: Final[Mapping[str, Cue]] = {"treasure": "gain", "over": "gain", "caught": "loss", "left_game": "loss"}
"""The lights' sign for an event."""

_MUMMY: Final = 0
_TWO_PEOPLE: Final = 2
_ARROW: Final = "arrow"
_FACES: Final = {"A": text("arrow"), "M": text("mummy")}
_WHY_WALK: Final = text("{keys}. The first hunter on the way is caught, and the walk ends.", keys=WALK_HELP)


def prompt(view: PyramidView, names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return the prompt for ``seat``."""
    if view["phase"] == "over":
        return _prompt_over(view, names)
    if view["phase"] in _HUNTERS_PROMPTS:
        return _HUNTERS_PROMPTS[view["phase"]](cast("HuntersView", view), names, seat)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: PyramidView, names: Sequence[str]) -> str:
    """Return where the pieces stand, as far as the viewer may know it."""
    told: list[str] = [text("the mummy on {space}", space=view["mummy"])]
    hunters = cast("HuntersView", view)["hunters"] if view["side"] == "hunters" else []
    for marker, space in enumerate(hunters):
        if space is not None:
            told.append(text("{name} on {space}", name=_hunter(marker, names), space=space))
    pieces = text("{pieces}.", pieces=series(told))
    if not view["set_aside"]:
        return pieces
    return text("{pieces} {dice}", pieces=pieces, dice=_aside(view["set_aside"]))


def tell(event: PyramidEvent, names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None if another event's sentence includes it."""
    marker = event.get("marker")
    return sentence_for(_SENTENCES, event, names, None if marker is None else _hunter(marker, names))


def _hunter(marker: int, names: Sequence[str]) -> str:
    """Return a hunter's name: its player's, or a number for a player's two hunters (PYR-17)."""
    if len(names) == _TWO_PEOPLE:
        of_two = (text("{name}'s first hunter", name=names[1]), text("{name}'s second hunter", name=names[1]))
        return of_two[marker]
    return names[marker + 1]


def _in_turn(view: PyramidView, names: Sequence[str]) -> str:
    return _hunter(view["marker"] or 0, names)


def _prompt_hunt(view: PyramidView, names: Sequence[str], seat: Seat | None) -> Prompt:
    who = _in_turn(view, names)
    why = text("The mummy moves after all hunters have moved, and whenever a hunter takes dice back.")
    if view["die"] is None:
        return Prompt(text("{who} is moving (hidden).", who=who), why, "PYR-18", seat)
    return Prompt(_moves(who, view["die"]), why, "PYR-18", seat)


def _prompt_start(view: HuntersView, names: Sequence[str], seat: Seat | None) -> Prompt:
    who, aside = _in_turn(view, names), view["set_aside"]
    back = plural("take the die back", "take the {n} dice back", aside)
    if not aside:
        return Prompt(
            text("{who}, roll the dice.", who=who),
            text("Roll all five dice, then press {roll}.", roll=ROLL_KEY),
            "PYR-6",
            seat,
        )
    why = text(
        "{roll} = roll the dice you have. {back} = take back the dice set aside, but first the mummy walks one step "
        "for each of them.",
        roll=ROLL_KEY,
        back=BACK_KEY,
    )
    if aside == 5:
        why = text("{back} = take them back, but the mummy walks first. {none} = pass.", back=BACK_KEY, none=SKIP_KEY)
        return Prompt(text("{who}, {back}, or pass.", who=who, back=back), why, "PYR-5", seat)
    return Prompt(
        text("{who}, roll {dice}, or {back}.", who=who, dice=plural("{n} die", "{n} dice", 5 - aside), back=back),
        why,
        "PYR-5",
        seat,
    )


def _prompt_roll(view: HuntersView, names: Sequence[str], seat: Seat | None) -> Prompt:
    why = text(
        "Enter 1 to 4, {arrow} for the arrow, {mummy} for the mummy, in any order. Dice with the mummy are set aside "
        "at once.",
        arrow=ARROW_KEY,
        mummy=MUMMY_KEY,
    )
    dice = plural("{n} die", "{n} dice", view["dice_to_throw"])
    return Prompt(
        text("{who} rolls {dice}: enter the result, then {done}.", who=_in_turn(view, names), dice=dice, done=DONE_KEY),
        why,
        "PYR-6",
        seat,
    )


def _prompt_choose(view: HuntersView, names: Sequence[str], seat: Seat | None) -> Prompt:
    who = _in_turn(view, names)
    if not view["faces"]:
        return Prompt(
            text("No dice left: {who} passes. Press {none}.", who=who, none=SKIP_KEY),
            text("All dice are set aside."),
            "PYR-7",
            seat,
        )
    if not view["ends"]:
        return Prompt(
            text("{who} cannot move with any die: roll again, or pass.", who=who),
            text("{roll} = roll again, {none} = pass.", roll=ROLL_KEY, none=SKIP_KEY),
            "PYR-7",
            seat,
        )
    dice = listed([_FACES.get(face, face) for face in view["ends"]])
    why = text(
        "A number moves exactly that many steps, the arrow straight ahead as far as possible. {roll} = reroll all "
        "remaining dice.",
        roll=ROLL_KEY,
    )
    return Prompt(text("{who}, choose a die: {dice}.", who=who, dice=dice), why, "PYR-7", seat)


def _prompt_move(view: HuntersView, names: Sequence[str], seat: Seat | None) -> Prompt:
    ((face, ends),) = view["ends"].items()
    why = text("Press * before the number to play the treasure there, if you have its card.")
    clause = "PYR-9" if face == "A" else "PYR-8"
    who, to_choose = _in_turn(view, names), choose(len(ends))
    sentence = (
        text("{name} moves with the arrow: {choose}.", name=who, choose=to_choose)
        if view["die"] == _ARROW
        else text("{name} moves {points}: {choose}.", name=who, points=view["die"], choose=to_choose)
    )
    return Prompt(sentence, why, clause, seat)


def _prompt_mummy_roll(_view: PyramidView, names: Sequence[str], seat: Seat | None) -> Prompt:
    why = text("The mummy can walk as many steps as its die shows, plus one for each die set aside.")
    return Prompt(
        text("{name}, roll the mummy's die: 1, 2 or 3, then {done}.", name=names[_MUMMY], done=DONE_KEY),
        why,
        "PYR-12",
        seat,
    )


def _prompt_walk(view: PyramidView, names: Sequence[str], seat: Seat | None) -> Prompt:
    steps = plural("{n} step", "{n} steps", view["steps_left"])
    return Prompt(text("{name} walks: {steps} left.", name=names[_MUMMY], steps=steps), _WHY_WALK, "PYR-12", seat)


def _prompt_interrupt(view: PyramidView, names: Sequence[str], seat: Seat | None) -> Prompt:
    steps = plural("{n} step", "{n} steps", view["steps_left"])
    return Prompt(
        text("Dice taken back: {name} walks, {steps} left.", name=names[_MUMMY], steps=steps),
        _WHY_WALK,
        "PYR-5",
        seat,
    )


def _prompt_over(view: PyramidView, names: Sequence[str]) -> Prompt:
    return Prompt(_won(view["winners"], names), _WAYS[str(view["way"])], "PYR-16", None)


def _won(winners: Sequence[Seat], names: Sequence[str]) -> str:
    return wins([names[seat] for seat in winners])


def _prompt_deal(_view: PyramidView, _names: Sequence[str], seat: Seat | None) -> Prompt:
    return Prompt(text("The cards are dealt."), text("Each hunter gets one card of each colour."), "PYR-3", seat)


def _moves(who: str, die: str) -> str:
    if die == _ARROW:
        return text("{name} moves with the arrow.", name=who)
    return text("{name} moves {points}.", name=who, points=die)


_WAYS: Final = {
    "treasures": text("A hunter has played all treasures."),
    "amulets": text("The mummy has all the amulets it needs."),
}
_HUNTERS_PROMPTS: Final[Mapping[str, Callable[[HuntersView, Sequence[str], Seat | None], Prompt]]] = {
    "start": _prompt_start,
    "roll": _prompt_roll,
    "choose": _prompt_choose,
    "move": _prompt_move,
}
"""The phases that only the hunters' side can distinguish."""

_PROMPTS: Final[Mapping[str, Callable[[PyramidView, Sequence[str], Seat | None], Prompt]]] = {
    "deal": _prompt_deal,
    "hunt": _prompt_hunt,
    "mummy_roll": _prompt_mummy_roll,
    "mummy": _prompt_walk,
    "interrupt": _prompt_interrupt,
}


def _thrown(_who: str, event: PyramidEvent, _names: Sequence[str]) -> str:
    return text("The dice show {faces}.", faces=series([_FACES.get(face, face) for face in event["faces"]]))


def _set_aside(_who: str, event: PyramidEvent, _names: Sequence[str]) -> str:
    return _aside(event["count"])


def _aside(count: int) -> str:
    return plural("{n} die is set aside.", "{n} dice are set aside.", count)


def _mummys_die(_who: str, event: PyramidEvent, names: Sequence[str]) -> str:
    return plural(
        "The mummy's die shows {face}: {name} walks up to {n} step.",
        "The mummy's die shows {face}: {name} walks up to {n} steps.",
        event["steps"],
        face=event["face"],
        name=names[_MUMMY],
    )


_SENTENCES: Final[Sentences[PyramidEvent]] = {
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
        colour=TREASURE_TITLES[event["colour"]],
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
    "over": lambda _who, event, names: _won(event["winners"], names),
}
