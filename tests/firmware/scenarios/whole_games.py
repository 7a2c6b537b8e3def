"""Under MicroPython: a whole game shown on a board brought over the line, keys pressed in between.

Prints the heap in use as JSON; the digests of all that was lit are written to a file.
"""

import gc
import json
import sys

import rp2

from tests.firmware.pico_bench import Bench, down, up

bench = Bench()
rp2.on_frame = None  # to keep them would fill the heap
bench.send({"t": "hail", "v": 1})
bench.run(100)
with open("game.board", "rb") as file:  # noqa: PTH123 - there is no pathlib
    bench.bring(sys.stdin.readline().strip(), file.read())
in_use = []
digests = open("digests.txt", "w")  # noqa: PTH123, SIM115
shows = open("shows.jsonl")  # noqa: PTH123, SIM115
revision = keys = 0
while True:
    line = shows.readline()
    if not line:
        break
    position = json.loads(line)
    position["t"] = "show"
    position["r"] = revision
    bench.send(position)
    bench.stdout.lines = []
    while not bench.said("lit"):
        bench.run(20)
    digests.write(bench.said("lit")[0]["d"] + "\n")
    bench.run(60)
    revision += 1
    if revision % 8 == 0:
        down("5")
        bench.run(40)
        up("5")
        bench.run(40)
        keys += 1
        bench.send({"t": "took", "b": bench.link.boot_id, "n": bench.said("key")[-1]["n"]})
        bench.run(20)
    if revision % 20 == 0:
        bench.draws = bench.stdout.lines = line = position = None  # what a Pico does not have
        gc.collect()
        in_use.append(gc.mem_alloc())
        bench.draws = []
        bench.stdout.lines = []
digests.close()
sys.stdout.write(json.dumps({"in use": in_use, "keys": keys}))
