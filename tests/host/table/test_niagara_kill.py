"""A host of Niagara killed at any moment and started again: the game ends as it would have ended."""

import random
import subprocess
import sys
from pathlib import Path

from riverlight.games.niagara import GAME
from riverlight.games.transcript import digest
from riverlight.table.history import History
from riverlight.table.record import Store
from riverlight.table.session import Table

KILLS = 5
NAMES = ["Ada", "Ben", "Cleo"]
OPTIONS = {"fork": "observed"}

# A host whose people choose by what the game is, so that they choose alike after every start.
HOST = """
import sys
from pathlib import Path
from tests.host.table.test_niagara_kill import played_on
from riverlight.table.record import Store
from riverlight.table.session import Table

with Store(Path(sys.argv[1])) as store:
    played_on(Table.resume(store, 1), lambda: print("pressed", flush=True))
"""


def played_on(table, after_each_press):
    """Play to the end by keys, from wherever the game and half a code stand."""
    player = GAME.chance_player
    while to_act := table.history.state.to_act():
        state = table.history.state
        codes = {code.move: code.keys for code in reversed(table.codes(to_act[0]))}
        chance = len(table.history.moves)
        while (text := state.move_text((found := player(state, to_act[0], chance))[1])) not in codes:
            chance = found[0]
        typed = table.snapshot("table")["typed"]
        for key in codes[text][len(typed) :]:
            table.press(key)
            after_each_press()


def test_a_host_killed_at_any_moment_ends_the_same_game(tmp_path):
    dice = random.Random(4)
    with Store(tmp_path / "calm") as store:
        calm = Table.new(store, "niagara", OPTIONS, NAMES, 4)
        presses = []
        played_on(calm, lambda: presses.append(1))
    with Store(tmp_path / "killed") as store:
        Table.new(store, "niagara", OPTIONS, NAMES, 4)
    root = Path(__file__).parents[3]
    for kill in range(KILLS + 1):
        command = [sys.executable, "-c", HOST, str(tmp_path / "killed")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root) as host:
            if kill < KILLS:
                for _ in range(dice.randrange(1, len(presses) // KILLS)):
                    host.stdout.readline()
                host.kill()
            _, errors = host.communicate(timeout=60)
            assert not errors
    with Store(tmp_path / "killed") as store:
        ended = Table.resume(store, 1)
        assert ended.history.state.result() == calm.history.state.result()
        assert digest(ended.history.state) == digest(calm.history.state)


def test_taken_up_at_any_event_the_game_goes_on_the_same(tmp_path):
    with Store(tmp_path) as store:
        table = Table.new(store, "niagara", {"cards": "app", "fork": "random"}, NAMES, 6)
        player, chance = GAME.chance_player, 6
        while to_act := table.history.state.to_act():
            chance, move = player(table.history.state, to_act[0], chance)
            table.enter(to_act[0], table.history.state.move_text(move))
        rows = store.rows(1)
        moves = [(row.seat, row.move) for row in rows if row.kind == "move"]
        expected = digest(table.history.state)
        for at in range(1, len(rows) + 1, 25):
            taken_up = History.from_rows(1, rows[:at])
            made = len(taken_up.moves)
            assert taken_up.moves == moves[:made]
            state = taken_up.state.copy()
            for seat, text in moves[made:]:
                state.apply(seat, state.parse_move(text))
            assert digest(state) == expected
