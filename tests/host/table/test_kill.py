"""A host killed at any moment: nothing committed is lost, no key is taken twice."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from riverlight.games.transcript import digest
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table

from tests.host import toy as toy_game
from tests.host.table.at_table import change_interface

KILLS = int(os.environ.get("RIVERLIGHT_KILLS", "20"))
ROUNDS = max(3, KILLS // 6)  # a game long enough that each kill comes within it

# A host that takes the keys of a device from the first it has not taken, after two that it has.
HOST = """
import sys
from pathlib import Path
from riverlight.games.registry import register
from tests.host import toy as toy_game
from tests.host.table.at_table import change_interface
register(toy_game.GAME)
toy_game.ROUNDS = int(sys.argv[3])
toy_game.GAME.__dict__["interface"] = toy_game.GAME.interface._replace(private=lambda *_: None)
from riverlight.table.record import Store
from riverlight.table.rows import KeyPress
from riverlight.table.session import Table

folder, keys = Path(sys.argv[1]), sys.argv[2]
with Store(folder) as store:
    table = Table.resume(store, 1)
    taken = store.last_press("f00")
    print("from", taken, flush=True)
    for number in range(max(1, taken - 1), len(keys) + 1):
        key = keys[number - 1]
        table.press(key.upper() if key != "l" else "#", long=key == "l", press=KeyPress("f00", number))
        print("took", number, flush=True)
"""


def played_by_keys(table, dice):
    """Play a whole game with wrong keys and undos; return the presses, ``l`` being a long ``#``."""
    keys = ""
    while table.history.state.to_act():
        code = dice.choice(table.codes(table.history.state.to_act()[0])).keys
        for key in code + dice.choice(["", "", "", "", "#", "##", "#l", "C", "#C#"]):
            keys += key
            table.press(key.upper() if key != "l" else "#", long=key == "l", press=KeyPress("f00", len(keys)))
    return keys


def test_a_host_killed_at_any_moment_loses_nothing_and_takes_no_key_twice(tmp_path, monkeypatch):
    dice = random.Random(11)
    monkeypatch.setattr(toy_game, "ROUNDS", ROUNDS)
    change_interface(monkeypatch, toy_game.GAME, private=lambda *_: None)
    with Store(tmp_path / "calm") as store:
        calm = Table.new(store, "toy", {"dice": "physical"}, ["Ada", "Ben"], 4)
        keys = played_by_keys(calm, dice)
        expected = digest(calm.history.state)
    folder = tmp_path / "killed"
    with Store(folder) as store:
        Table.new(store, "toy", {"dice": "physical"}, ["Ada", "Ben"], 4)
    for kill in range(KILLS + 1):
        command = [sys.executable, "-c", HOST, str(folder), keys, str(ROUNDS)]
        root = Path(__file__).parents[3]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=root) as host:
            lines = []
            if kill < KILLS:
                for _ in range(dice.randrange(1, 2 * len(keys) // KILLS)):
                    lines.append(host.stdout.readline())
                time.sleep(dice.random() * 0.003)
                host.kill()
            lines += host.stdout.readlines()  # not communicate(), which knows nothing of what readline() has read ahead
            assert not host.stderr.read()
        took = [int(line.split()[1]) for line in lines if line.endswith("\n")]
        with Store(folder) as store:
            assert store.last_press("f00") >= max(took, default=0)
            Table.resume(store, 1)
    with Store(folder) as store:
        last = Table.resume(store, 1)
        assert store.last_press("f00") == len(keys)
        assert digest(last.history.state) == expected
        assert last.version == calm.version
