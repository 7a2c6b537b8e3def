"""Seeded cases of Niagara's shared rules that both interpreters run, as ``canyon_scenarios`` does for Canyon.

``micropython niagara_scenarios.py ROOT`` prints the name and the digest of each.
"""

import sys

if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])

from shared_rules import digest, niagara, niagara_flow, niagara_lights, niagara_position
from shared_rules.board import BERTH, FALL, NIAGARA, RIVER, SHORE, SITE, WEATHER, Board
from tests.shared_rules.canyon_scenarios import Chance, Sum, compiled

PLACES = "0123456789a"
KINDS = [SHORE] + [RIVER] * 9 + [FALL] + [SITE] * 5 + [WEATHER] * 4 + [BERTH] * 10
TOUCHES = [[1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 6, 8], [5, 7], [6, 10], [5, 9], [8, 10], [7, 9]] + [[]] * 19


def board():
    """Return a board with the river and all its banks."""
    return Board(compiled(KINDS, TOUCHES, {}, [("main", list(range(30)))], NIAGARA))


def random_position(chance):
    """Return a ``show`` message for 2 to 5 players, as the table makes it: the canoes anywhere, any activity."""
    seats = 2 + chance.below(4)
    sites = [7 if gem == site else 0 for site in range(5) for gem in range(5)]
    for _ in range(chance.below(12)):
        gem, site = chance.below(5), chance.below(5)
        if sites[6 * gem]:
            sites[6 * gem] -= 1
            sites[5 * site + gem] += chance.below(2)
    if chance.below(5) == 0:
        sites[6 * chance.below(5)] = 0
    places = [chance.below(11) for _ in range(2 * seats)]
    position = {
        "g": "niagara",
        "c": "".join([PLACES[place] for place in places]),
        "k": "".join([chance.one_of("01234--") if 0 < place < 10 else "-" for place in places]),
        "x": "".join([str(count) for count in sites]),
        "w": chance.below(4) - 1,
        "d": chance.below(9),
        "a": chance.below(7),
        "s": chance.below(seats),
        "q": 0,
        "n": 1 + chance.below(6),
        "m": 0,
    }
    if position["a"] == niagara_position.PADDLE:
        must_move, may_launch = niagara.movable(places, position["s"])
        position["m"] = must_move | may_launch << 2
    elif position["a"] == niagara_position.CARDS:
        position["q"] = chance.below(1 << seats)
    elif position["a"] == niagara_position.OVER:
        position["e"] = [chance.below(seats)]
    if chance.below(3) == 0:
        canoe = chance.below(2 * seats)
        # Never from one arm to the other.
        position["v"] = [canoe, chance.below(8), chance.one_of((0, 1, 2, 3, 4, 5, 6, 7, 10))]
    if chance.below(3) == 0:
        position["f"] = "".join([chance.one_of("lr") for _ in range(1 + chance.below(8))])
        position["o"] = "".join([PLACES[chance.below(11)] for _ in places])
    return position


def in_bytes(position):
    """Return a position as it is unpacked: its texts as bytes."""
    texts = {name: position[name].encode() for name in "ckxfo" if name in position}
    unpacked = dict(position)
    unpacked.update(texts)
    return unpacked


def plans():
    """List what one canoe can do, from every place with every gem and card, the sites full, own or bare."""
    total = Sum()
    for masks in ([31] * 5, [1, 2, 4, 8, 16], [0] * 5):
        for place in range(10):
            for carries in (0, 1, 2, 3, 4, niagara.NO_GEM):
                for points in range(1, 7):
                    for plan in sorted(niagara.plans(place, carries, points, masks)):
                        total.add((plan >> 16, plan >> 8 & 255, plan & 255))
    return total.hex()


def turns():
    """Let canoes load, paddle and steal, one after another."""
    chance = Chance(1)
    total = Sum()
    for _ in range(150):
        position = random_position(chance)
        canoes = bytearray([PLACES.index(place) for place in position["c"]])
        cargo = bytearray([niagara.NO_GEM if gem == "-" else int(gem) for gem in position["k"]])
        sites = bytearray([int(count) for count in position["x"]])
        for canoe, place in enumerate(canoes):
            if place == niagara.LOST:
                continue
            found = niagara.plans(place, cargo[canoe], 1 + chance.below(6), niagara.masks(sites))
            found = sorted(niagara.with_steals(found, canoe >> 1, cargo[canoe], canoes, cargo))
            scored = niagara.carry_out(chance.one_of(found), canoe, canoes, cargo, sites)
            total.add((len(found), scored))
        total.add(canoes)
        total.add(cargo)
        total.add(sites)
    return total.hex()


def flows():
    """Let the river flow: every weather, many cards, every place, both arms."""
    chance = Chance(2)
    total = Sum()
    for _ in range(300):
        cards = [chance.below(7) for _ in range(1 + chance.below(5))]
        weather, min_flow, unrevealed = chance.below(4) - 1, chance.below(2), chance.below(5)
        total.add(
            (
                niagara_flow.flow_steps(cards, weather, min_flow),
                niagara_flow.most_flow(cards, unrevealed, weather, min_flow),
            )
        )
    for place in range(11):
        total.add((niagara_flow.flow_one(place, 0), niagara_flow.flow_one(place, 1)))
    return total.hex()


def frames():
    """Fill role frames of every activity, and follow what has moved."""
    chance = Chance(3)
    total = Sum()
    river = board()
    total.add(niagara_lights.upstream(river))
    frame = bytearray(2 * river.n)
    for _ in range(120):
        position = in_bytes(random_position(chance))
        niagara_lights.pieces(river, position, frame)
        total.add_text(digest.digest(frame))
        for _ in niagara_lights.choices(river, position, frame):
            pass
        total.add_text(digest.digest(frame))
        for duration_ms in niagara_lights.passage(river, position, frame):
            total.add((duration_ms,))
            total.add_text(digest.digest(frame))
    return total.hex()


SCENARIOS = (plans, turns, flows, frames)


def main():
    """Print each scenario's name and digest."""
    for scenario in SCENARIOS:
        print(scenario.__name__, scenario())  # noqa: T201  (read by the test that started this)


if __name__ == "__main__":
    main()
