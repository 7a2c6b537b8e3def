"""The wiring of the simulated Pico's pins: drivers, pull resistors and closed switches.

A closed switch joins two pins; GROUND is a pin that always drives low. So three pressed keys of a matrix really
produce a ghost fourth, as on hardware. Nothing here allocates, because hard Timers read levels.
"""

GROUND = 30
"""The number of the ground pin."""

FLOATING = 0
LOW = 1
HIGH = 2

drive = bytearray(31)
"""FLOATING, LOW or HIGH for each pin."""

pull = bytearray(31)
"""FLOATING, LOW or HIGH for each pin's pull resistor."""

_SWITCHES = 40
_ends = bytearray(2 * _SWITCHES)  # pairs of pins; 255 = no switch
_reached = bytearray(31)
_closed = 0


def reset():
    """Open every switch and let every pin float."""
    global _closed
    for pin in range(31):
        drive[pin] = FLOATING
        pull[pin] = FLOATING
    drive[GROUND] = LOW
    for end in range(2 * _SWITCHES):
        _ends[end] = 255
    _closed = 0


def close(a, b=GROUND):
    """Close the switch between pins ``a`` and ``b``; no effect if it is closed."""
    global _closed
    if _find(a, b) < 0:
        place = _find(255, 255)
        if place < 0:
            raise ValueError("a board has at most %d closed switches" % _SWITCHES)
        _ends[place] = a
        _ends[place + 1] = b
        _closed += 1


def release(a, b=GROUND):
    """Open the switch between pins ``a`` and ``b``."""
    global _closed
    place = _find(a, b)
    if place >= 0:
        _ends[place] = _ends[place + 1] = 255
        _closed -= 1


def _find(a, b):
    for place in range(0, 2 * _SWITCHES, 2):
        if _ends[place] == a and _ends[place + 1] == b:
            return place
    return -1


def level(pin):
    """Return the level that the pin reads, 0 or 1: low wins over high; a floating pin reads 0."""
    if drive[pin] != FLOATING:
        return drive[pin] - 1
    if not _closed:
        return 1 if pull[pin] == HIGH else 0
    for other in range(31):
        _reached[other] = 0
    _reached[pin] = 1
    grew = True
    while grew:
        grew = False
        for place in range(0, 2 * _SWITCHES, 2):
            a = _ends[place]
            if a == 255:
                continue
            b = _ends[place + 1]
            if _reached[a] != _reached[b]:
                _reached[a] = _reached[b] = 1
                grew = True
    high = 0
    for other in range(31):
        if _reached[other]:
            if drive[other] == LOW:
                return 0
            if drive[other] == HIGH or pull[other] == HIGH:
                high = 1
    return high


reset()
