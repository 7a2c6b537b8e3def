"""Canyon's sentences: prompts, and log lines for events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from riverlight.games.canyon.events import CanyonEvent
from riverlight.games.canyon.legend import SUIT_HELP, TEN_KEY
from riverlight.games.canyon.names import SUIT_NAMES, card_name, space_name
from riverlight.games.canyon.view import CanyonView
from riverlight.games.contract import Seat
from riverlight.games.interface import Prompt
from riverlight.games.wording import Sentences, choose, numbered, numbers_to, sentence_for, wins
from riverlight.languages.text import listed, plural, series, text

__all__ = ["arrangement", "prompt", "tell"]


def prompt(view: CanyonView, names: Sequence[str], seat: Seat | None) -> Prompt:
    """Return the prompt for ``seat``."""
    if seat is None:
        return _prompt_over(view, names)
    return _PROMPTS[view["phase"]](view, names, seat)


def arrangement(view: CanyonView, names: Sequence[str]) -> str:
    """Return where the canoes stand; empty if none does."""
    stand = zip(names, view["canoes"], strict=True)
    placed = [
        text("{name} on {space}", name=name, space=space_name(space)) for name, space in stand if space is not None
    ]
    return text("{canoes}.", canoes=series(placed)) if placed else ""


def tell(event: CanyonEvent, names: Sequence[str]) -> str | None:
    """Return the log's sentence for an event; None if another event's sentence includes it."""
    return sentence_for(_SENTENCES, event, names)


def _prompt_dealer(_view: CanyonView, names: Sequence[str], seat: Seat) -> Prompt:
    sentence = text("Who deals? {seats}.", seats=numbered(names))
    return Prompt(
        sentence,
        text("Each player draws a card. The highest card deals; the player to the left of the dealer starts."),
        "CAN-2",
        seat,
    )


def _prompt_first(_view: CanyonView, names: Sequence[str], seat: Seat) -> Prompt:
    sentence = text("Who places the first canoe? {seats}.", seats=numbered(names))
    return Prompt(sentence, text("Choose who places first; the others follow clockwise."), "CAN-3", seat)


def _prompt_place(view: CanyonView, names: Sequence[str], seat: Seat) -> Prompt:
    sentence = text("{name}, choose a start space: {ends}.", name=names[seat], ends=numbers_to(len(view["ends"])))
    return Prompt(sentence, text("Each canoe starts on a free start space."), "CAN-3", seat)


def _prompt_trump(_view: CanyonView, _names: Sequence[str], seat: Seat) -> Prompt:
    why = text(
        "After the deal, turn up the next card: its suit is trump. Enter its suit ({suits}), then its number, or *.",
        suits=SUIT_HELP,
    )
    return Prompt(text("Deal, turn up a card, and enter it."), why, "CAN-5", seat)


def _prompt_pace(_view: CanyonView, names: Sequence[str], seat: Seat) -> Prompt:
    why = text(
        "Your pace is the number of tricks you want to win. Win exactly that many for bonus points. {ten} = 10.",
        ten=TEN_KEY,
    )
    return Prompt(text("{name}, set your pace.", name=names[seat]), why, "CAN-6", seat)


def _prompt_tricks(view: CanyonView, names: Sequence[str], seat: Seat) -> Prompt:
    if view["led"] is None:
        why = text("The start player leads first, then the winner of each trick. You can lead any card.")
        return Prompt(text("{name}, lead a card.", name=names[seat]), why, "CAN-7", seat)
    why = text("Follow suit if you can; otherwise play any card.")
    return Prompt(
        text("{name}, play a card: {suit} is led.", name=names[seat], suit=SUIT_NAMES[view["led"]]),
        why,
        "CAN-7",
        seat,
    )


def _prompt_entry(view: CanyonView, names: Sequence[str], seat: Seat) -> Prompt:
    why = text("The tricks of all players must add up to {cards_each}.", cards_each=view["cards_each"])
    return Prompt(text("{name}, how many tricks did you win?", name=names[seat]), why, "CAN-9", seat)


def _prompt_move(view: CanyonView, names: Sequence[str], seat: Seat) -> Prompt:
    name, points = names[seat], view["activity"]["points"]
    if view["activity"]["kind"] == "drift":
        why = text("A canoe on the current that missed its pace drifts along the arrow and pushes other canoes.")
        return Prompt(text("{name}'s canoe drifts. Press 1 to confirm.", name=name), why, "CAN-18", seat)
    if view["ends"] == [view["canoes"][seat]]:
        if points:
            why = text("The river is blocked, and no free space is nearer to a landing.")
            return Prompt(
                text("{name} has {points} but cannot move. Press 1 to confirm.", name=name, points=points),
                why,
                "CAN-15",
                seat,
            )
        return Prompt(
            text("{name}'s canoe stays. Press 1 to confirm.", name=name),
            text("There are no points to move with."),
            "CAN-12",
            seat,
        )
    why = text(
        "Use all points and end as near to a landing as they allow. Never enter a space twice or pass another canoe."
    )
    return Prompt(
        text("{name} moves {points}: {choose}.", name=name, points=points, choose=choose(len(view["ends"]))),
        why,
        "CAN-15",
        seat,
    )


def _prompt_over(view: CanyonView, names: Sequence[str]) -> Prompt:
    return Prompt(_won(view["winners"], names), _WAYS[str(view["way"])], "CAN-23", None)


def _won(winners: Sequence[Seat], names: Sequence[str]) -> str:
    return wins([names[seat] for seat in winners])


_PROMPTS: Final[Mapping[str, Callable[[CanyonView, Sequence[str], Seat], Prompt]]] = {
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
    "single": text("Only one canoe landed in this round."),
    "surplus": text("Of the canoes that landed, the one with the most points left over wins."),
    "pace": text("Equal points left over: the higher pace in this round wins."),
    "shared": text("Equal points left over and equal paces: the win is shared."),
}

_SENTENCES: Final[Sentences[CanyonEvent]] = {
    "drawn": lambda who, event, _names: text("{who} draws {card}.", who=who, card=card_name(event["card"])),
    "dealer": lambda who, _event, _names: text("{who} deals.", who=who),
    "first": lambda who, _event, _names: text("{who} places first.", who=who),
    "placed": lambda who, event, _names: text("{who} starts at {space}.", who=who, space=space_name(event["space"])),
    "round": lambda _who, event, names: text(
        "Round {round}: {cards} each; {name} starts.",
        round=event["round"],
        cards=plural("{n} card", "{n} cards", event["cards_each"]),
        name=names[event["start_seat"]],
    ),
    "hand": lambda _who, event, _names: text(
        "You were dealt {cards}.", cards=series([card_name(card) for card in event["cards"]])
    ),
    "trump": lambda _who, event, _names: (
        text("Trump is {suit}.", suit=SUIT_NAMES[event["suit"]])
        if event["card"] is None
        else text("Trump is {suit} ({card}).", suit=SUIT_NAMES[event["suit"]], card=card_name(event["card"]))
    ),
    "pace": lambda who, event, _names: text("{who} shows pace {pace}.", who=who, pace=event["pace"]),
    "pace_sealed": lambda who, _event, _names: text("{who} has chosen a pace.", who=who),
    "pace_shown": lambda who, event, _names: text("{who} shows pace {pace}.", who=who, pace=event["pace"]),
    "played": lambda who, event, _names: text("{who} plays {card}.", who=who, card=card_name(event["card"])),
    "played_from_hand": lambda who, event, _names: text("{who} plays {card}.", who=who, card=card_name(event["card"])),
    "revoke": lambda who, event, _names: text(
        "Revoke: {who} plays {card}, but did not follow {suit} in trick {tricks}. Undo, or play on.",
        who=who,
        card=card_name(event["card"]),
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
        start=space_name(event["from"]),
        end=space_name(event["to"]),
    ),
    "stayed": lambda who, event, _names: text("{who} stays at {at}.", who=who, at=space_name(event["at"])),
    "drifted": lambda who, event, _names: text("{who} drifts to {end}.", who=who, end=space_name(event["to"])),
    "pushed": lambda who, event, _names: text("{who} is pushed to {end}.", who=who, end=space_name(event["to"])),
    "fell": lambda who, _event, _names: text("{who} goes over the waterfall, back to the cave.", who=who),
    "home": lambda who, event, _names: text(
        "{who} lands with {points} left over.", who=who, points=plural("{n} point", "{n} points", event["surplus"])
    ),
    "over": lambda _who, event, names: _won(event["winners"], names),
}
