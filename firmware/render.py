"""From roles to colours: what each light of a panel shows at a moment.

Most lights mean the same as many others, so a picture is first *indexed*, when it changes: each distinct pair of role
and detail gets a number, each light the number of its pair. A frame then paints the pairs by the clock, twenty or so,
and spreads their colours over the lights, to which the river's wave and glints are added one by one.

All of it is viper, in integers below 2**30, and nothing is allocated. Times are ticks in milliseconds.
"""

import micropython

from shared_rules import roles
from shared_rules.compat import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    ptr8 = Any

_MOST_PAIRS = const(64)
_NO_SPACE = const(255)

# How a painted pair is spread.
_PLAIN = const(0)
_WAVE = const(1)
_GLINT = const(2)
_SWIFT_WAVE = const(3)  # and above: the quicker the more

# The names of shared_rules.roles again: the compiler folds constants of its own file only, and a look-up is slow.
_DARK = const(0)
_HIDDEN = const(14)
_BREATHE = const(1)
_BLINKS = const(2)
_FLOW = const(3)
_SHIMMER = const(4)
_PULSE = const(5)
_STREAM = const(7)
_DIPS = const(8)
_GLOWS = const(9)
_SEAT = const(1)
_SEATS = const(2)
_GEMS = const(3)

# What the firmware itself shows.
RED = b"\xff\x00\x00"
GREEN = b"\x00\xff\x46"
BLUE = b"\x00\x18\x50"


def _flat(rows: "Sequence[tuple[int, ...]]") -> bytes:
    numbers: "list[int]" = []
    for row in rows:
        numbers.extend(row)
    return bytes(numbers)


_TABLE = _flat(roles.TABLE)
# Details have three bits for the seat, seats go up to six; the gems' colours come after the eighth.
_SEAT_COLOURS = _flat(roles.SEAT_COLOURS) + b"\xff" * 6 + _flat(roles.GEM_COLOURS)

WAVE = bytes([255 - ((step - 128) * (step - 128) * 255 >> 14) for step in range(256)])
"""One wave: 0 at the ends, 255 in the middle."""


@micropython.viper
def _index(frame: ptr8, lights: ptr8, pairs: ptr8, index: ptr8, count: int) -> int:
    """Number the distinct pairs of a role frame, pair 0 being dark, and give each light its own; return how many."""
    pairs[0] = 0
    pairs[1] = 0
    known = 1
    for light in range(count):
        space = lights[light]
        if space == _NO_SPACE:
            index[light] = 0
            continue
        role = frame[2 * space]
        detail = frame[2 * space + 1]
        pair = 0
        while pair < known:
            if pairs[2 * pair] == role and pairs[2 * pair + 1] == detail:
                break
            pair += 1
        if pair == known:
            if known == _MOST_PAIRS:
                pair = 0
            else:
                pairs[2 * pair] = role
                pairs[2 * pair + 1] = detail
                known += 1
        index[light] = pair
    return known


@micropython.viper
def _paint(pairs: ptr8, colours: ptr8, table: ptr8, seats: ptr8, wave: ptr8, setting: int, ms: int) -> int:
    """Give each pair its colour at ``ms``: red, green, blue, way of spreading; return how many were painted.

    ``setting`` is the number of pairs in the low byte, then a bit for the peek key, then one for waiting for the host.
    """
    count = setting & 255
    peeks = setting & 256
    waits = setting & 512
    for pair in range(count):
        role = pairs[2 * pair]
        detail = pairs[2 * pair + 1]
        row = role * 5
        source = table[row + 3]
        pattern = table[row + 4]
        red = table[row]
        green = table[row + 1]
        blue = table[row + 2]
        level = 256
        spreading = _PLAIN
        if source == _SEAT:
            seat = (detail >> 5) * 3
            red = seats[seat]
            green = seats[seat + 1]
            blue = seats[seat + 2]
        dips = detail & 31
        if source >= _SEATS:  # half a second each; gems as long as their dips need
            standing = 0
            mask = detail & (63 if source == _SEATS else 31)
            while mask:
                standing += mask & 1
                mask >>= 1
            if standing:
                turn = (ms >> 9) % standing
                seat = 0
                if source == _GEMS:
                    turn = 0
                    at = ms % (standing * 3072)
                    while at >= 3072:
                        at -= 3072
                        turn += 1
                    seat = 24
                    level = 60 + (detail >> 5) * 28
                mask = detail
                while True:
                    if mask & 1:
                        if turn == 0:
                            break
                        turn -= 1
                    mask >>= 1
                    seat += 3
                red = seats[seat]
                green = seats[seat + 1]
                blue = seats[seat + 2]
                if source == _GEMS:
                    dips = 1
                    while seat > 24:
                        seat -= 3
                        dips += 1
        if role == _HIDDEN and not peeks:
            # To whoever does not hold the peek key, hidden and dark are the same light at every moment.
            role = _DARK
            red = green = blue = 0
        if waits and (role == _DARK or pattern == _FLOW or pattern == _STREAM):
            level = 70 + (wave[(ms >> 4) & 255] * 186 >> 8)
            red = 0
            green = 12
            blue = 48
        elif pattern == _BREATHE:  # a breath in 2 s
            level = 50 + (wave[(ms >> 3) & 255] * 206 >> 8)
        elif pattern == _BLINKS:  # blinks of 0.2 s every 0.4 s, then 0.8 s of pause
            lit = (detail & 31) * 400
            at = ms % (lit + 800)
            level = 26
            if at < lit and at % 400 < 200:
                level = 256
        elif pattern == _FLOW:
            spreading = _WAVE
        elif pattern == _SHIMMER:
            spreading = _GLINT
        elif pattern == _PULSE:  # two short dips every second
            at = ms & 1023
            if at < 128 or (at >= 320 and at < 448):
                level = 60
        elif pattern == _STREAM:
            spreading = _SWIFT_WAVE + (detail & 3)
        elif pattern == _DIPS:  # dips of 0.2 s every 0.4 s
            at = ms % 3072
            if at < dips * 400 and at % 400 < 200:
                level >>= 2
        elif pattern == _GLOWS:  # blinks of 0.6 s every 0.8 s, then 0.8 s of pause
            lit = dips * 800
            at = ms % (lit + 800)
            if at >= lit or at % 800 >= 600:
                level = 26
        at = 4 * pair
        colours[at] = red * level >> 8
        colours[at + 1] = green * level >> 8
        colours[at + 2] = blue * level >> 8
        colours[at + 3] = spreading
    return count


@micropython.viper
def _spread(index: ptr8, colours: ptr8, places: ptr8, wave: ptr8, values: ptr8, count: int, ms: int) -> int:
    """Give each light the colour of its pair, with the wave and the glints; return the bytes written."""
    wave_at = ms >> 4
    glint_at = ms >> 3
    to = 0
    for light in range(count):
        at = index[light] << 2
        red = colours[at]
        green = colours[at + 1]
        blue = colours[at + 2]
        spreading = colours[at + 3]
        if spreading == _WAVE or spreading >= _SWIFT_WAVE:  # crests move to the places of small number: downstream
            if spreading == _WAVE:
                level = 150 + (int(wave[(wave_at + places[light] * 24) & 255]) * 106 >> 8)
            else:  # a wave in 16, 5, 2 or 1 s
                speed = spreading - _SWIFT_WAVE
                speed = 1 + speed + speed * speed
                level = 80 + (int(wave[(((ms & 0xFFFFF) * speed >> 6) + places[light] * 40) & 255]) * 176 >> 8)
            red = red * level >> 8
            green = green * level >> 8
            blue = blue * level >> 8
        elif spreading == _GLINT:  # each light at its own time, once in two seconds, for a quarter of one
            glint = 256 - ((glint_at + light * 83) & 255) * 8
            if glint > 0:
                red += (255 - red) * glint >> 9
                green += (255 - green) * glint >> 9
                blue += (255 - blue) * glint >> 9
        values[to] = red
        values[to + 1] = green
        values[to + 2] = blue
        to += 3
    return to


@micropython.viper
def _tint(values: ptr8, colour: ptr8, count: int, weight: int) -> int:
    """Move every light towards a colour by ``weight`` 256ths; return the bytes written."""
    keep = 256 - weight
    red = colour[0] * weight
    green = colour[1] * weight
    blue = colour[2] * weight
    to = 0
    for _light in range(count):
        values[to] = values[to] * keep + red >> 8
        values[to + 1] = values[to + 1] * keep + green >> 8
        values[to + 2] = values[to + 2] * keep + blue >> 8
        to += 3
    return to


@micropython.viper
def _sweep(values: ptr8, colour: ptr8, count: int, head: int, step: int) -> int:
    """Lay a band of a colour over the lights, its front at ``head`` 256ths of the chain; return the bytes written.

    ``step`` is how far it is from light to light, in 65536ths of the chain.
    """
    to = 0
    for light in range(count):
        behind = head - (light * step >> 8)
        if behind >= 0 and behind < 64:
            weight = 256 - behind * 4
            keep = 256 - weight
            for part in range(3):
                values[to + part] = values[to + part] * keep + colour[part] * weight >> 8
        to += 3
    return to


class Renderer:
    """Draws one panel into the values of its chain: three bytes a light, red, green, blue.

    Args:
        values: the chain's, written to by every draw.
        lights: the space of each light, NONE for a light without; shorter or longer than the chain as may be.
        places: for each space how far upstream it lies, in steps: the river's wave runs along it.
    """

    def __init__(self, values: bytearray, lights: "bytes | memoryview", places: bytearray) -> None:
        self._values = values
        self._count = len(values) // 3
        known = min(self._count, len(lights))
        self._lights = bytearray(b"\xff" * self._count)
        self._places = bytearray(self._count)
        for light in range(known):
            space = lights[light]
            self._lights[light] = space
            if space != _NO_SPACE:
                self._places[light] = places[space]
        self._index = bytearray(self._count)
        self._pairs = bytearray(2 * _MOST_PAIRS)
        self._colours = bytearray(4 * _MOST_PAIRS)
        self._known = 1

    def take(self, frame: bytearray) -> None:
        """Show the roles of ``frame``, as they are now, from the next draw on."""
        self._known = _index(frame, self._lights, self._pairs, self._index, self._count)

    def draw(self, ms: int, is_peeking: bool, is_waiting: bool) -> None:
        """Write what the lights show at ``ms``; while waiting for the host the plain water breathes a dim blue."""
        setting = self._known
        if is_peeking:
            setting += 256
        if is_waiting:
            setting += 512
        _paint(self._pairs, self._colours, _TABLE, _SEAT_COLOURS, WAVE, setting, ms)
        _spread(self._index, self._colours, self._places, WAVE, self._values, self._count, ms)


def breathe(values: bytearray, colour: bytes, ms: int) -> None:
    """Write one colour to all lights, breathing once in 4 s: what the firmware shows of itself."""
    count = len(values) // 3
    _tint(values, colour, count, 256)
    _tint(values, b"\x00\x00\x00", count, 180 - (WAVE[(ms >> 4) & 255] * 160 >> 8))


def refuse(values: bytearray, since_ms: int) -> bool:
    """Lay the sign for *refused* over the lights: red, twice; return False once it is over."""
    if since_ms >= 800:
        return False
    if since_ms % 400 < 200:
        _tint(values, RED, len(values) // 3, 230)
    return True


def accept(values: bytearray, since_ms: int) -> bool:
    """Lay the sign for *accepted* over the lights: a green band that runs through; return False once it is over."""
    if since_ms >= 400:
        return False
    count = len(values) // 3
    _sweep(values, GREEN, count, since_ms * 320 // 400, 65536 // count)
    return True
