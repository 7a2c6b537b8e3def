"""What Canyon's table says: whom it asks for what, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from riverlight.engines.contract import TABLE, Seat
from riverlight.table.adaptor import Prompt
from riverlight.table.wording import counted, listed

__all__ = ["SUIT_HELP", "SUIT_NAMES", "arrangement", "prompt", "tell"]

SUIT_NAMES: Final = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "V": "violet"}
SUIT_HELP: Final = "A red, B blue, C green, D yellow, * violet"


def prompt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return what to ask ``seat``."""
    if seat is None:
        return _prompt_over(view, names)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return where the canoes stand; empty while none does."""
    placed = [f"{name} on {space}" for name, space in zip(names, view["canoes"], strict=True) if space is not None]
    return f"{', '.join(placed)}." if placed else ""


def tell(event: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None for one that another tells with it."""
    sentence = _SENTENCES.get(event["event"])
    if sentence is None:
        return None
    return sentence("" if event["seat"] == TABLE else names[event["seat"]], event, names)


def _prompt_dealer(_view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    sentence = f"Who deals? {_numbered(names)}."
    return Prompt(sentence, "Each seat draws a card; the highest deals, its left neighbour starts.", "CAN-2", seat)


def _prompt_first(_view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    sentence = f"Who places the first canoe? {_numbered(names)}."
    return Prompt(sentence, "The table names who places first; the others follow clockwise.", "CAN-3", seat)


def _prompt_place(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    sentence = f"{names[seat]}, choose a start: {_ends(view)}."
    return Prompt(sentence, "Each canoe begins on a free start space.", "CAN-3", seat)


def _prompt_trump(_view: Mapping[str, Any], _names: Sequence[str], seat: Seat) -> Prompt:
    why = f"After the deal the next card is turned up; its suit is trump. Keys: {SUIT_HELP}; then its number, or *."
    return Prompt("Deal, turn up a card, and key it in.", why, "CAN-5", seat)


def _prompt_pace(_view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = "A pace is how many tricks you want to win; meeting it exactly brings bonus points. 10 is *."
    return Prompt(f"{names[seat]}, show your pace.", why, "CAN-6", seat)


def _prompt_tricks(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    if view["led"] is None:
        why = "The start seat leads first, then the winner of each trick; any card may be led."
        return Prompt(f"{names[seat]}, lead a card.", why, "CAN-7", seat)
    why = "Follow the led suit if you can; otherwise play anything."
    return Prompt(f"{names[seat]}, play a card: {SUIT_NAMES[view['led']]} is led.", why, "CAN-7", seat)


def _prompt_entry(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = f"The tricks of all seats add up to {view['cards_each']}."
    return Prompt(f"{names[seat]}, how many tricks did you win?", why, "CAN-9", seat)


def _prompt_move(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    name, points = names[seat], view["activity"]["points"]
    if view["activity"]["kind"] == "drift":
        why = "On the current a pace missed lets the canoe drift along its arrow, pushing what is in its way."
        return Prompt(f"{name}'s canoe drifts: press 1.", why, "CAN-18", seat)
    if view["ends"] == [view["canoes"][seat]]:
        if points:
            why = "The river is closed, and nothing nearer to a landing is free."
            return Prompt(f"{name} has {points} but cannot move: press 1.", why, "CAN-15", seat)
        return Prompt(f"{name}'s canoe stays: press 1.", "There are no points to move by.", "CAN-12", seat)
    why = "All points are used, as near to a landing as they can bring the canoe; no space twice, no canoe crossed."
    choose = "press 1" if len(view["ends"]) == 1 else f"choose {_ends(view)}"
    return Prompt(f"{name} moves {points}: {choose}.", why, "CAN-15", seat)


def _prompt_over(view: Mapping[str, Any], names: Sequence[str]) -> Prompt:
    winners = [names[seat] for seat in view["winners"]]
    sentence = f"{listed(winners, 'and')} {'wins' if len(winners) == 1 else 'share the win'}."
    return Prompt(sentence, _WAYS[view["way"]], "CAN-23", None)


def _numbered(names: Sequence[str]) -> str:
    return listed([f"{number} {name}" for number, name in enumerate(names, start=1)])


def _ends(view: Mapping[str, Any]) -> str:
    count = len(view["ends"])
    return listed([str(number) for number in range(1, count + 1)]) if count <= 4 else f"1 to {count}"


_PROMPTS: Final[Mapping[str, Callable[[Mapping[str, Any], Sequence[str], Seat], Prompt]]] = {
    "dealer": _prompt_dealer,
    "first": _prompt_first,
    "place": _prompt_place,
    "trump": _prompt_trump,
    "pace": _prompt_pace,
    "tricks": _prompt_tricks,
    "entry": _prompt_entry,
    "move": _prompt_move,
}

_WAYS: Final = {
    "single": "One canoe came home in this round.",
    "surplus": "Of those who came home, the one with the most points to spare wins.",
    "pace": "Points to spare are equal; the higher pace of the round wins.",
    "shared": "Points to spare and paces are equal: the win is shared.",
}


_SENTENCES: Final[Mapping[str, Callable[[str, Mapping[str, Any], Sequence[str]], str]]] = {
    "drawn": lambda who, event, _: f"{who} draws {event['card']}.",
    "dealer": lambda who, _event, _names: f"{who} deals.",
    "first": lambda who, _event, _names: f"{who} places first.",
    "placed": lambda who, event, _: f"{who} starts at {event['space']}.",
    "round": lambda _, event, names: (
        f"Round {event['round']}: {counted(event['cards_each'], 'card')} each; {names[event['start_seat']]} starts."
    ),
    "hand": lambda _, event, _names: f"You were dealt {', '.join(event['cards'])}.",
    "trump": lambda _, event, _names: (
        f"Trump is {SUIT_NAMES[event['suit']]}{'' if event['card'] is None else ' (' + event['card'] + ')'}."
    ),
    "pace": lambda who, event, _: f"{who} shows pace {event['pace']}.",
    "pace_sealed": lambda who, _event, _names: f"{who} has chosen a pace.",
    "pace_shown": lambda who, event, _: f"{who} shows pace {event['pace']}.",
    "played": lambda who, event, _: f"{who} plays {event['card']}.",
    "played_from_hand": lambda who, event, _: f"{who} plays {event['card']}.",
    "revoke": lambda who, event, _: (
        f"Revoke: {who} plays {event['card']}, but did not follow {SUIT_NAMES[event['suit']]} in trick "
        f"{listed([str(number) for number in event['tricks']], 'and')}. Take back, or play on."
    ),
    "trick": lambda who, event, _: f"{who} wins trick {event['number']}.",
    "tricks": lambda who, event, _: f"{who} won {counted(event['won'], 'trick')}.",
    "earned": lambda who, event, _: (
        f"{who}: pace {event['pace']}, won {event['won']}: {counted(event['points'], 'point')}."
    ),
    "moved": lambda who, event, _: f"{who} moves {event['points']} from {event['from']} to {event['to']}.",
    "stayed": lambda who, event, _: f"{who} stays at {event['at']}.",
    "drifted": lambda who, event, _: f"{who} drifts to {event['to']}.",
    "pushed": lambda who, event, _: f"{who} is pushed to {event['to']}.",
    "fell": lambda who, _event, _names: f"{who} goes over the waterfall and into the cave.",
    "home": lambda who, event, _: f"{who} is home with {counted(event['surplus'], 'point')} to spare.",
    "over": lambda _, event, names: _prompt_over(event, names).sentence,
}
