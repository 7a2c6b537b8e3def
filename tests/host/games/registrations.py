"""What the contract tests need for each game: a new engine adds one entry here."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from riverlight.boards import shipped
from riverlight.games.contract import TABLE, Event, Move, Seat, State
from riverlight.games.registry import game_named

from shared_rules import niagara as river


class Registration(NamedTuple):
    """What a game adds.

    ``options`` returns random options that go together, ``every_move`` what can be written as a move; ``ways`` are
    all ways that a game can end: there is a golden game ``seeds/games/<game>-<way>.txt`` for each.
    """

    options: Callable[[random.Random], dict[str, str]]
    every_move: Callable[[State], list[Move]]
    ways: tuple[str, ...]


def canyon_options(choose: random.Random) -> dict[str, str]:
    chosen = {option.name: choose.choice(option.values) for option in game_named("canyon").options}
    if chosen["cards"] == "app":
        chosen["entry"] = "cards"
    return chosen


def canyon_moves(state: Any) -> list[Move]:
    cards = [f"{suit}{number}" for suit in "RBGYV" for number in range(1, 11)]
    texts = ["draw", "deal", "stay", "drift", *(f"trump {suit}" for suit in "RBGYV")]
    texts += [f"{word} {card}" for word in ("play", "trump") for card in cards]
    texts += [f"{word} {number}" for word in ("pace", "tricks") for number in range(11)]
    texts += [f"{word} {seat}" for word in ("dealer", "first") for seat in range(6)]
    texts += [f"{word} {space}" for word in ("place", "move") for space in state.setup.board.space_ids]
    return [state.parse_move(text) for text in texts]


def niagara_options(choose: random.Random) -> dict[str, str]:
    # Without two_colours there is no game for two.
    options = [option for option in game_named("niagara").options if option.name != "two_colours"]
    return {option.name: choose.choice(option.values) for option in options}


@cache
def niagara_texts() -> tuple[str, ...]:
    """Every move but those of canoes, and a hundred of theirs: some of every shape, from everywhere."""
    texts = ["weather up", "weather down", "keep", "done", "fork left", "fork right", "paddle cloud"]
    texts += [f"paddle {number}" for number in range(1, 7)]
    texts += [f"ring {seat}" for seat in range(5)]
    texts += [f"buy {colour}" for colour in river.COLOURS]
    state: Any = game_named("niagara").new({}, 3, 1)
    plans = {
        plan
        for place in range(10)
        for carries in (0, 3, river.NO_GEM)
        for points in range(1, 7)
        for plan in river.plans(place, carries, points, [31] * 5)
    }
    dice = random.Random(1)
    for plan in dice.sample(sorted(plans), 100):
        robbing = plan & ~river.NO_STEAL | dice.randrange(10) if dice.random() < 0.3 else plan
        texts.append(state.move_text((1 << 26) | dice.randrange(2) << 24 | robbing))
    return tuple(dict.fromkeys(texts))


@cache
def pyramid_texts() -> tuple[str, ...]:
    """Every move but most throws."""
    faces = ("1", "2", "3", "4", "A")
    texts = ["deal", "throw", "reset", "pass", "stop", "die arrow", *(f"die {face}" for face in faces[:4])]
    texts += [f"step {way}" for way in "nesw"]
    pairs = [f"{one} {other}" for one in faces for other in faces if one <= other]
    texts += [f"{word} {pair}" for word in ("roll", "reroll") for pair in pairs]
    texts += [f"{word} {face}" for word in ("roll", "reroll") for face in faces]
    texts += ["roll M", "roll 1 2 3 4 A", "roll M M M M M", "reroll 1 2 3 4 A"]
    spaces = shipped("pyramid").space_ids
    return (*texts, *(f"move {space}{play}" for space in spaces for play in ("", " play")))


REGISTERED = {
    "canyon": Registration(canyon_options, canyon_moves, ("single", "surplus", "pace", "shared")),
    "niagara": Registration(
        niagara_options,
        lambda state: [state.parse_move(text) for text in niagara_texts()],
        ("four_of_a_kind", "five_different", "seven", "shared", "most_gems", "first"),
    ),
    "pyramid": Registration(
        lambda choose: {option.name: choose.choice(option.values) for option in game_named("pyramid").options},
        lambda state: [state.parse_move(text) for text in pyramid_texts()],
        ("treasures", "amulets"),
    ),
}


def new_random_game(name: str, seed: int) -> State:
    """Return a fresh game with random options and a random number of seats."""
    choose = random.Random(f"{name} {seed}")
    game = game_named(name)
    return game.new(REGISTERED[name].options(choose), choose.choice(game.seat_counts), seed)


def chosen_move(state: State, choose: random.Random) -> tuple[Seat, Move]:
    """Return the app's own move, or one by the game's chance player for a random seat to act."""
    automatic = state.automatic()
    if automatic is not None:
        return TABLE, automatic
    seat = choose.choice(state.to_act())
    _, move = game_named(type(state).__module__.split(".")[2]).chance_player(state, seat, choose.getrandbits(64))
    return seat, move


def played_through(state: State, seed: int, most: int = 5000) -> tuple[list[tuple[Seat, Move]], list[Event]]:
    """Play ``state`` on at random, for at most so many moves; return its moves and events."""
    choose = random.Random(seed)
    moves: list[tuple[Seat, Move]] = []
    events: list[Event] = []
    while state.to_act() and len(moves) < most:
        seat, move = chosen_move(state, choose)
        events.extend(state.apply(seat, move))
        moves.append((seat, move))
    return moves, events
