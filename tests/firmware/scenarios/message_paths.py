"""Under MicroPython: how many bytes are allocated from a line that came to its frame, and from a key to its line.

Prints one line of JSON: the bytes of each ``show`` of shows.jsonl, and of each press.
"""

import gc
import json
import sys

import rp2

from tests.firmware.pico_bench import Bench, down, up

bench = Bench()
bench.send({"t": "hail", "v": 1})
bench.run(400)
shows = open("shows.jsonl")  # noqa: PTH123, SIM115
before = 0
used = []  # bytes of memory, at each frame


def note(*_facts):
    """Take note of the memory in use when a frame starts."""
    used.append(gc.mem_alloc())


told = {"show": [], "key": []}
while True:
    line = shows.readline()
    if not line:
        break
    rp2.on_frame = None
    bench.run(100)
    bench.draws = []
    while not bench.draws:
        bench.app.turn()
    bench.run(8)
    bench.send(json.loads(line))
    rp2.on_frame = note
    used = []
    gc.collect()
    before = gc.mem_alloc()
    while not used:
        bench.app.turn()
    told["show"].append(used[0] - before)
rp2.on_frame = None
for beat in (1, 2):  # the second proves that the host reads: the bench takes memory for each byte written alone
    bench.send({"t": "beat", "n": beat, "a": beat - 1})
    bench.run(50)
for _ in range(8):
    bench.run(200)
    down("5")
    while not bench.app._keypads[0]._last:
        bench.app.turn()
    while not bench.app._keypads[0].is_waiting():
        bench.link.pump(1, 0)
    gc.collect()
    before = gc.mem_alloc()
    bench.app._read()
    told["key"].append(gc.mem_alloc() - before)
    up("5")
    bench.run(60)
    bench.send({"t": "took", "b": bench.link.boot_id, "n": bench.said("key")[-1]["n"]})
sys.stdout.write(json.dumps(told))
