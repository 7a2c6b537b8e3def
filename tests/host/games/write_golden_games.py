"""Write the golden games of ``seeds/games`` again: ``python -m tests.host.games.write_golden_games``.

For each way a game can end it plays seeded games until some end so, and keeps the shortest. Review what changes.

They are dealt by the first generator, as games from before there was another; those called ``keyed`` by today's.
"""

from __future__ import annotations

import random

from riverlight.clauses import seeds_folder
from riverlight.games.canyon import GAME
from riverlight.games.canyon.moves import PACE
from riverlight.games.canyon.state import CanyonState
from riverlight.games.contract import TABLE
from riverlight.games.generator import CURRENT, FIRST
from riverlight.games.registry import game_named
from riverlight.games.transcript import Transcript, TranscriptMove, digest, replay, write

from tests.host.games.real_cards import reentered

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn")
SEEDS = 1500

CANYON = {
    "single": (4, {"cards": "physical", "entry": "cards"}),
    "surplus": (3, {"cards": "app"}),
    "pace": (5, {"cards": "physical", "entry": "tricks", "skip_dark_rounds": "on", "placement": "chosen"}),
    "shared": (3, {"cards": "app", "bid_mode": "simultaneous", "movement": "nearest", "trick_history": "shown"}),
}


NIAGARA = {
    "four_of_a_kind": (3, {"cards": "physical", "fork": "observed"}),
    "five_different": (4, {"cards": "app", "fork": "alternate"}),
    "seven": (2, {"cards": "physical", "fork": "random", "min_flow": "1"}),
    "shared": (5, {"cards": "app", "fork": "observed", "buy_back": "card_phase", "card_history": "shown"}),
    "most_gems": (4, {"cards": "physical", "fork": "alternate", "tie": "most_gems_then_first"}),
    "first": (3, {"cards": "app", "fork": "random", "tie": "most_gems_then_first"}),
}


PYRAMID = {
    "treasures": (4, {"cards": "physical", "dice": "physical"}),
    "treasures-two_people": (2, {"cards": "app", "dice": "app", "reroll": "select", "two_player_cards": "per_marker"}),
    "amulets": (3, {"cards": "app", "dice": "physical", "respawn": "entrance", "reenter_safe": "on"}),
    "amulets-six": (4, {"cards": "app", "dice": "app", "treasure": "mandatory", "mummy_light": "on_catch"}),
    "amulets-seven": (5, {"cards": "physical", "dice": "app", "mummy_aid": "on"}),
    "amulets-two_people": (2, {"cards": "physical", "dice": "physical", "mummy_light": "peek"}),
}
"""Two people play either way; against two, three and four hunters the mummy needs four, six and seven amulets."""


KEYED = {
    "canyon": ("single", 4, {"cards": "app"}),
    "niagara": ("seven", 3, {"cards": "app", "fork": "random", "life_ring": "chosen"}),
    "pyramid": ("treasures", 3, {"cards": "app", "dice": "app"}),
}
"""Games in which today's generator draws all chance."""

KEYED_SEEDS = 100


def play(seats: int, options: dict[str, str], seed: int, generator: str) -> tuple[CanyonState, list[tuple[int, int]]]:
    """Play a game of cards that the app deals: modest paces, everything else at random."""
    choose = random.Random(seed)
    state = GAME.new({**options, "cards": "app", "entry": "cards"}, seats, seed, generator=generator)
    moves: list[tuple[int, int]] = []
    while state.to_act():
        seat = choose.choice(state.to_act())
        move = state.automatic() if seat == TABLE else None
        if move is None:
            legal = state.legal(seat)
            if legal[0] == PACE:
                legal = legal[: 2 + state.cards_each // seats]
            move = choose.choice(legal)
        state.apply(seat, move)
        moves.append((seat, move))
    return state, moves


def write_canyon(way: str, seats: int, options: dict[str, str], seeds: int = SEEDS, generator: str = FIRST) -> str:
    """Return the transcript of the shortest game found that ends in this way."""
    best: tuple[int, int, list[tuple[int, int]]] | None = None
    for seed in range(1, seeds):
        state, moves = play(seats, options, seed, generator)
        result = state.result()
        if result is not None and result.way == way and (best is None or len(moves) < best[0]):
            best = len(moves), seed, moves
    if best is None:
        raise SystemExit(f"No game of {seeds} ended {way}.")
    _length, seed, moves = best
    fresh = GAME.new({**options, "cards": "app", "entry": "cards"}, seats, seed, generator=generator)
    if options["cards"] == "app":
        texts = [(seat, fresh.move_text(move)) for seat, move in moves]
    else:
        texts = reentered(fresh, moves, options["entry"])
    written = Transcript(
        game="canyon",
        board="canyon",
        seats=seats,
        names=NAMES[:seats],
        seed=seed,
        options=options,
        moves=tuple(TranscriptMove(seat, text) for seat, text in texts),
        generator=generator,
    )
    last, _events = replay(written)
    return write(written._replace(result=last.result(), digest=digest(last)))


def write_chance(
    name: str, way: str, people: int, options: dict[str, str], seeds: int = SEEDS, generator: str = FIRST
) -> str:
    """Return the transcript of the shortest game found that ends in this way, played by chance players."""
    game = game_named(name)
    player = game.chance_player
    best: Transcript | None = None
    for seed in range(1, seeds):
        state = game.new(options, people, seed, generator=generator)
        chance = seed
        moves: list[TranscriptMove] = []
        while state.to_act() and (best is None or len(moves) < len(best.moves)):
            seat = state.to_act()[-1]
            move = state.automatic()
            if move is None:
                chance, move = player(state, seat, chance)
            moves.append(TranscriptMove(seat, state.move_text(move)))
            state.apply(seat, move)
        result = state.result()
        if result is not None and result.way == way and (best is None or len(moves) < len(best.moves)):
            names = NAMES[:people]
            best = Transcript(
                name, name, people, names, seed, options, tuple(moves), result, digest(state), (), generator
            )
    if best is None:
        raise SystemExit(f"No game of {seeds} ended {way}.")
    return write(best)


def main() -> None:
    """Write all golden games."""
    folder = seeds_folder() / "games"
    folder.mkdir(exist_ok=True)
    for way, (seats, options) in CANYON.items():
        (folder / f"canyon-{way}.txt").write_text(write_canyon(way, seats, options), encoding="utf-8")
    for way, (people, options) in NIAGARA.items():
        (folder / f"niagara-{way}.txt").write_text(write_chance("niagara", way, people, options), encoding="utf-8")
    for way, (people, options) in PYRAMID.items():
        text = write_chance("pyramid", way.split("-")[0], people, options, seeds=400)
        (folder / f"pyramid-{way}.txt").write_text(text, encoding="utf-8")
    for name, (way, people, options) in KEYED.items():
        if name == "canyon":
            text = write_canyon(way, people, options, KEYED_SEEDS, CURRENT)
        else:
            text = write_chance(name, way, people, options, KEYED_SEEDS, CURRENT)
        (folder / f"{name}-{way}-keyed.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
