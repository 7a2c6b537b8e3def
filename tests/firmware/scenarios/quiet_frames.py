"""Under MicroPython: thousands of frames, each with the heap locked, so that one allocation would be an error.

Prints one line of JSON: frames drawn, bytes in use before and after.
"""

import gc
import json
import sys

import clock
import micropython
import rp2

from tests.firmware import toy_lights
from tests.firmware.pico_bench import Bench, down

sys.modules["shared_rules.canyon_lights"] = toy_lights
toy_lights.STEP_US = 0

bench = Bench()
rp2.on_frame = None
bench.send({"t": "hail", "v": 1})
bench.run(300)
position = {"t": "show", "p": "main", "r": 1, "g": "canyon", "c": [20, 21, 22], "n": 12}
bench.send(position)
bench.run(300)
down("7")  # held: the scan goes on noting, the loop goes on reading
bench.run(200)
bench.send({"t": "took", "b": bench.link.boot_id, "n": 1})
bench.send({"t": "seen", "b": bench.link.boot_id, "n": 0})
bench.send({"t": "cue", "p": "main", "k": "refused"})
bench.run(100)
bench.draws = None
stage = bench.app._stage
stage.draw = bench._draw
clock_before = clock.now


def locked_turns(until_us):
    """Take turns of the loop with the heap locked."""
    while clock.now < until_us:
        micropython.heap_lock()
        try:
            bench.app.turn()
        finally:
            micropython.heap_unlock()


before = after = 0  # a new global name might make the table of names grow
gc.collect()
before = gc.mem_alloc()
# The 2.5 s after which the host is waited for lie in it, and the sign for refused.
locked_turns(clock.now + 34000000)
after = gc.mem_alloc()
sys.stdout.write(json.dumps({"ms": (clock.now - clock_before) // 1000, "before": before, "after": after}))
