"""Under MicroPython: one run of the firmware on the bench through all that can come. Prints its measures as JSON."""

import binascii
import gc
import json
import random
import sys

import clock
import machine
import rp2

from firmware import main
from firmware.main import App
from shared_rules.line import encode
from tests.firmware import toy_lights
from tests.firmware.pico_bench import Bench, Stream, down, up

sys.modules["shared_rules.canyon_lights"] = toy_lights
toy_lights.STEP_US = 2000

told = {}
with open("compiled.board", "rb") as file:  # noqa: PTH123 - there is no pathlib
    blob = file.read()
name = "%08x" % (binascii.crc32(blob) & 0xFFFFFFFF)

bench = Bench()
rp2.on_frame = None  # to keep them would fill the heap
bench.send({"t": "hail", "v": 1})
bench.run(400)
told["hash before"] = bench.said("hello")[0]["h"]

# A board arrives.
bench.bring(name, blob)
told["hash after"] = bench.said("hello")[1]["h"]
told["hash expected"] = name

# Shows and keys, with bytes that mean nothing in between.
dice = random.getrandbits
worst_key_us = 0
worst_show_us = 0
worst_gap_us = 0
for turn in range(40):
    if turn % 3 == 0:
        noise = bytes([dice(8) for _ in range(dice(6))])
        bench.send_bytes(noise.replace(b"\x03", b"\x02") + b"\n")  # Ctrl-C would end it: that comes last
    bench.run(30 + turn)
    sent_us = clock.now
    bench.send({"t": "show", "p": "main", "r": turn, "g": "canyon", "c": [20, 21], "n": 12, "v": [19] * (turn % 2)})
    while not bench.app._stage.is_busy():
        bench.app.turn()
    bench.run(20)
    shown = [at for at in bench.draws if at >= sent_us]
    worst_show_us = max(worst_show_us, shown[0] - sent_us, shown[1] - sent_us - 16667)
    pressed_us = clock.now
    down("5")
    bench.run(60)
    up("5")
    bench.run(60)
    worst_key_us = max(worst_key_us, bench.said_at("key")[-1] - pressed_us)
    bench.send({"t": "took", "b": bench.link.boot_id, "n": turn + 1})
    bench.send({"t": "beat", "n": turn})
    worst_gap_us = max([worst_gap_us] + bench.gaps_us(0))  # noqa: RUF005 - nor star displays
    bench.draws = bench.draws[-1:]
bench.run(300)
told["keys"] = len({message["n"] for message in bench.said("key")})
told["worst key us"] = worst_key_us
told["worst show us"] = worst_show_us
told["worst gap us"] = worst_gap_us
told["lit"] = bench.said("lit")[-1]
told["bad"] = bench.said("pulse")[-1]["bad"]
told["free"] = bench.said("pulse")[-1]["free"]
bench.frames = bench.draws = None
bench.app._stage.draw = bench._draw
bench.stdout.lines = []
gc.collect()
told["in use"] = gc.mem_alloc()

# The heap is as full after fifty more shows.
for turn in range(50):
    bench.send({"t": "show", "p": "main", "r": turn, "g": "canyon", "c": [20, 21], "n": 12})
    bench.run(200)
    bench.stdout.lines = []
gc.collect()
told["grown"] = gc.mem_alloc() - told["in use"]


# main() itself: an error, then Ctrl-C, then the watchdog.
def run_main(at_ms, error):
    """Run main() until an error strikes; return the error that comes out and the stream it wrote to."""
    clock.reset()
    stdin, stdout = Stream(), Stream()

    def strike(_):
        raise error

    clock.call_at(1000 * at_ms, strike)
    stdin.waiting.extend(encode({"t": "hail", "v": 1}))
    try:
        main.main(stdin, stdout)
    except BaseException as came:  # noqa: BLE001 - whatever comes out is what is asked for
        return type(came).__name__, stdout
    return "nothing", stdout


bench = None
gc.collect()
told["ctrl-c"] = run_main(777, KeyboardInterrupt())[0]
told["timers after ctrl-c"] = clock.timers_running()

turn = App.turn


def fail(app):
    """A turn that fails after a while."""
    if clock.now > 300000:
        app._keypads[5].read()
    turn(app)


App.turn = fail
came, stdout = run_main(3000, KeyboardInterrupt())
told["ctrl-c after crash"] = came
told["crash"] = next(line[1]["e"] for line in stdout.lines if line[1]["t"] == "crash")


def hang(app):
    """A turn that never ends."""
    if clock.now > 300000:
        while True:
            clock.advance(1000)
    turn(app)


App.turn = hang
told["watchdog"] = run_main(30000, KeyboardInterrupt())[0]
told["reset"] = machine._RESET.args[0]
sys.stdout.write(json.dumps(told))
