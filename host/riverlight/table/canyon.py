"""Canyon at the table: its keys, its lights, its sentences.

Keys: suits are ``A`` red, ``B`` blue, ``C`` green, ``D`` yellow, ``*`` violet, then the number, ``0`` for ten; trump by
its suit alone is the suit and ``*``. A pace or tricks won are a digit, ``*`` for ten. Seats, starts and ends are
numbered from 1, with two digits each where there are more than nine; whatever is the only thing possible is 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from riverlight.engines.contract import TABLE, Panel, Seat, State
from riverlight.errors import IllegalMove
from riverlight.languages.text import listed, text
from riverlight.table.adaptor import Code, refusal_of
from riverlight.table.canyon_words import SUIT_HELP, SUIT_NAMES, arrangement, prompt, tell
from riverlight.table.history import Head
from riverlight.table.seats import LETTERS

__all__ = ["arrangement", "codes", "explain", "position", "private", "prompt", "tell"]

_SUIT_KEYS: Final = {"R": "A", "B": "B", "G": "C", "Y": "D", "V": "*"}
_SUIT_OF_KEY: Final = {key: suit for suit, key in _SUIT_KEYS.items()}

_NOWHERE: Final = 255
_ALONE: Final = {"stay": text("stay"), "drift": text("drift")}
_ACTIVITIES: Final = ("rest", "place", "ends", "drift", "over")


def codes(state: State, seat: Seat) -> tuple[Code, ...]:
    """Return a code for each legal move of ``seat``."""
    moves = [state.move_text(move) for move in state.legal(seat)]
    digits = 2 if len(moves) > 9 else 1
    made = []
    for number, move in enumerate(moves, start=1):
        word, _, what = move.partition(" ")
        if word in ("place", "move"):
            made.append(Code(f"{number:0{digits}}", move, str(number), what))
        elif word in ("play", "trump"):
            made.append(Code(_SUIT_KEYS[what[0]] + {"": "*", "10": "0"}.get(what[1:], what[1:]), move, what))
        elif word in ("pace", "tricks"):
            made.append(Code("*" if what == "10" else what, move, what))
        elif word in ("dealer", "first"):
            made.append(Code(str(int(what) + 1), move, LETTERS[int(what)]))
        else:  # stay, drift: the only thing possible
            made.append(Code("1", move, _ALONE[word]))
    return tuple(made)


def explain(state: State, seat: Seat, keys: str) -> IllegalMove | None:
    """Return why no legal move of ``seat`` begins with ``keys``."""
    legal = codes(state, seat)
    word = legal[0].move.split()[0]
    if word in ("play", "trump"):
        return _explain_card(state, seat, keys, legal)
    if word in ("pace", "tricks") and keys in "0123456789*":
        return refusal_of(state, seat, state.parse_move(f"{word} {10 if keys == '*' else keys}"))
    if word in ("place", "move"):
        free = listed([code.keys for code in legal])
        if word == "place":
            return IllegalMove("CAN-3", text("There is no start {keys}: choose {free}.", keys=keys, free=free))
        return IllegalMove("CAN-15", text("There is no end {keys}: choose {free}.", keys=keys, free=free))
    return None


def private(state: State, seat: Seat) -> IllegalMove | None:
    """Return why the common keypad may not ask ``seat``: with cards from the app its legal cards tell its hand."""
    if seat == TABLE or state.options["cards"] != "app":
        return None
    legal = state.legal(seat)
    if not legal or not state.move_text(legal[0]).startswith("play "):
        return None
    return IllegalMove("CAN-24", text("A card of a secret hand is played on the page of its own seat."))


def position(view: Mapping[str, Any], head: Head, _panel: Panel) -> dict[str, Any]:
    """Return the position that the lights show; spaces by index."""
    assert head.board is not None  # noqa: S101  (Canyon has no game without a board)
    index = head.board.index
    activity = view["activity"]
    shown = {
        "g": "canyon",
        "c": [_NOWHERE if space is None else index[space] for space in view["canoes"]],
        "s": _NOWHERE if activity["seat"] is None else activity["seat"],
        "a": _ACTIVITIES.index(activity["kind"]),
        "n": activity["points"] or 0,
        "m": int(head.options["movement"] == "nearest"),
    }
    if view["last_way"] is not None and _has_just_moved(view, head):
        seat, *spaces = view["last_way"]
        shown["v"] = [seat, *(index[space] for space in spaces)]
    if view["winners"]:
        shown["w"] = view["winners"]
    return shown


def _explain_card(state: State, seat: Seat, keys: str, legal: Sequence[Code]) -> IllegalMove | None:
    is_trump = legal[0].move.startswith("trump")
    clause = "CAN-5" if is_trump else "CAN-7"
    suit = _SUIT_OF_KEY.get(keys[0])
    if suit is None:
        return IllegalMove(
            clause, text("A card begins with its suit: {suits}; {keys} came.", suits=SUIT_HELP, keys=keys)
        )
    if len(keys) == 1:
        if state.options["cards"] == "physical":
            return IllegalMove("CAN-8", text("All {suit} cards have been seen in this round.", suit=SUIT_NAMES[suit]))
        playable = listed([code.label for code in legal])
        return IllegalMove(
            "CAN-7",
            text(
                "No {suit} card can be played now: choose {playable}.",
                suit=SUIT_NAMES[suit],
                playable=playable,
            ),
        )
    if keys[1] not in "0123456789":
        needed = text("its number, 0 for ten")
        wanted = text("{number}, or * for the suit alone", number=needed) if is_trump else needed
        return IllegalMove(
            clause, text("After its suit a card has {wanted}; {keys} came.", wanted=wanted, keys=keys[1])
        )
    number = 10 if keys[1] == "0" else int(keys[1])
    return refusal_of(state, seat, state.parse_move(f"{'trump' if is_trump else 'play'} {suit}{number}"))


def _has_just_moved(view: Mapping[str, Any], head: Head) -> bool:
    """Return whether the last way was the last thing that happened, so that a glide is shown once.

    A new round begins with trump entered, with the app's deal, or with the first pace.
    """
    if view["phase"] == "pace":
        is_trump_entered = view["trump"] is not None and head.options["cards"] == "physical"
        return not is_trump_entered and all(pace is None for pace in view["paces"])
    return view["phase"] in ("trump", "over") or (view["phase"] == "move" and any(view["moved"]))
