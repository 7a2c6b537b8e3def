"""Chance players: every legal move in reach of the uniform one, a game's own where it brings one."""

from riverlight.games.chance import uniform
from riverlight.games.registry import game_named
from riverlight.games.splitmix import seeded


def test_the_uniform_player_takes_every_legal_move_sooner_or_later() -> None:
    state = game_named("niagara").new({"cards": "app"}, 3, 1)
    chance, seen = seeded(5), set()
    for _ in range(100):
        chance, move = uniform(state, 1, chance)
        seen.add(move)
    assert seen == set(state.legal(1))


def test_the_same_chance_gives_the_same_move() -> None:
    state = game_named("niagara").new({}, 3, 1)
    assert uniform(state, 0, 9) == uniform(state, 0, 9)


def test_a_game_brings_a_player_of_its_own_or_is_played_by_the_uniform_one() -> None:
    """Niagara paddled quite at random would hardly ever end (NIA-24)."""
    assert game_named("canyon").chance_player is uniform
    player, chance = game_named("niagara").chance_player, 1
    for seed in range(20):
        state = game_named("niagara").new({}, 4, seed)
        for _ in range(1500):
            if not state.to_act():
                break
            seat = state.to_act()[0]
            chance, move = player(state, seat, chance)
            state.apply(seat, move)
        assert state.result() is not None
