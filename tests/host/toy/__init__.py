"""A tiny game with every kind of decision, so that the table is tested without any real game's rules.

Each of three rounds: the table rolls a die (by the app, or entered); all seats pick a number from 1 to 12 in secret;
then each in turn takes one or two of its three secret stones, lettered A to F. The highest picks in all win.
``GAME`` is registered as the real ones are; ``toy.js`` and ``toy.md`` beside it are its module of the pages and its
clauses, and ``installed`` puts them where those of the real games are.
"""

from __future__ import annotations

from typing import Any

from riverlight.errors import IllegalMove, MoveTextError
from riverlight.games import generator
from riverlight.games.contract import (
    EVERYONE,
    ONLY_SEAT,
    TABLE,
    Event,
    EventType,
    Option,
    PlainMove,
    Result,
    Secret,
    read_options,
)
from riverlight.games.game import Game
from riverlight.games.interface import Code, Interface, Prompt

ROLLED = EventType("rolled", ("pips",), EVERYONE, reveals=True)
HAND = EventType("hand", ("stones",), ONLY_SEAT, reveals=True)
SEALED = EventType("sealed", (), EVERYONE)
SHOWN = EventType("shown", ("number",), EVERYONE, reveals=True)
TOOK = EventType("took", ("stone",), EVERYONE)
ROUNDS = 3
OPTIONS = (Option("dice", ("app", "physical"), "TOY-2", "Who rolls."),)


class _ToyState:
    def __init__(self, options, seats, seed, name):
        self.options, self.seats = options, seats
        self.generator = generator.seeded(seed, name)
        self.round = 1
        self.pips = 0
        self.picks = [0] * seats
        self.totals = [0] * seats
        self.hands = [""] * seats
        self.turn = 0

    def to_act(self):
        if self.round > ROUNDS:
            return ()
        if not self.pips:
            return (TABLE,)
        open_seats = tuple(seat for seat in range(self.seats) if not self.picks[seat])
        return open_seats or (self.turn,)

    def legal(self, seat):
        if seat not in self.to_act():
            return ()
        if seat == TABLE:
            return tuple(f"roll {pips}" for pips in range(1, 7))
        if not self.picks[seat]:
            return tuple(sorted(f"pick {number}" for number in range(1, 13)))
        return tuple(f"take {stone}" for stone in self.hands[seat])

    def verify(self, seat, move):
        if move not in self.legal(seat):
            raise IllegalMove("TOY-1", f"{move} cannot be played now.")

    def apply(self, seat, move):
        self.verify(seat, move)
        word, value = move.split()
        if word == "roll":
            self.pips = int(value)
            happened = [Event(ROLLED, TABLE, (self.pips,))]
            for each in range(self.seats):
                self.generator, stones = generator.shuffled(self.generator, "stones", range(6))
                self.hands[each] = "".join(sorted("ABCDEF"[stone] for stone in stones[:3]))
                happened.append(Event(HAND, each, (self.hands[each],)))
            return tuple(happened)
        if word == "pick":
            self.picks[seat] = int(value)
            sealed = (Event(SEALED, seat),)
            return (
                sealed
                if 0 in self.picks
                else sealed + tuple(Event(SHOWN, each, (number,)) for each, number in enumerate(self.picks))
            )
        self.hands[seat] = self.hands[seat].replace(value, "")
        self.turn += 1
        if self.turn == self.seats:
            self.totals = [total + pick for total, pick in zip(self.totals, self.picks, strict=True)]
            self.round, self.turn, self.pips, self.picks = self.round + 1, 0, 0, [0] * self.seats
            self.hands = [""] * self.seats
        return (Event(TOOK, seat, (value,)),)

    def automatic(self):
        if self.options["dice"] == "app" and self.to_act() == (TABLE,):
            _next, (pips,) = self.generator.draw("die", (6,))
            return f"roll {1 + pips}"
        return None

    def move_text(self, move):
        return move

    def parse_move(self, text):
        words = text.split()
        if len(words) != 2 or words[0] not in ("roll", "pick", "take"):
            message = f"{text!r} is no move of Toy."
            raise MoveTextError(message)
        return text

    def move_data(self, move):
        return PlainMove(move, *move.split())

    def view(self, viewer):
        is_open = 0 not in self.picks
        seen: dict[str, Any] = {
            "round": self.round,
            "to_act": list(self.to_act()),
            "pips": self.pips,
            "picks": [pick if is_open or seat == viewer else None for seat, pick in enumerate(self.picks)],
            "totals": self.totals,
            "phase": "taking" if is_open else "picking",
            "winners": list(result.winners) if (result := self.result()) else [],
            "way": result and result.way,
        }
        if isinstance(viewer, int):
            seen["hand"] = self.hands[viewer]
        return seen

    def result(self):
        if self.to_act():
            return None
        best = max(self.totals)
        return Result(tuple(seat for seat, total in enumerate(self.totals) if total == best), "most")

    def copy(self):
        twin = _ToyState.__new__(_ToyState)
        twin.__dict__ = {
            name: list(value) if isinstance(value, list) else value for name, value in self.__dict__.items()
        }
        return twin

    def key(self):
        return repr(sorted(self.__dict__.items())).encode()


def codes(state, seat):
    made = []
    for move in state.legal(seat):
        word, value = move.split()
        keys = f"{int(value):02}" if word == "pick" else f"*{'ABCDEF'.index(value)}0" if word == "take" else value
        made.append(Code(keys, PlainMove(move, word, value), value))
    return tuple(made)


def explain(state, seat, keys):
    if state.legal(seat)[0].startswith("pick") and keys[0] in "23456789":
        return IllegalMove("TOY-3", f"Numbers go to 12; {keys} is beyond.")
    return None


def private(state, seat):
    if seat != TABLE and state.legal(seat) and state.legal(seat)[0].startswith("take"):
        return IllegalMove("TOY-4", "Stones are taken on a page of one's own.")
    return None


def position(view, head, panel):
    assert head.board is None
    assert panel == "main"
    return {"g": "toy", "n": view["pips"], "c": list(view["totals"])}


def prompt(view, names, seat):
    if view["winners"]:
        won = " and ".join(names[winner] for winner in view["winners"])
        return Prompt(f"{won} win{'s' if len(view['winners']) == 1 else ''}.", "The highest picks win.", "TOY-1", None)
    who = "Nobody" if seat is None else "The table" if seat == TABLE else names[seat]
    return Prompt(f"{who} is asked.", "So the rules say.", "TOY-1", seat)


def arrangement(view, names):
    return f"{len(names)} seats, the die shows {view['pips']}."


def tell(event, names):
    if event["event"] == "hand":
        return f"You hold {event['stones']}."
    who = "The table" if event["seat"] == TABLE else names[event["seat"]]
    return f"{who}: {event['event']} {event.get('pips', event.get('number', event.get('stone', '')))}".strip()


def _interface():
    return Interface(
        codes=codes,
        explain=explain,
        private=private,
        position=position,
        prompt=prompt,
        arrangement=arrangement,
        tell=tell,
        pieces=lambda _view, _header: [],
    )


def _secrets(state):
    if not state.to_act():
        return ()
    sealed = [] if 0 not in state.picks else [seat for seat, pick in enumerate(state.picks) if pick]
    return (
        Secret("stones still to be drawn", frozenset()),
        *(Secret("sealed numbers", frozenset({seat})) for seat in sealed),
        *(Secret("stones", frozenset({seat})) for seat, hand in enumerate(state.hands) if hand),
    )


def _new(options, seats, seed, board=None, *, generator=generator.CURRENT):
    assert board is None
    return _ToyState(read_options(OPTIONS, options), seats, seed, generator)


GAME = Game(
    name="toy",
    title="Toy",
    seat_counts=(2, 3),
    options=OPTIONS,
    event_types=(ROLLED, HAND, SEALED, SHOWN, TOOK),
    clause_prefix="TOY",
    new=_new,
    secrets=_secrets,
    make_interface=_interface,
    app_options={"dice": "app"},
)


def all_keys(table, seat):
    """Return the codes that the engine offers ``seat`` now."""
    return codes(table.history.state, seat)
