"""Under MicroPython: the firmware loaded, nothing else. Prints what of the heap is left as JSON."""

import gc
import json
import sys

import firmware.main  # noqa: F401 - what it needs is the question
from firmware import loading

loading.end()
gc.collect()
in_use = gc.mem_alloc()
largest = gc.mem_free()
while True:
    try:
        bytearray(largest)
        break
    except MemoryError:
        largest -= 1024
sys.stdout.write(json.dumps({"in use": in_use, "largest": largest}))
