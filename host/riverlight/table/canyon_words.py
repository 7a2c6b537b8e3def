"""What Canyon's table says: whom it asks for what, and what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from riverlight.engines.canyon.cards import SUIT_NAMES as _NAMES
from riverlight.engines.canyon.cards import SUITS
from riverlight.engines.contract import Seat
from riverlight.languages.text import listed, plural, series, text
from riverlight.table.adaptor import Prompt
from riverlight.table.wording import Sentences, choose, numbers_to, sentence_for, wins

__all__ = ["SUIT_HELP", "SUIT_NAMES", "arrangement", "prompt", "tell"]

SUIT_NAMES: Final = dict(zip(SUITS, _NAMES, strict=True))
SUIT_HELP: Final = text("A red, B blue, C green, D yellow, * violet")


def prompt(view: Mapping[str, Any], names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return what to ask ``seat``."""
    if seat is None:
        return _prompt_over(view, names)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return where the canoes stand; empty while none does."""
    stand = zip(names, view["canoes"], strict=True)
    placed = [text("{name} on {space}", name=name, space=space) for name, space in stand if space is not None]
    return text("{canoes}.", canoes=series(placed)) if placed else ""


def tell(event: Mapping[str, Any], names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None for one that another tells with it."""
    return sentence_for(_SENTENCES, event, names)


def _prompt_dealer(_view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    sentence = text("Who deals? {seats}.", seats=_numbered(names))
    return Prompt(
        sentence, text("Each seat draws a card; the highest deals, its left neighbour starts."), "CAN-2", seat
    )


def _prompt_first(_view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    sentence = text("Who places the first canoe? {seats}.", seats=_numbered(names))
    return Prompt(sentence, text("The table names who places first; the others follow clockwise."), "CAN-3", seat)


def _prompt_place(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    sentence = text("{name}, choose a start: {ends}.", name=names[seat], ends=numbers_to(len(view["ends"])))
    return Prompt(sentence, text("Each canoe begins on a free start space."), "CAN-3", seat)


def _prompt_trump(_view: Mapping[str, Any], _names: Sequence[str], seat: Seat) -> Prompt:
    why = text(
        "After the deal the next card is turned up; its suit is trump. Keys: {suits}; then its number, or *.",
        suits=SUIT_HELP,
    )
    return Prompt(text("Deal, turn up a card, and key it in."), why, "CAN-5", seat)


def _prompt_pace(_view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = text("A pace is how many tricks you want to win; meeting it exactly brings bonus points. 10 is *.")
    return Prompt(text("{name}, show your pace.", name=names[seat]), why, "CAN-6", seat)


def _prompt_tricks(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    if view["led"] is None:
        why = text("The start seat leads first, then the winner of each trick; any card may be led.")
        return Prompt(text("{name}, lead a card.", name=names[seat]), why, "CAN-7", seat)
    why = text("Follow the led suit if you can; otherwise play anything.")
    return Prompt(
        text("{name}, play a card: {suit} is led.", name=names[seat], suit=SUIT_NAMES[view["led"]]),
        why,
        "CAN-7",
        seat,
    )


def _prompt_entry(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    why = text("The tricks of all seats add up to {cards_each}.", cards_each=view["cards_each"])
    return Prompt(text("{name}, how many tricks did you win?", name=names[seat]), why, "CAN-9", seat)


def _prompt_move(view: Mapping[str, Any], names: Sequence[str], seat: Seat) -> Prompt:
    name, points = names[seat], view["activity"]["points"]
    if view["activity"]["kind"] == "drift":
        why = text("On the current a pace missed lets the canoe drift along its arrow, pushing what is in its way.")
        return Prompt(text("{name}'s canoe drifts: press 1.", name=name), why, "CAN-18", seat)
    if view["ends"] == [view["canoes"][seat]]:
        if points:
            why = text("The river is closed, and nothing nearer to a landing is free.")
            return Prompt(
                text("{name} has {points} but cannot move: press 1.", name=name, points=points), why, "CAN-15", seat
            )
        return Prompt(
            text("{name}'s canoe stays: press 1.", name=name), text("There are no points to move by."), "CAN-12", seat
        )
    why = text(
        "All points are used, as near to a landing as they can bring the canoe; no space twice, no canoe crossed."
    )
    return Prompt(
        text("{name} moves {points}: {choose}.", name=name, points=points, choose=choose(len(view["ends"]))),
        why,
        "CAN-15",
        seat,
    )


def _prompt_over(view: Mapping[str, Any], names: Sequence[str]) -> Prompt:
    winners = [names[seat] for seat in view["winners"]]
    return Prompt(wins(winners), _WAYS[view["way"]], "CAN-23", None)


def _numbered(names: Sequence[str]) -> str:
    return listed([f"{number} {name}" for number, name in enumerate(names, start=1)])


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
    "single": text("One canoe came home in this round."),
    "surplus": text("Of those who came home, the one with the most points to spare wins."),
    "pace": text("Points to spare are equal; the higher pace of the round wins."),
    "shared": text("Points to spare and paces are equal: the win is shared."),
}

_SENTENCES: Final[Sentences] = {
    "drawn": lambda who, event, _names: text("{who} draws {card}.", who=who, card=event["card"]),
    "dealer": lambda who, _event, _names: text("{who} deals.", who=who),
    "first": lambda who, _event, _names: text("{who} places first.", who=who),
    "placed": lambda who, event, _names: text("{who} starts at {space}.", who=who, space=event["space"]),
    "round": lambda _who, event, names: text(
        "Round {round}: {cards} each; {name} starts.",
        round=event["round"],
        cards=plural("{n} card", "{n} cards", event["cards_each"]),
        name=names[event["start_seat"]],
    ),
    "hand": lambda _who, event, _names: text("You were dealt {cards}.", cards=series(event["cards"])),
    "trump": lambda _who, event, _names: (
        text("Trump is {suit}.", suit=SUIT_NAMES[event["suit"]])
        if event["card"] is None
        else text("Trump is {suit} ({card}).", suit=SUIT_NAMES[event["suit"]], card=event["card"])
    ),
    "pace": lambda who, event, _names: text("{who} shows pace {pace}.", who=who, pace=event["pace"]),
    "pace_sealed": lambda who, _event, _names: text("{who} has chosen a pace.", who=who),
    "pace_shown": lambda who, event, _names: text("{who} shows pace {pace}.", who=who, pace=event["pace"]),
    "played": lambda who, event, _names: text("{who} plays {card}.", who=who, card=event["card"]),
    "played_from_hand": lambda who, event, _names: text("{who} plays {card}.", who=who, card=event["card"]),
    "revoke": lambda who, event, _names: text(
        "Revoke: {who} plays {card}, but did not follow {suit} in trick {tricks}. Take back, or play on.",
        who=who,
        card=event["card"],
        suit=SUIT_NAMES[event["suit"]],
        tricks=listed([str(number) for number in event["tricks"]], "and"),
    ),
    "trick": lambda who, event, _names: text("{who} wins trick {number}.", who=who, number=event["number"]),
    "tricks": lambda who, event, _names: text(
        "{who} won {tricks}.", who=who, tricks=plural("{n} trick", "{n} tricks", event["won"])
    ),
    "earned": lambda who, event, _names: text(
        "{who}: pace {pace}, won {won}: {points}.",
        who=who,
        pace=event["pace"],
        won=event["won"],
        points=plural("{n} point", "{n} points", event["points"]),
    ),
    "moved": lambda who, event, _names: text(
        "{who} moves {points} from {start} to {end}.",
        who=who,
        points=event["points"],
        start=event["from"],
        end=event["to"],
    ),
    "stayed": lambda who, event, _names: text("{who} stays at {at}.", who=who, at=event["at"]),
    "drifted": lambda who, event, _names: text("{who} drifts to {end}.", who=who, end=event["to"]),
    "pushed": lambda who, event, _names: text("{who} is pushed to {end}.", who=who, end=event["to"]),
    "fell": lambda who, _event, _names: text("{who} goes over the waterfall and into the cave.", who=who),
    "home": lambda who, event, _names: text(
        "{who} is home with {points} to spare.", who=who, points=plural("{n} point", "{n} points", event["surplus"])
    ),
    "over": lambda _who, event, names: _prompt_over(event, names).sentence,
}
