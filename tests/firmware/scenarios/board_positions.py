"""Under MicroPython: positions of a board from a file, shown one after another. Prints the heap in use as JSON."""

import gc
import json
import sys

import rp2

from tests.firmware.pico_bench import Bench

bench = Bench()
rp2.on_frame = None
bench.send({"t": "hail", "v": 1})
bench.run(100)
in_use = []
positions = open("positions.jsonl")  # noqa: PTH123, SIM115 - there is no pathlib
digests = open("digests.txt", "w")  # noqa: PTH123, SIM115
revision = 0
while True:
    line = positions.readline()
    if not line:
        break
    position = json.loads(line)
    position["t"] = "show"
    if "p" not in position:
        position["p"] = "main"
    position["r"] = revision
    bench.send(position)
    bench.stdout.lines = []
    while not bench.said("lit"):
        bench.run(20)
    digests.write(bench.said("lit")[0]["d"] + "\n")
    bench.run(300)
    bench.draws = []
    revision += 1
    if revision % 20 == 0:
        gc.collect()
        in_use.append(gc.mem_alloc())
digests.close()
sys.stdout.write(json.dumps({"in use": in_use}))
