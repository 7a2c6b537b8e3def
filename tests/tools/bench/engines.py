"""Random play with all checks and events, compared with a plain loop, OpenSpiel and RLCard in one process."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from riverlight.games.contract import SPECTATOR, TABLE, State
from riverlight.games.game import Game
from riverlight.games.generator import CURRENT, FIRST
from riverlight.games.registry import GAMES, game_named
from riverlight.games.simulate import play_out

from tests.oracle import plain_tricks
from tests.tools.bench.rows import Row, shortest_s, skipped

SLICE_S = 0.4
ROUNDS = 5
LEAST = {"canyon": "at least 1/10"}
LEAST_ELSEWHERE = "at least 1/6"

_DRAWN = {"cards": "app", "dice": "app", "fork": "random"}
"""The options by which the app draws all chance."""


def _decisions_per_second(play: Callable[[int], int], seed: int) -> float:
    """Return the decisions a second of ``play(seed)``, which plays one game or some and returns its decisions."""
    decisions = 0
    began = time.perf_counter()
    while (seconds := time.perf_counter() - began) < SLICE_S:
        decisions += play(seed)
        seed += 1
    return decisions / seconds


def _fastest(plays: dict[str, Callable[[int], int]]) -> dict[str, float]:
    """Return each play's best rate; they take turns, so that a busy moment of the machine hits all alike."""
    best = dict.fromkeys(plays, 0.0)
    for turn in range(ROUNDS):
        for name, play in plays.items():
            best[name] = max(best[name], _decisions_per_second(play, 1000 * turn))
    return best


def _seats(game: Game) -> int:
    return 4 if 4 in game.seat_counts else game.seat_counts[0]


def _selfplay(game: Game) -> Callable[[int], int]:
    return lambda seed: play_out(game.new({}, _seats(game), seed), {}, game.chance_player, random.Random(seed))


def _dealt(game: Game, generator: str) -> Callable[[int], int]:
    """Return selfplay in which the app draws all chance, by ``generator``."""
    options = {option.name: _DRAWN[option.name] for option in game.options if option.name in _DRAWN}

    def play(seed: int) -> int:
        state = game.new(options, _seats(game), seed, generator=generator)
        return play_out(state, {}, game.chance_player, random.Random(seed))

    return play


def _generator_rows(game: Game) -> Iterator[Row]:
    rates = _fastest({generator: _dealt(game, generator) for generator in (CURRENT, FIRST)})
    ratio = f"{rates[CURRENT] / rates[FIRST]:.2f}×"
    remark = f"{CURRENT} beside {FIRST}; at least 0.95×"
    yield Row(f"  {game.name}: all chance drawn", f"{rates[CURRENT]:,.0f}/s", f"{rates[FIRST]:,.0f}/s", ratio, remark)


def _spiel(pyspiel: ModuleType) -> Callable[[int], int]:
    game = pyspiel.load_game("oh_hell(players=4,num_suits=4,num_cards_per_suit=10)")

    def play(seed: int) -> int:
        draw = random.Random(seed).random
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        return decisions

    return play


def _rlcard(rlcard: ModuleType) -> Callable[[int], int]:
    environment = rlcard.make("uno", config={"seed": 1})

    def play(seed: int) -> int:
        draw = random.Random(seed).random
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(draw() * len(legal))])
            decisions += 1
        return decisions

    return play


_OTHERS: dict[str, tuple[str, Callable[[ModuleType], Callable[[int], int]]]] = {
    "OpenSpiel oh_hell": ("pyspiel", _spiel),
    "RLCard uno": ("rlcard", _rlcard),
}


def _middle(game: Game, seed: int) -> tuple[State, list[tuple[int, Any]]]:
    """Return a game half played, and all moves of the whole game."""
    options, seats = {}, _seats(game)
    draw = random.Random(seed).random
    player, chance = game.chance_player, seed
    moves: list[tuple[int, Any]] = []
    state = game.new(options, seats, seed)
    while state.result() is None:
        move = state.automatic()
        seat = TABLE
        if move is None:
            acting = state.to_act()
            seat = acting[int(draw() * len(acting))]
            chance, move = player(state, seat, chance)
        state.apply(seat, move)
        moves.append((seat, move))
    half = game.new(options, seats, seed)
    for seat, move in moves[: len(moves) // 2]:
        half.apply(seat, move)
    return half, moves


def _state_rows(game: Game) -> Iterator[Row]:
    half, moves = _middle(game, 7)

    def replay() -> None:
        state = game.new({}, _seats(game), 7)
        for seat, move in moves:
            state.apply(seat, move)

    copy_us = shortest_s(lambda: [half.copy() for _ in range(500)]) / 500 * 1e6
    view_us = shortest_s(lambda: [half.view(SPECTATOR) for _ in range(500)]) / 500 * 1e6
    replay_ms = shortest_s(replay) * 1e3
    yield Row(f"  {game.name}: copy", f"{copy_us:.1f} µs", remark="at most 10 µs")
    yield Row(f"  {game.name}: view", f"{view_us:.1f} µs", remark="at most 20 µs")
    yield Row(f"  {game.name}: replay, {len(moves)} moves", f"{replay_ms:.1f} ms", remark="at most 50 ms")


def rows() -> Iterator[Row]:
    """Yield a row for each game compared with the plain loop, rows for the others, and what single calls cost."""
    plays: dict[str, Callable[[int], int]] = {"plain": lambda seed: plain_tricks.run(50, seed)}
    games = {name: game_named(name) for name in GAMES}
    plays |= {name: _selfplay(game) for name, game in games.items()}
    missing = []
    for name, (module, make) in _OTHERS.items():
        try:
            plays[name] = make(importlib.import_module(module))
        except ImportError:
            missing.append(name)
    rates = _fastest(plays)
    plain = f"{rates['plain']:,.0f}/s"
    for name in GAMES:
        least = LEAST.get(name, LEAST_ELSEWHERE)
        ratio = f"1/{rates['plain'] / rates[name]:.1f}"
        yield Row(f"{name}: random play", f"{rates[name]:,.0f}/s", plain, ratio, f"plain, unchecked tricks; {least}")
    for name in _OTHERS:
        if name in missing:
            yield skipped(f"canyon beside {name}", "not installed: the extra `bench` brings it")
        else:
            times = rates["canyon"] / rates[name]
            yield Row(f"canyon beside {name}", f"{rates['canyon']:,.0f}/s", f"{rates[name]:,.0f}/s", f"{times:.2f}×")
    for game in games.values():
        yield from _generator_rows(game)
    for game in games.values():
        yield from _state_rows(game)
