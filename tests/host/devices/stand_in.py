"""A small program in the firmware's place, to try the simulated Pico itself; it runs under MicroPython and CPython."""

STAND_IN = """
import select, sys, time
import machine
import rp2
from array import array
from machine import Pin, Timer

print("started")
pin = Pin(5, Pin.IN, Pin.PULL_UP)
ticks = 0


def tick(_timer):
    global ticks
    ticks += 1


timer = Timer(-1, period=10, callback=tick)
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
letter = bytearray(1)
line = ""
while True:
    for _ in poll.ipoll(100):
        sys.stdin.buffer.readinto(letter)
        line += chr(letter[0])
        if line[-1] != "\\n":
            continue
        word, line = line.strip(), ""
        if word == "time":
            print("time", time.ticks_ms(), ticks)
        elif word == "pin":
            print("pin", pin.value())
        elif word == "frame":
            rp2.on_frame(1, memoryview(array("I", [47, 0x01020300, 0xFFFEFD00])))
        elif word == "keep":
            with open("kept.txt", "w") as file:
                file.write("kept")
        elif word == "kept":
            print("kept", open("kept.txt").read())
        elif word == "cause":
            print("cause", machine.reset_cause())
        elif word == "reset":
            machine.reset()
        elif word == "exit":
            sys.exit()
        else:
            print("heard", word)
"""
